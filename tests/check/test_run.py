"""`check_paths`: what a path means, combinations of expansions, comments that silence warnings."""

from pathlib import Path

import pytest

from ruleset_core import discovery
from ruleset_core.check import checker, combinations
from ruleset_core.check.checker import check_one_target, check_paths
from ruleset_core.discovery import GameNotFoundError

ROOT = Path(__file__).parents[2]
UNUSED = "state:\n  spare: {is: bool}\n"
WINTER = 'expansion: winter\nof: fair\nname: {en: Winter, es: Invierno}\nversion: "1.0"\n'
WRONG = "rules: [{id: bonus, when: {event: bought, do: gian 1 fame}}]\n"


def codes(report):
    return [item.code for item in report.diagnostics]


@pytest.mark.slow
def test_directories_of_games_are_free_of_errors():
    report = check_paths([ROOT / "data" / "troyes_dice", ROOT / "examples" / "pig", ROOT / "examples" / "tic_tac_toe"])
    assert report.diagnostics == ()
    assert {"troyes_dice", "pig", "tic_tac_toe"} <= set(report.games)
    assert report.files > 10
    assert report.seconds > 0


@pytest.mark.slow
def test_all_games_by_default_and_the_included_ones_are_free_of_errors(monkeypatch, fair):
    monkeypatch.chdir(fair({"bonus.yaml": WRONG}))
    report = check_paths()
    included = {each.parent.name for place in ("data", "examples") for each in (ROOT / place).glob("*/game.yaml")}
    assert {"fair", *included} <= set(report.games)
    assert {item.span.file for item in report.diagnostics} <= {"bonus.yaml", "game.yaml"}
    assert [(item.code, item.span.file) for item in report.diagnostics if item.code == "E302"] == [
        ("E302", "bonus.yaml")
    ]


def test_a_game_by_name(fair, tmp_path):
    fair({"bonus.yaml": WRONG})
    assert codes(check_paths(["fair"], roots=[tmp_path])) == ["E302"]
    with pytest.raises(GameNotFoundError):
        check_paths(["fair"])


def test_a_directory_of_several(fair, tmp_path):
    fair({"bonus.yaml": WRONG})
    report = check_paths([tmp_path])
    assert (codes(report), report.games) == (["E302"], ("fair",))


def test_one_file_is_checked_with_its_game_but_only_its_own_findings_are_told(fair):
    game = fair({"bonus.yaml": WRONG, "spare.yaml": UNUSED})
    assert codes(check_paths([game])) == ["E302", "W501"]
    assert codes(check_paths([game / "bonus.yaml"])) == ["E302"]
    assert codes(check_paths([game / "spare.yaml"])) == ["W501"]
    assert codes(check_paths([game / "cards"])) == []
    assert check_paths([game / "cards"]).files == 1


def test_an_expansion_is_checked_with_its_game(fair, tmp_path):
    fair()
    winter = tmp_path / "elsewhere" / "winter"
    winter.mkdir(parents=True)
    (winter / "expansion.yaml").write_text(WINTER + "rules: [{id: cold, when: {event: bougth, do: end_game}}]\n")
    report = check_paths([winter], roots=[tmp_path])
    assert [(item.code, Path(item.span.file).name) for item in report.diagnostics] == [("E312", "expansion.yaml")]
    assert codes(check_paths([winter])) == ["E410"]


def test_every_expansion_alone_and_all_together(fair, monkeypatch):
    made = []
    monkeypatch.setattr(
        checker,
        "link_combination",
        lambda each, *more, **kinds: (
            made.append(each.expansions) or combinations.link_combination(each, *more, **kinds)
        ),
    )
    files = {f"expansions/{name}/expansion.yaml": WINTER.replace("winter", name) for name in ("a", "b", "c")}
    files["expansions/c/expansion.yaml"] += "requires: [a]\n"
    assert codes(check_paths([fair(files)])) == []
    assert sorted(made) == [(), ("a",), ("a", "b", "c"), ("a", "c"), ("b",)]


def test_expansions_that_do_not_go_together(fair):
    add = "state: {snow: {is: bool}}\nrules: [{id: NAME_rule, when: {event: begin day, do: set snow = not snow}}]\n"
    files = {
        f"expansions/{name}/expansion.yaml": WINTER.replace("winter", name) + add.replace("NAME", name)
        for name in ("a", "b")
    }
    assert codes(check_paths([fair(files)])) == ["E407"]


def test_a_name_only_an_expansion_uses_is_used(fair):
    use = "rules: [{id: cold, when: {event: bought, where: spare, do: set spare = not spare}}]\n"
    game = fair({"spare.yaml": UNUSED, "expansions/winter/expansion.yaml": WINTER + use})
    assert codes(check_paths([game])) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("state:\n  spare: {is: bool}  # ruleset: ignore[W501] for later\n", []),
        ("state:\n  # ruleset: ignore[W501] for later\n\n  # and a comment\n  spare: {is: bool}\n", []),
        ("state:\n  spare: {is: bool}  # ruleset: ignore[W501]\n", ["W501", "W507"]),
        ("state:\n  spare: {is: bool}  # ruleset: ignore for later\n", ["W501", "W507"]),
        ("state:\n  spare: {is: bool}  # ruleset: ignore[W502] for later\n", ["W501", "W507"]),
        ("state:\n  spare: {is: bool}  # ruleset: ignore[W501, W502] for later\n", ["W507"]),
        ("state:\n  spare: {is: bol}  # ruleset: ignore[E308] for later\n", ["E308", "W501", "W507"]),
        ("# ruleset: ignore[W501] too far away\nstate:\n  spare: {is: bool}\n", ["W501", "W507"]),
    ],
)
def test_comments_silence_warnings(text, expected, checked):
    assert sorted(codes(checked({"spare.yaml": text}))) == sorted(expected)


def test_select_and_ignore(fair):
    game = fair({"bonus.yaml": WRONG, "spare.yaml": UNUSED})
    assert codes(check_paths([game], select=["E3"])) == ["E302"]
    assert codes(check_paths([game], ignore=["E302"])) == ["W501"]
    assert codes(check_paths([game], select=["W"], ignore=["W50"])) == []


def test_house_values_are_listed_on_request(fair):
    report = check_paths([fair()], house=True)
    assert set(codes(report)) == {"W503"}
    assert (report.errors, report.warnings) == (0, 0)
    assert [item.message for item in report.diagnostics] == [
        "`lamp` is a house value", "`rug` is a house value", "this file is a house value",
    ]  # fmt: skip


@pytest.mark.parametrize("step", ["read", "prove", "lower"])
def test_a_fault_of_ours_is_a_finding(step, fair, monkeypatch):
    def fail(*_):
        raise RuntimeError("out of ideas")

    monkeypatch.setattr(combinations.Linker, step, fail)
    (item,) = check_paths([fair()]).diagnostics
    assert item.code == "E999"
    assert item.notes[0] == "RuntimeError: out of ideas"


def test_a_plugin_that_cannot_be_loaded(fair, monkeypatch):
    def fail(name):
        raise combinations.PluginError(f"the plugin of `{name}` is broken")

    monkeypatch.setattr(discovery, "plugin_of", fail)
    assert codes(check_paths([fair()])) == ["E411"]


SCENARIO = """\
scenarios:
  - name: one
    at: traed
    options: {size: 1}
    given: {rond: 1}
    dice: {faec: [1]}
    expansions: []
    do: [deal bye, dael buy, expect: {offered: [deal buy], decision: dael}]
    expect:
      that: ["seat 0: fmae == 1", round == 1]
      refused: {deal done: "x", deal leaf: "y"}
"""


def test_scenarios_are_checked_as_far_as_they_can_be_without_playing(checked):
    found = checked({"scenarios/one.yaml": SCENARIO}).diagnostics
    assert [(item.code, item.span.line, item.message) for item in found] == [
        ("E312", 3, "unknown phase `traed`"),
        ("E301", 4, "unknown option `size`"),
        ("E301", 5, "unknown field `rond`"),
        ("E301", 6, "unknown random stream `faec`"),
        ("E301", 8, "unknown option `deal bye`"),
        ("E316", 8, "unknown option `dael buy`"),
        ("E316", 8, "unknown decision `dael`"),
        ("E301", 10, "unknown name `fmae`"),
        ("E301", 11, "unknown option `deal leaf`"),
    ]


def test_a_required_expansion_that_is_misspelt_is_told_once_with_what_is_meant(checked):
    needs = WINTER.replace("expansion: winter", "expansion: summer") + "requires: [wintre]\n"
    files = {"expansions/winter/expansion.yaml": WINTER, "expansions/summer/expansion.yaml": needs}
    [found] = [item for item in checked(files).diagnostics if item.code == "E404"]
    assert (found.help, found.suggestion.replacement, found.notes) == ("did you mean `winter`?", "winter", ())


def test_a_header_of_another_ending_is_told(tmp_path):
    (tmp_path / "game.yml").write_text("game: fair\n")
    with pytest.raises(GameNotFoundError, match=r"call it `game\.yaml`"):
        check_paths([tmp_path])


def test_scenarios_of_an_expansion_that_is_not_there(checked):
    text = "scenarios:\n  - {name: one, expansions: [winter]}\n"
    assert codes(checked({"scenarios/one.yaml": text})) == ["E404"]
    assert codes(checked({"scenarios/one.yaml": text, "expansions/winter/expansion.yaml": WINTER})) == []


def test_files_of_a_game_are_checked_with_it_once(fair, monkeypatch):
    game = fair({"bonus.yaml": WRONG, "spare.yaml": UNUSED})
    asked = []
    monkeypatch.setattr(
        checker, "check_one_target", lambda target, **more: asked.append(target) or check_one_target(target, **more)
    )
    report = check_paths([game / "bonus.yaml", game / "cards", game / "game.yaml"])
    assert [item.code for item in report.diagnostics] == ["E302"]
    assert report.files == 3
    assert len(asked) == 1
