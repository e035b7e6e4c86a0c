"""Typed trees made again with something in them replaced; what they were made of stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.walk import holding


def altered(node: Any, changes: Mapping[str, Any]) -> Any:
    """The same node with other values in some of its fields: `dataclasses.replace` in a quarter of the time."""
    kind: Any = type(node)
    made = object.__new__(kind)
    for name in _names(kind):
        setattr(made, name, changes[name] if name in changes else getattr(node, name))
    return made


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@cache
def _holding(kind: Any) -> tuple[str, ...]:
    return holding(kind)


def rebuilt(node: Any, change: Callable[[Any], Any], **more: Any) -> Any:
    """The node with all nodes directly below it changed, and `more` of its fields; the node itself if there are none."""
    changes = more
    kind: Any = type(node)
    for name in _holding(kind):
        value = getattr(node, name)
        if type(value) is tuple:
            if value:
                changes[name] = tuple(
                    [tuple(map(change, each)) if type(each) is tuple else change(each) for each in value]
                )
        elif value is not None:
            changes[name] = change(value)
    return altered(node, changes) if changes else node


def substitute(node: Any, values: dict[str, t.Expr]) -> Any:
    """The expression with some of its free locals replaced (names are unique, so nothing is captured)."""

    def change(each: Any) -> Any:
        return values.get(each.name, each) if type(each) is t.Local else rebuilt(each, change)

    return change(node) if values else node


def marked(node: Any, mark: str) -> Any:
    """A tree with every local of its own renamed, except the acting seat and what a key of a sort is written over."""

    def change(each: Any) -> Any:
        if type(each) is t.Local:
            return each if each.name in {"me", "it"} else t.Local(each.type, each.name + mark)
        if type(each) is t.Search:
            return rebuilt(each, change, var=each.var + mark, to=each.to + mark, onward=each.onward + mark)
        if type(each) is t.Pairs:
            return rebuilt(each, change, one=each.one + mark, two=each.two + mark)
        named = _BINDS.get(type(each))
        name = getattr(each, named) if named is not None else ""
        return rebuilt(each, change, **({named: name + mark} if named and name and name != "me" else {}))

    return change(node)


_BINDS = {
    **dict.fromkeys((t.Let, t.For, t.Choose, t.ChooseUpTo, t.Quantity), "var"),
    **dict.fromkeys((t.Pick, t.Size), "held"),
}
"""The field in which a node names a local."""


def replacing(node: Any, event: str) -> Any:
    """An effect that stands for a gain (or a loss): its own gains (losses) are not replaced once more."""
    word = {"gain": t.Gain, "lose": t.Lose}.get(event)

    def change(each: Any) -> Any:
        return altered(each, {"replacing": True}) if type(each) is word else rebuilt(each, change)

    return node if word is None else change(node)


def calling(node: Any, procedure: str, instead: str) -> Any:
    """An effect that does another procedure wherever it did `procedure`."""

    def change(each: Any) -> Any:
        if type(each) is t.Do and each.procedure == procedure:
            return altered(each, {"procedure": instead})
        return rebuilt(each, change)

    return change(node)
