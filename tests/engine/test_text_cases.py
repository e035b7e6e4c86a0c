"""Texts whose words depend on the state: `{if CONDITION then 'WORDS' else 'OTHER WORDS'}`."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, LoadError, foresee, load, start_at
from tests.engine.games import write

GAME = """
game: cases
name: {en: Cases, es: Casos}
players: 1..2
resources: {members: {coin: {start: 3}}}
state:
  fog: {is: bool}
  need: {is: 0..9}
decisions:
  coins:
    of: 0..3
    ask:
      en: "How many{if fog then ', blindly'}? {if need > 2 then '{need} are needed; you haven't {need + 1}' else if need == 1 then 'One is needed' else 'None is'}."
      es: "¿Cuántas{if fog then ', a ciegas'}? {if need > 2 then 'Hacen falta {need}' else if need == 1 then 'Hace falta una' else 'No hace falta ninguna'}."
    label: {en: "{if it == need then 'just {it}' else '{it}'}", es: "{if it == need then 'justo {it}' else '{it}'}"}
    told: {en: "{if it < need then 'falls short' else 'has enough'}", es: "{if it < need then 'no llega' else 'llega'}"}
    why:
      - unless: it >= need
        say: {en: "Too few{if fog then ' in the fog'}.", es: "Muy pocas{if fog then ' en la niebla'}."}
flow: [{phase: play, turns: once, do: "choose coins n in 0 to 3 where n >= need or fog { lose n coin }"}]
score: {coins: {name: {en: coins, es: monedas}, amount: coin}}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load(write(tmp_path_factory.mktemp("cases") / "cases", GAME))


@pytest.mark.parametrize(
    ("fog", "need", "en", "es"),
    [
        (True, 3, "How many, blindly? 3 are needed; you haven't 4.", "¿Cuántas, a ciegas? Hacen falta 3."),
        (False, 1, "How many? One is needed.", "¿Cuántas? Hace falta una."),
        (False, 0, "How many? None is.", "¿Cuántas? No hace falta ninguna."),
    ],
)
def test_a_question_says_what_its_conditions_say(game: Game, fog: bool, need: int, en: str, es: str) -> None:
    state = start_at(game, "play", 1, 1, given={"fog": fog, "need": need})
    assert state.question("coins", "en") == en
    assert state.question("coins", "es") == es


def test_labels_and_reasons_do_too(game: Game) -> None:
    state = start_at(game, "play", 1, 1, given={"fog": True, "need": 2})
    assert [game.label(state, option) for option in state.options] == ["0", "1", "just 2", "3"]
    state = start_at(game, "play", 1, 1, given={"fog": False, "need": 2})
    assert state.why_not(game.parse("coins 1"), "en") == "Too few."


def test_the_story_says_what_held_then(game: Game) -> None:
    for taken, said in (("coins 1", "falls short"), ("coins 2", "has enough")):
        state = start_at(game, "play", 1, 1, given={"fog": True, "need": 2})
        story = foresee(state, game.parse(taken))
        assert said in " ".join(story.sentences("en", ["Ana"]))


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("How{if fog then 'a' else}?", "E202", "words that depend on a condition are not written like this"),
        ("How{if fog 'a'}?", "E202", "words that depend on a condition are not written like this"),
        ("How{if frog then 'a'}?", "E301", "unknown name `frog`"),
        ("How{if need then 'a'}?", "E303", "condition"),
        ("How{if fog then 'a {frog}'}?", "E301", "unknown name `frog`"),
        ("How{if fog then 'a {need'}?", "E202", "is never closed in this text"),
    ],
)
def test_what_is_wrong_is_told_where_it_is(tmp_path: Path, text: str, code: str, message: str) -> None:
    begins = GAME.index('"How many{if fog')
    wrong = f'{GAME[:begins]}"{text}"{GAME[GAME.index(chr(10), begins) :]}'
    with pytest.raises(LoadError) as caught:
        load(write(tmp_path / "cases", wrong))
    (found,) = [each for each in caught.value.diagnostics if each.severity == "error"]
    assert found.code == code
    assert message in found.message
    if "frog" in text:
        line = wrong.splitlines()[found.span.line - 1]
        assert line[found.span.column - 1 :].startswith("frog")


def test_a_notation_depends_on_no_condition(tmp_path: Path) -> None:
    wrong = GAME.replace("    of: 0..3\n", "    of: chip\n    notation: \"{if fog then 'a' else 'b'}\"\n", 1)
    wrong = wrong.replace("state:\n", "pieces: {chip: {count: 2, name: {en: chip, es: ficha}}}\nstate:\n")
    with pytest.raises(LoadError) as caught:
        load(write(tmp_path / "cases", wrong))
    assert "depends on no condition" in " ".join(each.message for each in caught.value.diagnostics)
