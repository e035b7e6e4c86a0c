"""Completion: what could stand at the cursor, with what it means.

A mark is put in the place of the word at the cursor, the file is read as `check` reads it, and what is looked for in the place of the mark
is offered (`cursor`): keys where a key may stand, and in texts of the language names that fit the type, verbs and words of the grammar.

    effect: gain 2 |            a resource: coin, point ...
    pot: {is: |                 a type: int, bool, face ...
      {is: int, |               a key: start, visible ...

A line that is being written is often no YAML yet. Then its brackets and quotes are closed behind the mark; and where the rest of the file
cannot be read, the last text that could be read is taken, with this line in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin

from lsprotocol import types
from pydantic import BaseModel

from ruleset_core.compile.linker import Linker
from ruleset_core.cursor import CURSOR, CursorOffers
from ruleset_core.lang.file_formatter import annotations_at, flat_annotations, language_at
from ruleset_core.lang.operations import FUNCTIONS, ReferenceEntry
from ruleset_core.lang.quantities import QUANTITIES
from ruleset_core.lang.reference import EXPRESSIONS, SELECTIONS, STATEMENTS, reserved_words
from ruleset_core.lang.syntax.parser import BUILT_IN, words
from ruleset_core.lang.verbs import VERBS, VerbSpec
from ruleset_core.language_server.games import PLAYED, OpenGames, Texts
from ruleset_core.language_server.names import key_pages, meanings, word_line, word_page
from ruleset_core.language_server.new_entries import new_entry, plain_text, type_values
from ruleset_core.language_server.publishing import as_range
from ruleset_core.language_server.server import GameServer
from ruleset_core.language_server.source_places import file_model, read_document, word_at
from ruleset_core.language_server.table_columns import headings_at
from ruleset_core.language_server.text_lines import Position, Range, TextLines
from ruleset_core.model.schema.documents import CardsFile
from ruleset_core.model.schema.validation import keys_of, model_at
from ruleset_core.model.sources import TABLE, DataPath, Document
from ruleset_core.testing.scenarios.answers import open_signs

_SHORT: Final = 40
"""Lists of so many names are looked at as a whole."""
_MEMBERS: Final = frozenset({"sets", "cards", "pieces"})
"""Sections whose names are left out where they do not fit."""
_MOST: Final = 400
"""Most names that are offered of one list."""


@dataclass(frozen=True, slots=True)
class Completion:
    """Something that may stand at the cursor.

    Attributes:
        label: what is listed, and put there unless `snippet` says something else (`${1:name}` is a place to fill in).
        kind: `key`, `entry`, `word`, `verb`, `function`, `value`, or the section that a name is declared in.
        line: what it is, in a few words; `page`: more of it, in Markdown.
        rank: the smaller, the sooner it is listed.
        back: so many characters before the word at the cursor belong to what it takes the place of.
    """

    label: str
    kind: str
    line: str = ""
    page: str = ""
    snippet: str = ""
    rank: int = 0
    back: int = 0


class MarkedText(NamedTuple):
    """A text with the mark that can be read: its document, where the mark stands, and whether it is a key there."""

    text: str
    document: Document
    path: DataPath
    is_key: bool


# -- The mark in a text that can be read ------------------------------------------------------------------------------


def marked_texts(file: Path, text: str, start: int, end: int, good: str | None) -> Iterator[MarkedText]:
    """Texts with the mark in the place of the characters from `start` to `end`, as a value and as a key, as far as they can be read.

    `good` is the last text of the file that could be read.
    """
    seen: set[bool] = set()
    for whole, begin, finish in _bases(text, start, end, good):
        for marked in _variants(whole, begin, finish):
            document = read_document(file, marked)
            found = None if document is None else _place_of_mark(document.data)
            if document is not None and found is not None and found[1] not in seen:
                seen.add(found[1])
                yield MarkedText(marked, document, *found)
        if seen:
            return


def _bases(text: str, start: int, end: int, good: str | None) -> Iterator[tuple[str, int, int]]:
    """The text as it is, then the last good one with the line of the cursor in the place of its own."""
    yield text, start, end
    if good is None:
        return
    begin, finish = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    line = text[begin:] if finish < 0 else text[begin:finish]
    old, behind = good.split("\n"), text.count("\n", end)
    place = max(0, len(old) - behind - 1)
    if text.count("\n") > good.count("\n"):  # the line is new
        old.insert(place + 1, "")
        place += 1
    old[place] = line
    shift = sum(len(each) + 1 for each in old[:place]) - begin
    yield "\n".join(old), start + shift, end + shift


def _variants(text: str, start: int, end: int) -> Iterator[str]:
    """The mark as a value and as a key, with the rest of its line, then with what closes the brackets before it."""
    before, after = text[:start], text[end:]
    line = before[before.rfind("\n") + 1 :]
    rest, newline, following = after.partition("\n")
    closed = "".join(open_signs(line))
    keyed = rest.lstrip().startswith(":")
    for tail in dict.fromkeys((rest, closed, "")):
        yield before + CURSOR + tail + newline + following
        if not keyed and re.search(r"(?:^|[-{,])\s*\Z", line):
            yield before + CURSOR + ":" + (" " + tail if tail and tail[0] not in " }]," else tail) + newline + following


def _place_of_mark(data: Any, path: DataPath = ()) -> tuple[DataPath, bool] | None:
    """Where the mark is, and whether it is a key."""
    if isinstance(data, str):
        return (path, False) if CURSOR in data else None
    listed = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in listed:
        if isinstance(step, str) and CURSOR in step:
            return (*path, step), True
        found = _place_of_mark(value, (*path, step))
        if found is not None:
            return found
    return None


def _with_brace(model: type[BaseModel], marked: MarkedText) -> MarkedText:
    """A text for players in which the brace before the mark is closed: `{po` in `The pot: {po, roll!`."""
    value = None if marked.is_key else marked.document.value(marked.path)
    if not isinstance(value, str) or language_at(model, marked.path) is not None:
        return marked
    before, _, behind = value.partition(CURSOR)
    if before.rfind("{") <= before.rfind("}") or -1 < behind.find("}") < (
        behind.find("{") if "{" in behind else len(behind)
    ):
        return marked
    return marked._replace(text=marked.text.replace(CURSOR, CURSOR + "}", 1))


# -- What is offered ----------------------------------------------------------------------------------------------------


def complete(
    games: OpenGames, home: Path, texts: Texts, file: Path, start: int, end: int, good: str | None
) -> list[Completion]:
    """What may stand in the place of the characters from `start` to `end` of an open file."""
    if file.suffix == TABLE:
        linker = games.linked(home, texts, file)
        headings = headings_at(texts[file], start, linker)
        if headings is not None:
            at, offers = headings
            return [
                Completion(name, "key", line, page, rank=rank, back=start - at)
                for rank, (name, line, page) in enumerate(offers)
            ]
    found: dict[str, Completion] = {}
    for marked in marked_texts(file, texts[file], start, end, good):
        offered = _offered(games, home, texts, file, marked, start)
        for each in offered:
            known = found.get(each.label)
            if known is None or each.rank < known.rank:
                found[each.label] = each
        if found and not marked.is_key:
            break
    return sorted(found.values(), key=lambda each: (each.rank, each.kind != "local", each.label))


def _offered(
    games: OpenGames, home: Path, texts: Texts, file: Path, marked: MarkedText, start: int
) -> Iterator[Completion]:
    model = file_model(marked.document)
    inner = model_at(model, marked.path[:-1])
    if marked.is_key:
        several = [each for found in annotations_at(model, marked.path[:-1]) for each in flat_annotations(found)]
        models = [each for each in several if isinstance(each, type) and issubclass(each, BaseModel)]
        for each in models or ([inner] if inner is not None else []):
            yield from _keys(each, marked)
        if inner is not None and inner.model_config.get("extra") != "allow":
            return
    else:
        yield from _choices(model, marked.path)
        last = next((step for step in reversed(marked.path) if isinstance(step, str)), "")
        if file.parent.name in PLAYED and last in _ANSWERED:
            answers = [*_answers(games, home, texts, file, start)]
            yield from answers
            if answers:
                return
    marked = _with_brace(model, marked)
    offers, linker = games.offers(home, texts, file, marked.text)
    if marked.is_key:
        yield from _entries(model, marked, linker)
    if not offers.names and linker is not None and not marked.is_key and {*marked.path[-2:]} & {"is", "params", "by"}:
        offers = replace(offers, names=[_types(linker)])  # of an entry that lacks other keys nothing is looked for
    stands_under_a_key = bool(marked.path) and isinstance(marked.document.data, dict) and not marked.is_key
    if not offers.names and not offers.signs and stands_under_a_key and linker is not None:
        yield from _of_fact(marked, linker)
    yield from _names(offers, linker, marked)
    if offers.signs:
        yield from _words(offers)


def _of_fact(marked: MarkedText, linker: Linker) -> Iterator[Completion]:
    """The values of a fact, `true` or `false` for instance: where one is wrong no other is looked for."""
    name, kind = marked.path[-1], str(marked.document.data.get("kind", ""))
    domains = [linker.v.domains[kind]] if kind in linker.v.domains else [*linker.v.domains.values()]
    for fact in (domain.facts[str(name)] for domain in domains if name in domain.facts):
        values = [*type_values(fact.type, linker), *(["none"] if fact.type.optional else [])]
        yield from (Completion(each, "value", str(fact.type), rank=1) for each in values)


_ANSWERED: Final = frozenset({"do", "offered", "only", "refused"})
"""Keys of scenarios and lessons under which answers stand."""
_ANSWER: Final = re.compile(r"(?:^\s*-\s+|[\[,{]\s*|\bdo:\s*)?[\"']?(?:[0-9]+:\s*)?([^\[,:{}\"']*)\Z")
"""The words of an answer before the cursor, behind what begins it: `- 0: work `, `[pass, "1: work `."""


def _answers(games: OpenGames, home: Path, texts: Texts, file: Path, start: int) -> Iterator[Completion]:
    """What the player who decides at the cursor may answer."""
    text = texts[file]
    before = text[text.rfind("\n", 0, start) + 1 : start]
    written = _ANSWER.search(before)
    line, column = text.count("\n", 0, start) + 1, len(before) + 1
    for each in games.answers(home, texts, file, line, column)[:_MOST]:
        back = len(written[1]) if written is not None else 0
        yield Completion(each.notation, "answer", each.words, rank=0, back=back)


def _keys(model: type[BaseModel] | None, marked: MarkedText) -> Iterator[Completion]:
    """The keys that a mapping may have and has not."""
    given = marked.document.value(marked.path[:-1])
    pages = key_pages(model.__name__) if model is not None else {}
    for key in keys_of(model):
        if key not in given:
            line, page = pages.get(key, ("", ""))
            required = model is not None and any(
                (info.alias or name) == key and info.is_required() for name, info in model.model_fields.items()
            )
            yield Completion(key, "key", line, page, f"{key}: ", 0 if required else 1)


def _entries(model: type[BaseModel], marked: MarkedText, linker: Linker | None) -> Iterator[Completion]:
    """A new entry of a section, with all that it must have."""
    kind = str(marked.document.data.get("kind")) if model is CardsFile and marked.path[:-1] == ("cards",) else ""
    several = (each for found in annotations_at(model, marked.path[:-1]) for each in flat_annotations(found))
    inner = model_at(model, marked.path)
    if inner is not None and any(get_origin(each) is dict for each in several):
        section = str(marked.path[-2]) if len(marked.path) > 1 else ""
        made = new_entry(section, inner, kind, linker, marked.document.source.text, _further(marked))
        line = f"an entry with {', '.join(made.keys)}" if made.keys else "an entry"
        yield Completion(f"new {made.what}", "entry", line, snippet=made.snippet)


def _types(linker: Linker) -> tuple[str, ...]:
    """What a type may be called."""
    families = (each.name for each in linker.v.domains.values() if not each.parts)
    return tuple(sorted({"int", "bool", *families, *linker.v.ranges}))


def _further(marked: MarkedText) -> int:
    """How far the mark stands from the first character of its line."""
    at = marked.text.index(CURSOR)
    line = marked.text[marked.text.rfind("\n", 0, at) + 1 : at]
    return len(line.lstrip(" "))


def _choices(model: type[BaseModel], path: DataPath) -> Iterator[Completion]:
    """The values among which a key takes one."""
    for annotation in annotations_at(model, path):
        for inner in flat_annotations(annotation):
            if inner is bool:
                yield from (Completion(each, "value", rank=0) for each in ("true", "false"))
            elif get_origin(inner) is Literal:
                yield from (Completion(str(each), "value", rank=0) for each in get_args(inner))


def _names(offers: CursorOffers, linker: Linker | None, marked: MarkedText) -> Iterator[Completion]:
    """The names that were looked for, those that fit before others."""
    is_verb = any(set(VERBS) <= {*names} for names in offers.names)
    fits = len(offers.names) > 1 and any(offers.types)
    is_set = re.search(r"(?:^|[;{}|])\s*set\s+\Z", offers.before) is not None
    given = marked.document.value(marked.path[:-1]) if marked.is_key else ()
    listed = offers.names if is_verb or marked.is_key or offers.types else offers.names[:1]
    for rank, names in enumerate(listed, 1):
        shared = _shared_section(names, linker)
        for name in names[:_MOST]:
            if name in VERBS and is_verb:
                yield Completion(name, "verb", VERBS[name].signature, word_page(name), _verb_snippet(VERBS[name]), 0)
            elif is_verb and linker is not None and name in linker.v.defines:
                found = _name(name, linker, rank, shared)
                yield replace(found, label=f"do {name}", snippet=f"do {found.snippet}" if found.snippet else "")
            elif name != CURSOR and "\n" not in name and name not in given:
                local = offers.locals.get(name)
                found = _name(name, linker, min(rank, 9), shared)
                if local is not None:
                    found = Completion(name, "local", f"local: {local}", rank=min(rank, 9))
                if found.kind in _MEMBERS and offers.types and not any(offers.types):
                    found = replace(found, rank=3)  # more likely comes what it is compared with
                if (rank == 1 or not fits or found.kind not in _MEMBERS) and (
                    not is_set or found.kind in {"state", "value"}
                ):
                    yield replace(found, snippet=f"{name}: ") if marked.is_key else found


def _shared_section(names: Sequence[str], linker: Linker | None) -> str:
    """The section in which all names of a list are declared, if there is one: facts may be called like sets."""
    if linker is None or len(names) > _SHORT:
        return ""
    shared = [{each.section for each in meanings(name, linker)} for name in names]
    return next(iter(set.intersection(*shared)), "") if shared else ""


def _name(name: str, linker: Linker | None, rank: int, shared: str = "") -> Completion:
    found = [*meanings(name, linker)] if linker is not None else []
    meaning = next((each for each in found if each.section == shared), found[0] if found else None)
    if meaning is None:
        page = word_page(name)
        return Completion(name, "word" if page else "value", word_line(name), page, rank=rank)
    page = "\n\n".join(each for each in (f"**{meaning.title}**" if meaning.title else "", meaning.more) if each)
    snippet = ""
    if meaning.section == "define" and linker is not None and (params := linker.v.defines[name].params):
        snippet = f"{name}({', '.join(f'${{{place}:{each}}}' for place, each in enumerate(params, 1))})"
    return Completion(name, meaning.section, meaning.line, page, snippet, rank)


def _verb_snippet(verb: VerbSpec) -> str:
    """`gain ${1:amount} ${2:resource}`."""
    parts = [f"{p.word} ${{{n}:{p.name}}}" if p.word else f"${{{n}:{p.name}}}" for n, p in enumerate(verb.params, 1)]
    return " ".join([verb.name, *parts])


_FORMS: Final[Sequence[ReferenceEntry]] = (*STATEMENTS, *EXPRESSIONS, *SELECTIONS)
_SMALL: Final = frozenset(reserved_words()) & {"at", "by", "from", "in", "to", "with"}
"""Words that stand before an argument of some verbs."""
_VALUES: Final = frozenset(each.form.split(" ")[0] for each in (*EXPRESSIONS, *SELECTIONS)) | {"if", "lowest", "least"}
"""Words with which a value begins."""


def _words(offers: CursorOffers) -> Iterator[Completion]:
    """The words of the grammar that may stand there, and functions where an amount may."""
    wanted = {each.removesuffix("?") for each in offers.types if each}
    if "NAME" in offers.signs and offers.types:
        for name in ("true", "false") if wanted & {"bool"} else ():
            yield Completion(name, "value", "condition", rank=0)
        if any(each.endswith("?") for each in offers.types):
            yield Completion("none", "value", "no value", rank=0)
        for name in sorted(BUILT_IN):
            yield Completion(name, "word", page=word_page(name), rank=4)
    statement = re.findall(r"\w+", re.split(r"[;{}|]", offers.before)[-1])
    small = {p.word for name in statement if name in VERBS for p in VERBS[name].params}
    if not statement or statement[0] not in VERBS or {*statement} & {*QUANTITIES}:
        small |= _SMALL
    is_value = bool(offers.types) or not offers.names or any(set(VERBS) <= {*names} for names in offers.names)
    for word, kind in words().items():
        if kind in offers.signs and (word not in _SMALL or word in small) and (is_value or word not in _VALUES):
            form = next((each for each in _FORMS if each.form.split(" ")[0] == word), None)
            yield Completion(
                word, "word", form.form if form else word_line(word), word_page(word), _form_snippet(form), 4
            )
    if "NUMBER" in offers.signs and offers.types and not wanted - {"int", "bool", ""}:
        for name, spec in FUNCTIONS.items():
            form = spec.entry
            line = form.form if form is not None else name
            yield Completion(name, "function", line, word_page(name), f"{name}($1)", 5)


def _form_snippet(form: ReferenceEntry | None) -> str:
    """A statement to fill in: `for each ${1:NAME} in ${2:SEL} { $3 }`."""
    if form is None or form not in STATEMENTS or "," in form.form:
        return ""
    text = re.sub(r" (?:where COND|else.*)", "", form.form)
    places = iter(range(1, 20))
    made = re.sub(r"\b[A-Z]{2,}\b|\.\.\.", lambda found: _place(next(places), found[0]), text)
    return made.replace(" }", " \\}") if "${" not in made else re.sub(r"(?<=\}) \}", " \\}", made)


def _place(number: int, text: str) -> str:
    return f"${{{number}}}" if text == "..." else f"${{{number}:{text.lower()}}}"


# -- As the protocol has it -----------------------------------------------------------------------------------------------

_KINDS: Final = {
    "key": types.CompletionItemKind.Property, "entry": types.CompletionItemKind.Snippet, "word": types.CompletionItemKind.Keyword,
    "verb": types.CompletionItemKind.Method, "function": types.CompletionItemKind.Function, "value": types.CompletionItemKind.Value,
    "local": types.CompletionItemKind.Variable, "state": types.CompletionItemKind.Field, "zones": types.CompletionItemKind.Module, "define": types.CompletionItemKind.Function,
    "resources": types.CompletionItemKind.Unit, "decisions": types.CompletionItemKind.Interface, "events": types.CompletionItemKind.Event,
    "pieces": types.CompletionItemKind.Class, "sets": types.CompletionItemKind.EnumMember, "cards": types.CompletionItemKind.Constant,
    "facts": types.CompletionItemKind.Property, "answer": types.CompletionItemKind.EnumMember,
}  # fmt: skip


def register(server: GameServer) -> None:
    """Answer `textDocument/completion`."""
    good: dict[Path, str] = {}

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=["."]))
    async def offer(params: types.CompletionParams) -> types.CompletionList:
        found = server.open_file(params.text_document.uri)
        if found is None:
            return types.CompletionList(is_incomplete=False, items=[])
        path, home, texts, lines = found
        at = lines.offset(Position(params.position.line, params.position.character))
        word = word_at(texts[path], at)
        start, end = (word.start, word.end) if word is not None else (at, at)

        def job() -> list[Completion]:
            if read_document(path, texts[path]) is not None:
                good[path] = texts[path]
            return complete(server.games, home, texts, path, start, end, good.get(path))

        snippets = server.takes_snippets
        return types.CompletionList(
            is_incomplete=False,
            items=[_item(each, lines, start, at, snippets=snippets) for each in await server.work(job)],
        )


def _item(found: Completion, lines: TextLines, start: int, at: int, *, snippets: bool) -> types.CompletionItem:
    place = as_range(Range(lines.position_at(start - found.back), lines.position_at(at)))
    line = lines.line(lines.position_at(start).line)
    indent = "\n" + line[: len(line) - len(line.lstrip(" "))]
    filled = found.snippet if snippets else plain_text(found.snippet).replace("\n", indent)
    return types.CompletionItem(
        found.label,
        kind=_KINDS.get(found.kind, types.CompletionItemKind.Text),
        detail=found.line or None,
        documentation=types.MarkupContent(types.MarkupKind.Markdown, found.page) if found.page else None,
        sort_text=f"{found.rank}{int(found.kind != 'local')}{found.label}",
        insert_text_format=types.InsertTextFormat.Snippet if snippets and found.snippet else None,
        insert_text_mode=types.InsertTextMode.AdjustIndentation if snippets and "\n" in filled else None,
        text_edit=types.TextEdit(place, filled or found.label),
    )
