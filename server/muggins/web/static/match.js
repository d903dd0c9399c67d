// A match on the page: the log of one that is over, or the public feed of one that is being played.

import { Board } from "./board.js";
import * as common from "./steps.js";
import { Controls } from "./controls.js";
import * as cribbage from "./cribbage.js";
import { el } from "./draw.js";
import * as fives from "./fives.js";
import { tell } from "./tell.js";

const TABLES = { cribbage, "fives-and-threes": fives };
const PACE = 900; // milliseconds for one event as at a table
const SAID = 12; // lines of what was said that are shown

class Viewer {
  constructor(root) {
    this.match = JSON.parse(root.dataset.match);
    this.live = "live" in root.dataset;
    this.steps = new common.Steps();
    this.index = -1;
    this.playing = this.live;
    this.over = !this.live;
    this.rules = TABLES[this.match.game];
    this.names = names(this.match);
    this.controls = new Controls({ go: (n) => this.pauseAt(n), step: (n) => this.pauseAt(this.index + n), toggle: () => this.toggle(), redraw: () => this.draw() }, this.live);
    this.table = el("div", { class: "table" });
    this.now = el("p", { class: "now", role: "status" });
    this.said = el("ol", { class: "said", "aria-label": "What happened in this deal", tabindex: 0 });
    const target = this.match.options.target;
    this.board = this.match.game === "cribbage" ? new Board(this.names.sides.length, target, this.names.sides) : null;
    root.replaceChildren(this.table, this.board?.root ?? "", this.controls.root, this.now, this.said);
  }

  add(line) {
    this.steps.add(line);
  }

  pauseAt(index) {
    const last = this.steps.all.length - 1;
    this.playing = this.live && !this.over && index > last;
    this.index = Math.max(0, Math.min(index, last));
    this.draw();
  }

  toggle() {
    this.playing = !this.playing;
    if (this.playing && this.over && this.index >= this.steps.all.length - 1) this.index = 0;
    this.draw();
  }

  // One event on, if there is one.
  tick() {
    const last = this.steps.all.length - 1;
    if (this.playing && this.index < last) {
      this.index += 1;
      this.draw();
    } else if (this.playing && this.over && last >= 0) {
      this.playing = false;
      this.draw();
    }
    setTimeout(() => this.tick(), PACE / +this.controls.speed.value);
  }

  draw() {
    const state = common.start(this.match);
    const table = this.rules?.start(this.match);
    const shown = this.steps.all.slice(0, this.index + 1);
    for (const line of shown.flatMap((step) => step.lines)) {
      common.apply(state, line);
      this.rules?.apply(table, line);
    }
    this.controls.show(this.index, this.steps.all.length, this.playing);
    this.board?.move(state.before, state.scores);
    this.table.replaceChildren(...this.seats(state, table), el("div", { class: "middle" }, ...(this.rules?.middle(table, state, this.controls.open.checked) ?? [])));
    this.tell(shown, state);
    if (this.over && this.steps.all.length) history.replaceState(null, "", `#${this.steps.all[this.index].n}`);
  }

  seats(state, table) {
    return this.match.seats.map(({ bot, side }, seat) => {
      const games = state.games[side] ? el("span", { class: "quiet" }, ` games ${state.games[side]}`) : "";
      const head = el("header", {}, el("bdi", { class: "who" }, bot), el("b", { class: "score" }, `${state.scores[side]}`), games);
      const rest = this.rules?.ofSeat(table, seat, this.controls.open.checked, bot) ?? [];
      return el("section", { class: `seat side${side}${state.turn === seat ? " turn" : ""}`, "aria-label": `Seat ${seat}` }, head, ...rest);
    });
  }

  tell(shown, state) {
    const step = shown.at(-1);
    const from = shown.findLastIndex((each) => each.line.kind === "deal");
    const lines = shown.slice(Math.max(0, from)).slice(-SAID);
    const notes = state.notes.map((line) => tell(line, this.names));
    const answer = step?.lines.find((line) => line.kind === "decision");
    const took = answer ? [`answered in ${((answer.read_us - answer.sent_us) / 1000).toFixed(1)} ms`] : [];
    this.now.setAttribute("aria-live", this.playing ? "off" : "polite");
    this.now.textContent = step ? [tell(step.line, this.names), ...notes, ...took].join(" · ") : "";
    this.now.classList.toggle("trouble", notes.length > 0);
    this.said.replaceChildren(...lines.map((each) => el("li", {}, tell(each.line, this.names))));
    this.said.scrollTop = this.said.scrollHeight;
  }
}

function names(match) {
  const sides = [];
  match.seats.forEach(({ bot, side }) => (sides[side] ??= []).push(bot));
  return { game: match.game, bots: match.seats.map(({ bot }) => bot), sides: sides.map((bots) => bots.join(" & ")) };
}

async function replay(viewer, address) {
  const text = await (await fetch(address)).text();
  text.split("\n").filter(Boolean).forEach((line) => viewer.add(JSON.parse(line)));
  viewer.steps.end();
  const asked = parseInt(location.hash.slice(1), 10);
  viewer.pauseAt(asked ? viewer.steps.indexOf(asked) : 0);
  addEventListener("hashchange", () => viewer.pauseAt(viewer.steps.indexOf(parseInt(location.hash.slice(1), 10) || 1)));
}

function watch(viewer, address) {
  const source = new EventSource(address);
  source.addEventListener("line", (event) => viewer.add(JSON.parse(event.data)));
  source.addEventListener("end", () => {
    source.close();
    viewer.over = true;
    viewer.said.after(el("p", { class: "more" }, el("a", { href: location.pathname }, "The match is over: see it whole, with hands and clocks")));
  });
}

const root = document.querySelector(".viewer");
if (root) {
  const { live, log } = root.dataset;
  const viewer = new Viewer(root);
  if (live) watch(viewer, live);
  else await replay(viewer, log);
  viewer.tick();
}
