// Cribbage: what is on the table after each line, and how it is drawn.

import { el, picture } from "./draw.js";
import { explain } from "./explain.js";
import { piece, points } from "./tell.js";

const DEALT = { 2: 6, 3: 5, 4: 5 };
const NAMES = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };

export function start(match) {
  const seats = match.seats.length;
  const table = { seats, dealer: null };
  clear(table);
  table.counts.fill(0);
  return table;
}

function clear(table) {
  const by = (make) => Array.from({ length: table.seats }, make);
  Object.assign(table, {
    hands: by(() => null), counts: by(() => DEALT[table.seats]), played: by(() => []), gone: new Set(),
    pile: [], count: 0, over: false, starter: null, laid: [], cribCount: 0, crib: null, shown: null,
  });
}

const STEPS = {
  deal(table, line) {
    clear(table);
    table.dealer = line.seat;
  },
  hand(table, line) {
    table.hands[line.seat] = [...line.pieces];
  },
  aside(table, line) {
    if (line.why === "crib") table.laid.push(...line.pieces);
  },
  lay_away(table, line) {
    table.laid.push(...line.pieces);
    table.hands[line.seat] = table.hands[line.seat]?.filter((card) => !line.pieces.includes(card)) ?? null;
    table.counts[line.seat] = 4;
    table.cribCount = table.laid.length;
  },
  starter(table, line) {
    table.starter = line.pieces[0];
    table.counts.fill(4);
    table.cribCount = 4;
  },
  play(table, line) {
    if (table.over) Object.assign(table, { pile: [], over: false });
    if (!table.pile.length) table.gone.clear();
    const card = line.pieces[0];
    table.hands[line.seat] = table.hands[line.seat]?.filter((held) => held !== card) ?? null;
    table.counts[line.seat] -= 1;
    table.played[line.seat].push(card);
    table.pile.push(card);
    table.count = line.total;
  },
  go(table, line) {
    table.gone.add(line.seat);
  },
  count(table) {
    table.over = true;
    table.gone.clear();
  },
  show(table, line) {
    table.shown = { seat: line.seat, cards: line.pieces, crib: false };
  },
  crib(table, line) {
    table.shown = { seat: line.seat, cards: line.pieces, crib: true };
    table.crib = line.pieces;
  },
};

export function apply(table, line) {
  STEPS[line.kind]?.(table, line);
}

function face(card, small = false) {
  const text = piece(card);
  const red = "DH".includes(card[1]);
  return el("span", { class: `pc${red ? " red" : ""}${small ? " small" : ""}`, "aria-hidden": "true" },
    el("b", {}, text.slice(0, -1)), el("i", {}, text.slice(-1)));
}

const back = () => el("span", { class: "pc down", "aria-hidden": "true" });
const spoken = (cards) => cards.map((card) => `${piece(card).slice(0, -1)} of ${NAMES[card[1]]}`).join(", ");

function cards(shown, count, label) {
  const words = shown ? spoken(shown) || "none" : `${count} face down`;
  return picture("cards-row", `${label}: ${words}`, ...(shown ? shown.map((card) => face(card)) : Array.from({ length: count }, back)));
}

export function ofSeat(table, seat, open, name) {
  const marks = [];
  if (table.dealer === seat) marks.push(el("span", { class: "mark dealer" }, "dealer"));
  if (table.gone.has(seat)) marks.push(el("span", { class: "mark" }, "go"));
  const played = picture("cards-row played", `${name} played: ${spoken(table.played[seat]) || "nothing"}`, ...table.played[seat].map((card) => face(card, true)));
  return [cards(open ? table.hands[seat] : null, table.counts[seat], `${name}'s hand`), played, ...marks];
}

export function middle(table, state, open) {
  const crib = table.crib ?? (open && table.laid.length ? table.laid : null);
  const spots = [
    spot("Starter", table.starter ? cards([table.starter], 1, "Starter") : cards(null, 1, "Starter")),
    spot("Crib", cards(crib, table.cribCount, "Crib")),
  ];
  if (table.shown) return [el("div", { class: "spots" }, ...spots), show(table, state)];
  const pile = picture("cards-row pile", `Played in this count: ${spoken(table.pile) || "nothing"}`, ...table.pile.map((card) => face(card)));
  const gain = state.gain ? el("span", { class: "gain" }, `+${points(state.gain)}`) : "";
  const count = el("p", { class: table.over ? "sum over" : "sum" }, "Count ", el("b", { class: "count" }, `${table.count}`), " ", gain);
  return [el("div", { class: "spots" }, ...spots), pile, count];
}

function spot(name, content) {
  return el("div", { class: "spot" }, el("span", { class: "quiet" }, name), content);
}

// The hand that is being shown; each combination is named once its score is told.
function show(table, state) {
  const { seat, cards: held, crib } = table.shown;
  const told = state.gain && ["hand", "crib"].includes(state.gain.why);
  const rows = told ? explain(held, table.starter, crib) : [];
  const sum = rows.reduce((total, row) => total + row.points, 0);
  const list = rows.map((row) => el("li", {}, el("span", {}, row.what), el("span", {}, row.cards.join(" ")), el("b", {}, `${row.points}`)));
  const total = told ? el("p", { class: "sum" }, el("span", { class: "gain" }, `${sum === state.gain.offered ? sum : points(state.gain)}`), state.gain.points < state.gain.offered ? ` of which ${state.gain.points} count: the target is met` : "") : "";
  return el("div", { class: "show" },
    el("h3", {}, crib ? "The crib" : "The show", " ", el("span", { class: "quiet" }, `of seat ${seat}`)),
    cards([...held, table.starter], 5, "Cards shown, the starter last"),
    rows.length ? el("ol", { class: "counted" }, ...list) : "", total);
}
