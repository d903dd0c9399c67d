import type { ClientDuplexStream, StatusObject } from "@grpc/grpc-js";

import type { Player } from "./player.js";
import type { PlayRequest, PlayResponse } from "./protocol.js";

const SLICE = 1; // ms of deciding before what is ready goes out

type Call = ClientDuplexStream<PlayRequest, PlayResponse>;

/**
 * One stream to the server, from hello to its end.  Whatever is decided in one go is sent as one message; a bot that
 * thinks long sends what it has every SLICE, and looks for news before it thinks on.
 */
export class Session {
  #writable = true;
  #woken = false;
  #patience: NodeJS.Timeout | undefined;

  /** `grace` is how many ms the server has to end the stream when there is nothing more to play. */
  constructor(
    private readonly player: Player,
    private readonly call: Call,
    private readonly grace: number,
  ) {}

  /** Play until the stream ends, and return how it ended. */
  async run(): Promise<StatusObject> {
    const { call, player } = this;
    const ended = new Promise<StatusObject>((resolve) => call.on("status", resolve));
    call.on("error", () => {}); // the status says the same
    call.on("drain", () => {
      this.#writable = true;
      this.wake();
    });
    call.on("data", (response: PlayResponse) => {
      player.take(response);
      this.wake();
    });
    call.write(player.hello());
    try {
      return await ended;
    } finally {
      clearTimeout(this.#patience);
      call.removeAllListeners("data");
    }
  }

  /** Look soon for what is to be decided or sent. */
  readonly wake = (): void => {
    if (this.#woken) return;
    this.#woken = true;
    setImmediate(this.#work);
  };

  readonly #work = (): void => {
    this.#woken = false;
    const { player } = this;
    const until = performance.now() + SLICE;
    while (player.step() && performance.now() < until);
    if (this.#writable) {
      const request = player.collect();
      if (request) this.#writable = this.call.write(request);
    }
    if (player.busy) this.wake();
    else if (player.superseded) this.#hangUp();
    else if (player.done) this.#patience ??= setTimeout(this.#hangUp, this.grace);
  };

  /** End the stream from our side; a server that does not end it in turn is left. */
  readonly #hangUp = (): void => {
    this.call.end();
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.call.cancel(), this.grace);
  };
}
