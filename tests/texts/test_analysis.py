"""An analysis in words and as a picture, in both languages."""

from __future__ import annotations

from math import inf
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from ruleset_core import load
from ruleset_core.messages import LANGUAGES
from ruleset_core.play.match import Outlook
from ruleset_core.play.match.game_analysis import AnalysedDecision, Analysis, TurningPoint
from ruleset_core.play.records import Seat, Session
from ruleset_core.play.wording.analysis_messages import (
    CourseChart,
    analysis_text,
    core_missing_text,
    course_chart,
)
from ruleset_core.statistics import Estimate
from ruleset_core.view.svg.course import draw_course
from ruleset_core.view.terminal.course import course_lines, course_read

LANGS = LANGUAGES


def outlook(won: float, points: float = 20) -> Outlook:
    return Outlook(Estimate(won, 0.02, 100, 0.1), Estimate(points, 0.5, 100, 3), Estimate(points - 20, 0.5, 100, 3))


@pytest.fixture
def session() -> Session:
    """A game of Pig of six moves: roll and hold in turns."""
    found = Session.start(load("pig"), [Seat("Ana", "human"), Seat("<Bo>", "human")], 1)
    for number in range(6):
        found.apply(found.live.options[number % 2])
    return found


def analysis(session: Session, **changes: Any) -> Analysis:
    """Something that could be found out about it; the third decision cost something, before the fifth somebody was lucky."""
    judged = []
    for place, step in enumerate(session.steps):
        won, cost = (0.5, None) if place < 4 else (0.8, None)
        before = (outlook(won), outlook(1 - won))
        if place == 2:
            cost = outlook(-0.12, 14)
        options = session.states[place].options
        other = next((option for option in options if option != step.option), step.option)
        judged.append(
            AnalysedDecision(
                place,
                None,
                step.move.seat,
                step.option,
                other if cost else step.option,
                before,
                before,
                cost,
                together=False,
            )
        )
    turnings = (
        TurningPoint("choice", 2, 2, judged[2].seat, outlook(-0.12, 14)),
        TurningPoint("luck", 3, 4, 0, outlook(0.3, 26)),
    )
    found = {
        "seats": (0, 1), "bot": "normal", "decisions": tuple(judged), "of": len(judged), "turnings": turnings, "wins": True, "points": True,
        "leads": True,
    }  # fmt: skip
    return Analysis(**{**found, **changes})


def test_it_says_where_the_game_turned_and_what_it_cost(session: Session) -> None:
    text = analysis_text(session, analysis(session), "en", None)
    assert text.title == "Pig: how it went"
    assert text.how.startswith("Each position is judged by what the player who decides could see")
    assert analysis_text(session, analysis(session, seats=(1,)), "en", None).how.startswith(
        "Each position is judged by what <Bo> could see"
    )
    choice, luck = text.turnings
    assert (choice.number, choice.where, luck.number) == (1, "position 2", 2)
    name = ["Ana", "<Bo>"][session.steps[2].move.seat]
    assert choice.said.startswith(f"{name}, asked “Roll again, or hold what you have?”, took “")
    assert f"”. By that, for {name}: 12 ± 2 fewer" in choice.said
    assert choice.said.endswith(": 12 ± 2 fewer games won in 100, 6.0 ± 0.5 points worse against the best opponent.")
    assert luck.said.startswith("Luck. ")
    assert luck.said.endswith(
        "for Ana: 30 ± 2 more games won in 100, 6.0 ± 0.5 points better against the best opponent."
    )
    assert (text.cost, text.mistakes) == ("", ())  # all that cost something is told above


def test_it_says_so_in_spanish(session: Session) -> None:
    text = analysis_text(session, analysis(session), "es", None)
    assert text.turnings[0].said.endswith(
        ": 12 ± 2 victorias menos de cada 100 partidas, 6,0 ± 0,5 puntos peor frente al mejor rival."
    )
    assert text.turnings[1].said.startswith("Azar. ")


def test_what_cost_something_is_told_though_it_did_not_turn_the_game(session: Session) -> None:
    text = analysis_text(session, analysis(session, turnings=()), "en", None)
    assert text.turned == "Nothing turned the game by more than chance may explain."
    assert [(each.place, each.number) for each in text.mistakes] == [(2, 0)]


def test_where_nothing_cost_anything_it_says_so(session: Session) -> None:
    found = analysis(session, turnings=())
    text = analysis_text(session, analysis(session, turnings=(), decisions=found.decisions[:2]), "en", None)
    assert text.cost.startswith("No decision cost more than chance may explain")
    assert text.notes == ("Stopped: 2 of 6 decisions were analysed.",)


@pytest.mark.parametrize("lang", LANGS)
def test_nothing_to_go_through_can_be_said_and_drawn(session: Session, lang: str) -> None:
    found = analysis(session, turnings=(), decisions=(), of=0)
    assert analysis_text(session, found, lang, None).notes
    assert course_lines(course_chart(session, found, lang), 80)


@pytest.mark.parametrize("lang", LANGS)
def test_without_a_core_it_says_what_to_install(lang: str) -> None:
    assert "pip install -U wasmtime" in core_missing_text("no wasmtime", lang)


def drawn(session: Session, **changes: Any) -> CourseChart:
    return course_chart(session, analysis(session, **changes), "en")


@pytest.mark.parametrize("width", [40, 80, 100])
def test_the_picture_of_lines_keeps_to_its_columns(session: Session, width: int) -> None:
    lines = course_lines(drawn(session), width)
    assert max(map(len, lines)) <= width
    assert len(lines) <= 20
    assert "A Ana  B <Bo>" in lines[-1]
    assert "▲1" in lines[-2]
    assert "▲2" in lines[-2]


def test_who_wins_more_stands_higher(session: Session) -> None:
    lines = course_lines(drawn(session), 80)
    last = [next(number for number, line in enumerate(lines) if line.rstrip().endswith(mark)) for mark in "AB"]
    assert last[0] < last[1]


def test_the_end_is_on_it_where_the_game_has_one(session: Session) -> None:
    course = drawn(session, scores=(3, 9), outcomes=(-1, 1))
    assert [line.points[-1] for line in course.lines] == [(6, 0.0), (6, 100.0)]
    stopped = drawn(session, scores=(3, 9), outcomes=(-1, 1), of=9)
    assert [line.points[-1][0] for line in stopped.lines] == [5, 5], "of what was not gone through nothing is known"


def test_alone_it_counts_points(session: Session) -> None:
    course = drawn(session, wins=False)
    assert course.what == "Expected points"
    assert course.ticks[0] <= 20 <= course.ticks[-1]


def test_read_aloud_it_is_told_ten_times(session: Session) -> None:
    read = course_read(drawn(session))
    assert read[1] == "0: Ana 50, <Bo> 50"
    assert read[-1].endswith("Ana 80, <Bo> 20")
    assert len(read) == 12


def test_the_svg_is_whole_and_holds_names_as_text(session: Session) -> None:
    root = ET.fromstring(draw_course(drawn(session), "Pig & <more>", ["1  position 2: a sentence " * 9]))
    texts = ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Pig & <more>", "<Bo>", "1", "2", "Games won, of 100"} <= set(texts)
    wide = float(root.get("width", 0))
    places = [float(each.get("x", inf)) for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert all(0 <= place < wide for place in places)
    assert "Ana from 50 to 80" in str(root.get("aria-label"))
