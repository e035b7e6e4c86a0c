"""A game whose cards stand in a table: every pass tells what is wrong at its cell, and what is mended keeps the table whole."""

from __future__ import annotations

import random

import pytest

from ruleset_core import LoadError, load
from ruleset_core.check.checker import check_paths
from ruleset_core.check.fixes import apply_fixes
from ruleset_core.cli import main
from tests.check.conftest import told

HEAD = "ware,name.en,name.es,provenance,price,effect"
LAMP = "lamp,Lamp,Lámpara,house,2,gain 1 fame"
RUG = "rug,Rug,Alfombra,house,4,gain 3 fame"


@pytest.fixture
def tabled(fair):
    """Write the tiny game with its cards in a table of these lines, or of those of `HEAD` and two cards."""

    def write(*lines: str, text: str | None = None, **swaps: str):
        game = fair(**swaps)
        (game / "cards" / "wares.yaml").unlink()
        content = text if text is not None else "\n".join(lines or (HEAD, LAMP, RUG)) + "\n"
        (game / "cards" / "wares.csv").write_bytes(content.encode())
        return game

    return write


def said(game) -> list[str]:
    return [told(each) for each in check_paths([game]).diagnostics]


def test_a_game_with_a_table_is_sound(tabled):
    game = tabled()
    assert said(game) == []
    assert load(game).card("rug").facts == {"price": 4}


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ((HEAD.replace("ware", "wear"), LAMP, RUG), "E408 at `wear`: unknown kind of piece `wear` | did you mean `ware`?"),
        ((HEAD.replace("price", "prize"), LAMP, RUG), "E101 at `prize`: unknown key `prize` | did you mean `price`?"),
        ((HEAD + ",colour", LAMP + ",red", RUG + ",red"), "E101 at `colour`: unknown key `colour` | keys here:"),
        ((HEAD, LAMP, RUG.replace("4", "")), "E403 at ``: the fact `price` is missing | give a number, or declare it `number?`"),
        ((HEAD, LAMP, RUG.replace("4", "many")), "E303 at `many`: `many` is not a number"),
        ((HEAD, LAMP, RUG.replace("fame", "fmae")), "E301 at `fmae`: unknown name `fmae`"),
        ((HEAD, LAMP, 'rug,Rug,Alfombra,house,4,"gain 3 ""fame"""'), 'E203 at `""`'),
        ((HEAD + ",night.price", LAMP + ",", RUG + ",3"), "E412 at `night.price`: a `ware` has no sides"),
        ((HEAD + ",when.event,when.do", LAMP + ",sold,gain 1 fame", RUG + ",,"), "E312 at `sold`: unknown event `sold`"),
        ((HEAD + ",while_in_play.modify", LAMP + ",cost", RUG + ","), "E102 at `cost`: a modifier needs `add` or `set`"),
        ((HEAD + ",house", LAMP + ",", RUG + ',"[price, prize]"'), "E107"),
        ((HEAD, LAMP.replace("house", ""), RUG), "E102 at ``: missing key `provenance` in `lamp`"),
        ((HEAD.replace("provenance", "provenence"), LAMP, RUG), "E101 at `provenence`: unknown key `provenence`"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_once_and_at_its_cell(tabled, lines, wanted):
    found = [told(each) for each in check_paths([tabled(*lines)]).diagnostics if each.span.file.endswith(".csv")]
    assert len(found) == 1, found
    assert found[0].startswith(wanted), found


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("rug,Rug,Alfombra,house,4,gain 3 fmae", "rug,Rug,Alfombra,house,4,gain 3 fame"),
        ('rug,Rug,Alfombra,house,4,"gain 3 fmae"', 'rug,Rug,Alfombra,house,4,"gain 3 fame"'),
        ('rug,Rug,"Alfombra, o ""tapiz""",huose,4,gain 3 fame', 'rug,Rug,"Alfombra, o ""tapiz""",house,4,gain 3 fame'),
    ],
)
def test_a_slip_in_a_cell_is_mended_and_its_quotes_stay(tabled, before, after):
    text = f"\ufeffsep=,\r\n{HEAD}\r\n{LAMP}\r\n{before}\r\n"
    game = tabled(text=text)
    assert [item.code for item, _ in apply_fixes(lambda: check_paths([game]))]
    assert (game / "cards" / "wares.csv").read_bytes() == text.replace(before, after).encode()
    assert check_paths([game]).diagnostics == ()


def test_a_heading_is_mended(tabled):
    game = tabled(HEAD.replace("price", "prize"), LAMP, RUG)
    assert [item.code for item, _ in apply_fixes(lambda: check_paths([game]))] == ["E101"]
    assert said(game) == []


def test_a_cell_gets_quotes_when_what_is_put_into_it_needs_them():
    from ruleset_core.check.checker import format_suggestions
    from ruleset_core.diagnostics import Span, Suggestion, error

    def change(text: str, start: int, end: int, new: str) -> str:
        span = Span("f.csv", 1, start + 1, 1, end + 1)
        item = error("E301", "x", span, suggestion=Suggestion(span, new))
        made = format_suggestions([item], {"f.csv": text})[0].suggestion
        return text[: made.span.column - 1] + made.replacement + text[made.span.end_column - 1 :]

    assert change("a,b c,d", 4, 5, "x") == "a,b x,d"
    assert change("a,b c,d", 4, 5, "x, y") == 'a,"b x, y",d'
    assert change("a,b c,d", 4, 5, 'x"') == 'a,"b x""",d'
    assert change('a,"b c",d', 5, 6, 'x"') == 'a,"b x""",d'
    assert change("a,,d", 2, 2, "x, y") == 'a,"x, y",d'
    assert change("a,b,d", 2, 3, "=b") == "a,'=b,d"


@pytest.mark.parametrize(
    "remark",
    ["# ruleset: ignore[W511] it does nothing yet,,,,,", '"# ruleset: ignore[W511] it does nothing, yet",,,,,'],
)
def test_a_remark_silences_a_warning(tabled, remark):
    rows = (HEAD, LAMP, RUG, "vase,Vase,Jarrón,house,3,gain 1 fame")
    bare = "mat,Mat,Estera,house,1,"
    assert [each.code for each in check_paths([tabled(*rows, bare, **{"total: 2": "total: 4"})]).diagnostics] == [
        "W511"
    ]
    assert said(tabled(*rows, remark, bare, **{"total: 2": "total: 4"})) == []
    column = (rows[0] + ",# notes", *(row + "," for row in rows[1:]), bare + ",# ruleset: ignore[W511] none yet")
    assert said(tabled(*column, **{"total: 2": "total: 4"})) == []


def test_house_values_are_listed_at_their_cells(tabled):
    game = tabled(HEAD + ",house", LAMP.replace("house", "published") + ',"[price, effect]"', RUG + ",")
    found = {told(each) for each in check_paths([game], house=True).diagnostics if "wares.csv" in each.span.file}
    assert found == {
        "W503 at `price`: `price` of `lamp` is a house value",
        "W503 at `effect`: `effect` of `lamp` is a house value",
        "W503 at `house`: `rug` is a house value",
    }


def test_a_broken_table_is_the_one_cause(tabled):
    """What uses the cards of a table that cannot be read is not told besides."""
    found = check_paths([tabled(HEAD, LAMP + '"', 'rug,"Rug,Alfombra,house,4,gain 3 fame')]).diagnostics
    assert [each.code for each in found if each.severity == "error"] == ["E017"]


def test_the_formatter_leaves_tables_alone(tabled, capsys):
    game = tabled(HEAD, LAMP.replace("gain 1 fame", "gain   1 fame"), RUG)
    before = (game / "cards" / "wares.csv").read_bytes()
    assert main(["fmt", str(game)]) == 0
    assert main(["fmt", str(game / "cards" / "wares.csv")]) == 0
    assert "stays as its spreadsheet writes it" in capsys.readouterr().err
    assert (game / "cards" / "wares.csv").read_bytes() == before


def test_an_expansion_may_bring_a_table(tabled, tmp_path):
    game = tabled()
    more = tmp_path / "more"
    (more / "cards").mkdir(parents=True)
    (more / "expansion.yaml").write_text('expansion: more\nof: fair\nname: {en: More, es: Más}\nversion: "1.0"\n')
    (more / "cards" / "more.csv").write_text(f"{HEAD}\nvase,Vase,Jarrón,house,3,gain 2 fame\n", encoding="utf-8")
    found = load(game, expansions=[str(more)])
    assert found.card_ids() == ["lamp", "rug", "vase"]
    assert found.card("vase").expansion == "more"


@pytest.mark.slow
def test_random_slips_end_in_findings(tabled):
    """Cells, quotes and lines damaged at random: the check says what it finds within the file, and never breaks down."""
    choose = random.Random(11)
    text = "\n".join(
        (
            HEAD + ",when.event,when.do,house,# notes",
            LAMP + ",bought,gain 1 fame,,",
            RUG + ',,,"[price, effect]",a remark',
            "",
        )
    )
    bits = [
        '"',
        '""',
        ",",
        ";",
        "\n",
        "\r\n",
        "\t",
        "=",
        "'",
        "[",
        "]",
        "#",
        ".",
        "1.5",
        "-",
        "gain",
        "fame fame",
        "{",
        "\u200b",
        "\0",
        "é",
        " ",
    ]
    for _ in range(60):
        damaged = list(text)
        for _ in range(choose.randint(1, 3)):
            at = choose.randrange(len(damaged))
            damaged[at : at + choose.choice((0, 1, 8))] = [choose.choice(bits)]
        broken = "".join(damaged)[: choose.choice((None, None, choose.randrange(len(text))))]
        game = tabled(text=broken)
        found = check_paths([game]).diagnostics
        lines = broken.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for item in found:
            assert item.code != "E999", (broken, item)
            if item.span.file.endswith(".csv"):
                assert item.span.end_line <= len(lines), (broken, item)
                assert item.span.column <= len(lines[item.span.line - 1]) + 1, (broken, item)
        if not any(item.severity == "error" for item in found):
            load(game)
        else:
            with pytest.raises(LoadError):
                load(game)
