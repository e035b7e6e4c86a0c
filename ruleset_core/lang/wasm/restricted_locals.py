"""What the locals of a function stand for, in the small part of Python that `restricted` reads."""

from __future__ import annotations

import ast
from types import ModuleType
from typing import TYPE_CHECKING

from ruleset_core.lang.wasm.restricted_kinds import ENTRIES, KINDS, PARTS
from ruleset_core.lang.wasm.unit import Body

if TYPE_CHECKING:
    from ruleset_core.lang.wasm.restricted import Functions


class Locals:
    """The locals of one function.

    Attributes:
        names: the word that holds each local, and its type.
        parts: locals that stand for a part of a state, and the word that holds its record.
    """

    def __init__(self, functions: Functions, module: ModuleType, title: str, body: Body) -> None:
        self.functions, self.module, self.title, self.body = functions, module, title, body
        self.names: dict[str, tuple[int, str]] = {}
        self.parts: dict[str, tuple[str, int]] = {}

    def part(self, node: ast.expr) -> tuple[str, int]:
        """The part of a state that an expression is, and the word that holds its record: `s.v`, or a local that stands for it."""
        match node:
            case ast.Name(id=title) if title in self.parts:
                return self.parts[title]
            case ast.Name(id=title) if title in self.names:
                word, kind = self.names[title]
                return PARTS.get(kind, kind), word
            case ast.Attribute(value=ast.Name(id=title), attr=part) if title in self.names:
                return part, self.names[title][0]
        return "", -1

    def is_room(self, title: str) -> bool:
        """Whether a local is a `Room`."""
        return title in self.names and self.names[title][1] == "room"

    def field(self, node: ast.expr) -> tuple[int, int, str] | None:
        """The attribute of a `Room` that an expression is: the word that holds the room, where it lies there, and its type."""
        match node:
            case ast.Attribute(value=ast.Name(id=title), attr=attr) if self.is_room(title):
                at, kind = self.functions.fields[attr]
                return self.names[title][0], at, KINDS[kind]
        return None

    def array(self, node: ast.expr) -> str:
        """Whether an expression is a list of `words` or `longs`; empty if it is none."""
        found = self.field(node)
        kind = (
            found[2]
            if found
            else self.names[node.id][1]
            if isinstance(node, ast.Name) and node.id in self.names
            else ""
        )
        return kind if kind in ENTRIES else ""
