import pytest
from hypothesis import given
from hypothesis import strategies as st

from muggins.store import names
from muggins.store.errors import BadName


@pytest.mark.parametrize("name", ["ann", "Ann 2", "x" * 32, "Ünal", "蟻の王", "greedy-2.1", "O'Neill <b>", "e\u0301ve"])
def test_names_that_people_have(name: str) -> None:
    assert names.bot_name(name) == names.bot_name(names.bot_name(name))


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("ab", "has 2 characters; 3 to 32 are allowed"),
        ("", "has 0 characters"),
        ("x" * 33, "has 33 characters"),
        ("\ufdfa" * 2, "has 36 characters"),  # a ligature that becomes eighteen letters
        (" ann", "space at its start"),
        ("ann ", "at its end"),
        ("ann\u00a0", "at its end"),  # a no-break space becomes a space
        ("an  n", "two in a row"),
        ("a\nb", "cannot be seen"),
        ("ann\x00", "cannot be seen"),
        ("ann\x1b[31m", "cannot be seen"),
        ("ann\u200b", "cannot be seen"),  # zero width
        ("nna\u202e", "cannot be seen"),  # turns the text that follows round
        ("ann\u2028", "cannot be seen"),
        ("an\u1680n", "cannot be seen"),
        ("ann\ud800", "cannot be seen"),
        ("ann\ue000", "cannot be seen"),
        ("\u0301ann", "starts with a mark"),
    ],
)
def test_names_that_deceive_the_eye_are_refused(name: str, problem: str) -> None:
    with pytest.raises(BadName, match="bot name") as caught:
        names.bot_name(name)
    assert problem in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "pair", [("Ann", "ANN"), ("straße", "STRASSE"), ("\uff42ob", "bob"), ("e\u0301ve", "\u00c9VE")]
)
def test_names_that_look_alike_have_one_key(pair: tuple[str, str]) -> None:
    assert names.key(pair[0]) == names.key(pair[1])


@given(st.text(min_size=3, max_size=40))
def test_an_accepted_name_is_printable_in_its_one_written_form(name: str) -> None:
    try:
        clean = names.bot_name(name)
    except BadName:
        return
    assert 3 <= len(clean) <= 32
    assert clean.isprintable()
    assert names.bot_name(clean) == clean
    assert names.key(names.key(clean)) == names.key(clean)


def test_a_version_may_be_empty_and_not_long() -> None:
    assert names.version_name("") == ""
    with pytest.raises(BadName, match="version"):
        names.version_name("v" * 33)
