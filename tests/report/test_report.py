"""Reports of games: whole, in both languages, the same bytes again, safe whatever things are called, and true to their figures."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from ruleset_core import load
from ruleset_core.lab.report import simulation_html
from ruleset_core.lab.report.document import ReportContext
from ruleset_core.lab.report.report_pages import simulation_findings
from ruleset_core.lab.sim import CardSummary, Estimate, GameRow, SimulationPlan, Summary, summarise
from ruleset_core.messages import LANGUAGES
from tests.report.played import AGAIN, PAGES, PLANS, played, summed, written

LANGS = LANGUAGES
HOSTILE = "<script>alert(1)</script>\"'&]]>\x00\x1b[31m\u202e"


class Page(HTMLParser):
    """Elements with their attributes, and the texts of the page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.said: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.said.append(data)

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_needs_nothing_else(name, lang):
    text = written(name, lang)
    page = Page(text)
    assert page.of("html") == [{"lang": lang}]
    assert not page.of("script")
    assert not page.of("link")
    assert not page.of("img")
    assert not re.search(r"""(?:src|href)=["'](?!#)|url\(|@import""", text)
    assert len(text) < 1_000_000
    ids = [attrs["id"] for _, attrs in page.tags if attrs.get("id")]
    assert len(ids) == len(set(ids))
    assert {each["href"] for each in page.of("a")} == {f"#{each}" for each in ids if each != "found"}


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANS)
def test_the_same_games_give_the_same_bytes(name):
    game, plan, summary = played(name)
    assert simulation_html(game, plan, summed(game, plan), AGAIN, "en") == simulation_html(
        game, plan, summary, AGAIN, "en"
    )


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", PAGES)
def test_every_plot_has_marks_words_and_a_table(name, lang):
    text = written(name, lang)
    figures = re.findall(r"<figure>.*?</figure>", text, re.DOTALL)
    assert len(figures) >= (1 if name in {"one", "curve", "curves"} else 3)
    for figure in figures:
        plots = re.findall(r"<svg.*?</svg>", figure, re.DOTALL)
        assert len(plots) >= 2
        assert all(re.search('class="mark', plot) for plot in plots)
        assert all(
            re.search('role="img" [^>]*aria-label="[^"]{8,}"|aria-label="[^"]{8,}"[^>]*role="img"', plot)
            for plot in plots
        )
        assert figure.count("<tr>") >= 2
        assert "<figcaption>" in figure
    assert "nan" not in re.findall(r"[a-z]+", re.sub("<style>.*?</style>", "", text, flags=re.DOTALL))
    assert "inf " not in text


def test_what_is_said_is_what_was_found():
    game, plan, summary = played("pig")
    found = [each.text for each in simulation_findings(ReportContext("en", game, plan, summary))]
    (better,) = [each for each in found if "better" in each]
    assert better.startswith(
        f"The bot `easy` plays better than the others: it wins {100 * summary.bots['easy'].won.mean:.1f}"
    )
    assert any(f"the highest {max(summary.scores)}." in each for each in found)
    assert any("These are few games" in each for each in found)


def made_up(first: int, games: int, seats: int = 2) -> Summary:
    """Games of which the first seat wins so many, and the others the rest in turn."""
    won = [0 if number < first else 1 + number % (seats - 1) for number in range(games)]
    rows = [
        GameRow(
            number,
            tuple(int(seat == each) for seat in range(seats)),
            (),
            tuple(int(seat == each) for seat in range(seats)),
            9,
            9,
        )
        for number, each in enumerate(won)
    ]
    return summarise(SimulationPlan("pig", ("random",) * seats, games, 1), rows)


@pytest.mark.parametrize(
    ("first", "games", "seats", "kind", "said"),
    [
        (
            620,
            1000,
            2,
            "notice",
            "Where one sits matters: seat 1 wins 62.0 ± 3.1 of 100 games, where 50 would be its share.",
        ),
        (505, 1000, 2, "fine", "No seat wins more or less than its share beyond chance."),
        (26, 50, 2, "", "Whether it matters where one sits cannot be told from these games"),
        (200, 1000, 3, "notice", "Seat 1 wins less than its share: 20.0 ± 3.2 of 100 games instead of 33."),
    ],
)
def test_seats_are_told_apart_only_beyond_chance(first, games, seats, kind, said):
    plan = SimulationPlan("pig", ("random",) * seats, games, 1)
    found = list(simulation_findings(ReportContext("en", load("pig"), plan, made_up(first, games, seats))))
    assert [each.kind for each in found if each.text.startswith(said)] == [kind]


def test_hostile_names_stay_text(monkeypatch):
    game, plan, summary = played("dice")
    monkeypatch.setattr(type(game), "title", lambda *_: HOSTILE)
    monkeypatch.setattr(type(game), "score_names", lambda *_: dict.fromkeys(summary.categories, HOSTILE))
    causes = {cause._replace(names=(("en", HOSTILE), ("es", HOSTILE))): each for cause, each in summary.causes.items()}
    monkeypatch.setattr("ruleset_core.engine.game_info.CardInfo.name", lambda *_: HOSTILE)
    text = simulation_html(game, plan, replace(summary, causes=causes), HOSTILE, "en")
    page = Page(text)
    assert not page.of("script")
    assert "\x00" not in text
    assert "\x1b" not in text
    assert any("<script>alert(1)</script>" in each for each in page.said)


def card(score: float, *, sure: bool, got: int = 100, might: int = 300) -> CardSummary:
    """A card that goes with so many points more."""
    effect = Estimate(score, 1.0, 23, 2.0) if got else None
    return CardSummary(90, 400, got, 90, False, might, got, effect, effect, sure, False)


def test_cards_are_named_only_beyond_chance():
    game, plan, summary = played("dice")
    names = [game.card(each).name("en") for each in game.card_ids()[:4]]
    rest = [card(0, sure=False) for _ in game.card_ids()[4:]]
    made = (card(3, sure=True), card(-2, sure=True), card(5, sure=False), card(0, sure=False, got=0), *rest)
    found = [each.text for each in simulation_findings(ReportContext("en", game, plan, replace(summary, cards=made)))]
    assert f"Cards that go with more points, beyond chance: “{names[0]}” (+3.0 ± 1.0)." in found
    assert f"Cards that go with fewer points, beyond chance: “{names[1]}” (−2.0 ± 1.0)." in found
    assert f"Nobody ever took, though it was offered: “{names[3]}”." in found


def test_the_rest_of_many_cards_is_counted():
    game, plan, summary = played("dice")
    made = tuple(card(place + 1, sure=True) for place, _ in enumerate(game.card_ids()))
    found = [each.text for each in simulation_findings(ReportContext("es", game, plan, replace(summary, cards=made)))]
    assert any(each.endswith(f" y {len(made) - 5} más.") for each in found)


def test_what_differs_is_told_and_how_many_games_the_rest_would_take():
    text = written("expansion", "en")
    assert "<h1>Troyes Dice and Troyes Dice + Feasts &amp; Raids: what differs</h1>" in text
    assert "games to be sure of." in text
    assert "5 of 5 pairs of games were exactly the same." in written("alike", "en")
    assert "Nothing differs beyond chance." in written("alike", "en")


def test_a_curve_says_where_the_game_stands_and_what_differs():
    text = written("curve", "en")
    assert "Score a seat: beyond chance it differs from the game as it is with 60; 80; 120; 140." in text
    assert "In the game as it is, play.do.5 is 100." in text
    figures = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert all(figure.count('class="mark point') == 5 for figure in figures if 'class="plot"' in figure)
