"""The joint weights of all that a verdict depends on.

Groups of dice meet as summaries, never as throws. Each group begins as a table of its own; an
expression joins only the tables that it reads, and each table is folded to what later expressions
need before it meets another. That keeps a contest of two large pools small.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

from engine.check import Check
from engine.errors import BadRequest
from engine.expression import Expression
from engine.reading import Lying
from engine.setting import Setting, later_expressions
from engine.summary import Queries, Weights, summaries, thrown_on
from engine.sweep import Column, sweep

MOST_STATES = 400_000
MOST_KEPT = 200_000
_OPEN = object()
_tables: dict[tuple[object, ...], Table] = {}


class Table:
    """One column for each name, one weight for each state; independent of all other tables."""

    def __init__(self, columns: dict[str, Column], weights: Sequence[int]) -> None:
        self.columns, self.weights = columns, list(weights)

    def __len__(self) -> int:
        return len(self.weights)

    @cached_property
    def whole(self) -> int:
        """The sum of all weights."""
        return sum(self.weights)

    def fold(self, needed: set[str]) -> Table:
        """The same weights over the needed columns only, equal states as one."""
        kept = {name: column for name, column in self.columns.items() if name in needed}
        if not kept:
            return Table({}, [sum(self.weights)])
        sums: dict[tuple[object, ...], int] = {}
        get = sums.get
        for state, weight in zip(zip(*kept.values(), strict=True), self.weights, strict=True):
            sums[state] = get(state, 0) + weight
        columns = zip(*sums, strict=True)
        return Table({name: list(column) for name, column in zip(kept, columns, strict=True)}, list(sums.values()))

    def meet(self, other: Table) -> Table:
        """Every state of this table with every state of the other; raises BadRequest beyond bounds."""
        size, times = len(self.weights), len(other.weights)
        if size * times > MOST_STATES:
            raise BadRequest.on("dice", f"{size * times} combinations", f"at most {MOST_STATES}")
        columns = {name: [value for value in column for _ in range(times)] for name, column in self.columns.items()}
        columns |= {name: column * size for name, column in other.columns.items()}
        return Table(columns, [weight * more for weight in self.weights for more in other.weights])


def join(setting: Setting, held: Lying | None = None) -> Table:
    """All that outcomes, amounts and the total of a setting need, as one table; `held` dice as they lie.

    Many questions differ only in what the verdict compares with: they share a table, which is kept.
    """
    if held:
        return _Joint(setting, held).table
    key = _key(setting)
    table = _tables.get(key)
    if table is None:
        if sum(map(len, _tables.values())) > MOST_KEPT:
            _tables.clear()
        table = _tables[key] = _Joint(setting, {}).table
    return table


def _key(setting: Setting) -> tuple[object, ...]:
    """All that a setting's table depends on."""
    names, rulings, finals = _readers(setting.check)
    return (
        setting.check,
        tuple([setting.known.get(name, _OPEN) for name in names]),
        tuple([setting.rulings[name] for name in rulings]),
        frozenset().union(*[setting.needs(expression) for expression in finals]),
        tuple([(name, thrown.group) for name, thrown in setting.thrown.items()]),
        tuple(setting.queries.items()),
    )


@lru_cache(maxsize=256)
def _readers(check: Check) -> tuple[tuple[str, ...], tuple[str, ...], tuple[Expression, ...]]:
    """The names and rulings that a check's values read, and the expressions that read the table."""
    steps = _steps(check).values()
    names = sorted(set().union(*(step.names for step in steps)))
    rulings = sorted(set().union(*(step.rulings for step in steps)))
    return tuple(names), tuple(rulings), tuple(_finals(check))


def _steps(check: Check) -> dict[str, Expression]:
    steps = dict(check.values)
    steps |= {"total": check.total} if check.total else {}
    steps |= {"rival": check.rival, "margin": check.margin} if check.rival and check.margin else {}
    return steps


def _finals(check: Check) -> list[Expression]:
    finals = [outcome.when for outcome in check.outcomes if outcome.when]
    return [*finals, *check.amounts.values(), *later_expressions(check)]


class _Joint:
    """The making of a table, value by value."""

    def __init__(self, setting: Setting, held: Lying) -> None:
        self.setting, self.held = setting, held
        self._tables: list[Table] = []
        self._waiting = dict(setting.queries)
        finals, steps = _finals(setting.check), _steps(setting.check)
        while steps:
            name = self._next(steps)
            expression = steps.pop(name)
            needed = self._needed([*steps.values(), *finals]) | self._told
            if name in needed:
                needs = setting.needs(expression)
                table = self._join(expression, needs, needed | needs)
                table.columns[name] = sweep(expression, setting.known, table.columns, len(table))
        last = self._needed(finals) | self._told
        for expression in finals:
            self._open(expression)
        self.table = self._meet(self._tables, last).fold(last)

    @property
    def _told(self) -> set[str]:
        """What the answer tells beside the verdict: the total, but not that of a contest, to keep it small."""
        return set() if self.setting.check.margin else {"total"}

    def _next(self, steps: dict[str, Expression]) -> str:
        """The next value: the first that is ready and joins no tables, else the first that is ready."""
        needs = {name: self.setting.needs(expression) for name, expression in steps.items()}
        ready = [name for name in steps if not needs[name] & steps.keys()]
        return next((name for name in ready if self._alone(steps[name], needs[name])), ready[0])

    def _alone(self, expression: Expression, needs: frozenset[str]) -> bool:
        read = [table for table in self._tables if not needs.isdisjoint(table.columns)]
        return len(read) + len(self._new_groups(expression)) <= 1

    def _needed(self, later: Iterable[Expression]) -> set[str]:
        return set().union(*(self.setting.needs(expression) for expression in later))

    def _new_groups(self, expression: Expression) -> list[str]:
        needs = self.setting.needs(expression)
        asked = (question.group for question in expression.questions if question.key in needs)
        return [name for name in dict.fromkeys(asked) if name in self._waiting]

    def _open(self, expression: Expression) -> None:
        """A table for each group that the expression is the first to ask."""
        for name in self._new_groups(expression):
            keys, queries = zip(*self._waiting.pop(name), strict=True)
            weights = self._weights(name, queries)
            columns = {key: list(column) for key, column in zip(keys, zip(*weights, strict=True), strict=True)}
            self._tables.append(Table(columns, list(weights.values())))

    def _join(self, expression: Expression, needs: frozenset[str], needed: set[str] | frozenset[str]) -> Table:
        """The one table with all that the expression reads."""
        self._open(expression)
        read = [table for table in self._tables if not needs.isdisjoint(table.columns)]
        if len(read) == 1:
            return read[0]
        table = self._meet(read, set(needed))
        self._tables = [other for other in self._tables if other not in read] + [table]
        return table

    def _meet(self, tables: list[Table], needed: set[str]) -> Table:
        if len(tables) == 1:
            return tables[0]
        met = Table({}, [1])
        for table in tables:
            met = met.meet(table.fold(needed))
        return met

    def _weights(self, name: str, queries: Queries) -> Weights:
        group = self.setting.check.group(name)
        thrown = self.setting.thrown.get(group)
        if thrown is None:
            return {(0,) * len(queries): 1}
        if group in self.held:
            return thrown_on(thrown.group, queries, self.held[group])
        return summaries(thrown.group, queries)
