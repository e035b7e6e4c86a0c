"""What an expansion changed is shown: of a card, of anything that has a name, of the game, and to those who begin to play."""

import json
from pathlib import Path

import pytest

from ruleset_core import load
from ruleset_core.messages import LANGUAGES
from tests.check.page_examples import FILES

RICH = """\
expansion: rich
of: fair
name: {en: Rich start, es: Comienzo rico}
override:
  cards:
    lamp: {price: 1, name: {en: Lantern, es: Farol}}
    rug: {effect: gain 4 fame}
  resources: {members: {coin: {start: 7}}}
  define: {cost: {amount: w.price + 0}}
  flow: {day: {in: 1 to 2}}
extend:
  flow:
    - {after: setup, phase: feast, do: roll face}
rules:
  - {id: calm, while_in_play: {modify: tax, set: 0}}
  - {id: sale, while_in_play: {modify: cost, where: w == rug and round > 1, set: 2}}
"""
GAME = {
    "  cost: {params: {w: ware}, amount: w.price}\n": "  cost: {params: {w: ware}, amount: w.price}\n"
    "  tax: {name: {en: tax of the fair, es: impuesto de la feria}, amount: 1}\n",
    "leave { gain face coin }": "leave { gain face - tax coin }",
}


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    game = FILES["game.yaml"]
    for old, new in GAME.items():
        assert old in game
        game = game.replace(old, new)
    for name, text in {**FILES, "game.yaml": game, "expansions/rich/expansion.yaml": RICH}.items():
        path = tmp_path / "fair" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "fair"


def test_a_card_says_what_was_and_what_is(run, fair):
    assert (
        run("show", fair, "lamp", "-x", "rich").out
        == """\
Lantern (lamp)
  kind        ware
  provenance  house value
  changed     name Lamp → Lantern (Rich start)
  price       2 → 1 (Rich start)

  Gain 1 fame.
"""
    )
    out = run("show", fair, "rug", "-x", "rich", "--lang", "es").out
    assert "cambiado     efecto (Comienzo rico; antes: gain 3 fame)" in out
    assert "price        4 (en juego lo cambia Comienzo rico)" in out


def test_a_card_that_nobody_changed_says_nothing_of_it(run, fair):
    assert "→" not in run("show", fair, "lamp").out
    assert "changed" not in run("show", fair, "lamp").out


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("coin", "changed     at the start 5 → 7 (Rich start)"),
        ("cost", "changed     amount (Rich start; before: w.price)"),
        ("day", "changed    goes 1 to 3 → 1 to 2 (Rich start)"),
        ("tax", "changed     1 → 0 (Rich start)"),
        ("feast", "expansion  rich"),
    ],
)
def test_whatever_has_a_name_says_it(run, fair, name, line):
    assert line in run("show", fair, name, "-x", "rich").out


SUMMARY = (
    "Rich start: Lantern: price 2 → 1; Rug: effect (changed); coin: at the start 5 → 7; cost: amount (changed); "
    "day: goes 1 to 3 → 1 to 2; tax of the fair 1 → 0; new: 1 phase, 2 rules"
)


def test_the_game_lists_them(run, fair):
    out = run("show", fair, "-x", "rich").out
    whole = SUMMARY.replace("price 2 → 1;", "price 2 → 1; Lantern: name Lamp → Lantern;")
    assert f"\nWhat the expansions change\n  {whole}\n" in out
    assert "What the expansions change" not in run("show", fair).out


def test_they_come_as_json(run, fair):
    (name, price) = sorted(
        json.loads(run("show", fair, "lamp", "-x", "rich", "--format", "json").out)["changes"],
        key=lambda each: each["key"],
    )
    assert (name["old"], name["new"]) == ({"en": "Lamp", "es": "Lámpara"}, {"en": "Lantern", "es": "Farol"})
    assert price == {
        "kind": "card",
        "name": "lamp",
        "key": "price",
        "old": 2,
        "new": 1,
        "expansion": "rich",
        "of": {"en": "Lantern", "es": "Farol", "fr": "Lantern"},
        "what": dict.fromkeys(LANGUAGES, "price"),
        "path": str(fair / "expansions" / "rich" / "expansion.yaml"),
        "line": 6,
    }


def test_who_begins_to_play_is_told(run, fair):
    out = run("play", fair, "-x", "rich", "--seats", "random,random", "--seed", "1", "--no-save").out
    assert SUMMARY in " ".join(out.split())


def test_a_card_that_is_taken_out_is_no_unknown_one(run, fair):
    rich = RICH.replace("    rug: {effect: gain 4 fame}\n", "").replace("where: w == rug and round > 1, ", "")
    (fair / "expansions" / "rich" / "expansion.yaml").write_text(rich + "remove: {cards: [rug]}\n", encoding="utf-8")
    outcome = run("show", fair, "rug", "-x", "rich")
    assert (outcome.code, "`rug` is taken out of the game by Rich start" in outcome.err) == (1, True)
    assert "without Rug" in run("show", fair, "-x", "rich").out


def test_the_later_of_two_is_in_force(run, fair):
    more = fair / "expansions" / "more" / "expansion.yaml"
    more.parent.mkdir()
    more.write_text(
        "expansion: more\nof: fair\nname: {en: More, es: Más}\nafter: [rich]\noverride: {cards: {lamp: {price: 3}}}\n",
        encoding="utf-8",
    )
    assert "price       2 → 3 (More)" in run("show", fair, "lamp", "-x", "rich", "-x", "more").out


def test_a_figure_knows_what_it_was(fair):
    figure = load(fair, ["rich"]).glossary.figure("ware", "lamp", "price")
    assert (figure.value, figure.replaced.old, figure.replaced.line) == (1, 2, 6)
