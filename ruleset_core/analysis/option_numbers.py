"""The numbers of options: those of each question follow each other, those of kinds of answers lie within the questions that list them.

`turn: {of: [walk, build]}` on 49 cells and 36 posts, which may also be left with `or pass`, and `late: {of: [build, rest]}`, which lists
`build` too and 2 answers of `rest`:

    walk   0..48      turn   0..87, so that its `pass` is 87
    build  49..84     late   49..87: what lies between and is no answer of a question is never offered there
    rest   85..86

An answer of a kind is the same option in all questions that list its kind, and has one notation. Before it is known which questions are
left with `or`, `base` counts from the first kind of the questions that share some.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleset_core.lang.vocabulary import DecisionDeclaration, Vocabulary


def place_kinds(vocabulary: Vocabulary) -> None:
    """Give kinds of answers, and the questions that list them, their places beside each other; a question is as large as it reaches."""
    for owners in _groups(vocabulary):
        end = 0
        for kind in _kinds(vocabulary, owners):
            kind.base, end = end, end + kind.size
        for owner in owners:
            owner.base = min((vocabulary.decisions[name].base for name in owner.kinds), default=0)
            _resize(vocabulary, owner, end - owner.base)


def reserve_ways_out(vocabulary: Vocabulary) -> None:
    """Put what may be done instead of an answer behind all kinds, one question after the other."""
    for owners in _groups(vocabulary):
        before = 0
        for owner in owners:
            _resize(vocabulary, owner, owner.size + before)
            before += int(owner.stops)


def number_options(vocabulary: Vocabulary) -> None:
    """Give all options the numbers that they keep."""
    first = 0
    done: set[str] = set()
    groups = {owner.name: owners for owners in _groups(vocabulary) for owner in owners}
    for decision in vocabulary.decisions.values():
        if decision.kind_of or decision.name in done:
            continue
        owners = groups.get(decision.name)
        if owners is None:
            decision.base = first
            first += decision.size + int(decision.stops)
            continue
        found = [*owners, *_kinds(vocabulary, owners)]
        for each in found:
            each.base += first
        first = max(each.base + each.size + int(each.stops) for each in found)
        done |= {owner.name for owner in owners}


def _groups(vocabulary: Vocabulary) -> Iterator[list[DecisionDeclaration]]:
    """The questions with answers of several kinds: those together that share some, by whatever others."""
    left = [each for each in vocabulary.decisions.values() if each.kinds]
    while left:
        owners, known = [left[0]], set(left[0].kinds)
        while more := [each for each in left if each not in owners and known & set(each.kinds)]:
            owners += more
            known.update(name for each in more for name in each.kinds)
        left = [each for each in left if each not in owners]
        yield [each for each in vocabulary.decisions.values() if each in owners]


def _kinds(vocabulary: Vocabulary, owners: list[DecisionDeclaration]) -> list[DecisionDeclaration]:
    """The kinds of answers of some questions, each once."""
    return [vocabulary.decisions[name] for name in dict.fromkeys(name for each in owners for name in each.kinds)]


def _resize(vocabulary: Vocabulary, owner: DecisionDeclaration, size: int) -> None:
    owner.size = size
    vocabulary.domains[owner.type.domain].count = size
