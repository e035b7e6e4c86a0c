"""Where what runs under a name of its own stands in the files, and how a designer calls it.

Names are those of procedures (`effect oak`, `when rule interest -1 0`), and `value NAME`, `event NAME`, `gain RESOURCE`,
`lose RESOURCE` for what checks of the whole game look at besides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ruleset_core.lang.resolve.site import Site

if TYPE_CHECKING:
    from ruleset_core.lang.link.linker import Linker

Part = tuple[Any, Site]
"""A tree, and where it is written."""


class Places:
    """The places of the names of a linked game."""

    def __init__(self, linker: Linker) -> None:
        self.linker = linker
        self._foreign = {
            *(id(each.document) for each in linker.gathered.parts if each.origin),
            *(id(each.document) for each in linker.gathered.cards if each.origin),
        }

    def added(self, site: Site) -> bool:
        """Whether something stands in an expansion."""
        return id(site.document) in self._foreign

    def parts(self, name: str) -> Iterator[Part]:
        """The trees that run under a name, each with its place, as far as they have one."""
        v, homes = self.linker.v, self.linker.homes
        kind, _, plain = name.partition(" ")
        if kind == "value":
            define = v.defines[plain]
            if define.value is not None:
                yield define.value, homes["define", plain]
            for number, change in enumerate(define.modifiers):
                site = homes[f"modifier {plain}", str(number)]
                yield change.where, site.at("where")
                yield change.value, site.at(change.how)
        elif kind in {"event", "gain", "lose"} and self._home(name) is None:
            for each in v.listeners.get(plain if kind == "event" else kind, []):
                home = self._home(each.procedure)
                if home is not None:
                    yield each.condition, home.at("where")
        elif name in self.linker.program.procedures and (own := self._home(name)) is not None:
            yield self.linker.program.procedures[name].body, own

    def _home(self, name: str) -> Site | None:
        plain = name.partition(" #")[0]
        linker = self.linker
        phase = plain.removeprefix("phase ")
        return (
            linker.homes.get(("procedure", plain))
            or linker.homes.get(("define", plain))
            or (linker.phase_sites.get(phase) if phase != plain else None)
        )

    def guilty(self, names: Sequence[str], leads: Callable[[Any, str], bool]) -> Site:
        """Of names that lead to each other in a circle, the place to mend.

        Where an expansion changes something of the game; else what it brings itself; else the first that has a place.
        """
        own: list[Site] = []
        steps: list[Site] = []
        for name, following in zip(names, [*names[1:], names[0]], strict=True):
            home = self.linker.homes.get(("define", name.removeprefix("value ")))
            own += [] if home is None else [home]
            found = [site for tree, site in self.parts(name) if leads(tree, following)]
            if home is None or not self.added(home):
                steps += found
            own += found
        return next(filter(self.added, [*steps, *own]), own[0] if own else self.start())

    def start(self) -> Site:
        """The beginning of the game, for what has no better place."""
        return Site(self.linker.gathered.parts[0].document, ())

    def said(self, name: str) -> str:
        """What a designer calls it."""
        kind, _, plain = name.partition(" ")
        site = self._home(name) if kind not in {"value", "event"} else None
        path = () if site is None else site.path
        match path:
            case ("rules", int(place), *rest):
                owner = f"the rule `{site.document.value(('rules', place, 'id'))}`" if site else ""
                return f"`{rest[0]}` of {owner}"
            case ("cards", card, *rest):
                return f"`{next((each for each in reversed(rest) if isinstance(each, str)), 'effect')}` of `{card}`"
            case ("resources", "members", resource, str(key), *_):
                return f"`{key}` of `{resource}`"
        if kind in {"gain", "lose"}:
            return f"`{kind} {plain.removeprefix('again ')}`"
        return f"the event `{plain}`" if kind == "event" else f"`{name.removeprefix('value ')}`"

    def circle(self, names: Sequence[str]) -> str:
        """A circle in words, each step once."""
        said: list[str] = []
        for name in [*names, names[0]]:
            words = self.said(name)
            if said[-1:] != [words]:
                said.append(words)
        return " -> ".join(said)
