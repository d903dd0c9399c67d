/** The bot kit of muggins: write an object with `decide`, call `main`, and the kit does the rest. */
export { Backoff } from "./backoff.js";
export type { Bot, Ending, Turn } from "./bot.js";
export { main } from "./cli.js";
export {
  Connection,
  EXIT_OK,
  EXIT_REFUSED,
  EXIT_SUPERSEDED,
  type ConnectionOptions,
} from "./connection.js";
export type { Log } from "./log.js";
export { Player } from "./player.js";
export {
  CribbagePhase,
  NoticeKind,
  Termination,
  type Clock,
  type CribbageView,
  type Event,
  type ExtensionView,
  type FivesView,
  type MatchEnd,
  type MatchStart,
  type Notice,
} from "./protocol.js";
