"""firstprint asks whether an article has been met before, and keeps what is new.

    import firstprint

    with firstprint.open("store.db") as store:
        article = store.judge(html=body, url="https://example.com/a")
        if article.is_drop:
            print(article.verdict, "of", article.of_url, article.score, article.evidence)

        for article in store.judge_all({"html": body, "url": url} for url, body in pages):
            ...

The store is that of the program firstprint: ``firstprint inspect store.db`` reads it, and ``firstprint crawl`` and ``filter``
go on with it. One process at a time writes to a store; any number read it meanwhile.

This is libfirstprint, called through ctypes. It is looked for where FIRSTPRINT_LIBRARY says, else as libfirstprint.so.0 where
the system looks. ``firstprint.scrapy`` has a pipeline and a middleware for Scrapy.
"""

from __future__ import annotations

from typing import Optional

from ._articles import Article, Neighbour
from ._errors import (
    BadFilter,
    Busy,
    Closed,
    Damaged,
    Error,
    IOFailed,
    LibraryMissing,
    Misuse,
    NotFound,
    OutOfMemory,
    TooLarge,
)
from ._library import version as __version__
from ._pages import Page
from ._purify import Purified, purify
from ._store import Mode, Path, Store

__all__ = [
    "Article",
    "BadFilter",
    "Busy",
    "Closed",
    "Damaged",
    "Error",
    "IOFailed",
    "LibraryMissing",
    "Misuse",
    "Neighbour",
    "NotFound",
    "OutOfMemory",
    "Page",
    "Purified",
    "Store",
    "TooLarge",
    "__version__",
    "open",
    "purify",
]


def open(path: Optional[Path], filter: Optional[str] = None, mode: Mode = "write", jobs: int = 0) -> Store:
    """Opens a store.

    path    None: nothing is stored, and what was judged is remembered until the store is closed
    filter  a SPEC, as ``--filter`` takes it: "cascade", "minhash:tau=0.8"; None: the store's, or cascade
    mode    "write"    judges and stores; the file is created if there is none
            "compare"  judges, and stores nothing; the file must exist
            "read"     only reads what is there, and opens no filter, which is quick; the file must exist
    jobs    threads that take pages apart in judge_all, 1 to 1024; 0: one for each core
    """
    return Store(path, filter, mode, jobs)
