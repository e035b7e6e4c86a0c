"""Warnings about entries and texts: likely typos, missing translations, unedited cards, old forms, what is not published."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final

from pydantic import BaseModel

from ruleset_core.analysis.generated_definitions import MOST_VALUES_IN_VIEW, can_be_shown
from ruleset_core.analysis.text_reader import PLACE
from ruleset_core.budgets import stage
from ruleset_core.check import play_lints
from ruleset_core.check.own_texts import lint_own_texts
from ruleset_core.check.reviews import lint_rulebook
from ruleset_core.compile.linker import Linker
from ruleset_core.diagnostics import Diagnostic, Span, Suggestion, unknown_name_help
from ruleset_core.lang.domains import Fact
from ruleset_core.lang.vocabulary import Vocabulary
from ruleset_core.messages import FILE_LANGUAGES
from ruleset_core.model.game_files import GatheredFiles
from ruleset_core.model.schema.base import FileModel, Goes
from ruleset_core.model.schema.documents import ExpansionFile, GameFile, HeaderModel, VariantFile
from ruleset_core.model.schema.validation import model_at
from ruleset_core.model.sources import TABLE, DataPath, Document
from ruleset_core.model.translations import GameText, texts_of
from ruleset_core.values import FORMAT

# Forms of data files that are still read and go: a warning for each (W542).


def old_forms(linker: Linker) -> Iterator[Diagnostic]:
    """W542: a key that goes, and a header of an older format."""
    for document, model in written_files(linker.gathered):
        yield from forms_that_go(document, type(model))
        if isinstance(model, HeaderModel) and model.format < FORMAT:
            message = f"these files are of format {model.format}, and the current one is {FORMAT}"
            place = document.span(("format",)) if "format" in document.data else document.span(())
            yield Diagnostic("W542", "warning", message, place, help="run `ruleset upgrade`")


def forms_that_go(document: Document, model: type[BaseModel]) -> list[Diagnostic]:
    """W542: forms of a file that go; keys are those whose models say so (`Goes`)."""
    there = [key for each in _file_models(FileModel) for key in _marks(each) if key in document.source.text]
    return list(_going(document, model, document.data, ())) if there else []


def _file_models(base: type[FileModel]) -> Iterator[type[FileModel]]:
    for model in base.__subclasses__():
        yield model
        yield from _file_models(model)


@cache
def _marks(model: type[BaseModel]) -> Mapping[str, Goes]:
    """The keys of a model that go."""
    return {
        info.alias or name: mark
        for name, info in model.model_fields.items()
        for mark in info.metadata
        if isinstance(mark, Goes)
    }


def _going(document: Document, whole: type[BaseModel], data: Any, path: DataPath) -> Iterator[Diagnostic]:
    if isinstance(data, list):
        for place, each in enumerate(data):
            yield from _going(document, whole, each, (*path, place))
    if isinstance(data, Mapping):
        model = model_at(whole, path)
        marks = {} if model is None else _marks(model)
        for key, value in data.items():
            if key in marks:
                yield _warning(key, marks[key], document.key_span((*path, key)))
            yield from _going(document, whole, value, (*path, key))


def _warning(key: str, mark: Goes, span: Span) -> Diagnostic:
    message = f"ruleset {mark.release} will not read `{key}`"
    if not mark.instead:
        return Diagnostic("W542", "warning", message, span, help="`ruleset explain W542` says what to write")
    advice = f"write `{mark.instead}`"
    return Diagnostic("W542", "warning", message, span, help=advice, suggestion=Suggestion(span, mark.instead))


def written_files(gathered: GatheredFiles) -> Iterator[tuple[Document, BaseModel]]:
    """The files as they were read, and what they hold."""
    for part in gathered.parts:
        yield part.document.read, part.sections
    for cards in gathered.cards:
        yield cards.document.read, cards.file
    for plan in gathered.plans:
        yield plan.document.read, plan.file


# Warnings about what is not published: entries and facts whose provenance is `house` or `inferred`.
#
# What two cards are told:
#
#     knight: {cost: 3, provenance: house}     W503 `knight` is a house value
#     knight: {cost: 3, inferred: [cost]}      W519 `cost` of `knight` is inferred

PROVENANCE_WARNINGS: Final = {"house": ("W503", "is a house value"), "inferred": ("W519", "is inferred")}
"""The code of each provenance, and how its sentence ends."""
PROVENANCE_CODES: Final = frozenset(code for code, _ in PROVENANCE_WARNINGS.values())
"""Codes that are told only where they were asked for, and are no findings."""


def unpublished_values(gathered: GatheredFiles) -> Iterator[Diagnostic]:
    """One W503 or W519 for each entry, card or file header of that provenance, and for each fact listed under it."""
    for document in gathered.documents:
        yield from _below(document, (), document.data)


def _below(document: Document, path: DataPath, node: Any) -> Iterator[Diagnostic]:
    if isinstance(node, dict):
        if node.get("provenance") in PROVENANCE_WARNINGS:
            yield _entry_warning(document, path, node)
        for mark in PROVENANCE_WARNINGS:
            yield from _facts(document, path, node, mark)
        for key, value in node.items():
            yield from _below(document, (*path, key), value)
    elif isinstance(node, list):
        for place, value in enumerate(node):
            yield from _below(document, (*path, place), value)


def _facts(document: Document, path: DataPath, node: dict[Any, Any], mark: str) -> Iterator[Diagnostic]:
    """The facts an entry lists; `values` of a counted kind may have a fact of that name."""
    listed = node.get(mark)
    if not isinstance(listed, list) or not path or path[-1] == "values":
        return
    owner = path[-3] if path[-2:-1] == ("sides",) else path[-1]
    code, said = PROVENANCE_WARNINGS[mark]
    for place, name in enumerate(listed):
        span = document.span((*path, mark, place))
        yield Diagnostic(code, "warning", f"`{name}` of `{owner}` {said}", span)


def _entry_warning(document: Document, path: DataPath, node: dict[Any, Any]) -> Diagnostic:
    name = node.get("id") or node.get("phase") or (path[-1] if path else "this file")
    shown = f"entry {name + 1}" if isinstance(name, int) else f"`{name}`" if path else str(name)
    code, said = PROVENANCE_WARNINGS[node["provenance"]]
    return Diagnostic(code, "warning", f"{shown} {said}", document.span((*path, "provenance")))


# W540: cards that are still as `ruleset new --card` made them.

ACTS = {
    "effect": "what it does",
    "when": "what it does after an event",
    "instead": "what happens in the place of an event",
    "while_in_play": "what it changes while it is in play",
    "score": "what it is worth",
    "requires": "what must hold to use it",
}
"""The keys under which cards act, with the remarks that `ruleset new --card` writes beside them."""
_REMARK = re.compile(rf"^\s*# ({'|'.join(ACTS)}):   # ", re.MULTILINE)
_HEADER = frozenset({"name", "provenance"})


def unedited_cards(linker: Linker) -> Iterator[Diagnostic]:
    """W540: a card whose name is the same in both languages, whose facts are the first ones there are, and that does nothing
    although cards of its kind do something.
    """
    for name in sorted(unedited_card_names(linker)):
        cards, kind, _ = linker.cards[name]
        advice = "write its name in Spanish, look at its facts, and say what it does"
        message = f"this `{kind}` is still as `ruleset new --card` made it"
        yield Diagnostic("W540", "warning", message, cards.document.key_span(("cards", name)), help=advice)


def unedited_card_names(linker: Linker) -> frozenset[str]:
    """The names of these cards."""
    acting = {kind for _, kind, card in linker.cards.values() if any(getattr(card, key) for key in ACTS)}
    found = set[str]()
    for name, (cards, kind, _) in linker.cards.items():
        data = _card_data(cards.document, name)
        if kind in linker.v.domains and data is not None and _is_unedited(linker.v, kind, data):
            table = cards.document.file.endswith(TABLE)
            if kind in acting if table else _REMARK.search(_text(cards.document, name)):
                found.add(name)
    return frozenset(found)


def _card_data(document: Document, name: str) -> Mapping[str, Any] | None:
    cards = document.data.get("cards") if isinstance(document.data, dict) else None
    found = cards.get(name) if isinstance(cards, dict) else None
    return found if isinstance(found, dict) else None


def _is_unedited(v: Vocabulary, kind: str, card: Mapping[str, Any]) -> bool:
    """Whether a card says nothing but what a new one says."""
    name, facts = card.get("name"), v.domains[kind].facts.values()
    if not isinstance(name, dict) or name.get("en") != name.get("es") or card.get("provenance") != "house":
        return False
    own = {key: value for key, value in card.items() if key not in _HEADER and key != "sides"}
    sides = card.get("sides", {})
    faces = [each if isinstance(each, dict) else {} for each in sides.values()] if isinstance(sides, dict) else []
    return _first(v, [fact for fact in facts if not fact.sides], own) and all(
        _first(v, [fact for fact in facts if fact.sides], face) for face in faces
    )


def _first(v: Vocabulary, facts: list[Fact], given: Mapping[str, Any]) -> bool:
    """Whether every fact that is needed has its first value, and nothing else is said."""
    needed = {fact.name: fact for fact in facts if not fact.made and not fact.type.optional}
    return set(given) == set(needed) and all(_is_first(v, fact, given[name]) for name, fact in needed.items())


def _is_first(v: Vocabulary, fact: Fact, value: Any) -> bool:
    kind = fact.type.element or fact.type
    first = v.formatted_values(kind.sure())[0] if v.finite(kind) else "1"
    values = value if isinstance(value, list) else [value]
    return all((str(each).lower() if isinstance(each, bool) else str(each)) == first for each in values)


def _text(document: Document, name: str) -> str:
    """What stands in the file from the key of a card to the next line that is not indented further."""
    first, *rest = document.source.text.split("\n")[document.key_span(("cards", name)).line - 1 :]
    indent = len(first) - len(first.lstrip())
    inside: list[str] = []
    for line in rest:
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            break
        inside.append(line)
    return "\n".join(inside)


# Lints over entries as written: the one entry without what all its like have, a header that says too little.

_NAMED = ("options", "sets", "state", "zones", "positions", "events", "decisions", "pieces", "score", "achievements")
_LISTED = ("rules", "ranks")
_COMMON = ("name", "provenance")
_AMOUNTS = ("start", "max", "spaces", "overflow")
"""What alike resources have in common only if they have the same."""
_DOES = ("effect", "when", "instead", "while_in_play", "score", "sides")


@dataclass(frozen=True, slots=True)
class WrittenEntry:
    """An entry, its id, where it stands, and the group of entries it is like."""

    id: Any
    value: Any
    document: Document
    path: DataPath
    group: tuple[Any, ...]

    def id_span(self) -> Span:
        """Where its id stands."""
        inner = {"rules": "id", "flow": "phase"}.get(str(self.path[0]))
        return self.document.span((*self.path, inner)) if inner else self.document.key_span(self.path)

    def is_overridden(self) -> bool:
        """Whether an expansion replaces an amount of a resource, which then is meant to differ from those of others."""
        if self.group[0] != "resource" or not isinstance(self.value, dict):
            return False
        own = self.document.read
        return any(self.document.home((*self.path, key))[0] is not own for key in _AMOUNTS if key in self.value)

    def is_for_rules(self) -> bool:
        """Whether it is a field that no screen shows: it needs no name."""
        return self.group[0] == "state" and isinstance(self.value, dict) and self.value.get("shown") is False

    def has(self) -> frozenset[str]:
        """What the entry says, as far as all entries of its group may be expected to say it."""
        if not isinstance(self.value, dict):
            return frozenset()
        if self.group[0] == "resource":
            rewards = self.value.get("rewards")
            steps = {f"rewards: {{{space}: ...}}" for space in rewards} if isinstance(rewards, dict) else set()
            amounts = {f"{key}: {self.value[key]}" for key in _AMOUNTS if key in self.value}
            return frozenset(steps | amounts | {key for key in _COMMON if key in self.value})
        found = {key for key in _COMMON if key in self.value}
        if self.group[0] == "card" and any(key in self.value for key in _DOES):
            found.add("effect")
        return frozenset(found)


def written_entries(gathered: GatheredFiles) -> Iterator[WrittenEntry]:
    """All entries of all files, as written."""
    facts = tuple(fact for part in gathered.parts for fact in part.sections.resources.facts)
    for part in gathered.parts:
        document, data = part.document, part.document.data
        for section in _NAMED:
            for name, value in _items(data, section):
                yield WrittenEntry(name, value, document, (section, name), (section, part.origin))
        for name, value in _items(data, "sets"):
            for each, member in _items(value, "members"):
                yield WrittenEntry(each, member, document, ("sets", name, "members", each), ("member", name))
        yield from _resources(document, part.origin, facts)
        for section in _LISTED:
            for place, value in enumerate(data.get(section, ())):
                name = value.get("id") if isinstance(value, dict) else None
                yield WrittenEntry(name, value, document, (section, place), (section, part.origin))
        yield from _phases(document, ("flow",), data.get("flow"))
    for cards in gathered.cards:
        for name, value in _items(cards.document.data, "cards"):
            yield WrittenEntry(name, value, cards.document, ("cards", name), ("card", cards.file.kind, cards.origin))


def _items(data: Any, key: str) -> Iterable[tuple[Any, Any]]:
    value = data.get(key) if isinstance(data, dict) else None
    return value.items() if isinstance(value, dict) else ()


def _resources(document: Document, origin: str, facts: Iterable[str]) -> Iterator[WrittenEntry]:
    """Resources are alike when they have the same facts."""
    for name, value in _items(document.data.get("resources"), "members"):
        if not isinstance(value, dict):
            continue
        same = tuple(str(value.get(fact)) for fact in facts)
        yield WrittenEntry(name, value, document, ("resources", "members", name), ("resource", origin, *same))


def _phases(document: Document, path: DataPath, data: Any) -> Iterator[WrittenEntry]:
    phases = (
        (place, each) for place, each in enumerate(data if isinstance(data, list) else ()) if isinstance(each, dict)
    )
    for place, value in phases:
        yield WrittenEntry(value.get("phase"), value, document, (*path, place), ("flow",))
        yield from _phases(document, (*path, place, "steps"), value.get("steps"))


def odd_one_out(linker: Linker) -> Iterator[Diagnostic]:
    """W511: the only one of at least three entries of a kind that does not say something."""
    groups: dict[tuple[Any, ...], list[WrittenEntry]] = {}
    unedited = unedited_card_names(linker)
    for entry in written_entries(linker.gathered):
        as_it_was_made = entry.group[0] == "card" and entry.id in unedited  # W540 tells of those
        if not as_it_was_made and not entry.is_overridden() and not entry.is_for_rules():
            groups.setdefault(entry.group, []).append(entry)
    for entries in groups.values():
        if len(entries) < 3:
            continue
        said = [entry.has() for entry in entries]
        for key in sorted(frozenset[str]().union(*said)):
            without = [entry for entry, keys in zip(entries, said, strict=True) if key not in keys]
            if len(without) == 1:
                yield _odd(without[0], key, len(entries))


def _odd(entry: WrittenEntry, key: str, count: int) -> Diagnostic:
    lacks = "does nothing" if (entry.group[0], key) == ("card", "effect") else f"has no `{key}`"
    message = f"this {lacks}, unlike the {count - 1} others like it"
    return Diagnostic(
        "W511",
        "warning",
        message,
        entry.id_span(),
        help=f"add `{key}`, or say why there is none: `# ruleset: ignore[W511] the reason`",
    )


def missing_header(linker: Linker) -> Iterator[Diagnostic]:
    """W512: a header that does not say what players and other designers want to know."""
    for part in linker.gathered.parts:
        wanted: tuple[str, ...] = ()
        if isinstance(part.sections, VariantFile):
            wanted = ("about", "version")
        elif isinstance(part.sections, GameFile) and not linker.gathered.lineage.is_variant:
            wanted = ("about", "version", "provenance")
        elif isinstance(part.sections, ExpansionFile):
            wanted = ("version",)
        for key in wanted:
            if getattr(part.sections, key) is None:
                first = "expansion" if isinstance(part.sections, ExpansionFile) else "game"
                yield Diagnostic(
                    "W512",
                    "warning",
                    f"the header does not say `{key}`",
                    part.document.key_span((first,)),
                    help=_EXAMPLES[key],
                )


_EXAMPLES = {
    "about": "for example: `about: {en: Dice in a town., es: Dados en una villa.}`",
    "version": 'for example: `version: "1.0"`',
    "provenance": "where its figures come from: `published`, `inferred` or `house`",
}


# Warnings about what is legal and yet looks like a slip. Each lint is a function of a linked game.

_ADVICE = "one of them is misspelt, it seems: the id, the name or the word of the notation"
_PLURALS = frozenset(
    {("die", "dice"), ("man", "men"), ("woman", "women"), ("foot", "feet"), ("penny", "pence"), ("knife", "knives")}
)
"""One and several of a thing, where the plural is no `s` behind it."""
_PASTS = frozenset(
    {
        ("build", "built"), ("send", "sent"), ("spend", "spent"), ("lend", "lent"), ("lose", "lost"), ("make", "made"),
        ("come", "came"), ("give", "gave"), ("draw", "drew"), ("grow", "grew"), ("throw", "threw"), ("fall", "fell"),
        ("begin", "began"), ("begin", "begun"), ("drink", "drank"), ("swim", "swam"), ("sink", "sank"), ("ring", "rang"),
    }
)  # fmt: skip
"""What is done and what was done, where they differ in one letter: events are often called by the latter."""
_FORMS = _PLURALS | _PASTS
_PLACE = re.compile(r"\{[^{}]*\}")
_CONTRACTED = re.compile(r"['’](?=(?:t|s|re|ll|ve|m)\b)")


def misspelt_ids(linker: Linker) -> Iterator[Diagnostic]:
    """W510: a word of an id that is one letter away from a word of the name beside it."""
    for entry in written_entries(linker.gathered):
        if isinstance(entry.value, dict) and isinstance(entry.id, str):
            name, path = entry.value.get("name"), (*entry.path, "name")
            if isinstance(name, dict) and not any(entry.document.replaced((*path, lang)) for lang in name):
                yield from _compared(entry.id, name, entry.id_span)
            word = entry.value.get("word")
            if isinstance(word, str):
                yield from _compared(word, {"id": entry.id}, partial(entry.document.span, (*entry.path, "word")))
    for part in linker.gathered.parts:
        data = part.document.data
        for name, panel in part.sections.look.panels.items():
            if panel.title is not None:
                said = {lang: _PLACE.sub("", panel.title.get(lang)) for lang in FILE_LANGUAGES}
                yield from _compared(name, said, partial(part.document.key_span, ("look", "panels", name)))
        for key in ("game", "expansion"):
            if isinstance(data.get(key), str):
                yield from _compared(data[key], data.get("name"), partial(part.document.span, (key,)))


def _compared(name: str, said: Any, span: Callable[[], Span]) -> Iterator[Diagnostic]:
    texts = [text for text in said.values() if isinstance(text, str)] if isinstance(said, dict) else []
    for word, close in _slips(name, texts):
        yield Diagnostic("W510", "warning", f"here it is `{word}`, but beside it `{close}`", span(), help=_ADVICE)


def _slips(name: str, texts: list[str]) -> Iterator[tuple[str, str]]:
    own = re.findall(r"[a-z]+", name)
    # a name of many more words says something else than the id
    spoken = [words for text in texts if len(words := re.findall(r"[^\W\d_]+", _folded_word(text))) <= len(own) + 2]
    shown = {word for words in spoken for word in words}
    for word in own:
        close = sorted(each for each in shown if each not in own and _one_slip(word, each))
        if word not in shown and close:
            yield word, close[0]


def _folded_word(text: str) -> str:
    """Small letters without accents, "can't" as one word, as ids have them."""
    parts = unicodedata.normalize("NFD", _CONTRACTED.sub("", text.lower()))
    return "".join(each for each in parts if not unicodedata.combining(each))


def _one_slip(word: str, other: str) -> bool:
    """Whether two words differ by one letter (missing, added, wrong or two swapped), and not just as a plural does."""
    short, long = sorted((word, other), key=len)
    if len(short) < 3 or len(long) < 4 or len(long) - len(short) > 1:
        return False
    if (long == short + "s" and not short.endswith("s")) or {(word, other), (other, word)} & _FORMS:
        return False
    if long.startswith(short) and len(short) < 5:
        return False  # `hexr` beside "hex": a letter put behind a short word tells things apart
    start = next((place for place, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    rest, other_rest = short[start:], long[start:]
    if len(long) > len(short):
        return other_rest[1:] == rest
    return rest[1:] == other_rest[1:] or (rest[:2] == other_rest[1::-1] and rest[2:] == other_rest[2:])


def unknown_hints(linker: Linker) -> Iterator[Diagnostic]:
    """W513: a hint for the view that names nothing, or nothing that is shown there."""
    declared = (field for name, field in linker.v.fields.items() if ("state", name) in linker.homes and field.shown)
    fields = [field for field in declared if not field.index]
    shown = {
        "columns": [*linker.v.domains["resource"].ids, *(each.name for each in fields if each.per_seat)],
        "told": [each.name for each in fields if not each.per_seat and each.visible == "all"],
        "amounts": [each.name for each in linker.v.defines.values() if can_be_shown(linker.v, each)],
    }
    for part in linker.gathered.parts:
        for key, known in shown.items():
            for place, name in enumerate(getattr(part.sections.view, key)):
                if name not in known:
                    there = any(name == each for _, each in linker.homes) or name in linker.v.domains["resource"].ids
                    message = f"`{key}` cannot show `{name}`" if there else f"there is no `{name}` to show"
                    advice = unknown_name_help(name, known, f"`{key}` can show") or _CAN_SHOW[key]
                    yield Diagnostic("W513", "warning", message, part.document.span(("view", key, place)), help=advice)


_CAN_SHOW = {
    "columns": "`columns` shows resources, and fields of a seat that hold a single value",
    "told": "`told` shows fields that all share, that all see, and that hold a single value",
    "amounts": f"`amounts` shows amounts and values of `define`, with at most {MOST_VALUES_IN_VIEW} values over all their parameters",
}


# -- Lints over texts for players --------------------------------------------------------------------------------------


_ENGLISH = re.compile(
    r"(?i:the|of|to|you|yours?|what|which|who|whom|whose|where|when|why|how|does|is|are|was|and|with|from|for|in|at|by|its?|this|"
    r"that|these|those|they|them|their|his|her|all|each|every|any|not|if|then|else|than|or|an|another|other|one|two|three|four|"
    r"five|takes?|pays?|gains?|loses?|chooses?|puts?|plays?|draws?)"
)
"""Words of English texts that no Spanish text has."""
_HEADERS = ("game", "expansion")
_BOTH = 4
"""How many times as many texts are in both languages as in one, in a game that is meant to be in both."""
_ALIKE = 4
"""The fewest entries of a kind that show together in which language their names are."""
_FOREIGN = re.compile(r"w|k|th|sh|ck|ph|gh|ee|oo|([bdfgjmpqstvxz])\1|[^\Waeiouáéíóúynsrldzjx]\b")
"""Spellings that no Spanish word has."""


def untranslated(linker: Linker) -> Iterator[Diagnostic]:
    """W529: a text that lacks a language which nearly all others have, or says the same in both. Names and words that both share are left alone."""
    found = ((document, text) for document in linker.gathered.documents for text in texts_of(document.data, ""))
    texts = [(document, text) for document, text in found if not _is_title(document, text.path)]
    yield from _lacking(texts)
    for document, text in texts:
        if _is_same_in_both(text.said) and _is_english(text.said["en"]):
            yield _untranslated_text(document, text.path, "this text is the same in both languages")
    groups: dict[tuple[Any, ...], list[WrittenEntry]] = {}
    for entry in written_entries(linker.gathered):
        if isinstance(entry.value, dict) and isinstance(entry.value.get("name"), dict):
            groups.setdefault(entry.group, []).append(entry)
    unedited = unedited_card_names(linker)  # W540 tells of those
    for entries in groups.values():
        same = [entry for entry in entries if entry.id not in unedited and _is_same_in_both(entry.value["name"])]
        if len(same) == 1 and len(entries) >= _ALIKE:
            (entry,) = same
            text = entry.value["name"]["en"]
            if _FOREIGN.search(text.lower()) and not _is_english(text):
                message = f"the only one of {len(entries)} like it whose name is the same in both languages"
                yield _untranslated_text(entry.document, (*entry.path, "name"), message)


def _lacking(texts: Sequence[tuple[Document, GameText]]) -> Iterator[Diagnostic]:
    """Texts in one language of a game whose texts are in both: a line was lost, or is still to be written."""
    for lang, language in zip(FILE_LANGUAGES, ("English", "Spanish"), strict=True):
        without = [(document, text) for document, text in texts if lang not in text.said]
        if len(texts) - len(without) > _BOTH * len(without):
            for document, text in without:
                message = f"this text has no {language}, which {len(texts) - len(without)} others have"
                advice = f"write it in {language}, or say why not: `# ruleset: ignore[W529] the reason`"
                yield Diagnostic("W529", "warning", message, document.span(text.path), help=advice)


def _is_title(document: Document, path: DataPath) -> bool:
    """Whether a text is the name of a game or expansion, which may be the same everywhere."""
    return path == ("name",) and any(key in document.data for key in _HEADERS)


def _untranslated_text(document: Document, path: DataPath, message: str) -> Diagnostic:
    advice = "write it in Spanish, or say why not: `# ruleset: ignore[W529] the reason`"
    return Diagnostic("W529", "warning", message, document.span((*path, "es")), help=advice)


def _is_same_in_both(said: Mapping[str, Any]) -> bool:
    """Whether a text is the same in both languages."""
    return isinstance(said.get("en"), str) and said["en"] == said.get("es")


def _is_english(text: str) -> bool:
    """Whether a text has a word that only English has, and is no name such as `Lord of the Isles`."""
    words = re.findall(r"[^\W\d_]+", PLACE.sub(" ", text))
    content = [word for word in words if not _ENGLISH.fullmatch(word)]
    name = len(content) > 1 and all(word[0].isupper() for word in content) and not text.rstrip().endswith(("?", "."))
    return len(words) > 1 and len(content) < len(words) and not name


# -- Warnings about what is legal and yet looks like a slip ------------------------------------------------------------


Lint = Callable[[Linker], Iterator[Diagnostic]]

OF_FILES: tuple[Lint, ...] = (
    missing_header,
    odd_one_out,
    misspelt_ids,
    unknown_hints,
    untranslated,
    old_forms,
)
"""Lints that look at what is written; they help in files with errors too."""


@stage("lints")
def lint(linker: Linker, *, sound: bool) -> list[Diagnostic]:
    """All warnings about a game; `sound` says whether it is free of errors.

    With effects that cannot be read, lints over what effects do would be wrong.
    """
    of_rules = (play_lints.lint_play, lint_own_texts, play_lints.lint_values, unedited_cards, lint_rulebook)
    lints = (*OF_FILES, *of_rules) if sound else OF_FILES
    return [found for each in lints for found in each(linker)]
