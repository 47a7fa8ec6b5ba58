from __future__ import annotations

from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.expression import parse
from engine.sweep import sweep
from tests.strategies import DICE_ANSWERS, NUMBERS, expressions, values_of_names


@st.composite
def worlds(draw: st.DrawFn) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What is known before the dice, and a few states of everything else."""
    states = draw(st.lists(values_of_names(), min_size=1, max_size=3))
    settled = draw(st.sets(st.sampled_from([name for name in states[0] if "(" not in name])))
    known = {name: states[0][name] for name in settled}
    return known, [state | known for state in states]


@settings(max_examples=300)
@given(expressions(), worlds())
def test_a_sweep_is_the_expression_run_state_by_state(
    text: str, world: tuple[dict[str, Any], list[dict[str, Any]]]
) -> None:
    known, states = world
    expression = parse(text)
    columns = {name: [state[name] for state in states] for name in states[0] if name not in known}

    assert [expression.run(state) for state in states] == sweep(expression, known, columns, len(states))


@settings(max_examples=300)
@given(expressions(), worlds(), st.sets(st.sampled_from(NUMBERS + DICE_ANSWERS)))
@example("(1 if true else a) and (1 if true else a)", ({}, [{"a": 1}]), set())
@example("(none if true else a) == none", ({}, [{"a": 1}]), set())
@example("p and -a", ({"p": True}, [{"p": True, "a": 1}]), set())
@example("(abs(a - b) > 1) and q", ({"q": False}, [{"a": 1, "b": 5, "q": False}]), {"a"})
def test_columns_that_are_not_needed_may_be_left_out(
    text: str, world: tuple[dict[str, Any], list[dict[str, Any]]], others: set[str]
) -> None:
    """Others may be there all the same: some other expression needs them."""
    known, states = world
    expression = parse(text)
    needs = (expression.needs(known) | others) - known.keys()
    columns = {name: [state[name] for state in states] for name in states[0] if name in needs}

    assert [expression.run(state) for state in states] == sweep(expression, known, columns, len(states))
