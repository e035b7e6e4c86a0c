"""Tables of cards: what they say, and that every mistake is told at its cell."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ruleset_core.model.csv_cards import cards_as_csv, load_csv_text
from ruleset_core.model.csv_columns import CsvCell, format_heading, parse_heading
from ruleset_core.model.schema.rules import CardsFile
from ruleset_core.model.schema.validation import validate
from ruleset_core.model.sources import Document
from ruleset_core.model.yaml_documents import load_text

HEAD = "ware,name.en,name.es,provenance,"


def read(text: str | bytes) -> Document:
    document, found = load_csv_text(text, "f.csv")
    assert document is not None
    assert found == []
    return document


def card(columns: str, cells: str) -> dict[str, object]:
    return read(f"{HEAD}{columns}\nvase,Vase,Jarrón,house,{cells}\n").data["cards"]["vase"]


def told(text: str | bytes) -> list[tuple[str, str, int, int, str]]:
    """Code, what is shown, line, column, and what is said: of the table, and of its shape."""
    document, found = load_csv_text(text, "f.csv")
    if document is not None:
        found = [*found, *validate(document, CardsFile)[1]]
    shown = text.decode("utf-8-sig", "replace") if isinstance(text, bytes) else text
    lines = shown.replace("\r\n", "\n").split("\n")
    return [
        (each.code, lines[each.span.line - 1][each.span.column - 1 : each.span.end_column - 1 if each.span.line == each.span.end_line else None],
         each.span.line, each.span.column, each.message)
        for each in found
    ]  # fmt: skip


# ------------------------------------------------------------------------------------------------------ what cells say


def test_a_row_is_a_card():
    assert read(f"{HEAD}price,effect\nvase,Vase,Jarrón,house,3,\nrug,Rug,Alfombra,published,,gain 3 fame\n").data == {
        "kind": "ware",
        "cards": {
            "vase": {"name": {"en": "Vase", "es": "Jarrón"}, "provenance": "house", "price": 3},
            "rug": {"name": {"en": "Rug", "es": "Alfombra"}, "provenance": "published", "effect": "gain 3 fame"},
        },
    }


@pytest.mark.parametrize(
    ("columns", "cells", "said"),
    [
        ("price", "-3", {"price": -3}),
        ("price", "'-3", {"price": -3}),
        ("old", "TRUE", {"old": True}),
        ("old", "false", {"old": False}),
        ("colour", " yellow ", {"colour": "yellow"}),
        ("slots", '"[2, 1, 1]"', {"slots": [2, 1, 1]}),
        ("slots", '"2, 1,1"', {"slots": [2, 1, 1]}),
        ("slots", "[2]", {"slots": [2]}),
        ("slots", "[]", {"slots": []}),
        ("house", "price", {"house": ["price"]}),
        ("house", '"[price, copies]"', {"house": ["price", "copies"]}),
        ("effect", '"gain 1 fame,\r\n=2"', {"effect": "gain 1 fame,\n=2"}),
        ("score", "3", {"score": 3}),
        ("requires", "'-1 < coin", {"requires": "-1 < coin"}),
        ("copies", "2", {"copies": 2}),
        ("when.event,when.do", "bought,gain 1 fame", {"when": {"event": "bought", "do": "gain 1 fame"}}),
        ("when.event,when.2.event", "bought,sold", {"when": [{"event": "bought"}, {"event": "sold"}]}),
        ("when.event,when.2.event", ",sold", {"when": [{"event": "sold"}]}),
        ("when.2.event,when.event", "sold,bought", {"when": [{"event": "bought"}, {"event": "sold"}]}),
        ("when.3.event,when.2.event,when.3.do", "sold,bought,x", {"when": [{"event": "bought"}, {"event": "sold", "do": "x"}]}),
        ("while_in_play.modify,while_in_play.set", "cost,0", {"while_in_play": {"modify": "cost", "set": 0}}),
        ("day.price,night.price", "1,", {"sides": {"day": {"price": 1}, "night": {}}}),
        ("day.price,night.when.event,night.name.en", ",sold,Moon",
         {"sides": {"day": {}, "night": {"when": {"event": "sold"}, "name": {"en": "Moon"}}}}),
        ("day.price,price", ",1", {"price": 1}),
        ("# notes,price", "yes; really,1", {"price": 1}),
        ("price,", "1,", {"price": 1}),
    ],
)  # fmt: skip
def test_what_cells_say(columns, cells, said):
    common = {"name": {"en": "Vase", "es": "Jarrón"}, "provenance": "house"}
    assert card(columns, cells) == common | said


@pytest.mark.parametrize(
    "text",
    [
        "ware,provenance,price\nvase,house,1\n",
        "ware;provenance;price\nvase;house;1\n",
        "ware\tprovenance\tprice\nvase\thouse\t1",
        "sep=;\r\nware;provenance;price\r\nvase;house;1\r\n",
        "\ufeffware,provenance,price\r\n\r\n,,\r\nvase,house,1,,\r\n,,",
        "# a remark, with a comma;\nware,provenance,price\n# vase,house,2\nvase,house,1\n",
        '"ware" , "provenance","price"\n"vase","house","1"\n',
        "ware,provenance,price\rvase,house,1\r",
    ],
)
def test_as_spreadsheets_write_it(text):
    wanted = {"kind": "ware", "cards": {"vase": {"provenance": "house", "price": 1}}}
    assert read(text).data == read(text.encode()).data == wanted


def test_a_name_in_one_language_is_enough():
    assert read(f"{HEAD}price\nvase,Vase,,house,1\n").data["cards"]["vase"]["name"] == {"en": "Vase"}


# ------------------------------------------------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", ("E010", "", 1, 1, "this file is empty")),
        ("\n,,\n# only a remark\n", ("E010", "", 1, 1, "this file is empty")),
        (f"{HEAD}price\nvase,Vase,Jarrón,home,1\n", ("E104", "home", 2, 18, "expected `published`, `inferred` or `house`, found `home`")),
        (f"{HEAD}price\nvase,Vase,Jarrón,,1\n", ("E102", "", 2, 18, "missing key `provenance` in `vase`")),
        ("ware,price\nvase,1\nrug,2\n", ("E102", "ware", 1, 1, "the column `provenance` is missing")),
        (f"{HEAD}price\nvase,Vase,Jarrón,house,1,2\n", ("E018", "2", 2, 26, "this cell has no heading above it")),
        (f"{HEAD},price\nvase,Vase,Jarrón,house,x,2\n", ("E018", "x", 2, 24, "this cell has no heading above it")),
        (f"{HEAD}price\n,Vase,Jarrón,house,1\n", ("E018", "", 2, 1, "this card has no name")),
        (f"{HEAD}price\nVase,Vase,Jarrón,house,1\n",
         ("E105", "Vase", 2, 1, "`Vase` is not a name")),
        (f"{HEAD}price\nvase,V,J,house,1\nvase,V,J,house,1\n", ("E005", "vase", 3, 1, "the card `vase` is given twice")),
        (f"{HEAD}price,price\nvase,V,J,house,1,\n", ("E005", "price", 1, 39, "the column `price` is given twice")),
        (f"{HEAD}when.event,when.1.event\nvase,V,J,house,,\n", ("E005", "when.1.event", 1, 44, "the column `when.1.event` is given twice")),
        (f"{HEAD}when.evnt\nvase,V,J,house,x\n", ("E101", "when.evnt", 1, 33, "unknown key `evnt` of `when`")),
        (f"{HEAD}whn.event\nvase,V,J,house,x\n", ("E101", "whn.event", 1, 33, "unknown key `whn`")),
        (f"{HEAD}when\nvase,V,J,house,x\n", ("E101", "when", 1, 33, "`when` has a column for each of its parts")),
        (f"{HEAD}sides.day.price\nvase,V,J,house,x\n",
         ("E101", "sides.day.price", 1, 33, "`sides` has no further parts; a column of a side begins with the name of the side")),
        (f"{HEAD}copies\nvase,V,J,house,1.5\n", ("E011", "1.5", 2, 16, "`1.5` is not a whole number")),
        (f"{HEAD}copies\nvase,V,J,house,0\n", ("E106", "0", 2, 16, "expected at least 1, found 0")),
        (f'{HEAD}slots\nvase,V,J,house,"[1, 2.5]"\n', ("E011", "2.5", 2, 21, "`2.5` is not a whole number")),
        (f'{HEAD}slots\nvase,V,J,house,"[1, 2"\n', ("E017", "[1, 2", 2, 17, "a bracket is missing")),
        (f"{HEAD}house\nvase,V,J,house,Price\n", ("E105", "Price", 2, 16, "`Price` is not a name")),
        (",provenance\nvase,house\n", ("E018", "", 1, 1, "the first heading is empty")),
        (f'{HEAD}effect\nvase,V,J,house,"gain 1\n', ("E017", '"gain 1', 2, 16, "the quote that opens here is not closed")),
        ("sep=|\nware|price\n", ("E017", "sep=|", 1, 1, "cells cannot be separated by `|`")),
        ("ware,provenance\nva\0se,house\n", ("E015", "\0", 2, 3, "the character U+0000 (a control character) is not allowed here")),
        (b"ware,provenance\nvas\xe9,house\n", ("E002", "\ufffd", 2, 4, "this file is not UTF-8 text: byte 0xe9 at offset 19")),
        (b"PK\x03\x04 and so on", ("E002", "", 1, 1, "this file is a spreadsheet, and no CSV file")),
    ],
)  # fmt: skip
def test_a_mistake_is_told_at_its_cell(text, wanted):
    assert told(text) == [wanted]


def test_a_row_with_a_cell_too_many_is_told_once():
    """All its cells may stand under other headings than they should."""
    assert [each[0] for each in told(f"{HEAD}copies\nvase,Vase, blue,Jarrón,house,1\n")] == ["E018"]


def test_a_slip_in_a_heading_is_told_once_for_all_rows():
    found = told("ware,provenence\nvase,house\nrug,house\nlamp,house\n")
    assert {(code, shown, line) for code, shown, line, *_ in found} == {("E101", "provenence", 1)}


def test_characters_of_an_effect_are_found_where_quotes_are_doubled(quote):
    text = 'ware,provenance,effect\nvase,house,"say ""a"",\nthen  gain 2 fame"\n'
    document = read(text)
    path = ("cards", "vase", "effect")
    said = document.value(path)
    for word in ("say", '"a"', "then", "gain", "2", "fame"):
        at = said.index(word)
        assert quote(text, document.within(path, at, at + len(word))) == word.replace('"', '""')


@pytest.mark.parametrize("columns", ["when.event,when.do", "when.event,when.do,when.2.event,when.2.do"])
def test_a_behaviour_is_found_at_its_cells_whether_one_or_several(columns, quote):
    text = f"ware,provenance,{columns},night.when.event,night.when.do\nvase,house,bought,gain 1 fame{',sold,x' * ('2' in columns)},begun,say it\n"
    document = read(text)
    for path, said in {
        ("when", 0, "event"): "bought",
        ("when", 0, "do"): "gain 1 fame",
        ("sides", "night", "when", 0, "do"): "say it",
    }.items():
        at = ("cards", "vase", *path)
        assert quote(text, document.span(at)) == said
        assert quote(text, document.within(at, 1, 3)) == said[1:3]
        assert quote(text, document.key_span(at)) == ".".join(str(part) for part in path if part not in {0, "sides"})


def test_too_much():
    assert [each[0] for each in told("ware,provenance\n" + "," * 100_001)] == ["E013"]
    assert [each[0] for each in told(f"ware,provenance,effect\nvase,house,{'x' * 20_001}\n")] == ["E014"]
    assert [each[0] for each in told("x" * ((1 << 20) + 1))] == ["E008"]


# ---------------------------------------------------------------------------------------------------- there and back


NAMES = st.sampled_from(["price", "colour", "slots", "old"])
WORDS = st.sampled_from(
    ["yellow", "=2 + 3", "-coin", "'-x", "@me", 'gain 1 "fame", or none', "a;b", "two\nlines", "it's", "+", "+1 a"]
)
FACTS = st.dictionaries(
    NAMES,
    st.integers(-3, 30) | st.booleans() | st.sampled_from(["red", "none"]) | st.lists(st.integers(0, 3), max_size=3),
)
BEHAVIOUR = st.fixed_dictionaries({"event": st.just("bought"), "do": WORDS}, optional={"where": WORDS})
FACE = st.builds(
    lambda facts, more: facts | more,
    FACTS,
    st.fixed_dictionaries(
        {},
        optional={
            "effect": WORDS,
            "requires": WORDS,
            "when": BEHAVIOUR | st.lists(BEHAVIOUR, min_size=1, max_size=3),
            "instead": st.lists(BEHAVIOUR, min_size=1, max_size=2),
            "while_in_play": st.just({"modify": "cost", "add": 1}),
        },
    ),
)
CARD = st.builds(
    lambda face, more: face | more,
    FACE,
    st.fixed_dictionaries(
        {"provenance": st.just("published"), "name": st.fixed_dictionaries({"en": WORDS, "es": WORDS})},
        optional={
            "copies": st.integers(1, 4),
            "house": st.lists(NAMES, min_size=1, unique=True),
            "sides": st.fixed_dictionaries({"day": FACE, "night": FACE}),
        },
    ),
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(["vase", "rug", "lamp"]), CARD, min_size=1))
@example(
    {  # `where` stands first, then last: columns of the second behaviour come before some of the first
        "vase": {"provenance": "house", "instead": [{"where": "w", "do": "x", "event": "bought"}]},
        "rug": {
            "provenance": "house",
            "instead": [{"event": "bought", "do": "x", "where": "w"}, {"event": "bought", "do": "x"}],
        },
        "lamp": {"provenance": "house", "instead": [{"event": "bought", "do": "x"}, {"event": "bought", "do": "y"}]},
    }
)
def test_what_is_written_as_a_table_reads_as_it_was(cards):
    text = cards_as_csv("ware", cards)
    document, found = load_csv_text(text, "f.csv")
    assert found == []
    for shown in text.splitlines():
        assert not shown.startswith(("=", "+", "@"))
    assert normal(document.data["cards"]) == normal(cards)


def normal(value):
    """Cards as models see them: one behaviour is a list of one, sides that say nothing are none."""
    if isinstance(value, dict):
        kept = {
            key: [each] if key in {"when", "instead", "while_in_play"} and isinstance(each, dict) else each
            for key, each in value.items()
        }
        return {key: made for key, each in kept.items() if (made := normal(each)) != {}}
    return [normal(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    "heading", ["price", "name.en", "when.event", "when.12.do", "day.price", "day.name.es", "day.when.2.do"]
)
def test_a_heading_is_the_path_of_a_key(heading):
    assert format_heading(parse_heading(CsvCell(heading, 0, len(heading))).path) == heading


# ------------------------------------------------------------------------------------------------------------- random


PIECES = st.sampled_from(
    ["ware", ",", ";", "\t", "\n", "\r\n", '"', '""', "=1", "'=", "[", "]", "1, 2", "name.en", "when.2.do", "day.price", ".", "..", "#",
     "provenance", "house", "é", "vase", "1.5", "sep=;", "\ufeff", "when", "sides", "-1", "99999999999999999999"]
)  # fmt: skip


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join) | st.binary(max_size=60))
def test_whatever_it_holds_it_is_read_or_told(text):
    document, found = load_csv_text(text, "f.csv")
    shown = text if isinstance(text, str) else text.decode("utf-8", "replace")
    lines = shown.removeprefix("\ufeff").count("\n") + shown.count("\r") + 1
    assert document is not None or found
    if document is None:
        return
    found = [*found, *validate(document, CardsFile)[1]]
    assert all(1 <= each.span.line <= each.span.end_line <= lines for each in found)
    for path, place in document.places.items():
        assert 0 <= place.start <= place.end <= len(document.source.text)
        if place.scalar:
            span = document.within(path, 0, len(place.scalar))
            assert (span.line, span.column) == document.source.position(place.start)
            assert (span.end_line, span.end_column) == document.source.position(place.end)


def test_yaml_and_a_table_are_the_same_model():
    yaml, _ = load_text(
        "kind: ware\ncards:\n  vase:\n    name: {en: Vase, es: Jarrón}\n    provenance: house\n    slots: [1]\n    score: 3\n"
        "    when: {event: bought, do: gain 1 fame}\n",
        "f.yaml",
    )
    table = read(f"{HEAD}slots,score,when.event,when.do\nvase,Vase,Jarrón,house,[1],3,bought,gain 1 fame\n")
    assert yaml is not None
    assert validate(yaml, CardsFile)[0] == validate(table, CardsFile)[0]
