"""Lessons are checked without being played, and played as tests: what does not fit is said once, at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import LoadError, load
from ruleset_core.check.checker import check_paths
from ruleset_core.discovery import EXAMPLES_ROOT
from ruleset_core.play.match import AcceptedAnswer, Match
from ruleset_core.play.match.start_positions import find_lesson, start_of_case
from ruleset_core.play.records import HUMAN, Seat
from ruleset_core.testing.scenarios import run_scenarios

PIG = (EXAMPLES_ROOT / "pig" / "game.yaml").read_text(encoding="utf-8")
LESSON = """\
lessons:
  - lesson: one
    name: {en: One, es: Uno}
    players: 2
    dice: {face: [2, 3, 4, 5]}
    steps:
      - say: {en: "Pot {pot}.", es: "Bote {pot}."}
        do: play roll
        mark: [roll]
        expect: {that: [pot == 5]}
      - say: {en: Hold., es: Plántate.}
        do: play hold
        instead: {en: "{reach points in play} wins.", es: "Gana {reach points in play}."}
        then: {en: "{points} points.", es: "{points} puntos."}
      - 1: play roll
        say: {en: He rolls., es: Lanza.}
    free: {en: Go on., es: Sigue.}
"""
SLIPS = [
    ("", "", None, None),
    ("Pot {pot}.", "Pot {pott}.", "E301 unknown name `pott`", "E301 unknown name `pott`"),
    ("do: play hold", "do: play hodl", "E301 unknown option `play hodl`", "E502 `play hodl` is not an option of this game"),
    ("do: play hold", "do: play roll", None, "E502 `play roll`: expected seat 1 to decide, found seat 0"),
    ("pot == 5", "points == 0", None, None),  # of whoever learns
    ("pot == 5", "points == 1", None, "E503 expected `points == 1`, found `points` is 0"),
    ("pot == 5", "pot == 4", None, "E503 expected `pot == 4`, found `pot` is 5"),
    ("1: play roll", "4: play roll", "E314 there is no seat 4", "E502 `play roll`: expected seat 4 to decide"),
    ("mark: [roll]", "mark: [rol]", "E301 unknown piece or member `rol`", None),
    ("reach points in play", "reach points in plya", "E301 unknown name `plya`", "E301 unknown name `plya`"),
    ("- say: {en: Hold., es: Plántate.}\n        do:", "- do:", "E102 a step says what to do and why", "E102"),
    ("- 1: play roll", "- 1: play roll\n        do: play roll", "E103 a step is one answer", "E103"),
    ("then: {en", "thne: {en", "E101 unknown key `thne`", "E101"),
    ("do: play hold", "do: play hold\n        of_seat: 1", "E101 unknown key `of_seat`", "E101"),
    ("free: {en: Go on., es: Sigue.}", "free: {en: '{pot} left'}\n  - {lesson: one, name: {en: B}, steps: [{say: {en: S}, do: play roll}]}", "E407 another lesson is called `one`", None),
    ("players: 2", "players: 12", "E106 the game is for 2 to 10, not for 12", "E501 the lesson cannot begin"),
    ("face: [2", "face: [7", "E314", "E501 the lesson cannot begin"),
]  # fmt: skip


def written(directory: Path, lesson: str) -> Path:
    (directory / "pig" / "lessons").mkdir(parents=True)
    (directory / "pig" / "game.yaml").write_text(PIG, encoding="utf-8")
    (directory / "pig" / "lessons" / "a.yaml").write_text(lesson, encoding="utf-8")
    return directory / "pig"


@pytest.mark.parametrize(("there", "instead", "checked", "tested"), SLIPS)
def test_a_slip_is_found(there: str, instead: str, checked: str | None, tested: str | None, tmp_path: Path) -> None:
    assert there in LESSON
    game = written(tmp_path, LESSON.replace(there, instead, 1) if there else LESSON)
    report = [f"{each.code} {each.message}" for each in check_paths([str(game)]).diagnostics]
    failures = [f"{each.code} {each.message}" for one in run_scenarios([str(game)]) for each in one.failures]
    for found, wanted in ((report, checked), (failures, tested)):
        if wanted is None:
            assert not found
        else:
            assert any(each.startswith(wanted) for each in found), found
    assert len(failures) <= 2, "one for each language at most"


def test_a_lesson_in_one_language_is_read_in_both(tmp_path: Path) -> None:
    game = written(tmp_path, LESSON.replace(", es: Uno", "").replace(', es: "Bote {pot}."', ""))
    case = find_lesson(str(game), "")
    assert case.lesson.name.get("es") == "One"
    assert all(each.ok for each in run_scenarios([str(game)]))


def test_translations_of_lessons_are_read(tmp_path: Path) -> None:
    from ruleset_core import in_translation

    game = written(tmp_path, LESSON)
    (game / "translations").mkdir()
    entry = 'msgctxt "lessons/a.yaml lessons.one.name"\nmsgid "One"\nmsgstr "Un"\n'
    (game / "translations" / "fr.po").write_text(entry, encoding="utf-8")
    with in_translation("fr"):
        assert find_lesson(str(game), "one").lesson.name.get("fr") == "Un"
    (game / "translations" / "de.po").write_text(entry.replace("Un", "Eins"), encoding="utf-8")
    with in_translation("de"):
        assert find_lesson(str(game), "one").lesson.name.get("en") == "Eins"
    assert find_lesson(str(game), "one").lesson.name.get("en") == "One"
    assert not check_paths([str(game)]).diagnostics


def test_what_the_learner_may_not_know_is_no_value_of_a_text() -> None:
    state = load("creels").new(3, 1)
    assert state.fill("{sum d in creel of face[d]}", 0).isdecimal()
    assert state.fill("{count d in seat_1.creel}", 0) == "5"
    with pytest.raises(LoadError, match="seat 0 may not know"):
        state.fill("{sum d in seat_1.creel of face[d]}", 0)


def test_where_all_choose_at_once_the_learner_answers_in_turn(tmp_path: Path) -> None:
    game = load("sheaves")
    state = start_of_bids(tmp_path, game.directory, "")
    bids = [game.notation(option) for option in state.live.options]
    steps = f"steps: [{{0: {bids[0]}}}, {{say: {{en: S}}, do: {bids[1]}}}, {{2: {bids[2]}}}]"
    match = Match(start_of_bids(tmp_path, game.directory, steps))
    assert match.lesson is not None
    assert match.question(1) is None
    match.decide_bot()
    assert match.live.seat == 1
    assert game.notation(match.lesson.text(match.live, 1, "en").sought or 0) == bids[1]
    assert isinstance(match.answer(1, bids[1]), AcceptedAnswer)
    match.decide_bot()
    assert [step.move.notation for step in match.session.steps] == bids[:3]
    assert match.lesson.over


def start_of_bids(tmp_path: Path, directory: Path, steps: str):  # type: ignore[no-untyped-def]
    game = tmp_path / "sheaves"
    (game / "lessons").mkdir(parents=True, exist_ok=True)
    for file in directory.glob("*.yaml"):
        (game / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    steps = steps or "steps: [{say: {en: S}, do: bid 0}]"
    lesson = f"lessons: [{{lesson: bids, name: {{en: B}}, players: 3, seat: 1, at: deals, {steps}}}]"
    (game / "lessons" / "a.yaml").write_text(lesson, encoding="utf-8")
    seats = [Seat(f"P{seat}", HUMAN if seat == 1 else "easy") for seat in range(3)]
    return start_of_case(find_lesson(str(game), "")).begin(seats)


def test_what_a_scenario_expects_of_no_seat_is_told_with_one(tmp_path: Path) -> None:
    game = written(tmp_path, LESSON)
    (game / "scenarios").mkdir()
    (game / "scenarios" / "a.yaml").write_text(
        "scenarios: [{name: a, players: 2, do: [play roll], expect: {that: points == 0}}]", encoding="utf-8"
    )
    ((failure,),) = [one.failures for one in run_scenarios([str(game)]) if not one.is_lesson]
    assert failure.message == "no seat is acting here"
    assert failure.notes == ("say in front whose it is: `seat 0: points == 0`",)
