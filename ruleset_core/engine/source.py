"""What a game was made of, and its text in Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ruleset_core.lang.evaluate.recursion import deep
from ruleset_core.model.effort import much_that_stays
from ruleset_core.model.entries import Entries, entries_of

if TYPE_CHECKING:
    from ruleset_core.engine.hooks import HookFunction
    from ruleset_core.engine.look.known import Expressions
    from ruleset_core.engine.look.outlines import Outlines
    from ruleset_core.engine.look.told import Told
    from ruleset_core.engine.stored import StoredGame
    from ruleset_core.lang.code.nodes import Code
    from ruleset_core.lang.look.nodes import Look
    from ruleset_core.lang.program import Program
    from ruleset_core.model.source import Document


@dataclass(frozen=True, slots=True)
class Layer:
    """A game, or what is laid on it: its id, what players call it, its directory, and what cards call that. The game itself has no id here."""

    id: str
    titles: Mapping[str, str]
    directory: Path
    origin: str = ""


@dataclass(frozen=True)
class Source:
    """What a game was made of: linked program, what was decided of it, hashes, headers and its directory."""

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
    layers: Sequence[Layer] = ()
    """The game and its expansions, in the order in which they were laid on; of a variant first the game that it is like."""
    always: tuple[str, ...] = ()
    """Expansions that a variant always has."""
    base: tuple[str, Path] = ("", Path())
    """The id and the directory of the game whose look and hooks it has: its own, or of a variant those of the game that it is like."""
    stored: StoredGame | None = None
    """What was stored of it, where it was not linked in this process."""

    @cached_property
    def decided(self) -> Code:
        """The intermediate program. Both printers read it: it is kept, since one may be asked for after the other."""
        from ruleset_core.lang.decide.decide import decide

        with much_that_stays():
            return decide(self.program)

    @cached_property
    def entries(self) -> Entries:
        """Hashes of all entries of the data; only records ask for them."""
        if self.stored is not None:
            return self.stored.entries
        return entries_of(self.documents)

    @cached_property
    def look(self) -> Look:
        """How the game is shown. Raises LoadError where a look has mistakes."""
        stored = None if self.stored is None else self.stored.look
        return self._linked_look[0] if stored is None else stored

    @property
    def pictures(self) -> Sequence[Path]:
        """The files that the look shows pictures of."""
        return self._linked_look[1]

    @cached_property
    def _linked_look(self) -> tuple[Look, Sequence[Path]]:
        from ruleset_core.engine.look.of_game import look_of

        return look_of(self.program, self.documents)

    @cached_property
    def named_looks(self) -> dict[str, Look | None]:
        """How fields, zones and resources are shown alone, as far as somebody asked for them."""
        return {}

    @cached_property
    def expressions(self) -> Expressions:
        """The expressions of its look, worked out on what a seat knows."""
        from ruleset_core.engine.look.known import Expressions

        return Expressions(self.program)

    @cached_property
    def told(self) -> dict[str, Told]:
        """What is the same in every position, such as names and texts of cards, by language; made as far as somebody looked at it."""
        return {}

    @cached_property
    def outlines(self) -> dict[str, Outlines | None]:
        """The outlines of boards, by their places; made as far as somebody looked at them."""
        return {}

    def layer(self, file: str) -> Layer:
        """The game or the expansion that a file belongs to."""
        above = Path(file).parents
        return next((each for each in reversed(self.layers) if each.directory in above), self.layers[0])

    def layer_of_rule(self, rule: str) -> Layer | None:
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

    @cached_property
    def spelled(self) -> tuple[str, Mapping[str, object]]:
        """The game as Python text, and the tables this refers to; made when somebody asks for it."""
        from ruleset_core.lang.spell.module import spell

        with deep(), much_that_stays():  # as deep as what is read; it may be made anywhere
            return spell(self.decided)

    @property
    def code(self) -> str:
        """The game as Python text."""
        return self.spelled[0]

    @property
    def tables(self) -> Mapping[str, object]:
        """The tables that the text refers to, by name."""
        return self.spelled[1]
