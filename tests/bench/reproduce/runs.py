"""Runs firstprint, and the bench of checks, and reads what they print."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .sets import Labelled

Row = dict[str, Any]


class Bench:
    def __init__(self, program: str, flat: str, sets: list[Labelled], sets_folder: Path, source: Path, pages: int, keys: int) -> None:
        self.program, self.flat_program, self.sets, self.source, self.pages, self.keys = program, flat, sets, source, pages, keys
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = Path(self.scratch.name)
        self.source_sets = sets_folder
        self.known: dict[tuple[Any, ...], Row] = {}
        self.timed: dict[tuple[str, int], list[float]] = {}

    def run(self, *args: str) -> str:
        done = subprocess.run(args, capture_output=True, text=True, encoding="utf-8")
        if done.returncode:
            raise SystemExit(f"papers: {' '.join(args)}: {done.stderr.strip()}")
        return done.stdout

    def eval(self, of: Labelled, spec: str, *options: str) -> Row:
        """What `firstprint eval --json` says of one filter on one set."""
        key = (of, spec, options)
        if key not in self.known:
            out = self.run(self.program, "eval", "--json", "-q", str(of.pages), str(of.truth), "-f", spec, *options)
            self.known[key] = json.loads(out)
        return self.known[key]

    def verdicts(self, pages: Path, spec: str) -> list[Row]:
        return [json.loads(line) for line in self.run(self.program, "filter", "-q", "-f", spec, str(pages)).splitlines()]

    def articles(self, pages: Path, chosen: set[str]) -> dict[str, str]:
        """What purify takes for the article of these pages."""
        lines = (json.loads(line) for line in self.run(self.program, "purify", "--json", str(pages)).splitlines())
        return {row["id"]: row["text"] for row in lines if row.get("id") in chosen}

    def check_us(self, spec: str, pages: int) -> list[float]:
        """What check and remember cost, in microseconds, on each tenth of so many made pages."""
        if (spec, pages) not in self.timed:
            self.timed[spec, pages] = self.time(spec, pages)
        return self.timed[spec, pages]

    def time(self, spec: str, pages: int) -> list[float]:
        for line in self.run(self.flat_program, "-n", str(pages), spec).splitlines():
            if line.startswith(f"flat: {spec}"):
                return [float(word) for word in line[len(f"flat: {spec}") :].split()[1:11]]
        raise SystemExit(f"papers: {self.flat_program} says nothing of {spec}")

    def whole_us(self, spec: str, pages: int) -> float:
        """What signing and judging cost, in microseconds a page."""
        line = next(line for line in self.run(self.flat_program, "-n", str(pages), spec).splitlines() if "pages/s" in line)
        return 1e6 / float(line.split("whole ")[1].split()[0])

    def build_example(self) -> str | None:
        """The filter in examples/, as a shared object; None: there is no compiler."""
        out = self.folder / "substrings.so"
        cc = os.environ.get("CC", "cc").split()
        where = self.source / "examples" / "substrings.c"
        if not where.exists():
            return None
        args = [*cc, "-O2", "-shared", "-fPIC", f"-I{self.source / 'plugin'}", "-o", str(out), str(where)]
        return str(out) if subprocess.run(args, capture_output=True).returncode == 0 else None


def precision(row: Row) -> str:
    return f"{row['precision']:.3f}" if row["right"] + row["wrong"] else "–"


def share(n: int, of: int) -> str:
    return f"{n} ({100 * n / max(1, of):.0f} %)"


def scores(row: Row) -> str:
    if not row["right"] + row["wrong"]:
        return "nothing dropped"
    return f"{row['precision']:.3f}/{row['recall']:.3f}/{row['f1']:.3f}"


@dataclass
class Confusion:
    """Of methods that say that a page was met, and not which page it repeats."""

    right: int
    missed: int
    wrong: int
    kept: int

    @property
    def scores(self) -> list[float]:
        """Accuracy, precision, recall, F."""
        precision = self.right / max(1, self.right + self.wrong)
        recall = self.right / max(1, self.right + self.missed)
        whole = self.right + self.missed + self.wrong + self.kept
        return [(self.right + self.kept) / max(1, whole), precision, recall, 2 * precision * recall / max(1e-9, precision + recall)]


def confusion(row: Row) -> Confusion:
    right = row["met"] + row["misnamed"]
    missed, wrong = row["missed"] - row["misnamed"], row["wrong"] + row["right"] - right
    return Confusion(right, missed, wrong, row["pages"] - right - missed - wrong - row["ignored"])
