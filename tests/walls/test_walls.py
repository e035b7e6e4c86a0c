"""The walls of the project: what holds for every file, whoever writes it."""

from __future__ import annotations

import ast
import csv
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.quick_yaml import read_yaml
from tests.walls.sources import ROOT, imported, nodes, python, tracked


def texts() -> Iterator[tuple[Path, str]]:
    """All text files but this one, which names what it forbids."""
    for path in tracked():
        if path != Path(__file__):
            content = path.read_bytes()
            if b"\0" not in content:
                yield path, content.decode("utf-8")


@cache
def card_ids() -> frozenset[str]:
    """The ids of all cards of the included games and their expansions."""
    return frozenset().union(*(cards_of(folder.name) for folder in (ROOT / "data").iterdir()))


@cache
def cards_of(game: str) -> frozenset[str]:
    """The ids of the cards of a game and its expansions."""
    found: set[str] = set()
    for path in (ROOT / "data" / game).rglob("cards/*.yaml"):
        found.update(read_yaml(path)["cards"])
    for path in (ROOT / "data" / game).rglob("cards/*.csv"):
        _, *rows = csv.reader(path.read_text(encoding="utf-8-sig").splitlines())
        found.update(row[0] for row in rows if row)
    return frozenset(found)


@cache
def forbidden(path: Path) -> frozenset[str]:
    """The cards that a module must not name: any; but in a game another's card may be called like what the game declares."""
    top, game, *_ = path.relative_to(ROOT).parts
    return card_ids() - (declared(game) - cards_of(game)) if top == "games" else card_ids()


@cache
def declared(game: str) -> frozenset[str]:
    """The names of the fields of a game."""
    files = (read_yaml(path) for path in (ROOT / "data" / game).glob("*.yaml"))
    return frozenset(name for file in files for name in file.get("state") or ())


EXAMPLE = re.compile(r"^ *>>> .*(?:\n(?! *$).*)*", re.MULTILINE)
"""Lines of an example that runs as a test, up to the next empty line. Like the help of commands it may show an included game."""


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """The string literals of a module, docstrings and parts of f-strings included, with their lines; without examples that run."""
    for node in nodes(path, ast.Constant):
        if isinstance(node.value, str):
            yield node.lineno, EXAMPLE.sub("", node.value)


def test_only_examples_that_run_are_left_out() -> None:
    assert (
        EXAMPLE.sub("", "Play `one`.\n\n    >>> load(\"two\")\n    'three'\n\nAs `four` says.")
        == "Play `one`.\n\n\n\nAs `four` says."
    )


# -- the core knows no game -------------------------------------------------------------------------------------


def test_there_are_cards_to_look_for() -> None:
    assert len(card_ids()) > 50


def test_no_card_is_named_in_python() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {', '.join(sorted(named))}"
        for path in python("ruleset_core", "games")
        for line, text in literals(path)
        if (named := forbidden(path).intersection(re.findall(r"[A-Za-z0-9_#]+", text)))
    ]
    assert found == []


def test_core_names_no_included_game() -> None:
    """A game is data like any other; only the help of commands, and of the package, and examples that run show one."""
    games = {path.parent.name for path in (ROOT / "data").glob("*/game.yaml")}
    assert games
    named_game = re.compile(rf"\b(?:{'|'.join(sorted(games))})\b")
    imports = [path for path in python("ruleset_core") for name in imported(path) if name.split(".")[0] == "games"]
    named = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in python("ruleset_core")
        if path != ROOT / "ruleset_core" / "__init__.py" and "cli" not in path.parts
        for line, text in literals(path)
        if named_game.search(text)
    ]
    assert (imports, named) == ([], [])


# -- what the files say -----------------------------------------------------------------------------------------

FORBIDDEN = {
    "a path of a machine": r"/[w]ork\b|/tmp/[t]eam|\.[l]ibrary\b",  # brackets, so that it does not stand here itself
    "the folder beside the project": r"\.\./shared|\bshared/(facts|reference|rules)",
    "a file of rules": r"(?i)\b[\w-]*(rulebook|rules|reglas)[\w-]*\.pdf\b",
    "the host of a package registry": r"pypi\.org|pythonhosted\.org|registry\.npmjs|crates\.io|proxy\.golang\.org|rubygems\.org|conda\.anaconda",
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_mentions(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what])
    found = [
        f"{path.relative_to(ROOT)}:{text[: match.start()].count(chr(10)) + 1}: {match.group()}"
        for path, text in texts()
        if (match := pattern.search(text))
    ]
    assert found == []


def test_files_are_text_with_unix_line_ends() -> None:
    assert [
        str(path.relative_to(ROOT))
        for path, text in texts()
        if "\r\n" in text and path.suffix in {".py", ".yaml", ".md", ".toml"}
    ] == []


# -- figures that are shown are those that count ------------------------------------------------------------------

RAW = {
    "facts": "the facts of a card as they are printed",
    "printed": "a figure as it is printed",
    "program": "what the rules are made of",
    "vocabulary": "what the rules are made of",
    "source": "what the rules are made of",
    "documents": "the files of the data",
}
"""What commands and what games bring must not read: they ask `glossary.figure` or `figures_of`, which tell what counts."""
HELD = {"figures", "amounts", "last"}
"""Parts of observations that hold figures: `Names` reads them."""
READERS = {
    "ruleset_core/cli/commands/listings.py: source",  # the script of a shell
    "ruleset_core/cli/card_tables.py: facts",  # the facts that a kind declares, as columns and to write a card that is not there yet
    "ruleset_core/web/page_api.py: source",  # where a picture comes from
    "ruleset_core/play/lookup/card_facts.py: printed",  # tells what is printed beside what counts
    "ruleset_core/play/lookup/card_facts.py: amounts",
}


def raw(path: Path) -> Iterator[str]:
    """The attributes of a module by which it gets at figures that may not count, and parts of observations that hold them."""
    name = path.relative_to(ROOT).as_posix()
    yield from (f"{name}: {node.attr}" for node in nodes(path, ast.Attribute) if node.attr in RAW)
    keys = [node.slice for node in nodes(path, ast.Subscript)]
    for node in nodes(path, ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            keys += node.args[:1]
    yield from (f"{name}: {key.value}" for key in keys if isinstance(key, ast.Constant) and key.value in HELD)


def test_commands_show_no_raw_figures() -> None:
    walled = {"games", "cli", "lookup", "web"}
    shown = [path for path in python("ruleset_core", "games") if walled & {*path.relative_to(ROOT).parts}]
    assert {each for path in shown for each in raw(path)} == READERS


def test_a_raw_figure_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    module = tmp_path / "games" / "shown.py"
    module.parent.mkdir()
    module.write_text(
        "def f(card, seen):\n    return card.facts['hire'], seen['figures'], card.name\n", encoding="utf-8"
    )
    assert sorted(raw(module)) == ["games/shown.py: facts", "games/shown.py: figures"]
