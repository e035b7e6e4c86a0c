"""Every operation gives what its cases say: by its meaning, within its span, in all executors, with values that are known and that are not."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from itertools import product
from math import inf
from pathlib import Path
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, Game, State, load
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.operations import (
    COMPARED,
    FUNCTIONS,
    HIGH,
    INFIX,
    LOW,
    MEANINGS,
    OPERATIONS,
    REFUSED,
    Case,
    OperationSpec,
    result_range,
)
from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.syntax.parser import parse
from ruleset_core.lang.syntax_printer import ExpressionPrinter
from ruleset_core.lang.types import INT, IntervalSet
from ruleset_core.story.text import expr_text
from ruleset_core.story.text.language import language_of
from ruleset_core.story.text.phrases import LEVELS
from tests.engine.games import write
from tests.lang.compare import Executors

HALF = 1 << 31
PLAYERS = 3
COLOURS = ("red", "green", "blue")
GAME = """
game: cases
name: {en: Cases, es: Casos}
players: 3
sets:
  colour: {facts: {rank: -3..9}, members: {red: {rank: 1}, green: {rank: 2}, blue: {rank: 3}}}
  text: {members: [TEXTS]}
resources: {members: {purse: {max: 5}}}
state:
  day: {is: 1..8}
  one: {by: [0..2], is: int}
  two: {by: [0..2], is: int}
  three: {by: [0..2], is: int}
  yes_one: {is: bool}
  yes_two: {is: bool}
  seat_one: {is: "seat?"}
  colour_one: {is: "colour?"}
  no_colour: {is: "colour?"}
  high: {is: int}
  middle: {is: int}
  low: {is: int}
  truth: {is: bool}
  found: {is: "seat?"}
positions:
  stand: {of: [day], last: 3}
decisions:
  try_it: {of: text, ask: {en: "Which?", es: "¿Cuál?"}}
define:
  beyond: {condition: no_colour.rank == 1}
  far: {amount: no_colour.rank}
  keep: {params: {n: 0..5}, effect: set high = 0; set middle = 0; set low = n}
flow:
  - phase: setup
    do: set no_colour = none
  - phase: play
    turns: once
    do: choose try_it { BRANCHES }
score: {all: {name: {en: points, es: puntos}, amount: 0}}
"""
LOWERED = {
    "given": "do keep({0})",
    "acting": "as {0} {{ set found = me }}",
    "fits": "gain {0} {1}; set truth = {1} == {0}",
}
"""Statements for which lowering makes an operation that nobody writes."""


def plain(number: int) -> str:
    """A number as it is written, whatever its size."""
    return str(number) if abs(number) < HALF else f"({number // HALF} * {HALF} + {number % HALF})"


def literal(takes: str, value: Any) -> str:
    """An argument whose value is known when the game is loaded; where a number of 0 is refused in the text, it is a sum."""
    if isinstance(value, str):
        return value
    if takes == "condition":
        return "true" if value else "false"
    if takes in {"seat", "member"}:
        return COLOURS[value] if takes == "member" else f"seat_{value}" if value >= 0 else "none"
    return (
        f"({plain(value)} + 0)" if takes == "above 0" else f"({plain(value)})"
    )  # a known 0 is refused where it is written


def read(takes: str, place: int, value: Any) -> str:
    """An argument whose value is known in play only."""
    if isinstance(value, str):
        return value
    if takes == "condition":
        return ("yes_one", "yes_two")[place]
    if takes in {"seat", "member"}:
        return "seat_one" if takes == "seat" else "colour_one"
    name = ("one", "two", "three")[place]
    return f"(({name}[2] * 2 + {name}[1]) * {HALF} + {name}[0])"


def operator(operation: OperationSpec, args: list[str]) -> str:
    """An operation as it is written."""
    sign = operation.sign or operation.name
    match operation.form:
        case "infix":
            return f"({args[0]} {sign} {args[1]})"
        case "prefix":
            return f"({sign} {args[0]})"
        case "if":
            return f"(if {args[0]} then {args[1]} else {args[2]})"
    return f"{sign}({', '.join(args)})"


def text(operation: OperationSpec, args: list[str]) -> str:
    """A statement that keeps what an operation gives."""
    if operation.form == "lowered":
        return LOWERED[operation.name].format(*args)
    value = operator(operation, args)
    if operation.gives == "condition":
        return f"set truth = {value}"
    if operation.gives == "seat":
        return f"set found = {value}"
    return f"set high = {value} per {HALF} per 2; set middle = {value} per {HALF} mod 2; set low = {value} mod {HALF}"


def given(game: Game, state: Any, operation: OperationSpec) -> int:
    """What was kept."""
    fields = game.program.vocabulary.fields
    high, middle, low, truth, found = (
        state.v[fields[name].offset] for name in ("high", "middle", "low", "truth", "found")
    )
    if operation.gives == "condition":
        return int(truth)
    return int(found if operation.gives == "seat" else (high * 2 + middle) * HALF + low)


def put(state: State, operation: OperationSpec, case: Case) -> None:
    """The arguments of a case into the fields that `read` names."""
    fields = state.game.program.vocabulary.fields
    for place, (takes, value) in enumerate(zip(operation.takes, case, strict=False)):
        if isinstance(value, str) or value is None:
            continue
        if takes == "condition":
            state.v[fields[("yes_one", "yes_two")[place]].offset] = value
        elif takes in {"seat", "member"}:
            state.v[fields["seat_one" if takes == "seat" else "colour_one"].offset] = value
        else:
            at = fields[("one", "two", "three")[place]].offset
            state.v[at : at + 3] = [value % HALF, value // HALF % 2, value // HALF // 2]


def all_cases(operations: Iterable[OperationSpec]) -> Iterator[tuple[str, OperationSpec, Case]]:
    """All cases of operations, each with both texts."""
    for operation in operations:
        for case in operation.cases:
            args = list(zip(operation.takes, case, strict=False))[: operation.written]
            in_play = [read(takes, place, value) for place, (takes, value) in enumerate(args)]
            yield text(operation, in_play), operation, case
            absent = any(value == -1 and takes == "member" for takes, value in args)  # of no set
            if absent or operation.form == "lowered":  # what does not fit there is refused in the text
                continue
            known_before = [literal(takes, value) for takes, value in args]
            yield text(operation, known_before), operation, case
            if case[-1] is REFUSED and operation.gives == "number":  # whatever becomes of the value
                for values in (in_play, known_before):
                    yield f"set low = ({operator(operation, values)} - 9) mod 7", operation, case


class Played:
    """A game in which each text of some operations is an option, in all executors."""

    def __init__(self, directory: Path, operations: Iterable[OperationSpec]) -> None:
        self.cases = [*all_cases(operations)]
        self.options = {each: place for place, each in enumerate(dict.fromkeys(each for each, _, _ in self.cases))}
        source = GAME.replace("TEXTS", ", ".join(f"t{place}" for place in self.options.values()))
        source = source.replace(
            "BRANCHES", " | ".join(f"t{place} {{ do e{place} }}" for place in self.options.values())
        )
        effects = "".join(f'  e{place}: {{effect: "{each}"}}\n' for each, place in self.options.items())
        self.executors = Executors(load(write(directory, source.replace("define:\n", f"define:\n{effects}"))))

    def gives(self, operation: OperationSpec, case: Case, option: int) -> list[int | None]:
        """What each executor gives where an option is taken; None where it refuses."""
        found: list[int | None] = []
        game = self.executors.game
        state = game.new(PLAYERS, 1)
        put(state, operation, case)
        try:
            state.apply(option)
            found.append(given(game, state, operation))
        except BrokenRuleError:
            found.append(None)
        core = self.executors.core
        if core is not None:
            state = self.executors.game.new(PLAYERS, 1)
            put(state, operation, case)
            core.put(state)
            fine = core.apply(option)
            found.append(given(self.executors.game, core.state(), operation) if fine else None)
        return found

    def wrong(self, name: str) -> list[str]:
        """The texts of an operation that give something else than a case says."""
        found = []
        for said, operation, case in self.cases:
            if operation.name == name:
                results = self.gives(operation, case, self.options[said])
                found += [f"{said} with {case[:-1]}: {results}, not {case[-1]}"] * (set(results) != {case[-1]})
        return found


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return Played(tmp_path_factory.mktemp("cases"), OPERATIONS.values())


@pytest.mark.parametrize("name", OPERATIONS)
def test_all_executors_give_what_cases_say(played: Played, name: str) -> None:
    assert not played.wrong(name)


def test_an_operation_is_added_by_one_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example of the page on adding is put into the table; then all that reads the table knows it."""
    page = (Path(__file__).parents[2] / "docs" / "contributors" / "adding.md").read_text(encoding="utf-8")
    example = page.partition("## An operation")[2].partition("```python\n")[2].partition("```")[0]
    source = example.replace("\nOperationSpec(", "\nADDED = OperationSpec(")
    (tmp_path / "added_operation.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    sign: OperationSpec = importlib.import_module("added_operation").ADDED
    assert sign.meaning is not None
    for table, value in ((OPERATIONS, sign), (FUNCTIONS, sign), (MEANINGS, sign.meaning), (LEVELS, sign.said_level)):
        monkeypatch.setitem(table, "sign", value)  # type: ignore[arg-type]
    for language in (language_of("en"), language_of("es")):
        monkeypatch.setitem(language.templates, "Op sign", sign.text[language.code][""])  # type: ignore[arg-type]
    game = Played(tmp_path / "game", [sign])
    assert not game.wrong("sign")
    assert result_range("sign", [IntervalSet(2, 9)]) == IntervalSet(-1, 1)
    tree = t.Op(INT, "sign", (t.Players(),))
    words = [expr_text(tree, game.executors.game.program.vocabulary, language) for language in ("en", "es")]
    assert words == ["the sign of the number of players", "el signo del número de jugadores"]
    one = t.Const(INT, 1)
    inside, outside = t.Op(INT, "sign", (t.Op(INT, "-", (t.Players(), one)),)), t.Op(INT, "-", (tree, one))
    words = [expr_text(each, game.executors.game.program.vocabulary, "en") for each in (inside, outside)]
    assert words == ["the sign of (the number of players - 1)", "(the sign of the number of players) - 1"]


@pytest.mark.parametrize(
    "name", [name for name, each in FUNCTIONS.items() if {*each.takes} == {"number"} and each.text]
)
def test_the_text_of_a_function_tells_its_arguments_from_what_is_around_it(played: Played, name: str) -> None:
    """`f(a - 1)` and `f(a) - 1`, `f(1 + a)` and `1 + f(a)`, `f(b, a - 1)` and `f(b, a) - 1`."""
    vocabulary = played.executors.game.program.vocabulary
    a, one = t.Players(), t.Const(INT, 1)
    for before in product((a, t.Op(INT, "neg", (a,)), t.Op(INT, "-", (one, a))), repeat=len(FUNCTIONS[name].takes) - 1):
        for sign, language in product(("+", "-", "*", "per", "mod"), ("en", "es")):
            f = [t.Op(INT, name, (*before, last)) for last in (a, t.Op(INT, sign, (a, one)), t.Op(INT, sign, (one, a)))]
            trees = [f[1], t.Op(INT, sign, (f[0], one)), f[2], t.Op(INT, sign, (one, f[0]))]
            texts = [expr_text(tree, vocabulary, language) for tree in trees]
            assert len({*texts}) == len(trees), texts
            assert all("(" in text for text in (texts[1], texts[3])), texts  # words stand in brackets beside a sign


def test_the_text_of_a_difference_tells_its_arguments_from_what_is_around_it(played: Played) -> None:
    """`abs(1 - (a + 1))` and `abs(1 - a) + 1`."""
    vocabulary, a, one = played.executors.game.program.vocabulary, t.Players(), t.Const(INT, 1)
    minus = [t.Op(INT, "abs", (t.Op(INT, "-", (one, each)),)) for each in (a, t.Op(INT, "+", (a, one)))]
    texts = [expr_text(tree, vocabulary, "en") for tree in (minus[1], t.Op(INT, "+", (minus[0], one)))]
    assert texts == [
        "the difference between 1 and (the number of players + 1)",
        "(the difference between 1 and the number of players) + 1",
    ]


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_has_cases(name: str) -> None:
    operation = OPERATIONS[name]
    assert operation.cases, f"`{name}` has no case"
    assert all(len(case) == operation.written + 1 for case in operation.cases)


def known(operation: OperationSpec) -> Iterator[tuple[list[int], int | None]]:
    """The cases whose arguments are all numbers, the number of players among them, with their results."""
    for *args, result in operation.cases:
        numbers = [each for each in args if isinstance(each, int)] + [PLAYERS] * ("players" in operation.takes)
        if len(numbers) == len(operation.takes) and not isinstance(result, str):
            yield numbers, result


@pytest.mark.parametrize("name", [name for name, each in OPERATIONS.items() if each.meaning is not None])
def test_a_meaning_gives_what_cases_say(name: str) -> None:
    operation = OPERATIONS[name]
    assert operation.meaning is not None
    for args, result in known(operation):
        value = operation.meaning(*args)
        assert (value if LOW <= value <= HIGH else REFUSED) == result


@pytest.mark.parametrize("name", [name for name, each in OPERATIONS.items() if each.span is not None])
def test_results_lie_where_a_span_says(name: str) -> None:
    """Also where each argument is known less exactly."""
    for args, result in known(OPERATIONS[name]):
        if result is not None:
            for around in ((0, 0), (0, 3), (3, 0), (9, 9), (inf, 9), (inf, inf)):
                spans = [IntervalSet(each - around[0], each + around[1]) for each in args]
                assert result in result_range(name, spans), f"{name}{args}: {spans}"


@pytest.mark.parametrize(("one", "two"), [*product(INFIX, INFIX)])
def test_operations_bind_as_their_levels_say(one: str, two: str) -> None:
    tree, problems = parse(f"a {one} b {two} c", "expr")
    levels = OPERATIONS[one].level, OPERATIONS[two].level
    if levels == (COMPARED, COMPARED):
        assert problems
        return
    assert isinstance(tree, s.BinarySyntax)
    assert tree.operator == (two if levels[0] >= levels[1] else one)
    assert ExpressionPrinter().expr(tree) == f"a {one} b {two} c"


@pytest.mark.parametrize("name", [name for name, each in OPERATIONS.items() if each.form != "lowered"])
def test_what_is_written_is_in_the_reference_and_said_in_all_languages(name: str) -> None:
    operation = OPERATIONS[name]
    assert operation.entry is not None
    assert (operation.sign or name) in operation.entry.form
    if operation.meaning is not None:
        assert {"en", "es"} <= operation.text.keys()
    assert len({frozenset(each) for each in operation.text.values()}) <= 1
