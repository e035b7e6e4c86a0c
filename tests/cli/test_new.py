"""`ruleset new` writes a game or an expansion to start from."""

import errno
from pathlib import Path

import pytest
import yaml

from ruleset_core.headers import read_header
from tests.sampled import LONG


def test_a_new_game(run, tmp_path):
    outcome = run("new", tmp_path / "my-game")
    assert outcome.code == 0
    header = read_header(tmp_path / "my-game" / "game.yaml")
    assert (header.id, header.title("en"), header.players) == ("my_game", "My game", (1, 4))
    assert f"ruleset check {tmp_path}/my-game" in outcome.out


@pytest.mark.parametrize("title", ['The "Game": a # tale', "Año {nuevo}", "- x", "$id $nothing ${x"])
def test_a_title_of_any_characters(run, tmp_path, title):
    run("new", tmp_path / "game", "--title", title)
    assert read_header(tmp_path / "game" / "game.yaml").title("es") == title


def test_every_file_written_is_yaml(run, tmp_path):
    run("new", tmp_path / "game")
    run("new", tmp_path / "more", "--expansion-of", "pig")
    for file in tmp_path.rglob("*.yaml"):
        assert isinstance(yaml.safe_load(file.read_text(encoding="utf-8")), dict)
        assert "$" not in file.read_text(encoding="utf-8")


def test_a_new_expansion(run, tmp_path):
    outcome = run("new", tmp_path / "more", "--expansion-of", "pig")
    header = read_header(tmp_path / "more" / "expansion.yaml")
    assert (header.id, header.of) == ("more", "pig")
    assert "ruleset play pig --expansion" in outcome.out


def test_an_expansion_of_an_unknown_game(run, tmp_path):
    outcome = run("new", tmp_path / "more", "--expansion-of", "pgi")
    assert outcome.code == 1
    assert "did you mean `pig`" in outcome.err
    assert not (tmp_path / "more").exists()


def test_nothing_is_overwritten(run, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    outcome = run("new", tmp_path)
    assert outcome.code == 1
    assert "nothing was written" in outcome.err
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


def test_a_directory_whose_name_is_no_id(run, tmp_path):
    outcome = run("new", tmp_path / "7wonders")
    assert outcome.code == 1
    assert "cannot be an id" in outcome.err


@pytest.mark.parametrize("name", ["null", "true", "false"])
def test_an_id_that_would_not_be_read_as_text_is_refused(run, tmp_path, name):
    outcome = run("new", tmp_path / name)
    assert outcome.code == 1
    assert f"`{name}` cannot be an id: it means something else in YAML" in outcome.err
    assert not (tmp_path / name).exists()
    run("new", tmp_path / "game")
    outcome = run("new", tmp_path / "game", "--card", "charm", "--id", name)
    assert (outcome.code, "cannot be an id" in outcome.err) == (1, True)


@pytest.mark.parametrize("title", ["two\nlines", "\x1b[31mred", "turned \u202eround", "\udcff"])
def test_a_title_that_data_may_not_hold_is_refused(run, tmp_path, title):
    outcome = run("new", tmp_path / "bad", "--title", title)
    assert outcome.code == 1
    assert "cannot be a title: write it on one line, in visible characters" in outcome.err
    assert not (tmp_path / "bad").exists()
    run("new", tmp_path / "game")
    outcome = run("new", tmp_path / "game", "--card", "charm", "--id", "coin", "--title", title)
    assert (outcome.code, "cannot be a title" in outcome.err) == (1, True)
    assert run("check", tmp_path / "game").code == 0


def test_nothing_is_lost_and_nothing_begun_where_the_disk_is_full(run, tmp_path, monkeypatch):
    run("new", tmp_path / "game")
    cards = tmp_path / "game" / "cards" / "charms.yaml"
    before = cards.read_bytes()

    def full(*_given, **_named):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("ruleset_core.authoring.replace_file", full)
    outcome = run("new", tmp_path / "game", "--card", "charm", "--id", "coin")
    assert outcome.code == 1
    assert f"{cards}: cannot be written: no space left on device" in outcome.err
    assert cards.read_bytes() == before
    monkeypatch.setattr(Path, "write_text", full)
    outcome = run("new", tmp_path / "other")
    assert outcome.code == 1
    assert "cannot be written: no space left on device; nothing was written" in outcome.err
    assert not (tmp_path / "other").exists()


def test_what_is_written_checks_passes_its_scenarios_and_plays(run, tmp_path):
    game, more = tmp_path / "my-game", tmp_path / "more"
    run("new", game)
    run("new", more, "--expansion-of", "pig")
    for made in (game, more):
        assert run("check", "--strict", made).code == 0
        assert run("test", made).code == 0
    played = run("play", game, "--seats", "random,random", "--seed", "1")
    assert played.code == 0
    assert "Winner" in played.out
    assert run("play", "pig", "--expansion", more, "--seats", "random,random", "--seed", "1").code == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        "carcassonne_masons",
        "troyes_dice",
        *(["troyes", "tournay"] if LONG else []),
    ],
)
def test_a_new_expansion_of_an_included_game_has_not_even_a_warning(run, tmp_path, game):
    run("new", tmp_path / "more", "--expansion-of", game)
    outcome = run("check", "--strict", tmp_path / "more")
    assert (outcome.code, outcome.err) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "kind"),
    [
        *([("troyes", "activity")] if LONG else []),
        ("troyes", "event"),
        ("troyes_dice", "tile"),
        ("carcassonne_masons", "guild"),
        ("pig", ""),
    ],
)
def test_a_new_card_has_the_facts_of_its_kind_and_checks(run, tmp_path, game, kind):
    run("new", tmp_path / "more", "--expansion-of", game)
    if not kind:
        outcome = run("new", tmp_path / "more", "--card", "card")
        assert outcome.code == 1
        assert "no kind of card `card`" in outcome.err
        return
    assert run("new", tmp_path / "more", "--card", kind, "--title", "El Ñu Loco").code == 0
    assert run("new", tmp_path / "more", "--card", kind, "--id", "second").code == 0
    assert list(yaml.safe_load((tmp_path / "more/cards" / f"{kind}.yaml").read_text(encoding="utf-8"))["cards"]) == [
        "el_nu_loco",
        "second",
    ]
    assert run("check", tmp_path / "more").code == 0


def test_a_card_is_added_to_the_file_of_its_kind_and_nothing_else_changes(run, tmp_path):
    run("new", tmp_path / "game")
    file = tmp_path / "game/cards/charms.yaml"
    before = file.read_text(encoding="utf-8")
    outcome = run("new", tmp_path / "game", "--card", "charm", "--title", "Lucky coin")
    assert "count it in `total` of `charm`" in outcome.out
    text = file.read_text(encoding="utf-8")
    assert text.startswith(before)
    assert "  lucky_coin:\n" in text
    assert "# effect:   # what it does\n" in text


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--card", "chram"], "did you mean `charm`"),
        (["--card", "charm", "--id", "clover"], "has a card `clover` already"),
        (["--card", "charm", "--id", "7"], "cannot be an id"),
        (["--card", "charm", "--expansion-of", "pig"], "start the expansion first"),
        (["--id", "x"], "--id goes with --card"),
    ],
)
def test_a_card_that_cannot_be_added(run, tmp_path, words, says):
    run("new", tmp_path / "game")
    before = {file: file.read_bytes() for file in tmp_path.rglob("*.yaml")}
    outcome = run("new", tmp_path / "game", *words)
    assert outcome.code in {1, 2}
    assert says in outcome.err
    assert {file: file.read_bytes() for file in tmp_path.rglob("*.yaml")} == before


def test_a_card_without_a_game(run, tmp_path):
    outcome = run("new", tmp_path, "--card", "charm")
    assert outcome.code == 1
    assert "is no game and no expansion" in outcome.err
