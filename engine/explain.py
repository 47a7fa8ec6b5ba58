"""How a result came about, in sentences, and what became of each die."""

from __future__ import annotations

from collections.abc import Iterator

from engine.dice import Pool
from engine.expression import addends
from engine.inputs import number_of
from engine.reading import answers, dashed
from engine.record import Record
from engine.roll import Rolled
from engine.setting import Setting
from engine.situation import Counted
from engine.template import show


def explain(rolled: Rolled) -> list[Counted]:
    """The steps from the situation to the verdict, each with the record it comes from."""
    setting = rolled.setting
    steps = [*setting.lines, *_said(setting)]
    for group, pool in setting.pools.items():
        steps.append(Counted(_group_sentence(pool, rolled.faces[group], setting.by[group]), setting.check.path))
    if sum_line := _sum(rolled):
        steps.append(Counted(sum_line, setting.check.path))
    return steps


def verdict(rolled: Rolled) -> str:
    """The verdict in words with its margin: "Failure, missed by 1"."""
    reading = rolled.reading
    if reading.outcome is None:
        row = reached(rolled)
        return f"Reaches {row.name}" if row else "" if not rolled.setting.unknown else "Reaches nothing on the ladder"
    if reading.margin is None:
        return reading.outcome.name
    distance = "exactly enough" if reading.margin == 0 else f"over by {reading.margin}"
    return f"{reading.outcome.name}, " + (f"missed by {-reading.margin}" if reading.margin < 0 else distance)


def sentence(rolled: Rolled) -> str:
    """The whole result as one line, for the log, the clipboard and a screen reader."""
    setting, reading = rolled.setting, rolled.reading
    what = title(setting) + (f" against {against(setting)}" if against(setting) else "")
    said = [str(part) for part in (show(reading.total) if reading.total is not None else "", verdict(rolled)) if part]
    amounts = [f"{name.replace('_', ' ')} {show(amount)}" for name, amount in reading.amounts.items() if amount]
    return f"{what}: {'. '.join(said)}" + (f"; {', '.join(amounts)}" if amounts else "") + "."


def title(setting: Setting) -> str:
    """What is rolled, by name: the check, with the record that the reader chose for it."""
    chosen = [setting.env[i.key] for i in setting.check.inputs.values() if i.kind == "record" and i.optional]
    named = [record.name for record in chosen if isinstance(record, Record)]
    return f"{setting.check.name} ({', '.join(named)})" if named else setting.check.name


def against(setting: Setting) -> str:
    """The target in words: "Hard 20", "14", or nothing where there is none or it is unknown."""
    if setting.target is None:
        return ""
    row = setting.row or _row_at(setting)
    return f"{row.name} {show(setting.target)}" if row else show(setting.target)


def reached(rolled: Rolled) -> Record | None:
    """The highest row of the target's ladder that the total meets."""
    total, declared = rolled.reading.total, rolled.setting.check.inputs.get("target")
    if total is None or declared is None:
        return None
    game = rolled.setting.game
    ladder = game.kinds[declared.of].ladder
    met = [row for row in game.of(declared.of) if (number := number_of(row, ladder)) is not None and total >= number]
    return met[-1] if met else None


def dice(rolled: Rolled) -> Iterator[dict[str, object]]:
    """Every die that lies there: group, sides, face, what became of it and what did that."""
    for group, pool in rolled.setting.pools.items():
        kept = pool.kept_places(rolled.faces[group])
        for place, face in enumerate(rolled.faces[group]):
            mark = "kept" if place in kept else "dropped"
            by = rolled.setting.by[group] if pool.end else ""
            yield {"group": group, "sides": pool.sides, "face": face, "mark": mark, "by": by}


def label(setting: Setting) -> str:
    """What the roll throws, as on its button: "d20 Edge + d6 + 2"."""
    if setting.check.total is None:
        return " + ".join(_pool_label(pool, setting.by[group]) for group, pool in setting.pools.items())
    text = ""
    for sign, term in addends(setting.check.total, setting.env):
        groups = [dashed(setting, question.group) for question in term.questions]
        if groups:
            part = " / ".join(_pool_label(setting.pools[g], setting.by[g]) for g in groups if g in setting.pools)
        else:
            value = term.run(setting.env)
            sign, part = (-sign, show(-value)) if value and value < 0 else (sign, show(value) if value else "")
        if part:
            text += f" {'+' if sign > 0 else '−'} {part}" if text else part if sign > 0 else f"−{part}"
    return text or "no dice"


def _pool_label(pool: Pool, by: str) -> str:
    dice = str(Pool(pool.keeps, pool.sides, fudge=pool.fudge))
    return f"{dice} {by}" if by else dice


def _said(setting: Setting) -> Iterator[Counted]:
    for saying in setting.check.say:
        if saying.when is None or saying.when.run(setting.env):
            source = setting.game.record(saying.source).path if saying.source else setting.check.path
            yield Counted(saying.text.fill(setting.env), source)


def _group_sentence(pool: Pool, faces: tuple[int, ...], by: str) -> str:
    shown = _and(faces)
    if not pool.end:
        return f"{pool}: {shown}" + (f", sum {sum(faces)}" if len(faces) > 1 else "")
    kept = _and(pool.kept_faces(faces))
    die = Pool(1, pool.sides, fudge=pool.fudge)
    return f"{die}: {shown}, {by} keeps {kept}" if by else f"{die}: {shown}, {kept} kept"


def _and(faces: tuple[int, ...]) -> str:
    words = [show(face) for face in faces]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _sum(rolled: Rolled) -> str:
    setting, total = rolled.setting, rolled.reading.total
    if total is None or setting.check.total is None:
        return ""
    env = answers(setting, rolled.faces)
    for name, expression in setting.check.values.items():
        env[name] = expression.run(env)
    text = ""
    for sign, term in addends(setting.check.total, env):
        value = term.run(env)
        thrown = any(dashed(setting, question.group) in setting.pools for question in term.questions)
        if value or thrown:
            minus = (sign < 0) != (value < 0)
            text += f" {'−' if minus else '+'} {abs(value)}" if text else show(sign * value)
    whole = text if text == show(total) else f"{text} = {show(total)}"
    return whole + (f" against {against(setting)}" if against(setting) else "")


def _row_at(setting: Setting) -> Record | None:
    """The record the target belongs to: what it stands for, a ladder's row, or the input it is taken from."""
    declared = setting.check.inputs.get("target")
    if declared is None:
        names = setting.check.let["target"].names if "target" in setting.check.let else ()
        rows = (setting.env.get(name) for name in names)
        return next((row for row in rows if isinstance(row, Record)), None)
    if declared.stands_for:
        value = declared.stands_for.run(setting.env)
        return value if isinstance(value, Record) else setting.game.record(f"{declared.stands_kind}/{value}")
    ladder = setting.game.kinds[declared.of].ladder
    return next((row for row in setting.game.of(declared.of) if row[ladder] == setting.target), None)
