"""A text by hand goes when an expansion replaces what it tells of, unless its writer knew: what is made from the effect is said then."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleset_core import Game, load
from ruleset_core.check.checker import check_paths
from tests.check.page_examples import FILES

Expand = Callable[..., Path]
CARDS = """kind: ware
cards:
  lamp:
    name: {en: Lamp, es: Lámpara}
    provenance: house
    price: 3
    effect: do shine(2)
    score: "1"
    requires: fame >= 0
    text: {en: It shines twice., es: Brilla dos veces.}
  rug:
    name: {en: Rug, es: Alfombra}
    provenance: house
    price: 4
    effect: gain 3 fame
    text: {en: It is warm., es: Abriga.}
"""
MORE = """define:
  shine: {params: {n: 1..9}, effect: gain glow(n) fame}
  glow: {params: {n: 1..9}, amount: 2 * n}
  worth: {amount: sum w in sold of w.score}
  fine: {params: {w: ware}, condition: w.requires}
rules:
  - id: praise
    when: {event: bought, where: what.price == 3, do: gain 1 fame}
    text: {en: Praise for lamps., es: Elogios a las lámparas.}
"""
HEADER = 'expansion: {name}\nof: fair\nname: {{en: More, es: Más}}\nversion: "1.0"\n'


@pytest.fixture
def expand(tmp_path: Path) -> Expand:
    """Writes expansions of the tiny game, whose cards have texts by hand."""
    for file, text in {**FILES, "cards/wares.yaml": CARDS, "more.yaml": MORE}.items():
        (tmp_path / "fair" / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "fair" / file).write_text(text, encoding="utf-8")

    def write(name: str, more: str) -> Path:
        path = tmp_path / name
        path.mkdir(exist_ok=True)
        (path / "expansion.yaml").write_text(HEADER.format(name=name) + more, encoding="utf-8")
        return path

    return write


def made(tmp_path: Path, *names: str, in_order: bool = False) -> Game:
    return load(tmp_path / "fair", names, [tmp_path], in_order=in_order)


def texts(game: Game) -> tuple[str, str]:
    return game.card("lamp").text("en"), game.card("rug").text("en")


SAID = ("It shines twice.", "It is warm.")


def test_a_text_by_hand_stays_where_nothing_of_it_is_changed(expand: Expand, tmp_path: Path) -> None:
    expand(
        "more", "override: {cards: {lamp: {price: 2, name: {en: Lantern}}}, resources: {members: {coin: {start: 9}}}}\n"
    )
    assert texts(made(tmp_path)) == texts(made(tmp_path, "more")) == SAID


@pytest.mark.parametrize("key", [
    "effect: gain 5 fame", "when: {event: bought, do: gain 1 fame}", "instead: {event: bought, do: gain 1 fame}",
    "while_in_play: {modify: glow, add: 1}", "score: '3'", "requires: fame > 1",
])  # fmt: skip
def test_it_goes_with_what_the_card_does(expand: Expand, tmp_path: Path, key: str) -> None:
    expand("more", f"override: {{cards: {{rug: {{{key}}}}}}}\n")
    game = made(tmp_path, "more")
    lamp, rug = texts(game)
    assert lamp == SAID[0]
    assert "warm" not in rug
    change = next(each for each in game.program.changes if each.path == ("text",))
    assert (change.kind, change.name, change.new, change.expansion) == ("card", "rug", None, "more")
    assert change.old == {"en": "It is warm.", "es": "Abriga."}
    assert change.span.line == 5
    told = [each for each in game.glossary.changed if each.key == "text"]
    assert [each.of["es"] for each in told] == ["Alfombra"]


def test_it_stays_where_the_expansion_gives_another(expand: Expand, tmp_path: Path) -> None:
    expand("more", "override: {cards: {rug: {text: {en: Warmer., es: Abriga más.}, effect: gain 5 fame}}}\n")
    assert texts(made(tmp_path, "more")) == (SAID[0], "Warmer.")


@pytest.mark.parametrize("define", ["shine: {effect: gain n fame}", "glow: {amount: 3 * n}"])
def test_it_goes_with_a_definition_that_it_speaks_of(expand: Expand, tmp_path: Path, define: str) -> None:
    expand("more", f"override: {{define: {{{define}}}}}\n")
    lamp, rug = texts(made(tmp_path, "more"))
    assert (SAID[0] == lamp, rug) == (False, SAID[1])


def test_a_rule_loses_it_too(expand: Expand, tmp_path: Path) -> None:
    assert made(tmp_path).rule_texts("en")["praise"] == "Praise for lamps."
    path = expand("more", "override: {rules: {praise: {when: {event: bought, do: gain 4 fame}}}}\n")
    assert "4 fame" in made(tmp_path, "more").rule_texts("en")["praise"]
    assert check_paths([path], roots=[tmp_path]).diagnostics == ()


def test_what_changes_a_definition_says_itself_what_becomes_of_it(expand: Expand, tmp_path: Path) -> None:
    rule = "{id: dark, provenance: house, while_in_play: {modify: glow, set: 0}, text: {en: It is dark., es: Oscuro.}}"
    expand("night", f"rules: [{rule}]\n")
    expand("bright", "override: {define: {glow: {amount: 3 * n}}}\n")
    assert made(tmp_path, "night", "bright").rule_texts("en")["dark"] == "It is dark."


def test_who_writes_a_text_without_knowing_of_a_change_loses_it_in_either_order(expand: Expand, tmp_path: Path) -> None:
    expand("bright", "override: {define: {glow: {amount: 3 * n}}}\n")
    expand("words", "override: {cards: {lamp: {text: {en: Words., es: Palabras.}}}}\n")
    one, two = made(tmp_path, "bright", "words"), made(tmp_path, "words", "bright")
    assert texts(one) == texts(two)
    assert texts(one)[0] != "Words."
    assert texts(made(tmp_path, "bright", "words", in_order=True))[0] == "Words."
    expand("words", "after: [bright]\noverride: {cards: {lamp: {text: {en: Words., es: Palabras.}}}}\n")
    assert texts(made(tmp_path, "words", "bright"))[0] == texts(made(tmp_path, "words"))[0] == "Words."
