"""The LR tables of the grammar: `grammar.lark` in, `table.json` out. Only whoever changes the grammar runs this (needs Lark)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import lark

GRAMMAR: Final = Path(__file__).parent / "grammar.lark"
KEPT: Final = Path(__file__).parent / "table.json"
STARTS: Final = ("effect", "expr")


@cache
def lark_parser() -> lark.Lark:
    """The parser that Lark makes of the grammar: it knows what to say about a text that cannot be read."""
    text = GRAMMAR.read_text(encoding="utf-8")
    return lark.Lark(text, parser="lalr", start=list(STARTS), propagate_positions=True, maybe_placeholders=True)


def make_tables() -> dict[str, Any]:
    """The tables, in an order that depends on nothing but the grammar."""
    inner: Any = lark_parser().parser.parser
    table = inner._parse_table  # noqa: SLF001 - Lark has no other door to its table
    order = _reached(table)
    number = {state: place for place, state in enumerate(order)}
    rules = sorted(lark_parser().rules, key=str)
    places = {rule: place for place, rule in enumerate(rules)}
    rows = []
    for state in order:
        row = table.states[state]
        rows.append({name: _action(row[name], number, places) for name in sorted(row)})
    words, signs = _terminals()
    return {
        "starts": {name: number[table.start_states[name]] for name in STARTS},
        "ends": {name: number[table.end_states[name]] for name in STARTS},
        "words": words,
        "signs": signs,
        "rules": [_rule(rule) for rule in rules],
        "states": rows,
    }


def _reached(table: Any) -> list[int]:
    """All states, in the order in which one comes to them."""
    order = [table.start_states[name] for name in STARTS]
    for state in order:
        row = table.states[state]
        nexts = [row[name][1] for name in sorted(row) if str(row[name][0]) == "Shift"]
        order += [each for each in dict.fromkeys(nexts) if each not in order]
    return [*order, *sorted(set(table.end_states.values()) - set(order))]


def _action(action: tuple[Any, Any], number: dict[int, int], places: dict[Any, int]) -> int:
    """A state to go on with, or a rule to be applied: -1 for the first one, -2 for the second..."""
    kind, to = action
    return number[to] if str(kind) == "Shift" else -1 - places[to]


def _rule(rule: Any) -> list[Any]:
    """What a rule makes, of how many parts, by which function (see `lang/syntax/syntax_tree`), and of which of the parts.

    By none, it makes a list for another rule; by one that begins with `?`, a single part stands for itself. Parts are told by
    their places: twice the place, and one more for a list whose items are meant; -1 is a part that was left out.
    """
    name = rule.origin.name
    maker = "" if name.startswith("_") else rule.alias or ("?" if rule.options.expand1 else "") + name
    left_out = "".join(str(int(each)) for each in rule.options.empty_indices or [False] * len(rule.expansion))
    parts: list[int] = []
    for place, (before, symbol) in enumerate(zip(left_out.split("0"), [*rule.expansion, None], strict=True)):
        parts += [-1] * len(before)
        if symbol is not None and (rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out)):
            parts.append(2 * place + int(not symbol.is_term and symbol.name.startswith("_")))
    return [name, len(rule.expansion), maker, parts]


def _terminals() -> tuple[dict[str, str], dict[str, str]]:
    """The words and the signs of the language, with what the tables call them."""
    words: dict[str, str] = {}
    signs: dict[str, str] = {}
    for each in lark_parser().terminals:
        if each.name in {"NAME", "NUMBER", *lark_parser().ignore_tokens}:
            continue
        if each.pattern.type == "str":
            (words if each.pattern.value.isalpha() else signs)[each.pattern.value] = each.name
        else:
            signs |= dict.fromkeys(each.pattern.value.removeprefix("(?:").removesuffix(")").split("|"), each.name)
    return dict(sorted(words.items())), dict(sorted(signs.items()))


def tables_text() -> str:
    """The tables as text: a line for each rule and each state."""
    found = make_tables()
    lists = {name: ",\n".join(json.dumps(each) for each in found.pop(name)) for name in ("rules", "states")}
    head = "".join(f"{json.dumps(name)}: {json.dumps(value)},\n" for name, value in found.items())
    return "{\n" + head + ",\n".join(f'"{name}": [\n{lines}\n]' for name, lines in lists.items()) + "\n}\n"


if __name__ == "__main__":
    KEPT.write_text(tables_text(), encoding="utf-8")
