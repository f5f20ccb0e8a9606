"""A page from the caller: checks it, and converts it for the library."""

from __future__ import annotations

import dataclasses
from typing import Mapping, NamedTuple, Optional, Union

from . import _library
from ._errors import Misuse

Content = Union[bytes, bytearray, memoryview, str]


@dataclasses.dataclass(frozen=True)
class Page:
    """A page that was fetched elsewhere. It has either ``html`` or ``text``.

    html          bytes as a server sent them, or a decoded str; the library extracts the article
    text          the article itself; bytes are UTF-8, or in a charset that is guessed
    url           should be absolute
    name          your name for the page; returned as ``Article.name``, and as ``of_name`` of articles that repeat it
    title, lang   for a text; ``lang`` also for an html page that does not state its own
    content_type  the value of the HTTP header: the kind of content, and its charset; ignored for a str
    is_list       for the text of a Purified: its ``is_list``. Without it, a list of pages is judged as an article
    """

    html: Optional[Content] = None
    text: Optional[Content] = None
    url: Optional[str] = None
    name: Optional[str] = None
    title: Optional[str] = None
    lang: Optional[str] = None
    content_type: Optional[str] = None
    is_list: Optional[bool] = None


PageLike = Union[Page, Mapping[str, object]]


class Encoded(NamedTuple):
    """The first fields of _library.Source, which borrows them."""

    data: bytes
    length: int
    form: int
    url: Optional[bytes]
    name: Optional[bytes]
    title: Optional[bytes]
    lang: Optional[bytes]
    content_type: Optional[bytes]


def utf8(text: str, what: str) -> bytes:
    """Refuses lone surrogates, which UTF-8 cannot encode."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as why:
        raise Misuse(f"the {what} has a lone surrogate, {text[why.start]!a}, at {why.start}, and is no text") from None


def c_text(text: object, what: str) -> bytes:
    """Converts a text for C. Refuses a NUL, which would cut it."""
    if not isinstance(text, str):
        raise TypeError(f"the {what} is {type(text).__name__}, and should be a str")
    if "\0" in text:
        raise Misuse(f"the {what} has a NUL")
    return utf8(text, what)


def _optional(text: object, what: str) -> Optional[bytes]:
    return None if text is None else c_text(text, what)


def _content(content: object, what: str) -> bytes:
    if isinstance(content, str):
        return utf8(content, what)
    if isinstance(content, (bytes, bytearray, memoryview)):
        return bytes(content)  # does not copy bytes
    raise TypeError(f"the {what} is {type(content).__name__}, and should be bytes or a str")


def _charset(page: Page, content: object, is_text: bool) -> Optional[bytes]:
    if isinstance(content, str):  # it is UTF-8 now, whatever its <meta> says of the original bytes
        return b"text/plain; charset=utf-8" if is_text else b"text/html; charset=utf-8"
    return _optional(page.content_type, "content type")


def _form(page: Page) -> int:
    if page.is_list is not None and not isinstance(page.is_list, bool):
        raise TypeError(f"is_list is {type(page.is_list).__name__}, and should be a bool")
    if page.html is not None:
        if page.is_list is not None:
            raise Misuse("is_list is of a text: whether html is a list is told by the page")
        return _library.AS_HTML
    if page.is_list is None:
        return _library.AS_TEXT
    return _library.AS_LIST if page.is_list else _library.AS_ARTICLE


def encoded(page: Page) -> Encoded:
    """Raises TypeError, or Misuse for a value that no page can have."""
    if page.html is not None and page.text is not None:
        raise Misuse("a page has both html and text: give the one or the other")
    if page.html is None and page.text is None:
        raise Misuse("a page has neither html nor text: give one of them")
    is_text = page.html is None
    content = page.text if is_text else page.html
    data = _content(content, "text" if is_text else "html")
    return Encoded(
        data,
        len(data),
        _form(page),
        _optional(page.url, "URL"),
        _optional(page.name, "name"),
        _optional(page.title, "title"),
        _optional(page.lang, "language"),
        _charset(page, content, is_text),
    )


class NoPage(TypeError):
    """A mistake in the program, which all of its pages have: an unknown field, or something else instead of a page."""


def page_of(item: object) -> Page:
    """Returns a Page unchanged, and makes one from the fields of a mapping."""
    if isinstance(item, Page):
        return item
    if not isinstance(item, Mapping):
        raise NoPage(f"a page is a firstprint.Page or a dict, and not {type(item).__name__}")
    unknown = [key for key in item if key not in Page.__dataclass_fields__]
    if unknown:
        raise NoPage(f"a page has no field {unknown[0]!r}; it has {', '.join(Page.__dataclass_fields__)}")
    return Page(**item)
