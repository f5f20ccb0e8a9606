"""firstprint asks whether an article has been seen before, and stores the new ones.

    import firstprint

    with firstprint.open("store.db") as store:
        article = store.judge(html=body, url="https://example.com/a")
        if article.is_drop:
            print(article.verdict, "of", article.of_url, article.score, article.evidence)

        for article in store.judge_all({"html": body, "url": url} for url, body in pages):
            ...

The program firstprint uses the same store: ``firstprint inspect store.db`` reads it, and ``firstprint crawl`` and ``firstprint
filter`` add to it. One process at a time writes to a store; any number read it meanwhile.

This module calls libfirstprint through ctypes. It loads the file that FIRSTPRINT_LIBRARY names, else libfirstprint.so.0 from
where the system finds libraries, from the environment of this Python, or from where pkg-config says that it was installed. ``firstprint.scrapy`` has a pipeline and a middleware for Scrapy.
"""

from __future__ import annotations

from typing import Optional

from ._articles import Article, Decision, Group, Neighbour
from ._errors import (
    BadFilter,
    Busy,
    Closed,
    Damaged,
    Error,
    FileMissing,
    IOFailed,
    LibraryMissing,
    Misuse,
    NotFound,
    OutOfMemory,
    ProgramMissing,
    TooLarge,
)
from ._library import version as __version__
from ._pages import Content, Page, PageLike
from ._program import Change, Diff, Explanation, Step
from ._purify import Purified, purify
from ._store import Mode, Path, Store, Which

__all__ = [
    "Article",
    "BadFilter",
    "Busy",
    "Change",
    "Closed",
    "Content",
    "Damaged",
    "Decision",
    "Diff",
    "Error",
    "Explanation",
    "FileMissing",
    "Group",
    "IOFailed",
    "LibraryMissing",
    "Misuse",
    "Mode",
    "Neighbour",
    "NotFound",
    "OutOfMemory",
    "Page",
    "PageLike",
    "Path",
    "ProgramMissing",
    "Purified",
    "Step",
    "Store",
    "TooLarge",
    "Which",
    "__version__",
    "open",
    "purify",
]


def open(
    path: Optional[Path], filter: Optional[str] = None, mode: Mode = "write", jobs: int = 0, key: Optional[int] = None
) -> Store:
    """Opens a store.

    path    None: stores nothing, and remembers articles only until the store is closed
    filter  a SPEC, as for ``--filter``: "cascade", "minhash:tau=0.8"; None: the store's; cascade if it has none
    mode    "write"    judges and stores; creates the file if there is none
            "compare"  judges against the store as it is now, without what is stored later, and stores nothing; the file must exist
            "read"     only reads the store, and opens quickly, without filter and key, which must be None; the file must exist
    jobs    threads for judge_all, which extract and sign articles: 1 to 1024; 0: one for each core
    key     0 to 1,000,000,000, as ``--key``: a new store says of the same pages what every store with this key says; None: it draws
            a secret one. Without a path, None is 0
    """
    return Store(path, filter, mode, jobs, key)
