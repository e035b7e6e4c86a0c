"""Packs of languages: a third one is data alone, and what one lacks is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from ruleset_core.lang import operations, quantities
from ruleset_core.lang.program import Program
from ruleset_core.lang.verbs import VERBS
from ruleset_core.messages import LANGUAGES
from ruleset_core.model.yaml_documents import load_document
from ruleset_core.story.text.effect_text import EffectWriter
from ruleset_core.story.text.language import PACKS, language_of, read_pack
from tests.lang import text_game as game

ESPERANTO: dict[str, Any] = {
    "language": "eo",
    "nouns": {
        "plural": [["$", "j"]], "plural of": "each", "uncounted": ["^patience$"], "uncounted of": "first",
        "several": ["j$"], "several of": "last",
    },
    "articles": {"the": ["la"], "a": [""], "no": ["neniu"], "this": ["tiu ĉi"], "that": ["tiu"], "first": ["la unua"], "last": ["la lasta"], "any": ["iu"], "other": ["alia"], "numbered": [""]},
    "determiners": ["la"], "possessives": ["via"], "openers": ["kio"], "prepositions": ["de", "en"], "clauses": ["kiu"],
    "copulas": ["estas"], "sounds": [["kaj", "^[0-9]", "plus"]],
}  # fmt: skip
SAID = {
    "verb gain": "gajnu {amount} {resource}", "verb lose": "perdu {amount} {resource}", "for each": "{number} por ĉiu {one}{where}",
    "Selection zone": "{noun} en {zone}", "Load mine": "via {title}", "If otherwise": "{then}, se {condition}; alie {otherwise}",
    "have": "vi havas", "Op > mine": "{who} pli ol {count}",
}  # fmt: skip


def english_sentences() -> dict[str, str]:
    own = yaml.safe_load((PACKS / "en.yaml").read_text(encoding="utf-8"))["sentences"]
    verbs = {f"verb {verb.name}": verb.text["en"] for verb in VERBS.values()}
    return {**operations.templates("en"), **quantities.templates("en"), **verbs, **own}


def pack(**changed: Any) -> dict[str, Any]:
    """A pack of Esperanto, as far as this test needs it; the rest is English."""
    words = yaml.safe_load((PACKS / "en.yaml").read_text(encoding="utf-8"))["words"] | {
        "and": "kaj",
        "me": "vi",
        "it": "ĝi",
    }
    return {**ESPERANTO, "words": words, "sentences": english_sentences() | SAID, **changed}


def write(directory: Path, data: Any) -> Path:
    file = directory / "eo.yaml"
    file.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return game.link(tmp_path_factory.mktemp("packs") / "")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("gain 3 coin; gain 2 patience", "Gajnu 3 coinj plus 2 patience."),
        ("gain (count c in hand) apple", "Gajnu 1 apple por ĉiu card en via hand."),
        (
            "if coin > 2 { gain 1 coin } else { lose 2 apple }",
            "Gajnu 1 coin, se vi havas pli ol 2 coinj; alie perdu 2 applej.",
        ),
    ],
)
def test_a_third_language_is_data_alone(program: Program, tmp_path: Path, source: str, said: str) -> None:
    writer = EffectWriter(program.vocabulary, read_pack(write(tmp_path, pack())))
    block = game.effect(program, source)
    assert writer.sentences(block, writer.opened(block)) == said


def test_what_a_pack_lacks_is_named(tmp_path: Path) -> None:
    sentences = {key: text for key, text in pack()["sentences"].items() if key not in {"If", "verb gain", "Put many"}}
    with pytest.raises(ValueError, match=r"lacks `verb gain`, `If`$"):
        read_pack(write(tmp_path, pack(sentences=sentences)))


@pytest.mark.parametrize("broken", [{"nouns": {}}, {"sounds": [["a", "[", "an"]]}, {"language": None}, {"copulas": 3}])
def test_what_is_no_pack_is_refused(tmp_path: Path, broken: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"is no pack|lacks"):
        read_pack(write(tmp_path, pack(**broken)))
    with pytest.raises(ValueError, match="is no pack"):
        read_pack(write(tmp_path, ["no pack"]))


def test_every_language_of_the_program_has_a_pack() -> None:
    for file in PACKS.glob("*.yaml"):
        compiled = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
        assert compiled == load_document(file)[0].data, "write it again: python -m ruleset_core.story.text"
        read_pack(file)
    assert (
        {file.stem for file in PACKS.glob("*.yaml")} == {language_of(code).code for code in LANGUAGES} == {*LANGUAGES}
    )
