"""How a result came about, in sentences, and what became of each die."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.dice import Faces, Pool
from engine.expression import Expression, addends
from engine.reading import judge
from engine.record import Band, Record
from engine.roll import Rolled
from engine.setting import Setting, Thrown
from engine.situation import Counted, Scope
from engine.template import show


def explain(rolled: Rolled) -> list[Counted]:
    """The steps from the situation to the verdict, each with the record it comes from."""
    setting = rolled.setting
    steps = [*setting.lines, *_said(rolled)]
    for name, thrown in rolled.thrown.items():
        steps.append(Counted(_group_sentence(thrown, rolled.lying[name]), setting.check.path))
    if sum_line := _sum(rolled):
        steps.append(Counted(sum_line, setting.check.path))
    return steps


def verdict(rolled: Rolled) -> str:
    """The verdict in words with its margin: "Failure, short by 1"."""
    found = rolled.verdict
    if found.outcome is None:
        row, rungs = reached(rolled), _rungs(rolled.setting)
        return f"Reaches {row.name}" if row else f"Reaches no {rungs[0].kind.replace('-', ' ')}" if rungs else ""
    if found.margin is None or (found.margin < 0) is found.outcome.success:
        return found.outcome.name
    if found.margin < 0:
        return f"{found.outcome.name}, short by {-found.margin}"
    return f"{found.outcome.name}, " + ("exactly enough" if found.margin == 0 else f"over by {found.margin}")


def sentence(rolled: Rolled) -> str:
    """The whole result as one line, for the log, the clipboard and a screen reader."""
    setting, total = rolled.setting, rolled.verdict.total
    said = [part for part in (show(total) if total is not None else "", verdict(rolled)) if part]
    amounts = [f"{name.replace('_', ' ')} {show(amount)}" for name, amount in rolled.amounts.items() if amount]
    facing = f" against {against(setting)}" if against(setting) else ""
    facing = f" against {show(rolled.verdict.rival)}" if rolled.verdict.rival is not None else facing
    return f"{title(setting)}{facing}: {'. '.join(said)}" + (f"; {', '.join(amounts)}" if amounts else "") + "."


def title(setting: Setting) -> str:
    """What is rolled, by name: the check, with the record that the reader chose for it."""
    optional = [
        one for one in setting.check.inputs.values() if one.kind == "record" and one.optional and not one.source
    ]
    named = [record.name for one in optional if isinstance(record := setting.env[one.key], Record)]
    return f"{setting.check.name} ({', '.join(named)})" if named else setting.check.name


def against(setting: Setting) -> str:
    """The target in words: "Hard 20", "14", or nothing where there is none or it is unknown."""
    if setting.target is None:
        return ""
    row = setting.row or _row_at(setting)
    if setting.row and not _stands_at(setting.row[_ladder(setting)], setting.target):
        return f"{setting.row.name}, now {show(setting.target)}"
    return f"{row.name} {show(setting.target)}" if row else show(setting.target)


def reached(rolled: Rolled) -> Record | None:
    """The highest row of the target's ladder against which the roll would succeed."""
    declared = rolled.setting.check.inputs.get("target")
    if declared is None:
        return None
    met = [row for row in rolled.setting.game.of(declared.of) if _meets(rolled, row)]
    return met[-1] if met else None


def _meets(rolled: Rolled, row: Record) -> bool:
    against = rolled.setting.against(row.id)
    found = judge(against, {**rolled.env, "target": against.target}).outcome
    return found is not None and found.success


def dice(rolled: Rolled) -> Iterator[dict[str, Any]]:
    """Every die that lies there: group, sides, face, what became of it and what did that."""
    for name, thrown in rolled.thrown.items():
        shown = list(_kept_dice(name, thrown, rolled.lying[name]))
        for rule in rolled.setting.check.marks.get(name, ()):
            scope = Scope(rolled.env)
            places = [
                place
                for place, die in enumerate(shown)
                if die["mark"] != "dropped" and rule.when.run(Scope(scope, face=die["face"]))
            ]
            if rule.order:
                places.sort(key=lambda place: shown[place]["face"], reverse=rule.order == "high")
            for place in places[: rule.most.run(scope) if rule.most else None]:
                shown[place] |= {"mark": rule.mark, "by": rule.by}
        yield from shown


def _kept_dice(name: str, thrown: Thrown, faces: Faces) -> Iterator[dict[str, Any]]:
    for pool, chains in zip(thrown.group.pools, thrown.group.split(faces) or [], strict=False):
        kept = pool.kept_places(chains)
        for place, chain in enumerate(chains):
            for link, face in enumerate(chain):
                mark = "dropped" if place not in kept else "exploded" if link < len(chain) - 1 else "kept"
                by = thrown.by if pool.end else ""
                yield {"group": name, "sides": pool.sides, "face": face, "mark": mark, "by": by}


def label(setting: Setting) -> str:
    """What the roll throws, as on its button: "d20 Edge + d6 + 2"."""
    if setting.check.total is None:
        return " + ".join(_group_label(thrown) for thrown in setting.thrown.values()) or "no dice"
    text = ""
    for sign, term in _terms(setting, setting.known):
        names = [setting.check.group(question.group) for question in term.questions]
        if names:
            part = " / ".join(_group_label(setting.thrown[name]) for name in names if name in setting.thrown)
        elif term.names <= setting.known.keys():
            value = term.run(setting.known)
            sign, part = (-sign, show(-value)) if value and value < 0 else (sign, show(value) if value else "")
        else:
            part = ""
        if part:
            text += f" {'+' if sign > 0 else '−'} {part}" if text else part if sign > 0 else f"−{part}"
    return text or " + ".join(_group_label(thrown) for thrown in setting.thrown.values()) or "no dice"


def _terms(setting: Setting, env: Mapping[str, Any]) -> Iterator[tuple[int, Expression]]:
    """The terms of the total with their signs; a value that is a sum in its turn is taken apart."""
    waiting = [(1, setting.check.total)] if setting.check.total else []
    while waiting:
        sign, whole = waiting.pop(0)
        for own, term in addends(whole, env):
            inner = setting.check.values.get(term.text)
            if inner is not None and len(addends(inner, env)) > 1:
                waiting.append((sign * own, inner))
            else:
                yield sign * own, term


def _group_label(thrown: Thrown) -> str:
    dice = " + ".join(
        str(Pool(pool.keeps, pool.sides, fudge=pool.fudge, explodes=pool.explodes)) for pool in thrown.group.pools
    )
    return f"{dice} {thrown.by}" if thrown.by else dice


def _said(rolled: Rolled) -> Iterator[Counted]:
    setting = rolled.setting
    for saying in setting.check.say:
        if saying.when is None or saying.when.run(rolled.env):
            source = setting.game.record(saying.source).path if saying.source else setting.check.path
            yield Counted(saying.text.fill(rolled.env), source)


def _group_sentence(thrown: Thrown, faces: Faces) -> str:
    group = thrown.group
    if any(pool.end for pool in group.pools) and len(group.pools) == 1:
        pool, chains = group.pools[0], (group.split(faces) or [[]])[0]
        kept = _and(tuple(sum(chain) for chain in pool.kept_chains(chains)))
        shown = _and(tuple(sum(chain) for chain in chains))
        return f"{pool.die}: {shown}, " + (f"{thrown.by} keeps {kept}" if thrown.by else f"{kept} kept")
    return f"{group}: {_and(faces)}"


def _and(faces: Faces) -> str:
    words = [show(face) for face in faces]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _sum(rolled: Rolled) -> str:
    setting, total, env = rolled.setting, rolled.verdict.total, rolled.env
    if total is None or setting.check.total is None:
        return ""
    text = ""
    for sign, term in _terms(setting, env):
        value = int(term.run(env) or 0)
        thrown = any(setting.check.group(question.group) in setting.thrown for question in term.questions)
        if value or thrown:
            minus = (sign < 0) != (value < 0)
            text += f" {'−' if minus else '+'} {abs(value)}" if text else show(sign * value)
    whole = text if text == show(total) else f"{text} = {show(total)}"
    facing = show(rolled.verdict.rival) if rolled.verdict.rival is not None else against(setting)
    return whole + (f" against {facing}" if facing else "")


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
    ladder = _ladder(setting)
    return next((row for row in setting.game.of(declared.of) if _stands_at(row[ladder], setting.target)), None)


def _rungs(setting: Setting) -> tuple[Record, ...]:
    """The ladder that a total may reach where the target is unknown."""
    return setting.game.of(setting.check.inputs["target"].of) if setting.unknown else ()


def _ladder(setting: Setting) -> str:
    """The column that orders the target's ladder."""
    return setting.game.kinds[setting.check.inputs["target"].of].ladder


def _stands_at(rung: object, target: int | None) -> bool:
    return target in rung if isinstance(rung, Band) else rung == target
