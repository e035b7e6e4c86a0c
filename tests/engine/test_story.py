"""Stories: they lead from one state to the next, name what caused everything, and tell nobody what is hidden from him."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruleset_core import Game, RulesetError, State, load, trace_step
from ruleset_core.play.records import Seat, Session
from ruleset_core.values import schema_problem

GAMES = ["pig", "tic_tac_toe", "troyes", "troyes_dice", "tournay", "carcassonne_masons"]
STORY = """
game: story
name: {en: Story, es: Relato}
players: 2..3
resources: {members: {coin: {name: {en: coin, es: moneda}}, log: {spaces: 3, overflow: gain 1 coin}}}
sets: {suit: {members: {sun: {name: {en: sun, es: sol}}, moon: {name: {en: moon, es: luna}}}}}
pieces: {card: {total: 16, facts: {suit: suit}}}
zones:
  deck: {of: card, start: all, visible: nobody}
  hand: {of: card, by: [seat], visible: owner, name: {en: hand, es: mano}}
  table: {of: card, name: {en: table, es: mesa}}
state:
  round: {is: 1..9, name: {en: round, es: ronda}}
  scratch: {is: int, note: false}
  mood: {by: [seat], is: 0..9, note: true, name: {en: mood, es: humor}}
events:
  bust: {fields: {who: seat}, tell: {en: "{who} is bust!", es: "¡{who} revienta!"}}
decisions:
  play: {of: card, ask: {en: Which card?, es: ¿Qué carta?}, told: {en: "plays {it}", es: "juega {it}"}}
  keep: {of: card, secret: true, ask: {en: Keep?, es: ¿Cuál guardas?}}
  give: {of: 1..2, ask: {en: How many?, es: ¿Cuántas?}, told: {en: "gives {it}", es: "da {it}", "1": {en: gives one, es: da una}}}
define:
  pay_up: {params: {n: int}, effect: "set scratch = n; gain n log; set mood = n"}
flow:
  - phase: deal
    do: "shuffle deck; for each p in seat { as p { repeat 2 { move deck[0] to hand } } }"
  - phase: play
    name: {en: the play, es: el juego}
    turns: forever
    do: |
      choose keep k in hand { set scratch = 1 };
      choose play c in hand { move c to table; do c.effect };
      choose give n { do pay_up(n) };
      if coin > 2 { emit bust(me); end_game };
      if round < 9 { set round = round + 1 } else { end_game }
score: {coins: {name: {en: Coins, es: Monedas}, amount: coin}}
"""
CARDS = "kind: card\ncards:\n" + "\n".join(
    f"  {suit}_{n}: {{name: {{en: {suit.title()} {n}, es: {suit.title()} {n}}}, provenance: house, suit: {suit}, effect: gain {n} coin}}"
    for suit in ("sun", "moon")
    for n in range(1, 9)
)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Game:
    directory = tmp_path_factory.mktemp("story")
    (directory / "game.yaml").write_text(STORY, encoding="utf-8")
    (directory / "cards").mkdir()
    (directory / "cards" / "all.yaml").write_text(CARDS, encoding="utf-8")
    return load(directory)


def played(game: Game, players: int, seed: int, moves: int = 60) -> Session:
    session = Session.start(game, [Seat(f"P{seat}", "random") for seat in range(players)], seed)
    pick = Random(seed)
    while not session.live.over and len(session.steps) < moves:
        session.apply(pick.choice(session.live.options))
    return session


def told_of(state: State) -> tuple[object, ...]:
    data = state.to_json()
    return tuple(data[name] for name in ("v", "z", "stage", "ended"))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_story_leads_from_one_position_to_another(name: str) -> None:
    session = played(load(name), load(name).players[1], 5)
    for start in range(0, len(session.steps), 9):
        end = min(start + 9, len(session.steps))
        assert told_of(session.story(start, end).apply_to(session.states[start])) == told_of(session.states[end])
    assert schema_problem("story", session.story().to_json()) == ""


def test_only_a_story_told_in_full_leads_anywhere(small: Game) -> None:
    session = played(small, 2, 1)
    with pytest.raises(ValueError, match="told in full"):
        session.story(0, 3, 1).apply_to(session.states[0])


def test_a_turn_of_the_flow_begins_one_of_the_story() -> None:
    parts = played(load("pig"), 3, 2).story().parts
    begun: list[int | None] = []
    for part in parts:
        if part.kind == "turn":
            begun.append(part.seat)
        assert part.kind != "choice" or part.seat == begun[-1]
    assert len(begun) > 4
    assert begun == [turn % 3 for turn in range(len(begun))]


def test_the_setup_is_told_too(small: Game) -> None:
    parts = played(small, 2, 1, moves=1).story(end=0).parts
    assert [part.kind for part in parts if part.step == -1] == ["phase", "order", *["move"] * 4, "phase", "turn"]
    assert {part.because[0].name for part in parts} == {"deal", "play"}


def test_every_part_names_the_line_behind_it(small: Game) -> None:
    session = played(small, 2, 1)
    gains = [part for part in session.story().parts if part.kind == "amount" and part.resource == "coin"]
    assert gains
    by_card = [part for part in gains if part.because[0].section == "cards"]
    assert by_card
    for part in by_card:
        cause = part.because[0]
        line = (Path(small.directory) / cause.file).read_text(encoding="utf-8").splitlines()[cause.line - 1]
        assert line.startswith(f"  {cause.name}:")
        assert line[cause.column - 1 :].startswith("gain")
    overflows = [part for part in gains if part not in by_card]
    assert all(part.because[0].section == "resources" for part in overflows)


def test_units_gained_one_by_one_have_the_cause_of_the_gain(small: Game) -> None:
    session = played(small, 2, 1)
    logs = [part for part in session.story().parts if part.kind == "amount" and part.resource == "log"]
    assert logs
    assert {(part.because[0].section, part.because[0].name) for part in logs} == {("define", "pay_up")}
    assert {part.how for part in logs} == {"gain"}


def test_nobody_is_told_a_hidden_card(small: Game) -> None:
    session = played(small, 3, 2)
    for seat in range(3):
        for part in session.story(seat=seat).parts:
            if part.kind == "move" and part.target.zone == "hand":
                assert (part.piece is not None) == (part.target.of == seat)
                assert part.place is None
            if part.kind == "choice" and part.decision == "keep":
                assert part.seat == seat or part.option is None
            if part.kind == "order":
                assert part.after is None
    assert all(part.piece is None for part in session.story(-1, 0, 3).parts if part.kind == "move")


def test_a_secret_choice_that_was_forced_is_not_even_mentioned(small: Game) -> None:
    session = played(small, 2, 4)
    forced = [
        part for part in session.story().parts if part.kind == "choice" and part.forced and part.decision == "keep"
    ]
    for part in forced:
        others = session.story(part.step, part.step + 1, 1 - part.seat).parts
        assert not [
            each for each in others if each.kind == "choice" and each.decision == "keep" and each.seat == part.seat
        ]


def test_sentences_name_who_did_what_and_what_came_of_it(small: Game) -> None:
    session = played(small, 2, 1)
    english, spanish = (session.story(0, len(session.steps)).sentences(lang, ["Ana", "Bo"]) for lang in ("en", "es"))
    text = "\n".join(english)
    assert "Ana chooses “" in text
    assert "plays Sun" in text or "plays Moon" in text
    assert "coin" in text
    assert "mood: " in text
    assert "scratch" not in text
    assert "juega" in "\n".join(spanish)
    assert len(english) == len(spanish)


def test_what_happens_is_told_in_the_words_of_the_data_though_nobody_follows_it(small: Game) -> None:
    stories = [played(small, 2, seed).story() for seed in range(6)]
    told = [story for story in stories if [part for part in story.parts if part.kind == "event"]]
    assert told
    for story in told:
        assert "is bust!" in "\n".join(story.sentences("en", ["Ana", "Bo"]))
        assert "revienta!" in "\n".join(story.sentences("es", ["Ana", "Bo"]))


def test_an_answer_has_words_of_its_own(small: Game) -> None:
    stories = (played(small, 2, seed).story() for seed in range(4))
    text = "\n".join(line for story in stories for line in story.sentences("en", ["Ana", "Bo"]))
    assert "gives 2" in text
    assert "gives one" in text
    assert "gives 1" not in text


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ("{en: gives, es: da, '3': {en: three, es: tres}}", "`3` is not an answer to this question"),
        ("{'1': {}, en: gives}", "a text is missing here"),
        ("{}", "nothing is told here"),
    ],
)
def test_what_is_told_of_no_answer_is_a_mistake(tmp_path: Path, told: str, message: str) -> None:
    before = STORY.partition("  give: ")[2].partition("\n")[0]
    (tmp_path / "game.yaml").write_text(
        STORY.replace(before, before.partition("told: ")[0] + f"told: {told}}}"), "utf-8"
    )
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "all.yaml").write_text(CARDS, encoding="utf-8")
    with pytest.raises(RulesetError) as error:
        load(tmp_path)
    assert message in str(error.value)


def test_what_was_told_is_not_told_again(small: Game) -> None:
    session = played(small, 2, 3)
    whole = list(session.story(0, len(session.steps), 0).parts)
    pieces = [part for step in range(len(session.steps)) for part in session.story(step, step + 1, 0).parts]
    assert pieces == whole


def test_the_state_is_left_as_it_is() -> None:
    state = load("troyes").new(4, seed=3)
    before = state.to_json()
    trace_step(state, state.options[0])
    assert state.to_json() == before


def test_choices_at_the_same_time_are_told_when_all_have_chosen() -> None:
    session = played(load("troyes_dice"), 3, 8, moves=40)
    for end in range(1, len(session.steps)):
        state = session.states[end]
        group = session.group(end)
        if state.simultaneous and group >= 0:
            for seat in range(3):
                parts = session.story(group, end, seat).parts
                assert all(
                    part.seat in {seat, None}
                    for part in parts
                    if part.kind in {"choice", "amount", "value"} and part.step > group
                )


@pytest.mark.parametrize(
    ("fields", "tell", "emit"),
    [
        ("{who: seat, c: card}", "{who} keeps {c}", "emit bust(me, k)"),
        ("{who: seat}", "a card worth {sum c in hand of (if c.suit == sun then 2 else 1)}", "emit bust(me)"),
    ],
)
def test_a_sentence_of_an_event_tells_nothing_hidden(tmp_path: Path, fields: str, tell: str, emit: str) -> None:
    text = STORY.replace(
        'fields: {who: seat}, tell: {en: "{who} is bust!", es: "¡{who} revienta!"}',
        f'fields: {fields}, tell: {{en: "{tell}", es: "{tell}"}}',
    )
    text = text.replace("emit bust(me); ", "").replace("{ set scratch = 1 };", f"{{ set scratch = 1; {emit} }};")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "all.yaml").write_text(CARDS, encoding="utf-8")
    session = played(load(tmp_path), 2, 1, moves=6)
    actors = {part.seat for part in session.story().parts if part.kind == "event"}
    assert actors
    for actor in actors:
        for part in session.story(0, 6, 1 - actor).events:
            words = getattr(part[1], "words", {}) if part[1].me == actor and hasattr(part[1], "event") else {}
            assert words == {}
