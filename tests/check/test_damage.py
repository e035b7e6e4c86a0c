"""Where the shape of a file is broken, what depends on it is not checked: no correct line of another file is accused."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from ruleset_core.check.checker import check_paths
from tests.check.inn import FILES, lay_inn

LONG = bool(os.environ.get("RULESET_LONG"))
FEW = 24
"""How many of all breaks are tried, unless `RULESET_LONG` asks for all."""


def _tab(line: str) -> str:
    return re.sub(r"^ +", "\t", line)


def _unknown_key(line: str) -> str:
    return re.sub(r"^( *(?:- )?)(?=[\w.]+:)", r"\1unheard_of: 7\n\1", line)


def _no_colon(line: str) -> str:
    return re.sub(r"^( *(?:- )?\w+):(?= |$)", r"\1", line)


def _no_brace(line: str) -> str:
    return line[: line.rindex("}")] + line[line.rindex("}") + 1 :] if "}" in line else line


def _wrong_type(line: str) -> str:
    return re.sub(r": (\w+)(?=[,}])", r": [\1, {a: b}]", line, count=1)


def _misspelt_key(line: str) -> str:
    return re.sub(
        r"\b(name|provenance|members|facts|params|amount|effect|event|after|is|of|do|id)(?=:)", r"\1q", line, count=1
    )


def _unknown_choice(line: str) -> str:
    return line.replace("provenance: house", "provenance: hous").replace("turns: once", "turns: onc")


BREAKS: tuple[Callable[[str], str], ...] = (
    _tab, _unknown_key, _no_colon, _no_brace, _wrong_type, _misspelt_key, _unknown_choice,
)  # fmt: skip


def _changed(name: str, line: str) -> list[str]:
    """One line of a file, broken in every way that there is."""
    if name.endswith(".csv"):
        return [
            line.replace(",", ",,", 1),
            line.split(",", maxsplit=1)[0] + "\n",
            line.replace(",", ',"', 1),
            "," + line,
        ]
    return [new for change in BREAKS if (new := change(line)) != line]


def broken_files() -> list[tuple[str, int, str]]:
    """Each file with one line broken: its name, the line, and what the file says then."""
    made = []
    for name, text in FILES.items():
        lines = text.splitlines(keepends=True)
        for at, line in enumerate(lines):
            made += [(name, at + 1, "".join([*lines[:at], new, *lines[at + 1 :]])) for new in _changed(name, line)]
    return made


def accused(name: str, text: str, around: Path) -> tuple[list[str], bool]:
    """What is told of other files when one file is broken; whether its shape is broken."""
    path = around / name
    path.write_text(text, encoding="utf-8")
    try:
        found = check_paths([around / each for each in ("inn", "harvest", "inn_late")], roots=[around]).diagnostics
    finally:
        path.write_text(FILES[name], encoding="utf-8")
    shape = any(Path(each.span.file) == path and each.code[:2] in {"E0", "E1"} for each in found)
    told = [
        f"{each.code} {Path(each.span.file).relative_to(around)}:{each.span.line} {each.message}"
        for each in found
        if Path(each.span.file) != path and each.code != "E428"  # that the game a variant is like has mistakes
    ]
    return told, shape


@pytest.mark.slow
def test_no_other_file_is_accused(tmp_path):
    lay_inn(tmp_path)
    assert check_paths([tmp_path / each for each in ("inn", "harvest", "inn_late")], roots=[tmp_path]).diagnostics == ()
    breaks = broken_files()
    tried, wrong = 0, []
    for name, line, text in breaks if LONG else Random(5).sample(breaks, FEW):
        told, shape = accused(name, text, tmp_path)
        tried += shape
        if shape and told:
            wrong.append((f"{name}:{line} {text.splitlines()[line - 1]}", told))
    assert tried >= FEW // 2
    assert wrong == []


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("harvest/expansion.yaml", "    take: {members", "\ttake: {members"),
        ("harvest/expansion.yaml", "provenance: house\n", ""),
        ("harvest/expansion.yaml", "extend:\n", "look: {signs: {coin: {sign: starr}}}\nextend:\n"),
        ("inn/board.yaml", "  mood: {members", "  mood: {member"),
        ("harvest/cards/tools.yaml", "kind: tool", "kind: tol"),
        ("harvest/cards/charms.csv", "ribbon,", ","),
        ("inn_late/game.yaml", "extend:", "extendd:"),
    ],
)
def test_a_broken_file_is_the_only_one_that_is_told_of(tmp_path, name, old, new):
    lay_inn(tmp_path)
    assert old in FILES[name]
    told, _ = accused(name, FILES[name].replace(old, new, 1), tmp_path)
    assert told == []


def test_a_mistake_that_depends_on_nothing_broken_is_told_all_the_same(tmp_path):
    lay_inn(tmp_path)
    rules = tmp_path / "harvest/rules.yaml"
    rules.write_text(FILES["harvest/rules.yaml"].replace("shuffle barn", "shufle barn"), encoding="utf-8")
    told, _ = accused("inn_late/game.yaml", FILES["inn_late/game.yaml"].replace("extend:", "extendd:"), tmp_path)
    assert [each.split(":")[0] for each in told] == ["E302 harvest/rules.yaml"]
