"""Sets of some members of another set, combinations without some, and members that are named by their set."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, load
from ruleset_core.check.checker import check_paths
from ruleset_core.diagnostics import Diagnostic
from ruleset_core.testing import check_game
from tests.engine.games import write
from tests.lang.test_effects import codes, play
from tests.sampled import CLOSELY, CONFORMANCE_SECONDS

PAINT = """
game: paint
name: {en: Paint, es: Pintura}
players: 2..3
sets:
  colour:
    name: {en: colour, es: color}
    facts: {rank: int}
    members:
      red: {name: {en: red, es: rojo}, plural: {en: reds, es: rojos}, rank: 3}
      green: {name: {en: green, es: verde}, rank: 1}
      blue: {name: {en: blue, es: azul}, rank: 2}
  warm: {of: colour, members: [blue, red], name: {en: warm colour, es: color cálido}}
  cold: {of: colour, except: [red]}
  ware: {of: resource, except: [point]}
  cell: {grid: [3, 3]}
  yard: {of: cell, members: [b1, b2], facts: {worth: int}}
resources:
  members: {wood: {start: 2}, clay: {}, point: {name: {en: points, es: puntos}}}
pieces:
  card: {product: {suit: warm, rank: 1..3}, except: [red_1, blue_3]}
  tile: {product: {suit: colour, rank: 1..2}, copies: 2, except: [green_2]}
zones:
  deck: {of: card, start: all}
  bag: {of: tile, start: all}
state:
  price: {by: [warm], is: 0..9, start: at.rank}
  mark: {by: [colour], is: 0..9}
  last: {is: "warm?"}
  pawn: {is: yard, start: b1}
decisions:
  paint: {of: warm, ask: {en: Which?, es: ¿Cuál?}}
  tint: {of: colour, ask: {en: Which?, es: ¿Cuál?}}
  good: {of: ware, ask: {en: Which?, es: ¿Cuál?}}
define:
  worth: {params: {c: colour}, amount: "c.rank + mark[c]"}
flow:
  - phase: play
    turns: snake
    do: |
      choose paint w where w != last { set price[w] = min(9, price[w] + 1); set mark[w] = min(9, worth(w)); set last = w };
      choose tint c in warm { if c in cold { gain 1 point }; if c.warm != none { set last = c.warm } };
      choose good g { gain 1 g };
      for each k in warm + cold { gain mark[k] point };
      if last == red { gain 1 point };
      if (count y in (from a in [pawn] by b in a.near where b.y < 3)) > 4 { set pawn = b2 }
score:
  point: {name: {en: points, es: puntos}, amount: "point + (sum w in warm of price[w])"}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    text = PAINT.replace(
        "members: [b1, b2], facts: {worth: int}", "facts: {worth: int}, members: {b1: {worth: 4}, b2: {worth: 2}}"
    )
    return write(tmp_path_factory.mktemp("paint"), text, "")


@pytest.fixture(scope="module")
def game(folder: Path) -> Game:
    return load(folder)


def errors(path: Path, old: str, new: str) -> list[Diagnostic]:
    """What is wrong with the game when a part of it is another one."""
    assert PAINT.count(old) == 1
    found = check_paths([write(path, PAINT.replace(", facts: {worth: int}", "").replace(old, new), "")]).diagnostics
    return [each for each in found if each.severity == "error"]


@pytest.mark.parametrize(
    ("amount", "right"),
    [
        ("sum t in tone of t.rank", 10),
        ("count t in tone where t == green", 0),
        ("count t in tone where t in [red, green]", 1),
        ("count c in colour where c in tone", 2),
        ("count c in colour where c.tone == none", 1),
        ("count c in tone + [green]", 3),
        ("count c in [green] + tone", 3),
        ("number(glow)", 1),
        ("number(glow.colour)", 2),
        ("number(if luck == 2 then glow else green)", 2),
        ("sum t in tone of number(t) + 10 * number(t.colour)", 21),
        ("count c in (from t in tone by c in t.near)", 3),
        ("(if glow == blue then 1 else 0) + (if green == glow then 2 else 0)", 1),
        ("number(tone.blue) + 10 * number(colour.blue)", 21),
        ("mood[glow] + glow.mood + heat[glow]", -4),
    ],
)
def test_a_member_of_a_subset_stands_where_one_of_the_whole_is_asked_for(
    tmp_path: Path, amount: str, right: int
) -> None:
    assert play(tmp_path, f"set total = {amount}").ask("total") == right


@pytest.mark.parametrize(
    ("do", "code"),
    [
        ("set glow = favourite", "E303"),
        ("set glow = green", "E303"),
        ("gain heat[favourite] coin", "E303"),
        ("set glow = tone.green", "E301"),
    ],
)
def test_one_of_the_whole_is_looked_up_first(tmp_path: Path, do: str, code: str) -> None:
    assert codes(tmp_path, do) == [code]


@pytest.mark.parametrize(
    "do",
    [
        "set favourite = tone.blue",
        "set favourite = glow",
        "set chosen = first t in tone where t.warm",
        "choose pick_colour c in tone { set chosen = c }",
        "choose pick_colour c in [glow, red] { set chosen = c.next }",
        "choose pick_colour c in tone + [green] { set mood[c] = 1 }",
        "do paint(glow)",
    ],
)
def test_it_is_set_handed_on_and_chosen(tmp_path: Path, do: str) -> None:
    more = {"define": {"paint": {"params": {"c": "colour"}, "effect": "set chosen = c"}}}
    assert play(tmp_path, do, **more) is not None


def test_what_to_write_is_told(tmp_path: Path) -> None:
    (found,) = errors(tmp_path, "gain mark[k] point", "gain price[k] point")
    assert (found.code, found.message, found.help) == (
        "E303", "this is a colour, but a warm is needed here", "write `k.warm`",
    )  # fmt: skip


def test_names_are_those_of_the_whole(game: Game) -> None:
    state = game.new(2, 1)
    assert [game.notation(each) for each in state.options] == ["paint blue", "paint red"]
    assert [game.label(state, each, "es") for each in state.options] == ["azul", "rojo"]
    assert game.program.vocabulary.domains["warm"].plural == {1: {"en": "reds", "es": "rojos", "fr": "reds"}}


def test_exceptions_leave_out_members_copies_and_all(game: Game) -> None:
    domains = game.program.vocabulary.domains
    assert domains["cold"].ids == ["green", "blue"]
    assert domains["ware"].ids == ["wood", "clay"]
    assert domains["card"].ids == ["blue_1", "blue_2", "red_2", "red_3"]
    assert [each for each in domains["tile"].ids if "#" not in each] == [
        "red_1",
        "red_2",
        "green_1",
        "blue_1",
        "blue_2",
    ]
    assert domains["tile"].size == 10


def test_a_member_that_an_expansion_adds_is_in_what_excepts_others(folder: Path, tmp_path: Path) -> None:
    more = tmp_path / "more"
    more.mkdir()
    (more / "expansion.yaml").write_text(
        'expansion: more\nof: paint\nname: {en: More, es: Más}\nversion: "1.0"\n'
        "extend: {sets: {colour: {members: {teal: {rank: 7}}}}}\n"
    )
    domains = load(folder, expansions=[str(more)]).program.vocabulary.domains
    assert domains["cold"].ids == ["green", "blue", "teal"]
    assert domains["warm"].ids == ["blue", "red"]
    assert domains["colour"].facts["cold"].values == [-1, 0, 1, 2]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("of: colour, members: [blue, red]", "of: colour, members: [blue, rde]", "E301 `colour` has no `rde`"),
        ("of: colour, members: [blue, red]", "of: colur, members: [blue, red]", "E308 unknown set `colur`"),
        ("of: colour, except: [red]", "of: colour, except: [rde]", "E301 unknown member `rde`"),
        ("of: colour, except: [red]", "of: colour, except: [red, green, blue]", "E314 no member of `colour` is left"),
        ("of: colour, except: [red]", "of: yard, except: [b1]", "E308 `yard` is declared below"),
        ("{of: colour, except: [red]}", "{of: colour}", "E107 some members of `colour`: say which they are, or which are left out"),
        ("{of: colour, except: [red]}", "{except: [red]}", "E107 `except` leaves members out of nothing"),
        ("{of: colour, except: [red]}", "{of: colour, seats: true, except: [red]}", "E107 a set `of` another has no `seats`"),
        ("except: [red_1, blue_3]", "except: [red_1, blue_4]", "E301 unknown combination `blue_4`"),
        ("facts: {rank: int}", "facts: {rank: int, warm: 'int?'}", "E315 `colour` has a fact `warm` already"),
    ],
)  # fmt: skip
def test_what_is_no_part_of_a_set_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert said in [f"{each.code} {each.message}" for each in errors(tmp_path, old, new)]


def test_a_name_of_several_sets_is_told_by_its_set(tmp_path: Path) -> None:
    (found,) = errors(tmp_path, "if last == red { gain 1 point }", "let x = red_2; if x in deck { gain 1 point }")
    assert (found.code, found.help) == ("E301", "write `card.red_2`, or compare it with something of one of them")
    assert not errors(
        tmp_path / "fixed", "if last == red { gain 1 point }", "let x = card.red_2; if x in deck { gain 1 point }"
    )


@pytest.mark.parametrize("given", ["[2, 10]", '["2", "10"]', "{2: {rank: 1}, 10: {rank: 2}}"])
def test_numbers_as_names_are_refused_with_what_to_write(tmp_path: Path, given: str) -> None:
    text = PAINT.replace("  cell: {grid", f"  figure: {{members: {given}}}\n  cell: {{grid").replace(
        ", facts: {worth: int}", ""
    )
    found = [each for each in check_paths([write(tmp_path, text, "")]).diagnostics if each.severity == "error"]
    assert (found[0].code, found[0].message) == ("E105", "`2` is not a name")
    assert 'write `n2`, with `name: {en: "2", es: "2"}` for players' in found[0].help


@pytest.mark.parametrize("players", [2, 3])
def test_the_suite_finds_nothing(game: Game, folder: Path, players: int) -> None:
    report = check_game(
        game, games=3, players=players, closely=CLOSELY, seconds=CONFORMANCE_SECONDS, source=str(folder)
    )
    assert report.ok, "\n".join(report.lines())
