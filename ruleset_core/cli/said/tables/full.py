"""What is said of a game on the whole screen, in English and Spanish."""

from __future__ import annotations

from typing import Final

from ruleset_core.texts.saying import Both

FULL: Final[Both] = {
    "full_plain": (
        "--full draws panes, --plain draws nothing: give one of them",
        "--full dibuja paneles y --plain no dibuja nada: usa uno de los dos",
    ),
    "full_terminal": (
        "--full needs a terminal of its own that shows UTF-8; leave it out here",
        "--full necesita una terminal propia que muestre UTF-8; aquí omítelo",
    ),
    "full_missing": (
        '--full needs the package `textual`: pip install "ruleset[full]" (in a checkout, `python3 dev.py` does)',
        '--full necesita el paquete `textual`: pip install "ruleset[full]" (en un repositorio lo hace `python3 dev.py`)',
    ),
    "hint_full": (
        "Click on what glows, or choose with the arrows and Enter, or type; F1 for help.",
        "Haz clic en lo que brilla, o elige con las flechas e Intro, o escribe; F1 = ayuda.",
    ),
    "full_over": (
        "The game is over. Enter leaves, Esc shows the table again, page down more of the result.",
        "La partida ha terminado. Intro sale, Esc muestra otra vez la mesa, Av Pág más del resultado.",
    ),
    "pane_question": ("Question", "Pregunta"),
    "pane_about": ("What is this?", "¿Qué es esto?"),
    "pane_story": ("What happened", "Qué ha pasado"),
    "key_help": ("Help", "Ayuda"),
    "key_options": ("Options", "Opciones"),
    "key_why": ("Why", "Porqué"),
    "key_undo": ("Undo", "Deshacer"),
    "key_scores": ("Scores", "Puntos"),
    "key_table": ("Table", "Mesa"),
    "key_hint": ("Hint", "Consejo"),
    "key_previous": ("Back", "Atrás"),
    "key_next": ("On", "Adelante"),
    "key_end": ("End", "Final"),
    "key_log": ("Log", "Registro"),
    "key_quit": ("Quit", "Salir"),
}
