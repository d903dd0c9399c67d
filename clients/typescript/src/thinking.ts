import type { Bot, Turn } from "./bot.js";
import type { Log } from "./log.js";

/** The turns that a bot has been asked: those that wait, the one due first in front, and those thought about. */
export class Thinking {
  #waiting: Turn[] = []; // sorted by deadline when #sorted, the earliest last
  #sorted = true;
  #thoughtAbout = new Map<bigint, Turn>();

  /** `later` is called when a promise has been answered, after `step` had returned. */
  constructor(
    private readonly bot: Bot,
    private readonly log: Log,
    private readonly answer: (turn: Turn, move: string) => void,
    private readonly later: () => void,
  ) {}

  /** Whether turns wait for `step`. */
  get waiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Put turns in the queue.  One that is thought about already is not begun again. */
  ask(turns: readonly Turn[]): void {
    const fresh = turns.filter((turn) => !this.#thoughtAbout.has(turn.turnId));
    this.#waiting = this.#waiting.concat(fresh);
    this.#sorted = false;
  }

  /** Decide the turn that is due first.  False when none was waiting. */
  step(): boolean {
    if (!this.#sorted) this.#waiting.sort((a, b) => b.deadline - a.deadline);
    this.#sorted = true;
    const turn = this.#waiting.pop();
    if (turn) this.#decide(turn);
    return turn !== undefined;
  }

  /** Stop caring about a turn; whatever is decided of it is not sent. */
  drop(turnId: bigint): void {
    this.#waiting = this.#waiting.filter((turn) => turn.turnId !== turnId);
    this.#thoughtAbout.delete(turnId);
  }

  /** Stop caring about the turns of a match. */
  dropMatch(matchId: string): void {
    this.#waiting = this.#waiting.filter((turn) => turn.matchId !== matchId);
    for (const [id, turn] of this.#thoughtAbout) {
      if (turn.matchId === matchId) this.#thoughtAbout.delete(id);
    }
  }

  /** Forget what waits; what is thought about goes on. */
  forgetWaiting(): void {
    this.#waiting = [];
  }

  #decide(turn: Turn): void {
    try {
      const move = this.bot.decide(turn);
      if (move instanceof Promise) void this.#decideLater(turn, move);
      else this.#decided(turn, move);
    } catch (problem) {
      this.#failed(turn, problem);
    }
  }

  async #decideLater(turn: Turn, promise: Promise<string>): Promise<void> {
    this.#thoughtAbout.set(turn.turnId, turn);
    const wanted = () => this.#thoughtAbout.get(turn.turnId) === turn && this.#thoughtAbout.delete(turn.turnId);
    try {
      const move = await promise;
      if (wanted()) this.#decided(turn, move);
    } catch (problem) {
      if (wanted()) this.#failed(turn, problem);
    }
    this.later();
  }

  #decided(turn: Turn, move: unknown): void {
    if (typeof move === "string") this.answer(turn, move);
    else this.#failed(turn, new TypeError(`decide gave ${String(move)}, which is no move`));
  }

  #failed(turn: Turn, problem: unknown): void {
    this.log.error(`decide failed; the clock of turn ${turn.turnId} of match ${turn.matchId} runs on`, problem);
  }
}
