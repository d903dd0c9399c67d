"""The live feed: public events alone, resumed from a number, and nothing of an anonymous event."""

import asyncio
import json
from pathlib import Path
from typing import Any

from muggins.store import matches
from tests.api.arena import until
from tests.web.conftest import Arena, arena

PRIVATE = {"decision", "fault", "forced", "out", "hand", "aside", "lay_away"}


def told(text: str) -> list[tuple[str, Any]]:
    """The events of a stream: kind and data."""
    parsed = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if fields:
            parsed.append((fields["event"], json.loads(fields["data"])))
    return parsed


async def followed(made: Arena, after: str = "") -> list[tuple[str, Any]]:
    """The feed of the first match that is seen running, to its end."""
    await until(lambda: made.app.director.referee.live)
    match_id = next(iter(made.app.director.referee.live))
    headers = {"last-event-id": after} if after else {}
    answer = await made.client.get(f"/matches/{match_id}/live", headers=headers, timeout=30.0)
    assert answer.headers["content-type"].startswith("text/event-stream")
    return told(answer.text)


async def test_the_feed_has_public_events_alone_and_goes_on_from_a_number(empty_file: Path, tmp_path: Path) -> None:
    async with arena(str(tmp_path / "muggins.db"), tmp_path, ("ann", "bob")) as made:
        await made.start("Evening", "cribbage", ("ann", "bob"))
        whole, rest = await asyncio.gather(followed(made), followed(made, after="20"))
        lines = [data for kind, data in whole if kind == "line"]
        assert whole[-1] == ("end", {})
        assert [line["n"] for line in lines] == list(range(1, len(lines) + 1))
        assert not PRIVATE & {line["kind"] for line in lines}
        assert not any(key.endswith("_us") or key == "to" for line in lines for key in line)
        assert [data for _, data in rest if data] == lines[20:]
        await until(lambda: not made.app.director.events)
        ((match),) = made.app.database.read(matches.page).rows
        log = [json.loads(line) for line in (await made.get(f"/matches/{match.id}/log.jsonl")).text.splitlines()]
        assert [line for line in log if "n" in line] == lines
        assert "✓ Shuffle" in (await made.get(f"/matches/{match.id}")).text


async def test_an_anonymous_event_stays_closed_until_it_is_over(tmp_path: Path) -> None:
    async with arena(str(tmp_path / "muggins.db"), tmp_path, ("ann", "bob", "cyd")) as made:
        more = 'anonymous = true\nseed = "s"\nrounds = 200'
        await made.start("Masked", "fives-and-threes", ("ann", "bob"), more)
        await until(lambda: made.app.database.read(matches.page, matches.Filter(state="finished")).rows)
        found = made.app.database.read(matches.page, matches.Filter(state="finished")).rows[0]
        assert (await made.get(f"/matches/{found.id}/log.jsonl")).status_code == 403
        for address in (f"/matches/{found.id}", "/", "/matches", "/matches?event=Masked", "/rankings", "/metrics"):
            page = await made.get(address)
            assert page.status_code == 200
            assert "ann" not in page.text.replace("nannot", "").replace("cannot", ""), address
        for address in ("/event?name=Masked", "/bot?name=ann", "/versus?a=ann&b=bob", "/matches?bot=ann"):
            text = (await made.get(address)).text
            assert "Crosstable" not in text
            assert "/matches/" not in text.replace(f"/matches/{found.id}", "") or address.startswith("/event"), address
        await made.app.events.cancel("Masked")


async def test_a_server_that_stops_ends_its_streams(tmp_path: Path) -> None:
    async with arena(str(tmp_path / "muggins.db"), tmp_path, ()) as made:
        assert made.app.web is not None
        streams = made.app.web.site.streams
        async with made.client.stream("GET", "/live", timeout=30.0) as following:
            parts = following.aiter_text()
            assert told(await anext(parts))[0][0] == "part"
            assert streams.open == 1
            await made.app.web.stop()
            assert [part async for part in parts] == []
        assert streams.open == 0
