"""Data files of a game or expansion that nothing reads: `cards/more.yml`, `card/more.csv`, `Scenarios/x.yaml`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ruleset_core.files import is_directory, is_file, names_in
from ruleset_core.model.diagnostic import Diagnostic, Span, did_you_mean
from ruleset_core.model.gather import FOLDERS
from ruleset_core.model.reading.yamlpos import load_document, source_of
from ruleset_core.model.source_files import MAX_FILES, TABLE, files_of, listed, raw_of
from ruleset_core.paths import EXPANSION_FILE, GAME_FILE

_SCENARIOS = "scenarios"
_EXPANSIONS = "expansions"
_ENDINGS = {".yaml", ".yml"}
_SHEETS = {TABLE, ".tsv", ".xlsx", ".xlsm", ".xls", ".ods", ".numbers"}
"""How files end that a spreadsheet writes."""
_CARDS = "cards"
_HEADERS = (GAME_FILE, EXPANSION_FILE)


def unread(directory: Path, header: str, texts: dict[str, str]) -> Iterator[Diagnostic]:
    """W520: data files of a directory that are passed over. Their texts go into `texts`, for the comments in them."""
    files, problems = files_of(directory, header)
    if problems:
        return
    read = {*files, *listed(directory / _SCENARIOS)[0]}
    for path in _data_files(directory):
        if path not in read and not (path.suffix == ".yaml" and path.parent == directory and path.name in _HEADERS):
            text = _text(path)
            if path.suffix.lower() in _SHEETS and not _of_cards(path, directory, text):
                continue
            texts[str(path)] = text
            line = _first_line(text)
            span = Span(str(path), line, 1, line, 1)
            yield Diagnostic("W520", "warning", "nothing reads this file", span, help=_advice(path, directory))


def _text(path: Path) -> str:
    if path.suffix.lower() in _SHEETS:
        raw = raw_of(path)
        source = raw if isinstance(raw, Diagnostic) else source_of(raw, str(path))
        return "" if isinstance(source, Diagnostic) else source.text
    document, _ = load_document(path)
    return "" if document is None else document.source.text


def _of_cards(path: Path, directory: Path, text: str) -> bool:
    """Whether a table seems to be one of cards, by its folder or its headings: a game may have others beside it."""
    where = path.parent.relative_to(directory).parts
    if path.name.startswith("~"):  # what some programs lay beside a file that is open
        return False
    if where:
        return where[0] == _CARDS or bool(did_you_mean(where[0], [_CARDS]))
    return bool(
        re.search(r"(?:^|[,;\t\"])(?:provenance|name\.en|name\.es)(?:[,;\t\"]|$)", text.partition("\n")[0].strip())
    )


def _data_files(directory: Path) -> Iterator[Path]:
    """The files of data and the tables of a directory and two levels below, games and expansions within it left out."""
    for path in _inside(directory):
        if is_directory(path):
            yield from (
                () if path.suffix in _ENDINGS | {TABLE} else _below(path)
            )  # the file it should be cannot be read: E001
        elif path.suffix.lower() in _ENDINGS | _SHEETS:
            yield path


def _below(folder: Path) -> Iterator[Path]:
    for path in _inside(folder):
        if is_directory(path):
            yield from (each for each in _inside(path) if each.suffix.lower() in _ENDINGS | _SHEETS and is_file(each))
        elif path.suffix.lower() in _ENDINGS | _SHEETS:
            yield path


def _inside(folder: Path) -> list[Path]:
    """What lies in a folder; nothing hidden, and nothing of a game or expansion of its own."""
    try:
        there = [folder / name for name in names_in(folder, "") if not name.startswith((".", "_"))][:MAX_FILES]
    except OSError:  # what must be read of it is told by those who read it
        return []
    return [path for path in there if not any(is_file(path / header) for header in _HEADERS)]


def _first_line(text: str) -> int:
    """The first line that says something, counted from 1: comments stand above it."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            return number
    return 1


def _advice(path: Path, directory: Path) -> str:
    folders = [*FOLDERS, _SCENARIOS, _EXPANSIONS]
    where = path.parent.relative_to(directory).parts
    if path.suffix.lower() in _SHEETS:
        return _advice_for_table(path, where)
    name = f"{path.stem}.yaml"
    if where and where[0] not in folders:
        close = did_you_mean(where[0], folders)
        return f"did you mean `{close[0]}/{name}`?" if close else f"folders that are read: {', '.join(sorted(folders))}"
    if where and where[0] == _EXPANSIONS:
        return f"an expansion is a directory in `{_EXPANSIONS}/` with an `{EXPANSION_FILE}`"
    if len(where) > 1:
        return f"put it into `{where[0]}/` itself"
    return f"data files end in `.yaml`: call it `{name}`"


def _advice_for_table(path: Path, where: tuple[str, ...]) -> str:
    name = f"{path.stem}{TABLE}"
    if where[:1] != (_CARDS,):
        return f"a table of cards is read in `{_CARDS}/`: did you mean `{_CARDS}/{name}`?"
    if len(where) > 1:
        return f"put it into `{_CARDS}/` itself"
    how = "call it" if path.suffix.lower() == TABLE else "in its program, save it as `CSV UTF-8`, and call it"
    return f"tables of cards end in `{TABLE}`: {how} `{name}`"
