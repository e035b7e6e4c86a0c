"""The walls of the project: what holds for every file, whoever writes it."""

from __future__ import annotations

import ast
import csv
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
LONGEST = 450
"""Most lines of a module."""


@cache
def tracked() -> tuple[Path, ...]:
    """The files of the project: those of the repository, or all that are here where there is none (a source archive)."""
    run = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if run.returncode == 0:
        return tuple(ROOT / name for name in run.stdout.split("\0") if name and (ROOT / name).is_file())
    folders = ("data", "docs", "examples", "games", "ruleset_core", "tests")
    return tuple(path for folder in folders for path in sorted((ROOT / folder).rglob("*")) if path.is_file())


def python(*folders: str) -> list[Path]:
    return [path for path in tracked() if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in folders]


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
        found.update(yaml.safe_load(path.read_text(encoding="utf-8"))["cards"])
    for path in (ROOT / "data" / game).rglob("cards/*.csv"):
        _, *rows = csv.reader(path.read_text(encoding="utf-8-sig").splitlines())
        found.update(row[0] for row in rows if row)
    return frozenset(found)


def forbidden(path: Path) -> frozenset[str]:
    """The cards that a module must not name: any; but in a game another's card may be called like what the game declares."""
    top, game, *_ = path.relative_to(ROOT).parts
    return card_ids() - (declared(game) - cards_of(game)) if top == "games" else card_ids()


@cache
def declared(game: str) -> frozenset[str]:
    """The names of the fields of a game."""
    files = (yaml.safe_load(path.read_text(encoding="utf-8")) for path in (ROOT / "data" / game).glob("*.yaml"))
    return frozenset(name for file in files for name in file.get("state") or ())


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """The string literals of a module, docstrings and parts of f-strings included, with their lines."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


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
    """A game is data like any other; only the help of commands, and of the package, shows one as an example."""
    games = {path.parent.name for path in (ROOT / "data").glob("*/game.yaml")}
    assert games
    imports = [path for path in python("ruleset_core") for name in imported(path) if name.split(".")[0] == "games"]
    named = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in python("ruleset_core")
        if path != ROOT / "ruleset_core" / "__init__.py" and "cli" not in path.parts
        for line, text in literals(path)
        if any(re.search(rf"\b{game}\b", text) for game in games)
    ]
    assert (imports, named) == ([], [])


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def test_import_contracts_are_kept() -> None:
    command = [
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports_command; lint_imports_command()",
        "--no-cache",
    ]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.search(r"([4-9]|[1-9][0-9]) kept, 0 broken", run.stdout)


# -- modules ----------------------------------------------------------------------------------------------------


def test_modules_are_short() -> None:
    lengths = {
        path: len(path.read_text(encoding="utf-8").splitlines()) for path in python("ruleset_core", "games", "tests")
    }
    longest = sorted(lengths.items(), key=lambda each: -each[1])[:5]
    shown = ", ".join(f"{path.relative_to(ROOT)} {count}" for path, count in longest)
    assert longest[0][1] <= LONGEST, f"the longest modules: {shown}"
    core = sorted(count for path, count in lengths.items() if path.is_relative_to(ROOT / "ruleset_core"))
    assert core[len(core) // 2] <= 150


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
    "ruleset_core/cli/commands/completion.py: source",  # the script of a shell
    "ruleset_core/cli/showing/cards.py: facts",  # the facts that a kind declares, as columns
    "ruleset_core/cli/making/new_card.py: facts",  # the facts that a kind declares, to write a card that is not there yet
    "ruleset_core/lookup/cards.py: printed",  # tells what is printed beside what counts
    "ruleset_core/lookup/names.py: amounts",
}


def raw(path: Path) -> Iterator[str]:
    """The attributes of a module by which it gets at figures that may not count, and parts of observations that hold them."""
    name = path.relative_to(ROOT).as_posix()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Attribute) and node.attr in RAW:
            yield f"{name}: {node.attr}"
        key = node.slice if isinstance(node, ast.Subscript) else None
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "get"
            and node.args
        ):
            key = node.args[0]
        if isinstance(key, ast.Constant) and key.value in HELD:
            yield f"{name}: {key.value}"


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


# -- data never runs Python -------------------------------------------------------------------------------------

ALLOWED = {
    "eval": {
        "ruleset_core/lang/evaluate/inlining.py",  # its own templates; what the data has is handed in as values
    },
    "exec": {"ruleset_core/engine/spelled.py"},
    "compile": {"ruleset_core/engine/spelled.py"},
    "exec_module": {
        "ruleset_core/bots/own.py",  # a file that was named where the program was started
        "ruleset_core/plugin.py",  # the hooks of included games, which lie beside this package
    },
    "import_module": {
        "ruleset_core/__init__.py",  # names of the package itself
        "ruleset_core/bots/own.py",  # a module that was named where the program was started
        "ruleset_core/cli/group.py",  # commands by their own names
        "ruleset_core/engine/hooks.py",  # the hooks a registered plugin names
        "ruleset_core/lang/serialize/classes.py",  # modules of a fixed list, whose dataclasses stored games are made of
        "ruleset_core/rl/__init__.py",  # names of the package itself
    },
}
"""Calls that could run what data says, and the modules that may use them."""
WATCHED = {"exec", "eval", "compile", "__import__", "import_module", "exec_module", "run_path", "run_module"}
NATIVE = {"ctypes", "cffi", "wasmtime"}
MODULES = {"pickle", "marshal", "shelve", "dill", "runpy", "imp", "code", "codeop"}


def calls(path: Path) -> Iterator[tuple[ast.Call, str, str]]:
    """Calls of a module: the name that is called, and what it is looked up in ("" for a bare name)."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                yield node, node.func.id, ""
            elif isinstance(node.func, ast.Attribute):
                yield node, node.func.attr, ast.unparse(node.func.value)


def test_nothing_is_run_but_by_name() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{call.lineno}: {name}"
        for path in python("ruleset_core", "games")
        for call, name, owner in calls(path)
        if name in WATCHED and owner != "re" and path.relative_to(ROOT).as_posix() not in ALLOWED.get(name, ())
    ]
    assert found == []


def test_generated_code_is_run_in_one_place() -> None:
    runs = [
        path
        for path in python("ruleset_core", "games")
        for _, name, owner in calls(path)
        if name == "exec" and not owner
    ]
    assert runs == [ROOT / "ruleset_core" / "engine" / "spelled.py"]


PIPED = {
    "ruleset_core/check/aside.py: pickle",  # what a process that was forked from this one found,
    "ruleset_core/model/reading/quick.py: marshal",  # and plain data that it read: both come through a pipe of our own
}


def test_no_module_can_unpack_objects() -> None:
    """Never those that a file or another program holds."""
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in python("ruleset_core", "games")
        for name in imported(path)
        if name.split(".")[0] in MODULES
    }
    assert found == PIPED
    unpacked = [
        f"{path.relative_to(ROOT)}: {owner}"
        for path in python("ruleset_core", "games")
        for _, name, owner in calls(path)
        if owner in MODULES and name in {"load", "loads"}
    ]
    assert sorted(unpacked) == sorted(PIPED)


def test_native_code_is_loaded_in_one_place() -> None:
    users = {
        path.parent
        for path in python("ruleset_core", "games")
        for name in imported(path)
        if name.split(".")[0] in NATIVE
    }
    assert users == {ROOT / "ruleset_core" / "native"}


def test_yaml_is_read_by_safe_loaders_alone() -> None:
    found = []
    for path in python("ruleset_core", "games"):
        source = path.read_text(encoding="utf-8")
        if re.search(r"\bC?(Unsafe|Full)Loader\b|unsafe_load|full_load|yaml\.C?Loader\b", source):
            found.append(str(path.relative_to(ROOT)))
        for call, name, owner in calls(path):
            if owner == "yaml" and name in {"load", "load_all"} and "SafeLoader" not in ast.unparse(call):
                found.append(f"{path.relative_to(ROOT)}:{call.lineno}")
    assert found == []


def test_yaml_is_read_by_one_reader() -> None:
    """One set of limits: no depth, no alias and no size gets past it on another way."""
    readers = {
        path.relative_to(ROOT).as_posix() for path in python("ruleset_core", "games") if "yaml" in imported(path)
    }
    assert readers == {
        f"ruleset_core/model/reading/{name}.py" for name in ("parsing", "yamlpos", "reader", "quick")
    }  # quick has reader's limits
    loads = [path for path in python("ruleset_core", "games") for _, _, owner in calls(path) if owner == "yaml"]
    assert loads == []


OPENERS = {
    "ruleset_core/files.py",  # what others made: never waits, refuses what is no ordinary file
    "ruleset_core/cli/making/new_game.py",  # the rest open what is ours: templates,
    "ruleset_core/cli/printed/streams.py",  # the null device,
    "ruleset_core/lang/syntax/table.py",  # the grammar,
    "ruleset_core/lang/syntax/read.py",  # and its tables,
    "ruleset_core/model/outward/published.py",  # schemas,
    "ruleset_core/testing/goldens.py",  # goldens,
    "ruleset_core/sim/lines.py",  # games that were played, to be added to,
    "ruleset_core/sim/writing.py",  # tables of games,
    "ruleset_core/check/aside.py",  # and pipes between processes of our own
}


def test_files_of_others_are_opened_in_one_place() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{call.lineno}: {owner}.{name}"
        for path in python("ruleset_core", "games")
        for call, name, owner in calls(path)
        if ((name in {"read_text", "read_bytes"} and owner) or (name == "open" and owner != "os"))
        and path.relative_to(ROOT).as_posix() not in OPENERS
        and not path.is_relative_to(ROOT / "ruleset_core" / "pages")  # and pages of the reference
    ]
    assert found == []
