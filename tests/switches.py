"""Which rulings are switches, and whether a reading changes anything: odds, a refusal, or words on a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from typing import Any

from engine.check import Check
from engine.errors import BadRequest
from engine.expression import Expression
from engine.odds import weigh
from engine.rulebook import Game
from engine.setting import settle
from engine.situation import situations
from engine.template import Template
from tests.strategies import allowed_values

Question = tuple[str, dict[str, Any], str]


def check_expressions(check: Check) -> Iterator[Expression]:
    """Every expression of a check."""
    yield from check.let.values()
    yield from check.values.values()
    yield from check.amounts.values()
    ways = [way for throws in (*check.throws.values(), *check.after.values()) for way in throws]
    rules = [rule for rules in check.marks.values() for rule in rules]
    yield from (part for way in ways for part in (way.when, way.times, *way.dice.expressions) if part)
    yield from (part for rule in rules for part in (rule.when, rule.most) if part)
    yield from (part for part in (check.total, check.rival) if part)
    yield from (outcome.when for outcome in check.outcomes if outcome.when)
    yield from (declared.source for declared in check.inputs.values() if declared.source)
    for said in (*check.needs, *check.say):
        yield from said.text.expressions
        if said.when:
            yield said.when
    if check.race:
        yield from (check.race.counting, check.race.marks)


def read_by_rules(game: Game) -> set[str]:
    """Rulings that some check or effect reads."""
    parts = [part for check in game.checks.values() for part in check_expressions(check)]
    for record in game:
        for effect in record.effects:
            parts += [part for part in (effect.when, effect.add, effect.set, effect.scale) if part]
    return {ruling for part in parts for ruling in part.rulings}


def read_by_words(game: Game) -> set[str]:
    """Rulings that some text reads."""
    texts = [record.text for record in game] + [effect.say for record in game for effect in record.effects]
    return {ruling for text in texts for part in Template.of(text).expressions for ruling in part.rulings}


def questions(game: Game, ruling: str) -> Iterator[Question]:
    """Questions that a ruling may matter to: one input changed or two, where a check reads it, then each situation."""
    readers = [
        check for check in game.checks.values() if any(ruling in part.rulings for part in check_expressions(check))
    ]
    for check in readers:
        values = {one.id: allowed_values(game, one) for one in check.inputs.values()}
        for base in bases(check):
            yield check.id, base, ""
            yield from ((check.id, {**base, name: value}, "") for name in values for value in values[name])
        for one, other in sorted(combinations(values, 2), key=lambda pair: len(values[pair[0]]) * len(values[pair[1]])):
            for base, first, second in product(bases(check), values[one], values[other]):
                yield check.id, {**base, one: first, other: second}, ""
    for check in game.checks.values():
        for record in situations(game):
            asks = {effect.ask.id for effect in record.effects if effect.ask}
            for side in game.kinds[record.kind].situation:
                yield from ((check.id, {}, f"{side}:{record.ref}{answer}") for answer in ["", *answers(asks)])


def bases(check: Check) -> list[dict[str, Any]]:
    """The defaults, and where a check has a die the same with a middling one: some checks refuse the least."""
    return [{}, {"die": "d6"}] if "die" in check.inputs else [{}]


def answers(asks: set[str]) -> Iterator[str]:
    """What may be answered to what a situation asks, one question at a time."""
    return (f"?{word}{ask}" for ask in sorted(asks) for word in ("", "not-"))


def answer(game: Game, question: Question, rulings: dict[str, Any]) -> object:
    """The odds and the dice they are of, or the sentence that refuses them."""
    check, inputs, with_ = question
    try:
        setting = settle(game, check, inputs, with_, rulings)
        return weigh(setting), {name: str(one.group) for name, one in setting.thrown.items()}
    except BadRequest as refusal:
        return str(refusal)


def changes_a_roll(game: Game, ruling: str, reading: object) -> bool:
    """Whether some question is answered differently under a reading than under the one taken."""
    return any(
        answer(game, question, {}) != answer(game, question, {ruling: reading}) for question in questions(game, ruling)
    )


def words(game: Game) -> list[object]:
    """All that the pages say of the records."""
    return [(game.prose(record), game.phrases(record)) for record in game]


def changes_words(game: Game, ruling: str, reading: Any) -> bool:
    """Whether some text reads differently when the reading is taken in the data."""
    return words(game) != words(replace(game, rulings={**game.rulings, ruling: reading}))
