"""Batches that are judged while the next one is read.

The pages are read on the caller's thread, so that a generator or an open file may give them. One thread beside it waits in the
library, which gives the GIL away; it works while the caller reads and uses what came out before.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Callable, Iterable, Iterator, List, Mapping, Optional, Union

from ._articles import Article
from ._errors import Error, Misuse
from ._pages import Encoded, Page, encoded, page_of

BATCH_BYTES = 8 << 20  # a batch is judged before it is full if its pages have so many bytes


class Refused:
    """A page that never gets into the library."""

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
    except Error as why:
        return Refused(why, item)
    except (TypeError, ValueError) as why:  # one page of the wrong type does not lose those around it
        return Refused(Misuse(str(why)), item)


def _batches(pages: Iterable[object], most: int) -> Iterator[Batch]:
    """What was read before the iterable failed comes out before its exception."""
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
    """Judges batches one after the other. After one that failed there is none: their verdicts would lack its pages."""

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
    """The articles in the order of the pages. At most three batches are in memory: one is read, one judged, one given out."""
    in_order = _InOrder(judge)
    batches = _batches(pages, most)
    waiting: Optional[Future[List[Article]]] = None
    with ThreadPoolExecutor(1, "firstprint") as worker:  # leaving it waits for the call: it borrows the batch
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
