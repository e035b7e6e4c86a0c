"""A figure that something in play changes is not shown as it is printed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleset_core import Game, load, start_at
from ruleset_core.cli import main
from ruleset_core.play.lookup.card_facts import DeclaredNames
from tests.check.page_examples import FILES


@pytest.fixture
def fair(tmp_path: Path) -> Callable[..., Game]:
    """The tiny game with some rules besides; words of keyword arguments are replaced in its game.yaml."""

    def make(rules: str, **swaps: str) -> Game:
        game = FILES["game.yaml"]
        for old, new in swaps.items():
            assert old in game
            game = game.replace(old, new)
        for name, text in {
            **FILES,
            "game.yaml": game,
            "more.yaml": f"rules: [{rules}]\n" if rules else "sets: {}\n",
        }.items():
            path = tmp_path / "fair" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return load(tmp_path / "fair")

    return make


CHEAP = "{id: sale, while_in_play: {modify: cost, where: round > 1 and w == lamp, add: -1}}"
FIGURES = {"ware": {"lamp": {"price": 1}}}


def begun(game: Game, turn: int, **given: object) -> dict[str, object]:
    return start_at(game, "trade", 2, 1, given={"round": turn, **given}).observe(0)


def test_what_counts_now_is_told_while_it_differs(fair: Callable[..., Game]) -> None:
    game = fair(CHEAP)
    assert "figures" not in begun(game, 1)
    seen = begun(game, 2)
    assert seen["figures"] == FIGURES
    assert [game.glossary.figure("ware", each, "price", seen).value for each in ("lamp", "rug")] == [1, 4]


def test_nothing_is_worked_out_where_nothing_changes_it(fair: Callable[..., Game]) -> None:
    assert fair("").glossary.modified_facts == []
    assert "figures" not in begun(fair(""), 2)


@pytest.mark.parametrize(
    ("amount", "known"),
    [
        ("w.price + 1", True),
        ("if round == 3 then 0 else w.price", True),
        ("if w.price > 3 then 1 else 2", False),
        ("w.price + round", False),
        ("7", False),
    ],
)
def test_which_amounts_are_a_figure_of_a_card(fair: Callable[..., Game], amount: str, known: bool) -> None:
    assert bool(fair(CHEAP, **{"amount: w.price": f"amount: '{amount}'"}).glossary.modified_facts) is known


def test_an_amount_made_of_one_that_is_changed(fair: Callable[..., Game]) -> None:
    chain = "amount: base(w)}\n  base: {params: {v: ware}, amount: v.price"
    game = fair(
        CHEAP.replace("modify: cost", "modify: base").replace("w == lamp", "v == lamp"), **{"amount: w.price": chain}
    )
    assert begun(game, 2)["figures"] == FIGURES


def test_pieces_that_are_not_seen_have_no_figures(fair: Callable[..., Game]) -> None:
    game = fair(CHEAP, **{"start: all}": "start: all, visible: nobody}"})
    assert "figures" not in begun(game, 2)
    assert begun(game, 2, zones={"sold": ["lamp"]})["figures"] == FIGURES


def test_what_something_hidden_decides_is_not_known(fair: Callable[..., Game]) -> None:
    hidden = {"fame: {max: 20}": "fame: {max: 20, visible: nobody}"}
    game = fair(CHEAP.replace("round > 1", "fame > 1"), **hidden)
    seen = begun(game, 2)
    assert seen["figures"] == {"ware": {"lamp": {"price": None}}}
    names = DeclaredNames(game, "en", seen=seen)
    assert (names.figure("ware", "lamp", "price"), names.figure("ware", "rug", "price")) == ("?", "4")
    assert game.glossary.figure("ware", "lamp", "price", seen).unknown
    assert DeclaredNames(game, "en").figure("ware", "lamp", "price") == "2"


def test_somebody_beside_the_table_is_told_what_counts_for_who_decides(fair: Callable[..., Game]) -> None:
    game = fair(CHEAP.replace("round > 1", "coin < 5"))
    state = start_at(game, "trade", 2, 1, given={"round": 1})
    asked = state.observe(state.seat).get("figures")
    assert state.observe(-1).get("figures") == asked
    owners = fair(CHEAP.replace("round > 1", "fame > 1"), **{"fame: {max: 20}": "fame: {max: 20, visible: owner}"})
    seen = start_at(owners, "trade", 2, 1, given={"round": 1})
    assert "figures" not in seen.observe(seen.seat)
    assert seen.observe(-1)["figures"] == {"ware": {"lamp": {"price": None}}}


def test_show_says_what_may_change_a_figure(
    fair: Callable[..., Game], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fair(CHEAP).glossary.changed_by("lamp") == {"price": ["rule sale"]}
    assert fair(CHEAP).glossary.changed_by("rug") == {}
    assert main(["show", str(tmp_path / "fair"), "lamp"]) == 0
    assert "2 (while in play changed by `sale`)" in capsys.readouterr().out


# -- amounts that the data gives to views ---------------------------------------------------------------------------

SHOWN = {"define:\n": "view: {amounts: [cost, purse]}\ndefine:\n  purse: {params: {n: 0..1}, amount: coin + n}\n"}


def test_amounts_are_given_by_what_their_parameters_may_be(fair: Callable[..., Game]) -> None:
    game = fair(CHEAP, **SHOWN)
    seen = begun(game, 2)
    assert seen["amounts"] == {"cost": {"lamp": 1, "rug": 4}, "purse": {"0": 5, "1": 6}}


def test_values_of_other_types_are_given_as_they_are_written(fair: Callable[..., Game]) -> None:
    swaps = {
        "define:\n": "view: {amounts: [rich, best, last]}\ndefine:\n"
        "  rich: {is: seat, value: most p in seat by p.coin ties last}\n"
        "  best: {is: ware, value: most w in ware by w.price ties first}\n"
        "  last: {params: {n: 1..2}, is: 'ware?', value: if n == 1 then none else lamp}\n"
    }
    game = fair("", **swaps)
    seen = begun(game, 2)
    assert seen["amounts"] == {"rich": 1, "best": "rug", "last": {"1": None, "2": "lamp"}}


def test_amounts_that_something_hidden_decides_are_not_known(fair: Callable[..., Game]) -> None:
    hidden = {**SHOWN, "coin: {start: 5}": "coin: {start: 5, visible: owner}"}
    state = start_at(fair(CHEAP, **hidden), "trade", 2, 1)
    own = "purse", {"0": 5, "1": 6}
    assert own in state.observe(0)["amounts"].items()
    assert state.observe(-1)["amounts"]["purse"] is None


def test_an_amount_that_never_changes_is_worked_out_once(fair: Callable[..., Game]) -> None:
    game = fair("", **{**SHOWN, "amount: coin + n": "amount: 2 * n"})
    begun(game, 1)["amounts"]["purse"]["1"] = 7  # type: ignore[index]
    assert begun(game, 1)["amounts"]["purse"] == {"0": 0, "1": 2}  # type: ignore[index]


def test_the_last_value_of_what_a_phase_counts_with(fair: Callable[..., Game]) -> None:
    assert begun(fair(""), 2)["last"] == {"round": 3}
    grows = {"in: 1 to 3": "in: 1 to players + 1", "round: {is: 1..3}": "round: {is: 1..5}"}
    assert begun(fair("", **grows), 2)["last"] == {"round": 3}
    assert "last" not in begun(fair("", **{"round: {is: 1..3}": "round: {is: 1..3, visible: nobody}"}), 2)
