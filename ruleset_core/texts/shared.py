"""What is said at every table, whatever shows it."""

from __future__ import annotations

from typing import Final

from .saying import Both, Texts

__all__ = ["ONE", "SHARED", "say"]

SHARED: Final[Both] = {
    "seats": ("Players: {seats}", "Jugadores: {seats}"),
    "seat": ("Player {number}", "Jugador {number}"),
    "kind_human": ("human", "persona"),
    "kind_random": ("random", "al azar"),
    "kind_greedy": ("greedy", "codicioso"),
    "kind_easy": ("easy", "fácil"),
    "kind_strong": ("strong", "fuerte"),
    "kind_first": ("first", "la primera opción"),
    "enter": ("[Enter]", "[Intro]"),
    "not_now": ("`{text}` is not possible now", "`{text}` no es posible ahora"),
    "because": ("{what}: {why}", "{what}: {why}"),
    "possible": ("`{text}` is possible: type it", "`{text}` es posible: escríbelo"),
    "no_notation": ("`{text}` is no move of {game}", "`{text}` no es una jugada de {game}"),
    "meant": ("did you mean `{text}`?", "¿querías decir `{text}`?"),
    "bot_breaks": (
        "{name} takes `{move}`, and a rule breaks: {problem}",
        "{name} elige `{move}` y falla una regla: {problem}",
    ),
    "bot_tries": (
        "{name} thinks ahead, and a rule breaks: {problem}",
        "{name} calcula su jugada y falla una regla: {problem}",
    ),
    "trouble": ("Not saved: {problem}. The game goes on.", "Sin guardar: {problem}. La partida sigue."),
    "kept_anew": (
        "The file of this game was deleted, replaced or written to by somebody else; from now on it is kept in {file}",
        "Alguien ha borrado, cambiado o escrito el fichero de esta partida; desde ahora se guarda en {file}",
    ),
    "trouble_over": ("Saving works again.", "Ya se guarda otra vez."),
    "lost": ("The last {count} moves could not be saved.", "Las últimas {count} jugadas no se han podido guardar."),
    "kept": ("The game is saved in {file}", "La partida está guardada en {file}"),
    "not_kept": ("The game was not saved.", "La partida no se ha guardado."),
    "none_saved": ("No games are saved in {directory}", "No hay partidas guardadas en {directory}"),
    "saved_game": ("{played}  {game}: {players}; moves: {count}", "{played}  {game}: {players}; jugadas: {count}"),
    "saved_over": (
        "{played}  {game}: {players}; moves: {count}, over",
        "{played}  {game}: {players}; jugadas: {count}, terminada",
    ),
    "and_more": ("and {count} more", "y {count} más"),
    "refused_over": ("the game is over", "la partida ha terminado"),
    "refused_not_asked": ("this player is asked nothing now", "a este jugador no se le pregunta nada ahora"),
    "refused_stale": ("that was answered already", "eso ya está respondido"),
}

ONE: Final[Both] = {
    "lost": ("The last move could not be saved.", "La última jugada no se ha podido guardar."),
}
"""What is said instead where the `count` is 1."""

say = Texts(SHARED, ONE).say
