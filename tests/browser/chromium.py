"""A page in Debian's Chromium, driven over a pipe by the DevTools protocol: the standard library is enough.

with Browser.start() as browser:
    page = browser.page(960, 600)
    page.show("<h1>Hello</h1>")
    page.run("document.querySelector('h1').getBoundingClientRect().width")
    page.picture(Path("hello.png"))
"""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
from base64 import b64decode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Final

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
PATIENCE: Final = 60.0
"""Seconds until an answer is no longer waited for."""
_WORDS: Final = (
    "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-extensions",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--force-color-profile=srgb",
    "--font-render-hinting=none", "--remote-debugging-pipe",
)  # fmt: skip


class BrowserError(Exception):
    """The browser did not start, did not answer, or an expression failed in the page."""


def chromium() -> str | None:
    """Where the browser is; None where there is none."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Browser:
    """A running browser: what is asked goes in at one pipe, what it answers comes out at another."""

    def __init__(self, ask: int, answers: int) -> None:
        self._ask, self._answers = ask, answers
        self._number, self._rest = 0, b""

    @classmethod
    @contextmanager
    def start(cls) -> Iterator[Browser]:
        """A browser with an empty profile; it ends with the block."""
        program = chromium()
        if program is None:
            message = f"no Chromium: none of {', '.join(NAMES)}"
            raise BrowserError(message)
        theirs_in, ask = os.pipe()
        answers, theirs_out = os.pipe()
        with TemporaryDirectory(prefix="ruleset-browser-", ignore_cleanup_errors=True) as profile:
            # the protocol wants the pipes as 3 and 4, whatever numbers they have here
            script = f'exec 3<&{theirs_in} 4>&{theirs_out}; exec "$0" "$@"'
            process = subprocess.Popen(
                ["bash", "-c", script, program, *_WORDS, f"--user-data-dir={profile}", "about:blank"],
                pass_fds=(theirs_in, theirs_out), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )  # fmt: skip
            os.close(theirs_in)
            os.close(theirs_out)
            try:
                yield cls(ask, answers)
            finally:
                os.close(ask)
                os.close(answers)
                process.terminate()
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()

    def page(self, width: int, height: int, *, dark: bool = False) -> Page:
        """An empty page of a size, light or dark."""
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        page = Page(self, session)
        page.call("Page.enable")
        page.size(width, height)
        feature = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        page.call("Emulation.setEmulatedMedia", {"features": [feature]})
        return page

    def call(self, method: str, params: Mapping[str, Any] | None = None, session: str = "") -> dict[str, Any]:
        """Ask for something and wait for the answer; what happens meanwhile is let go by."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params or {}}
        if session:
            message["sessionId"] = session
        sent = json.dumps(message).encode() + b"\0"
        while sent:
            sent = sent[os.write(self._ask, sent) :]
        until = monotonic() + PATIENCE
        while True:
            answer = self._next(until, method)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error'].get('message')}")
                found: dict[str, Any] = answer.get("result", {})
                return found

    def _next(self, until: float, method: str) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._answers], [], [], max(until - monotonic(), 0))
            more = os.read(self._answers, 1 << 20) if ready else b""
            if not more:
                raise BrowserError(f"{method}: {'the browser ended' if ready else 'no answer'}")
            self._rest += more
        first, _, self._rest = self._rest.partition(b"\0")
        answer: dict[str, Any] = json.loads(first)
        return answer


class Page:
    """A page of a browser."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser, self._session = browser, session

    def call(self, method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Ask the page for something by the protocol."""
        return self._browser.call(method, params, self._session)

    def size(self, width: int, height: int) -> None:
        """Make the page so wide and so high."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )

    def show(self, html: str) -> None:
        """Show a document; scripts in it run."""
        frame = self.call("Page.getFrameTree")["frameTree"]["frame"]["id"]
        self.call("Page.setDocumentContent", {"frameId": frame, "html": html})

    def run(self, expression: str) -> Any:
        """The value of an expression of JavaScript, awaited where it is a promise."""
        asked = {"expression": expression, "returnByValue": True, "awaitPromise": True}
        answer = self.call("Runtime.evaluate", asked)
        if "exceptionDetails" in answer:
            said = answer["exceptionDetails"]
            raise BrowserError(said.get("exception", {}).get("description") or said.get("text"))
        return answer["result"].get("value")

    def picture(self, file: Path, height: int | None = None) -> None:
        """Keep a picture of what is seen, as PNG; with a `height` also of what lies below."""
        asked: dict[str, Any] = {"format": "png"}
        if height is not None:
            width = self.run("innerWidth")
            asked |= {
                "captureBeyondViewport": True,
                "clip": {"x": 0, "y": 0, "width": width, "height": height, "scale": 1},
            }
        file.write_bytes(b64decode(self.call("Page.captureScreenshot", asked)["data"]))
