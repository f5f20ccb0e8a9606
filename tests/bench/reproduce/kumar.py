"""Kumar, Govindarajulu 2013: the cascade of sentence counts and SimHash, and K-modes."""

from __future__ import annotations

from collections.abc import Iterator

from . import printed, says
from .items import Chart, Curves, Item, Missing, Paper, Table, Tested
from .runs import Bench, scores

OWN = "cascade:confirm=off,exact=off,least=0"
PAPER = Paper(
    "S1, S2: cascade filtering and K-modes",
    "J. Prasanna Kumar, P. Govindarajulu: Near-Duplicate Web Page Detection: An Efficient Approach Using Clustering, "
    "Sentence Feature and Fingerprinting, 2013",
    f"{OWN},sentences=1,bits=3; with K-modes also clusters=K",
)
THRESHOLDS = (0, 1, 2, 3, 5, 8, 12)
DATA = (
    "The paper's 100 crawled pages, 21 of them duplicates, were never published. Ours are the labelled sets: also crawled or "
    "mailed articles with their reprints, and more of them."
)


def over_sentences(bench: Bench, more: str) -> list[Chart]:
    charts = []
    for of in bench.sets:
        rows = [(t, bench.eval(of, f"{OWN},bits=3,sentences={t}{more}")) for t in THRESHOLDS]
        series = {what: [(t, row[what]) for t, row in rows] for what in ("precision", "recall", "f1")}
        charts.append(Chart(of.name, series))
    return charts


def values(charts: list[Chart], what: str) -> dict[str, list[float]]:
    return {chart.title: [y for _, y in chart.series[what]] for chart in charts}


def gains(charts: list[Chart], others: list[Chart]) -> str:
    """Where the first ones have more recall than the others, by set."""
    pairs = {chart.title: list(zip(chart.series["recall"], other.series["recall"])) for chart, other in zip(charts, others)}
    counts = {name: sum(x[1] > y[1] for x, y in both) for name, both in pairs.items()}
    return ", ".join(f"at {n} of {len(pairs[name])} thresholds on {name}" for name, n in counts.items())


def time_over_pages(bench: Bench, specs: dict[str, str]) -> list[Chart]:
    """The median of the last five tenths: the tenths in which the clusters are computed anew are slow."""
    sizes = [n for n in (1000, 3000, 10000, 30000, 100000) if n <= bench.pages]
    series = {name: [(n, sorted(bench.check_us(spec, n)[5:])[2]) for n in sizes] for name, spec in specs.items()}
    return [Chart("made pages of many sites", series)]


def items(bench: Bench) -> Iterator[Item]:
    yield Missing("Fig. 1, Fig. 3, Fig. 4", "the steps as diagrams", "There is nothing to measure in them; docs/papers.md has the steps.")
    yield Tested("Fig. 2", "SimHash in pseudo code", "", "simhash")
    yield Table(
        "Table 1",
        f"SimHash distances between the printed keywords and those of the new page (Table 4), over {printed.FUNCTIONS} hash functions",
        "The pages are not printed, nor their hash function; all keywords have the same weight here. Table 5 is 3 bits from W2 in Table 3: no "
        "hash function that we tried comes near.",
        ["page", "the paper", "median", "least", "most"],
        [printed.distance_row("WP1", "71 digits"), printed.distance_row("WP2", "3"), printed.distance_row("WP3", "27")],
    )
    yield Tested(
        "Table 2, Table 3, Table 4, Table 5",
        "the worked example: counts of sentences, fingerprints, what passes",
        "W1's fingerprint has 71 digits and cannot be one. The new page is 3 bits from W2 and 27 from W3, and the paper says that it is "
        "no near-duplicate. It gives no T_B there; with T_B = 3, as in §3.3, that holds for 'less than', and not for 'less or equal'.",
        "cascade",
    )
    cascade = over_sentences(bench, "")
    said = " ".join(says.courses(f"As T_S grows, {what}", values(cascade, key)) for what, key in (("recall", "recall"), ("precision", "precision"), ("F1", "f1")))
    yield Curves(
        "Fig. 5",
        "the cascade over the threshold of sentences, T_S (T_B = 3)",
        f"{DATA} The paper's curve has no numbers, and no T_B; its text says that precision stays the same while recall and F fall as "
        f"T_S grows. (Ejaz et al., Table 1, quote F1 = .80 for it.) Ours: {said} A wider T_S adds candidates.",
        "T_S",
        "",
        cascade,
    )
    yield Curves(
        "Fig. 6",
        "time for one page, over the number of pages",
        "The paper has three new pages and one database, without numbers on the axes. Ours: check and remember, on made pages; the "
        "median of the last five tenths of so many pages. With bits=12 every page is compared, as in the paper: no index serves so "
        "many bits. With bits=3 there is an index; it finds what a comparison with every page would, but keeps other pages than "
        "bits=12 does: compare how the lines rise, not their heights.",
        "pages seen",
        "µs",
        time_over_pages(bench, {"every page, bits=12": f"{OWN},bits=12", "the index, bits=3": f"{OWN},bits=3"}),
        True,
        None,
    )
    clustered = over_sentences(bench, ",clusters=8")
    yield Curves(
        "Fig. 7",
        "the same as Fig. 5 inside 8 clusters",
        "The paper: recall and F 'have increased to a greater level'. Ours: recall is higher than in Fig. 5 "
        f"{gains(clustered, cascade)}. A search inside one cluster sees fewer pages. The paper does not say how many clusters it has; the "
        "table below has other numbers.",
        "T_S",
        "",
        clustered,
    )
    yield Curves(
        "Fig. 8",
        "time for one page inside 32 clusters",
        "Beside Fig. 6, and with its lines. The paper reads the pages of one cluster. Here the pages within the threshold are found first, "
        "with bits=12 by reading all, and those in other clusters left out: clusters save no time. The tenths in which all clusters are computed "
        "anew, whenever the store has doubled, are left out by the median (docs/filters.md has what that costs).",
        "pages seen",
        "µs",
        time_over_pages(
            bench,
            {
                "every page, bits=12": f"{OWN},bits=12",
                "32 clusters, bits=12": f"{OWN},bits=12,clusters=32",
                "the index, bits=3": f"{OWN},bits=3",
            },
        ),
        True,
        None,
    )
    yield Table(
        "§4",
        "what K clusters cost, beside the exact index (T_S = 1, T_B = 3): precision/recall/F1",
        "An edit can change the ten most frequent keywords, and so the cluster.",
        ["K", *(of.name for of in bench.sets)],
        [
            [
                "none: the index" if not k else str(k),
                *(scores(bench.eval(of, f"{OWN},bits=3,sentences=1" + (f",clusters={k}" if k else ""))) for of in bench.sets),
            ]
            for k in (0, 2, 8, 32, 128)
        ],
    )
