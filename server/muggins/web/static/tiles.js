// Dominoes: one tile, a hand of them, and the line as a player lays it, turning where the table ends.

import { picture, svg } from "./draw.js";

const HALF = 20;
const PIPS = {
  0: [], 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]], 5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
const WIDE = matchMedia("(max-width: 40rem)").matches ? 9 : 15; // halves in a row of the line, before it turns

// A tile with its first half at the left, or (upright) at the top, in a box at x, y.
function tile(first, second, x, y, upright, className = "tile") {
  const [width, height] = upright ? [HALF, 2 * HALF] : [2 * HALF, HALF];
  const middle = upright ? `M${x + 3} ${y + HALF}h${HALF - 6}` : `M${x + HALF} ${y + 3}v${HALF - 6}`;
  const second_ = upright ? [x + HALF / 2, y + 1.5 * HALF] : [x + 1.5 * HALF, y + HALF / 2];
  return svg("g", { class: className },
    svg("rect", { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, rx: 3.5 }),
    svg("path", { d: middle }),
    ...half(first, x + HALF / 2, y + HALF / 2, upright), ...half(second, ...second_, upright));
}

// A six has its rows along the tile.
function half(value, x, y, upright) {
  return PIPS[value].map(([a, b]) => {
    const [dx, dy] = upright ? [a, b] : [b, a];
    return svg("circle", { cx: x + dx * 5.2, cy: y + dy * 5.2, r: 2 });
  });
}

export function hand(tiles, count, open, label) {
  const shown = open && tiles ? tiles : Array(count).fill(null);
  const drawn = shown.map((text) => {
    const box = svg("svg", { viewBox: `-1 -1 ${HALF + 2} ${2 * HALF + 2}`, class: "one-tile" });
    if (text) box.append(tile(+text[0], +text[2], 0, 0, true));
    else box.append(svg("rect", { class: "back", x: 0.5, y: 0.5, width: HALF - 1, height: 2 * HALF - 1, rx: 3.5 }));
    return box;
  });
  return picture("hand", `${label}: ${open && tiles ? tiles.join(", ") || "nothing left" : `${count} tiles face down`}`, ...drawn);
}

// Places for the tiles of a line: along the row, doubles across it, one tile down at each turn.
function places(line) {
  const found = [];
  let [x, y, way, used] = [0, 0, 1, 0];
  line.forEach((text, index) => {
    const [a, b] = [+text[0], +text[2]];
    const double = a === b;
    if (used >= WIDE && !double && index < line.length - 1) {
      const left = way > 0 ? x : x - HALF;
      found.push({ a, b, x: left, y, upright: true });
      [y, used] = [y + 2 * HALF + 3, 0];
      x = way > 0 ? left + HALF : left;
      way = -way;
    } else {
      const across = double && !(y && !used); // the first of a further row already lies across the tile at the turn
      const width = across ? HALF : 2 * HALF;
      const left = way > 0 ? x : x - width;
      found.push({ a: way > 0 ? a : b, b: way > 0 ? b : a, x: left, y: across ? y - HALF / 2 : y, upright: across });
      x += way * (width + 1);
      used += width / HALF;
    }
  });
  return found;
}

export function layout(line, last) {
  const found = places(line);
  const left = Math.min(0, ...found.map((each) => each.x));
  const right = Math.max(0, ...found.map((each) => each.x + (each.upright ? HALF : 2 * HALF)));
  const bottom = Math.max(2 * HALF, ...found.map((each) => each.y + 2 * HALF)) + 4;
  const width = Math.max((WIDE + 2) * HALF, right - left) + 8; // so that tiles keep their size while the line grows
  const from = (left + right - width) / 2;
  const box = svg("svg", { viewBox: `${from} ${-HALF / 2 - 4} ${width} ${bottom + HALF / 2 + 4}`, class: "line" });
  found.forEach(({ a, b, x, y, upright }, index) => {
    box.append(tile(a, b, x, y, upright, index === last ? "tile newest" : "tile"));
  });
  return picture("layout", line.length ? `The line: ${line.join(", ")}` : "The table is empty", box);
}
