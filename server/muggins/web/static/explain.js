// The show of cribbage, combination by combination.

import { piece } from "./tell.js";

const RANKS = "A23456789TJQK";
const order = (card) => RANKS.indexOf(card[0]) + 1;
const worth = (card) => Math.min(10, order(card));

function subsets(cards) {
  return Array.from({ length: 2 ** cards.length }, (_, bits) => cards.filter((_, place) => bits & (1 << place)));
}

const isRun = (cards) => {
  const ranks = cards.map(order).sort((a, b) => a - b);
  return ranks.every((rank, place) => !place || rank === ranks[place - 1] + 1);
};

// Rows of { what, cards, points }, in the order in which a player counts them.
export function explain(hand, starter, isCrib) {
  const all = subsets([...hand, starter].sort((a, b) => order(a) - order(b)));
  const rows = [];
  const add = (what, cards, points) => rows.push({ what, cards: cards.map(piece), points });
  all.filter((cards) => cards.reduce((sum, card) => sum + worth(card), 0) === 15).forEach((cards) => add("fifteen", cards, 2));
  all.filter((cards) => cards.length === 2 && cards[0][0] === cards[1][0]).forEach((cards) => add("pair", cards, 2));
  const runs = all.filter((cards) => cards.length >= 3 && isRun(cards));
  const longest = Math.max(0, ...runs.map((cards) => cards.length));
  runs.filter((cards) => cards.length === longest).forEach((cards) => add("run", cards, longest));
  if (hand.every((card) => card[1] === hand[0][1])) {
    if (starter[1] === hand[0][1]) add("flush", [...hand, starter], 5);
    else if (!isCrib) add("flush", hand, 4);
  }
  hand.filter((card) => card[0] === "J" && card[1] === starter[1]).forEach((card) => add("one for his nob", [card], 1));
  return rows;
}
