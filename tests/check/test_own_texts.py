"""Own texts of cards and rules beside what they do: figures, names and targets of one that the other does not have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core.check.checker import CheckReport, check_paths
from ruleset_core.check.combinations import link_combination, read_combinations
from ruleset_core.check.own_texts import CardContext, compare_texts, made_text, own_text_sites
from ruleset_core.check.targets import find_targets
from ruleset_core.compile.linker import Linker
from ruleset_core.diagnostics import Span
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.traversal import rebuilt
from ruleset_core.lang.vocabulary import Vocabulary
from ruleset_core.story.text.language import language_of
from ruleset_core.story.text.mentions import MentionReader
from tests.check.conftest import quote, told

Checked = Callable[..., CheckReport]
RULE = 'rules: [{{id: a, text: {{en: "{en}"}}, when: {{event: bought, do: "{do}"}}}}]\n'


def findings(checked: Checked, en: str, do: str) -> list[str]:
    report = checked({"more.yaml": RULE.format(en=en, do=do)})
    return [told(item).partition(" | ")[0] for item in report.diagnostics if item.code not in {"W529", "W511"}]


@pytest.mark.parametrize(
    ("text", "effect", "found"),
    [
        ("Gain 2 fame.", "gain 2 fame", ""),
        ("Gain two fame.", "gain 2 fame", ""),
        ("Gain some fame, a point of it.", "gain 1 fame", ""),
        ("Gain 3 fame.", "gain 2 fame", "`3 fame`: the text says `3 fame`; what the rule does says `2 fames`"),
        ("Gain three fame.", "gain 2 fame", "`three fame`: the text says `three fame`; what the rule does says `2 fames`"),
        ("Two for you!", "gain 2 fame", ""),
        ("Everyone else loses a coin, and you gain it.", "for each p in others { as p { lose 1 coin }; gain 1 coin }", ""),
        ("Each of the others loses a coin.", "for each p in others { as p { lose 1 coin } }", ""),
        ("Gain 2 coins.", "gain 2 coin; gain 1 fame", '`"Gain 2 coins."`: what the rule does says `fame`, and the text does not'),
        ("Gain fame.", "gain 2 fame", '`"Gain fame."`: what the rule does says `2 fames`, and the text does not'),
        ("Gain 2 coin.", "gain 2 fame", "`coin`: the text says `coin`; what the rule does says `fames`"),
        ("Gain 2 coins and 1 fame.", "gain 2 coin; gain 1 coin", "`fame`: the text says `fame`; what the rule does says `coin`"),
        ("Each player gains 2 fame.", "for each p in seat { as p { gain 2 fame } }", ""),
        ("All players gain 2 fame.", "for each p in seat { as p { gain 2 fame } }", ""),
        (
            "Each player gains 2 fame.",
            "for each p in others { as p { gain 2 fame } }",
            "`Each player`: the text says `Each player`; what the rule does says `each other player`",
        ),
    ],
)  # fmt: skip
def test_texts_and_effects_are_compared(checked: Checked, text: str, effect: str, found: str) -> None:
    assert findings(checked, text, effect) == [f"W524 at {found}"] * bool(found)


def test_the_effect_is_shown_beside_the_text_and_its_own_words_as_help(checked: Checked) -> None:
    text = "rules: [{id: a, text: {en: Gain 3 fame., es: Gana 3 de fama.}, when: {event: bought, do: gain 2 fame}}]\n"
    (found,) = checked({"more.yaml": text}).diagnostics
    assert [(quote(span), label) for span, label in found.related] == [("2", "here it is `2 fames`")]
    assert found.help == "made from what it does: When bought: gain 2 fames."


@pytest.mark.parametrize(
    ("spanish", "found"), [("Gana dos de fama.", []), ("Gana 3 de fama.", ["`3`"]), ("Gana fama.", ["`Gana fama.`"])]
)
def test_each_language_is_compared(checked: Checked, spanish: str, found: list[str]) -> None:
    text = f"rules: [{{id: a, text: {{en: Gain 2 fame., es: {spanish}}}, when: {{event: bought, do: gain 2 fame}}}}]\n"
    assert [f"`{quote(item.span)}`" for item in checked({"more.yaml": text}).diagnostics] == found


def test_a_text_in_french_alone_is_compared(checked: Checked) -> None:
    text = "rules: [{id: a, text: {fr: Gagnez trois gloires.}, when: {event: bought, do: gain 2 fame}}]\n"
    found = [item for item in checked({"more.yaml": text}).diagnostics if item.code == "W524"]
    assert [quote(item.span) for item in found] == ["trois"]


def test_a_translation_is_compared_with_its_text(checked: Checked) -> None:
    text = "rules: [{id: a, text: {en: Gain 2 fame., es: Gana 2 de fama., fr: Gagnez trois gloires.}, when: {event: bought, do: gain 2 fame}}]\n"
    (found,) = checked({"more.yaml": text}).diagnostics
    assert (found.code, quote(found.span)) == ("W524", "Gagnez trois gloires.")
    assert found.message == "the translation says `3`; the text says `2`"


@pytest.mark.parametrize(
    ("text", "found"), [("two for each coin", 0), ("three for each coin", 1), ("{1 + 2} for each coin", 0)]
)
def test_a_line_of_the_score_says_the_figures_of_its_amount(checked: Checked, text: str, found: int) -> None:
    row = f'score: {{purse: {{name: {{en: Purse, es: Bolsa}}, amount: 2 * coin, text: {{en: "{text}", es: por moneda}}}}}}\n'
    assert sum(item.code == "W524" for item in checked({"more.yaml": row}).diagnostics) == found


def test_a_text_that_an_expansion_gives_with_a_change_is_compared(fair: Callable[..., Path]) -> None:
    rule = "rules: [{id: a, text: {en: Gain 2 fame., es: Gana 2 de fama.}, when: {event: bought, do: gain 2 fame}}]\n"
    new = "{text: {en: Gain 4 fame., es: Gana 4 de fama.}, when: {event: bought, do: gain 3 fame}}"
    header = "expansion: dear\nof: fair\nname: {en: Dear, es: Caro}\nversion: '1.0'\n"
    change = f"{header}override: {{rules: {{a: {new}}}}}\n"
    (found,) = check_paths([fair({"more.yaml": rule, "expansions/dear/expansion.yaml": change})]).diagnostics
    assert (found.code, quote(found.span), Path(found.span.file).name) == ("W524", "4 fame", "expansion.yaml")
    assert [quote(span) for span, _ in found.related] == ["3"]


# -- planted changes -----------------------------------------------------------------------------------------------------


class _PlantedContext(CardContext):
    """The effect was changed in the tree alone: all its figures count as written."""

    def span_of(self, word: str) -> Span:  # noqa: ARG002 - any word
        return self.site.document.key_span(self.site.path)


def _planted(linker: Linker, key: tuple[str, str], chance: Random) -> Iterator[list[Any]]:
    """The clauses of a game with one figure, member or target of what a card does changed, for each of these."""
    clauses = linker.program.clauses
    for place, clause in enumerate(clauses):
        for part in ("body", "value", "where") if (clause.owner, clause.side) == key else ():
            tree = getattr(clause, part)
            for at in range(len(_changed(tree, -1, linker.v, chance)[1]) if tree is not None else 0):
                new = replace(clause, **{part: _changed(tree, at, linker.v, chance)[0]})
                yield [*clauses[:place], new, *clauses[place + 1 :]]


def _changed(tree: Any, at: int, v: Vocabulary, chance: Random) -> tuple[Any, list[Any]]:
    """The tree with another figure, member or target at the place `at`; all that could be changed."""
    seen: list[Any] = []

    def change(node: Any) -> Any:
        node = rebuilt(node, change)
        if isinstance(node, t.Const) and node.type.kind in {"int", "member"} and node.value >= 0:
            seen.append(node)
            if len(seen) - 1 != at:
                return node
            others = (
                range(len(v.domains[node.type.domain].ids)) if node.type.kind == "member" else range(1, node.value + 4)
            )
            return replace(node, value=chance.choice([each for each in others if each != node.value] or [node.value]))
        if isinstance(node, t.Selection) and node.kind == "others":
            seen.append(node)
            return replace(node, kind="all") if len(seen) - 1 == at else node
        return node

    return change(tree), seen


def _linked(name: str) -> Linker:
    """A game with all its expansions."""
    (target,) = find_targets([name])
    made = read_combinations(target.made_of, target.expansions)[-1]
    link_combination(made, deciding=False)
    assert made.linker is not None
    return made.linker


def _differs(linker: Linker, key: tuple[str, str], context: CardContext) -> bool:
    """Whether the text of a card is told to differ from what it does, in one of the languages."""
    for lang in ("en", "es"):
        own, made = linker.program.given[key][lang], made_text(linker.program, key, lang)
        reader = MentionReader(linker.v, language_of(lang), [own, made])
        if compare_texts(reader.read(own), reader.read(made), context):
            return True
    return False


@pytest.mark.slow
def test_nine_of_ten_planted_changes_are_noticed() -> None:
    chance, noticed, missed = Random(7), 0, list[str]()
    for name in ("troyes", "tournay", "troyes_dice", "carcassonne_masons"):
        linker = _linked(name)
        program = linker.program
        before = {key: made_text(program, key, "en") for key in program.given}
        for key, site in own_text_sites(linker):
            for clauses in _planted(linker, key, chance):
                linker.program = replace(program, clauses=clauses)
                made = made_text(linker.program, key, "en")
                if made == before[key]:  # no text can say it
                    continue
                if _differs(linker, key, _PlantedContext(linker, key, site)):
                    noticed += 1
                else:
                    missed.append(f"{key}: {program.given[key]['en']} | {made}")
            linker.program = program
    assert noticed + len(missed) > 100
    assert noticed >= 0.9 * (noticed + len(missed)), "\n".join(missed)
