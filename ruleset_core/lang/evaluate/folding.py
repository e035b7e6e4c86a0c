"""Working out beforehand what is the same in every position: nothing of a state may be read, and no steps are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from ruleset_core.lang.evaluate.access import Access

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ruleset_core.lang.evaluate.closures import Effect, Members, Value
    from ruleset_core.lang.evaluate.evaluator import Evaluator
    from ruleset_core.lang.runtime import Memory
    from ruleset_core.lang.vocabulary import Field, Zone


class NoConstant(Exception):
    """The value asked for does not exist: looking for it breaks a rule, or needs a state."""


class ConstantFolding(Access):
    """Reads facts alone, which never change. Raises `NoConstant` at anything else, and where something has no meaning."""

    counts = False

    def value(self, _field: Field, _at: Value) -> Value:
        """See `Access.value`."""
        return _unknown

    def value_there(self, _field: Field, _address: int) -> Value:
        """See `Access.value_there`."""
        return _unknown

    def piece_at(self, _zone: Zone, _slot: Value, _place: Value) -> Value:
        """See `Access.piece_at`."""
        return _unknown

    def pieces(self, _zone: Zone, _slot: Value) -> Members:
        """See `Access.pieces`."""
        return _unknown

    def lies_in(self, _zone: Zone, _slot: Value, _piece: Value) -> Value:
        """See `Access.lies_in`."""
        return _unknown

    def size(self, _zones: Sequence[Zone], _slots: Sequence[Value]) -> Value:
        """See `Access.size`."""
        return _unknown

    def before_field(self, _field: Field) -> Effect:
        """See `Access.before_field`."""
        return _unknown

    def before_own(self, _evaluator: Evaluator) -> Callable[..., None]:
        """See `Access.before_own`."""
        return _unknown

    def hook(self, _called: Value) -> Value:
        """See `Access.hook`."""
        return _unknown

    def beyond(self, _s: Memory) -> None:
        """See `Access.beyond`: whoever folds says how much work is worth it."""

    def broken(self, reason: str, what: str = "", **values: object) -> Exception:
        """See `Access.broken`."""
        _ = reason, what, values
        return NoConstant()


def _unknown(*_: object) -> NoReturn:
    raise NoConstant
