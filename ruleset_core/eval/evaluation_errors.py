"""Broken rules: the error that the evaluator raises, its wording and its origin.

    choose act a; gain best.price coin      `best` is none

    the closure of `best.price`             raises BrokenRule("`price` of none")
    the closure of the statement            notes where it stands: game.yaml:18:24
    State.apply                             BrokenRuleError: Tiny, phase `day`: game.yaml:18:24, `do` of the phase `day`: `price` of none
                                            and the state is what it was before

The evaluator raises where it notices, with the values; who calls it adds where the statement stands (`BrokenRule.note`), and
`engine.rule_errors` which game and phase it was. The core only traps.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ruleset_core.errors import BrokenRuleError
from ruleset_core.lang.origins import Origin
from ruleset_core.lang.runtime import EDGES, FRAMES, GREATEST, HEAVIEST, LEAST, OFFERED, QUEUE, STEPS
from ruleset_core.messages import LANGUAGES, message, message_template

_LIMITS: Final = {
    "least": LEAST, "greatest": GREATEST, "offered": OFFERED, "edges": EDGES, "heaviest": HEAVIEST, "steps": STEPS,
    "queue": QUEUE, "frames": FRAMES,
}  # fmt: skip
"""What messages of broken rules tell of limits."""
_MADE = re.compile(r"__\d+\Z| #\d+\Z")
"""What is put behind a name where a procedure is written out, or made for one piece."""


class BrokenRule(BrokenRuleError):
    """Data asked for something that has no meaning, such as a field of `none`.

    Attributes:
        origin: where what asked for it stands: the innermost statement, definition, change or condition in progress.
        card: where a card stands that began it, if it stands elsewhere.
    """

    origin: Origin | None = None
    card: Origin | None = None

    def __init__(self, reason: str, what: str = "", **values: object) -> None:
        """`reason`: the id of a message, `rule.` and the reason, that `what` and `values` fill in. `what` is a name of the data, or of something made for it."""
        texts = {lang: _reason_text(reason, lang, what, values) for lang in LANGUAGES}
        super().__init__(texts[LANGUAGES[0]], texts)
        self.is_too_long = reason == "steps"

    def note(self, origin: Origin | None, instead_of: Origin | None = None) -> None:
        """Keep an origin, on the way from the innermost to the outermost: the first one stays.

        `instead_of`: one that says less, which it replaces.
        """
        if origin is not None and (self.origin is None or self.origin is instead_of):
            self.origin = origin
            self.place, self.owner, self.span = origin.text, origin.describe(), origin.span
        elif origin is not None and self.origin is not None and self.card is None:
            begun = origin.owner.section == "cards" and self.origin.owner.section != "cards"
            self.card = origin if begun else None


def _reason_text(reason: str, lang: str, what: str, values: Mapping[str, object]) -> str:
    key, mark = f"rule.{reason}", message("play.thousands_mark", lang)

    def grouped(number: object) -> object:
        return f"{number:,}".replace(",", mark) if isinstance(number, int) else number

    name = message("rule.unnamed", lang)
    if not what.startswith("_"):  # else it is a local that lowering made
        plain = _MADE.sub("", what).removeprefix("event ")
        name = plain if "`{what}" in message_template(key, lang) else f"`{plain}`"
    limits = {each: grouped(limit) for each, limit in _LIMITS.items()}
    numbers = {"number": grouped(values.get("value")), "of_number": grouped(values.get("of"))}
    return message(key, lang, what=name, **limits, **numbers, **values)
