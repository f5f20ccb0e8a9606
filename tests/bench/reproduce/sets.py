"""The labelled sets, and those made of them as the papers describe theirs."""

from __future__ import annotations

import gzip
import json
import random
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable

Page = dict[str, Any]
Pair = list[str]


@dataclass(frozen=True)
class Labelled:
    name: str
    pages: Path
    truth: Path

    @property
    def has_html(self) -> bool:
        return "html" in next(iter(read_pages(self.pages)), {})

    @property
    def is_chinese(self) -> bool:
        return str(next(iter(read_pages(self.pages)), {}).get("lang", "")).startswith("zh")


def read_pages(path: Path) -> list[Page]:
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def read_pairs(path: Path) -> list[Pair]:
    with open(path, encoding="utf-8") as lines:
        return [line.rstrip("\n").split("\t") for line in lines if line.strip() and not line.startswith("#")]


def label(pair: Pair) -> str:
    return pair[2] if len(pair) > 2 else "dup"


def find(folder: Path) -> list[Labelled]:
    """Every folder with pages.jsonl.gz and truth.tsv; a truth-judged.tsv beside it is one more set."""
    found = []
    for truth in sorted(folder.glob("*/truth*.tsv"), key=lambda path: (path.parent.name, path.stem)):
        pages = truth.parent / "pages.jsonl.gz"
        judged = truth.name == "truth-judged.tsv"
        if pages.exists() and (judged or truth.name == "truth.tsv"):
            found.append(Labelled(truth.parent.name + (", judged" if judged else ""), pages, truth))
    return found


def write(folder: Path, name: str, pages: list[Page], pairs: list[Pair]) -> Labelled:
    place = folder / name.replace("/", "-")
    place.mkdir(exist_ok=True)
    with open(place / "pages.jsonl", "w", encoding="utf-8") as out:
        out.writelines(json.dumps(page) + "\n" for page in pages)
    with open(place / "truth.tsv", "w", encoding="utf-8") as out:
        out.write("# id, id, label\n")
        out.writelines("\t".join([*pair[:2], label(pair)]) + "\n" for pair in pairs)
    return Labelled(name, place / "pages.jsonl", place / "truth.tsv")


def relabelled(folder: Path, of: Labelled, change: Callable[[str], str]) -> Labelled:
    pairs = [[pair[0], pair[1], change(label(pair))] for pair in read_pairs(of.truth)]
    return write(folder, of.name + ", relabelled", read_pages(of.pages), pairs)


def labelled_only(folder: Path, of: Labelled) -> Labelled:
    """Only the pages of pairs labelled dup or neg: nearly all of them are duplicates, or look like it."""
    pairs = [pair for pair in read_pairs(of.truth) if label(pair) != "ignore"]
    ids = {page for pair in pairs for page in pair[:2]}
    pages = [page for page in read_pages(of.pages) if page["id"] in ids]
    return write(folder, of.name + ", pairs alone", pages, pairs)


def with_parts(folder: Path, of: Labelled) -> Labelled | None:
    """Pages that are part of another count as its duplicates; None: the labels name none."""
    pairs = read_pairs(of.truth)
    parts = [pair for pair in pairs if pair[3:4] in (["excerpt"], ["contain"])]
    for pair in parts:
        pair[2] = "dup"
    return write(folder, of.name + ", parts too", read_pages(of.pages), pairs) if parts else None


def cut_or_extended(of: Labelled) -> set[str]:
    """The pages that were cut or got text of their own, by the list of what was done to them; empty: there is no such list."""
    listed = of.pages.parent / "pages.tsv"
    rows = read_pairs(listed) if listed.exists() else []
    changed = ("trunc", "insert", "comments")
    return {row[0] for row in rows if len(row) > 3 and (row[2] == "excerpt" or any(op.startswith(changed) for op in row[3].split(",")))}


def without_changes(folder: Path, of: Labelled) -> Labelled | None:
    """As Peng et al. define it: a reprint that was cut or extended is another page."""
    other = cut_or_extended(of)
    pairs = [pair for pair in read_pairs(of.truth) if not other & set(pair[:2])]
    return write(folder, of.name + ", by Peng's definition", read_pages(of.pages), pairs) if other else None


def shakespeare(folder: Path, source: Path) -> Labelled | None:
    """Every second play whole, then the scenes of all: a scene of a stored play repeats it, the others repeat nothing."""
    if not source.exists():
        return None
    pages = read_pages(source)
    plays = sorted((page for page in pages if "/" not in page["id"]), key=lambda page: page["id"])[::2]
    scenes = [page for page in pages if "/" in page["id"]]
    stored = {page["id"] for page in plays}
    pairs = [[page["id"], page["id"].split("/")[0], "dup"] for page in scenes if page["id"].split("/")[0] in stored]
    return write(folder, "Shakespeare", [*plays, *scenes], pairs)


# ── clusters and their sizes, for SizeSpotSigs ──


def clusters(pairs: list[Pair]) -> list[list[str]]:
    """What dup pairs put together: the pages of each cluster, sorted."""
    parents: dict[str, str] = {}

    def root(page: str) -> str:
        while parents.setdefault(page, page) != page:
            page = parents[page]
        return page

    for pair in pairs:
        if label(pair) == "dup":
            parents[root(pair[0])] = root(pair[1])
    found: dict[str, list[str]] = defaultdict(list)
    for page in sorted(parents):
        found[root(page)].append(page)
    return list(found.values())


def part(folder: Path, name: str, of: Labelled, chosen: list[list[str]]) -> Labelled:
    """The set of the pages of these clusters, with all that is labelled between them."""
    ids = {page for cluster in chosen for page in cluster}
    pages = [page for page in read_pages(of.pages) if page["id"] in ids]
    pairs = [pair for pair in read_pairs(of.truth) if pair[0] in ids and pair[1] in ids]
    return write(folder, f"{of.name}, {name}", pages, pairs)


def third(chosen: list[list[str]]) -> list[list[str]]:
    """A third of the clusters, the same in every run."""
    return random.Random(1).sample(chosen, max(1, len(chosen) // 3))
