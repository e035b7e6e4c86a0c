"""What leads back to itself in a graph of names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def circles(graph: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """The sets of names that lead to each other, a name that leads to itself alone included (Tarjan, without recursion)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    open_: dict[str, None] = {}  # in the order in which they were met
    found: list[set[str]] = []
    for root in graph:
        if root in number:
            continue
        way = [(root, iter(tuple(graph[root])))]
        number[root] = low[root] = len(number)
        open_[root] = None
        while way:
            name, rest = way[-1]
            for other in rest:
                if other not in graph:
                    continue
                if other not in number:
                    number[other] = low[other] = len(number)
                    open_[other] = None
                    way.append((other, iter(tuple(graph[other]))))
                    break
                if other in open_:
                    low[name] = min(low[name], number[other])
            else:
                way.pop()
                if way:
                    low[way[-1][0]] = min(low[way[-1][0]], low[name])
                if low[name] == number[name]:
                    circle: set[str] = set()
                    while name not in circle:
                        circle.add(open_.popitem()[0])
                    if len(circle) > 1 or name in graph[name]:
                        found.append(circle)
    return found
