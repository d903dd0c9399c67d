// Fives and Threes: what is on the table after each line, and how it is drawn.

import { el } from "./draw.js";
import { hand, layout } from "./tiles.js";
import { points } from "./tell.js";

const DEALT = { 2: 7, 3: 5, 4: 5 };

export function start(match) {
  const seats = match.seats.length;
  return { seats, line: [], last: null, ends: null, hands: Array(seats).fill(null), counts: Array(seats).fill(0), knocked: new Set(), why: "" };
}

export function apply(table, line) {
  if (line.kind === "deal") {
    Object.assign(table, { line: [], last: null, ends: null, why: "" });
    table.hands.fill(null);
    table.counts.fill(DEALT[table.seats]);
    table.knocked.clear();
  } else if (line.kind === "hand") {
    table.hands[line.seat] = [...line.pieces];
  } else if (line.kind === "knock") {
    table.knocked.add(line.seat);
  } else if (line.kind === "place") {
    place(table, line);
  } else if (line.kind === "round_over") {
    table.why = line.why;
  }
}

function place(table, line) {
  const [tile, end] = line.pieces[0].split(":");
  table.hands[line.seat] = table.hands[line.seat]?.filter((held) => held !== tile) ?? null;
  table.counts[line.seat] -= 1;
  table.ends = line.total;
  table.knocked.delete(line.seat);
  const [high, low] = tile.split("-");
  if (!end || !table.line.length) {
    table.line = [tile];
  } else if (end === "L") {
    const inner = table.line[0][0];
    table.line = [`${high === inner ? low : high}-${inner}`, ...table.line];
  } else {
    const inner = table.line.at(-1).at(-1);
    table.line = [...table.line, `${inner}-${high === inner ? low : high}`];
  }
  table.last = end === "L" ? 0 : table.line.length - 1;
}

export function ofSeat(table, seat, open, name) {
  const mark = table.knocked.has(seat) ? [el("span", { class: "mark" }, "knock")] : [];
  return [hand(table.hands[seat], table.counts[seat], open, `${name}'s hand`), ...mark];
}

export function middle(table, state) {
  const ends = table.line.length ? `Ends ${endsOf(table.line)} = ${table.ends}` : "Nothing is placed yet";
  const made = state.gain ? el("span", { class: state.gain.points ? "gain" : "gain void" }, state.gain.points ? `+${points(state.gain)}` : points(state.gain)) : "";
  const over = table.why ? el("span", { class: "mark" }, table.why === "blocked" ? "blocked" : "out") : "";
  return [layout(table.line, table.last), el("p", { class: "sum" }, el("b", {}, ends), " ", made, " ", over)];
}

// A double at an end counts both its halves; a lone tile has its two ends.
function endsOf(line) {
  const end = (tile, half) => (tile[0] === tile[2] && line.length > 1 ? 2 * +half : +half);
  return `${end(line[0], line[0][0])} + ${end(line.at(-1), line.at(-1)[2])}`;
}
