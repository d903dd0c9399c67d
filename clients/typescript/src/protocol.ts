/** The messages of the protocol, written from the .proto files by `npm run generate`. */
export type { Event } from "./gen/muggins/v1/event.js";
export { CribbagePhase, type CribbageView } from "./gen/muggins/v1/cribbage.js";
export type { FivesView } from "./gen/muggins/v1/fives.js";
export {
  Feature,
  NoticeKind,
  PlayRequest,
  PlayResponse,
  PlayServiceClient,
  PlayServiceService,
  Termination,
  Turn as TurnMessage,
  type Clock,
  type Commitments,
  type ExtensionView,
  type Hello,
  type MatchEnd,
  type MatchStart,
  type Notice,
  type Welcome,
} from "./gen/muggins/v1/play.js";
