"""Tables that last for days, in Chromium: my tables, a time for moves, who is told; one person among bots stays one click."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.table import SLOW, Server, begin, serving, sit, until
from tests.web.slow_server import MailServer, Receiver, receivers

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def told() -> Iterator[tuple[Receiver, MailServer]]:
    with receivers() as found:
        yield found


@pytest.fixture(scope="module")
def server(told: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    hooks, mails = told
    place: Path = tmp_path_factory.mktemp("slow")
    smtp = place / "smtp.toml"
    smtp.write_text(
        f'server = "127.0.0.1"\nport = {mails.server.server_address[1]}\ntls = "none"\nfrom = "games@example.org"\n'
    )
    smtp.chmod(0o600)
    with serving(place / "state", "--webhooks", hooks.host, "--smtp", str(smtp), links=1) as found:
        yield found


def opened(browser: Browser, link: str, width: int = 1280) -> Page:
    """A page of the lobby in a browser that knows nothing yet."""
    page = browser.new_context(viewport={"width": width, "height": 800}, locale="en").new_page()
    page.set_default_timeout(SLOW)
    page.goto(link)
    return page


def test_one_person_among_bots_is_one_click(browser: Browser, server: Server) -> None:
    (lobby,) = server.links.values()
    page = opened(browser, lobby)
    page.wait_for_selector("form")
    assert not page.is_visible("text=When it is over")
    page.click("form button[type=submit]")
    page.wait_for_selector("#question h2")
    assert page.query_selector("#dialog[open]") is None


@pytest.mark.parametrize("width", [390, 1280])
def test_my_tables(browser: Browser, server: Server, width: int) -> None:
    (lobby,) = server.links.values()
    page = opened(browser, lobby, width)
    page.wait_for_selector("form")
    page.select_option("select[name=game]", "tic_tac_toe")
    page.select_option(".seat:nth-child(2) select[name=kind]", "human")
    page.select_option("label:has-text('Time per move') select", label="2 days")
    assert page.is_visible("text=When it is over")
    page.click("form button[type=submit]")
    page.wait_for_selector("#question h2")
    until(
        page,
        "() => document.querySelector('#dialog[open]')?.textContent.includes('Time per move: 2 days. When it is over, a bot plays until the player is back (normal).')",
    )
    until(page, "() => document.querySelector('#players').textContent.includes('2 days left')")
    first = page.url
    other = begin(server, "pig", "Ana", "Bo")
    page.goto("about:blank")
    page.goto(other["Ana"])
    until(page, "() => document.title === '(2) ● Your turn · Pig'")
    page.goto("about:blank")
    page.goto(other["Ana"].split("#")[0])  # the link in a message, without its secret
    page.wait_for_selector("#question .turn")
    assert page.url == other["Ana"]
    page.goto("about:blank")
    page.goto(lobby.split("#")[0])
    until(page, "() => document.title === '(2) Tables · ruleset'")
    rows = page.locator(".mine li")
    assert ["2 days left" in each for each in rows.all_text_contents()] == [True, False]
    assert all("Your turn · since" in each for each in rows.all_text_contents())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.get_attribute(".mine li:first-child a", "href") == first[first.index("/t/") :]
    rows.nth(1).locator("button").click()
    until(page, "() => document.querySelectorAll('.mine li').length === 1")


def test_a_seat_asks_to_be_told_and_ends_that(browser: Browser, server: Server, told: Any) -> None:
    hooks, mails = told
    links = begin(server, "tic_tac_toe", "Ana", "Bo")
    page = sit(browser, links["Bo"], 390, 800).page

    def dialog() -> None:
        page.click("#opens button:nth-child(2)")
        page.click("#tools button:text('Settings')")
        page.click("#dialog button:text('When it is my turn')")
        page.wait_for_selector("#dialog h2:text('When it is my turn')")

    dialog()
    page.fill("#dialog input[type=url]", "https://evil.example/x")
    page.click("#dialog form:has([type=url]) [type=submit]")
    page.wait_for_selector("#dialog [role=alert]:has-text('messages go to addresses that begin with https://')")
    page.fill("#dialog input[type=url]", f"http://{hooks.host}/bo")
    page.click("#dialog form:has([type=url]) [type=submit]")
    page.wait_for_selector(f"#dialog :text('Messages go to {hooks.host}.')")
    assert len(hooks.texts("/bo")) == 1
    page.fill("#dialog input[type=email]", "bo@example.org")
    page.click("#dialog form:has([type=email]) [type=submit]")
    page.wait_for_selector("#dialog :text('A code was sent to bo@example.org.')")
    mail = mails.texts("bo@example.org")[0]
    page.fill("#dialog input[inputmode=numeric]", mail.split("this address: ")[1][:8])
    page.click("#dialog form:has([inputmode]) [type=submit]")
    page.wait_for_selector("#dialog :text('Messages go to bo@example.org.')")
    page.goto("about:blank")
    page.goto(mail.split("Stop these messages: ")[1].split()[0])
    page.click("main button:text-is('No more messages')")
    page.wait_for_selector("main :text('No more messages come to you.')")
    page.goto("about:blank")
    page.goto(links["Bo"])
    page.wait_for_selector("#question h2")
    dialog()
    page.wait_for_selector("#dialog input[type=email]")
