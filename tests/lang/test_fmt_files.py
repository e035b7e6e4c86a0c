"""Formatting files: only texts of the language change, whole files or nothing is written."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import pytest
from click.testing import CliRunner, Result
from pydantic import BaseModel

from ruleset_core.authoring import files_under, format_all, format_file
from ruleset_core.cli.commands.data_files import fmt_command
from ruleset_core.discovery import DATA_ROOT, EXAMPLES_ROOT
from ruleset_core.lang import file_formatter
from ruleset_core.lang.file_formatter import format_document, language_at, model_of
from ruleset_core.model.schema.base import Effect, Expr
from ruleset_core.model.schema.documents import CardsFile, ExpansionFile, GameFile, PartFile
from ruleset_core.model.schema.scenario_files import ScenarioFile
from ruleset_core.model.yaml_documents import load_document, load_text

MESSY = """\
game: messy   # a game
name: {en: "gain  1  a", es: 'gain  1  a'}
players: 1..2
define:
  one: {amount: 1+1}
  two: {params: {a: int}, amount: "min( a,2 )"}
  three:
    condition: 'a>=1'
  four:
    effect: |
      # said first
      gain  1 coin;     # and last
      for each p in seat
      {
        gain 1 coin
      }

  five:
    effect: >
      gain   1  coin
  six: {amount: 3, name: {en: A, es: B}}
rules:
  - id: r
    when: {event: built, where: a==1, do: gain 1 coin;gain 2  coin}
flow:
  - phase: play
    do: gain
      2   coin
tie_breaks: [coin+1, "[a]"]
"""
TIDY = """\
game: messy   # a game
name: {en: "gain  1  a", es: 'gain  1  a'}
players: 1..2
define:
  one: {amount: 1 + 1}
  two: {params: {a: int}, amount: "min(a, 2)"}
  three:
    condition: 'a >= 1'
  four:
    effect: |
      # said first
      gain 1 coin;     # and last
      for each p in seat {
        gain 1 coin
      }

  five:
    effect: >
      gain   1  coin
  six: {amount: 3, name: {en: A, es: B}}
rules:
  - id: r
    when: {event: built, where: a == 1, do: gain 1 coin; gain 2 coin}
flow:
  - phase: play
    do: gain 2 coin
tie_breaks: [coin + 1, "[a]"]
"""


def formatted(text: str) -> str:
    document, problems = load_text(text, "f.yaml")
    assert document is not None, problems
    new, bad = format_document(document)
    assert bad == []
    return new


def test_only_the_language_changes() -> None:
    assert formatted(MESSY) == TIDY
    assert formatted(TIDY) == TIDY


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("tie_breaks: [(a)]\n", "tie_breaks: [a]\n"),
        ("tie_breaks:\n  - (f(a,b))\n", "tie_breaks:\n  - f(a, b)\n"),
        ("tie_breaks:\n  - a[ 1 ]\n", "tie_breaks:\n  - a[1]\n"),
        ("tie_breaks: ['a[ 1 ]']\n", "tie_breaks: ['a[1]']\n"),
        ("define: {a: {amount: (-1)}}\n", 'define: {a: {amount: "-1"}}\n'),
        ("define: {a: {effect: |\n", "define: {a: {effect: |\n"),
        ("define:\n  a:\n    effect: |-\n          gain  1 a\n    name: {en: a, es: b}\n", "define:\n  a:\n    effect: |-\n          gain 1 a\n    name: {en: a, es: b}\n"),
        ("define:\n  a:\n    effect: |2\n      gain  1 a\n", "define:\n  a:\n    effect: |2\n      gain  1 a\n"),
        ("define:\r\n  a:\r\n    effect: |\r\n      gain  1 a;\r\n      gain 2  a\r\n", "define:\r\n  a:\r\n    effect: |\r\n      gain 1 a;\r\n      gain 2 a\r\n"),
    ],
)  # fmt: skip
def test_scalars_of_all_styles(text: str, wanted: str) -> None:
    document, _ = load_text(text, "f.yaml")
    if document is None:
        assert text == wanted
        return
    assert formatted(text) == wanted


def test_what_the_models_call_language_is_found() -> None:
    def texts(model: type[BaseModel], path: tuple[str | int, ...] = ()) -> set[str]:
        """Every place of a model where its types say `Effect` or `Expr`, found another way."""
        found = set()
        for name, info in model.model_fields.items():
            found |= below(Annotated[info.annotation, *info.metadata, 0], (*path, info.alias or name))
        return found

    def below(kind: Any, path: tuple[str | int, ...]) -> set[str]:
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            return set() if path.count(path[-1]) > 1 or path.count("steps") > 1 else texts(kind, path)
        marks = {id(mark) for mark in getattr(kind, "__metadata__", ())}
        if marks & {id(get_args(Effect)[-1]), id(get_args(Expr)[-1])}:
            assert language_at(root, path) is not None, path
            return {str(path[-1])}
        found = set()
        for place, inner in enumerate(get_args(kind)[:1] if hasattr(kind, "__metadata__") else get_args(kind)):
            step = {dict: ("x",), tuple: (0,), list: (0,)}.get(get_origin(kind) or type(None), ())
            if get_origin(kind) is dict and place == 0:
                continue
            found |= below(inner, (*path, *step))
        return found

    names: set[str] = set()
    for root in (GameFile, PartFile, ExpansionFile, CardsFile, ScenarioFile):
        names |= texts(root)
    wanted = {
        "effect",
        "do",
        "overflow",
        "amount",
        "condition",
        "when",
        "where",
        "unless",
        "until",
        "first",
        "in_play",
        "requires",
        "score",
        "add",
        "set",
        "x",
        "0",
    }
    assert names >= wanted - {"0", "x"}


@pytest.mark.parametrize(
    "path",
    [
        ("name", "en"),
        ("define", "x", "name", "en"),
        ("players",),
        ("sets", "a", "members", "b", "fact"),
        ("nothing", "here"),
    ],
)
def test_other_texts_are_no_language(path: tuple[str, ...]) -> None:
    assert language_at(GameFile, path) is None


@pytest.mark.parametrize(
    "path",
    [
        ("rules", 0, "when", "do"),
        ("rules", 0, "when", 0, "do"),
        ("resources", "members", "a", "rewards", 6),
        ("flow", 0, "steps", 1, "do"),
    ],
)
def test_short_forms_and_numbers_are_found(path: tuple[str | int, ...]) -> None:
    assert language_at(GameFile, path) == "effect"


@pytest.mark.slow
def test_the_included_games_are_in_form() -> None:
    files = list(files_under([DATA_ROOT, EXAMPLES_ROOT]))
    assert files
    for file in files:
        result = format_file(file)
        assert result.problems == ()
        assert not result.changed, f"run `ruleset fmt {file}`"


def test_every_data_file_of_a_directory_is_found(tmp_path: Path) -> None:
    for name in (
        "a/game.yaml",
        "a/more.yaml",
        "a/cards/c.yaml",
        "a/expansions/x/expansion.yaml",
        "a/notes.txt",
        ".b/game.yaml",
        "other.yaml",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}", encoding="utf-8")
    found = [str(file.relative_to(tmp_path)) for file in files_under([tmp_path, tmp_path / "other.yaml"])]
    assert sorted(found) == [
        "a/cards/c.yaml",
        "a/expansions/x/expansion.yaml",
        "a/game.yaml",
        "a/more.yaml",
        "other.yaml",
    ]
    assert list(files_under([tmp_path / "a/cards"])) == [tmp_path / "a/cards/c.yaml"]


# -- the command --------------------------------------------------------------------------------------------------


def run(*args: str | Path) -> Result:
    return CliRunner().invoke(fmt_command, [str(arg) for arg in args], standalone_mode=False)


@pytest.fixture
def messy(tmp_path: Path) -> Path:
    file = tmp_path / "game.yaml"
    file.write_text(MESSY, encoding="utf-8", newline="\n")
    return file


def test_the_command_writes(messy: Path) -> None:
    messy.chmod(0o640)
    result = run(messy.parent)
    assert result.return_value == 0, result.output
    assert f"formatted {messy}" in result.stdout
    assert messy.read_text(encoding="utf-8") == TIDY
    assert messy.stat().st_mode & 0o777 == 0o640
    assert [file.name for file in messy.parent.iterdir()] == ["game.yaml"]
    assert "all formatted" in run(messy).stderr


def test_check_and_diff_write_nothing(messy: Path) -> None:
    checked = run(messy, "--check")
    assert (checked.return_value, checked.stderr) == (1, "1 file, 1 not formatted\n")
    result = run(messy, "--diff")
    assert result.return_value == 0
    assert "\n-  one: {amount: 1+1}\n" in result.stdout
    assert "\n+  one: {amount: 1 + 1}\n" in result.stdout
    assert run(messy, "--diff", "--check").return_value == 1
    assert messy.read_text(encoding="utf-8") == MESSY
    messy.write_text(TIDY, encoding="utf-8")
    assert run(messy, "--check").return_value == 0


@pytest.mark.parametrize("text", [MESSY.replace("1+1", "1+"), MESSY + "\t- x: [", MESSY + "game: again\n"])
def test_a_bad_file_is_left_alone(messy: Path, text: str) -> None:
    messy.write_text(text, encoding="utf-8")
    result = run(messy)
    assert result.return_value == 1
    assert f"left alone {messy}" in result.stderr
    assert f"{messy}:" in result.stderr
    assert result.stderr.endswith("\n1 file, 1 left alone\n")
    assert messy.read_text(encoding="utf-8") == text


def test_a_file_that_cannot_be_written_stays_whole(messy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(file_formatter.Path, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        format_file(messy).write()
    assert messy.read_text(encoding="utf-8") == MESSY
    assert [file.name for file in messy.parent.iterdir()] == ["game.yaml"]


def test_a_byte_order_mark_stays(messy: Path) -> None:
    messy.write_bytes(b"\xef\xbb\xbf" + MESSY.encode())
    format_file(messy).write()
    assert messy.read_bytes() == b"\xef\xbb\xbf" + TIDY.encode()


def test_models_are_told_by_content() -> None:
    document, _ = load_document(EXAMPLES_ROOT / "pig" / "game.yaml")
    assert document is not None
    assert model_of(document.data) is GameFile
    assert [model_of(data) for data in ({"kind": 1, "cards": 2}, {"expansion": 1}, {"scenarios": 1}, {}, None)] == [
        CardsFile,
        ExpansionFile,
        ScenarioFile,
        PartFile,
        PartFile,
    ]


def test_a_link_out_of_the_directory_of_the_game_is_left_alone(tmp_path):
    messy = "rules: [{id: a, when: {event: gain, do: 'gain   1   coin'}}]\n"
    game, other = tmp_path / "game", tmp_path / "other"
    for directory in (game, other):
        (directory / "expansions" / "more").mkdir(parents=True)
        (directory / "game.yaml").write_text("game: g\n", encoding="utf-8")
    (other / "own.yaml").write_text(messy, encoding="utf-8")
    (game / "inside.yaml").write_text(messy, encoding="utf-8")
    (game / "out.yaml").symlink_to(other / "own.yaml")
    (game / "expansions" / "more" / "expansion.yaml").symlink_to(game / "inside.yaml")
    (tmp_path / "way").symlink_to(game)
    for path in (game, tmp_path / "way", game / "out.yaml"):
        found = {each.path.name: each for each in format_all([path])}
        assert [each.message for each in found["out.yaml"].problems] == ["this link leads out of the game's directory"]
        assert not found["out.yaml"].changed
        for each in found.values():
            each.write()
    assert (other / "own.yaml").read_text(encoding="utf-8") == messy
    assert (game / "inside.yaml").read_text(encoding="utf-8") != messy
    assert format_all([other / "own.yaml"])[0].changed
