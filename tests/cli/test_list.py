"""`ruleset list` finds included games, examples, and games and expansions from anywhere."""

import json
import os

GAME = "game: {id}\nname: {{en: {name}, es: {name}}}\nplayers: 2..4\nflow: []\n"
EXPANSION = "expansion: {id}\nof: {of}\nname: {{en: More, es: Más}}\n"


def make_game(directory, name):
    directory.mkdir(parents=True)
    (directory / "game.yaml").write_text(GAME.format(id=name, name=name.title()), encoding="utf-8")


def make_expansion(directory, name, of):
    directory.mkdir(parents=True)
    (directory / "expansion.yaml").write_text(EXPANSION.format(id=name, of=of), encoding="utf-8")


def games(outcome):
    assert outcome.code == 0
    return {game["game"]: game for game in json.loads(outcome.out)}


def test_included_games_and_examples(run):
    found = games(run("list", "--format", "json"))
    assert {"troyes_dice", "pig", "tic_tac_toe"} <= found.keys()
    assert found["pig"]["players"] == [2, 10]
    assert found["tic_tac_toe"]["players"] == [2, 2]


def test_plain_has_a_line_for_each_game(run):
    lines = run("list").out.splitlines()
    assert lines[0].split() == ["GAME", "NAME", "VERSION", "PLAYERS", "EXPANSIONS", "PATH"]
    assert any(line.startswith("pig ") and "2-10" in line for line in lines)


def test_it_says_which_expansions_change_things_and_what_is_a_variant(run, tmp_path):
    make_game(tmp_path / "hexes", "hexes")
    for name, text in {"more": "cards: {}", "other": "\nextend:\n  flow: []\n", "less": "remove: {cards: [x]}"}.items():
        make_expansion(tmp_path / "hexes" / "expansions" / name, name, "hexes")
        with (tmp_path / "hexes" / "expansions" / name / "part.yaml").open("w") as file:
            file.write(f"# override: nothing\n{text}\n")
    boards = tmp_path / "hexes" / "expansions" / "more" / "boards"
    boards.mkdir()
    (tmp_path / "late").mkdir()
    (tmp_path / "late" / "game.yaml").write_text("game: late\nlike: hexes\nname: {en: Late, es: Tarde}\n", "utf-8")
    lines = run("list", "--data", tmp_path).out.splitlines()
    assert any(line.startswith("late ") and "Late (a variant of hexes)" in line for line in lines)
    assert any("less*, more, other*" in line for line in lines)
    assert lines[-2].startswith("* changes the game")
    found = games(run("list", "--format", "json", "--data", tmp_path))
    assert found["hexes"]["changes"] == {"less": ["remove"], "other": ["extend"]}
    assert (found["hexes"]["like"], found["late"]["like"]) == (None, "hexes")
    (boards / "b.yaml").write_text("board: map\n", "utf-8")
    assert games(run("list", "--format", "json", "--data", tmp_path))["hexes"]["changes"]["more"] == ["board"]
    assert "(una variante de hexes)" in run("list", "--lang", "es", "--data", tmp_path).out


def test_names_in_spanish(run):
    assert "Tres en raya" in run("list", "--lang", "es").out


def test_language_of_the_locale(run, monkeypatch):
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    assert "Tres en raya" in run("list").out


def test_data_directory_with_games(run, tmp_path):
    make_game(tmp_path / "hexes", "hexes")
    found = games(run("list", "--format", "json", "--data", tmp_path))
    assert found["hexes"]["path"] == str(tmp_path / "hexes")


def test_data_directory_that_is_a_game(run, tmp_path):
    make_game(tmp_path / "hexes", "hexes")
    assert "hexes" in games(run("list", "--format", "json", "--data", tmp_path / "hexes"))


def test_ruleset_path(run, tmp_path, monkeypatch):
    make_game(tmp_path / "one" / "hexes", "hexes")
    make_game(tmp_path / "two" / "lines", "lines")
    monkeypatch.setenv("RULESET_PATH", os.pathsep.join([str(tmp_path / "one"), str(tmp_path / "two"), "/nowhere"]))
    assert {"hexes", "lines"} <= games(run("list", "--format", "json")).keys()


def test_expansion_from_anywhere(run, tmp_path):
    make_expansion(tmp_path / "more", "more_pigs", "pig")
    for root in (tmp_path, tmp_path / "more"):
        found = games(run("list", "--format", "json", "--data", root))
        assert found["pig"]["expansions"] == {"more_pigs": str(tmp_path / "more")}


def test_expansion_inside_its_game(run, tmp_path):
    make_game(tmp_path / "hexes", "hexes")
    make_expansion(tmp_path / "hexes" / "expansions" / "more", "more", "hexes")
    assert list(games(run("list", "--format", "json", "--data", tmp_path))["hexes"]["expansions"]) == ["more"]


def test_nearer_game_hides_another_of_its_name(run, tmp_path):
    make_game(tmp_path / "pig", "pig")
    assert games(run("list", "--format", "json", "--data", tmp_path))["pig"]["path"] == str(tmp_path / "pig")


def test_broken_game_is_listed_and_harms_no_other(run, tmp_path):
    make_game(tmp_path / "hexes", "hexes")
    (tmp_path / "hexes" / "game.yaml").write_text("game: [unclosed\n", encoding="utf-8")
    (tmp_path / "bytes").mkdir()
    (tmp_path / "bytes" / "game.yaml").write_bytes(b"\xff\xfe\x00")
    found = games(run("list", "--format", "json", "--data", tmp_path))
    assert found["hexes"]["players"] is None
    assert {"bytes", "pig"} <= found.keys()


def test_header_in_any_order(run, tmp_path):
    text = "sets: {a: {members: [b]}}\nplayers: 3\nname: {en: Odd, es: Raro}\ngame: odd\n"
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    assert games(run("list", "--format", "json", "--data", tmp_path))["odd"]["players"] == [3, 3]
