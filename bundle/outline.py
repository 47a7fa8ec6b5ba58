"""The handbook's sign, a d20 seen on a point, as polygons: drawn once, for the SVG icon and every PNG."""

from math import cos, hypot, radians, sin

Point = tuple[float, float]
Polygon = tuple[Point, ...]

# Half the gap between two faces, where the die's radius is 1.
_GAP = 0.028


def d20_faces() -> list[Polygon]:
    """The ten faces of a d20 that show, in a circle of radius 1 around the origin, y down, with gaps between."""
    rim = [_on_circle(1.0, 60 * step) for step in range(6)]
    front = [_on_circle(0.60, 120 * step) for step in range(3)]
    faces: list[Polygon] = [tuple(front)]
    for step in range(3):
        here, there = front[step], front[(step + 1) % 3]
        corner, between, beyond = rim[2 * step], rim[2 * step + 1], rim[(2 * step + 2) % 6]
        faces += [(here, between, there), (here, corner, between), (there, between, beyond)]
    return [shrink(face, _GAP) for face in faces]


def shrink(face: Polygon, by: float) -> Polygon:
    """A convex polygon whose sides have all moved inwards; corners are listed clockwise on the screen.

    >>> shrink(((0, 0), (4, 0), (4, 4), (0, 4)), 1)
    ((1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0))
    """
    sides = [_moved(a, b, by) for a, b in zip(face, face[1:] + face[:1], strict=True)]
    return tuple(_crossing(before, after) for before, after in zip(sides[-1:] + sides[:-1], sides, strict=True))


def place(faces: list[Polygon], centre: float, radius: float) -> list[Polygon]:
    """The same faces around the point (centre, centre), in a circle of another radius."""
    return [tuple((centre + radius * x, centre + radius * y) for x, y in face) for face in faces]


def _on_circle(radius: float, degrees: float) -> Point:
    """The point so many degrees clockwise from the top."""
    return radius * sin(radians(degrees)), -radius * cos(radians(degrees))


_Line = tuple[Point, Point]


def _moved(a: Point, b: Point, by: float) -> _Line:
    across, down = b[0] - a[0], b[1] - a[1]
    length = hypot(across, down)
    step = (-down / length * by, across / length * by)
    return (a[0] + step[0], a[1] + step[1]), (across, down)


def _crossing(one: _Line, other: _Line) -> Point:
    (ax, ay), (au, av) = one
    (bx, by), (bu, bv) = other
    along = ((bx - ax) * bv - (by - ay) * bu) / (au * bv - av * bu)
    return ax + along * au, ay + along * av
