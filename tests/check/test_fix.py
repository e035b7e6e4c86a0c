"""`ruleset check --fix`: what is mended, and what is left as it is."""

from __future__ import annotations

import pytest

from ruleset_core.check.checker import check_paths
from ruleset_core.check.fixes import apply_fixes
from ruleset_core.cli import main


def fixed(path):
    return [item.code for item, _ in apply_fixes(lambda: check_paths([path]))]


def test_a_slip_is_mended_and_every_other_byte_stays(fair):
    text = "\ufeff# about the bonus \N{BLACK HEART SUIT}\r\nrules:\r\n  - {id: bonus, when: {event: bought, do: gian 1 fame}}   # kept\r\n"
    game = fair()
    file = game / "bonus.yaml"
    file.write_bytes(text.encode())
    assert fixed(game) == ["E302"]
    assert file.read_bytes() == text.replace("gian", "gain").encode()
    assert check_paths([game]).diagnostics == ()


def test_all_places_of_a_finding_are_mended_together(fair):
    game = fair({"bonus.yaml": "rules: [{id: a, when: {event: bought, do: gain 1 fmae; lose 1 fmae}}]\n"})
    assert fixed(game) == ["E301"]
    assert "gain 1 fame; lose 1 fame" in (game / "bonus.yaml").read_text()


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("outcome: {wins: coin > max(2, 3)}", 'outcome: {wins: "coin > max(2, 3)"}'),
        ("outcome: {wins: coin > max(2, min(3, 4)), team: 0}", 'outcome: {wins: "coin > max(2, min(3, 4))", team: 0}'),
        ('events: {e: {name: {en: Roll, "hold", es: x}}}', "events: {e: {name: {en: 'Roll, \"hold\"', es: x}}}"),
        ("define: {d: {amount: max(2, 3)}}", 'define: {d: {amount: "max(2, 3)"}}'),
    ],
)
def test_a_text_that_a_comma_has_torn_is_one_finding_and_is_put_into_quotes(fair, text, mended):
    game = fair({"bonus.yaml": text + "\n"})
    errors = [item for item in check_paths([game]).diagnostics if item.severity == "error"]
    assert [item.code for item in errors] == ["E101"]
    assert fixed(game)[:1] == ["E101"]
    assert (game / "bonus.yaml").read_text() == mended + "\n"


@pytest.mark.parametrize(
    ("step", "mended"),
    [
        ("0: deal bui", "0: deal buy"),
        ("'0: deal bui'", "'0: deal buy'"),
        ("0: dael buy", "0: deal buy"),
        ("DAEL buy", "deal buy"),
        ("dael bui", "deal buy"),
    ],
)
def test_the_seat_and_the_rest_of_a_step_stay(fair, step, mended):
    scenario = "scenarios:\n  - name: one\n    do:\n      - STEP\n"
    game = fair({"scenarios/one.yaml": scenario.replace("STEP", step)})
    apply_fixes(lambda: check_paths([game]))
    assert (game / "scenarios/one.yaml").read_text() == scenario.replace("STEP", mended)


def test_the_word_of_a_question_may_be_several(fair):
    scenario = "scenarios:\n  - name: one\n    do: ['1: give_up rug']\n"
    more = "decisions: {give_up: {of: ware, ask: {en: Which?, es: ¿Cuál?}}}\n"
    more += "rules: [{id: a, when: {event: bought, do: 'choose give_up w in stall { move w to sold }'}}]\n"
    game = fair({"more.yaml": more, "scenarios/one.yaml": scenario})
    apply_fixes(lambda: check_paths([game]))
    assert "'1: give up rug'" in (game / "scenarios/one.yaml").read_text()


@pytest.mark.parametrize(
    "text",
    [
        "rules: [{id: a, when: {event: bought, do: gain 1 nothing_like_it}}]\n",
        "define: {bonus_1: {amount: 1}, bonus_2: {amount: 2}}\nrules: [{id: a, when: {event: bought, do: gain bonus_3 fame}}]\n",
        "state: {spare: {is: bool}}\n",
        "state: {spare: {is: bool, nothing_like_it: }}\n",
    ],
    ids=["nothing near", "two ways", "a warning without a suggestion", "a key without a value"],
)
def test_what_is_not_sure_is_left_alone(fair, text):
    game = fair({"bonus.yaml": text})
    apply_fixes(lambda: check_paths([game]))
    assert (game / "bonus.yaml").read_text() == text


def test_a_change_that_brings_another_error_is_taken_back(fair):
    text = "rules: [{id: a, when: {event: bought, do: 'let fame_ = 1; gain fame_ fme'}}]\n"
    game = fair({"bonus.yaml": text})
    before = {item.code for item in check_paths([game]).diagnostics}
    apply_fixes(lambda: check_paths([game]))
    assert {item.code for item in check_paths([game]).diagnostics} <= before


def test_the_command_says_what_it_changed_and_what_is_left(fair, capsys, monkeypatch):
    text = "rules: [{id: a, when: {event: bought, do: gian 1 fame}}, {id: b, when: {event: sold_out, do: end_game}}]\n"
    monkeypatch.chdir(fair({"bonus.yaml": text}))
    assert main(["check", ".", "--fix"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("fixed bonus.yaml:1:43: E302 unknown verb `gian`\n")
    assert "unknown event `sold_out`" in out
    assert main(["check", ".", "--fix", "--select", "E2"]) == 0


def test_a_link_out_of_the_directory_of_the_game_is_not_followed(fair, tmp_path):
    text = "rules: [{id: a, when: {event: bought, do: gain 1 fmae}}]\n"
    other = tmp_path / "other.yaml"
    other.write_text(text, encoding="utf-8")
    game = fair()
    (game / "bonus.yaml").symlink_to(other)
    assert fixed(game) == []
    assert other.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("step", "right"),
    [
        ("0: take shelterr", "0: take shelter"),
        ("take shelterr", "take shelter"),
        ("0:  hurry on", "0:  hurry true"),
    ],
)
def test_a_step_of_a_scenario_is_mended_behind_its_seat(fair, step, right):
    more = "sets: {rest: {members: [shelter, road]}}\ndecisions:\n  take: {of: rest, ask: {en: Where?, es: ¿Dónde?}}\n"
    more += "  hurry: {of: bool, ask: {en: Faster?, es: ¿Más deprisa?}}\n"
    more += "rules: [{id: a, when: {event: bought, do: 'choose take { shelter { } | road { may hurry { gain 1 fame } } }'}}]\n"
    scenario = "scenarios:\n  - name: a step\n    do: ['STEP']\n    expect: {offered: ['STEP'], that: 'round == 1'}\n"
    game = fair({"more.yaml": more, "scenarios/a.yaml": scenario.replace("STEP", step)})
    assert fixed(game) == ["E301"]
    assert (game / "scenarios/a.yaml").read_text() == scenario.replace("STEP", right)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("{name} buys it", {"fame"}), ("{mi} buys it", {"me"}), ("{time} buys it", {"me"})],
    ids=["another first letter", "two letters", "letters in common"],
)
def test_what_is_only_like_a_name_is_told_and_not_put_in(fair, text, wanted):
    more = f"events: {{seen: {{fields: {{what: ware}}, tell: {{en: '{text}', es: '{text}'}}}}}}\n"
    more += "rules: [{id: a, when: {event: bought, do: emit seen(what)}}]\n"
    game = fair({"more.yaml": more})
    found = [each for each in check_paths([game]).diagnostics if each.suggestion is not None]
    assert {each.suggestion.replacement for each in found} >= wanted
    apply_fixes(lambda: check_paths([game]))
    assert (game / "more.yaml").read_text() == more
