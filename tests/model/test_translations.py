"""Texts in other languages: beside the English ones, or in a file of translations; they change no rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from ruleset_core import in_translation, load
from ruleset_core.check.checker import check_paths
from ruleset_core.check.companions import translation_state
from ruleset_core.engine.game import Game
from ruleset_core.messages import LANGUAGES
from ruleset_core.model.schema.section_models import DecisionModel
from ruleset_core.model.translations import named_values, parse_translation, texts_of
from ruleset_core.play.lookup.index import all_entries, entry_name
from ruleset_core.values import is_language
from ruleset_core.view.scene.scene_builder import scene
from tests.check.page_examples import FILES

PO = """\
# by a translator
msgctxt "game.yaml decisions.deal.ask"
msgid "Do you buy it?"
msgstr "Tu l'achètes ?"

msgctxt "cards/wares.yaml cards.lamp.name"
msgid "Lamp"
msgstr ""
"La "
"lampe"
"""
EXPANSION = "expansion: one\nof: fair\nname: {en: One, es: Uno, fr: Un}\nresources: {members: {gem: {name: {en: gem, es: gema}}}}\n"


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    """The tiny game with an expansion, in a directory of its own."""
    for file, text in {**FILES, "expansions/one/expansion.yaml": EXPANSION}.items():
        write(tmp_path / "fair" / file, text)
    return tmp_path / "fair"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(text, encoding="utf-8")


def asked(game: Path, lang: str = "") -> str:
    state = load(game, lang=lang).new(players=2, seed=1)
    assert state.decision is not None
    return state.decision.prompt(lang or "en")


def codes(game: Path) -> list[str]:
    return [each.code for each in check_paths([game]).diagnostics if each.severity == "error"]


@pytest.mark.parametrize("code", ["fr", "pt-BR", "zh-Hant-TW", "gsw"])
def test_the_code_of_a_language(code: str) -> None:
    assert is_language(code)


@pytest.mark.parametrize("code", ["french", "FR", "f", "fr_FR", "fr-", "", 3])
def test_what_is_no_code_of_a_language(code: object) -> None:
    assert not is_language(code)


def test_a_text_beside_the_english_one(fair: Path) -> None:
    write(fair / "game.yaml", FILES["game.yaml"].replace("{en: Fair, es: Feria}", "{en: Fair, es: Feria, fr: Foire}"))
    assert codes(fair) == []
    assert [load(fair).title(lang) for lang in ("en", "es")] == ["Fair", "Feria"]
    assert [load(fair, lang="fr").title(lang) for lang in ("en", "es", "fr")] == ["Fair", "Feria", "Foire"]
    assert [load(fair, lang="it").title(lang) for lang in ("en", "fr")] == ["Fair", "Fair"]


def test_a_language_that_the_program_does_not_speak_stands_in_the_place_of_english(fair: Path) -> None:
    write(fair / "game.yaml", FILES["game.yaml"].replace("{en: Fair, es: Feria}", "{en: Fair, es: Feria, it: Fiera}"))
    assert [load(fair, lang="it").title(lang) for lang in ("en", "es", "fr")] == ["Fiera", "Feria", "Fiera"]


def test_several_languages_are_read_at_once(fair: Path) -> None:
    write(fair / "game.yaml", FILES["game.yaml"].replace("{en: Fair, es: Feria}", "{en: Fair, es: Feria, fr: Foire}"))
    with in_translation(*LANGUAGES):
        assert [load(fair).title(lang) for lang in LANGUAGES] == ["Fair", "Feria", "Foire"]
    assert load(fair).title("fr") == "Fair"


def test_what_an_expansion_says_in_english_alone_is_not_what_was_said_before(fair: Path) -> None:
    name = "{en: Lamp, es: Lámpara}"
    write(fair / "cards/wares.yaml", FILES["cards/wares.yaml"].replace(name, "{en: Lamp, es: Lámpara, fr: Lampe}"))
    changed = "override: {cards: {lamp: {name: {en: Lantern, es: Farol}}, rug: {name: {en: Mat, fr: Natte}}}}\n"
    write(fair / "expansions/one/expansion.yaml", EXPANSION + changed)
    game = load(fair, ["one"], lang="fr")
    assert load(fair, lang="fr").card("lamp").name("fr") == "Lampe"
    assert [game.card(card).name(lang) for card in ("lamp", "rug") for lang in ("en", "fr")] == [
        "Lantern", "Lantern", "Mat", "Natte",
    ]  # fmt: skip


def test_a_file_of_translations(fair: Path) -> None:
    write(fair / "translations" / "fr.po", PO)
    assert codes(fair) == []
    assert (asked(fair), asked(fair, "fr")) == ("Do you buy it?", "Tu l'achètes ?")
    assert load(fair, lang="fr").card("lamp").name("fr") == "La lampe"
    assert load(fair, lang="fr").card("rug").name("fr") == "Rug"


def test_one_language_of_the_program_is_enough(fair: Path) -> None:
    header = FILES["game.yaml"]
    write(
        fair / "game.yaml",
        without_spanish(header).replace("{en: Fair}", "{es: Feria}"),
    )
    assert "es: " not in (fair / "game.yaml").read_text(encoding="utf-8").replace("{es: Feria}", "")
    assert codes(fair) == []
    assert [load(fair).title(lang) for lang in LANGUAGES] == ["Feria"] * len(LANGUAGES)
    decision = load(fair).new(players=2, seed=1).decision
    assert decision is not None
    assert decision.prompt("es") == "Do you buy it?"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_in_one_language_is_looked_up_and_shown_like_one_in_both(fair: Path, lang: str) -> None:
    header = fair / "game.yaml"
    named = "round: {is: 1..3, name: {en: round, es: ronda}}"
    write(header, header.read_text(encoding="utf-8").replace("round: {is: 1..3}", named))
    both = load(fair)
    for file in fair.rglob("*.yaml"):
        write(file, without_spanish(file.read_text(encoding="utf-8")))
    one = load(fair)
    assert parts(one, lang) == parts(both, lang)
    assert list(all_entries(one)) == list(all_entries(both))
    assert all(entry_name(one, entry, lang) for entry in all_entries(one))
    assert {each.name: dict(each.means) for each in one.glossary.handles}["round"] == dict.fromkeys(LANGUAGES, "round")


def parts(game: Game, lang: str) -> list[list[str]]:
    """What the panels of the first position hold, without its words."""
    shown = scene(game, game.new(players=2, seed=1).masked(0), lang).panels
    return [[panel.id, *(type(each).__name__ for each in panel.show)] for panel in shown]


def in_french_alone(text: str) -> str:
    """A file whose texts have what was Spanish under `fr`, and nothing else."""
    return re.sub(r"\{en: (?:\"[^\"]*\"|[^\"{}]*?), es: ", "{fr: ", text.replace(", fr: Un", ""))


def test_a_game_in_another_language_alone_is_read_in_it(fair: Path) -> None:
    for file in fair.rglob("*.yaml"):
        write(file, in_french_alone(file.read_text(encoding="utf-8")))
    assert "{en:" not in (fair / "game.yaml").read_text(encoding="utf-8")
    assert codes(fair) == []
    for lang in ("", "fr", "it"):
        assert [load(fair, lang=lang).title(each) for each in LANGUAGES] == ["Feria"] * len(LANGUAGES)
    game = load(fair)
    decision = game.new(players=2, seed=1).decision
    assert decision is not None
    assert {decision.prompt(lang) for lang in LANGUAGES} == {"¿Lo compras?"}
    assert {game.card("lamp").name(lang) for lang in LANGUAGES} == {"Lámpara"}


def test_of_several_other_languages_the_one_asked_for_is_read(fair: Path) -> None:
    write(fair / "game.yaml", FILES["game.yaml"].replace("{en: Fair, es: Feria}", "{fr: Foire, de: Messe}"))
    assert [load(fair, lang=lang).title("en") for lang in ("", "fr", "de", "it")] == [
        "Foire",
        "Foire",
        "Messe",
        "Foire",
    ]


TOLD = "deal: {of: bool, ask: {en: a, es: b}, told: %s}"


@pytest.mark.parametrize("told", ['{fr: "prend {it}"}', "{fr: prend, take: {fr: accepte}}", "{take: {fr: accepte}}"])
def test_what_is_told_of_answers_may_be_in_another_language_alone(told: str) -> None:
    read = DecisionModel.model_validate(yaml.safe_load(TOLD % told)["deal"]).told
    assert read is not None
    assert (read.whole is None) == ("fr: prend" not in told and '"prend' not in told)
    assert {each.es for each in read.each.values()} <= {"accepte"}


def test_a_mistake_in_a_text_of_another_language_has_a_place(fair: Path) -> None:
    write(fair / "game.yaml", FILES["game.yaml"].replace("{en: Fair, es: Feria}", "{fr: 3}"))
    found = [each for each in check_paths([fair]).diagnostics if each.severity == "error"]
    assert [(each.code, each.span.line) for each in found] == [("E103", 2)]


def without_spanish(text: str) -> str:
    return re.sub(r", es: (?:[^,{}\"]|\"[^\"]*\")+\}", "}", text)


def test_a_spanish_file_of_translations_fills_gaps(fair: Path) -> None:
    ask = "{en: Do you buy it?, es: ¿Lo compras?}"
    assert ask in FILES["game.yaml"]
    write(
        fair / "translations" / "es.po",
        PO.replace("Tu l'achètes ?", "¿La quieres?").replace('"La "\n"lampe"', '"La luz"'),
    )
    assert load(fair).new(players=2, seed=1).decision.prompt("es") == "¿Lo compras?"  # type: ignore[union-attr]
    plain = load(fair).hash
    write(fair / "game.yaml", FILES["game.yaml"].replace(ask, "{en: Do you buy it?}"))
    assert codes(fair) == []
    assert load(fair).new(players=2, seed=1).decision.prompt("es") == "¿La quieres?"  # type: ignore[union-attr]
    assert load(fair).new(players=2, seed=1).decision.prompt("en") == "Do you buy it?"  # type: ignore[union-attr]
    assert [each.place for each in translation_state(fair, "game.yaml", "es").missing] == []
    translated = load(fair).hash
    (fair / "translations" / "es.po").unlink()
    assert load(fair).hash == translated != plain
    assert [each.place for each in translation_state(fair, "game.yaml", "es").missing] == [
        "game.yaml decisions.deal.ask"
    ]


def test_a_mistake_in_a_text_of_one_language_is_told_once(fair: Path) -> None:
    write(
        fair / "game.yaml",
        FILES["game.yaml"].replace(
            "{en: Do you buy it?, es: ¿Lo compras?}", '{en: "Do you buy {nothing_of_that_name}?"}'
        ),
    )
    assert len(codes(fair)) == 1


def test_the_game_stays_the_same(fair: Path) -> None:
    write(fair / "translations" / "fr.po", PO)
    plain, french = load(fair), load(fair, lang="fr")
    assert french.hash == plain.hash
    assert [*french.options.notations] == [*plain.options.notations]


def test_what_has_changed_since_it_was_translated_is_shown_in_english(fair: Path) -> None:
    write(fair / "translations" / "fr.po", PO.replace('"Do you buy it?"', '"Do you want it?"'))
    assert asked(fair, "fr") == "Do you buy it?"
    write(fair / "translations" / "fr.po", PO.replace("# by", "#, fuzzy\n# by"))
    assert asked(fair, "fr") == "Do you buy it?"


def test_an_expansion_has_translations_of_its_own(fair: Path) -> None:
    write(
        fair / "expansions/one/translations/fr.po",
        'msgctxt "expansion.yaml resources.members.gem.name"\nmsgid "gem"\nmsgstr "gemme"\n',
    )
    assert codes(fair) == []
    game = load(fair, ["one"], lang="fr")
    assert game.expansion_names("fr") == {"one": "Un"}
    assert game.name_of("resource", "gem", "fr") == "gemme"


def test_a_variant_has_translations_of_its_own(fair: Path) -> None:
    variant = fair.parent / "market"
    write(variant / "game.yaml", 'game: market\nlike: ../fair\nname: {en: Market, es: Mercado}\nversion: "1.0"\n')
    write(variant / "translations" / "fr.po", 'msgctxt "game.yaml name"\nmsgid "Market"\nmsgstr "Marché"\n')
    write(fair / "translations" / "fr.po", PO)
    assert load(variant, lang="fr").title("fr") == "Marché"
    assert asked(variant, "fr") == "Tu l'achètes ?"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('msgctxt "game.yaml nam"\nmsgid "Fair"\nmsgstr "Foire"\n', "E432"),
        ('msgctxt "game.yaml name"\nmsgid "Fair"\nmsgstr "Foire {pot}"\n', "E433"),
        ('msgctxt "game.yaml name"\nmsgid "Fair"\nmsgstr "Foire\\nou marché"\n', "E433"),
        ('msgctxt "game.yaml name"\nmsgid Fair\nmsgstr "Foire"\n', "E021"),
        ('msgctxt "game.yaml name"\nmsgid "Fair"\nmsgid_plural "Fairs"\nmsgstr[0] "Foire"\n', "E021"),
    ],
)
def test_mistakes_of_a_translation_are_found(text: str, code: str, fair: Path) -> None:
    write(fair / "translations" / "fr.po", text)
    assert codes(fair) == [code]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("{me} {if me == seat_0 then 'le' else 'les'} prend ?", []),
        ("{me} {if fame == 1 then 'le' else 'les'} prend ?", ["E433"]),
    ],
)
def test_a_translation_may_use_what_the_spanish_text_names(said: str, found: list[str], fair: Path) -> None:
    asks = FILES["game.yaml"].replace(
        "{en: Do you buy it?, es: ¿Lo compras?}",
        "{en: 'Do you, {me}?', es: \"{me}, ¿{if me == seat_0 then 'la' else 'lo'} compras?\"}",
    )
    write(fair / "game.yaml", asks)
    po = f'msgctxt "game.yaml decisions.deal.ask"\nmsgid "Do you, {{me}}?"\nmsgstr "{said}"\n'
    write(fair / "translations" / "fr.po", po)
    assert codes(fair) == found


def test_other_names_than_codes_of_languages_are_found(fair: Path) -> None:
    write(fair / "translations" / "french.po", PO)
    assert codes(fair) == ["E432"]


def test_a_text_beside_the_english_one_names_no_other_values(fair: Path) -> None:
    write(fair / "game.yaml", FILES["game.yaml"].replace("es: ¿Lo compras?", "es: ¿Lo compras?, fr: 'Pour {prix} ?'"))
    assert codes(fair) == ["E433"]


def test_values_count_without_the_words_they_quote() -> None:
    english = "{if f == grey then 'A grey {it}' else 'One of {f}'} is lost."
    assert named_values(english) == named_values("{if f == grey then 'Un gris, {it},' else 'Un de {f}'} est perdu.")
    assert named_values(english) != named_values("{if f == red then 'x' else 'y'}")


def test_phases_and_rules_of_a_list_go_by_their_names() -> None:
    data = {
        "flow": [{"phase": "day", "name": {"en": "day", "es": "día"}}],
        "rules": [{"id": "glory", "text": {"en": "a", "es": "b"}}],
    }
    assert [each.place for each in texts_of(data, "game.yaml")] == [
        "game.yaml flow.day.name",
        "game.yaml rules.glory.text",
    ]


def test_writing_keeps_what_is_there(fair: Path) -> None:
    header = 'msgid ""\nmsgstr "Last-Translator: Zoé\\n"\n\n'
    gone = 'msgctxt "game.yaml gone"\nmsgid "Gone"\nmsgstr "Parti"\n'
    write(fair / "translations" / "fr.po", f"{header}{PO}\n{gone}")
    for _ in range(2):
        translation_state(fair, "game.yaml", "fr").write()
    text = (fair / "translations" / "fr.po").read_text(encoding="utf-8")
    assert "Last-Translator: Zoé" in text
    assert "# by a translator" in text
    assert '#~ msgstr "Parti"' in text
    after = translation_state(fair, "game.yaml", "fr")
    assert {each.text for each in after.translation.texts.values()} == {"Tu l'achètes ?", "La lampe"}
    assert len(after.missing) == len(after.texts) - 2
    assert after.unknown == []
    assert codes(fair) == []


def test_a_card_that_moves_into_another_file_keeps_its_translation(fair: Path) -> None:
    write(fair / "translations" / "fr.po", PO)
    (fair / "cards" / "wares.yaml").rename(fair / "cards" / "goods.yaml")
    assert codes(fair) != []
    translation_state(fair, "game.yaml", "fr").write()
    after = translation_state(fair, "game.yaml", "fr").translation
    assert after.texts["cards/goods.yaml cards.lamp.name"].text == "La lampe"
    assert (after.aside, codes(fair)) == ((), [])


def test_a_changed_text_is_marked(fair: Path) -> None:
    write(fair / "translations" / "fr.po", PO.replace('"Lamp"', '"Lantern"'))
    state = translation_state(fair, "game.yaml", "fr")
    assert [each.place for each in state.outdated] == ["cards/wares.yaml cards.lamp.name"]
    state.write()
    text = (fair / "translations" / "fr.po").read_text(encoding="utf-8")
    assert (
        '#, fuzzy\n#| msgid "Lantern"\nmsgctxt "cards/wares.yaml cards.lamp.name"\nmsgid "Lamp"\nmsgstr "La lampe"'
        in text
    )


def test_escapes_are_read_as_they_are_written() -> None:
    read = parse_translation('msgctxt "a b"\nmsgid "x"\nmsgstr "\\"y\\" \\\\ \\n"\n', "fr.po").texts["a b"]
    assert read.text == '"y" \\ \n'


def test_a_value_that_the_english_text_lacks_is_shown_where_it_stands(fair: Path) -> None:
    write(
        fair / "game.yaml",
        FILES["game.yaml"].replace("{en: Fair, es: Feria}", '{en: Fair, es: Feria, fr: "Foire {pot}"}'),
    )
    (found,) = [each for each in check_paths([fair]).diagnostics if each.severity == "error"]
    line = (fair / "game.yaml").read_text(encoding="utf-8").splitlines()[found.span.line - 1]
    assert (found.code, line[found.span.column - 1 : found.span.end_column - 1]) == ("E433", '"Foire {pot}"')
