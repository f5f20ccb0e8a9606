"""What none of the papers has: what other tools use, and the default."""

from __future__ import annotations

from collections.abc import Iterator

from .items import Item, Paper, Table
from .runs import Bench, Row, scores

PAPER = Paper("S10: base lines, and what others use", "Each row names its source.", "see the rows")


def cell(row: Row) -> str:
    return f"{scores(row)}  {row['neg_dropped']}/{row['neg']}"


def stages(bench: Bench) -> Table:
    """How many near-duplicates each stage has proposed to the default."""
    rows = []
    for of in bench.sets:
        near = [row for row in bench.verdicts(of.pages, "cascade") if row["verdict"] in ("near-duplicate", "contained")]
        by = {name: sum(row.get("proposed_by") == name for row in near) for name in ("simhash", "shingles")}
        alone = bench.eval(of, "cascade:confirm=off,exact=off,least=0,bits=3,sentences=1")
        rows.append(
            [of.name, str(len(near)), *(f"{n} ({100 * n / max(1, len(near)):.0f} %)" for n in by.values()), scores(alone), scores(bench.eval(of, "cascade"))]
        )
    return Table(
        "stages",
        "near-duplicates of the default, by the stage that has proposed the original; and the paper's cascade alone: precision/recall/F1",
        "Sentence counts and SimHash propose first, as in Kumar's paper. What they find with three bits is decided without the shingles being "
        "asked; the rest is proposed by shared shingles.",
        ["set", "near-duplicates", "by counts and SimHash", "by shingles", "counts and SimHash alone", "the default"],
        rows,
    )


def items(bench: Bench) -> Iterator[Item]:
    specs = [
        ("equal titles", "exact-title"),
        ("equal pages", "exact-page"),
        ("equal texts", "exact"),
        ("SimHash, 3 of 64 bits (Manku et al. 2007)", "cascade:confirm=off,exact=off,least=0,sentences=1000000,bits=3"),
        ("MinHash as in FineWeb: 5-grams, 14 × 8, for .75", "minhash:exact=off,shingle=5,bands=14,rows=8,tau=0"),
        ("MinHash as in RefinedWeb: 5-grams, 450 × 20", "minhash:exact=off,shingle=5,bands=450,rows=20,tau=0"),
        ("MinHash as text-dedup does by itself: 25 × 10, for .7", "minhash:exact=off,shingle=5,bands=25,rows=10,tau=0"),
        ("MinHash as it is here", "minhash"),
    ]
    yield stages(bench)
    example = bench.build_example()
    if example:
        specs.append(("exact substrings of 50 tokens (Lee et al. 2022), a fifth of the page", f"{example}:share=0.2"))
        specs.append(("the same, half of the page", f"{example}:share=0.5"))
    specs.append(("cascade, the default", "cascade"))
    yield Table(
        "S10",
        "precision/recall/F1, and pairs labelled neg that were dropped",
        "tau=0: what shares a band is taken for a duplicate, as those pipelines do; they take the transitive closure then, here each page "
        "is compared with what is stored. RefinedWeb's and FineWeb's 5-grams are of their tokenizers' words; ours are of words, in Chinese of "
        "6 characters. The last two rows have the exact stage, and the default was made with these sets at hand, the others were not. Substrings: examples/substrings.c, with winnowing in place of a suffix array; its evidence says how many runs.",
        ["", *(of.name for of in bench.sets)],
        [[name, *(cell(bench.eval(of, spec)) for of in bench.sets)] for name, spec in specs],
    )
