"""Each cap of the server, over a real socket: what is beyond it is refused, and nobody else is touched."""

import asyncio
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from muggins.api import limits, play, server, session
from muggins.api.errors import MAX_TEXT
from muggins.v1 import play_pb2, tournaments_pb2
from tests.api.arena import CALM, Arena, WireBot, honest_bots, until, wire_bot
from tests.api.arena import arena as running_arena
from tests.api.proxy import proxy
from tests.api.served import cup, served
from tests.attack.http2 import END_HEADERS, HEADERS, HELLO, PLAY, Peer, frame
from tests.referee.table import spec


@asynccontextmanager
async def undisturbed(arena: Arena) -> AsyncIterator[None]:
    """Whatever is done in the block, a match beside it is played to its end."""
    async with honest_bots(arena.address, "bob", "cyd"):
        yield
        arena.start(spec("cribbage", "bob", "cyd", match_id="beside", time=CALM))
        assert (await arena.outcome("beside")).termination == "finished"


async def insist(bot: WireBot, *messages: bytes) -> None:
    """Send these, though the server may end the stream meanwhile."""
    for message in messages:
        try:
            await bot.send_raw(message)
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            return


def with_option(monkeypatch: pytest.MonkeyPatch, name: str, value: int) -> None:
    """Servers that are started from now on have another value of it."""
    assert name in dict(server.OPTIONS)
    monkeypatch.setattr(server, "OPTIONS", tuple((dict(server.OPTIONS) | {name: value}).items()))


async def test_calls_beyond_the_most_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert server.MAX_CALLS == 2000
    monkeypatch.setattr(server, "MAX_CALLS", 3)
    async with (
        running_arena() as arena,
        honest_bots(arena.address, "bob", "cyd"),
        wire_bot(arena.address, "ann") as ann,
    ):
        await ann.hello()
        async with wire_bot(arena.address, "dee") as dee:
            assert (await dee.ended())[0] == StatusCode.RESOURCE_EXHAUSTED
        arena.start(spec("cribbage", "bob", "cyd", time=CALM))
        assert (await arena.outcome()).termination == "finished"


async def test_streams_beyond_the_most_of_one_connection_wait_for_room(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "OPEN_BURST", 1000)
    most = dict(server.OPTIONS)["grpc.max_concurrent_streams"]
    async with undisturbed(arena), wire_bot(arena.address, "ann") as ann:
        before = arena.calls
        others = [WireBot(arena.address, "ann", channel=ann.channel) for _ in range(most - 1)]
        await until(lambda: arena.calls == before + most)
        others.append(WireBot(arena.address, "ann", channel=ann.channel))
        welcome = asyncio.create_task(others[-1].hello())
        async with wire_bot(arena.address, "dee") as dee:
            await dee.hello()
        assert not welcome.done()
        others[0].call.cancel()
        assert (await welcome).welcome.bot == "ann"
        for other in others:
            await other.close()


async def test_one_bot_shares_its_matches_between_so_many_sessions(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "MAX_SESSIONS", 2)
    async with (
        undisturbed(arena),
        wire_bot(arena.address, "ann") as one,
        wire_bot(arena.address, "ann") as two,
        wire_bot(arena.address, "ann") as three,
    ):
        await one.hello(share=True)
        await two.hello(share=True)
        await three.send(hello=play_pb2.Hello(share=True))
        assert await three.ended() == (
            StatusCode.RESOURCE_EXHAUSTED,
            "2 sessions share the matches of this bot, and there is no room for more",
        )


@pytest.mark.parametrize(
    ("message", "times"),
    [
        (play_pb2.PlayRequest(), 20),
        (play_pb2.PlayRequest(hello=play_pb2.Hello()), 20),
        (play_pb2.PlayRequest(pong=play_pb2.Pong(nonce=1)), 20),
        (play_pb2.PlayRequest(ready=[play_pb2.Ready(match_id="m")] * 10), 2),
        (play_pb2.PlayRequest(reveals=[play_pb2.Reveal(match_id="m")] * 10), 2),
    ],
    ids=["nothing", "hello", "pong", "ready", "reveal"],
)
async def test_too_much_talk_ends_the_session_alone(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, message: play_pb2.PlayRequest, times: int
) -> None:
    monkeypatch.setattr(limits, "TALK_BURST", 20)
    monkeypatch.setattr(limits, "TALK_RATE", 0.0)
    async with undisturbed(arena), wire_bot(arena.address, "ann") as ann:
        await ann.hello()
        for _ in range(times):
            await ann.send_raw(message.SerializeToString())
        assert await ann.ended() == (StatusCode.RESOURCE_EXHAUSTED, "too many messages without a decision")


def test_talk_is_allowed_for_all_matches_that_a_bot_can_start_at_once() -> None:
    assert limits.TALK_BURST >= 2 * play.MAX_MATCHES


async def test_people_who_watch_leave_calls_for_the_bots(tmp_path_factory: pytest.TempPathFactory) -> None:
    assert 2 * limits.MAX_WATCHERS <= server.MAX_CALLS / 2
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("muggins.api.tournaments.MAX_WATCHERS", 1)
        async with served(tmp_path_factory.mktemp("watched")) as running:
            for name in ("ann", "bob"):
                await running.organiser.add_bot(name)
            await running.organiser.create(cup("cup", ["ann", "bob"]))
            request = tournaments_pb2.WatchTournamentRequest(name="cup")
            first = running.anybody.tournaments.WatchTournament(request)
            assert (await first.read()).tournament.name == "cup"
            code, text = await running.anybody.refusal(running.anybody.tournaments.WatchTournament, request)
            assert (code, text) == (
                StatusCode.RESOURCE_EXHAUSTED,
                "1 are watching already, and there is no room for more",
            )
            first.cancel()


@pytest.mark.parametrize(("size", "codes"), [(4_000, {StatusCode.OK}), (20_000, {StatusCode.RESOURCE_EXHAUSTED})])
async def test_metadata_has_a_limit(arena: Arena, size: int, codes: set[StatusCode]) -> None:
    async with undisturbed(arena), wire_bot(arena.address, "ann", ("x-long", "x" * size)) as ann:
        await ann.send(hello=play_pb2.Hello(), goodbye=play_pb2.Goodbye())
        assert (await ann.ended())[0] in codes


async def test_grpc_07_a_long_status_text_is_cut_and_arrives(tmp_path_factory: pytest.TempPathFactory) -> None:
    async with served(tmp_path_factory.mktemp("long")) as running:
        organiser = running.organiser
        definition = 'name = "' + "x" * 20_000
        request = tournaments_pb2.CreateTournamentRequest(definition=definition, source="s" * 20_000)
        code, text = await organiser.refusal(organiser.tournaments.CreateTournament, request)
        assert (code, len(text.encode())) == (StatusCode.INVALID_ARGUMENT, MAX_TEXT)
        assert (await organiser.add_bot("ann")).startswith("mug_")


async def test_a_compressed_message_is_refused(arena: Arena) -> None:
    hello = play_pb2.PlayRequest(hello=play_pb2.Hello(games=["cribbage"] * 100)).SerializeToString()
    async with undisturbed(arena), wire_bot(arena.address, "ann") as ann:
        ask: Any = ann.channel.unary_unary(PLAY)  # type: ignore[call-arg]  # raw bytes need no serializer
        call = ask(hello, metadata=[("authorization", "Bearer ann")], compression=grpc.Compression.Gzip)
        assert await call.code() == StatusCode.UNIMPLEMENTED


@pytest.mark.parametrize("said", [b"", HELLO[:10]])
async def test_connections_that_say_nothing_are_closed(monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    assert dict(server.OPTIONS)["grpc.server_handshake_timeout_ms"] == 5_000
    with_option(monkeypatch, "grpc.server_handshake_timeout_ms", 300)
    async with running_arena() as arena, undisturbed(arena):
        host, port = arena.address.split(":")
        lines = [await asyncio.open_connection(host, int(port)) for _ in range(50)]
        for _, writer in lines:
            writer.write(said)
        async with asyncio.timeout(10):
            for reader, writer in lines:
                while await reader.read(1000):
                    pass
                writer.close()


async def test_connections_beyond_the_most_are_closed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with_option(monkeypatch, "grpc.max_allowed_incoming_connections", 10)
    async with running_arena() as arena, undisturbed(arena):
        lines = [await asyncio.to_thread(socket.create_connection, _place(arena)) for _ in range(30)]
        for line in lines:
            line.setblocking(False)
        await until(lambda: sum(_closed(line) for line in lines) >= 20)
        for line in lines:
            line.close()


def _place(arena: Arena) -> tuple[str, int]:
    host, port = arena.address.split(":")
    return host, int(port)


def _closed(line: socket.socket) -> bool:
    try:
        return not line.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    except OSError:
        return True


async def test_thousands_of_calls_that_are_opened_and_taken_back_harm_nobody(arena: Arena) -> None:
    async with undisturbed(arena):
        opened = 0
        while opened < 3000:
            peer = await asyncio.to_thread(Peer, arena.address)
            for _ in range(4):
                try:
                    await asyncio.to_thread(peer.open_and_reset, 100)
                except OSError:
                    break  # the server has had enough of this connection
                opened += 100
            peer.close()


@pytest.mark.parametrize("name", [b":path", b":authority", b"x-meta", b"x-\xe5"])
async def test_bytes_that_are_no_text_end_no_server(arena: Arena, name: bytes) -> None:
    """One call whose path was not UTF-8 ended the server loop of grpcio 1.84 and 1.85, and with it every session."""
    fields = {b":method": b"POST", b":scheme": b"http", b":path": b"/a/b", b":authority": b"here", b"te": b"trailers"}
    async with undisturbed(arena):
        _, writer = await asyncio.open_connection(*_place(arena))
        writer.write(HELLO + frame(HEADERS, END_HEADERS, 1, _block(fields | {name: b"/\xe5\xff"})))
        await writer.drain()
        writer.close()


def _block(fields: dict[bytes, bytes]) -> bytes:
    parts: Sequence[bytes] = [
        bytes((0, len(key))) + key + bytes((len(value),)) + value for key, value in fields.items()
    ]
    return b"".join(parts)


async def test_a_dead_peer_without_heartbeat_is_found_by_keepalive(monkeypatch: pytest.MonkeyPatch) -> None:
    options = dict(server.OPTIONS)
    assert options["grpc.keepalive_time_ms"] + options["grpc.keepalive_timeout_ms"] <= 15_000
    assert options["grpc.keepalive_time_ms"] + options["grpc.http2.ping_timeout_ms"] <= 15_000
    for name in ("grpc.keepalive_time_ms", "grpc.keepalive_timeout_ms", "grpc.http2.ping_timeout_ms"):
        with_option(monkeypatch, name, 200)
    async with running_arena() as arena, proxy(arena.address) as line, wire_bot(line.address, "ann") as dead:
        await dead.hello()
        line.drop_everything()
        await until(lambda: "ann" not in arena.referee.lobby.connected())


async def test_a_bot_that_never_reads_is_cut_off(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "WRITE_TIMEOUT", 0.2)
    monkeypatch.setattr(play, "BEAT", 0.05)
    monkeypatch.setattr(limits, "USELESS_BURST", 10**6)
    many = play_pb2.PlayRequest(decisions=[play_pb2.Decision(turn_id=n) for n in range(3000)])
    watch = asyncio.create_task(arena.play.watch_over())
    async with undisturbed(arena), wire_bot(arena.address, "ann") as ann:
        await ann.hello()
        insisting = asyncio.create_task(insist(ann, *[many.SerializeToString()] * 1000))
        await until(lambda: "ann" not in arena.referee.lobby.connected())
        for task in (insisting, watch):
            task.cancel()
        await asyncio.gather(insisting, watch, return_exceptions=True)
