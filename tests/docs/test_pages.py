"""What the documents show is so: their files are written, checked and played, their commands and programs run."""

from __future__ import annotations

import contextlib
import doctest
import io
import shlex
import sys
from pathlib import Path
from random import Random

import pytest
import yaml

from ruleset_core import LoadError, load
from ruleset_core.cli import main
from ruleset_core.play import bots
from tests.docs.pages import ROOT, Block, Command, blocks, commands, merged, pages, title
from tests.lang.compare import Executors

RUN = ("yaml", "python", "console")
SHOWN = ("text", "sh", "toml", "json", "lua", "ini", "diff", "pycon")  # test_docstrings runs `pycon`


@pytest.mark.slow
@pytest.mark.parametrize("page", pages(), ids=title)
def test_what_a_page_shows_is_so(page: Path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("RULESET_PATH", "FORCE_COLOR", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {
        "RULESET_STATE": "state",
        "RULESET_GAMES": "games",
        "RULESET_LANG": "en",
        "COLUMNS": "80",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(bots, "_FACTORIES", dict(bots._FACTORIES))  # a page may register a bot
    space: dict[str, object] = {"__name__": "page"}
    for block in blocks(page):
        place = f"{title(page)}:{block.line}"
        assert block.language in RUN + SHOWN, f"{place}: a block of `{block.language}`"
        if block.what in {"file", "whole"}:
            _write(tmp_path / block.rest, block)
        elif block.what == "delete":
            (tmp_path / block.rest).unlink()
        elif block.what == "say":
            continue  # tests/docs/test_how_do_i_say.py
        elif block.what == "quote":
            _quoted(block, place)
        elif block.language == "console" and block.what != "skip":
            for command in commands(block.body):
                _run(command, int(block.rest) if block.what == "exit" else 0, place)
        elif block.language == "python" and block.what != "skip":
            exec(compile("\n" * block.line + block.body, str(page), "exec"), space)
        else:
            assert block.language != "yaml" or block.what or page.parent == ROOT, f"{place}: YAML nobody tries"
    for game in sorted(tmp_path.rglob("game.yaml")):
        _played(game.parent, title(page))


def _played(directory: Path, page: str) -> None:
    """A game that a page leaves behind is the same game with every executor."""
    try:
        game = load(directory)
    except LoadError:
        return  # the page shows what is wrong with it
    found = Executors(game).disagreement(game.players[0], 1, Random(1).randrange, 6)
    assert not found, f"{page}, {directory.name}: {found}"


def _write(file: Path, block: Block) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    old = file.read_text(encoding="utf-8") if file.exists() and block.what == "file" else ""
    file.write_text(merged(old, block.body) if block.what == "file" else block.body, encoding="utf-8")


def _quoted(block: Block, place: str) -> None:
    """Every value shown stands in the file; the file may say more."""
    file = ROOT / block.rest
    if block.language == "yaml":
        whole = yaml.safe_load(file.read_text(encoding="utf-8"))
        assert _within(yaml.safe_load(block.body), whole), f"{place}: not what {block.rest} says"
    else:
        assert block.body.strip() in file.read_text(encoding="utf-8"), f"{place}: not what {block.rest} says"


def _within(part: object, whole: object) -> bool:
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and _within(value, whole[key]) for key, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return all(any(_within(each, other) for other in whole) for each in part)
    return " ".join(str(part).split()) == " ".join(str(whole).split())


def _run(command: Command, code: int, place: str) -> None:
    words = shlex.split(command.words, comments=True)
    assert words[0] == "ruleset", f"{place}: only `ruleset` is run; `sh` is for other commands"
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    typed = io.TextIOWrapper(io.BytesIO(command.typed.encode()), encoding="utf-8")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), _stdin(typed):
        found = main(words[1:])
    out.seek(0)
    said = "".join(line.rstrip() + "\n" for line in out.read().splitlines())
    assert found == code, f"{place}: `{command.words}` ended with {found}\n{said}"
    if command.output.strip():
        wanted = "".join(line.rstrip() + "\n" for line in command.output.rstrip().splitlines())
        fits = doctest.OutputChecker().check_output(wanted, said.rstrip() + "\n", doctest.ELLIPSIS)
        assert fits, f"{place}: `{command.words}` printed\n{said}"


@contextlib.contextmanager
def _stdin(stream: io.TextIOWrapper):
    old, sys.stdin = sys.stdin, stream
    try:
        yield
    finally:
        sys.stdin = old
