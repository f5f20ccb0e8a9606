"""Writes items as one HTML file that loads nothing: tables, and curves as SVG."""

from __future__ import annotations

import math
from html import escape

from .items import Chart, Curves, Item, Missing, Paper, Table, Tested

W, H, LEFT, RIGHT, TOP, BOTTOM = 380, 240, 48, 26, 20, 40
STYLE = """
:root { color-scheme: light dark; --ink: #1c2126; --paper: #fff; --faint: #5a6570; --line: #d5dade; --a: #0b62a8; --b: #a84300; --c: #2c7a3f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8eb; --paper: #14181b; --faint: #a2adb6; --line: #39424a; --a: #6db3f2; --b: #f0a060; --c: #74c98a; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 76rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
h1 { font-size: 1.6rem; } h2 { margin-top: 3.5rem; border-bottom: 2px solid var(--line); } h3 { margin: 2rem 0 .3rem; font-size: 1.05rem; }
a { color: var(--a); } code { font-size: .9em; overflow-wrap: anywhere; } p { margin: .4rem 0; max-width: 60rem; }
.note, .cite { color: var(--faint); font-size: .92rem; } .kind { font-weight: normal; color: var(--faint); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .88rem; font-variant-numeric: tabular-nums; margin: .5rem 0; }
tbody th { font-weight: normal; position: sticky; left: 0; background: var(--paper); } th, td { text-align: left; padding: .25rem .9rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.charts { display: flex; flex-wrap: wrap; gap: 1rem; } figure { margin: 0; } figcaption { font-size: .88rem; }
svg { max-width: 100%; height: auto; } svg text { fill: var(--ink); font: 11px system-ui, sans-serif; } .grid { stroke: var(--line); }
.s0 { stroke: var(--a); fill: var(--a); } .s1 { stroke: var(--b); fill: var(--b); stroke-dasharray: 6 3; } .s2 { stroke: var(--c); fill: var(--c); stroke-dasharray: 2 3; }
polyline { fill: none !important; stroke-width: 2; } circle, .key { stroke-dasharray: none !important; }
"""


def ticks(low: float, high: float) -> list[float]:
    """Four to eight round values from low to high."""
    if high <= low:
        return [low]
    step = 10 ** math.floor(math.log10((high - low) / 4))
    step *= next(by for by in (1, 2, 5, 10) if (high - low) / (step * by) <= 7)
    first = math.ceil(low / step - 1e-9)
    return [round(i * step, 10) for i in range(first, int(high / step + 1e-9) + 1)]


def powers(low: float, high: float) -> list[float]:
    return [10.0**i for i in range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1)]


def scale(item: Curves, chart: Chart) -> tuple[float, float, float]:
    xs = [x for points in chart.series.values() for x, _ in points]
    ys = [y for points in chart.series.values() for _, y in points]
    return min(xs), max(xs), item.top or 1.1 * max(ys)


def draw(item: Curves, chart: Chart) -> str:
    low, high, top = scale(item, chart)
    label = f"{item.name}, {chart.title}: {', '.join(chart.series)} over {item.x}"
    across = math.log10 if item.log_x else float

    def x_of(x: float) -> float:
        span = across(high) - across(low)
        return LEFT + (W - LEFT - RIGHT) * ((across(x) - across(low)) / span if span else 0.5)

    def y_of(y: float) -> float:
        return H - BOTTOM - (H - TOP - BOTTOM) * min(y / top, 1)

    parts = []
    for y in ticks(0, top):
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{W - RIGHT}" y1="{y_of(y):.1f}" y2="{y_of(y):.1f}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y_of(y) + 4:.1f}" text-anchor="end">{y:g}</text>')
    for x in powers(low, high) if item.log_x else ticks(low, high):
        parts.append(f'<text x="{x_of(x):.1f}" y="{H - BOTTOM + 16}" text-anchor="middle">{x:,.10g}</text>')
    parts.append(f'<text x="{(LEFT + W) / 2}" y="{H - 6}" text-anchor="middle">{escape(item.x)}</text>')
    parts.append(f'<text x="4" y="11">{escape(item.y)}</text>')
    for i, points in enumerate(chart.series.values()):
        line = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in points)
        parts.append(f'<polyline class="s{i % 3}" points="{line}"/>')
        parts += [f'<circle class="s{i % 3}" cx="{x_of(x):.1f}" cy="{y_of(y):.1f}" r="2.5"/>' for x, y in points]
    return f'<svg viewBox="0 0 {W} {H}" width="{W}" height="{H}" role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'


def key(chart: Chart) -> str:
    marks = []
    for i, name in enumerate(chart.series):
        sample = f'<svg width="26" height="10" aria-hidden="true"><polyline class="s{i % 3}" points="0,5 26,5"/></svg>'
        marks.append(f"{sample} {escape(name)}")
    return " &nbsp; ".join(marks)


def table(name: str, head: list[str], rows: list[list[str]]) -> str:
    first = "".join(f"<th scope=col>{escape(cell)}</th>" for cell in head)
    rest = "".join(
        f"<tr><th scope=row>{escape(row[0])}</th>" + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:]) + "</tr>" for row in rows
    )
    table = f"<table><thead><tr>{first}</tr></thead><tbody>{rest}</tbody></table>"
    return f'<div class="scroll" role="region" aria-label="{escape(name)}" tabindex="0">{table}</div>'


def numbers(item: Curves) -> str:
    tables = []
    for chart in item.charts:
        rows = [[f"{x:,.10g}", *("–" if y is None else f"{y:.3f}" for y in ys)] for x, ys in chart.rows()]
        tables.append(f"<p>{escape(chart.title)}</p>" + table(chart.title, [item.x, *chart.series], rows))
    return "".join(tables)


def body(item: Item) -> str:
    if isinstance(item, Table):
        return table(item.name, item.head, item.rows)
    if isinstance(item, Curves):
        figures = (f"<figure>{draw(item, c)}<figcaption><b>{escape(c.title)}</b><br>{key(c)}</figcaption></figure>" for c in item.charts)
        return f'<div class="charts">{"".join(figures)}</div><details><summary>as numbers</summary>{numbers(item)}</details>'
    if isinstance(item, Tested):
        return f"<p>Tested by the suite <code>{escape(item.test)}</code>.</p>"
    return "<p>Not measured.</p>" if isinstance(item, Missing) else ""


def section(number: int, paper: Paper, items: list[Item]) -> str:
    parts = [
        f'<h2 id="p{number}">{escape(paper.title)}</h2><p class="cite">{escape(paper.citation)}</p>',
        f"<p>SPEC: <code>{escape(paper.spec)}</code></p>",
    ]
    for item in items:
        parts.append(f'<h3>{escape(item.name)} <span class="kind">{escape(item.what)}</span></h3>{body(item)}')
        parts.append(f'<p class="note">{escape(item.note)}</p>' if item.note else "")
    return "\n".join(parts)


def write(title: str, lead: str, papers: list[tuple[Paper, list[Item]]]) -> str:
    links = " · ".join(f'<a href="#p{i}">{escape(paper.title)}</a>' for i, (paper, _) in enumerate(papers))
    sections = "\n".join(section(i, paper, items) for i, (paper, items) in enumerate(papers))
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n"
        f"<body><main><h1>{escape(title)}</h1><p>{escape(lead)}</p><nav>{links}</nav>\n{sections}\n</main></body></html>\n"
    )
