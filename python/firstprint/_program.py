"""The program firstprint, for what only it can say: explain and diff. It reads the store, also while this process writes to it."""

from __future__ import annotations

import errno
import html
import json
import os
import shutil
import subprocess
from typing import Any, Dict, Iterable, List, NamedTuple, Tuple

from ._errors import Error, Misuse, NotFound, ProgramMissing

_VARIABLE = "FIRSTPRINT_PROGRAM"
_NO_SUCH = "no such id or URL in this store"


class Step(NamedTuple):
    """One decision: what it is ``about`` ("seen", "robots", "fetch", "article", "verdict", "cause", …), and its ``text``, a sentence."""

    about: str
    text: str


class Explanation(Tuple[Step, ...]):
    """Every decision about an article, in order. ``print`` shows it; a notebook draws it as a table."""

    def __str__(self) -> str:
        return "\n".join(f"{step.about:10} {step.text}" for step in self)

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th>{html.escape(step.about)}</th><td>{html.escape(step.text)}</td></tr>" for step in self)
        return f"<table>{rows}</table>"


class Change(NamedTuple):
    """Words that are only in one of two articles.

    at       the position in the first article, in words and punctuation marks
    removed  only in the first
    added    only in the second
    """

    at: int
    removed: str
    added: str


class Diff(NamedTuple):
    """How two articles differ. The title counts as the first line.

    a, b            the articles: "id", "kind", "url", "title"
    same            words and punctuation marks in both
    removed, added  words and marks only in a, only in b
    changes         each Change
    """

    a: Dict[str, Any]
    b: Dict[str, Any]
    same: int
    removed: int
    added: int
    changes: List[Change]

    def __str__(self) -> str:
        lines = [f"@{x.at}" + f" -[{x.removed}]" * bool(x.removed) + f" +[{x.added}]" * bool(x.added) for x in self.changes]
        return "\n".join([f"{self.same} words and marks in both, {self.removed} only in the first, {self.added} only in the second", *lines])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{x.at}</td><td><del>{html.escape(x.removed)}</del> <ins>{html.escape(x.added)}</ins></td></tr>" for x in self.changes
        )
        return f"<p>{html.escape(str(self).splitlines()[0])}</p><table>{rows}</table>"


def _inspect(path: str, arguments: Iterable[str]) -> Any:
    program = os.environ.get(_VARIABLE) or shutil.which("firstprint")
    if not program:
        raise ProgramMissing(f"explain and diff need the program firstprint: put it on the PATH, or set {_VARIABLE} to its path")
    try:
        done = subprocess.run(
            [program, "inspect", "--json", "--", path, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
    except OSError as why:
        if why.errno == errno.E2BIG:
            raise NotFound("a URL or name of this length is not in the store") from None
        raise ProgramMissing(f"{program}: {why.strerror}") from None
    sentence = done.stderr.decode("utf-8", "replace").strip().removeprefix("firstprint: ")
    if done.returncode < 0:
        raise Error(f"{program} was ended by signal {-done.returncode}")
    if done.returncode != 0:
        raise (NotFound if _NO_SUCH in sentence else Misuse)(sentence or f"{program} ended with status {done.returncode}")
    try:
        return json.loads(done.stdout)
    except ValueError:
        raise ProgramMissing(f"{program} does not answer as firstprint does") from None


def explain(path: str, what: str) -> Explanation:
    return Explanation(Step(step["about"], step["text"]) for step in _inspect(path, ["explain", what])["steps"])


def diff(path: str, articles: Iterable[str]) -> Diff:
    found = _inspect(path, ["diff", *articles])
    return Diff(found["a"], found["b"], found["same"], found["removed"], found["added"], [Change(**x) for x in found["changes"]])
