"""What is being asked and why now, in a paragraph: the phase, who is asked, what caused it, and what may follow.

Ana is asked in the phase “actions”: Which Event card? This is part of “Diplomat”. There are 3 answers. What may come next: the
question “Which die?” or the end of your turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ruleset_core import BrokenRuleError, Foresight, foresee, question_sources
from ruleset_core.messages import message
from ruleset_core.play.wording.names_and_numbers import format_grouped

if TYPE_CHECKING:
    from ruleset_core.play.lookup.queries import LookupContext

__all__ = ["question_paragraph"]

LOOKS: Final = 12
"""What comes of so many answers is looked at."""
MOST_NEXT: Final = 3
"""So many things that may follow are told."""


def question_paragraph(asked: LookupContext) -> str:
    """The paragraph; nothing where somebody else is asked."""
    decision = asked.state.decision
    return "" if decision is None or not asked.asking else " ".join(_sentences(asked))


def _sentences(asked: LookupContext) -> Iterator[str]:
    state, lang = asked.state, asked.lang
    assert state.decision is not None  # else nothing is asked
    phase = state.observe(state.seat)["phase"]
    title = asked.game.glossary.title("phases", phase, lang) if phase else ""
    name, question = asked.names[state.seat], state.decision.prompt(lang, asked.names)
    yield message("lookup.asked_in" if title else "lookup.asked", lang, name=name, phase=title, question=question)
    if state.simultaneous and state.n > 1:
        yield message("lookup.asked_together", lang)
    causes = [source.names[lang] for source in question_sources(state)]
    if causes:
        yield message(
            "lookup.asked_because", lang, what=", ".join(message("story.quoted", lang, what=each) for each in causes)
        )
    yield message(
        "lookup.asked_answers", lang, count=len(state.options), shown=format_grouped(len(state.options), lang)
    )
    following = [text for _, text in sorted(_following(asked).items(), key=lambda each: each[0] == "turn_ends")]
    if following:
        *before, last = following[:MOST_NEXT]
        what = message("lookup.asked_or", lang, first=", ".join(before), last=last) if before else last
        yield message("lookup.asked_then", lang, what=what)


def _following(asked: LookupContext) -> dict[str, str]:
    """What may come after an answer, each once: the next question, chance, something hidden, or the end of the turn."""
    found: dict[str, str] = {}
    for seen in _foreseen(asked):
        decision = None if seen.asked is None or seen.ends_turn else seen.asked.decision
        if decision is not None:
            before, mark, _ = decision.prompt(asked.lang, asked.names).partition("?")
            said = before.rpartition(". ")[2] + mark  # without what is said before and after it
            found.setdefault(f"question {decision.name}", message("lookup.then_question", asked.lang, question=said))
        else:
            key = seen.then or "turn_ends"
            found.setdefault(key, message(f"lookup.then_{key}", asked.lang))
    return found


def _foreseen(asked: LookupContext) -> Iterator[Foresight]:
    for option in asked.state.options[:LOOKS]:
        try:
            yield foresee(asked.state, option)
        except BrokenRuleError:  # said when it is taken
            continue
