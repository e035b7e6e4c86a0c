"""Every quantity gives what its cases say: by its meaning, and in all executors, over loops, known sets and facts."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, load
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.quantities import QUANTITIES, Case, QuantitySpec
from ruleset_core.lang.syntax import parse_tables
from ruleset_core.lang.syntax import parser as parse_module
from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.syntax.parser import parse
from ruleset_core.lang.syntax_printer import ExpressionPrinter
from ruleset_core.lang.types import INT, member_type
from ruleset_core.story.text import expr_text
from ruleset_core.story.text.language import language_of
from tests.engine.games import write
from tests.lang import text_game
from tests.lang.compare import Executors

HALF = 1 << 31
MOST = 4
"""Values of the longest case."""
GAME = """
game: quantities
name: {en: Quantities, es: Cantidades}
players: 2
sets:
  place: {facts: {number: int}, members: {p0: {number: 0}, p1: {number: 1}, p2: {number: 2}, p3: {number: 3}}}
  text: {members: [TEXTS]}
  case: {facts: {fits: list of int, high: list of int, middle: list of int, low: list of int}, members: {CASES}}
state:
  size: {is: 0..4}
  fits: {by: [0..3], is: bool}
  amount_high: {by: [0..3], is: int}
  amount_middle: {by: [0..3], is: int}
  amount_low: {by: [0..3], is: int}
  high: {is: int}
  middle: {is: int}
  low: {is: int}
decisions:
  try_it: {of: text, ask: {en: "Which?", es: "¿Cuál?"}}
define:
flow:
  - phase: play
    turns: once
    do: choose try_it { BRANCHES }
score: {all: {name: {en: points, es: puntos}, amount: 0}}
"""


def number(value: int) -> tuple[int, int, int]:
    """The high bits, the bit between and the low bits of a number: each can be kept."""
    return value // HALF // 2, value // HALF % 2, value % HALF


def asked(quantity: QuantitySpec, case: Case) -> Iterator[str]:
    """A case as questions: over a range and over a set, of what is known in play only; over facts, known beforehand."""
    amounts = case[0]
    name = name_of(quantity, case)
    yield question(
        quantity,
        case,
        "x in 0 to size - 1",
        "fits[x]",
        "(amount_high[x] * 2 + amount_middle[x]) * 2147483648 + amount_low[x]",
    )
    if quantity.gives != "member":
        of = "(amount_high[x.number] * 2 + amount_middle[x.number]) * 2147483648 + amount_low[x.number]"
        yield question(quantity, case, "x in place", "(x.number < size and fits[x.number])", of)
    of = f"({name}.high[x] * 2 + {name}.middle[x]) * 2147483648 + {name}.low[x]"
    yield question(quantity, case, f"x in 0 to {len(amounts) - 1}", f"{name}.fits[x] == 1", of)


def name_of(quantity: QuantitySpec, case: Case) -> str:
    """The member that has a case as facts."""
    return f"{quantity.name}_{quantity.cases.index(case)}"


def question(quantity: QuantitySpec, case: Case, through: str, where: str, amount: str) -> str:
    """A statement that keeps what a question gives."""
    body = "" if not quantity.body else f" {quantity.body} ({amount}{' != 0' * (quantity.body == 'has')})"
    ties = f" ties {case[2] if len(case) == 3 else 'first'}" if quantity.ties else ""
    condition = f" where {where}" if None in case[0] or "place" in through else ""
    value = f"({quantity.name} {through}{condition}{body}{ties})"
    if quantity.gives == "condition":
        return f"set high = 0; set middle = 0; set low = if {value} then 1 else 0"
    if quantity.gives == "member":
        return f"set high = 0; set middle = 0; set low = {value}"
    return f"set high = {value} per {HALF} per 2; set middle = {value} per {HALF} mod 2; set low = {value} mod {HALF}"


def facts(case: Case) -> str:
    """A case as facts of a member."""
    rows = zip(*(number(each or 0) for each in case[0]), strict=True) if case[0] else ((), (), ())
    lists = {"fits": [int(each is not None) for each in case[0]]} | {
        name: list(row) for name, row in zip(("high", "middle", "low"), rows, strict=True)
    }
    return "{" + ", ".join(f"{name}: {values}" for name, values in lists.items()) + "}"


class Played:
    """A game in which each case of some quantities is an option, in all executors."""

    def __init__(self, directory: Path, quantities: Iterable[QuantitySpec]) -> None:
        self.cases = [(quantity, case) for quantity in quantities for case in quantity.cases]
        texts = dict.fromkeys(each for one in self.cases for each in asked(*one))
        self.options = {each: place for place, each in enumerate(texts)}
        members = ", ".join(f"{name_of(quantity, case)}: {facts(case)}" for quantity, case in self.cases)
        source = GAME.replace("TEXTS", ", ".join(f"t{place}" for place in self.options.values()))
        source = source.replace("CASES", members)
        source = source.replace(
            "BRANCHES", " | ".join(f"t{place} {{ do e{place} }}" for place in self.options.values())
        )
        effects = "".join(f'  e{place}: {{effect: "{each}"}}\n' for each, place in self.options.items())
        self.executors = Executors(load(write(directory, source.replace("define:\n", f"define:\n{effects}"))))

    def gives(self, case: Case, option: int) -> list[int | None]:
        """What each executor gives where an option is taken; None where it refuses."""
        game, core, found = self.executors.game, self.executors.core, list[int | None]()
        fields = game.program.vocabulary.fields
        state = game.new(2, 1)
        put(state, case)
        try:
            state.apply(option)
            found.append(given(fields, state))
        except BrokenRuleError:
            found.append(None)
        if core is not None:
            state = game.new(2, 1)
            put(state, case)
            core.put(state)
            fine = core.apply(option)
            found.append(given(fields, core.state()) if fine else None)
        return found

    def wrong(self, name: str) -> list[str]:
        """The questions of a quantity that give something else than a case says."""
        found = []
        for quantity, case in self.cases:
            for said in asked(quantity, case) if quantity.name == name else ():
                results = self.gives(case, self.options[said])
                found += [f"{said} with {case}: {results}"] * (set(results) != {case[1]})
        return found


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return Played(tmp_path_factory.mktemp("cases"), QUANTITIES.values())


def put(state: Any, case: Case) -> None:
    """A case into the fields that questions go by."""
    fields = state.game.program.vocabulary.fields
    state.v[fields["size"].offset] = len(case[0])
    for place, amount in enumerate(case[0]):
        state.v[fields["fits"].offset + place] = int(amount is not None)
        for name, part in zip(("high", "middle", "low"), number(amount or 0), strict=True):
            state.v[fields[f"amount_{name}"].offset + place] = part


def given(fields: Any, state: Any) -> int:
    high, middle, low = (state.v[fields[name].offset] for name in ("high", "middle", "low"))
    return int((high * 2 + middle) * HALF + low)


@pytest.mark.parametrize("name", QUANTITIES)
def test_all_executors_give_what_cases_say(played: Played, name: str) -> None:
    assert not played.wrong(name)


@pytest.fixture
def with_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """What adds a word to a rule of the grammar, and reads by the tables that are made of it."""
    kept: list[Any] = [
        parse_tables.lark_parser,
        parse_module.grammar_tables,
        parse_module.keywords,
        parse_module._parse,
    ]

    def add(rule: str, word: str) -> None:
        grammar = parse_tables.GRAMMAR.read_text(encoding="utf-8")
        line = next(each for each in grammar.splitlines() if each.startswith(f"!{rule}: "))
        (tmp_path / "grammar.lark").write_text(grammar.replace(line, f'{line} | "{word}"'), encoding="utf-8")
        monkeypatch.setattr(parse_tables, "GRAMMAR", tmp_path / "grammar.lark")
        monkeypatch.setattr(parse_module, "__file__", str(tmp_path / "parse.py"))  # the tables lie beside it
        for each in kept:
            each.cache_clear()
        (tmp_path / "table.json").write_text(parse_tables.tables_text(), encoding="utf-8")

    yield add
    monkeypatch.undo()
    for each in kept:
        each.cache_clear()


@pytest.mark.slow
def test_a_quantity_is_added_by_one_entry_and_its_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, with_word: Callable[[str, str], None]
) -> None:
    """The example of the page on adding is put into the table, and its word into the grammar; then all that reads them knows it."""
    page = (Path(__file__).parents[2] / "docs" / "contributors" / "adding.md").read_text(encoding="utf-8")
    example = page.partition("## A quantity")[2].partition("```python\n")[2].partition("```")[0]
    source = example.replace("\nQuantitySpec(", "\nADDED = QuantitySpec(")
    (tmp_path / "added_quantity.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    product: QuantitySpec = importlib.import_module("added_quantity").ADDED
    monkeypatch.setitem(QUANTITIES, "product", product)
    for language in (language_of("en"), language_of("es")):
        monkeypatch.setitem(language.templates, "Quantity product", product.text[language.code][""])  # type: ignore[arg-type]
    with_word("measurer", "product")
    game = Played(tmp_path / "game", [product])
    assert len(game.cases) > 3
    assert not game.wrong("product")
    text = "product x in hand where x.fits of x.worth"
    tree, problems = parse(text, "expr")
    assert tree is not None, problems
    assert ExpressionPrinter().expr(tree) == text
    place = member_type("place")
    asked_for = t.Quantity(
        INT,
        "product",
        "x",
        t.Selection(place, "values", (0, 1, 2, 3)),
        None,
        t.Op(INT, "number", (t.Local(place, "x"),)),
        "first",
    )
    vocabulary = game.executors.game.program.vocabulary
    said = [expr_text(asked_for, vocabulary, language) for language in ("en", "es")]
    assert said == [
        "the product over places of the number of that place",
        "el producto, sobre places, del número de ese place",
    ]


@pytest.mark.parametrize("name", QUANTITIES)
def test_a_meaning_gives_what_cases_say(name: str) -> None:
    quantity = QUANTITIES[name]
    assert ((), quantity.nothing) in quantity.cases, f"`{name}` has no case of nothing"
    assert len(quantity.cases) > 3, f"`{name}` has too few cases"
    for case in quantity.cases:
        found = [(value, amount) for value, amount in enumerate(case[0]) if amount is not None]
        try:
            assert quantity.meaning(found, len(case) == 3) == case[1]
        except OverflowError:
            assert case[1] is None
        if quantity.of_size is not None and None not in case[0]:
            assert quantity.of_size(len(found)) == case[1]


@pytest.mark.parametrize("name", QUANTITIES)
def test_a_quantity_is_written_and_said_as_it_says(name: str) -> None:
    quantity = QUANTITIES[name]
    text = (
        f"{name} x in hand where x.fits"
        + f" {quantity.body} x.worth" * bool(quantity.body)
        + " ties last" * quantity.ties
    )
    tree, problems = parse(text, "expr")
    assert isinstance(tree, s.QuantitySyntax), problems
    assert (tree.kind, ExpressionPrinter().expr(tree)) == (name, text)
    assert quantity.text.keys() >= {"en", "es"}
    assert all(each.keys() == ({"", "last"} if quantity.ties else {""}) for each in quantity.text.values())
    assert name in quantity.entry.form


ARTICLES = "the|el|la|los|las"


@pytest.mark.parametrize("name", QUANTITIES)
def test_no_text_of_a_quantity_has_two_articles_side_by_side(tmp_path: Path, name: str) -> None:
    quantity, program = QUANTITIES[name], text_game.link(tmp_path / "")
    amount = f" {quantity.body} x.price{' > 1' * (quantity.body == 'has')}" if quantity.body else ""
    for ties in ("first", "last") if quantity.ties else ("",):
        tree = text_game.expr(program, f"{name} x in desk where luck > 3{amount}" + f" ties {ties}" * bool(ties))
        for language in ("en", "es"):
            text = expr_text(tree, program.vocabulary, language)
            assert not re.search(rf"\b({ARTICLES}) (\w+ )?({ARTICLES})\b", text), text
