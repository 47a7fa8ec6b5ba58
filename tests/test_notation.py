"""The free dice notation: what parses, how it is printed, and what is said of what does not parse."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.errors import BadRequest
from engine.notation.die import top_share, weights
from engine.notation.errors import NotationError
from engine.notation.grammar import parse
from engine.notation.printer import canonical
from engine.notation.tree import Comparison, Dice, Keep, Negate, Node, Notation, Number, Reroll, Series

CANONICAL = {
    "2D6": "2d6",
    "1d20": "d20",
    "d%": "d100",
    "4dF": "4df",
    " 4 d 6 K H 3 ": "4d6kh3",
    "2d20kl": "2d20kl1",
    "5d6dl1dh1": "5d6dl1dh1",
    "4d6!kh3": "4d6!kh3",
    "4d6kh3!r1": "4d6r1!kh3",
    "d6r=1": "d6r1",
    "d6ro<=2": "d6ro<=2",
    "d6RO1": "d6ro1",
    "4dfr-1": "4dfr-1",
    "6d10>=8": "6d10>=8",
    "6d10≥8": "6d10>=8",
    "6d10!>=8": "6d10!>=8",
    "6d10=1": "6d10=1",
    "d6r<3>=5": "d6r<3>=5",
    "2d6−1–1": "2d6-1-1",
    "2d6×2·3": "2d6*2*3",
    "((2d6))+(3)": "2d6+3",
    "2d6-(3-1)": "2d6-(3-1)",
    "(2d6-3)-1": "(2d6-3)-1",
    "(1+2)*3": "(1+2)*3",
    "-d4": "-d4",
    "-(d4+1)": "-(d4+1)",
    "2--3": "2-(-3)",
    "--3": "--3",
    "007": "7",
    "10/2/2": "10/2/2",
    "10/(4/2)": "10/(4/2)",
}

ERRORS = {
    "": (1, "the end", "a number or d"),
    "2d6+": (5, "the end", "a number or d"),
    "2d6 + x": (7, "“x”", "a number or d"),
    "2d6 x 3": (5, "“x”", "+, - or the end"),
    "2d6 3": (5, "“3”", "+, - or the end"),
    "1 2": (3, "“2”", "d, *, /, +, - or the end"),
    "2d": (3, "the end", "%, f or a number"),
    "2d×": (3, "“×”", "%, f or a number"),
    "4kh3": (2, "“k”", "d, *"),
    "d6r": (4, "the end", "- or a number"),
    "d6ro<": (6, "the end", "- or a number"),
    "6d10>=": (7, "the end", "- or a number"),
    "(2d6": (5, "the end", "or )"),
    "2d6)": (4, "“)”", "or the end"),
    "d6!!": (4, "“!”", "kh"),
    "d6r1r2": (5, "“r”", "!"),
    "2d6²": (4, "“²”", "the end"),
    "d６": (2, "“６”", "a number"),
    "0d6": (1, "“0”", "1 to 100 dice"),
    "101d6": (1, "“101”", "1 to 100 dice"),
    "60d6 + 41d6": (8, "“41”", "1 to 40 dice"),
    "100d6+d6": (7, "“d”", "no more dice"),
    "d0": (2, "“0”", "1 to 1000 sides"),
    "d1001": (2, "“1001”", "1 to 1000 sides"),
    "4d6kh5": (6, "“5”", "1 to 4 dice"),
    "2d6kl0": (6, "“0”", "1 to 2 dice"),
    "2d6dl2": (6, "“2”", "1 die"),
    "d6dl": (3, "“d”", "leaves some die"),
    "d6r<=6": (3, "“r”", "some face ends"),
    "d1!": (3, "“!”", "some face ends"),
    "d2r1!": (5, "“!”", "some face ends"),
    "d6/0": (4, "“0”", "always above 0"),
    "d6/(d6 - 1)": (4, "“(”", "always above 0"),
    "1000001": (1, "“1000001”", "up to 1000000"),
    "d6>=1000001": (5, "“1000001”", "up to 1000000"),
    "1000000*1000000": (8, "“*”", "beyond 1000000000"),
    "(" * 21 + "1": (21, "“(”", "at most 20"),
    "-" * 21 + "1": (21, "“-”", "at most 20"),
    "1+" * 150: (201, "more text", "at most 200"),
}


@pytest.mark.parametrize(("text", "printed"), CANONICAL.items())
def test_a_notation_is_printed_in_its_canonical_form(text: str, printed: str) -> None:
    assert canonical(parse(text).tree) == printed
    assert parse(printed) == parse(text)


@pytest.mark.parametrize(("text", "complaint"), ERRORS.items(), ids=[text[:12] for text in ERRORS])
def test_an_error_names_position_found_and_expected(text: str, complaint: tuple[int, str, str]) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert (caught.value.position, caught.value.found) == complaint[:2]
    assert complaint[2] in caught.value.expected
    assert str(caught.value) == (
        f"notation: {complaint[1]} at position {complaint[0]} was given; allowed is {caught.value.expected}"
    )


@pytest.mark.parametrize("text", [None, 5, ["2d6"], True])
def test_what_is_no_text_is_refused(text: object) -> None:
    with pytest.raises(BadRequest):
        parse(text)


comparisons = st.builds(Comparison, st.sampled_from([">=", "<=", ">", "<", "="]), st.integers(-2, 9))


@st.composite
def some_dice(draw: st.DrawFn) -> Dice:
    fudge = draw(st.booleans())
    dice = Dice(
        draw(st.integers(1, 4)),
        3 if fudge else draw(st.integers(1, 6)),
        fudge,
        draw(st.none() | st.builds(Reroll, comparisons, st.booleans())),
        draw(st.booleans()),
        counts=draw(st.none() | comparisons),
    )
    for word in draw(st.lists(st.sampled_from(["kh", "kl", "dh", "dl"]), max_size=2)):
        first, last = dice.ranks
        if (most := last - first - (word[0] == "d")) > 0:
            dice = replace(dice, keeps=(*dice.keeps, Keep(word, draw(st.integers(1, most)))))
    assume(weights(dice))
    assume(top_share(dice) < 1)
    return dice


def some_series(nodes: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    above_0 = st.builds(Number, st.integers(1, 9))
    sums = st.lists(st.tuples(st.sampled_from("+-"), nodes), min_size=1, max_size=3)
    products = st.tuples(st.just("*"), nodes) | st.tuples(st.just("/"), above_0)
    rests = (sums | st.lists(products, min_size=1, max_size=2)).map(tuple)
    # The first operand of a series is anything; brackets keep a series inside a series apart.
    return st.builds(Series, nodes, rests) | st.builds(Negate, nodes)


trees = st.recursive(st.builds(Number, st.integers(0, 99)) | some_dice(), some_series, max_leaves=6)


@given(trees)
def test_parse_undoes_print(tree: Node) -> None:
    text = canonical(tree)
    try:
        parsed = parse(text)
    except NotationError as beyond:
        assume(not any(word in beyond.expected for word in ("characters", "dice", "beyond")))
        raise
    assert parsed == Notation(tree)


@given(st.text("0123456789dDfF%khlro!<>=+-*/() ×−²x", max_size=30) | st.text(max_size=30))
def test_any_text_is_a_fixed_point_or_an_error_inside_it(text: str) -> None:
    try:
        printed = canonical(parse(text).tree)
    except NotationError as error:
        complaint = error
    else:
        assert canonical(parse(printed).tree) == printed
        return
    assert 1 <= complaint.position <= len(text) + 1
    assert complaint.found
    assert complaint.expected
