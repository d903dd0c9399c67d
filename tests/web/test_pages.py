"""Every page: there, small, and with whatever anybody is called shown as text."""

import re
import socket
from urllib.parse import quote

import pytest

from muggins.store import matches
from muggins.web.guard import HEADERS
from muggins.web.serving import WebListenError, _listen_near
from tests.web.conftest import HOSTILE, Arena

LARGEST = 100_000  # bytes of a page
EVERY = ("/", "/matches", "/events", "/rankings", "/bots")
OURS = {"/static/site.js", "/static/match.js"}


def addresses(arena: Arena) -> list[str]:
    """A page of each kind."""
    match = arena.app.database.read(matches.page).rows[0].id
    bot, other = (quote(name) for name in HOSTILE[:2])
    event = quote("<i>Evening</i>")
    each = (f"/matches/{match}", f"/event?name={event}", f"/bot?name={bot}", f"/versus?a={bot}&b={other}")
    return [*EVERY, *each, f"/bot?name={quote('<script>x</script>')}", f"/matches?bot={bot}", "/rankings?pool=%3Cb%3E"]


async def test_names_that_attack_are_text_on_every_page(hostile: Arena) -> None:
    for address in addresses(hostile):
        page = await hostile.get(address)
        assert page.status_code in (200, 404), address
        assert len(page.content) < LARGEST, address
        assert not re.search(r"<img|<i>|<b>us|<script>", page.text), address
        scripts = re.findall(r"<script([^>]*)>", page.text)
        assert all(re.search(r'src="([^"]+)"', script)[1] in OURS for script in scripts), address  # type: ignore[index]
        assert not re.search(r"\sstyle=|\son\w+=[\"']", page.text), address


async def test_an_empty_server_says_what_will_be_here(empty: Arena) -> None:
    for address in EVERY:
        page = await empty.get(address)
        assert page.status_code == 200
        assert 'class="empty"' in page.text
    assert (await empty.get("/readyz")).text == "ready\n"


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/nothing", 404),
        ("/matches/nothing", 404),
        ("/matches/nothing/live", 404),
        ("/matches/nothing/log.jsonl", 404),
        ("/bot?name=nobody", 404),
        ("/bot?name=%00", 404),
        (f"/bot?name={'x' * 300}", 404),
        ("/event?name=none", 404),
        ("/versus?a=nobody&b=nobody", 404),
        ("/matches?bot=nobody", 404),
        ("/matches?page=rubbish", 400),
        ("/rankings?pool=p&page=WzEuMCwxMDAwMDAwMDAwMDAwMDAwMDAwMDAwXQ", 400),
        ("/static/../site.py", 404),
        ("/static/%2e%2e/site.py", 404),
    ],
)
async def test_what_is_not_there_is_said_with_a_way_on(empty: Arena, address: str, status: int) -> None:
    page = await empty.get(address)
    assert page.status_code == status
    assert 'href="/matches"' in page.text
    assert "Traceback" not in page.text


async def test_every_answer_says_how_it_may_be_used(empty: Arena) -> None:
    for address in ("/", "/nothing", "/healthz", "/metrics", "/static/site.css"):
        answer = await empty.get(address)
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert "unsafe" not in HEADERS["content-security-policy"]
    refused = await empty.client.post("/", content=b"x" * 100_000)
    assert refused.status_code == 405
    assert refused.headers["content-security-policy"]
    assert (await empty.client.request("GET", "/", content=b"x")).status_code == 413
    assert (await empty.client.get("/", headers={"x-long": "x" * 40_000})).status_code == 431


async def test_a_page_that_has_not_changed_is_not_sent_again(empty: Arena) -> None:
    first = await empty.get("/bots")
    again = await empty.client.get("/bots", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_numbers_name_no_bot(hostile: Arena) -> None:
    text = (await hostile.get("/metrics")).text
    assert 'muggins_rated_results_total{pool="cribbage/2"} 3.0' in text
    assert text.endswith("# EOF\n")
    assert not any(name in text for name in HOSTILE)


def test_where_the_port_is_taken_another_is_found_if_that_is_allowed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(WebListenError, match="the port is taken"):
            _listen_near(where)
        with _listen_near(f"{where}+") as near:
            assert near.getsockname()[1] not in (0, taken.getsockname()[1])
