"""Cards on paper: each once, nine to a page, nothing outside its card, whatever cards say and however small they are."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ruleset_core import Game, load
from ruleset_core.formats import scene_format as scenes
from ruleset_core.messages import LANGUAGES
from ruleset_core.print.card_layout import (
    SMALLEST_TYPE,
    CardSide,
    PrintedPiece,
    lay_back,
    lay_side,
    printed_kinds,
    printed_pieces,
)
from ruleset_core.print.pages import PaperTooSmallError, card_faces, lay_pages, page_grid
from ruleset_core.print.typesetting import POINT, LineMark, RectangleMark, TextMark
from ruleset_core.view.look import game_looks
from ruleset_core.view.svg.svg_elements import FILLS
from tests.sheets.measured import box, outside, overlapping

GAMES = {
    "troyes_dice": ("banquetes_y_asaltos",),
    "troyes": ("bonus_2011",),
    "tournay": (),
    "carcassonne_masons": (),
    "examples/sheaves": (),
    "examples/burrow": (),
    "examples/lamplighters": (),
}


def game_of(name: str) -> Game:
    return load(name, expansions=GAMES[name])


def all_pieces(game: Game, lang: str = "en") -> list[PrintedPiece]:
    return list(printed_pieces(game, lang, printed_kinds(game)))


def side(**said: object) -> CardSide:
    return CardSide(**{"name": "Lamp", "label": "Ware", **said})  # type: ignore[arg-type]


def said(marks: tuple[object, ...]) -> str:
    return " ".join(mark.text for mark in marks if isinstance(mark, TextMark))


# -- which ones ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_card_is_there_as_often_as_the_game_has_it(name):
    game = game_of(name)
    found = {piece.id: piece.copies for piece in all_pieces(game)}
    assert {card: game.card(card).copies for card in game.card_ids()}.items() <= found.items()
    counted = Counter(
        member.partition("#")[0] for kind in printed_kinds(game) for member in game.glossary.members(kind)
    )
    assert found == counted


def test_a_piece_with_sides_says_on_each_what_it_does_there():
    chip = next(piece for piece in all_pieces(game_of("troyes_dice")) if piece.id == "chip_price")
    feast, raid = chip.sides
    assert feast.text == "The die beside this chip is free."
    assert raid.text == "The die beside this chip costs 1 fortune more."
    assert (feast.label, raid.label) == ("Chip: feast", "Chip: raid")
    assert chip.expansion == "banquetes_y_asaltos"


def test_the_sides_of_a_tile_have_their_own_colours():
    tile = next(piece for piece in all_pieces(game_of("troyes_dice")) if piece.id == "tile_red_white_1")
    assert [each.colour for each in tile.sides] == ["red", "white"]


@pytest.mark.parametrize("name", GAMES)
def test_a_card_says_every_fact_that_the_data_gives_it(name):
    """What the look tells is not told again below, and nothing is left out."""
    game = game_of(name)
    words = game.glossary
    faces = game.source.look.faces
    for piece in all_pieces(game):
        if piece.id not in game.card_ids():
            continue
        face = faces.get(piece.kind)
        of_look = {
            fact
            for part in ((*face.cost, *face.facts, *face.worth) if face else ())
            for fact in game_looks.facts_shown(part)
        }
        below = "".join(f"{span.text} " for spans in piece.sides[0].details for span in spans).replace("  ", " ")
        for fact, figure in words.figures_of(piece.id).items():
            if isinstance(figure.value, dict) or figure.value in (None, "none"):
                continue
            told = f"{words.fact_title(piece.kind, fact)} {words.fact_value(piece.kind, fact, figure.value)}"
            assert (told in below) is (fact not in of_look), (piece.id, fact)


def test_what_depends_on_a_position_is_not_printed(tmp_path: Path):
    game = written(
        tmp_path, facts="[{value: this.price}, {text: {en: 'asks {coin}', es: 'pide {coin}'}}, {value: 'sold[this]'}]"
    )
    (lamp,) = all_pieces(game)
    assert [[span.text for span in spans] for spans in lamp.sides[0].facts] == [["2"]]
    assert lamp.sides[0].details == ()


def written(home: Path, *, facts: str, name: str = "Lamp", copies: int = 1) -> Game:
    """A small game with one card."""
    (home / "cards").mkdir(parents=True)
    (home / "game.yaml").write_text(
        f"""
game: stall
name: {{en: Stall, es: Puesto}}
about: {{en: Buy., es: Compra.}}
version: "1.0"
players: 1..2
provenance: house
resources: {{members: {{coin: {{start: 3, name: {{en: coin, es: moneda}}}}}}}}
pieces: {{ware: {{total: {copies}, name: {{en: ware, es: género}}, facts: {{price: int}}}}}}
zones: {{row: {{of: ware, start: all, name: {{en: row, es: fila}}}}}}
state: {{sold: {{by: [ware], is: bool, name: {{en: sold, es: vendido}}}}}}
flow: [{{phase: market, turns: once, do: "for each w in row {{ set sold[w] = true }}"}}]
score: {{coins: {{name: {{en: Coins, es: Monedas}}, amount: coin}}}}
look: {{faces: {{ware: {{sign: box, facts: {facts}}}}}}}
""",
        encoding="utf-8",
    )
    (home / "cards" / "wares.yaml").write_text(
        f"kind: ware\ncards:\n  lamp: {{name: {{en: {name!r}, es: {name!r}}}, provenance: house, copies: {copies}, price: 2}}\n",
        encoding="utf-8",
    )
    return load(str(home))


# -- cards --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_leaves_its_card_or_lies_on_another_text(name, lang):
    for piece in all_pieces(game_of(name), lang):
        for wide, high in ((63, 88), (44, 63)):
            for each in piece.sides:
                laid = lay_side(each, wide, high, lang, "1 of 2")
                assert laid.fits, (piece.id, wide)
                edge = 1.0 if each.design is None else 0.0  # a layout of the look may fill its card
                assert [*outside(laid.marks, wide, high, edge)] == [], piece.id
                assert [*overlapping(laid.marks)] == [], piece.id
            back = lay_back(piece.back, wide, high, lang)
            assert back.fits
            assert [*outside(back.marks, wide, high, 1.0 if piece.back.back is None else 0.0)] == []


def test_chips_have_room_for_what_they_say():
    for piece in all_pieces(game_of("troyes_dice"), "es"):
        if piece.kind in {"chip", "tile"}:
            for each in piece.sides:
                laid = lay_side(each, 35, 35, "es")
                assert laid.fits, piece.id
                assert [*outside(laid.marks, 35, 35, 1.0)] == []


HOSTILE = (
    "x",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    "a " * 200,
    "W" * 400,
    "<script>alert(1)</script> & \"quotes\" 'and' ]]>",
    "漢字かな交じり文" * 20,
    "ÁÉÍÓÚÑ áéíóúñ ¿? ¡! « » € → ≥",
    "🐉🏰" * 40,
)


@pytest.mark.parametrize(
    "size", [(63, 88), (35, 35), (20, 20), (15, 15), (88, 63), pytest.param((200, 280), marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("text", HOSTILE)
def test_whatever_cards_say_stays_within_them(text, size):
    facts = ((scenes.TextSpan("price ", style="dim"), scenes.TextSpan(text)),)
    for given in (
        side(name=text),
        side(text=text),
        side(text="\n".join([text] * 12), facts=facts, details=facts * 6, sign="coin", colour="red"),
        side(name=text, label=text, facts=facts, details=facts),
    ):
        laid = lay_side(given, *size, "en", "10 of 12")
        assert [*outside(narrow(laid.marks), *size)] == []
        back = lay_back(given, *size, "en")
        assert back.fits is False or [*outside(narrow(back.marks), *size)] == []


def narrow(marks):
    """What is made of letters that the type has: the width of others is that of another font."""
    return tuple(
        mark for mark in marks if not isinstance(mark, TextMark) or all(ord(char) < 0x2300 for char in mark.text)
    )


def test_long_texts_are_set_smaller_down_to_what_can_be_read_and_then_said():
    sentence = "Gain 2 coins for each lamp in the row. "
    small = 99.0
    for times in (1, 5, 20, 40):
        laid = lay_side(side(text=sentence * times), 63, 88, "en")
        sizes = {mark.size / POINT for mark in laid.marks if isinstance(mark, TextMark) and "lamp" in mark.text}
        assert len(sizes) == 1
        assert SMALLEST_TYPE - 0.01 <= min(sizes) <= small
        small = min(sizes)
        assert laid.fits is (times < 40)
    assert "…" in said(laid.marks)


def test_words_are_whole_wherever_smaller_type_keeps_them_so():
    laid = lay_side(side(text="electroencephalographically"), 35, 35, "en")
    assert "electroencephalographically" in said(laid.marks)


def test_colours_are_told_by_letters_too():
    for lang, letter in (("en", "Y"), ("es", "A")):
        laid = lay_side(side(sign="stone", colour="yellow"), 63, 88, lang)
        assert letter in [mark.text for mark in laid.marks if isinstance(mark, TextMark)]


# -- pages --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nine_cards_lie_on_a_page(paper):
    where = page_grid(paper, 63, 88)
    assert (where.columns, where.rows) == (3, 3)
    found = all_pieces(game_of("troyes"))
    printed = lay_pages(found, where, "en", "Troyes")
    count = sum(piece.copies for piece in found)
    assert [sheet.cards for sheet in printed.sheets] == [9] * (count // 9) + [count % 9] * (count % 9 > 0)
    assert printed.crowded == ()


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", [(63, 88), (88, 63), (35, 35), (70, 120), (15, 15), (190, 250)])
def test_cards_lie_beside_each_other_on_the_page_and_marks_do_not_touch_them(paper, size):
    where = page_grid(paper, *size)
    (piece,) = [each for each in all_pieces(game_of("troyes")) if each.id == "artisan"]
    (sheet, *_) = lay_pages([piece], where, "en", "T" * 300, copies=where.columns * where.rows).sheets
    around, *cards = sheet.placed
    assert len(cards) == where.columns * where.rows
    assert len({(round(each.x, 2), round(each.y, 2)) for each in cards}) == len(cards)
    for each in cards:
        assert each.x >= 4.9
        assert each.x + size[0] <= sheet.width - 4.9
        assert each.y >= 8.9
        assert each.y + size[1] <= sheet.height - 4.9
    assert [*outside(around.marks, sheet.width, sheet.height)] == []
    left, upper = min(each.x for each in cards), min(each.y for each in cards)
    right, lower = max(each.x for each in cards) + size[0], max(each.y for each in cards) + size[1]
    for mark in around.marks:
        x1, y1, x2, y2 = box(mark)
        assert x2 < left or x1 > right or y2 < upper or y1 > lower, mark
    cuts = {mark.x1 for mark in around.marks if isinstance(mark, LineMark) and mark.x1 == mark.x2}
    assert {round(left + at * size[0], 3) for at in range(where.columns + 1)} <= {round(each, 3) for each in cuts}


@pytest.mark.parametrize(("count", "across", "down"), [(1, 2, 2), (2, 3, 2), (4, 4, 3), (9, 4, 4)])
def test_the_empty_rest_of_a_page_is_not_marked(count, across, down):
    (piece,) = [each for each in all_pieces(game_of("troyes")) if each.id == "artisan"]
    where = page_grid("a4", 63, 88)
    for sheet in lay_pages([piece], where, "en", "Artisan", copies=count, backs=True).sheets:
        around, *cards = sheet.placed
        rules = [mark for mark in around.marks if isinstance(mark, LineMark)]
        top, below = min(each.y for each in cards), max(each.y for each in cards) + 88
        right = max(each.x for each in cards) + 63
        upright = [rule for rule in rules if rule.x1 == rule.x2 and rule.y1 > below]
        level = [rule for rule in rules if rule.y1 == rule.y2 >= top and rule.x1 > right]
        assert (len(upright), len(level)) == (across, down), sheet.title


def test_what_is_larger_than_the_paper_is_refused():
    with pytest.raises(PaperTooSmallError):
        page_grid("letter", 250, 260)


def test_backs_lie_behind_their_fronts():
    """Seen through the paper, turned over its long edge, each back is where its front is."""
    found = [each for each in all_pieces(game_of("troyes_dice")) if each.kind in {"chip", "link"}]
    where = page_grid("a4", 63, 88)
    fronts, backs, *_ = lay_pages(found, where, "en", "Chips", backs=True).sheets
    behind = {(round(backs.width - each.x - 63, 2), round(each.y, 2)): said(each.marks) for each in backs.placed[1:]}
    assert len(behind) == 9
    order = [piece for piece, *_ in card_faces(found, None, backs=True)]
    for piece, each in zip(order, fronts.placed[1:], strict=False):
        text = behind[round(each.x, 2), round(each.y, 2)]
        assert (piece.sides[-1].label in text) if len(piece.sides) == 2 else ("Troyes Dice" in text)


def test_without_backs_both_sides_are_fronts():
    chips = [each for each in all_pieces(game_of("troyes_dice")) if each.kind == "chip"]
    (first, second) = lay_pages(chips, page_grid("a4", 63, 88), "en", "Chips").sheets
    assert first.cards + second.cards == 2 * len(chips)


def test_copies_are_numbered():
    (piece, *_) = all_pieces(game_of("carcassonne_masons"), "es")
    (sheet,) = lay_pages([piece], page_grid("a4", 63, 88), "es", "Masones").sheets
    assert ["1 de 2" in said(each.marks) for each in sheet.placed[1:]] == [True, False]
    (single,) = lay_pages([piece], page_grid("a4", 63, 88), "es", "Masones", copies=1).sheets
    assert single.cards == 1
    assert "de 2" not in said(single.placed[1].marks)


def test_a_card_with_a_shape_draws_it() -> None:
    """Beside its name and large, in the colour of the card; the first of its squares is only an outline."""
    laid = scenes.TextSpan("ell", squares=((0, 0), (1, 0), (2, 0), (0, 1)))
    layout = lay_side(side(sign="box", colour="blue", facts=((laid,),)), 63, 88, "en")
    found = [mark for mark in layout.marks if isinstance(mark, RectangleMark) and mark.width == mark.height]
    small, large = found[:4], found[4:]
    assert [bool(mark.fill) for mark in found] == [False, True, True, True] * 2
    assert {mark.fill for mark in large[1:]} == {FILLS["blue"]}
    assert large[0].width > 3 * small[0].width
    assert max(mark.x for mark in large) - min(mark.x for mark in large) > max(mark.y for mark in large) - min(mark.y for mark in large)  # fmt: skip
