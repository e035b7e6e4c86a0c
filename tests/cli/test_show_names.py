"""`ruleset show GAME --names` lists what an expansion can use, and `show GAME NAME` tells one of it."""

import json
from pathlib import Path

import pytest

from tests.check.page_examples import FILES

OPEN = {
    "  cost: {params: {w: ware}, amount: w.price}\n": "  cost: {params: {w: ware}, amount: w.price, "
    "name: {en: 'price of {w}', es: 'precio de {w}'}}\n"
    "  greet: {effect: gain 1 coin, open: {en: who comes to the fair, es: quién viene a la feria}}\n",
    "      - phase: trade\n": "      - phase: trade\n        name: {en: trade, es: comercio}\n",
    "leave { gain face coin }": "leave { gain face coin; do greet }",
}
RAIN = """\
expansion: rain
of: fair
name: {en: Rain, es: Lluvia}
state: {wet: {is: bool}}
rules:
  - {id: cheap, while_in_play: {modify: cost, where: wet, set: 1}}
  - {id: pours, when: {event: begin day, do: set wet = true}}
"""


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    game = FILES["game.yaml"]
    for old, new in OPEN.items():
        assert old in game
        game = game.replace(old, new)
    for name, text in {**FILES, "game.yaml": game, "expansions/rain/expansion.yaml": RAIN}.items():
        path = tmp_path / "fair" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "fair"


ALL = """\
Opened for expansions
  effect greet  game.yaml:32
      who comes to the fair  = gain 1 coin

Fields of the state
  round: 1..3  game.yaml:19
  face: 1..6  game.yaml:20
  wet: bool  rain/expansion.yaml:4

Resources
  SEAT.coin  game.yaml:12
      (start 5)
  SEAT.fame  game.yaml:13
      (max 20)

Sets
  answer  game.yaml:9
      (buy, leave)

Kinds of pieces
  ware  game.yaml:15
      (lamp, rug)

Facts of kinds and sets
  ware.price: int  game.yaml:17

Zones
  stall: ware  game.yaml:22
  sold: ware  game.yaml:23

Amounts
  cost(w: ware)  game.yaml:31
      price of {w}  = w.price

Events
  bought(what: ware)  game.yaml:25

Phases
  setup  game.yaml:34
      (shuffle stall)
  day: for round in 1 to 3  game.yaml:36
      (trade)
  trade: turns once  game.yaml:40
      (roll face; if stall[0] != none { let first_one = stall[0]; choose deal { buy where can { pay cost(first_one) coin } { pay cost(first_one) coin -> { move first_o …)

Decisions, as they are noted
  deal ANSWER: answer  game.yaml:27
      Do you buy it?

Choices with branches
  deal  game.yaml:27
      Do you buy it?  (buy | leave)

Rules
  glory: when  game.yaml:55
      (bought)
  cheap: while_in_play  rain/expansion.yaml:6
      (cost)
  pours: when  rain/expansion.yaml:7
      (begin day)

Lines of the score
  fame  game.yaml:58
      Fame  = fame
"""


def test_all_names_with_where_they_stand(run, fair):
    assert run("show", fair, "--names", "-x", "rain").out == ALL


@pytest.mark.parametrize(
    ("wanted", "lang", "expected"),
    [
        (
            "doors",
            "en",
            "Opened for expansions\n  effect greet  game.yaml:32\n      who comes to the fair  = gain 1 coin\n",
        ),
        (
            "doors",
            "es",
            "Abierto a expansiones\n  efecto greet  game.yaml:32\n      quién viene a la feria  = gain 1 coin\n",
        ),
        ("zones", "es", "Zonas\n  stall: ware  game.yaml:22\n  sold: ware  game.yaml:23\n"),
        ("options", "en", "fair has none of these.\n"),
        ("pric", "en", "Facts of kinds and sets\n  ware.price: int  game.yaml:17\n"),
    ],
)
def test_some_names(run, fair, wanted, lang, expected):
    assert run("show", fair, "--names", wanted, "--lang", lang).out == expected


NOTED = """\
game: noted
name: {en: Noted, es: Anotado}
version: "1"
players: 2
provenance: house
sets: {move: {members: {go: {}, stay: {}}}}
resources: {members: {coin: {}, hour: {note: false}}}
pieces: {ware: {count: 2}}
zones:
  shop: {of: ware, start: all}
  shelf: {of: ware, note: false}
  stall: {of: ware, note: false, tell: {en: "{it} is on show", es: "se expone {it}"}}
state:
  day: {is: 1..3}
  dusk: {is: bool, note: false}
  debt: {by: [seat], is: int}
  luck: {by: [seat], is: int, tell: {en: "is lucky", es: tiene suerte}}
events:
  rain: {}
  sun: {tell: {en: The sun shines., es: Sale el sol.}}
decisions:
  move: {of: move, ask: {en: What?, es: ¿Qué?}}
  quiet: {of: move, ask: {en: How?, es: ¿Cómo?}, note: false}
flow:
  - {phase: play, turns: once, do: "choose move { go { } | stay { } }"}
score: {coin: {name: {en: coins, es: monedas}, amount: coin}}
"""

UNTOLD = """\
Left out of the log by `note: false`
  field dusk: bool  game.yaml:15
  resource SEAT.hour  game.yaml:7
  zone shelf: ware  game.yaml:11
  decision quiet MOVE: move  game.yaml:23
      How?

Not told by default (`note: true` or `tell:` of a field, `tell:` of an event changes that)
  field SEAT.debt: int  game.yaml:16
  event rain  game.yaml:19
"""


@pytest.fixture
def noted(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(NOTED, encoding="utf-8")
    return tmp_path


def test_what_the_log_leaves_out(run, noted):
    assert run("show", noted, "--names", "untold").out == UNTOLD
    out = run("show", noted, "--names", "untold", "--lang", "es").out
    assert out.startswith("Omitido en el registro con `note: false`\n  campo dusk: bool")
    named = json.loads(run("show", noted, "--names", "untold", "--format", "json").out)
    assert [(each["name"], each["log"]) for each in named if each["part"] in {"fields", "events"}] == [
        ("dusk", "note"), ("debt", "usual"), ("rain", "usual"),
    ]  # fmt: skip


def test_a_game_that_leaves_out_nothing(run, noted):
    kept = [
        line for line in NOTED.splitlines(keepends=True) if not any(word in line for word in ("false", "debt", "rain"))
    ]
    text = "".join(kept).replace("sets:", "resources: {members: {coin: {}}}\nsets:")
    (noted / "game.yaml").write_text(text, encoding="utf-8")
    assert run("show", noted, "--names", "untold").out == "The log of noted leaves out nothing that it could tell.\n"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("day", "told"),
        ("dusk", "left out by `note: false`"),
        ("debt", "not told by default"),
        ("luck", "is lucky"),
        ("stall", "{it} is on show"),
        ("shelf", "left out by `note: false`"),
        ("coin", "told"),
        ("sun", "The sun shines."),
        ("quiet", "left out by `note: false`"),
    ],
)
def test_what_the_log_makes_of_a_name(run, noted, name, said):
    (line,) = (each for each in run("show", noted, name).out.splitlines() if each.startswith("  in the log  "))
    assert line == f"  in the log  {said}"


def test_of_what_is_no_part_of_a_story_the_log_says_nothing(run, fair):
    assert "in the log" not in run("show", fair, "cost").out


def test_a_part_or_word_that_there_is_not(run, fair):
    outcome = run("show", fair, "--names", "phasis")
    assert (outcome.code, "Did you mean `phases`?" in outcome.err) == (1, True)
    outcome = run("show", fair, "--names", "xyzzy")
    assert (outcome.code, "Parts are fields, resources," in outcome.err) == (1, True)


def test_names_as_json(run, fair):
    (found,) = json.loads(run("show", fair, "--names", "cost", "-x", "rain", "--format", "json").out)
    assert found == {
        "part": "amounts",
        "name": "cost",
        "form": "cost(w: ware)",
        "type": "",
        "means": {"en": "price of {w}", "es": "precio de {w}", "fr": "price of {w}"},
        "written": "w.price",
        "expansion": None,
        "file": "game.yaml",
        "line": 31,
        "path": str(fair / "game.yaml"),
        "open": {},
        "changed_by": ["rule cheap"],
        "log": None,
        "tell": {},
    }


def test_one_name(run, fair):
    assert (
        run("show", fair, "cost", "-x", "rain").out
        == """\
price of {w} (cost)
  kind        amount
  used as     cost(w: ware)
  stands in   game.yaml:31
  changed by  Rain

  = w.price
"""
    )
    assert run("show", fair, "glory").out.startswith(
        "glory\n  kind       rule\n  type       when\n  stands in  game.yaml:55\n"
    )
    assert "comercio (trade)\n" in run("show", fair, "trade", "--lang", "es").out
    assert "opened for  who comes to the fair" in run("show", fair, "greet").out


def test_all_that_are_called_so(run, fair):
    out = run("show", fair, "deal").out
    assert [line.split()[1] for line in out.splitlines() if line.startswith("  kind ")] == ["decision", "choice"]
    assert "ware.price" in run("show", fair, "price").out


def test_a_figure_of_a_card_names_the_expansion_that_changes_it(run, fair):
    assert "price       2 (while in play changed by Rain)" in run("show", fair, "lamp", "-x", "rain").out


@pytest.mark.parametrize(("words", "found"), [("show {} tr", ["trade"]), ("show {} --names ph", ["phases"])])
def test_the_shell_completes_names(fair, words, found):
    from click.shell_completion import ShellComplete

    from ruleset_core.cli.group import cli

    *args, incomplete = words.format(fair).split()
    assert [each.value for each in ShellComplete(cli, {}, "ruleset", "X").get_completions(args, incomplete)] == found


def test_numbers_are_listed_by_name(run, fair):
    found = run("show", fair, "--numbers")
    assert found.code == 0
    head, *rows = found.out.splitlines()
    assert head.split() == ["NUMBER", "IS", "AT", "WITHIN"]
    told = {row.split()[0]: row.split()[1:] for row in rows}
    assert told["coin.start"][0].isdecimal()
    assert told["coin.start"][1].startswith("game.yaml:")
    assert [row.split()[0] for row in run("show", fair, "coin", "--numbers").out.splitlines()[1:]] == [
        name for name in told if "coin" in name
    ]
    record = json.loads(run("show", fair, "coin.start", "--numbers", "--format", "json").out)[0]
    assert (record["name"], record["full_name"]) == ("coin.start", "resources.members.coin.start")
    wrong = run("show", fair, "coyn", "--numbers")
    assert wrong.code == 1
    assert "Did you mean `coin`?" in wrong.err
