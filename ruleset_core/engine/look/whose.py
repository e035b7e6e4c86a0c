"""Whether what a look says depends on who looks: what does not is the same for all who know the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.lang import tree as t
from ruleset_core.lang.walk import SKIPPED

if TYPE_CHECKING:
    from ruleset_core.lang.program import Program

ME: Final = "me"
_ASKS_WHOSE: Final = (t.CanPay, t.HookCall)


class Whose:
    """Says of nodes of a look whether they ask who looks. They are kept, so that their ids stay their own."""

    def __init__(self, program: Program) -> None:
        self._defines = program.vocabulary.defines
        self._known: dict[int, tuple[Any, bool]] = {}
        self._defined: dict[str, bool] = {}

    def asks(self, node: Any) -> bool:
        """Whether what is shown of a node may depend on `me`."""
        found = self._known.get(id(node))
        if found is None:
            found = self._known[id(node)] = node, self._mentions(node)
        return found[1]

    def _mentions(self, node: Any) -> bool:
        if isinstance(node, tuple | list):
            return any(map(self._mentions, node))
        if isinstance(node, Mapping):
            return any(map(self._mentions, node.values()))
        if not is_dataclass(node) or type(node).__name__ in SKIPPED:
            return False  # a name, a number, what trees refer to
        if isinstance(node, _ASKS_WHOSE) or (isinstance(node, t.Selection) and node.kind == "others"):
            return True
        if isinstance(node, t.Local) and node.name == ME:
            return True
        if isinstance(node, t.Apply) and self._define(node.define):
            return True
        return any(self._mentions(getattr(node, each.name)) for each in fields(node))

    def _define(self, name: str) -> bool:
        """Whether a definition may depend on `me`."""
        if name not in self._defined:
            self._defined[name] = True  # definitions may mention each other
            define = self._defines[name]
            parts = [define.value, *((change.where, change.value) for change in define.modifiers)]
            self._defined[name] = any(map(self._mentions, parts))
        return self._defined[name]
