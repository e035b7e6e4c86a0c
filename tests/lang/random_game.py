"""Random games: the declarations of `tiny/game.yaml`, with every effect, amount and condition written by a `Writer`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from ruleset_core.engine import linking as loading
from ruleset_core.engine.game import Game
from ruleset_core.engine.hooks import HookFunction
from ruleset_core.model.game_files import gather
from tests.lang.effects import Writer
from tests.lang.values import Context

TINY = Path(__file__).parent / "tiny" / "game.yaml"
PROVENANCE = {"provenance": "house"}


def _nudge(s: Any, me: int, number: int, condition: int) -> None:
    at = s.game.program.vocabulary.fields["clock"].offset
    s.v[at] = (s.v[at] + number + 2 * condition + me) % 50


def _distance(_s: Any, _me: int, colour: int, number: int) -> int:
    return (colour * 3 + number) % 7


def _lucky(_s: Any, me: int, seat: int) -> bool:
    return (me + seat) % 2 == 0


HOOKS = {
    "nudge": HookFunction(("int", "bool"), None, _nudge),
    "distance": HookFunction(("colour", "int"), "int", _distance),
    "lucky": HookFunction(("seat",), "bool", _lucky),
}
AS_DATA = {
    "distance": {"params": {"c": "colour", "n": "int"}, "amount": "(3 * mood[c] + n) mod 7"},
    "lucky": {"params": {"p": "seat"}, "condition": "p == starter"},
}
"""What stands for the functions of the plugin where there is none."""
QUERIES = (("distance", "int", ("colour", "int")), ("lucky", "bool", ("seat",)))


def parts(writer: Writer) -> dict[str, Any]:
    """The rest of the game: a part with sections, and a file of cards."""
    w = writer
    plain = Context(defines=QUERIES)
    define: dict[str, Any] = {} if w.plugin else dict(AS_DATA)

    def params(kinds: dict[str, str]) -> Context:
        return replace(plain, locals=dict(kinds))

    # amounts and conditions, each knowing those before it
    known = list(QUERIES)
    for name, key, kinds in (
        ("price", "amount", {"n": "int", "c": "colour"}),
        ("calm", "condition", {"c": "colour", "p": "seat"}),
        ("worth", "amount", {"t": "tile"}),
        ("lone", "amount", {}),
        ("keen", "condition", {"n": "int"}),
    ):
        scope = replace(params(kinds), defines=tuple(known))
        text = w.number(scope, 3) if key == "amount" else w.condition(scope, 3)
        define[name] = {"params": kinds, key: text}
        known.append((name, "int" if key == "amount" else "bool", tuple(kinds.values())))
    for name, kind, kinds in (
        ("herald", "seat", {"n": "int"}),
        ("tint_of", "colour", {"t": "tile"}),
        ("step", "int", {"p": "seat"}),
        ("spot", "tile?", {"c": "colour"}),
        ("boss", "owner", {}),
        ("gift", "resource", {"c": "colour"}),
    ):
        scope = replace(params(kinds), defines=tuple(known))
        define[name] = {"params": kinds, "is": "-1..3" if kind == "int" else kind, "value": w.of_type(scope, kind)}
        known.append((name, kind.rstrip("?"), tuple(kinds.values())))
    base = replace(plain, defines=tuple(known))
    changes = [_change(w, define) for _ in range(w.pick(3))]

    # effects from the leaves up: what answers to gains and losses does not gain or lose itself
    quiet = replace(base, gains=(), procedures=(), choices=bool(w.pick(3) == 0))
    poor = replace(base, gains=("coin", "apple"), choices=bool(w.pick(3) == 0))
    rules: list[dict[str, Any]] = []

    def rule(kind: str, event: str, kinds: dict[str, str], scope: Context, condition: str | None = None) -> None:
        inner = replace(scope, locals=kinds)
        entry = {"event": event, "do": w.effect(inner, 2, 2)}
        if condition is not None or w.pick(2):
            entry["where"] = condition or w.condition(inner, 2)
        rules.append({"id": f"rule_{len(rules)}", kind: entry, **PROVENANCE})

    good = {"resource": "resource", "amount": "int"}
    no_gain = replace(quiet, gains=(), losses=False)
    if w.pick(3) == 0:
        rule("when", "gain", good, no_gain)
    if w.pick(4) == 0:
        rule("when", "lose", good, no_gain)
    if w.pick(4) == 0:
        rule("instead", "gain", good, replace(no_gain, gains=("coin",)), "resource == wood and amount > 1")
    if w.pick(4) == 0:
        rule("when", "reach", {"resource": "resource", "space": "int"}, poor, "resource == gem and space mod 2 == 0")
    define["leaf"] = {"params": {"c": "colour"}, "effect": w.effect(replace(base, locals={"c": "colour"}), 2)}
    events = replace(base, procedures=(("leaf", ("colour",)),))
    for _ in range(w.pick(3)):
        rule("when", "painted", {"c": "colour", "n": "int"}, events)
    if w.pick(3) == 0:
        rule("instead", "painted", {"c": "colour", "n": "int"}, events)
    for _ in range(w.pick(3)):
        rule("when", "called", {"n": "int", "p": "seat"}, replace(events, emits=("painted",)))
    if w.pick(2):
        rule("when", "traded", {"r": "resource", "t": "tile"}, replace(events, emits=("called",)))
    low = replace(events, emits=("painted", "called"))
    results = (("tally", "int", ("int",)), ("sworn", "bool", ("seat",)), ("dyed", "colour", ()))
    for name, kind, kinds in results:
        given = {f"p{place}": each for place, each in enumerate(kinds)}
        giving = replace(low, locals=given, returns=kind)
        written, last = {"int": ("-1..3", "2"), "colour": ("colour", "red")}.get(kind, (kind, "true"))
        define[name] = {"params": given, "is": written, "effect": f"{w.effect(giving, 3)}; return {last}"}
    low = replace(low, results=results)
    define["middle"] = {
        "params": {"n": "int", "t": "tile"},
        "effect": w.effect(replace(low, locals={"n": "int", "t": "tile"}), 2),
    }
    define["high"] = {
        "params": {"p": "seat", "ok": "bool"},
        "effect": w.effect(
            replace(
                low, locals={"p": "seat", "ok": "bool"}, procedures=(("leaf", ("colour",)), ("middle", ("int", "tile")))
            ),
            3,
        ),
    }
    cards = _cards(w, low, base, define)
    full = replace(
        low,
        emits=("painted", "called", "traded"),
        procedures=(("leaf", ("colour",)), ("middle", ("int", "tile")), ("high", ("seat", "bool"))),
        cards=True,
    )
    if w.pick(3) == 0:
        rules.append(
            {
                "id": "dawn",
                "when": {
                    "event": w.one("begin act", "end act", "begin late"),
                    "do": w.effect(replace(full, me=False), 2),
                },
                **PROVENANCE,
            }
        )
    rules += [{"id": f"change_{place}", "while_in_play": change, **PROVENANCE} for place, change in enumerate(changes)]
    part = {
        "state": {"tock": {"is": "0..9"}},
        "resources": {"members": _resources(w, poor, full)},
        "define": define,
        "rules": rules,
        "flow": _flow(w, full),
        "score": {
            "rows": {
                "name": {"en": "rows", "es": "filas"},
                "each": "colour",
                "amount": w.number(replace(base, locals={"it": "colour"}), 3),
                **({"where": w.condition(replace(base, locals={"it": "colour"}), 2)} if w.pick(2) else {}),
            },
            "tiles": {
                "name": {"en": "tiles", "es": "losetas"},
                "each": "tile",
                "where": f"it != guard or {w.condition(replace(base, locals={'it': 'tile'}), 2)}",
                "amount": "it.score + (if it.requires then 1 else 0) + (count x in tile where x.card == it.card)",
            },
            "rest": {"name": {"en": "rest", "es": "resto"}, "amount": w.number(base, 3)},
        },
        "tie_breaks": [w.number(base, 2)],
        "outcome": _outcome(w, base),
        "invariants": [f"players > 0 or {w.condition(base, 2)}"],  # worlds are drawn until it holds
    }
    return {"rules.yaml": part, "cards/tiles.yaml": {"kind": "tile", "cards": cards}}


def _outcome(w: Writer, base: Context) -> dict[str, Any]:
    outcome: dict[str, Any] = {"best": w.one("highest", "lowest")}
    if w.pick(2):
        outcome["wins"] = w.condition(base, 2)
    if w.pick(2):
        outcome["team"] = f"({w.number(base, 2)}) mod 2"
    return outcome


def _change(w: Writer, define: dict[str, Any]) -> dict[str, Any]:
    name = w.one(*define)
    scope = Context(locals=dict(define[name]["params"]))
    kind = "bool" if "condition" in define[name] else define[name].get("is", "int")
    how = w.one("set", "add") if kind in {"int", "-1..3"} else "set"
    value = w.of_type(scope, "int") if kind == "-1..3" and how == "set" else None
    change = {"modify": name, how: value or (w.number(scope, 2) if how == "add" else w.of_type(scope, kind))}
    if w.pick(2):
        change["where"] = w.condition(scope, 2)
    return change


def _resources(w: Writer, poor: Context, full: Context) -> dict[str, Any]:
    gem = {"spaces": 5, "rewards": {}, "start": w.pick(2)}
    for space in (2, 4, 5):
        if w.pick(3) == 0:
            gem["rewards"][space] = w.effect(replace(full, cards=False), 2, 2)
    if w.pick(2):
        gem["resolve"] = "at_once"
    if w.pick(2):
        gem["overflow"] = w.effect(poor, 2, 2)
    return {
        "coin": {"start": 3},
        "apple": {"start": 1, "max": 4},
        "gem": gem,
        "fame": {"spaces": 6, "max": 3, "overflow": "lost"},
        "wood": {"max": 3, "overflow": w.effect(poor, 1, 2)} if w.pick(2) else {"max": 3},
        "salt": {"start": 2, "max": 2, "spaces": 9},
    }


def _cards(w: Writer | None, scope: Context, base: Context, define: dict[str, Any]) -> dict[str, Any]:
    cards: dict[str, Any] = {}
    for place, name in enumerate(("oak", "elm", "ash", "fir", "yew")):
        card: dict[str, Any] = {
            "name": {"en": name, "es": name}, "provenance": "house", "copies": 2 if name == "oak" else 1,
            "price": place - 1, "hue": ("red", "green", "blue")[place % 3], "twin": ("elm", "none", "oak")[place % 3],
            "sides": {"day": {"power": place, "wants": "coin"}, "night": {"power": 9 - place, "wants": ("apple", "gem")[place % 2]}},
        }  # fmt: skip
        cards[name] = card
        if w is None:
            continue
        this = replace(scope, locals={"this": "tile"}, procedures=())
        if w.pick(2) or name == "oak":  # at least one: other effects may do what a tile does
            card["effect"] = w.effect(this, 2, 2)
        if w.pick(4) == 0:
            card["sides"]["night"]["effect"] = w.effect(this, 2, 2)
        worth = replace(base, locals={"this": "tile"})
        if w.pick(2) or name == "oak":
            card["score"] = w.number(worth, 2)
        if w.pick(4) == 0:
            card["sides"]["day"]["score"] = w.number(worth, 2)
        if w.pick(2) or name == "elm":
            card["requires"] = w.condition(worth, 2)
        if w.pick(4) == 0:
            card["sides"]["night"]["requires"] = w.condition(worth, 2)
        if w.pick(4) == 0:
            inner = replace(
                scope, locals={"this": "tile", "c": "colour", "n": "int"}, procedures=(), emits=(), results=()
            )
            card[w.one("when", "instead")] = [
                {"event": "painted", "where": w.condition(inner, 2), "do": w.effect(inner, 2, 2)}
            ]
        if w.pick(3) == 0:
            inner = replace(base, locals={"this": "tile", "n": "int", "p": "seat"}, procedures=(), emits=())
            card["sides"]["day"]["when"] = [{"event": "called", "do": w.effect(inner, 2, 2)}]
        if w.pick(3) == 0:
            change = _change(w, {name: each for name, each in define.items() if "effect" not in each})
            card["sides"][w.one("day", "night")]["while_in_play"] = [change]
    return cards


def _flow(w: Writer, full: Context) -> list[dict[str, Any]]:
    nobody = replace(full, me=False)
    deal = "for each p in seat { move deck[0] to p.hand; move deck[0] to p.hand; move bag[0] to p.pool }"
    setup = {"phase": "setup", "do": f"shuffle deck; {deal}; {w.effect(nobody, 1, 2)}"}
    how = w.one("once", "snake", "simultaneous", "until_all_pass", "forever")
    turn = replace(full, turns=True)
    if how == "simultaneous":
        turn = Context(defines=full.defines, own=True)
    act: dict[str, Any] = {"phase": "act", "turns": how}
    before = {
        "forever": "set clock = clock + 1; if clock > 5 { end_game }; ",
        "until_all_pass": "set level = level + 1; if level > 2 { pass_turn }; ",
    }.get(how, "")
    act["do"] = before + w.effect(turn, 3, 4)
    if how == "forever" or w.pick(3) == 0:
        act["until"] = f"clock > 4 or {w.condition(full, 2)}" if w.pick(2) else w.condition(full, 2)
    if w.pick(3) == 0:
        act["skip"] = w.condition(Context(), 2) if how == "simultaneous" else w.condition(full, 2)
    if how in {"forever", "until_all_pass"} and w.pick(3) == 0:
        act["next"] = f"first p in others where {w.condition(replace(full, locals={'p': 'seat'}), 1)}"
    elif w.pick(3) == 0:
        act["by"] = w.number(Context() if how == "simultaneous" else full, 2)
    late: dict[str, Any] = {"phase": "late", "do": w.effect(nobody, 2, 3)}
    if w.pick(2):
        late = {"phase": "late", "turns": "once", "first": "starter", "do": w.effect(replace(full, turns=True), 3, 3)}
    if w.pick(3) == 0:
        late["when"] = w.condition(nobody, 2)
    if w.pick(2):
        rounds = w.one("1 to 2", "1 to players", "2 to players", "1 to option.size - 1", "option.size - 1 to 3")
        loop: dict[str, Any] = {"phase": "rounds", "for": "round", "in": rounds, "steps": [act, late]}
        if w.pick(3) == 0:
            loop |= {"for": "daily", "in": "colour"}
        if w.pick(3) == 0:
            loop["while"] = w.condition(nobody, 2)
            if w.pick(2):
                loop["beyond"] = w.effect(nobody, 1, 2)
        return [setup, loop]
    often = {"phase": "often", "while": "tock < 3", "do": f"set tock = tock + 1; {w.effect(nobody, 1, 2)}"}
    if w.pick(2):
        often["most"] = w.one("1", "3", w.number(nobody, 1))
        often |= {"beyond": w.effect(nobody, 1, 2)} if w.pick(2) else {}
    return [setup, act, often, late] if w.pick(3) == 0 else [setup, act, late]


def write(directory: Path, files: dict[str, Any], *, remembered: bool = False, out: bool = False) -> Path:
    """The files of a game in a directory. Where tiles are `remembered`, all but the owner see those in a nook, and keepers are seen with
    their tiles. `out`: the flag is.
    """
    (directory / "cards").mkdir(parents=True, exist_ok=True)
    text = TINY.read_text()
    if remembered:
        text = text.replace("    total: 6\n", "    total: 6\n    remembered: true\n    hints: [hue]\n")
        text = text.replace("by: [seat, colour], visible: seen", "by: [seat, colour], visible: others")
        text = text.replace('keeper: {by: [tile], is: "owner?"}', 'keeper: {by: [tile], is: "owner?", visible: piece}')
        text = text.replace("tower, keeper, pool", "tower, pool")
    if out:
        text = text.replace("flag: {by: [seat], is: bool}", "flag: {by: [seat], is: bool, out: true}")
    (directory / "game.yaml").write_text(text)
    for name, data in files.items():
        (directory / name).write_text("{\n" + ",\n".join(f"{key}: {_flow_style(data[key])}" for key in data) + "\n}\n")
    return directory


def _flow_style(data: Any) -> str:
    """Data as YAML in one line; keys may be numbers."""
    if isinstance(data, dict):
        return "{" + ", ".join(f"{key}: {_flow_style(value)}" for key, value in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(map(_flow_style, data)) + "]"
    return json.dumps(data, ensure_ascii=False)


def plain(
    do: str, *, turns: str = "once", setup: str = "", cards: dict[str, Any] | None = None, **sections: Any
) -> dict[str, Any]:
    """The rest of the game with nothing random: one phase `act`, cards without effects, and what is given besides."""
    tiles = {name: card | (cards or {}).get(name, {}) for name, card in _cards(None, Context(), Context(), {}).items()}
    flow: list[dict[str, Any]] = [{"phase": "act", "turns": turns, "do": do}]
    if setup:
        flow.insert(0, {"phase": "setup", "do": setup})
    members = {
        "coin": {"start": 3},
        "apple": {"max": 4},
        "gem": {"spaces": 5},
        "fame": {"spaces": 6, "max": 3},
        "wood": {},
        "salt": {},
    }
    part = {
        "resources": {"members": members},
        "flow": flow,
        "score": {"coins": {"name": {"en": "coins", "es": "monedas"}, "amount": "coin"}},
        **sections,
    }
    return {"rules.yaml": part, "cards/tiles.yaml": {"kind": "tile", "cards": tiles}}


def build(directory: Path, *, plugin: bool = True) -> Game:
    """The game in a directory, with the hooks of this module, or without any."""
    gathered, problems = gather(directory)
    old, loading.hooks_of = loading.hooks_of, lambda _plugin: HOOKS if plugin else {}
    try:
        return loading.build_game(gathered, problems)
    finally:
        loading.hooks_of = old
