"""Functions of ours, written in a small part of Python, as instructions.

So the runtime is written once: `draw`, `move` and the like are read from the very module that the Python executor runs.
What may be written: whole numbers, `if`, `while`, `for ... in range(...)` with a known step, `for piece in pieces`, `break`,
`continue`, `return`, calls of each other, `min` and `max` of two, and of a state `s`: `s.v[...]`, `s.streams[...]`, `s.n`, and `s.z[...]`
with `len`, indices, `append` and `remove`; of a `Room` its attributes, numbers or lists of them, and its methods, which are functions whose
first parameter it is. Division is of numbers not below 0. Annotations give the types of parameters: `int` is 32 bits, `Long` 64 with a sign,
`Wide` 64 without; a local has the type of what is first put into it. Places outside of `s.v`, `s.z` and a list of pieces trap; streams are
known numbers.
Numbers wrap around where Python's would grow; what is written here stays within.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any

from ruleset_core.lang.wasm.restricted_kinds import KINDS, Signature, is_table
from ruleset_core.lang.wasm.restricted_statements import Statements
from ruleset_core.lang.wasm.unit import Body, Unit


@cache
def parsed(module: ModuleType) -> dict[str, ast.FunctionDef]:
    """The functions of a module."""
    tree = ast.parse(inspect.getsource(module))
    return {each.name: each for each in tree.body if isinstance(each, ast.FunctionDef)}


def signature(function: ast.FunctionDef) -> Signature:
    """The types of parameters and result. Tables (`tuple`) are known, so they are not passed."""
    kinds = [
        KINDS[ast.unparse(each.annotation)] for each in function.args.args if each.annotation and not is_table(each)
    ]
    given = ast.unparse(function.returns) if function.returns is not None else "None"
    return kinds, None if given == "None" else KINDS[given]


class Functions:
    """Functions that may call each other, of one or several modules.

    Attributes:
        signatures: of all functions by name.
        short: those that are written out in place, and their modules.
        folded: what is known of expressions, by where they are in Python's memory; they are kept so that they stay there.
        known: numbers and tables of numbers by name; objects whose attributes are numbers.
        fields: of a `Room`, where each attribute lies, and its type.
    """

    def __init__(self, unit: Unit, known: Mapping[str, Any], signatures: Mapping[str, Signature]) -> None:
        self.unit = unit
        self.known = known
        self.signatures = dict(signatures)
        self.fields: Mapping[str, tuple[int, str]] = {}
        self.short: dict[str, ModuleType] = {}
        self.folded: dict[int, tuple[ast.expr, int | None]] = {}
        self._waiting: list[tuple[ModuleType, str, bool]] = []

    def add(
        self,
        module: ModuleType,
        *titles: str,
        export: bool = False,
        short: bool = False,
        kinds: Signature | None = None,
    ) -> None:
        """Functions of a module; `kinds` where their annotations do not tell the types.

        Those that are `short` are written out where they are called, and for those who print calls of them as well.
        """
        for title in titles:
            if title in self.signatures:
                raise ValueError(f"two functions of the runtime are called `{title}`")
            self.signatures[title] = kinds or signature(parsed(module)[title])
            self._waiting.append((module, title, export))
            if short:
                self.short[title] = module

    def write_out(self, module: ModuleType, title: str, body: Body) -> None:
        """A short function in the middle of another one; its arguments lie on the machine's stack."""
        Statements(self, module, parsed(module)[title], body).write_out()

    def write(self) -> None:
        """All functions into the module."""
        for module, title, export in self._waiting:
            Statements(self, module, parsed(module)[title]).write(export=export)
