"""A little of what ``make fuzz``, ``make chaos`` and ``make soak`` do at length."""

import random
from itertools import islice
from pathlib import Path

from google.protobuf.message import DecodeError

from muggins.v1 import play_pb2
from tests.attack.chaos import MEMORY, attack
from tests.attack.honest import Seen
from tests.attack.inside import fuzz
from tests.attack.mutations import Frames
from tests.attack.soak import growth


def readable(frame: bytes) -> bool:
    try:
        play_pb2.PlayRequest.FromString(frame)
    except DecodeError:
        return False
    return True


def test_frames_are_of_both_kinds_and_the_same_for_the_same_seed() -> None:
    frames = list(islice(Frames(random.Random(1)), 500))
    assert frames == list(islice(Frames(random.Random(1)), 500))
    assert 100 < sum(map(readable, frames)) < 450
    assert max(map(len, frames)) <= 65536


async def test_fuzzed_frames_break_nothing_and_harm_nobody() -> None:
    arena, stream = await fuzz(4000, seed=random.SystemRandom().randrange(2**32))
    assert arena.errors.texts == []
    assert arena.harmed == 0
    assert "void_server" not in arena.terminations["fuzzed"]
    assert list(arena.terminations["beside"]) == ["finished"]
    assert stream.codes["INVALID_ARGUMENT"] > 0
    assert stream.codes["INTERNAL"] == 0


def test_all_floods_at_once_harm_no_honest_bot(tmp_path: Path) -> None:
    chaos = attack(5.0, tmp_path)
    assert chaos.honest.faults == chaos.honest.gone == 0
    assert chaos.honest.rate > 0
    assert chaos.broken == []
    assert chaos.strikes["resets"] > 0
    assert chaos.alive
    assert max(chaos.memory) < MEMORY


def test_growth_compares_the_last_quarter_with_the_second() -> None:
    assert growth([50.0, 100.0, 100.0, 100.0]) == 0
    assert growth([90.0, 100.0, 110.0, 120.0]) > 0.19


def test_an_overhead_is_that_of_so_many_answers() -> None:
    seen = Seen(seconds=2.0, overheads=[float(number) for number in range(100)])
    assert (seen.rate, seen.overhead(0.5), seen.overhead(0.99)) == (50.0, 50.0, 99.0)
