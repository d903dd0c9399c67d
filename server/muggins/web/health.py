"""For machines: is the server well, and what is it doing?  No label names a bot, so an anonymous event stays so."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from muggins.store import histories
from muggins.store.errors import Unreachable
from muggins.web.site import Site, site_of


class Numbers:
    """What the server does at this moment, for prometheus."""

    def __init__(self, site: Site, results: list[tuple[str, int]]) -> None:
        self._site = site
        self._results = results

    def collect(self) -> Iterator[Metric]:
        referee, database = self._site.referee, self._site.database
        yield GaugeMetricFamily("muggins_matches_running", "Matches that are being played.", len(referee.live))
        connected = len(list(referee.lobby.connected()))
        yield GaugeMetricFamily("muggins_bots_connected", "Bots with a session.", connected)
        well = int(database.writer.trouble is None)
        yield GaugeMetricFamily("muggins_database_writable", "1 while results can be stored.", well)
        yield GaugeMetricFamily("muggins_web_streams", "Pages that follow something live.", self._site.streams.open)
        rated = CounterMetricFamily("muggins_rated_results", "Rated results, by pool.", labels=["pool"])
        for pool, results in self._results:
            rated.add_metric([pool], results)
        yield rated


async def metrics(request: Request) -> Response:
    site = site_of(request)
    try:
        results = list(await site.read(histories.results_in))
    except Unreachable:
        results = []
    registry = CollectorRegistry()
    registry.register(Numbers(site, results))
    ProcessCollector(registry=registry)
    text: bytes = generate_latest(registry)  # type: ignore[no-untyped-call]  # it has no types
    return Response(text, media_type=CONTENT_TYPE_LATEST)


async def healthz(request: Request) -> Response:
    """The process answers."""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> Response:
    """Results can be stored, and pages read."""
    site = site_of(request)
    trouble = site.database.writer.trouble is not None
    try:
        await site.read(histories.results_in)
    except Unreachable:
        trouble = True
    return PlainTextResponse("the database does not answer\n" if trouble else "ready\n", 503 if trouble else 200)
