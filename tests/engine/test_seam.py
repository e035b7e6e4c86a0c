"""What a caller meets: options, notation, errors with their explanations, copies."""

from __future__ import annotations

import pytest

from ruleset_core import Game, IllegalOption, LoadError, NotationError, OptionError, State, load, start_at
from ruleset_core.errors import RulesetError


def hand(state: State, seat: int) -> list[str]:
    return list(state.observe(seat)["seats"][seat]["hand"])


def test_every_option_has_a_notation_that_is_read_back(cards: Game) -> None:
    notations = [cards.notation(option) for option in range(cards.vocabulary_size)]
    assert len(set(notations)) == len(notations)
    assert [cards.parse(notation) for notation in notations] == list(range(cards.vocabulary_size))
    assert notations[:2] == ["lay c1", "lay c1#2"]
    assert "put up 3" in notations


@pytest.mark.parametrize("text", ["  lay   c2 ", "LAY C2", "lay\tc2\n"])
def test_notation_is_read_whatever_its_spacing(cards: Game, text: str) -> None:
    assert cards.notation(cards.parse(text)) == "lay c2"


@pytest.mark.parametrize(
    ("text", "close"), [("lay c22", "lay c2"), ("put upp 3", "put up 3"), ("risc true", "risk true")]
)
def test_what_is_no_notation_brings_suggestions(cards: Game, text: str, close: str) -> None:
    with pytest.raises(NotationError, match="is not an option of this game") as caught:
        cards.new(2, 1).apply(text)
    assert close in caught.value.suggestions
    assert f"`{caught.value.suggestions[0]}`" in str(caught.value)


@pytest.mark.parametrize("text", ["", "x" * 10_000, "\0", "1", "None", "True"])
def test_nonsense_is_refused_shortly(cards: Game, text: str) -> None:
    with pytest.raises(NotationError) as caught:
        cards.parse(text)
    assert len(str(caught.value)) < 300


def test_option_that_is_not_offered_says_why(cards: Game) -> None:
    state = cards.new(2, 1)
    away = next(name for name in ("c1", "c2", "c3", "c4", "c5") if name not in hand(state, 0))
    with pytest.raises(IllegalOption, match="Not in your hand") as caught:
        state.apply(f"lay {away}")
    assert caught.value.why == "Not in your hand."
    assert state.why_not(cards.parse(f"lay {away}"), "es") == "No está en tu mano."
    assert state.why_not(state.options[0]) is None


def test_option_of_another_question_says_what_is_asked(cards: Game) -> None:
    with pytest.raises(IllegalOption, match=r'is not possible now: the question is "Which card\?"'):
        cards.new(2, 1).apply("risk true")


@pytest.mark.parametrize("option", [-1, 10_000])
def test_number_beyond_the_vocabulary_is_refused(cards: Game, option: int) -> None:
    with pytest.raises(IllegalOption, match="is not an option of this game"):
        cards.new(2, 1).apply(option)


def test_refused_option_changes_nothing(cards: Game) -> None:
    state = cards.new(2, 1)
    before = state.to_json()
    for wrong in ("risk true", "nonsense", 10_000, True, None):
        with pytest.raises(RulesetError):
            state.apply(wrong)  # type: ignore[arg-type]
    assert state.to_json() == before


def test_nothing_is_possible_when_the_game_is_over(cards: Game) -> None:
    state = cards.new(1, 1)
    while not state.over:
        state.apply(state.options[-1])
    assert (state.seat, state.options, state.decision) == (-1, [], None)
    with pytest.raises(IllegalOption, match="the game is over"):
        state.apply("risk true")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": 4}, "Cards is for 1 to 3 players, not for 4"),
        ({"players": 0}, "not for 0"),
        ({"options": {"round": 2}}, "no option `round`; it has: rounds"),
        ({"options": {"rounds": 9}}, "option `rounds` cannot be `9`; it is one of: 1, 2, 3"),
        ({"options": {"suit": "star"}}, "one of: sun, moon"),
        ({"options": {"open_deck": "perhaps"}}, "one of: false, true"),
    ],
)  # fmt: skip
def test_wrong_beginnings_are_explained(cards: Game, given: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message.replace("?", r"\?")):
        cards.new(**given)  # type: ignore[arg-type]


def test_options_are_given_as_data_or_as_python(cards: Game) -> None:
    states = [cards.new(2, 1, {"open_deck": value, "rounds": number}) for value, number in ((True, 3), ("true", "3"))]
    assert states[0].to_json() == states[1].to_json()
    assert states[0].ask("option.open_deck") is True
    assert cards.option_names == {"rounds": ("1", "2", "3"), "open_deck": ("false", "true"), "suit": ("sun", "moon")}


def test_decision_says_who_and_what(cards: Game) -> None:
    decision = cards.new(2, 1).decision
    assert decision is not None
    assert (decision.seat, decision.name, decision.secret) == (0, "lay", True)
    assert (decision.prompt(), decision.prompt("es")) == ("Which card?", "¿Qué carta?")
    assert decision.options == sorted(decision.options)


def test_label_speaks_of_the_option(cards: Game) -> None:
    state = cards.new(2, 1)
    assert cards.label(state, cards.parse("lay c5")) == "Card 5 (5)"
    assert cards.label(state, cards.parse("lay c5#2"), "es") == "Carta 5 (5)"
    assert cards.label(state, cards.parse("risk true"), "es") == "sí"
    assert cards.label(state, cards.parse("put up 2")) == "2"


def test_clone_goes_its_own_way(cards: Game) -> None:
    state = cards.new(3, 1)
    state.apply(state.options[0])
    before = state.to_json()
    clone = state.clone()
    assert clone.to_json() == before
    while not clone.over:
        clone.apply(clone.options[-1])
    assert state.to_json() == before
    again = state.clone()
    while not again.over:
        again.apply(again.options[-1])
    assert again.to_json() == clone.to_json()


def test_forced_decisions_are_taken_and_told(cards: Game) -> None:
    state = start_at(cards, "choosing", 1, 1, given={"seats": [{"hand": ["c7"]}]})
    assert state.decision is not None
    assert state.decision.name == "stake"
    assert [cards.notation(option) for option in state.forced[1::2]] == ["lay c7"]


@pytest.mark.parametrize(("text", "seat", "value"), [
    ("point + 1", 0, 1), ("pick == none", 1, True), ("pick", 1, "none"), ("option.suit", None, "moon"),
    ("first c in card where c.value == 7", None, "c7"), ("count c in hand", 1, 2), ("1 per 0 + 5", None, 5),
])  # fmt: skip
def test_state_answers_questions(cards: Game, text: str, seat: int | None, value: object) -> None:
    if "per 0" in text:
        text = text.replace("per 0", "per (players - 2)")
    assert cards.new(2, 1).ask(text, seat) == value


@pytest.mark.parametrize(("text", "seat", "code"), [
    ("pont", 0, "E301"), ("point +", 0, "E201"), ("", 0, "E205"), ("point", None, "E309"), ("pick.value", 0, "E314"), ("point", 9, "E314"),
])  # fmt: skip
def test_wrong_question_is_explained(cards: Game, text: str, seat: int | None, code: str) -> None:
    with pytest.raises(LoadError) as caught:
        cards.new(2, 1).ask(text, seat)
    assert caught.value.diagnostics[0].code == code


def test_card_tells_of_itself(cards: Game) -> None:
    info = cards.card("c5")
    assert (info.kind, info.copies, info.provenance, info.name("es")) == ("card", 2, "house", "Carta 5")
    assert info.facts["value"] == 5
    assert len(cards.card_ids()) == 7
    with pytest.raises(KeyError):
        cards.card("c99")


def test_names_in_both_languages(cards: Game) -> None:
    assert (cards.title(), cards.title("es")) == ("Cards", "Cartas")
    assert cards.name_of("suit", "sun", "es") == "Sol"
    assert cards.name_of("suit", "star") == "star"


def test_games_of_the_package_load_by_name() -> None:
    assert load("pig").players == (2, 10)
