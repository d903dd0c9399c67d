import { setTimeout as sleep } from "node:timers/promises";

import { credentials, Metadata, status, type ChannelCredentials, type StatusObject } from "@grpc/grpc-js";

import { Backoff } from "./backoff.js";
import type { Bot } from "./bot.js";
import { stderrLog, type Log } from "./log.js";
import { Player } from "./player.js";
import { PlayServiceClient } from "./protocol.js";
import { Session } from "./session.js";

export const EXIT_OK = 0;
export const EXIT_SUPERSEDED = 1;
export const EXIT_REFUSED = 2;

/** Trying again would not help. */
const REFUSALS = [status.UNAUTHENTICATED, status.PERMISSION_DENIED, status.INVALID_ARGUMENT, status.UNIMPLEMENTED];

const OPTIONS = {
  // A server that has vanished is noticed within half a minute; a ping more often than this may be held against us.
  "grpc.keepalive_time_ms": 20_000,
  "grpc.keepalive_timeout_ms": 5_000,
  "grpc.keepalive_permit_without_calls": 1,
  // Turns of hundreds of matches may come in one message.
  "grpc.max_receive_message_length": 16 * 2 ** 20,
};

export interface ConnectionOptions {
  /** Plain text by default. */
  credentials?: ChannelCredentials;
  log?: Log;
  backoff?: Backoff;
  /** Milliseconds that the server has to end the stream after a goodbye without matches; 1000 by default. */
  grace?: number;
  /** Ends it at once, whatever runs. */
  signal?: AbortSignal;
}

/** Keeps a bot connected to a server at "host:port": it dials, plays, and dials again. */
export class Connection {
  readonly #player: Player;
  readonly #log: Log;
  readonly #backoff: Backoff;
  readonly #leaving = new AbortController();
  #session: Session | undefined;

  constructor(
    bot: Bot,
    readonly address: string,
    private readonly token: string,
    private readonly options: ConnectionOptions = {},
  ) {
    this.#log = options.log ?? stderrLog();
    this.#backoff = options.backoff ?? new Backoff();
    this.#player = new Player(bot, this.#log, () => this.#session?.wake());
  }

  /** Play until there is a reason to stop, and return the exit code for it (EXIT_OK after `leave` or the signal). */
  async run(): Promise<number> {
    for (;;) {
      const started = performance.now();
      const ended = await this.#play();
      this.#backoff.lasted(performance.now() - started);
      const code = this.#verdict(ended);
      if (code !== undefined) return code;
      await this.#pause(ended.code === status.OK ? "it ended the stream" : ended.details);
    }
  }

  /** Say goodbye: running matches are finished, no new ones come, then `run` ends.  Returns how many matches run. */
  leave(): number {
    this.#player.goodbye();
    this.#leaving.abort();
    this.#session?.wake();
    return this.#player.matches.size;
  }

  async #play(): Promise<StatusObject> {
    const client = new PlayServiceClient(this.address, this.options.credentials ?? credentials.createInsecure(), OPTIONS);
    const metadata = new Metadata();
    metadata.set("authorization", `Bearer ${this.token}`);
    const call = client.play(metadata);
    const cancel = () => call.cancel();
    this.options.signal?.addEventListener("abort", cancel);
    this.#session = new Session(this.#player, call, this.options.grace ?? 1000);
    try {
      return await this.#session.run();
    } finally {
      this.options.signal?.removeEventListener("abort", cancel);
      this.#session = undefined;
      client.close();
    }
  }

  /** The exit code where the end of a session is the end of it all. */
  #verdict(ended: StatusObject): number | undefined {
    if (this.#player.superseded) {
      this.#log.error("a newer session of this bot has taken over; this one stops");
      return EXIT_SUPERSEDED;
    }
    if (REFUSALS.includes(ended.code)) {
      this.#log.error(`${this.address} refused this bot: ${ended.details}`);
      return EXIT_REFUSED;
    }
    return this.#player.done || this.options.signal?.aborted ? EXIT_OK : undefined;
  }

  async #pause(why: string): Promise<void> {
    const pause = this.#backoff.pause() + this.#player.comeBackAfter;
    this.#log.warn(`no connection to ${this.address} (${why}); trying again in ${(pause / 1000).toFixed(1)} s`);
    const wakers = this.options.signal ? [this.options.signal] : [];
    // Once the bot leaves, matches wait for it, and a goodbye can shorten the pause no more.
    if (!this.#leaving.signal.aborted) wakers.push(this.#leaving.signal);
    await sleep(pause, undefined, { signal: AbortSignal.any(wakers) }).catch(() => {}); // rejects when it is woken
  }
}
