"""Judges a batch while the next one is read.

The caller's thread reads the pages, so that they can come from a generator or an open file. A second thread calls the library,
which releases the GIL; it works while the caller reads pages and uses earlier articles.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Callable, Iterable, Iterator, List, Mapping, Optional, Union

from ._articles import Article
from ._errors import Error, Misuse
from ._pages import Encoded, Page, NoPage, encoded, page_of

BATCH_BYTES = 8 << 20  # a batch ends before it is full if its pages have this many bytes


class Refused:
    """A page that is refused before it gets to the library."""

    def __init__(self, why: Error, item: object) -> None:
        self.why = why
        self.url = _field(item, "url")
        self.name = _field(item, "name")


Prepared = Union[Encoded, Refused]
Batch = List[Prepared]


def _field(item: object, name: str) -> Optional[str]:
    value = item.get(name) if isinstance(item, Mapping) else getattr(item, name) if isinstance(item, Page) else None
    return value if isinstance(value, str) else None


def _prepare(item: object) -> Prepared:
    try:
        return encoded(page_of(item))
    except NoPage:
        raise
    except Error as why:
        return Refused(why, item)
    except (TypeError, ValueError) as why:  # a page of the wrong type must not lose the other pages
        return Refused(Misuse(str(why)), item)


def _batches(pages: Iterable[object], most: int) -> Iterator[Batch]:
    """Yields the pages that were read before the iterable failed, and then raises its exception."""
    batch: Batch = []
    size = 0
    source = iter(pages)
    while True:
        try:
            page = _prepare(next(source))
        except StopIteration:
            break
        except Exception:
            if batch:
                yield batch
            raise
        batch.append(page)
        size += page.length if isinstance(page, Encoded) else 0
        if len(batch) == most or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class _InOrder:
    """Judges batches one after the other. Stops after one that failed, since later verdicts would lack its pages."""

    def __init__(self, judge: Callable[[Batch], List[Article]]) -> None:
        self._judge = judge
        self._stopped = threading.Event()

    def __call__(self, batch: Batch) -> List[Article]:
        if self._stopped.is_set():
            return []
        try:
            return self._judge(batch)
        except BaseException:
            self._stopped.set()
            raise

    def stop(self) -> None:
        self._stopped.set()


def judge_ahead(pages: Iterable[object], most: int, judge: Callable[[Batch], List[Article]]) -> Iterator[Article]:
    """Yields articles in the order of the pages. At most three batches are in memory: one being read, one judged, one yielded."""
    in_order = _InOrder(judge)
    batches = _batches(pages, most)
    waiting: Optional[Future[List[Article]]] = None
    with ThreadPoolExecutor(1, "firstprint") as worker:  # on exit it waits for the call, which borrows the batch
        try:
            while True:
                try:
                    batch = next(batches, None)
                except Exception:
                    if waiting:
                        yield from waiting.result()
                    raise
                following = worker.submit(in_order, batch) if batch else None
                if waiting:
                    yield from waiting.result()
                if not following:
                    return
                waiting = following
        finally:
            in_order.stop()
