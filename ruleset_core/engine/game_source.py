"""What a game was made of: linked program, layers, hashes, documents; where a name is declared; what is kept with it (`@memoized`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

from ruleset_core.budgets import without_garbage_collection
from ruleset_core.files import read_regular_file
from ruleset_core.lang.traversal import deep
from ruleset_core.model.sources import Document, Entries, hash_entries

if TYPE_CHECKING:
    from ruleset_core.compile.ir import IrProgram
    from ruleset_core.diagnostics import Span
    from ruleset_core.engine.hooks import HookFunction
    from ruleset_core.engine.stored_game import ReadTexts, StoredGame
    from ruleset_core.lang.look_nodes import LinkedLook
    from ruleset_core.lang.program import Program
    from ruleset_core.lang.rulebook_nodes import Rulebook


# What a game was made of.


@dataclass(frozen=True, slots=True)
class GameLayer:
    """A game, or what is laid on it: its id, what players call it, its directory, and what cards call that. The game itself has no id here."""

    id: str
    titles: Mapping[str, str]
    directory: Path
    origin: str = ""


@dataclass(frozen=True)
class GameSource:
    """What a game was made of: linked program, its intermediate program, hashes, headers and its directory."""

    program: Program
    digest: str
    name: str
    titles: Mapping[str, str]
    about: Mapping[str, str]
    expansions: tuple[str, ...]
    hooks: Mapping[str, HookFunction]
    documents: Sequence[Document]
    directory: Path
    in_order: bool = False
    """Whether of what two expansions change the later one had the last word."""
    layers: Sequence[GameLayer] = ()
    """The game and its expansions, in the order in which they were laid on; of a variant first the game that it is like."""
    always: tuple[str, ...] = ()
    """Expansions that a variant always has."""
    base: tuple[str, Path] = ("", Path())
    """The id and the directory of the game whose look and hooks it has: its own, or of a variant those of the game that it is like."""
    stored: StoredGame | None = None
    """What was stored of it, where it was not linked in this process."""

    @classmethod
    def from_stored(cls, stored: StoredGame, hooks: Mapping[str, HookFunction]) -> GameSource:
        """The source of a game that was stored, with its hooks."""
        facts = stored.facts
        layers = [GameLayer(name, titles, Path(directory), origin) for name, titles, directory, origin in facts.layers]
        return cls(
            facts.program, facts.digest, facts.name, facts.titles, facts.about, facts.expansions, hooks, stored.documents,
            Path(facts.directory), facts.in_order, layers, facts.always, stored.base, stored,
        )  # fmt: skip

    @cached_property
    def ir(self) -> IrProgram:
        """The intermediate program, of which the core is made."""
        from ruleset_core.compile.irgen.generator import generate_ir

        with without_garbage_collection():
            return generate_ir(self.program)

    @cached_property
    def entries(self) -> Entries:
        """Hashes of all entries of the data; only records ask for them."""
        if self.stored is not None:
            return self.stored.entries
        return hash_entries(self.documents)

    @cached_property
    def look(self) -> LinkedLook:
        """How the game is shown. Raises LoadError where a look has mistakes."""
        stored = None if self.stored is None else self.stored.look
        return self._linked_look[0] if stored is None else stored

    @property
    def pictures(self) -> Sequence[Path]:
        """The files that the look shows pictures of."""
        return self._linked_look[1]

    @cached_property
    def _linked_look(self) -> tuple[LinkedLook, Sequence[Path]]:
        from ruleset_core.view.look.default_look import link_look

        return link_look(self.program, self.documents)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules as players read them. Raises LoadError where a rulebook has mistakes."""
        if self.stored is not None:
            return self.stored.rulebook
        from ruleset_core.analysis.rulebook_linker import link_rulebook
        from ruleset_core.story.text.rulebook_text import rulebook_in_words

        with deep():
            return rulebook_in_words(self.program.vocabulary, link_rulebook(self.program, self.documents))

    @property
    def texts(self) -> ReadTexts:
        """Texts for `State.fill` that were read when the game was stored."""
        return {} if self.stored is None else self.stored.texts

    def layer(self, file: str) -> GameLayer:
        """The game or the expansion that a file belongs to."""
        above = Path(file).parents
        return next((each for each in reversed(self.layers) if each.directory in above), self.layers[0])

    def layer_of_rule(self, rule: str) -> GameLayer | None:
        """The game or the expansion that a rule comes from; None if there is no such rule."""
        file = self.rule_files.get(rule)
        return None if file is None else self.layer(file)

    @cached_property
    def rule_files(self) -> Mapping[str, str]:
        """By id of a rule the file it stands in, the first of several."""
        if self.stored is not None:
            return self.stored.facts.rule_files
        found: dict[str, str] = {}
        for document in self.documents:
            rules = document.data.get("rules") if isinstance(document.data, dict) else None
            for each in rules or ():
                if isinstance(each, dict) and isinstance(each.get("id"), str):
                    found.setdefault(each["id"], document.file)
        return found


# Earlier versions of a game's data: what they were made of, kept beside the data for records that do not say it.

FILE: Final = "earlier.json"
"""In the directory of a game: `entries` by the hash that the game, with some of its expansions or none, had then."""
MAX_BYTES: Final = 4 * 1024 * 1024


def earlier_entries(directory: Path, digest: str) -> Mapping[str, Mapping[str, str]] | None:
    """The entries of the data with this hash; None if they are not kept, or the file cannot be read."""
    try:
        found = json.loads(read_regular_file(directory / FILE, MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    entries = found.get(digest) if isinstance(found, dict) else None
    if not isinstance(entries, dict):
        return None
    for kind, named in entries.items():
        if not isinstance(named, dict) or not all(text.isprintable() for text in (kind, *named)):
            return None
    return entries


# Where in the files of a game something is declared.


def declaration_key(documents: Sequence[Document], section: str, name: str = "") -> Span | None:
    """The key of an entry of a section, or of the section itself; None if no file has it."""
    for document in documents:
        data: Any = document.data
        held = data.get(section) if isinstance(data, dict) else None
        if held is None or (name and not (isinstance(held, dict) and name in held)):
            continue
        home, path = document.home((section, name) if name else (section,))
        return home.key_span(path)
    return None


# Memoization per game: `@memoized` keeps what a function computes with the game (or source) it was computed for.


class HasMemo(Protocol):
    """What values can be kept with: a game, or its source."""

    @property
    def memo(self) -> dict[Any, Any]:
        """By function and arguments, what it returned."""


H = TypeVar("H", bound=HasMemo)
P = ParamSpec("P")
T = TypeVar("T")


def memoized(function: Callable[Concatenate[H, P], T]) -> Callable[Concatenate[H, P], T]:
    """A function that is called once for the same holder and (hashable) arguments, like a cached property of the holder."""

    def memoized_call(holder: H, /, *args: P.args, **named: P.kwargs) -> T:
        key = (function, args, *named.items())
        if key not in holder.memo:
            holder.memo[key] = function(holder, *args, **named)
        value: T = holder.memo[key]
        return value

    update_wrapper(memoized_call, function)
    return memoized_call
