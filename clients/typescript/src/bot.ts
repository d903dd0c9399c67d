import { Feature, type Hello, type MatchEnd, type MatchStart, type Notice, type TurnMessage } from "./protocol.js";

/**
 * A question to a seat, complete in itself: `legalMoves`, the `view` of what the seat may know, `events` since the last
 * turn that was answered, `clock`, `seat` and `matchId`.
 */
export type Turn = Readonly<TurnMessage> & {
  /** When it is lost, on the clock of `performance.now()`, in ms: the move time and the whole bank, from when it came. */
  readonly deadline: number;
};

/** The end of a match. */
export type Ending = MatchEnd & {
  /** 32 bytes from which all its deals follow; undefined where the server has not opened them. */
  readonly seed: Uint8Array | undefined;
};

/** A bot.  One object plays all matches of a session, so whatever it remembers belongs under `turn.matchId`. */
export interface Bot {
  /** Your own name for this version, at most 32 characters; "1" by default. */
  readonly version?: string;
  /** Such as ["cribbage"]; all by default. */
  readonly games?: readonly string[];
  /** The numbers of seats that it plays with; all by default. */
  readonly seats?: readonly number[];
  /** How many matches it plays at once; 8 by default. */
  readonly maxMatches?: number;
  /** True where several sessions of the bot share its matches. */
  readonly share?: boolean;

  /**
   * One of `turn.legalMoves`, or a promise of one; then the turns of several matches are thought about at once.
   *
   * What it throws is reported, and the turn is left to its clock: the kit never plays a move in the bot's place.
   */
  decide(turn: Turn): string | Promise<string>;

  /** Called once for each match, in the start-up time, before its first turn. */
  matchStarted?(start: MatchStart): void;

  /** Called when a match has its result. */
  matchEnded?(end: Ending): void;

  /** Called when the server has something to say, such as that a move was illegal. */
  noticed?(notice: Notice): void;
}

/** What a session of the bot can do. */
export function helloOf(bot: Bot): Hello {
  return {
    botVersion: bot.version ?? "1",
    games: [...(bot.games ?? [])],
    seats: [...(bot.seats ?? [])],
    maxMatches: bot.maxMatches ?? 8,
    share: bot.share ?? false,
    features: [Feature.READY, Feature.ENTROPY, Feature.PING],
  };
}

/** A turn as it came, with its deadline. */
export function turnOf(message: TurnMessage, now: number): Turn {
  const { moveLeftUs = 0n, bankLeftUs = 0n } = message.clock ?? {};
  return Object.assign(message, { deadline: now + Number(moveLeftUs + bankLeftUs) / 1000 });
}
