"""The vocabulary of rules data: which fields a record may have, kind by kind.

The authoring reference documents every name in here, and a test holds it to that.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.record import Column, Kind

COLUMN_TYPES = ("number", "text", "flag", "texts", "record", "records", "refs", "dice", "band", "formula", "table")
INPUT_KINDS = ("number", "flag", "choice", "record", "target", "dice")
LAYOUTS = ("entries", "table", "ladder", "steps")
SIDES = ("me", "target")

RECORD_FIELDS = ("name", "text", "source", "page", "words", "aliases", "effects", "includes")
GAME_FIELDS = ("title", "core", "check", "source", "text")
KIND_FIELDS = (
    "name", "plural", "page", "source", "text", "layout", "situation", "ladder", "track", "tiles", "gaps",
    "derived", "number", "effects", "columns",
)  # fmt: skip
COLUMN_FIELDS = ("type", "name", "of", "optional", "default", "min", "max", "unit", "signed", "shown", "text_if_none")
CHECK_FIELDS = (
    "extends", "without", "inputs", "let", "throws", "values", "total", "rival", "outcomes", "after", "amounts",
    "marks", "needs", "say", "race",
)  # fmt: skip
INPUT_FIELDS = (
    "kind", "name", "default", "from", "min", "max", "of", "options", "stands-for", "stands-kind", "excludes",
)  # fmt: skip
THROW_FIELDS = ("when", "dice", "by", "times")
MARK_FIELDS = ("mark", "when", "most", "order", "by")
MARKS = ("kept", "dropped", "counted", "cancelled", "exploded", "rerolled", "held")
OUTCOME_FIELDS = ("id", "name", "tone", "success", "when", "row")
SAY_FIELDS = ("when", "text", "source")
NEED_FIELDS = ("when", "text")
RACE_FIELDS = ("of", "wins", "loses", "needs", "counting", "marks")
EFFECT_FIELDS = ("on", "who", "when", "ask", "input", "add", "set", "scale", "ignores", "outcome", "forbid", "say")
ASK_FIELDS = ("id", "text", "default")


def _columns(**types: str) -> dict[str, Column]:
    named = {name.replace("_", "-"): kind for name, kind in types.items()}
    return {name: Column(name, kind.rstrip("?"), optional=kind.endswith("?")) for name, kind in named.items()}


BUILT_IN: Mapping[str, Kind] = {
    kind.id: kind
    for kind in (
        Kind("check", "Check", "Checks", "", columns={}),
        Kind("rule", "Rule", "Rules", "", columns=_columns(value="number?", formula="text?")),
        Kind(
            "number",
            "Number",
            "Numbers",
            "",
            columns=_columns(min="number?", max="number?", default="number?", unit="text?"),
        ),
        Kind("derived", "Value", "Values", "", derived="formula", columns=_columns(formula="formula", unit="text?")),
        Kind(
            "resource",
            "Resource",
            "Resources",
            "",
            columns=_columns(max="number?", start="number?", per="text?", refill="text?"),
        ),
        Kind(
            "ruling",
            "Ruling",
            "Rulings",
            "rulings",
            columns=_columns(
                point="text",
                rank="text",
                question="text",
                why="text?",
                touches="refs?",
                taken="text?",
                readings="table?",
                value="number?",
                bounds="table?",
            ),
        ),
        Kind(
            "follow-up",
            "Follow-up",
            "Follow-ups",
            "",
            columns=_columns(
                on="refs",
                when="formula?",
                keep="texts?",
                holds="formula?",
                changes="table?",
                cost="text?",
                limit="number?",
            ),
        ),
    )
}
