"""The symbol index finds what the compiler resolves, and a rename changes all of it: the check says the same, and scenarios pass as before."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from ruleset_core.analysis.name_references import GameSymbol
from ruleset_core.check.checker import check_paths
from ruleset_core.check.fixes import write_changes
from ruleset_core.check.renaming import RenameError, rename
from ruleset_core.check.symbol_index import SymbolIndex
from ruleset_core.check.targets import find_targets
from ruleset_core.cli import main
from tests.conftest import ROOT
from tests.sampled import sampled

ORCHARD = ROOT / "tests" / "check" / "slips" / "games" / "orchard"


def index_of(directory: Path) -> SymbolIndex:
    return SymbolIndex(find_targets([directory])[0])


def places(index: SymbolIndex, symbol: GameSymbol) -> list[str]:
    return [f"{Path(each.file).name}:{each.line}:{each.column}" for each in index.find_all(symbol)]


def renamed(directory: Path, old: str, name: str) -> None:
    target = find_targets([directory])[0]
    index = SymbolIndex(target)
    (symbol,) = index.symbols_called(old)
    changes = rename(index, target, symbol, name)
    assert changes
    write_changes(changes)


def texts_of(directory: Path) -> str:
    return "\n".join(
        path.read_text(encoding="utf-8") for path in sorted(directory.rglob("*.*")) if path.suffix != ".svg"
    )


@pytest.fixture
def pig(tmp_path: Path) -> Path:
    return copytree(ROOT / "examples" / "pig", tmp_path / "swine")


@pytest.fixture
def orchard(tmp_path: Path) -> Path:
    return copytree(ORCHARD, tmp_path / "orchard")


def test_a_name_is_found_where_it_is_meant_and_nowhere_else(pig: Path) -> None:
    index = index_of(pig)
    found = places(index, GameSymbol("member course", "hold"))
    assert found[:3] == ["game.yaml:17:7", "game.yaml:35:42", "game.yaml:49:9"]  # declared, told, a branch
    assert "rulebook.yaml:28:14" in found  # `{hold}`, but none of the words "hold" around it
    assert sum(each.startswith("rulebook") for each in found) == 2  # in two languages
    assert (
        sum(each.startswith("fr.po") for each in found) == 5
    )  # two places; `{hold}` in a text, its note and translation
    symbol, span = index.symbol_at(str(pig / "game.yaml"), 50, 16) or (None, None)
    assert (symbol, span and span.column) == (GameSymbol("state", "pot"), 16)
    assert index.symbol_at(str(pig / "game.yaml"), 45, 9)[0].full == "member.course.roll"  # type: ignore[index]


def test_locals_are_told_apart_by_where_they_are_declared(orchard: Path) -> None:
    index = index_of(orchard)
    locals_ = [each for each in index.resolved.declared if each.section.startswith("local ") and each.name == "t"]
    assert len(locals_) == len({each.declared for each in locals_}) > 1
    assert max(len(index.find_all(each)) for each in locals_) == 5  # declared, and read four times


def test_renamed_games_are_the_same(pig: Path, orchard: Path) -> None:
    for old, name in (
        ("pot", "bowl"), ("member.resource.points", "marks"), ("decide", "dare"), ("play", "main_part"), ("hold", "stop"), ("bust", "ouch"),
    ):  # fmt: skip
        renamed(pig, old, name)
    for old, name in (
        ("ladder", "steps"), ("fee", "price"), ("wages", "pay_day"), ("coin", "penny"), ("member.hue.red", "crimson"),
    ):  # fmt: skip
        renamed(orchard, old, name)
    assert not check_paths([pig]).diagnostics
    assert "steps,Ladder" in (orchard / "cards" / "tools.csv").read_text()
    assert main(["test", str(pig)]) == main(["test", str(orchard)]) == 0
    assert "{pot}" not in texts_of(pig)
    assert "fee" not in (orchard / "cards" / "tools.csv").read_text().split()


def test_marks_and_line_ends_of_files_stay(pig: Path) -> None:
    for path in pig.rglob("*.yaml"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    before = (pig / "game.yaml").read_bytes()
    renamed(pig, "pot", "bow")
    after = (pig / "game.yaml").read_bytes()
    assert after != before
    assert (len(after), after.count(b"\r\n"), after[:3]) == (len(before), before.count(b"\r\n"), before[:3])
    assert main(["check", str(pig)]) == 0


def test_names_that_are_made_of_names_change_with_them(tmp_path: Path) -> None:
    game = copytree(ROOT / "examples" / "masquerade", tmp_path / "ball")
    renamed(game, "weaver", "spinner")  # each of its copies is `weaver_1`, `weaver_2`
    renamed(game, "lay", "put_down")  # an answer is `put down spinner_1`
    assert main(["test", str(game)]) == main(["check", str(game)]) == 0
    said = (game / "scenarios" / "masquerade.yaml").read_text(encoding="utf-8")
    assert "weaver_1" not in said
    assert "put down magpie_1 spinner_2" in said


def test_a_rename_that_would_change_the_game_is_refused(pig: Path) -> None:
    target = find_targets([pig])[0]
    index = SymbolIndex(target)
    before = texts_of(pig)
    for name, reason in (
        ("if", "a word of the language"),
        ("face", "taken"),
        ("Bowl", "no name"),
        ("pot", "already"),
        ("bust!", "no name"),
    ):
        with pytest.raises(RenameError, match=reason):
            rename(index, target, GameSymbol("state", "pot"), name)
    with pytest.raises(RenameError, match="check"):
        rename(index, target, GameSymbol("state", "pot"), "points")  # a resource is called so
    with pytest.raises(RenameError, match="declared in no file"):
        rename(index, target, GameSymbol("member seat", "seat_0"), "first")
    assert texts_of(pig) == before


def test_a_name_that_the_language_reads_cannot_go(tmp_path: Path) -> None:
    game = tmp_path / "turns"
    game.mkdir()
    (game / "game.yaml").write_text(
        "format: 1\ngame: turns\nname: {en: Turns, es: Turnos}\nabout: {en: T., es: T.}\nversion: '1.0'\nplayers: 2\n"
        "provenance: house\nresources: {members: {point: {name: {en: point, es: punto}}}}\n"
        "state: {starter: {is: seat}}\n"
        "flow: [{phase: play, turns: once, do: 'set starter = me; gain 1 point; if starter == me { gain 1 point }'}]\n"
        "score: {points: {name: {en: points, es: puntos}, amount: point}}\n",
        encoding="utf-8",
    )
    target = find_targets([game])[0]
    with pytest.raises(RenameError, match="would be played, or called, otherwise"):  # who is `starter` begins
        rename(SymbolIndex(target), target, GameSymbol("state", "starter"), "opener")


def test_the_command_asks_which_one_and_shows_first(
    pig: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(pig.parent)
    before = texts_of(pig)
    assert main(["rename", "swine", "points", "marks"]) == 1
    assert "`member.resource.points` or `score.points`" in capsys.readouterr().err
    assert main(["rename", "swine", "swine/game.yaml:25:4", "bowl", "--dry-run"]) == 0
    shown = capsys.readouterr()
    assert "+  bowl: {is: int" in shown.out
    assert "would change swine/game.yaml: 6 lines" in shown.err
    assert texts_of(pig) == before
    assert main(["rename", "swine", "pto", "bowl"]) == 1
    assert "Did you mean `pot`?" in capsys.readouterr().err


LARGE = {"carcassonne_masons": ("point", "mark", "scoring"), "troyes": ("denier", "penny", "income")}
"""By games: a resource, another name of it, and which scenarios are run."""


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(LARGE, {"carcassonne_masons"}))
def test_a_resource_of_a_large_game_is_renamed_in_all_its_files(name: str, tmp_path: Path) -> None:
    old, new, scenarios = LARGE[name]
    game = copytree(ROOT / "data" / name, tmp_path / name)
    renamed(game, old, new)
    assert main(["test", str(game), "--filter", scenarios]) == 0
    assert main(["check", str(game)]) == 0


def test_what_could_not_be_written_is_not_said_to_be_changed(
    pig: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "game.yaml")

    monkeypatch.setattr("ruleset_core.check.fixes.replace_file", full)
    before = texts_of(pig)
    assert main(["rename", str(pig), "pot", "bowl"]) == 1
    said = capsys.readouterr()
    assert ("changed" in said.out + said.err, "No space left" in said.err) == (False, True)
    assert texts_of(pig) == before
