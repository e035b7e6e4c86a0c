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
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.analysis.look_linker import LookLinker, kept_panels
from ruleset_core.errors import LoadError
from ruleset_core.files import read_regular_file
from ruleset_core.lang.look_nodes import LinkedLook
from ruleset_core.messages import LANGUAGES
from ruleset_core.model.schema.look_section import LookModel, LookPanel
from ruleset_core.model.sources import MAX_BYTES, Document, SourceText
from ruleset_core.model.yaml_documents import load_text
from ruleset_core.model.yaml_writer import write_yaml
from ruleset_core.view.look.default_declarations import DefaultDeclarations
from ruleset_core.view.look.look_patterns import PatternReader

if TYPE_CHECKING:
    from ruleset_core.lang.program import Program
    from ruleset_core.lang.vocabulary import Vocabulary

__all__ = ["PATTERNS", "default_look", "default_look_text", "default_signs", "link_look", "link_made_look"]

PATTERNS: Final = Path(__file__).with_name("default_look.yaml")
"""The default look, with patterns for what games declare."""
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


def default_signs() -> dict[str, str]:
    """The signs of kinds, by ids that say what they are."""
    signs: dict[str, str] = _patterns()["signs"]
    return signs


def default_look(program: Program, shown: Mapping[str, frozenset[str]] | None = None) -> dict[str, Any]:
    """Faces and signs of a game, and its panels, as data writes them. `shown`: declarations that a panel leaves out."""
    file, shown = _patterns(), shown or {}

    def filled(template: Any, left_out: frozenset[str] = frozenset()) -> Any:
        return PatternReader(DefaultDeclarations(program, file, left_out), file["shapes"]).filled(template)

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
