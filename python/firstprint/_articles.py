"""An article and its verdict."""

from __future__ import annotations

import ctypes
import dataclasses
import html
import json
from typing import Any, Dict, List, NamedTuple, Optional

from . import _library
from ._errors import Error


@dataclasses.dataclass(frozen=True, repr=False)
class Article:
    """A page, which is kept, or a drop, which repeats a page. Missing values are None.

    id           in the store; without a store, a running number; 0: nothing was stored
    kind         "page", "drop", "past" (a newer version replaced it, or its URL is gone), or "failed"
    url
    name         your name for the page
    title, lang
    fetched_at   UTC: "2024-05-31T12:00:00Z"
    text         the article; None when iterating over a store: use Store.text
    verdict      "unique", "duplicate", "near-duplicate", "contained", "supersedes"; "": it failed
    of           the page that it repeats or supersedes, and its of_url and of_name
    filter       the filter that decided
    stage        the stage of the filter that decided
    proposed_by  the stage that found ``of``, if another one decided
    word         the word or number that decided
    score        likeness to ``of``, 0 to 1
    evidence     the numbers that the verdict rests on
    shares       pages that have some of its text: "page", "share"
    cause        of a drop in a store: what differs between the URLs or texts: "session", "edited"
    notable      of a drop in a store: words of the difference that make it worth a look: "not, −Aldern"
    failure      from judge_all: why the page was not judged; only url and name are set then
    store        the file of its store; None: it has none
    """

    id: int
    kind: str
    url: Optional[str]
    name: Optional[str]
    title: Optional[str]
    lang: Optional[str]
    fetched_at: Optional[str]
    text: Optional[str]
    verdict: str
    of: Optional[int]
    of_url: Optional[str]
    of_name: Optional[str]
    filter: Optional[str]
    stage: Optional[str]
    proposed_by: Optional[str]
    word: Optional[str]
    score: float
    evidence: Dict[str, Any] = dataclasses.field(hash=False)
    shares: List[Dict[str, Any]] = dataclasses.field(hash=False)
    cause: Optional[str] = None
    notable: Optional[str] = None
    failure: Optional[Error] = None
    store: Optional[str] = dataclasses.field(default=None, compare=False)

    @property
    def is_drop(self) -> bool:
        """Does it repeat a page?"""
        return self.kind == "drop"

    def to_dict(self) -> Dict[str, Any]:
        """Returns its fields but the store, ready for json.dumps: the failure as its sentence."""
        fields = {**dataclasses.asdict(self), "failure": str(self.failure) if self.failure else None}
        del fields["store"]
        return fields

    def _verdict(self) -> str:
        word = {"contained": " in", "supersedes": ""}.get(self.verdict, " of")
        of = f"{word} {self.of_url or self.of_name or self.of}" if self.of else ""
        return f"failed: {self.failure}" if self.failure else f"{self.verdict}{of}" + f" {self.score:.2f}" * bool(self.of)

    def __repr__(self) -> str:
        kind = f"{self.kind}, " * (not self.failure)
        return f"<Article {self.id} {self.url or self.name or '-'}: {kind}{self._verdict()}>"

    def _repr_html_(self) -> str:
        shown = [("article", f"{self.id} {self.url or self.name or ''}"), (self.kind, self._verdict()), ("title", self.title or ""),
                 ("cause", self.cause or ""), ("text", (self.text or "")[:400])]
        rows = "".join(f"<tr><th>{html.escape(name)}</th><td>{html.escape(value)}</td></tr>" for name, value in shown if value)
        return f"<table>{rows}</table>"


class Group(NamedTuple):
    """A page, and the drops that repeat it."""

    page: Article
    drops: List[Article]


@dataclasses.dataclass(frozen=True)
class Decision:
    """A person's decision, which overrides the filter whenever an article is judged.

    id
    what             "keep", "drop", "prefer", "never-drop"
    url, name        keep, drop: of the article
    of_url, of_name  drop: of the page that it repeats; keep: of the one that it is no copy of
    pattern          prefer, never-drop: a regular expression
    at               UTC
    """

    id: int
    what: str
    url: Optional[str]
    name: Optional[str]
    of_url: Optional[str]
    of_name: Optional[str]
    pattern: Optional[str]
    at: Optional[str]


@dataclasses.dataclass(frozen=True)
class Neighbour:
    """An article that is similar to another one.

    id
    resemblance  of all runs of three words in either article, the share that is in both, as samples of long ones tell: 0 to 1
    contained    the share of the article that is in the neighbour
    contains     the share of the neighbour that is in the article
    """

    id: int
    resemblance: float
    contained: float
    contains: float


def text_of(text: Optional[bytes]) -> Optional[str]:
    """All texts of the library are UTF-8; "replace" is for stores that another program wrote to."""
    return None if text is None else text.decode("utf-8", "replace")


def span_of(at: Optional[int], length: int) -> Optional[str]:
    return None if at is None else ctypes.string_at(at, length).decode("utf-8", "replace")


def _json_of(text: Optional[bytes], kind: type) -> Any:
    try:
        value = json.loads(text) if text else None
    except ValueError:
        value = None
    return value if isinstance(value, kind) else kind()


def article_of(x: _library.ArticleFields, store: Optional[str]) -> Article:
    """Copies all fields, since the next call with the handle frees them."""
    return Article(
        x.id,
        text_of(x.kind) or "page",
        text_of(x.url),
        text_of(x.name),
        text_of(x.title),
        text_of(x.lang),
        text_of(x.fetched_at),
        span_of(x.text, x.text_len),
        text_of(x.verdict) or "",
        x.of or None,
        text_of(x.of_url),
        text_of(x.of_name),
        text_of(x.filter),
        text_of(x.stage),
        text_of(x.proposed_by),
        text_of(x.word),
        x.score,
        _json_of(x.evidence, dict),
        _json_of(x.shares, list),
        text_of(x.cause),
        text_of(x.notable),
        store=store,
    )


def failed(why: Error, url: Optional[str], name: Optional[str], store: Optional[str]) -> Article:
    nothing = article_of(_library.ArticleFields(), store)
    return dataclasses.replace(nothing, kind="failed", url=url, name=name, failure=why)


def neighbour_of(x: _library.NeighbourFields) -> Neighbour:
    return Neighbour(x.id, x.resemblance, x.contained, x.contains)


def decision_of(x: _library.DecisionFields) -> Decision:
    texts = (text_of(getattr(x, field)) for field in ("url", "name", "of_url", "of_name", "pattern", "at"))
    return Decision(x.id, text_of(x.what) or "", *texts)
