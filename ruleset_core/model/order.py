"""The order in which expansions are laid on a game, and whose word counts where two change the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ruleset_core.model.diagnostic import Diagnostic, error
from ruleset_core.model.shapes.documents import Laid
from ruleset_core.model.source import Document

__all__ = ["Layer", "Order", "ordered"]


@dataclass(frozen=True, slots=True)
class Layer:
    """The header of an expansion or a variant."""

    document: Document
    file: Laid

    @property
    def before(self) -> dict[str, tuple[str, int]]:
        """Expansions that are laid on before this one, with the key and place that say so."""
        after = {name: ("after", place) for place, name in enumerate(self.file.after)}
        return after | {name: ("requires", place) for place, name in enumerate(self.file.requires)}


class Order:
    """Which expansions come before which, by their own word; with `in_order` the order in which they are laid on counts.

    What belongs to the game itself, a variant and what it always has (`inner`), comes before all that is laid on it, as it stands there.
    """

    def __init__(self, layers: Sequence[Layer], *, in_order: bool = False, inner: Sequence[str] = ()) -> None:
        self.in_order = in_order
        self.inner = tuple(inner)
        self.layers = {each.file.expansion: each for each in layers}

    def settled(self, one: str, other: str) -> bool:
        """Whether it is known which of two expansions has the last word."""
        if self.in_order or one in self.inner or other in self.inner:
            return True
        return one in self.before(other) or other in self.before(one)

    def knows(self, one: str, other: str) -> bool:
        """Whether what one expansion writes is written with another one in mind: it is the same, or says that it comes after it."""
        names = list(self.layers)
        if one == other or other in self.before(one):
            return True
        if one not in names or other not in names:
            return False
        both = one in self.inner and other in self.inner
        return (both or self.in_order) and names.index(one) > names.index(other)

    def before(self, name: str) -> set[str]:
        """All expansions in play that an expansion says it comes after, by way of others too."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            layer = self.layers.get(waiting.pop())
            further = [each for each in layer.before if each in self.layers and each not in found] if layer else []
            found.update(further)
            waiting += further
        return found

    def circles(self) -> list[Diagnostic]:
        """Expansions that come before themselves, each once."""
        found: list[Diagnostic] = []
        told: set[str] = set()
        for name, layer in self.layers.items():
            if name in told or name not in self.before(name):
                continue
            round_ = {each for each in self.before(name) if name in self.before(each)}
            told |= round_
            key, place = next(where for each, where in layer.before.items() if each in round_)
            around = ", ".join(f"`{each}`" for each in self.layers if each in round_)
            message = f"`{name}` comes before itself" if round_ == {name} else f"these come before each other: {around}"
            span = layer.document.span((key, place))
            found.append(error("E425", message, span, help="take it out of `requires` or `after` of one of them"))
        return found


def ordered(names: Sequence[str], order: Order) -> list[str]:
    """Expansions as they are laid on: as they were named, those first that others come after."""
    if order.in_order:
        return list(names)
    done: list[str] = [name for name in names if name in order.inner]

    def lay(name: str, path: tuple[str, ...]) -> None:
        if name in done or name in path:
            return
        layer = order.layers.get(name)
        for each in layer.before if layer else ():
            if each in names:
                lay(each, (*path, name))
        done.append(name)

    for name in names:
        lay(name, ())
    return done
