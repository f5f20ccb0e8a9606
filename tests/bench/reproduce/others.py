"""What none of the papers has: what other tools use, and the default."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from . import ejaz, first_tier, guo, kumar, peng, says, spotsigs
from .items import Item, Paper, Table
from .runs import Bench, Row, scores, share

PAPER = Paper("S10: base lines, and what others use", "Each row names its source.", "see the rows")


def cell(row: Row) -> str:
    return f"{scores(row)}  {row['neg_dropped']}/{row['neg']}"


SETTLED = 0.9  # resemblance from which on the default asks no shingles (plugin/filters/cascade.c)


def stages(bench: Bench) -> Table:
    """How many near-duplicates each stage has proposed to the default."""
    rows = []
    for of in bench.sets:
        near = [row for row in bench.verdicts(of.pages, "cascade") if row["verdict"] in ("near-duplicate", "contained")]
        by_simhash = [row for row in near if row.get("proposed_by") == "simhash"]
        early = [row for row in by_simhash if row["evidence"]["resemblance"] >= SETTLED]
        counts = (len(early), len(by_simhash), len(near) - len(by_simhash))
        alone = bench.eval(of, "cascade:confirm=off,exact=off,least=0,bits=3,sentences=1")
        cells = (share(n, len(near)) for n in counts)
        rows.append([of.name, str(len(near)), *cells, scores(alone), scores(bench.eval(of, "cascade"))])
    return Table(
        "stages",
        "near-duplicates of the default, by the stage that has proposed the original; and the paper's cascade alone: precision/recall/F1",
        "Sentence counts and SimHash propose first, as in Kumar's paper. Where one of their pages has a resemblance of 0.9 or more, that decides, "
        "and no shingles are looked up.",
        ["set", "near-duplicates", "decided before shingles", "by counts and SimHash", "by shingles", "counts and SimHash alone", "the default"],
        rows,
    )


def ablation(bench: Bench) -> Table:
    """The default without one of its stages."""
    without = [
        ("the default", "cascade"),
        ("counts and SimHash propose nothing", "cascade:simhash=off"),
        ("shingles propose nothing", "cascade:shingles=off"),
        ("nothing is confirmed: the paper's cascade behind equal texts", "cascade:confirm=off"),
        ("equal texts have no stage", "cascade:exact=off"),
        ("a site's lines count", "cascade:site-lines=off"),
        ("names do not part", "cascade:names=off"),
        ("figures do not part", "cascade:figures=off"),
        ("lists are judged as texts", "cascade:lists=off"),
    ]
    measured = {spec: {of.name: bench.eval(of, spec) for of in bench.sets} for _, spec in without}
    f1 = {name: {of.name: measured[spec][of.name]["f1"] for of in bench.sets} for name, spec in without}
    lower = {name: [of for of in of_sets if of_sets[of] < f1["the default"][of]] for name, of_sets in f1.items()}
    said = [f"{name}: {'on every set' if len(on) == len(bench.sets) else 'on ' + says.named(on or ['none'])}" for name, on in lower.items()]
    return Table(
        "ablation",
        "the default without each stage: precision/recall/F1, and pairs labelled neg that were dropped",
        "Where F1 is lower than the default's: " + "; ".join(said[1:]) + ".",
        ["", *(of.name for of in bench.sets)],
        [[name, *(cell(measured[spec][of.name]) for of in bench.sets)] for name, spec in without],
    )


def keys(bench: Bench) -> Table:
    """What the key is worth, with which a store hashes."""
    specs = [
        ("Kumar's cascade, T_S = 1, T_B = 3", f"{kumar.OWN},bits=3,sentences=1"),
        ("the same in 8 clusters", f"{kumar.OWN},bits=3,sentences=1,clusters=8"),
        ("hashes of sentences", ejaz.OWN),
        ("SpotSigs", spotsigs.SPOT),
        ("AF_SpotSigs", spotsigs.ALL),
        ("feature code", f"{peng.OWN},ratio=off"),
        ("length-variable feature code", guo.OWN),
        ("MinHash as it is here", "minhash"),
        ("the default", "cascade"),
    ]
    rows = []
    same = []
    for name, spec in specs:
        f1 = [[bench.eval(of, spec, "--key", str(key))["f1"] for key in range(bench.keys)] for of in bench.sets]
        rows.append([name, *(f"{statistics.mean(of):.3f} ± {statistics.pstdev(of):.3f} ({min(of):.3f} to {max(of):.3f})" for of in f1)])
        if all(min(of) == max(of) for of in f1):
            same.append(name)
    return Table(
        "keys",
        f"F1 over {bench.keys} keys: mean ± standard deviation (lowest to highest)",
        "A store draws its key, so that nobody can write pages that collide. Other numbers here are of one key, 0. "
        + (f"The same with all of these: {says.named(same) if same else 'none'}." if bench.keys > 1 else "One key says nothing of others."),
        ["", *(of.name for of in bench.sets)],
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
    yield ablation(bench)
    yield first_tier.table(bench)
    yield keys(bench)
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
        "6 characters. MinHash as it is here and the default have the exact stage, and the default was made with these sets at hand, the others were not. Substrings: examples/substrings.c, with winnowing in place of a suffix array; its evidence says how many runs.",
        ["", *(of.name for of in bench.sets)],
        [[name, *(cell(bench.eval(of, spec)) for of in bench.sets)] for name, spec in specs],
    )
