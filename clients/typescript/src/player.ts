import { randomBytes } from "node:crypto";

import { helloOf, turnOf, type Bot, type Ending } from "./bot.js";
import { FairDeal, SIZE, matchSeed } from "./fair.js";
import type { Log } from "./log.js";
import {
  NoticeKind,
  PlayRequest,
  type Commitments,
  type MatchEnd,
  type MatchStart,
  type Notice,
  type PlayResponse,
  type Welcome,
} from "./protocol.js";
import { Thinking } from "./thinking.js";

/**
 * A bot's side of the protocol without a network: messages in, messages out.  It lives through as many sessions as the
 * bot needs.
 */
export class Player {
  /** The matches that are being played. */
  readonly matches = new Map<string, FairDeal>();
  leaving = false;
  superseded = false;
  /** Milliseconds, when the server is going away and says so. */
  comeBackAfter = 0;
  readonly #thinking: Thinking;
  #out = PlayRequest.create();
  #empty = true;

  /** `ready` is called when there may be something to collect that `take` and `step` did not leave there. */
  constructor(
    private readonly bot: Bot,
    private readonly log: Log,
    ready: () => void,
  ) {
    const answer = ({ turnId }: { turnId: bigint }, move: string) => this.#say().decisions.push({ turnId, move });
    this.#thinking = new Thinking(bot, log, answer, ready);
  }

  /** Begin a session: its first message.  Turns of a former session are forgotten; the server sends them again. */
  hello(): PlayRequest {
    this.#thinking.forgetWaiting();
    this.comeBackAfter = 0;
    this.collect();
    return PlayRequest.create({ hello: helloOf(this.bot), ...(this.leaving && { goodbye: {} }) });
  }

  /** Take one message; its turns wait until `step` decides them. */
  take(response: PlayResponse): void {
    const now = performance.now();
    if (response.welcome) this.#welcome(response.welcome);
    for (const start of response.starts) this.#start(start);
    for (const notice of response.notices) this.#notice(notice);
    for (const shown of response.commitments) this.#reveal(shown);
    this.#thinking.ask(response.turns.map((turn) => turnOf(turn, now)));
    for (const end of response.ends) this.#end(end);
    if (response.ping) this.#say().pong = { nonce: response.ping.nonce };
    const { seconds = 0n, nanos = 0 } = response.goingAway?.comeBackAfter ?? {};
    if (response.goingAway) this.comeBackAfter = Number(seconds) * 1000 + nanos / 1e6;
  }

  /** Whether turns wait for `step`. */
  get busy(): boolean {
    return this.#thinking.waiting;
  }

  /** Whether the bot leaves and has nothing more to play. */
  get done(): boolean {
    return this.leaving && this.matches.size === 0;
  }

  /** Decide the turn that is due first.  False when none was waiting. */
  step(): boolean {
    return this.#thinking.step();
  }

  /** Everything that is ready to be sent, undefined when nothing is. */
  collect(): PlayRequest | undefined {
    if (this.#empty) return undefined;
    const out = this.#out;
    this.#out = PlayRequest.create();
    this.#empty = true;
    return out;
  }

  /** Ask for no new matches; the running ones are played to their end. */
  goodbye(): void {
    this.leaving = true;
    this.#say().goodbye = {};
  }

  /** The message that will be sent next, to put something in. */
  #say(): PlayRequest {
    this.#empty = false;
    return this.#out;
  }

  #welcome(welcome: Welcome): void {
    this.log.info(`connected as ${welcome.bot}`);
    for (const matchId of this.matches.keys()) {
      if (!welcome.liveMatches.includes(matchId)) this.#forget(matchId);
    }
  }

  #start(start: MatchStart): void {
    let deal = this.matches.get(start.matchId);
    if (!deal) { // it is sent once more after a reconnection
      deal = new FairDeal(start.seat, start.serverCommitment, randomBytes(SIZE));
      this.matches.set(start.matchId, deal);
      this.#tell(() => this.bot.matchStarted?.(start));
    }
    this.#say().ready.push({ matchId: start.matchId, entropyCommitment: deal.commitment });
  }

  #notice(notice: Notice): void {
    this.#thinking.drop(notice.turnId); // whatever it says of a turn, that turn waits no longer
    if (notice.kind === NoticeKind.SUPERSEDED) this.superseded = true;
    this.#tell(() => this.bot.noticed?.(notice));
  }

  /** Answers with nothing where another commitment is shown as ours: then the bytes would bind nobody. */
  #reveal(shown: Commitments): void {
    const deal = this.matches.get(shown.matchId);
    if (!deal) return;
    deal.commitments = shown.entropyCommitments;
    this.#say().reveals.push({ matchId: shown.matchId, entropy: deal.shown ? Buffer.from(deal.entropy) : Buffer.alloc(0) });
  }

  #end(end: MatchEnd): void {
    const deal = this.#forget(end.matchId);
    let seed: Buffer | undefined;
    if (deal && end.serverSeed.length > 0) {
      for (const problem of deal.brokenPromises(end.serverSeed, end.entropies)) {
        this.log.warn(`match ${end.matchId} was not dealt fairly: ${problem}`);
      }
      seed = matchSeed(end.serverSeed, end.entropies);
    }
    if (deal && end.sides.length > 0) this.#report(end, deal.seat % end.sides.length); // partners share a side
    this.#tell(() => this.bot.matchEnded?.({ ...end, seed } satisfies Ending));
  }

  #report({ matchId, sides }: MatchEnd, side: number): void {
    const points = sides.map((each) => each.points).join(" : ");
    this.log.info(`match ${matchId} ended: place ${sides[side]!.place + 1} of ${sides.length}, game points ${points}`);
  }

  #forget(matchId: string): FairDeal | undefined {
    this.#thinking.dropMatch(matchId);
    const deal = this.matches.get(matchId);
    this.matches.delete(matchId);
    return deal;
  }

  /** Call a hook of the bot; what goes wrong in it is the author's to see, and ends nothing. */
  #tell(hook: () => void): void {
    try {
      hook();
    } catch (problem) {
      this.log.error("a hook of the bot failed", problem);
    }
  }
}
