"""What looks like a slip, and what only resembles one."""

import pytest

from ruleset_core.check.lints_names import _slips


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("fortrss_1", "Fortress 1", [("fortrss", "fortress")]),
        ("fortres_1", "Fortress 1", [("fortres", "fortress")]),
        ("link_foretress", "Fortress link", [("foretress", "fortress")]),
        ("knigth", "knight", [("knigth", "knight")]),
        ("knoght", "Knight", [("knoght", "knight")]),
        ("knights", "knight", []),
        ("knight", "knights", []),
        ("spot", "slot of a chip this half-day", []),
        ("fortress", "Castle", []),
        ("red", "Red", []),
        ("a_b", "a c", []),
        ("tour_d_arras", "Tour d'Arras", []),
        ("cant_stop", "Can't Stop", []),
        ("lord_s_hall", "Lord’s Hall", []),
        ("hexr", "hex", []),
        ("castl", "castle", [("castl", "castle")]),
    ],
)
def test_ids_and_names(name, text, expected):
    assert list(_slips(name, [text])) == expected


def warned(checked, text, **swaps):
    return [(item.code, item.message) for item in checked({"more.yaml": text}, **swaps).diagnostics]


def test_rewards_of_alike_resources(checked):
    text = """\
resources:
  members:
    gold: {metal: true, spaces: 9, start: 1, rewards: {3: gain 1 fame, 6: gain 1 fame}}
    silver: {metal: true, spaces: 9, start: 1, rewards: {3: gain 1 fame, 6: gain 1 fame}}
    copper: {metal: true, spaces: 9, rewards: {3: gain 1 fame}}
rules:
  - {id: pay, when: {event: bought, do: gain 1 gold; gain 1 silver; gain 1 copper}}
"""
    others = {
        "resources:\n": "resources:\n  facts: {metal: bool}\n",
        "{start: 5}": "{metal: false, start: 5}",
        "{max: 20}": "{metal: false, max: 20}",
        "what.price > 3": "what.price > 3 and (any r in resource where r.metal)",
    }
    told = warned(checked, text, **others)
    assert told == [
        ("W511", "the only one of 3 like it without `rewards: {6: ...}`"),
        ("W511", "the only one of 3 like it without `start: 1`"),
    ]


def test_a_card_that_does_nothing(checked):
    cards = "kind: ware\ncards:\n" + "".join(
        f"  {name}: {{name: {{en: {name}, es: {name}}}, provenance: house, price: 2{effect}}}\n"
        for name, effect in (("lamp", ", effect: gain 1 fame"), ("rug", ", effect: gain 1 fame"), ("vase", ""))
    )
    found = checked({"cards/wares.yaml": cards}, **{"total: 2": "total: 3"}).diagnostics
    assert [(item.code, item.span.line) for item in found] == [("W511", 5)]


def test_a_card_that_only_scores_does_something(checked):
    cards = "kind: ware\ncards:\n" + "".join(
        f"  {name}: {{name: {{en: {name}, es: {name}}}, provenance: house, price: 2, {does}}}\n"
        for name, does in (("lamp", "effect: gain 1 fame"), ("rug", "effect: gain 1 fame"), ("vase", "score: 2"))
    )
    found = checked({"cards/wares.yaml": cards}, **{"total: 2": "total: 3"}).diagnostics
    assert "W511" not in [item.code for item in found]


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("set tally = 1", ["the field `tally` is set, but nothing reads it"]),
        ("roll tally", ["the field `tally` is set, but nothing reads it"]),
        ("set tally = tally + 1", []),
        ("gain tally fame", ["the field `tally` is never set"]),
        ("set tally = 1; gain tally fame", ["the field `tally` is only ever set to its first value"]),
        ("set tally = 2; gain tally fame", []),
        ("roll tally; gain tally fame", []),
        ("gain 1 fame", ["the field `tally` is never used"]),
    ],
)
def test_fields(effect, expected, checked):
    text = f"state: {{tally: {{is: 1..9}}}}\nrules: [{{id: bonus, when: {{event: bought, do: {effect}}}}}]\n"
    assert [message for _, message in warned(checked, text)] == expected


@pytest.mark.parametrize(("visible", "unread"), [("owner", 0), ("all", 1), ("nobody", 1)])
def test_what_only_its_owner_sees_is_read_by_its_owner(visible, unread, checked):
    text = f"state: {{tally: {{by: [seat], is: 1..9, visible: {visible}}}}}\nrules: [{{id: bonus, when: {{event: bought, do: set tally = 2}}}}]\n"
    assert [code for code, _ in warned(checked, text)] == ["W509"] * unread


def test_events_for_expansions_to_come(checked):
    rules = 'rules: [{id: last, when: {event: bought, where: "stall[0] == none", do: emit over}}]\n'
    assert warned(checked, "events: {over: {fields: {}}}\n" + rules) == [("W515", "nothing follows the event `over`")]
    assert warned(checked, "events:\n  over: {fields: {}}  # ruleset: ignore[W515] for expansions\n" + rules) == []


def test_the_header(checked):
    told = warned(checked, "rules: []\n", **{'version: "1.0"\n': "", "provenance: house\n\n": "\n"})
    assert told == [("W512", "the header does not say `provenance`"), ("W512", "the header does not say `version`")]


BONUS = """\
define:
  bonus: {params: {w: ware, n: int}, amount: BODY}
rules:
  - {id: paid, when: {event: bought, do: "gain bonus(what, 2) fame"}}
"""


@pytest.mark.parametrize(
    ("body", "change", "unread"),
    [
        ("2", "", ["w", "n"]),
        ("n", "", ["w"]),
        ("2", "{modify: bonus, where: w.price > 2, add: n}", []),
        ("2", "{modify: bonus, where: w.price > 2, set: 1}", ["n"]),
        ("n", "{modify: bonus, add: w.price}", []),
        ("n", "{modify: cost, add: 1}", ["w"]),
    ],
)
def test_parameters_that_only_modifiers_read(body, change, unread, checked):
    text = BONUS.replace("BODY", body) + (f"  - {{id: more, while_in_play: [{change}]}}\n" if change else "")
    told = [message for code, message in warned(checked, text) if code == "W505"]
    assert told == [f"the parameter `{each}` is never used" for each in unread]


def test_an_effect_that_nothing_does(checked):
    found = checked(**{" do first_one.effect;": ""}).diagnostics
    assert [(item.code, item.message) for item in found] == [("W506", "nothing does the `effect` of a ware")]
    assert len(found[0].alike) == 1


def test_the_field_a_phase_counts_with_is_not_set(checked):
    for text in ("set round = round - 1", "roll round"):
        found = checked({"more.yaml": f"rules: [{{id: more, when: {{event: bought, do: {text}}}}}]\n"}).diagnostics
        assert [(item.code, item.message) for item in found] == [
            ("E310", "the phase `day` counts with `round`: set here, it would count on all the same")
        ]


@pytest.mark.parametrize(
    ("view", "message"),
    [
        ("columns: [cion]", "there is no `cion` to show"),
        ("columns: [face]", "`columns` cannot show `face`"),
        ("columns: [stall]", "`columns` cannot show `stall`"),
        ("columns: [tally]", "`columns` cannot show `tally`"),
        ("told: [coin]", "`told` cannot show `coin`"),
        ("told: [mine]", "`told` cannot show `mine`"),
        ("told: [secret]", "`told` cannot show `secret`"),
        ("told: [cost]", "`told` cannot show `cost`"),
        ("amounts: [coin]", "`amounts` cannot show `coin`"),
        ("amounts: [toll]", "there is no `toll` to show"),
    ],
)
def test_hints_that_would_show_nothing(checked, view, message):
    text = f"""\
state:
  mine: {{by: [seat], is: 0..3}}
  tally: {{by: [seat, ware], is: 0..3}}
  secret: {{is: 0..3, visible: nobody}}
rules:
  - id: more
    when:
      event: bought
      where: mine < 3 and tally[what] < 3 and secret < 3
      do: set mine = mine + 1; set tally[what] = mine; set secret = mine
view: {{{view}}}
"""
    assert warned(checked, text) == [("W513", message)]
    good = text.replace(view, "columns: [coin, mine], told: [face, round], amounts: [cost]")
    assert warned(checked, good) == []


def test_a_reason_may_show_values(checked):
    text = (
        "decisions: {which: {of: ware, ask: {en: Which?, es: ¿Cuál?}, why: [{unless: it.price < 3,"
        " say: {en: 'It costs {it.price}, and {itt} is gone.', es: 'Cuesta {it.price}.'}}]}}\n"
        "rules: [{id: more, when: {event: bought, do: 'choose which w in stall where w.price < 3 { gain 1 fame }'}}]\n"
    )
    assert warned(checked, text) == [("E301", "unknown name `itt`")]
