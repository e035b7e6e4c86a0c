"""`ruleset print`: sheets as PDF and SVG, which cards are on them, and what can go wrong."""

from __future__ import annotations

import re
import sys
from xml.etree import ElementTree as ET

import pytest

from ruleset_core import load
from ruleset_core.messages import LANGUAGES
from ruleset_core.print.page_files import pages_as_pdf
from ruleset_core.print.typesetting import LineMark, PlacedMarks, PrintPage, RectangleMark, TextMark
from tests.sheets.test_layout import written

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {"svg", "title", "g", "rect", "path", "line", "text", "defs", "symbol", "use", "metadata"}


def cards_in(file):
    """The words on each card of a page."""
    root = ET.parse(file).getroot()
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= SHAPES
    groups = [each for each in root.iter(f"{SVG}g") if each.get("class") == "card"]
    return [" ".join(text.text or "" for text in each.iter(f"{SVG}text")) for each in groups]


def pages_in(file):
    return len(re.findall(rb"/Type /Page\b", file.read_bytes()))


def words_in(file):
    pdfium = pytest.importorskip("pypdfium2")

    pages = pdfium.PdfDocument(file)
    return [pages[place].get_textpage().get_text_range() for place in range(len(pages))]


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_pdf_has_all_cards(run, tmp_path, lang):
    pytest.importorskip("fpdf")
    file = tmp_path / "sheets.pdf"
    done = run("print", "troyes", "--out", file, "--lang", lang)
    said = {
        "en": f"Written: {file}. 50 cards on 6 pages, to be printed at 100 %.\n",
        "es": f"Escrito: {file}. 50 cartas en 6 páginas, para imprimir al 100 %.\n",
        "fr": f"Écrit\u00a0: {file}. 50 cartes sur 6 pages, à imprimer à 100\u00a0%.\n",
    }
    assert (done.code, done.out, done.err) == (0, said[lang], "")
    assert file.read_bytes().startswith(b"%PDF-")
    assert pages_in(file) == 6


@pytest.mark.slow
def test_a_pdf_is_the_same_whenever_it_is_made(run, tmp_path):
    pytest.importorskip("fpdf")
    files = [tmp_path / "one.pdf", tmp_path / "two.pdf"]
    for file in files:
        assert run("print", "carcassonne_masons", "--copies", 1, "--backs", "--out", file).code == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert pages_in(files[0]) == 8


@pytest.mark.slow
def test_the_letters_of_a_pdf_hold_spanish(run, tmp_path):
    pytest.importorskip("fpdf")
    file = tmp_path / "sheets.pdf"
    assert run("print", "tournay", "--lang", "es", "--out", file).err == ""
    assert "Ermitaño" in "".join(words_in(file))


@pytest.mark.slow
def test_svg_needs_nothing_and_has_a_file_for_each_page(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "fpdf", None)
    assert run("print", "troyes", "--out", tmp_path / "sheets.svg").code == 0
    files = sorted(tmp_path.glob("*.svg"))
    assert [each.name for each in files] == [f"sheets-{page}.svg" for page in range(1, 7)]
    game = load("troyes")
    found = [card for file in files for card in cards_in(file)]
    assert len(found) == sum(game.card(card).copies for card in game.card_ids())
    for card in game.card_ids():
        assert sum(game.card(card).name() in each for each in found) >= 1, card


def test_a_single_page_has_the_name_that_was_asked_for_and_a_directory_takes_pages(run, tmp_path):
    assert run("print", "troyes", "--cards", "artisan,Merchant", "--out", tmp_path / "two.svg").code == 0
    assert [each.name for each in tmp_path.iterdir()] == ["two.svg"]
    artisan, merchant = cards_in(tmp_path / "two.svg")
    assert "Artisan" in artisan
    assert "Merchant" in merchant
    done = run("print", "troyes", "--kind", "character", "--out", tmp_path / "deep" / "er")
    assert done.code == 0
    assert [each.name for each in (tmp_path / "deep" / "er").iterdir()] == ["page-1.svg"]


def test_only_what_an_expansion_brings(run, tmp_path):
    file = tmp_path / "new.svg"
    done = run("print", "troyes_dice", "-x", "banquetes_y_asaltos", "--new", "--size", "35x35", "--out", file)
    assert "Some have two sides" in done.out
    found = cards_in(file)
    assert len(found) == 16
    assert all("Chip: " in each for each in found)
    done = run("print", "troyes_dice", "--new", "--out", file)
    assert done.code == 1
    assert "name one with -x" in done.err


def test_backs_are_told_and_come_after_each_page(run, tmp_path):
    done = run(
        "print", "troyes_dice", "-x", "banquetes_y_asaltos", "--new", "--backs", "--out", tmp_path / "chips.svg"
    )  # fmt: skip
    assert "over its long edge" in done.out
    feasts, raids = (cards_in(tmp_path / f"chips-{page}.svg") for page in (1, 2))
    assert all("Chip: feast" in each for each in feasts)
    assert all("Chip: raid" in each for each in raids)


def test_names_that_mean_something_elsewhere_are_words(run, tmp_path):
    name = '<script>alert(1)</script> & "co" ]]>'
    game = written(tmp_path / "stall", facts="[this.price]", name=name)
    for out in ("sheet.svg", "sheet.pdf"):
        if out.endswith("pdf"):
            pytest.importorskip("fpdf")
        assert run("print", tmp_path / "stall", "--out", tmp_path / out).code == 0
    (card,) = cards_in(tmp_path / "sheet.svg")
    assert game.card("lamp").name() == name
    assert "<script>alert(1)</script>" in card


def test_what_has_no_room_is_said(run, tmp_path):
    done = run("print", "troyes", "--size", "20x20", "--kind", "event", "--out", tmp_path / "small.svg")
    assert done.code == 0
    assert re.search(r"the text of \d+ cards does not fit in readable type", done.err)


def test_letters_that_the_type_lacks_are_said(run, tmp_path):
    pytest.importorskip("fpdf")
    written(tmp_path / "stall", facts="[this.price]", name="漢字 Lamp")
    done = run("print", tmp_path / "stall", "--out", tmp_path / "sheet.pdf")
    assert (done.code, "漢字" in done.err) == (0, True)
    assert "lack" not in run("print", tmp_path / "stall", "--out", tmp_path / "sheet.svg").err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("pig",), "Pig has no cards to print"),
        (("troyes", "--kind", "evnt"), "did you mean `event`"),
        (("troyes", "--cards", "artisan,merchnt"), "did you mean `merchant`"),
        (("troyes", "--size", "big"), "width and height in millimetres"),
        (("troyes", "--size", "5x5"), "each from 15 to 280"),
        (("troyes", "--size", "280x280"), "a card of that size does not fit on a4"),
        (("troyes", "--out", "sheets.docx"), ".pdf, .svg or a directory"),
        (("tournay", "--copies", "100", "--size", "100x150"), "more than 500"),
    ],
)  # fmt: skip
def test_what_cannot_be_printed_is_said_in_one_line(run, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    done = run("print", "--out", "sheets.svg", *words)
    assert done.code in {1, 2}
    assert said in done.err
    assert "Traceback" not in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_pdf_without_its_package_says_what_to_install(run, tmp_path, monkeypatch):
    monkeypatch.setattr("ruleset_core.cli.printing.has_pdf", lambda: False)
    for lang, said in (("en", "pip install 'ruleset[print]'"), ("es", "necesita fpdf2")):
        done = run("print", "troyes", "--out", tmp_path / "sheets.pdf", "--lang", lang)
        assert (done.code, said in done.err) == (1, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["notes.pdf", "notes.svg"])
def test_only_sheets_are_overwritten(run, tmp_path, name):
    if name.endswith("pdf"):
        pytest.importorskip("fpdf")
    file = tmp_path / name
    file.write_text("what I wrote", encoding="utf-8")
    done = run("print", "troyes", "--cards", "artisan", "--out", file)
    assert done.code == 1
    assert "choose another name" in done.err
    assert file.read_text(encoding="utf-8") == "what I wrote"
    file.unlink()
    for _ in range(2):
        assert run("print", "troyes", "--cards", "artisan", "--out", file).code == 0


def test_a_directory_that_cannot_be_made_is_said(run, tmp_path):
    (tmp_path / "file").write_text("x", encoding="utf-8")
    done = run("print", "troyes", "--out", tmp_path / "file" / "sheets")
    assert done.code == 1
    assert "cannot be written" in done.err


@pytest.mark.slow
def test_pages_of_an_earlier_time_are_told_and_stay(run, tmp_path):
    """Fewer cards make fewer pages; whoever prints the directory would print the old ones too."""
    for out, left in (("sheets.svg", "sheets-2.svg"), ("deck", "page-2.svg")):
        run("print", "troyes", "--kind", "event", "--out", tmp_path / out)
        done = run("print", "troyes", "--cards", "artisan", "--out", tmp_path / out)
        assert done.code == 0
        assert left in done.err
    assert (tmp_path / "deck" / "page-2.svg").exists()
    assert run("print", "troyes", "--kind", "event", "--out", tmp_path / "deck").err == ""


@pytest.mark.slow
def test_a_pdf_has_texts_and_shapes_where_a_page_has_them():
    pytest.importorskip("fpdf")
    pdfium = pytest.importorskip("pypdfium2")
    marks = (
        TextMark(10, 20, 5, "Hig"),
        TextMark(40, 30, 5, "Hog", anchor="middle", bold=True),
        TextMark(60, 40, 5, "Hug", anchor="end"),
        RectangleMark(5, 50, 30, 10, 2, "#ff0000"),
        LineMark(45, 50, 55, 60, 0.1),
    )
    page = PrintPage(100, 80, "Page", (PlacedMarks(3, 4, marks),), 0)
    document = pdfium.PdfDocument(pages_as_pdf([page], "en", "Page")[0])
    sheet, millimetre = document[0], 72 / 25.4
    assert sheet.get_size() == pytest.approx((100 * millimetre, 80 * millimetre), abs=0.1)
    words = sheet.get_textpage()
    for mark, share in zip(marks[:3], (0, 0.5, 1), strict=True):
        at, count = words.search(mark.text).get_next()
        left, bottom, _, _ = words.get_charbox(at)  # of a letter that stands on the line
        right = words.get_charbox(at + count - 1)[2]
        assert (left + share * (right - left)) / millimetre == pytest.approx(3 + mark.x, abs=0.6), mark.text
        assert 80 - bottom / millimetre == pytest.approx(4 + mark.y, abs=0.1), mark.text
    shapes = [each.get_bounds() for each in sheet.get_objects() if each.type == pdfium.raw.FPDF_PAGEOBJ_PATH]
    boxes = [[round(value / millimetre) for value in shape] for shape in shapes]
    assert boxes == [[8, 16, 38, 26], [48, 16, 58, 26]]
