"""Pictures of a game's own on its cards: as they are in SVG, and as far as a PDF can have them."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from tests.sheets.test_layout import written

PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60">
<defs><linearGradient id="g-1"><stop offset="0" stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff"/></linearGradient>
<clipPath id="c-1"><circle cx="50" cy="30" r="25"/></clipPath></defs>
<rect width="100" height="60" fill="url(#g-1)"/>
<g clip-path="url(#c-1)"><rect width="100" height="60" fill="#008000"/></g></svg>"""
SVG = "{http://www.w3.org/2000/svg}"


def stall(home, picture):
    home.mkdir()
    (home / "ware.svg").write_text(picture, encoding="utf-8")
    written(home, facts="[this.price], art: ware.svg")
    return home


def test_a_picture_is_in_the_svg(run, tmp_path):
    assert run("print", stall(tmp_path / "stall", PICTURE), "--out", tmp_path / "sheet.svg").code == 0
    root = ET.parse(tmp_path / "sheet.svg").getroot()
    (use,) = root.iter(f"{SVG}use")
    assert use.get("href") in {f"#{each.get('id')}" for each in root.iter(f"{SVG}symbol")}


@pytest.mark.slow
def test_a_picture_is_drawn_in_the_pdf_with_its_clip_and_one_colour_for_a_gradient(run, tmp_path):
    pytest.importorskip("fpdf")
    pdfium = pytest.importorskip("pypdfium2")
    done = run("print", stall(tmp_path / "stall", PICTURE), "--out", tmp_path / "sheet.pdf")
    assert (done.code, done.err) == (0, "")
    page = pdfium.PdfDocument(tmp_path / "sheet.pdf")[0].render(scale=1).to_pil().convert("RGB")
    found = {page.getpixel((x, y)) for x in range(page.width) for y in range(page.height)}
    assert {(0, 128, 0), (0, 0, 255)} <= found
    assert (255, 0, 0) not in found


def test_what_the_pdf_cannot_draw_is_said(run, tmp_path):
    pytest.importorskip("fpdf")
    picture = PICTURE.replace("<rect width=", '<path d="M 1 2 Z Z 3 X"/><rect width=', 1)
    done = run("print", stall(tmp_path / "stall", picture), "--out", tmp_path / "sheet.pdf")
    assert done.code == 0
    assert "the PDF cannot hold these pictures: ware" in done.err
    assert run("print", tmp_path / "stall", "--out", tmp_path / "sheet.svg").err == ""
