"""Rulebooks: names and figures come from the data; expansions change paragraphs; a linked game holds the words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleset_core import LoadError, in_translation, load, rules_document
from ruleset_core.engine.linking import game_to_bytes
from ruleset_core.engine.stored_game import StoredGame
from ruleset_core.lang.rulebook_nodes import RulePlace, parse_markup
from tests.check.page_examples import FILES

HEAD = """\
rulebook:
  - paragraph: trade
    part: course
    title: {en: Trade, es: Comercio}
    explains: [trade, deal]
    text:
"""
Write = Callable[..., Path]


def both(en: str, es: str = "") -> str:
    """The rulebook of a game with a text in both languages."""
    indented = {lang: text.replace("\n", "\n        ") for lang, text in (("en", en), ("es", es or en))}
    return HEAD + "".join(f"      {lang}: |\n        {text}\n" for lang, text in indented.items())


@pytest.fixture
def fair(tmp_path: Path) -> Write:
    """Writes the tiny game with a rulebook, and other files."""

    def write(book: str = "", **more: str) -> Path:
        files = {**FILES, **({"rulebook.yaml": book} if book else {}), **more}
        for name, text in files.items():
            path = tmp_path / "fair" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path / "fair"

    return write


def said(game: Any, name: str = "trade", lang: str = "en") -> str:
    """What a paragraph says."""
    paragraph = rules_document(game, lang).paragraph(name)
    assert paragraph is not None
    return "\n".join(block.plain for block in paragraph.blocks)


def test_names_and_figures_come_from_the_data(fair: Write) -> None:
    places = {
        "{coin.start coin}, {plural coin}, one {coin}": "5 coins, coins, one coin",
        "{fame.max}": "20",
        "{face.is}": "1 to 6",
        "For {game.players} players": "For 2 to 4 players",
        "{gain fame in glory}": "1 fame",
        "{2 * 3} and {1 coin}": "6 and 1 coin",
        "{lamp.price}": "2",
        "{count w in ware where w.price > 2}": "1",
        "{deal} or {leave}": "Deal or leave",
        "Roll: {players + 1}.": "Roll: 3 with 2 players, 4 with 3, 5 with 4.",
        "{cards.lamp}. {ware.price}!": "Lamp. Price!",
    }
    for text, wanted in places.items():
        assert said(load(fair(both(text)))) == wanted


def test_a_definition_called_with_constants_is_a_figure(fair: Write) -> None:
    toll = "define: {toll: {name: {en: 'the toll of {s}', es: 'el peaje de {s}'}, params: {s: 0..3}, amount: if s >= 2 and (s < 4 or coin > 1) then s - 1 else coin}}"
    places = {"{toll(3) coin}": "2 coins", "{toll(2)}": "1", "{toll(1)}": "the toll of 1"}
    for text, wanted in places.items():
        assert said(load(fair(both(text), **{"toll.yaml": toll}))).lower() == wanted


def test_a_figure_is_said_for_so_many_players_and_with_an_option(fair: Write) -> None:
    more = (
        "options: {long: {name: {en: long, es: larga}, of: bool, default: false}, day: {name: {en: day, es: día}, of: answer, default: buy}}\n"
        "define: {last: {amount: players + 2}, span: {name: {en: span, es: lapso}, amount: (if option.long then 5 else 3) + last}}\n"
        "state: {oil: {is: 0..9, start: if option.day == leave then 4 else 1}}"
    )
    places = {
        "{last with players 2} or {last coin with players 4}": "4 or 6 coins",
        "{oil.start coin with day leave}, {oil.start with day buy}": "4 coins, 1",
        "{span with long}": "9 with 2 players, 10 with 3, 11 with 4",
        "{span without long}": "7 with 2 players, 8 with 3, 9 with 4",
    }
    for text, wanted in places.items():
        assert said(load(fair(both(text), **{"more.yaml": more}))).lower() == wanted


def test_what_a_rule_always_changes_is_the_figure(fair: Write) -> None:
    toll = "define: {toll: {name: {en: toll, es: peaje}, amount: 4}, fare: {name: {en: fare, es: tarifa}, amount: 5}}"
    rule = "rules: [{id: dear, text: {en: Dear., es: Caro.}, while_in_play: [{modify: toll, add: 3}, {modify: fare, where: me.coin > 2, set: 1}]}]"
    game = load(fair(both("{toll} and {fare}"), **{"toll.yaml": toll, "dear.yaml": rule}))
    assert said(game) == "7 and 5"


def test_another_figure_makes_another_text(fair: Write) -> None:
    book = both("You begin with {coin.start}.")
    before = said(load(fair(book)))
    game = FILES["game.yaml"].replace("start: 5", "start: 7")
    assert (before, said(load(fair(book, **{"game.yaml": game})))) == ("You begin with 5.", "You begin with 7.")


def test_what_is_looked_up_is_said_in_the_language_of_the_reader(fair: Write) -> None:
    game = load(fair(both("Take the {cards.rug}.", "Toma la {cards.rug}.")))
    assert [said(game, lang=lang) for lang in ("en", "es")] == ["Take the Rug.", "Toma la Alfombra."]


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("{coinn}", "E301", "unknown name `coinn`"),
        ("{plural coinn}", "E301", "unknown name `coinn`"),
        ("{fame}", "", ""),
        ("{resources.fame}", "", ""),
        ("{gain coin in glory}", "E436", "no statement of `glory` does it"),
        ("{gain coin in glry}", "E301", "unknown name `glry`"),
        ("{coin.start with player 2}", "E301", "unknown option `player`"),
        ("{coin.start with players 5}", "E301", "unknown value `5`"),
        ("{gian coin in glory}", "E302", "unknown verb `gian`"),
        ("an {open place", "E202", "is never closed"),
        ("**bold", "E437", "nothing ends it"),
        ("| a | b |\n| c |", "E437", "this row has 1 cells"),
        ("{2 + }", "E201", "ends too early"),
    ],
)
def test_what_is_wrong_is_told_at_its_place(fair: Write, text: str, code: str, words: str) -> None:
    game = load(fair(both(text)))  # a game is played without its rules
    if not code:
        assert rules_document(game)
        return
    with pytest.raises(LoadError) as caught:
        rules_document(game)
    found = [each for each in caught.value.diagnostics if each.span.line > 6]
    assert {each.code for each in found} == {code}
    assert words in found[0].message


def test_a_name_of_two_things_stands_behind_its_section(fair: Write) -> None:
    game = FILES["game.yaml"].replace("cost: {params", "coin: {name: {en: price, es: precio}, params")
    game = game.replace("pay cost(", "pay coin(").replace("{start: 5}", "{start: 5, name: {en: coin, es: moneda}}")
    with pytest.raises(LoadError) as caught:
        rules_document(load(fair(both("{coin}"), **{"game.yaml": game})))
    assert {each.code for each in caught.value.diagnostics} == {"E435"}
    assert said(load(fair(both("{resources.coin}, {define.coin}"), **{"game.yaml": game}))) == "Coin, price"


def test_what_is_scored_is_meant_only_behind_its_section(fair: Write) -> None:
    game = FILES["game.yaml"].replace("fame: {max: 20}", "fame: {max: 20, name: {en: honour, es: honor}}")
    assert said(load(fair(both("{fame}, {score.fame}"), **{"game.yaml": game}))) == "Honour, Fame"


CALLS = """\
define:
  fill: {params: {n: 1..9}, effect: "repeat n { gain 2 coin }"}
  twice: {effect: do fill(2); lose 3 fame}
flow:
  - {phase: setup, do: shuffle stall}
  - {phase: pay, turns: once, do: "do twice; if coin >= 12 { end_game }"}
  - phase: trade
    turns: once
    do: |
      choose deal { buy { gain 4 coin } | leave { gain 1 coin } }
"""


def test_amounts_are_found_in_what_an_entry_does(fair: Write) -> None:
    head, _, rest = FILES["game.yaml"].partition("define:")
    _, _, rules = rest.partition("rules:")
    files = {
        "game.yaml": f"{head}{CALLS}rules:{rules}".replace("coin: {start: 5}", "coin: {name: {en: coin, es: moneda}}")
    }
    places = {
        "{gain coin in pay}": "4 coins",
        "{lose fame in pay}": "3 fames",
        "{reach coin in pay}": "12",
        "{gain coin in deal.buy}, {gain coin in deal.leave}": "4 coins, 1 coin",
    }
    for text, wanted in places.items():
        assert said(load(fair(both(text), **files))) == wanted
    with pytest.raises(LoadError, match="several statements of `deal` do it"):
        rules_document(load(fair(both("{gain coin in deal}"), **files)))


EXPANSION = "expansion: more\nof: fair\nname: {en: More, es: Más}\nversion: '1.0'\n"


def test_an_expansion_adds_replaces_and_takes_out(fair: Write) -> None:
    book = (
        both("Buy.")
        + "  - paragraph: end\n    part: end\n    title: {en: End, es: Fin}\n    text: {en: Over., es: Fin.}\n"
    )
    own = (
        "rulebook:\n  - paragraph: bonus\n    part: course\n    after: trade\n    title: {en: Bonus, es: Premio}\n"
        "    text: {en: More., es: Más.}\n"
    )
    change = 'override: {rulebook: {trade: {text: {en: "Buy twice."}}}}\nremove: {rulebook: [end]}\n'
    base = fair(book, **{"expansions/more/expansion.yaml": EXPANSION + change, "expansions/more/rules.yaml": own})
    alone, laid = load(base), load(base, ["more"])
    names = [[each.name for each in rules_document(game).paragraphs if not each.made] for game in (alone, laid)]
    assert names == [["trade", "end"], ["trade", "bonus"]]
    assert (said(laid), said(laid, lang="es")) == ("Buy twice.", "Buy.")
    assert [rules_document(game).title for game in (alone, laid)] == ["Fair", "Fair + More"]
    assert not laid.replaced, "no rule of play is another one"


def test_rules_in_words_make_no_other_game(fair: Write) -> None:
    assert load(fair()).hash == load(fair(both("Buy."))).hash


def test_a_stored_game_holds_the_words(fair: Write) -> None:
    game = load(fair(both("You begin with {coin.start coin}.")))

    def again() -> Any:
        raise AssertionError("nothing is read again")

    stored = StoredGame(game_to_bytes(game.source), again)
    assert stored.rulebook == game.source.rulebook


def test_a_translation_of_several_lines_is_read(fair: Write) -> None:
    po = 'msgctxt "rulebook.yaml rulebook.trade.text"\nmsgid "Buy\\n\\n- or leave\\n"\nmsgstr "Achetez\\n\\n- ou partez\\n"\n'
    base = fair(both("Buy\n\n- or leave"), **{"translations/fr.po": po})
    with in_translation("fr"):
        assert said(load(base), lang="fr") == "Achetez\nou partez"


def test_blocks_and_places_of_a_text() -> None:
    blocks, problems = parse_markup(
        ["| a | **b** |\n|---|---|\n| c | ", RulePlace("{d}", 0, 3), " |\n\ntext\nthat goes on"]
    )
    assert problems == []
    assert [block.kind for block in blocks] == ["table", "text"]
    assert [[len(cell) for cell in row] for row in blocks[0].rows] == [[1, 1], [1, 1]]
    assert blocks[0].rows[0][1][0].bold
    assert blocks[1].plain == "text that goes on"


def test_a_game_without_a_rulebook_has_what_its_data_says(fair: Write) -> None:
    rules = rules_document(load(fair()))
    assert [part.name for part in rules.parts] == ["about", "course", "rulings", "cards", "points"]
    assert all(each.made for each in rules.paragraphs)
    cards = rules.paragraph("cards_ware")
    assert cards is not None
    assert "Lamp Gain 1 fame." in cards.blocks[0].plain


def test_a_text_that_lacks_a_language_stands_in_another_names_and_all(fair: Write) -> None:
    game = FILES["game.yaml"].replace("{start: 5}", "{start: 5, name: {en: coin, es: moneda, fr: sou}}")
    assert said(load(fair(both("A {coin}.", "Una {coin}."), **{"game.yaml": game})), lang="fr") == "A coin."
