"""Signs, words and forms of other languages, and what is written for them here: the parser tries these where it cannot read on."""

from __future__ import annotations

from typing import Final

_NAME = r"[A-Za-z_][\w.]*(?:\[[^\[\]]*\])?"
SIGNS: tuple[tuple[str, str], ...] = (
    (r"\s*&&\s*", " and "),
    (r"\s*\|\|\s*", " or "),
    (r"!(?!=)\s*", "not "),
    (r"<>", "!="),
    (r"=<", "<="),
    (r"=>", "->"),
    (r"=>", ">="),
    (r"→", "->"),
    (r"≤", "<="),
    (r"≥", ">="),
    (r"≠", "!="),
    (r"[×x](?=\s*\d)", "*"),
    (r"===", "=="),
    (r"(?<=\d)\s*\.\.\s*(?=\w)", " to "),
    (r"\s*%\s*", " mod "),
    (r"\s*//\s*(?=\S)", " per "),
    (r"\s*[/÷]\s*", " per "),
    (r"[\"'](\w+)[\"']", r"\1"),
    (rf"(?:\bset\s+)?({_NAME})\s*([+\-*])=\s*", r"set \1 = \1 \2 "),
    (rf"(?:\bset\s+)?({_NAME})\s*(\+|-)\2", r"set \1 = \1 \2 1"),
    (r"(?<![=!<>])=(?!=)", "=="),
    (r"==", "="),
    (r"\s*:(?=[^;{}]*\belse\b)", " then"),
    (r":", " ->"),
    (r",", ";"),
    (r",", "|"),
)
"""Signs of other languages, as patterns, and what is written for them here."""
WORDS_FOR: tuple[tuple[str, str], ...] = (
    (r"\b(?:elif|elsif|elseif)\b", "else if"),
    (r"\bforeach\b", "for each"),
    (r"\bfor\s+(?!each\b)(?=\w+\s+in\b)", "for each "),
    (r"\bis\s+not\b", "!="),
    (r"\b(?:is|equals)\b", "=="),
    (r"\b(?:var|local|const|auto)\s+(?=\w+\s*=)", "let "),
    (r"\bthen\s*(?=\{)", ""),
    (r"\b(?:max|maximum|largest|biggest|greatest)\b(?=\s+\w+\s+in\b)", "highest"),
    (r"\b(?:min|minimum|smallest)\b(?=\s+\w+\s+in\b)", "lowest"),
    (r"\b(?:number|amount)\s+of\b", "count"),
    (r"\b(?:number|len|length|size)\b(?=\s+\w+\s+in\b)", "count"),
    (r"\b(?:exists|some)\b(?=\s+\w+\s+in\b)", "any"),
    (r"\b(?:all|each)\b(?=\s+\w+\s+in\b)", "every"),
    (r"\bnone\b(?=\s+\w+\s+in\b)", "no"),
    (r"\b(?:count|len|size)\s*\(\s*([\w.]+)\s*\)", r"(count x in \1)"),
    (r"\b(?:divided\s+by|div|over)\b", "per"),
    (r"\btimes\b", "*"),
    (r"\b(?:try|suppose|imagine|assume)\b(?=\s*\{)", "would"),
    (r"(?<=\})\s*(?::|\b(?:has|have|gives|so)\b)", " then"),
    (r"(?<=\})\s+(?=\w)", " then "),
    (r"\bAND\b", "and"),
    (r"\bOR\b", "or"),
    (r"\bNOT\b", "not"),
)
"""Words of other languages, as patterns, and what is written for them here."""

UNKNOWN_WORDS = {
    "while": "there is no `while` here: write `repeat AMOUNT { ... }`, or `for each x in ... where ... { ... }`; a phase has the key `while:`",
    "until": "there is no `until` here: write `repeat AMOUNT { ... }`; a phase has the key `until:`",
    "return": "nothing is given back: a definition with `amount:` is a value",
    "def": "definitions stand in the file, under `define:`",
    "function": "definitions stand in the file, under `define:`",
    "switch": "write `if ... { ... } else if ... { ... }`",
}
"""Words that mean something elsewhere and nothing here, and what to do instead."""

MISUSED: Final = (
    (
        r"\b(?:log|tell|say|print|message|announce|write)\s*\(?\s*$",
        r"[\"']",
        "texts stand in the file: `events: {sold: {tell: {en: ...}}}`, and here `emit sold`",
    ),
    (
        r"\bfirst\s+\w+\s+in\b[^;{}]*$",
        r"(?:by|sorted|ordered)\b",
        "`first` takes the one that is listed first; write `least x in ... by ...`, or `most x in ... by ...`",
    ),
    (
        r"\bfor\s+each\s+\w+\s+in\b[^;{}]*$",
        r"(?:by|sorted|ordered)\b",
        "a loop goes through all as they are listed; for another order take one at a time: `most x in ... by ...`",
    ),
    (
        r"\}\s*or\s+\w+\s*\{[\s\S]*\}\s*$",
        r"or\b",
        "a question has one `or NAME`: more answers without a value are members of a set that is one of its kinds, each with a branch",
    ),
    (
        r"\bchoose\s*$",
        r"\d",
        "say whether it may be fewer: `choose exactly 2 NAME x in ... { ... }`, `choose from 0 to 2 ...` or, one by one, `choose up to 2 ...`",
    ),
    (
        r"\bchoose\s+\w+\s+\w+\s+(?:in|where)\b[^;{}]*$",
        r",",
        "parts of one answer are joined by `then`; several things of one type are a set: `choose exactly 2 NAME x in ... { ... }`",
    ),
    (
        r"[|{]\s*\w+\s+in\s+$",
        r"\w",
        "a branch begins with the kind of its answers, or is a member of a set: `card c in hand { ... }`, `pass { ... }`",
    ),
    (
        r"\}\s*or\s*$",
        r"\{",
        "an answer without a value has a name, `or pass { ... }`; kinds of answers are joined by `|`, within the braces",
    ),
    (
        r"\.(?:at|cells|near|corners|places)\s*$",
        r"\(",
        "write `[...]` instead of `(...)`: places stand in square brackets",
    ),
    (
        r"\bwould\s*\{[^{}]*\}\s*$",
        r"",
        "say what is looked at behind it: `would { ... } then CONDITION`",
    ),
    (
        r"\brandom\s*$",
        r"\w",
        "chance is a verb: `roll FIELD` sets a field to a random value, `shuffle ZONE` mixes pieces",
    ),
)
"""What stands before and after the place where reading stopped, and what to do instead."""
