// A cribbage board: two pegs a side, the front one where the score stands, the other where it stood before.

import { svg } from "./draw.js";

const ROW = 30; // holes in a row; the way turns at its end
const STEP = 10;
const GAP = 5; // after each five holes
const TRACK = 9;

// Where hole number ``hole`` (0 is the start) of a side's track is.
function where(hole, side, sides) {
  if (hole <= 0) return [-9, side * TRACK];
  const row = Math.floor((hole - 1) / ROW);
  const place = (hole - 1) % ROW;
  const along = place * STEP + Math.floor(place / 5) * GAP;
  const width = (ROW - 1) * STEP + 5 * GAP;
  return [row % 2 ? width - along : along, row * (sides * TRACK + 10) + side * TRACK];
}

export class Board {
  constructor(sides, target, names) {
    this.target = target;
    this.names = names;
    const rows = Math.ceil((target - 1) / ROW);
    const height = rows * (sides * TRACK + 10);
    this.root = svg("svg", { class: "board", viewBox: `-18 -10 357 ${height + 8}`, role: "img" });
    this.root.append(svg("rect", { class: "wood", x: -17, y: -9, width: 355, height: height + 6, rx: 8 }));
    this.sides = sides;
    for (let side = 0; side < sides; side += 1) this.holes(side);
    this.pegs = Array.from({ length: sides }, (_, side) => [this.peg(side, "back"), this.peg(side, "front")]);
  }

  holes(side) {
    for (let hole = 0; hole < this.target; hole += 1) this.hole(this.at(hole, side));
    this.hole(this.at(this.target, side), 2.6);
  }

  // The last hole lies beyond the end of the way.
  at(hole, side) {
    if (hole < this.target) return where(hole, side, this.sides);
    const [x, y] = where(this.target - 1, side, this.sides);
    const left = Math.floor((this.target - 2) / ROW) % 2 === 1;
    return [left ? x - 10 : x + 10, y];
  }

  hole([cx, cy], r = 1.7) {
    this.root.append(svg("circle", { class: "hole", cx, cy, r }));
  }

  peg(side, which) {
    const peg = svg("circle", { class: `peg side${side} ${which}`, r: which === "front" ? 3.9 : 3.3 });
    this.root.append(peg);
    return peg;
  }

  move(before, scores) {
    this.pegs.forEach((pair, side) => {
      [before[side], scores[side]].forEach((hole, which) => {
        const [x, y] = this.at(Math.min(hole, this.target), side);
        pair[which].style.transform = `translate(${x}px, ${y}px)`;
      });
    });
    this.root.setAttribute("aria-label", `Board to ${this.target}: ${this.names.map((name, side) => `${name} ${scores[side]}`).join(", ")}`);
  }
}
