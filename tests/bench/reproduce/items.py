"""What the bench shows: the tables and figures of a paper, one item each."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Item:
    name: str  # "Table 4", "Fig. 5"; several: "Fig. 2, Table 3"
    what: str  # one line
    note: str = ""  # what a reader must know to compare: the data, and why it is not the paper's


@dataclass
class Table(Item):
    head: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)


@dataclass
class Chart:
    title: str
    series: dict[str, list[tuple[float, float]]]  # points, ascending by x

    def rows(self) -> list[tuple[float, list[float | None]]]:
        """Each x with the values of all series there; None: that series has none."""
        values = [dict(points) for points in self.series.values()]
        return [(x, [of.get(x) for of in values]) for x in sorted({x for of in values for x in of})]


@dataclass
class Curves(Item):
    x: str = ""
    y: str = ""
    charts: list[Chart] = field(default_factory=list)
    log_x: bool = False
    top: float | None = 1  # of the y axis; None: the highest value


@dataclass
class Tested(Item):
    """A worked example: the suite in the tests that has the paper's own numbers."""

    test: str = ""


@dataclass
class Missing(Item):
    """What cannot be had; the note says why."""


@dataclass
class Paper:
    title: str
    citation: str
    spec: str  # the paper's own system
