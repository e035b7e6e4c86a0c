"""What expansions change of a game, as text for players: `hiring cost 4 → 2 (Rich start)`.

An expansion changes data, and players want to know what. The composer notes each change where it makes it; here it is put into
the words of the game:

    override:                                     ExpansionChange(kind="definition", name="price", key="amount", old="4", new="2",
      define: {price: {amount: "2"}}                of {en: price}, what {en: amount}, was 4, now 2, file and line)
    override:                                     ExpansionChange(kind="resource", name="coin", key="start", old=None, new=3,
      resources: {members: {coin: {start: 3}}}      of {en: coin}, what {en: at the start}, was none, now 3, file and line)

Commands and pages print these as `price 4 → 2 (Rich start)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.engine.game_source import GameLayer, GameSource
from ruleset_core.engine.glossary import Glossary
from ruleset_core.engine.symbols import PARTS
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.origins import Passage
from ruleset_core.lang.program import Program
from ruleset_core.messages import LANGUAGES, message

if TYPE_CHECKING:
    from ruleset_core.model.drafts import OverlayChange

ENTRIES: Final = {
    "field": "fields", "zone": "zones", "event": "events", "decision": "decisions", "phase": "phases", "resource": "resources",
    "set": "sets", "piece": "kinds", "rule": "rules", "score": "score", "option": "options",
}  # fmt: skip
"""What a change calls an entry, and the part of the names that it is."""

_KEYS: Final = frozenset(
    {
        "text",
        "start",
        "max",
        "spaces",
        "count",
        "copies",
        "total",
        "default",
        "in",
        "turns",
        "first",
        "until",
        "outcome",
        "tie_breaks",
        "invariants",
        "by",
        "most",
        "beyond",
        "last",
        "out",
        "best",
        "wins",
        "team",
        "skip",
        "next",
        "when",
        "while",
        "steps",
        "do",
        "effect",
        "amount",
        "condition",
        "requires",
        "score",
        "name",
        "ask",
        "label",
        "players",
    }
)
"""Keys of entries as players read them; others are named as they are written."""
_WRITTEN: Final = {
    "effect",
    "do",
    "amount",
    "condition",
    "requires",
    "score",
    "where",
    "until",
    "while",
    "skip",
    "by",
    "most",
    "beyond",
    "next",
    "wins",
    "team",
    "first",
    "when",
    "each",
}
"""Keys that hold the language of effects: what stands there is nothing for players, unless it is a number."""
_DECLARED: Final[Mapping[str, str]] = {"definition": "params", "zone": "by", "field": "by", "set": "facts"}
"""By kind of entry a section that says what its names stand for: needed where a set or a range grows, and no rule itself."""
_UNSAID: Final = {"facts", "is"}
"""Keys that are no words of their own: of `facts.level.is` the fact is told."""
_RANGE: Final = re.compile(r"(-?\d+)\.\.(-?\d+)(\??)")
_PLAIN: Final = re.compile(r"(players|[0-9 +*-])+")
"""What players can read of it: numbers, and the number of players."""
_SHORT: Final = 40
"""Characters of a value that is shown; what an effect was is told only where there is room."""


@dataclass(frozen=True, slots=True)
class ExpansionChange:
    """A value that an expansion replaces, or a card that it takes out.

    Attributes:
        kind: what is changed, as data calls it: `card`, `resource`, `phase`, `definition`...
        name: which one, by its id.
        part: what it is among the names of the game (see `engine.symbols.PARTS`), or `cards`; empty for what has no name of its own.
        key: where in it, as it is written: `hire`, `start`, `members.palace.salary`; empty for a card that is taken out.
        old: what stood there as data writes it; None where nothing did.
        new: what stands there now; None for a card that is taken out.
        expansion: the id of the expansion.
        of: what players call the entry, by language (Merchant); of a set the member that is changed.
        what: what players call what is changed of it, by language: `hiring cost`; empty for all of it.
        was: the old value in words, by language; empty where it is too long.
        now: the new value in words, by language; empty where it is too long.
        by: what players call the expansion, by language.
        passage: where the expansion says so.

    Example:
        >>> from ruleset_core import load
        >>> game = load("carcassonne_masons", expansions=["isthmus"])
        >>> change = game.glossary.changed[0]
        >>> change.kind, change.name, change.expansion
        ('definition', 'walls_in_box', 'isthmus')
    """

    kind: str
    name: str
    part: str
    key: str
    old: Any
    new: Any
    expansion: str
    of: Mapping[str, str]
    what: Mapping[str, str]
    was: Mapping[str, str]
    now: Mapping[str, str]
    by: Mapping[str, str]
    passage: Passage = field(repr=False, compare=False)

    @property
    def file(self) -> str:
        """The file that says so, as it was found."""
        return self.passage.home

    @property
    def line(self) -> int:
        """The line in it. The first of a file takes milliseconds."""
        return self.passage.span(-1, -1).line

    @property
    def declares(self) -> bool:
        """Whether it only says what names of the data stand for, and so is nothing for players."""
        return bool(self.key) and self.key.split(".")[0] == _DECLARED.get(self.kind)

    @property
    def removed(self) -> bool:
        """Whether a card is taken out of the game."""
        return not self.key and self.new is None


def expansion_changes(program: Program, source: GameSource, glossary: Glossary) -> list[ExpansionChange]:
    """All changes in the order in which they were made; of a text in two languages one."""
    teller = _ChangeWriter(program, source, glossary)
    return [*teller.replaced(), *teller.set_by_rules()]


def expansion_additions(program: Program, source: GameSource, glossary: Glossary) -> dict[str, dict[str, int]]:
    """By expansion what it adds: how many `cards`, `rules`, `phases`, `options` and the like (see `engine.symbols.PARTS`)."""
    found: dict[str, dict[str, int]] = {layer.id: {} for layer in source.layers if layer.id}
    if not found:
        return found
    homes = {layer.origin: layer.id for layer in source.layers if layer.id}
    for card in program.cards.values():
        if card.origin in homes:
            counted = found[homes[card.origin]]
            counted["cards"] = counted.get("cards", 0) + 1
    for handle in glossary.handles:
        if handle.expansion:
            counted = found[handle.expansion]
            counted[handle.part] = counted.get(handle.part, 0) + 1
    order = ("cards", *PARTS)
    return {
        name: dict(sorted(counted.items(), key=lambda each: order.index(each[0]))) for name, counted in found.items()
    }


class _ChangeWriter:
    """Puts changes into words."""

    def __init__(self, program: Program, source: GameSource, glossary: Glossary) -> None:
        self.program = program
        self.v = program.vocabulary
        self.glossary = glossary
        self.source = source
        self.layers: dict[str, GameLayer] = {layer.id: layer for layer in source.layers}

    def replaced(self) -> Iterator[ExpansionChange]:
        """What is replaced on documents. Of several values in the same place the last one is in force."""
        last = {(each.kind, each.name, each.path): each for each in self.program.changes}
        first: dict[tuple[str, str, tuple[str | int, ...]], OverlayChange] = {}
        for each in self.program.changes:
            first.setdefault((each.kind, each.name, each.path), each)
        told = set()
        for place, change in last.items():
            kind, name, path = place
            key = path[:-1] if path[-1:] and path[-1] in LANGUAGES else path
            if (kind, name, key) in told:
                continue
            told.add((kind, name, key))
            if key == path:
                yield self._changed(change, key, first[place].old, change.new)
            else:
                both = [lang for lang in LANGUAGES if (kind, name, (*key, lang)) in last]
                old = {lang: first[kind, name, (*key, lang)].old for lang in both}
                new = {lang: last[kind, name, (*key, lang)].new for lang in both}
                yield self._changed(change, key, old, new)

    def _changed(self, change: OverlayChange, key: tuple[str | int, ...], old: Any, new: Any) -> ExpansionChange:
        layer = self.layers.get(change.expansion)
        langs = LANGUAGES
        return ExpansionChange(
            kind=change.kind,
            name=change.name,
            part=self._part(change.kind, change.name),
            key=".".join(map(str, key)),
            old=old,
            new=new,
            expansion=change.expansion,
            of={lang: self._of(change, key, lang) for lang in langs},
            what={lang: self._what(change, key, lang) for lang in langs},
            was={lang: self._value(change, key, old, lang) for lang in langs},
            now={lang: self._value(change, key, new, lang) for lang in langs},
            by=dict.fromkeys(langs, change.expansion) if layer is None else layer.titles,
            passage=Passage(*change.home, change.home[0].file),
        )

    def _part(self, kind: str, name: str) -> str:
        if kind == "definition" and name in self.v.defines:
            return f"{self.v.defines[name].kind}s"
        return "cards" if kind == "card" else ENTRIES.get(kind, "")

    def _of(self, change: OverlayChange, key: tuple[str | int, ...], lang: str) -> str:
        """The name for players, such as Merchant; of a member of a set its own name."""
        if change.removed:
            return str((change.old.get("name") or {}).get(lang, change.name))
        if key[:1] == ("members",) and len(key) > 1:
            return self.glossary.name(change.name, str(key[1]), lang)
        return self._name(change.kind, change.name, lang)

    def _what(self, change: OverlayChange, key: tuple[str | int, ...], lang: str) -> str:
        """`hiring cost`: facts by the names that players read, keys in words."""
        rest = list(map(str, key[2:] if key[:1] == ("members",) else key))
        facts = self._family(change)
        words = [
            self.glossary.fact_title(facts, each, lang)
            if facts and each in self.glossary.fact_names(facts)
            else _key(each, lang)
            for each in rest
            if each not in _UNSAID
        ]
        return " ".join(words)

    def _family(self, change: OverlayChange) -> str:
        """The family whose facts are changed, if any are."""
        if change.kind == "card":
            card = self.program.cards.get(change.name)
            return card.kind if card else ""
        if change.kind == "resource":
            return "resource"
        return change.name if change.kind in {"set", "piece"} else ""

    def _name(self, kind: str, name: str, lang: str) -> str:
        """What players call an entry."""
        if kind == "card":
            return self.program.cards[name].names.get(lang, name) if name in self.program.cards else name
        if kind == "resource":
            return self.glossary.name("resource", name, lang)
        if not name:
            return _key(kind, lang)
        part = self._part(kind, name)
        for handle in self.glossary.handles if part != "decisions" else ():  # what a question means is long
            if (handle.part, handle.name) == (part, name):
                return self._without_places(name, handle.means.get(lang, ""), lang) or name.replace("_", " ")
        return name.replace("_", " ")

    def _without_places(self, define: str, text: str, lang: str) -> str:
        """A name with places for parameters: what these are stands there."""
        params = self.v.defines[define].params if "{" in text and define in self.v.defines else {}
        for param, kind in params.items():
            title = self.glossary.title("families", kind.domain, lang) if kind.domain else param
            text = text.replace(f"{{{param}}}", title)
        return text

    def _value(self, change: OverlayChange, key: tuple[str | int, ...], value: Any, lang: str) -> str:
        """A value in words; nothing where it is long."""
        if change.removed or (key and key[-1] in _WRITTEN and not _PLAIN.fullmatch(str(value))):
            return ""
        if isinstance(value, Mapping):
            text = str(value.get(lang, ""))
        elif key and key[-1] == "is":
            text = self._type(str(value), lang)
        elif change.kind == "option" and key[-1:] == ("default",) and change.name in self.v.options:
            text = self.glossary.member_value(self.v.options[change.name].type, value, lang)
        else:
            text = self.glossary.fact_value(self._family(change), str(key[-1]) if key else "", value, lang)
        if key and key[-1] in {"in", *_WRITTEN}:
            text = text.replace("players", _key("players", lang)).replace(" to ", message("game.to", lang))
        return text if len(text) <= _SHORT and "\n" not in text else ""

    def _type(self, written: str, lang: str) -> str:
        """A type in words: `1 to 9`, `colour`."""
        found = _RANGE.fullmatch(written)
        if found is None:
            family = written.removesuffix("?")
            return self.glossary.title("families", family, lang) if family in self.v.domains else written
        low, high, optional = found.groups()
        return message("game.range_or_none" if optional else "game.range", lang, low=low, high=high)

    def set_by_rules(self) -> Iterator[ExpansionChange]:
        """Amounts that are a number, and that a rule of an expansion makes another one, whatever happens."""
        for define in self.v.defines.values():
            value = define.value
            for change in define.modifiers:
                origin = change.origin
                if origin is None or not isinstance(value, t.Const) or not isinstance(change.value, t.Const):
                    continue
                layer = self.source.layer(origin.passage.home)
                if (
                    change.how != "set"
                    or change.where != t.TRUE
                    or not change.source.startswith("rule ")
                    or not layer.id
                ):
                    continue
                was, now = (dict.fromkeys(LANGUAGES, str(each.value)) for each in (value, change.value))
                of = {lang: self._name("definition", define.name, lang) for lang in LANGUAGES}
                yield ExpansionChange(
                    "definition", define.name, f"{define.kind}s", define.kind, str(value.value), str(change.value.value), layer.id,
                    of, dict.fromkeys(LANGUAGES, ""), was, now, layer.titles, origin.passage,
                )  # fmt: skip


def _key(key: str, lang: str) -> str:
    return message(f"expansion.key_{key}", lang) if key in _KEYS else key.replace("_", " ")
