"""Prints items as text: aligned columns."""

from __future__ import annotations

import textwrap
import unicodedata

from .items import Curves, Item, Missing, Paper, Table, Tested

WIDTH = 120


def width(cell: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in cell)


def aligned(head: list[str], rows: list[list[str]]) -> str:
    widths = [max(width(row[i]) for row in [head, *rows]) for i in range(len(head))]
    lines = ["  ".join(cell + " " * (w - width(cell)) for cell, w in zip(row, widths)) for row in [head, *rows]]
    return "\n".join("  " + line.rstrip() for line in lines)


def number(value: float) -> str:
    return f"{value:.3f}" if value < 10 and value != int(value) else f"{value:.1f}" if value != int(value) else f"{value:.0f}"


def curves(item: Curves) -> str:
    blocks = []
    unit = f", {item.y}" if item.y else ""
    for chart in item.charts:
        digits = 3 if item.top else 1
        rows = [[number(x), *("-" if y is None else f"{y:.{digits}f}" for y in ys)] for x, ys in chart.rows()]
        blocks.append(f"  {chart.title}{unit}\n" + aligned([item.x, *chart.series], rows))
    return "\n\n".join(blocks)


def body(item: Item) -> str:
    if isinstance(item, Table):
        return aligned(item.head, item.rows)
    if isinstance(item, Curves):
        return curves(item)
    if isinstance(item, Tested):
        return f"  tested by the suite {item.test}"
    return "  not measured:" if isinstance(item, Missing) else ""


def show_paper(paper: Paper) -> str:
    return "\n".join(["", "=" * WIDTH, paper.title, *textwrap.wrap(paper.citation, WIDTH), *textwrap.wrap(f"SPEC: {paper.spec}", WIDTH), "=" * WIDTH])


def show(item: Item) -> str:
    note = textwrap.fill(item.note, WIDTH, initial_indent="  ", subsequent_indent="  ")
    return "\n".join(["", f"{item.name}: {item.what}", *(part for part in (body(item), note) if part)])
