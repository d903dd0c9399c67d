"""A real browser that notes whatever a page does wrong."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, Literal

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, ConsoleMessage, Page, ViewportSize, async_playwright

FLAGS: Final = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE: Final = ViewportSize(width=390, height=844)
DESK: Final = ViewportSize(width=1280, height=900)
PROJECTOR: Final = ViewportSize(width=1920, height=1080)
Theme = Literal["light", "dark"]


def chromium() -> str:
    """Where it is.  Without it the test is skipped; in CI that is a failure."""
    found = shutil.which("chromium")
    if found is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("chromium is not installed")
    return found


class Looker:
    """One page of the browser, and what went wrong on it."""

    def __init__(self, page: Page, base: str) -> None:
        self.page = page
        self.base = base
        self.wrong: list[str] = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.on("dialog", lambda dialog: self.wrong.append(f"dialog: {dialog.message}"))
        page.on("request", lambda request: self._asked(request.url))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.wrong.append(f"{message.type}: {message.text}")

    def _asked(self, url: str) -> None:
        if not url.startswith(self.base):
            self.wrong.append(f"request to another host: {url}")

    async def look(self, address: str) -> None:
        await self.page.goto(self.base + address)

    async def text(self, selector: str) -> str:
        return await self.page.inner_text(selector)

    async def sideways(self) -> int:
        """Pixels by which the page is wider than the window."""
        wide: int = await self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return wide

    async def violations(self) -> list[str]:
        """What axe-core finds wrong."""
        found: dict[str, Any] = (await Axe().run(self.page)).response
        return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found["violations"]]


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    where = chromium()
    async with async_playwright() as driver:
        running = await driver.chromium.launch(executable_path=where, args=FLAGS)
        yield running
        await running.close()


@asynccontextmanager
async def looker(base: str, size: ViewportSize = DESK, theme: Theme = "light") -> AsyncIterator[Looker]:
    """A browser of this size and theme for the time of the block."""
    async with browser() as running:
        context = await running.new_context(viewport=size, color_scheme=theme, reduced_motion="reduce")
        yield Looker(await context.new_page(), base)
