"""Messages of pages, and refusals."""

from __future__ import annotations

from typing import Any, Final

from ruleset_core.messages import LANGUAGES, labelled, message, message_template
from ruleset_core.play.bots import LEVELS
from ruleset_core.play.records import HUMAN
from ruleset_core.play.wording.names_and_numbers import kind_label
from ruleset_core.view.scene.scene_items import (
    CHARACTERS,
    COLOURS,
    SIGNS_IN_TEXTS,
    colour_letter,
    colour_name,
    sign_name,
)

# What pages say: a page asks for the messages of one language.

OFFERED: Final = (*LEVELS, "greedy", "random")
"""The bots that a page offers, as players know them; there are more, to compare with."""
PAGE: Final = (
    "your_turn", "waits_for", "thinks", "kept", "over", "undo", "hint", "log", "log_short", "table", "question", "players", "you", "bot",
    "person", "away", "offline", "answer_kept", "answer_outdated", "gone", "no_link", "trouble", "bot_broke",
    "download_story", "download_record", "analyse", "analyse_why", "analysis_waits", "analysis_runs", "analysis_failed",
    "analysis_done", "rematch", "sound", "notify", "lobby", "new_table", "game", "expansions", "name", "who", "add_player",
    "remove", "begin", "link_of", "link_host", "link_watch", "copied", "saved", "go_on",
    "allow_hints", "watchers_see", "reveals_all", "reveals_public", "options", "any", "own_language",
    "own_tables", "no_saved", "moves", "the_table", "who_plays", "watching", "old_ends", "new_watch", "new_host", "pause",
    "seconds", "to_rematch", "new_link", "also_listed", "many", "goes_where", "picked", "take_set", "cancel",
    "light", "empty", "face_down", "hinting", "hinted", "points", "scores", "settings", "credits", "language", "colour", "close",
    "apply", "look_up", "look_up_how", "look_up_none", "look_up_count", "whole_card", "look_up_rules", "look_up_speak", "what_asked", "look_up_near",
    "and_more", "link_for", "answers", "menu", "phones", "phones_not_yet", "qr_code", "replay", "tray", "undo_to", "undo_turn", "zoom_fit",
    "zoom_in", "zoom_out", "copy_link", "missed", "rules", "learn", "unreachable",
    "playtest", "playtest_on", "playtest_keeps", "playtest_others", "playtest_deleted", "playtest_end", "playtest_write", "playtest_download",
    "playtest_why", "playtest_asked", "playtest_kept", "playtest_kept_list", "playtest_not_kept", "playtest_not_list", "playtest_where", "playtest_agree",
    "playtest_no", "playtest_note", "playtest_noted", "playtest_full", "playtest_how", "playtest_keep", "playtest_stop", "playtest_all",
    "by_message", "message_lobby", "message_got", "message_send", "message_over", "message_how", "message_dice", "message_copy", "message_link", "message_share", "message_paste",
    "playtest_written", "playtest_without", "playtest_sure", "playtest_ended", "playtest_sure_all", "playtest_delete",
    "give_up", "offer_end", "offer_end_sure", "offers_end", "end_withdraw", "agree_end", "want_rematch", "no_rematch", "begin_rematch",
    "may_watch", "watch_open", "watch_after", "watch_closed", "notes", "notes_yours", "notes_kept", "standing", "standing_until",
    "standing_change", "standing_round", "standing_times", "standing_how", "standing_begin", "standing_stop", "standing_stopped",
    "take_table", "take_table_sure", "copied_table", "open_file",
    "clock", "clock_bot", "clock_end", "clock_none", "clock_rule", "clock_then", "late", "left", "mine", "mine_drop", "mine_gone", "mine_none",
    "mine_since", "mine_unknown", "tell", "tell_all", "tell_code", "tell_end", "tell_end_all", "tell_ended", "tell_failed",
    "tell_mail", "tell_save", "tell_to", "tell_waits", "tell_webhook", "tell_why",
    "design_amounts", "design_copy", "design_download", "design_edit", "design_how", "design_keep", "design_kind", "design_move", "design_name",
    "design_phase", "design_pick", "design_pick_how", "design_piece", "design_pieces", "design_place", "design_to", "design_turn", "design_undo", "design_value", "design_values", "design_write",
    "design_written",
)  # fmt: skip
"""The messages that scripts of pages look up: `texts.your_turn` is `page.your_turn`, with its `{names}` still to be put in."""


def _kind(kind: str, lang: str) -> str:
    """Who sits somewhere, in a word or two."""
    return (
        message("page.person", lang)
        if kind == HUMAN
        else labelled(message("page.bot", lang), kind_label(kind, lang), lang)
    )


def page_words(lang: str) -> dict[str, Any]:
    """The words of a page in a language: its texts, and what languages, colours and signs are called; `characters`: the signs that texts of looks write as characters."""
    return {
        "lang": lang,
        "languages": {each: message("play.language", each) for each in LANGUAGES},
        "kinds": {kind: _kind(kind, lang) for kind in (HUMAN, *OFFERED)},
        "texts": {key: message_template(f"page.{key}", lang) for key in PAGE},
        "letters": {colour: colour_letter(colour, lang) for colour in COLOURS},
        "colours": {colour: colour_name(colour, lang) for colour in COLOURS},
        "signs": {sign: sign_name(sign, lang) for sign in CHARACTERS},
        "characters": SIGNS_IN_TEXTS,
    }


# What pages are refused.


class Refusal(Exception):
    """What is answered instead: a status, and the key of a sentence with its values."""

    def __init__(self, status: int, key: str, **values: object) -> None:
        super().__init__(key)
        self.status, self.key, self.values = status, key, values

    def why(self, lang: str) -> str:
        """The sentence."""
        return message(f"page.refused.{self.key}", lang, **self.values)

    def __str__(self) -> str:
        return self.why("en")
