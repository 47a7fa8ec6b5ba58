"""One throw: thrown with a given source of randomness, or typed in, and read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.dice import Source
from engine.errors import BadRequest
from engine.odds import AGAIN
from engine.reading import Faces, Reading, accept_faces, read
from engine.setting import Setting

MOST_THROWS = 1000


@dataclass(frozen=True, slots=True)
class Rolled:
    """A setting, the faces that lie there, and their reading."""

    setting: Setting
    faces: Faces
    reading: Reading


def roll(setting: Setting, source: Source, held: Faces | None = None) -> Rolled:
    """Throw the dice of a setting, all but those `held`, and read them.

    A thrown-again outcome is thrown again; raises BadRequest for a check that cannot be rolled
    (a race is only odds).
    """
    if setting.check.race:
        raise BadRequest.on("check", setting.check.id, f"a check that is one throw, such as {setting.check.race.of}")
    for _ in range(MOST_THROWS):
        faces = {
            group: held[group] if held and group in held else pool.throw(source)
            for group, pool in setting.pools.items()
        }
        reading = read(setting, faces)
        if not reading.outcome or reading.outcome.id != AGAIN:
            break
    return Rolled(setting, faces, reading)


def adjudicate(setting: Setting, faces: Mapping[str, object]) -> Rolled:
    """Read faces that a reader typed; raises BadRequest if they are not what this setting throws."""
    if setting.check.race:
        raise BadRequest.on("check", setting.check.id, f"a check that is one throw, such as {setting.check.race.of}")
    accepted = accept_faces(setting, faces)
    return Rolled(setting, accepted, read(setting, accepted))
