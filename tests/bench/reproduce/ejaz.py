"""Ejaz, Naseer, Farhan, Tamoor, Naz 2024: hashes of sentences, and the share that may have been met."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator
from pathlib import Path

from . import printed, says, sets
from .items import Item, Missing, Paper, Table, Tested
from .runs import Bench, Row, confusion, scores
from .sets import Labelled

OWN = "sentence-hash:exact=off,least=1,shortest=1,sample=65536"
PAPER = Paper(
    "S3: hashes of sentences",
    "S. Ejaz, A. Naseer, A. A. Farhan, M. Tamoor, S. Naz: A Novel Hashcode-Based Duplication Reduction via Thresholding "
    "Approach for Large-Scale Web Documents, Preprints.org, 2024",
    f"{OWN},allowed=0.2",
)

# Table 3: the source, its duplicates, and how many of them the paper found.
SNAPSHOT = [
    ("519", "11422, 1120", 2),
    ("522", "3164, 7769, 3735", 3),
    ("3729", "6044, 10859, 9972", 2),
    ("5344", "9857", 1),
    ("7025", "1969", 0),
    ("7204", "8343, 7764", 2),
    ("10459", "2678", 1),
    ("12456", "1971, 12471", 2),
    ("5123", "5281", 1),
    ("16090", "16199", 0),
    ("16094", "16357", 1),
    ("16624", "6236", 1),
]


def slashed(values: list[float]) -> str:
    return " / ".join(f"{value:.2f}" for value in values)


def four(name: str, row: Row, paper: str) -> list[str]:
    c = confusion(row)
    return [name, paper, str(row["pages"]), f"{c.right} / {c.missed} / {c.wrong} / {c.kept}", slashed(c.scores)]


def collections(bench: Bench) -> list[tuple[str, str, Labelled]]:
    """The three of Table 4, with the paper's figures: name, accuracy / P / R / F, ours."""
    found = []
    plays = sets.shakespeare(bench.folder, bench.source_sets / "shakespeare-plays" / "pages.jsonl.gz")
    if plays:
        found.append(("Shakespeare: 4 plays, 176 scenes *", "0.98 / 0.93 / 0.99 / 0.96 (34 documents)", plays))
    for of in bench.sets:
        if of.has_html:
            star = "" if any("job" in name for name, _, _ in found) else " *"
            found.append((f"for job descriptions: {of.name}{star}", "0.97 / 0.98 / 0.99 / 0.98 (50)", of))
        elif of.name == "reuters-dev":
            found.append(("Reuters-21578, labels by rule", "0.97 / 0.99 / 0.99 / 0.99 (316)", of))
            alone = sets.labelled_only(bench.folder, of)
            found.append(("only its documents of labelled pairs *", "as above", alone))
            twins = sets.relabelled(bench.folder, alone, lambda label: "dup" if label == "neg" else label)
            found.append(("the same, template twins counted as duplicates", "as above", twins))
        elif of.name == "reuters-dev, judged":
            found.append(("Reuters-21578, 171 hard pairs judged", "as above", of))
    return found


def average(rows: list[Row]) -> list[str]:
    """One row a collection, as the paper has it."""
    columns = zip(*(confusion(row).scores for row in rows))
    return ["average (Fig. 8)", "0.97 / 0.98 / 0.99 / 0.99", "", "", slashed([sum(column) / len(rows) for column in columns])]


def table_4(bench: Bench) -> Table:
    measured = [(name, paper, bench.eval(of, f"{OWN},allowed=0.2")) for name, paper, of in collections(bench)]
    three = [row for name, _, row in measured if name.endswith("*")]
    return Table(
        "Table 2, Table 4, Fig. 8",
        "right / missed / wrong / rightly kept; accuracy / precision / recall / F, allowed = 20 %",
        "The method says that a page was met, not which one it repeats: any drop of a page that has a duplicate before it is right. The "
        "paper's Table 2 sums up three sets: 388 right, 12 missed, 7 wrong, 10 rightly kept, of 400: that is 417 in all, and F = .98, not the .99 of Table 4. Its job descriptions are not "
        "to be had; HTML pages with menus stand for them. Pages labelled ignore are in no count. In the Shakespeare set every second play is stored whole; then come the "
        "scenes of all. The paper counts pairs from one template, such as Reuters 522 and 3164, as duplicates; two readers who saw the texts "
        "did not. Its test documents are nearly all duplicates, which flatters precision: see the rows with labelled pairs alone. The average is of the rows with a star, one a collection.",
        ["set", "the paper", "pages", "right / missed / wrong / kept", "accuracy / P / R / F"],
        [*(four(name, row, paper) for name, paper, row in measured), average(three)],
    )


def table_3(bench: Bench) -> Table | None:
    reuters = next((of for of in bench.sets if of.name == "reuters-dev"), None)
    if not reuters:
        return None
    verdicts = {row["id"]: row for row in bench.verdicts(reuters.pages, f"{OWN},allowed=0.2")}

    def said(page: str, source: str) -> str:
        row = verdicts.get(f"r{page}")
        if row is None:
            return f"{page}: not in the set"
        later, earlier = (page, source) if int(page) > int(source) else (source, page)
        verdict = verdicts.get(f"r{later}", row)
        if verdict["of"] is None:
            return f"{later}: kept"
        share = verdict["evidence"].get("sentence-share", 1)
        return f"{later}: dropped, of {verdict['of'][1:]}, {100 * share:.0f} % met"

    rows = [
        [source, pages, str(found), "; ".join(said(page, source) for page in pages.split(", "))]
        for source, pages, found in SNAPSHOT
        if f"r{source}" in verdicts
    ]
    return Table(
        "Table 3",
        "sources and duplicates of Reuters-21578 by number, and how many were found",
        "Our part of the collection ends at number 7000: the other sources (7025 to 16624) are not in it, so that their duplicates cannot be found.",
        ["source", "duplicates", "found by the paper", "ours"],
        rows,
    )


def algorithm_1(bench: Bench) -> Table | None:
    reuters = next((of for of in bench.sets if of.name == "reuters-dev"), None)
    if not reuters:
        return None
    letter = printed.by_the_letter(sets.read_pages(reuters.pages), 0.2)
    ours = {row["id"] for row in bench.verdicts(reuters.pages, f"{OWN},allowed=0.2") if row["of"] is not None}
    return Table(
        "Algorithm 1",
        "taken to the letter, beside ours: pages that are not allowed",
        "To the letter: cut at '.' alone, the empty rest behind the last one counts, and so does every 'S' of 'U.S.'; the first sentence of "
        "the index is never found. docs/papers.md has what we do instead, and why.",
        ["pages", "to the letter", "ours", "both"],
        [[str(len(sets.read_pages(reuters.pages))), str(len(letter)), str(len(ours)), str(len(letter & ours))]],
    )


def figure_2(bench: Bench) -> Table:
    rows = []
    for of in bench.sets:
        if of.has_html:
            raw = bench.eval(of, f"{OWN},allowed=0.2", "--text-field", "html", "--html-field", "none")
            clean = bench.eval(of, f"{OWN},allowed=0.2")
            rows.append([of.name, slashed(confusion(raw).scores), slashed(confusion(clean).scores)])
    return Table(
        "Fig. 2",
        "not normalized against normalized: accuracy / precision / recall / F",
        "The paper's bars have no numbers; its text says that normalizing raises accuracy. Ours: the HTML as it came, hashed as if "
        "it were text, against what purify makes of it.",
        ["set", "HTML", "purified"],
        rows,
    )


def notices(folder: Path) -> Labelled | None:
    """The copyright files of this machine's packages: most are licences, the same in hundreds of them."""
    pages, seen = [], set()
    for path in sorted(glob.glob("/usr/share/doc/*/copyright")):
        real = os.path.realpath(path)
        if real not in seen:
            seen.add(real)
            text = Path(path).read_text(encoding="utf-8", errors="replace")
            pages.append({"id": path.split("/")[4], "text": text})
    return sets.write(folder, "copyright files", pages, []) if len(pages) > 100 else None


def table_auto(bench: Bench) -> Table:
    specs = {"allowed=0.2": f"{OWN},allowed=0.2", "allowed=0.5": f"{OWN},allowed=0.5", "allowed=auto": f"{OWN},allowed=auto"}
    rows = [[of.name, *(scores(bench.eval(of, spec)) for spec in specs.values())] for of in bench.sets]
    gains = [bench.eval(of, specs["allowed=auto"])["f1"] - bench.eval(of, specs["allowed=0.5"])["f1"] for of in bench.sets]
    gain = f"from {min(gains):+.3f} to {max(gains):+.3f}" if gains else "nothing"
    files = notices(bench.folder)
    if files:
        drops = [[row for row in bench.verdicts(files.pages, spec) if row["of"] is not None] for spec in specs.values()]
        rows.append(
            [f"{len(sets.read_pages(files.pages))} copyright files of this machine", *(f"{len(found)} dropped" for found in drops)]
        )
    return Table(
        "§1",
        "the threshold that adapts (allowed=auto), beside fixed ones: precision/recall/F1",
        "The abstract and §1 name it without saying how it adapts. Ours leaves out sentences that many pages have, and drops where half "
        "of the others were met: against allowed=0.5 it matters where the same notices stand on many pages. In F1 "
        f"that is {gain} on these sets, with the paper's settings, which count every 'Yes.'. Copyright files of "
        "packages are mostly notices. Of 40 pairs that 0.5 names as duplicates there, with the other defaults, two readers who saw "
        "nothing but the texts said the same of all: the 24 that auto keeps are different documents under one licence, and of the 16 "
        "that both drop 8 are.",
        ["set", *specs],
        rows,
    )


def table_5(bench: Bench) -> Table:
    specs = [
        ("SimHash, 3 of 64 bits", "0.45 (web apps)", "cascade:confirm=off,exact=off,least=0,sentences=1000000"),
        ("MinHash of runs of 3 words", "0.95 (3-grams, news)", "minhash:exact=off"),
        ("hashes of sentences, allowed 0.2", "0.97", f"{OWN},allowed=0.2"),
        ("hashes of sentences, allowed 0.5", "not in the paper", f"{OWN},allowed=0.5"),
    ]
    f1 = {of.name: {name: bench.eval(of, spec)["f1"] for name, _, spec in specs} for of in bench.sets}
    better, best = (says.where({of: by[specs[i][0]] > by[specs[1][0]] for of, by in f1.items()}) for i in (2, 3))
    return Table(
        "Table 5",
        "F1 beside other methods",
        "The paper quotes each method's figure from another paper, on other data each. Ours: all on the same pages; hashes of sentences "
        f"outperform MinHash {better} with the paper's 20 %, and {best} with 50 %.",
        ["", "the paper", *(of.name for of in bench.sets)],
        [[name, paper, *(f"{f1[of.name][name]:.3f}" for of in bench.sets)] for name, paper, _ in specs],
    )


def items(bench: Bench) -> Iterator[Item]:
    yield Missing("Table 1", "the results of other papers", "Quoted there, not measured there, and on other data each.")
    yield Missing("Fig. 1", "the steps as a flowchart", "There is nothing to measure in it; docs/papers.md has the steps.")
    yield figure_2(bench)
    yield Table(
        "Fig. 3, Fig. 4",
        "two sentences and their SHA-256, first 16 digits",
        "Equations 5 and 6 rotate three times, where the standard rotates twice and shifts: as printed they are another hash. The printed "
        "hashes match no spelling of the printed sentences (with or without full stops, spaces, capitals), in either way, so the paper's "
        "normal form is unknown.",
        ["sentence", "the paper", "SHA-256", "as equations 3 to 6 print it"],
        [
            [sentence[:40] + "…" * (len(sentence) > 40), paper[:16], printed.sha256(sentence.encode(), True)[:16], printed.sha256(sentence.encode(), False)[:16]]
            for sentence, paper in zip(printed.SENTENCES, printed.PRINTED)
        ],
    )
    yield Tested(
        "Fig. 5, Fig. 6, Fig. 7",
        "72.7 %, 37.5 % and 16.7 % met: refused, refused, accepted",
        "The screens also show four scores each (F = .963, .989 and .994), without saying of which documents; cut to two digits they "
        "are Table 4's three rows, but for the accuracies of the second and third (.98 and .99, where Table 4 has .97).",
        "sentence_hash",
    )
    yield table_4(bench)
    snapshot = table_3(bench)
    yield snapshot or Missing("Table 3", "sources and duplicates of Reuters-21578 by number", "reuters-dev is not among the sets.")
    letter = algorithm_1(bench)
    if letter:
        yield letter
    yield table_5(bench)
    yield table_auto(bench)
