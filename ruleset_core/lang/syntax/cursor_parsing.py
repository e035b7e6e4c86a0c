"""Reads a text of the language that is being written: what may stand at the cursor, and a tree even where the rest is missing.

The tables of the grammar say which tokens may follow what was read. Where the text cannot be read with the mark in it, what stands
behind the mark is left out, and the shortest end is put there that lets it be read:

    choose deal with {     →    choose deal with zzcursorzz { }        (here the end is ` { }`)

>>> text_with_end("gain zzcursorzz and", "effect")
'gain zzcursorzz me'
>>> text_with_end("if zzcursorzz", "effect"), text_with_end("if zzcursorzz", "expr")
('if zzcursorzz { }', 'if zzcursorzz then me else me')
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import Final, TypeAlias

from ruleset_core.cursor import CURSOR, CursorOffers
from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.syntax.parser import GrammarTables, grammar_tables, read_by_tables
from ruleset_core.lang.verbs import VERBS

_States: TypeAlias = tuple[int, ...]
_MOST: Final = 4_000
"""Most states that are looked at for an end."""
_FEW: Final = frozenset({"}", ")", "]", "{", "=", "->", "then", "else"})
_ENDINGS: Final = (_FEW, _FEW | {"in", "of", "has", "by", "to", "ties", "first"})
"""Words and signs of which an end is made, beside names: first one of few is looked for."""
_CLOSING: Final = frozenset("})]")
"""Signs that are taken at once: what is open has to be closed, however deep it is."""


def text_with_end(text: str, start: str) -> str:
    """A text with the mark that can be read: itself, or what stands before the mark with the shortest end; else itself.

    A verb gets the arguments that it lacks, so that the mark is known to be its first or second one.
    """
    tree = read_by_tables(text, start)
    if tree is None:
        before = text[: text.index(CURSOR)]
        states = _read(before, start)
        marked = None if states is None else _shifted(grammar_tables(), states, "NAME")
        end = None if marked is None else _end(marked, start)
        if end is None:
            return text
        text = " ".join([before + CURSOR, *end])
        tree = read_by_tables(text, start)
    return text if tree is None else _with_arguments(text, start, tree)


def _with_arguments(text: str, start: str, tree: s.SyntaxNode) -> str:
    """A text that can be read, with what the verb around the mark lacks."""
    at, verb = text.index(CURSOR), None
    open_: list[s.SyntaxNode] = [tree]
    while open_:
        node = open_.pop()
        if node.start <= at < max(node.end, node.start + 1):
            verb = node if isinstance(node, s.VerbSyntax) and node.name in VERBS else verb
            open_.extend(node.children())
    if verb is None:
        return text
    lacking = VERBS[verb.name].params[len(verb.args) :]
    more = "".join(f" {each.word} me" if each.word else " me" for each in lacking)
    whole = text[: verb.end] + more + text[verb.end :]
    return whole if lacking and read_by_tables(whole, start) is not None else text


def note_signs(text: str, start: str, offers: CursorOffers) -> None:
    """Note what stands before the mark, and which tokens may stand in its place."""
    offers.before = text[: text.index(CURSOR)]
    tables, states = grammar_tables(), _read(offers.before, start)
    if states is not None:
        offers.signs |= {kind for kind in tables.states[states[-1]] if _shifted(tables, states, kind) is not None}


def _read(text: str, start: str) -> _States | None:
    """The states of the parser behind a text; None where that cannot be read."""
    tables = grammar_tables()
    states: _States | None = (tables.starts[start],)
    for match in tables.pattern.finditer(text):
        if match.lastindex is None:
            continue
        if states is None or match.lastindex == 4:
            return None
        kind = {1: tables.words.get(match[0], "NAME"), 2: "NUMBER", 3: tables.signs.get(match[0], "")}[match.lastindex]
        if match.lastindex == 1 and kind not in tables.states[states[-1]]:
            kind = "NAME"
        states = _shifted(tables, states, kind)
    return states


def _shifted(tables: GrammarTables, states: _States, kind: str) -> _States | None:
    """The states behind one more token; None where it may not follow."""
    stack = list(states)
    while True:
        action = tables.states[stack[-1]].get(kind)
        if action is None:
            return None
        if action >= 0:
            return (*stack, action)
        rule = tables.rules[-1 - action]
        if rule.size:
            del stack[-rule.size :]
        stack.append(tables.states[stack[-1]][rule.name])


def _is_whole(tables: GrammarTables, states: _States, start: str) -> bool:
    """Whether a text may end there."""
    stack = list(states)
    while stack[-1] != tables.ends[start]:
        action = tables.states[stack[-1]].get("$END")
        if action is None or action >= 0:
            return False
        rule = tables.rules[-1 - action]
        if rule.size:
            del stack[-rule.size :]
        stack.append(tables.states[stack[-1]][rule.name])
    return True


@lru_cache(maxsize=256)
def _end(states: _States, start: str) -> tuple[str, ...] | None:
    """The tokens with which a text may end, as few as can be besides what closes brackets; None if none are found soon."""
    return next((end for made_of in _ENDINGS if (end := _end_of(states, start, made_of)) is not None), None)


def _end_of(states: _States, start: str, made_of: frozenset[str]) -> tuple[str, ...] | None:
    tables = grammar_tables()
    written = {kind: text for text, kind in (*tables.words.items(), *tables.signs.items()) if text in made_of}
    written["NAME"] = "me"
    open_: list[tuple[int, int, _States, tuple[str, ...]]] = [(0, 0, states, ())]
    known = {states}
    while open_ and len(known) < _MOST:
        cost, _, here, end = heappop(open_)
        if _is_whole(tables, here, start):
            return end
        for kind, text in written.items():
            further = _shifted(tables, here, kind)
            if further is not None and further not in known:
                known.add(further)
                heappush(open_, (cost + (text not in _CLOSING), len(known), further, (*end, text)))
    return None
