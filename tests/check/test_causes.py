"""One slip, one finding: what follows from a mistake is not told beside it."""

from __future__ import annotations

import pytest

from ruleset_core.check.checker import check_paths
from tests.check.conftest import told
from tests.check.page_examples import FILES

TABLE = """\
ware,name.en,name.es,provenance,price,effect
lamp,Lamp,Lámpara,house,2,gain 1 fame
rug,Rug,Alfombra,house,4,gain 3 fame
"""
SALE = """\
expansion: sale
of: fair
name: {en: Sale, es: Rebajas}
version: "1.0"
override:
  cards:
    rug: {price: 3}
"""


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("members:", "member:", "E101 at `member`: unknown key `member` | did you mean `members`?"),
        ("coin: {start", "coins: {start", "E301 at `coins`: `coins` is declared here, but 3 places use `coin`"),
    ],
)
def test_a_slip_in_a_declaration_is_told_once(checked, old, new, finding):
    game = FILES["game.yaml"]
    assert old in game
    (found,) = checked({"game.yaml": game.replace(old, new, 1)}).diagnostics
    assert told(found).startswith(finding)


def test_a_file_that_cannot_be_read_makes_no_unknown_names(checked):
    more = "define:\n  extra: {amount: 1}\n"
    user = "rules: [{id: a, when: {event: bought, do: gain extra fame}}]\n"
    assert checked({"more.yaml": more, "user.yaml": user}).diagnostics == ()
    (found,) = checked({"more.yaml": more + "  [\n", "user.yaml": user}).diagnostics
    assert found.code == "E003"


def test_answers_without_quotes_are_one_slip(checked):
    asked = "decisions:\n  dare:\n    of: bool\n    ask: {en: Dare?, es: ¿Te atreves?}\n    label: LABEL\n"
    answers = "{true: {en: I do, es: Sí}, false: {en: I do not, es: No}}"
    (found,) = [
        item for item in checked({"more.yaml": asked.replace("LABEL", answers)}).diagnostics if item.severity == "error"
    ]
    assert told(found).startswith("E012 at `true: {en: I do, es: Sí}, false`: `true` and `false` are no names")
    assert found.suggestion.replacement == '"true": {en: I do, es: Sí}, "false"'
    (found,) = [
        item
        for item in checked({"more.yaml": asked.replace("LABEL", "{true: {en: I do, es: Sí}}")}).diagnostics
        if item.severity == "error"
    ]
    assert found.code == "E012"


def test_a_mistake_elsewhere_does_not_hide_one(checked):
    more = "define:\n  extra: {amount: 1, efect: 2}\n"
    user = "rules: [{id: a, when: {event: bought, do: gain extr fame}}]\n"
    found = checked({"more.yaml": more, "user.yaml": user}).diagnostics
    assert [item.code for item in found] == ["E101", "E301"]


def test_the_same_finding_in_several_places_is_one(checked):
    rules = "".join(f"  - {{id: r{n}, when: {{event: bought, do: gain 1 fmae}}}}\n" for n in range(5))
    (found,) = checked({"more.yaml": f"rules:\n{rules}"}).diagnostics
    assert found.notes == ("4 more like this: line 3, line 4, line 5, ...",)
    assert len(found.alike) == 4


def test_causes_come_first(checked):
    files = {"a.yaml": "rules: [{id: a, when: {event: bought, do: gain 1 fmae}}]\n", "z.yaml": "stat: {}\n"}
    assert [item.code for item in checked(files).diagnostics] == ["E101", "E301"]


def test_a_zone_of_a_seat_that_is_not_understood_is_not_told_besides(checked):
    rule = "rules: [{id: a, when: {event: bought, do: 'for each p in seats { move what to p.purse }'}}]\n"
    bags = "zones: {purse: {of: ware, by: [seat]}}\n"
    found = checked({"a.yaml": rule + bags}).diagnostics
    assert [(item.code, item.help) for item in found] == [("E301", "did you mean `seat`?")]


def test_values_of_a_fact_that_is_called_like_a_key_are_not_told_besides(checked):
    game = FILES["game.yaml"].replace("price", "score")
    cards = {name: text.replace("price", "score") for name, text in FILES.items() if name.startswith("cards/")}
    found = [told(item) for item in checked({"game.yaml": game, **cards}).diagnostics]
    assert found == [
        "E315 at `score`: `score` is a key with a meaning of its own, and so no fact | choose another name"
    ]


@pytest.mark.parametrize(
    ("more", "finding"),
    [
        ("rules: [{id: a, when: {event: bought, do: gain (fme * 0) fame}}]\n", "E301 at `fme`"),
        ("rules: [{id: a, while_in_play: {modify: cost, add: round > 2}}]\n", "E303 at `round > 2`"),
        ("rules: [{id: a, when: {event: bought, do: 'gain 1 fame, lose 1 coin'}}]\n", "E201 at "),
        (
            "rules:\n  - id: a\n    when:\n      event: bought\n      where: !round\n      do: gain 1 fame\n",
            "E007 at `!round`",
        ),
        ("look: {panels: {stall: {show: [{pieces: w in stal, under: [{text: '{at}'}]}]}}}\n", "E301 at `stal`"),
        ("scenarios/wares.yaml: kind: ware\ncards: {}\n", "E422 at `kind`"),
    ],
)
def test_what_a_mistake_leaves_without_meaning_is_not_told_besides(checked, more, finding):
    name, separator, text = more.partition(": kind")
    files = {name: f"kind{text}"} if separator else {"more.yaml": more}
    (found,) = checked(files).diagnostics
    assert told(found).startswith(finding)


def test_answers_to_a_question_about_something_unknown_are_not_told_besides(checked):
    label = "label: {buy: {en: buy, es: comprar}, leave: {en: leave, es: dejar}}"
    (found,) = checked(**{"of: answer": f"of: anser\n    {label}"}).diagnostics
    assert told(found).startswith("E308 at `anser`")


def test_a_comma_between_statements_is_told_where_it_stands(checked):
    text = "rules:\n  - id: a\n    when:\n      event: bought\n      do: |\n        gain 1 fame,\n        lose 1 coin;\n        gain 1 coin\n"
    (found,) = checked({"more.yaml": text}).diagnostics
    assert (found.code, found.span.line, found.suggestion and found.suggestion.replacement) == ("E201", 6, ";")


@pytest.mark.parametrize(
    ("files", "finding"),
    [
        ({"cards/wares.yaml": FILES["cards/wares.yaml"].replace("kind: ware", "kind: wear")}, "E408 at `wear`"),
        ({"cards/wares.yaml": None, "scenarios/wares.yaml": FILES["cards/wares.yaml"]}, "E422 at `kind`"),
        ({"cards/wares.yaml": FILES["cards/wares.yaml"].replace("  rug:", "  lamp:")}, "E005 at `lamp`"),
        ({"cards/wares.yaml": None, "cards/wares.csv": TABLE}, None),
        ({"cards/wares.yaml": None, "cards/wares.csv": TABLE.replace("rug,", ",")}, "E018 at "),
        ({"cards/wares.yaml": None, "cards/wares.csv": TABLE.replace("rug,", "lamp,")}, "E005 at `lamp`"),
        ({"sale.yaml": "define: {cheap: {amount: 1}}\nrules: [{id: a, when: {event: bought, do: gain chaep fame}}]\n"}, "E301 at `chaep`"),
        ({"sale.yaml": "define: {salaries: {amount: 1}}\nrules: [{id: a, when: {event: bought, do: gain salary fame}}]\n"}, "E301 at `salary`"),
    ],
)  # fmt: skip
def test_what_is_missed_because_of_a_mistake_is_not_told_besides(fair, files, finding):
    game = fair({name: text for name, text in files.items() if text is not None})
    for name in (name for name, text in files.items() if text is None):
        (game / name).unlink()
    expansion = game / "expansions" / "sale"
    expansion.mkdir(parents=True)
    (expansion / "expansion.yaml").write_text(SALE, encoding="utf-8")
    found = [told(item) for item in check_paths([game]).diagnostics]
    assert [each[: len(finding or "")] for each in found] == ([] if finding is None else [finding])


def test_what_belongs_to_a_phase_without_a_place_is_not_told_besides(fair):
    game = fair()
    expansion = game / "expansions" / "sale"
    expansion.mkdir(parents=True)
    dusk = "extend:\n  flow: [{phase: dusk, after: tarde, do: shuffle stall}]\n"
    rule = "rules: [{id: a, when: {event: begin dusk, do: shuffle stall}}]\n"
    (expansion / "expansion.yaml").write_text(SALE + dusk + rule, encoding="utf-8")
    (found,) = check_paths([game]).diagnostics
    assert told(found).startswith("E423 at `tarde`")


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        (
            "state: {lost: {by: [seat], is: boolean, out: true}}",
            "E308 at `boolean`: unknown type `boolean` | did you mean `bool`?",
        ),
        (
            "decisions: {sell: {of: waer, notation: '{it.price}', ask: {en: Which?, es: ¿Cuál?}}}",
            "E308 at `waer`: unknown type `waer` | did you mean `ware`?",
        ),
    ],
)
def test_what_a_declaration_of_an_unknown_type_says_besides_is_not_judged(checked, text, finding):
    found = checked({"more.yaml": text + "\n"}).diagnostics
    assert [told(item) for item in found if item.severity == "error"] == [finding]


def test_a_name_of_two_letters_is_not_taken_for_another_one_that_is_declared(checked):
    more = "sets: {mark: {members: {r1: {}, r2: {}}}}\nrules: [{id: a, when: {event: bought, do: gain a1 fame; lose a1 fame}}]\n"
    found = [item for item in checked({"more.yaml": more}).diagnostics if item.severity == "error"]
    assert [told(item).partition(" | ")[0] for item in found] == ["E301 at `a1`: unknown name `a1`"]


def test_unknown_kinds_in_one_section_do_not_hide_each_other(checked):
    look = "look:\n  faces:\n    lamp: {colour: gold}\n    rug: {colour: red}\n"
    found = checked({"look.yaml": look}).diagnostics
    assert [(item.code, item.about) for item in found if item.severity == "error"] == [
        ("E408", "lamp"),
        ("E408", "rug"),
    ]


def test_a_game_without_a_flow_is_not_told_what_is_unused(tmp_path):
    (tmp_path / "game.yaml").write_text(
        "game: begun\nname: {en: Begun}\nabout: {en: Begun.}\nversion: '1.0'\nplayers: 2\nprovenance: house\n"
        "pieces: {card: {name: {en: card}, count: 3}}\nzones: {deck: {of: card, start: all, name: {en: deck}}}\n",
        encoding="utf-8",
    )
    assert [item.code for item in check_paths([tmp_path]).diagnostics] == ["E405", "E405"]


def test_picked_where_things_are_asked_for_one_by_one(checked):
    asked = "decisions: {give: {of: ware, ask: {en: Which?, es: ¿Cuál?}}}\n"
    rule = "rules: [{id: a, when: {event: bought, do: 'choose up to 2 give w in ware done where (count x in picked) > 1 { gain 1 fame }'}}]\n"
    found = [item for item in checked({"more.yaml": asked + rule}).diagnostics if item.severity == "error"]
    assert told(found[0]).startswith(
        "E301 at `picked`: unknown selection `picked` | `picked` stands where one answer is several things"
    )
