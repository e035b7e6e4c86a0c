"""Links a game alone and with its expansions, merges the findings of all combinations, and says which expansion causes each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from traceback import extract_tb
from typing import Any, Literal

from ruleset_core.analysis.declarations import Signatures
from ruleset_core.check.check_cache import CheckCache
from ruleset_core.check.lints import lint, unpublished_values
from ruleset_core.check.targets import CheckTarget
from ruleset_core.check.worker_group import WorkerGroup
from ruleset_core.compile.irgen.generator import generate_ir
from ruleset_core.compile.linker import Linker
from ruleset_core.diagnostics import Diagnostic, Span, error, friendly_list, is_within
from ruleset_core.discovery import GAME_FILE, PluginError, plugin_at
from ruleset_core.headers import EXPANSION_FILE, Lineage, read_header
from ruleset_core.lang.traversal import deep
from ruleset_core.model.drafts import OverlayChange
from ruleset_core.model.game_files import (
    GatheredBoard,
    GatheredCards,
    GatheredFiles,
    GatheredPart,
    Shelf,
    base_game_error,
    gather,
)
from ruleset_core.model.schema.validation import validate, words_in_text
from ruleset_core.model.sources import DataPath, Document


@dataclass(slots=True)
class LinkedCombination:
    """A game with some expansions: its files, and what is found in them. `linker` is None until they are linked, and if that broke down."""

    expansions: tuple[str, ...]
    gathered: GatheredFiles
    linker: Linker | None
    diagnostics: list[Diagnostic]
    texts: dict[str, str] = field(default_factory=dict)
    read: tuple[Diagnostic, ...] = ()
    """What was found when the files were read, before they were linked."""
    done: Literal["read", "proven", "linked"] = "read"
    """How far they are, in this check or an earlier one."""
    late: set[Key] = field(default_factory=set)
    """What lints and lowering found, which come last."""
    cache: CheckCache | None = None
    """What is kept of earlier checks, where there are some."""

    @property
    def sound(self) -> bool:
        """Whether there is no error, so that lints could look at the whole game."""
        return not any(item.severity == "error" for item in self.diagnostics)


def internal_error(problem: Exception, file: str) -> Diagnostic:
    """E999: an exception of ours as a finding."""
    frames = extract_tb(problem.__traceback__)
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "an unknown place"
    notes = (f"{type(problem).__name__}: {str(problem)[:200]}", f"at {where}")
    advice = "this is a fault of ruleset, not yours: please report it with this file"
    return error("E999", "the check itself broke down", Span.whole(file), notes=notes, help=advice)


def combinations(game: Path | Lineage, expansions: dict[str, Path]) -> Iterator[LinkedCombination]:
    """The game alone, with each expansion (and what that one requires), and with all of them."""
    for each in read_combinations(game, expansions):
        link_combination(each)
        yield each


def read_combinations(
    game: Path | Lineage, expansions: dict[str, Path], *, in_order: bool = False, cache: CheckCache | None = None
) -> list[LinkedCombination]:
    """The same, read and not linked yet; each file is read once."""
    shelf: Shelf = {}
    alone = read_combination(game, {}, shelf, cache=cache)
    if not expansions:
        return [alone]
    everything = read_combination(game, expansions, shelf, in_order=in_order, cache=cache)
    requires = {file.expansion: file.requires for _, file in everything.gathered.expansions}
    several = dict.fromkeys(_closure(name, expansions, requires) for name in expansions)
    parts = [{each: path for each, path in expansions.items() if each in names} for names in several]
    parts = [part for part in parts if part != expansions]
    return [alone, *(read_combination(game, part, shelf, in_order=in_order, cache=cache) for part in parts), everything]


def with_requirements(expansions: Mapping[str, Path], names: Iterable[str]) -> dict[str, Path]:
    """Those of the expansions that have these names, and what they require, by their headers."""
    requires = {name: read_header(path / EXPANSION_FILE).requires for name, path in expansions.items()}
    wanted = {each for name in names for each in _closure(name, expansions, requires)}
    return {name: path for name, path in expansions.items() if name in wanted}


def _closure(name: str, expansions: Mapping[str, Path], requires: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    found: set[str] = set()
    open_ = [name]
    while open_:
        each = open_.pop()
        if each in expansions and each not in found:
            found.add(each)
            open_ += requires.get(each, ())
    return frozenset(found)


def read_combination(
    game: Path | Lineage, expansions: dict[str, Path], shelf: Shelf | None = None, *, in_order: bool = False,
    cache: CheckCache | None = None,
) -> LinkedCombination:  # fmt: skip
    """Read a game with some expansions, or take it from the cache, perhaps linked. Never raises for bad data. `shelf`, `in_order`: see `gather`."""
    if cache is None:
        return _read(game, expansions, shelf, in_order, None)
    key = cache.combination_key(
        game if isinstance(game, Lineage) else Lineage(game, game), expansions, in_order=in_order
    )
    known = cache.combinations.get(key)
    if known is None:
        known = _read(game, expansions, shelf, in_order, cache)
        cache.combinations.put(key, known, 1)
    return known


def _read(
    game: Path | Lineage, expansions: dict[str, Path], shelf: Shelf | None, in_order: bool, cache: CheckCache | None
) -> LinkedCombination:  # fmt: skip
    names = tuple(expansions)
    try:
        gathered, found = gather(
            game, expansions.values(), shelf, in_order=in_order, files=None if cache is None else cache.files
        )
    except Exception as problem:  # noqa: BLE001 - a fault of ours must not hide what else is found
        home = game.directory if isinstance(game, Lineage) else game
        return LinkedCombination(names, GatheredFiles(home), None, [internal_error(problem, str(home / GAME_FILE))])
    texts = {each.file: each.source.text for each in gathered.documents}
    return LinkedCombination(names, gathered, None, found, texts, tuple(found), cache=cache)


def link_combination(
    made: LinkedCombination, hands: WorkerGroup | None = None, beside: Callable[[], None] = lambda: None, *, deciding: bool = True
) -> None:  # fmt: skip
    """Link files that were read. Never raises for bad data.

    Args:
        made: the files; what is found is added.
        hands: while one of them proves, lowers and decides what was linked, `beside` is done here.
        beside: what looks at names, types and trees alone.
        deciding: whether a sound game goes all the way to one that runs; what is known of it after lowering is enough for findings.
    """
    linker = _names(made)
    if linker is None or made.done == "linked":
        beside()
        return
    proven, before = made.done == "proven", {*map(finding_key, made.diagnostics)}
    made.done = "linked"
    rest = (hands or WorkerGroup()).aside(
        partial(_rest, made, linker, deciding=deciding and made.sound, proven=proven), f"`{linker.header.game}`"
    )
    _lints(made, linker)
    beside()
    made.diagnostics.extend(rest())
    made.late = {*map(finding_key, made.diagnostics)} - before


def prove_combination(made: LinkedCombination) -> None:
    """Link files that were read, and find accesses that may fail; lints and lowering are left for `link_combination`. Never raises for bad data."""
    linker = _names(made)
    if linker is not None and made.done == "read":
        made.done = "proven"
        made.diagnostics.extend(_passed(made, linker, linker.prove))


def _names(made: LinkedCombination) -> Linker | None:
    """The linker of a combination, which has resolved all names; None where there is nothing to link, or it broke down."""
    if made.linker is None and made.gathered.header is not None and made.done == "read":
        try:
            with deep():
                _linked(made)
        except Exception as problem:  # noqa: BLE001 - a fault of ours must not hide what else is found
            made.diagnostics = [*made.diagnostics, internal_error(problem, _home(made))]
            made.linker, made.done = None, "linked"
    return made.linker


def link_names(made: LinkedCombination) -> None:
    """Link files that were read as far as all names are resolved, those that only lints look at included. Never raises for bad data."""
    linker = _names(made)
    if linker is not None:
        _lints(made, linker)


def _linked(made: LinkedCombination) -> Linker:
    linker = Linker(made.gathered)
    hooks, problems = hook_signatures(linker)
    linker.read(hooks)
    made.linker = linker
    made.diagnostics = [*made.read, *problems, *_further(linker.diagnostics, made.read)]
    return linker


def _lints(made: LinkedCombination, linker: Linker) -> None:
    try:
        with deep():
            made.diagnostics.extend(_further(lint(linker, sound=made.sound), made.read))
    except Exception as problem:  # noqa: BLE001 - a fault of ours must not hide what else is found
        made.diagnostics.append(internal_error(problem, _home(made)))


def _rest(made: LinkedCombination, linker: Linker, *, deciding: bool, proven: bool) -> list[Diagnostic]:
    """What is found on the way from a game that was read to one that runs: what passes here loads, since both go the same way."""

    def lower() -> None:
        before = len(linker.diagnostics)
        linker.lower()
        if deciding and not any(each.severity == "error" for each in linker.diagnostics[before:]):
            generate_ir(linker.program)

    found = [] if proven else _passed(made, linker, linker.prove)
    return [*found, *_passed(made, linker, lower)]


def _passed(made: LinkedCombination, linker: Linker, do: Callable[[], None]) -> list[Diagnostic]:
    """What a pass of a linker finds; where it breaks down, that too."""
    before = len(linker.diagnostics)
    try:
        with deep():
            do()
    except Exception as problem:  # noqa: BLE001 - a fault of ours must not hide what else is found
        return [*_further(linker.diagnostics[before:], made.read), internal_error(problem, _home(made))]
    return _further(linker.diagnostics[before:], made.read)


def _home(made: LinkedCombination) -> str:
    return str(made.gathered.directory / GAME_FILE)


def _further(found: Iterable[Diagnostic], before: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Without what is said about places of which an earlier pass has said that they are wrong."""
    places: dict[str, list[Span]] = {}
    for item in before:
        places.setdefault(item.span.file, []).append(item.span)
    return [item for item in found if not any(is_within(item.span, place) for place in places.get(item.span.file, ()))]


def hook_signatures(linker: Linker) -> tuple[Signatures, list[Diagnostic]]:
    """The hooks of the game's plugin, if it brings any, and what is wrong with the plugin."""
    from ruleset_core.errors import RulesetError

    try:
        lineage = linker.gathered.lineage
        plugin = plugin_at((lineage.ids or (linker.header.game,))[-1], lineage.game)
        if plugin is None or plugin.hooks is None:
            return {}, []
        from ruleset_core.engine.hooks import hooks_of

        return {name: (hook.params, hook.result) for name, hook in hooks_of(plugin).items()}, []
    except (PluginError, RulesetError) as problem:
        where = Span.whole(str(linker.gathered.directory / GAME_FILE))
        return {}, [error("E411", str(problem), where, help="install the distribution that brings it again")]


def merge_findings(found: Iterable[LinkedCombination], *, house: bool = False) -> list[Diagnostic]:
    """All errors, each once, and the warnings that hold in every sound combination their file is part of.

    A name of a game that only an expansion uses is used. What helps may differ between combinations; that of the first one counts.
    """
    made = list(found)
    result = dict.fromkeys(item for each in made for item in each.diagnostics if item.severity == "error")
    judges = [each for each in made if each.sound] or made
    judged = [(each.texts, {finding_key(item) for item in each.diagnostics}) for each in judges]
    warnings: dict[Key, Diagnostic] = {}
    for each in made:
        for item in each.diagnostics:
            key = finding_key(item)
            if item.severity == "warning" and all(key in found for texts, found in judged if item.span.file in texts):
                warnings.setdefault(key, item)
    result.update(dict.fromkeys(warnings.values()))
    for each in made if house else ():
        result.update(dict.fromkeys(unpublished_values(each.gathered)))
    return list(result)


# Finds the expansion, and the entry in it, that causes a finding elsewhere: the one without which it disappears.

# Which entry of an expansion brings about what is found elsewhere: the one without which it is not found.
#
# An expansion that says `override: {state: {face: {is: 1..6}}}` makes `pay_for(face)` doubtful in a file of its game.
# The game is linked again with one entry of the expansion left out at a time, those first that the finding speaks of.

_MOST = 12
"""Most entries that are left out in turn for an expansion: each time the game is linked again."""
_DEEPER = {("resources", "members"), ("extend", "sets"), ("extend", "flow")}
"""Mappings and lists of entries that stand one level deeper than in a section."""
_CHANGING = ("override", "remove")
"""Sections whose parts are known as changes."""
Key = tuple[str, str, Span]


def finding_key(item: Diagnostic) -> Key:
    """What makes two findings of different combinations the same one."""
    return item.code, item.message, item.span


@dataclass(slots=True)
class EntryCauseFinder:
    """The entries of one expansion (or variant) of a game that was linked, and what is found without each of them.

    Attributes:
        lineage: what the game is made of, and `paths` its expansions.
        linked: the game with all of them, and `expansion` the id of the one that is looked at.
    """

    lineage: Lineage
    paths: dict[str, Path]
    in_order: bool
    linked: LinkedCombination
    expansion: str
    _shelf: Shelf = field(default_factory=dict)
    _found: dict[tuple[str, DataPath], set[Key] | None] = field(default_factory=dict)

    def cause(self, item: Diagnostic) -> Span | None:
        """The place of the entry without which a finding is gone; None where no single one is at fault."""
        words = self._words(item)
        entries = sorted(self._entries(), key=lambda each: not words & {str(step) for step in each[1][1:]})
        for document, path in entries:
            left = self._without(document, path)
            if left is not None and finding_key(item) not in left:
                return document.key_span(path)
        return None

    def _words(self, item: Diagnostic) -> set[str]:
        """The names of what a finding speaks of: those in its words, in its lines, and of the entry around it."""
        span = item.span
        lines = self.linked.texts.get(span.file, "").splitlines()[span.line - 1 : span.end_line]
        words = words_in_text(" ".join((item.message, item.about, *lines)))
        for document in self.linked.gathered.documents:
            if document.file == span.file:
                for path in document.places:
                    key, value = document.read.key_span(path), document.read.span(path)
                    if is_within(span, replace(key, end_line=value.end_line, end_column=value.end_column)):
                        words.update(str(part) for part in path)
        return words

    def _entries(self) -> Iterator[tuple[Document, DataPath]]:
        """What it replaces and takes out, then what it adds."""
        gathered = self.linked.gathered
        changes = [each for each in gathered.changes if each.expansion == self.expansion and not each.is_text]
        yield from {(each.home[0].file, each.home[1]): each.home for each in changes}.values()
        origins = {origin for origin, file in gathered.expansions if file.expansion == self.expansion}
        files: list[GatheredPart | GatheredCards | GatheredBoard] = [*gathered.parts, *gathered.cards, *gathered.plans]
        for each in files:
            if each.origin in origins:
                yield from ((each.document.read, path) for path in _added(each.document.read.data))

    def _without(self, document: Document, path: DataPath) -> set[Key] | None:
        """What is found without an entry; None if that cannot be told, as where something else needs it."""
        at = document.file, path
        if at not in self._found:
            if len(self._found) >= _MOST:
                return None
            self._found[at] = self._look(document, path)
        return self._found[at]

    def _look(self, document: Document, path: DataPath) -> set[Key] | None:
        if not self._shelf:
            read_combination(self.lineage, self.paths, self._shelf, in_order=self.in_order)
        place = next((key for key, (other, _) in self._shelf.items() if other.file == document.file), None)
        if place is None:
            return None
        other, value = self._shelf[place]
        less = replace(other, data=_cut(other.data, path))
        changed, wrong = validate(less, type(value))
        if changed is None or wrong:
            return None
        made = read_combination(
            self.lineage, self.paths, self._shelf | {place: (less, changed)}, in_order=self.in_order
        )
        link_combination(made, deciding=False)
        before = {finding_key(item) for item in self.linked.diagnostics}
        if any(item.severity == "error" and finding_key(item) not in before for item in made.diagnostics):
            return None
        if self.linked.sound and not made.sound:
            return None
        return {finding_key(item) for item in made.diagnostics}


def _added(data: Any) -> Iterator[DataPath]:
    """The paths of the entries of a file, besides what changes those of others."""
    for section, value in data.items() if isinstance(data, dict) else ():
        if section in _CHANGING:
            continue
        for step in _steps(value):
            if (section, step) in _DEEPER:
                yield from ((section, step, each) for each in _steps(value[step]))
            else:
                yield section, step


def _steps(value: Any) -> Iterator[str | int]:
    if isinstance(value, dict):
        yield from value
    elif isinstance(value, list):
        yield from range(len(value))


def _cut(data: Any, path: DataPath) -> Any:
    """A copy of data without what stands at a path, and without what is empty then."""
    data = deepcopy(data)
    owners = [data]
    for step in path[:-1]:
        owners.append(owners[-1][step])
    for owner, step in zip(reversed(owners), reversed(path), strict=True):
        del owner[step]
        if owner:
            break
    return data


# What an expansion or a variant brings about outside its own files: errors and doubts that the game has with it and
# not without it.
#
# They are told at the line of the expansion that leads to them, or where they stand, with the name of the expansion.


@dataclass(slots=True)
class Attribution:
    """Findings that expansions bring about.

    Attributes:
        asked: those of the expansion or variant that is asked about: told wherever they stand.
        others: those of other expansions: told to whoever asks about their file.
        moved: the findings as the passes made them, which are told in no other way.
    """

    asked: list[Diagnostic] = field(default_factory=list)
    others: list[Diagnostic] = field(default_factory=list)
    moved: set[Diagnostic] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Overlay:
    """Something that is laid on a game: an expansion by its name, or a variant; its id, and the directories of its files."""

    name: str
    id: str
    homes: tuple[Path, ...]


def attribute_findings(
    target: CheckTarget, made: Sequence[LinkedCombination], follows: Callable[[Diagnostic], bool] = lambda _: False
) -> Attribution:
    """All that the expansions of a target, or the variant that it is, bring about; nothing that `follows` from something else.

    Mistakes of the game itself, and of what an expansion requires, are told where they stand; those of the game that a variant is
    like are told once, where it says `like:`.
    """
    found = Attribution()
    asked = _asked(target)
    if asked is not None:
        _blame(asked, target, made, follows, found, found.asked)
    if not target.expansion:
        for name, path in target.expansions.items():
            if asked is None or path not in asked.homes:
                _blame(_Overlay(name, name, (path,)), target, made, follows, found, found.others)
    return found


def broken_by(
    target: CheckTarget, broken: Diagnostic, line: str, changes: Iterable[OverlayChange], found: Iterable[Diagnostic]
) -> Diagnostic:  # fmt: skip
    """A rule that breaks in play, at the line of the expansion or variant of a target that leads to it, as far as that is known.

    Args:
        target: what is checked.
        broken: the error at the line that breaks.
        line: what stands there.
        changes: all that expansions replace.
        found: what the check has found: a doubt that shows at the same place has the same cause.
    """
    laid = _asked(target)
    if laid is None or target.made_of.is_inside(broken.span.file, laid.homes):
        return broken
    at = broken.span
    cause = next(
        (item.span for item in found for seen, _ in item.related if (seen.file, seen.line) == (at.file, at.line)), None
    )
    if cause is None:
        words = words_in_text(f"{line} {broken.message}")
        mine = {each.name: each for each in changes if each.expansion == laid.id and not each.is_text}
        named = [each for name, each in mine.items() if name in words]
        cause = named[0].span if len(named) == 1 else None
    what = f"the expansion `{laid.id}`" if laid.name else f"the variant `{laid.id}`"
    notes = (*broken.notes, f"played with {what}")
    if cause is None:
        return replace(broken, notes=notes)
    return replace(broken, span=cause, notes=notes, related=((at, "this is where it breaks"), *broken.related))


def _asked(target: CheckTarget) -> _Overlay | None:
    own = target.expansions.get(target.expansion)
    if own is not None:
        return _Overlay(target.expansion, target.expansion, (own,))
    return None if target.lineage is None else _Overlay("", target.made_of.ids[0], (target.game, *target.own))


def _blame(
    laid: _Overlay, target: CheckTarget, made: Sequence[LinkedCombination], follows: Callable[[Diagnostic], bool], found: Attribution,
    told: list[Diagnostic],
) -> None:  # fmt: skip
    together = [each for each in made if not laid.name or laid.name in each.expansions]
    smallest = min(together, key=lambda each: len(each.expansions), default=None)
    for each in together:
        is_smallest = each is smallest
        elsewhere = [
            item
            for item in each.diagnostics
            if not target.made_of.is_inside(item.span.file, laid.homes) and not follows(item)
        ]
        if laid.name:
            elsewhere = _unknown(elsewhere, laid, made, each, all_errors=is_smallest and told is found.asked)
        if not elsewhere:
            continue
        without = _without(laid, target, made, each)
        before = {finding_key(item) for item in without.diagnostics}
        judged = each.sound and without.sound  # warnings say nothing of a game that could not be read
        fresh = [item for item in elsewhere if finding_key(item) not in before and (judged or item.severity == "error")]
        beside = [name for name in each.expansions if smallest is not None and name not in smallest.expansions]
        _report(fresh, laid, target, each, beside, found, told)
        old = [item for item in elsewhere if item.severity == "error" and finding_key(item) in before]
        if old and is_smallest and told is found.asked:
            told += old if laid.name else base_game_error(each.gathered, without.diagnostics)


def _unknown(
    elsewhere: Iterable[Diagnostic],
    laid: _Overlay,
    made: Sequence[LinkedCombination],
    linked: LinkedCombination,
    *,
    all_errors: bool,
) -> list[Diagnostic]:
    """What was found in no combination of fewer expansions without this one; with `all_errors` these in any case."""
    known = {
        finding_key(item)
        for each in made
        if laid.name not in each.expansions and set(each.expansions) <= set(linked.expansions)
        for item in each.diagnostics
    }
    return [item for item in elsewhere if finding_key(item) not in known or (all_errors and item.severity == "error")]


def _report(
    fresh: Sequence[Diagnostic], laid: _Overlay, target: CheckTarget, linked: LinkedCombination, beside: Sequence[str], found: Attribution,
    told: list[Diagnostic],
) -> None:  # fmt: skip
    """Add findings at their causes."""
    if not fresh:
        return
    paths = {name: target.expansions[name] for name in linked.expansions}
    causing = EntryCauseFinder(target.made_of, paths, target.in_order, linked, laid.id)
    for item in fresh:
        if item in found.moved:  # of several that lead to it together one is enough
            continue
        found.moved.add(item)
        told.append(_at_cause(item, causing, laid, beside))


def _at_cause(item: Diagnostic, causing: EntryCauseFinder, laid: _Overlay, beside: Sequence[str]) -> Diagnostic:
    """A finding at the line of the expansion that leads to it, or where it stands, and what leads to it."""
    what = f"the expansion `{laid.id}`" if laid.name else f"the variant `{laid.id}`"
    if beside:
        what += f", together with {friendly_list(beside, 'and')}"
    cause = causing.cause(item)
    if cause is None:
        return replace(
            item, suggestion=None, notes=(*item.notes, f"{what} brings this about: without it there is no such finding")
        )
    note = f"this brings it about: without it there is no such finding{' in ' + what if beside else ''}"
    related = ((item.span, "this is where it shows"), *item.related)
    return replace(item, span=cause, label="", notes=(*item.notes, note), suggestion=None, related=related)


def _without(
    laid: _Overlay, target: CheckTarget, made: Sequence[LinkedCombination], linked: LinkedCombination
) -> LinkedCombination:
    """The same combination without an expansion; of a variant the game that it is like."""
    names = [name for name in linked.expansions if name != laid.name]
    known = {frozenset(each.expansions): each for each in made}.get(frozenset(names))
    lineage: Lineage = target.made_of
    if not laid.name and lineage.below is not None:
        names = [name for name in names if target.expansions[name] not in target.own]
        lineage, known = lineage.below, None
    if known is None:
        paths = {name: target.expansions[name] for name in names}
        known = read_combination(lineage, paths, in_order=target.in_order, cache=linked.cache)
        link_combination(known, deciding=linked.cache is None)
    return known
