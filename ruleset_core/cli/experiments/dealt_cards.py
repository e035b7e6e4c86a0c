"""Cards named on the command line (`--cards`, `--with`): which is meant, and games into which one is dealt."""

from __future__ import annotations

from dataclasses import replace

import click

from ruleset_core import Game, core_of
from ruleset_core.cli.experiments.runs import SeatedRequest
from ruleset_core.diagnostics import did_you_mean, friendly_list, shorten
from ruleset_core.lab.sim import SimulationPlan, play_games
from ruleset_core.lab.sim.card_deals import DealChance, deal_chance, learning_plan
from ruleset_core.messages import LANGUAGES, message
from ruleset_core.play.wording.names_and_numbers import format_number


def find_card(game: Game, text: str, lang: str, option: str) -> str:
    """The card of an id or, in any case and language, of a name. Raises `click.BadParameter`."""
    ids = game.card_ids()
    if not ids:
        raise click.BadParameter(message("cli.deal.no_cards", lang, game=game.title(lang)), param_hint=option)
    names = {game.card(card).name(each).casefold(): card for each in LANGUAGES for card in reversed(ids)}
    if text in ids:
        return text
    if text.casefold() in names:
        return names[text.casefold()]
    close = dict.fromkeys(names.get(each, each) for each in did_you_mean(text.casefold(), [*ids, *names]))
    hint = message("cli.print.meant", lang, names=friendly_list(close)) if close else ""
    said = message("cli.print.no_card", lang, game=game.title(lang), card=shorten(text), hint=hint)
    raise click.BadParameter(said, param_hint=option)


def find_cards(game: Game, text: str, lang: str, option: str) -> list[str]:
    """The cards of several ids or names with commas between them, each once."""
    return list(dict.fromkeys(find_card(game, each.strip(), lang, option) for each in text.split(",")))


def check_deal(asked: SeatedRequest) -> None:
    """See that no card is to be dealt in games that have begun. Raises `click.UsageError`."""
    if asked.with_card is not None and asked.start is not None:
        raise click.UsageError(message("cli.deal.begun", asked.lang))


def chance_of_deal(game: Game, plan: SimulationPlan, card: str) -> DealChance:
    """Whether a card can be dealt into the games of a plan. Plays some games."""
    core = core_of(game)
    learned = learning_plan(core, plan)
    return deal_chance(core, plan, card, list(play_games(game, learned, range(learned.games))))


def plan_with_card(game: Game, plan: SimulationPlan, card: str, lang: str) -> tuple[SimulationPlan, str]:
    """A plan into whose games a card is dealt, and what is said of that. One that is in every game anyway leaves the plan as it is.

    Raises:
        click.ClickException: it cannot be dealt.
    """
    chance = chance_of_deal(game, plan, card)
    if chance.refusal == "always":
        return plan, refusal_text(game, card, chance, len(plan.seats), lang)
    if chance.into is None:
        raise click.ClickException(refusal_text(game, card, chance, len(plan.seats), lang))
    said = {"card": game.card(card).name(lang), "share": _about(chance.share, lang)}
    return replace(plan, deal=chance.into), message("cli.deal.dealt", lang, **said)


def refusal_text(game: Game, card: str, chance: DealChance, players: int, lang: str, *, out: bool = False) -> str:
    """Why a card is not dealt, or where it is to be kept `out`, why that cannot be."""
    key = "not_out" if out and chance.refusal in {None, "always"} else chance.refusal
    share, name = _about(chance.share, lang), game.card(card).name(lang)
    return message(f"cli.deal.{key}", lang, card=name, id=card, share=share, players=players)


def _about(share: float, lang: str) -> str:
    """A share of some games: nobody knows its tenths."""
    return f"{format_number(100 * share, lang, 0)} %"
