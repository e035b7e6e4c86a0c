"""Every class of nodes declares what it is, once; what walks trees goes by that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, make_dataclass
from types import ModuleType
from typing import Any, get_args, get_type_hints

import pytest

from ruleset_core import load
from ruleset_core.lang import domains, typed_statements, vocabulary
from ruleset_core.lang import program as p
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.node_traits import FOLLOWING, TRAITS, Traits, declare
from ruleset_core.lang.origins import Origin
from ruleset_core.lang.traversal import TreeFold, all_nodes, locals_of, parts, with_renamed_locals
from ruleset_core.lang.typed_statements import StatementNode
from ruleset_core.lang.types import BOOL, INT, SEAT, Type

GAMES = ("troyes", "tournay", "carcassonne_masons", "troyes_dice", "pig", "tic_tac_toe")
MODULES = (t, typed_statements)


def declared_in(module: ModuleType) -> Iterator[type]:
    """The dataclasses that a module itself declares."""
    for each in vars(module).values():
        if isinstance(each, type) and is_dataclass(each) and each.__module__ == module.__name__:
            yield each


def trees(name: str) -> list[Any]:
    program = load(name).program
    found: list[Any] = [procedure.body for procedure in program.procedures.values()]
    found += [define.value for define in program.vocabulary.defines.values() if define.value is not None]
    found += [block.end for block in program.blocks]
    return found + [statement for block in program.blocks for statement in block.statements]


def test_every_class_of_nodes_is_declared() -> None:
    classes = {each for module in MODULES for each in declared_in(module)} - {StatementNode}
    assert classes == {*get_args(t.Expr), *get_args(t.Statement), t.Selection, t.Search, t.AnswerPart, t.ZoneRef}
    assert {*TRAITS} == classes | {*get_args(p.Terminator)}


@pytest.mark.parametrize("cls", TRAITS, ids=lambda cls: cls.__name__)
def test_what_is_declared_names_fields(cls: type) -> None:
    traits, names = TRAITS[cls], {each.name for each in fields(cls)}  # type: ignore[arg-type]
    assert {*traits.names, *traits.parts, *traits.decides, *traits.writes} <= names
    known = {part for within in (*traits.binds.values(), *traits.gives.values()) for part in within}
    assert known <= {*traits.parts, FOLLOWING}


@pytest.mark.parametrize("cls", TRAITS, ids=lambda cls: cls.__name__)
def test_the_parts_of_a_class_are_its_fields_that_can_hold_nodes(cls: type) -> None:
    """By the types themselves, as the words in them are what `declare` goes by."""
    around = {
        **vars(t),
        **vars(p),
        **{name: getattr(vocabulary, name) for name in ("DecisionDeclaration", "Event", "Field", "Zone")},
        "Fact": domains.Fact,
    }
    hints = get_type_hints(cls, {**around, "Origin": Origin, "Type": Type, "t": t})
    held = {name for name, hint in hints.items() if not set(TRAITS).isdisjoint(classes_in(hint))}
    assert {*TRAITS[cls].parts} == held


def classes_in(hint: Any) -> Iterator[Any]:
    yield hint
    for each in get_args(hint):
        yield from classes_in(each)


@pytest.mark.parametrize("name", GAMES)
def test_nodes_hold_no_nodes_in_other_fields(name: str) -> None:
    def held(value: Any) -> list[Any]:
        if isinstance(value, tuple):
            return [node for each in value for node in held(each)]
        return [value] if type(value) in TRAITS else []

    seen = set()
    for tree in trees(name):
        for node in all_nodes(tree):
            seen.add(type(node))
            found = [each for field in fields(node) for each in held(getattr(node, field.name))]
            assert [*map(id, parts(node))] == [*map(id, found)], node
    assert len(seen) > 8


def test_a_field_of_which_it_is_not_known_what_it_holds_is_refused() -> None:
    with pytest.raises(TypeError, match="`thing` of `Made` is neither of nodes nor of values"):
        declare(Traits())(make_dataclass("Made", [("thing", "Something | None")]))


def test_names_are_known_where_they_are_bound() -> None:
    x, y, me = t.Local(INT, "x"), t.Local(INT, "y"), t.Local(SEAT, "me")
    numbers = t.Selection(INT, "range", parts=(x, y))
    count = t.Quantity(INT, "sum", "x", numbers, t.Op(BOOL, "==", (x, y)), x, "first")
    assert locals_of(count) == {"x": INT, "y": INT}  # what is gone through is outside
    assert locals_of(t.Quantity(INT, "sum", "x", t.Selection(INT, "values", (1,)), None, x, "first")) == {}
    assert locals_of(t.Block((t.Let("x", x), t.Let("y", x)))) == {"x": INT}
    assert locals_of(t.Block((t.Let("x", y), t.Let("y", x)))) == {"y": INT}
    assert locals_of(t.As(x, t.Block((t.Let("y", me),)))) == {"x": INT}
    assert locals_of(t.Block((t.PassTurn(),))) == {"me": SEAT}
    assert locals_of(t.As(x, t.Block((t.PassTurn(),)))) == {"x": INT}


def test_names_are_renamed_with_what_reads_them() -> None:
    x = t.Local(INT, "x")
    made = with_renamed_locals(t.Block((t.Let("x", t.Const(INT, 1)), t.Repeat(x, t.Block(())), t.PassTurn())), "__1")
    assert [made.items[0].var, made.items[1].times.name] == ["x__1", "x__1"]


def test_what_names_lead_to_is_found_around_circles() -> None:
    """`a` leads to `b` and `b` back to `a`; which of them is asked first makes no difference."""
    bodies = {
        "a": t.Block((t.Do("b", ()),)),
        "b": t.Block((t.Do("a", ()), t.Do("c", ()))),
        "c": t.Block((t.PassTurn(),)),
        "d": t.Block((t.Do("d", ()),)),
    }
    for first in ("a", "b"):
        fold = TreeFold(lambda node: isinstance(node, t.PassTurn), lambda name: [bodies[name]])
        fold.named(first)
        assert {name: bool(fold.named(name)) for name in bodies} == {"a": True, "b": True, "c": True, "d": False}
