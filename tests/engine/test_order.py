"""`order:` of an event: the acting seat says which of the cards that react is next."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from ruleset_core import Game, IllegalOption, LoadError, State, load, start_at
from ruleset_core.check.checker import check_paths
from tests.engine import games
from tests.executors import both
from tests.lang.compare import disagreement

GAME = """
game: workshop
name: {{en: Workshop, es: Taller}}
players: 1..2
sets:
  job: {{members: [sweep, paint]}}
resources:
  members: {{coin: {{}}, ink: {{}}}}
pieces:
  worker: {{total: {total}, facts: {{pay: int}}, sides: [fresh, tired], in_play: this in bench}}
  tool: {{total: 1, facts: {{pay: int}}, in_play: this in rack}}
zones:
  bench: {{of: worker, start: all}}
  home: {{of: worker}}
  rack: {{of: tool, start: all}}
state:
  trace: {{is: int}}
  sleepy: {{is: bool}}
  skip: {{is: "worker?"}}
  whole: {{is: bool}}
events:
  called: {{fields: {{j: job, n: int}}, order: reaction}}
  praised: {{fields: {{w: worker}}, order: reaction}}
decisions:
  reaction:
    of: worker
    ask: {{en: "Who works next, after {{trace}}?", es: "¿Quién trabaja ahora, tras {{trace}}?"}}
    label: {{en: "{{it}} for {{it.pay}}", es: "{{it}} por {{it.pay}}"}}
    why:
      - {{unless: it in bench, say: {{en: Gone home., es: Se ha ido.}}}}
  sure: {{of: bool, ask: {{en: "Sure?", es: "¿Seguro?"}}}}
  good: {{of: resource, ask: {{en: "What?", es: "¿Qué?"}}}}
define:
  note: {{params: {{n: int}}, effect: set trace = (trace * 10 + n) mod 1000000000}}
flow:
  - phase: work
    turns: once
    do: "{do}"
rules:
{rules}
score:
  trace: {{name: {{en: trace, es: rastro}}, amount: trace + coin}}
"""
CALL = "emit called(sweep, 4); do note(9)"
RULE = "  - {id: first_of_all, when: {event: called, where: whole, do: do note(8)}}"
WORKERS = {
    "ann": "when: {event: called, do: do note(1)}",
    "bob": "when: {event: called, where: skip != this, do: do note(2)}",
    "cid": "when: {event: called, where: j == sweep, do: do note(3); gain n coin}",
}


def made(directory: Path, workers: dict[str, str] | None = None, *, do: str = CALL, rules: str = RULE, tool: str = "do note(7)") -> Game:  # fmt: skip
    cards, total = "kind: worker\ncards:\n", 0
    for place, (name, text) in enumerate((WORKERS if workers is None else workers).items()):
        words = f"name: {{en: {name}, es: {name}}}, provenance: house, pay: {place + 1}"
        sides = "" if "sides:" in text else "sides: {fresh: {}, tired: {}}, "
        cards += f"  {name}: {{{words}, {sides}{text}}}\n"
        total += int(text.removeprefix("copies: ").split(",")[0]) if text.startswith("copies: ") else 1
    games.write(directory, GAME.format(do=do, rules=rules, total=total), cards)
    words = "name: {en: saw, es: sierra}, provenance: house, pay: 0"
    tools = f"kind: tool\ncards:\n  saw: {{{words}, when: {{event: called, where: whole, do: {tool}}}}}\n"
    (directory / "cards" / "tools.yaml").write_text(tools, encoding="utf-8")
    return load(directory)


def played(game: Game, *answers: str, **given: object) -> State:
    """The state after some answers, the same for both executors after each of them."""
    fast, slow = (start_at(each, "work", 1, 1, given=given) for each in both(game))
    for answer in (*answers, None):
        assert fast.to_json() == slow.to_json()
        if answer is not None:
            fast = game.from_json(json.loads(json.dumps(fast.to_json())))  # saved and loaded on the way
            for state in (fast, slow):
                state.apply(answer if " " in answer else f"reaction {answer}")
    return fast


def offered(state: State) -> list[str]:
    return [state.game.notation(option).removeprefix("reaction ") for option in state.options]


def test_the_acting_seat_chooses_the_order(tmp_path: Path) -> None:
    game = made(tmp_path)
    assert offered(played(game)) == ["ann", "bob", "cid"]
    state = played(game, "cid")
    assert (offered(state), state.ask("trace"), state.ask("coin", 0)) == (["ann", "bob"], 3, 4)
    assert played(game, "cid", "ann").ask("trace") == 3129  # the last one is not asked about
    assert played(game, "ann", "cid").ask("trace") == 1329
    assert played(game, "bob", "ann").over


def test_the_question_and_its_options_have_their_texts(tmp_path: Path) -> None:
    state = played(made(tmp_path), "bob")
    assert state.decision is not None
    assert state.decision.prompt() == "Who works next, after 2?"
    assert [state.game.label(state, option) for option in state.options] == ["ann for 1", "cid for 3"]
    with pytest.raises(IllegalOption):
        state.apply("reaction bob")


def test_a_single_one_is_not_asked_about(tmp_path: Path) -> None:
    game = made(tmp_path, do="emit called(paint, 4); do note(9)")
    state = played(game, skip="ann")
    assert offered(state) == ["ann", "bob"]
    state = played(game, skip="bob")
    assert (state.over, state.ask("trace"), len(state.forced)) == (True, 19, 2)


def test_nothing_is_asked_when_none_reacts(tmp_path: Path) -> None:
    game = made(tmp_path, {"cid": WORKERS["cid"], "dot": WORKERS["cid"]}, do="emit called(paint, 4); do note(9)")
    state = played(game)
    assert (state.over, state.ask("trace"), list(state.forced)) == (True, 9, [])


def test_rules_and_other_pieces_come_first(tmp_path: Path) -> None:
    game = made(tmp_path, tool="do note(7); set skip = bob")
    state = played(game, whole=True)
    assert (state.ask("trace"), offered(state)) == (87, ["ann", "cid"])  # and what they change counts


def test_where_is_looked_at_when_the_event_happens(tmp_path: Path) -> None:
    workers = WORKERS | {"ann": "when: {event: called, do: do note(1); set skip = bob}"}
    game = made(tmp_path, workers)
    assert offered(played(game, "ann")) == ["bob", "cid"]
    workers = WORKERS | {"ann": "when: {event: called, do: do note(1); set skip = cid}"}
    game = made(tmp_path / "other", workers)
    assert offered(played(game, "ann", skip="bob")) == []
    assert played(game, "ann", skip="bob").ask("trace") == 139  # bob could react now, but could not then


def test_who_is_no_longer_in_play_is_dropped(tmp_path: Path) -> None:
    game = made(tmp_path, WORKERS | {"ann": "when: {event: called, do: do note(1); move bob to home}"})
    assert offered(played(game)) == ["ann", "bob", "cid"]
    state = played(game, "ann")
    assert (state.over, state.ask("trace")) == (True, 139)
    state = played(game, "cid")
    assert offered(state) == ["ann", "bob"]
    state.apply("reaction ann")
    assert (state.over, state.ask("trace")) == (True, 319)


def test_who_goes_home_is_not_offered_and_the_data_says_why(tmp_path: Path) -> None:
    workers = WORKERS | {"ann": "when: {event: called, do: do note(1); move bob to home}", "dot": WORKERS["ann"]}
    game = made(tmp_path, workers)
    state = played(game, "ann")
    assert offered(state) == ["cid", "dot"]
    assert state.why_not(game.parse("reaction bob")) == "Gone home."


def test_who_comes_into_play_later_does_not_react(tmp_path: Path) -> None:
    workers = WORKERS | {"ann": "when: {event: called, do: do note(1); move bob to bench}", "dot": WORKERS["ann"]}
    game = made(tmp_path, workers)
    assert offered(played(game, "ann", zones={"bench": ["ann", "cid", "dot"], "home": ["bob"]})) == ["cid", "dot"]


TWO = """when: [
  {event: called, where: whole, do: do note(4)}, {event: called, do: do note(5); set skip = bob},
  {event: called, where: skip != bob, do: do note(6)}, {event: called, where: j == paint, do: do note(7)}]"""


def test_a_card_with_several_does_those_that_held_one_after_the_other(tmp_path: Path) -> None:
    game = made(tmp_path, WORKERS | {"dot": " ".join(TWO.split())}, rules="  []", tool="gain 1 ink")
    assert offered(played(game)) == ["ann", "bob", "cid", "dot"]
    assert played(game, "dot").ask("trace") == 56
    assert played(game, "dot", whole=True).ask("trace") == 456
    assert played(game, "dot", skip="bob").ask("trace") == 5
    state = played(game, "ann", "dot", "cid")
    assert (state.over, state.ask("trace")) == (True, 156329)


SIDES = """sides: {fresh: {when: {event: called, do: do note(4); flip cid}}, tired: {when: {event: called, do: do note(5)}}}"""
OF_CID = "sides: {fresh: {when: {event: called, do: do note(6)}}, tired: {}}"


def test_a_side_reacts_only_while_it_lies_up(tmp_path: Path) -> None:
    game = made(tmp_path, {"ann": WORKERS["ann"], "cid": OF_CID, "dot": SIDES})
    assert offered(played(game)) == ["ann", "cid", "dot"]
    assert played(game, "cid", "dot").ask("trace") == 6419
    state = played(game, "dot")
    assert (state.over, state.ask("trace")) == (True, 419)


def test_what_the_whole_card_does_stays_when_it_is_turned(tmp_path: Path) -> None:
    both = "sides: {fresh: {when: {event: called, do: do note(6)}}, tired: {}}, when: {event: called, do: do note(3)}"
    game = made(tmp_path, {"ann": WORKERS["ann"], "cid": both, "dot": SIDES})
    assert played(game, "cid").ask("trace") in {36, 63}
    state = played(game, "dot")
    assert (offered(state), state.ask("trace")) == (["ann", "cid"], 4)
    assert played(game, "dot", "cid").ask("trace") == 4319


def test_copies_of_a_card_react_each_for_itself(tmp_path: Path) -> None:
    workers = {"ann": "copies: 3, " + WORKERS["ann"], "bob": WORKERS["bob"]}
    state = played(made(tmp_path, workers), "ann#2")
    assert offered(state) == ["ann", "ann#3", "bob"]


TWICE = "when: [{event: called, do: do note(1)}, {event: called, where: j == sweep, do: gain 1 coin}]"


@pytest.mark.slow
@pytest.mark.parametrize("copies", [31, 32, 62, 63, 70])
def test_more_pieces_may_react_than_a_number_has_bits(tmp_path: Path, copies: int) -> None:
    game = made(tmp_path, {"bob": WORKERS["bob"], "ann": f"copies: {copies}, {TWICE}"})
    random = Random(copies)
    fast, slow = game.new(1, 1), game.interpreted().new(1, 1)
    for left in range(copies + 1, 1, -1):
        assert len(fast.options) == left
        option = random.choice(fast.options)
        for state in (fast, slow):
            state.apply(option)
        assert fast.to_json() == slow.to_json()
        assert option not in fast.options
        assert all(value < 2**31 for frame in fast.stack for value in frame)
    assert fast.over
    assert fast.ask("coin", 0) == copies
    assert not disagreement(game, 1, copies, random.randrange, 200)


ASKS = "when: {event: called, do: 'do note(1); may sure { gain 1 ink }; do note(n)'}"


def test_a_question_within_a_reaction(tmp_path: Path) -> None:
    game = made(tmp_path, WORKERS | {"ann": ASKS})
    state = played(game, "bob", "ann")
    assert (offered(state), state.ask("trace")) == (["sure false", "sure true"], 21)
    state = played(game, "ann", "sure true")
    assert (offered(state), state.ask("trace"), state.ask("ink", 0)) == (["bob", "cid"], 14, 1)
    assert played(game, "ann", "sure true", "cid").ask("trace") == 14329


def test_another_event_within_a_reaction_has_an_order_of_its_own(tmp_path: Path) -> None:
    workers = {
        "ann": "when: [{event: called, do: do note(1); emit praised(this); do note(2)}, {event: praised, do: do note(3)}]",
        "bob": "when: [{event: called, do: do note(4)}, {event: praised, where: w != this, do: do note(5)}]",
    }
    game = made(tmp_path, workers)
    assert offered(played(game, "ann")) == ["ann", "bob"]
    assert played(game, "ann", "bob").ask("trace") == 153249
    assert played(game, "bob", "ann").ask("trace") == 413529


def test_an_event_within_its_own_reactions_has_notes_of_its_own(tmp_path: Path) -> None:
    """Through a gain of what is chosen: what is gained may be another thing each time, so this is not refused."""
    workers = WORKERS | {"ann": "when: {event: called, do: 'do note(1); choose good r { gain 1 r }'}"}
    rule = "  - {id: again_and_again, when: {event: gain, where: resource == ink, do: 'emit called(paint, 0)'}}"
    game = made(tmp_path, workers, rules=rule)
    state = played(game, "ann", "good ink")
    assert offered(state) == ["ann", "bob"]
    state = played(game, "ann", "good ink", "ann", "good coin")
    assert (offered(state), state.ask("trace")) == (["bob", "cid"], 112)
    state.apply("reaction bob")
    assert (state.over, state.ask("trace")) == (True, 112239)


def test_what_is_replaced_has_no_reactions(tmp_path: Path) -> None:
    rule = "  - {id: no_work, instead: {event: called, where: sleepy, do: do note(6)}}"
    game = made(tmp_path, rules=rule)
    state = played(game, sleepy=True)
    assert (state.over, state.ask("trace")) == (True, 69)
    assert offered(played(game)) == ["ann", "bob", "cid"]
    game = made(tmp_path / "card", WORKERS | {"bob": "instead: {event: called, where: sleepy, do: do note(6)}"})
    assert played(game, sleepy=True).ask("trace") == 69
    assert offered(played(game)) == ["ann", "cid"]


def test_the_game_ends_with_the_effect_in_progress(tmp_path: Path) -> None:
    game = made(tmp_path, WORKERS | {"ann": "when: {event: called, do: end_game; do note(1)}"})
    state = played(game, "ann", "bob")
    assert (state.over, state.ask("trace")) == (True, 1239)


def test_nothing_is_kept_in_the_state(tmp_path: Path) -> None:
    """Orders that come to the same leave equal states."""
    workers = {name: f"when: {{event: called, do: gain {n} coin}}" for n, name in enumerate(("ann", "bob", "cid"))}
    game = made(tmp_path, workers)
    left = [played(game, *answers).to_json() for answers in (("ann", "bob"), ("bob", "ann"), ("cid", "bob"))]
    assert left[0]["a"] != left[2]["a"]  # the last answer
    assert len({json.dumps({**each, "a": 0}) for each in left}) == 1


TURNING = """sides: {fresh: {when: {event: called, do: flip this; gain 3 ink}},
  tired: {when: {event: called, where: sleepy, do: flip this}}}, when: {event: called, where: whole, do: set whole = false}"""
TEXTS = (
    "when: {event: called, do: do note(1)}",
    "copies: 2, when: {event: called, where: skip != this, do: 'may sure { move this to home }'}",
    "when: {event: called, where: sleepy, do: set sleepy = false; flip this}",
    "when: [{event: called, where: sleepy, do: gain 1 coin}, {event: called, do: set sleepy = not sleepy}]",
    "when: {event: called, do: 'for each x in home { move x to bench }'}",
    "when: {event: called, do: 'choose good r { gain 2 r }'}",
    " ".join(TURNING.split()),
    "sides: {fresh: {when: {event: called, do: 'for each x in bench { flip x }'}}, tired: {}}",
)
MANY = [text.replace("called", event) for event in ("called", "praised") for text in TEXTS]


@pytest.mark.parametrize("seed", range(12))
def test_both_executors_agree_on_random_play(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    workers = {f"w{n}": text for n, text in enumerate(random.sample(MANY, random.randint(2, 12)))}
    do = "set sleepy = trace mod 3 == 0; repeat 3 { emit called(paint, 2); for each x in bench { emit praised(x) } }"
    game = made(tmp_path, workers, do=do)
    for players in (1, 2):
        found = disagreement(game, players, seed, random.randrange, 60)
        assert not found, found


@pytest.mark.parametrize(("change", "code", "said"), [
    ("order: {reaction: resolve}", "E103", ""),
    ("order: raction", "E316", "did you mean `reaction`"),
    ("order: sure", "E320", "`sure` is of condition, not of a kind of pieces"),
    ("order: good", "E320", "`good` is of resource, not of a kind of pieces"),
    ("resolve: queued, order: reaction", "E320", "queued"),
])  # fmt: skip
def test_what_is_refused(tmp_path: Path, change: str, code: str, said: str) -> None:
    made(tmp_path)
    file = tmp_path / "game.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("n: int}, order: reaction", "n: int}, " + change), encoding="utf-8")
    with pytest.raises(LoadError) as raised:
        load(tmp_path)
    found = [f"{each.message}; {each.help}" for each in raised.value.diagnostics if each.code == code]
    assert any(said in each for each in found), raised.value.diagnostics


def test_reactions_that_lead_back_to_themselves_are_refused(tmp_path: Path) -> None:
    with pytest.raises(LoadError) as raised:
        made(tmp_path, WORKERS | {"ann": "when: {event: called, do: 'emit called(j, n)'}"})
    assert "E311" in [each.code for each in raised.value.diagnostics]


def test_somebody_must_act_where_the_order_is_chosen(tmp_path: Path) -> None:
    made(tmp_path, dict.fromkeys(("ann", "bob"), "when: {event: called, do: do note(1)}"))
    file = tmp_path / "game.yaml"
    text = file.read_text(encoding="utf-8").replace("    turns: once\n", "")
    file.write_text(text, encoding="utf-8")
    with pytest.raises(LoadError) as raised:
        load(tmp_path)
    assert [each.code for each in raised.value.diagnostics if each.severity == "error"] == ["E309"]
    file.write_text(text.replace(", order: reaction", ""), encoding="utf-8")
    load(tmp_path)  # in the declared order nobody is asked


@pytest.mark.slow
def test_looking_who_is_left_is_counted_in_play(tmp_path: Path) -> None:
    """Each of a hundred reactions is looked at whenever one was taken. How many are in play is not known before, so `check` allows it."""
    slow = "in_play: this in bench and (count x in bench where (count y in bench where y.pay > x.pay) > 2) < 9"
    made(tmp_path, {"ann": "copies: 100, " + WORKERS["ann"]})
    file = tmp_path / "game.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("in_play: this in bench", slow), encoding="utf-8")
    assert "E319" not in [each.code for each in check_paths([tmp_path]).diagnostics]
    state = start_at(load(tmp_path).interpreted(), "work", 1, 1)
    assert state.steps > 100 * 100 * 100
