import assert from "node:assert/strict";
import { test } from "node:test";

import * as notation from "muggins-bot/notation";

import { vectors } from "./vectors.js";

interface TileVector {
  text: string;
  halves: [number, number];
  double: boolean;
}

interface Vectors {
  cards: { text: string; rank: number; suit: string; value: number }[];
  tiles: TileVector[];
  turned_tiles: TileVector[];
  cribbage_moves: { text: string; cards: string[] }[];
  fives_moves: { text: string; tile: string; end: string }[];
  no_cards: string[];
  no_tiles: string[];
  no_fives_moves: string[];
}

const given = vectors<Vectors>("notation.json");

test("cards", () => {
  assert.equal(given.cards.length, 52);
  for (const { text, ...parts } of given.cards) {
    const card = notation.parseCard(text);
    assert.deepEqual(card, parts);
    assert.equal(notation.cardText(card), text);
  }
});

test("tiles", () => {
  assert.equal(given.tiles.length, 28);
  for (const { text, ...parts } of [...given.tiles, ...given.turned_tiles]) {
    const tile = notation.parseTile(text);
    assert.deepEqual(tile, parts);
    assert.equal(notation.tileText(tile), text);
  }
});

test("moves", () => {
  for (const { text, cards } of given.cribbage_moves) {
    assert.deepEqual(notation.parseCards(text), cards.map(notation.parseCard));
  }
  for (const { text, tile, end } of given.fives_moves) {
    const placement = notation.parsePlacement(text);
    assert.deepEqual(placement, { tile: notation.parseTile(tile), end });
    assert.equal(notation.placementText(placement), text);
  }
});

test("what is none", () => {
  for (const text of given.no_cards) assert.throws(() => notation.parseCard(text), notation.NotationError);
  for (const text of given.no_tiles) assert.throws(() => notation.parseTile(text), notation.NotationError);
  for (const text of given.no_fives_moves) assert.throws(() => notation.parsePlacement(text), notation.NotationError);
});
