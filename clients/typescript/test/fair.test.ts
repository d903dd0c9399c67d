import assert from "node:assert/strict";
import { test } from "node:test";

import { commitment, FairDeal, matchSeed, shuffle } from "muggins-bot/fair";

import { hex, vectors } from "./vectors.js";

interface Commitments {
  commitments: { value: string; commitment: string }[];
  seeds: { server: string; entropies: string[]; seed: string }[];
}

interface Dealing {
  shuffles: { seed: string; label: string; size: number; count: number; pieces: number[] }[];
}

const given = vectors<Commitments>("commitments.json");

test("commitments", () => {
  for (const vector of given.commitments) {
    assert.equal(commitment(hex(vector.value)).toString("hex"), vector.commitment);
  }
});

test("seeds", () => {
  for (const { server, entropies, seed } of given.seeds) {
    assert.equal(matchSeed(hex(server), entropies.map(hex)).toString("hex"), seed);
  }
});

test("shuffles", () => {
  for (const { seed, label, size, count, pieces } of vectors<Dealing>("dealing.json").shuffles) {
    assert.deepEqual(shuffle(hex(seed), label, size, count), pieces);
  }
});

const SERVER = Buffer.alloc(32, "s");
const OURS = Buffer.alloc(32, "o");
const THEIRS = Buffer.alloc(32, "t");
const NONE = Buffer.alloc(0);

function deal(shownAsOurs = OURS): FairDeal {
  const fair = new FairDeal(0, commitment(SERVER), OURS);
  fair.commitments = [commitment(shownAsOurs), commitment(THEIRS)];
  return fair;
}

test("kept promises", () => {
  assert.deepEqual(deal().brokenPromises(SERVER, [OURS, THEIRS]), []);
  assert.deepEqual(deal().brokenPromises(SERVER, [OURS, NONE]), []); // that seat kept its entropy to itself
});

test("broken promises", () => {
  const broken: [string[], string][] = [
    [deal().brokenPromises(OURS, [OURS, THEIRS]), "the server's seed is not the one that it committed to"],
    [deal().brokenPromises(SERVER, [OURS, SERVER]), "the entropy of seat 1 is not the one that it committed to"],
    [deal().brokenPromises(SERVER, [NONE, THEIRS]), "the server did not use the entropy that we revealed"],
    [deal(THEIRS).brokenPromises(SERVER, [NONE, THEIRS]), "the server showed another commitment in place of ours"],
  ];
  for (const [found, words] of broken) assert.deepEqual(found, [words]);
});
