"""What a command asks of what does its work: a class whose fields are the parameters of the command, without defaults of its own."""

from dataclasses import MISSING, fields
from pathlib import Path
from typing import get_type_hints

import click
import pytest

from ruleset_core.cli.console.recorded_games import AnalyseRequest
from ruleset_core.cli.experiments.balance import BalanceRequest
from ruleset_core.cli.experiments.benchmark import BenchmarkRequest
from ruleset_core.cli.experiments.compare import CompareRequest
from ruleset_core.cli.experiments.learn import LearnRequest
from ruleset_core.cli.experiments.simulate import SimulateRequest
from ruleset_core.cli.experiments.solve import SolveRequest
from ruleset_core.cli.experiments.tournament import TournamentRequest
from ruleset_core.cli.group import cli
from ruleset_core.cli.openings import HintCommandRequest, PlayRequest
from ruleset_core.cli.parameters import MILLIMETRES
from ruleset_core.cli.printing import PrintRequest
from ruleset_core.cli.serve import DevRequest, ServeRequest

PAIRS = [
    ("analyse", AnalyseRequest), ("balance", BalanceRequest), ("benchmark", BenchmarkRequest), ("compare", CompareRequest), ("dev", DevRequest), ("hint", HintCommandRequest), ("learn", LearnRequest), ("play", PlayRequest),
    ("print", PrintRequest), ("serve", ServeRequest), ("simulate", SimulateRequest), ("solve", SolveRequest), ("tournament", TournamentRequest),
]  # fmt: skip
KINDS = {
    click.types.IntRange: int, click.types.FloatRange: float, click.types.StringParamType: str, click.types.Choice: str,
    click.types.BoolParamType: bool, click.types.Path: Path, type(MILLIMETRES): float,
}  # fmt: skip


def kind_of(parameter):
    """The type of the values that a parameter gives."""
    one = KINDS[type(parameter.type)]
    if parameter.nargs == -1 or getattr(parameter, "multiple", False):
        return tuple[one, ...]
    with click.Context(click.Command("x")) as ctx:
        default = parameter.get_default(ctx)
    absent = not parameter.required and not isinstance(default, bool | float | int | str | Path)
    return one | None if absent else one


@pytest.mark.parametrize(("command", "request_class"), PAIRS, ids=[each.__name__ for _, each in PAIRS])
def test_fields_are_the_parameters_of_the_command(command, request_class):
    parameters = {
        each.name: kind_of(each) for each in cli.get_command(click.Context(cli), command).params if each.expose_value
    }
    hints = get_type_hints(request_class)
    assert {each.name: hints[each.name] for each in fields(request_class)} == parameters
    assert all(each.default is MISSING and each.default_factory is MISSING for each in fields(request_class))
