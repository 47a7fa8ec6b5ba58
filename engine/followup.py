"""Follow-ups: what the rules let a player do about the roll just made, and its chance beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from engine.dice import Source
from engine.errors import BadRequest, listed
from engine.expression import parse
from engine.odds import weigh
from engine.reading import Lying
from engine.record import Record
from engine.roll import Rolled, roll
from engine.setting import Setting
from engine.situation import Scope

KIND = "follow-up"


@dataclass(frozen=True, slots=True)
class Offer:
    """A follow-up that the rules allow now, with its chance of success before paying."""

    record: Record
    chance: Fraction | None


def offers(rolled: Rolled, used: Iterable[str] = ()) -> Iterator[Offer]:
    """The follow-ups on a roll; those in `used` count against their limit."""
    for record in rolled.setting.game.of(KIND):
        if _open(rolled, record, list(used)):
            yield Offer(record, weigh(_after(rolled, record), _held(rolled, record)).success)


def follow(rolled: Rolled, name: str, source: Source, used: Iterable[str] = ()) -> Rolled:
    """Take a follow-up: throw again what it does not keep; raises BadRequest if it is not on offer."""
    open_now = {record.id: record for record in rolled.setting.game.of(KIND) if _open(rolled, record, list(used))}
    if name not in open_now:
        raise BadRequest.on("follow", name, listed(open_now) if open_now else "none after this roll")
    record = open_now[name]
    return roll(_after(rolled, record), source, _held(rolled, record))


def _open(rolled: Rolled, record: Record, used: list[str]) -> bool:
    check = rolled.setting.check
    if not any(f"check/{name}" in record["on"] for name in check.lineage):
        return False
    if record["limit"] is not None and used.count(record.id) >= record["limit"]:
        return False
    scope = Scope(rolled.env, row=record)
    return bool(parse(record["when"]).run(scope)) if record["when"] else True


def _after(rolled: Rolled, record: Record) -> Setting:
    changes = record["changes"] or {}
    return rolled.setting.again({name: rolled.setting.given[name] + change for name, change in changes.items()})


def _held(rolled: Rolled, record: Record) -> Lying:
    """Whole groups that stay, and of the others the dice whose `face` the follow-up holds."""
    whole = {name: rolled.lying[name] for name in record["keep"] or () if name in rolled.lying}
    if not record["holds"]:
        return whole
    stays = parse(record["holds"])
    scope = Scope(rolled.env, row=record)
    return {
        name: faces if name in whole else tuple(face for face in faces if stays.run(Scope(scope, face=face)))
        for name, faces in rolled.lying.items()
    }
