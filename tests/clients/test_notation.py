from muggins_bot import notation


def test_cards() -> None:
    assert [notation.rank(card) for card in ("AC", "9D", "TH", "JS", "KC")] == [1, 9, 10, 11, 13]
    assert [notation.value(card) for card in ("AC", "9D", "TH", "JS", "KC")] == [1, 9, 10, 10, 10]
    assert notation.suit("TD") == "D"
    assert notation.cards("5H,QD") == ("5H", "QD")
    assert notation.cards("5H") == ("5H",)


def test_tiles() -> None:
    assert notation.halves("6-4") == (6, 4)
    assert notation.is_double("3-3")
    assert not notation.is_double("3-2")
    assert notation.placement("6-4:L") == ("6-4", "L")
    assert notation.placement("6-4") == ("6-4", "")
