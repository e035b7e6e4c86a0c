"""What looks like a slip, and what only resembles one."""

import pytest

from ruleset_core.check.checker import check_paths
from ruleset_core.check.lints import _is_english, _slips
from tests.check.conftest import quote
from tests.check.page_examples import FILES


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
        ("hive_built", "you build a hive", []),
        ("hive_bailt", "you built a hive", [("bailt", "built")]),
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
        ("W511", "this has no `rewards: {6: ...}`, unlike the 2 others like it"),
        ("W511", "this has no `start: 1`, unlike the 2 others like it"),
    ]


@pytest.mark.parametrize(("shown", "told"), [("", ["W511"]), (", shown: false", [])])
def test_a_field_that_no_screen_shows_needs_no_name(checked, shown, told):
    rule = "{id: pay, when: {event: bought, where: trips < 3, do: set trips = trips + 1}}"
    text = f"state:\n  trips: {{is: 0..3{shown}}}\nrules: [{rule}]\n"
    named = {
        "round: {is: 1..3}": "round: {is: 1..3, name: {en: round, es: ronda}}",
        "face: {is: 1..6}": "face: {is: 1..6, name: {en: face, es: cara}}",
    }
    assert [code for code, _ in warned(checked, text, **named)] == told


@pytest.mark.parametrize("key", ["note: true", "tell: {en: 'a', es: 'a'}"])
def test_what_is_not_shown_is_not_told(checked, key):
    report = checked({"more.yaml": f"state:\n  trips: {{is: 0..3, shown: false, {key}}}\n"})
    assert "E107" in [item.code for item in report.diagnostics]


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
        ("told: [kept]", "`told` cannot show `kept`"),
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
  kept: {{is: 0..3, shown: false}}
rules:
  - id: more
    when:
      event: bought
      where: mine < 3 and tally[what] < 3 and secret < 3 and kept < 3
      do: set mine = mine + 1; set tally[what] = mine; set secret = mine; set kept = mine
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


@pytest.mark.parametrize(
    ("asked", "advice"),
    [
        ("choose gift { big { gain 1 fame } }", "add a branch `small { ... }`, or take it out of the set"),
        (
            "choose gift g in [big] { gain (if g == big then 1 else 2) fame }",
            "offer it behind `in`, or ask for a set without it: `{of: present, except: [small]}`",
        ),
    ],
)
def test_an_option_that_is_never_offered_is_added_where_options_stand(asked, advice, checked):
    text = (
        "sets: {present: {members: [big, small]}}\n"
        "decisions: {gift: {of: present, ask: {en: Which gift?, es: ¿Qué regalo?}}}\n"
        f"rules: [{{id: more, when: {{event: bought, do: '{asked}'}}}}]\n"
    )
    found = checked({"more.yaml": text}).diagnostics
    assert [(item.code, item.help) for item in found if item.code != "W501"] == [("W514", advice)]


@pytest.mark.parametrize(
    ("store", "does", "chest", "told"),
    [
        ("", "choose store w in bag { move w to chest }", "owner", True),
        ("", "choose store w in bag; move w to chest", "nobody", True),
        ("", "choose up to 1 store w in bag { move w to chest }", "owner", True),
        ("secret: true,", "choose store w in bag { move w to chest }", "owner", False),
        ('notation: "{it.price}",', "choose store w in bag { move w to chest }", "owner", False),
        ("", "choose store w in bag { move w to chest }", "all", False),
        ("", "choose store w in bag { move w to chest; gain w.price fame }", "owner", False),
        ("", "choose store w in bag { gain 1 fame }", "owner", False),
        ("", "choose store w in sold { move w to chest }", "owner", False),
    ],
)
def test_an_answer_tells_a_piece_that_stays_hidden(store, does, chest, told, checked):
    text = (
        f"zones: {{bag: {{of: ware, by: [seat], visible: owner}}, chest: {{of: ware, by: [seat], visible: {chest}}}}}\n"
        f"decisions: {{store: {{of: ware, {store} ask: {{en: Which?, es: ¿Cuál?}}}}}}\n"
        f"rules: [{{id: more, when: {{event: bought, do: 'move what to bag; {does}'}}}}]\n"
    )
    message = "`store` tells everybody which `ware` goes to `chest`, where it is hidden"
    assert [each for each in warned(checked, text) if each[0] == "W548"] == [("W548", message)] * told


# ---------------------------------------------------------------------------------- texts that differ between languages


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        ('{en: "Do you buy it, {me}?", es: ¿Lo compras?}', ["`es` does not tell `{me}`, which `en` does"]),
        ('{en: Do you buy it?, es: "¿Lo compras, {me}?"}', ["`en` does not tell `{me}`, which `es` does"]),
        ('{en: "Do you buy it, {me}?", es: "{ me }, ¿lo compras?"}', []),
        ('{en: "You have {coin}.", es: "Tienes {coin + 0}."}', []),  # told in another way
        ("""{en: "You have {coin}.", es: "Tienes {if coin == 1 then 'la' else 'las'} {coin}."}""", []),  # an article
        (
            """{en: "You are {me}.", es: "Eres {me}{if coin == 1 then ', pobre'}."}""",
            ["`en` does not tell `{if coin == 1 then ', pobre'}`, which `es` does"],
        ),
    ],
)
def test_a_value_in_one_language_of_a_question(ask, told, checked):
    text = "decisions:\n  more: {of: answer, ask: ASK}\nrules:\n  - {id: m, when: {event: bought, do: choose more { buy { gain 1 fame } | leave { } }}}\n"
    found = warned(checked, text.replace("ASK", ask).replace("do: choose", "do: 'choose").replace("{ } }}", "{ } }'}"))
    assert [message for code, message in found if code == "W528"] == told
    assert {code for code, _ in found} <= {"W528"}


def test_a_misspelt_value_in_one_language_is_one_finding(fair):
    text = 'ask: {en: "Do you buy it, {mee}?", es: "¿Lo compras, {me}?"}'
    found = check_paths([fair(**{"ask: {en: Do you buy it?, es: ¿Lo compras?}": text})]).diagnostics
    assert [item.code for item in found] == ["E301"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("What do you take?", True),
        ("Gain a coin", True),
        ("Gifts for all", True),
        ("Lord of the Isles", False),
        ("Porte de la Vigne", False),
        ("Tour des Six", False),
        ("Hospital", False),
        ("denier", False),
        ("{coin}: {fame}", False),
        ("…", False),
    ],
)
def test_words_that_only_english_has(text, told):
    assert _is_english(text) == told


def names(*texts: str) -> str:
    cards = "".join(
        f"  {text.split('/')[0].lower()}: {{name: {{en: {text.split('/')[0]}, es: {text.split('/')[-1]}}}, provenance: house, price: 2, "
        "effect: gain 1 fame}\n"
        for text in texts
    )
    return f"kind: ware\ncards:\n{cards}"


@pytest.mark.parametrize(
    ("cards", "lines"),
    [
        (("Lamp/Lámpara", "Rug/Alfombra", "Vase/Jarra", "Basket"), [6]),
        (("Lamp/Lámpara", "Rug/Alfombra", "Vase/Jarra", "Animal"), []),  # Spanish has such a word
        (("Lamp/Lámpara", "Rug/Alfombra", "Basket"), []),  # too few to tell
        (("Lamp/Lámpara", "Rug/Alfombra", "Vase/Jarra", "Basket", "Robert"), []),  # names, it seems
    ],
)
def test_the_only_name_that_is_not_translated(cards, lines, checked):
    found = checked({"cards/wares.yaml": names(*cards)}, **{"total: 2": f"total: {len(cards)}"}).diagnostics
    assert [(item.code, item.span.line) for item in found] == [("W529", line) for line in lines]


@pytest.mark.parametrize("lost", [("es",), ("en",), ("es", "en"), ()])
def test_a_text_lacks_a_language_that_nearly_all_others_have(lost, checked):
    text = "define:\n" + "".join(f"  d{n}: {{amount: {n}, name: {{en: a{n}, es: b{n}}}}}\n" for n in range(12))
    for lang, said in (("es", ", es: b3"), ("en", "en: a4, ")):
        text = text.replace(said, "" if lang in lost else said)
    found = [item for item in checked({"more.yaml": text}).diagnostics if item.code == "W529"]
    assert [item.span.line for item in found] == sorted(5 + (lang == "en") for lang in lost)
    assert all("others have" in item.message for item in found)


# --------------------------------------------------------------------------------------------- resources, costs, rounds


@pytest.mark.parametrize(
    ("use", "told"),
    [
        ("gain 1 fame", ["the resource `gold` is never used"]),
        ("gain 1 gold", []),
        ("gain gold fame", []),
        ("for each r in resource { gain 1 r }", []),
    ],
)
def test_a_resource_that_nothing_uses(use, told, checked):
    text = f"resources: {{members: {{gold: {{}}}}}}\nrules: [{{id: bonus, when: {{event: bought, do: '{use}'}}}}]\n"
    assert [message for _, message in warned(checked, text)] == told


def test_a_resource_that_is_only_shown_is_used(checked):
    assert warned(checked, "resources: {members: {gold: {}}}\nview: {columns: [gold]}\n") == []


@pytest.mark.parametrize(
    ("swaps", "told"),
    [
        ({"{start: 5}": "{start: 5, max: 4000}"}, []),
        ({"{start: 5}": "{start: 2, max: 3}"}, [("cards/wares.yaml", "`rug` costs at least 4 `coin`, and nobody ever has more than 3")]),
        ({"{start: 5}": "{start: 2, spaces: 3}"}, [("cards/wares.yaml", "`rug` costs at least 4 `coin`, and nobody ever has more than 3")]),
        ({"{start: 5}": "{start: 1, max: 1}"}, [("game.yaml", "this costs at least 2 `coin`, and nobody ever has more than 1")]),
        ({"{start: 5}": "{start: 2, max: 3}", "rules:": "rules:\n  - {id: sale, while_in_play: {modify: cost, add: -1}}"}, []),
    ],
)  # fmt: skip
def test_costs_that_nobody_can_pay(swaps, told, checked):
    found = [(item.span.file.partition("fair/")[2], item.message) for item in checked(**swaps).diagnostics]
    assert found == told


def test_a_price_that_is_only_compared(checked):
    text = "rules:\n  - {id: bonus, when: {event: bought, where: what.price <= coin, do: lose what.price coin}}\n"
    found = checked(
        {"more.yaml": text}, **{"{start: 5}": "{start: 2, max: 3}", "price: int": "price: 0..9"}
    ).diagnostics
    assert {item.code for item in found} == {"W541"}


def test_a_round_that_no_phase_comes_to(checked):
    rule = "rules: [{id: bonus, when: {event: bought, where: round == 3, do: gain 1 fame}}]\n"
    assert warned(checked, rule) == []
    assert warned(checked, rule, **{"in: 1 to 3": "in: 1 to 2"}) == [("W502", "this can never hold")]


@pytest.mark.parametrize(
    ("given", "told"), [("set heat = 3", 0), ("set heat = 2", 1), ("roll heat", 0), ("set heat = heat + 1", 0)]
)
def test_a_value_that_nothing_gives_a_field(given, told, checked):
    text = f"state: {{heat: {{is: 1..3}}}}\nrules: [{{id: bonus, when: {{event: bought, where: heat == 3, do: {given}}}}}]\n"
    assert warned(checked, text) == [("W502", "this can never hold")] * told


@pytest.mark.parametrize(("start", "told"), [("2", 1), ("none", 0)])
def test_a_roll_never_gives_none(start, told, checked):
    text = f"state: {{heat: {{is: '1..3?', start: {start}}}}}\nrules: [{{id: bonus, when: {{event: bought, where: heat == none, do: roll heat}}}}]\n"
    assert warned(checked, text) == [("W502", "this can never hold")] * told


def test_an_optional_range_has_no_minus_one(checked):
    text = "state: {heat: {is: '-3..3?'}}\nrules: [{id: bonus, when: {event: bought, where: heat == none, do: roll heat}}]\n"
    found = checked({"more.yaml": text}).diagnostics[0]
    assert (found.code, found.message) == ("E314", "`-3..3?` cannot tell -1 from `none`")


def test_a_round_that_an_expansion_takes_out_and_waits_for(fair):
    game = fair()
    folder = game / "expansions" / "short"
    folder.mkdir(parents=True)
    text = """\
expansion: short
of: fair
name: {en: Short, es: Corta}
version: "1.0"
override:
  flow:
    day: {in: 1 to 2}
rules:
  - id: late
    when: {event: bought, where: fame > 1 and round == 3, do: gain 1 fame}
"""
    (folder / "expansion.yaml").write_text(text, encoding="utf-8")
    (found,) = check_paths([folder]).diagnostics
    assert (found.code, found.span.line, quote(found.span)) == ("W502", 10, "round")


# ----------------------------------------------------------------------------------------- cards as `new` made them


NEW = '  coin:\n    name: {en: "Coin", es: "Coin"}\n    provenance: house\n    price: 1   # int\n    # effect:   # what it does\n'


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("", "", ["W540"]),
        ('es: "Coin"', 'es: "Moneda"', []),
        ("price: 1", "price: 3", []),
        ("# effect:   # what it does", "effect: gain 1 fame", []),
        ("    # effect:   # what it does\n", "", []),  # by hand
    ],
)
def test_a_card_as_it_was_made(old, new, told, checked):
    cards = FILES["cards/wares.yaml"] + NEW.replace(old, new)
    found = checked({"cards/wares.yaml": cards}, **{"total: 2": "total: 3"}).diagnostics
    assert [item.code for item in found if item.code != "W511"] == told
    assert len(found) == 1 or not told


def test_a_row_of_a_table_as_it_was_made(checked):
    table = (
        "ware,name.en,name.es,provenance,price,effect\nlamp,Lamp,Lámpara,house,2,gain 1 fame\ncoin,Coin,Coin,house,1\n"
    )
    found = checked({"cards/wares.yaml": "kind: ware\ncards: {}\n", "cards/wares.csv": table}).diagnostics
    assert [item.code for item in found] == ["W540"]
