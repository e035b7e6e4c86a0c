"""What `ruleset simulate` says, in English and Spanish."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

SIMS: Final[Both] = {
    "sim_heading": ("{game}: {games}, seed {seed}", "{game}: {games}, semilla {seed}"),
    "sim_game": ("1 game", "1 partida"),
    "sim_games": ("{count} games", "{count} partidas"),
    "sim_margin": (
        "± is the margin: were this done again with other seeds, 95 of 100 times the true figure would lie within it.",
        "± es el margen: si se repitiera con otras semillas, 95 de cada 100 veces la cifra verdadera quedaría dentro.",
    ),
    "sim_no_core": (
        "without the core `easy` would play in place of {kinds}, and the figures would be those of `easy`: {reason}. Let `easy` play, or install it: pip install -U wasmtime",
        "sin el núcleo jugaría `easy` en lugar de {kinds}, y las cifras serían las de `easy`: {reason}. Haz jugar a `easy` o instálalo: pip install -U wasmtime",
    ),
    "sim_bot": ("BOT", "BOT"),
    "sim_seat": ("SEAT", "ASIENTO"),
    "sim_won": ("WINS", "GANA"),
    "sim_score": ("SCORE", "PUNTOS"),
    "sim_rest": ("BEFORE THE REST", "SOBRE EL RESTO"),
    "sim_fair_seats": (
        "No seat wins more than its share by more than its margin.",
        "Ningún asiento gana más de lo que le toca por más que su margen.",
    ),
    "sim_unfair_seat": (
        "Seat {seat} wins {won} of the games, where {share} would be its share: more than chance explains.",
        "El asiento {seat} gana el {won} de las partidas y le tocaría el {share}: más de lo que explica el azar.",
    ),
    "sim_poor_seat": (
        "Seat {seat} wins {won} of the games, where {share} would be its share: less than chance explains.",
        "El asiento {seat} gana el {won} de las partidas y le tocaría el {share}: menos de lo que explica el azar.",
    ),
    "sim_decisions": (
        "decisions a game: {mean}, half of them {low} to {high}",
        "decisiones por partida: {mean}; la mitad, de {low} a {high}",
    ),
    "sim_points": (
        "points a seat: half of them {low} to {high}, from {least} to {most}",
        "puntos por asiento: la mitad, de {low} a {high}; desde {least} hasta {most}",
    ),
    "sim_shared": ("games with several winners: {count}", "partidas con varios ganadores: {count}"),
    "sim_none": ("games that nobody won: {count}", "partidas que no ganó nadie: {count}"),
    "sim_category": ("POINTS FROM", "PUNTOS POR"),
    "sim_a_seat": ("A SEAT", "POR ASIENTO"),
    "sim_share": ("OF ALL", "DEL TOTAL"),
    "sim_sheets": ("(score sheets of {games})", "(hojas de puntos de {games})"),
    "sim_cause": ("POINTS CAME FROM", "LOS PUNTOS SALIERON DE"),
    "sim_stories": (
        "(from the stories of {games})",
        "(según la historia de {games})",
    ),
    "sim_stories_more": (
        "(from the stories of {games}; {rest} smaller causes: --format json)",
        "(según la historia de {games}; {rest} causas menores: --format json)",
    ),
    "sim_card_name": ("CARD", "CARTA"),
    "sim_card_dealt": ("DEALT", "SALE"),
    "sim_card_offered": ("OFFER", "OFRECE"),
    "sim_card_taken": ("TAKEN", "TOMA"),
    "sim_card_had": ("HAD", "TIENE"),
    "sim_card_score": ("SCORE", "PUNTOS"),
    "sim_card_won": ("WINS", "GANA"),
    "sim_cards": (
        "DEALT, OFFERed, TAKEN, HAD at the end: times a game. {figures}: what seats have beyond the same bot on the same seat if they take the card, rather than not though it was offered, both standing alike then; if it comes without being chosen, if they have it at the end. At least {least} of each. * beyond chance, all cards looked at together. Taking is a choice, not a lot: it may go with other choices.",
        "SALE, se OFRECE, se TOMA, se TIENE al final: veces por partida. {figures}: lo que tiene de más quien toma la carta, sobre el mismo bot en el mismo asiento que no la tomó aunque se le ofreció, yendo entonces igual; si llega sin elegirla, quien la tiene al final. Al menos {least} de cada. * más que azar, mirando todas las cartas a la vez. Se toma por decisión, no por sorteo: puede ir con otras decisiones.",
    ),
    "sim_cards_unsure": (
        "({count} cards, of which so few games cannot say what they do: --cards all)",
        "({count} cartas, de las que tan pocas partidas no dicen qué hacen: --cards all)",
    ),
    "sim_cards_more": ("({count} more cards: --cards all)", "({count} cartas más: --cards all)"),
    "sim_progress": ("{done} of {games} games, {left} left", "{done} de {games} partidas, faltan {left}"),
    "sim_stopped": ("Stopped after {done} of {games} games.", "Detenido tras {done} de {games} partidas."),
    "sim_not_told": (
        "The games are kept in {file}: the same command with --resume plays none of them again.",
        "Las partidas se guardan en {file}: el mismo mandato con --resume no vuelve a jugar ninguna.",
    ),
    "sim_go_on": (
        "They are kept in {file}; go on with the same command and --resume.",
        "Se guardan en {file}; sigue con el mismo mandato y --resume.",
    ),
    "ray_missing": (
        "--backend ray needs Ray: pip install 'ruleset[ray]'",
        "--backend ray necesita Ray: pip install 'ruleset[ray]'",
    ),
    "ray_only": (
        "--ray-address is for --backend ray",
        "--ray-address es para --backend ray",
    ),
    "sim_kept_so_far": (
        "{problem}\n{done} games before it are kept in {file}; once that is mended, go on with the same command and --resume.",
        "{problem}\nLas {done} partidas anteriores se guardan en {file}; cuando se arregle, sigue con el mismo mandato y --resume.",
    ),
    "sim_exists": (
        "{file} exists; add --resume to go on with it, or choose another name",
        "{file} ya existe; añade --resume para seguir con él o elige otro nombre",
    ),
    "sim_nothing_kept": (
        "there is nothing to go on with; leave out --resume",
        "no hay nada con lo que seguir; omite --resume",
    ),
    "sim_kind": (
        "a name that ends in .csv, .jsonl or .parquet",
        "un nombre que acabe en .csv, .jsonl o .parquet",
    ),
    "sim_needs": (
        "{option} {file} needs {package}: pip install 'ruleset[lab]'",
        "{option} {file} necesita {package}: pip install 'ruleset[lab]'",
    ),
    "sim_written": ("All games: {file}", "Todas las partidas: {file}"),
    "sim_cards_written": ("The cards of all games: {file}", "Las cartas de todas las partidas: {file}"),
    "sim_no_cards": ("--out-cards: {game} has no cards", "--out-cards: {game} no tiene cartas"),
}
