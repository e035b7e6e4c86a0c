"""The reference of the language: written anew it is the committed file, and its examples are of the language."""

from __future__ import annotations

from dataclasses import is_dataclass

import pytest

from ruleset_core.lang.file_formatter import format_effect, format_expr
from ruleset_core.lang.operations import ReferenceEntry
from ruleset_core.lang.reference import EXPRESSIONS, FILE, SELECTIONS, STATEMENTS, reference
from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.syntax.parser import parse
from ruleset_core.lang.verbs import VERBS
from tests.mutation.kin import walk

ENTRIES = [*STATEMENTS, *EXPRESSIONS, *SELECTIONS]
VERB_EXAMPLES = [ReferenceEntry(verb.signature, verb.doc, verb.example) for verb in VERBS.values()]


def test_the_committed_reference_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == reference(), "run: python -m ruleset_core.lang.reference"


@pytest.mark.parametrize("entry", [*ENTRIES, *VERB_EXAMPLES], ids=lambda entry: entry.form)
def test_every_example_is_of_the_language_and_in_form(entry: ReferenceEntry) -> None:
    _, problems = parse(entry.example, entry.start)
    assert problems == []
    formatted = (format_effect if entry.start == "effect" else format_expr)(entry.example)
    assert formatted == entry.example


def test_every_form_of_the_language_has_an_example() -> None:
    seen = {
        type(node)
        for entry in ENTRIES
        for node in walk(parse(entry.example, entry.start)[0] or s.BlockSyntax(0, 0, ()))
    }
    forms = {each for each in vars(s).values() if isinstance(each, type) and is_dataclass(each)}
    assert forms - seen == {s.SyntaxNode}


def test_every_verb_is_in_the_reference() -> None:
    text = reference()
    for verb in VERBS.values():
        assert f"**`{verb.signature}`**" in text
        assert verb.example == verb.signature or f"    {verb.example}\n" in text
