import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import { status } from "@grpc/grpc-js";
import { EXIT_OK, EXIT_REFUSED, EXIT_SUPERSEDED, NoticeKind, type Bot, type Turn } from "muggins-bot";
import { commitment } from "muggins-bot/fair";

import { Referee, turn, type Session } from "./referee.js";

const last: Bot = { version: "test", decide: ({ legalMoves }) => legalMoves.at(-1)! };

async function connected(t: TestContext, bot: Bot) {
  const referee = await Referee.serving(t);
  const { connection, code } = referee.connect(t, bot);
  const session = await referee.session();
  const hello = await session.welcome();
  return { referee, connection, code, session, hello };
}

/** Starts match m and returns what the bot commits to. */
async function start(session: Session, seat = 0): Promise<Buffer> {
  session.send({ starts: [{ matchId: "m", seat }] });
  return (await session.receive()).ready[0]!.entropyCommitment;
}

test("it says who it is", async (t) => {
  const { session, hello } = await connected(t, last);
  assert.equal(session.token, "Bearer secret");
  assert.deepEqual([hello.botVersion, hello.maxMatches, hello.features.length], ["test", 8, 3]);
});

test("turns that are decided together are answered together", async (t) => {
  const { session } = await connected(t, last);
  session.send({ turns: Array.from({ length: 512 }, (_, id) => turn(id + 1)) });
  const { moves, messages } = await session.answers(512);
  assert.equal(moves.get(1n), "6-6");
  assert.ok(messages <= 512 / 8, `${messages} messages`); // one or two, but for a machine that is very busy
});

test("the earliest deadline is decided first", async (t) => {
  const order: bigint[] = [];
  const { session } = await connected(t, { decide: ({ turnId, legalMoves }) => (order.push(turnId), legalMoves[0]!) });
  session.send({ turns: [turn(1, 9), turn(2, 2), turn(3, 5)] });
  await session.answers(3);
  assert.deepEqual(order, [2n, 3n, 1n]);
});

test("a slow decision holds up nothing", async (t) => {
  let release = (_move: string) => {};
  const slow = new Promise<string>((resolve) => (release = resolve));
  const decide = async ({ turnId, legalMoves }: Turn) => (turnId === 1n ? slow : legalMoves[0]!);
  const { session } = await connected(t, { decide });
  session.send({ turns: [turn(1, 1), turn(2, 9)] });
  assert.deepEqual([...(await session.answers(1)).moves.keys()], [2n]);
  release("6-6");
  assert.deepEqual([...(await session.answers(1)).moves], [[1n, "6-6"]]);
});

test("what fails is left to its clock", async (t) => {
  const decide = ({ turnId, legalMoves }: Turn): string | Promise<string> => {
    if (turnId === 1n) throw new Error("no idea");
    if (turnId === 2n) return Promise.reject(new Error("no idea"));
    return turnId === 3n ? (undefined as unknown as string) : legalMoves[0]!;
  };
  const { session } = await connected(t, { decide });
  session.send({ turns: [turn(1), turn(2), turn(3), turn(4)] });
  assert.deepEqual([...(await session.answers(1)).moves], [[4n, "6-4"]]);
});

test("pending turns are answered after a reconnection", async (t) => {
  const { session, referee } = await connected(t, last);
  const promised = await start(session);
  session.end(status.UNAVAILABLE, "a bad line");
  const second = await referee.session();
  await second.welcome("m");
  assert.deepEqual(await start(second), promised);
  second.send({ turns: [turn(7)] });
  assert.deepEqual([...(await second.answers(1)).moves], [[7n, "6-6"]]);
});

test("it reveals only what is shown as its own", async (t) => {
  const { session } = await connected(t, last);
  const promised = await start(session, 1);
  const none = Buffer.alloc(0);
  session.send({ commitments: [{ matchId: "m", entropyCommitments: [promised, none] }, { matchId: "stranger" }] });
  assert.deepEqual((await session.receive()).reveals, [{ matchId: "m", entropy: none }]);
  session.send({ commitments: [{ matchId: "m", entropyCommitments: [none, promised] }] });
  const { reveals } = await session.receive();
  assert.deepEqual(commitment(reveals[0]!.entropy), promised);
});

test("it answers pings", async (t) => {
  const { session } = await connected(t, last);
  session.send({ ping: { nonce: 5n } });
  assert.equal((await session.receive()).pong?.nonce, 5n);
});

test("a goodbye finishes what runs", async (t) => {
  const { session, connection, code } = await connected(t, last);
  await start(session);
  assert.equal(connection.leave(), 1);
  assert.ok((await session.receive()).goodbye);
  session.send({ turns: [turn(1)] });
  await session.answers(1);
  session.send({ ends: [{ matchId: "m" }] });
  assert.equal(await code, EXIT_OK);
});

test("it stops where coming back would not help", async (t) => {
  const { session, code } = await connected(t, last);
  session.end(status.UNAUTHENTICATED, "no such token");
  assert.equal(await code, EXIT_REFUSED);
});

test("it stops when a newer session has taken over", async (t) => {
  const { session, code } = await connected(t, last);
  session.send({ notices: [{ kind: NoticeKind.SUPERSEDED }] });
  assert.equal(await code, EXIT_SUPERSEDED);
});
