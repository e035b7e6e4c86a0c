"""Expressions worked out on what a seat knows, by the reference interpreter: what depends on something unknown is unknown.

This says what looks mean. Scenes work expressions out as `ready` makes them, and come to the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ruleset_core.engine.look.seen import Unseen
from ruleset_core.lang import tree as t
from ruleset_core.lang.interpret.values import Env, Values

if TYPE_CHECKING:
    from ruleset_core.lang.definitions import Define


class Knowing(Values):
    """Works out expressions on what is known (`seen.Seen`). Raises `Unseen` at what is not."""

    def defined(self, define: Define, args: Sequence[int], s: Any, me: int) -> int:
        """The value of a definition: a scene asks for many of them again and again."""
        key = define.name, tuple(args), me
        if key in s.made:
            if s.notes is not None:
                s.notes.again(key)
        elif s.notes is None:
            s.made[key] = super().defined(define, args, s, me)
        else:
            worth = super().defined
            s.made[key] = s.notes.once(key, lambda: worth(define, args, s, me))
        value: int = s.made[key]
        return value

    def load(self, node: t.Load, s: Any, env: Env) -> int:
        """A value, if it is known."""
        return _known(s.v[self.address(node, s, env)])

    def piece_at(self, node: t.ZoneAt, s: Any, env: Env) -> int:
        """The piece at a place, if it is known which lies there."""
        slot, place = self.zone(node.zone, s, env), self.value(node.place, s, env)
        pieces = s.z[slot]
        if not 0 <= place < len(pieces):
            return -1
        if slot in s.loose:
            raise Unseen
        return _known(pieces[place])

    def members(self, selection: t.Selection, s: Any, env: Env) -> Sequence[int]:
        """What is gone through, if all of it is known."""
        if selection.zone is not None and None in s.z[self.zone(selection.zone, s, env)]:
            raise Unseen
        return super().members(selection, s, env)

    def _quantity(self, node: t.Quantity, s: Any, env: Env) -> int:
        zone = node.selection.zone
        if zone is not None and node.where is None and node.kind in {"count", "any", "no"}:
            size = len(s.z[self.zone(zone, s, env)])  # how many lie there is known to all
            return size if node.kind == "count" else int((size > 0) == (node.kind == "any"))
        return super()._quantity(node, s, env)

    def value(self, node: t.Expr, s: Any, env: Env) -> Any:
        """The value of an expression. Whether a known piece lies in a list can be known where the rest is not."""
        if isinstance(node, t.Contains) and node.selection.zone is not None:
            of = self.value(node.of, s, env)
            pieces = s.z[self.zone(node.selection.zone, s, env)]
            if of not in pieces and None in pieces:
                raise Unseen
            return int(of in pieces)
        return super().value(node, s, env)

    def hook(self, _node: t.HookCall, _s: Any, _env: Env) -> int:
        """Hooks look at states, and there is none."""
        raise Unseen

    def _enclosed(self, selection: t.Selection, s: Any, env: Env) -> Sequence[int]:
        field = selection.field
        if field is not None and None in s.v[field.offset : field.offset + field.size]:
            raise Unseen
        return super()._enclosed(selection, s, env)

    def _held(self, _name: str, _resource: int, _env: Env) -> int:
        raise Unseen  # whether something can be paid is for who may pay it


def _known(value: int | None) -> int:
    if value is None:
        raise Unseen
    return value
