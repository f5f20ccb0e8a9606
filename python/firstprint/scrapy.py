"""For Scrapy, two ways to drop reprints: a pipeline for items, and a middleware for pages as they arrive. One is enough.

    ITEM_PIPELINES = {"firstprint.scrapy.FirstprintPipeline": 900}
    FIRSTPRINT_STORE = "site.db"
    FIRSTPRINT_FIELD = "html"
    LOG_FORMATTER = "firstprint.scrapy.FirstprintLogFormatter"  # logs why an item is dropped, and not the item

    DOWNLOADER_MIDDLEWARES = {"firstprint.scrapy.FirstprintMiddleware": 545}
    FIRSTPRINT_STORE = "site.db"
    FIRSTPRINT_SKIP = True

Settings, of which only the first is needed:

    FIRSTPRINT_STORE      the file; `firstprint inspect` reads it, also during the crawl
    FIRSTPRINT_FILTER     a SPEC, as for --filter; default: the store's; cascade if it has none
    FIRSTPRINT_FIELD      the item's field with the page, or several: the first that is not empty. Default: "html", "body", "text"
    FIRSTPRINT_FORM       "html" or "text"; default: "text" for a field of that name, "html" for others
    FIRSTPRINT_URL_FIELD  the item's field with the URL; default: "url"
    FIRSTPRINT_ID_FIELD   a field that receives the article's id in the store, for items that are passed on; default: none
    FIRSTPRINT_SKIP       the middleware keeps reprints from the spider; otherwise it only marks them

Stats: firstprint/kept, firstprint/dropped/VERDICT, firstprint/skipped (items without such a field, or with an empty one),
firstprint/no-content (items whose page has no article: the pipeline passes them on, the middleware skips them with FIRSTPRINT_SKIP, as
all reprints; the first such page of a host counts as kept), and
firstprint/failed: such a page cannot be judged; its item is passed on, and the log says why.

Put the pipeline last. An article is stored when it is judged, and an item that a later pipeline or an export loses is dropped as a
reprint of itself by the next crawl.

A second thread judges the pages, one at a time and in the order of arrival. A page takes one to three milliseconds, nearly all in
the library without Python's lock, so that the reactor can work on other requests. Measured with a manual's pages on two cores:
165 pages/s without firstprint, 135 with it, and 120 if the reactor itself judges, which then at times waits twice as long.
Batches would be faster still, but pages would wait for each other, and judging one page at a time is already faster than Scrapy.
"""

# Scrapy has types in some versions only.
# mypy: disable-error-code="import,no-untyped-call", allow-subclassing-any

from __future__ import annotations

import json
import logging
import os
from typing import Any, Callable, Dict, List, Optional, Set, Tuple, TypeVar
from urllib.parse import urlsplit

from itemadapter import ItemAdapter
from scrapy import signals
from scrapy.exceptions import DropItem, IgnoreRequest
from scrapy.http import HtmlResponse
from scrapy.logformatter import LogFormatter
from scrapy.utils.defer import maybe_deferred_to_future
from scrapy.utils.misc import load_object
from twisted.internet.threads import deferToThreadPool
from twisted.python.threadpool import ThreadPool

from ._articles import Article
from ._errors import Error, Misuse, NotFound
from ._store import Store

__all__ = ["FirstprintLogFormatter", "FirstprintMiddleware", "FirstprintPipeline", "ReprintItem", "ReprintResponse", "StoreNotOpen"]

META = "firstprint"  #: request.meta and response.meta have the Article here
FIELDS = ["html", "body", "text"]

logger = logging.getLogger(__name__)
T = TypeVar("T")


class Reprint(Exception):
    """Why an item or a response was dropped: the verdict with its evidence, as a sentence and as values."""

    def __init__(self, article: Article) -> None:
        super().__init__(article)
        self.article = article
        self.verdict = article.verdict
        self.of_url = article.of_url
        self.score = article.score
        self.stage = article.stage
        self.cause = article.cause
        self.notable = article.notable
        self.evidence = article.evidence

    def __str__(self) -> str:
        x = self.article
        relation = "contained in" if x.verdict == "contained" else f"{x.verdict} of"
        cause = f" ({x.cause})" if x.cause else ""
        said = f"{x.url or x.name or 'an item'}: {relation} {x.of_url or x.of_name or f'#{x.of}'}{cause}, score {x.score:.3f}"
        notable = f"; worth a look: {x.notable}" if x.notable else ""
        return f"{said}, said by {x.filter} at {x.stage}{notable}: {json.dumps(x.evidence)}"


class ReprintItem(Reprint, DropItem):
    """An item that was dropped."""


class ReprintResponse(Reprint, IgnoreRequest):
    """A response that the spider does not get (FIRSTPRINT_SKIP). The request's errback gets this."""


class StoreNotOpen(IgnoreRequest, DropItem):
    """The crawl has ended, and its store is closed."""


# ── the store ──

_Key = Tuple[str, Optional[str]]


class _Stores:
    """Open stores by path. Several spiders of a process share them, since only one handle can write to a store."""

    def __init__(self) -> None:
        self._open: Dict[str, Tuple[Store, Optional[str], int]] = {}

    def open(self, key: _Key) -> Store:
        path, spec = key
        store, first, users = self._open.get(path) or (Store(path, spec), spec, 0)
        if spec not in (None, first):
            raise Misuse(f"{path}: another spider of this process has it open with FIRSTPRINT_FILTER {first!r}, and this one asks for {spec!r}")
        self._open[path] = (store, first, users + 1)
        return store

    def close(self, key: _Key) -> None:
        store, first, users = self._open.pop(key[0])
        if users > 1:
            self._open[key[0]] = (store, first, users - 1)
        else:
            store.close()


_stores = _Stores()


def _reactor() -> Any:
    from twisted.internet import reactor  # an import at the top of the file would choose the reactor before Scrapy does

    return reactor


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value != ""


#: what each setting should be
_SETTINGS: Dict[str, Tuple[str, Callable[[Any], bool]]] = {
    "STORE": ("a file: a str or a Path", lambda x: _is_text(x) or isinstance(x, os.PathLike)),
    "FILTER": ("a str", _is_text),
    "FIELD": ("a str, or a list of them", lambda x: all(map(_is_text, x if isinstance(x, (list, tuple)) else [x]))),
    "FORM": ("'html' or 'text'", lambda x: x in ("html", "text")),
    "URL_FIELD": ("a str", _is_text),
    "ID_FIELD": ("a str", _is_text),
    "SKIP": ("True or False", lambda x: str(x).lower() in ("true", "false", "1", "0")),
}


def _components(settings: Any, name: str) -> List[Any]:
    return [load_object(key) for key, number in settings.getwithbase(name).items() if number is not None]


def _check_settings(settings: Any, component: type, name: str) -> None:
    """Scrapy ignores a component at the wrong place, a setting that nobody reads, and the type of one."""
    if component not in _components(settings, name):
        raise ValueError(f"{component.__name__} belongs into {name}, and is not there")
    for key in settings:
        if key.startswith("FIRSTPRINT_") and key[len("FIRSTPRINT_") :] not in _SETTINGS:
            logger.warning("there is no setting %s; there are %s", key, ", ".join("FIRSTPRINT_" + x for x in _SETTINGS))
    for key, (kind, is_one) in _SETTINGS.items():
        value = settings.get(f"FIRSTPRINT_{key}")
        if value is not None and not is_one(value):
            raise ValueError(f"FIRSTPRINT_{key} is {value!r}, and should be {kind}")
    taken = [name.strip() for name in settings.getlist("FIRSTPRINT_FIELD")] or FIELDS
    for key in ("URL_FIELD", "ID_FIELD"):
        if settings.get(f"FIRSTPRINT_{key}") in taken:
            raise ValueError(f"FIRSTPRINT_{key} is {settings.get(f'FIRSTPRINT_{key}')!r}, the field with the page (FIRSTPRINT_FIELD)")
    if settings.getbool("FIRSTPRINT_SKIP") and FirstprintMiddleware not in _components(settings, "DOWNLOADER_MIDDLEWARES"):
        raise ValueError("FIRSTPRINT_SKIP needs FirstprintMiddleware in DOWNLOADER_MIDDLEWARES, and it is not there")


class _Judge:
    """What the pipeline and the middleware of a crawler share: a store, a thread for judging, and the counts."""

    def __init__(self, crawler: Any) -> None:
        path = crawler.settings.get("FIRSTPRINT_STORE")
        if path is None:
            raise Misuse("FIRSTPRINT_STORE is not set: it is the path of the store")
        self._crawler = crawler
        self._key = (os.path.abspath(path), crawler.settings.get("FIRSTPRINT_FILTER"))
        self._store: Optional[Store] = _stores.open(self._key)  # a failure ends `scrapy crawl` with status 1
        self._pool: Optional[ThreadPool] = None
        self._trigger: Any = None
        self._first = 0  # id of the first response judged in this crawl; 0: none
        self._items: Set[int] = set()  # ids of judged items, recorded only if responses are judged too
        crawler.signals.connect(self._opened, signals.spider_opened)
        crawler.signals.connect(self._closed, signals.spider_closed)

    @classmethod
    def of(cls, crawler: Any) -> _Judge:
        judge = getattr(crawler, "_firstprint", None)
        if not isinstance(judge, cls):
            judge = crawler._firstprint = cls(crawler)
        return judge

    def _opened(self, spider: Any) -> None:
        self._pool = ThreadPool(0, 1, "firstprint")
        self._pool.start()
        self._trigger = _reactor().addSystemEventTrigger("during", "shutdown", self._close)  # in case the spider is never closed

    def _closed(self) -> None:
        if self._trigger:
            _reactor().removeSystemEventTrigger(self._trigger)
        self._close()

    def _close(self) -> None:
        self._trigger = None
        pool, self._pool = self._pool, None
        if pool:
            pool.stop()  # waits for the page that is being judged
        store, self._store = self._store, None
        if store:
            _stores.close(self._key)

    async def _beside(self, work: Callable[[Store], T], subject: Any) -> Optional[T]:
        """Runs work on the thread. None: the page cannot be judged."""
        if not self._store or not self._pool:
            raise StoreNotOpen("the store of firstprint is not open")
        try:
            done: T = await maybe_deferred_to_future(deferToThreadPool(_reactor(), self._pool, work, self._store))
            return done
        except (Error, TypeError) as why:
            logger.warning("%s: it is kept, and was not judged: %s", subject, why)
            self.count("failed")
            return None

    def count(self, what: str) -> None:
        self._crawler.stats.inc_value(f"firstprint/{what}")

    def _count_verdict(self, article: Article) -> None:
        self.count("no-content" if article.is_drop and article.stage == "no-content" else f"dropped/{article.verdict}" if article.is_drop else "kept")

    async def response(self, response: Any) -> Optional[Article]:
        header = response.headers.get("Content-Type")
        page = {"html": response.body, "url": response.url, "content_type": header.decode("latin-1") if header else None}
        article = await self._beside(lambda store: store.judge(**page), response)
        if article:
            self._first = self._first or article.id
            self._count_verdict(article)
        return article

    async def item(self, page: Dict[str, Any]) -> Optional[Article]:
        found = await self._beside(lambda store: self._find_or_judge(store, page), page.get("url") or "an item without a URL")
        if not found:
            return None
        article, is_new = found
        if is_new:
            self._count_verdict(article)
        return article

    def _find_or_judge(self, store: Store, page: Dict[str, Any]) -> Tuple[Article, bool]:
        """Returns the middleware's verdict about the response, or else a new one. Runs on the thread."""
        if self._first and page.get("url"):
            try:
                found = store.find(page["url"])
            except NotFound:
                found = None
            if found and found.id >= self._first and found.id not in self._items:
                return found, False
        article = store.judge(**page)
        if self._first:
            self._items.add(article.id)
        return article, True


# ── for settings.py ──


class FirstprintLogFormatter(LogFormatter):
    """Logs why a reprint was dropped in one line. Scrapy's own would add the item, and so the whole page."""

    def dropped(self, item: Any, exception: BaseException, *more: Any, **named: Any) -> Any:
        said = super().dropped(item, exception, *more, **named)
        return {**said, "msg": "Dropped: %(exception)s"} if isinstance(exception, ReprintItem) else said


class FirstprintMiddleware:
    """Judges HTML responses with status 200 as they arrive.

    ``response.meta["firstprint"]`` has the Article, and response.flags has "firstprint:VERDICT". With FIRSTPRINT_SKIP the spider
    does not get a reprint: its request ends with ReprintResponse. Other responses pass unchanged. Give it a number below 590, where
    bodies are decompressed, and below 550, where failures are tried again.
    """

    def __init__(self, judge: _Judge, skip: bool) -> None:
        self._judge = judge
        self._skip = skip
        self._warned = False

    @classmethod
    def from_crawler(cls, crawler: Any) -> FirstprintMiddleware:
        _check_settings(crawler.settings, cls, "DOWNLOADER_MIDDLEWARES")
        return cls(_Judge.of(crawler), crawler.settings.getbool("FIRSTPRINT_SKIP"))

    @staticmethod
    def _is_page(response: Any) -> bool:
        # Some sites without a robots.txt answer with their front page, which would then be seen twice.
        is_html = isinstance(response, HtmlResponse) and not response.headers.get("Content-Encoding")
        return is_html and response.status == 200 and urlsplit(response.url).path != "/robots.txt"

    async def process_response(self, request: Any, response: Any, spider: Any = None) -> Any:
        if response.headers.get("Content-Encoding") and not self._warned:
            self._warned = True
            logger.warning("%s: the body is compressed, and not judged: give FirstprintMiddleware a number below 590", response)
        request.meta.pop(META, None)  # the Article of the page with the link, if the spider passes its meta on
        article = await self._judge.response(response) if self._is_page(response) else None
        if article:
            request.meta[META] = article
            response.flags.append(f"firstprint:{article.verdict}")
            if self._skip and article.is_drop:
                why = ReprintResponse(article)
                logger.info("Skipped: %s", why)
                raise why
        return response


def _text(value: Any) -> Optional[str]:
    """The text of a field, also in a list of one, which an ItemLoader without an output processor makes."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value if isinstance(value, str) else None


def _joined(content: Any) -> Any:
    """The content of a field; an ItemLoader without an output processor makes a list of its parts."""
    return "\n".join(content) if isinstance(content, list) and all(isinstance(part, str) for part in content) else content


def _is_empty(content: Any) -> bool:
    return isinstance(content, (str, bytes)) and not content.strip()


class FirstprintPipeline:
    """Judges items by a field, and drops reprints: ReprintItem has the evidence. With FirstprintMiddleware, it takes the
    verdict about the response with the item's URL."""

    def __init__(self, judge: _Judge, settings: Any) -> None:
        self._judge = judge
        self._fields: List[str] = [name.strip() for name in settings.getlist("FIRSTPRINT_FIELD")] or FIELDS
        self._form: Optional[str] = settings.get("FIRSTPRINT_FORM")
        self._url_field: str = settings.get("FIRSTPRINT_URL_FIELD") or "url"
        self._id_field: Optional[str] = settings.get("FIRSTPRINT_ID_FIELD")
        self._warned: Set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Any) -> FirstprintPipeline:
        _check_settings(crawler.settings, cls, "ITEM_PIPELINES")
        return cls(_Judge.of(crawler), crawler.settings)

    def _warn_once(self, warning: str) -> None:
        if warning not in self._warned:
            self._warned.add(warning)
            logger.warning("%s", warning)

    def _page(self, item: ItemAdapter) -> Optional[Dict[str, Any]]:
        contents = {name: _joined(item[name]) for name in self._fields if item.get(name) is not None}
        if not contents:
            self._warn_once(
                f"an item has nothing in {', '.join(self._fields)} (FIRSTPRINT_FIELD); its fields are {', '.join(item) or 'none'};"
                " such items are kept"
            )
            return None
        name = next((name for name, content in contents.items() if not _is_empty(content)), None)
        if name is None:
            self._warn_once(f"the field {next(iter(contents))} of an item is empty; such items are kept, and not compared")
            return None
        content = contents[name]
        form = self._form or ("text" if name == "text" else "html")
        if _text(item.get(self._url_field)) is None:
            self._warn_once(f"an item has no URL in its field {self._url_field} (FIRSTPRINT_URL_FIELD); such items are judged without one")
        texts = {"url": _text(item.get(self._url_field)), "title": _text(item.get("title")), "lang": _text(item.get("lang"))}
        return {form: content, **{name: text for name, text in texts.items() if text is not None}}

    async def process_item(self, item: Any, spider: Any = None) -> Any:
        adapter = ItemAdapter(item)
        page = self._page(adapter)
        if not page:
            self._judge.count("skipped")
            return item
        article = await self._judge.item(page)
        if article and article.is_drop and article.stage != "no-content":
            raise ReprintItem(article)
        if article and self._id_field:
            self._put_id(adapter, article.id)
        return item

    def _put_id(self, item: ItemAdapter, number: int) -> None:
        try:
            item[self._id_field] = number
        except KeyError:
            self._warn_once(f"an item has no field {self._id_field} (FIRSTPRINT_ID_FIELD); such items are kept without their id")
