"""Answers in the shapes that scripts, links and pages rely on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from engine.check import Check, Input
from engine.derive import Derived
from engine.explain import against, dice, explain, label, reached, sentence, title, verdict
from engine.followup import offers
from engine.inputs import allowed
from engine.odds import Odds, weigh
from engine.record import Record
from engine.roll import Rolled
from engine.rulebook import Game
from engine.setting import Inputs, Setting, settle
from engine.template import show

NARROW = "\N{NO-BREAK SPACE}"
MOST_DRAWN = 12


def percent(chance: Fraction) -> str:
    """A chance for a reader, to a tenth of a percent; never 0 or 100 unless it is exactly that.

    >>> percent(Fraction(9, 40)).replace(NARROW, " "), percent(Fraction(1, 5000)).replace(NARROW, " ")
    ('22.5 %', '<0.1 %')
    """
    if chance in (0, 1):
        return f"{int(chance) * 100}{NARROW}%"
    tenths = round(chance * 1000)
    if tenths in (0, 1000):
        return f"{'<0.1' if tenths == 0 else '>99.9'}{NARROW}%"
    whole = (chance * 100).denominator == 1
    return f"{tenths // 10}{'' if whole else f'.{tenths % 10}'}{NARROW}%"


def odds_answer(setting: Setting, chances: Odds | None = None) -> dict[str, Any]:
    """The odds of a setting with reduced fractions as text; what a check lacks is left out."""
    chances = chances or weigh(setting)
    answer = _asked(setting)
    if not setting.unknown:
        answer["outcomes"] = _fractions(chances.outcomes)
    if chances.success is not None:
        answer["success"] = str(chances.success)
    if chances.total:
        answer["total"] = _fractions(chances.total)
    if chances.amounts:
        answer["amounts"] = {name: _fractions(amounts) for name, amounts in chances.amounts.items()}
    if chances.reach:
        answer["reach"] = _fractions(chances.reach)
    if chances.remainder:
        answer["remainder"] = str(chances.remainder)
    return answer


def roll_answer(rolled: Rolled, used: Iterable[str] = (), paid: str = "") -> dict[str, Any]:
    """One result: faces, dice, verdict, steps, the follow-ups on offer, and the line to say."""
    setting, found = rolled.setting, rolled.verdict
    answer = _asked(setting) | {
        "faces": {group: list(faces) for group, faces in rolled.lying.items()},
        "dice": list(dice(rolled)),
        "total": found.total,
        "target": setting.target if found.rival is None else found.rival,
        "margin": found.margin,
        "outcome": found.outcome.id if found.outcome else None,
        "tone": found.outcome.tone if found.outcome else None,
        "success": found.outcome.success if found.outcome else None,
        "amounts": dict(rolled.amounts) if setting.check.amounts and not setting.unknown else None,
        "steps": [{"text": step.text, "source": step.source} for step in explain(rolled)],
        "follow_ups": [
            {
                "id": o.record.id,
                "label": o.record.name,
                "cost": o.record["cost"],
                "chance": None if o.chance is None else percent(o.chance),
            }
            for o in offers(rolled, used)
        ],
        "text": f"{paid}{sentence(rolled)}",
        "verdict": verdict(rolled),
        "title": title(setting),
        "against": against(setting),
    }
    if setting.unknown:
        row = reached(rolled)
        answer["reaches"] = row.id if row else None
    return answer


def preview(
    game: Game,
    check: str,
    inputs: Inputs | None = None,
    with_: str | Iterable[str] = "",
    rulings: str | Mapping[str, object] = "",
) -> dict[str, Any]:
    """What a roller's button says: dice, target, chance, what is active, and each outcome's chance."""
    setting = settle(game, check, inputs, with_, rulings)
    chances = weigh(setting)
    drawn = [pool.sides for thrown in setting.thrown.values() for pool in thrown.group.pools for _ in range(pool.count)]
    return {
        "title": title(setting),
        "label": label(setting),
        "against": against(setting),
        "chance": None if chances.success is None else percent(chances.success),
        "dice": drawn[:MOST_DRAWN],
        "active": [line.text for line in setting.lines],
        "outcomes": [
            {"id": o.id, "name": o.name, "tone": o.tone, "chance": percent(chances.outcomes[o.id])}
            for o in setting.check.verdicts
            if o.id in chances.outcomes
        ],
    }


def derived_answer(derived: Derived) -> dict[str, Any]:
    """A derived value: the number, as words with its unit, its formula, and what changed it."""
    unit = derived.record["unit"]
    shown = "—" if derived.value is None else show(derived.value) + (f"{NARROW}{unit}" if unit else "")
    return {
        "game": derived.record.game,
        "value": derived.record.ref,
        "name": derived.record.name,
        "number": derived.value,
        "shown": shown,
        "formula": derived.formula,
        "steps": [{"text": line.text, "source": line.source} for line in derived.lines],
        "text": f"{derived.record.name}: {shown}.",
    }


def games_answer(games: Mapping[str, Game]) -> list[dict[str, str]]:
    """Every game with its title and core roll."""
    return [
        {"id": game.id, "title": game.title, "core": game.core, "check": game.main_check} for game in games.values()
    ]


def checks_answer(game: Game) -> list[dict[str, Any]]:
    """Every check: its inputs with bounds and defaults, its outcomes, its groups of dice."""
    return [
        {
            "check": check.id,
            "name": check.name,
            "inputs": [_input(game, declared) for declared in check.inputs.values()],
            "outcomes": _outcomes(check),
            "amounts": list(check.amounts),
            "groups": list(check.groups),
            "odds_only": check.race is not None,
        }
        for check in game.checks.values()
    ]


def _input(game: Game, declared: Input) -> dict[str, Any]:
    default = declared.source.text if declared.source else declared.default
    return {
        "id": declared.id,
        "name": declared.name,
        "kind": declared.kind,
        "default": default,
        "allowed": allowed(game, declared),
    }


def _outcomes(check: Check) -> list[dict[str, Any]]:
    verdicts = (check.race.wins, check.race.loses) if check.race else check.verdicts
    return [{"id": o.id, "name": o.name, "tone": o.tone, "success": o.success} for o in verdicts]


def _asked(setting: Setting) -> dict[str, Any]:
    return {
        "game": setting.game.id,
        "check": setting.check.id,
        "inputs": {name: _plain(value) for name, value in setting.given.items()},
        "with": [str(one) for one in setting.applied],
        "rulings": {name: value for name, value in setting.rulings.items() if value != setting.game.rulings[name]},
    }


def _plain(value: object) -> object:
    return value.id if isinstance(value, Record) else "none" if value is None else value


def _fractions(chances: Mapping[Any, Fraction]) -> dict[str, str]:
    return {str(key): str(chance) for key, chance in chances.items()}
