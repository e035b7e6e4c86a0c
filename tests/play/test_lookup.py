"""`?` and a name: what there is to say of it, and where it is now, as far as the asker may know."""

from __future__ import annotations

from random import Random

import pytest

from ruleset_core import State, imagine, load
from ruleset_core.cli.console.help_answers import print_answer, thing_lines
from ruleset_core.cli.console.screen import Screen
from ruleset_core.play.lookup.index import LookupEntry, all_terms, entries_called
from ruleset_core.play.lookup.queries import LookupContext, question_paragraph
from ruleset_core.play.wording.game_messages import plain_offers

NAMES = ["Ana", "Bo"]


class Paper(Screen):
    """A screen that keeps what is written on it."""

    def __init__(self) -> None:
        super().__init__(plain=True)
        self.lines: list[str] = []

    def line(self, text: str = "", style: str = "") -> None:
        del style
        self.lines.append(text)


def told(state: State, typed: str, lang: str = "en") -> str:
    paper = Paper()
    print_answer(paper, state, typed, plain_offers(state.game, state, lang, NAMES), lang, NAMES)
    return "\n".join(paper.lines)


def middle(name: str, moves: int, seed: int = 3) -> State:
    state, random = load(name).new(2, seed=seed), Random(seed)
    for _ in range(moves):
        state.apply(random.choice(state.options))
    return state


def seen_card(state: State, zone: str, seat: int) -> str:
    lying: list[str] = state.observe(state.seat)["seats"][seat][zone]
    return lying[0].partition("#")[0]


def test_what_could_be_meant_can_be_typed() -> None:
    """Nine cards are called Town Crier; `wall` is a name of its own beside `walls left`."""
    state = load("tournay").new(2, seed=3)
    assert "crier_red_1" in told(state, "town crier")
    assert told(state, "crier_red_1").startswith("Town Crier (crier_red_1)")
    assert "\nA question: Where does the wall go?\n" in told(load("carcassonne_masons").new(2, seed=3), "wall")


def test_a_rule_is_called_what_accounts_call_it() -> None:
    state = load("troyes_dice").new(2, seed=3)
    said = told(state, "columna de tres", "es")
    assert said.startswith("columna de tres completa")
    assert "En cuanto tienes 3 caballeros" in said
    rules = told(state, "reglas", "es")
    assert "Desarrollo: " in rules
    assert "Course" not in rules


@pytest.mark.parametrize("seat", [0, 1])
def test_a_card_is_found_where_it_lies(seat: int) -> None:
    state = middle("tournay", 200)
    card = seen_card(state, "district", seat)
    said = told(state, state.game.card(card).name("es"))
    assert state.game.card(card).name("en") in said
    assert f"district of {NAMES[seat]}" in said


@pytest.mark.slow
def test_a_card_that_nobody_sees_is_not_given_away() -> None:
    state = middle("tournay", 0)
    other = 1 - state.seat
    hidden = [each for zone in state.z for each in zone]
    assert hidden
    for card in state.game.card_ids():
        for line in thing_lines(
            LookupContext([], state.game, state, "en", NAMES), LookupEntry("card", state.game.card(card).kind, card)
        ):
            assert f"hand of {NAMES[other]}" not in line


def test_a_card_of_a_pack_is_found_by_its_name() -> None:
    state = load("sheaves").new(3, seed=3)
    names = [*NAMES, "Cy"]
    asked = LookupContext([], state.game, state, "es", names)
    for card in state.observe(state.seat)["seats"][state.seat]["hand"]:
        name = state.game.name_of("card", card, "es")
        assert entries_called(asked.game, name, "es") == [LookupEntry("member", "card", card)]
        lines = [*thing_lines(asked, LookupEntry("member", "card", card))]
        assert lines[0] == f"{name} (carta)"
        assert f"mano de {names[state.seat]}" in lines[-1]


@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("carcassonne_masons", "l01", ["L01 (space)", "  region: red arms"]),
        ("troyes", "palace 1", ["Palace 1 (space)"]),
    ],
)
def test_what_only_the_data_calls_by_a_name_is_not_told(name: str, typed: str, said: list[str]) -> None:
    lines = told(load(name).new(2, seed=3), typed).splitlines()
    assert lines[lines.index(said[0]) :] == said


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tournay", "carcassonne_masons"])
def test_what_is_said_depends_on_nothing_hidden(name: str) -> None:
    state = middle(name, 50)
    other = imagine(state, state.seat, 11)
    for card in state.game.card_ids():
        things = LookupEntry("card", state.game.card(card).kind, card)
        one, two = (
            list(thing_lines(LookupContext([], each.game, each, "en", NAMES), things)) for each in (state, other)
        )
        assert one == two


@pytest.mark.parametrize(
    ("name", "typed", "lang", "said"),
    [
        ("troyes", "red", "es", "rojo (color)"),
        ("troyes", "palacio", "en", "Palace (building)"),
        ("troyes", "palace", "en", "spaces where grey citizens begin with two players: 2, 5"),
        ("troyes", "palacio", "es", "espacios donde empiezan ciudadanos grises con dos jugadores: 2, 5"),
        ("troyes", "the Miller", "en", "Miller (miller)"),
        ("troyes", "molinero", "en", "Miller (miller)"),
        ("troyes", "mill", "en", "Miller (miller)"),
        ("troyes", "mill", "es", "Molinero (miller)"),
        ("troyes_dice", "fortaleza", "es", "Fortaleza (fila)"),
        ("troyes_dice", "row", "en", "row: Fortress, Count's Palace, Market"),
        ("troyes_dice", "value", "en", "Answers: value 0, value 1"),
        ("tournay", "deck", "en", "A question: From which deck?"),
        ("troyes", "black", "en", "black dice of a value"),
        ("troyes", "denier", "en", "denier of Ana: "),
        ("troyes", "influencia", "es", "influencia de Bo: "),
        ("troyes", "influence", "en", "Cards that speak of it: Artisan"),
        ("troyes", "income", "en", "a part of the game; in order: setup, first citizens"),
        ("troyes", "strength", "en", "what your dice count against black dice"),
        ("troyes", "rules", "en", "Course of the game: A round; "),
        ("troyes", "reglas", "es", "Desarrollo: Una ronda; "),
        ("troyes", "salary", "en", "then pays for each of its citizens"),
        ("troyes", "tradesman", "en", "You need a tradesman on the card."),
        ("troyes", "pass", "en", "Who passes puts 2 deniers on the district"),
        ("troyes", "incmoe", "en", "did you mean `income and salaries`?"),
        ("troyes", "expelling", "en", "nothing in Troyes is called `expelling`; cards that speak of it: "),
        ("tournay", "queue", "en", "queue of events (3): "),
        ("tournay", "undo", "en", "undo turn  take back your turn"),
        ("carcassonne_masons", "towers left", "en", "black: "),
        ("pig", "pot", "en", "pot: "),
        ("pig", "points", "en", "a line of the score sheet\n  worth: your points"),
        ("pig", "puntos", "es", "vale: tus puntos"),
        ("tournay", "xyzzy", "en", "nothing in Tournay is called `xyzzy`"),
        ("tournay", "xyzzy", "es", "nada se llama `xyzzy` en Tournay"),
    ],
)
def test_things_are_found_by_name(name: str, typed: str, lang: str, said: str) -> None:
    assert said in told(middle(name, 30), typed, lang)


def test_a_part_of_the_game_is_told_once_and_names_each_part_once() -> None:
    said = told(load("burrow").new(2, 1), "nights")
    assert said.split("\n").count("nights") == 1
    assert "a part of the game; in order: setup, nights, evening\n" in said


def test_fields_tell_of_a_thing_what_they_hold() -> None:
    state = middle("troyes_dice", 40)
    built = next(each for each, is_built in state.observe(0)["seats"][0]["built"].items() if is_built)
    assert "built of Ana" in told(state, state.game.card(built).name("en"))


@pytest.mark.parametrize("name", ["tournay", "troyes", "carcassonne_masons"])
def test_what_terms_are_now_depends_on_nothing_hidden(name: str) -> None:
    state = middle(name, 50)
    other = imagine(state, state.seat, 11)
    assert other.z != state.z
    for part, term in all_terms(state.game):
        things = LookupEntry("term", part, term)
        one, two = (
            list(thing_lines(LookupContext([], each.game, each, "en", NAMES), things)) for each in (state, other)
        )
        assert one == two


def test_of_much_only_what_there_is_is_told() -> None:
    state = middle("tournay", 200, 1)
    coins = {each.partition("#")[0]: n for each, n in state.observe(0)["fields"]["coins"].items() if n}
    said = told(state, "coins on an event")
    for event, number in coins.items():
        assert f"{state.game.card(event).name('en')}: {number}" in said
    assert coins
    assert ": 0" not in said


def test_players_are_no_things() -> None:
    state = middle("tournay", 0)
    assert not [each for each in entries_called(state.game, "player 1", "en") if each.what == "member"]


@pytest.mark.parametrize(
    ("name", "typed", "lang", "said"),
    [
        (
            "troyes",
            "influence",
            "en",
            "  Spent: “reroll a die”, “turn up to three dice over”, “call a citizen to the supply”",
        ),
        ("troyes", "influence", "en", "  Counts: characters (score), Hugues de Payns"),
        ("troyes", "influence", "es", "  Se obtiene: «hacer frente al dado negro más alto», Posadero"),
        ("troyes_dice", "fortune", "en", "  Get: “gain resources”, Market 3"),
        ("pig", "pot", "es", "  Cambia: «lanzar», «plantarse»"),
        ("lamplighters", "street", "en", "  Arrives: “light a lamp of mine”"),
    ],
)
def test_it_is_told_how_a_thing_is_got_and_where_it_counts(name: str, typed: str, lang: str, said: str) -> None:
    assert f"\n{said}" in told(load(name).new(2, seed=3), typed, lang)


def test_of_a_card_it_is_told_in_one_answer_what_it_is_why_not_now_and_how_to_get_it() -> None:
    state = middle("tournay", 9)
    while state.decision is None or state.decision.name != "play":
        state.apply(state.options[0])
    said = told(state, "red_catapult")
    assert "is not possible now: that card is not in your hand." in said
    assert "\n  Damage an unoccupied building of each opponent." in said
    assert "“draw a card”" in said.partition("\n  Get: ")[2]


@pytest.mark.parametrize(
    ("name", "typed", "lang", "first", "later"),
    [
        ("troyes", "citizen", "en", "What a family has", "More in the rules: Expelled citizens; "),
        ("troyes", "character", "en", "The cards", "More in the rules: Points; "),
        ("troyes", "plaza", "es", "La ciudad", "plaza: nada"),
        ("troyes", "district", "en", "The town", "Cards that speak of it: "),
        ("tournay", "plaza", "en", "Citizens and tokens", "More in the rules: Placing a card; "),
        ("tournay", "citizens", "en", "Citizens and tokens", "Whose citizens work"),
        ("tournay", "personnages", "fr", "Personnages", "Plus dans les règles\xa0: "),
        ("troyes_dice", "citizen", "en", "Points", "Resources and citizens"),
        ("carcassonne_masons", "ville", "fr", "Une ville", ""),
    ],
)
def test_what_explains_a_word_is_told_first(name: str, typed: str, lang: str, first: str, later: str) -> None:
    """Of `citizen` no index of names, but the paragraph that says what a citizen is; then where it is got, and where else it stands."""
    lines = told(load(name, lang=lang).new(2, seed=3), typed, lang).splitlines()
    assert lines[0] == first
    assert later in "\n".join(lines[1:])


def test_a_word_of_the_rules_alone_is_explained() -> None:
    """Nothing in Tournay is called `plaza` but an effect; one paragraph says what it is, others are named."""
    said = told(load("tournay").new(2, seed=3), "plaza")
    assert "A citizen who stands on it is available." in said
    assert "Pay the price of the card" not in said
    assert said.endswith("Also called `plaza`: all citizens beside your Plaza stand up")


def paragraph(state: State, lang: str = "en", *, asking: bool = True) -> str:
    return question_paragraph(LookupContext([], state.game, state, lang, NAMES, asking=asking))


def test_a_question_says_who_is_asked_when_and_what_may_follow() -> None:
    state = load("pig").new(2, seed=3)
    assert paragraph(state) == (
        f"{NAMES[state.seat]} is asked in the phase “play”: Roll again, or hold what you have? There are 2 answers. What may come next: something random."
    )
    assert paragraph(state, "es").endswith("Hay 2 respuestas. Después puede venir: algo al azar.")
    assert paragraph(state, asking=False) == ""


def test_a_question_says_what_it_belongs_to_and_which_questions_may_follow() -> None:
    state = load("troyes_dice").new(2, seed=3)
    first = paragraph(state)
    assert "The others choose at the same time." in first
    assert "the question “Which colour do you give the" in first
    while state.decision is not None and state.decision.name != "value":
        state.apply(state.options[0])
    assert "This is part of “values changed”." in paragraph(state)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tournay", "troyes", "masquerade", "creels"])
def test_what_is_said_of_a_question_depends_on_nothing_hidden(name: str) -> None:
    state, random = load(name).new(2, seed=3), Random(3)
    for moves in range(40):
        if state.over:
            break
        assert paragraph(state) == paragraph(imagine(state, state.seat, moves))
        state.apply(random.choice(state.options))
