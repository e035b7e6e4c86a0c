"""One game, linked alone and with its expansions: what is found in all these combinations, each finding once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from traceback import extract_tb

from ruleset_core.check.house import house_values
from ruleset_core.check.lints import lint
from ruleset_core.lang.decide.decide import decide
from ruleset_core.lang.deep import deep
from ruleset_core.lang.link.linker import Linker
from ruleset_core.lang.link.names import Signatures
from ruleset_core.model.diagnostic import Diagnostic, Span, error
from ruleset_core.model.gather import Gathered, Shelf, gather
from ruleset_core.paths import GAME_FILE, PluginError, plugin_of


@dataclass(slots=True)
class Linked:
    """A game linked with some expansions. `linker` is None when there was nothing to link or linking broke down."""

    expansions: tuple[str, ...]
    gathered: Gathered
    linker: Linker | None
    diagnostics: list[Diagnostic]
    texts: dict[str, str] = field(default_factory=dict)
    read: tuple[Diagnostic, ...] = ()
    """What was found when the files were read, before they were linked."""

    @property
    def sound(self) -> bool:
        """Whether there is no error, so that lints could look at the whole game."""
        return not any(item.severity == "error" for item in self.diagnostics)


def broken(problem: Exception, file: str) -> Diagnostic:
    """E999: an exception of ours as a finding."""
    frames = extract_tb(problem.__traceback__)
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "an unknown place"
    notes = (f"{type(problem).__name__}: {str(problem)[:200]}", f"at {where}")
    advice = "this is a fault of ruleset, not yours: please report it with this file"
    return error("E999", "the check itself broke down", Span.whole(file), notes=notes, help=advice)


def combinations(game: Path, expansions: dict[str, Path]) -> Iterator[Linked]:
    """The game alone, with each expansion (and what that one requires), and with all of them."""
    shelf: Shelf = {}
    alone = link(game, {}, shelf)
    yield alone
    if not expansions:
        return
    everything = link(game, expansions, shelf)
    requires = {file.expansion: file.requires for _, file in everything.gathered.expansions}
    done = {frozenset[str](), frozenset(expansions)}
    for name in expansions:
        names = _closure(name, expansions, requires)
        if names not in done:
            done.add(names)
            yield link(game, {each: expansions[each] for each in expansions if each in names}, shelf)
    yield everything


def _closure(name: str, expansions: dict[str, Path], requires: dict[str, tuple[str, ...]]) -> frozenset[str]:
    found: set[str] = set()
    open_ = [name]
    while open_:
        each = open_.pop()
        if each in expansions and each not in found:
            found.add(each)
            open_ += requires.get(each, ())
    return frozenset(found)


def link(game: Path, expansions: dict[str, Path], shelf: Shelf | None = None) -> Linked:
    """Read and link a game with some expansions. Never raises for bad data. `shelf`: see `gather`."""
    names = tuple(expansions)
    try:
        gathered, diagnostics = gather(game, expansions.values(), shelf)
    except Exception as problem:  # noqa: BLE001 - a fault of ours must not hide what else is found
        return Linked(names, Gathered(game), None, [broken(problem, str(game / GAME_FILE))])
    return link_gathered(gathered, diagnostics, names)


def link_gathered(gathered: Gathered, diagnostics: list[Diagnostic], names: tuple[str, ...] = ()) -> Linked:
    """Link files that were read."""
    made = Linked(
        names,
        gathered,
        None,
        diagnostics,
        {each.file: each.source.text for each in gathered.documents},
        tuple(diagnostics),
    )
    if gathered.header is None:
        return made
    try:
        with deep():
            return _linked(made, gathered, diagnostics)
    except Exception as problem:  # noqa: BLE001 - a fault of ours must not hide what else is found
        made.linker = None
        made.diagnostics = [*made.diagnostics, broken(problem, str(gathered.directory / GAME_FILE))]
    return made


def _linked(made: Linked, gathered: Gathered, diagnostics: list[Diagnostic]) -> Linked:
    linker = Linker(gathered)
    hooks, problems = _hooks(linker)
    program = linker.link(hooks)
    made.linker = linker
    made.diagnostics = [*diagnostics, *problems, *_further(linker.diagnostics, diagnostics)]
    made.diagnostics.extend(_further(lint(linker, sound=made.sound), diagnostics))
    if made.sound:
        decide(program)  # what passes here loads: both take the same step
    return made


def _further(found: Iterable[Diagnostic], before: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Without what is said about places of which an earlier pass has said that they are wrong."""
    places: dict[str, list[Span]] = {}
    for item in before:
        places.setdefault(item.span.file, []).append(item.span)
    return [item for item in found if not any(inside(item.span, place) for place in places.get(item.span.file, ()))]


def inside(span: Span, place: Span) -> bool:
    """Whether a place lies in another."""
    begins = (place.file, place.line, place.column) <= (span.file, span.line, span.column)
    return begins and (span.file, span.end_line, span.end_column) <= (place.file, place.end_line, place.end_column)


def _hooks(linker: Linker) -> tuple[Signatures, list[Diagnostic]]:
    """The hooks of the game's plugin, if it brings any, and what is wrong with the plugin."""
    from ruleset_core.errors import RulesetError

    try:
        plugin = plugin_of(linker.header.game)
        if plugin is None or plugin.hooks is None:
            return {}, []
        from ruleset_core.engine.hooks import hooks_of

        return {name: (hook.params, hook.result) for name, hook in hooks_of(plugin).items()}, []
    except (PluginError, RulesetError) as problem:
        where = Span.whole(str(linker.gathered.directory / GAME_FILE))
        return {}, [error("E411", str(problem), where, help="install the distribution that brings it again")]


def merged(found: Iterable[Linked], *, house: bool = False) -> list[Diagnostic]:
    """All errors, each once, and the warnings that hold in every sound combination their file is part of.

    A name of a game that only an expansion uses is used.
    """
    made = list(found)
    result = dict.fromkeys(item for each in made for item in each.diagnostics if item.severity == "error")
    judges = [(each.texts, set(each.diagnostics)) for each in made if each.sound]
    judges = judges or [(each.texts, set(each.diagnostics)) for each in made]
    for each in made:
        for item in each.diagnostics:
            if item.severity == "warning" and all(item in told for texts, told in judges if item.span.file in texts):
                result[item] = None
    for each in made if house else ():
        result.update(dict.fromkeys(house_values(each.gathered)))
    return list(result)
