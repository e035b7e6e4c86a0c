"""YAML files of a game or expansion that nothing reads: `cards/more.yml`, `card/more.yaml`, `Scenarios/x.yaml`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ruleset_core.files import is_directory, is_file, names_in
from ruleset_core.model.diagnostic import Diagnostic, Span, did_you_mean
from ruleset_core.model.gather import FOLDERS, MAX_FILES, files_of, listed
from ruleset_core.model.yamlpos import load_document
from ruleset_core.paths import EXPANSION_FILE, GAME_FILE

_SCENARIOS = "scenarios"
_EXPANSIONS = "expansions"
_ENDINGS = {".yaml", ".yml"}
_HEADERS = (GAME_FILE, EXPANSION_FILE)


def unread(directory: Path, header: str, texts: dict[str, str]) -> Iterator[Diagnostic]:
    """W520: data files of a directory that are passed over. Their texts go into `texts`, for the comments in them."""
    files, problems = files_of(directory, header)
    if problems:
        return
    read = {*files, *listed(directory / _SCENARIOS)[0]}
    for path in _data_files(directory):
        if path not in read and not (path.suffix == ".yaml" and path.parent == directory and path.name in _HEADERS):
            document, _ = load_document(path)
            text = "" if document is None else document.source.text
            texts[str(path)] = text
            line = _first_line(text)
            span = Span(str(path), line, 1, line, 1)
            yield Diagnostic("W520", "warning", "nothing reads this file", span, help=_advice(path, directory))


def _data_files(directory: Path) -> Iterator[Path]:
    """The YAML files of a directory and two levels below, games and expansions within it left out."""
    for path in _inside(directory):
        if is_directory(path):
            yield from () if path.suffix in _ENDINGS else _below(path)  # the file it should be cannot be read: E001
        elif path.suffix.lower() in _ENDINGS:
            yield path


def _below(folder: Path) -> Iterator[Path]:
    for path in _inside(folder):
        if is_directory(path):
            yield from (each for each in _inside(path) if each.suffix.lower() in _ENDINGS and is_file(each))
        elif path.suffix.lower() in _ENDINGS:
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
    name = f"{path.stem}.yaml"
    if where and where[0] not in folders:
        close = did_you_mean(where[0], folders)
        return f"did you mean `{close[0]}/{name}`?" if close else f"folders that are read: {', '.join(sorted(folders))}"
    if where and where[0] == _EXPANSIONS:
        return f"an expansion is a directory in `{_EXPANSIONS}/` with an `{EXPANSION_FILE}`"
    if len(where) > 1:
        return f"put it into `{where[0]}/` itself"
    return f"data files end in `.yaml`: call it `{name}`"
