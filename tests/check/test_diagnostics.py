"""Mistakes in effects and files: which code, at exactly which characters, in which words."""

import pytest

from tests.check.conftest import told
from tests.check.page_examples import GAME

END = "{}\nrules: [{{id: a, when: {{event: end day, do: '{}'}}}}]\n"
RULE = "rules:\n  - id: bonus\n    when:\n      event: bought\n      do: |\n        "


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("gain 1 fmae", "E301 at `fmae`: unknown name `fmae` | did you mean `fame`?"),
        ("gian 1 fame", "E302 at `gian`: unknown verb `gian` | did you mean `gain`?"),
        ("gain fame", "E304 at `gain fame`: `gain` is written `gain AMOUNT RESOURCE` | for example `gain 2 coin`"),
        ("gain what fame", "E303 at `what`: this is a ware, but a number is needed here"),
        ("gain 1 fame; gain 1 coins", "E301 at `coins`: unknown name `coins` | did you mean `coin`?"),
        ("set fame = 1", "E310 at `fame`: `fame` changes only through verbs | use `gain`, `lose` or a cost"),
        ("set fame = fame + 2", "E310 at `fame`: `fame` changes only through verbs | write `gain 2 fame`"),
        ("set coin = coin - face", "E310 at `coin`: `coin` changes only through verbs | write `lose face coin`"),
        (
            "set face = 7",
            "E314 at `7`: 7 lies outside 1..6 | the range is declared at `face` (game.yaml:20): widen it there, or stay within it",
        ),
        (
            "set what = none",
            "E310 at `what`: `what` is a local name and keeps its value | only fields of the state can be set",
        ),
        (
            "pay 1 coin",
            "E305 at `pay 1 coin`: `pay` is a cost: it goes left of `->` | write `pay ... -> effect`; use `lose` for a loss",
        ),
        (
            "pay 1 coin, lose 1 coin -> gain 1 fame",
            "E305 at `lose`: `lose` is not a cost | costs are written `pay 2 coin`",
        ),
        (
            "gain round and 2 fame",  # the parts are no conditions either, but a number is wanted
            "E303 at `round and 2`: this is a condition, but a number is needed here | for 1 or 0, write `if round and 2 then 1 else 0`",
        ),
        ("gain cost() fame", "E304 at `cost()`: `cost` takes 1 value (ware), not 0 | write `cost(what)`"),
        ("gain what.prize fame", "E313 at `prize`: unknown fact of a ware `prize` | did you mean `price`?"),
        ("if what { gain 1 fame }", "E303 at `what`: this is a ware, but a condition is needed here"),
        (
            "if sum p in seat of p.coin > 1 { gain 1 fame }",
            "E303 at `p.coin > 1`: this is a condition, but a number is needed here | write `(sum p in seat of p.coin) > 1`",
        ),
        (
            "if sum p in seat of p.coin { gain 1 fame }",
            "E303 at `sum p in seat of p.coin`: this is a number, but a condition is needed here | write `(sum p in seat of p.coin) > 0`",
        ),
        ("for each w in wares { gain 1 fame }", "E301 at `wares`: unknown selection `wares` | did you mean `ware`?"),
        (
            "for each w in cost(what) { gain 1 fame }",
            "E303 at `cost(what)`: one cannot go through a number | `1 to cost(what)` are the numbers up to it",
        ),
        (
            "choose dael { buy { gain 1 fame } | leave { } }",
            "E316 at `dael`: unknown decision `dael` | did you mean `deal`?",
        ),
        (
            "choose deal { bye { gain 1 fame } | leave { } }",
            "E317 at `bye`: unknown branch of `deal` `bye` | did you mean `buy`?",
        ),
        (
            "may deal { gain 1 fame }",
            "E317 at `may deal { gain 1 fame }`: `may` needs a decision of bool; `deal` is of answer",
        ),
        (
            "as most p in seat by p.fame { gain 1 coin }",
            "E306 at `most p in seat by p.fame`: `most` does not say what happens in a tie | add `ties first` or `ties last`",
        ),
        (
            "let face = 1; gain face fame",
            "E315 at `let face = 1`: the name `face` is already taken | choose another name for it",
        ),
        ("let n = 1; gain 1 fame", "W504 at `let n = 1`: `n` is never used | remove the `let`, or use it"),
        ("emit boght(what)", "E312 at `boght`: unknown event `boght` | did you mean `bought`?"),
        ("emit gain(what)", "E312 at `gain`: unknown event `gain` | what fits here: `bought`"),
        ("do costs(what)", "E301 at `costs`: unknown procedure `costs` | no procedure is declared here"),
        (
            "do cost(what)",
            "E303 at `cost(what)`: `cost` is a value, not a procedure | use it in an expression, or give it an `effect`",
        ),
        ("do what.efect", "E313 at `efect`: unknown behaviour of a card `efect` | did you mean `effect`?"),
        (
            "roll coin",
            "E303 at `coin`: a number has no fixed number of values to roll | give the field a range, such as `is: 1..6`",
        ),
        ("shuffle stal", "E301 at `stal`: unknown zone `stal` | did you mean `stall`?"),
        ("move what to face", "E301 at `face`: unknown zone `face` | what fits here: `sold` or `stall`"),
        ("flip what", "E303 at `what`: a ware has no sides | declare `sides:` for its kind"),
        ("gain (1 fame", "E202 at `(`: `(` is never closed | add `)`"),
        ("gain 1) fame", "E202 at `)`: `)` closes nothing | remove it, or open a `(` before it"),
        (
            "gain 1 fame $",
            "E203 at `$`: `$` means nothing here | the language has names, numbers, `;`, braces and a few signs",
        ),
        (
            "gain 1 fame gain 1 coin",
            "E304 at `gain 1 fame gain 1 coin`: `gain` is written `gain AMOUNT RESOURCE` | a `;` may be missing before `gain`",
        ),
        ("gain 1", "E304 at `gain 1`: `gain` is written `gain AMOUNT RESOURCE` | for example `gain 2 coin`"),
        ("gain ware[0].price fame", "E301 at `ware[0]`: `ware` is a set: its members have names | write `lamp`"),
        (
            "for each p in seat { gain p.round fame }",
            "E313 at `round`: unknown field of a seat `round` | what fits here: `coin`, `fame`, `filled` or `held`",
        ),
        (
            'log "sold"',
            'E203 at `"`: `"` means nothing here | texts stand in the file: `events: {sold: {tell: {en: ...}}}`, and here `emit sold`',
        ),
        (
            "let p = first p in seat by p.coin",
            "E201 at `by`: `by` is not expected here | `first` takes the one that is listed first; write `least x in ... by ...`, or `most x in ... by ...`",
        ),
        (
            "for each w in ware by w.price { gain 1 fame }",
            "E201 at `by`: `by` is not expected here | a loop goes through all as they are listed; for another order take one at a time: `most x in ... by ...`",
        ),
        (
            "gain if face > 2: 1 else 2 fame",
            "E203 at `:`: `:` means nothing here | write `then` instead of `:`",
        ),
        (
            "choose deal { buy { } | leave { } } or wait { gain 1 fame } or rest { gain 2 fame }",
            "E201 at `or`: `or` is not expected here | a question has one `or NAME`: more answers without a value are members of a set that is one of its kinds, each with a branch",
        ),
        (
            "choose 2 deal d in hand { gain 1 fame }",
            "E201 at `2`: `2` is not expected here | say whether it may be fewer: `choose exactly 2 NAME x in ... { ... }`, `choose from 0 to 2 ...` or, one by one, `choose up to 2 ...`",
        ),
        (
            "choose deal a in ware, b in ware { gain 1 fame }",
            "E201 at `,`: `,` is not expected here | parts of one answer are joined by `then`; several things of one type are a set: `choose exactly 2 NAME x in ... { ... }`",
        ),
        (
            "choose deal { buy { gain 1 fame } | w in ware { gain 1 fame } }",
            "E201 at `ware`: `ware` is not expected here | a branch begins with the kind of its answers, or is a member of a set: `card c in hand { ... }`, `pass { ... }`",
        ),
        (
            "choose deal { buy { gain 1 fame } } or { gain 2 fame }",
            "E201 at `{`: `{` is not expected here | an answer without a value has a name, `or pass { ... }`; kinds of answers are joined by `|`, within the braces",
        ),
        (
            "gain count c in [site.at(1, 2)] fame",
            "E201 at `(`: `(` is not expected here | write `[...]` instead of `(...)`: places stand in square brackets",
        ),
        (
            "if would { gain 1 fame } { gain 1 coin }",
            "E201 at `{`: `{` is not expected here | say what is looked at behind it: `would { ... } then CONDITION`",
        ),
        (
            "set face = random 1 to 6",
            "E201 at `1`: `1` is not expected here | chance is a verb: `roll FIELD` sets a field to a random value, `shuffle ZONE` mixes pieces",
        ),
        (
            "if empty(stall) { gain 1 fame }",
            "E301 at `empty`: unknown function `empty` | ask for a piece: `no x in ZONE`, or `ZONE[0] == none`",
        ),
        (
            "stop",
            "E302 at `stop`: unknown verb `stop` | a phase ends by its `until:` or `while:`, a turn passes with `pass_turn`, the game ends with `end_game`",
        ),
        ("call close(what)", "E301 at `close`: unknown hook `close` | no hook is declared here"),
        ("gain option.size fame", "E301 at `size`: unknown option `size` | no option is declared here"),
        ("if what == face { gain 1 fame }", "E303 at `what == face`: a ware and a number 1..6 are never equal"),
        ("gain 3 per 0 fame", "E314 at `0`: `per` needs a number above 0"),
        ("repeat what { gain 1 fame }", "E303 at `what`: this is a ware, but a number is needed here"),
        ("gain round[1] fame", "E304 at `round[1]`: `round` is indexed by nothing, not by 1 value"),
        (
            "gain stall fame",
            "E303 at `stall`: `stall` is a zone, not a value | count it (`count x in stall`) or take a piece of it (`stall[0]`)",
        ),
        (
            "if any w in stall where w.price > 3 and { gain 1 fame }",
            "E201 at `{`: `{` is not expected here | expected `(`, `-`, `[`, `any`, `can`, `count`, `every`, `first`, ...",
        ),
    ],
)
def test_effects(effect, expected, checked):
    assert [told(item) for item in checked({"bonus.yaml": RULE + effect + "\n"}).diagnostics] == [expected]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("cards/more.yaml", "kind: waer\ncards: {}\n", ["E408 at `waer`: unknown kind of piece `waer` | did you mean `ware`?"]),
        ("more.yaml", "zones: {bin: {of: waer}}\n", ["E408 at `waer`: unknown kind of piece `waer` | did you mean `ware`?"]),
        ("more.yaml", "state: {x: {is: waer}}\n", ["E308 at `waer`: unknown type `waer` | did you mean `ware`?"]),
        ("more.yaml", "state: {x: {is: 3..1}}\n", ["E314 at `3..1`: `3..1` is empty: 3 is above 1 | write `1..3`"]),
        ("more.yaml", "tie_breaks: [coin, fmae]\n", ["E301 at `fmae`: unknown name `fmae` | did you mean `fame`?"]),
        ("more.yaml", "rules: [{id: a, when: {event: end dya, do: end_game}}]\n", ["E312 at `end dya`: unknown phase `dya` | did you mean `end day`?"]),
        ("more.yaml", "rules: [{id: a, while_in_play: {modify: cots, add: 1}}]\n", ["E301 at `cots`: unknown amount, condition, value or effect `cots` | did you mean `cost`?"]),
        ("more.yaml", "rules: [{id: a, while_in_play: {modify: cost, ad: 1}}]\n", ["E101 at `ad`: unknown key `ad` | did you mean `add`?"]),
        ("more.yaml", END.format("zones: {hand: {of: ware, by: [seat]}}", "for each p in seat { if p.hand == none { end_game } }"), ["E303 at `p.hand`: `p.hand` is a zone, not a value | count it (`count x in p.hand`) or take a piece of it (`p.hand[0]`)"]),
        ("more.yaml", END.format("events: {left: {fields: {who: seat}}}", "emit left(none)"), ["E303 at `none`: this is none, but a seat is needed here | only where the type has a `?` may it be none: `seat?`"]),
        ("more.yaml", END.format("{}", "for each p in seat { gain 1 fame }").replace("{}", ""), ["E309 at `gain 1 fame`: no seat is acting here | let `p` do it: `as p { ... }`; what a seat has is `p.coin`"]),
        ("more.yaml", "decisions: {bid: {of: 0..10000, ask: {en: Bid?, es: ¿Pujas?}}}", ["E303 at `0..10000`: a decision has at most 10,000 answers of one part, and these are 10,001 | ask in steps, such as `0..100` hundreds and then units, or count in larger units"]),
        ("cards/wares.yaml", "kind: ware\ncards: {}\n", ["E402 at `2`: `total` says 2, but there are 0 | count the cards, and their copies"]),
    ],
)  # fmt: skip
def test_files(name, text, expected, checked):
    found = [told(item) for item in checked({name: text}).diagnostics if item.severity == "error"]
    assert set(expected) <= set(found)


def test_a_second_definition_shows_the_first(checked):
    (item,) = checked({"more.yaml": "define:\n  cost: {amount: 1}\n"}).diagnostics
    assert told(item) == "E407 at `cost`: `cost` is defined twice in `define` | rename or remove one of them"
    ((span, label),) = item.related
    assert (span.file.endswith("more.yaml") or item.span.file.endswith("more.yaml"), label) == (
        True,
        "first defined here",
    )


def test_all_mistakes_of_a_file_are_told(checked):
    text = """\
rules:
  - id: early
    when: {event: boght, do: gain 1 fame}
  - id: second
    when: {event: bought, where: what.prize > 2, do: gian 1 fame}
  - id: third
    when:
      event: bought
      do: |
        let n = 2;
        gain 1 fmae;
        gain what coin
"""
    found = checked({"bonus.yaml": text}).diagnostics
    assert [(item.code, item.span.line, item.span.column) for item in found] == [
        ("E312", 3, 19),
        ("E313", 5, 39),
        ("E302", 5, 54),
        ("E301", 11, 16),
        ("E303", 12, 14),
    ]


def test_a_repair_replaces_only_the_name(checked):
    (item,) = checked({"bonus.yaml": RULE + "gain what.prize fame\n"}).diagnostics
    assert item.suggestion is not None
    assert (item.suggestion.replacement, item.suggestion.span) == ("price", item.span)


def test_what_is_said_of_a_wrong_value_is_said_once(checked):
    found = checked({"more.yaml": "view: {columns: [coin, 2.5]}\n"}).diagnostics
    assert [item.code for item in found] == ["E011"]


def test_a_mistake_in_kinds_of_answers_is_told_alone(checked):
    text = """\
decisions:
  act: {of: [deal, gamble, wiat], ask: {en: What?, es: ¿Qué?}}
  gamble: {of: answer, name: {en: gamble, es: apostar}, ask: {en: Do you?, es: ¿Apuestas?}}
  wait: {of: "0..3", name: {en: wait, es: esperar}, ask: {en: How long?, es: ¿Cuánto?}}
rules:
  - id: bonus
    when:
      event: bought
      do: |
        choose act { deal a in answer { } | gamble g in answer { } | wait n in 0 to 3 { } }
"""
    found = checked({"more.yaml": text}).diagnostics
    assert [told(item) for item in found if item.severity == "error" and "deal" not in item.message] == [
        "E316 at `wiat`: unknown decision `wiat` | did you mean `wait`?"
    ]


def test_rounds_of_steps_go_on_while_a_condition_holds(checked):
    text = GAME.replace("    in: 1 to 3\n", "    in: 1 to 3\n    until: face == 6\n")
    assert [told(item) for item in checked({"game.yaml": text}).diagnostics] == [
        "E107 at `face == 6`: `until` looks at turns, and a phase of `steps` has none | write `while: not (...)`"
    ]
