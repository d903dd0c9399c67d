import { parsePlacement, parseTile, type Placement, type Tile } from "../notation.js";
import type { FivesView } from "../protocol.js";
import type { Worth } from "./greedy.js";

/** Weighs placements by what the seat's side gets for them at once. */
export function placementWorth(seat: number, view: FivesView): Worth {
  const partners = view.tilesLeft.length === 4; // who sit opposite, and share a score
  const room = view.target - view.scores[partners ? seat % 2 : seat]!;
  const out = view.hand.length === 1 && !(partners && view.tilesLeft[seat ^ 2]);
  return (move) => {
    const points = pointsOf(sumAfter(view, parsePlacement(move))) + (out ? 1 : 0);
    return points <= room ? points : 0; // beyond the target all of it is void
  };
}

/** A point for each three and for each five that go into a sum of the ends exactly. */
function pointsOf(sum: number): number {
  return (sum % 3 ? 0 : sum / 3) + (sum % 5 ? 0 : sum / 5);
}

/** What the ends add up to when the placement is made. */
function sumAfter(view: FivesView, { tile, end }: Placement): number {
  switch (end) {
    case "": // a lone tile is both ends, and counts once
      return tile.halves[0] + tile.halves[1];
    case "L":
      return laid(tile, view.left) + lying(view.line.at(-1)!, view.right);
    case "R":
      return lying(view.line[0]!, view.left) + laid(tile, view.right);
  }
}

/** What a tile adds to the sum when it is laid to a value; a double lies across and counts with both halves. */
function laid({ halves: [first, second], double }: Tile, value: number): number {
  if (double) return 2 * value;
  return first === value ? second : first;
}

/** What the tile at an end of the line adds, whose open value is given. */
function lying(tile: string, open: number): number {
  return parseTile(tile).double ? 2 * open : open;
}
