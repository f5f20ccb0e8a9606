"""support — what the tests share: where things are, a folder for each test, pages to judge."""

from __future__ import annotations

import importlib.util
import json
import os
import pkgutil
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Dict, List

import firstprint

BUILT = Path.cwd()
SOURCE = Path(os.environ.get("srcdir", ".")).resolve()
PROGRAM = BUILT / "firstprint"
WRONG_FILTER = Path(os.environ.get("WRONG_FILTER", BUILT / "tests/plugin/foreign/.libs/wrong.so"))

ARTICLE = (
    "The lighthouse on the north cape will be lit by sun alone from next spring, the harbour office said. Forty years ago it "
    "lost its keeper, and since then a cable from the village has fed the lamp, which storms cut almost every winter. "
)


def article(number: int) -> str:
    """A text that is like no other one."""
    endings = "the of and rain light sea cape lamp".split() * 8
    words = [f"{ending}{number * 7919 + i * 104729:x}" for i, ending in enumerate(endings)]
    return " ".join(words) + "."


def example_pages() -> List[Dict[str, Any]]:
    """examples/pages.jsonl as judge takes it."""
    fields = ("url", "title", "lang", "text", "html")
    lines = (SOURCE / "examples/pages.jsonl").read_text("utf-8").splitlines()
    return [{"name": x["id"], **{f: x[f] for f in fields if f in x}} for x in map(json.loads, lines)]


def environment() -> Dict[str, str]:
    """For programs that are not Python: what a sanitizer must have before Python begins is not for them."""
    return {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}


def program(*arguments: object, check: bool = True) -> str:
    """What ./firstprint printed."""
    done = subprocess.run(
        [str(PROGRAM), *map(str, arguments)], env=environment(), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    if check and done.returncode != 0:
        raise AssertionError(f"firstprint {arguments}: {done.returncode}: {done.stderr}")
    return done.stdout


def python(code: str, *arguments: object, **env: str) -> "subprocess.CompletedProcess[str]":
    """Runs a program in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        env={**os.environ, **env},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=120,
    )


def modules() -> List[Any]:
    """The modules of the package; the one for Scrapy only if that is installed."""
    names = [x.name for x in pkgutil.iter_modules(firstprint.__path__)]
    return [importlib.import_module(f"firstprint.{x}") for x in names if x != "scrapy" or importlib.util.find_spec(x)] + [firstprint]


class Scratch(unittest.TestCase):
    """self.folder is new, and gone afterwards."""

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.path = self.folder / "store.db"

    def twins(self) -> List[Path]:
        """Two empty stores with the same key, so that even close calls are alike."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        (folder / "none.jsonl").touch()
        paths = [folder / "one.db", folder / "two.db"]
        program("filter", "-q", "-o", paths[0], folder / "none.jsonl")
        shutil.copy(paths[0], paths[1])
        return paths
