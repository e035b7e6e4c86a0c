"""What could be answered at a line of a scenario that is being written: the question asked there, and its options in notation.

`answers_at(text, 6, file)` of a scenario of Pig, whose last line is not written yet:

    scenarios:                   the lines above the one asked about are read: a scenario with one answer
      - name: a hold scores
        dice: {face: [5]}
        do:
          - play roll            taken: the pot is 5
          -                      `play roll`, `play hold`: seat 0 decides `decide`

What stands below does not matter, so a file that is being edited has answers as soon as what stands above can be read. Within
`[a, b, ` the column says how far; the same holds within `expect:`, where `offered` and `only` name such answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ruleset_core import BrokenRuleError, Game, State, load
from ruleset_core.diagnostics import Diagnostic
from ruleset_core.positions.cases import PositionCase
from ruleset_core.positions.position_files import read_cases
from ruleset_core.positions.position_runs import PositionRun, start_position

NAMED: Final = 500
"""Of more options than that only the first have words."""
UNFINISHED: Final = 12
"""So many lines of what is being written are left out where they cannot be read."""
_CASE: Final = re.compile(r"\s*- *(name|lesson) *:")
_ITEM: Final = re.compile(r"\s*-(\s|$)")
_TAIL: Final = re.compile(r"[^,\[{]*$")
_CLOSING: Final = {"[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class NamedAnswer:
    """An answer: as it is written, and as a menu says it."""

    notation: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class ScenarioAnswers:
    """What is asked at a line of a scenario.

    Attributes:
        scenario: its name.
        seat: who decides; -1 where the game is over.
        decision: the question, by its name in the data.
        question: the same in words.
        answers: the options, in the order of a menu.
        problem: why an answer above cannot be taken; then these are the answers in its place.
    """

    scenario: str
    seat: int
    decision: str
    question: str
    answers: tuple[NamedAnswer, ...] = ()
    problem: Diagnostic | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain data for machines."""
        return {
            "scenario": self.scenario, "seat": self.seat, "decision": self.decision, "question": self.question,
            "answers": [{"notation": each.notation, "words": each.words} for each in self.answers],
            "problem": None if self.problem is None else self.problem.message,
        }  # fmt: skip


def answers_at(
    text: str, line: int, file: Path, column: int | None = None, *, roots: Sequence[Path] = (), lang: str = "en",
    loaded: Callable[[PositionCase], Game] | None = None,
) -> ScenarioAnswers | Diagnostic | None:  # fmt: skip
    """What could be answered at a line, from 1, of the text of a file of scenarios or lessons.

    Args:
        text: all of it, as it stands now.
        line: where an answer is to be written.
        file: where the text belongs: its directory says which game it is of.
        column: where in the line, from 1; by default an item of a list is taken as not written yet.
        roots: further directories with games.
        lang: the language of the words.
        loaded: gives the game of a scenario, for who has loaded it; by default it is loaded.

    Returns:
        None where no scenario stands above that can be read; a diagnostic where it cannot begin.

    Raises:
        RulesetError: the game cannot be loaded, or a rule breaks.
    """
    case = _case_above(_above(text, line, column), file, roots)
    if case is None:
        return None
    game = load(case.game, expansions=case.expansions, roots=case.roots) if loaded is None else loaded(case)
    state = start_position(case, game)
    if isinstance(state, Diagnostic):
        return state
    run, problem = PositionRun(case, game, state), None
    for taken, seat, path in case.options:
        problem = run.take(taken, seat, case.span(*path))
        if problem is not None:
            break
    else:
        run.settle(())
    return _asked(case, game, run.state, lang, problem)


def _case_above(text: str, file: Path, roots: Sequence[Path]) -> PositionCase | None:
    """The last case of a text that ends anywhere: keys behind which nothing stands yet are left out, as a step that is not finished."""
    lines = text.splitlines(keepends=True)
    begun = [place for place, line in enumerate(lines) if _CASE.match(line)]
    for place in range(begun[0], begun[-1]) if begun else ():
        lines[place] = "\n"  # those before it, which may have mistakes of their own
    for _ in range(UNFINISHED):
        cases, _problems = read_cases(file, roots, "".join(lines))
        if cases:
            return cases[-1]
        while lines and not lines[-1].strip():
            lines.pop()
        if not lines or _CASE.match(lines.pop()):
            return None
    return None


def _asked(case: PositionCase, game: Game, state: State, lang: str, problem: Diagnostic | None) -> ScenarioAnswers:
    decision = state.decision
    if decision is None:
        return ScenarioAnswers(case.name, -1, "", "", (), problem)
    answers = tuple(
        NamedAnswer(game.notation(option), _words(game, state, option, lang) if place < NAMED else "")
        for place, option in enumerate(decision.options)
    )
    return ScenarioAnswers(case.name, decision.seat, decision.name, decision.question(lang, ()), answers, problem)


def _words(game: Game, state: State, option: int, lang: str) -> str:
    try:
        return game.label(state, option, lang)
    except BrokenRuleError:  # a word of the menu looks at something that is not there
        return game.option_name(option, lang)


def _above(text: str, line: int, column: int | None) -> str:
    r"""What stands above a place, with the brackets closed that are open there.

    >>> _above("do:\n  - play roll\n  - pl", 3, None)
    'do:\n  - play roll\n'
    >>> _above("do: [play roll, pl", 1, 19)
    'do: [play roll,]'
    """
    lines = text.splitlines(keepends=True)
    above, here = "".join(lines[: line - 1]), "".join(lines[line - 1 : line])
    open_before = open_signs(above)[1]
    if _ITEM.match(here) and not open_before and (column is None or not open_signs(here[: column - 1])[1]):
        return above
    end = len(here.rstrip()) if column is None else column - 1
    kept = above + here[:end]
    closers = open_signs(kept)[1]
    if not closers:
        return above
    if column is None:  # the whole line is written: what stands within the last bracket that it closes, too
        return kept + closers
    return _TAIL.sub("", kept) + closers


def open_signs(text: str) -> tuple[str, str]:
    """The quote that is open at the end of a text, and what closes its brackets; those in quotes and comments are none.

    >>> open_signs('do: [play roll, {text: "a [')
    ('"', '}]')
    """
    found: list[str] = []
    quote = ""
    for row in text.splitlines():
        before = " "
        for char in row:
            if quote:
                quote = "" if char == quote and before != "\\" else quote
            elif char in "\"'" and before in " [{,:":
                quote = char
            elif char == "#" and before == " ":
                break
            elif char in _CLOSING:
                found.append(_CLOSING[char])
            elif found and char == found[-1]:
                found.pop()
            before = char
    return quote, "".join(reversed(found))
