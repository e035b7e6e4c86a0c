"""Files that lie in a game and are passed over, or lie in the wrong folder."""

import pytest

from ruleset_core.check.checker import check_paths

CARDS = "kind: ware\ncards: {}\n"
RULES = "rules: [{id: bonus, when: {event: bought, do: gain 1 fame}}]\n"


def told(report):
    return [(item.code, item.help) for item in report.diagnostics]


@pytest.mark.parametrize(
    ("file", "advice"),
    [
        ("cards/more.yml", "data files end in `.yaml`: call it `more.yaml`"),
        ("more.YAML", "data files end in `.yaml`: call it `more.yaml`"),
        ("card/more.yaml", "did you mean `cards/more.yaml`?"),
        ("Cards/more.yaml", "did you mean `cards/more.yaml`?"),
        ("scenario/more.yml", "did you mean `scenarios/more.yaml`?"),
        ("cards/winter/more.yaml", "put it into `cards/` itself"),
        ("notes/more.yaml", "folders that are read: boards, cards, expansions, scenarios"),
        ("expansions/winter/rules.yaml", "an expansion is a directory in `expansions/` with an `expansion.yaml`"),
    ],
)
def test_a_file_that_is_passed_over(checked, file, advice):
    assert told(checked({file: RULES})) == [("W520", advice)]


TABLE = "ware,name.en,name.es,provenance,price\n"


@pytest.mark.parametrize(
    ("file", "advice"),
    [
        ("cards/more.CSV", "tables of cards end in `.csv`: call it `more.csv`"),
        (
            "cards/more.tsv",
            "tables of cards end in `.csv`: in its program, save it as `CSV UTF-8`, and call it `more.csv`",
        ),
        ("cards/winter/more.csv", "put it into `cards/` itself"),
        ("card/more.csv", "a table of cards is read in `cards/`: did you mean `cards/more.csv`?"),
        ("more.csv", "a table of cards is read in `cards/`: did you mean `cards/more.csv`?"),
    ],
)
def test_a_table_that_is_passed_over(checked, file, advice):
    assert told(checked({file: TABLE})) == [("W520", advice)]


def test_tables_of_other_things_are_left_alone(checked):
    aside = {"played.csv": "when,who\n", "notes/prices.csv": TABLE, "cards/~$wares.xlsx": "x", "cards/_old.tsv": TABLE}
    assert told(checked(aside)) == []


def test_files_that_are_not_data_or_are_set_aside(checked):
    aside = {"_old/more.yaml": RULES, "cards/_more.yml": RULES, "notes.txt": "x", ".git/x.yaml": RULES}
    assert told(checked(aside)) == []


def test_a_comment_with_a_reason_silences_it(checked):
    assert told(checked({"notes/a.yaml": "# ruleset: ignore[W520] plans for later\n" + RULES})) == []


def test_a_game_within_is_a_game_of_its_own(checked):
    assert told(checked({"other/game.yaml": "game: other\n"})) == []


@pytest.mark.parametrize(
    ("file", "text", "advice"),
    [
        ("more.yaml", CARDS, "move it to `cards/more.yaml`"),
        ("more.yaml", "scenarios: []\n", "move it to `scenarios/more.yaml`"),
        ("more.yaml", "game: fair\nscenarios: []\n", "move it to `scenarios/more.yaml`"),
        ("cards/more.yaml", RULES, "move the file up, beside the header"),
    ],
)
def test_a_file_in_the_wrong_folder(checked, file, text, advice):
    assert told(checked({file: text})) == [("E422", advice)]


@pytest.mark.parametrize("file", ["cards/wares.yml", "card/wares.yaml", "cards/winter/wares.yaml"])
def test_a_file_that_is_passed_over_is_an_error_where_the_game_does_not_load_without_it(fair, file):
    game = fair()
    (game / file).parent.mkdir(exist_ok=True)
    (game / "cards/wares.yaml").rename(game / file)
    [item] = check_paths([game]).diagnostics
    assert (item.code, item.severity, item.span.file) == ("E422", "error", str(game / file))


def test_scenarios_among_the_cards(checked):
    assert told(checked({"cards/more.yaml": "scenarios: []\n"})) == [("E422", "move it to `scenarios/more.yaml`")]
