// The lines of a log or of the live feed, as steps to go through: one for each public event.

const STAYS = new Set(["hand", "aside", "lay_away"]); // they belong to the event before them, the others to the next

export class Steps {
  constructor() {
    this.all = []; // { n, line, lines }
    this.waiting = [];
  }

  add(line) {
    if (line.kind === "match" || line.kind === "result") return;
    const last = this.all.at(-1);
    if (line.n) {
      this.all.push({ n: line.n, line, lines: [...this.waiting, line] });
      this.waiting = [];
    } else if (STAYS.has(line.kind) && last) {
      last.lines.push(line);
    } else {
      this.waiting.push(line);
    }
  }

  // No more comes: what was still waiting for an event belongs to the last one.
  end() {
    this.all.at(-1)?.lines.push(...this.waiting);
    this.waiting = [];
  }

  indexOf(number) {
    const index = this.all.findIndex((step) => step.n >= number);
    return index < 0 ? this.all.length - 1 : index;
  }
}

// What every game has: scores, games, and what the referee did.
export function start(match) {
  const sides = new Set(match.seats.map((seat) => seat.side)).size;
  return {
    game: 0,
    scores: Array(sides).fill(0),
    before: Array(sides).fill(0), // the scores before the last gain, where the back pegs stand
    games: Array(sides).fill(0),
    deal: 0,
    turn: null, // the seat that moved last
    gain: null, // the last line that scored
    notes: [],
  };
}

export function apply(state, line) {
  if (line.n) state.notes = line.kind === "score" ? state.notes : [];
  if (line.n && line.kind !== "score") state.gain = null;
  if (line.kind === "game") {
    state.game = line.total;
    state.scores.fill(0);
    state.before.fill(0);
  } else if (line.kind === "score") {
    if (line.points) state.before[line.side] = state.scores[line.side];
    state.scores[line.side] = line.total;
    state.gain = line;
  } else if (line.kind === "game_over") {
    state.games[line.side] += line.points ?? 0;
  } else if (line.kind === "award") {
    state.games[line.side] = line.total ?? state.games[line.side];
  } else if (line.kind === "deal") {
    state.deal = line.total;
  } else if (["fault", "forced", "out", "struck_out"].includes(line.kind)) {
    state.notes.push(line);
  }
  if (line.seat !== undefined && ["play", "place", "go", "knock", "show"].includes(line.kind)) state.turn = line.seat;
}
