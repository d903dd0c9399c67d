"""Event files: what they mean, and the one line that refuses those that mean nothing."""

import pytest

from muggins_tournaments import EventError, MatchLength, Points, TimeControl, parse

TOP = {"name": '"cup"', "game": '"cribbage"', "seats": "2", "entrants": '["ann", "bob", "cat"]'}


def event(top: dict[str, str] | None = None, tables: str = "") -> str:
    """A good event file, with keys of the top replaced (or, where empty, left out) and tables added."""
    keys = TOP | (top or {})
    return "\n".join(f"{key} = {value}" for key, value in keys.items() if value) + "\n" + tables


def refusal(text: str | bytes) -> str:
    with pytest.raises(EventError) as caught:
        parse(text, "cup.toml")
    return str(caught.value)


def test_the_shortest_event_has_every_default() -> None:
    cup = parse(event(), "cup.toml")
    assert (cup.name, cup.game, cup.seats, cup.entrants) == ("cup", "cribbage", 2, ("ann", "bob", "cat"))
    assert (cup.format, cup.rounds, cup.games_per_pairing, cup.first, cup.seed) == ("round-robin", 1, 1, "draw", None)
    assert (cup.rated, cup.anonymous, cup.description, cup.options, cup.house) == (True, False, "", {}, {})
    assert cup.match == MatchLength(games=1, first_to=None, max_rounds=400)
    assert cup.time == TimeControl(10, 1, 10, 0.05, None, 3, 60)
    assert cup.points == Points(1, 0.5, 0, "draw")


def test_every_key_is_read() -> None:
    top = {"rounds": "4", "games_per_pairing": "3", "first": '"assigned"', "seed": "7", "rated": "false"}
    tables = """
        [options]
        target = 61
        [match]
        first_to = 5
        max_rounds = 30
        [time]
        start_up = "1.5s"
        move = "250ms"
        bank = "2m"
        margin = 0
        cap = "1 h"
        max_strikes = 1
        max_wait = 0.5
        [points]
        win = 3
        draw = 1
        loss = -1
        abandoned = "placing"
        [house]
        ann = "greedy"
    """
    cup = parse(event(top | {"anonymous": "true", "description": '"for fun\\nonly"'}, tables), "cup.toml")
    assert (cup.rounds, cup.games_per_pairing, cup.first, cup.seed) == (4, 3, "assigned", "7")
    assert (cup.rated, cup.anonymous, cup.description) == (False, True, "for fun\nonly")
    assert (cup.options, cup.house) == ({"target": 61}, {"ann": "greedy"})
    assert cup.match == MatchLength(games=1, first_to=5, max_rounds=30)
    assert cup.time == TimeControl(1.5, 0.25, 120, 0, 3600, 1, 0.5)
    assert cup.points == Points(3, 1, -1, "placing")


def test_bytes_are_read_as_utf_8_with_or_without_a_byte_order_mark() -> None:
    text = event({"name": '"Grüße"'})
    assert parse(text.encode(), "cup.toml") == parse(text.encode("utf-8-sig"), "cup.toml") == parse(text, "cup.toml")


@pytest.mark.parametrize(
    ("top", "message"),
    [
        ({"roundz": "2"}, "roundz: unknown key; did you mean rounds? allowed: name, game, seats, "),
        ({"zzz": "2"}, "zzz: unknown key; allowed: name, game, seats, "),
        ({'"a\\nb"': "2"}, '"a\\nb": unknown key; allowed: name, '),
        ({"name": ""}, "name: missing; must be text of 1 to 80 printable characters"),
        ({"name": '""'}, 'name: must be text of 1 to 80 printable characters, not ""'),
        ({"name": '"a\\u001bb"'}, 'name: must be text of 1 to 80 printable characters, not "a\\x1bb"'),
        ({"game": "5"}, "game: must be text of 1 to 40 printable characters, not 5"),
        ({"seats": ""}, "seats: missing; must be a whole number from 2 to 4"),
        ({"seats": "5"}, "seats: must be a whole number from 2 to 4, not 5"),
        ({"seats": "2.0"}, "seats: must be a whole number from 2 to 4, not 2.0"),
        ({"seats": "true"}, "seats: must be a whole number from 2 to 4, not true"),
        ({"format": '"cup"'}, 'format: must be "round-robin" or "whist" or "swiss" or "knockout" or "gauntlet" or "l'),
        ({"format": "[]"}, 'format: must be "round-robin" or "whist" or "swiss" or "knockout" or "gauntlet" or "ladde'),
        ({"rounds": "0"}, "rounds: must be a whole number from 1 to 1,000, not 0"),
        ({"rounds": "1000000000"}, "rounds: must be a whole number from 1 to 1,000, not 1000000000"),
        ({"rounds": "1" + "0" * 99}, "rounds: must be a whole number from 1 to 1,000, not a number of more than"),
        ({"rounds": "1979-05-27"}, "rounds: must be a whole number from 1 to 1,000, not 1979-05-27"),
        ({"games_per_pairing": "-1"}, "games_per_pairing: must be a whole number from 1 to 100,000, not -1"),
        ({"rounds": "1000", "games_per_pairing": "1000"}, "rounds: makes an event of 3,000,000 matches; at most 1,000"),
        ({"entrants": ""}, "entrants: missing; must be an array of bots' names, at least 2, or a table [pairs]"),
        ({"entrants": "[]"}, "entrants: must be at least 2 for a game of 2 seats, not 0"),
        ({"entrants": '["ann"]'}, "entrants: must be at least 2 for a game of 2 seats, not 1"),
        ({"seats": "4"}, "entrants: must be at least 4 for a game of 4 seats, not 3"),
        ({"entrants": '"ann"'}, 'entrants: must be an array of bots\' names, not "ann"'),
        ({"entrants": '["ann", "bob", "ann"]'}, 'entrants: each enters once, but "ann" is there twice'),
        ({"entrants": '["ann", "al"]'}, "entrants: number 2 must be a bot's name of 3 to 32 printable characters, not"),
        ({"entrants": '["ann", 7]'}, "entrants: number 2 must be a bot's name of 3 to 32 printable characters, not 7"),
        ({"entrants": f"{[f'bot{i}' for i in range(448)]}"}, "entrants: make 100,128 pairings a round; at most 100,0"),
        ({"first": '"me"'}, 'first: must be "draw" or "assigned", not "me"'),
        ({"seed": "true"}, "seed: must be text of 1 to 100 characters or a whole number, not true"),
        ({"seed": '""'}, 'seed: must be text of 1 to 100 characters or a whole number, not ""'),
        ({"rated": "1"}, "rated: must be true or false, not 1"),
        ({"anonymous": '"yes"'}, 'anonymous: must be true or false, not "yes"'),
        ({"description": f'"{"x" * 2001}"'}, "description: must be text of 0 to 2,000 printable characters, not "),
        ({"options": "3"}, "options: must be a table ([options]), not 3"),
        ({"time": "[1]"}, "time: must be a table ([time]), not an array"),
    ],
)
def test_a_wrong_key_of_the_top_is_refused(top: dict[str, str], message: str) -> None:
    line = refusal(event(top))
    assert line.startswith(f"cup.toml: {message}")
    assert "\n" not in line


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ("[match]\ngames = 3\nfirst_to = 2", "match.first_to: contradicts match.games; give one of the two"),
        ("[match]\ngames = 0", "match.games: must be a whole number from 1 to 1,000, not 0"),
        ("[match]\nfirst = 2", "match.first: belongs at the top of the file, above the first [table], not in [match]"),
        ("[time]\nmoves = 1", "time.moves: unknown key; did you mean move? allowed: start_up, move, bank, margin, cap"),
        ("[time]\nmove = -1", "time.move: must be seconds from 0 to 86,400, as a number or as text like "),
        ("[time]\nmove = nan", "time.move: must be seconds from 0 to 86,400, "),
        ("[time]\nbank = inf", "time.bank: must be seconds from 0 to 86,400, "),
        ("[time]\nbank = true", "time.bank: must be seconds from 0 to 86,400, "),
        ('[time]\nbank = "5 days"', "time.bank: must be seconds from 0 to 86,400, "),
        ('[time]\nbank = "25h"', "time.bank: must be seconds from 0 to 86,400, "),
        ('[time]\nbank = "-1s"', "time.bank: must be seconds from 0 to 86,400, "),
        ('[time]\nbank = "٣s"', "time.bank: must be seconds from 0 to 86,400, "),
        ("[time]\nstart_up = 0", "time.start_up: must be seconds above 0, to 86,400, as a number or as text like "),
        ('[time]\npace = "5s"', "time.pace: must be at least time.move + bank + margin (11.05 s)"),
        ('[time]\ncap = "0ms"', 'time.cap: must be seconds above 0, to 86,400, as a number or as text like "250ms", '),
        ("[time]\nmove = 0\nbank = 0", "time.move: must be above 0 where time.bank is 0, or no bot could move in"),
        ("[time]\nmax_strikes = 0", "time.max_strikes: must be a whole number from 1 to 1,000, not 0"),
        ("[points]\nwin = 0", "points.win: must be above points.loss (0), not 0"),
        ("[points]\ndraw = 2", "points.draw: must be from points.loss (0) to points.win (1), not 2"),
        ("[points]\nloss = nan", "points.loss: must be a number from -1000 to 1000, not nan"),
        ('[points]\nabandoned = "win"', 'points.abandoned: must be "draw" or "loss" or "placing", not "win"'),
        ('[house]\ndan = "steady"', "house.dan: must be one of the entrants"),
        ('[house]\nann = "deep"', 'house.ann: must be "random" or "greedy" or "steady" or "expert", not "deep"'),
    ],
)
def test_a_wrong_key_of_a_table_is_refused(tables: str, message: str) -> None:
    line = refusal(event(tables=tables))
    assert line.startswith(f"cup.toml: {message}")
    assert "\n" not in line


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "name: missing"),
        (b"name = ", "not valid TOML: Invalid value (at end of document)"),
        (b'name = "a"\nname = "b"', "not valid TOML: Cannot overwrite a value (at end of document)"),
        (b'name = "\xff"', "must be UTF-8 text, which it is not from byte 8 on"),
        ('name = "cup"'.encode("utf-16"), "must be UTF-8 text, which it is not from byte 0 on"),
        (b"#" * 1_000_001, "an event file has at most 1,000,000 bytes"),
        (b"a = " + b"[" * 100_000, "arrays or tables are nested too deeply"),
        (b"rounds = " + b"9" * 5000, "a number has too many digits"),
        (b"a" + b".a" * 400_000 + b" = 1", "too many dots near line 1; a key has at most two parts"),
        (b'# "\n["a"' + b'."a"' * 200_000 + b"]", "too many dots near line 2; a key has at most two parts"),
    ],
)
def test_what_is_no_event_file_is_refused(content: bytes, message: str) -> None:
    line = refusal(content)
    assert line.startswith(f"cup.toml: {message}")
    assert "\n" not in line


def test_dots_in_texts_and_comments_are_free() -> None:
    dots = "." * 200
    text = event({"description": f'"{dots}"'}, f"# it's {dots} fine\n")
    assert parse(text, "cup.toml").description == dots


def test_the_first_error_is_reported_whatever_follows() -> None:
    text = event({"seats": "9", "entrants": "1", "bogus": "1"}, "[time]\nmove = -1")
    assert "bogus: unknown key" in refusal(text)
    assert "seats: must be" in refusal(text.replace("bogus = 1\n", ""))


def test_an_error_says_its_parts() -> None:
    with pytest.raises(EventError) as caught:
        parse(event({"rounds": "0"}), "a\nb.toml")
    assert (caught.value.source, caught.value.key) == ("a\\nb.toml", "rounds")
    assert caught.value.problem == "must be a whole number from 1 to 1,000, not 0"
