"""The article of a page, without a store."""

from __future__ import annotations

import ctypes
import dataclasses
from typing import Optional, Tuple

from . import _library
from ._articles import span_of, text_of
from ._errors import error_of
from ._library import lib
from ._pages import Content, Page, encoded


@dataclasses.dataclass(frozen=True)
class Purified:
    """The article of a page, without menus. Missing values are None.

    title, lang
    text               the article
    charset            of the bytes: "UTF-8"
    canonical          href of <link rel=canonical>, as written
    degraded           the limit that the page exceeds; ``text`` is then all text between its tags
    links              href of each link, as written
    noindex, nofollow  what <meta name=robots> says
    is_list            it lists other pages, as a category does; to judge the text later, give Page this too
    """

    title: Optional[str]
    lang: Optional[str]
    text: str
    charset: Optional[str]
    canonical: Optional[str]
    degraded: Optional[str]
    links: Tuple[str, ...]
    noindex: bool
    nofollow: bool
    is_list: bool


def _purified_of(x: _library.PurifiedFields) -> Purified:
    return Purified(
        text_of(x.title),
        text_of(x.lang),
        span_of(x.text, x.text_len) or "",
        text_of(x.charset),
        text_of(x.canonical),
        text_of(x.degraded),
        tuple(text_of(x.links[i]) or "" for i in range(x.links_len)),
        bool(x.noindex),
        bool(x.nofollow),
        bool(x.is_list),
    )


def purify(
    html: Content, *, url: Optional[str] = None, lang: Optional[str] = None, content_type: Optional[str] = None
) -> Purified:
    """Extracts the article of a page. Any number of threads may call it at once. See Page for the arguments."""
    if html is None:
        raise TypeError("the html is None, and should be bytes or a str")
    source = _library.Source(*encoded(Page(html=html, url=url, lang=lang, content_type=content_type)))
    out = ctypes.POINTER(_library.PurifiedFields)()
    code = lib.firstprint_purify(ctypes.byref(source), ctypes.byref(out))
    if code != _library.DONE:
        raise error_of(code, lib.firstprint_purify_error().decode("utf-8", "replace"))
    try:
        return _purified_of(out.contents)
    finally:
        lib.firstprint_purified_free(out)
