/** A bot without the kit, from the generated stubs alone: node dist/examples/plain.js ADDRESS TOKEN */

import { credentials, Metadata } from "@grpc/grpc-js";

import { PlayRequest, PlayServiceClient, type PlayResponse } from "../src/gen/muggins/v1/play.js";

const [address = "", token = ""] = process.argv.slice(2);
const metadata = new Metadata();
metadata.set("authorization", `Bearer ${token}`);
const call = new PlayServiceClient(address, credentials.createInsecure()).play(metadata);

call.on("data", ({ turns }: PlayResponse) => {
  const decisions = turns.map(({ turnId, legalMoves }) => ({
    turnId,
    move: legalMoves[Math.floor(Math.random() * legalMoves.length)]!,
  }));
  if (decisions.length > 0) call.write(PlayRequest.fromPartial({ decisions }));
});
call.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
call.write(PlayRequest.fromPartial({ hello: { botVersion: "plain", maxMatches: 4 } }));
