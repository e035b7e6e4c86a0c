"""Sentences that once made people stumble, as they are to be read, in both languages: `sentences.yaml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ruleset_core import Game, load
from ruleset_core.lang.vocabulary import text_parts
from ruleset_core.messages import message_template
from tests.quick_yaml import read_yaml

EXPANSIONS = {
    "troyes": ["bonus_2011"], "troyes_dice": ["banquetes_y_asaltos"], "carcassonne_masons": ["isthmus"], "tournay": [],
}  # fmt: skip
LANGS = ("en", "es")
KINDS = ("card", "rule", "question", "name", "title", "fact", "message")
SENTENCES: list[dict[str, str]] = read_yaml(Path(__file__).parent / "sentences.yaml")


@cache
def game(name: str) -> Game:
    return load(name, expansions=EXPANSIONS[name])


def said(kind: str, where: str, lang: str) -> str:
    """What a card, a rule, a question... says now, on one line."""
    name, *keys = where.split(" ")
    if kind == "message":
        return message_template(name, lang)
    known = game(name).glossary
    if kind == "card":
        return " ".join(game(name).card(keys[0]).text(lang).splitlines())
    if kind == "rule":
        return " ".join(game(name).rule_texts(lang)[keys[0]].splitlines())
    if kind == "question":
        asked = game(name).program.vocabulary.decisions[keys[0]].ask[lang]
        first = next(part for part in text_parts(asked, lambda _: True) if part)
        return first if isinstance(first, str) else ""
    return {"name": known.name, "title": known.title, "fact": known.fact_title}[kind](keys[0], keys[1], lang)


def _kind(entry: dict[str, str]) -> str:
    return next(kind for kind in KINDS if kind in entry)


@pytest.mark.parametrize("entry", SENTENCES, ids=lambda entry: f"{_kind(entry)} {entry[_kind(entry)]}")
def test_it_reads_well(entry: dict[str, str]) -> None:
    kind = _kind(entry)
    assert [said(kind, entry[kind], lang) for lang in LANGS] == [entry[lang] for lang in LANGS]


def test_all_kinds_of_sentences_are_there() -> None:
    assert {_kind(entry) for entry in SENTENCES} == set(KINDS)
    assert len(SENTENCES) >= 100


CLUMSY = {
    "en": (
        "this never holds", "this always holds", "exactly if", "of you ", "your your", "Let n be", "the the ", " (X = ", "[", "Consider",
    ),
    "es": (
        "de color ", "no se cumple nunca", "se cumple esto", " de el ", " a el ", "tu tu ", "tus tus", "acts:", "(X = ", "[", "Considera",
    ),
}  # fmt: skip


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", EXPANSIONS)
def test_no_card_or_rule_says_what_nobody_says(name: str, lang: str) -> None:
    cards = {card: game(name).card(card).text(lang) for card in game(name).card_ids()}
    texts = cards | game(name).rule_texts(lang)
    assert cards
    assert {each: text for each, text in texts.items() if any(words in text for words in CLUMSY[lang])} == {}
