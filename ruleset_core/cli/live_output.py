"""What `ruleset dev` prints after each save: what became of the table, findings with their places, scenarios that fail."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from ruleset_core.check.rendering import render_diagnostics
from ruleset_core.cli.output import echo_painted
from ruleset_core.messages import message
from ruleset_core.web.live_table import check_sentences, scenario_sentences

if TYPE_CHECKING:
    from ruleset_core import BrokenRuleError
    from ruleset_core.web.live_table import LiveState


class LivePrinter:
    """Prints each state of a live table once: after the check, and once its scenarios were run; and the rule that breaks in play."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._checked: LiveState | None = None
        self._stopped: BrokenRuleError | None = None

    def show(self, state: LiveState) -> None:
        """Print what is new in a state."""
        color = sys.stdout.isatty()
        if self._checked is not state:
            self._checked = state
            taken, checked = state.milliseconds
            timing = message("cli.dev.time", self._lang, taken=taken, checked=checked) if state.files else ""
            self._print(" ".join([*check_sentences(state, self._lang), timing]).strip())
            if state.report is not None:
                echo_painted(render_diagnostics(state.report.diagnostics, "concise", color=color), nl=False)
            return
        if self._stopped is not state.stopped:
            self._stopped = state.stopped
            if state.stopped is not None:
                self._print(state.stopped.text(self._lang))
                return
        self._print(" ".join(scenario_sentences(state, self._lang)))
        for result in state.failed:
            echo_painted(render_diagnostics(result.failures, "concise", color=color), nl=False)

    @staticmethod
    def _print(line: str) -> None:
        if line:
            click.echo(line)
