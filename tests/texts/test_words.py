"""What a native reader stumbled over in a whole game of each included game, in tables: articles, numbers, colours, spaces, amounts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruleset_core import foresee, load
from ruleset_core.messages import CATALOGUES, LANGUAGES, behind_colon, labelled, set_apart
from ruleset_core.story.text.language import language_of
from ruleset_core.view.look.colour_words import coloured_name
from tests.texts.test_nouns import GAME

ROOT = Path(__file__).parents[2]
N = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("lang", "title", "told"),
    [
        ("fr", "file des événements", "la file des événements"),
        ("fr", "façon de piocher", "la façon de piocher"),
        ("fr", "boîte de dés", "la boîte de dés"),
        ("fr", "région", "la région"),
        ("fr", "coude", "le coude"),
        ("es", "última carta", "la última carta"),
        ("es", "últimas cartas", "las últimas cartas"),
        ("es", "gris", "el gris"),
        ("es", "vid", "la vid"),
        ("es", "problema", "el problema"),
    ],
)
def test_a_title_has_the_article_of_its_gender(lang: str, title: str, told: str) -> None:
    assert language_of(lang).with_the(title) == told


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "a white tower"), ("es", "una torre blanca"), ("fr", "une tour blanche")],
)
def test_a_sign_of_a_colour_is_called_as_the_language_has_it(lang: str, said: str) -> None:
    words = {"en": ("tower", "white"), "es": ("torre", "blanco"), "fr": ("tour", "blanc")}[lang]
    assert said.endswith(f" {coloured_name(*words, lang)}")
    assert coloured_name(words[0], "", lang) == words[0]


@pytest.mark.parametrize(
    ("lang", "text", "parts"),
    [
        ("en", "lays down a ", ("lays down ", "a ")),
        ("en", "turns over the ", ("turns over ", "the ")),
        ("en", "builds a tower on ", ("builds a tower on ", "")),
        ("es", "tumba un ciudadano ", ("tumba ", "un ciudadano ")),
        ("es", "da la vuelta al ", ("da la vuelta ", "al ")),
        ("fr", "couche un citoyen ", ("couche ", "un citoyen ")),
        ("fr", "… avec le ", ("… avec ", "le ")),
        ("fr", "combat ", ("combat ", "")),
    ],
)
def test_what_is_picked_twice_repeats_its_article(lang: str, text: str, parts: tuple[str, str]) -> None:
    """`lays down a yellow citizen and a red citizen`, not `a yellow citizen and red citizen`."""
    assert language_of(lang).before_article(text) == parts


@pytest.mark.parametrize(
    ("lang", "one", "two"),
    [
        ("en", "a citizen of Bo", "2 citizens of Bo"),
        ("en", "white 6", ""),
        ("es", "un ciudadano propio", "2 ciudadanos propios"),
        ("fr", "un de ses propres citoyens", "2 de ses propres citoyens"),
        ("fr", "un citoyen de Bo", "2 citoyens de Bo"),
    ],
)
def test_so_many_are_told_by_their_number(lang: str, one: str, two: str) -> None:
    assert language_of(lang).several_of(one, 2) == two


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_joined_has_the_signs_of_the_language(lang: str) -> None:
    space = N if lang == "fr" else ""
    assert labelled("a", "b", lang) == f"a{space}: b"
    assert set_apart(["a", "", "b"], lang) == f"a{space}; b"
    assert labelled("a", "", lang) == f"a{space}:"


def test_behind_a_colon_stands_a_small_letter_unless_a_name_does() -> None:
    assert behind_colon("No tienes influencia.") == "no tienes influencia."
    assert behind_colon("Ana has no ribbons.", ["Ana"]) == "Ana has no ribbons."
    assert behind_colon("") == ""


def translated() -> list[Path]:
    return [
        CATALOGUES / "fr.po",
        *sorted(ROOT.glob("data/**/translations/fr.po")),
        *sorted(ROOT.glob("examples/**/fr.po")),
    ]


@pytest.mark.parametrize("file", translated(), ids=lambda file: str(file.relative_to(ROOT)))
def test_french_signs_have_their_space(file: Path) -> None:
    wrong = re.compile(
        r"[ ][:;?!»]|«[^\N{NO-BREAK SPACE}]|[^\s\N{NO-BREAK SPACE}?!\\][;?!»]|[^\s\N{NO-BREAK SPACE}\\]:(?=\s|$)"
    )
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("msgstr"):
            text = re.sub(r"`[^`]*`|https?:\S+|<[^>]*>", "", line[line.index('"') + 1 : -1])
            while text != (inner := re.sub(r"\{[^{}]*\}", "x", text)):
                text = inner
            assert not wrong.search(text.strip()), line


def test_what_is_given_and_got_is_told_apart_in_menus_as_in_sentences(tmp_path: Path) -> None:
    rules = GAME.replace("gain n point }", "gain 4 point; lose n point }")
    (tmp_path / "game.yaml").write_text(rules, encoding="utf-8")
    state = load(tmp_path).new(2, seed=1)
    foreseen = foresee(state, state.options[0])
    assert foreseen.describe("en").startswith("−1 point, +4 points (3 left)")
    assert "pays 1 point, gains 4 points" in foreseen.sentences("en", ["Ana", "Bo"])[0]
