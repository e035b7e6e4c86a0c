"""What the documents and the project file say is so."""

import ast
import os
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from ruleset_core.cli.common import typed

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_included_games_are_no_plugins():
    """Entry points are for games of others: those included are found beside their data, however this is installed."""
    assert "entry-points" not in PROJECT["project"]
    games = {file.parent.name for file in (ROOT / "data").glob("*/game.yaml")}
    assert {file.parent.name for file in (ROOT / "games").glob("*/__init__.py")} == games


def test_flow_of_pig_in_the_readme_is_the_flow_of_pig():
    shown = README.split("```yaml\n")[1].split("```")[0].split()
    words = (ROOT / "examples" / "pig" / "game.yaml").read_text(encoding="utf-8").split()
    assert all(word in words for word in shown)


def test_python_of_the_readme_runs(capsys):
    program = README.split("```python\n")[1].split("```")[0]
    exec(compile(ast.parse(program), "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("[")


def test_links_of_the_documents_lead_somewhere():
    """Headings within documents are looked for in tests/docs."""
    for document in ("README.md", "CONTRIBUTING.md"):
        text = (ROOT / document).read_text(encoding="utf-8")
        targets = [part.split(")")[0] for part in text.split("](")[1:]]
        files = [target.partition("#")[0] for target in targets if "://" not in target]
        assert [file for file in files if not (ROOT / file).exists()] == []


def dev(*words, python=sys.executable, **environment):
    command = [python, str(ROOT / "dev.py"), *words]
    variables = dict(os.environ, **environment)
    return subprocess.run(command, capture_output=True, text=True, check=False, env=variables, cwd="/")


def test_dev_explains_itself():
    assert "dev.py play" in dev("--help").stdout
    assert dev().returncode == 0


def test_dev_refuses_what_it_does_not_know():
    outcome = dev("paly")
    assert outcome.returncode == 2
    assert "There is no `dev.py paly`" in outcome.stderr


def test_who_plays_by_dev_is_told_what_to_type_there(monkeypatch):
    script = import_module("dev")
    calls = []
    monkeypatch.setattr(script, "start", lambda command: calls.append(command[1:]) or 0)
    monkeypatch.setenv("RULESET_TYPED", "")
    monkeypatch.chdir(ROOT)
    script.run("play", ["--resume", "old.ruleset"])
    assert calls == [["play", "--resume", "old.ruleset"]]  # no other game is put before it
    assert typed("play --resume") == "python3 dev.py play --resume"
    assert typed("replay") == "python3 dev.py run replay"
    monkeypatch.setenv("RULESET_TYPED", "")
    assert typed("replay") == "ruleset replay"


def test_dev_says_when_python_is_too_old(monkeypatch, capsys):
    monkeypatch.syspath_prepend(str(ROOT))
    script = import_module("dev")
    monkeypatch.setattr(script, "OLDEST", (99, 0))
    monkeypatch.setattr(script, "NEWER", ("no-such-python",))
    assert script.main(["play"]) == 1
    assert "ruleset needs Python 99.0 or newer" in capsys.readouterr().err


def test_dev_says_when_venv_is_missing(monkeypatch, capsys, tmp_path):
    monkeypatch.syspath_prepend(str(ROOT))
    script = import_module("dev")
    monkeypatch.setattr(script, "PYTHON", str(tmp_path / "none"))
    monkeypatch.setattr(script, "STAMP", tmp_path / "none")
    monkeypatch.setattr(script, "find_spec", lambda _name: None)
    assert script.main(["play"]) == 1
    assert "python3-venv" in capsys.readouterr().err


def test_dev_says_when_nothing_can_be_installed(monkeypatch, capsys, tmp_path):
    monkeypatch.syspath_prepend(str(ROOT))
    script = import_module("dev")
    monkeypatch.setattr(script, "STAMP", tmp_path / "none")
    monkeypatch.setattr(script, "healthy", lambda: True)
    monkeypatch.setattr(script, "quietly", lambda _command: (1, "  Temporary failure in name resolution"))
    assert script.main(["play"]) == 1
    assert "is there a network?" in capsys.readouterr().err


def test_dev_goes_on_where_the_whole_screen_cannot_be_installed(monkeypatch, capsys, tmp_path):
    monkeypatch.syspath_prepend(str(ROOT))
    script = import_module("dev")
    monkeypatch.setattr(script, "STAMP", tmp_path / "stamp")
    monkeypatch.setattr(script, "healthy", lambda: True)
    monkeypatch.setattr(script, "quietly", lambda command: (int(command[-1].endswith("[full]")), "ERROR: no wheel"))
    monkeypatch.setattr(script, "run", lambda _command, _rest: 0)
    assert script.main(["play"]) == 0
    assert "everything works without it but `play --full`" in capsys.readouterr().err


def test_ci_calls_the_test_command_of_the_readme():
    calls = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "python3 dev.py test" in README
    assert "python3 dev.py test" in calls
    assert "python3 dev.py lint" in calls
    assert "RULESET_BROWSER=required" in calls
    for program in ("chromium", "npx"):  # without them something would be left out with a line
        assert f"if ! command -v {program} " in calls
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


@pytest.mark.parametrize("there", [None, "/usr/bin/npx"])
def test_scripts_and_styles_are_linted_where_there_is_npm(there, monkeypatch, capsys):
    monkeypatch.syspath_prepend(str(ROOT))
    script = import_module("dev")
    started = []
    monkeypatch.setattr(script, "which", lambda _name: there)
    monkeypatch.setattr(script, "start", lambda command, _folder: started.append(command) or int(command[0] == there))
    assert script.lint() == int(there is not None)  # what it finds counts
    assert (started[-1][0] == there) == (there is not None)
    assert len(started) == len(script.LINTERS) + (there is not None)
    assert ("no npx here" in capsys.readouterr().err) == (there is None)
