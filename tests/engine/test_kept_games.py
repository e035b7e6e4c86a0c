"""Linked games on disk: used only where nothing they were made of has changed, and never in the way."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import ruleset_core.eval
from ruleset_core import Game, LoadError, budgets, diagnostics, discovery, errors, files, headers, load, without_cache
from ruleset_core.analysis.desugaring import desugared
from ruleset_core.check.checker import check_paths
from ruleset_core.compile.linker import Linker
from ruleset_core.compile.lowering.flow_lowering import FlowLowering
from ruleset_core.discovery import GamePlugin
from ruleset_core.disk_cache import DiskCache, source_stamp
from ruleset_core.engine import hooks, linking, loader
from ruleset_core.engine.linking import game_to_bytes
from ruleset_core.lang.vocabulary import Vocabulary
from ruleset_core.view.look.default_look import link_look
from ruleset_core.view.scene.scene_builder import scene
from tests.check.page_examples import FILES
from tests.sampled import LONG

ROOT = Path(__file__).parents[2]
POSIX = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="this system has no owners and modes")
EXPANSION = "expansion: {0}\nof: fair\nname: {{en: {0}, es: {0}}}\nafter: []\ndefine: {{extra_{0}: {{amount: 1}}}}\n"


@pytest.fixture
def fair(tmp_path: Path, kept_games: Path) -> Path:  # noqa: ARG001
    """The tiny game with two expansions, in a directory of its own; games are kept."""
    expansions = {f"expansions/{name}/expansion.yaml": EXPANSION.format(name) for name in ("one", "two")}
    for file, text in {**FILES, **expansions}.items():
        path = tmp_path / "fair" / file
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "fair"


def is_kept(name: Path, *expansions: str, **named: Any) -> bool:
    """Whether a load takes a game from the disk; it plays in any case."""
    game = load(name, expansions, **named)
    state = game.new(seed=1)
    while not state.over:
        state.apply(state.options[0])
    return game.source.stored is not None


def test_second_load_neither_parses_nor_links(fair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load(fair)
    assert first.source.stored is None

    def never(*_args: Any, **_named: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(linking, "link_game", never)
    again = load(fair)
    assert again.source.stored is not None
    assert again.hash == first.hash


def changed(file: str, old: str, new: str) -> Callable[[Path], None]:
    """Changes a file and leaves its size and times as they were."""

    def change(directory: Path) -> None:
        path = directory / file
        about, text = path.stat(), path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))

    return change


CHANGES: dict[str, Callable[[Path], None]] = {
    "a rule": changed("game.yaml", "amount: w.price", "amount: w.price + 1"),
    "a translation": changed("game.yaml", "es: Feria", "es: Furia"),
    "a comment": changed("game.yaml", "zones:", "# x\nzones:"),
    "a new file": lambda at: (at / "more.yaml").write_text("define: {further: {amount: 2}}\n"),
    "a file of another name": lambda at: (at / "cards" / next(iter((at / "cards").iterdir())).name).rename(
        at / "cards" / "z.yaml"
    ),
    "a look": lambda at: (at / "look.yaml").write_text("look: {signs: {ware: wheat}}\n"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_game_is_linked_again_after(change: str, fair: Path) -> None:
    assert [is_kept(fair), is_kept(fair)] == [False, True]
    CHANGES[change](fair)
    assert not is_kept(fair)


def test_version_of_a_game_in_work_is_written_when_it_is_linked_twice(fair: Path, kept_games: Path) -> None:
    assert not is_kept(fair)
    (first,) = kept_game_files(kept_games)
    for text in ("Furia", "Fiera"):
        changed("game.yaml", "es: F", f"es: {text} F")(fair)
        assert not is_kept(fair)
    assert kept_game_files(kept_games) == [first]
    assert [is_kept(fair), is_kept(fair)] == [False, True]


@pytest.mark.slow
def test_expansions_their_order_and_in_order_tell_games_apart(fair: Path) -> None:
    for expansions in ((), ("one",), ("one", "two"), ("two", "one")):
        assert not is_kept(fair, *expansions)
        assert is_kept(fair, *expansions)
        assert load(fair, expansions).expansions == linking.link_game(*_asked(fair, expansions)).expansions
    assert not is_kept(fair, "one", in_order=True)


def _asked(fair: Path, expansions: tuple[str, ...]) -> tuple[Any, ...]:
    return (*loader._find_lineage(fair, expansions, ()), loader.SourceFiles())


def test_another_version_of_the_package_links_again(fair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_kept(fair)
    monkeypatch.setattr(loader, "source_stamp", lambda *_packages: "another")
    assert not is_kept(fair)


NO_MAKERS = [
    *(each.__name__ for each in (diagnostics, budgets, errors)),  # what is said of mistakes, and how long it takes
    *(each.__name__ for each in (discovery, files, headers)),  # which files there are: names and bytes are in the key
    ruleset_core.eval.__name__,  # plays the game afterwards
]
"""Modules and packages that run while a game is linked and leave nothing in what is kept."""


def test_all_that_makes_a_linked_game_is_in_its_key(fair: Path) -> None:
    """Else a game would be taken from the disk although the code that made it has changed."""
    ran: set[str] = set()

    def note(frame: FrameType, _event: str, _argument: object) -> None:
        ran.add(frame.f_globals.get("__name__", ""))

    arguments = _asked(fair, ("one",))
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        game_to_bytes(linking.link_game(*arguments).source)
    finally:
        sys.setprofile(before)
    makers = {each.__module__ for each in (Vocabulary, desugared, FlowLowering, Linker, linking.link_game, link_look)}
    assert makers <= ran
    own = {each for each in ran if _is_below(each, [ruleset_core.__name__])}
    assert {each for each in own if not _is_below(each, {*loader._MAKERS, *NO_MAKERS})} == set()


def _is_below(module: str, places: Iterable[str]) -> bool:
    return any(f"{module}.".startswith(f"{each}.") for each in places)


def test_stamp_of_a_module_is_that_of_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "stamped_alone.py"
    file.write_text("A = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    first = source_stamp.__wrapped__("stamped_alone")
    (tmp_path / "beside.py").write_text("")
    assert source_stamp.__wrapped__("stamped_alone") == first
    file.write_text("A = 2\n")
    assert source_stamp.__wrapped__("stamped_alone") != first


def test_package_whose_files_cannot_be_looked_at_keeps_nothing(
    fair: Path, kept_games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_packages: str) -> str:
        raise NotADirectoryError

    monkeypatch.setattr(loader, "source_stamp", refuse)
    assert [is_kept(fair), is_kept(fair)] == [False, False]
    assert not kept_games.exists()


def test_stamp_notices_every_change_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "stamped"
    (package / "inner" / "__pycache__").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    file = package / "inner" / "table.json"
    file.write_text("[1]")
    monkeypatch.syspath_prepend(tmp_path)
    seen = [source_stamp.__wrapped__("stamped")]
    (package / "inner" / "__pycache__" / "x.pyc").write_text("x")
    assert source_stamp.__wrapped__("stamped") == seen[0]
    times = file.stat().st_mtime_ns
    for text in ("[2]", "[1]"):
        file.write_text(text)
        os.utime(file, ns=(times, times))
        seen.append(source_stamp.__wrapped__("stamped"))
    file.rename(package / "table.json")
    seen.append(source_stamp.__wrapped__("stamped"))
    assert len({*seen}) == 4


def test_other_hooks_link_again(fair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = type(sys)("hooks_of_fair")
    monkeypatch.setitem(sys.modules, "hooks_of_fair", module)
    monkeypatch.setattr(discovery, "plugin_of", lambda _game: GamePlugin("fair", fair, "hooks_of_fair"))
    changed("game.yaml", "amount: w.price", "amount: dear(w)")(fair)
    for answer in (1, 2):
        module.HOOKS = {"dear": hooks.HookFunction(("ware",), "int", lambda _s, _me, _w, answer=answer: answer)}
        game = load(fair)
        assert (game.source.stored is not None) is (
            answer == 2
        )  # the same signature: what it does is no part of the game
        assert game.new(seed=1).ask("cost(lamp)", 0) == answer
    module.HOOKS = {**module.HOOKS, "more": hooks.HookFunction((), "int", lambda _s, _me: 1)}
    assert [is_kept(fair), is_kept(fair)] == [False, True]
    module.HOOKS = {"dear": hooks.HookFunction(("int",), "int", lambda _s, _me, _w: 1)}
    with pytest.raises(LoadError):
        load(fair)


def kept_file(directory: Path) -> Path:
    (found,) = directory.glob("*.game")
    return found


@pytest.mark.parametrize("damage", ["bit", "half", "empty", "longer", "garbage", "huge"])
def test_damaged_file_is_linked_again_and_written_anew(damage: str, fair: Path, kept_games: Path) -> None:
    is_kept(fair)
    file = kept_file(kept_games)
    raw = file.read_bytes()
    made = {
        "bit": raw[:400] + bytes([raw[400] ^ 1]) + raw[401:], "half": raw[: len(raw) // 2], "empty": b"", "longer": raw + b"x",
        "garbage": os.urandom(len(raw)), "huge": raw,
    }  # fmt: skip
    file.write_bytes(made[damage])
    if damage == "huge":
        os.truncate(file, 1 << 40)
    assert [is_kept(fair), is_kept(fair)] == [False, True]
    assert len(file.read_bytes()) == len(raw)


def test_file_with_the_right_checksum_and_a_wrong_inside_is_linked_again(fair: Path, kept_games: Path) -> None:
    is_kept(fair)
    place, file = DiskCache(kept_games), kept_file(kept_games)
    content = place.get(file.name)
    assert content is not None
    for wrong in (b"", b"x", content[:-1], content[:60] + b"\xff" * 8 + content[68:], b"\0" * 70_000):
        place.put(file.name, wrong)
        assert [is_kept(fair), is_kept(fair)] == [False, True]


def test_files_of_two_games_that_are_swapped_are_not_taken(fair: Path, kept_games: Path) -> None:
    is_kept(fair)
    one = kept_file(kept_games)
    assert not is_kept(fair, "one")
    (other,) = set(kept_games.glob("*.game")) - {one}
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)
    assert not is_kept(fair)
    assert load(fair).expansions == ()
    assert not is_kept(fair, "one")


@POSIX
def test_file_or_directory_that_another_could_have_written_is_not_taken(fair: Path, kept_games: Path) -> None:
    is_kept(fair)
    file = kept_file(kept_games)
    file.chmod(0o666)
    assert [is_kept(fair), is_kept(fair)] == [False, True]
    raw = file.read_bytes()
    file.rename(kept_games.parent / "elsewhere")
    file.symlink_to(kept_games.parent / "elsewhere")
    assert [is_kept(fair), is_kept(fair)] == [False, True]
    assert not file.is_symlink()
    kept_games.chmod(0o755)
    assert not is_kept(fair)
    kept_games.chmod(0o700)
    kept_games.rename(kept_games.parent / "moved")
    kept_games.symlink_to(kept_games.parent / "moved")
    assert [is_kept(fair), is_kept(fair)] == [False, False]
    assert raw


@POSIX
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files to others")
def test_file_of_another_user_is_not_taken(fair: Path, kept_games: Path) -> None:
    is_kept(fair)
    os.chown(kept_file(kept_games), 12345, -1)
    assert not is_kept(fair)
    os.chown(kept_games, 12345, -1)
    assert [is_kept(fair), is_kept(fair)] == [False, False]


@pytest.mark.parametrize("problem", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO])
def test_disk_that_takes_nothing_is_no_hindrance(
    problem: int, fair: Path, kept_games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: Any) -> None:
        raise OSError(problem, os.strerror(problem))

    with monkeypatch.context() as patch:
        patch.setattr(DiskCache, "_write", refuse)
        assert [is_kept(fair), is_kept(fair, "one"), is_kept(fair)] == [False] * 3
    assert not [*kept_games.glob("*.new")]
    assert [is_kept(fair), is_kept(fair)] == [False, True]


@pytest.mark.parametrize("place", ["/dev/null", "/proc/1/nothing"])
def test_place_where_nothing_can_be_kept_is_no_hindrance(
    place: str, fair: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loader, "cache_directory", lambda: Path(place))
    assert [is_kept(fair), is_kept(fair)] == [False, False]


def test_without_cache_nothing_is_read_or_written(
    fair: Path, kept_games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with without_cache():
        assert not is_kept(fair)
    monkeypatch.setenv("RULESET_NO_CACHE", "1")
    assert not is_kept(fair)
    assert not kept_games.exists()
    monkeypatch.delenv("RULESET_NO_CACHE")
    assert [is_kept(fair), is_kept(fair)] == [False, True]
    with without_cache():
        assert not is_kept(fair)


def test_game_with_mistakes_is_not_kept(fair: Path, kept_games: Path) -> None:
    changed("game.yaml", "amount: w.price", "amount: w.prise")(fair)
    for _ in range(2):
        with pytest.raises(LoadError):
            load(fair)
    assert not [*kept_games.glob("*.game")]


def test_look_with_mistakes_is_told_when_it_is_looked_at(fair: Path, kept_games: Path) -> None:
    (fair / "look.yaml").write_text("look: {signs: {wear: wheat}}\n")
    for _ in range(2):
        with pytest.raises(LoadError):
            _ = load(fair).source.look
    assert not [*kept_games.glob("*.game")]


def test_numbers_that_are_tried_out_are_not_kept(fair: Path, kept_games: Path) -> None:
    name = next(each.name for each in load(fair).glossary.numbers if each.name.endswith("start"))
    before = [*kept_games.glob("*.game")]
    for _ in range(2):
        assert load(fair, numbers={name: 1}).source.stored is None
    assert [*kept_games.glob("*.game")] == before


def test_check_reads_the_sources(fair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_kept(fair)

    def never(*_args: Any, **_named: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(loader, "load_cached", never)
    monkeypatch.setattr(loader, "read_cached", never)
    report = check_paths([fair])
    assert not [each for each in report.diagnostics if each.severity == "error"]


def test_files_are_those_that_were_loaded_whatever_becomes_of_them(fair: Path) -> None:
    is_kept(fair)
    game = load(fair)
    linked = [each.name for each in linking.link_game(*_asked(fair, ())).glossary.handles]
    for file in fair.glob("**/*.yaml"):
        file.write_text("broken: [\n")
    assert [each.name for each in game.glossary.handles] == linked
    assert game.glossary.numbers
    assert game.where("decisions", "deal") is not None


def test_picture_that_is_another_one_now_is_shown(fair: Path) -> None:
    (fair / "art").mkdir()
    (fair / "look.yaml").write_text("look: {faces: {ware: {sign: wheat, art: art/ware.svg}}}\n")
    for path in ("M0 0h9v9z", "M1 1h8v8z"):
        (fair / "art" / "ware.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="{path}"/></svg>'
        )
        for _ in range(2):
            art = load(fair).source.look.faces["ware"].art
            assert art is not None
            (picture,) = art.pictures.values()
            assert [each.get("d") for each in picture.iter() if each.get("d")] == [path]
    (fair / "art" / "ware.svg").unlink()
    with pytest.raises(LoadError):
        _ = load(fair).source.look


LOADS = "from ruleset_core import load; import sys; g = load(sys.argv[1]); print(g.hash, g.source.stored is not None)"


@pytest.mark.slow
def test_processes_at_once_get_the_same_game(fair: Path, kept_games: Path) -> None:
    def begin() -> subprocess.Popen[str]:
        return subprocess.Popen([sys.executable, "-c", LOADS, str(fair)], cwd=ROOT, stdout=subprocess.PIPE, text=True)

    running = [begin() for _ in range(4)]
    said = [each.communicate(timeout=120)[0].split() for each in running]
    assert all(each.returncode == 0 for each in running)
    assert len({each[0] for each in said}) == 1
    assert begin().communicate(timeout=120)[0].split()[1] == "True"
    assert not [*kept_games.glob("*.new")]


PLAYS = """
import json, random, sys
from ruleset_core import account_of, core_of, foresee, trace_step, trace_setup, load, subjects, story_of
game = load(sys.argv[1], sys.argv[2:])
assert game.source.stored is not None
state, luck, moves = game.new(seed=3), random.Random(1), 0
steps = [trace_setup(state)]
while not state.over:
    option = luck.choice(list(state.options))
    if moves < 60:
        steps.append(trace_step(state, option, moves))
        foresee(state, option)
        [state.why_not(each) for each in range(min(game.vocabulary_size, 40))]
    state.apply(option)
    moves += 1
state.scores(), state.outcome, game.entries
from ruleset_core.view.scene.scene_builder import scene
for seat in range(state.n + 1):
    scene(game, state.masked(seat if seat < state.n else -1), "es")
story = story_of(game, state.n, steps, 0)
story.to_json(), story.sentences("en")
subjects(game, state.n)
game.glossary.handles, game.glossary.changed, game.glossary.added
if moves <= 60:
    account_of(state, story_of(game, state.n, steps)).to_json()
core_of(game).play(state.n, games=2, seed=1)
import ruleset_core.play.match, ruleset_core.play.bots, ruleset_core.play.records
print(json.dumps(sorted({each.partition(".")[0] for each in sys.modules} & {"pydantic", "pydantic_core", "lark", "yaml"})))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "asked",
    [
        ("troyes_dice", "+"),
        ("pig",),
        *([("troyes",), ("tournay",), ("carcassonne_masons",), ("ditches",)] if LONG else []),
    ],
)
def test_play_imports_no_parser_and_no_models(asked: tuple[str, ...], kept_games: Path) -> None:
    name, *more = asked
    expansions = [*next(each for each in discovery.list_games() if each.id == name).expansions][:1] if more else []
    load(name, expansions)
    assert kept_game_files(kept_games)
    done = subprocess.run(
        [sys.executable, "-c", PLAYS, name, *expansions],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []


def kept_game_files(directory: Path) -> list[Path]:
    return [*directory.glob("*.game")]


def test_variant_is_kept_and_depends_on_the_game_it_is_like(fair: Path) -> None:
    mine = fair.parent / "mine"
    mine.mkdir()
    header = 'game: mine\nlike: ../fair\nname: {en: Mine, es: Mía}\nabout: {en: M., es: M.}\nversion: "1.0"\n'
    (mine / "game.yaml").write_text(header, encoding="utf-8")
    assert [is_kept(mine), is_kept(mine)] == [False, True]
    changed("game.yaml", "es: Feria", "es: Furia")(fair)
    assert not is_kept(mine)


def looks_of(game: Game) -> list[str]:
    state = game.new(seed=1)
    return [repr(scene(game, state.masked(seat))) for seat in range(state.n)]


def test_names_alone_are_shown_of_a_kept_game(fair: Path) -> None:
    from ruleset_core.view.scene.scene_builder import scene_of_name

    linked, kept = load(fair), load(fair)
    seen = linked.new(seed=1).masked(0)
    for name in ("round", "stall", "coin"):
        assert repr(scene_of_name(kept, name, seen)) == repr(scene_of_name(linked, name, seen))
    assert looks_of(kept) == looks_of(linked)


def test_a_game_in_another_language_is_kept_with_its_translation(fair: Path) -> None:
    translation = fair / "translations" / "fr.po"
    translation.parent.mkdir()
    translation.write_text('msgctxt "game.yaml name"\nmsgid "Fair"\nmsgstr "Foire"\n', encoding="utf-8")
    assert not is_kept(fair, lang="fr")
    assert is_kept(fair, lang="fr")
    assert not is_kept(fair)  # English is another game on the disk
    translation.write_text('msgctxt "game.yaml name"\nmsgid "Fair"\nmsgstr "Kermesse"\n', encoding="utf-8")
    assert not is_kept(fair, lang="fr")
    assert load(fair, lang="fr").title("fr") == "Kermesse"
    assert is_kept(fair)
