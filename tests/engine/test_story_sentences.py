"""The log of the included games reads as it should, in both languages: the kinds of sentences, each as it was first read aloud."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

from ruleset_core import load, story_of, trace_setup
from ruleset_core.eval.trace import OptionChosen
from ruleset_core.play.records import Seat, Session
from tests.engine.games import write

NAMES = ["Ana", "Bo"]


@cache
def log(name: str, lang: str) -> str:
    """What is told of some random games, to one who may know all."""
    lines: list[str] = []
    for seed in range(3):
        session = Session.start(load(name), [Seat(each, "random") for each in NAMES], seed)
        pick = Random(seed)
        while not session.live.over and len(session.steps) < 160:
            session.apply(pick.choice(session.live.options))
        lines += session.story(-1, len(session.steps)).sentences(lang, NAMES)
    return "\n".join(lines)


CARD = r"[A-ZÉ][\w' .’-]+"
READS = [
    ("pig", "en", r"^Ana rolls( \d times)?( and holds)?: the die shows \d(, then \d)*; gains \d+ points\.$"),
    ("pig", "es", r"^Ana lanza( \d veces)? y se planta: el dado muestra \d(, luego \d)*; gana \d+ puntos\.$"),
    ("pig", "en", r"the die shows 1\. Bust!$"),
    ("draughts", "en", r"^(Ana|Bo) jumps from \w\d to (\w\d) and \2 to \w\d[. ]"),
    ("reversi", "es", r"^(Ana|Bo) pasa \(sin otra opción\)\.$"),
    ("troyes_dice", "en", rf"^(Ana|Bo) uses the (red|yellow|white) \d and builds {CARD}: "),
    ("troyes_dice", "en", r"the (influence|fortune|knowledge) track gives 1 (knight|artisan|priest)"),
    ("troyes_dice", "es", r"el marcador de (influencia|fortuna|sabiduría) da 1 (caballero|artesano|sacerdote)"),
    ("troyes_dice", "en", r"uses the (red|yellow|white) \d for (influence|fortune|knowledge): "),
    (
        "troyes_dice",
        "en",
        r"pays [^:;]*2 knowledge[^:;]*, gains \d knowledge",
    ),  # what is paid is not taken off what is gained
    ("troyes_dice", "es", r"usa el \d (rojo|amarillo|blanco) para obtener (influencia|fortuna|sabiduría): "),
    ("troyes_dice", "en", r"each building of the [A-Z][\w' ]+ now scores \d points?"),
    ("troyes_dice", "es", r"cada edificio (del|de la) [A-Z]\w+.* vale ahora \d puntos?"),
    ("troyes_dice", "en", r"^Day 2\.$"),
    ("troyes_dice", "es", r"^Día 2\.$"),
    (
        "troyes_dice",
        "en",
        r"^The black \d destroys the (red|yellow|white) plaza where it lies\.( (Ana|Bo) crosses out the \w+ \d\.)*$",
    ),
    ("troyes", "en", r"builds the cathedral with ((\d × )?white \d \(\w+\)(, | and )?)+: "),
    ("troyes", "es", r"construye la catedral con (el \d blanco \(\w+\)( dos veces| 3 veces)?(, | y )?)+: "),
    ("troyes", "en", r"places a citizen in the (Palace|Bishopric|City Hall) with \w+ \d \(\w+\), sending "),
    (
        "troyes",
        "en",
        r"^Income and salaries: Ana and Bo gain \d+ deniers each; (Ana|Bo) loses \d+ deniers; (Ana|Bo) loses ",
    ),
    ("troyes", "es", r"Un ciudadano (gris|de \w+) es expulsado del (Palacio|Obispado|Ayuntamiento)\."),
    ("troyes", "en", r"^(Ana|Bo) uses .*, sending .*hires a tradesman"),
    ("troyes", "es", r"^(Ana|Bo) usa .*, enviando .*contrata un comerciante"),
    ("troyes", "en", r"rerolls the (red|white|yellow) \d.*: pays .* The \1 \d (becomes a \d|shows \d again)\."),
    (
        "troyes",
        "es",
        r"vuelve a tirar el \d (rojo|blanco|amarillo).* El \d \1 (pasa a ser un \d|vuelve a mostrar \d)\.",
    ),
    ("troyes", "en", r"turns over the (\w+ \d(, | and )?)+.*: pays .* The \w+ \d becomes a \d\."),
    ("troyes", "es", r"da la vuelta al (\d \w+(, | y )?)+.*: paga .* El \d \w+ pasa a ser un \d\."),
    ("troyes", "en", r"faces the highest black die .*with \w+ \d(, \w+ \d)* and \w+ \d: "),
    ("tournay", "en", r"draws a card from the \w+ I+ deck with a citizen of "),
    ("tournay", "en", r"with (a citizen|\d citizens) of (\w+|their own) and (a citizen|\d citizens) of "),
    ("tournay", "en", r"with a citizen of their own\b(?! people)"),
    ("tournay", "es", r"con un ciudadano propio\b"),
    ("tournay", "es", r"roba una carta del mazo \w+ I+ con un ciudadano de "),
    ("tournay", "en", r"combats [\w' ]+ for a rampart with a citizen of "),
    ("carcassonne_masons", "en", r"builds a wall on \w+-\w+: .*; puts a (white|black|grey) tower on \w+"),
    ("carcassonne_masons", "es", r"construye un muro en \w+-\w+: .*; pone una torre (blanca|negra|gris) en \w+"),
]
"""A game, a language and a pattern that some sentence has."""


@pytest.mark.parametrize(("game", "lang", "pattern"), READS)
def test_a_sentence_reads_so(game: str, lang: str, pattern: str) -> None:
    assert re.search(pattern, log(game, lang), re.MULTILINE), log(game, lang)[:3000]


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("game", ["pig", "tic_tac_toe", "troyes", "troyes_dice", "tournay", "carcassonne_masons"])
def test_no_sentence_reads_badly(game: str, lang: str) -> None:
    for line in log(game, lang).splitlines():
        assert line.endswith((".", "!")), line
        assert not re.search(r"→|…|\.\.|  |,,|: \.|\bNone\b|\{|\}|\bde el\b|\ba el\b", line), line
        assert not re.search(r"(\b[A-Z][\w' ]+): \1: ", line), line
        assert line[0].isupper(), line


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lang", "answer"),
    [
        ("en", "Which end gets the white tower? B2 (the others: a tower stands there already)"),
        ("es", "¿En qué extremo va la torre blanca? B2 (las demás: ya hay una torre)"),
    ],
)
def test_an_answer_that_was_the_only_one_stands_behind_what_was_asked(lang: str, answer: str) -> None:
    game = load("carcassonne_masons")
    told: set[str] = set()
    for seed in range(6):
        session, pick = Session.start(game, [Seat(name, "random") for name in NAMES], seed), Random(seed)
        while not session.live.over and len(session.steps) < 120:
            session.apply(pick.choice(session.live.options))
            end, seat = len(session.steps), session.live.seat
            if seat >= 0:
                told.update(session.story(end - 1, end, seat).only_answers(seat, lang, NAMES))
                others = session.story(end - 1, end, 1 - seat)
                assert not any(
                    part.asked for _, part in others.events if isinstance(part, OptionChosen) and part.me == seat
                )
    assert answer in told


def test_of_a_turn_without_a_question_so_far_only_its_sentence_says_that_there_was_no_choice() -> None:
    session = Session.start(load("pig"), [Seat(name, "random") for name in NAMES], 5)
    session.apply("play hold")
    assert session.story(0, 1, 1).sentences("en", NAMES)[-1].startswith("Bo rolls (no other choice: ")
    assert session.story(0, 1, 1).only_answers(1, "en", NAMES) == []


def test_what_speaks_against_other_spaces_does_not_explain_the_one_that_was_left() -> None:
    session, pick = Session.start(load("troyes"), [Seat(name, "random") for name in NAMES], 0), Random(0)
    while len(session.steps) < 12:
        session.apply(pick.choice(session.live.options))
    told = "\n".join(session.story(0, len(session.steps), 1).sentences("en", NAMES))
    assert re.search(r"^Bo places a citizen on \w+ \d \(no other choice\)\.$", told, re.MULTILINE), told


def test_what_is_crossed_out_already_is_not_crossed_out_again() -> None:
    session, pick = Session.start(load("troyes_dice"), [Seat(name, "random") for name in NAMES], 3), Random(3)
    while not session.live.over:
        session.apply(pick.choice(session.live.options))
    crossed = re.findall(r"\w+ crosses out the \w+ \d", "\n".join(session.story().sentences("en", NAMES)))
    assert len(crossed) > 5
    assert len(crossed) == len(set(crossed))


@pytest.mark.parametrize(("lang", "end"), [("en", " This is the last turn."), ("es", " Este es el último turno.")])
def test_the_last_turn_of_masons_is_told_behind_what_was_done_in_it(lang: str, end: str) -> None:
    session, pick = Session.start(load("carcassonne_masons"), [Seat(name, "random") for name in NAMES], 0), Random(0)
    while not session.live.over:
        session.apply(pick.choice(session.live.options))
    told = [line for line in session.story().sentences(lang, NAMES) if end.strip() in line]
    assert len(told) == 1
    assert told[0].endswith(end)


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "verb"), [("en", "takes"), ("es", "toma")])
def test_of_a_single_answer_the_name_stands_before_the_verb(lang: str, verb: str) -> None:
    """A person reads what came of each answer by itself, in which nothing else may be said of the seat."""
    session = Session.start(load("tournay"), [Seat(each, "random") for each in NAMES], 1)
    pick, told = Random(1), []
    while not session.live.over and len(session.steps) < 250:
        seat = session.live.seat
        session.apply(pick.choice(session.live.options))
        told += session.story(len(session.steps) - 1, len(session.steps), seat).sentences(lang, NAMES)
    assert [each for each in told if re.match(rf"(Ana|Bo): {verb} ", each)] == []
    assert [each for each in told if re.match(rf"(Ana|Bo) {verb} ", each)]


CAMP = """
game: camp
name: {en: Camp, es: Campamento}
players: 3
sets: {good: {members: {wood: {name: {en: wood, es: madera}}, wool: {name: {en: wool, es: lana}}}}}
pieces: {ware: {product: {good: good}, copies: 4}}
zones:
  stock: {of: ware, start: all, name: {en: stock, es: almacén}, note: false}
  hand: {of: ware, by: [seat], name: {en: goods, es: bienes}}
state:
  die: {is: 1..6, name: {en: die, es: dado}}
  out: {by: [seat], is: bool, name: {en: out, es: fuera}, tell: {en: "{me} is out", es: "{me} está fuera"}}
  vote: {by: [seat], is: "seat?", visible: owner, note: false}
decisions:
  vote: {of: seat, secret: true, ask: {en: Whom?, es: ¿A quién?}}
  go: {of: bool, ask: {en: Go?, es: ¿Vas?}, note: false}
flow:
  - {phase: begin, name: {en: begin, es: inicio}, turns: simultaneous, do: "choose vote p in others { set vote = p }"}
  - {phase: dawn, name: {en: dawn, es: amanecer}, do: "set seat_1.out = true"}
  - phase: play
    turns: once
    do: |
      roll die;
      repeat 3 { move stock[0] to hand };
      choose go b { set vote = none }
score: {goods: {name: {en: goods, es: bienes}, amount: count w in hand}}
"""


@pytest.mark.parametrize(
    ("lang", "reads"),
    [
        ("en", ["Bo and Cy decide in secret.", "Dawn: Bo is out.", r"The die shows \d; Ana takes wood ×3\."]),
        (
            "es",
            ["Bo y Cy deciden en secreto.", "Amanecer: Bo está fuera.", r"El dado muestra \d; Ana toma madera ×3\."],
        ),
    ],
)
def test_alike_things_are_told_at_once_and_names_once(lang: str, reads: list[str], tmp_path: Path) -> None:
    names = ["Ana", "Bo", "Cy"]
    session = Session.start(load(write(tmp_path, CAMP)), [Seat(name, "random") for name in names], 1)
    while session.live.phase != "play":
        session.apply(session.live.options[0])
    told = session.story(0, len(session.steps), 0).sentences(lang, names)
    assert [each for each in reads if not any(re.fullmatch(each, line) for line in told)] == [], told


@pytest.mark.parametrize("lang", ["en", "es"])
def test_an_answer_whose_own_text_is_three_dots_is_not_told(lang: str, tmp_path: Path) -> None:
    silent = 'go: {of: bool, ask: {en: Go?, es: ¿Vas?}, told: {en: goes, es: va, "false": {en: …, es: …}}}'
    text = CAMP.replace("go: {of: bool, ask: {en: Go?, es: ¿Vas?}, note: false}", silent)
    text = text.replace("      roll die;\n      repeat 3 { move stock[0] to hand };\n", "")
    session = Session.start(load(write(tmp_path, text)), [Seat(name, "random") for name in ["Ana", "Bo", "Cy"]], 1)
    while session.live.phase != "play":
        session.apply(session.live.options[0])
    begun = len(session.steps)
    for answer in ("go false", "go true", "go false"):
        session.apply(session.game.parse(answer))
    told = [*session.story(begun, len(session.steps)).sentences(lang, ["Ana", "Bo", "Cy"])]
    assert told[:-1] == ["Bo goes." if lang == "en" else "Bo va."]  # the last one says who won


def test_an_event_before_the_first_turn_is_told() -> None:
    game = load("dominoes")
    story = story_of(game, 2, [trace_setup(game.new(2, seed=5))], viewer=0)
    assert story.from_first_turn.sentences() == ["Player 2 has the highest tile and opens with 6-6."]
