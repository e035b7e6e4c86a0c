"""The look of a game that brings none: what it declares is drawn as what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import State, load
from ruleset_core.formats import scene_format as scenes
from ruleset_core.formats.scene_format import walk_scene
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.terminal.drawing import draw
from tests.engine.games import write

MARKET = """
game: fair
name: {en: Fair, es: Feria}
players: 2
resources: {members: {coin: {name: {en: coin, es: moneda}, start: 3}}}
sets:
  suit: {members: {sun: {name: {en: Sun, es: Sol}}, moon: {name: {en: Moon, es: Luna}}}}
  cell: {grid: [2, 2]}
pieces:
  ware: {total: 3, facts: {worth: {is: int, name: {en: worth, es: valor}}, suit: suit}}
  bead: {count: 50}
state:
  day: {is: 0..9, name: {en: day, es: día}}
  helper: {is: 0..9, note: false}
  seen: {by: [suit], is: bool, name: {en: seen suits, es: palos vistos}}
  mark: {by: [cell], is: "seat?"}
  left: {is: -1..5, name: {en: turns left, es: turnos que quedan}, start: -1}
  price: {by: ["1..9"], is: 0..9, name: {en: price, es: precio}}
zones:
  stall: {of: ware, start: all, name: {en: stall, es: puesto}}
  bag: {of: bead, start: all, visible: nobody, name: {en: bag, es: bolsa}}
decisions: {stop: {of: bool, ask: {en: Stop?, es: ¿Parar?}}, take: {of: ware, ask: {en: Which?, es: ¿Cuál?}}}
flow:
  - phase: all
    turns: forever
    until: no c in stall
    do: |
      choose stop b { set seen[sun] = true; set price[4] = 7; set day = 1; set helper = 2 };
      choose take c in stall { move c to stall }
score: {none: {name: {en: none, es: nada}, amount: coin}}
"""
CARDS = "kind: ware\ncards:\n" + "".join(
    f"  {each}: {{name: {{en: {each}, es: {each}}}, provenance: house, worth: {worth}, suit: moon}}\n"
    for worth, each in enumerate(("pot", "jar", "cup"), 1)
)


def fair(directory: Path, text: str = MARKET) -> State:
    return load(write(directory, text, CARDS)).new(2, seed=1)


def shown(state: State) -> scenes.ScenePanel:
    """What lies on the table."""
    return next(each for each in scene(state.game, state.masked(0)).panels if each.id == "table")


def words(node: object) -> str:
    """All that a part of a scene says."""
    return " ".join(each.text for each in walk_scene(node) if isinstance(each, scenes.TextSpan))


def test_cards_on_display_tell_their_facts(tmp_path: Path) -> None:
    cards = [each for each in walk_scene(shown(fair(tmp_path))) if isinstance(each, scenes.SceneCard)]
    assert [each.name for each in cards] == ["pot", "jar", "cup"]
    assert ["".join(span.text for span in fact) for fact in cards[1].facts] == ["worth 2", "suit Moon"]


def test_what_has_no_name_is_for_the_rules_and_what_is_nothing_is_not_said(tmp_path: Path) -> None:
    said = words(shown(fair(tmp_path)))
    assert "day" in said
    assert "helper" not in said
    assert "turns left" not in said


def test_places_are_a_board(tmp_path: Path) -> None:
    (board,) = [each for each in walk_scene(shown(fair(tmp_path))) if isinstance(each, scenes.SceneBoard)]
    assert (board.shape, len(board.places)) == ("squares", 4)


def test_alike_pieces_are_counted(tmp_path: Path) -> None:
    signs = [
        each for each in walk_scene(shown(fair(tmp_path))) if isinstance(each, scenes.TextSpan) and each.sign == "box"
    ]
    assert [each.times for each in signs] == [1]
    assert "bag   ×50" in words(shown(fair(tmp_path)))


def test_what_holds_is_a_line_and_rows_of_nothing_are_left_out(tmp_path: Path) -> None:
    state = fair(tmp_path)
    assert "seen suits" not in words(shown(state))
    state.apply("stop true")
    table = next(each for each in walk_scene(shown(state)) if isinstance(each, scenes.SceneTable))
    assert [(each.stand.id, words(each.cells)) for each in table.rows] == [("4", "7")]
    assert "seen suits  Sun" in words(shown(state))


TABLE = """
game: camp
name: {en: Camp, es: Campamento}
players: 3
resources: {members: {point: {name: {en: point, es: punto}}}}
sets:
  kind: {members: {oak: {name: {en: oak, es: roble}}, elm: {name: {en: elm, es: olmo}}}}
  cell: {grid: [2, 2]}
pieces:
  card: {product: {kind: kind, rank: {is: 1..6, name: {en: rank, es: valor}}}}
  mask: {product: {face: {is: 1..9, name: {en: face, es: cara}}}, hints: [face], remembered: true}
state:
  land: {by: [cell], is: kind?, name: {en: land, es: tierra}}
  number: {by: [cell], is: 0..9, name: {en: number, es: número}}
  worth: {by: [cell], is: 0..9, name: {en: worth, es: valor}}
  bear: {is: cell?, name: {en: bear, es: oso}}
  plan: {by: [seat], is: cell?, visible: owner, name: {en: goal, es: meta}}
  seen: {by: [seat, seat], is: kind?, visible: owner, name: {en: seen, es: visto}}
  used: {by: [seat, "1..4"], is: bool, name: {en: used, es: usado}}
zones:
  pack: {of: card, start: all, visible: nobody, name: {en: pack, es: mazo}}
  hand: {of: card, by: [seat], visible: owner, name: {en: hand, es: mano}}
  rack: {of: card, by: [seat], visible: others, name: {en: rack, es: atril}}
  secret: {of: mask, by: [seat], visible: owner, name: {en: mask, es: máscara}}
  box: {of: mask, start: all, visible: nobody, name: {en: box, es: caja}}
  played: {of: card, by: [seat], name: {en: played, es: jugada}}
decisions:
  play: {of: card, ask: {en: Which?, es: ¿Cuál?}}
  go: {of: cell, ask: {en: Where?, es: ¿Dónde?}}
flow:
  - phase: setup
    do: |
      shuffle box;
      for each p in seat { repeat 2 { move pack[0] to p.hand }; move pack[0] to p.rack; move box[0] to p.secret };
      set land[a1] = oak; set number[a1] = 7; set worth[a1] = 3; set bear = b2
  - phase: all
    turns: forever
    do: |
      choose play c in hand { move c to played; set used[1] = true; set plan = a1; set seen[me, left(me)] = elm; show left(me).secret[0] to me }
      else { repeat 2 { move pack[0] to played }; end_game }
score: {point: {name: {en: points, es: puntos}, amount: point}}
"""


def camp(directory: Path) -> State:
    return load(write(directory, TABLE)).new(3, seed=1)


def panels(state: State, seat: int) -> dict[tuple[str, int | None], scenes.ScenePanel]:
    return {(each.id, each.seat): each for each in scene(state.game, state.masked(seat)).panels}


def rows(state: State, seat: int) -> dict[str, dict[str, scenes.TextSpans]]:
    """The cells of the players' table by seat and head."""
    table = next(each for each in walk_scene(panels(state, seat)["seats", None]) if isinstance(each, scenes.SceneTable))
    return {
        row.stand.id: {head.title: cell for head, cell in zip(table.heads, row.cells, strict=True)}
        for row in table.rows
    }


def test_a_player_is_one_row_hidden_hands_are_backs_and_few_open_pieces_have_names(tmp_path: Path) -> None:
    state = camp(tmp_path)
    state.apply(state.options[0])
    mine, other = rows(state, 1)["seat_0"], rows(state, 1)["seat_2"]
    assert [(each.sign, each.times) for each in mine["hand"]] == [("back", 1)]
    assert [(each.sign, each.times) for each in other["hand"]] == [("back", 2)]
    assert (words(mine["played"]), words(mine["used"])) == ("oak 1", "1")
    assert "mask" not in words(panels(state, 1).get(("others", 0)))  # its row says all of it


def test_what_others_see_or_have_found_out_of_hidden_pieces_has_a_panel(tmp_path: Path) -> None:
    state = camp(tmp_path)
    assert masks(state) == ["oak", "back"]  # the rack lies open to others
    state.apply(state.options[0])
    assert masks(state) == ["oak", "mask"]


def masks(state: State) -> list[str]:
    """What seat 0 is shown in the panel of seat 1."""
    cards = [each for each in walk_scene(panels(state, 0).get(("others", 1))) if isinstance(each, scenes.SceneCard)]
    return ["back" if each.back else each.name.split()[0] for each in cards]


def test_nothing_but_backs_has_no_panel(tmp_path: Path) -> None:
    text = TABLE.replace("move pack[0] to p.rack;", "")
    state = load(write(tmp_path, text)).new(3, seed=1)
    assert masks(state) == []
    state.apply(state.options[0])
    assert masks(state) == ["mask"]


def test_a_row_says_the_score_as_far_as_it_is_told_and_the_team(tmp_path: Path) -> None:
    team = '}}\noutcome: {team: "if me == seat_1 then 1 else 0"}'
    text = TABLE.replace("amount: point}}", "amount: 2 * point + 3" + team)
    state = load(write(tmp_path, text)).new(3, seed=1)
    made = scene(state.game, state.masked(0), scores=[4, None, -1])
    table = next(each for each in walk_scene(made) if isinstance(each, scenes.SceneTable))
    assert [head.title for head in table.heads][:2] == ["team", "score"]
    assert [[words(cell) for cell in row.cells[:2]] for row in table.rows] == [["A", "4"], ["B", "?"], ["A", "-1"]]
    assert "score" not in rows(state, 0)["seat_0"]  # nobody has said it
    again = load(write(tmp_path / "again", TABLE)).new(3, seed=1)  # points are the score: they are said once
    table = next(
        each
        for each in walk_scene(scene(again.game, again.masked(0), scores=[0, 0, 0]))
        if isinstance(each, scenes.SceneTable)
    )
    assert [head.title for head in table.heads][:1] == ["point"]


HILLS = """
game: hills
name: {en: Hills, es: Colinas}
players: 2
sets: {hill: {grid: {hexagon: 2, sides: {set: way}, corners: {set: top}}}}
pieces: {log: {product: {size: {is: 1..3, name: {en: size, es: tamaño}}}}}
zones: {stock: {of: log, start: all, name: {en: stock, es: reserva}, note: false}, row: {of: log, name: {en: row, es: fila}}}
state:
  wood: {by: [hill], is: 0..9, name: {en: wood, es: madera}}
  way: {by: [way], is: "seat?", name: {en: way of, es: senda de}}
  hut: {by: [top], is: "seat?", name: {en: hut of, es: choza de}}
decisions: {put: {of: top, ask: {en: Where?, es: ¿Dónde?}}, whom: {of: seat, ask: {en: Whom?, es: ¿A quién?}}}
flow:
  - phase: all
    turns: forever
    do: |
      move stock[0] to row;
      choose put t where hut[t] == none { set hut[t] = me; let s = first x in t.sides; if s != none { set way[s] = me } }
score: {huts: {name: {en: huts, es: chozas}, amount: "count t in top where hut[t] == me"}}
"""


def test_what_is_on_sides_and_corners_stands_on_the_board_of_their_cells(tmp_path: Path) -> None:
    state = load(write(tmp_path, HILLS)).new(2, seed=1)
    state.apply("put b2_n")
    made = scene(state.game, state.masked(1), options=state.options)
    (board,) = [each for each in walk_scene(made) if isinstance(each, scenes.SceneBoard)]
    assert {each.stand.id: words(each.what) for each in board.crossings if each.what} == {"b2_n": "Player 1"}
    assert [words(each.what) for each in board.edges if each.what] == ["Player 1"]
    assert len([each for each in board.crossings if each.stand.options]) == len(state.options) == 23
    assert not [
        each
        for each in walk_scene(made)
        if isinstance(each, scenes.SceneTable) and each.rows[0].stand.family in {"way", "top"}
    ]


def test_stocks_go_first_and_questions_for_a_player_are_about_the_players(tmp_path: Path) -> None:
    state = load(write(tmp_path, HILLS)).new(2, seed=1)
    table = next(each for each in scene(state.game, state.masked(0)).panels if each.id == "table")
    assert [(each.title, each.rank) for each in table.show if isinstance(each, scenes.SceneGroup)][1:] == [
        ("stock", 3),
        ("row", 1),
    ]
    about = [load(write(tmp_path / f"{number}", text)).source.look.panels["seats"].about for number, text in enumerate((
        HILLS, TABLE.replace("  go: {of: cell", "  go: {of: seat"), TABLE.replace("  go: {of: cell", "  go: {of: seat").replace(
            "by: [cell]", "by: [kind]").replace("[a1]", "[oak]").replace("[b2]", "[oak]")
    ))]  # fmt: skip
    assert about == [(), (), ("go",)]


def test_more_open_pieces_than_a_row_names_are_counted_and_listed_below(tmp_path: Path) -> None:
    state = camp(tmp_path)
    while not state.over:
        state.apply(state.options[0])
    assert words(rows(state, 1)["seat_0"]["played"]) == "4"
    listed = [each.name for each in walk_scene(panels(state, 1)["others", 0]) if isinstance(each, scenes.SceneCard)]
    assert len(listed) == 4 + 1 + 1  # with the rack and the mask


def test_what_only_its_owner_sees_stands_with_the_owner_alone(tmp_path: Path) -> None:
    state = camp(tmp_path)
    state.apply(state.options[0])
    assert "goal" in words(panels(state, 0)["own", 0])
    table = next(each for each in walk_scene(panels(state, 0)["own", 0]) if isinstance(each, scenes.SceneTable))
    assert [row.stand.id for row in table.rows] == ["seat_1"]  # of the others there is nothing to say
    said = [words(each) for key, each in panels(state, 1).items() if key[0] != "own"]
    assert not [each for each in said if "goal" in each or "seen" in each]


def test_what_can_be_told_apart_shares_a_board_with_what_is_at_a_place(tmp_path: Path) -> None:
    shown = panels(camp(tmp_path), 0)["table", None]
    first, second = [each for each in walk_scene(shown) if isinstance(each, scenes.SceneBoard)]
    at = {each.stand.id: words(each.what) for each in first.places}
    assert (at["a1"], at["b2"]) == ("oak 7", "bear")
    assert {each.stand.id: words(each.what) for each in second.places}[
        "a1"
    ] == "3"  # another number: on a board of its own
    titles = [
        (each.title, each.rank)
        for each in shown.show
        if isinstance(each, scenes.SceneGroup) and isinstance(each.items[0], scenes.SceneBoard)
    ]
    assert titles == [("land, number", 1), ("worth", 3)]


SHOPS = """
game: shops
name: {en: Shops, es: Tiendas}
players: 2
sets:
  cell: {grid: [2, 2]}
  shop: {members: {mill: {name: {en: mill, es: molino}}, inn: {name: {en: inn, es: posada}}}}
  good: {members: {wood: {name: {en: wood, es: madera}}, wool: {name: {en: wool, es: lana}}}}
pieces: {ware: {name: {en: ware, es: mercancía}, product: {good: good}, copies: 4}}
state: {land: {by: [cell], is: good?, name: {en: land, es: tierra}}}
zones:
  store: {of: ware, start: all, name: {en: store, es: almacén}, note: false}
  shelf: {of: ware, by: [shop], name: {en: shelf, es: estante}, note: false}
  purse: {of: ware, by: [seat], visible: owner, name: {en: goods, es: bienes}}
  row: {of: ware, by: [seat, "1..3"], name: {en: row, es: fila}}
decisions:
  take: {of: {shop: shop, good: good}, ask: {en: What from where?, es: ¿Qué y de dónde?}}
  line: {of: 1..3, ask: {en: Into which row?, es: ¿En qué fila?}}
  swap: {of: {give: good, get: good}, ask: {en: What for what?, es: ¿Qué por qué?}}
  many: {of: 1..9, ask: {en: How many?, es: ¿Cuántos?}}
  walk: {of: cell, ask: {en: Where to?, es: ¿Adónde?}}
flow:
  - phase: all
    turns: once
    do: |
      set land[a1] = wood;
      move store[0] to shelf[inn];
      move store[0] to purse;
      choose swap g in good then h in good where h != g { gain 0 coin };
      choose take s in shop then g in good { gain 0 coin };
      choose line r { gain 0 coin };
      choose many c { gain 0 coin };
      choose walk c in cell { gain 0 coin }
resources: {members: {coin: {}}}
score: {coin: {name: {en: coins, es: monedas}, amount: coin}}
"""


def test_questions_are_about_the_lists_that_they_ask_for_and_about_ones_goods(tmp_path: Path) -> None:
    state = load(write(tmp_path, SHOPS)).new(2, seed=1)
    found: dict[str, tuple[str, ...]] = {}
    while not state.over and state.seat == 0:
        assert state.decision is not None
        made = scene(state.game, state.masked(0), options=state.options)
        found[state.decision.name] = tuple(each.id for each in made.panels if each.about)
        state.apply(state.options[0])
    assert found == {"swap": ("own",), "take": ("table",), "line": ("own",), "many": (), "walk": ()}
    table = next(each for each in scene(state.game, state.masked(0)).panels if each.id == "table")
    ranks = {each.title: each.rank for each in walk_scene(table) if isinstance(each, scenes.SceneGroup) and each.title}
    assert ranks["store"] == 3
    assert ranks["shelf inn"] < 3  # a question is for it: it is no stock


MARCH = """
game: march
name: {en: March, es: Marcha}
players: 2
sets:
  square: {members: [a1, b1, c1, a2, b2, c2]}
  army: {members: {red: {name: {en: red, es: rojo}}, blue: {name: {en: blue, es: azul}}}}
pieces:
  troop: {product: {army: army, rank: {is: 1..3, name: {en: rank, es: rango}}}}
  order: {total: 3, facts: {price: {is: int, name: {en: price, es: precio}}}}
zones:
  camp: {of: troop, start: all, name: {en: camp, es: campamento}, note: false}
  field: {of: troop, by: [square], name: {en: field, es: campo}}
  orders: {of: order, start: all, name: {en: orders, es: órdenes}}
state:
  flag: {is: "square?", start: b2, name: {en: flag, es: bandera}}
  wet: {by: [seat], is: bool, name: {en: wet, es: mojado}}
  dry: {by: [seat], is: bool, start: true, name: {en: dry, es: seco}}
decisions: {take: {of: order, ask: {en: Which?, es: ¿Cuál?}}}
flow:
  - phase: all
    turns: forever
    do: |
      for each t in troop where t.rank == 3 { move t to field[(if t.army == red then a1 else c1)] };
      choose take c in orders { move c to orders }
score: {none: {name: {en: none, es: nada}, amount: 0}}
"""
STANDING = (
    MARCH.replace("  field: {of: troop, by: [square], name: {en: field, es: campo}}\n", "")
    .replace("state:\n", 'state:\n  stands: {by: [troop], is: "square?", name: {en: field, es: campo}}\n')
    .replace("move t to field[(if t.army == red then a1 else c1)]", "set stands[t] = if t.army == red then a1 else c1")
)
TABLED = MARCH.replace("zones:\n", "zones:\n  plot: {of: order, by: [square], name: {en: plot, es: parcela}}\n")
ORDERS = "kind: order\ncards:\n" + "".join(
    f"  {each}: {{name: {{en: {each}, es: {each}}}, provenance: house, price: 2}}\n" for each in ("halt", "turn", "run")
)


def test_pieces_on_places_show_their_number_and_colour_beside_what_is_at_a_place(tmp_path: Path) -> None:
    state = load(write(tmp_path, MARCH, ORDERS)).new(2, seed=1)
    seen = scene(state.game, state.masked(0))
    (board,) = [each for each in walk_scene(seen) if isinstance(each, scenes.SceneBoard)]
    on = {
        each.stand.id: [(span.text, span.colour, span.sign) for span in each.what] for each in board.places if each.what
    }
    assert on == {"a1": [("3", "red", "")], "b2": [("flag", "", "")], "c1": [("3", "blue", "")]}
    drawn = draw(seen, 80).plain
    assert "R3" in drawn
    assert "B3" in drawn


def test_a_page_shows_open_cards_as_cards_and_beside_names_only_what_holds(tmp_path: Path) -> None:
    state = load(write(tmp_path, MARCH, ORDERS)).new(2, seed=1)
    listed, lying = (
        [
            each.lies
            for each in walk_scene(scene(state.game, state.masked(0), page=page))
            if isinstance(each, scenes.SceneCards)
        ]
        for page in (False, True)
    )
    assert (listed, lying) == (["row", "list"], ["row", "row"])
    strips = scene(state.game, state.masked(0), page=True).strips
    assert [["".join(span.text for span in part) for part in each.parts] for each in strips] == [["dry"], ["dry"]]


def test_what_lies_on_the_table_stands_before_what_is_only_told(tmp_path: Path) -> None:
    state = load(write(tmp_path, MARCH, ORDERS)).new(2, seed=1)
    panel = next(each for each in scene(state.game, state.masked(0)).panels if each.id == "table")
    assert [each.kind for each in panel.show][-1] == "line"
    assert words(panel.show[-1]).startswith("flag")


@pytest.mark.parametrize(
    ("places", "boards"), [("a1, b1, a2, b2", 1), ("a9, b9, a10, b10", 1), ("s1, s2, s3, s4", 0), ("a1, b1, c1, d1", 0)]
)
def test_names_are_coordinates_where_files_and_ranks_differ(places: str, boards: int, tmp_path: Path) -> None:
    text = MARKET.replace("cell: {grid: [2, 2]}", f"cell: {{members: [{places}]}}")
    found = [each for each in walk_scene(shown(fair(tmp_path, text))) if isinstance(each, scenes.SceneBoard)]
    assert len(found) == boards


def test_pieces_stand_on_the_board_where_a_field_says_that_they_are(tmp_path: Path) -> None:
    state = load(write(tmp_path, STANDING, ORDERS)).new(2, seed=1)
    seen = scene(state.game, state.masked(0))
    (board,) = [each for each in walk_scene(seen) if isinstance(each, scenes.SceneBoard)]
    on = {each.stand.id: [(span.text, span.colour) for span in each.what] for each in board.places if each.what}
    assert on == {"a1": [("3", "red")], "b2": [("flag", "")], "c1": [("3", "blue")]}
    assert not [
        each
        for each in walk_scene(seen.panels[0])
        if isinstance(each, scenes.SceneTable) and each.rows[0].stand.family == "troop"
    ]


def test_cards_lie_on_places_with_their_faces(tmp_path: Path) -> None:
    text = TABLED.replace("move c to orders", "move c to plot[b1]")
    state = load(write(tmp_path, text, ORDERS)).new(2, seed=1)
    state.apply(state.options[0])
    page, terminal = (scene(state.game, state.masked(0), page=page) for page in (True, False))
    (board,) = [
        each
        for each in walk_scene(page)
        if isinstance(each, scenes.SceneBoard) and "b1" in {one.stand.id for one in each.places if one.cards}
    ]
    assert [(each.stand.id, each.cards[0].name, each.small) for each in board.places if each.cards] == [
        ("b1", "halt", True)
    ]
    assert "halt" in draw(terminal, 80).plain
