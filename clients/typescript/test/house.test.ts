import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import type { Turn } from "muggins-bot";
import { greedy, random } from "muggins-bot/house";

import { TurnMessage } from "../src/protocol.js";
import { hex } from "./vectors.js";

const RECORDED = process.env["MUGGINS_TURNS"]; // a file that `python -m tests.clients.record_turns` has written

function turn(fields: Parameters<typeof TurnMessage.fromPartial>[0]): Turn {
  return { ...TurnMessage.fromPartial(fields), deadline: 0 };
}

test("greedy answers as Python does", { skip: RECORDED ? false : "MUGGINS_TURNS names no file" }, () => {
  const lines = readFileSync(RECORDED!, "ascii").trimEnd().split("\n");
  assert.ok(lines.length >= 1000);
  for (const line of lines) {
    const [move, body] = line.split(" ") as [string, string];
    const asked = { ...TurnMessage.decode(hex(body)), deadline: 0 };
    assert.equal(greedy(asked), move, line);
  }
});

test("random is legal, and varies", () => {
  const legalMoves = ["5H", "6H", "7H"];
  const seen = new Set(Array.from({ length: 1000 }, () => random(turn({ legalMoves }))));
  assert.deepEqual([...seen].sort(), legalMoves);
});

test("greedy refuses a game that it does not know", () => {
  const view = { $case: "extension", value: { game: "whist" } } as const;
  assert.throws(() => greedy(turn({ legalMoves: ["a", "b"], view })), /whist/);
});
