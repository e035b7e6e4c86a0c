"""Cards as a look lays them out: areas, sizes, backs, bleed; playing cards and dominoes as on the table; pictures for printers."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from struct import pack, pack_into, unpack_from

import pytest

from ruleset_core import Game, LoadError, load
from ruleset_core.font_files import FontError, read_font
from ruleset_core.print.card_layout import PrintedPiece, lay_back, lay_side, printed_kinds, printed_pieces
from ruleset_core.print.page_files import FONTS
from ruleset_core.print.pages import CardSpacing, card_images, page_grid
from ruleset_core.print.typesetting import INK, POINT, PictureMark, RectangleMark, TextMark
from ruleset_core.view.look.game_looks import font_files
from ruleset_core.view.svg.svg_elements import FILLS

AREAS = """
        - {at: 0% 0% 100% 20%, fill: this.quality, show: this, size: 12, bold: true}
        - {at: 4 30 36 20, picture: true}
        - {at: 4 52 36 10, show: {text: {en: "costs {this.price}", es: "cuesta {this.price}"}}, across: right}
        - {at: 4 60 8 6, show: {value: this.price}, when: this.price > 3}
        - {at: 32 60 8 6, show: {value: this.price}, turned: true}"""


def shop(home: Path, areas: str = AREAS, more: str = "", size: str = "mini") -> Path:
    """A game with two wares, a look that lays them out, and vouchers that have none."""
    (home / "cards").mkdir(parents=True)
    (home / "art").mkdir()
    for name in ("lamp", "rug"):
        drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
        (home / "art" / f"{name}.svg").write_text(drawn)
    (home / "game.yaml").write_text(
        """
game: shop
name: {en: Shop, es: Tienda}
about: {en: Buy., es: Compra.}
version: "1.0"
players: 1..2
provenance: house
sets: {quality: {members: {fine: {name: {en: fine, es: fino}}, plain: {name: {en: plain, es: sencillo}}}}}
resources: {members: {coin: {start: 3, name: {en: coin, es: moneda}}}}
pieces:
  ware: {total: 3, name: {en: ware, es: género}, facts: {price: int, quality: quality}}
  voucher: {total: 1, name: {en: voucher, es: vale}, facts: {worth: int}}
zones:
  row: {of: ware, start: all, name: {en: row, es: fila}}
  desk: {of: voucher, start: all, name: {en: desk, es: mesa}}
flow: [{phase: market, turns: once, do: "for each w in row { gain w.price coin }; for each v in desk { gain v.worth coin }"}]
score: {coins: {name: {en: Coins, es: Monedas}, amount: coin}}
""",
        encoding="utf-8",
    )
    (home / "cards" / "wares.yaml").write_text(
        """
kind: ware
cards:
  lamp: {name: {en: Lamp, es: Lámpara}, provenance: house, copies: 2, price: 2, quality: plain}
  rug: {name: {en: Rug, es: Alfombra}, provenance: house, price: 5, quality: fine}
""",
        encoding="utf-8",
    )
    (home / "cards" / "vouchers.yaml").write_text(
        "kind: voucher\ncards:\n  small: {name: {en: Small, es: Chico}, provenance: house, worth: 1}\n",
        encoding="utf-8",
    )
    (home / "look.yaml").write_text(
        f"""
look:
  colours: {{quality: {{fine: purple, plain: brown}}}}
  faces: {{ware: {{art: "art/{{this}}.svg"}}}}
  print:
    ware:
      size: {size}
      areas: {areas}
      back: {{colour: blue, pattern: checks, sign: box, text: {{en: Shop, es: Tienda}}}}
{more}
""",
        encoding="utf-8",
    )
    return home


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load(str(shop(tmp_path_factory.mktemp("shop") / "shop")))


def pieces(game: Game, lang: str = "en") -> dict[str, PrintedPiece]:
    return {piece.id: piece for piece in printed_pieces(game, lang, printed_kinds(game))}


def words(marks: tuple[object, ...]) -> list[str]:
    return [mark.text for mark in marks if isinstance(mark, TextMark)]


def test_areas_hold_what_the_look_says_in_each_language(game):
    for lang, lamp, rug in (
        ("en", ["Lamp", "costs 2", "2"], ["Rug", "costs 5", "5", "5"]),
        ("es", ["Lámpara", "cuesta 2", "2"], ["Alfombra", "cuesta 5", "5", "5"]),
    ):
        found = pieces(game, lang)
        assert words(lay_side(found["lamp"].sides[0], 44, 67, lang).marks) == lamp
        assert words(lay_side(found["rug"].sides[0], 44, 67, lang).marks) == rug


def test_colours_and_pictures_are_those_of_the_card_and_letters_are_read_on_them(game):
    for card, colour in (("lamp", "brown"), ("rug", "purple")):
        laid = lay_side(pieces(game)[card].sides[0], 44, 67, "en")
        band = next(mark for mark in laid.marks if isinstance(mark, RectangleMark))
        assert (band.width, band.height, band.fill) == (44, 67 / 5, FILLS[colour])
        assert [mark.name for mark in laid.marks if isinstance(mark, PictureMark)] == [f"ware-{card}"]
        name, *others = [mark for mark in laid.marks if isinstance(mark, TextMark)]
        assert (name.ink, {mark.ink for mark in others}) == ("#ffffff", {INK})
        assert [mark.turned for mark in others][-1]
        assert others[-1].x > 35


def test_what_touches_an_edge_goes_on_into_the_bleed(game):
    laid = lay_side(pieces(game)["lamp"].sides[0], 44, 67, "en", bleed=3)
    band = next(mark for mark in laid.marks if isinstance(mark, RectangleMark))
    assert (band.x, band.y, band.width, band.height) == pytest.approx((-3, -3, 50, 67 / 5 + 3))
    back = lay_back(pieces(game, "es")["lamp"].back, 44, 67, "es", bleed=3)
    ground = back.marks[0]
    assert isinstance(ground, RectangleMark)
    assert (ground.x, ground.width, ground.fill) == (-3, 50, FILLS["blue"])
    assert words(back.marks) == ["Tienda"]


def test_a_text_is_smaller_where_there_is_little_room_and_then_said_to_be_cut(tmp_path):
    text = 'show: {text: {en: "a lamp of some length", es: "x"}}, size: 30'
    for place, fits in (("4 4 30 8", True), ("4 4 9 3", False)):
        game = load(str(shop(tmp_path / place.replace(" ", "_"), f"[{{at: {place}, {text}}}]")))
        laid = lay_side(pieces(game)["lamp"].sides[0], 44, 67, "en")
        sizes = {mark.size / POINT for mark in laid.marks if isinstance(mark, TextMark)}
        assert len(sizes) == 1
        assert 5 <= sizes.pop() < 30
        assert laid.fits is fits


def test_sizes_are_sorted_onto_sheets_of_their_own(run, tmp_path):
    home = shop(tmp_path / "shop")
    done = run("print", home, "--out", tmp_path / "sheets.svg", "--bleed", "3mm", "--gutter", 2)
    assert "4 cards on 2 pages" in done.out
    assert "page 2 of 2" in (tmp_path / "sheets-2.svg").read_text()
    assert run("print", home, "--size", "square", "--out", tmp_path / "one.svg").out.count("1 page,") == 1
    assert "a length from 0mm" in run("print", home, "--bleed", "wide").err


@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_cards_with_bleed_do_not_touch_and_backs_lie_behind_them(bleed):
    where = page_grid("a4", 44, 67, CardSpacing(bleed, 2.0))
    places = [*where.places()]
    lefts = sorted({x for x, _ in places})
    assert all(right - left == pytest.approx(44 + 2 * bleed + 2) for left, right in pairwise(lefts))
    assert lefts[0] - bleed >= 5
    assert sorted(where.mirrored_x(x) for x in lefts) == pytest.approx(lefts)


def test_pictures_for_a_printer_are_as_large_as_cards_with_their_bleed(run, tmp_path):
    pytest.importorskip("fpdf")
    pytest.importorskip("pypdfium2")
    image = pytest.importorskip("PIL.Image")
    done = run("print", shop(tmp_path / "shop"), "--bleed", "3mm", "--kind", "ware", "--images", tmp_path / "cards")
    assert "Written: 3 pictures" in done.out
    assert sorted(each.name for each in (tmp_path / "cards").iterdir()) == [
        "ware-back.png", "ware-lamp.png", "ware-rug.png",
    ]  # fmt: skip
    found = image.open(tmp_path / "cards" / "ware-lamp.png")
    assert found.size == pytest.approx((50 / 25.4 * 300, 73 / 25.4 * 300), abs=1.5)
    assert found.getpixel((2, 2)) == pytest.approx((138, 90, 51), abs=3)  # brown up to the edge of the bleed


@pytest.mark.parametrize(
    ("areas", "more", "size", "code", "said"),
    [
        ("[{at: 4 4 45 5, show: this}]", "", "mini", "E107", "ends 5 mm beyond the right edge"),
        ("[{at: 4% 4% 99% 5%, show: this}]", "", "mini", "E107", "103 % together"),
        ("[{at: 4 4 30, show: this}]", "", "mini", "E105", "left, top, width and height"),
        ("[{at: 4 4 30 5}]", "", "mini", "E107", "nothing stands in this area"),
        ("[{at: 4 4 30 5, fill: red, size: 8}]", "", "mini", "E107", "nothing reads `size`"),
        ("[{at: 4 4 30 5, show: this.prise}]", "", "mini", "E313", "prise"),
        ('[{at: 4 4 30 5, art: "art/{this.quality}.svg"}]', "", "mini", "E019", "there is no `art/"),
        ("[{at: 4 4 9 9, show: this, font: titel}]", "", "mini", "E301", "no font `titel`"),
        ("[{at: 4 4 9 9, show: this}]", "", "5x5", "E107", "no size for a card"),
        ("[{at: 4 4 9 9, show: this}]", "    wear: {size: mini}", "mini", "E408", "ware"),
    ],
)  # fmt: skip
def test_a_layout_that_cannot_be_printed_is_refused_with_its_place(tmp_path, areas, more, size, code, said):
    home = shop(tmp_path / "shop", areas, more, size)
    with pytest.raises(LoadError) as problem:
        load(str(home)).source.look  # noqa: B018 - linked when it is asked for
    found = [each for each in problem.value.diagnostics if each.code == code]
    assert any(said in f"{each.message} {each.help}" for each in found), [
        str(each) for each in problem.value.diagnostics
    ]
    assert {Path(each.span.file).name for each in found} == {"look.yaml"}


def test_a_font_of_the_game_is_measured_and_written_into_files(run, tmp_path):
    pytest.importorskip("fpdf")
    font = FONTS / "DejaVuSans-Bold.ttf"
    look = "{at: 4 4 36 8, show: this, size: 9, font: title}"
    home = shop(tmp_path / "shop", f"[{look}]", "  fonts: {title: {file: title.ttf, by: Ada, licence: MIT}}")
    (home / "title.ttf").write_bytes(font.read_bytes())
    game = load(str(home))
    (name,) = [
        mark for mark in lay_side(pieces(game)["lamp"].sides[0], 44, 67, "en").marks if isinstance(mark, TextMark)
    ]
    assert (name.text, name.font) == ("Lamp", "title")
    for out in ("sheet.svg", "sheet.pdf"):
        assert run("print", home, "--kind", "ware", "--out", tmp_path / out).err == ""
    drawn = (tmp_path / "sheet.svg").read_text()
    assert 'font-family="own-title"' in drawn
    assert "data:font/ttf;base64," in drawn
    assert "Fonts: title: Ada (MIT)" in drawn
    (home / "title.ttf").write_bytes(b"no font")
    assert "E022" in run("check", home).out


def changed_font(tag: bytes, content: bytes) -> bytes:
    """A font with another table in the place of one."""
    raw = bytearray((FONTS / "DejaVuSans-Bold.ttf").read_bytes())
    count = unpack_from(">H", raw, 4)[0]
    entry = next(12 + 16 * place for place in range(count) if raw[12 + 16 * place :][:4] == tag)
    pack_into(">LL", raw, entry + 8, len(raw), len(content))
    return bytes(raw) + content


ALL_AGAIN_AND_AGAIN = pack(">HHHHLHHLLL", 0, 1, 3, 10, 12, 12, 0, 16 + 12 * 20_000, 0, 20_000) + 20_000 * pack(
    ">LLL", 0, 0x10FFFF, 1
)


@pytest.mark.parametrize(("tag", "content"), [(b"cmap", ALL_AGAIN_AND_AGAIN), (b"head", bytes(54))])
def test_a_font_whose_tables_say_nonsense_is_refused(tmp_path, tag, content):
    (tmp_path / "a.ttf").write_bytes(changed_font(tag, content))
    with pytest.raises(FontError, match="damaged"):
        read_font(tmp_path / "a.ttf")


def test_a_font_that_no_pdf_can_hold_is_named(run, tmp_path):
    pytest.importorskip("fpdf")
    look = "{at: 4 4 36 8, show: this, size: 9, font: title}"
    home = shop(tmp_path / "shop", f"[{look}]", "  fonts: {title: {file: title.ttf, by: Ada, licence: MIT}}")
    (home / "title.ttf").write_bytes(changed_font(b"OS/2", b""))
    done = run("print", home, "--kind", "ware", "--out", tmp_path / "a.pdf")
    assert (done.code, "title.ttf: no PDF can hold this font" in done.err) == (1, True)
    (home / "title.ttf").unlink()
    (home / "title.ttf").symlink_to(FONTS / "DejaVuSans.ttf")
    assert font_files(load(str(home))) == {}


def test_the_widths_of_a_font_are_those_that_another_reader_finds():
    ttf = pytest.importorskip("fontTools.ttLib")
    found = read_font(FONTS / "DejaVuSans.ttf").ems
    other = ttf.TTFont(FONTS / "DejaVuSans.ttf")
    cmap, wide, em = other.getBestCmap(), other["hmtx"], other["head"].unitsPerEm
    assert found == {chr(char): wide[glyph][0] / em for char, glyph in cmap.items()}


def test_playing_cards_have_rank_and_suit_in_two_corners():
    game = load("examples/spades")
    queen = next(piece for piece in pieces(game).values() if piece.sides[0].name == "queen of hearts")
    laid = lay_side(queen.sides[0], 63, 88, "en")
    ranks = [mark for mark in laid.marks if isinstance(mark, TextMark)]
    assert [(mark.text, mark.turned) for mark in ranks] == [("Q", False), ("Q", True)]
    assert ranks[0].x + ranks[1].x == pytest.approx(63)
    assert ranks[0].y + ranks[1].y == pytest.approx(88)


def test_a_domino_has_its_pips():
    found = {piece.sides[0].halves: piece for piece in pieces(load("examples/dominoes")).values()}
    assert len(found) == 28
    laid = lay_side(found[2, 5].sides[0], 25, 50, "en")
    dots = [mark for mark in laid.marks if isinstance(mark, RectangleMark) and mark.fill == INK]
    assert [sum(mark.y < 25 for mark in dots), sum(mark.y > 25 for mark in dots)] == [2, 5]


def test_images_name_sides_and_backs_once():
    game = load("troyes_dice", expansions=["banquetes_y_asaltos"])
    chips = list(printed_pieces(game, "en", ["chip"]))
    names = card_images(chips, "en", 0.0).names
    assert len(names) == 2 * len(chips) == len({*names})
    assert all(name.endswith("-2") for name in names[1::2])
