"""A process that loads a game again after a change does again only what the change calls for, and comes to the same game."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import LoadError, discovery, load
from ruleset_core.analysis import resolution_cache
from ruleset_core.analysis.statement_checker import StatementChecker
from ruleset_core.analysis.text_reader import TextReader
from ruleset_core.budgets import BoundedCache
from ruleset_core.engine.linking import game_to_bytes
from ruleset_core.lang.vocabulary import Vocabulary
from ruleset_core.model import game_files
from tests.check.page_examples import FILES
from tests.sampled import LONG


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins as a new process does."""
    for module, name in ((game_files, "_READ"), (resolution_cache, "_TEXTS"), (resolution_cache, "_NUMBERS")):
        monkeypatch.setattr(module, name, BoundedCache(1 << 24))


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    """The tiny game, in a directory of its own."""
    for file, text in FILES.items():
        path = tmp_path / "fair" / file
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "fair"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of files that are parsed and of those that are validated."""
    found: list[str] = []

    def noting(word: str, work: Any) -> Any:
        def noted(given: Any, *more: Any) -> Any:
            found.append(f"{word} {Path(getattr(given, 'file', given)).name}")
            return work(given, *more)

        return noted

    monkeypatch.setattr(game_files, "load_document", noting("parse", game_files.load_document))
    monkeypatch.setattr(game_files, "validate", noting("validate", game_files.validate))
    return found


def changed(path: Path, old: str, new: str) -> None:
    """Write another text in the place of the first."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_only_files_that_changed_are_parsed_and_validated(fair: Path, read: list[str]) -> None:
    files = [path.name for path in fair.rglob("*.yaml")]
    load(fair)
    assert sorted(read) == sorted(f"{word} {name}" for name in files for word in ("parse", "validate"))
    read.clear()
    load(fair)
    assert read == []
    (cards,) = (fair / "cards").iterdir()
    text = cards.read_text(encoding="utf-8")
    cards.write_text(text + "\n", encoding="utf-8")
    load(fair)
    assert read == [f"parse {cards.name}", f"validate {cards.name}"]


def test_file_with_mistakes_is_read_every_time_and_the_sound_one_before_it_is_kept(fair: Path, read: list[str]) -> None:
    load(fair)
    sound = (fair / "game.yaml").read_text(encoding="utf-8")
    changed(fair / "game.yaml", "zones:", "zonse:")
    for _ in range(2):
        read.clear()
        with pytest.raises(LoadError):
            load(fair)
        assert read == ["parse game.yaml", "validate game.yaml"]
    (fair / "game.yaml").write_text(sound, encoding="utf-8")
    read.clear()
    load(fair)
    assert read == []


def test_recent_drops_what_was_put_first() -> None:
    recent = BoundedCache[str, int](10)
    for size, name in enumerate("abcd", 1):
        recent.put(name, size, size)
    assert [recent.get(each) for each in "abcd"] == [1, 2, 3, 4]
    recent.put("a", 1, 1)
    recent.put("e", 5, 4)
    assert [recent.get(each) for each in "abcde"] == [1, None, None, 4, 5]
    recent.put("f", 6, 11)
    assert [recent.get(each) for each in "abcdef"] == [None] * 6
    for value in (1, 2):
        recent.put("a", value, 10)
        assert recent.get("a") == value


@pytest.fixture
def resolved(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are resolved."""
    found: list[str] = []
    resolver = TextReader.resolver

    def noting(self: TextReader, text: str) -> Any:
        found.append(text)
        return resolver(self, text)

    monkeypatch.setattr(TextReader, "resolver", noting)
    return found


def outcome(directory: Path, expansions: Sequence[str] = ()) -> bytes | list[str]:
    """A game as bytes, or its mistakes."""
    try:
        return game_to_bytes(load(directory, expansions).source)
    except LoadError as problem:
        return [repr(each) for each in problem.diagnostics]


def outcome_anew(directory: Path, expansions: Sequence[str] = ()) -> bytes | list[str]:
    """The same where nothing was kept before."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game_files, "_READ", BoundedCache(0))
        patch.setattr(resolution_cache, "_TEXTS", BoundedCache(0))
        return outcome(directory, expansions)


def copied(name: str, into: Path) -> Path:
    """A game of the project in a directory that may be changed."""
    shutil.copytree(discovery.find_game(name), into / name, ignore=shutil.ignore_patterns("scenarios"))
    return into / name


@pytest.mark.slow
def test_one_changed_card_is_all_that_is_read_and_resolved(
    tmp_path: Path, read: list[str], resolved: list[str]
) -> None:
    troyes = copied("troyes", tmp_path)
    load(troyes)
    assert len(resolved) > 200
    cards = troyes / "cards" / "activities.yaml"
    for old, new in ((2, 71), (71, 72)):
        read.clear()
        resolved.clear()
        changed(cards, f"gain {old} * activations denier", f"gain {new} * activations denier")
        load(troyes)
        assert read == ["parse activities.yaml", "validate activities.yaml"]
        assert resolved == [f"gain {new} * activations denier"]
    for old, new in (("name: {en: Merchant", "name: {en: Trader"), ("hire: 4", "hire: 5")):
        resolved.clear()
        changed(cards, old, new)
        load(troyes)
        assert resolved == []  # no text says it
    assert outcome(troyes) == outcome_anew(troyes)


@pytest.mark.slow
def test_all_is_resolved_again_where_something_else_may_be_named(tmp_path: Path, resolved: list[str]) -> None:
    troyes = copied("troyes", tmp_path)
    load(troyes)
    whole = len(resolved)
    header = troyes / "game.yaml"
    sound = header.read_text(encoding="utf-8")
    header.write_text(sound + "sets:\n  odd:\n    name: {en: Odd, es: Raro}\n    members: {one_odd: {}}\n")
    resolved.clear()
    load(troyes)
    assert len(resolved) == whole
    resolved.clear()
    header.write_text(sound)
    load(troyes)
    assert resolved == []


DECLARED = [
    ("[buy, leave]", "[leave, buy]"), ("{is: 1..3}", "{is: 1..4}"), ("{is: 1..6}", "{is: 1..8}"), ("price: int", "price: 1..9"),
    ("{of: ware}", "{of: ware, by: [seat]}"), ("{what: ware}", "{what: ware?}"), ("{w: ware}", "{w: ware?}"), ("{max: 20}", "{max: 30}"),
    ("in: 1 to 3", "in: 1 to 2"), ("    coin: {start: 5}\n    fame: {max: 20}", "    fame: {max: 20}\n    coin: {start: 5}"),
    ("2..4", "2..3"), ("copies: 1", "copies: 2"), ("of: answer", "of: bool"), ("cost: {params", "price: {params"), ("effect: gain 1 fame", "score: 1"),
]  # fmt: skip
"""Declarations that are others, so that texts that are the same mean something else, or nothing."""


@pytest.mark.parametrize(("old", "new"), DECLARED)
def test_text_means_something_else_where_what_it_names_does(old: str, new: str, fair: Path) -> None:
    changed(fair / "game.yaml", "amount: fame}", "amount: fame + upper_bound(round) + upper_bound(fame)}")
    changed(fair / "game.yaml", "gain face coin }", "gain face coin; do first_one.effect }")
    changed(fair / "game.yaml", "do: gain 1 fame}", "do: do what.effect }")
    changed(fair / "cards" / "wares.yaml", "price: 2", "price: 2, copies: 1")
    load(fair)
    file = next(each for each in fair.rglob("*.yaml") if old in each.read_text(encoding="utf-8"))
    changed(file, old, new)
    assert outcome(fair) == outcome_anew(fair)
    changed(file, new, old)
    assert outcome(fair) == outcome_anew(fair)


NOTED = frozenset({"used", "emitted", "stops", "out", "branched", "own_branches", "seats_named"})
"""What texts say of what is declared (`findings.Use`); whoever reads it again does so in the order of the texts."""


@pytest.mark.slow
def test_texts_look_at_nothing_else_of_what_is_declared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: set[tuple[str, str]] = set()
    inside = [0]

    def watched(kind: type) -> Callable[[Any, str], Any]:
        own = {each.name for each in fields(kind)}  # type: ignore[arg-type]

        def read(self: Any, name: str) -> Any:
            if inside[0] and name in own:
                looked.add((kind.__name__, name))
            return object.__getattribute__(self, name)

        return read

    def within(work: Any) -> Any:
        def run(*args: Any) -> Any:
            inside[0] += 1
            try:
                return work(*args)
            finally:
                inside[0] -= 1

        return run

    for kind in (*resolution_cache._INTERFACE, Vocabulary):
        monkeypatch.setattr(kind, "__getattribute__", watched(kind))
    for name in ("effect", "expr", "selection"):
        monkeypatch.setattr(StatementChecker, name, within(getattr(StatementChecker, name)))
    for each in discovery.list_games():
        load(copied(each.id, tmp_path), [*each.expansions])
    assert len(looked) > 25
    known = {(kind.__name__, name) for kind, names in resolution_cache._INTERFACE.items() for name in names}
    known |= {("Domain", "facts"), ("Domain", "card")}  # these are declared themselves
    known |= {("Domain", "plan")}  # follows from its members and how many places a rank has
    known |= {
        ("Vocabulary", name)
        for name in ("players", "board", "positions", "_spellings", "resources", *resolution_cache._TABLES)
    }
    assert {(kind, name) for kind, name in looked if name not in NOTED} <= known


EDITS: Sequence[Callable[[Random, str], str]] = [
    lambda luck, text: _instead(luck, text, r"\d+", lambda found: str(int(found) % 97 + luck.choice((-1, 1, 2)))),
    lambda luck, text: _instead(luck, text, r"(?<=[ \[(])[a-z_]{3,}(?=[ ,.)\]])", lambda _: luck.choice(_words(text))),
    lambda luck, text: _instead(luck, text, r"(?<=(?:en|es): )\w+", lambda found: found + "s"),
    lambda luck, text: _instead(luck, text, r"(?m)^  [a-z_]+(?=:\n    name:)", lambda found: found + "_x"),
    lambda luck, text: _instead(luck, text, r"(?m)^ +[a-z_]+: .*\n", lambda _: ""),
    lambda luck, text: _instead(luck, text, r" (?:and|or|\+|-|<|>|==|in) ", lambda _: luck.choice((" + ", " and ", " > "))),
]  # fmt: skip
"""Changes of files: numbers, names, translations, what cards are called, lines that go, operators. Many of them are mistakes."""


def _instead(luck: Random, text: str, pattern: str, new: Callable[[str], str]) -> str:
    found = [*re.finditer(pattern, text)]
    if not found:
        return text
    at = luck.choice(found)
    return text[: at.start()] + new(at[0]) + text[at.end() :]


def _words(text: str) -> list[str]:
    return re.findall(r"\b[a-z_]{3,}\b", text)


def tried(directory: Path, expansions: Sequence[str], seed: int, count: int) -> tuple[int, int]:
    """Change files at random, often back; how many of the games were sound, and how many not."""
    luck, counts = Random(seed), [0, 0]
    files = [each for each in directory.rglob("*.yaml") if "levels" not in each.name]
    sound = {each: each.read_text(encoding="utf-8") for each in files}
    for _ in range(count):
        file = luck.choice(files)
        file.write_text(luck.choice(EDITS)(luck, file.read_text(encoding="utf-8")), encoding="utf-8")
        found = outcome(directory, expansions)
        assert found == outcome_anew(directory, expansions), file
        counts[isinstance(found, list)] += 1
        if isinstance(found, list) or luck.random() < 0.3:
            file.write_text(sound[file], encoding="utf-8")
            assert outcome(directory, expansions) == outcome_anew(directory, expansions)
    return counts[0], counts[1]


CHANGES = 30 if LONG else 10
"""How often small games are changed."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "more", "count"),
    [
        pytest.param("troyes_dice", True, 12 if LONG else 8, marks=pytest.mark.slow),
        ("burrow", False, CHANGES),
        ("sheaves", False, CHANGES),
    ],
)
def test_game_is_the_same_as_one_that_is_linked_anew(name: str, more: bool, count: int, tmp_path: Path) -> None:
    directory = copied(name, tmp_path)
    expansions = sorted(each.parent.name for each in directory.glob("expansions/*/expansion.yaml")) if more else []
    assert min(tried(directory, expansions, 1, count)) >= (3 if LONG else 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["troyes", "tournay", "troyes_dice", "carcassonne_masons"] if LONG else ["troyes"])
def test_game_is_the_same_after_many_changes(name: str, tmp_path: Path) -> None:
    directory = copied(name, tmp_path)
    expansions = sorted(each.parent.name for each in directory.glob("expansions/*/expansion.yaml"))
    assert min(tried(directory, expansions, 3, 30 if LONG else 7)) >= (3 if LONG else 2)
