"""Puts into words what numbers say, so that no sentence beside a table can deny it."""

from __future__ import annotations

from collections.abc import Sequence


def course(values: Sequence[float]) -> str:
    """How values change from each to the next one."""
    steps = [after - before for before, after in zip(values, values[1:])]
    up, down = sum(step > 0 for step in steps), sum(step < 0 for step in steps)
    if not up and not down:
        return "stays the same"
    if not down:
        return "rises" if up == len(steps) else f"rises in {up} of {len(steps)} steps and never falls"
    if not up:
        return "falls" if down == len(steps) else f"falls in {down} of {len(steps)} steps and never rises"
    return f"rises in {up} of {len(steps)} steps and falls in {down}"


def named(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def courses(what: str, of_sets: dict[str, Sequence[float]]) -> str:
    """One sentence for all sets: those of the same course together."""
    groups: dict[str, list[str]] = {}
    for name, values in of_sets.items():
        groups.setdefault(course(values), []).append(name)
    return f"{what} " + "; ".join(f"{said} on {named(names)}" for said, names in groups.items()) + "."


def highest(of_sets: dict[str, dict[str, float]], row: str) -> str:
    """On which sets this row has the highest value: of_sets has the values of the rows."""
    best = [name for name, values in of_sets.items() if values[row] == max(values.values())]
    if len(best) == len(of_sets):
        return "highest on every set"
    return f"highest on {named(best)} only" if best else "highest on no set"


def where(of_sets: dict[str, bool]) -> str:
    """On which sets something holds."""
    holds = [name for name, is_so in of_sets.items() if is_so]
    if len(holds) == len(of_sets):
        return "on every set"
    return f"on {named(holds)}, not on {named([name for name in of_sets if name not in holds])}" if holds else "on no set"


def ratio(after: float, before: float) -> str:
    """How a count has changed: "from 26 to 9 (−65 %)"."""
    change = f"{100 * (after - before) / before:+.0f} %".replace("-", "−") if before else "from none"
    return f"from {before:g} to {after:g} ({change})"
