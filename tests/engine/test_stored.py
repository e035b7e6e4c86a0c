"""Linked games as bytes: what is read is what was written, and what is damaged or foreign is refused."""

from __future__ import annotations

import random
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from ruleset_core import Game, discovery, load, story_of, trace_step, visible_scores
from ruleset_core.compile.wasm.game_module import build_game_module
from ruleset_core.engine.core.factory import game_of
from ruleset_core.engine.game_source import GameSource
from ruleset_core.engine.linking import game_to_bytes
from ruleset_core.engine.stored_game import StoredGame
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.origins import Origin, Passage
from ruleset_core.lang.serialization import (
    CircleError,
    DamagedError,
    UnknownClassError,
    name_of,
    read_section,
    stored_fields,
    write_section,
)
from ruleset_core.lang.types import INT, Type
from ruleset_core.model.game_files import GatheredFiles, gather
from ruleset_core.view.scene.scene_builder import scene
from tests.check.page_examples import FILES

LISTED = {each.id: each for each in discovery.list_games()}


def stored(game: Game, *, reads_files: bool = True) -> Game:
    """The same game, made of its bytes."""

    def again() -> GatheredFiles:
        assert reads_files, "the files were read again"
        found = [discovery.find_expansion(game.id, each, game.directory) for each in game.expansions]
        return gather(discovery.lineage_of(game.directory), found, in_order=game.in_order)[0]

    return game_of(GameSource.from_stored(StoredGame(game_to_bytes(game.source), again), game.source.hooks))


@pytest.fixture(scope="module", params=[*LISTED, "troyes_dice+"])
def pair(request: pytest.FixtureRequest) -> tuple[Game, Game]:
    """An included game as it was linked and as it was stored; with `+` with all its expansions."""
    name, _, more = request.param.partition("+")
    expansions = [*LISTED[request.param[:-1]].expansions] if request.param.endswith("+") else []
    del more
    game = load(name, expansions, in_order=bool(expansions))
    return game, stored(game, reads_files=False)


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [each for pair in value.items() for each in pair]
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, list | tuple):
        return list(value)
    return [getattr(value, each) for each in stored_fields(name_of(type(value)), type(value))]


def differences(first: Any, second: Any) -> list[str]:
    """Where two graphs are not the same, what is one object in one of them and several in the other included."""
    same: dict[int, int] = {}
    back: dict[int, int] = {}
    found, waiting = [], [(first, second, "")]
    while waiting and len(found) < 5:
        one, other, where = waiting.pop()
        if isinstance(one, Passage):
            says = [(each.owner, each.key, each.file, each.home, each.path) for each in (one, other)]
            found += [where] if says[0] != says[1] else []
            continue
        if isinstance(one, ET.Element):
            found += [] if ET.tostring(one) == ET.tostring(other) else [where]
            continue
        if type(one) is not type(other):
            found.append(f"{where}: {type(one).__name__}, {type(other).__name__}")
        elif one is None or isinstance(one, int | float | str | Type):
            found += [] if one == other else [f"{where}: {one!r}, {other!r}"]
        elif same.get(id(one)) != id(other):
            if id(one) in same or (id(other) in back and not isinstance(one, tuple)):
                found.append(f"{where}: an object that is one and several")
            same[id(one)], back[id(other)] = id(other), id(one)
            if isinstance(one, Origin) and one.span != other.span:
                found.append(f"{where}: {one.span}, {other.span}")
            mine, theirs = _parts(one), _parts(other)
            found += [f"{where}: {len(mine)} parts, {len(theirs)}"] if len(mine) != len(theirs) else []
            kind = type(one).__name__
            waiting += [
                (a, b, f"{where}/{kind}.{at}"[-200:]) for at, (a, b) in enumerate(zip(mine, theirs, strict=False))
            ]
    return found


def test_stored_game_is_the_same_graph(pair: tuple[Game, Game]) -> None:
    linked, again = pair
    assert differences(linked.program, again.program) == []
    assert differences(linked.source.look, again.source.look) == []
    assert linked.entries == again.entries
    assert [(each, each.line) for each in linked.glossary.handles] == [
        (each, each.line) for each in again.glossary.handles
    ]
    assert linked.glossary.changed == again.glossary.changed
    for name in (
        "digest",
        "name",
        "titles",
        "about",
        "expansions",
        "in_order",
        "layers",
        "always",
        "directory",
        "base",
        "rule_files",
    ):
        assert getattr(linked.source, name) == getattr(again.source, name)


@pytest.mark.slow
def test_stored_game_plays_shows_and_tells_the_same(pair: tuple[Game, Game]) -> None:
    for seed in range(2):
        told = []
        for game in pair:
            state, luck, steps, seen = game.new(seed=seed), random.Random(seed), [], []
            while not state.over and len(steps) < 40:
                option = luck.choice(list(state.options))
                steps.append(trace_step(state, option, len(steps)))
                state.apply(option)
                if len(steps) % 20 == 1:
                    seen += [repr(scene(game, state.masked(seat), "es")) for seat in range(state.n)]
            story = story_of(game, state.n, steps, None)
            told.append((state.to_json(), seen, story.to_json(), story.sentences("en"), [visible_scores(state, 0)]))
        for one, other in zip(*told, strict=True):
            assert one == other


@pytest.mark.parametrize("name", ["ditches", "lamplighters", "troyes_dice"])
def test_stored_game_becomes_the_same_core(name: str) -> None:
    game = load(name)
    fresh = GameSource(**{each.name: getattr(game.source, each.name) for each in fields(GameSource)})
    assert build_game_module(stored(game).source.ir) == build_game_module(fresh.ir)


DEAR = """expansion: dear
of: fair
name: {en: Dear, es: Caro}
override:
  cards: {lamp: {price: 5, name: {es: Farol}}}
  resources: {members: {coin: {start: 9}}}
rules:
  - {id: dearer, while_in_play: {modify: cost, set: 7}}
"""


def test_what_is_not_stored_is_read_in_the_files(tmp_path: Path) -> None:
    for file, text in {**FILES, "expansions/dear/expansion.yaml": DEAR}.items():
        (tmp_path / file).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / file).write_text(text, encoding="utf-8")
    game = load(tmp_path, ["dear"])
    again = stored(game)
    assert differences(game.program, again.program) == []
    assert [each.name for each in again.glossary.handles] == [each.name for each in game.glossary.handles] != []
    assert [each.line for each in again.glossary.handles] == [each.line for each in game.glossary.handles]
    assert again.glossary.numbers == game.glossary.numbers != []
    assert [each.span for each in again.replaced] == [each.span for each in game.replaced] != []
    assert again.glossary.changed == game.glossary.changed != []
    assert [(each.file, each.line) for each in again.glossary.changed] == [
        (each.file, each.line) for each in game.glossary.changed
    ]
    assert again.where("decisions", again.decisions[0]) == game.where("decisions", game.decisions[0]) is not None
    assert again.glossary.source_name("rule dearer") == game.glossary.source_name("rule dearer") == "Dear"


def test_stored_game_can_be_stored() -> None:
    game = load("pig")
    assert game_to_bytes(stored(game).source) == game_to_bytes(game.source)


def test_damage_is_noticed() -> None:
    raw, luck = game_to_bytes(load("pig").source), random.Random(1)

    def gathered() -> GatheredFiles:
        raise AssertionError

    StoredGame(raw, gathered)
    for _ in range(300):
        place, bit = luck.randrange(len(raw)), 1 << luck.randrange(8)
        with pytest.raises(DamagedError):
            StoredGame(raw[:place] + bytes([raw[place] ^ bit]) + raw[place + 1 :], gathered)
    for length in (*range(0, 200, 7), len(raw) // 2, len(raw) - 1):
        with pytest.raises(DamagedError):
            StoredGame(raw[:length], gathered)
    with pytest.raises(DamagedError):
        StoredGame(raw + b"x", gathered)


def test_hostile_sections_end_in_damage_or_values() -> None:
    """Sections without any checksum, as somebody might write them on purpose: no other error, and nothing grows."""
    content, luck = (
        write_section([1, "a", (t.Const(INT, 3), {"k": frozenset({1, 2})}), t.Local(INT, "x")]).content,
        random.Random(2),
    )
    outcomes = set()
    for _ in range(3000):
        raw = bytearray(content)
        for _ in range(luck.randint(1, 4)):
            raw[luck.randrange(len(raw))] = luck.choice((0, 1, 2, 127, 128, 255, luck.randrange(256)))
        try:
            outcomes.add(type(read_section(bytes(raw)).root).__name__)
        except DamagedError:
            outcomes.add("damaged")
    assert "damaged" in outcomes
    for raw in (
        b"",
        b"\xff" * 8,
        (1 << 63).to_bytes(8, "little") + content[8:],
        content[:8] + b"[" * (len(content) - 8),
    ):
        with pytest.raises(DamagedError):
            read_section(raw)
    huge = b"[%d,[],[],[]]" % len(read_section(content).values)
    with pytest.raises(DamagedError):
        read_section(len(huge).to_bytes(8, "little") + huge + b"\x04" + b"\xff" * 4 + b"\xff" * 4)


@pytest.mark.parametrize(
    "name", ["os.system", "tree.Const.__init__", "tree.const", "tree._missing", "runtime.steps", "tree.TYPE_CHECKING"]
)
def test_only_classes_of_the_table_are_made(name: str) -> None:
    head = b'[%d,[],[],["%s()"]]' % (len(read_section(write_section(None).content).values), name.encode())
    with pytest.raises(DamagedError):
        read_section(len(head).to_bytes(8, "little") + head + b"\x02" + b"\x00\x00")


def test_what_cannot_be_written_is_refused() -> None:
    circle: list[Any] = []
    circle.append(circle)
    with pytest.raises(CircleError):
        write_section(circle)
    for thing in (1j, b"x", object(), print, range(3), Exception("x")):
        with pytest.raises(UnknownClassError):
            write_section([thing])


@pytest.mark.slow
def test_depth_needs_no_recursion() -> None:
    deep: Any = ()
    for _ in range(100_000):
        deep = (deep,)
    found, depth = read_section(write_section(deep).content).root, 0
    while found:
        (found,), depth = found, depth + 1
    assert depth == 100_000


def test_sharing_is_kept_and_constants_are_themselves() -> None:
    node = t.Load(INT, None, None, ())  # type: ignore[arg-type]
    texts = {"en": "x"}
    one, two, first, second, truth, number = read_section(
        write_section([node, node, texts, texts, t.TRUE, INT]).content
    ).root
    assert one is two
    assert first is second
    assert truth is t.TRUE
    assert number is INT
    assert is_dataclass(one)
