"""English: nouns and templates."""

from __future__ import annotations

from ruleset_core.lang import operations, quantities
from ruleset_core.lang.text.language import Language

_MASS = ("ence", "ance", "edge", "ness", "ity", "hood", "ship", "dom", "ism", "tune", "ney", "stige", "ead", "heat")
_PREPOSITIONS = (
    " of ",
    " in ",
    " on ",
    " at ",
    " for ",
    " to ",
    " with ",
    " from ",
    " outside ",
    " left ",
    " beside ",
    " among ",
)
_CLAUSES = (" that ", " who ", " which ", " where ", " whose ", " you ")


def _mass(noun: str) -> bool:
    return _head(noun)[0].endswith(_MASS)


def _head(noun: str) -> tuple[str, str]:
    """The part that takes the plural, and the rest: `row of buildings` is `row` and ` of buildings`."""
    cut = _joint(noun)
    return noun[:cut], noun[cut:]


def _joint(phrase: str) -> int:
    """Where the noun ends, and what is said of it begins."""
    padded = f"{phrase} "
    return min((padded.find(word) for word in (*_PREPOSITIONS, *_CLAUSES) if word in padded), default=len(phrase))


def _plural(noun: str) -> str:
    head, rest = _head(noun)
    lower = head.lower()
    if lower.endswith("die") and (len(head) == 3 or head[-4] in " -"):
        return f"{head[:-3]}dice{rest}"
    if lower.endswith("man"):
        return f"{head[:-2]}en{rest}"
    if lower.endswith(("ss", "us", "x", "ch", "sh", "z")):
        return f"{head}es{rest}"
    if lower.endswith("s"):
        return noun
    if lower.endswith("y") and lower[-2:-1] not in set("aeiou"):
        return f"{head[:-1]}ies{rest}"
    return f"{head}s{rest}"


_WHOLE = ("what ", "how ", "whether ")
"""A phrase that begins so is one thing."""
_SEVERAL = frozenset({"dice", "people"})


def _many(phrase: str) -> bool:
    """Whether the noun before the first preposition or clause is a plural: `the dice of each district`."""
    if phrase.startswith(_WHOLE):
        return False
    cut = _joint(phrase)
    last = phrase[:cut].rsplit(" ", maxsplit=1)[-1].lower()
    return last in _SEVERAL or last.endswith("men") or (last.endswith("s") and not last.endswith(("ss", "us", "is")))


TEMPLATES = {
    # values
    "Const": "{value}", "Const none": "none", "Const true": "always", "Const false": "never",
    "Local": "{name}", "Local bool": "{name}", "Local bool not": "not {name}",
    "Load": "{title}", "Load mine": "your {title}", "Load of": "{title} of {owner}",
    "Load bool": "{title} holds", "Load bool not": "{title} does not hold",
    "Load bool at": "{at} is {title}", "Load bool at not": "{at} is not {title}",
    "Load held": "amount of {noun}", "Load filled": "{noun} spaces filled", "Load side": "side",
    "FactOf": "{fact} of {of}", "FactOf bool": "{of} is {fact}", "FactOf bool not": "{of} is not {fact}",
    "ZoneRef": "{title}", "ZoneRef mine": "your {title}", "ZoneRef of": "{title} of {owner}",
    "ZoneAt": "{kind} at place {place} of {zone}", "ZoneAt first": "{first_kind} of {zone}", "Nth first": "the first of {of}", "Nth": "the value at place {place} of {of}",
    "ZoneAt by": "{kind} of {zone} at {place}", "Nth by": "the value of {of} at {place}", "Players": "the number of players",
    "OptionValue": "option “{title}”", "OptionValue bool": "option “{title}” is on",
    "OptionValue bool not": "option “{title}” is off",
    "HookCall": "{title}", "HookCall bool": "{title} holds", "HookCall bool not": "{title} does not hold",
    "Apply": "{title}", "Apply bool": "{title} holds", "Apply bool not": "{title} does not hold",
    "Apply bool for": "{title} holds for {at}", "Apply bool for not": "{title} does not hold for {at}",
    "Apply sentence": "{title}", "Apply sentence not": "it is not true that {title}", "quoted": "“{title}”",
    "CanPay": "you can pay {costs}", "CanPay not": "you cannot pay {costs}",
    "Gather": "{selection}", "Pick": "element {place} of {list}", "Size": "number of elements of {list}",
    # operations
    **operations.templates("en"),
    "there are": "there are {a}", "there are no": "there are no {a}",
    "have": "you have", "have other": "{owner} has",
    # selections and questions over them
    "Selection": "{noun}", "Selection values": "{noun} ({list})", "Selection range": "{noun} from {low} to {high}",
    "Selection zone": "{noun} in {zone}", "Selection fact": "{noun} among {list}", "Selection items": "{noun} ({list})",
    "Selection others": "other {noun}", "Selection after": "{noun} from {seat} to the left", "Selection before": "{noun} from {seat} to the right", "Selection enclosed": "{noun} of the area that {line} closes",
    "Contains enclosed": "{of} is in the area that {line} closes", "Contains enclosed not": "{of} is not in the area that {line} closes",
    "Selection paired": "{first} and then {second}",
    "Selection reached": "{noun} reached from {start} by going on to {step}",
    "Selection reached within": "{noun} reached from {start} by going on up to {limit} times to {step}",
    "Selection longest": "{noun} on the longest way from {start} by going on to {step}{worth}",
    "Selection longest over": "{noun} on the longest way from {start} over {step} to {then}{worth}",
    "worth of a way": ", counted by {worth}", "most of a way": ", of at most {limit}",
    "Contains longest": "{of} is on the longest way from {start} by going on to {step}{worth}",
    "Contains longest not": "{of} is not on the longest way from {start} by going on to {step}{worth}",
    "Contains longest over": "{of} is on the longest way from {start} over {step} to {then}{worth}",
    "Contains longest over not": "{of} is not on the longest way from {start} over {step} to {then}{worth}",
    "Contains reached": "{of} is reached from {start} by going on to {step}",
    "Contains reached not": "{of} is not reached from {start} by going on to {step}",
    "Contains reached within": "{of} is reached from {start} by going on up to {limit} times to {step}",
    "Contains reached within not": "{of} is not reached from {start} by going on up to {limit} times to {step}",
    "Contains": "{of} is {list}", "Contains not": "{of} is not {list}",
    "Contains range": "{of} is between {low} and {high}", "Contains range not": "{of} is not between {low} and {high}",
    "Contains zone": "{of} is in {zone}", "Contains zone not": "{of} is not in {zone}",
    "Contains fact": "{of} is among {list}", "Contains fact not": "{of} is not among {list}",
    "Contains after": "{of} is not {seat}", "Contains after not": "{of} is {seat}",
    "Contains before": "{of} is not {seat}", "Contains before not": "{of} is {seat}",
    "Contains others": "{of} is another player", "Contains others not": "{of} is not another player",
    "only": "only {noun}", "described": "{adjective} {noun}",
    "where": " where {condition}", "where whose": " whose {fact} is {value}",
    **quantities.templates("en"),
    # amounts
    "counted mass": "{number} {noun}", "unknown": "X {noun} (X = {amount})", "of": "{amount} of {resource}",
    "unknown of": "X of {resource} (X = {amount})", "for each": "{number} for each {one}{where}",
    "for every": "{number} for every {one}{where}", "held one": "{noun} you have", "at most": "{amount}, {most} at most",
    # statements
    "Block": "{items}", "Block empty": "nothing happens", "Let": "{name} is {value}", "Let member": "consider {value}",
    "Put many": "{target} become {value}", "Put none many": "{target} are cleared", "Put + many": "{target} go up by {value}",
    "Put - many": "{target} go down by {value}", "Put + each": "{target} goes up by 1 for each {value}",
    "Put + each many": "{target} go up by 1 for each {value}", "Put - each": "{target} goes down by 1 for each {value}",
    "Put - each many": "{target} go down by 1 for each {value}",
    "Put": "{target} becomes {value}", "Put none": "{target} is cleared", "Put +": "{target} goes up by {value}",
    "Put -": "{target} goes down by {value}", "Put true": "from now on {target}", "Put false": "from now on {target}",
    "Put bool": "from now on {target} exactly if {value}",
    "If": "if {condition}, {then}", "If otherwise": "if {condition}, {then}; otherwise, {otherwise}",
    "For": "for each {one}{then}{body}", "For if": "for each {one}, if {where}{then}{body}",
    "For as": "each {one}: {body}", "For as who": "each {one} who {where}: {body}", "For as if": "each {one}, if {where}: {body}", "Repeat each": "for each {one}{then}{body}",
    "For as does": "each {one} {does}", "For as who does": "each {one} who {where} {does}", "As does": "{seat} {does}",
    "gains": "gains {amounts}", "loses": "loses {amounts}",
    "Choose may each": "for each {one} you may pay {costs}: {body}",
    "Choose may times": "up to {times} times you may pay {costs}: {body}", "Repeat": "{times} times: {body}", "Repeat once": "{times} time: {body}",
    "Choose": "choose {a_one}{where}: {body}", "Choose otherwise": "choose {a_one}{where}: {body}; if there is none, {otherwise}",
    "Choose only": "choose {a_one}{where}", "Choose only otherwise": "choose {a_one}{where}; if there is none, {otherwise}",
    "Choose instead": "either do this ({choice}), or instead {instead}",
    "Choose branches": "choose one: {branches}", "branch": "{member} ({body})", "branch if": "if {condition}, {member} ({body})",
    "Choose may": "you may do this: {body}", "Choose may pay": "you may pay {costs}: {body}", "Choose may only pay": "you may pay {costs}",
    "ChooseUpTo": "up to {times} times, choose {a_one}{where}: {body}",
    "ChooseUpTo done": "up to {times} times (stopping only if {done}), choose {a_one}{where}: {body}",
    "ChooseUpTo whole": "up to {times} times (without stopping earlier), choose {a_one}{where}: {body}",
    "As": "{seat}: {body}",
    "Pay": "if you can, pay {costs}: {body}", "Pay only": "if you can, pay {costs}",
    "Pay otherwise": "if you can, pay {costs}: {body}; if you cannot, {otherwise}",
    "Pay only otherwise": "if you can, pay {costs}; if you cannot, {otherwise}",
    "Do": "{title}", "DoCard": "do what {of} says", "Look": "look at {piece}",
    "Hint": "show {seat} {what}", "Hint me": "look at {what}",
    "Hint whether": "show {seat} whether {what}", "Hint whether me": "find out whether {what}",
    "Emit": "this happens: {title}", "Hooked": "{title}",
    "Phase": "{title}: {body}", "ForField": "{target} goes through {many}: {body}",
    "Turns once": "each player, beginning with {first}: {body}",
    "Turns simultaneous": "all players at the same time: {body}",
    "Turns snake": "each player, beginning with {first}, then back in reverse order: {body}",
    "Turns forever": "players in turn, beginning with {first}, again and again: {body}",
    "Turns until_all_pass": "players in turn, beginning with {first}, until all have passed: {body}",
    "until": "{body} (until {condition})",
    "by": "{body} (the lowest first: {condition})", "skip": "{body} (without those for whom {condition})", "following": "{body} (then: {condition})",
    "while": "as long as {condition}: {body}",
    "most": "{body}, at most {most} times", "beyond": "{body}; if it holds still after that, {then}", "Refuse": "“{what}” cannot go on",
    "Halt": "if the game has ended, nothing follows",
    "Drain": "what is waiting is carried out", "Enqueue": "afterwards: {title}", "Take": "pay {costs}",
    "EnterPhase": "phase {number} begins", "Simultaneous": "from here on all act at the same time",
    "Simultaneous off": "from here on seats act one after the other",
    # cards
    "when": "when {event}: {body}", "when if": "when {event}, if {condition}: {body}",
    "instead": "whenever {event}, this happens instead: {body}",
    "instead if": "whenever {event}, if {condition}, this happens instead: {body}",
    "before": "before “{effect}”: {body}", "before if": "before “{effect}”, if {condition}: {body}",
    "after": "after “{effect}”: {body}", "after if": "after “{effect}”, if {condition}: {body}",
    "replace": "instead of “{effect}”: {body}", "replace if": "if {condition}, instead of “{effect}”: {body}",
    "begin": "at the beginning of {phase}: {body}", "begin if": "at the beginning of {phase}, if {condition}: {body}",
    "end": "at the end of {phase}: {body}", "end if": "at the end of {phase}, if {condition}: {body}",
    "gain": "you gain {resource}", "lose": "you lose {resource}", "reach": "you fill space {space} on the track of {resource}",
    "requires": "only if {condition}", "requires named": "only if this holds: {title}",
    "score": "at the end of the game: {points}", "score if": "at the end of the game, if {condition}: {points}",
    "modify": "{change}", "modify if": "if {condition}, {change}",
    "modify set many": "{title} are {value}", "modify add many": "{title} are {value} higher",
    "modify less many": "{title} are {value} lower", "modify more many": "{title} go up by {value}",
    "modify set": "{title} is {value}", "modify add": "{title} is {value} higher", "modify less": "{title} is {value} lower",
    "modify more": "{title} goes up by {value}",
    "modify true": "this always holds: {title}", "modify false": "this never holds: {title}", "modify bool": "“{title}” holds exactly if {value}",
    "modify sentence": "{title} exactly if {value}",
    "side": "{side}: {text}", "arguments": "{title} ({args})", "reward": "space {space}: {body}",
}  # fmt: skip

ENGLISH = Language(
    code="en",
    templates=TEMPLATES,
    plural=_plural,
    mass=_mass,
    feminine=lambda _noun: False,
    articles={
        "the": ("the", "the"),
        "a": ("a", "a"), "no": ("no", "no"), "this": ("this", "this"), "that": ("that", "that"),
        "first": ("the first", "the first"), "any": ("any", "any"), "other": ("another", "another"),
    },
    determiners=("a", "an", "the"),
    names={
        "point": "point",
        "and": "and", "or": "or", "player": "player", "number": "number", "condition": "answer", "me": "you",
        "amount": "amount", "space": "space", "total": "total", "nothing": "nothing", "yes": "yes", "no": "no",
        "your": "your", "of": "of", "yours": "of yours", "and each": "and each", "each": "each", "every": "every",
    },
    contractions={},
    possessives=("your",),
    openers=("what", "how", "whether", "who", "each"),
    many=_many,
)  # fmt: skip
"""English."""
