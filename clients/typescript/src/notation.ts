/**
 * Cards, tiles and moves, read from the text of the protocol and written back.
 *
 * A card is rank and suit, `AC 2C .. TC JC QC KC` and so on; a tile has its higher half first, `6-4`, unless it lies the
 * other way round in a line; a move is `5H`, `QD,5H`, `6-4` or `6-4:L`.
 */

const RANKS = "A23456789TJQK"; // low to high

/** A text is no card, no tile or no move. */
export class NotationError extends Error {}

export type Suit = "C" | "D" | "H" | "S";

export interface Card {
  /** 1 for the ace to 13 for the king. */
  readonly rank: number;
  readonly suit: Suit;
  /** What it adds to a count: 1 for the ace, 10 for ten, jack, queen and king. */
  readonly value: number;
}

export interface Tile {
  /** The pips of both halves, as they are written. */
  readonly halves: readonly [number, number];
  readonly double: boolean;
}

export interface Placement {
  readonly tile: Tile;
  /** The end that the tile is laid to; the opening tile has none. */
  readonly end: "" | "L" | "R";
}

/** Reads a card.  Throws NotationError. */
export function parseCard(text: string): Card {
  const match = /^([A2-9TJQK])([CDHS])$/.exec(text);
  if (!match) throw new NotationError(`${JSON.stringify(text)} is no card`);
  const rank = RANKS.indexOf(match[1]!) + 1;
  return { rank, suit: match[2] as Suit, value: Math.min(rank, 10) };
}

/** Reads a move of cribbage: one card, or the two that are laid away.  Throws NotationError. */
export function parseCards(move: string): Card[] {
  return move.split(",").map(parseCard);
}

export function cardText(card: Card): string {
  return RANKS[card.rank - 1]! + card.suit;
}

/** Reads a tile.  Throws NotationError. */
export function parseTile(text: string): Tile {
  const match = /^([0-6])-([0-6])$/.exec(text);
  if (!match) throw new NotationError(`${JSON.stringify(text)} is no tile`);
  return { halves: [Number(match[1]), Number(match[2])], double: match[1] === match[2] };
}

export function tileText(tile: Tile): string {
  return tile.halves.join("-");
}

/** Reads a move of dominoes.  Throws NotationError. */
export function parsePlacement(move: string): Placement {
  const [text = "", end, ...rest] = move.split(":");
  const tile = parseTile(text);
  if (end === undefined) return { tile, end: "" };
  if ((end !== "L" && end !== "R") || rest.length > 0) {
    throw new NotationError(`${JSON.stringify(move)} is no placement`);
  }
  return { tile, end };
}

export function placementText({ tile, end }: Placement): string {
  return end ? `${tileText(tile)}:${end}` : tileText(tile);
}
