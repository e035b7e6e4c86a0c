"""`ruleset rules`: what it prints, writes and refuses; what `?` says of the rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleset_core import load, rules_document
from ruleset_core.cli import main
from ruleset_core.play.lookup.rules_lookup import asked_paragraphs
from ruleset_core.print.rules_pages import lay_rules
from ruleset_core.print.scene_pictures import flatten_picture
from ruleset_core.print.typesetting import POINT, TextMark
from tests.check.page_examples import FILES


def printed(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    """What a command prints, errors too."""
    assert main(["rules", *words]) == code
    out = capsys.readouterr()
    return out.out + out.err


def test_parts_and_paragraphs_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    said = printed(capsys, "pig")
    assert said.startswith("Pig\n═══\n")
    assert "Course of the game\n──────────────────\n\nYour turn\n  The players take turns" in said
    assert "  - Hold: you gain as many points" in said


def test_single_paragraphs_parts_and_the_aid(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "pig", "end").startswith("End of the game\n  Who holds")
    assert "Objetivo" not in printed(capsys, "pig", "--lang", "es", "--part", "end")
    aid = printed(capsys, "pig", "--aid")
    assert "Your turn" in aid
    assert "What you need" not in aid


def test_a_table_is_no_wider_than_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    said = printed(capsys, "troyes", "--part", "cards")
    assert max(map(len, said.splitlines())) <= 100


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("pig", "turnn"), "Did you mean `turn`?"),
        (("pig", "--review", "--aid"), "--review goes with paragraphs alone."),
        (("pig", "--part", "middle"), "'middle' is not one of"),
    ],
)
def test_what_is_not_there_is_said(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], found: str) -> None:
    assert found in printed(capsys, *words, code=2)


def test_the_data_may_say_how_points_are_made(capsys: pytest.CaptureFixture[str], bare: str) -> None:
    """A text of the data stands instead of the one made of the amount; its figures come from the game."""
    assert "−2 for each level of the cathedral without a cube of yours" in printed(capsys, "troyes", "--part", "points")
    assert "por cada fila: sus edificios" in printed(capsys, "troyes_dice", "--part", "points", "--lang", "es")
    game = Path(bare) / "game.yaml"
    text = game.read_text(encoding="utf-8")
    game.write_text(text.partition("\nscore:")[0] + SCORED, encoding="utf-8")
    said = printed(capsys, bare, "--part", "points")
    assert "first     12 for each day" in said


SCORED = """
score:
  first: {name: {en: first, es: primera}, amount: 4 * 3, text: {en: "{4 * 3} for each day", es: "{4 * 3} por cada día"}}
"""


def test_what_tracks_bring_and_points_are_compared_with_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    said = " ".join(printed(capsys, "troyes_dice", "--part", "cards", "--part", "points").split())
    assert "knight Space 15: build any building of the Market or the Cathedral at once. Space 20: gain" in said
    assert "Rank from … points ────── ───────────── bronze 45" in said
    assert "Achievements - a game alone (one of three boxes)" in said


def test_a_game_without_a_rulebook_has_no_aid(capsys: pytest.CaptureFixture[str], bare: str) -> None:
    assert "This game has no such rules." in printed(capsys, bare, "--aid", code=1)


def test_a_review_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    book = "rulebook:\n  - paragraph: trade\n    part: course\n    title: {en: Trade, es: Comercio}\n    explains: [deal]\n    text: {en: Buy., es: Compra.}\n"
    for name, text in {**FILES, "rulebook.yaml": book}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    game = str(tmp_path)
    assert printed(capsys, game, "--review", "trade") == f"wrote {tmp_path / 'rulebook.yaml'}\n"
    assert printed(capsys, game, "--review") == "Nothing to write: all of it is reviewed.\n"
    assert "There is no paragraph `buy`" in printed(capsys, game, "buy", "--review", code=2)


PICTURE = """\
scenarios:
  - name: a lamp is left
    given: {zones: {sold: [rug]}}
    at: trade
"""
PICTURED = """\
rulebook:
  - paragraph: trade
    part: course
    title: {en: Trade, es: Comercio}
    explains: [deal]
    text: {en: "Buy **or** leave.\\n\\n- one <b>\\n\\n| a | b |\\n| c | d |", es: "Compra **o** deja.\\n\\n- uno\\n\\n| a | b |\\n| c | d |"}
    picture: a lamp is left
"""


@pytest.fixture
def bare(tmp_path: Path) -> str:
    """A game without a rulebook."""
    for name, text in FILES.items():
        (tmp_path / "fair" / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / "fair" / name).write_text(text, encoding="utf-8")
    return str(tmp_path / "fair")


@pytest.fixture
def pictured(tmp_path: Path) -> str:
    """A game whose rules have a picture."""
    files = {**FILES, "rulebook.yaml": PICTURED, "scenarios/some.yaml": PICTURE}
    for name, text in files.items():
        (tmp_path / "fair" / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / "fair" / name).write_text(text, encoding="utf-8")
    return str(tmp_path / "fair")


def test_a_picture_is_drawn_from_its_scenario(capsys: pytest.CaptureFixture[str], pictured: str) -> None:
    said = printed(capsys, pictured, "--part", "course")
    assert "Lamp" in said
    file = Path(pictured) / "rulebook.yaml"
    file.write_text(PICTURED.replace("a lamp is left", "a lmp is left"), encoding="utf-8")
    assert main(["check", pictured]) == 1
    assert "there is no scenario `a lmp is left`" in capsys.readouterr().out


def test_a_page_needs_nothing_else_and_escapes_what_data_says(
    capsys: pytest.CaptureFixture[str], pictured: str, tmp_path: Path
) -> None:
    page = tmp_path / "rules.html"
    assert printed(capsys, pictured, "--html", str(page)) == f"wrote {page}\n"
    text = page.read_text(encoding="utf-8")
    assert "<p>Buy <b>or</b> leave.</p>" in text
    assert "<li>one &lt;b&gt;</li>" in text
    assert '<th scope="col">a</th>' in text
    assert text.count('src="data:image/svg+xml;base64,') == 1
    assert "http://" not in text.replace("http://www.w3.org", "")


def test_a_picture_for_paper_has_no_styles_and_its_texts_are_marks() -> None:
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><style>.scene { --line: #888888; }'
        ".scene text { fill: #111111; } .scene .box, .scene .cell { stroke: var(--line); } .scene .bold { font-weight: bold; }"
        '@media (dark) { .scene { --line: #ffffff; } }</style><symbol id="dot" viewBox="0 0 24 24"><path d="M0 0H9" fill="currentColor"/>'
        '</symbol><g font-size="10" transform="translate(3 4)"><rect class="box" width="9" height="9"/>'
        '<text class="bold" x="1" y="8">Ana</text><use href="#dot" width="12" color="#123456"/></g></svg>'
    )
    picture = flatten_picture(drawn)
    assert (picture.width, picture.height) == (40, 20)
    assert picture.texts == (TextMark(4, 12, 10, "Ana", bold=True, ink="#111111"),)
    (group,) = picture.shapes
    assert group[0].attrib == {"width": "9", "height": "9", "stroke": "#888888"}
    assert (group[1].tag, group[1].get("transform")) == ("g", "translate(0 0) scale(0.5000)")


@pytest.mark.slow
def test_a_pdf_shows_positions_beside_paragraphs(
    capsys: pytest.CaptureFixture[str], pictured: str, tmp_path: Path
) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    pytest.importorskip("fpdf")
    file = tmp_path / "fair.pdf"
    assert printed(capsys, pictured, "--part", "course", "--pdf", str(file)) == f"wrote {file}\n"
    page = pdfium.PdfDocument(str(file))[0]
    assert "Lamp" in page.get_textpage().get_text_range()
    assert any(each.type == pdfium.raw.FPDF_PAGEOBJ_PATH for each in page.get_objects())


@pytest.mark.slow
def test_a_pdf_has_the_rules_and_an_aid_is_one_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    pytest.importorskip("fpdf")
    for game, more, pages in (("troyes", (), 2), ("creels", ("--aid",), 1)):
        file = tmp_path / f"{game}.pdf"
        assert printed(capsys, game, *more, "--pdf", str(file)) == f"wrote {file}\n"
        document = pdfium.PdfDocument(str(file))
        assert (len(document) >= pages) if pages > 1 else (len(document) == 1)
        assert document[0].get_textpage().get_text_range().strip()


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "es", "fr"])
@pytest.mark.parametrize("game", ["troyes", "tournay", "troyes_dice", "carcassonne_masons"])
def test_an_aid_fits_on_a_page_in_type_that_can_be_read(game: str, lang: str) -> None:
    (page,) = lay_rules(rules_document(load(game, lang=lang), lang).only(aid=True), lang, one_page=True)
    sizes = [mark.size / POINT for mark in page.placed[0].marks if isinstance(mark, TextMark)]
    assert min(sizes[:-1]) >= 8  # the last one is the number of the page


Typed = Callable[..., str]


@pytest.fixture
def played(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Typed:
    """What a game says to what is typed."""
    import io

    def play(game: str, *typed: str, lang: str = "en") -> str:
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*typed, "quit", ""])))
        main(["play", game, "--seats", "human,random", "--seed", "1", "--lang", lang])
        return capsys.readouterr().out

    return play


def test_a_question_mark_tells_the_rule_of_the_question(played: Typed) -> None:
    said = played("pig", "?")
    assert said.index("A 1 ends your turn at once") < said.index("You can:")


def test_a_name_tells_the_paragraph_that_explains_it_once(played: Typed) -> None:
    assert played("pig", "? bote", lang="es").count("Un 1 acaba tu turno") == 1
    assert played("pig", "? objetivo", lang="es").count("Un juego de dados") == 1
    assert played("creels", "? weighing").count("All lift their creels") == 1


def test_rules_are_listed_by_their_parts(played: Typed, bare: str) -> None:
    assert "Course of the game: A round; Boast or doubt; After a doubt" in played("creels", "? rules")
    assert "How a game runs: setup; day; trade" in played(bare, "? rules")


def test_a_question_asked_in_two_phases_is_explained_by_the_paragraph_of_this_one() -> None:
    """Which of one's own dice: in Troyes it is asked when they face black dice, and when influence changes them."""
    state = load("troyes").new(2, seed=1)
    told: dict[tuple[str, str], list[str]] = {}
    while len(told) < 3 and not state.over:
        decision, phase = state.decision, str(state.observe(state.seat)["phase"])
        if decision is not None and decision.name in {"own_die", "times"}:
            told[decision.name, phase] = [each.name for each in asked_paragraphs(state, "en")]
        wanted = [each for each in state.options if state.game.notation(each) in {"defence face", "action reroll"}]
        state.apply((wanted or state.options)[0])
    assert told["own_die", "defence"] == ["black_dice"]
    assert told["own_die", "actions"] == ["influence"]
    assert told["times", "actions"] == ["activating"]
