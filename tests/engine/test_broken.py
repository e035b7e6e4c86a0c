"""What has no meaning is refused with a message that names the game, the phase, the line, whose it is, and what was missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruleset_core import BrokenRuleError, Game, State, load, start_at
from ruleset_core.eval.evaluation_errors import BrokenRule
from tests.lang.compare import few_steps

FILES = {
    "harbour/game.yaml": """
game: harbour
name: {en: Harbour, es: Puerto}
players: 1..2
resources:
  members:
    coin: {}
    log:
      max: 1
      overflow: set boss.marked = true  # overflow: set
sets:
  slip:
    members:
      [effect, side, phase, define, twice, inlined, listener, condition, queued, instead, gained, overflow, asked, amount, modifier,
       modified, loop, expanded, ended, reckoned]
pieces:
  card: {total: 3, sides: [up, down], in_play: this in bench}
zones:
  bench: {of: card, start: all}
state:
  boss: {is: seat?}
  marked: {by: [seat], is: bool}
  now: {is: slip?}
events:
  rang: {fields: {what: slip}}
  called: {fields: {what: slip}, resolve: queued}
  struck: {fields: {what: slip}}
decisions:
  way: {of: slip, ask: {en: Which?, es: ¿Cuál?}}
  sure: {of: bool, ask: {en: Sure?, es: ¿Seguro?}}
define:
  worth:
    params: {what: slip}
    amount: if what == define then (if boss.marked then 1 else 0) else 1  # define: if
  price: {params: {what: slip}, amount: "1"}
  settle:
    params: {what: slip}
    effect: if what == twice { set boss.marked = true }  # twice: set
  once:
    params: {what: slip}
    effect: choose sure s { if what == inlined { set boss.marked = s } }  # inlined: set
rules:
  - id: bell
    when:
      - {event: rang, where: what == listener, do: set boss.marked = true}  # listener: set
      - event: rang
        where: what == condition and boss.marked  # condition: what
        do: gain 1 coin
      - event: called
        where: what == queued
        do: set boss.marked = true  # queued: set
    instead:
      - event: struck
        where: what == instead
        do: |
          gain 1 coin;
          set boss.marked = true
      - {event: gain, where: resource == coin and amount == 7, do: set boss.marked = true}  # gained: set
flow:
  - phase: work
    turns: forever
    do: |
      choose way w {
        set now = w;
        if w == phase { set boss.marked = true };
        if w == define { gain worth(w) coin };
        do settle(w); do settle(w);
        do once(w);
        emit rang(w);
        emit called(w);
        emit struck(w);
        if w == gained { gain 7 coin };
        if w == overflow { gain 2 log };
        if w == amount or w == modifier or w == modified { gain price(w) coin };
        if w == loop { for each p in seat where boss.marked { gain 1 coin } };
        if w == ended { end_game };
        for each c in bench { do c.effect };
        if w == asked { choose sure s where boss.marked or s { gain 1 coin } }
      }
score:
  all:
    name: {en: all, es: todo}
    amount: coin + (if now == reckoned and boss.marked then 1 else 0)  # score: coin
""",
    "harbour/cards/crew.yaml": """
kind: card
cards:
  cook:
    name: {en: Cook, es: Cocinera}
    provenance: house
    effect: if now == effect { set boss.marked = true }  # effect: set
  mate:
    name: {en: Mate, es: Contramaestre}
    provenance: house
    sides:
      down:
        effect: gain 1 coin
      up:
        effect: if now == side { set boss.marked = true }  # side: set
  pilot:
    name: {en: Pilot, es: Práctica}
    provenance: house
    while_in_play:
      - {modify: price, set: "2", where: what == modifier and boss.marked}  # modifier: what
      - modify: price
        where: what == modified
        add: if boss.marked then 1 else 2  # modified: if
""",
    "tide/expansion.yaml": """
expansion: tide
of: harbour
name: {en: Tide, es: Marea}
rules:
  - id: flood
    when: {event: rang, where: what == expanded, do: "set  boss.marked = true"}  # expanded: set
""",
}
OWNERS = {
    "effect": "`effect` of the card `cook`",
    "side": "`sides.up.effect` of the card `mate`",
    "phase": "`do` of the phase `work`",
    "define": "`amount` of the definition `worth`",
    "twice": "`effect` of the definition `settle`",
    "inlined": "`effect` of the definition `once`",
    "listener": "`when[0].do` of the rule `bell`",
    "condition": "`when[1].where` of the rule `bell`",
    "queued": "`when[2].do` of the rule `bell`",
    "instead": "`instead[0].do` of the rule `bell`",
    "gained": "`instead[1].do` of the rule `bell`",
    "overflow": "`overflow` of the resource `log`",
    "asked": "`do` of the phase `work`",
    "modifier": "`while_in_play[0].where` of the card `pilot`",
    "modified": "`while_in_play[1].add` of the card `pilot`",
    "loop": "`do` of the phase `work`",
    "expanded": "`when.do` of the rule `flood`",
}
UNMARKED = {
    "phase": r"== phase { (set)", "instead": r"^ +(set boss)", "asked": r"{ (choose sure)", "loop": r"{ (for each p)",
}  # fmt: skip
"""How to find the place in texts of several lines, where no comment can stand."""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return load(tmp_path / "harbour", [str(tmp_path / "tide")]).interpreted()


def go_on(state: State, slip: str) -> None:
    state.apply(f"way {slip}")
    while state.decision is not None and state.decision.name == "sure":
        state.apply("sure true")


def wanted(slip: str) -> str:
    """Where the comment is that names the slip, and the word that it says."""
    for name, text in FILES.items():
        for number, line in enumerate(text.splitlines(), 1):
            if found := re.search(UNMARKED.get(slip) or rf"""(?:: |{{ |")(\w+)\b[^"]*"?}}?  # {slip}: \1$""", line):
                return f"{name.removeprefix('harbour/')}:{number}:{found.start(1) + 1}"
    raise AssertionError(slip)


@pytest.mark.parametrize("slip", OWNERS)
def test_the_message_names_place_and_owner(game: Game, slip: str) -> None:
    with pytest.raises(BrokenRuleError) as caught:
        go_on(game.new(1, 1), slip)
    error = caught.value
    assert (error.owner, error.place) == (OWNERS[slip], wanted(slip))
    assert str(error) == f"Harbour, phase `work`: {error.place}, {error.owner}: `marked` of no seat"


def test_the_card_is_named_that_began_what_is_broken(tmp_path: Path) -> None:
    effect = "if now == effect { set boss.marked = true }"
    assert effect in FILES["harbour/cards/crew.yaml"]
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text.replace(effect, "if now == effect { do settle(twice) }"), encoding="utf-8")
    with pytest.raises(BrokenRuleError) as caught:
        go_on(load(tmp_path / "harbour").interpreted().new(1, 1), "effect")
    assert caught.value.owner == OWNERS["twice"]
    assert "(begun by the card `cook`, cards/crew.yaml:7:32): " in str(caught.value)
    assert "(lo empezó la carta `cook`, cards/crew.yaml:7:32): " in caught.value.text("es")


def test_a_number_below_a_range_is_told_as_a_number(tmp_path: Path) -> None:
    text = FILES["harbour/game.yaml"].replace("  now: {is: slip?}", "  now: {is: slip?}\n  left: {is: 0..9}")
    text = text.replace("set now = w;", "set now = w; set left = left - 1;")
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "cards" / "crew.yaml").write_text(FILES["harbour/cards/crew.yaml"], encoding="utf-8")
    with pytest.raises(BrokenRuleError, match=r"`left` is `0\.\.9` and cannot be -1"):
        go_on(load(tmp_path).interpreted().new(1, 1), "ended")


def test_the_message_is_spoken_in_spanish_too(game: Game) -> None:
    with pytest.raises(BrokenRuleError) as caught:
        go_on(game.new(1, 1), "overflow")
    owner = "`overflow` en el recurso `log`"
    assert caught.value.text("es") == f"Puerto, fase `work`: {wanted('overflow')}, {owner}: `marked` de ningún jugador"


def test_what_is_sound_is_not_refused(game: Game) -> None:
    state = game.new(1, 1)
    go_on(state, "reckoned")
    assert state.decision is not None


KINDS = {
    "seat": ("set boss.marked = true", "`marked` of no seat"),
    "piece of a seat": ("for each c in boss.hold { gain 1 coin }", "`hold` of no seat"),
    "index": ("set tally[step] = 1", "`tally[9]` does not exist"),
    "fact": ("gain (first k in stone where k.rank > step).rank coin", "`rank` of none"),
    "type": ("set small = step", "`small` is `0..3` and cannot be 9"),
    "resource": ("gain 1 good", "an amount of no resource"),
    "paid": ("pay 1 good -> { gain 1 coin }", "an amount of no resource"),
    "as": ("as boss { gain 1 coin }", "`as` a seat that is none"),
    "beyond": ("as other { gain 1 coin }", "`as` a seat that is not in this game"),
    "argument": ("do settle(boss); do settle(boss)", "`settle` asks for `seat`, not for none"),
    "argument of a question": ("do seal(boss)", "`seal` asks for `seat`, not for none"),
    "amount": ("set tally[0] = fair(boss)", "`fair` asks for `seat`, not for none"),
    "kept": ("set tally[0] = big * big", "`tally` cannot be 1,000,000,000,000: what is kept lies between -2,147,483,648 and 2,147,483,647"),
    "held": ("gain big * 1000 coin; gain big * 1000 coin; gain big * 1000 coin", "`coin` cannot be 3,000,000,000"),
    "let": ("let n = big * big; set tally[0] = n mod 7", "`n` cannot be 1,000,000,000,000"),
    "between": ("if big * big * big * big > 3 { gain 1 coin }", "a number grows beyond 64 bits"),
    "steps": ("repeat big { repeat big { set small = 1 } }", "the game does not come to its next decision within 10,000,000 steps: it would, but this is too expensive"),
    "units": ("gain big * 100 log", "the game does not come to its next decision within 10,000,000 steps: it would, but this is too expensive"),
}  # fmt: skip
SMALL = """
game: dock
name: {{en: Dock, es: Muelle}}
players: 1..2
resources: {{members: {{coin: {{}}, log: {{max: 1, overflow: set small = 1}}}}}}
pieces: {{crate: {{count: 2}}}}
sets: {{stone: {{facts: {{rank: int}}, members: {{grey: {{rank: 1}}, white: {{rank: 2}}}}}}}}
zones: {{shelf: {{of: crate, start: all}}, bench: {{of: crate}}, hold: {{of: crate, by: [seat]}}}}
state:
  boss: {{is: seat?}}
  other: {{is: seat, start: seat_1}}
  good: {{is: resource?}}
  step: {{is: int, start: 9}}
  big: {{is: int, start: 1000000}}
  small: {{is: 0..3}}
  tally: {{by: [0..3], is: int}}
  marked: {{by: [seat], is: bool}}
define:
  settle: {{params: {{p: seat}}, effect: set p.marked = true}}
  seal: {{params: {{p: seat}}, effect: "choose sure t {{ set p.marked = t }}"}}
  fair: {{params: {{p: seat}}, amount: if p.marked then 1 else 0}}
decisions: {{sure: {{of: bool, ask: {{en: Sure?, es: ¿Seguro?}}}}}}
flow:
  - phase: work
    turns: forever
    do: |
      choose sure s {{
        {do}
      }}
score: {{all: {{name: {{en: all, es: todo}}, amount: coin}}}}
"""


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_refusal_says_what_is_missing(kind: str, tmp_path: Path) -> None:
    do, missing = KINDS[kind]
    (tmp_path / "game.yaml").write_text(SMALL.format(do=do), encoding="utf-8")
    with pytest.raises(BrokenRuleError) as caught:
        load(tmp_path).interpreted().new(1, 1).apply("sure true")
    assert caught.value.reason.startswith(missing)
    assert caught.value.owner == "`do` of the phase `work`"
    line = [number for number, text in enumerate(SMALL.splitlines(), 1) if text.strip() == "{do}"]
    assert (caught.value.place or "").startswith(f"game.yaml:{line[0]}:")
    assert caught.value.text("es") != caught.value.text("en").replace("Dock, phase", "Muelle, fase")


ASKED = """
game: pier
name: {en: Pier, es: Muelle}
players: 1
resources: {members: {coin: {}, log: {max: 1500000, overflow: 'choose sure s { set last = s }'}}}
state: {last: {is: bool}, big: {is: int, start: 1000000}}
pieces: {card: {total: 2}}
zones: {deck: {of: card, start: all}}
decisions: {sure: {of: bool, ask: {en: Sure?, es: ¿Seguro?}}}
flow:
  - phase: work
    turns: forever
    do: 'choose sure s { if s { gain 2 * big log } }'
score: {all: {name: {en: all, es: todo}, amount: sum c in deck of c.score}}
"""
WORTHY = """
kind: card
cards:
  chart: {name: {en: Chart, es: Mapa}, provenance: house, score: "3"}
  compass:
    name: {en: Compass, es: Brújula}
    provenance: house
    score: if last then big * big * big * big else 1
"""


@pytest.fixture
def pier(tmp_path: Path) -> Game:
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(ASKED, encoding="utf-8")
    (tmp_path / "cards" / "tools.yaml").write_text(WORTHY, encoding="utf-8")
    return load(tmp_path).interpreted()


def test_units_that_may_ask_are_told_by_the_gain(pier: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    few_steps(monkeypatch, 100_000)
    with pytest.raises(BrokenRuleError) as caught:
        pier.new(1, 1).apply("sure true")
    assert (caught.value.place, caught.value.owner) == ("game.yaml:13:33", "`do` of the phase `work`")


def test_what_cards_are_worth_is_told_by_the_card(pier: Game) -> None:
    state, row = start_at(pier, "work", 1, 1, given={"last": True}), pier.program.scores[0]
    with pytest.raises(BrokenRule) as caught:
        pier.interpreter.amount(row.amount, state, {"me": 0}, row.origin)
    assert (caught.value.place, caught.value.owner) == ("cards/tools.yaml:8:12", "`score` of the card `compass`")


def test_errors_keep_their_place_in_one_of_many_games(game: Game) -> None:
    with pytest.raises(BrokenRuleError) as caught:
        go_on(game.new(1, 1), "twice")
    error = caught.value.within({"en": "game 3", "es": "partida 3"})
    assert str(error) == f"game 3: {caught.value}"
    assert error.text("es") == f"partida 3: {caught.value.text('es')}"
    assert (error.place, error.owner, error.phase) == (wanted("twice"), OWNERS["twice"], "work")
    assert error.span == caught.value.span


SPANISH = {
    "fact": "`rank` de `none`",
    "as": "`as` con un jugador que es `none`",
    "kept": "`tally` no puede ser 1 000 000 000 000: lo que se guarda está entre -2 147 483 648 y 2 147 483 647",
    "steps": "el juego no llega a su próxima decisión en 10 000 000 pasos: llegaría, pero esto es demasiado costoso (2 000 000 de los "
    "primeros 2 000 006 pasos); recorre menos valores, limita lo que recorre una búsqueda, o calcúlalo una vez antes de un bucle",
}


@pytest.mark.parametrize("kind", SPANISH)
def test_spanish_is_spanish(kind: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(SMALL.format(do=KINDS[kind][0]), encoding="utf-8")
    with pytest.raises(BrokenRuleError) as caught:
        load(tmp_path).new(1, 1).apply("sure true")
    assert caught.value.text("es").endswith(f": {SPANISH[kind]}")
