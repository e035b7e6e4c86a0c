"""`show`, `stats` and `schema` print what the seam says."""

import json
from dataclasses import dataclass, field

import pytest

import ruleset_core
from ruleset_core.engine.glossary import value_words
from ruleset_core.engine.visible_figures import Figure
from tests.standin import StandInGame, StandInGlossary


@dataclass(frozen=True)
class Card:
    id: str
    kind: str = "charm"
    names: dict = field(default_factory=lambda: {"en": "Clover", "es": "Trébol"})
    provenance: str = "house"
    copies: int = 4
    expansion: str = ""
    house: tuple = ()
    inferred: tuple = ()
    facts: dict = field(default_factory=lambda: {"black": True, "colour": "red", "cells": ["a1", "b1"], "slot": None})

    def name(self, lang):
        return self.names[lang]

    def text(self, lang):
        return {"en": "Gain 4 points.", "es": "Gana 4 puntos."}[lang]


class Glossary(StandInGlossary):
    def name(self, _family, item, _lang):
        return item

    def members(self, _family):
        return []

    handles = ()

    def figures_of(self, card, _seen=None):
        return {name: Figure(value, value) for name, value in Card(card).facts.items()}

    def title(self, _part, _item, lang):
        return {"en": "lucky charm", "es": "amuleto"}[lang]

    def fact_title(self, _family, fact, lang):
        return {"black": {"en": "black", "es": "negro"}}.get(fact, {}).get(lang, fact)

    def untold(self, _family, _lang):
        return {}

    def fact_value(self, _family, _fact, value, lang):
        return ", ".join(value) if isinstance(value, list) else value_words(value, lang)


class Game(StandInGame):
    glossary = Glossary()
    name, hash, players = "charms", "0123456789abcdef", (1, 4)
    option_names, expansions, always = ("numbering",), ("more",), ()
    id, base = "charms", ("charms", "")

    def title(self, lang):
        return {"en": "Charms", "es": "Amuletos"}[lang]

    def rule_texts(self, lang):
        return {"coins": f"Space 3: gain 1 charm ({lang})."}

    def card_ids(self):
        return ["clover", "mirror"]

    def card(self, card):
        return Card(card) if card == "clover" else Card(card, names={"en": "Mirror", "es": "Espejo"}, copies=1)

    def stats(self):
        return {"cards": 8, "cards_without_hooks": 6, "rules": 0, "rules_without_hooks": 0, "hooks": ["close_region"]}


@pytest.fixture(autouse=True)
def loads(monkeypatch):
    """Every game is the one above; gives what was asked for."""
    asked = []

    def load(name, expansions=(), roots=(), **_how):
        asked.append((name, tuple(expansions), tuple(roots)))
        return Game()

    monkeypatch.setattr(ruleset_core, "load", load, raising=False)
    return asked


def test_show_a_game(run):
    out = run("show", "pig").out
    assert "Charms (charms)" in out
    assert "1 to 4" in out
    assert "clover x4  Clover" in out
    assert "coins  Space 3: gain 1 charm (en)." in out


def test_show_passes_on_expansions_and_roots(run, loads, tmp_path):
    run("show", "pig", "-x", "more", "--data", tmp_path)
    assert loads == [("pig", ("more",), (tmp_path,))]


@pytest.mark.parametrize(("lang", "text"), [("en", "Gain 4 points."), ("es", "Gana 4 puntos.")])
def test_show_a_card_with_its_text(run, lang, text):
    assert text in run("show", "pig", "clover", "--lang", lang).out


def test_show_a_card_with_its_facts_and_provenance(run):
    lines = [line.split(maxsplit=1) for line in run("show", "pig", "clover").out.splitlines() if line]
    assert {
        ("kind", "lucky charm, 4 copies"),
        ("provenance", "house value"),
        ("black", "yes"),
        ("colour", "red"),
        ("cells", "a1, b1"),
        ("slot", "none"),
    } <= {tuple(line) for line in lines}


def test_show_a_card_in_spanish_says_facts_in_spanish(run):
    lines = [line.split(maxsplit=1) for line in run("show", "pig", "clover", "--lang", "es").out.splitlines() if line]
    assert {
        ("tipo", "amuleto, 4 ejemplares"),
        ("procedencia", "valor propio"),
        ("negro", "sí"),
        ("slot", "ninguno"),
    } <= {tuple(line) for line in lines}


@pytest.mark.parametrize("name", ["Clover", "clover", "CLOVER"])
def test_show_a_card_by_its_name(run, name):
    assert "Gain 4 points." in run("show", "pig", name).out


def test_show_an_unknown_card(run):
    outcome = run("show", "pig", "cloer")
    assert outcome.code == 1
    assert "There is no card and nothing else called `cloer` in charms. Did you mean `clover`?" in outcome.err


def test_show_as_json(run):
    assert json.loads(run("show", "pig", "clover", "--format", "json").out)["text"] == "Gain 4 points."
    assert [card["card"] for card in json.loads(run("show", "pig", "--format", "json").out)["cards"]] == [
        "clover",
        "mirror",
    ]


def test_stats_of_one_game(run):
    heading, line = run("stats", "pig").out.splitlines()
    assert heading.startswith("GAME")
    assert line.split() == ["pig", "8", "6", "(75", "%)", "0", "-", "close_region"]


def test_stats_of_all_games(run):
    assert {"pig", "troyes_dice"} <= json.loads(run("stats", "--format", "json").out).keys()


def test_stats_count_a_game_with_all_its_expansions(run, loads, tmp_path):
    (tmp_path / "expansion.yaml").write_text("expansion: more\nof: pig\n", encoding="utf-8")
    run("stats", "pig", "--data", tmp_path)
    assert loads == [("pig", ("more",), (tmp_path,))]


@pytest.mark.slow
def test_schemas_printed(run):
    schemas = json.loads(run("schema").out)
    assert {"game", "cards", "expansion"} <= schemas.keys()


@pytest.mark.slow
def test_schemas_written(run, tmp_path):
    assert run("schema", "--out", tmp_path / "deep" / "er").code == 0
    written = json.loads((tmp_path / "deep" / "er" / "game.schema.json").read_text(encoding="utf-8"))
    assert written == json.loads(run("schema").out)["game"]
    assert "GameFile" in written["$defs"]


def test_a_game_is_shown_in_spanish(run):
    ran = run("show", "pig", "--lang", "es")
    assert "  jugadores    de 1 a 4\n  expansiones  more (en juego)\n  opciones     numbering\n" in ran.out
    assert "\nreglas\n" in ran.out
