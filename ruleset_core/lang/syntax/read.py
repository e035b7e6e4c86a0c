"""Reading texts that have no mistakes, by the tables that Lark made of the grammar (`lang/syntax/table`).

Lark reads by the same tables. It makes objects with lines and columns of every sign, a tree of its own, and of that one ours;
here the nodes are made at once, which takes a tenth of the time. `tests/lang/test_read.py` holds the two against each other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ruleset_core.lang.syntax import nodes as s
from ruleset_core.lang.syntax.trees import Tree

_Row = dict[str, int]


@dataclass(frozen=True, slots=True)
class _Rule:
    """A rule: what it makes, how many parts it takes, and what becomes of them (see `lang/syntax/table`).

    `make` is None for a list; `alone`: a single part stands for itself; `same`: that is so whatever is read.
    """

    name: str
    size: int
    make: Callable[..., Any] | None
    alone: bool
    same: bool
    parts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Tables:
    """What `table.json` holds, and a pattern for the words, numbers and signs of a text; blanks and comments have no group."""

    starts: Mapping[str, int]
    ends: Mapping[str, int]
    words: Mapping[str, str]
    signs: Mapping[str, str]
    rules: list[_Rule]
    states: list[_Row]
    pattern: re.Pattern[str]


@cache
def _tables() -> _Tables:
    kept = json.loads((Path(__file__).parent / "table.json").read_text(encoding="utf-8"))
    signs = "|".join(re.escape(each) for each in sorted(kept["signs"], key=len, reverse=True))
    pattern = re.compile(rf"[ \t\f\r\n]+|#[^\n]*|([A-Za-z_][A-Za-z0-9_]*)|([0-9]+)|({signs})|(.)")
    rules = [_rule(*each) for each in kept["rules"]]
    return _Tables(kept["starts"], kept["ends"], kept["words"], kept["signs"], rules, kept["states"], pattern)


def _rule(name: str, size: int, maker: str, parts: list[int]) -> _Rule:
    make = getattr(Tree, maker.lstrip("?"), None) if maker else None
    alone = maker.startswith("?") and len(parts) == 1
    return _Rule(name, size, make, alone, alone and size == 1, tuple(parts))


def words() -> Mapping[str, str]:
    """The words of the language, with the names that the tables have for them."""
    return _tables().words


def read(text: str, start: str) -> s.Node | None:
    """The tree of an `effect` or an `expr`; None if Lark has to look at it."""
    tables = _tables()
    reading = _Reading(tables, tables.starts[start])
    states = reading.states
    for match in tables.pattern.finditer(text):
        group = match.lastindex
        if group is None:
            continue
        value = match[group]
        row = tables.states[states[-1]]
        if group == 1:
            # a word of the language is a name where the language has no such word
            kind = tables.words.get(value, "NAME")
            if kind not in row:
                kind = "NAME"
            if kind == "NAME":
                value = s.Word(value, match.start())
        elif group == 2:
            kind = "NUMBER"
        elif group == 3:
            kind = tables.signs[value]
        else:
            return None
        action = row.get(kind)
        while action is not None and action < 0:
            reading.apply(tables.rules[-1 - action])
            action = tables.states[states[-1]].get(kind)
        if action is None:
            return None
        states.append(action)
        reading.values.append(value)
        reading.places.append(match.span())
    return reading.end(tables.ends[start])


class _Reading:
    """What has been read of a text: states, and for each but the first what was read in it and where."""

    def __init__(self, tables: _Tables, start: int) -> None:
        self.tables = tables
        self.states = [start]
        self.values: list[Any] = []
        self.places: list[tuple[int, int]] = []

    def apply(self, rule: _Rule) -> None:
        """The last things that were read become one."""
        states, size = self.states, rule.size
        if rule.same:
            states[-1] = self.tables.states[states[-2]][rule.name]
            return
        values = self.values[len(self.values) - size :]
        # only an effect can be read of nothing, and no rule begins or ends with one
        place = (self.places[-size][0], self.places[-1][1]) if size else (0, 0)
        if size:
            del states[-size:], self.values[-size:], self.places[-size:]
        made = self._parts(rule, values)
        if rule.alone:
            self.values.append(made[0])
        else:
            self.values.append(made if rule.make is None else rule.make(place, *made))
        self.places.append(place)
        states.append(self.tables.states[states[-1]][rule.name])

    @staticmethod
    def _parts(rule: _Rule, values: list[Any]) -> list[Any]:
        if rule.parts and rule.parts[0] == 1:
            made: list[Any] = values[0]  # a list that nobody else has: it grows
            rest = rule.parts[1:]
        else:
            made, rest = [], rule.parts
        for part in rest:
            if part < 0:
                made.append(None)
            elif part & 1:
                made += values[part >> 1]
            else:
                made.append(values[part >> 1])
        return made

    def end(self, last: int) -> s.Node | None:
        """The tree, when the text is over."""
        while self.states[-1] != last:
            action = self.tables.states[self.states[-1]].get("$END")
            if action is None or action >= 0:
                return None
            self.apply(self.tables.rules[-1 - action])
        found: s.Node = self.values[-1]
        return found
