import type { TestContext } from "node:test";

import { Metadata, Server, ServerCredentials, type ServerDuplexStream, type status } from "@grpc/grpc-js";
import { Backoff, Connection, type Bot, type Log } from "muggins-bot";

import { PlayResponse, PlayServiceService, TurnMessage, type Hello, type PlayRequest } from "../src/protocol.js";

type Partial<M extends { fromPartial(object: never): unknown }> = Parameters<M["fromPartial"]>[0];

/** Items that come one by one, for whoever waits for them. */
class Queue<T> {
  #items: T[] = [];
  #waiting: ((item: T) => void)[] = [];

  put(item: T): void {
    const waiting = this.#waiting.shift();
    if (waiting) waiting(item);
    else this.#items.push(item);
  }

  async take(): Promise<T> {
    const item = this.#items.shift();
    return item ?? new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** One stream of a bot, seen from the server. */
export class Session {
  readonly #requests = new Queue<PlayRequest>();

  constructor(private readonly call: ServerDuplexStream<PlayRequest, PlayResponse>) {
    call.on("data", (request: PlayRequest) => this.#requests.put(request));
    call.on("error", () => {}); // the bot has gone
  }

  get token(): unknown {
    return this.call.metadata.get("authorization")[0];
  }

  /** The bot's next message. */
  receive(): Promise<PlayRequest> {
    return this.#requests.take();
  }

  send(response: Partial<typeof PlayResponse>): void {
    this.call.write(PlayResponse.fromPartial(response));
  }

  end(code: status, details = ""): void {
    this.call.emit("error", { code, details, metadata: new Metadata() });
  }

  /** Read the hello and answer it. */
  async welcome(...liveMatches: string[]): Promise<Hello> {
    const { hello } = await this.receive();
    this.send({ welcome: { bot: "tester", liveMatches } });
    return hello!;
  }

  /** The moves by turn once so many are there, and how many messages that took. */
  async answers(count: number): Promise<{ moves: Map<bigint, string>; messages: number }> {
    const moves = new Map<bigint, string>();
    let messages = 0;
    for (; moves.size < count; messages++) {
      for (const { turnId, move } of (await this.receive()).decisions) moves.set(turnId, move);
    }
    return { moves, messages };
  }
}

/** Hands each stream that a bot opens to the test, behind a real gRPC server. */
export class Referee {
  readonly #sessions = new Queue<Session>();
  #address = "";

  static async serving(t: TestContext): Promise<Referee> {
    const referee = new Referee();
    const server = new Server();
    server.addService(PlayServiceService, {
      play: (call: ServerDuplexStream<PlayRequest, PlayResponse>) => referee.#sessions.put(new Session(call)),
    });
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    referee.#address = `127.0.0.1:${port}`;
    t.after(() => server.forceShutdown());
    return referee;
  }

  /** Runs a bot; the promise has its exit code. */
  connect(t: TestContext, bot: Bot): { connection: Connection; code: Promise<number> } {
    const [backoff, stop] = [new Backoff(1, 10), new AbortController()];
    const options = { backoff, grace: 10, log: new Quiet(), signal: stop.signal };
    const connection = new Connection(bot, this.#address, "secret", options);
    t.after(() => stop.abort());
    return { connection, code: connection.run() };
  }

  /** The next stream that a bot opens. */
  session(): Promise<Session> {
    return this.#sessions.take();
  }
}

/** Keeps what is reported. */
export class Quiet implements Log {
  readonly lines: string[] = [];
  info(text: string): void {
    this.lines.push(text);
  }
  warn(text: string): void {
    this.lines.push(text);
  }
  error(text: string, problem?: unknown): void {
    this.lines.push(problem === undefined ? text : `${text}: ${String(problem)}`);
  }
}

/** An opening turn of dominoes. */
export function turn(id: number, seconds = 1): TurnMessage {
  return TurnMessage.fromPartial({
    turnId: BigInt(id),
    matchId: "m",
    clock: { moveLeftUs: BigInt(seconds * 1_000_000) },
    view: { $case: "fives", value: { tilesLeft: [7, 7], scores: [0, 0] } },
    legalMoves: ["6-4", "6-6"],
  });
}
