"""Sets whose members are made: grids with neighbours and directions, and combinations of values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleset_core import load
from ruleset_core.check.checker import check_paths
from ruleset_core.lang.types import member_type
from ruleset_core.story.text import expr_text
from tests.check.conftest import told
from tests.lang import text_game

GAME = """\
game: grids
name: {en: Grids, es: Tableros}
about: {en: Mark cells., es: Marca casillas.}
version: "1.0"
players: 2
provenance: house
sets:
  SETS
state:
  mark: {by: [cell], is: "seat?", name: {en: mark, es: marca}}
resources: {members: {point: {name: {en: point, es: punto}}}}
decisions:
  place: {of: cell, ask: {en: "Which cell?", es: "¿Qué casilla?"}}
flow:
  - phase: play
    turns: forever
    do: |
      choose place spot where mark[spot] == none;
      set mark[spot] = me;
      DO;
      if no c in cell where mark[c] == none { end_game }
score:
  point: {name: {en: points, es: puntos}, amount: point}
"""


def write(path: Path, sets: str, do: str = "gain 1 point") -> Path:
    path.mkdir(exist_ok=True)
    (path / "game.yaml").write_text(GAME.replace("SETS", sets).replace("DO", do), encoding="utf-8")
    return path


def facts(path: Path, sets: str, family: str = "cell") -> dict[str, dict[str, Any]]:
    """The facts of all members of a set, with the names of members."""
    vocabulary = load(write(path, sets)).program.vocabulary
    domain = vocabulary.domains[family]

    def named(kind: Any, value: Any) -> Any:
        if isinstance(value, tuple):
            return [named(kind.element, each) for each in value]
        return vocabulary.format_value(kind.maybe(), value) if kind.kind == "member" else value

    return {
        each: {fact.name: named(fact.type, fact.values[place]) for fact in domain.facts.values()}
        for place, each in enumerate(domain.ids)
    }


def test_squares_know_their_neighbours(tmp_path: Path) -> None:
    found = facts(tmp_path / "grids", "cell: {grid: [4, 3]}")
    assert [*found] == [f"{file}{rank}" for rank in (1, 2, 3) for file in "abcd"]
    assert found["a1"] == {"x": 1, "y": 1, "near": ["a2", "b1"], "around": ["a2", "b2", "b1"], "rim": 1}
    assert found["b2"]["near"] == ["b3", "c2", "b1", "a2"]
    assert found["b2"]["around"] == ["b3", "c3", "c2", "c1", "b1", "a1", "a2", "a3"]
    assert {name for name, each in found.items() if not each["rim"]} == {"b2", "c2"}


def test_files_may_have_other_letters(tmp_path: Path) -> None:
    cells = facts(tmp_path / "grid", "cell: {grid: {squares: [3, 2], letters: hij, sides: road}}")
    assert [*cells] == ["h1", "i1", "j1", "h2", "i2", "j2"]
    assert cells["h1"]["near"] == ["h2", "i1"]
    assert "i1_j1" in load(tmp_path / "grid").program.vocabulary.domains["road"].ids


def test_directions_are_a_set_and_index_the_next_cell(tmp_path: Path) -> None:
    path = tmp_path / "grids"
    ways = facts(path, "cell: {grid: {squares: [3, 3], directions: way}}", "way")
    assert [*ways] == ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
    assert {name: each["opposite"] for name, each in ways.items()} == {
        "n": "s", "ne": "sw", "e": "w", "se": "nw", "s": "n", "sw": "ne", "w": "e", "nw": "se",
    }  # fmt: skip
    assert [name for name, each in ways.items() if each["diagonal"]] == ["ne", "se", "sw", "nw"]
    game = load(
        write(
            path,
            "cell: {grid: {squares: [3, 3], directions: way}}",
            "gain count d in way where spot.next[d] == none point; gain 100 * (count c in cell where c.next[n] == spot) point",
        )
    )
    for cell, points in (("a1", 5), ("b2", 100), ("b3", 103)):
        state = game.new(2, 0)
        state.apply(game.parse(f"place {cell}"))
        spec = game.interpreted().new(2, 0)
        spec.apply(game.parse(f"place {cell}"))
        assert state.scores() == spec.scores() == [points, 0]


@pytest.mark.parametrize("shape", ["hexes: [5, 4]", "hexagon: 3"])
def test_hexes_have_six_directions_that_lead_back(shape: str, tmp_path: Path) -> None:
    sets = f"cell: {{grid: {{{shape}, directions: way}}}}"
    found, ways = facts(tmp_path / "grids", sets), facts(tmp_path / "grids", sets, "way")
    order = [*ways]
    assert len(order) == 6
    for name, cell in found.items():
        assert sorted(cell["near"]) == sorted(each for each in cell["next"] if each != "none")
        assert cell["rim"] == (len(cell["near"]) < 6)
        for way, there in zip(order, cell["next"], strict=True):
            assert there == "none" or found[there]["next"][order.index(ways[way]["opposite"])] == name


def test_a_hexagon_has_the_cells_of_rings(tmp_path: Path) -> None:
    found = facts(tmp_path / "grids", "cell: {grid: {hexagon: 5}}")
    assert len(found) == 1 + 6 * (1 + 2 + 3 + 4)
    assert sum(each["rim"] for each in found.values()) == 24
    assert len(facts(tmp_path / "grids", "cell: {grid: {hexes: [7, 7]}}")) == 49


def test_made_members_may_have_facts_of_their_own(tmp_path: Path) -> None:
    sets = "cell: {facts: {star: 'int?'}, grid: [2, 2], members: {b1: {star: 3}, pool: {star: 1}}}"
    path = write(tmp_path / "grids", sets)
    found = [told(item) for item in check_paths([path]).diagnostics]
    assert any("pool" in each for each in found), found
    assert facts(path, sets.replace(", pool: {star: 1}", ""))["b1"]["star"] == 3


def test_products_are_all_combinations(tmp_path: Path) -> None:
    sets = "cell: {members: [a, b]}\n  hue: {members: [red, blue]}\n  tile: {product: {hue: hue, pips: 0..2}}\n  bone: {product: {low: 0..1, high: 0..1}}"
    assert facts(tmp_path / "grids", sets, "tile") == {
        f"{hue}_{pips}": {"hue": hue, "pips": pips} for hue in ("red", "blue") for pips in range(3)
    }
    assert [*facts(tmp_path / "grids", sets, "bone")] == ["bone_0_0", "bone_0_1", "bone_1_0", "bone_1_1"]


@pytest.mark.parametrize(
    ("sets", "right"),
    [
        ("cell: {grid: [4]}", "E107 at `[4]`: `squares` are files and ranks"),
        ("cell: {grid: [27, 4]}", "E106"),
        ("cell: {grid: {hexagon: 3, squares: [3, 3]}}", "E107"),
        ("cell: {grid: {}}", "E107"),
        ("cell: {grid: {squares: [3, 3], letters: abb}}", "E107 at `abb`: a grid of 3 files needs as many letters, each once"),
        ("cell: {grid: {hexagon: 2, letters: ab}}", "E107"),
        ("cell: {grid: [4, 4], product: {a: 1..2}}", "E107"),
        ("cell: {grid: [4, 4], seats: true}", "E107"),
        ("cell: {grid: [4, 4], facts: {near: int}}", "E407"),
        ("cell: {grid: [4, 4], facts: {star: int}, members: {a1: {star: 3}}}", "E403"),
        ("cell: {grid: [4, 4], members: {a1: {x: 3}}}", "E"),
        ("cell: {product: {a: 0..99, b: 0..99, c: 0..9}}", "E314"),
        ("cell: {product: {a: int}}", "E314"),
        ("cell: {product: {a: nothing}}", "E308"),
        ("cell: {grid: {squares: [3, 3], directions: cell}}", "E407"),
        ("cell: {grid: {squares: [3, 3], directions: seat}}", "E315"),
    ],
)  # fmt: skip
def test_mistakes(sets: str, right: str, tmp_path: Path) -> None:
    found = [told(item) for item in check_paths([write(tmp_path / "grids", sets)]).diagnostics]
    assert any(each.startswith(right) for each in found), found


PACK = (
    "suit: {name: {en: suit, es: palo}, members: {vine: {name: {en: vine, es: vid}}, reed: {name: {en: reed, es: junco}}}}\n"
    "  cell: {members: [a, b]}\n"
    "pieces:\n  card: {name: {en: card, es: carta}, KIND}\n"
    "zones:\n  pack: {of: card, start: all, name: {en: pack, es: mazo}}"
)


def test_pieces_may_be_a_product(tmp_path: Path) -> None:
    sets = PACK.replace("KIND", "product: {suit: suit, rank: {is: 1..3, name: {en: rank, es: valor}}}")
    found = facts(tmp_path / "grids", sets, "card")
    assert found == {f"{suit}_{rank}": {"suit": suit, "rank": rank} for suit in ("vine", "reed") for rank in (1, 2, 3)}
    game = load(write(tmp_path / "grids", sets, "gain sum c in pack where c.suit == reed of c.rank point"))
    domain = game.program.vocabulary.domains["card"]
    assert domain.names[4] == {"en": "reed 2", "es": "junco 2", "fr": "reed 2"}
    assert domain.facts["suit"].title == {"en": "suit", "es": "palo", "fr": "suit"}
    assert domain.facts["rank"].title == {"en": "rank", "es": "valor", "fr": "rank"}
    for state in (game.new(2, 0), game.interpreted().new(2, 0)):
        state.apply(game.parse("place a"))  # the other cell is marked without asking
        assert state.scores() == [6, 6]


def test_pieces_that_would_begin_with_a_number_begin_with_their_kind(tmp_path: Path) -> None:
    sets = PACK.replace("KIND", "product: {rank: 1..2, suit: suit}")
    domain = load(write(tmp_path / "grids", sets)).program.vocabulary.domains["card"]
    assert domain.ids == ["card_1_vine", "card_1_reed", "card_2_vine", "card_2_reed"]
    assert domain.names[3] == {"en": "card 2 reed", "es": "carta 2 junco", "fr": "card 2 reed"}


@pytest.mark.parametrize(
    ("kind", "right"),
    [
        ("product: {suit: suit}, count: 3", "E107 at `3`: `product` says how many pieces there are"),
        ("product: {suit: suit, rank: int}", "E314"),
        ("product: {suit: suit, a: 0..99, b: 0..99}", "E314 at `product`: there can be 10,000 pieces of a kind"),
        ("product: {suit: nothing}", "E308"),
        ("product: {suit: suit}, facts: {worth: int}", "E107 at `{worth: int}`: the facts of a `product` are its parts"),
        ("product: {suit: suit}, sides: [a, b], side_facts: {worth: int}", "E107"),
        ("product: {suit: suit}, values: {worth: [1, 2]}", "E107"),
        ("product: {suit: suit}, total: 3", "E402 at `3`: `total` says 3, but there are 2"),
    ],
)  # fmt: skip
def test_mistakes_of_pieces_that_are_a_product(kind: str, right: str, tmp_path: Path) -> None:
    found = [told(item) for item in check_paths([write(tmp_path / "grids", PACK.replace("KIND", kind))]).diagnostics]
    assert any(each.startswith(right) for each in found), found


def test_pieces_that_are_a_product_have_no_cards(tmp_path: Path) -> None:
    path = write(tmp_path / "grids", PACK.replace("KIND", "product: {suit: suit}"))
    (path / "cards").mkdir()
    card = "kind: card\ncards:\n  joker: {name: {en: Joker, es: Comodín}, provenance: house}\n"
    (path / "cards" / "jokers.yaml").write_text(card, encoding="utf-8")
    found = [told(item) for item in check_paths([path]).diagnostics]
    assert any("E408" in each and "made by `product`" in each for each in found), found


@pytest.mark.parametrize(
    ("copies", "ids"),
    [
        ("2", ["vine_1", "vine_1#2", "vine_2", "vine_2#2", "reed_1", "reed_1#2", "reed_2", "reed_2#2"]),
        ("{rank: [3, 1]}", ["vine_1", "vine_1#2", "vine_1#3", "vine_2", "reed_1", "reed_1#2", "reed_1#3", "reed_2"]),
        ("{rank: [0, 1], suit: [2, 1]}", ["vine_2", "vine_2#2", "reed_2"]),
    ],
)
def test_there_may_be_copies_of_a_product(copies: str, ids: list[str], tmp_path: Path) -> None:
    sets = PACK.replace("KIND", f"product: {{suit: suit, rank: 1..2}}, copies: {copies}")
    do = "for each c in pack where c.card == pack[0].card { gain c.rank point }"
    game = load(write(tmp_path / "grids", sets, do))
    domain = game.program.vocabulary.domains["card"]
    assert domain.ids == ids
    assert [domain.names[place]["es"] for place, each in enumerate(ids) if "#" in each] == [
        each.partition("#")[0].replace("_", " ").replace("vine", "vid").replace("reed", "junco")
        for each in ids
        if "#" in each
    ]
    first = [each for each in ids if each.partition("#")[0] == ids[0]]
    for state in (game.new(2, 0), game.interpreted().new(2, 0)):
        state.apply(game.parse("place a"))
        assert state.scores() == [len(first) * int(ids[0][5])] * 2


@pytest.mark.parametrize(
    ("kind", "right"),
    [
        ("count: 3, copies: 2", "E107 at `2`: `copies` are of a `product`"),
        ("product: {suit: suit}, copies: 0", "E103 at `0`: expected a number, or numbers by part"),
        ("product: {suit: suit}, copies: {}", "E103"),
        ("product: {suit: suit}, copies: [1, 2]", "E103"),
        ("product: {suit: suit}, copies: {suit: 2}", "E103 at `2`: expected a list of numbers"),
        ("product: {suit: suit}, copies: {suit: [1, true]}", "E103"),
        ("product: {suit: suit}, copies: {suit: [1]}", "E314 at `[1]`: `suit` has 2 values, and these are 1"),
        ("product: {suit: suit}, copies: {suti: [1, 2]}", "E313 at `suti`: unknown part `suti`"),
        ("product: {suit: suit, a: 0..99}, copies: 51", "E314 at `product`: there can be 10,000 pieces of a kind"),
    ],
)  # fmt: skip
def test_mistakes_of_copies(kind: str, right: str, tmp_path: Path) -> None:
    found = [told(item) for item in check_paths([write(tmp_path / "grids", PACK.replace("KIND", kind))]).diagnostics]
    assert any(each.startswith(right) for each in found), found


# -- the cell that lies so far off another -------------------------------------------------------------------------------


def reached(path: Path, sets: str, what: str, cell: str, do: str = "") -> int:
    """What an amount comes to where `spot` is a cell, in both executors."""
    game = load(write(path, sets, do or f"gain {what} point"))
    states = [each.new(2, 0) for each in (game, game.interpreted())]
    for state in states:
        state.apply(game.parse(f"place {cell}"))
    found = [state.scores()[0] for state in states]
    assert found[0] == found[1]
    return int(found[0])


@pytest.mark.parametrize("shape", ["squares: [5, 3]", "hexes: [4, 5]", "hexagon: 3"])
def test_a_cell_so_far_off_is_the_one_with_these_coordinates(shape: str, tmp_path: Path) -> None:
    sets = f"cell: {{grid: {{{shape}}}}}"
    cells = facts(tmp_path / "grids", sets)
    where = {(each["x"], each["y"]): name for name, each in cells.items()}
    game = load(tmp_path / "grids")
    vocabulary = game.program.vocabulary
    domain = vocabulary.domains["cell"]
    assert domain.plan is not None
    (plan, *rest) = domain.plan.values
    assert isinstance(plan, tuple)
    assert not any(rest)
    for name, each in cells.items():
        for across in range(-7, 8):
            for up in range(-7, 8):
                place = (each["y"] - 1 + up) * domain.across + max(0, min(domain.across - 1, each["x"] + across))
                there = plan[place] if 0 <= place < len(plan) else -1
                wanted = where.get((each["x"] + across, each["y"] + up), "none")
                assert vocabulary.format_value(domain.type.maybe(), there) == wanted, (name, across, up)


@pytest.mark.parametrize(
    ("what", "cell", "points"),
    [
        ("number(spot.at[1, 2]) + 1", "a1", 8),  # b3 of 3 x 3
        ("number(spot.at[1, 2]) + 1", "c1", 0),
        ("number(spot.at[-1, -1]) + 1", "b2", 1),
        ("number(spot.at[0, 1000000000]) + 1", "b2", 0),
        ("number(spot.at[-1000000000, 0]) + 1", "b2", 0),
        ("count c in cell where c.at[spot.x - 2, spot.y - 2] == spot", "c3", 1),
        ("count c in cell where spot in [c.at[1, 2], c.at[2, 1], c.at[-1, 2]]", "c3", 2),
        ("count c in [spot.at[1, 2], spot.at[2, 1], spot.at[-1, 2], spot.at[-2, 1]] where c.rim", "a1", 2),
        ("sum c in [spot.at[1, 0], spot.at[0, 1], spot] of c.x", "c1", 6),
        ("number(first c in [spot.at[1, 0], spot.at[0, 1]]) + 1", "c1", 6),
        ("number(most c in [spot.at[1, 0], spot.at[0, 1], spot.at[-1, 0]] by c.x ties first) + 1", "c1", 6),
        ("count c in (from a in [spot] by b in [a.at[1, 2], a.at[2, 1], a.at[-2, -1], a.at[-1, -2], a.at[2, -1], a.at[1, -2], a.at[-1, 2], a.at[-2, 1]])", "a1", 8),
        ("(highest c in cell where mark[c] != none of c.x) - (lowest c in cell where mark[c] != none of c.x) + 1", "c1", 1),
    ],
)  # fmt: skip
def test_a_cell_so_far_off(what: str, cell: str, points: int, tmp_path: Path) -> None:
    assert reached(tmp_path / "grids", "cell: {grid: [3, 3]}", what, cell) == points


def test_loops_and_questions_leave_out_what_is_none(tmp_path: Path) -> None:
    sets, path = "cell: {grid: [3, 3]}", tmp_path / "grids"
    each = "for each c in [spot.at[1, 0], spot.at[-1, 0], spot.at[0, 1], spot.at[0, -1]] { gain c.x point }"
    assert reached(path, sets, "", "b1", each) == 1 + 3 + 2
    asked = "choose place c in [spot.at[1, 0], spot.at[9, 9]] { gain c.x point }"
    assert reached(path, sets, "", "b1", asked) == 3
    assert not [told(item) for item in check_paths([path]).diagnostics if item.code == "W522"]


def test_slips_with_coordinates_are_told(tmp_path: Path) -> None:
    def found(do: str) -> list[str]:
        path = write(tmp_path / "grids", "cell: {grid: [3, 3]}", do)
        return [f"{each.code} {each.message}: {each.help}" for each in check_paths([path]).diagnostics]

    assert any(
        "E304 `at` needs two numbers: files to the right, ranks up: for example: `spot.at[1, 2]`" in each
        for each in found("let c = spot.at[1]; if c != none { gain 1 point }")
    )
    assert any(each.startswith("E304 `at` needs two numbers") for each in found("if spot.at == none { gain 1 point }"))
    assert any(each.startswith("E303") for each in found("if spot.at[1, true] == none { gain 1 point }"))
    assert any("W522" in each and "spot.at[1, 1]" in each for each in found("gain spot.at[1, 1].x point"))


def test_a_cell_so_far_off_has_words(tmp_path: Path) -> None:
    program = load(write(tmp_path / "grids", "cell: {grid: [3, 3]}")).program
    value = text_game.expr(program, "b2.at[players, -2]", member_type("cell").maybe())
    said = {lang: expr_text(value, program.vocabulary, lang) for lang in ("en", "es")}
    assert said == {
        "en": "the cell at (the number of players, -2) from b2",
        "es": "el cell a (el número de jugadores, -2) de b2",
    }
