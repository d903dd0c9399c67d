import type { Turn } from "../bot.js";
import { CribbagePhase } from "../protocol.js";
import { layAwayWorth, pegWorth } from "./cribbage.js";
import { placementWorth } from "./fives.js";

/** How many points a move is good for. */
export type Worth = (move: string) => number;

/** Takes the most points that it can have now, and never looks further; of equal moves it takes the first. */
export function greedy(turn: Turn): string {
  const [only, ...others] = turn.legalMoves;
  if (only === undefined) throw new Error("a turn without a legal move");
  if (others.length === 0) return only;
  const worth = worthOf(turn);
  let best = only;
  let most = worth(only);
  for (const move of others) {
    const points = worth(move);
    if (points > most) [best, most] = [move, points];
  }
  return best;
}

function worthOf(turn: Turn): Worth {
  switch (turn.view?.$case) {
    case "fives":
      return placementWorth(turn.seat, turn.view.value);
    case "cribbage":
      return turn.view.value.phase === CribbagePhase.LAY_AWAY ? layAwayWorth(turn.view.value) : pegWorth(turn.view.value);
    default:
      throw new Error(`greedy does not play ${turn.view?.value.game ?? "a game that this kit has no view of"}`);
  }
}
