"""What is kept of a match is small, and loses nothing."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis.strategies import integers, lists

from muggins.referee.columns import columns, entries
from muggins.referee.record import pack, unpack
from muggins.referee.varints import decode, encode
from tests.referee.scripted import Flag, ScriptedBot
from tests.referee.table import Table, spec

PACKED = 700  # bytes of a match of two seats; the clocks of real bots need some hundred more than this one's


def document(game: str = "cribbage", flag: Flag = Flag.HONEST, times: int = 0) -> dict[str, Any]:
    table = Table()
    ScriptedBot(table, "ann")
    ScriptedBot(table, "bob", flag, "m", "play" if game == "cribbage" else "middle", times)
    table.start(spec(game, "ann", "bob"))
    return table.play("m")[0].document


@pytest.mark.parametrize("flag", [Flag.HONEST, Flag.SLOW, Flag.ILLEGAL, Flag.LATE, Flag.LEAVES, Flag.NONSENSE])
@pytest.mark.parametrize("game", ["cribbage", "fives-and-threes"])
def test_what_is_unpacked_is_what_was_packed(game: str, flag: Flag) -> None:
    whole = document(game, flag, 2)
    assert unpack(pack(whole)) == whole


def test_entries_come_back_from_their_columns_as_json_writes_them() -> None:
    kept = [
        ("f", 1, "timeout", "did not get ready in time", 5_050_000, None, 0),
        ("o", 1),
        ("b",),
        ("d", 0, "5H,QD", 5_050_010, 5_050_500, 0),
        ("f", 2, "illegal", "5 of hearts", 5_060_000, 5_050_600, 7),
        ("m", 2, "a move of two words"),
        ("d", 0, "AS", 5_060_001, 9_000_000, 123),
    ]
    assert entries(json.loads(json.dumps(columns(kept)))) == kept


def test_commitments_that_do_not_follow_from_what_was_revealed_are_kept() -> None:
    whole = document() | {"commitments": ["ab" * 32, ""], "entropies": [None, "cd" * 32]}
    assert unpack(pack(whole)) == whole


@pytest.mark.parametrize("game", ["cribbage", "fives-and-threes"])
def test_a_match_takes_less_than_a_kilobyte(game: str) -> None:
    packed = pack(document(game))
    assert len(packed) < PACKED
    assert len(packed) < len(json.dumps(document(game))) / 4


@pytest.mark.parametrize("column", ["seats", "moves", "times", "faults"])
def test_a_column_of_another_length_is_refused(column: str) -> None:
    kept = columns([("b",), ("d", 0, "AS", 1, 2, 0), ("f", 1, "timeout", "", 9, 3, 4), ("m", 1, "2S")])
    with pytest.raises(ValueError, match=r"short|long"):
        entries({**kept, column: kept[column][:-1]})
    with pytest.raises(ValueError, match=r"short|long"):
        entries({**kept, column: kept[column] * 2})


@given(lists(integers()))
def test_numbers_come_back_from_their_bytes(numbers: list[int]) -> None:
    assert decode(encode(numbers)) == numbers


def test_small_numbers_take_a_byte_and_one_that_is_cut_off_is_refused() -> None:
    assert [len(encode([number])) for number in (0, 63, -64, 64, 8191, 8192)] == [1, 1, 1, 2, 2, 3]
    with pytest.raises(ValueError, match="cut off"):
        decode(encode([1, 8192])[:-1])
