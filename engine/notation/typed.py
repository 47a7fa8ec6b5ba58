"""Faces that a reader typed, handed out one by one and held against what the dice can show."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import BadRequest, listed, shorten
from engine.notation.tree import Dice, Notation
from engine.template import show


class Typed:
    """Hands out the faces of each term's text in order; equal terms share one list."""

    def __init__(self, notation: Notation, faces: object) -> None:
        self._groups = list(dict.fromkeys(map(str, notation.terms)))
        if not isinstance(faces, Mapping):
            raise BadRequest.on("faces", faces, f"lists of faces for {self._wanted}")
        self._left: dict[str, list[object]] = {}
        self._given: dict[str, list[object]] = {}
        for name, given in faces.items():
            group = "".join(str(name).lower().split())
            if group not in self._groups or group in self._given:
                raise BadRequest.on("faces", name, f"faces for {self._wanted}, each once")
            if not isinstance(given, list | tuple):
                raise BadRequest.on(f"faces {group}", given, "a list of whole numbers")
            self._given[group] = list(given)
            self._left[group] = list(reversed(given))

    def face(self, dice: Dice, rerolls: int) -> int:
        """The next face of a term; raises BadRequest where there is none, or none that the die can show."""
        group = str(dice)
        if not self._left.get(group):
            more = "once more for a die thrown again" if rerolls else "for every die, those added or thrown again too"
            raise BadRequest.on(f"faces {group}", self._shown(group), f"a face {more}")
        face = self._left[group].pop()
        if isinstance(face, bool) or not isinstance(face, int) or face not in dice.faces:
            low, high = dice.faces[0], dice.faces[-1]
            raise BadRequest.on(f"faces {group}", face, f"whole numbers from {show(low)} to {show(high)}")
        return face

    def finish(self) -> None:
        """Raise BadRequest for faces that belong to no die."""
        for group, left in self._left.items():
            if left:
                used = len(self._given[group]) - len(left)
                raise BadRequest.on(f"faces {group}", self._shown(group), f"{used} faces, as no more dice are thrown")

    @property
    def _wanted(self) -> str:
        return listed(self._groups, "and") if self._groups else "no dice at all"

    def _shown(self, group: str) -> str:
        return ", ".join(shorten(face, 12) for face in self._given.get(group, ())) or "nothing"
