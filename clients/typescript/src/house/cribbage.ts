import { parseCard, type Card } from "../notation.js";
import type { CribbageView } from "../protocol.js";
import type { Worth } from "./greedy.js";

/** Weighs what goes into the crib by what the cards that stay score before any starter. */
export function layAwayWorth(view: CribbageView): Worth {
  return (move) => {
    const away = move.split(",");
    return seenWorth(view.hand.filter((card) => !away.includes(card)).map(parseCard));
  };
}

/** Weighs cards by what they score at once in the play. */
export function pegWorth(view: CribbageView): Worth {
  const played = view.pile.map(parseCard).reverse();
  return (move) => pegged(view.count, [parseCard(move), ...played]);
}

/** What four cards score by themselves: fifteens, pairs, runs, and a flush of one suit. */
function seenWorth(cards: readonly Card[]): number {
  const flush = cards.every((card) => card.suit === cards[0]!.suit) ? 4 : 0;
  return fifteens(cards, 0, 0) + pairs(cards) + runs(cards) + flush;
}

/** 2 for each set of the cards from a place on that makes fifteen together with a sum. */
function fifteens(cards: readonly Card[], from: number, sum: number): number {
  if (sum === 15) return 2;
  let points = 0;
  for (let i = from; i < cards.length; i++) points += fifteens(cards, i + 1, sum + cards[i]!.value);
  return points;
}

function pairs(cards: readonly Card[]): number {
  let points = 0;
  for (const [i, card] of cards.entries()) {
    for (const other of cards.slice(i + 1)) points += card.rank === other.rank ? 2 : 0;
  }
  return points;
}

/** Each choice of cards for the longest run counts, if that is of three cards or more. */
function runs(cards: readonly Card[]): number {
  const counts = new Array<number>(14).fill(0); // by rank
  for (const { rank } of cards) counts[rank]!++;
  let best = 0;
  let length = 0;
  let choices = 1;
  for (const count of counts) {
    [length, choices] = count > 0 ? [length + 1, choices * count] : [0, 1];
    if (length >= 3) best = Math.max(best, length * choices);
  }
  return best;
}

/** What the card in front scores in the play, the last card's point apart; `played` has the last card first. */
function pegged(count: number, played: readonly Card[]): number {
  const [card] = played as [Card];
  const total = count + card.value;
  const points = total === 15 || total === 31 ? 2 : 0;
  const other = played.findIndex(({ rank }) => rank !== card.rank);
  const alike = other < 0 ? played.length : other;
  return points + (alike > 1 ? alike * (alike - 1) : run(played)); // two for each pair among those alike
}

/** The length of the longest run that the last cards make in any order, or 0. */
function run(played: readonly Card[]): number {
  const ranks = new Set<number>();
  let longest = 0;
  for (const { rank } of played) {
    if (ranks.has(rank)) break; // a rank that comes twice spoils this window and every longer one
    ranks.add(rank);
    if (ranks.size >= 3 && Math.max(...ranks) - Math.min(...ranks) === ranks.size - 1) longest = ranks.size;
  }
  return longest;
}
