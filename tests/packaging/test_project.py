"""What the documents and the project file say is so."""

import ast
import os
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.metadata import distributions
from pathlib import Path

import pytest

from ruleset_core.cli.parameters import command_line
from ruleset_core.version import __version__

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
    assert calls == [["-P", "-m", "ruleset_core", "play", "--resume", "old.ruleset"]]  # no other game is put before it
    assert command_line("play --resume") == "python3 dev.py play --resume"
    assert command_line("replay") == "python3 dev.py run replay"
    monkeypatch.setenv("RULESET_TYPED", "")
    assert command_line("replay") == "ruleset replay"


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


@pytest.fixture
def made(monkeypatch, tmp_path):
    """The script with an environment that is there and empty, and what pip was asked for."""
    monkeypatch.syspath_prepend(str(ROOT))
    script = import_module("dev")
    asked = []
    monkeypatch.setattr(script, "STAMP", tmp_path / "stamp")
    monkeypatch.setattr(script, "SCRIPTS", tmp_path)
    monkeypatch.setattr(script, "healthy", lambda: True)
    monkeypatch.setattr(script, "packages", lambda: tmp_path)
    monkeypatch.setattr(script, "watched", lambda command: asked.append(command) or (0, ""))
    monkeypatch.setattr(script, "run", lambda _command, _rest: 0)
    return script, asked


def test_dev_says_when_nothing_can_be_installed(made, monkeypatch, capsys):
    script, _ = made
    monkeypatch.setattr(script, "watched", lambda _command: (1, "  Temporary failure in name resolution"))
    assert script.main(["play"]) == 1
    assert "is there a network?" in capsys.readouterr().err


def test_dev_installs_an_extra_when_it_is_asked_for_and_once(made, capsys):
    script, asked = made
    for words in (["play"], ["run", "list"], ["play", "--full"], ["run", "play", "pig", "--full"], ["play"]):
        assert script.main(words) == 0
    assert [any(word.startswith("textual") for word in command) for command in asked] == [False, True]
    assert "the whole screen" in capsys.readouterr().err
    assert script.main(["serve"]) == 0
    assert any(word.startswith("starlette") for word in asked[-1])
    assert any(word.startswith("textual") for word in asked[-1])  # what was there is kept up to date with it
    assert script.main(["run", "serve"]) == 0
    assert script.main(["lint"]) == 0
    assert script.main(["serve"]) == 0
    wanted = PROJECT["project"]["optional-dependencies"]
    assert {*wanted["full"], *wanted["test"], *wanted["web"], *PROJECT["project"]["dependencies"]} <= set(asked[3])
    assert len(asked) == 4


def test_dev_goes_on_where_the_whole_screen_cannot_be_installed(made, monkeypatch, capsys):
    script, _ = made
    assert script.main(["play"]) == 0
    monkeypatch.setattr(script, "watched", lambda _command: (1, "ERROR: no wheel"))
    assert script.main(["play", "--full"]) == 1
    assert "everything but `--full` works without it" in capsys.readouterr().err
    assert script.main(["play"]) == 0


def test_what_few_tests_need_is_installed_when_somebody_asks(made, capsys):
    script, asked = made
    assert script.main(["test"]) == 0
    wanted = PROJECT["project"]["optional-dependencies"]
    assert set(wanted["test"]) <= set(asked[-1])
    assert not set(wanted["test-all"]) & set(asked[-1])
    assert script.main(["install", "all"]) == 0
    assert {*wanted["test"], *wanted["test-all"]} <= set(asked[-1])
    assert script.main(["install", "all"]) == 0
    assert len(asked) == 2, "it is installed already"
    assert script.main(["install", "ray"]) == 1
    assert "`python3 dev.py install all`" in capsys.readouterr().err


def test_dev_that_was_stopped_starts_the_step_again(made, monkeypatch, capsys):
    script, asked = made
    stopped = iter([KeyboardInterrupt, None])

    def watched(command):
        if stop := next(stopped):
            raise stop
        return asked.append(command) or (0, "")

    monkeypatch.setattr(script, "watched", watched)
    assert script.main(["play"]) == 130
    assert "the next run starts this step again" in capsys.readouterr().err
    assert script.main(["play"]) == 0
    assert len(asked) == 1


def test_pip_knows_the_checkout_that_dev_links(made, tmp_path):
    """So that `pip install 'ruleset[lab]'` in the environment takes no package of that name from elsewhere."""
    script, _ = made
    script.link(tmp_path)
    script.link(tmp_path)  # again, in place of the first
    (known,) = distributions(name="ruleset", path=[str(tmp_path)])
    assert known.version == __version__
    assert set(known.metadata.get_all("Provides-Extra")) == PROJECT["project"]["optional-dependencies"].keys()
    assert "textual>=8; extra == 'full'" in known.requires
    assert any(each.endswith("(python_version < '3.14') and extra == 'test-all'") for each in known.requires)
    assert all(Path(str(file.locate())).exists() for file in known.files)
    assert (tmp_path / "ruleset.pth").read_text(encoding="utf-8").strip() == str(ROOT)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Collecting click>=8.1", "  click"),
        ("Collecting attrs>=22.2.0 (from jsonschema>=4.20)", "  attrs"),
        ("Processing /wheels/typing_extensions-4.16.0-py3-none-any.whl (from pydantic>=2.7)", "  typing-extensions"),
        ("Installing collected packages: lark, click", "... unpacking"),
        ("  Downloading click-8.5.1-py3-none-any.whl (126 kB)", ""),
    ],
)
def test_progress_names_packages(line, shown):
    assert import_module("dev").step(line) == shown


def test_progress_is_one_line_and_errors_are_kept(capfd):
    program = "print('Collecting a'); print('Collecting b'); print('ERROR: none'); raise SystemExit(3)"
    assert import_module("dev").watched([sys.executable, "-c", program])[0] == 3
    assert capfd.readouterr().err == "  a  b\n"


def test_pip_is_unpacked_from_the_wheel_that_python_brings(monkeypatch, tmp_path):
    """And is not taken to be there before all of it is."""
    script = import_module("dev")
    wheel = script.pip_wheel()
    if wheel is None:
        pytest.skip("this Python keeps the wheel of pip elsewhere")
    monkeypatch.setattr(script.zipfile.ZipFile, "_extract_member", lambda _self, name, *_rest: order.append(name))
    order: list[str] = []
    script.unpack(wheel, tmp_path)
    assert order[-1] == "pip/__init__.py"


def test_ci_calls_the_test_command_of_the_readme():
    calls = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "python3 dev.py test" in README
    assert "python3 dev.py test" in calls
    assert "python3 dev.py lint" in calls
    assert "RULESET_BROWSER=required" in calls
    assert "RULESET_NODE=required" in calls
    for program in ("chromium-headless-shell", "npx"):  # without them something would be left out with a line
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
