"""Why an option is not offered, and the value of an expression asked about a state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ruleset_core.engine.wording import filled, meant, question
from ruleset_core.errors import LoadError
from ruleset_core.lang.evaluate.errors import BrokenRule
from ruleset_core.lang.types import SEAT
from ruleset_core.lang.words import there
from ruleset_core.model.diagnostic import Diagnostic, Span

if TYPE_CHECKING:
    from ruleset_core.engine.state import State
    from ruleset_core.lang.vocabulary import Decision

NONE = {"en": "there is no such {kind}", "es": "no hay tal {kind}"}
ABSENT = {"en": "there are only {count} players", "es": "solo hay {count} jugadores"}
NOT_YET = {"en": "you cannot stop here yet", "es": "aún no puedes parar aquí"}
DONE = "done"
OTHER = {"en": 'the question is "{ask}"', "es": "la pregunta es «{ask}»"}


def why_not(state: State, option: int, lang: str, names: Sequence[str] = (), *, own: bool = False) -> str | None:
    """The first reason the data gives against an option; or, unless only `own` reasons count, that something else is asked."""
    if state.over or option in state.options:
        return None
    game = state.game
    asked = game.options.decisions[state.point]
    home = game.options.home(option)
    if home is not asked:
        return None if own else OTHER[lang].format(ask=question(game, state, asked, lang, names))
    if option - home.base == home.size:
        return NOT_YET[lang] if home.out == DONE else None  # what else may be done has no reason of its own
    it = meant(state, home, option)
    if own and (it is None or it not in _there(state, home)):
        return None
    if it is None:
        kind = game.program.vocabulary.domains[home.type.domain].title[lang]
        return NONE[lang].format(kind=kind)
    if home.type.domain == SEAT.domain and it >= state.n:
        return ABSENT[lang].format(count=state.n)
    env: dict[str, Any] = {"me": state.seat, "it": it}
    for reason in home.why:
        try:
            if not game.interpreter.amount(reason.unless, state, env):
                return filled(game, state, reason.say[lang], env, lang, names)
        except BrokenRule:
            continue
    return None


def _there(state: State, decision: Decision) -> set[int]:
    """The values of a question that there are at this table: seats that nobody plays are not."""
    return {value for value, _ in there(state.game.program.vocabulary, decision.type, state.n)}


def ask(state: State, text: str, seat: int | None) -> int | bool | str:
    """The value of an expression, `me` being `seat`; members come back as their ids, `none` as "none"."""
    from ruleset_core.lang.resolve.findings import Scope  # nobody asks in play
    from ruleset_core.lang.resolve.site import Reader, Site

    v = state.game.program.vocabulary
    document = _document(text)
    reader = Reader(v)
    tree = reader._tree(text, Site(document, ()), "expr")  # noqa: SLF001 - the reader of single expressions
    resolver = reader.resolver(text)
    scope = Scope(me=seat is not None)
    value = resolver.expr(tree, scope) if tree is not None else None
    reader.problems(resolver.problems, Site(document, ()))
    errors = [each for each in reader.diagnostics if each.severity == "error"]
    if errors or value is None:
        raise LoadError(errors or [Diagnostic("E205", "error", "nothing is asked", Span.whole("question"))])
    try:
        found = state.game.interpreter.apart().amount(value, state, {"me": -1 if seat is None else seat})
    except BrokenRule as broken:
        raise LoadError([Diagnostic("E314", "error", str(broken), Span.whole("question"))]) from broken
    if value.type.kind == "bool":
        return bool(found)
    if value.type.kind == "member" and value.type.domain != SEAT.domain:
        return v.spell(value.type.maybe(), found)
    return int(found)


def _document(text: str) -> Any:
    from ruleset_core.model.source import Document, Place, SourceText

    source = SourceText("question", text)
    return Document(source, text, lambda _source: {(): Place(0, len(text), scalar=text)})
