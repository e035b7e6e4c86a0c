"""Pictures of games: shapes are taken, everything else is refused, whatever the bytes are."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from shutil import copytree
from xml.etree import ElementTree as ET

import pytest

from ruleset_core import LoadError, load
from ruleset_core.check.checker import check_paths
from ruleset_core.model import artwork
from ruleset_core.model.artwork import MAX_BYTES, MAX_DEPTH, MAX_ELEMENTS, ArtworkError, read_artwork
from ruleset_core.view.look.game_looks import pictures
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.svg.drawing import draw
from tests.check.conftest import REVIEWS
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
    symbol = read_artwork(SOUND.encode(), "vase")
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
    with pytest.raises(ArtworkError) as told:
        read_artwork(hostile, "vase")
    assert str(told.value)
    assert told.value.advice


def is_harmless(symbol: ET.Element) -> bool:
    """Whether a symbol holds what is on the lists and nothing else, read anew from its text."""
    again = ET.fromstring(ET.tostring(symbol))
    shapes = {each.tag for each in again.iter()} <= {"symbol", *artwork._SHAPES} - {"svg"}
    keys = {key for each in again.iter() for key in each.attrib} <= {"id", *artwork._PLAIN, *artwork._PAINTS}
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
            symbol = read_artwork(text.encode(), "vase")
        except ArtworkError:
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
    shown = scene(state.game, state.masked(0), options=state.options)
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
    shown = scene(state.game, state.masked(0), options=state.options)
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
    text = draw(scene(state.game, state.masked(0), options=state.options), art=pictures(state.game))
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


@pytest.mark.slow
def test_pictures_of_a_game_are_bounded(suits, sheaves, monkeypatch) -> None:
    monkeypatch.setattr("ruleset_core.analysis.look_pictures.MAX_PICTURES", 5)
    suits("pictures/{this}.svg", *ids(sheaves))
    assert told(sheaves) == []
    assert [each.message for each in check_paths([str(sheaves)]).diagnostics if each.code == "E019"] == [
        "the pictures of a game are more than 5 pictures or 8192 kB"
    ]


@pytest.fixture
def named(sheaves):
    """The same game with pictures of single cards."""

    def write(face: str, **art: str) -> Path:
        named = ", ".join(f"{card}: pictures/{name}.svg" for card, name in art.items())
        (sheaves / "look.yaml").write_text(
            f"look:\n  faces:\n    card: {{sign: wheat{face}}}\n  art: {{card: {{{named}}}}}\n"
        )
        for name in {"ear", *art.values()}:
            (sheaves / "pictures" / f"{name}.svg").write_text(SOUND)
        return sheaves

    return write


def test_cards_share_a_picture_that_is_read_once(named, sheaves) -> None:
    cards = ids(sheaves)
    named("", **dict.fromkeys(cards, "ear"))
    assert told(sheaves) == []
    state = load(sheaves).new(3, seed=1)
    assert [*pictures(state.game)] == ["card-ear"]
    text = draw(scene(state.game, state.masked(0), options=state.options), art=pictures(state.game))
    assert text.count('id="art-card-ear"') == 1
    assert text.count('href="#art-card-ear"') == len(state.observe(0)["seats"][0]["hand"])


def test_cards_that_are_not_named_have_the_picture_of_their_face(named, sheaves) -> None:
    state = load(sheaves).new(3, seed=1)
    first, *others = state.observe(0)["seats"][0]["hand"]
    named(", art: pictures/ear.svg", **{first: "sickle"})
    state = load(sheaves).new(3, seed=1)
    text = draw(scene(state.game, state.masked(0), options=state.options), art=pictures(state.game))
    assert text.count('href="#art-card-sickle"') == 1
    assert text.count('href="#art-card"') == len(others)


def test_cards_that_are_not_named_have_no_picture_where_their_face_has_none(named, sheaves) -> None:
    first, *_ = load(sheaves).new(3, seed=1).observe(0)["seats"][0]["hand"]
    (named("", **{first: "sickle"}) / "pictures" / "ear.svg").unlink()
    state = load(sheaves).new(3, seed=1)
    text = draw(scene(state.game, state.masked(0), options=state.options), art=pictures(state.game))
    assert text.count('href="#art-card') == 1


@pytest.mark.parametrize(
    ("face", "art", "code"),
    [
        (", art: 'pictures/{this}.svg'", {"FIRST": "ear"}, "E107"),
    ],
)
def test_names_of_single_pictures_are_checked(named, sheaves, run_check, face, art, code) -> None:
    cards = ids(sheaves)
    for each in cards:
        (sheaves / "pictures" / f"{each}.svg").write_text(SOUND)
    named(face, **{card.replace("FIRST", cards[0]): name for card, name in art.items()})
    assert [(each.code, each.span.line) for each in run_check(sheaves)] == [(code, 4)]


def test_an_expansion_brings_the_pictures_of_its_cards() -> None:
    shown = pictures(load("troyes", ["bonus_2011"]))
    assert {"activity-bread", "activity-windmill", "event-shield-opposition"} <= shown.keys()
    assert "activity-bread" not in pictures(load("troyes"))


@pytest.mark.parametrize(("game", "expansions", "kinds"), [
    ("troyes", ["bonus_2011"], ("activity", "character", "event")),
    ("tournay", [], ("activity", "event")),
])  # fmt: skip
def test_every_card_has_its_art(game: str, expansions: list[str], kinds: tuple[str, ...]) -> None:
    loaded = load(game, expansions)
    for kind in kinds:
        art = loaded.source.look.faces[kind].art
        assert {each.partition("#")[0] for each in loaded.program.vocabulary.domains[kind].ids} == art.of.keys()
        assert set(art.of.values()) == art.pictures.keys()


@pytest.mark.parametrize("game", ["troyes", "tournay"])
def test_the_art_of_a_game_is_small(game: str) -> None:
    symbols = pictures(load(game)).values()
    assert sum(len(ET.tostring(each)) for each in symbols) < 200_000


def test_a_variant_that_takes_a_card_out_is_not_told_of_its_picture(tmp_path) -> None:
    (tmp_path / "poor").mkdir()
    (tmp_path / "poor" / "game.yaml").write_text(
        "format: 1\ngame: poor\nlike: troyes\nname: {en: Poor, es: Pobre}\nabout: {en: Without an artisan., es: Sin artesano.}\n"
        'version: "1.0"\nprovenance: house\nremove: {cards: [artisan]}\n'
    )
    assert [each.message for each in check_paths([str(tmp_path / "poor")], ignore=REVIEWS).diagnostics] == []
    assert "activity-hand-saw" not in pictures(load(tmp_path / "poor"))


def test_a_picture_of_a_card_that_there_is_not_is_told(named, sheaves) -> None:
    named(", art: pictures/ear.svg", no_card="sickle")
    messages = [each.message for each in check_paths([str(sheaves)]).diagnostics if each.code == "W527"]
    assert messages == ["`no_card` is none of `card`, so its picture is never shown"]
    assert [*pictures(load(sheaves))] == ["card"]
