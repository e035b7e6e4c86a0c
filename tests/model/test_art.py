"""Pictures of games: shapes are taken, everything else is refused, whatever the bytes are."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from shutil import copytree
from xml.etree import ElementTree as ET

import pytest

from ruleset_core import LoadError, load
from ruleset_core.check.run import check_paths
from ruleset_core.drawing.draw import draw
from ruleset_core.looks import pictures
from ruleset_core.model.reading import art
from ruleset_core.model.reading.art import MAX_BYTES, MAX_DEPTH, MAX_ELEMENTS, ArtError, read_art
from ruleset_core.scenes.build import scene
from tests.conftest import ROOT

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10"'
SOUND = (
    f'<?xml version="1.0" encoding="UTF-8"?>\n<!-- a vase -->{HEAD} fill="none"><title>A vase</title><defs>'
    '<linearGradient id="a"><stop offset="0" stop-color="#fff"/><stop offset="100%" stop-color="rgb(1, 2, 3)"/></linearGradient>'
    '<clipPath id="c"><circle cx="5" cy="5" r="4"/></clipPath></defs><g transform="rotate(3 1 1)" clip-path="url(#c)">'
    '<path d="M1 1L9 9Z" fill="url(#a)" stroke="red" stroke-width="1.5"/></g></svg>'
)


def within(inner: str) -> bytes:
    return f"{HEAD}>{inner}</svg>".encode()


def test_shapes_are_taken_and_ids_made_its_own() -> None:
    symbol = read_art(SOUND.encode(), "vase")
    assert (symbol.tag, symbol.get("id"), symbol.get("viewBox"), symbol.get("fill")) == (
        "symbol", "art-vase", "0 0 10 10", "none",
    )  # fmt: skip
    text = ET.tostring(symbol, encoding="unicode")
    assert set(re.findall(r'id="([^"]+)"', text)) == {"art-vase", "art-vase-a", "art-vase-c"}
    assert set(re.findall(r"url\(#([^)]+)\)", text)) == {"art-vase-a", "art-vase-c"}
    assert "A vase" not in text


@pytest.mark.parametrize(
    "hostile",
    [
        within("<script>alert(1)</script>"), within('<rect onclick="alert(1)"/>'), within('<a href="x"><rect/></a>'),
        within("<foreignObject/>"), within('<image href="http://example.org/x.png"/>'), within("<style>*{}</style>"),
        within('<rect style="fill:red"/>'), within('<rect fill="url(http://example.org/x)"/>'), within('<rect class="can"/>'),
        within('<rect fill="url(#gone)"/>'), within('<use href="#a"/>'), within('<use xlink:href="#a"/>'), within("<text>hi</text>"),
        within('<animate attributeName="x"/>'), within('<set attributeName="onclick" to="x"/>'), within("<svg/>"),
        within('<rect fill="javascript:alert(1)"/>'), within('<rect x="url(#a)"/>'), within('<rect id="a b"/>'),
        within('<rect id="a"/><rect id="a"/>'), within('<linearGradient id="a" href="#a"/>'), within('<rect data-options="1"/>'),
        within('<rect xml:base="http://example.org"/>'), within("<filter/>"), within('<rect fill="red\\75rl(x)"/>'),
        b'<!DOCTYPE svg [<!ENTITY a "b">]>' + within("&a;"), b'<!DOCTYPE svg SYSTEM "http://example.org/x">' + within(""),
        b'<?xml-stylesheet href="x.css"?>' + within(""), b"<svg/>", b"<html/>", b"", b"\xff\xfe\x00", b"<svg",
        HEAD.replace("0 0 10 10", "0 0 a b").encode() + b"/>", b'<svg xmlns="http://www.w3.org/2000/svg"/>',
        within("<g>" * MAX_DEPTH + "</g>" * MAX_DEPTH), within("<g/>" * MAX_ELEMENTS), within(" " * MAX_BYTES),
        within("<title>" + "<g>" * MAX_DEPTH + "</g>" * MAX_DEPTH + "</title>"), b'<?xml version="1.0" encoding="made-up"?><svg/>',
    ],
)  # fmt: skip
def test_all_else_is_refused(hostile: bytes) -> None:
    with pytest.raises(ArtError) as told:
        read_art(hostile, "vase")
    assert str(told.value)
    assert told.value.advice


def is_harmless(symbol: ET.Element) -> bool:
    """Whether a symbol holds what is on the lists and nothing else, read anew from its text."""
    again = ET.fromstring(ET.tostring(symbol))
    shapes = {each.tag for each in again.iter()} <= {"symbol", *art._SHAPES} - {"svg"}
    keys = {key for each in again.iter() for key in each.attrib} <= {"id", *art._PLAIN, *art._PAINTS}
    values = " ".join(value for each in again.iter() for value in each.attrib.values())
    return shapes and keys and not re.search(r"url\((?!#art-vase-)|[:<>\"'\\]", values)


PIECES = (
    "<rect/>", "<script/>", "<g>", "</g>", 'onload="x"', 'href="#a"', 'fill="url(#a)"', 'id="a"', "&lt;", "&#106;", "]]>", "<![CDATA[",
    "<!--", "-->", "<?x?>", "xmlns=''", "xmlns:s='http://www.w3.org/2000/svg'", "<s:script/>", "url(", "'", '"', "\0", "é", "<!DOCTYPE",
)  # fmt: skip


def test_damaged_pictures_end_in_a_symbol_or_a_refusal() -> None:
    chance, taken = Random(4), 0
    for _ in range(4000):
        text = SOUND
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(text))
            text = text[:at] + chance.choice(PIECES) + text[at + chance.choice((0, 0, 1, 5)) :]
        try:
            symbol = read_art(text.encode(), "vase")
        except ArtError:
            continue
        taken += 1
        assert is_harmless(symbol), text
    assert taken > 20


@pytest.fixture
def sheaves(tmp_path):
    """A game with a face that has a picture."""
    copytree(ROOT / "examples" / "sheaves", tmp_path / "sheaves")
    directory = tmp_path / "sheaves"
    (directory / "pictures").mkdir()
    (directory / "pictures" / "ear.svg").write_text(SOUND)
    (directory / "look.yaml").write_text("look:\n  faces:\n    card: {sign: wheat, art: pictures/ear.svg}\n")
    return directory


def test_a_picture_is_drawn_on_the_cards(sheaves) -> None:
    state = load(sheaves).new(3, seed=1)
    shown = scene(state.game, state.observe(0), options=state.options)
    text = draw(shown, art=pictures(state.game))
    assert text.count('id="art-card"') == 1
    assert text.count('href="#art-card"') == len(state.observe(0)["seats"][0]["hand"])
    assert "#art-card" not in draw(shown)


@pytest.mark.parametrize("name", ["gone.svg", "pictures/bad.svg", "pictures/link.svg"])
def test_what_cannot_be_used_is_told_where_the_look_names_it(sheaves, name: str, run_check) -> None:
    (sheaves / "pictures" / "bad.svg").write_bytes(within("<script/>"))
    (sheaves / "pictures" / "link.svg").symlink_to("/etc/passwd")
    look = sheaves / "look.yaml"
    look.write_text(look.read_text().replace("pictures/ear.svg", name))
    (told,) = run_check(sheaves)
    assert (told.code, told.span.line) == ("E019", 3)
    assert name in told.message


@pytest.fixture
def run_check():
    return lambda directory: [each for each in check_paths([str(directory)]).diagnostics if each.code.startswith("E")]


@pytest.mark.parametrize("name", ["../ear.svg", "/etc/passwd", "http://example.org/a.svg", "ear.png", "a/../b.svg"])
def test_names_lead_nowhere_else(sheaves, name: str, run_check) -> None:
    look = sheaves / "look.yaml"
    look.write_text(look.read_text().replace("pictures/ear.svg", f'"{name}"'))
    assert [each.span.line for each in run_check(sheaves)] == [3]
    with pytest.raises(LoadError):
        load(sheaves)


@pytest.fixture
def suits(sheaves):
    """The same game with a picture for each suit of its cards."""

    def write(art: str, *names: str) -> Path:
        (sheaves / "look.yaml").write_text(f'look:\n  faces:\n    card: {{sign: wheat, art: "{art}"}}\n')
        (sheaves / "pictures" / "ear.svg").unlink()
        for name in names:
            (sheaves / "pictures" / f"{name}.svg").write_text(SOUND)
        return sheaves

    return write


def told(directory) -> list[tuple[str, str]]:
    return [
        (each.code, each.message)
        for each in check_paths([str(directory)]).diagnostics
        if "pictures/" in each.message or each.code == "W526"
    ]


def ids(directory) -> list[str]:
    return load(directory).program.vocabulary.domains["card"].ids


def test_each_card_has_its_picture_by_its_name(suits, sheaves) -> None:
    cards = ids(sheaves)
    suits("pictures/{this}.svg", *cards)
    assert told(sheaves) == []
    state = load(sheaves).new(3, seed=1)
    shown = scene(state.game, state.observe(0), options=state.options)
    text = draw(shown, art=pictures(state.game))
    hand = state.observe(0)["seats"][0]["hand"]
    assert hand
    assert {each for each in cards if f'href="#art-card-{each}"' in text} == set(hand)
    assert set(re.findall(r'<symbol id="art-card-([a-z0-9_]+)"', text)) == set(hand)


def test_a_fact_chooses_the_picture(suits, sheaves) -> None:
    domain = load(sheaves).program.vocabulary.domains["card"]
    fact = next(name for name, each in domain.facts.items() if each.type.kind == "member")
    values = load(sheaves).program.vocabulary.domains[domain.facts[fact].type.domain].ids
    suits(f"pictures/{{this.{fact}}}.svg", *values)
    assert told(sheaves) == []
    state = load(sheaves).new(3, seed=1)
    text = draw(scene(state.game, state.observe(0), options=state.options), art=pictures(state.game))
    hand = state.observe(0)["seats"][0]["hand"]
    chosen = {values[domain.facts[fact].values[domain.ids.index(each)]] for each in hand}
    assert set(re.findall(r'href="#art-card-([a-z0-9_]+)"', text)) == chosen


def test_pictures_that_are_missing_or_of_nothing_are_told(suits, sheaves) -> None:
    first, *others = ids(sheaves)
    suits("pictures/{this}.svg", *others, f"{first}x")
    assert told(sheaves) == [
        ("E019", f"there is no `pictures/{first}.svg`"),
        ("W526", f"`{first}x.svg` in `pictures` is the picture of nothing"),
    ]
    (help_,) = [each.help for each in check_paths([str(sheaves)]).diagnostics if each.code == "E019"]
    assert f"is `{first}x.svg` the first?" in help_
    with pytest.raises(LoadError):
        load(sheaves).source.look  # noqa: B018


@pytest.mark.parametrize(
    "name",
    [
        "pictures/{thsi}.svg",
        "pictures/{this.no}.svg",
        "pictures/{count c in card}.svg",
        "pictures/{if this then 'a'}.svg",
    ],
)
def test_what_chooses_a_picture_is_checked(suits, sheaves, run_check, name: str) -> None:
    suits(name)
    assert [each.span.line for each in run_check(sheaves)] == [3]


def test_pictures_of_a_game_are_bounded(suits, sheaves, monkeypatch) -> None:
    monkeypatch.setattr("ruleset_core.lang.look.art.MAX_PICTURES", 5)
    suits("pictures/{this}.svg", *ids(sheaves))
    assert told(sheaves) == []
    assert [each.message for each in check_paths([str(sheaves)]).diagnostics if each.code == "E019"] == [
        "the pictures of a game are more than 5 pictures or 8192 kB"
    ]
