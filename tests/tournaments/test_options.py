"""What each format has of its own in an event file, and the one line that refuses what means nothing."""

import pytest

from muggins_tournaments import EventError, Knockout, Points, Sprt, Stage, parse

TOP = {"name": '"cup"', "game": '"cribbage"', "seats": "2", "entrants": '["ann", "bob", "cat"]'}
PAIRS = '[pairs]\nnorth = ["ann", "abe"]\nsouth = ["bob", "bea"]\n'
GROUPS = "[stages.groups]\nadvance = 2\n"
FINAL = '[stages.final]\nformat = "knockout"\nfrom = "groups"\n'


def event(top: dict[str, str], tables: str = "") -> str:
    """An event file; keys of the top with an empty value are left out."""
    return "\n".join(f"{key} = {value}" for key, value in (TOP | top).items() if value) + "\n" + tables


def names(count: int) -> str:
    return str([f"bot{number}" for number in range(count)])


def test_what_is_given_is_read() -> None:
    cup = parse(event({"tie_breaks": '["buchholz"]'}, '[points]\nby = "game"\nbye = "draw"\n[ratings]\nbob = 7'), "x")
    assert (cup.tie_breaks, cup.points, cup.ratings) == (("buchholz",), Points(by="game", bye="draw"), {"bob": 7})
    cup = parse(event({"format": '"knockout"'}, "[knockout]\nbest_of = 5\ndouble = true"), "x")
    assert cup.knockout == Knockout(5, double=True)
    cup = parse(event({"format": '"gauntlet"'}, '[gauntlet]\nchampions = ["bob"]'), "x")
    assert cup.champions == ("bob",)
    test = "[sprt]\nelo0 = -5\nelo1 = 5.5\nalpha = 0.01\nbeta = 0.1\nmax_pairs = 9"
    cup = parse(event({"format": '"sprt"', "entrants": '["ann", "bob"]'}, test), "x")
    assert cup.sprt == Sprt(-5, 5.5, 0.01, 0.1, 9)


def test_pairs_are_the_units_and_their_bots_the_entrants() -> None:
    cup = parse(event({"seats": "4", "entrants": ""}, PAIRS), "x")
    assert cup.pairs == {"north": ("ann", "abe"), "south": ("bob", "bea")}
    assert (cup.entrants, cup.units, cup.width) == (("ann", "abe", "bob", "bea"), ("north", "south"), 2)
    assert (cup.unit_of("bea"), cup.bots("south")) == ("south", ("bob", "bea"))


def test_stages_are_in_the_order_in_which_they_are_played() -> None:
    tables = FINAL + 'best_of = 3\ndouble = true\n[stages.groups]\nformat = "swiss"\nrounds = 2\nadvance = 2\n'
    cup = parse(event({"format": '"stages"'}, tables), "x")
    assert cup.stages == (
        Stage("groups", "swiss", rounds=2, advance=2),
        Stage("final", "knockout", knockout=Knockout(3, double=True)),
    )


SWISS = {"format": '"swiss"', "rounds": "3"}
CUP = {"format": '"knockout"'}
GAUNTLET = {"format": '"gauntlet"'}
TEST = {"format": '"sprt"', "entrants": '["ann", "bob"]'}
STAGES = {"format": '"stages"', "entrants": names(8)}
DOUBLES = {"seats": "4", "entrants": ""}


@pytest.mark.parametrize(
    ("top", "tables", "message"),
    [
        ({"tie_breaks": '["luck"]'}, "", "tie_breaks: allowed: head-to-head, sonneborn-berger, buchholz, wins, game-p"),
        ({"tie_breaks": '["wins", "wins"]'}, "", 'tie_breaks: "wins" is there twice'),
        ({"tie_breaks": '"wins"'}, "", "tie_breaks: must be an array of head-to-head, "),
        ({}, '[points]\nby = "luck"', 'points.by: must be "match" or "game", not "luck"'),
        ({}, "[points]\nbye = 1", 'points.bye: must be "win" or "draw" or "loss", not 1'),
        ({}, "[ratings]\ndan = 1500", "ratings.dan: must be one of the entrants"),
        ({}, "[ratings]\nann = nan", "ratings.ann: must be a number from -100000 to 100000, not nan"),
        # pairs
        (DOUBLES, "", "entrants: missing; must be an array of bots' names, at least 4, or a table [pairs]"),
        ({"entrants": ""}, PAIRS, "pairs: partners need a game of 4 seats, not 2"),
        ({"seats": "4"}, PAIRS, "pairs: contradicts entrants; give one of the two"),
        (DOUBLES, '[pairs]\nnorth = ["ann", "abe"]', "pairs: must be at least 2 pairs, not 1"),
        (DOUBLES, PAIRS + 'east = ["cat"]', "pairs.east: must be two bots, not 1"),
        (DOUBLES, PAIRS + 'east = ["cat", "cat"]', 'pairs.east: each enters once, but "cat" is there twice'),
        (DOUBLES, PAIRS + 'east = ["cat", "ann"]', 'pairs.east: each bot enters once, but "ann" is in another pair'),
        (DOUBLES, PAIRS + 'ea = ["cat", "col"]', "pairs.ea: a pair's name has 3 to 32 printable characters"),
        (DOUBLES, PAIRS + "east = 2", "pairs.east: must be an array of two bots' names, not 2"),
        # what belongs to another format
        ({}, "[knockout]\nbest_of = 3", 'knockout: belongs to format = "knockout", not to "round-robin"'),
        (SWISS, "[sprt]\nelo1 = 3", 'sprt: belongs to format = "sprt", not to "swiss"'),
        (CUP | {"rounds": "3"}, "", 'rounds: means nothing with format = "knockout": the number of entrants decides i'),
        (CUP | {"games_per_pairing": "3"}, "", 'games_per_pairing: means nothing with format = "knockout": give knock'),
        ({"format": '"ladder"', "rounds": "3"}, "", 'rounds: means nothing with format = "ladder": a ladder goes on u'),
        (TEST | {"games_per_pairing": "3"}, "", 'games_per_pairing: means nothing with format = "sprt": each pair has'),
        # numbers that do not fit
        ({"format": '"swiss"'}, "", "rounds: missing; must be the number of rounds of the Swiss"),
        ({"format": '"swiss"', "rounds": "0"}, "", "rounds: must be a whole number from 1 to 1,000, not 0"),
        (SWISS | {"entrants": names(1001)}, "", "entrants: must be at most 1,000 in a Swiss"),
        (SWISS | {"games_per_pairing": "100000", "rounds": "99"}, "", "rounds: makes an event of 9,900,000 matches; a"),
        ({"format": '"whist"'}, "", "entrants: partners rotate in a whist tournament: it needs 4 seats and no [pairs]"),
        ({"format": '"whist"', "seats": "4", "entrants": names(6)}, "", "entrants: of a whist tournament must be one"),
        ({"format": '"whist"'} | DOUBLES, PAIRS, "pairs: partners rotate in a whist tournament"),
        (CUP | {"seats": "4", "entrants": names(8)}, "", "entrants: of a knockout of four seats must be [pairs], for"),
        (CUP | {"seats": "3", "entrants": names(8)}, "", "entrants: of a knockout of three seats must be an odd numbe"),
        (CUP | {"seats": "3"}, "[knockout]\ndouble = true", "entrants: of a double knockout must meet two at a table"),
        (CUP, "[knockout]\nbest_of = 4", "knockout.best_of: must be odd, or nobody need be ahead after it, not 4"),
        (CUP, "[knockout]\nbestof = 4", "knockout.bestof: unknown key; did you mean best_of? allowed: best_of, double"),
        (GAUNTLET, "", "gauntlet.champions: missing; must be an array of those who meet the field"),
        (GAUNTLET, '[gauntlet]\nchampions = ["dan"]', "gauntlet.champions: must be entrants, which dan is not"),
        (GAUNTLET, "[gauntlet]\nchampions = []", "gauntlet.champions: must be from 1 to 2 of the entrants, not 0"),
        (GAUNTLET, '[gauntlet]\nchampions = ["ann", "bob", "cat"]', "gauntlet.champions: must be from 1 to 2 of the e"),
        (GAUNTLET | {"seats": "3"}, '[gauntlet]\nchampions = ["ann", "bob"]', "entrants: must leave at least 2 in the"),
        ({"format": '"ladder"', "seats": "4", "entrants": names(600)}, "", "entrants: make 5,346,164,850 different ta"),
        ({"format": '"sprt"'}, "", "entrants: of a test must be two, who meet two at a table, not 3"),
        ({"format": '"sprt"', "seats": "3"}, "", "entrants: of a test must be two, who meet two at a table, not 3"),
        (TEST, "[sprt]\nelo0 = 5\nelo1 = 5", "sprt.elo1: must be above sprt.elo0 (5) by 0.1 or more, not 5"),
        (TEST, "[sprt]\nelo1 = nan", "sprt.elo1: must be a number from -1000 to 1000, not nan"),
        (TEST, "[sprt]\nalpha = 0.5", "sprt.alpha: must be a number from 0.0001 to 0.4999, not 0.5"),
        (TEST, "[sprt]\nbeta = 0", "sprt.beta: must be a number from 0.0001 to 0.4999, not 0"),
        (TEST, "[sprt]\nmax_pairs = 1000000000", "sprt.max_pairs: must be a whole number from 1 to 500,000, not 10000"),
        # stages
        (STAGES, "", "stages: must be from 2 to 8 tables, not 0"),
        (STAGES, GROUPS, "stages: must be from 2 to 8 tables, not 1"),
        (STAGES, "[stages]\ngroups = 3\nfinal = 4", "stages.groups: must be a table ([stages.groups]), not 3"),
        (STAGES, GROUPS + '[stages.final]\nfrom = "group"', "stages.final.from: must be another stage: groups, final"),
        (STAGES, GROUPS + "[stages.final]\n", "stages.final.from: groups and final both follow the entrants; stages f"),
        (STAGES, GROUPS + 'from = "final"\n' + FINAL, "stages: go round in a circle: groups, final; one stage has no"),
        (STAGES, GROUPS + '[stages.final]\nfrom = "final"', "stages: go round in a circle: final; one stage has no fr"),
        (STAGES, "[stages.groups]\n" + FINAL, "stages.groups.advance: missing; must be how many of each group go on"),
        (STAGES, GROUPS + FINAL + "advance = 1", "stages.final.advance: nobody follows the last stage"),
        (STAGES, GROUPS + "best_of = 3\n" + FINAL, 'stages.groups.best_of: belongs to format = "knockout", not to "ro'),
        (STAGES, GROUPS + FINAL + "rounds = 3", 'stages.final.rounds: means nothing with format = "knockout": the num'),
        (STAGES, GROUPS + 'format = "ladder"\n' + FINAL, 'stages.groups.format: must be "round-robin" or "swiss" or "'),
        (STAGES, GROUPS + 'format = "swiss"\n' + FINAL, "stages.groups.rounds: missing; must be the number of rounds"),
        (STAGES, GROUPS + "groups = 5\n" + FINAL, "stages.groups.groups: 8 entrants do not fill 5 of 2"),
        (STAGES, GROUPS + "groups = 4\n" + FINAL, "stages.groups.advance: must be fewer than the 2 of a group, not 2"),
        (STAGES, GROUPS.replace("2", "9") + FINAL, "stages.groups.advance: must be fewer than the 8 of a group, not 9"),
        (STAGES | {"rounds": "2"}, GROUPS + FINAL, 'rounds: means nothing with format = "stages": give it in each sta'),
        ({}, GROUPS + FINAL, 'stages: belongs to format = "stages", not to "round-robin"'),
        (STAGES, GROUPS + "[knockout]\ndouble = true\n" + FINAL, 'knockout: belongs to format = "knockout", not to "s'),
    ],
)  # fmt: skip
def test_what_means_nothing_is_refused(top: dict[str, str], tables: str, message: str) -> None:
    with pytest.raises(EventError) as caught:
        parse(event(top, tables), "cup.toml")
    line = str(caught.value)
    assert line.startswith(f"cup.toml: {message}")
    assert "\n" not in line


def test_a_file_of_fifty_megabytes_is_refused_before_it_is_read() -> None:
    with pytest.raises(EventError, match="an event file has at most 1,000,000 bytes"):
        parse(b"#" * 50_000_000, "cup.toml")
