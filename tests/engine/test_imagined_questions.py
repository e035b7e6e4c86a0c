"""A question that is pending in an imagined world is one of that world: whatever it offers can be taken, in every executor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ruleset_core import BrokenRuleError, Game, State, core_of, imagine, load
from tests.sampled import LONG

HEAD = """
game: hands
name: {en: Hands, es: Manos}
version: "1.0"
players: 2
provenance: house
sets:
  role: {name: {en: role, es: papel}, members: {duke: {name: {en: Duke, es: Duque}}, captain: {name: {en: Captain, es: Capitán}}}}
  way: {name: {en: way, es: camino}, members: {left: {name: {en: Left, es: Izquierda}}, right: {name: {en: Right, es: Derecha}}}}
pieces: {card: {name: {en: card, es: carta}, product: {role: role}, copies: 4}}
zones:
  court: {of: card, start: all, visible: nobody, name: {en: court, es: corte}}
  laid: {of: card, by: [seat], visible: owner, name: {en: laid, es: jugado}}
  hand: {of: card, by: [seat], visible: owner, name: {en: hand, es: mano}}
state:
  turn: {is: 1..6, name: {en: turn, es: turno}}
  tally: {by: [1..4], is: bool, visible: nobody, name: {en: tally, es: cuenta}}
  own_tally: {by: [seat, 1..4], is: bool, visible: owner, name: {en: own tally, es: cuenta propia}}
resources: {members: {coin: {name: {en: coin, es: moneda}}}}
decisions:
  prove: {of: card, notation: "{it.role}", ask: {en: "Which card?", es: "¿Qué carta?"}, told: {en: "shows {it.role}", es: "muestra {it.role}"}}
  give: {of: card, word: give, ask: {en: "Which card?", es: "¿Qué carta?"}}
  amount: {of: 0..3, word: spend, ask: {en: "How many?", es: "¿Cuántos?"}}
  turn_to: {of: way, word: turn, ask: {en: "Where?", es: "¿Adónde?"}}
  pair: {of: {c: card, w: way}, ask: {en: "What, and where?", es: "¿Qué y adónde?"}}
define:
  next: {is: seat, value: left(me)}
  spend_duke: {effect: "set tally[count c in hand where c.role == duke] = true; move (first c in hand where c.role == duke) to court"}
  require_duke: {params: {c: card}, effect: "set tally[if c.role == duke then 1 else 0] = true"}
  maybe_spend: {params: {n: 0..3}, effect: "choose turn_to { left { repeat n { do spend_duke } } | right { gain 1 coin } }"}
  give_away: {params: {n: 0..9}, effect: "move (first c in hand where c.role == duke) to court; choose turn_to { left { set tally[if dukes == max(0, n - 1) then 1 else 0] = true } | right { } }"}
  lose_duke: {effect: "move (first c in hand where c.role == duke) to court"}
  dukes: {amount: count c in hand where c.role == duke}
  ask_away: {effect: "choose turn_to { left { gain 1 coin } | right { gain 2 coin } }"}
outcome: {wins: any c in hand where c.role == duke}
flow:
  - {phase: setup, do: "shuffle court; for each p in seat { repeat 3 { move court[0] to p.hand } }"}
  - phase: play
    name: {en: play, es: partida}
    for: turn
    in: 1 to 6
    turns: once
    do: |
"""

GAMES = {
    "offered by what a hidden card shows": """
      choose prove c in hand {
        if c.role == duke { move c to court; shuffle court; move court[0] to hand }
      }
    """,
    "only some of a hidden hand": """
      choose give c in hand where c.role == duke {
        do require_duke(c); move c to court
      }
    """,
    "a number that a local holds": """
      let n = count c in hand where c.role == duke;
      choose turn_to {
        left { repeat n { do spend_duke } } |
        right { gain 1 coin }
      }
    """,
    "a question about a number that a local holds": """
      let n = count c in hand where c.role == duke;
      choose amount k in 0 to n { repeat k { do spend_duke } }
    """,
    "a condition around it": """
      if any c in hand where c.role == duke { choose turn_to { left { do spend_duke } | right { do spend_duke; gain 1 coin } } }
    """,
    "the other side of a condition": """
      if every c in hand has c.role == captain { gain 1 coin } else { choose turn_to { left { do spend_duke } | right { do spend_duke; gain 1 coin } } }
    """,
    "each of some cards": """
      for each c in hand where c.role == duke { choose turn_to { left { do require_duke(c); move c to court } | right { do require_duke(c) } } }
    """,
    "of another seat": """
      let n = count c in hand where c.role == duke;
      as next { choose turn_to { left { as next { repeat n { do spend_duke } } } | right { gain 1 coin } } }
    """,
    "handed to a procedure": """
      do maybe_spend(count c in hand where c.role == duke)
    """,
    "handed to a procedure with several users": """
      do maybe_spend(count c in hand where c.role == duke); do maybe_spend(count c in hand where c.role == duke)
    """,
    "within a procedure": """
      let n = count c in hand where c.role == duke;
      do ask_away; do ask_away; repeat n { do spend_duke }
    """,
    "pairs": """
      if any c in hand where c.role == duke {
        choose pair c in hand where c.role == duke then w in way { do require_duke(c); move c to court }
      }
    """,
    "up to some": """
      choose up to 2 give c in hand where c.role == duke { do require_duke(c); move c to court }
    """,
    "a question about what was chosen": """
      choose give c in hand where c.role == duke { choose turn_to { left { do require_duke(c) } | right { move c to court } } }
    """,
    "a question about what was shown": """
      choose prove c in hand { choose turn_to { left { if c.role == duke { do require_duke(c) } } | right { move c to court } } }
    """,
    "a question about a pair": """
      choose pair c in hand where c.role == duke then w in way { choose turn_to { left { do require_duke(c) } | right { move c to court } } }
    """,
    "a question about each of up to some": """
      choose up to 2 give c in hand where c.role == duke { choose turn_to { left { do require_duke(c) } | right { move c to court } } }
    """,
    "a card that a local holds": """
      let d = first c in hand where c.role == duke;
      choose turn_to { left { set tally[if d == none then 1 else if d.role == duke then 1 else 0] = true } | right { gain 1 coin } }
    """,
    "two questions": """
      let n = count c in hand where c.role == duke;
      if n > 0 { choose turn_to { left { choose give c in hand where c.role == duke { do require_duke(c); repeat n { do spend_duke } } } | right { } } }
    """,
}

EARLIER = {
    "a hand that a card has left": """
      let n = count c in hand where c.role == duke;
      move (first c in hand where c.role == duke) to court;
      choose amount k in 0 to n { set tally[if dukes == max(0, n - 1) then 1 + k else 0] = true }
    """,
    "a card that leaves only where there is one": """
      let n = count c in hand where c.role == duke;
      shuffle court;
      if any c in hand where c.role == duke { move (first c in hand where c.role == duke) to court };
      choose turn_to {
        left { set tally[if (count c in hand where c.role == duke) + 1 == n or n == 0 then 1 else 0] = true } |
        right { gain 1 coin }
      }
    """,
    "two cards, one after the other": """
      let n = count c in hand where c.role == duke;
      move (first c in hand where c.role == duke) to court; move (first c in hand where c.role == duke) to court;
      choose turn_to { left { set tally[if (count c in hand where c.role == duke) == max(0, n - 2) then 1 else 0] = true } | right { } }
    """,
    "a card that a procedure takes": """
      let n = count c in hand where c.role == duke;
      if n > 0 { do spend_duke };
      choose turn_to { left { set tally[if (count c in hand where c.role == duke) == max(0, n - 1) then 1 else 0] = true } | right { } }
    """,
    "a card that is chosen": """
      let n = dukes;
      choose give c in hand { move c to court };
      choose turn_to { left { set tally[1 + n - (count c in hand where c.role == duke)] = true } | right { } }
    """,
    "a value worked out from others": """
      let n = dukes; let m = 3 - n;
      if n > 0 { move (first c in hand where c.role == duke) to court };
      choose turn_to { left { set tally[if m + (count c in hand where c.role == duke) == 3 - min(n, 1) then 1 else 0] = true } | right { } }
    """,
    "a card that another seat takes": """
      let rival = left(me); let n = count c in rival.hand where c.role == duke;
      as rival { move (first c in hand where c.role == duke) to court };
      choose turn_to { left { set tally[if (count c in rival.hand where c.role == duke) == max(0, n - 1) then 1 else 0] = true } | right { } }
    """,
    "a card that was found before": """
      let n = dukes; let d = first c in hand where c.role == duke;
      move d to court;
      choose turn_to { left { set tally[if dukes == max(0, n - 1) then 1 else 0] = true } | right { } }
    """,
    "a card that is found in between": """
      let n = dukes;
      if n > 0 { let d = first c in hand where c.role == duke; gain 1 coin; move d to court };
      choose turn_to { left { set tally[if dukes == max(0, n - 1) then 1 else 0] = true } | right { } }
    """,
    "all cards for which something holds": """
      let n = dukes; let m = count c in hand;
      for each c in hand where c.role == duke { move c to court };
      choose turn_to { left { set tally[if dukes == 0 and m - n == (count c in hand) then 1 else 0] = true } | right { } }
    """,
    "so many cards": """
      let n = dukes;
      repeat n - 1 { do lose_duke };
      choose turn_to { left { set tally[if dukes == min(1, n) then 1 else 0] = true } | right { } }
    """,
    "a card that lies at a place": """
      let b = hand[0] != none and hand[0] in hand and hand[0].role == duke; let n = sum c in hand of (if c.role == duke then 1 else 0);
      if n > 0 { do lose_duke };
      choose turn_to { left { set tally[if (n > 0 or not b) and dukes == max(0, n - 1) then 1 else 0] = true } | right { } }
    """,
    "handed to a procedure with several users": """
      do give_away(dukes); do give_away(dukes)
    """,
}
"""Numbers that were worked out from a hand which is another one when the question is asked."""


ALL_LAY = """
    name: {en: play, es: partida}
    for: turn
    in: 1 to 2
    steps:
      - phase: laying
        name: {en: laying, es: jugada}
        turns: simultaneous
        do: |
          choose give c in hand where c.role == duke { move c to laid };
          choose prove d in hand { move d to laid }
      - phase: reveal
        name: {en: reveal, es: muestra}
        do: "for each p in seat { set tally[count c in p.laid] = true; for each c in p.laid { move c to court } }"
"""
"""All lay a card or two, and the rules count on one of each seat: `tally` has no place for none."""

SIMULTANEOUS = """
      let n = count c in hand where c.role == duke;
      choose give c in hand { set own_tally[if n == 0 then 3 else 1 + (count d in hand where d.role == duke)] = true; move c to laid }
"""


def made(directory: Path, body: str, turns: str = "once") -> Game:
    (directory / "game.yaml").write_text(HEAD.replace("turns: once", f"turns: {turns}") + body, encoding="utf-8")
    return load(directory)


def broken(state: State) -> list[str]:
    """The answers offered that break a rule when they are taken."""
    found = []
    for option in state.options:
        try:
            state.clone().apply(option)
        except BrokenRuleError as error:
            found.append(f"{state.game.notation(option)}: {error}")
    return found


def positions(game: Game, seeds: int) -> Iterator[tuple[int, State]]:
    """Random games, position by position, with the seed of each."""
    random = Random(1)
    for seed in range(seeds):
        state = game.new(2, seed)
        while not state.over:
            yield seed, state
            state.apply(random.choice(state.options))


@pytest.mark.parametrize("body", (GAMES | EARLIER).values(), ids=GAMES | EARLIER)
def test_what_an_imagined_question_offers_can_be_taken(body: str, tmp_path: Path) -> None:
    worlds = 0
    for seed, state in positions(made(tmp_path, body), 6 if LONG else 2):
        assert not broken(state)
        for viewer in (-1, 0, 1):
            for number in range(4 if LONG else 3):
                world = imagine(state, viewer, number)
                assert (world.seat, world.decision.name) == (state.seat, state.decision.name)
                assert viewer != state.seat or world.options == state.options
                assert not broken(world), f"seed {seed}, seat {state.seat} is asked, {viewer} imagines"
                worlds += 1
    assert worlds > 30


@pytest.mark.parametrize("body", (GAMES | EARLIER).values(), ids=GAMES | EARLIER)
def test_imagined_games_end_in_every_executor(body: str, tmp_path: Path) -> None:
    """Play-outs from imagined worlds, of whoever is asked: the core and Python play the same ones, and none breaks a rule."""
    game = made(tmp_path, body)
    slow = game.interpreted()
    for seed, state in positions(game, 2 if LONG else 1):
        there = slow.from_json(state.to_json())
        for viewer in (0, 1):
            assert imagine(state, viewer, seed).to_json() == imagine(there, viewer, seed).to_json()
            one, other = (core_of(each.game).rollouts(each, viewer, 4, seed) for each in (state, there))
            assert (one.scores.tolist(), one.outcomes.tolist(), one.decisions.tolist()) == (
                other.scores.tolist(), other.outcomes.tolist(), other.decisions.tolist()
            )  # fmt: skip


def test_others_imagine_other_answers(tmp_path: Path) -> None:
    """What is offered follows the hand that is imagined, and tells nothing of the true one."""
    state = made(tmp_path, GAMES["only some of a hidden hand"]).new(2, 3)
    other = 1 - state.seat
    worlds = [imagine(state, other, seed) for seed in range(200)]
    for world in worlds:
        hand = world.observe(world.seat)["seats"][world.seat]["hand"]
        offered = {world.game.notation(option) for option in world.options}
        assert offered == {f"give {card}" for card in hand if card.startswith("duke")}
    assert len({tuple(world.options) for world in worlds}) >= 10


def test_a_number_of_an_earlier_hand_is_that_of_the_world(tmp_path: Path) -> None:
    """How many cards may be named follows the hand that is imagined, the card that has left it included; so it tells nothing of the true one."""
    body = """
      let n = count c in hand where c.role == duke;
      choose give c in hand where c.role == duke { move c to laid };
      choose amount k in 0 to n { gain k coin }
    """
    game = made(tmp_path, body)
    state = next(each for each in (game.new(2, seed) for seed in range(99)) if len(each.options) == 2)
    state.apply(state.options[0])
    assert (state.decision.name, len(state.options)) == ("amount", 3)
    offered = set()
    for seed in range(100):
        world = imagine(state, 1 - state.seat, seed)
        own = world.observe(world.seat)["seats"][world.seat]
        dukes = sum(card.startswith("duke") for card in own["hand"])
        assert own["laid"][0].startswith("duke")
        assert len(world.options) == 2 + dukes
        offered.add(dukes)
    assert offered > {1}, "the true hand holds one more duke"


@pytest.mark.slow
def test_a_bot_thinks_in_worlds_that_fit(tmp_path: Path) -> None:
    """A seat that is asked by what another holds draws only worlds in which it would be asked that, in the core as in Python."""
    body = """
      let rival = left(me);
      if any c in rival.hand where c.role == duke {
        choose turn_to { left { as rival { do spend_duke } } | right { as rival { do spend_duke }; gain 1 coin } }
      }
    """
    game = made(tmp_path, body)
    asked = 0
    for seed, state in positions(game, 4):
        for number in range(6):
            assert not broken(imagine(state, state.seat, number))
        fast, slow = (
            core_of(each.game).search(each, state.seat, 40, seed)
            for each in (state, game.interpreted().from_json(state.to_json()))
        )
        assert fast == slow
        asked += 1
    assert asked >= 10


def test_all_choose_at_the_same_time(tmp_path: Path) -> None:
    for seed, state in positions(made(tmp_path, SIMULTANEOUS, "simultaneous"), 6):
        for viewer in (-1, 0, 1):
            for number in range(4 if LONG else 3):
                assert not broken(imagine(state, viewer, number)), (
                    f"seed {seed}, seat {state.seat} is asked, {viewer} imagines"
                )


def all_lay(directory: Path) -> Game:
    """A game of three in which nobody may have laid nothing."""
    head = (
        HEAD.split("    name: {en: play, es: partida}\n", maxsplit=1)[0]
        .replace("players: 2", "players: 3")
        .replace("copies: 4", "copies: 8")
    )
    (directory / "game.yaml").write_text(head.replace("repeat 3", "repeat 4") + ALL_LAY[1:], encoding="utf-8")
    return load(directory)


@pytest.mark.slow
def test_worlds_of_a_simultaneous_choice_play_on_to_the_end(tmp_path: Path) -> None:
    """Those who have chosen are asked again in it, the viewer is not; the core plays the same worlds as the interpreter."""
    game, random = all_lay(tmp_path), Random(1)
    asked = set()
    for seed in range(3 if LONG else 1):
        state = game.new(3, seed)
        while not state.over:
            for viewer in (-1, 0, 1, 2):
                world = imagine(state, viewer, seed)
                assert (world.seat == viewer) is (state.seat == viewer)
                assert viewer != state.seat or world.options == state.options
                assert not broken(world)
                choices = list[int]()
                while world.simultaneous and world.ask("turn") == state.ask("turn"):
                    choices.append(world.seat)
                    world.apply(random.choice(world.options))
                asked.add((viewer, state.seat, tuple(dict.fromkeys(choices))))
                while not world.over:
                    world.apply(random.choice(world.options))
                there = game.interpreted().from_json(state.to_json())
                assert imagine(state, viewer, seed).to_json() == imagine(there, viewer, seed).to_json()
                if viewer >= 0:
                    one, other = (core_of(each.game).rollouts(each, viewer, 4, seed) for each in (state, there))
                    assert (one.scores.tolist(), one.decisions.tolist()) == (
                        other.scores.tolist(),
                        other.decisions.tolist(),
                    )
            fast, slow = (core_of(each.game).search(each, state.seat, 30, seed) for each in (state, there))
            assert fast == slow
            state.apply(random.choice(state.options))
    assert any(viewer == 1 == seat and len(choices) == 3 for viewer, seat, choices in asked), "seat 0 chooses again"
    assert any(viewer == 0 and seat == 2 for viewer, seat, _ in asked)
    assert all(viewer not in choices for viewer, seat, choices in asked if 0 <= viewer < seat)


def test_what_others_have_chosen_changes_no_world(tmp_path: Path) -> None:
    """Seat 2 is asked behind the others, whatever they have chosen; and seat 0 does not know how far they are."""
    game = all_lay(tmp_path)
    worlds, waiting = set(), set()
    for choice in range(3):
        state = game.new(3, 2)
        while state.seat == 0:
            state.apply(state.options[0])
        waiting.add(str(imagine(state, 0, 5).to_json()))
        while state.seat == 1:
            state.apply(state.options[choice % len(state.options)])
        assert (state.seat, state.simultaneous) == (2, True)
        waiting.add(str(imagine(state, 0, 5).to_json()))
        worlds.add(str(imagine(state, 2, 5).to_json()))
    assert (len(worlds), len(waiting)) == (1, 1)


RARE = """
      let rival = left(me);
      if every c in rival.hand has c.role == duke {
        choose turn_to { left { as rival { do ask_away } } | right { as rival { do ask_away }; gain 1 coin } }
      } else { gain 1 coin }
"""


def test_a_rare_question_is_imagined_from_what_is_known(tmp_path: Path) -> None:
    """Six dukes in the hand of the rival: one deal of some hundred. The seat that is asked knows it, and nothing of which dukes they are."""
    deal = HEAD.replace("repeat 3", "repeat 6").replace("copies: 4", "copies: 10")
    (tmp_path / "game.yaml").write_text(deal + RARE, encoding="utf-8")
    game = load(tmp_path)
    state = next(
        each for each in (game.new(2, seed) for seed in range(3000)) if not each.over and each.ask("turn") == 1
    )
    other = 1 - state.seat
    worlds = [imagine(state, state.seat, seed) for seed in range(3)]
    hands = [each.observe(other)["seats"][other]["hand"] for each in worlds]
    assert all(card.startswith("duke") for hand in hands for card in hand)
    assert len({str(each.z) for each in worlds}) == 3
    assert core_of(state.game).rollouts(state, state.seat, 3, 1).decisions.tolist() != [0]


@pytest.mark.slow
def test_a_question_that_no_imagined_world_puts_is_an_error(tmp_path: Path) -> None:
    """The true state is never taken for a world, however rare what it is about. Here the dukes lie on top, and are not shuffled."""
    head = HEAD.replace("repeat 3", "repeat 12").replace("copies: 4", "copies: 40")
    (tmp_path / "game.yaml").write_text(head.replace("shuffle court; ", "") + RARE, encoding="utf-8")
    state = load(tmp_path).new(2, 1)
    core, message = core_of(state.game), "none of 10,000 imagined worlds fits the question"
    with pytest.raises(BrokenRuleError, match=message):
        imagine(state, state.seat, 1)
    with pytest.raises(BrokenRuleError, match=message):
        core.search(state, state.seat, 10, 1)
    with pytest.raises(BrokenRuleError, match=message):
        core.rollouts(state, state.seat, 10, 1)
