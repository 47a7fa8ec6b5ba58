"""The part of the parser behind a `d`: sides, and the rules for what becomes of the dice."""

from __future__ import annotations

from dataclasses import replace

from engine.notation.die import top_share, weights
from engine.notation.reader import Reader
from engine.notation.tree import COMPARE, Comparison, Dice, Keep, Reroll

MOST_DICE = 100
MOST_SIDES = 1000
MOST_NUMBER = 1_000_000
KEEPS = ("kh", "kl", "dh", "dl")


def read_sides(reader: Reader, count: int) -> Dice:
    """The dice whose `d` was read: a number of sides, % or f."""
    if reader.takes("%"):
        return Dice(count, 100)
    if reader.takes("f"):
        return Dice(count, 3, fudge=True)
    place = reader.place
    sides = reader.takes_number()
    if sides is None:
        reader.refuse()
    if not 1 <= sides <= MOST_SIDES:
        reader.refuse_at(place, f"1 to {MOST_SIDES} sides")
    return Dice(count, sides)


def read_rules(reader: Reader, dice: Dice) -> Dice:
    """The same dice with the rules that follow, each but keep at most once."""
    rerolled = exploded = 0
    while True:
        place = reader.place
        if not dice.reroll and (word := reader.takes("ro", "r")):
            dice, rerolled = replace(dice, reroll=Reroll(_comparison(reader), word == "ro")), place
        elif not dice.explodes and reader.takes("!"):
            dice, exploded = replace(dice, explodes=True), place
        elif word := reader.takes(*KEEPS):
            dice = replace(dice, keeps=(*dice.keeps, _keep(reader, dice, word, place)))
        elif not dice.counts and (sign := reader.takes(*COMPARE)):
            dice = replace(dice, counts=Comparison(sign, _signed(reader)))
        else:
            break
    if not weights(dice):
        reader.refuse_at(rerolled, "a reroll that some face ends")
    if top_share(dice) == 1:
        reader.refuse_at(exploded, "an explosion that some face ends")
    return dice


def _keep(reader: Reader, dice: Dice, word: str, place: int) -> Keep:
    first, last = dice.ranks
    most = last - first - (word[0] == "d")
    behind = reader.place
    count = reader.takes_number()
    if most == 0:
        reader.refuse_at(place, "a rule that leaves some die")
    if count is not None and not 1 <= count <= most:
        reader.refuse_at(behind, f"1 to {most} dice" if most > 1 else "1 die")
    return Keep(word, 1 if count is None else count)


def _comparison(reader: Reader) -> Comparison:
    return Comparison(reader.takes(*COMPARE) or "=", _signed(reader))


def _signed(reader: Reader) -> int:
    minus = reader.takes("-")
    place = reader.place
    number = reader.takes_number()
    if number is None:
        reader.refuse()
    if number > MOST_NUMBER:
        reader.refuse_at(place, f"a number up to {MOST_NUMBER}")
    return -number if minus else number
