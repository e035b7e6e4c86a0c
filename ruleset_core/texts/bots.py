"""What is wrong with a bot of somebody's own, in English and Spanish."""

from __future__ import annotations

from typing import Final

from ruleset_core.bots import BotError

__all__ = ["BOT_ES", "explain_bot"]

BOT_ES: Final[dict[str, str]] = {
    "no_file": "`{bot}`: no existe el fichero {file}",
    "which_class": "`{bot}` es un fichero; di qué bot de él: `{bot}:NOMBRE`",
    "no_module": "`{bot}`: aquí no hay ningún módulo `{module}`",
    "not_loaded": "no se puede cargar `{bot}`: {problem}",
    "no_class": "`{bot}`: no hay ningún `{name}` en {file}; hay {known}",
    "no_bot": "`{bot}` no es un bot: un bot se crea con una corriente de azar y tiene un método `choose(state)`",
    "no_budget": "`{bot}`: solo {known} piensan tanto como se les deje",
    "bad_budget": "`{bot}`: cuánto puede pensar un bot se escribe `{example}`, desde 1ms hasta {longest}",
    "not_made": "no se puede crear el bot `{bot}`: {problem}",
    "raised": "el bot `{bot}` del asiento {seat} falló en la pregunta `{question}`: {problem}",
    "ended": "el proceso del bot `{bot}` del asiento {seat} terminó: {how}",
    "unmade": "no se puede crear el bot `{bot}`: su proceso terminó ({how})",
    "silent": "el bot `{bot}` del asiento {seat} no responde (en {seconds} segundos); el anfitrión puede sustituirlo",
    "not_offered": "el bot `{bot}` del asiento {seat} respondió {answer} a la pregunta `{question}`; se ofrece: {offered}",
}


def explain_bot(error: BotError, lang: str) -> str:
    """What is wrong with a bot, in a language."""
    return BOT_ES[error.key].format(**{**error.values, **error.spanish}) if lang == "es" else str(error)
