"""The pack, its order and its notation."""

import pytest

from muggins.games.cards import CARDS, INDEX, RANK, VALUE, canonical, from_pieces, in_order


def test_the_written_order_is_suits_clubs_first_and_ace_low() -> None:
    assert len(set(CARDS)) == 52
    assert CARDS[:3] == ("AC", "2C", "3C")
    assert (CARDS[12], CARDS[13], CARDS[26], CARDS[39], CARDS[51]) == ("KC", "AD", "AH", "AS", "KS")
    assert all(INDEX[card] == "CDHS".index(card[1]) * 13 + RANK[card] - 1 for card in CARDS)


def test_c1_1_ranks_and_values() -> None:
    assert [RANK[rank + "H"] for rank in "A29TJQK"] == [1, 2, 9, 10, 11, 12, 13]
    assert [VALUE[rank + "H"] for rank in "A29TJQK"] == [1, 2, 9, 10, 10, 10, 10]


def test_hands_are_in_the_order_of_the_pack() -> None:
    assert in_order(["AS", "5H", "QD", "KC"]) == ("KC", "QD", "5H", "AS")
    assert from_pieces([39, 0, 14]) == ("AC", "2D", "AS")
    with pytest.raises(KeyError):
        in_order(["5H", "5X"])


@pytest.mark.parametrize(
    ("text", "written"),
    [("QD,5H", "QD,5H"), ("5H,QD", "QD,5H"), ("5H", "5H"), ("5h", "5h"), ("5H,", "5H,"), ("", ""), ("go", "go")],
)
def test_one_written_form(text: str, written: str) -> None:
    assert canonical(text) == written
