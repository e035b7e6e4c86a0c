"""Variants of small games: where the other game lies, what fits them, what is told of mistakes, what is a game of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleset_core import LoadError, load
from ruleset_core.check.checker import check_paths
from ruleset_core.discovery import list_games
from ruleset_core.play.records import Seat, Session, read_record, save
from tests.check.page_examples import FILES
from tests.cli.conftest import run  # noqa: F401 - a fixture

HEADER = 'game: {name}\nlike: {like}\nname: {{en: Mine, es: Mía}}\nabout: {{en: Mine., es: Mía.}}\nversion: "1.0"\n'
EXPANSION = 'expansion: {name}\nof: {of}\nname: {{en: More, es: Más}}\nversion: "1.0"\n'
Run = Any
COINS = "override: {{resources: {{members: {{coin: {{start: {}}}}}}}}}\n"


@pytest.fixture
def root(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:  # noqa: F811, ARG001
    """A directory with the tiny game, which is a root."""
    monkeypatch.setenv("RULESET_PATH", str(tmp_path))
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "state"))
    write(tmp_path / "fair", FILES)
    return tmp_path


def write(directory: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text, encoding="utf-8")
    return directory


def variant(directory: Path, more: str = "", like: str = "fair", **files: str) -> Path:
    header = HEADER.format(name=directory.name, like=like)
    return write(directory, {"game.yaml": header + more, **files})


def expansion(directory: Path, of: str, more: str = "") -> Path:
    return write(directory, {"expansion.yaml": EXPANSION.format(name=directory.name, of=of) + more})


def told(path: Path | str) -> list[tuple[str, str, int]]:
    return [(each.code, Path(each.span.file).parent.name, each.span.line) for each in check_paths([path]).diagnostics]


def refused(name: Path | str, *expansions: str) -> tuple[str, str, int]:
    with pytest.raises(LoadError) as caught:
        load(name, expansions)
    (item,) = caught.value.diagnostics
    return item.code, Path(item.span.file).parent.name, item.span.line


def coins(name: Path | str, *expansions: str) -> int:
    return int(load(name, expansions).new(2, 1).ask("coin", 0))


# -- what it is -----------------------------------------------------------------------------------------------------


def test_it_is_the_other_game_except_for_what_it_says(root: Path) -> None:
    mine = variant(root / "mine", COINS.format(9) + "players: 3\n")
    game, other = load("mine"), load("fair")
    assert (game.id, game.title("en"), game.title("es"), game.about("en")) == ("mine", "Mine", "Mía", "Mine.")
    assert (game.players, other.players) == ((3, 3), (2, 4))
    assert game.hash != other.hash
    assert (game.directory, game.base) == (mine, ("fair", root / "fair"))
    assert (game.new(3, 1).ask("coin", 0), coins("fair")) == (9, 5)
    assert game.expansions == ()
    assert told(mine) == []


def test_all_that_an_expansion_may_have(root: Path) -> None:
    cards = (
        "kind: ware\ncards:\n  kite: {name: {en: Kite, es: Cometa}, provenance: house, price: 2, effect: gain 3 fame}\n"
    )
    more = "remove: {cards: [lamp]}\nextend: {flow: [{after: setup, phase: alms, turns: once, do: gain 1 coin}]}\n"
    mine = variant(root / "mine", more, **{"cards/kites.yaml": cards, "more.yaml": COINS.format(7)})
    game = load(mine)
    assert "kite" in game.card_ids()
    assert "lamp" not in game.card_ids()
    assert game.new(2, 1).ask("coin", 0) == 8
    assert [each for each in told(mine) if each[0] != "E402"] == []


def test_the_other_game_is_found_by_a_path(tmp_path: Path) -> None:
    write(tmp_path / "games" / "fair", FILES)
    mine = variant(tmp_path / "far" / "mine", COINS.format(6), like="../../games/fair")
    assert coins(mine) == 6
    assert told(mine) == []


def test_a_variant_of_a_variant(root: Path) -> None:
    expansion(root / "winter", "fair", "override: {cards: {lamp: {price: 1}}}\n")
    variant(root / "one", COINS.format(6) + "with: [winter]\n")
    variant(root / "two", "override: {score: {fame: {amount: 2 * fame}}}\n", like="one")
    game = load("two")
    assert (coins("two"), game.base[0], game.always, game.expansions) == (6, "fair", ("winter",), ())
    assert game.card("lamp").facts["price"] == 1
    assert told("two") == []


def test_a_changed_game_is_another_hash_of_its_variants(root: Path) -> None:
    variant(root / "mine", COINS.format(6))
    before = load("mine")
    file = root / "fair" / "game.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("fame: {max: 20}", "fame: {max: 21}"), encoding="utf-8")
    after = load("mine")
    assert before.hash != after.hash
    assert before.entries != after.entries


# -- expansions -----------------------------------------------------------------------------------------------------


def test_expansions_of_the_other_game_have_the_last_word(root: Path) -> None:
    variant(root / "mine", COINS.format(9))
    expansion(root / "poor", "fair", COINS.format(6))
    assert (coins("mine"), coins("mine", "poor"), coins("fair", "poor")) == (9, 6, 6)
    assert told("mine") == []
    assert told(root / "poor") == []


def test_its_own_expansions_fit_it_alone(root: Path) -> None:
    variant(root / "mine", COINS.format(9))
    expansion(root / "rich", "mine", COINS.format(12))
    assert coins("mine", "rich") == 12
    assert told(root / "rich") == []
    code, *_ = refused("fair", str(root / "rich"))
    assert code == "E410"
    found = {each.id: sorted(each.expansions) for each in list_games()}
    assert (found["fair"], found["mine"]) == ([], ["rich"])


def test_what_it_always_has_is_named_in_vain_and_settles_what_contradicts(root: Path) -> None:
    expansion(root / "poor", "fair", COINS.format(6))
    expansion(root / "rich", "fair", COINS.format(20))
    variant(root / "one", "with: [poor, rich]\n")
    variant(root / "two", "with: [rich, poor]\n")
    assert (coins("one"), coins("two")) == (20, 6)
    assert load("one", ["poor"]).expansions == ()
    assert load("one", ["poor"]).hash == load("one").hash
    assert told("one") == told("two") == []
    assert {each.id: list(each.expansions) for each in list_games()}["one"] == []


def test_an_expansion_brings_what_it_requires_unless_it_is_there(root: Path) -> None:
    expansion(root / "poor", "fair", COINS.format(6))
    expansion(root / "poorer", "fair", "requires: [poor]\nstate: {debts: {is: int}}\n")
    variant(root / "plain")
    variant(root / "always", "with: [poor]\n")
    variant(root / "whole", "with: [poorer]\n")
    assert load("plain", ["poorer"]).expansions == ("poor", "poorer")
    assert load("always", ["poorer"]).expansions == ("poorer",)
    assert load("whole").always == ("poor", "poorer")


def test_directories_of_one_name_are_told_apart(root: Path) -> None:
    mine = variant(root / "a" / "same", COINS.format(9))
    laid = expansion(root / "b" / "same", "fair", "override: {cards: {lamp: {price: 1}}}\n")
    (laid / "expansion.yaml").write_text(
        EXPANSION.format(name="other", of="fair") + "override: {cards: {lamp: {price: 1}}}\n"
    )
    game = load(mine, [str(laid)])
    assert (game.new(2, 1).ask("coin", 0), game.card("lamp").facts["price"]) == (9, 1)


# -- scenarios, and what is told ------------------------------------------------------------------------------------

SCENARIO = "scenarios: [{{name: coins, at: day, expect: {{that: ['seat 0: coin == {}']}}}}]\n"


def test_its_scenarios_are_its_own(root: Path, run: Run) -> None:  # noqa: F811
    write(root / "fair", {"scenarios/one.yaml": SCENARIO.format(5)})
    variant(root / "mine", COINS.format(9), **{"scenarios/one.yaml": SCENARIO.format(9)})
    write(expansion(root / "winter", "fair"), {"scenarios/one.yaml": SCENARIO.format(5)})
    found = run("test", "mine")
    assert (found.code, found.out.splitlines()[-1].partition(":")[0]) == (0, "1 scenario")
    assert told("mine") == []


def test_a_slip_is_told_at_its_line(root: Path) -> None:
    mine = variant(root / "mine", "override:\n  cards: {lampp: {price: 1}}\n")
    assert told(mine) == [("E423", "mine", 7)]
    mine = variant(root / "mine", "override:\n  define: {cost: {amount: w.prize}}\n")
    assert told(mine) == [("E305", "mine", 7)] or [each[1:] for each in told(mine)] == [("mine", 7)]
    mine = variant(root / "mine", "flow: [{phase: night, do: roll face}]\n")
    assert [each[1:] for each in told(mine)] == [("mine", 6)]


def test_what_it_breaks_in_the_other_game_is_told_in_it(root: Path) -> None:
    mine = variant(
        root / "mine", "override:\n  sets: {answer: {name: {en: answer, es: respuesta}}}\nremove:\n  cards: [lamp]\n"
    )
    text = "define: {lamps: {amount: count x in sold where x == lamp}}\nscore: {lamps: {name: {en: l, es: l}, amount: lamps}}\n"
    write(root / "fair", {"more.yaml": text})
    found = [each for each in told(mine) if each[0].startswith("E")]
    assert found
    assert {each[1] for each in found} == {"mine"}


@pytest.mark.parametrize(("like", "code"), [
    ("fiar", "E427"), ("./nowhere", "E427"), ("mine", "E427"), (".", "E427"), ("''", "E103"), ("3", "E103"), ("[fair]", "E103"),
    ("one", "E427"), ("'a\tb'", "E104"),
])  # fmt: skip
def test_a_game_that_cannot_be_found_is_one_error_at_the_line(root: Path, like: str, code: str) -> None:
    variant(root / "one", like="two")
    variant(root / "two", like="one")
    mine = variant(root / "mine", COINS.format(6), like=like)
    (found,) = told(mine)
    assert found[1:] == ("mine", 2)
    assert refused(mine)[1:] == ("mine", 2)
    assert code[0] == found[0][0]
    assert (found[0] == code) or code in {"E103", "E104"}


def test_a_chain_has_an_end(root: Path) -> None:
    last = "fair"
    for number in range(1, 10):
        variant(root / f"v{number}", like=last)
        last = f"v{number}"
    assert load("v8").base[0] == "fair"
    assert refused("v9") == ("E427", "v9", 2)
    assert told("v9") == [("E427", "v9", 2)]


def test_the_id_is_its_own(root: Path) -> None:
    mine = variant(root / "elsewhere" / "fair", like=str(root / "fair"))
    assert refused(mine) == ("E427", "fair", 1)


def test_expansions_that_are_not_there(root: Path) -> None:
    mine = variant(root / "mine", "with: [wintre]\n")
    assert told(mine) == [("E404", "mine", 6)]
    mine = variant(root / "mine", "with: [./winter]\n")
    assert refused(mine) == ("E404", "mine", 6)


@pytest.mark.parametrize("text", ["game: fair\nname: [", "nothing: 1\n", ""])
def test_a_broken_game_is_one_error_at_the_line(root: Path, text: str) -> None:
    mine = variant(root / "mine", COINS.format(6))
    write(root / "fair", {"game.yaml": text or FILES["game.yaml"].replace("shuffle stall", "shufle stall")})
    mine = variant(root / "mine", COINS.format(6), like="../fair")
    assert told(mine) == [("E428", "mine", 2)]
    assert refused(mine) == ("E428", "mine", 2)


def test_where_both_are_broken_its_own_mistakes_come_first(root: Path) -> None:
    mine = variant(root / "mine", "version: 3\n")
    write(root / "fair", {"game.yaml": "game: fair\nname: ["})
    assert {each[1] for each in told(mine)} == {"mine"}
    with pytest.raises(LoadError):
        load(mine)
    mine = write(root / "mine", {"game.yaml": "game: mine\nlike: fair\n"})
    assert {each[1] for each in told(mine)} == {"mine"}
    with pytest.raises(LoadError):
        load(mine)


@pytest.mark.parametrize("text", [
    "{game: mine, like: fair, name: {en: M, es: M}}", "like: fair\n", "game: mine\nlike: fair\nwith: fair\n", "like: [[[[",
    "game: mine\n'like': fair\nname: {en: M, es: M}\nwith: [[1]]\n", "game: mine\nlike: fair\nlike: fair\n",
    "game: mine\nlike: " + "x" * 600 + "\nname: {en: M, es: M}\n", "game: mine\nlike: ../../../../../etc\nname: {en: M, es: M}\n",
])  # fmt: skip
def test_hostile_headers_end_in_findings(root: Path, run: Run, text: str) -> None:  # noqa: F811
    mine = write(root / "mine", {"game.yaml": text})
    found = told(mine)
    assert found
    assert {each[1] for each in found} == {"mine"}
    assert "E999" not in {each[0] for each in found}
    with pytest.raises(LoadError):
        load(mine)
    assert run("list").code == 0


def test_a_list_goes_on_beside_variants_of_nothing(root: Path, run: Run) -> None:  # noqa: F811
    variant(root / "one", like="two")
    variant(root / "two", like="one")
    variant(root / "lost", like="nowhere")
    found = run("list")
    assert found.code == 0
    assert {"fair", "one", "two", "lost"} <= {line.split()[0] for line in found.out.splitlines()}


# -- commands -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_commands_take_it_as_any_game(root: Path, run: Run) -> None:  # noqa: F811
    expansion(root / "winter", "fair")
    variant(root / "mine", COINS.format(9) + "with: [winter]\n")
    shown = run("show", "mine").out
    assert "like        fair" in shown
    assert "winter (in play)" in shown
    assert "Mine: coin: at the start 5 → 9" in shown
    for words in (
        ("check", "mine"), ("stats", "mine"), ("cards", "mine"), ("bench", "mine", "--seconds", "0.1"), ("schema", "mine"),
        ("show", "mine", "--names"), ("test", "--conformance", "mine", "--games", "1"), ("fmt", "--check", root / "mine"),
    ):  # fmt: skip
        found = run(*words)
        assert found.code == 0, (words, found.err, found.out)
    assert run("play", "mine", "--seats", "random,random", "--seed", "1").code == 0


def test_a_saved_game_is_of_the_variant_alone(root: Path, run: Run) -> None:  # noqa: F811
    variant(root / "mine", COINS.format(9))
    game = load("mine")
    session = Session.start(game, [Seat("A", "random"), Seat("B", "random")], 1, {}, (), [str(root)])
    session.apply(session.live.options[0])
    file = root / "saved.ruleset"
    save(session.record(), file)
    assert read_record(str(file)).header.game == "mine"
    assert run("replay", file).code == 0
    changed = FILES["game.yaml"].replace("gain 1 fame", "gain 2 fame")
    write(root / "fair", {"game.yaml": changed})
    found = run("replay", file)
    assert "glory" in found.out + found.err


def test_one_is_begun_by_a_command(root: Path, run: Run) -> None:  # noqa: F811
    found = run("new", root / "my_fair", "--variant-of", "fair", "--title", "My fair")
    assert found.code == 0, found.err
    assert told("my_fair") == []
    assert run("test", "my_fair").code == 0
    assert load("my_fair").base[0] == "fair"
    assert run("new", root / "b" / "fair", "--variant-of", "fair").code == 1
    assert run("new", root / "c", "--variant-of", "fair", "--expansion-of", "fair").code == 2
    assert run("new", root / "my_fair", "--card", "ware", "--title", "Kite").code == 0
    assert "kite" in load("my_fair").card_ids()


# -- looks ----------------------------------------------------------------------------------------------------------


def test_a_variant_has_the_look_of_its_game_and_may_say_its_own(tmp_path: Path) -> None:
    mine = variant(tmp_path / "mine", like="troyes_dice")
    panels = load("troyes_dice").source.look.panels
    assert load(mine).source.look.panels.keys() == panels.keys()
    (mine / "look.yaml").write_text("look: {panels: {more: {show: [{line: [day]}]}}}")
    assert load(mine).source.look.panels.keys() == {*panels, "more"}
