"""`ruleset fmt`: which fields of a file hold texts of the effect language, and the same file with these in canonical form.

A file is formatted text by text: comments, order and quotes of the YAML around them stay as they are.

    do: "choose decide{roll{roll face}|hold{gain pot points}}"
    do: "choose decide { roll { roll face } | hold { gain pot points } }"

`lang.file_formatter` says which values are texts of the language. A text that cannot be parsed stays, with a diagnostic; and a
file is written only if it says the same afterwards, tree by tree (`_agrees`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel

from ruleset_core.diagnostics import Diagnostic, Span, error
from ruleset_core.files import escapes_directory, is_directory, is_file, read_regular_file, replace_file
from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.syntax.parser import SyntaxProblem, parse
from ruleset_core.lang.syntax_printer import COMMENT, READABLE, EffectPrinter
from ruleset_core.model.schema.base import Effect, Expr, ValueOrExpr
from ruleset_core.model.schema.documents import (
    BoardFile,
    CardsFile,
    ExpansionFile,
    ExpansionPart,
    GameFile,
    PartFile,
    VariantFile,
    with_override_model,
)
from ruleset_core.model.schema.scenario_files import LessonFile, ScenarioFile
from ruleset_core.model.sources import TABLE, DataPath, Document, ValuePosition, data_files_of
from ruleset_core.model.sources import DataPath as Where
from ruleset_core.model.yaml_documents import load_document, load_text

# Fields of data files that hold texts of the effect language: a model and a path in, `effect` or `expr` out.

MARKS: dict[int, str] = {
    id(get_args(kind)[-1]): mark for kind, mark in ((Effect, "effect"), (Expr, "expr"), (ValueOrExpr, "expr"))
}
"""What tells an effect or expression from other texts: the last thing its type is annotated with."""
HEADERS: dict[str, type[BaseModel]] = {
    "like": VariantFile, "board": BoardFile, "game": GameFile, "expansion": ExpansionFile, "cards": CardsFile, "scenarios": ScenarioFile, "lessons": LessonFile,
}  # fmt: skip
"""The model of a file by a key that only such files have."""

CHANGING = {"override", "extend", "remove"}
"""Keys that only files of expansions have."""


def model_of(data: Any) -> type[BaseModel]:
    """The model of a file, by what is in it."""
    keys = data.keys() if isinstance(data, dict) else ()
    found = next((model for key, model in HEADERS.items() if key in keys), PartFile)
    if found is VariantFile or CHANGING.intersection(keys):
        found = with_override_model(found if found in (ExpansionFile, VariantFile) else ExpansionPart)
    return found


def language_at(model: type[BaseModel], path: DataPath) -> str | None:
    """`effect` or `expr` if the value at `path` of a file of this model is one; None for other values."""
    return next((mark for annotation in annotations_at(model, path) for mark in _marks(annotation)), None)


def annotations_at(model: type[BaseModel], path: DataPath) -> list[Any]:
    """What a value at `path` of a file of this model may be."""
    found: list[Any] = [model]
    for part in path:
        found = [inner for annotation in found for inner in _inside(annotation, part)]
    return found


def flat_annotations(annotation: Any) -> Iterator[Any]:
    """An annotation without what is said about it, and the members of a union one by one."""
    if hasattr(annotation, "__metadata__"):
        yield from flat_annotations(annotation.__origin__)
    elif get_origin(annotation) in {dict, list, tuple, Literal} or isinstance(annotation, type):
        yield annotation
    else:
        for inner in get_args(annotation):
            yield from flat_annotations(inner)


def _marks(annotation: Any) -> Iterator[str]:
    """The marks on an annotation, or on one of its alternatives."""
    for mark in getattr(annotation, "__metadata__", ()):
        if id(mark) in MARKS:
            yield MARKS[id(mark)]
    if hasattr(annotation, "__metadata__"):
        yield from _marks(annotation.__origin__)
    elif get_origin(annotation) not in {dict, tuple, list}:
        for inner in get_args(annotation):
            yield from _marks(inner)


class _Marked:
    """A field without the `Annotated` around it, which pydantic keeps apart."""

    def __init__(self, origin: Any, metadata: list[Any]) -> None:
        self.__origin__ = origin
        self.__metadata__ = metadata


def _inside(annotation: Any, part: str | int) -> Iterator[Any]:
    """What stands under a key or index of a value with this annotation."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        annotation.model_rebuild()  # until a file was validated, models that hold themselves have only names
        for name, info in annotation.model_fields.items():
            if part == (info.alias or name):
                yield _Marked(info.annotation, info.metadata)
    elif hasattr(annotation, "__metadata__"):
        yield from _inside(annotation.__origin__, part)
    elif get_origin(annotation) is dict:
        yield get_args(annotation)[1]
    elif get_origin(annotation) in {tuple, list}:
        item = get_args(annotation)[0]
        # a single mapping may stand where a list may stand
        yield from (item,) if isinstance(part, int) else _inside(item, part)
    else:
        for inner in get_args(annotation):
            yield from _inside(inner, part)


WIDTH = 110
"""Longest line, as long as there is a place to break it."""


class UnreadableError(ValueError):
    """A text that is not one of the language; `problems` says why."""

    def __init__(self, problems: Sequence[SyntaxProblem]) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = tuple(problems)


def format_effect(text: str, *, block: bool = False, width: int = WIDTH, readable: int = READABLE) -> str:
    """An effect in its canonical form, on one line or (`block`) on several.

    Raises:
        UnreadableError: it is not an effect.
    """
    return _formatted(text, "effect", block=block, width=width, readable=readable)


def format_expr(text: str, *, block: bool = False, width: int = WIDTH, readable: int = READABLE) -> str:
    """An amount or condition in its canonical form.

    Raises:
        UnreadableError: it is neither.
    """
    return _formatted(text, "expr", block=block, width=width, readable=readable)


def same_tree(one: Any, other: Any) -> bool:
    """Whether two syntax trees differ in nothing but positions."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(same_tree(a, b) for a, b in zip(one, other, strict=True))
    if not isinstance(one, s.SyntaxNode):
        return bool(one == other)
    names = [field.name for field in fields(one) if field.name not in {"start", "end", "name_end"}]
    return type(one) is type(other) and all(same_tree(getattr(one, name), getattr(other, name)) for name in names)


def _formatted(text: str, start: str, *, block: bool, width: int, readable: int) -> str:
    tree, problems = parse(text, start)
    if tree is None:
        raise UnreadableError(problems)
    found = _printed(tree, text, block=block, width=width, readable=readable)
    again, _ = parse(found, start)
    if again is None or not same_tree(tree, again) or _comments(text) != _comments(found):
        return text
    return found


def _printed(tree: s.SyntaxNode, text: str, *, block: bool, width: int, readable: int) -> str:
    printer = EffectPrinter(text, breaks=block, width=width, readable=readable)
    if isinstance(tree, s.BlockSyntax):
        if block:
            return "\n".join(printer.lines(tree))
        return "; ".join(printer.flat(item.pieces) for item in printer.items(tree.statements))
    return "\n".join(printer.fitted(lambda: printer.expr(tree).split("\n"), [tree]))


def _comments(text: str) -> list[str]:
    return [comment.rstrip() for comment in COMMENT.findall(text)]


# -- files -------------------------------------------------------------------------------------------------------------


LINE = 120
"""Longest line of a file."""
_JOINED = re.compile(r"\b(and|or)\b")
"""A sign of a condition with several parts."""
_PLAIN = re.compile(r"[A-Za-z0-9_][^\n]*\Z")
_NOT_PLAIN = re.compile(r": |:\Z| #|\A(true|false|null|yes|no)\Z")
_NOT_FLOW = re.compile(r"[\[\]{},]")
_HEADERS = ("game.yaml", "expansion.yaml")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Formatted:
    """A file as it is and as it should be. With `problems` the file is left alone, and `new` is `old`."""

    path: Path
    old: str
    new: str
    problems: tuple[Diagnostic, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether the file should be written again."""
        return self.new != self.old

    def write(self) -> None:
        """Put the new text in the place of the old one, whole or not at all; a file left alone is not touched."""
        if not self.changed:
            return
        mark = read_regular_file(self.path, len(_BOM))
        replace_file(self.path.resolve(), (_BOM if mark == _BOM else b"") + self.new.encode())


def files_under(paths: Sequence[Path]) -> Iterator[Path]:
    """The data files paths mean: files as they are; of directories the files of all games and expansions below."""
    return (each for each in _under(paths) if isinstance(each, Path))


def format_all(paths: Sequence[Path]) -> list[Formatted]:
    """All data files that paths mean, formatted; and what of their directories cannot be looked into."""
    found = dict.fromkeys(_under(paths))
    return [
        format_file(each) if isinstance(each, Path) else Formatted(Path(each.span.file), "", "", (each,))
        for each in found
    ]


def _under(paths: Sequence[Path]) -> Iterator[Path | Diagnostic]:
    for path in paths:
        if not is_directory(path):
            yield path
            continue
        headers = sorted(file for name in _HEADERS for file in path.rglob(name))
        if not headers:  # a folder of a game, such as `cards`
            around = (parent / name for parent in path.resolve().parents for name in _HEADERS)
            header = next((each for each in around if is_file(each)), None)
            files, _ = data_files_of(header.parent, header.name) if header else ([], [])
            yield from (path / file.name for file in files if file.parent == path.resolve() and is_text(file))
        for header in headers:
            hidden = any(part.startswith((".", "_")) for part in header.relative_to(path).parts)
            if not hidden:
                files, problems = data_files_of(header.parent, header.name)
                yield from (file for file in files if is_file(file) and is_text(file))
                yield from problems


def is_text(path: Path) -> bool:
    """Whether a data file is YAML: how a table of cards is written is left to the spreadsheet it comes from."""
    return path.suffix != TABLE


def format_file(path: Path) -> Formatted:
    """A data file with its effects and expressions in canonical form. Never raises for bad files."""
    if escapes_directory(path):
        reason = "this link leads out of the game's directory"
        return Formatted(path, "", "", (error("E001", reason, Span.whole(str(path)), help="format the file itself"),))
    document, problems = load_document(path)
    if document is None or any(each.severity == "error" for each in problems):
        return Formatted(path, "", "", tuple(problems))
    text = document.source.text
    new, bad = format_document(document)
    return Formatted(path, text, text if bad else new, tuple(bad))


def format_document(document: Document) -> tuple[str, list[Diagnostic]]:
    """The text of a document with its effects and expressions in canonical form."""
    model = model_of(document.data)
    text, problems = document.source.text, []
    changes: list[tuple[int, int, str]] = []
    wanted: dict[Where, str] = {}
    for path, place in document.places.items():
        kind = language_at(model, path) if place.scalar is not None else None
        if kind is None or place.scalar is None:
            continue
        try:
            found = _scalar(document, path, place, kind)
        except UnreadableError as error:
            problems += [_diagnostic(document, path, error)]
            continue
        if found is not None:
            changes.append((place.start, place.end, found[0]))
            wanted[path] = found[1]
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return (text if _agrees(document, text, wanted) else document.source.text), problems


def _diagnostic(document: Document, path: Where, error: UnreadableError) -> Diagnostic:
    first = error.problems[0]
    span = document.within(path, first.start, first.end)
    return Diagnostic(first.code, "error", first.message, span, help=first.help)


def _scalar(document: Document, path: Where, place: ValuePosition, kind: str) -> tuple[str, str] | None:
    """The characters of a scalar written anew, and what it says then; None if it stays as it is."""
    form = format_effect if kind == "effect" else format_expr
    old = place.scalar or ""
    if place.style == "|":
        return _literal(document.source.text, place, old, kind)
    new = form(old)
    written = document.source.text[place.start : place.end]
    column = document.source.position(place.start)[1]
    limit = READABLE if _JOINED.search(new) else LINE
    if new == old or place.style == ">" or ("\n" in written and column + len(new) > limit):
        return None
    return _quoted(new, place.style, flow=_in_flow(document, path)), new


def _quoted(text: str, style: str, *, flow: bool) -> str:
    """A text of one line as a scalar: as it was quoted before, and in quotes where it cannot do without."""
    if style == "'":
        return "'" + text.replace("'", "''") + "'"
    plain = _PLAIN.match(text) and not _NOT_PLAIN.search(text) and not (flow and _NOT_FLOW.search(text))
    return text if plain and not style else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _in_flow(document: Document, path: Where) -> bool:
    return any(document.style(path[:length]) in {"{", "["} for length in range(len(path)))


def _literal(source: str, place: ValuePosition, old: str, kind: str) -> tuple[str, str] | None:
    """A block scalar: its header and its indentation stay."""
    written = source[place.start : place.end]
    header, _, body = written.partition("\n")
    first = next((line for line in body.split("\n") if line.strip()), "")
    indent = len(first) - len(first.lstrip(" "))
    if re.search(r"[0-9]", header.split("#")[0]) or not indent or body.startswith(("\n", "\r")):
        return None
    form = format_effect if kind == "effect" else format_expr
    new = form(old.rstrip("\n"), block=True, width=LINE - indent, readable=READABLE - indent)
    end = "\r\n" if header.endswith("\r") else "\n"
    lines = [" " * indent + line if line else "" for line in new.split("\n")]
    changed = "\n".join([header, end.join(lines)])
    return None if changed == written else (changed, new + old[len(old.rstrip("\n")) :])


def _agrees(document: Document, text: str, wanted: dict[Where, str]) -> bool:
    """Whether a changed file says what it said, but for the texts that were formatted."""
    again, _ = load_text(text, document.file)
    if again is None or list(again.places) != list(document.places):
        return False
    return all(
        again.places[path].scalar == wanted.get(path, place.scalar) and again.places[path].style in {place.style, '"'}
        for path, place in document.places.items()
    )
