"""Spanish: nouns and templates. Players are spoken to as `tú`."""

from __future__ import annotations

from ruleset_core.lang import operations, quantities
from ruleset_core.lang.text.language import Language

_MASS = ("ncia", "dad", "tad", "tud", "eza", "tuna", "ismo", "ura", "uría", "stigio", "inero")
_FEMININE = ("a", "ción", "sión", "dad", "tad", "tud", "umbre", "ez", "triz")
_FEMININE_WORDS = frozenset(
    [
        "mano",
        "torre",
        "calle",
        "noche",
        "clase",
        "parte",
        "suerte",
        "muerte",
        "fuente",
        "corriente",
        "nave",
        "llave",
        "nieve",
        "sangre",
        "carne",
        "gente",
        "mente",
        "flor",
        "labor",
        "red",
        "sal",
        "miel",
        "piel",
        "cárcel",
        "señal",
        "ley",
        "imagen",
        "base",
        "serie",
        "luz",
        "cruz",
        "voz",
        "paz",
        "raíz",
        "nariz",
        "hoz",
        "pared",
        "sed",
        "nube",
        "fase",
        "frase",
        "tarde",
        "leche",
        "peste",
        "hueste",
        "sede",
        "plebe",
        "fe",
        "virgen",
        "razón",
        "legión",
        "región",
        "opinión",
        "rebelión",
        "unión",
        "reunión",
        "col",
        "cal",
        "hiel",
        "catedral",
        "capital",
        "central",
        "tos",
        "crisis",
        "mies",
    ]
)
_MASCULINE = ("ma", "día", "ta de turno", "mapa")
_PREPOSITIONS = frozenset(
    {
        "de",
        "del",
        "en",
        "a",
        "al",
        "con",
        "para",
        "por",
        "sin",
        "sobre",
        "entre",
        "que",
        "fuera",
        "junto",
        "este",
        "esta",
        "ese",
        "esa",
        "y",
    }
)
_ACCENTS = {"ón": "ones", "án": "anes", "én": "enes", "ín": "ines", "ún": "unes", "és": "eses", "ás": "ases"}


def _mass(noun: str) -> bool:
    return noun.split(" ", maxsplit=1)[0].endswith(_MASS)


def _feminine(noun: str) -> bool:
    head = noun.split(" ", maxsplit=1)[0].lower()
    ones = [head] if not _is_several(head) else [head[:-1], head[:-2]] if head.endswith("es") else [head[:-1]]
    if head.endswith("ces") and f"{head[:-3]}z" in _FEMININE_WORDS:
        return True  # `luces`
    return any(one in _FEMININE_WORDS or (one.endswith(_FEMININE) and not one.endswith(_MASCULINE)) for one in ones)


def _is_several(word: str) -> bool:
    return word.endswith("s") and not word.endswith(("és", "is", "us"))


def _plural(noun: str) -> str:
    """Every word up to the first preposition takes the plural: `fila de edificios`, `edificio nuevo`."""
    found: list[str] = []
    words = noun.split(" ")
    for place, word in enumerate(words):
        if word.lower() in _PREPOSITIONS:
            return " ".join([*found, *words[place:]])
        found.append(_plural_word(word))
    return " ".join(found)


def _plural_word(word: str) -> str:
    for ending, plural in _ACCENTS.items():
        if word.endswith(ending):
            return word[: -len(ending)] + plural
    if word.endswith(("s", "x")) and word != "gris":
        return word
    if word.endswith("z"):
        return f"{word[:-1]}ces"
    return f"{word}s" if word[-1:].lower() in "aeiouáéó" else f"{word}es"


_PLURAL = frozenset({"los", "las", "tus", "sus", "unos", "unas"})
_SINGULAR = frozenset({"el", "la", "lo", "tu", "su", "un", "una", "más"})


def _many(phrase: str) -> bool:
    """Whether a phrase begins with a plural: `los dados de cada distrito`, `ciudadanos en la reserva`."""
    first = phrase.split(" ", maxsplit=1)[0].lower()
    return first in _PLURAL or (first not in _SINGULAR and first.endswith("s") and not first.endswith("és"))


_JOINTS = frozenset({"y", "e", "o", "u"})


def _agreed(before: str, adjective: str) -> str:
    """An adjective in the gender and number of the noun it stands behind: `casas` `rojas`, `torre` `gris`.

    It stays as it is where no noun stands before it: `cuenta como rojo`, `de color rojo`.
    """
    words = [word for word in before.split(" ") if word and not word.startswith("{")]
    while words and words[-1] in _JOINTS:
        words.pop()
    if words[-1:] in (["es"], ["son"]):
        words.pop()
    noun = words[-1].lower() if words else ""
    if " " in adjective or not noun.isalpha() or noun in _PREPOSITIONS or noun in {"como", "color", "es", "más"}:
        return adjective
    if adjective.endswith("o") and _feminine(noun):
        adjective = f"{adjective[:-1]}a"
    return _plural_word(adjective) if _is_several(noun) else adjective


TEMPLATES = {
    # values
    "Const": "{value}", "Const none": "ninguno", "Const true": "siempre", "Const false": "nunca",
    "Local": "{name}", "Local bool": "{name}", "Local bool not": "no {name}",
    "Load": "{title}", "Load mine": "tu {title}", "Load mine many": "tus {title}", "Load of": "{title} de {owner}",
    "Load bool": "se cumple {title}", "Load bool not": "no se cumple {title}",
    "Load bool at": "{at} está {title}", "Load bool at not": "{at} no está {title}",
    "Load held": "cantidad de {noun}", "Load filled": "casillas llenas de {noun}", "Load side": "cara",
    "FactOf": "{fact} de {of}", "FactOf bool": "{of} es {fact}", "FactOf bool not": "{of} no es {fact}",
    "ZoneRef": "{title}", "ZoneRef mine": "tu {title}", "ZoneRef mine many": "tus {title}", "ZoneRef of": "{title} de {owner}",
    "ZoneAt": "{kind} en el lugar {place} de {zone}", "ZoneAt first": "{first_kind} de {zone}", "Nth first": "el primer valor de {of}", "Nth": "el valor en el lugar {place} de {of}",
    "ZoneAt by": "{kind} de {zone} en {place}", "Nth by": "el valor de {of} en {place}", "Players": "el número de jugadores",
    "OptionValue": "la opción «{title}»", "OptionValue bool": "la opción «{title}» está activa",
    "OptionValue bool not": "la opción «{title}» no está activa",
    "HookCall": "{title}", "HookCall bool": "se cumple {title}", "HookCall bool not": "no se cumple {title}",
    "Apply": "{title}", "Apply bool": "se cumple {title}", "Apply bool not": "no se cumple {title}",
    "Apply bool for": "se cumple {title} para {at}", "Apply bool for not": "no se cumple {title} para {at}",
    "Apply sentence": "{title}", "Apply sentence not": "no es cierto que {title}", "quoted": "«{title}»",
    "CanPay": "puedes pagar {costs}", "CanPay not": "no puedes pagar {costs}",
    "Gather": "{selection}", "Pick": "elemento {place} de {list}", "Size": "número de elementos de {list}",
    # operations
    **operations.templates("es"),
    "there are": "hay {a}", "there are no": "no hay {a}",
    "have": "tienes", "have other": "{owner} tiene",
    # selections and questions over them
    "Selection": "{noun}", "Selection values": "{noun} ({list})", "Selection range": "{noun} de {low} a {high}",
    "Selection zone": "{noun} en {zone}", "Selection fact": "{noun} entre {list}", "Selection items": "{noun} ({list})",
    "Selection after": "{noun} desde {seat} hacia la izquierda", "Selection before": "{noun} desde {seat} hacia la derecha",
    "Selection others": "otro {noun}", "Selection others many": "otros {noun}",
    "Selection enclosed": "{noun} de la zona que cierra {line}",
    "Contains enclosed": "{of} está en la zona que cierra {line}", "Contains enclosed not": "{of} no está en la zona que cierra {line}",
    "Selection paired": "{first} y después {second}",
    "Selection reached": "{noun} alcanzable desde {start} pasando a {step}",
    "Selection reached many": "{noun} alcanzables desde {start} pasando a {step}",
    "Selection reached within": "{noun} alcanzable desde {start} pasando hasta {limit} veces a {step}",
    "Selection reached within many": "{noun} alcanzables desde {start} pasando hasta {limit} veces a {step}",
    "Selection longest": "{noun} del camino más largo desde {start} pasando a {step}{worth}",
    "Selection longest over": "{noun} del camino más largo desde {start} por {step} hasta {then}{worth}",
    "worth of a way": ", contado por {worth}", "most of a way": ", de {limit} como mucho",
    "Contains longest": "{of} está en el camino más largo desde {start} pasando a {step}{worth}",
    "Contains longest not": "{of} no está en el camino más largo desde {start} pasando a {step}{worth}",
    "Contains longest over": "{of} está en el camino más largo desde {start} por {step} hasta {then}{worth}",
    "Contains longest over not": "{of} no está en el camino más largo desde {start} por {step} hasta {then}{worth}",
    "Contains reached": "a {of} se llega desde {start} pasando a {step}",
    "Contains reached not": "a {of} no se llega desde {start} pasando a {step}",
    "Contains reached within": "a {of} se llega desde {start} pasando hasta {limit} veces a {step}",
    "Contains reached within not": "a {of} no se llega desde {start} pasando hasta {limit} veces a {step}",
    "Contains": "{of} es {list}", "Contains not": "{of} no es {list}",
    "Contains range": "{of} está entre {low} y {high}", "Contains range not": "{of} no está entre {low} y {high}",
    "Contains zone": "{of} está en {zone}", "Contains zone not": "{of} no está en {zone}",
    "Contains fact": "{of} está entre {list}", "Contains fact not": "{of} no está entre {list}",
    "Contains after": "{of} no es {seat}", "Contains after not": "{of} es {seat}",
    "Contains before": "{of} no es {seat}", "Contains before not": "{of} es {seat}",
    "Contains others": "{of} es otro jugador", "Contains others not": "{of} no es otro jugador",
    "only": "solo {noun}", "described": "{noun} {adjective}",
    "where": " donde {condition}", "where whose": " de {fact} {value}",
    **quantities.templates("es"),
    # amounts
    "counted mass": "{number} de {noun}", "unknown": "X {noun} (X = {amount})", "unknown mass": "X de {noun} (X = {amount})",
    "of": "{amount} de {resource}", "unknown of": "X de {resource} (X = {amount})",
    "for each": "{number} por cada {one}{where}",
    "for every": "{number} por cada {one}{where}", "held one": "{noun} que tienes", "at most": "{amount}, {most} como máximo",
    # statements
    "Block": "{items}", "Block empty": "no pasa nada", "Let": "{name} es {value}", "Let member": "considera {value}",
    "Put many": "{target} pasan a ser {value}", "Put none many": "{target} quedan sin valor", "Put + many": "{target} aumentan en {value}",
    "Put - many": "{target} disminuyen en {value}", "Put + each": "{target} aumenta en 1 por cada {value}",
    "Put + each many": "{target} aumentan en 1 por cada {value}", "Put - each": "{target} disminuye en 1 por cada {value}",
    "Put - each many": "{target} disminuyen en 1 por cada {value}",
    "Put": "{target} pasa a ser {value}", "Put none": "{target} queda sin valor", "Put +": "{target} aumenta en {value}",
    "Put -": "{target} disminuye en {value}", "Put true": "desde ahora {target}", "Put false": "desde ahora {target}",
    "Put bool": "desde ahora {target} solo si {value}",
    "If": "si {condition}, {then}", "If otherwise": "si {condition}, {then}; si no, {otherwise}",
    "For": "por cada {one}{then}{body}", "For if": "por cada {one}, si {where}{then}{body}",
    "For as": "cada {one}: {body}", "For as who": "cada {one} que {where}: {body}", "For as if": "cada {one}, si {where}: {body}", "Repeat each": "por cada {one}{then}{body}",
    "For as does": "cada {one} {does}", "For as who does": "cada {one} que {where} {does}", "As does": "{seat} {does}",
    "gains": "gana {amounts}", "loses": "pierde {amounts}",
    "Choose may each": "por cada {one} puedes pagar {costs}: {body}",
    "Choose may times": "hasta {times} veces puedes pagar {costs}: {body}",
    "Repeat": "{times} veces: {body}", "Repeat once": "{times} vez: {body}",
    "Choose": "elige {a_one}{where}: {body}", "Choose otherwise": "elige {a_one}{where}: {body}; si no hay, {otherwise}",
    "Choose only": "elige {a_one}{where}", "Choose only otherwise": "elige {a_one}{where}; si no hay, {otherwise}",
    "Choose instead": "o bien haz esto ({choice}), o en su lugar {instead}",
    "Choose branches": "elige una opción: {branches}", "branch": "{member} ({body})", "branch if": "si {condition}, {member} ({body})",
    "Choose may": "puedes hacer esto: {body}", "Choose may pay": "puedes pagar {costs}: {body}", "Choose may only pay": "puedes pagar {costs}",
    "ChooseUpTo": "hasta {times} veces, elige {a_one}{where}: {body}",
    "ChooseUpTo done": "hasta {times} veces (puedes parar solo si {done}), elige {a_one}{where}: {body}",
    "ChooseUpTo whole": "hasta {times} veces (sin parar antes), elige {a_one}{where}: {body}",
    "As": "{seat}: {body}",
    "Pay": "si puedes, paga {costs}: {body}", "Pay only": "si puedes, paga {costs}",
    "Pay otherwise": "si puedes, paga {costs}: {body}; si no puedes, {otherwise}",
    "Pay only otherwise": "si puedes, paga {costs}; si no puedes, {otherwise}",
    "Do": "{title}", "DoCard": "haz lo que dice {of}", "Look": "mira {piece}",
    "Hint": "enseña {what} a {seat}", "Hint me": "mira {what}",
    "Hint whether": "muestra a {seat} si {what}", "Hint whether me": "averigua si {what}",
    "Emit": "sucede esto: {title}", "Hooked": "{title}",
    "Phase": "{title}: {body}", "ForField": "{target} recorre {many}: {body}",
    "Turns once": "cada jugador, empezando por {first}: {body}",
    "Turns simultaneous": "todos los jugadores a la vez: {body}",
    "Turns snake": "cada jugador, empezando por {first}, y después en orden inverso: {body}",
    "Turns forever": "los jugadores por turnos, empezando por {first}, una y otra vez: {body}",
    "Turns until_all_pass": "los jugadores por turnos, empezando por {first}, hasta que todos pasen: {body}",
    "until": "{body} (hasta que {condition})",
    "by": "{body} (primero quien menos tenga: {condition})", "skip": "{body} (sin aquellos para quienes {condition})", "following": "{body} (después: {condition})",
    "while": "mientras {condition}: {body}",
    "most": "{body}, como mucho {most} veces", "beyond": "{body}; si después todavía se cumple, {then}", "Refuse": "«{what}» no puede seguir",
    "Halt": "si la partida ha terminado, nada sigue",
    "Drain": "se resuelve lo que está pendiente", "Enqueue": "después: {title}", "Take": "paga {costs}",
    "EnterPhase": "empieza la fase {number}", "Simultaneous": "desde aquí todos actúan a la vez",
    "Simultaneous off": "desde aquí los jugadores actúan uno tras otro",
    # cards
    "when": "cuando {event}: {body}", "when if": "cuando {event}, si {condition}: {body}",
    "instead": "siempre que {event}, sucede esto en su lugar: {body}",
    "instead if": "siempre que {event}, si {condition}, sucede esto en su lugar: {body}",
    "before": "antes de «{effect}»: {body}", "before if": "antes de «{effect}», si {condition}: {body}",
    "after": "después de «{effect}»: {body}", "after if": "después de «{effect}», si {condition}: {body}",
    "replace": "en lugar de «{effect}»: {body}", "replace if": "si {condition}, en lugar de «{effect}»: {body}",
    "begin": "al comienzo de {phase}: {body}", "begin if": "al comienzo de {phase}, si {condition}: {body}",
    "end": "al final de {phase}: {body}", "end if": "al final de {phase}, si {condition}: {body}",
    "gain": "ganas {resource}", "lose": "pierdes {resource}", "reach": "llenas la casilla {space} del camino de {resource}",
    "requires": "solo si {condition}", "requires named": "solo si se cumple esto: {title}",
    "score": "al final de la partida: {points}", "score if": "al final de la partida, si {condition}: {points}",
    "modify": "{change}", "modify if": "si {condition}, {change}",
    "modify set many": "{title} son {value}", "modify add many": "{title} aumentan en {value}",
    "modify less many": "{title} disminuyen en {value}", "modify more many": "{title} aumentan en {value}",
    "modify set": "{title} es {value}", "modify add": "{title} aumenta en {value}", "modify less": "{title} disminuye en {value}",
    "modify more": "{title} aumenta en {value}",
    "modify true": "esto se cumple siempre: {title}", "modify false": "esto no se cumple nunca: {title}", "modify bool": "«{title}» se cumple solo si {value}",
    "modify sentence": "{title} solo si {value}",
    "side": "{side}: {text}", "arguments": "{title} ({args})", "reward": "casilla {space}: {body}",
}  # fmt: skip

SPANISH = Language(
    code="es",
    templates=TEMPLATES,
    plural=_plural,
    mass=_mass,
    feminine=_feminine,
    articles={
        "the": ("el", "la"), "the many": ("los", "las"),
        "a": ("un", "una"), "no": ("ningún", "ninguna"), "this": ("este", "esta"), "that": ("ese", "esa"),
        "first": ("el primer", "la primera"), "any": ("cualquier", "cualquier"), "other": ("otro", "otra"),
    },
    determiners=("un", "una", "el", "la", "los", "las"),
    names={
        "point": "punto",
        "and": "y", "or": "o", "player": "jugador", "number": "número", "condition": "respuesta", "me": "tú",
        "amount": "cantidad", "space": "casilla", "total": "total", "nothing": "nada", "yes": "sí", "no": "no",
        "your": "tu", "of": "de", "yours": "tuyo", "and each": "y cada", "each": "cada", "every": "cada",
    },
    contractions={" de el ": " del ", " a el ": " al ", " de tú ": " de ti ", " a tú ": " a ti "},
    possessives=("tu", "tus"),
    openers=("lo", "qué", "cuánto", "cuántos", "cuántas", "quien", "si", "cada"),
    many=_many,
    agreed=_agreed,
)  # fmt: skip
"""Spanish."""
