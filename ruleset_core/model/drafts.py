"""Documents that can be changed while expansions are applied, and the order in which these are; a source map leads to each place.

Documents of a game are never changed; an expansion works on a draft, a copy of the parts that it touches:

    override of define.price.amount        draft: {..., "define": {"price": {"amount": "2"}}}
    SourceMap                              ("define", "price", "amount") leads to rich/expansion.yaml, all else to game.yaml

What is asked for a place asks the source map first, so the line of a message is the line that the author wrote.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Final, TypeAlias, cast

from ruleset_core.diagnostics import (
    MAX_FINDINGS,
    Diagnostic,
    Span,
    error,
    friendly_list,
    is_within,
    nearest_repair,
    unknown_name_help,
)
from ruleset_core.messages import LANGUAGES
from ruleset_core.model.schema.documents import OverlayFile
from ruleset_core.model.sources import DataPath, Document, Home, ValuePosition

_OF_TEXTS: Final = tuple((lang,) for lang in LANGUAGES)
"""The ends of paths of texts."""


# The order in which expansions are applied, which of two wins a conflict, and the record of one change that an expansion makes.

# The order in which expansions are laid on a game, and whose word counts where two change the same.


@dataclass(frozen=True, slots=True)
class OverlayHeader:
    """The header of an expansion or a variant."""

    document: Document
    file: OverlayFile

    @property
    def before(self) -> dict[str, tuple[str, int]]:
        """Expansions that are laid on before this one, with the key and place that say so."""
        after = {name: ("after", place) for place, name in enumerate(self.file.after)}
        return after | {name: ("requires", place) for place, name in enumerate(self.file.requires)}


class OverlayOrder:
    """Which expansions come before which, by their own word; with `in_order` the order in which they are laid on counts.

    What belongs to the game itself, a variant and what it always has (`inner`), comes before all that is laid on it, as it stands there.
    """

    def __init__(self, layers: Sequence[OverlayHeader], *, in_order: bool = False, inner: Sequence[str] = ()) -> None:
        self.in_order = in_order
        self.inner = tuple(inner)
        self.layers = {each.file.expansion: each for each in layers}

    def settled(self, one: str, other: str) -> bool:
        """Whether it is known which of two expansions has the last word."""
        if self.in_order or one in self.inner or other in self.inner:
            return True
        return one in self.before(other) or other in self.before(one)

    def comes_after(self, one: str, other: str) -> bool:
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


def overlay_sequence(names: Sequence[str], order: OverlayOrder) -> list[str]:
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


# What an expansion puts in the place of something that is there.


@dataclass(frozen=True, slots=True)
class OverlayChange:
    """One value that an expansion replaces, or a card that it takes out.

    Attributes:
        kind: what sort of entry it is: `card`, `resource`, `set`, `phase`...; for what has no name of its own the key of
            the section, such as `tie_breaks`.
        name: the entry, "" for a section that is one.
        path: where in the entry, as it is written in a file; () for a card that is taken out.
        old: what stood there; None where nothing did.
        new: what stands there now; None for a card that is taken out.
        expansion: the id of the expansion that says so.
        home: the file that says so, and where in it.
    """

    kind: str
    name: str
    path: DataPath
    old: Any
    new: Any
    expansion: str
    home: tuple[Document, DataPath] = field(repr=False, compare=False)

    @property
    def span(self) -> Span:
        """The line that says so: its key, or the item of a list. The first of a file takes milliseconds."""
        document, path = self.home
        return document.key_span(path)

    @property
    def is_text(self) -> bool:
        """Whether it is only what players read."""
        return self.path[-1:] in _OF_TEXTS

    @property
    def removed(self) -> bool:
        """Whether the entry as a whole is taken out."""
        return not self.path and self.new is None


# A document in which parts stand that were written in other files: each place leads to where it was written.


@dataclass(slots=True)
class SourceMap:
    """Where the values below a place were written, as far as that is not where the value around them was.

    `home` is None where the place itself is what it was, and only something below it is not.
    """

    home: Home | None = None
    below: dict[str | int, SourceMap] = field(default_factory=dict)

    def find(self, base: Document, path: DataPath) -> Home:
        """The file a value was written in, and where in it."""
        document, last = base, cast("SourceMap | None", self)
        at: DataPath = ()
        for step in path:
            last = last.below.get(step) if last is not None else None
            if last is not None and last.home is not None:
                document, at = last.home
            else:
                at = (*at, step)
        return document, at

    def put(self, path: DataPath, home: Home) -> None:
        """The value at a path was written there, with all that is below it."""
        owner = self._node(path[:-1])
        owner.below[path[-1]] = SourceMap(home)

    def shift(self, base: Document, path: DataPath, first: int, size: int, by: int) -> None:
        """Items of the list at a path, from `first` to `size` (exclusive), have come to stand `by` places further on."""
        homes = {place: self.find(base, (*path, place)) for place in range(first, size)}
        owner = self._node(path)
        moved: dict[str | int, SourceMap] = {}
        for place, home in homes.items():
            old = owner.below.pop(place, None)
            moved[place + by] = SourceMap(home, old.below if old is not None else {})
        owner.below.update(moved)

    def arrange(self, base: Document, path: DataPath, items: Sequence[int | Home]) -> None:
        """The list at a path becomes these items: those of it that stay, by their place, and what was written elsewhere."""
        owner = self._node(path)
        old = dict(owner.below)
        found: dict[str | int, SourceMap] = {}
        for place, item in enumerate(items):
            if isinstance(item, int):
                kept = old.get(item)
                found[place] = SourceMap(self.find(base, (*path, item)), kept.below if kept is not None else {})
            else:
                found[place] = SourceMap(item)
        owner.below = found

    def _node(self, path: DataPath) -> SourceMap:
        found = self
        for step in path:
            found = found.below.setdefault(step, SourceMap())
        return found


@dataclass(frozen=True, eq=False, kw_only=True)
class OverlaidDocument(Document):
    """A document with grafts. Its data are those that count; its text is that of the file it began as.

    `base` is that file as it was read.
    """

    base: Document
    grafts: SourceMap

    @classmethod
    def made(cls, base: Document, data: Any, grafts: SourceMap) -> OverlaidDocument:
        """The document that `base` has become."""
        return cls(source=base.source, data=data, find=base.find, faulty=base.faulty, base=base, grafts=grafts)

    @property
    def places(self) -> Mapping[DataPath, ValuePosition]:
        """Where the values of the file itself stand."""
        return self.base.places

    @property
    def read(self) -> Document:
        """The file as it was read."""
        return self.base

    def home(self, path: DataPath) -> Home:
        """The file a value was written in, and where in it."""
        return self.grafts.find(self.base, path)

    def style(self, path: DataPath) -> str:
        """How the value is written."""
        document, at = self.home(path)
        return document.style(at)

    def span(self, path: DataPath) -> Span:
        """The span of the value at `path`, in the file it was written in."""
        document, at = self.home(path)
        return document.span(at)

    def key_span(self, path: DataPath) -> Span:
        """The span of the key at `path`, in the file it was written in."""
        document, at = self.home(path)
        return document.key_span(at)

    def whole(self, path: DataPath) -> Span:
        """The span of a value with its key, in the file it was written in."""
        document, at = self.home(path)
        return document.whole(at)

    def missing_value_span(self, path: DataPath) -> Span:
        """Where a value is missing, in the file in which what should have it was written."""
        document, at = self.home(path)
        return document.missing_value_span(at)

    def within(self, path: DataPath, start: int, end: int) -> Span:
        """The span of some characters of the text at `path`, in the file it was written in."""
        document, at = self.home(path)
        return document.within(at, start, end)


# Files of a game while expansions are laid on: their data may be changed, and each change knows where it was written.

MISSING: Any = object()
"""Stands for a value that is not there."""


class DraftFile:
    """A file, and what has become of it. `origin` is the expansion it belongs to, "" for the game itself."""

    def __init__(self, document: Document, origin: str) -> None:
        self.base = document
        self.origin = origin
        self.data: Any = document.data
        self.grafts = SourceMap()
        self.changed = False

    def value(self, path: DataPath) -> Any:
        """The value at a path; `MISSING` where there is none."""
        found = self.data
        for step in path:
            if isinstance(found, list) and isinstance(step, str):
                found = {} if step in found else MISSING  # the short form of members: a list of names
            elif isinstance(found, dict):
                found = found.get(step, MISSING)
            elif isinstance(found, list) and isinstance(step, int) and step < len(found):
                found = found[step]
            else:
                return MISSING
            if found is MISSING:
                return MISSING
        return found

    def _own(self) -> Any:
        """The data, no longer those of the file: others may hold these."""
        if not self.changed:
            self.data, self.changed = deepcopy(self.data), True
        return self.data

    def _around(self, path: DataPath) -> Any:
        """The mapping or list around a path, to be changed; mappings that are missing are made, short forms written out."""
        found = self._own()
        for step, following in pairwise(path):
            inner = found.get(step) if isinstance(found, dict) else found[step]
            if inner is None or (isinstance(inner, list) and isinstance(following, str)):
                inner = found[step] = {each: {} for each in inner or ()}
            elif isinstance(inner, str):
                inner = found[step] = {"is": inner}
            found = inner
        return found

    def put(self, path: DataPath, value: Any, home: Home) -> None:
        """A value that was written elsewhere takes the place at a path."""
        self._around(path)[path[-1]] = deepcopy(value)
        self.grafts.put(path, home)

    def insert(self, path: DataPath, place: int, value: Any, home: Home) -> None:
        """A value that was written elsewhere becomes an item of the list at a path."""
        listed = self._around((*path, place))
        self.grafts.shift(self.base, path, place, len(listed), 1)
        listed.insert(place, deepcopy(value))
        self.grafts.put((*path, place), home)

    def arrange(self, path: DataPath, items: Sequence[int | tuple[Any, Home]]) -> None:
        """The list at a path becomes these items: those of it that stay, by their place, and values that were written elsewhere."""
        if not isinstance(self.value(path), list):
            self._around(path)[path[-1]] = []
        listed = self._around((*path, 0))
        self.grafts.arrange(self.base, path, [each if isinstance(each, int) else each[1] for each in items])
        listed[:] = [listed[each] if isinstance(each, int) else deepcopy(each[0]) for each in items]

    def delete(self, path: DataPath) -> None:
        """Take out an entry of a mapping, or an item of a list."""
        owner, place = path[:-1], path[-1]
        if isinstance(place, int):
            self.arrange(owner, [each for each in range(len(self.value(owner))) if each != place])
        else:
            del self._around(path)[place]

    def home(self, path: DataPath) -> Home:
        """Where a value was written."""
        return self.grafts.find(self.base, path)

    def document(self) -> Document:
        """The file as it is now."""
        return OverlaidDocument.made(self.base, self.data, self.grafts) if self.changed else self.base


DraftPlace: TypeAlias = tuple[DraftFile, DataPath]
"""Where an entry stands."""


def phases_by_name(draft: DraftFile) -> Iterator[tuple[str, DataPath]]:
    """All phases of a file by name, with their paths."""

    def below(listed: Any, path: DataPath) -> Iterator[tuple[str, DataPath]]:
        for place, phase in enumerate(listed if isinstance(listed, list) else ()):
            if isinstance(phase, dict):
                if isinstance(phase.get("phase"), str):
                    yield phase["phase"], (*path, place)
                yield from below(phase.get("steps"), (*path, place, "steps"))

    if isinstance(draft.data, dict):
        yield from below(draft.data.get("flow"), ("flow",))


def named_entries(draft: DraftFile, section: str) -> dict[str, DataPath]:
    """The entries of a section by name, with their paths; phases wherever they stand, rules by `id`."""
    if not isinstance(draft.data, dict):
        return {}
    if section == "flow":
        return dict(phases_by_name(draft))
    found = draft.data.get(section)
    if section == "plans":
        return {str(draft.data["board"]): ()} if "board" in draft.data else {}
    if section == "rules":
        rules = found if isinstance(found, list) else []
        return {rule["id"]: ("rules", n) for n, rule in enumerate(rules) if isinstance(rule, dict) and "id" in rule}
    if section == "rulebook":
        book = enumerate(found if isinstance(found, list) else [])
        return {
            str(each["paragraph"]): (section, n) for n, each in book if isinstance(each, dict) and "paragraph" in each
        }
    return {str(name): (section, name) for name in found} if isinstance(found, dict) else {}


# What it takes to lay an expansion on a game: where entries stand, what is told of those that do not, and what
# contradicts.

KINDS = {
    "options": "option", "ranges": "range", "sets": "set", "pieces": "piece", "boards": "board", "state": "field", "zones": "zone", "positions": "position", "events": "event",
    "decisions": "decision", "define": "definition", "score": "score", "achievements": "achievement", "cards": "card",
    "flow": "phase", "rules": "rule", "resources": "resource", "plans": "plan", "rulebook": "paragraph",
}  # fmt: skip
"""What an entry of a section is called."""


class OverlayState:
    """The files of a game while expansions are laid on them, one after another. Problems are in `diagnostics`."""

    def __init__(self, drafts: Sequence[DraftFile], order: OverlayOrder) -> None:
        self.drafts = drafts
        self.order = order
        self.changes: list[OverlayChange] = []
        self.diagnostics: list[Diagnostic] = []
        self.moved: list[tuple[OverlayChange, DraftFile, DataPath]] = []
        """What was changed, and where it stands now."""
        self.expansion = ""
        self.provenance = ""
        self.below: Sequence[DraftFile] = ()
        """The files that are there before the expansion that is laid on now."""
        self.own: Sequence[DraftFile] = ()
        """The files of that expansion."""
        self.gone: dict[tuple[str, str], OverlayChange] = {}
        """Cards and paragraphs that were taken out, by section and name."""
        self.dropped: dict[str, OverlayChange] = {}
        """Phases that are no longer among the steps of theirs."""
        self.added_phases: dict[str, OverlayChange] = {}
        """Phases that expansions have added, by name."""
        self.phases = 0
        """How many those are, and the new ones among the steps of others."""
        self._told: set[tuple[object, ...]] = set()
        self._under: dict[tuple[str, str, DataPath], list[OverlayChange]] = {}
        """Changes by entry and by each beginning of their path."""
        self._index: dict[str, dict[str, DraftPlace]] = {}
        """Entries by section and name, of those files that are there before; what moves is looked for again."""

    def begin(self, expansion: str, provenance: str | None, own: Sequence[DraftFile]) -> None:
        """Go on with an expansion: what was there before, and what is its own."""
        place = self.drafts.index(own[0])
        self.below, self.own = self.drafts[:place], own
        self.expansion, self.provenance = expansion, provenance or "house"
        self._index.clear()

    def entries(self, section: str) -> dict[str, DraftPlace]:
        """The entries of a section by name, each in the first file that has it."""
        if section not in self._index:
            found: dict[str, DraftPlace] = {}
            for draft in self.below:
                for name, path in section_entries(draft, section).items():
                    if section == "plans":  # that of an expansion takes the place of the game's
                        found[name] = (draft, path)
                    found.setdefault(name, (draft, path))
            self._index[section] = found
        return self._index[section]

    def forget(self, section: str) -> None:
        """Entries of a section stand elsewhere now, or some are no more."""
        self._index.pop(section, None)

    def find(self, section: str, name: str, home: Home) -> DraftPlace | None:
        """Where an entry stands, in the first file that has it; it is told if none has."""
        known = self.entries(section)
        if name in known:
            return known[name]
        gone = self.dropped.get(name) if section == "flow" else self.gone.get((section, name))
        if gone is not None and not self.order.settled(gone.expansion, self.expansion):
            self.conflict(gone, home, f"the {KINDS[section]} `{name}`")
        elif gone is not None:
            self.unknown(f"the {KINDS[section]} `{name}` is taken out by `{gone.expansion}`", name, [], home)
        else:
            own = any(name in section_entries(draft, section) for draft in self.own)
            self.unknown(f"there is no {KINDS.get(section, section)} `{name}`", name, list(known), home, own=own)
        return None

    def unknown(self, message: str, name: str, known: list[str], home: Home, *, own: bool = False) -> None:
        """A name that is not there to be changed, with the one that was probably meant."""
        if len(self.diagnostics) >= MAX_FINDINGS:
            return  # nobody reads them, and files may be hostile
        document, path = home
        span = (
            document.span(path)
            if isinstance(path[-1], int) or document.value(path) == name
            else document.key_span(path)
        )
        swap = nearest_repair(name, known, span)
        if own:
            advice = "it is this expansion's own: write it there as it should be"
        elif swap is not None:
            advice = f"did you mean {friendly_list((swap.replacement, *swap.rivals))}?"
        else:
            advice = unknown_name_help(name, known, "there are") if known else ""
        self.diagnostics.append(error("E423", message, span, help=advice, suggestion=swap, about=name))

    def note(self, change: OverlayChange, draft: DraftFile, path: DataPath) -> None:
        """Something was changed; it stands at this place now."""
        self.changes.append(change)
        self.moved.append((change, draft, path))
        for length in range(len(change.path) + 1):
            self._under.setdefault((change.kind, change.name, change.path[:length]), []).append(change)

    def rivals(self, kind: str, name: str, path: DataPath) -> list[OverlayChange]:
        """What other expansions have put there, around it or into it, one of each."""
        inside_it = self._under.get((kind, name, path), ())
        around = [
            each
            for length in range(len(path))
            for each in self._under.get((kind, name, path[:length]), ())
            if len(each.path) == length
        ]
        return list(
            {each.expansion: each for each in (*around, *inside_it) if each.expansion != self.expansion}.values()
        )

    def conflict(self, first: OverlayChange, home: Home, what: str, key: DataPath = ()) -> None:
        """Tell of two that change the same, each pair once for a value (`key`) or for an entry as a whole."""
        if self.order.settled(first.expansion, self.expansion):
            return
        plain = first.path[:-1] if first.path[-1:] in _OF_TEXTS else first.path
        plain = plain if key else ()
        told = (first.kind, first.name, plain, first.expansion, self.expansion)
        if told in self._told:
            return
        self._told.add(told)
        document, path = home
        span = document.span(path) if isinstance(path[-1], int) else document.key_span(path)
        self.diagnostics.append(overlay_conflict(first.expansion, self.expansion, what, span, first.span))

    def at_change(self, item: Diagnostic, draft: DraftFile) -> Diagnostic:
        """What is found wrong in a changed file, at the line that made it so: a value of the file itself was right before."""
        if item.span.file != draft.base.file:
            return item
        moved = [each for each in self.moved if each[1] is draft and not each[0].removed]
        moved.sort(key=lambda each: not each[0].is_text)  # texts come first, so that of an entry something else is kept
        mine = {path[:2]: change for change, _, path in moved}
        near = [change for path, change in mine.items() if is_within(item.span, draft.base.span(path))]
        cause = next(reversed(near or list(mine.values())), None)  # the last one is in force
        if cause is None:
            return item
        seen = (item.span, "this is where it shows")
        return replace(item, span=cause.span, suggestion=None, related=(seen, *item.related))


def overlay_conflict(one: str, other: str, what: str, span: Span, first: Span) -> Diagnostic:
    """Two expansions that change the same, and nothing says whose word counts."""
    message = f"`{one}` and `{other}` both change {what}"
    advice = f"write `after: [{one}]` into the header of `{other}`, or the other way round, or name them in order with `--in-order`"
    related = ((first, f"`{one}` changes it here"),)
    return error("E424", message, span, help=advice, related=related)


def section_entries(draft: DraftFile, section: str) -> dict[str, DataPath]:
    """The entries of a section of a file by name; of `resources` those under `members`."""
    if section != "resources":
        return named_entries(draft, section)
    found = draft.value(("resources", "members"))
    return {str(name): ("resources", "members", name) for name in found} if isinstance(found, dict) else {}
