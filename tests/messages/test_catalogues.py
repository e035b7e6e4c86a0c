"""The catalogues: compiled as written, complete, translated, with the values that the program gives; nothing unused."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter
from typing import Final

import pytest

from ruleset_core.messages import CATALOGUES, LANGUAGES, message, message_template
from ruleset_core.messages.po_files import compile_catalogue, read_catalogue
from ruleset_core.view.look.default_look import PATTERNS
from tests.conftest import ROOT

HOUSE: Final = ROOT / "ruleset_core"
ENTRIES: Final = {lang: read_catalogue(CATALOGUES / f"{lang}.po") for lang in LANGUAGES}
KEYS: Final = sorted(key for key in ENTRIES["en"] if key)
SAME: Final = {"es": frozenset({
    "cli.simulate.bot", "cli.tournament.bot", "game.no", "lookup.no", "page.bot", "page.seconds",
    "play.kind_normal", "report.h_bot", "report.p_bots", "report.t_bot", "report.t_hash", "scene.letter.gold",
    "scene.letter.red", "scene.score.total", "set.diagonal",
}), "fr": frozenset({
    "cli.add.what", "cli.list.version",
    "analysis.position", "analysis.round", "bot.signal", "cli.balance.points", "cli.command.scores", "cli.full.key_options",
    "cli.full.key_scores", "cli.full.key_table", "cli.full.pane_question", "cli.lookup.options",
    "cli.lookup.type", "cli.show.part_conditions", "cli.show.part_options", "cli.show.part_phases",
    "cli.show.part_zones", "cli.show.parts_conditions", "cli.show.parts_options", "cli.show.parts_phases",
    "cli.show.parts_zones", "cli.simulate.bot", "cli.simulate.card_score", "cli.simulate.score",
    "cli.tournament.bot", "cli.tournament.sims", "expansion.key_ask", "expansion.key_condition",
    "expansion.key_invariants", "expansion.key_requires", "game.phase", "look.score", "lookup.source_phase", "lookup.source_score", "lookup.added_decisions",
    "lookup.added_options", "lookup.added_phases", "lookup.provenance", "page.bot", "page.lobby", "page.menu",
    "page.options", "page.points", "page.question", "page.scores", "page.seconds", "page.table",
    "play.kind_normal", "record.kind_option", "record.kind_phase", "record.kind_score", "record.kind_zone",
    "report.a_points", "report.alone", "report.h_bot", "report.h_phase", "report.h_place", "report.h_points",
    "report.p_all", "report.p_bots", "report.p_options", "report.place", "report.sp_scores", "report.t_bot",
    "report.t_hash", "rule.in_place", "rules.head_points", "rules.head_question", "rules.part_score", "scene.colour.orange", "scene.letter.blue", "scene.letter.gold",
    "scene.letter.orange", "scene.letter.purple", "scene.letter.red", "scene.score.points", "scene.score.score",
    "scene.score.total", "scene.sign.cube", "set.form_places", "story.score_words",
})}  # fmt: skip
"""By language, entries that are the same as in English although there are words in them."""

LEAVING_OUT: Final = frozenset({"set.direction"})
"""Entries of which a translation leaves out a value: the English one is the id that the data gives."""


def values(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@cache
def program() -> tuple[frozenset[str], tuple[re.Pattern[str], ...], tuple[tuple[str, set[str], str], ...]]:
    """The strings of the program and its default look, its f-strings as patterns, and its look-ups: key, names of values, place."""
    strings = {*re.findall(r"\{message: ([\w.]+)\}", PATTERNS.read_text(encoding="utf-8"))}
    patterns: list[str] = []
    calls = []
    for file in HOUSE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                strings.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else "(.+)" for part in node.values
                ]
                patterns.append("".join(parts))
            elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = node.func.id if isinstance(node.func, ast.Name) else ""
                given = {each.arg for each in node.keywords}
                if name == "message" and None not in given:
                    calls.append((node.args[0].value, {each for each in given if each}, f"{file}:{node.lineno}"))
    spelled = [re.compile(each) for each in patterns if re.search(r"[a-z_]{2}", each) and " " not in each]
    return frozenset(strings), tuple(spelled), tuple(calls)


def is_used(key: str) -> bool:
    """Whether the program has the key: whole, or put together of pieces that it has."""
    strings, patterns, _ = program()
    if key in strings:
        return True
    found = (pattern.fullmatch(key) for pattern in patterns if "\\." in pattern.pattern)
    return any(match is not None and all(map(is_spelled, match.groups())) for match in found)


def is_spelled(piece: str) -> bool:
    strings, patterns, _ = program()
    return (
        piece in strings
        or piece.isdecimal()
        or any(pattern.fullmatch(piece) for pattern in patterns if "\\." not in pattern.pattern)
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_compiled_catalogue_is_the_one_that_people_edit(lang: str) -> None:
    again = "run: python -m ruleset_core.messages"
    assert (CATALOGUES / f"{lang}.mo").read_bytes() == compile_catalogue(ENTRIES[lang]), again


def test_all_languages_have_the_same_entries() -> None:
    missing = {lang: set(ENTRIES["en"]) - set(entries) for lang, entries in ENTRIES.items()}
    unknown = {lang: set(entries) - set(ENTRIES["en"]) for lang, entries in ENTRIES.items()}
    assert missing == unknown == {lang: set() for lang in LANGUAGES}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_entry_names_the_same_values_in_each_form_and_language(lang: str) -> None:
    for key in KEYS:
        named = values(ENTRIES["en"][key][-1])
        assert all(each.isidentifier() for each in named), key
        one, *others = ENTRIES[lang][key] if len(ENTRIES[lang][key]) > 1 else ("", *ENTRIES[lang][key])
        assert values(one) <= named, key
        assert key in LEAVING_OUT or all(values(other) == named for other in others), key


def test_plural_entries_have_each_form_of_their_language() -> None:
    for lang, entries in ENTRIES.items():
        with (CATALOGUES / f"{lang}.mo").open("rb") as file:
            rule = GNUTranslations(file).info()["plural-forms"]
        forms = int(rule.partition("nplurals=")[2][0])
        assert {key for key in KEYS if len(entries[key]) not in (1, forms)} == set()
        assert {key for key in KEYS if (len(entries[key]) > 1) != (len(ENTRIES["en"][key]) > 1)} == set()


@pytest.mark.parametrize("lang", [each for each in LANGUAGES if each != "en"])
def test_every_entry_is_translated(lang: str) -> None:
    entries = [(key, texts, ENTRIES[lang][key]) for key, texts in ENTRIES["en"].items() if key]
    assert [key for key, *both in entries if not all(map(all, both))] == []
    worded = {key for key, texts, _ in entries if re.search(r"[^\W\d_]", re.sub(r"{\w*}", "", "".join(texts)))}
    assert {key for key, english, other in entries if english == other and key in worded} == SAME[lang]


def test_french_marks_stand_behind_a_space_that_does_not_break() -> None:
    broken = re.compile(r"\S [;:!?»%](?=\s|$)|« ")
    assert [key for key, texts in ENTRIES["fr"].items() if key and any(map(broken.search, texts))] == []


@pytest.mark.slow
def test_every_entry_is_used() -> None:
    assert [key for key in KEYS if not is_used(key)] == []


def test_every_key_of_the_program_has_an_entry() -> None:
    strings, _, calls = program()
    assert [call for call in calls if call[0] not in ENTRIES["en"]] == []
    spaces = {key.rpartition(".")[0] for key in KEYS}
    missing = {each for each in strings if each.rpartition(".")[0] in spaces} - {*ENTRIES["en"]}
    modules = {each for each in missing if (HOUSE / f"{each.replace('.', '/')}.py").exists()}
    others = {
        each for each in missing if not each.rpartition(".")[2].isidentifier() or each.endswith(("_", ".html", ".yaml"))
    }
    assert missing - modules - others == set()


def test_every_look_up_gives_the_values_that_its_entry_names() -> None:
    assert [
        (place, key) for key, given, place in program()[2] if values(ENTRIES["en"][key][-1]) - given
    ] == []  # fmt: skip


def test_a_plural_form_is_chosen_by_the_count() -> None:
    assert message("play.lost", "en", count=1) == "The last move could not be saved."
    assert message("cli.play.resumed", "es", count=1) == "Continúa tras 1 jugada."
    assert message("cli.play.resumed", "es", count=2) == "Continúa tras 2 jugadas."


def test_an_unknown_language_is_english_and_an_unknown_key_is_a_mistake() -> None:
    assert message("play.seat", "xx", number=2) == "Player 2"
    with pytest.raises(KeyError, match=r"`play\.nothing_of_the_kind`.*python -m ruleset_core\.messages"):
        message("play.nothing_of_the_kind", "en")


def test_a_value_can_neither_steer_a_terminal_nor_break_the_line() -> None:
    assert (
        message("play.kept", "en", file="a\x1b[31m\nb")
        == "The game is saved in a\N{REPLACEMENT CHARACTER}[31m\N{REPLACEMENT CHARACTER}b"
    )
    assert message("play.kept", "es", file="{name}") == "La partida está guardada en {name}"


def test_templates_keep_their_places() -> None:
    assert message_template("page.waits_for", "en") == "Waiting for {names}"


def test_po_files_are_read_with_comments_lines_and_plurals(tmp_path: Path) -> None:
    file = tmp_path / "xx.po"
    file.write_text('# top\nmsgid ""\nmsgstr "h\\n"\n\n#. a\nmsgid "a"\nmsgstr ""\n"one \\"two\\"\\n"\n"three"\n\n'
                    'msgid "b"\nmsgid_plural "b"\nmsgstr[0] "x"\nmsgstr[1] "y"\n', encoding="utf-8")  # fmt: skip
    assert read_catalogue(file) == {"": ("h\n",), "a": ('one "two"\nthree',), "b": ("x", "y")}
    file.write_text('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"entry 2 \(`a`\)"):
        read_catalogue(file)
    for wrong in ('msgid a\nmsgstr "b"\n', 'msgctxt "x"\nmsgid "a"\nmsgstr "b"\n', 'msgid "a"\n', 'msgstr "b"\n'):
        file.write_text(wrong, encoding="utf-8")
        with pytest.raises(ValueError, match=r"no line of a catalogue|entry 1"):
            read_catalogue(file)


def test_a_catalogue_is_loaded_only_when_something_is_said() -> None:
    code = (
        "import sys, ruleset_core.messages as m; print(m.load_catalogue.cache_info().currsize, 'locale' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split()[0] == "0"


def pieces() -> Iterator[str]:
    for file in (HOUSE / "web" / "static").glob("*.js"):
        yield from re.findall(r"\btexts\.(?!length|map)(\w+)", file.read_text(encoding="utf-8"))


def test_scripts_of_pages_find_their_messages() -> None:
    pytest.importorskip("starlette")
    from ruleset_core.web.page_messages import PAGE

    assert {*pieces()} - {*PAGE} == set()
    assert {f"page.{key}" for key in PAGE} == {key for key in KEYS if re.fullmatch(r"page\.\w+", key)}
