"""The extension for VS Code: its grammar knows the words of the language, its manifest is whole, and its bundle starts the server."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from ruleset_core.version import __version__
from tests.conftest import ROOT
from tests.editors import vscode_grammar

HOME = ROOT / "editors" / "vscode"
BUNDLE = HOME / "dist" / "extension.js"


def manifest() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((HOME / "package.json").read_text(encoding="utf-8"))
    return found


def test_the_grammar_is_written_from_the_language() -> None:
    assert vscode_grammar.FILE.read_text(encoding="utf-8") == vscode_grammar.text(), (
        "python -m tests.editors.vscode_grammar"
    )
    assert {"do", "effect", "where", "until"} <= set(vscode_grammar.language_keys())
    words = vscode_grammar.grammar()["repository"]["effect"]["patterns"]
    named = {each["name"]: each["match"] for each in words}
    assert re.search(named["keyword.control.ruleset"], "choose")
    assert not re.search(named["keyword.control.ruleset"], "chosen")


def test_texts_of_the_language_are_found_in_yaml() -> None:
    block, listed, line, braces = vscode_grammar.grammar()["patterns"]
    assert re.search(block["begin"], "    do: |")
    assert re.search(listed["begin"], "  - do: |")
    assert re.search(line["begin"], "    until: points > 9")
    assert not re.search(line["begin"], "    until: |")
    assert not re.search(line["begin"], "    title: Until")
    assert re.search(braces["begin"], "{where: a == 1, b: c}")


def test_the_manifest_is_whole() -> None:
    found = manifest()
    assert found["version"] == __version__
    assert all(
        re.fullmatch(r"[0-9.]+", each) for key in ("dependencies", "devDependencies") for each in found[key].values()
    )
    asked = re.findall(r'get<[^>]*>\("(\w+)"\)', (HOME / "src" / "extension.ts").read_text(encoding="utf-8"))
    assert {f"ruleset.{each}" for each in asked} == set(found["contributes"]["configuration"]["properties"])
    for name in (found["icon"], *(each["path"] for each in found["contributes"]["grammars"])):
        assert (HOME / name).is_file()


@pytest.mark.slow
@pytest.mark.skipif(not BUNDLE.is_file() or shutil.which("node") is None, reason="`python3 dev.py vscode` builds it")
def test_the_bundle_starts_the_server_and_shows_what_it_finds(tmp_path: Path) -> None:
    pytest.importorskip("pygls")
    game = shutil.copytree(ROOT / "examples" / "pig", tmp_path / "pig")
    text = (game / "game.yaml").read_text(encoding="utf-8")
    (game / "game.yaml").write_text(text.replace("roll face;", "rol face;"), encoding="utf-8")
    program = tmp_path / "ruleset"
    program.write_text(
        f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m ruleset_core "$@"\n', encoding="utf-8"
    )
    program.chmod(0o755)
    script = Path(__file__).with_name("start_extension.cjs")
    command = ["node", str(script), str(BUNDLE), str(program), str(game), str(game / "game.yaml")]
    run = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)
    assert run.returncode == 0, run.stderr
    assert [each["code"] for each in json.loads(run.stdout)] == ["E302"]


@pytest.mark.skipif(not [*HOME.glob("*.vsix")], reason="`python3 dev.py vscode` packs it")
def test_the_package_holds_what_the_manifest_names_and_whose_code_is_in_it() -> None:
    with zipfile.ZipFile(max(HOME.glob("*.vsix"))) as packed:
        names = {each.removeprefix("extension/") for each in packed.namelist()}
        said = packed.read("extension/THIRD-PARTY.txt").decode()
    assert {manifest()["icon"], "dist/extension.js", "effects.tmLanguage.json", "LICENSE.txt", "package.json"} <= names
    assert not any(each.startswith(("src", "node_modules")) for each in names)
    assert all(f"{name} " in said for name in manifest()["dependencies"])
