"""The cards of the included games as tables: each kind read back from a CSV file is the same game."""

from pathlib import Path
from shutil import copytree

import pytest

from ruleset_core import load
from ruleset_core.compile.wasm.game_module import build_game_module
from ruleset_core.discovery import DATA_ROOT
from ruleset_core.model.csv_cards import cards_as_csv
from ruleset_core.model.game_files import gather

GAMES = sorted(path.parent for path in DATA_ROOT.glob("*/game.yaml"))
EXPANSIONS = sorted(path.parent for path in DATA_ROOT.glob("*/expansions/*/expansion.yaml"))
PLACES = [*((game, None) for game in GAMES), *((each.parents[1], each) for each in EXPANSIONS)]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "expansion"), PLACES, ids=lambda each: "" if each is None else each.name)
def test_cards_read_from_tables_are_the_same_game(game: Path, expansion: Path | None, tmp_path: Path) -> None:
    """Whatever the table is called: the hash, the program, and what records hold of each card stay as they were."""
    origin = "" if expansion is None else expansion.name
    before = load(game, expansions=[] if expansion is None else [str(expansion)])
    there = tmp_path / game.name
    copytree(game, there)
    gathered, _ = gather(game, [expansion] if expansion else [])
    files = [each for each in gathered.cards if each.origin == origin]
    home = there / "expansions" / origin if origin else there
    folder = home / "cards"
    for kind in dict.fromkeys(each.file.kind for each in files):
        mine = [each for each in files if each.file.kind == kind]
        cards = {name: card for each in mine for name, card in each.document.data["cards"].items()}
        for each in mine:
            (folder / Path(each.document.file).name).unlink()
        (folder / f"zz_{kind}.csv").write_text(cards_as_csv(kind, cards), encoding="utf-8")
    after = load(there, expansions=[str(home)] if origin else [])
    assert after.hash == before.hash
    assert build_game_module(after.source.ir) == build_game_module(before.source.ir)
    assert [after.card(one) for one in after.card_ids()] or not files
    for one in before.card_ids():
        assert after.card(one).facts == before.card(one).facts
        assert after.card(one).text("es") == before.card(one).text("es")
    differ = {one for one, said in before.entries.get("card", {}).items() if after.entries["card"][one] != said}
    assert len(differ) <= 1  # a card whose keys stand in another order than those of all others
