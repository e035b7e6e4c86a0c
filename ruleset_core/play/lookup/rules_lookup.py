"""The paragraphs of a game's rules that explain a thing, or what is asked now; and the rules as data for pages.

`? income` in a game whose rulebook says `explains: [income]`     the paragraph, beside what the phase is
`? plaza` where nothing is called so                              the paragraphs with `plaza` in their title, in bold or in their text
`?` at a question                                                 the paragraph of the question, else that of the phase

Pictures of rules texts are positions of scenarios as scenes for everybody, so they are never out of date.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from ruleset_core import Game, RuleBlock, RulesetError, RulesParagraph, State, rules_document
from ruleset_core.formats.scene_format import has_board
from ruleset_core.messages import LANGUAGES
from ruleset_core.play.lookup.queries import SHORTEST, fold_text, word_forms, words_begin_like
from ruleset_core.play.match.start_positions import start_of_case
from ruleset_core.positions.find_cases import find_case
from ruleset_core.values import split_step
from ruleset_core.view.scene.scene_builder import scene

if TYPE_CHECKING:
    from ruleset_core.formats.scene_format import Scene
    from ruleset_core.play.lookup.index import LookupEntry


PARAGRAPH: Final = "paragraph"
"""What a paragraph is among the entries of the index."""

Reason = Literal["explains", "title", "defines", "asks", "text"]
"""Why a paragraph is about a word: it explains what is called so, has the word in its title, defines it, explains a question of that id, or says it."""
REASONS: Final[tuple[Reason, ...]] = ("explains", "title", "defines", "asks", "text")
"""The same, the best first."""

_OF_TERMS: Final[Mapping[str, str]] = {
    "phases": "flow", "fields": "state", "zones": "zones", "resources": "resources", "kinds": "pieces", "score": "score",
}  # fmt: skip
"""The sections of terms; of all others it is `define`."""


def written_paragraphs(game: Game, lang: str) -> list[RulesParagraph]:
    """The paragraphs of the rulebook; none where a game has no rulebook."""
    return [each for each in rules_document(game, lang).paragraphs if not each.made]


def explaining_paragraphs(game: Game, thing: LookupEntry, lang: str) -> tuple[RulesParagraph, ...]:
    """The paragraphs that explain a thing, each once; a paragraph explains itself."""
    rules = rules_document(game, lang)
    if thing.what == PARAGRAPH:
        return tuple(each for each in rules.paragraphs if each.name == thing.name)
    found = (each for section, name in _entries_of(thing) for each in rules.about(section, name))
    return tuple({each.name: each for each in found}.values())


def _entries_of(thing: LookupEntry) -> Iterator[tuple[str, str]]:
    """The entries of the data that a thing may be."""
    match thing.what:
        case "card":
            yield "cards", thing.name
        case "member":
            yield "sets", f"{thing.family}.{thing.name}"
        case "set":
            yield from (("sets", thing.name), ("pieces", thing.name))
        case "rule":
            yield from (("rules", thing.name), ("resources", thing.name))
        case "question":
            yield "decisions", thing.name
        case _:
            yield _OF_TERMS.get(thing.family, "define"), thing.name


def paragraphs_about(
    game: Game, typed: str, lang: str, called: Iterable[LookupEntry]
) -> dict[Reason, list[RulesParagraph]]:
    """The paragraphs about a folded word, each once under the best reason it has, the best reason first.

    `citizen` gives `{"explains": [means], "title": [first_citizens, placing], "text": [board, before]}` or so; `called` is what is
    called just so. Texts of another language are only read where nothing is found in `lang`.
    """
    known = {each.name: each for each in written_paragraphs(game, lang)}
    explained: dict[bool, list[str]] = {True: [], False: []}
    for thing in called:
        explained[thing.what == "question"] += [each.name for each in explaining_paragraphs(game, thing, lang)]
    for language in dict.fromkeys((lang, *LANGUAGES)):
        words = _paragraphs_with(typed, written_paragraphs(game, language))
        having: dict[Reason, list[str]] = {"explains": explained[False], "title": words["title"], "defines": words["defines"], "asks": explained[True], "text": words["text"]}  # fmt: skip
        best = {name: reason for reason in reversed(REASONS) for name in having[reason]}
        if best:
            found: dict[Reason, list[RulesParagraph]] = {}
            for reason in REASONS:
                for name in dict.fromkeys(name for name in having[reason] if best[name] == reason):
                    found.setdefault(reason, []).append(known[name])
            return found
    return {}


def _paragraphs_with(typed: str, paragraphs: Sequence[RulesParagraph]) -> dict[Reason, list[str]]:
    """The names of paragraphs with a word in their title (the shortest first), where they may define it, and anywhere in their text.

    In bold and at the beginning of the row of a table a word may be defined.
    """
    found: dict[Reason, list[str]] = {"title": [], "defines": [], "text": []}
    for each in paragraphs if len(typed) >= SHORTEST else ():
        rows = [(block.kind, row) for block in each.blocks for row in block.rows]
        spans = [span for _, row in rows for cell in row for span in cell]
        heads = [span for kind, row in rows if kind == "table" for span in row[0]]
        texts: dict[Reason, str] = {
            "title": each.title,
            "defines": " / ".join(str(span.text) for span in (*heads, *(span for span in spans if span.bold))),
            "text": " ".join(str(span.text) for span in spans),
        }
        for reason, text in texts.items():
            if any(words_begin_like(fold_text(text), form) for form in word_forms(typed)):
                found[reason].append(each.name)
    lengths = {each.name: len(each.title.split()) for each in paragraphs}
    found["title"].sort(key=lengths.__getitem__)
    return found


def asked_paragraphs(state: State, lang: str) -> tuple[RulesParagraph, ...]:
    """The paragraphs of the question that is asked now, else those of the phase in which it is asked; none when nothing is asked.

    A question may be asked in several phases: those of its paragraphs count that explain this phase, else those that explain none.
    """
    decision = state.decision
    if decision is None:
        return ()
    rules = rules_document(state.game, lang)
    phase = str(state.observe(state.seat).get("phase") or "")
    of_question, of_phase = rules.about("decisions", decision.name), rules.about("flow", phase)
    here = [each for each in of_question if each in of_phase]
    anywhere = [each for each in of_question if all(section != "flow" for section, _ in each.explains)]
    return tuple(here or anywhere or of_question or of_phase)


def rules_contents(game: Game, lang: str) -> list[tuple[str, list[str]]]:
    """The parts of the rulebook with the titles of their paragraphs; nothing of a game that has none."""
    rules = rules_document(game, lang)
    if all(each.made for each in rules.paragraphs):
        return []
    return [(part.title, [each.title for each in part.paragraphs if each.title != part.title]) for part in rules.parts]


def rules_data(game: Game, lang: str) -> list[dict[str, Any]]:
    """The rules as JSON: parts with paragraphs with blocks; a span is its words, in a list of its own where they are bold."""
    return [
        {
            "title": part.title,
            "paragraphs": [
                {
                    "name": each.name,
                    "title": each.title,
                    "blocks": [_block(block) for block in each.blocks],
                    **({"picture": True} if each.picture else {}),
                }
                for each in part.paragraphs
            ],
        }
        for part in rules_document(game, lang).parts
    ]


def _block(block: RuleBlock) -> dict[str, Any]:
    rows = [[[[span.text] if span.bold else span.text for span in cell] for cell in row] for row in block.rows]
    return {"kind": block.kind, "rows": rows}


WATCHER: Final = -1
"""Somebody beside the table, who sees what everybody sees."""


def position_scene(game: Game, name: str, lang: str) -> Scene | None:
    """What everybody sees of a position of the game, a scenario or `SCENARIO@STEPS`; None where there is none, or it cannot be reached.

    Where there are boards, what belongs to single seats is left out.
    """
    called, step = split_step(name)
    try:
        case = find_case(game.directories, called)
        if case is None:
            return None
        fits = frozenset(case.expansions) == frozenset(game.expansions)
        state = start_of_case(case, step or 0, loaded=(lambda *_, **__: game) if fits else None).state
    except (RulesetError, OSError):
        return None
    seen = scene(state.game, state.masked(WATCHER), lang)
    shown = tuple(panel for panel in seen.panels if panel.seat is None or has_board(panel))
    return seen.only(shown or seen.panels)
