"""What `ruleset check` passes can be loaded, made into a core and begun, soon.

Slips that designers make, files full of nonsense, and games that are wider or deeper than any that people write.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random

import pytest

from ruleset_core import Game, LoadError, load
from ruleset_core.check.checker import check_one_target
from ruleset_core.check.targets import find_targets
from tests.check.fuzzing import effect_game, scrambled_game
from tests.check.page_examples import FILES
from tests.check.slips.corpus import Slip, put, slips
from tests.check.slips.measure import copy_data
from tests.lang.compare import Executors

LONG = bool(os.environ.get("RULESET_LONG"))
SLIPS = slips()[:: 1 if LONG else 160]
SCRAMBLED = 2000 if LONG else 16
SECONDS = 20
"""No game may take longer to be checked and loaded; the usual one takes a few tenths."""


def loads_or_is_told(game: Path) -> bool:
    """Whether a game loads; where it does not, `check` must have told an error, and neither may take long."""
    began = time.process_time()
    (target,) = find_targets([game])
    found = check_one_target(target).diagnostics_for(target)
    errors = [
        each for each in found if each.severity == "error"
    ]  # in a scenario, only one about what it lies in matters
    told = [each for each in errors if "scenarios" not in Path(each.span.file).parts or each.code == "E422"]
    own = [path for path in target.expansions.values() if path.is_relative_to(game)]
    failed = ""
    for expansions in ([], *([path] for path in own)):
        try:
            loaded = load(game, [str(path) for path in expansions])
        except LoadError as problem:
            failed = failed or str(problem)
        else:
            _begins(loaded)
    assert told or not failed, f"check tells nothing, and load says {failed}"
    assert time.process_time() - began < SECONDS
    return not failed


def _begins(game: Game) -> None:
    """A game that loads begins and goes on alike with every executor."""
    found = Executors(game).disagreement(game.players[0], 1, Random(1).randrange, 3)
    assert not found, found


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_data(tmp_path_factory.mktemp("loads"))


@pytest.mark.slow
@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
def test_slip_loads_or_is_told(slip: Slip, data: Path) -> None:
    with put(slip, data):
        loads_or_is_told(data / slip.game)


def _write(directory: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return directory


@pytest.mark.slow
def test_scrambled_games_load_or_are_told(tmp_path: Path) -> None:
    loaded = [loads_or_is_told(_write(tmp_path / str(n), scrambled_game(n, n % 3))) for n in range(SCRAMBLED)]
    assert any(loaded)
    assert not all(loaded)


def _branches(count: int) -> str:
    return " else ".join(f"if coin == {n} {{ gain {n % 9 + 1} fame }}" for n in range(count))


def _chain(count: int) -> str:
    return "(" * count + "coin" + "".join(f" + {n})" for n in range(count))


def _sums(depth: int, over: str = "seat") -> str:
    inner = "coin"
    for level in range(depth):
        inner = f"(sum s{level} in {over} of {inner})"
    return inner


def _nested(depth: int, word: str) -> str:
    return "".join(f"{word.format(n)} {{ " for n in range(depth)) + "gain 1 coin" + " }" * depth


WIDE = {
    "120 branches": {"effect": _branches(120)},
    "1000 branches": {"effect": _branches(1000)},
    "60 conditions within each other": {"effect": _nested(60, "if coin > {}")},
    "30 loops within each other": {"effect": _nested(30, "for each x{} in seat")},
    "12 nested sums": {"amount": _sums(12)},
    "40 nested sums": {"amount": _sums(40)},
    "300 terms": {"amount": _chain(300)},
}
LOADS = {
    "25 branches": {"effect": _branches(25)},
    "120 branches side by side": {"effect": "; ".join(f"{_branches(12)}" for _ in range(10))},
    "28 conditions within each other": {"effect": _nested(28, "if coin > {}")},
    "6 loops within each other": {"effect": _nested(6, "for each x{} in seat")},
    "28 brackets": {"amount": _chain(28)},
    "55 terms": {"amount": " + ".join(f"coin * {n}" for n in range(55))},
    "7 nested sums": {"amount": _sums(7)},
    "12 nested sums of a few": {"amount": _sums(12, "answer")},
    "a loop that is long": {"effect": "for each x in 1 to 9000 { if x mod 7 == coin { gain 1 fame } }"},
    "300 statements": {"effect": "; ".join(f"if fame > {n} {{ gain 1 coin }}" for n in range(300))},
    "120 questions": {"effect": "; ".join("choose deal w in answer { gain 1 coin }" for _ in range(120))},
}


@pytest.mark.parametrize("title", WIDE)
def test_wide_and_deep_games_load_or_are_told(title: str, tmp_path: Path) -> None:
    _part_loads_or_is_told(WIDE[title], tmp_path)


@pytest.mark.parametrize("title", LOADS)
def test_rather_wide_and_deep_games_load(title: str, tmp_path: Path) -> None:
    assert _part_loads_or_is_told(LOADS[title], tmp_path)


def _part_loads_or_is_told(part: dict[str, str], tmp_path: Path) -> bool:
    define = "".join(f"  wide: {{{key}: '{text}'}}\n" for key, text in part.items())
    use = "do wide" if "effect" in part else "gain wide coin"
    rule = f"rules: [{{id: w, when: {{event: bought, do: '{use}'}}, provenance: house}}]\n"
    files = {
        **{name: content.encode() for name, content in FILES.items()},
        "part.yaml": f"define:\n{define}{rule}".encode(),
    }
    return loads_or_is_told(_write(tmp_path / "fair", files))


@pytest.mark.parametrize("count", [120, 200, 400])
def test_many_modifiers_load_or_are_told(count: int, tmp_path: Path) -> None:
    changes = ", ".join(
        f"{{id: m{n}, while_in_play: {{modify: cost, add: '1'}}, provenance: house}}" for n in range(count)
    )
    files = {
        **{name: content.encode() for name, content in FILES.items()},
        "part.yaml": f"rules: [{changes}]\n".encode(),
    }
    assert loads_or_is_told(_write(tmp_path / "fair", files))


@pytest.mark.slow
def test_effects_in_every_place_load_or_are_told(tmp_path: Path) -> None:
    for number, text in enumerate((_branches(120), _sums(7), "gain 1 coin", "coin + 1", "coin > 1", "seat", "ware")):
        loads_or_is_told(_write(tmp_path / str(number), effect_game(text)))


def test_a_text_that_cannot_be_parsed_makes_no_unread_key_at_loading(tmp_path: Path) -> None:
    """As in `check`: the question may be asked where the text is broken."""
    asked = "decisions: {give: {of: ware, ask: {en: Which?, es: ¿Cuál?}, done: {en: enough, es: basta}}}\n"
    rule = "rules: [{id: a, when: {event: bought, do: 'choose up to 2 give w in ware { gain 1 fame } |'}}]\n"
    for name, content in {**FILES, "more.yaml": asked + rule}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        load(tmp_path)
    assert [each.code for each in caught.value.diagnostics] == ["E201"]
