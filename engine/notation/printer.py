"""From a tree back to text: the canonical form for machines, the same with air and true signs for readers."""

from __future__ import annotations

from collections.abc import Callable

from engine.notation.tree import Dice, Negate, Node, Number, Series

_SIGNS = {"+": " + ", "-": " − ", "*": " × ", "/": " / "}


def canonical(node: Node) -> str:
    """The canonical text: lower case, no spaces, no bracket that does nothing.

    >>> from engine.notation.grammar import parse
    >>> canonical(parse("( 1D% ) + (2d6 * 3) - (−4)").tree)
    'd100+2d6*3-(-4)'
    """
    return _write(node, str, lambda sign: sign, "-")


def pretty(node: Node, dice: Callable[[Dice], str] = str) -> str:
    """The text for readers; `dice` says how a term is shown.

    >>> from engine.notation.grammar import parse
    >>> pretty(parse("4d6kh3-2*d4").tree)
    '4d6kh3 − 2 × d4'
    """
    return _write(node, dice, _SIGNS.__getitem__, "−")


def _write(node: Node, dice: Callable[[Dice], str], sign: Callable[[str], str], minus: str) -> str:
    def write(node: Node) -> str:
        match node:
            case Number():
                return str(node.value)
            case Dice():
                return dice(node)
            case Negate():
                return minus + guarded(node.of, isinstance(node.of, Series))
        parts = [guarded(node.first, _binds(node.first) <= _binds(node))]
        for joined, operand in node.rest:
            parts += [sign(joined), guarded(operand, _binds(operand) <= _binds(node) or isinstance(operand, Negate))]
        return "".join(parts)

    def guarded(node: Node, needed: bool) -> str:
        return f"({write(node)})" if needed else write(node)

    return write(node)


def _binds(node: Node) -> int:
    """How tightly a node holds together; a looser one needs brackets inside a tighter one."""
    if isinstance(node, Series):
        return 1 if node.adds else 2
    return 3
