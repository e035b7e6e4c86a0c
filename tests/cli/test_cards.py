"""`ruleset cards` lists cards, and writes them as a table that is read as the same game; `ruleset new --card` adds to tables."""

import re
from pathlib import Path
from shutil import copytree

import click
import pytest

from ruleset_core import load
from ruleset_core.cli.commands.data_files import _complete_kind
from ruleset_core.cli.commands.data_files import cards_command as command
from ruleset_core.discovery import DATA_ROOT, EXAMPLES_ROOT
from ruleset_core.engine.saves import save_layout
from tests.sampled import LONG

LARGE = ("troyes", "tournay")
"""Without their expansions they are tried with RULESET_LONG=1."""
GAMES = [
    *((path.parent, "") for path in sorted([*DATA_ROOT.glob("*/game.yaml"), *EXAMPLES_ROOT.glob("*/game.yaml")])),
    *((path.parents[2], path.parent.name) for path in sorted(DATA_ROOT.glob("*/expansions/*/expansion.yaml"))),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "expansion"),
    [each for each in GAMES if LONG or each[0].name not in LARGE or each[1]],
    ids=lambda each: getattr(each, "name", each),
)
def test_what_is_written_is_read_as_the_same_game(run, tmp_path: Path, game: Path, expansion: str):
    there = tmp_path / game.name
    copytree(game, there)
    home = there / "expansions" / expansion if expansion else there
    wanted, folder = [str(home)] if expansion else [], home / "cards"
    options = ["-x", home] if expansion else []
    before = load(there, expansions=wanted)
    cards = [before.card(card) for card in before.card_ids()]
    written = []
    for kind in before.kinds:  # one after the other: what was written before stands in tables already
        table = folder / f"table_{kind}.csv"
        outcome = run("cards", there, "--csv", "--kind", kind, "-o", table, *options)
        if not any(card.kind == kind and card.expansion == expansion for card in cards):
            assert (outcome.code, "has no cards" in outcome.err) == (1, True), kind
            continue
        assert outcome.code == 0, (kind, outcome.err)
        assert table.read_bytes().startswith(b"\xef\xbb\xbf")
        written.append((kind, table))
        for line in outcome.out.splitlines():
            if line.startswith("Next: a card is written once; take away "):
                for file in line.removeprefix("Next: a card is written once; take away ").split(", "):
                    Path(file).unlink()
    if written:
        after = load(there, expansions=wanted)
        assert (after.hash, save_layout(after)) == (before.hash, save_layout(before))
        for file in (home / "translations").glob("*.po"):
            assert run("translate", there, file.stem, "--write", *options).code == 0
        assert run("check", there).code == 0
    for kind, table in written:
        again = run("cards", there, "--csv", "--kind", kind, *options)
        assert again.out.encode() == table.read_bytes().removeprefix(b"\xef\xbb\xbf"), kind


def test_cards_are_listed_with_their_facts(run):
    lines = run("cards", "carcassonne_masons").out.splitlines()
    assert lines[0].split() == ["GUILD", "GUILD", "CARD", "x"]
    lines = run("cards", "troyes_dice", "--kind", "building", "--lang", "es").out.splitlines()
    assert lines[1].split() == ["fortress_1", "Fortaleza", "1", "Fortaleza", "1"]
    assert len(lines) == 37
    assert "front colour" in run("cards", "troyes_dice", "--kind", "tile").out.splitlines()[0]


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["troyes", "--csv"], 2, "has cards of several kinds, and a table holds one: --kind activity, --kind event"),
        (["troyes", "--csv", "--kind", "actvity"], 1, "did you mean `activity`?"),
        (["troyes", "--kind", "actvity"], 1, "did you mean `activity`?"),
        (["troyes", "-o", "x.csv"], 2, "-o goes with --csv"),
        (["pig", "--csv"], 1, "`pig` has no cards"),
        (["pig", "--kind", "card"], 1, "Pig has no cards"),
        (["carcassonne_masons", "-x", "isthmus", "--csv"], 1, "`isthmus` has no cards"),
        (["troyse", "--csv"], 1, "did you mean `troyes`"),
        (["carcassonne_masons", "--csv", "-o", "nowhere/x.csv"], 1, "No such file or directory: nowhere/x.csv"),
    ],
)
def test_what_cannot_be_written_names_the_next_step(run, tmp_path, monkeypatch, words, code, says):
    monkeypatch.chdir(tmp_path)
    outcome = run("cards", *words)
    assert (outcome.code, says in outcome.err) == (code, True), outcome.err
    assert not list(tmp_path.iterdir())


def test_the_cards_of_a_pack_are_listed_with_their_parts(run):
    lines = run("cards", "sheaves", "--lang", "es").out.splitlines()
    assert lines[0].split() == ["CARD", "CARTA", "x", "palo", "valor"]
    assert len(lines) == 1 + 4 * 8
    assert lines[-1].split() == ["thistle_8", "cardo", "8", "cardo", "8"]
    assert run("cards", "sheaves", "--kind", "card").out.splitlines()[1].split()[0] == "barley_1"


def test_a_game_without_cards_says_so(run):
    outcome = run("cards", "pig")
    assert (outcome.code, outcome.err) == (1, "Error: Pig has no cards\n")


def test_nothing_is_overwritten(run, tmp_path):
    (tmp_path / "x.csv").write_text("mine")
    outcome = run("cards", "carcassonne_masons", "--csv", "-o", tmp_path / "x.csv")
    assert (outcome.code, "is there already" in outcome.err) == (1, True)
    assert (tmp_path / "x.csv").read_text() == "mine"


def test_a_table_with_a_mistake_is_told_at_its_cell(run, tmp_path):
    game = tmp_path / "game"
    run("new", game)
    (game / "cards" / "more.csv").write_text("charm,name.en,name.es,provenance\nx,X,X,home\n")
    outcome = run("cards", game, "--csv")
    assert outcome.code == 1
    assert "more.csv:2:7" in outcome.err


def test_kinds_are_completed():
    with click.Context(command) as context:
        context.params = {"game": "troyes"}
        assert _complete_kind(context, command.params[2], "e") == ["event"]
        context.params = {"game": "nothing_of_the_kind"}
        assert _complete_kind(context, command.params[2], "") == []


# --------------------------------------------------------------------------------------------------- ruleset new --card


def test_a_card_is_added_to_the_table_of_its_kind_and_nothing_else_changes(run, tmp_path):
    game = tmp_path / "game"
    run("new", game)
    run("cards", game, "--csv", "-o", game / "cards" / "charm.csv")
    (game / "cards" / "charms.yaml").unlink()
    file = game / "cards" / "charm.csv"
    before = file.read_bytes()
    outcome = run("new", game, "--card", "charm", "--title", 'Coin, "lucky"', "--id", "coin")
    assert outcome.code == 0
    assert f"wrote the card `coin` at the end of {file}" in outcome.out
    assert file.read_bytes().startswith(before)
    text = (game / "game.yaml").read_text(encoding="utf-8")
    counted = re.sub(r"total: (\d+)", lambda found: f"total: {int(found[1]) + 1}", text)
    (game / "game.yaml").write_text(counted, encoding="utf-8")
    assert load(game).card("coin").name("es") == 'Coin, "lucky"'


@pytest.mark.slow
@pytest.mark.parametrize(
    "head", ["activity;provenance\r\n", *(["sep=\t\nactivity\tprovenance,\n", "activity,provenance"] if LONG else [])]
)
def test_columns_that_the_card_needs_are_added(run, tmp_path, head):
    more = tmp_path / "more"
    run("new", more, "--expansion-of", "troyes")
    (more / "cards").mkdir()
    if "sep" in head:
        head = head.replace(",", "")
    (more / "cards" / "mine.csv").write_bytes(head.encode())
    assert run("new", more, "--card", "activity", "--id", "baker_of_rye").code == 0
    assert load("troyes", expansions=[str(more)]).card("baker_of_rye").facts["round"] == 1
    assert (more / "cards" / "mine.csv").read_bytes().startswith(head.rstrip().encode())
    assert run("check", more).code == 0
