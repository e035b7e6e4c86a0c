"""Pictures and measurements of the page of every game: `python -m tests.browser.survey DIRECTORY [GAME...]`.

For each game and each of three moments (opening, middle, end) it writes

    troyes-middle-1280-light-en.png       the page of the first seat; the log is hidden with --no-log, --crowded is with as many as can play
    questions.json                        what can be read off each picture: question and answer, known from the state
    measured.json                         per picture: share of the table, how full panels are, sizes of type, and what is wrong (`measure.js`)

The same moves are made at a server and in this process, so that what stands on a page is known exactly. Questions are for readers who have
seen nothing of a game but its picture: whose turn it is, who leads, what a player has, what may be chosen, what stands somewhere.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

from ruleset_core import load
from ruleset_core.play.match import Match
from ruleset_core.play.match.seat_views import seat_scores
from ruleset_core.play.records import Seat, Session
from ruleset_core.view.scene.scene_builder import scene
from tests.browser.conftest import launch
from tests.browser.table import SLOW, begin, serving, sit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = ("Ana", "Bo", "Eva", "Dan", "Fay", "Gus", "Hal", "Ivy")
SEED = 5
MOMENTS = {"opening": 0.05, "middle": 0.5, "end": 1.0}
"""How much of a random game is played."""
SIZES = ((1440, 900), (1280, 800), (1024, 768), (390, 844))
MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")


@dataclass
class Position:
    """A position of a game: the same at a server and in this process."""

    game: str
    moment: str
    match: Match
    links: dict[str, str]

    @property
    def name(self) -> str:
        """How its pictures begin."""
        return f"{self.game}-{self.moment}"


def random_game(game: str, players: int = 2) -> list[int]:
    """The options of a random game, to its end."""
    match = new_match(game, players)
    chance = random.Random(SEED)
    moves = []
    while not match.over and len(moves) < 2000:
        moves.append(chance.choice(match.live.options))
        match.answer(match.live.seat, moves[-1])
    return moves


def new_match(game: str, players: int = 2) -> Match:
    """The match that the server's table has at its beginning, with so many players or as near as the game allows."""
    loaded = load(game)
    least, most = loaded.players
    names = PLAYERS[: max(least, min(most, players))]
    return Match(Session.start(loaded, [Seat(name, "human") for name in names], SEED))


def positions(server: Any, game: str, players: int = 2) -> Iterator[Position]:
    """The positions of a game that are looked at, one after the other at the same table."""
    whole = random_game(game, players)
    match, played = new_match(game, players), 0
    names = [seat.name for seat in match.session.header.seats]
    links = begin(server, game, *names, seed=SEED)
    for moment, share in MOMENTS.items():
        count = len(whole) if share == 1 else max(1, round(len(whole) * share))
        for option in whole[played:count]:
            seat = match.live.seat
            send(links[names[seat]], "answer", {"option": option, "number": match.questions[0].number})
            match.answer(seat, option)
        played = count
        yield Position(game, moment, match, links)


def send(link: str, what: str, told: Any) -> None:
    """Send something to a table with the link of a seat."""
    page, _, secret = link.partition("#")
    address = page.replace("/t/", "/api/t/")
    asked = Request(f"{address}/{what}", json.dumps(told).encode(), {"authorization": f"Bearer {secret}"})
    with urlopen(asked, timeout=SLOW / 1000):
        pass


def read_off(position: Position) -> list[tuple[str, str]]:
    """Questions that the picture of the first seat answers, with their answers."""
    state, names = position.match.live, [seat.name for seat in position.match.session.header.seats]
    asked = [names[each.seat] for each in position.match.questions]
    found = [("Is the game over, or whose turn is it?", "over" if position.match.over else " and ".join(asked))]
    scores = [*seat_scores(state, 0)] or [None] * len(names)
    if all(score is not None for score in scores):
        best = max(score for score in scores if score is not None)
        leaders = [name for name, score in zip(names, scores, strict=True) if score == best]
        found.append(("Who leads (or: are they equal)?", leaders[0] if len(leaders) == 1 else "equal"))
    found += [
        (f"How many points has {name}?", str(score))
        for name, score in zip(names, scores, strict=True)
        if score is not None
    ]
    shown = scene(state.game, state.masked(0), "en", names, state.options if state.seat == 0 else (), page=True)
    for strip in shown.strips:
        for part in strip.parts:
            kind, last = part[0].sign or part[0].text.strip(), part[-1]
            amount = str(last.times) if last.sign and not last.text.isdigit() else last.text
            if len(part) <= 2 and amount.isdigit() and not kind.isdigit():
                found.append((f"How many of this has {names[strip.seat]} (beside the name): {kind}?", amount))
    if state.seat == 0 and not position.match.over:
        found.append(
            ("How many answers are there to the question (buttons and places together)?", str(len(state.options)))
        )
    chance = random.Random(position.name)
    boards = [node for panel in shown.panels for node in _boards(panel.show)]
    for board in boards:
        taken = [
            place
            for place in board.places
            if any(span.stand is not None and span.stand.family == "seat" for span in place.what)
        ]
        for place in chance.sample(taken, min(2, len(taken))):
            owner = next(
                span.stand.name for span in place.what if span.stand is not None and span.stand.family == "seat"
            )
            found.append((f"Whose piece stands on {place.stand.name}?", owner))
    cards = [card for panel in shown.panels for card in _cards(panel.show) if not card.back and card.cost]
    for card in chance.sample(cards, min(2, len(cards))):
        found.append((f"What does the card {card.name} cost (top left corner)?", card.cost[0][-1].text))
    return found[:2] + chance.sample(found[2:], min(8, len(found) - 2))


def _nodes(show: Any) -> Iterator[Any]:
    for node in show:
        yield node
        yield from _nodes(getattr(node, "items", ()) if node.kind == "group" else ())


def _boards(show: Any) -> Iterator[Any]:
    return (node for node in _nodes(show) if node.kind == "board")


def _cards(show: Any) -> Iterator[Any]:
    return (card for node in _nodes(show) if node.kind == "cards" for card in node.cards)


def look_at(
    browser: Browser, position: Position, folder: Path, *, log: bool, themes: tuple[str, ...], langs: tuple[str, ...]
) -> dict[str, Any]:
    """Take the pictures of a position; what was measured, by picture."""
    found: dict[str, Any] = {}
    for lang in langs:
        send(position.links[PLAYERS[0]], "me", {"lang": lang})
        person = sit(browser, position.links[PLAYERS[0]], *SIZES[0])
        page = person.page
        if not log:
            _hide(page)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for theme in themes:
                page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
                page.wait_for_timeout(250)
                name = f"{position.name}-{width}-{theme}-{lang}"
                page.screenshot(path=folder / f"{name}.png")
            found[name] = page.evaluate(MEASURE)
        found[f"{position.name}-{lang}-troubles"] = person.troubles
        person.context.close()
    return found


def _hide(page: Page) -> None:
    """Hide the log: what was done last must be seen on the table."""
    page.evaluate("document.querySelector('#story').setAttribute('hidden', '')")


def main(words: list[str]) -> int:
    """Look at all games, or at some."""
    from playwright.sync_api import sync_playwright

    folder, games = Path(words[0]), [word for word in words[1:] if not word.startswith("-")]
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["RULESET_LANG"] = "en"
    few = "--few" in words  # one theme, one language
    players = 8 if "--crowded" in words else 2
    measured: dict[str, Any] = {}
    questions: dict[str, Any] = {}
    with (
        tempfile.TemporaryDirectory() as state,
        serving(Path(state), links=1) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        assert browser is not None
        for game in games or sorted(
            path.parent.name for home in ("data", "examples") for path in (ROOT / home).glob("*/game.yaml")
        ):
            for position in positions(server, game, players):
                themes, langs = (("light",), ("en",)) if few else (("light", "dark"), ("en", "es"))
                measured |= look_at(browser, position, folder, log="--no-log" not in words, themes=themes, langs=langs)
                questions[position.name] = read_off(position)
                sys.stderr.write(f"{position.name}\n")
        browser.close()
    (folder / "measured.json").write_text(json.dumps(measured, indent=1), encoding="utf-8")
    (folder / "questions.json").write_text(json.dumps(questions, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
