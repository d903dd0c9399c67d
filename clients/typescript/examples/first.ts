/**
 * A whole bot: heavy tiles first, fives stay in the hand, and fifteen and thirty-one are taken.
 *
 *     export MUGGINS_TOKEN=...
 *     node dist/examples/first.js --address localhost:7411
 */

import { CribbagePhase, main, Termination, type Bot, type CribbageView } from "muggins-bot";
import { parseCard, parseCards, parsePlacement } from "muggins-bot/notation";

/** The first of the moves that are worth most. */
function most(moves: string[], worth: (move: string) => number): string {
  return moves.reduce((best, move) => (worth(move) > worth(best) ? move : best));
}

function card(view: CribbageView, moves: string[]): string {
  if (view.phase === CribbagePhase.LAY_AWAY) {
    return most(moves, (move) => -parseCards(move).filter(({ value }) => value === 5).length);
  }
  return most(moves, (move) => {
    const { value } = parseCard(move);
    return [15, 31].includes(view.count + value) ? 100 : value;
  });
}

const bot: Bot = {
  version: "1",
  decide({ view, legalMoves }) {
    if (view?.$case === "cribbage") return card(view.value, legalMoves);
    return most(legalMoves, (move) => {
      const [first, second] = parsePlacement(move).tile.halves;
      return first + second;
    });
  },
  matchEnded(end) {
    console.log(end.matchId, Termination[end.termination], end.sides.map((side) => side.points));
  },
};

await main(bot);
