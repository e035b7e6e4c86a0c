"""Games with expansions: other data, another hash, and what belongs together."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ruleset_core import LoadError, SaveError, load
from ruleset_core.discovery import GameNotFoundError
from tests.engine import games

EXPANSION = """
expansion: {name}
of: {of}
name: {{en: More, es: Más}}
requires: {requires}
resources: {{members: {{{name}_token: {{start: 4}}}}}}
score:
  {name}_tokens: {{name: {{en: tokens, es: fichas}}, amount: {name}_token}}
"""


def expand(directory: Path, name: str, of: str = "flow", requires: str = "[]") -> str:
    path = directory / "expansions" / name
    path.mkdir(parents=True, exist_ok=True)
    (path / "expansion.yaml").write_text(EXPANSION.format(name=name, of=of, requires=requires), encoding="utf-8")
    return str(path)


@pytest.fixture
def base(tmp_path: Path) -> Path:
    games.flow(tmp_path, 'flow: [{phase: go, turns: once, do: "may more { gain 1 point }"}]')
    expand(tmp_path, "wind")
    expand(tmp_path, "rain")
    return tmp_path


def test_every_combination_is_other_data(base: Path) -> None:
    made = [load(base, names) for names in ((), ("wind",), ("rain",), ("wind", "rain"))]
    assert len({game.hash for game in made}) == 4
    assert load(base, ("wind",)).hash == made[1].hash
    assert [game.expansions for game in made] == [(), ("wind",), ("rain",), ("wind", "rain")]
    assert [game.new(1, 1).scores() for game in made] == [[0], [4], [4], [8]]


def test_state_is_of_its_own_data(base: Path) -> None:
    state = load(base).new(1, 1)
    with pytest.raises(SaveError, match="saved with other data"):
        load(base, ("wind",)).from_json(state.to_json())


@pytest.mark.parametrize(
    "change",
    [("gain 1 point", "gain 2 point"), ("Flow", "Flaw"), ("tally: {is: int}", "tally: {is: 0..5}")],
)
def test_any_change_of_the_data_changes_the_hash(base: Path, change: tuple[str, str]) -> None:
    before = load(base).hash
    path = base / "game.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace(*change), encoding="utf-8")
    assert load(base).hash != before


def test_hash_does_not_depend_on_where_the_files_are(base: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("elsewhere") / "copy"
    shutil.copytree(base, other)
    assert load(other, ("wind",)).hash == load(base, ("wind",)).hash


def test_what_is_required_comes_with_it_and_before_it(base: Path) -> None:
    snow = expand(base, "snow", requires="[wind]")
    for names in [(snow,), ("wind", snow), (snow, "wind"), ("snow",)]:
        assert load(base, names).expansions == ("wind", "snow")
    assert load(base, (snow,)).hash == load(base, ("wind", snow)).hash
    expand(base, "frost", requires="[rain, snow]")
    assert load(base, ("frost",)).expansions == ("rain", "wind", "snow", "frost")


def test_what_does_not_belong_together_is_explained(base: Path) -> None:
    with pytest.raises(GameNotFoundError, match="did you mean `wind`"):
        load(base, ("wnd",))
    with pytest.raises(LoadError) as caught:
        load(base, (expand(base, "snow", requires="[storm]"),))
    assert [each.code for each in caught.value.diagnostics if each.severity == "error"] == ["E404"]
    with pytest.raises(LoadError) as caught:
        load(base, (expand(base, "fog", of="chess"),))
    assert "E410" in [each.code for each in caught.value.diagnostics]


KIND = """
game: kinds
name: {en: Kinds, es: Clases}
players: 1
pieces:
  card: {total: 3, named: false}
  die: {count: 2, total: 2}
zones: {deck: {of: card, start: all}, bag: {of: die, start: all}}
flow: [{phase: go, do: shuffle deck}]
score: {one: {name: {en: one, es: uno}, amount: 1}}
"""
CARDS = "kind: card\ncards:\n  a: {provenance: house}\n  b: {provenance: house, copies: 2}\n"
MORE = "kind: card\ncards:\n  c: {provenance: house, copies: 4}\n"
HEADER = "expansion: more\nof: kinds\nname: {en: More, es: Más}\n"


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, ""),
        ({"expansions/more/expansion.yaml": HEADER, "expansions/more/cards/c.yaml": MORE}, ""),
        ({"cards/c.yaml": MORE}, "`total` says 3, but there are 7"),
        (
            {
                "expansions/more/expansion.yaml": HEADER + "pieces: {chip: {total: 2, named: false}}",
                "expansions/more/cards/c.yaml": MORE.replace("card\n", "chip\n"),
            },
            "`total` says 2, but there are 4",
        ),
    ],
)
def test_a_kind_counts_the_cards_of_who_declares_it(tmp_path: Path, files: dict[str, str], said: str) -> None:
    for name, text in {"game.yaml": KIND, "cards/cards.yaml": CARDS, **files}.items():
        path = tmp_path / "kinds" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    names = ("more",) if "expansions/more/expansion.yaml" in files else ()
    if not said:
        assert len(load(tmp_path / "kinds", names).glossary.members("card")) == (7 if names else 3)
        return
    with pytest.raises(LoadError) as raised:
        load(tmp_path / "kinds", names)
    assert said in [each.message for each in raised.value.diagnostics if each.code == "E402"]
