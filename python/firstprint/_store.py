"""The store: judges pages, and returns the articles that it has."""

from __future__ import annotations

import ctypes
import json
import operator
import os
import weakref
from types import TracebackType
from typing import Iterable, Iterator, List, Literal, Mapping, Optional, Type, Union

from . import _library, _program
from ._ahead import Batch, Refused, judge_ahead
from ._articles import Article, Decision, Group, Neighbour, article_of, decision_of, failed, neighbour_of, span_of, text_of
from ._errors import FileMissing, IOFailed, Misuse, NotFound, error_of
from ._handle import Handle
from ._library import lib
from ._pages import Content, Encoded, Page, PageLike, c_text, encoded
from ._program import Diff, Explanation

Path = Union[str, os.PathLike[str]]
Which = Union[int, str, Article]  #: an article: its id, its URL or name, or the Article itself
Mode = Literal["write", "compare", "read"]

_MODES = {"write": _library.WRITE, "compare": _library.COMPARE, "read": _library.READ}
_KEY_MOST = 1_000_000_000
_JOBS_MOST = 1024  # the limit in libfirstprint.h; ctypes would truncate a number that does not fit an int
_NEAR_MOST = 1_000_000  # articles that near() allocates room for
_BATCH = 256
_BATCH_MOST = 1_000_000


def _whole(value: int, least: int, most: int, what: str) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what}: a {type(value).__name__}, and should be an int") from None
    if not least <= number <= most:
        raise Misuse(f"{what}: {number}, and may be {least} to {most}")
    return number


def _path_text(path: Optional[Path]) -> Optional[str]:
    if path is None:
        return None
    text = os.fspath(path) if isinstance(path, (str, os.PathLike)) else None
    if not isinstance(text, str):
        raise TypeError(f"the path is {type(path).__name__}, and should be a str or a Path")
    if text in ("", ":memory:"):
        raise Misuse(f"{text!r} is no file; None opens one without a file, which only judges")
    if "\0" in text:
        raise Misuse("the path has a NUL")
    return text


def _path_bytes(path: Optional[str]) -> Optional[bytes]:
    try:
        return None if path is None else os.fsencode(path)
    except UnicodeEncodeError:
        raise Misuse(f"{path!a} is no path") from None


def _is_missing(path: Optional[str], mode: str) -> bool:
    """Is there no such file, or no folder to make it in?"""
    return path is not None and not os.path.exists(os.path.dirname(os.path.abspath(path)) if mode == "write" else path)


def _id(value: Union[int, Article]) -> int:
    try:
        number = value.id if isinstance(value, Article) else operator.index(value)
    except TypeError:
        raise TypeError(f"an article is an id, a URL, a name or an Article, and not {type(value).__name__}") from None
    if not 0 <= number < 1 << 64:  # ctypes would pass only its last 64 bits
        raise NotFound(f"there is no article {number}")
    return number


class Store:
    """The result of firstprint.open. Any thread may use it; calls take turns, and let other Python threads run meanwhile.

    ``for article in store`` iterates over the pages and drops in the order of their ids, without their texts; ``len(store)`` counts them.
    """

    def __init__(
        self,
        path: Optional[Path],
        filter: Optional[str] = None,
        mode: Mode = "write",
        jobs: int = 0,
        key: Optional[int] = None,
    ) -> None:
        if not isinstance(mode, str) or mode not in _MODES:
            raise Misuse(f"{mode!r} is no mode; there are {', '.join(_MODES)}")
        if filter in _MODES:
            raise Misuse(f"{filter!r} is a mode, and not a filter: give it as mode={filter!r}")
        options = _library.Options(
            None if filter is None else c_text(filter, "filter"),
            _MODES[mode],
            _whole(jobs, 0, _JOBS_MOST, "jobs"),
            None if key is None else b"%d" % _whole(key, 0, _KEY_MOST, "key"),
        )
        name = _path_text(path)
        self._path = None if name is None else os.path.abspath(name)  # explain finds it after a chdir
        try:
            self._handle = Handle(_path_bytes(name), options)
        except IOFailed as why:
            raise (FileMissing if _is_missing(name, mode) else IOFailed)(str(why), self._path) from None
        self._file = None if self._path is None else os.path.realpath(self._path)  # by which its articles know it
        self._finalizer = weakref.finalize(self, self._handle.close)  # at exit, too, before the library is unloaded

    # ── open and closed ──

    def close(self) -> None:
        """Closes the store. Does nothing the second time. Any other use of a closed store raises Closed."""
        self._finalizer.detach()
        self._handle.close()

    def __enter__(self) -> Store:
        with self._handle.use():
            return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        why: Optional[BaseException],
        where: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        where = "without a file" if self._path is None else repr(self._path)
        return f"<firstprint.Store {where}{' closed' if self._handle.is_closed else ''}>"

    @property
    def filter(self) -> Optional[str]:
        """The filter with all its options: "cascade@N:sentences=…", N its version. None: the store was opened with mode "read"."""
        with self._handle.use() as fp:
            return text_of(lib.firstprint_filter_spec(fp))

    # ── judging ──

    def judge(
        self,
        *,
        html: Optional[Content] = None,
        text: Optional[Content] = None,
        url: Optional[str] = None,
        name: Optional[str] = None,
        title: Optional[str] = None,
        lang: Optional[str] = None,
        content_type: Optional[str] = None,
        is_list: Optional[bool] = None,
    ) -> Article:
        """Was this article seen before? Stores it as a page or a drop before it returns. See Page for the arguments.

        A page that the store has dropped before, by its name or, without one, its URL, and with the same bytes, is that drop: nothing is stored.
        """
        data = encoded(Page(html, text, url, name, title, lang, content_type, is_list))
        source, said = _library.Source(*data), _library.ArticleFields()
        with self._handle.use() as fp:
            self._handle.check(lib.firstprint_judge(fp, ctypes.byref(source), ctypes.byref(said)))
            return article_of(said, self._file)

    def judge_all(self, pages: Iterable[PageLike], batch: int = _BATCH) -> Iterator[Article]:
        """Judges many pages, in their order, on several threads: several times as fast.

        pages  an iterable of Page objects, or of dicts with their fields
        batch  the number of pages that one call judges and stores in one transaction

        A page that cannot be judged is returned with ``failure`` set and kind "failed", and the others are judged. A field that
        no page has, such as a misspelled one, and anything but a page raise TypeError; then, and if ``pages`` raises, the pages before it are
        judged and returned first. Any other failure is raised, and nothing of its batch is stored. Up to three batches are in memory, and pages are read ahead: if you stop early, the store has
        one or two batches more than you received. It is lazy: pages are judged while you iterate. In a coroutine, run the whole loop
        in a thread: ``await asyncio.to_thread(lambda: list(store.judge_all(pages)))``.
        """
        with self._handle.use():  # a closed store raises now, even if there are no pages
            pass
        if isinstance(pages, (Page, Mapping, str, bytes)):
            raise TypeError(f"judge_all takes an iterable of pages, and not one {type(pages).__name__}: put it in a list")
        return judge_ahead(pages, _whole(batch, 1, _BATCH_MOST, "batch"), self._judge_batch)

    def _judge_batch(self, batch: Batch) -> List[Article]:
        pages = [page for page in batch if isinstance(page, Encoded)]
        judged = iter(self._judge_pages(pages))
        return [failed(x.why, x.url, x.name, self._file) if isinstance(x, Refused) else next(judged) for x in batch]

    def _judge_pages(self, pages: List[Encoded]) -> List[Article]:
        n = len(pages)
        sources = (_library.Source * n)(*(_library.Source(*page) for page in pages))
        said = (_library.ArticleFields * n)()
        with self._handle.use() as fp:
            self._handle.check(lib.firstprint_judge_all(fp, sources, n, said))
            return [self._judged(page, x) for page, x in zip(pages, said)]

    def _judged(self, page: Encoded, x: _library.ArticleFields) -> Article:
        if x.failure == _library.DONE:
            return article_of(x, self._file)
        return failed(error_of(x.failure, text_of(x.why) or ""), text_of(page.url), text_of(page.name), self._file)

    # ── reading ──

    def _id(self, what: Which) -> int:
        """Every method that takes an article takes its id, its URL or name, or the Article, which must be of this store."""
        if isinstance(what, Article) and what.store != self._file:
            raise NotFound(f"{what!r} is of another store, {what.store or 'one without a file'}, and not of {self._path}")
        return self.find(what).id if isinstance(what, str) else _id(what)

    def _named(self, what: Which) -> str:
        """An article as the program takes it. A URL without an article, as one that a crawl skipped, is left to the program."""
        try:
            return f"#{self._id(what)}"
        except NotFound:
            if not isinstance(what, str):
                raise
            return json.dumps(what) if what.lstrip("#").isdigit() else what  # it would take digits for an id

    def _check(self, code: int, what: Which) -> None:
        if code == NotFound.code:
            raise NotFound(f"no article has the URL or name {what!r}" if isinstance(what, str) else f"there is no article {_id(what)}")
        self._handle.check(code)

    def get(self, what: Which) -> Article:
        """Returns an article. An id also finds what was a drop and has become a page under another id since. Or raises NotFound."""
        number, found = self._id(what), _library.ArticleFields()
        with self._handle.use() as fp:
            self._check(lib.firstprint_get(fp, number, ctypes.byref(found)), what)
            return article_of(found, self._file)

    def find(self, what: str) -> Article:
        """Returns the newest page or drop with this URL or, if there is none, with this name. Or raises NotFound."""
        address, found = c_text(what, "URL or name"), _library.ArticleFields()
        with self._handle.use() as fp:
            self._check(lib.firstprint_find(fp, address, ctypes.byref(found)), what)
            return article_of(found, self._file)

    def __getitem__(self, what: Which) -> Article:
        """``store[url]``: the same as get."""
        return self.get(what)

    def __contains__(self, what: object) -> bool:
        """``url in store``: is there a page or a drop with exactly this URL or name (str), or this id (int), or is the Article there?"""
        if not isinstance(what, (str, int, Article)):
            raise TypeError(f"{type(what).__name__} is no URL, name, id or Article")
        try:
            self.get(what)
        except NotFound:
            return False
        return True

    def __reduce__(self) -> str:
        raise TypeError("a store cannot be copied or pickled: open it again")

    @property
    def path(self) -> Optional[str]:
        """The file; None: there is none, and the store only judges."""
        return self._path

    def text(self, what: Which) -> str:
        """Returns the text of any article, including drops, or raises NotFound."""
        number, at, length = self._id(what), ctypes.c_void_p(), ctypes.c_size_t()
        with self._handle.use() as fp:
            self._check(lib.firstprint_text(fp, number, ctypes.byref(at), ctypes.byref(length)), what)
            return span_of(at.value, length.value) or ""

    def near(self, what: Which, most: int = 10) -> List[Neighbour]:
        """Returns the articles most similar to this one, whatever the filter's verdicts are; the nearest first.

        With an index (firstprint index STORE) this takes milliseconds; it reads all texts that the index does not have.
        """
        number, room = self._id(what), _whole(most, 0, _NEAR_MOST, "most")
        found, count = (_library.NeighbourFields * room)(), ctypes.c_size_t()
        with self._handle.use() as fp:
            self._check(lib.firstprint_near(fp, number, found, room, ctypes.byref(count)), what)
            return [neighbour_of(x) for x in found[: count.value]]

    def _next(self, after: int) -> Optional[Article]:
        found = _library.ArticleFields()
        with self._handle.use() as fp:
            code = lib.firstprint_next(fp, after, ctypes.byref(found))
            if code == NotFound.code:
                return None
            self._handle.check(code)
            return article_of(found, self._file)

    def __iter__(self) -> Iterator[Article]:
        """Iterates over all articles by their ids, and on to those that are stored meanwhile: to judge in the loop, make a list first."""
        article = self._next(0)
        while article:
            yield article
            article = self._next(article.id)

    def pages(self) -> Iterator[Article]:
        """Iterates over the pages: first prints."""
        return (article for article in self if article.kind == "page")

    def drops(self, of: Optional[Which] = None) -> Iterator[Article]:
        """Iterates over the drops: reprints. of: only over those of this page, or of the page that this drop repeats."""
        if of is None:
            return (article for article in self if article.is_drop)
        page = self.get(of)
        return self._drops_of(page.of if page.is_drop and page.of else page.id)

    def _drops_of(self, page: int) -> Iterator[Article]:
        ids, count = ctypes.POINTER(ctypes.c_uint64)(), ctypes.c_size_t()
        with self._handle.use() as fp:
            self._handle.check(lib.firstprint_drops_of(fp, page, ctypes.byref(ids), ctypes.byref(count)))
            found = ids[: count.value]
        return (article for article in (self._next(id - 1) for id in found) if article and article.of == page)

    def groups(self) -> Iterator[Group]:
        """Iterates over the pages that have drops, and their drops, in the order of the pages."""
        groups = (Group(page, list(self._drops_of(page.id))) for page in self.pages())
        return (group for group in groups if group.drops)

    def __len__(self) -> int:
        """The number of pages and drops, which takes no longer in a large store."""
        pages, drops = ctypes.c_uint64(), ctypes.c_uint64()
        with self._handle.use() as fp:
            self._handle.check(lib.firstprint_count(fp, ctypes.byref(pages), ctypes.byref(drops)))
            return pages.value + drops.value

    def __bool__(self) -> bool:
        """A store is true, also if it is empty or has no file."""
        return True

    # ── explanations and decisions ──

    def _readable(self) -> str:
        with self._handle.use():
            pass  # Closed, if it is
        if self._path is None:
            raise Misuse("the store has no file, which the program that explains it reads")
        if not os.path.exists(self._path):
            raise FileMissing(f"{self._path}: no such file", self._path)
        return self._path

    def explain(self, what: Which) -> Explanation:
        """Returns every decision about an article, in sentences; of several with this URL about the newest.

        Like diff, it runs the program firstprint, found on the PATH or through FIRSTPRINT_PROGRAM; ProgramMissing if there is none.
        """
        return _program.explain(self._readable(), self._named(what))

    def diff(self, a: Which, b: Optional[Which] = None) -> Diff:
        """Returns how two articles differ, word by word. b None: a is a drop, and its original is compared with it; or a page,
        and the text that was at its URL before is, or else the page that it was compared with when it was kept. The result has the older one as ``a``, and what the newer one has more as ``added``."""
        return _program.diff(self._readable(), [self._named(a), *([] if b is None else [self._named(b)])])

    def undo(self, what: Which) -> None:
        """Makes a drop a page again, and remembers that: the article of this URL or name is kept from now on, whatever it repeats; the same
        text at the same URL again is a duplicate of it. The page that it repeated is kept, too. Misuse: it is no drop.

        Without URL and name there is nothing to remember it by: this one is kept, and a later copy is judged anew.

        The filter then reads the store again, which takes seconds per million pages.
        """
        number = self._id(what)
        with self._handle.use() as fp:
            self._check(lib.firstprint_undo(fp, number), what)

    def drop(self, what: Which, of: Which) -> None:
        """Makes an article a drop of another one, and remembers that: an article of this URL or name is a drop of that page from now on.

        If ``of`` is a drop, its page is meant; if it repeats ``what``, the two change places. The drops of ``what`` become those of
        the other page, or pages again if they repeat a part that it does not have. Misuse: both are the same article. As undo, it
        reads the store again.
        """
        number, page = self._id(what), self._id(of)
        article = self.get(number)
        if isinstance(what, str) and article.is_drop and article.of and article.of_url == article.url:
            number = article.of  # the same URL came again: its page is meant
        with self._handle.use() as fp:
            self._check(lib.firstprint_drop(fp, number, page), what)

    def forget(self, decision: Union[int, Decision]) -> None:
        """Forgets a decision, or raises NotFound. What was decided stays until everything is judged again by the program:
        ``firstprint judge STORE --apply``. To overrule an undo at once, use drop, and for a drop undo."""
        if isinstance(decision, Decision) and decision not in self.decisions():
            raise NotFound(f"decision {decision.id} is forgotten already")  # another one may have its id
        number = decision.id if isinstance(decision, Decision) else _whole(decision, 0, (1 << 63) - 1, "decision")
        with self._handle.use() as fp:
            self._handle.check(lib.firstprint_forget(fp, number))

    def decisions(self) -> List[Decision]:
        """Returns what people decided: undo, and drop, --prefer and --never-drop of the program."""
        found: List[Decision] = []
        with self._handle.use() as fp:
            fields = _library.DecisionFields()
            while (code := lib.firstprint_next_decision(fp, found[-1].id if found else 0, ctypes.byref(fields))) == _library.DONE:
                found.append(decision_of(fields))
            if code != NotFound.code:
                self._handle.check(code)
        return found
