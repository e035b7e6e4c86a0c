"""Expansions that change the included games without touching their files: all pairs and orders, played and replayed.

They lie in `laid/GAME/`. Of each game two go together, and a third contradicts the first.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

from ruleset_core import Game, LoadError, load, rules_document
from ruleset_core.check.checker import check_paths
from ruleset_core.play.bots import make_bot
from ruleset_core.play.records import Seat, Session, parse_record, record_bytes, replay
from ruleset_core.testing.conformance import check_game
from tests.check.conftest import REVIEWS
from tests.sampled import CLOSELY, CONFORMANCE_SECONDS, sampled

LAID = Path(__file__).parent / "laid"
GOING_TOGETHER = {
    "carcassonne_masons": ("yellow", "short"),
    "tournay": ("rich", "quiet"),
    "troyes": ("rich", "long"),
    "troyes_dice": ("dear", "market_days"),
}
AGAINST = {
    "carcassonne_masons": ("yellow", "green"),
    "tournay": ("rich", "no_procession"),
    "troyes": ("rich", "poor"),
    "troyes_dice": ("dear", "cheap"),
}
GAMES = sorted(GOING_TOGETHER)
OTHERS = {game: (GOING_TOGETHER[game][1], AGAINST[game][1]) for game in GAMES}
"""The second and the third of each game: these go together, too."""


@cache
def laid(game: str, names: tuple[str, ...], *, in_order: bool = False) -> Game:
    return load(game, names, [LAID / game], in_order=in_order)


def changes(game: Game) -> dict[tuple[object, ...], tuple[object, ...]]:
    return {(each.kind, each.name, each.path, each.expansion): (each.old, each.new) for each in game.program.changes}


def test_all_that_lie_there_are_tried() -> None:
    for game in GAMES:
        assert {each.name for each in (LAID / game).iterdir()} == {*GOING_TOGETHER[game], *AGAINST[game]}


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        each if each == "troyes_dice" else pytest.param(each, marks=pytest.mark.slow)
        for each in sampled(GAMES, ("carcassonne_masons", "troyes_dice"))
    ],
)
def test_nothing_is_found_in_them(game: str) -> None:
    for name in sorted({*GOING_TOGETHER[game], *AGAINST[game]}):
        report = check_paths([LAID / game / name], ignore=REVIEWS)
        assert report.diagnostics == ()


@pytest.mark.slow
def test_every_section_may_be_replaced() -> None:
    wide = LAID.parent / "wide"
    found: dict[str | None, list[str]] = {}
    for each in check_paths([wide], ignore=REVIEWS, house=True).diagnostics:
        found.setdefault(each.code, []).append(each.message)
    assert {*found} == {"W503", "W524"}
    assert {each.split("`")[-2] for each in found["W503"]} == {"numbering", "die", "tile_red", "influence", "citizens"}
    assert sorted(found["W524"]) == [  # texts of the game still call it `influencia`
        f"what the {each} does says `influjo`, and the text does not" for each in ("card", "rule")
    ]
    game = load("troyes_dice", [str(wide)])
    vocabulary = game.program.vocabulary
    assert game.players == (1, 6)
    assert game.options_for(2)["numbering"]
    assert vocabulary.domains["die"].facts["black"].values == [0, 0, 1, 1]
    assert vocabulary.domains["tile.side"].names[0] == {"en": "face", "es": "cara", "fr": "face"}
    assert vocabulary.domains["row"].facts["colour"].title == {"en": "hue", "es": "tono", "fr": "hue"}
    for lang, title in (("en", "What you play for"), ("es", "A qué se juega")):
        assert title in [each.title for each in rules_document(game, lang).paragraphs]
    assert [each.start for each in vocabulary.resources if each.name == "influence"] == [4]
    assert [at for at, _ in game.program.ranks] == [30]
    assert {each.kind for each in game.program.changes} == {
        "players", "option", "set", "piece", "card", "achievement", "ranks", "view", "zone", "resource", "score", "phase",
    }  # fmt: skip
    assert check_game(
        game, 1, 5, source="troyes_dice", expansions=[str(wide)], closely=CLOSELY, seconds=CONFORMANCE_SECONDS
    ).ok


@pytest.mark.slow
@pytest.mark.parametrize("pairs", [GOING_TOGETHER, OTHERS], ids=["first and second", "second and third"])
@pytest.mark.parametrize("game", GAMES)
def test_both_orders_are_the_same_game_of_other_data(game: str, pairs: dict[str, tuple[str, str]]) -> None:
    one, two = (laid(game, names) for names in permutations(pairs[game]))
    assert changes(one) == changes(two)
    assert one.entries == two.entries
    assert one.entries != load(game).entries
    assert one.hash != two.hash
    single = [changes(laid(game, (name,))) for name in pairs[game]]
    assert {**single[0], **single[1]} == changes(one)


@pytest.mark.parametrize("game", GAMES)
def test_what_contradicts_is_refused_unless_in_order(game: str) -> None:
    for names in permutations(AGAINST[game]):
        with pytest.raises(LoadError) as caught:
            load(game, names, [LAID / game])
        found = [each for each in caught.value.diagnostics if each.code == "E424"]
        assert found
        assert len(found) == len(caught.value.diagnostics)
        assert {Path(each.span.file).parent.name for each in found} == {names[1]}
        assert {Path(span.file).parent.name for each in found for span, _ in each.related} == {names[0]}


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"tournay"}))
def test_in_order_the_last_one_has_the_last_word(game: str) -> None:
    both = {names: laid(game, names, in_order=True) for names in permutations(AGAINST[game])}
    for names, made in both.items():
        last = changes(laid(game, (names[1],)))
        told = changes(made)
        assert {key: new for key, (_, new) in told.items() if key[-1] == names[1]} == {
            key: new for key, (_, new) in last.items()
        }
    one, two = both.values()
    assert one.entries != two.entries


@pytest.mark.slow
@pytest.mark.parametrize("pairs", [GOING_TOGETHER, OTHERS], ids=["first and second", "second and third"])
@pytest.mark.parametrize("game", GAMES)
def test_played_and_replayed(game: str, pairs: dict[str, tuple[str, str]]) -> None:
    names = pairs[game]
    made = laid(game, names)
    players = made.players[0]
    session = Session.start(
        made, [Seat(f"P{n}", "random") for n in range(players)], 3, {}, made.expansions, [str(LAID / game)]
    )
    bots = [make_bot("random", 3, seat) for seat in range(players)]
    while not session.live.over:
        session.apply(bots[session.live.seat].choose(session.live))
    record = parse_record(record_bytes(session.record()))
    again = replay(load(record.header.game, record.header.expansions, record.header.roots), record)
    assert [state.to_json() for state in again.states] == [state.to_json() for state in session.states]
    middle = session.states[len(session.steps) // 2]
    assert made.from_json(middle.to_json()).to_json() == middle.to_json()


@pytest.mark.slow
@pytest.mark.parametrize("game", sampled(GAMES, ("troyes", "carcassonne_masons")))
def test_promises_are_kept(game: str) -> None:
    names = GOING_TOGETHER[game]
    report = check_game(
        laid(game, names),
        1,
        5,
        source=game,
        roots=[str(LAID / game)],
        expansions=names,
        closely=CLOSELY,
        seconds=CONFORMANCE_SECONDS,
    )
    assert report.ok, "\n".join(report.lines())
