"""What `ruleset compare` says, in English and Spanish."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

COMPARES: Final[Both] = {
    "cmp_what": (
        "say what to compare: a second game, an expansion, or --set NAME=VALUES",
        "indica qué comparar: un segundo juego, una expansión o --set NOMBRE=VALORES",
    ),
    "cmp_nothing_new": (
        "--set: that is what the game says already; name another value",
        "--set: es lo que el juego ya dice; indica otro valor",
    ),
    "cmp_bad_set": (
        "`{text}`: write NAME=VALUES, such as denier.start=2..6",
        "`{text}`: escribe NOMBRE=VALORES, como denier.start=2..6",
    ),
    "cmp_set_twice": ("`{name}` is named twice", "`{name}` aparece dos veces"),
    "cmp_bad_values": (
        "`{text}` is no number: write {name}=3, {name}=2..6, {name}=2..10..2 or {name}=2,4,6",
        "`{text}` no es un número: escribe {name}=3, {name}=2..6, {name}=2..10..2 o {name}=2,4,6",
    ),
    "cmp_too_many": (
        "these are too many values: {most} at most, those of several --set times each other",
        "son demasiados valores: como máximo {most}, multiplicados los de varios --set",
    ),
    "cmp_players": ("{game} is for {low} to {high} players", "{game} es para {low} a {high} jugadores"),
    "cmp_no_number": (
        "they cannot be compared with {count} players: {spans}",
        "no se pueden comparar con {count} jugadores: {spans}",
    ),
    "cmp_no_figure": ("there is no figure `{text}`; {hint}", "no hay ninguna cifra `{text}`; {hint}"),
    "cmp_figures": (
        "there are score, score:SEAT, wins:SEAT, decisions, length, shared, category:NAME and taken:CARD",
        "hay score, score:ASIENTO, wins:ASIENTO, decisions, length, shared, category:NOMBRE y taken:CARTA",
    ),
    "cmp_played": (
        "{games} games of each on the same seeds ({seed}); seats: {bots}",
        "{games} partidas de cada uno con las mismas semillas ({seed}); asientos: {bots}",
    ),
    "cmp_each": (
        "{games} games for each value on the same seeds ({seed}); seats: {bots}",
        "{games} partidas por valor con las mismas semillas ({seed}); asientos: {bots}",
    ),
    "cmp_figure": ("FIGURE", "CIFRA"),
    "cmp_sure": ("BEYOND CHANCE", "NO ES AZAR"),
    "cmp_yes": ("yes", "sí"),
    "cmp_same": ("the same", "igual"),
    "cmp_too_small": ("too small to tell", "demasiado poco"),
    "cmp_after": ("{games} games", "{games} partidas"),
    "cmp_change": ("CHANGE", "CAMBIO"),
    "cmp_now": ("{value} (now)", "{value} (ahora)"),
    "cmp_axis": ("{name} (now {value})", "{name} (ahora {value})"),
    "cmp_as_it_is": ("as it is", "como está"),
    "cmp_found": ("Beyond chance: {sure} of {all} figures.", "Más allá del azar: {sure} de {all} cifras."),
    "cmp_none_found": ("Nothing differs beyond chance.", "Nada cambia más allá del azar."),
    "cmp_alike": (
        "{alike} of {games} pairs of games went exactly alike.",
        "{alike} de {games} pares de partidas fueron exactamente iguales.",
    ),
    "cmp_saved": (
        "Pairing: of “{what}” these {games} pairs tell as much as {unpaired} games of each would on other seeds.",
        "Emparejar: de «{what}» estos {games} pares dicen tanto como {unpaired} partidas de cada uno con otras semillas.",
    ),
    "cmp_saved_none": (
        "Pairing: it saves nothing here, as the two do not draw their luck alike.",
        "Emparejar: aquí no ahorra nada, pues los dos no sacan su suerte por igual.",
    ),
    "cmp_saved_all": (
        "Pairing: “{what}” changed by the same in every pair, so few games tell all.",
        "Emparejar: «{what}» cambió lo mismo en cada par, así que pocas partidas lo dicen todo.",
    ),
    "cmp_margin": (
        "± is the margin: were this done again with other seeds, 95 of 100 times the true figure would lie within it.",
        "± es el margen: si se repitiera con otras semillas, 95 de cada 100 veces la cifra verdadera quedaría dentro.",
    ),
    "cmp_many": (
        "Beyond chance: if nothing had changed, any of these {count} figures would be called so in {percent} of 100 comparisons (Holm).",
        "No es azar: si nada hubiera cambiado, alguna de estas {count} cifras se diría así en {percent} de 100 comparaciones (Holm).",
    ),
    "cmp_needed": (
        "N games: with so many pairs a difference as large as the one seen is found 9 times in 10; a smaller one takes more.",
        "N partidas: con tantos pares se halla una diferencia como la vista 9 de cada 10 veces; una menor pide más.",
    ),
    "cmp_many_points": (
        "* beyond chance: if nothing had changed, any of these {count} points would be marked in {percent} of 100 comparisons (Holm).",
        "* no es azar: si nada hubiera cambiado, alguno de estos {count} puntos se marcaría en {percent} de 100 comparaciones (Holm).",
    ),
    "cmp_stopped": (
        "Stopped after {done} of {games} games of each; go on with the same command and --resume.",
        "Detenido tras {done} de {games} partidas de cada uno; sigue con el mismo mandato y --resume.",
    ),
    "cmp_kind": (
        "--out: a name that ends in .csv or .json, or .svg for the curves of --set",
        "--out: un nombre que acabe en .csv o .json, o .svg para las curvas de --set",
    ),
    "cmp_no_place": ("{file} is no directory", "{file} no es un directorio"),
    "cmp_written": ("Written: {file}", "Escrito: {file}"),
}
