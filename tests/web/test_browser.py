"""The pages in a real browser: every page, a live match to its end, a replay by keyboard."""

from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.async_api import ViewportSize, expect

from muggins.store import matches
from tests.api.arena import until
from tests.web.browser import DESK, PHONE, PROJECTOR, Looker, Theme, chromium, looker
from tests.web.conftest import HOSTILE, Arena, arena

LONG = "W" * 32
BOTS = (*HOSTILE, LONG)
LOOKS: list[tuple[ViewportSize, Theme]] = [(PHONE, "dark"), (DESK, "light"), (PROJECTOR, "dark")]


@pytest.fixture
async def played(tmp_path: Path) -> AsyncIterator[Arena]:
    """Both games were played, by bots with every kind of name."""
    chromium()
    async with arena(str(tmp_path / "muggins.db"), tmp_path, BOTS) as made:
        await made.event("<i>Cards</i>", "cribbage", BOTS)
        await made.event("Tiles", "fives-and-threes", BOTS)
        yield made


def base(made: Arena) -> str:
    return str(made.client.base_url).rstrip("/")


def latest(made: Arena, pool: str) -> str:
    return made.app.database.read(matches.page, matches.Filter(pool=pool)).rows[0].id


def every_page(made: Arena) -> list[str]:
    match = [f"/matches/{latest(made, pool)}#40" for pool in ("cribbage/2", "fives-and-threes/2")]
    bot, other, event = quote(HOSTILE[0]), quote(LONG), quote("<i>Cards</i>")
    named = [f"/event?name={event}", f"/bot?name={bot}", f"/versus?a={bot}&b={other}"]
    return ["/", "/matches", "/events", "/rankings", "/bots", *match, *named]


@pytest.mark.parametrize(("size", "theme"), LOOKS, ids=["phone", "desk", "projector"])
async def test_every_page_is_sound(played: Arena, size: ViewportSize, theme: Theme) -> None:
    async with looker(base(played), size, theme) as eye:
        for address in every_page(played):
            await eye.look(address)
            if address.startswith("/matches/"):
                await expect(eye.page.locator(".place")).to_contain_text(" / ")
            assert await eye.sideways() <= 0, address
            assert await eye.violations() == [], address
            assert eye.wrong == [], address


async def place(eye: Looker) -> tuple[int, int]:
    """Which step is shown, of how many."""
    now, _, all_ = (await eye.text(".place")).partition(" / ")
    return int(now), int(all_)


@pytest.mark.parametrize("pool", ["cribbage/2", "fives-and-threes/2"])
async def test_a_replay_goes_by_keyboard(played: Arena, pool: str) -> None:
    match = played.app.database.read(matches.page, matches.Filter(pool=pool)).rows[0]
    async with looker(base(played)) as eye:
        await eye.look(f"/matches/{match.id}#7")
        await expect(eye.page.locator(".place")).to_contain_text("7 / ")
        for key, wanted in (("ArrowRight", 8), ("ArrowRight", 9), ("ArrowLeft", 8), ("Home", 1)):
            await eye.page.keyboard.press(key)
            assert (await place(eye))[0] == wanted
            assert eye.page.url.endswith(f"#{wanted}")
        await eye.page.keyboard.press("End")
        now, all_ = await place(eye)
        assert now == all_
        scores = await eye.page.locator(".score").all_inner_texts()
        assert [int(score) for score in scores] == [seat.score for seat in match.seats]
        await eye.page.keyboard.press("h")
        assert not await eye.page.locator("#open-hands").is_checked()
        await eye.page.select_option("select[aria-label=Speed]", "20")
        await eye.page.evaluate("document.activeElement.blur()")
        for key in ("ArrowLeft", "ArrowLeft", "ArrowLeft", " "):
            await eye.page.keyboard.press(key)
        await expect(eye.page.locator(".place")).to_have_text(f"{all_} / {all_}", timeout=30_000)
        assert eye.wrong == []


async def test_a_live_match_is_followed_to_its_end(tmp_path: Path) -> None:
    chromium()
    async with arena(str(tmp_path / "muggins.db"), tmp_path, ("ann", "bob")) as made, looker(base(made)) as eye:
        await eye.look("/")
        assert "Nothing is being played" in await eye.text("main")
        made.play.clear()
        await made.start("Watched", "fives-and-threes", ("ann", "bob"))
        await expect(eye.page.get_by_role("link", name="Watch").first).to_be_visible(timeout=10_000)
        await until(lambda: made.app.director.referee.live)
        await eye.look(f"/matches/{next(iter(made.app.director.referee.live))}")
        assert await eye.violations() == []
        await expect(eye.page.locator(".place")).to_contain_text(" / ")
        assert await eye.page.locator(".one-tile .tile").count() == 0
        made.play.set()
        await eye.page.keyboard.press("End")
        await expect(eye.page.get_by_role("link", name="The match is over")).to_be_visible(timeout=60_000)
        await eye.page.keyboard.press("End")
        assert "61" in await eye.page.locator(".score").all_inner_texts()
        await eye.page.get_by_role("link", name="The match is over").click()
        await expect(eye.page.locator(".good")).to_contain_text("Shuffle, moves, scores", timeout=10_000)
        assert eye.wrong == []
