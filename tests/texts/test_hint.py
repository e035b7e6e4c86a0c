"""Hints in words, in both languages."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from ruleset_core import foresee, load
from ruleset_core.messages import LANGUAGES
from ruleset_core.play.match import Hint, HintUnavailable, HintUnavailableReason, Match, Outlook, RatedOption
from ruleset_core.play.match.hints import ScoreDifference
from ruleset_core.play.records import Seat, Session
from ruleset_core.play.wording.game_messages import (
    hint_text,
    hint_unavailable_text,
    hints_count_text,
)
from ruleset_core.statistics import Estimate
from tests.engine.test_thinking import by_interpreter
from tests.standin import replace_function

LANGS = LANGUAGES


def estimate(mean: float, margin: float) -> Estimate:
    return Estimate(mean, margin, 100, margin * 5 or 1.0)


def outlook(won: float, points: float, lead: float, margin: float = 0.05) -> Outlook:
    return Outlook(estimate(won, margin), estimate(points, 1.25), estimate(lead, 20 * margin))


def hint(*choices: RatedOption, **changes: Any) -> Hint:
    told = {"offered": len(choices), "worlds": 100, "wins": True, "points": True, "leads": True, **changes}
    return Hint(0, told.pop("bot", "normal"), told.pop("plays", "normal"), choices, **told)


@pytest.fixture
def table() -> Match:
    return Match(Session.start(load("pig"), [Seat("Ana", "human"), Seat("Bo", "human")], 1))


def test_what_is_expected_is_told_with_its_margins(table: Match) -> None:
    first, second = table.live.options
    found = hint(
        RatedOption(first, outlook(0.54, 38.12, -1.44)),
        RatedOption(second, outlook(0.5, 38, -2), outlook(-0.03, 0, -0.4)),
    )
    text = hint_text(found, table.live, "en")
    assert text.heading == "What the bot `normal` would do:"
    assert text.best.written == table.game.notation(first)
    assert (
        text.best.said
        == "you win 54 ± 5 games in 100; you end with 38.1 ± 1.2 points, 1.4 ± 1.0 behind the best opponent"
    )
    assert text.others[0].said.startswith(
        "3 ± 5 fewer games won in 100, 0.4 ± 1.0 points worse against the best opponent: hardly"
    )
    assert text.next == "Next best, compared with that:"
    spanish = hint_text(found, table.live, "es")
    assert (
        spanish.best.said
        == "ganas 54 ± 5 de cada 100 partidas; acabas con 38,1 ± 1,2 puntos, 1,4 ± 1,0 por detrás del mejor rival"
    )
    assert spanish.others[0].said.startswith(
        "3 ± 5 victorias menos de cada 100 partidas, 0,4 ± 1,0 puntos peor frente al mejor rival: "
    )


def test_the_plan_of_a_turn_is_told_with_all_its_answers() -> None:
    state = load("troyes_dice").new(players=2, seed=3)
    first = state.options[0]
    asked = foresee(state, first).asked
    assert asked is not None
    second = asked.options[0]
    best = hint_text(hint(RatedOption(first, later=(second,))), state, "en", ["Ana", "Bo"]).best
    assert best.typed == (state.game.notation(first), state.game.notation(second))
    assert best.answers == (state.game.label(state, first), state.game.label(asked, second))
    assert best.plan == " ".join(foresee(state, first, second).turn_sentences("en", ["Ana", "Bo"]))
    assert best.summary.startswith(f"`{'; '.join(best.answers)}`: ")


def test_a_plan_says_where_chance_decides(table: Match) -> None:
    roll, hold = table.live.options
    text = hint_text(hint(RatedOption(roll), RatedOption(hold)), table.live, "en", ["Ana", "Bo"])
    assert text.best.plan == "Ana rolls. Then chance decides."
    spanish = hint_text(hint(RatedOption(roll)), table.live, "es", ["Ana", "Bo"])
    assert spanish.best.plan == "Ana lanza. Luego decide el azar."


@pytest.mark.parametrize(
    ("categories", "opponent", "said"),
    [
        ((-2.0, 0.8, 0.1), 0.0, "just as good; in the score: characters −2.0 ± 0.4, resources +0.8 ± 0.4"),
        ((0.3, 0.0, 0.0), 1.5, "just as good; in the score: the best opponent +1.5 ± 0.4"),
        ((0.2, -0.2, 0.1), 0.0, "just as good"),
    ],
)
def test_what_of_the_score_makes_a_difference_beyond_chance_is_told(
    categories: tuple[float, ...], opponent: float, said: str
) -> None:
    state = load("troyes_dice").new(players=2, seed=3)
    first, second = state.options[:2]
    because = ScoreDifference(tuple(estimate(each, 0.4) for each in categories), estimate(opponent, 0.4))
    more = outlook(0, 0, 0)
    found = hint(RatedOption(first, outlook(0.5, 3, 0)), RatedOption(second, outlook(0.5, 3, 0), more, because))
    assert hint_text(found, state, "en").others[0].said == said


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (outlook(-0.3, 0, -8), "30 ± 5 fewer games won in 100, 8.0 ± 1.0 points worse against the best opponent"),
        (outlook(0.3, 0, 8), "but the bot has looked further ahead"),
        (outlook(0.001, 0, 0.01), "just as good"),
    ],
)
def test_a_difference_is_told_with_what_it_means(table: Match, more: Outlook, said: str) -> None:
    first, second = table.live.options
    text = hint_text(
        hint(RatedOption(first, outlook(0.5, 3, 0)), RatedOption(second, outlook(0.5, 3, 0), more)), table.live, "en"
    )
    assert text.others[0].said.endswith(said)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"wins": False, "leads": False}, "you end with 38.1 ± 1.2 points"),
        ({"points": False}, "you win 54 ± 5 games in 100"),
        ({"leads": False}, "you win 54 ± 5 games in 100; you end with 38.1 ± 1.2 points"),
    ],
)
def test_what_says_nothing_is_left_out(table: Match, changes: dict[str, Any], said: str) -> None:
    text = hint_text(hint(RatedOption(table.live.options[0], outlook(0.54, 38.12, 1)), **changes), table.live, "en")
    assert text.best.said == said
    assert text.heading == "There is only one answer:"
    assert text.next == ""


def test_how_many_more_there_are_is_told(table: Match) -> None:
    choice = RatedOption(table.live.options[0], outlook(0.54, 38.12, 1))
    for offered, said in (
        (2, "The bot rates 1 other answer no better"),
        (9, "The bot rates 8 other answers no better"),
    ):
        assert hint_text(hint(choice, offered=offered), table.live, "en").notes[0].startswith(said)


@pytest.mark.parametrize("lang", LANGS)
def test_without_a_core_it_says_so_and_how_to_have_one(
    table: Match, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_function(monkeypatch, "core_of", by_interpreter)
    choices = [RatedOption(option) for option in table.live.options]
    text = hint_text(hint(*choices, bot="strong", plays="easy", worlds=0), table.live, lang)
    assert any("asked for" in note for note in text.notes)  # the reason of the stand-in
    assert any("pip install -U wasmtime" in note for note in text.notes)
    assert text.best.said == ""


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("why", get_args(HintUnavailableReason))
def test_every_refusal_has_a_reason(why: Any, lang: str) -> None:
    said = hint_unavailable_text(HintUnavailable(why, "greedy"), lang)
    assert said
    assert "_" not in said


def test_who_asked_how_often(table: Match) -> None:
    assert hints_count_text(table.session, "en", ["Ana", "Bo"]) == ""
    table.hint_asked(1)
    table.answer(table.live.seat, "play roll")
    table.hint_asked(1)
    assert hints_count_text(table.session, "en", ["Ana", "Bo"]) == "Hints asked for: Bo 2."


def test_where_nobody_else_has_a_score_a_difference_is_just_of_points(table: Match) -> None:
    first, second = table.live.options
    found = hint(
        RatedOption(first, outlook(0.5, 3, 0)),
        RatedOption(second, outlook(0.5, 3, 0), outlook(-0.3, 0, -8)),
        wins=False,
        leads=False,
    )
    assert hint_text(found, table.live, "en").others[0].said == "8.0 ± 1.0 fewer points"
