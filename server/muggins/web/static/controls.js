// The bar below the table: to step, to play, to jump, by mouse and by keyboard.

import { el } from "./draw.js";

const SPEEDS = { "0.5": "half speed", 1: "as at a table", 2: "twice", 5: "five times", 20: "fast" };

export class Controls {
  constructor(actions, live) {
    const button = (label, text, action) => {
      const made = el("button", { type: "button", "aria-label": label, title: label }, text);
      made.addEventListener("click", action);
      return made;
    };
    this.range = el("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Moment of the match" });
    this.range.addEventListener("input", () => actions.go(+this.range.value));
    this.play = button("Play or pause (space)", "▶", actions.toggle);
    this.speed = el("select", { "aria-label": "Speed" }, ...Object.entries(SPEEDS).map(([value, text]) => el("option", { value, selected: value === "1" }, text)));
    this.open = el("input", { type: "checkbox", id: "open-hands" });
    this.open.checked = !live;
    this.open.addEventListener("change", actions.redraw);
    this.place = el("span", { class: "place num" });
    this.root = el("div", { class: "controls" },
      button("To the start (Home)", "«", () => actions.go(0)),
      button("One step back (left arrow)", "‹", () => actions.step(-1)), this.play,
      button("One step on (right arrow)", "›", () => actions.step(1)),
      button(live ? "Catch up with the table (End)" : "To the end (End)", "»", () => actions.go(Infinity)),
      this.range, this.place, this.speed,
      live ? "" : el("label", { for: "open-hands" }, this.open, " open hands"));
    document.addEventListener("keydown", (event) => this.key(event, actions));
  }

  key(event, actions) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const own = event.target.closest("input, select, button, a, textarea");
    const keys = {
      ArrowLeft: () => actions.step(-1), ArrowRight: () => actions.step(1), " ": actions.toggle,
      Home: () => actions.go(0), End: () => actions.go(Infinity),
      h: () => { this.open.checked = !this.open.checked; actions.redraw(); },
    };
    const action = keys[event.key];
    if (!action || (own && own !== this.range && (event.key === " " || !own.matches("button")))) return;
    event.preventDefault();
    action();
  }

  show(index, total, playing) {
    this.range.max = Math.max(0, total - 1);
    this.range.value = index;
    this.range.setAttribute("aria-valuetext", `${index + 1} of ${total}`);
    this.place.textContent = total ? `${index + 1} / ${total}` : "";
    this.play.textContent = playing ? "⏸" : "▶";
  }
}
