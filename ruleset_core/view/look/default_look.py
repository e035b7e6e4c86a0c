"""The look of a game: the default look, filled with what the game declares, and what its files say laid on it.

A game without a look can be played all the same. `default_look.yaml` says how what it declares is shown; of Pig:

    panels:
      table:                                             shared values, in a line
        show: [{line: [{value: face, label: {en: die, es: dado}}, {value: pot, label: {en: pot, es: bote}}]}]
      seats:                                             a row for each seat, a column for each resource and own value
        title: {en: Players, es: Jugadores}
        terminal: [{table: {each: p in seat, columns: [{title: {en: points, ...}, cell: [{value: p.points, mark: true}]}]}}]

It is the same notation that files use, and is linked by the same code. Panels of files are laid over those of the same name; the
others leave out what panels of files show:

    panels: {cup: {show: [line: [face]]}}              `table` shows the pot alone

`look_of_name` shows one name that the data declares: a field, a list of pieces or a resource, and nothing else.

    pot: {is: 0..200}                       {line: [{value: pot}]}
    used: {by: [seat, "1..6"], is: bool}    for each seat {line: {show: [i], each: i in 1 to 6 where seat.used[i], between: ", "}}
    hand: {of: card, by: [seat]}            for each seat {pieces: c in seat.hand, lies: row}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from ruleset_core.analysis.look_linker import LookLinker, kept_panels
from ruleset_core.errors import LoadError
from ruleset_core.files import read_regular_file
from ruleset_core.lang.domains import Domain
from ruleset_core.lang.look_nodes import LinkedLook
from ruleset_core.lang.program import Program
from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import Field, Vocabulary, Zone
from ruleset_core.messages import LANGUAGES, translations
from ruleset_core.model.schema.look_section import LookModel, LookPanel
from ruleset_core.model.sources import MAX_BYTES, Document, SourceText
from ruleset_core.model.yaml_documents import load_text
from ruleset_core.model.yaml_writer import write_yaml
from ruleset_core.view.look.default_declarations import (
    FEW_MEMBERS,
    DefaultDeclarations,
    free_variables,
    how_it_lies,
    index_values,
    is_alike,
    is_occupied,
    pips_of,
    sign_of,
)
from ruleset_core.view.look.look_patterns import PatternReader

PATTERNS: Final = Path(__file__).with_name("default_look.yaml")
"""The default look, with patterns for what games declare."""
VARIABLES: Final = "cijpqx"
"""The variables of the file, a letter each."""
_VARIABLE: Final = re.compile(rf"(?<![.\w])[{VARIABLES}](?!\w)")
_NO_VALUES: Final = frozenset({"about", "answers", "stands", "rank"})
"""Keys of panels that show nothing."""
_PLAIN: Final = re.compile(r"[\w.]+(\[[^\]]*\])?( == it)?")
"""An expression that shows a declaration as it is: `p.coin`, `shut[it]`."""
_TEXTS: Final = frozenset({"title", "text", "label", "name", "said"})
_EMPTIED: Final = {
    "table": ("table", "seats", "own", "others"),
    "seat": ("seats", "own", "others"),
    "own": ("own",),
    "others": ("others",),
}
"""The panels that leave out what a panel of a game shows, by whose that one is."""


@cache
def _patterns() -> dict[str, Any]:
    """What stands in the file of the default look."""
    document, problems = load_text(read_regular_file(PATTERNS, MAX_BYTES), PATTERNS.name)
    assert document is not None
    assert not problems
    data: dict[str, Any] = document.data
    return data


def _renamed(template: Any, variables: Mapping[str, str]) -> Any:
    """Patterns with these names of their variables."""
    if all(name == each for name, each in variables.items()):
        return template
    if isinstance(template, dict):
        return {key: _renamed(each, variables) for key, each in template.items()}
    if isinstance(template, list):
        return [_renamed(each, variables) for each in template]
    return _VARIABLE.sub(lambda found: variables[found[0]], template) if isinstance(template, str) else template


def default_signs() -> dict[str, str]:
    """The signs of kinds, by ids that say what they are."""
    signs: dict[str, str] = _patterns()["signs"]
    return signs


def default_look(program: Program, shown: Mapping[str, frozenset[str]] | None = None) -> dict[str, Any]:
    """Faces and signs of a game, and its panels, as data writes them. `shown`: declarations that a panel leaves out."""
    shown, variables = shown or {}, free_variables(program.vocabulary, VARIABLES)
    file = _renamed(_patterns(), variables)

    def filled(template: Any, left_out: frozenset[str] = frozenset()) -> Any:
        declared = DefaultDeclarations(program, file, variables, left_out)
        return PatternReader(declared, file["shapes"]).filled(template)

    made = {key: each for key, given in file["look"].items() if key != "panels" and (each := filled(given)) is not None}
    panels = {}
    for name, given in file["look"]["panels"].items():
        panel = filled(given, shown.get(name, frozenset())) or {}
        if panel.get("show") == panel.get("terminal"):  # a terminal shows nothing else
            panel.pop("terminal", None)
        if "show" in panel or "terminal" in panel:
            panels[name] = panel
    return {**made, "panels": panels}


def link_look(program: Program, documents: Sequence[Document]) -> tuple[LinkedLook, list[Path]]:
    """How a game is shown, and the files of the pictures. Raises LoadError where a look has mistakes."""
    given = [*_given(documents)]
    return _linked(program.vocabulary, _laid_under(program, given), *given)


def default_look_text(program: Program, documents: Sequence[Document]) -> str:
    """What the look of a game leaves to the default one, as a file may say it; empty if that is nothing."""
    look = _laid_under(program, [*_given(documents)])
    return write_yaml({"look": look}) if look else ""


def _laid_under(program: Program, given: Sequence[tuple[Document, LookModel]]) -> dict[str, Any]:
    """The default look without what has the same name in that of the game; of its panels those that are kept, without what the game's show."""
    looks = [look for _, look in given]
    kept = kept_panels(looks)
    made = default_look(
        program, _declarations_shown(program, (panel for look in looks for panel in look.panels.values()))
    )
    named = {name for look in looks for name in look.panels}
    faces = {name for look in looks for name in look.faces}
    found = {
        "faces": {name: face for name, face in made.get("faces", {}).items() if name not in faces},
        "strip": made.get("strip") if not any(look.strip for look in looks) else None,
        "panels": {name: panel for name, panel in made["panels"].items() if name in kept - named},
    }
    return {key: value for key, value in found.items() if value}


def _declarations_shown(program: Program, panels: Iterable[LookPanel]) -> dict[str, frozenset[str]]:
    """The declarations that panels show on pages and terminals, by the panel of the default look that leaves them out."""
    zones, found = program.vocabulary.zones, dict[str, set[str]]()
    for panel in panels:
        data = panel.model_dump(mode="json", exclude_defaults=True)
        told = {*_named(data.get("show", []))} & {*_named(data.get("terminal", data.get("show", [])))}
        names = {name for name, key in told if name not in zones or key == "pieces"}
        for emptied in _EMPTIED[panel.of]:
            found.setdefault(emptied, set()).update(names)
    return {name: frozenset(names) for name, names in found.items()}


def _named(node: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """The names that a panel shows as they are, each with its key; `score` where a score is shown. Of texts, what stands in braces."""
    if isinstance(node, dict):
        for inner, each in node.items():
            if inner == "score":
                yield inner, inner
            if inner not in _NO_VALUES:
                yield from _named(each, key if inner in LANGUAGES else inner)
    elif isinstance(node, list):
        for each in node:
            yield from _named(each, key)
    elif isinstance(node, str):
        texts = re.findall(r"{(.*?)}", node) if key in _TEXTS or "{" in node else [node]
        plain = (text for text in texts if key in {"each", "pieces"} or _PLAIN.fullmatch(text))
        yield from ((name, key) for text in plain for name in re.findall(r"[A-Za-z_]\w*", text))


def link_made_look(v: Vocabulary, made: dict[str, Any]) -> LinkedLook:
    """A look that nobody wrote."""
    return _linked(v, made)[0]


def _linked(v: Vocabulary, made: dict[str, Any], *given: tuple[Document, LookModel]) -> tuple[LinkedLook, list[Path]]:
    """A look that nobody wrote, and what files lay on it. Raises LoadError where these have mistakes."""
    linker, model = LookLinker(v), LookModel.model_validate(made)
    look = linker.link([(_made_up(model), model), *given])
    if linker.diagnostics:
        raise LoadError(linker.diagnostics)
    return look, linker.art.files


def _given(documents: Sequence[Document]) -> Iterator[tuple[Document, LookModel]]:
    """The looks that stand in files, in the order in which these are laid on."""
    for document in documents:
        said: Any = document.data.get("look") if isinstance(document.data, dict) else None
        if said is not None:
            yield document, LookModel.model_validate(said)


def _made_up(look: LookModel) -> Document:
    """A document for a look that stands in no file."""
    data = {"look": look.model_dump(mode="json", exclude_defaults=True)}
    return Document(SourceText("default look", ""), data, lambda _source: {})


Made = dict[str, Any]
"""A part of a look as data writes it."""
INDICES: Final = ("i", "j", "k", "l")
"""What the values of indices are called."""


def look_of_name(program: Program, name: str) -> LinkedLook | None:
    """How a field, zone or resource is shown alone: for all where it is shared, else for each seat. None for other names."""
    v = program.vocabulary
    field, zone = v.fields.get(name), v.zones.get(name)
    if zone is not None:
        per_seat, show = zone.per_seat, [_pieces(v, zone, "seat." if zone.per_seat else "")]
    elif field is not None:
        per_seat, show = field.per_seat, [_values_of(v, field, "seat." if field.per_seat else "")]
    elif name in {each.name for each in v.resources}:
        per_seat, show = True, [{"line": [f"seat.{name}"]}]
    else:
        return None
    faces = {each.name: {**_face(v, each), "text": False} for each in v.domains.values() if each.kind == "piece"}
    panel = {"of": "seat" if per_seat else "table", "show": show}
    return link_made_look(v, {"faces": faces, "panels": {name: panel}})


def _face(v: Vocabulary, domain: Domain) -> Made:
    """What a piece is where nothing is told of it: its sign, and the pips it shows."""
    pips = pips_of(v, domain)
    return {"sign": "die", "pips": f"{pips}[this]"} if pips else {"sign": sign_of(domain, default_signs())}


def _values_of(v: Vocabulary, field: Field, of: str) -> Made:
    """A value, or a row for each of the first index in which something stands."""
    count = len(field.index)
    text = f"{of}{field.name}" + (f"[{', '.join(_indices(v)[:count])}]" if count else "")
    if not count and field.type.kind == "bool":
        return {"line": [{"text": _yes_or_no(text)}]}
    if not count:
        return {"line": [{"value": text, **({"when": is_occupied(field, text)} if field.type.optional else {})}]}
    return _rows(v, field, text, 0)


def _indices(v: Vocabulary) -> list[str]:
    return [*free_variables(v, INDICES).values()]


def _yes_or_no(condition: str) -> dict[str, str]:
    no = translations("game.no")
    return {
        lang: f"{{if {condition} then '{yes}' else '{no[lang]}'}}" for lang, yes in translations("game.yes").items()
    }


def _rows(v: Vocabulary, field: Field, text: str, depth: int) -> Made:
    """What stands for each value of an index: the last one or two in a table, those before it under titles."""
    name, kind, left = _indices(v)[depth], field.index[depth], len(field.index) - depth
    if left > 2:
        title = {"en": f"{{{name}}}", "es": f"{{{name}}}"}
        return {
            "each": f"{name} in {index_values(kind)}",
            "show": [{**_rows(v, field, text, depth + 1), "title": title}],
        }
    there = is_occupied(field, text)
    if left == 1 and field.type.kind == "bool":
        return {"line": {"show": [name], "each": f"{name} in {index_values(kind)} where {there}", "between": ", "}}
    if left == 1:
        where = f" where {there}" if _size(v, kind) > FEW_MEMBERS else ""
        return {"table": {"each": f"{name} in {index_values(kind)}{where}", "columns": [{"cell": text}]}}
    inner = _indices(v)[depth + 1]
    among = f"{inner} in {index_values(field.index[depth + 1])} where {there}"
    told = [] if field.type.kind == "bool" else [{"text": {"en": ": ", "es": ": "}}, text]
    cell = {"show": [inner, *told], "each": among, "between": ", "}
    return {"table": {"each": f"{name} in {index_values(kind)} where (any {among})", "columns": [{"cell": cell}]}}


def _size(v: Vocabulary, kind: Type) -> int:
    return len(v.members(kind)) if kind.kind != "bool" else 2


def _pieces(v: Vocabulary, zone: Zone, of: str) -> Made:
    """Pieces as they lie; those of a zone with indices for each of them in which something lies."""
    domain, count = v.domains[zone.kind], len(zone.index)
    where = f"{of}{zone.name}" + (f"[{', '.join(_indices(v)[:count])}]" if count else "")
    piece = free_variables(v, "c")["c"]
    shown: Made = {"pieces": f"{piece} in {where}", "lies": how_it_lies(zone)}
    if is_alike(v, domain):
        shown = {"line": [{"value": f"count {piece} in {where}"}]}
    for name, kind in reversed([*zip(_indices(v), zone.index, strict=False)]):
        shown = {
            "each": f"{name} in {index_values(kind)}",
            "show": [{**shown, "title": {"en": f"{{{name}}}", "es": f"{{{name}}}"}}],
        }
    return shown
