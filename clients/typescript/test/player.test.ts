import assert from "node:assert/strict";
import { test } from "node:test";

import { Backoff, Player, type Bot } from "muggins-bot";
import { matchSeed } from "muggins-bot/fair";

import { PlayResponse } from "../src/protocol.js";
import { Quiet, turn } from "./referee.js";

function player(bot: Partial<Bot>, log = new Quiet()): Player {
  return new Player({ decide: ({ legalMoves }) => legalMoves[0]!, ...bot }, log, () => {});
}

test("a bot hears of its matches", () => {
  const heard: string[] = [];
  let seed: Uint8Array | undefined;
  const bot: Partial<Bot> = {
    matchStarted: (start) => heard.push(`start ${start.matchId}`),
    noticed: (notice) => heard.push(`notice ${notice.text}`),
    matchEnded: (end) => (heard.push(`end ${end.matchId}`), (seed = end.seed)),
  };
  const [server, none] = [Buffer.alloc(32), Buffer.alloc(0)];
  const ends = [{ matchId: "m", serverSeed: server, entropies: [none, none] }];
  player(bot).take(PlayResponse.fromPartial({ starts: [{ matchId: "m" }], notices: [{ text: "late" }], ends }));
  assert.deepEqual(heard, ["start m", "notice late", "end m"]);
  assert.deepEqual(seed, matchSeed(server, [none, none]));
});

test("a hook that fails ends nothing", () => {
  const log = new Quiet();
  const clumsy = player({ matchStarted: () => assert.fail("dropped it") }, log);
  clumsy.take(PlayResponse.fromPartial({ starts: [{ matchId: "m" }], turns: [turn(1)] }));
  assert.ok(clumsy.step());
  const said = clumsy.collect();
  assert.deepEqual([said?.ready.length, said?.decisions.length], [1, 1]);
  assert.match(log.lines.join(), /dropped it/);
});

test("a turn of a match that has ended is not decided", () => {
  const idle = player({});
  idle.take(PlayResponse.fromPartial({ turns: [turn(1)], ends: [{ matchId: "m" }] }));
  assert.ok(!idle.busy);
  assert.equal(idle.collect(), undefined);
});

test("pauses grow to the most, and start again after a stable session", () => {
  const backoff = new Backoff(200, 1000, 5000, () => 1);
  assert.deepEqual([1, 2, 3, 4, 5].map(() => backoff.pause()), [200, 400, 800, 1000, 1000]);
  backoff.lasted(10);
  assert.equal(backoff.pause(), 1000);
  backoff.lasted(5000);
  assert.equal(backoff.pause(), 200);
});
