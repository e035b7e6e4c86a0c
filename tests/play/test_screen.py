"""What a screen shows between the questions of a table: moves of bots, what cannot be chosen, the lines that a question leaves to the game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from ruleset_core import State, Subject, load
from ruleset_core.cli.console.game_loop import ConsoleHost
from ruleset_core.cli.console.game_view import QUESTION_LINES, ScreenLayout
from ruleset_core.cli.console.help_answers import MANY_OPTIONS, _subjects_named, print_options
from ruleset_core.messages import LANGUAGES
from ruleset_core.view.terminal.answer_keys import NO_KEYS

NOBODY = cast("Any", None)


@pytest.mark.parametrize(
    ("follows", "persons", "viewer", "told", "drawn"),
    [
        (True, [0], 0, True, True),
        (True, [0, 1], 0, False, False),  # not both may see the same: it waits for the next question
        (True, [], None, True, True),
        (False, [0], 0, False, False),
        (False, [], None, True, False),
    ],
)
def test_moves_of_bots_are_shown_at_once_to_one_person_before_a_screen_that_follows(
    follows: bool, persons: list[int], viewer: int | None, told: bool, drawn: bool
) -> None:
    seen: list[str] = []
    host: Any = object.__new__(ConsoleHost)
    host.place = SimpleNamespace(screen=SimpleNamespace(follows=follows, follow=lambda: seen.append("followed")))
    host.table = SimpleNamespace(seating=SimpleNamespace(persons=persons), over=False)
    host.reader = SimpleNamespace(viewer=viewer)
    host.narrator = SimpleNamespace(print_turns=lambda: seen.append("told"))
    host.picture = SimpleNamespace(draw=lambda: seen.append("drawn"))
    host.bot_decided(NOBODY)
    assert seen == ["told"] * told + ["drawn", "followed"] * drawn


def test_as_many_reasons_are_told_as_can_be_read_and_all_where_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = load("breakthrough").new(players=2, seed=1)
    decision = state.decision
    assert decision is not None
    refused = [each for each in state.game.vocabulary_of(decision.name) if each not in state.options]
    assert len(refused) > MANY_OPTIONS
    monkeypatch.setattr(State, "why_not", lambda _state, option, *_args, **_named: f"reason {option}")
    for all_, count in ((False, MANY_OPTIONS), (True, len(refused))):
        lines: list[str] = []
        notes: list[str] = []
        screen: Any = SimpleNamespace(note=notes.append, width=80, text_width=80)
        screen.line = lambda text, *_: lines.append(text)  # noqa: B023
        print_options(screen, state, [], "en", ("Ana", "Bo"), all_=all_)
        assert sum(": reason " in line for line in lines) == count
        assert [str(len(refused) - count) in note for note in notes] == [True] * (not all_)


def subject(name: str, called: str, *, at: int = 0, shared: bool = False, of_note: bool = True) -> Subject:
    names = tuple((lang, (f"los {called}" if lang == "es" else called,)) for lang in LANGUAGES)
    return Subject(name, cast("Any", (at,)), shared, of_note, names)


def test_a_subject_is_found_by_its_name_or_by_how_a_word_of_it_begins() -> None:
    coins, more = subject("coins", "coins"), subject("more", "coins")
    gold, old = subject("gold", "gold coins"), subject("old", "old coins", of_note=False)
    every = [coins, more, gold, old]
    assert _subjects_named("coins", every, "en") == [coins]
    assert _subjects_named("coin", every, "en") == [coins, more, gold]
    assert _subjects_named("gol", [gold, subject("gold", "gold coins", at=1)], "en") == [gold]
    assert len(_subjects_named("gol", [gold, subject("gold", "gold coins", shared=True)], "en")) == 2
    assert _subjects_named("old", [coins, old], "en") == [old]
    assert _subjects_named("los coins", every, "en") == [coins]
    assert _subjects_named("silver", every, "en") == []


@pytest.mark.parametrize(
    ("lines", "least", "below"),
    [
        (5, 8, QUESTION_LINES),
        (5, 18, 6),  # what the question is about needs eighteen lines of twenty-four
        (9, 18, 9),  # the question needs nine
    ],
)
def test_a_question_leaves_the_lines_that_the_game_needs_to_it(
    lines: int, least: int, below: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout = ScreenLayout(cast("Any", SimpleNamespace(screen=SimpleNamespace(height=24))))
    monkeypatch.setattr(layout, "_sheet", lambda *_: SimpleNamespace(least=lambda **_: least))
    scene: Any = SimpleNamespace(viewer=0, panels=())
    assert layout.leave(scene, NO_KEYS, lines) == layout.below == below
