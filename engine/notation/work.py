"""What the odds of a notation would cost, known before they are computed."""
from engine.notation.tree import Notation
def refuse_too_much(notation: Notation) -> None:
    """."""
