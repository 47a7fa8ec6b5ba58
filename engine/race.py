"""A race: a check repeated until enough wins or enough losses are marked.

An absorbing Markov chain with a handful of states, solved exactly (Kemeny and Snell, Finite Markov
Chains, chapter III: absorption probabilities solve a linear system).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

State = tuple[int, int]
Marks = Mapping[tuple[bool, int], Fraction]


def run_race(marks: Marks, needs: int, start: State, in_a_row: bool) -> Fraction:
    """The chance that wins reach `needs` before losses do.

    `marks` gives the chance of each (won, marks made); `start` the wins and losses already marked;
    `in_a_row` lets each result wipe the other side's marks. Results that make no mark are passed over.

    >>> half = {(True, 1): Fraction(1, 2), (False, 1): Fraction(1, 2)}
    >>> run_race(half, 3, (0, 0), False), run_race(half, 3, (2, 0), False)
    (Fraction(1, 2), Fraction(7, 8))
    """
    states = _reachable(marks, needs, start, in_a_row)
    places = {state: place for place, state in enumerate(states)}
    rows: list[list[Fraction]] = []
    for state in states:
        row = [Fraction(0)] * (len(states) + 1)
        row[places[state]] += 1
        for (won, count), chance in marks.items():
            after = _after(state, won, count, needs, in_a_row)
            if chance and after[0] >= needs:
                row[-1] += chance
            elif chance and after[1] < needs:
                row[places[after]] -= chance
        rows.append(row)
    return _solve(rows)[places[start]]


def _after(state: State, won: bool, count: int, needs: int, in_a_row: bool) -> State:
    wins, losses = state
    if won:
        return min(needs, wins + count), 0 if in_a_row and count else losses
    return 0 if in_a_row and count else wins, min(needs, losses + count)


def _reachable(marks: Marks, needs: int, start: State, in_a_row: bool) -> list[State]:
    states = [start]
    for state in states:
        for (won, count), chance in marks.items():
            after = _after(state, won, count, needs, in_a_row)
            if chance and max(after) < needs and after not in states:
                states.append(after)
    return states


def _solve(rows: list[list[Fraction]]) -> list[Fraction]:
    """Gauss-Jordan elimination; an all-zero column (a state that is never left) counts as not won."""
    size = len(rows)
    for column in range(size):
        pivot = next((r for r in range(column, size) if rows[r][column]), None)
        if pivot is None:
            rows[column][column] = Fraction(1)
            pivot = column
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column][column]
        rows[column] = [value / lead for value in rows[column]]
        for other in range(size):
            if other != column and (factor := rows[other][column]):
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[column], strict=True)]
    return [row[-1] for row in rows]
