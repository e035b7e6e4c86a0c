"""What is done again and again, or by somebody else, in words: `for each coin, ...`, `each player gains 2 coins`."""

from __future__ import annotations

import re
from itertools import groupby

from ruleset_core.lang import tree as t
from ruleset_core.lang.text.amounts import Amounts
from ruleset_core.lang.text.nouns import Names


class Loops(Amounts):
    """Writes loops and what other seats do."""

    def for_each(self, one: str, body: str) -> str:
        """`for each coin, flip this card`; what is more than that stands behind a colon."""
        return self.say("Repeat each", one=one, body=body, then=_then(body))

    def repeated(self, node: t.Repeat, names: Names, *, last: bool) -> str:
        """`3 times: ...`, `for each activation and each red die, ...`."""
        ones = [self._one_time(node, names)]
        while ones[-1] and len(node.body.items) == 1 and isinstance(node.body.items[0], t.Repeat):
            if not (one := self._one_time(node.body.items[0], names)):
                break
            node = node.body.items[0]
            ones.append(one)
        body = self.inline(node.body, names, last=last)
        if ones[-1]:
            return self.for_each(f" {self.language.names['and each']} ".join(ones), body)
        once = isinstance(node.times, t.Const) and node.times.value == 1
        return self.say("Repeat once" if once else "Repeat", times=self.expr(node.times, names, 9), body=body)

    def _one_time(self, node: t.Repeat, names: Names) -> str:
        """What one round stands for: `activation`; nothing if it is a mere number of times."""
        if isinstance(node.times, t.Apply) and (one := self.one_of(node.times, names)):
            return one
        plain = self.named(node.times) or (isinstance(node.times, t.Apply) and not node.times.args)
        return self.language.bare(self.expr(node.times, names)) if plain else ""

    def gone_through(self, node: t.For, names: Names, *, last: bool) -> str:
        """`for each card in your hand, ...`; `each player who ... gains 2 coins` where the others do something."""
        inner, phrase = self.introduced(node.var, node.selection, names)
        acts = _acting(node)
        where = "" if node.where is None else self.expr(node.where, inner)
        key = ("For" if acts is None else "For as") + (" if" if where else "")
        one = f"{inner.bound[node.var].text} "
        if acts is not None and where.startswith(one) and where.count(one) == 1:
            key, where = "For as who", where.removeprefix(one)
        does = "" if acts is None or key == "For as if" else self._does(acts, inner)
        if does:
            return self.say(f"{key} does", where=where, does=does, **phrase.parts)
        body = self.inline(acts or node.body, inner, last=last)
        return self.say(key, where=where, body=body, then=_then(body), **phrase.parts)

    def acting(self, node: t.As, names: Names, *, last: bool) -> str:
        """`that player loses 1 coin`; what is more than that stands behind a colon."""
        seat = self.expr(node.seat, names)
        if does := self._does(node.body, names):
            return self.say("As does", seat=seat, does=does)
        return self.say("As", seat=seat, body=self.inline(node.body, names, last=last))

    def _does(self, block: t.Block, names: Names) -> str:
        """What somebody else gains and loses, `gains 2 coins`; nothing if more is done, or it depends on what is theirs."""
        said = []
        for kind, run in groupby(block.items, key=type):
            if kind not in (t.Gain, t.Lose):
                return ""
            amounts = tuple((each.amount, each.resource) for each in run if isinstance(each, (t.Gain, t.Lose)))
            said.append(self.say("gains" if kind is t.Gain else "loses", amounts=self.costs(amounts, names)))
        text = self.language.listed(said, "and")
        own = "|".join((*self.language.possessives, self.language.names["me"]))
        return "" if re.search(rf"\b({own})\b", text) else text

    # what the rest of the writer brings
    def inline(self, block: t.Block, names: Names, *, last: bool = False) -> str:
        """A block as part of a sentence."""
        raise NotImplementedError


def _then(body: str) -> str:
    """What parts `for each ...` from what is done: a comma, or a colon where that is long."""
    return ": " if body.startswith("[") or ";" in body else ", "


def _acting(node: t.For) -> t.Block | None:
    """What every seat that is gone through does, if that is all that happens."""
    if len(node.body.items) != 1 or not isinstance(node.body.items[0], t.As):
        return None
    acts = node.body.items[0]
    return acts.body if isinstance(acts.seat, t.Local) and acts.seat.name == node.var else None
