"""Guo, Chen, Xin, Wang 2013: length-variable feature code."""

from __future__ import annotations

from collections.abc import Iterator

from . import claims, says, sets
from .items import Chart, Curves, Item, Missing, Paper, Table, Tested
from .runs import Bench, Row, precision
from .sets import Labelled

OWN = "length-variable:exact=off"
ORDER = ("--order", "longest-first")
PAPER = Paper(
    "S9: length-variable feature code",
    "Hongzhi Guo, Qingcai Chen, Cong Xin, Xiaolong Wang: A Length-variable Feature Code Based Fuzzy Duplicates Elimination Approach "
    "for Large Scale Chinese WebPages, 2013",
    f"{OWN},repeatability=0.75, in a batch with --order longest-first",
)
DATA = (
    "The 25,476 pages of four news sites are not published. Feature codes go from the longest to the shortest, as in the paper. It "
    "gives how many were removed, and the precision of a tenth of them, judged by hand; it has no recall. Its rates are of the pages "
    "that have a title or a code, ours of all."
)
FIRST = (
    ("I: equal titles", "6.30 %, P .348, 32 s", "exact-title"),
    ("II: equal pages (MD5)", "2.68 %, P 1.000, 36 s", "exact-page"),
    ("III: equal purified pages", "2.93 %, P 1.000, 43 s", "exact"),
    ("IV: equal feature codes", "5.53 %, P .993, 36 s", f"{OWN},repeatability=1"),
    ("V: repeatability 0.75", "6.94 %, P .990, 44 s", f"{OWN},repeatability=0.75"),
    ("V, and 的 an anchor", "as V", f"{OWN},repeatability=0.75,anchors=de"),
)
SECOND = (
    ("M1: length-variable", "6.94 %, P .990", f"{OWN},repeatability=0.75"),
    ("M2: codes at all full stops (Zhang)", "9.96 %, P .854", "feature-code:exact=off,stops=all,ratio=off"),
)
FOURTH = (
    ("0.70", 7.03, 98.78),
    ("0.75", 6.94, 99.03),
    ("0.80", 6.70, 99.06),
    ("0.85", 6.51, 99.10),
    ("0.90", 6.11, 99.17),
    ("0.95", 5.70, 99.24),
    ("1.00", 5.53, 99.29),
)


def removal(row: Row) -> float:
    return 100 * row["dropped"] / max(1, row["pages"])


def cell(row: Row) -> str:
    return f"{removal(row):.2f} %, P {precision(row)}, R {row['recall']:.3f}, {row['milliseconds'] / 1000:.2f} s"


def measure(bench: Bench, of: Labelled, spec: str) -> Row:
    """The paper sorts its own method's pages, and says of M2 that they are not sorted."""
    return bench.eval(of, spec, *(ORDER if spec.startswith(OWN) else ()))


def rows(bench: Bench, columns: list[Labelled], specs: tuple[tuple[str, str, str], ...]) -> list[list[str]]:
    return [[name, paper, *(cell(measure(bench, of, spec)) for of in columns)] for name, paper, spec in specs]


def one_hour(bench: Bench, hours: list[Labelled]) -> Table:
    """Reprints and corrections beside the next report of the same thing."""
    specs = (*SECOND, *((f"M1, repeatability {t}", "", f"{OWN},repeatability={t}") for t in ("0.70", "1.00")))
    measured = {name: [measure(bench, of, spec) for of in hours] for name, _, spec in specs}
    m1, m2 = (measured[name] for name, _, _ in SECOND)
    better = says.where({of.name: a["precision"] > b["precision"] for of, a, b in zip(hours, m1, m2)})
    return Table(
        "Table III, news of one hour",
        "removal rate, precision, recall; pages of one template dropped / all that are labelled so",
        "The paper's claim is a precision of .99, on news of four sites. Here are the pages of labelled pairs that one agency sent within an "
        f"hour, where the next report is the likeliest mistake. M1 is more precise than M2 {better}.",
        ["", *(of.name for of in hours)],
        [[name, *(f"{cell(row)}, {row['neg_dropped']}/{row['neg']}" for row in found)] for name, found in measured.items()],
    )


def items(bench: Bench) -> Iterator[Item]:
    names = [of.name for of in bench.sets]
    yield Missing(
        "Fig. 1, Fig. 2, Fig. 3", "what duplicates, and what is lost, as diagrams", "Definitions: there is nothing to measure in them."
    )
    yield Tested(
        "§III.A, Table I",
        "the printed feature codes, and the repeatabilities after three edits",
        "The code of §III.A is computed from its text, and A2' of Table I as far as its text is printed. The page A is not printed: its "
        "other codes are taken as they stand, and the repeatabilities computed from them.",
        "anchors, length_variable",
    )
    parts = [part for of in bench.sets if (part := sets.with_parts(bench.folder, of))]
    yield Table(
        "Table II",
        "five ways to remove duplicates: removal rate, precision, recall, time",
        f"{DATA} The times are those of eval, which also purifies; the paper's pages were purified before.",
        ["", "the paper", *names],
        rows(bench, bench.sets, FIRST),
    )
    if parts:
        yield Table(
            "Table II, parts too",
            "IV and V where a page that is part of another counts as its duplicate",
            "As the paper wants it (§III.B: 'the content of a short page is a subset of a longer page'). In the table above such pairs count "
            "neither way: the labels leave them out.",
            ["", "the paper", *(part.name for part in parts)],
            rows(bench, parts, FIRST[3:]),
        )
    both = {of.name: [measure(bench, of, spec) for _, _, spec in SECOND] for of in bench.sets}
    more = says.where({name: removal(m2) > removal(m1) for name, (m1, m2) in both.items()})
    worse = says.where({name: m2["precision"] < m1["precision"] for name, (m1, m2) in both.items()})
    yield Table(
        "Table III, Fig. 4",
        "against other methods",
        "M3 (4.60 %, P .949) is the method of Wu Ping-bo et al. 2003, which the paper does not describe. In the paper M2 removes more than "
        f"M1, and is less precise. Ours: it removes more {more}, and is less precise {worse}.",
        ["", "the paper", *names],
        rows(bench, bench.sets, SECOND),
    )
    hours = [part for of in bench.sets if (part := claims.of_one_hour(bench.folder, of))]
    if hours:
        yield one_hour(bench, hours)
    measured = {t: [bench.eval(of, f"{OWN},repeatability={t}", *ORDER) for of in bench.sets] for t, _, _ in FOURTH}
    yield Table(
        "Table IV",
        "by the threshold of repeatability: removal rate, precision",
        f"In the paper, precision {says.course([p for _, _, p in FOURTH])} with the threshold, and the removal rate "
        f"{says.course([rate for _, rate, _ in FOURTH])}. Ours: "
        + says.courses("precision", {of.name: [measured[t][i]["precision"] for t, _, _ in FOURTH] for i, of in enumerate(bench.sets)})
        + " "
        + says.courses("The removal rate", {of.name: [removal(measured[t][i]) for t, _, _ in FOURTH] for i, of in enumerate(bench.sets)}),
        ["", "the paper", *names],
        [
            [t, f"{rate:.2f} %, P {p / 100:.3f}", *(f"{removal(row):.2f} %, P {row['precision']:.3f}, R {row['recall']:.3f}" for row in measured[t])]
            for t, rate, p in FOURTH
        ],
    )
    charts = [Chart("the paper", {"precision": [(float(t), p / 100) for t, _, p in FOURTH], "removal rate": [(float(t), r / 100) for t, r, _ in FOURTH]})]
    for i, of in enumerate(bench.sets):
        charts.append(
            Chart(
                of.name,
                {
                    "precision": [(float(t), measured[t][i]["precision"]) for t, _, _ in FOURTH],
                    "recall": [(float(t), measured[t][i]["recall"]) for t, _, _ in FOURTH],
                    "removal rate": [(float(t), removal(measured[t][i]) / 100) for t, _, _ in FOURTH],
                },
            )
        )
    yield Curves("Table IV, drawn", "the same as curves", "", "repeatability", "", charts)
    twins = [of for of in bench.sets if bench.eval(of, "none")["neg"]]
    wrong = says.where({of.name: both[of.name][1]["neg_dropped"] > both[of.name][0]["neg_dropped"] for of in twins}) if twins else "on no set"
    yield Table(
        "Fig. 5",
        "what goes wrong: pages of one template, dropped / all that are labelled so",
        "The figure shows two pages: (a) one that is part of another, see Table II, parts too; (b) one that differs from another in words and "
        f"numbers inside its sentences. The paper: 'M2 have more mistakes of this type'. So it is {wrong}.",
        ["", *(of.name for of in twins)],
        [
            [name, *(f"{row['neg_dropped']} / {row['neg']}" for of in twins for row in [measure(bench, of, spec)])]
            for name, _, spec in SECOND
        ],
    )
