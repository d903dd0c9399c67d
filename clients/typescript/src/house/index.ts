/** Bots that play both games with any number of seats, as the server's own do. */

import type { Bot, Turn } from "../bot.js";
import { greedy } from "./greedy.js";

const PROFILE = { games: ["cribbage", "fives-and-threes"], maxMatches: 64 };

/** Plays any legal move, each equally likely. */
export function random({ legalMoves }: Turn): string {
  return legalMoves[Math.floor(Math.random() * legalMoves.length)]!;
}

export { greedy };

/** The bots by name. */
export const HOUSE: ReadonlyMap<string, Bot> = new Map([
  ["greedy", { ...PROFILE, decide: greedy }],
  ["random", { ...PROFILE, decide: random }],
]);
