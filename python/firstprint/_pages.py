"""A page as it goes in: checked, and turned into what the library reads."""

from __future__ import annotations

import dataclasses
from typing import Mapping, NamedTuple, Optional, Union

from . import _library
from ._errors import Misuse

Content = Union[bytes, bytearray, memoryview, str]


@dataclasses.dataclass(frozen=True)
class Page:
    """A page that was fetched elsewhere. It has either ``html`` or ``text``.

    html          bytes as a server sent them, or a str that was decoded before: the article is taken out
    text          the article as it is; bytes are UTF-8
    url           should be absolute
    name          what you call the page; it comes back as ``Article.name``, and as ``of_name`` of what repeats it
    title, lang   of a text; ``lang`` also of an html page that does not say its own
    content_type  the value of the HTTP header, for its charset; it does not matter with a str
    """

    html: Optional[Content] = None
    text: Optional[Content] = None
    url: Optional[str] = None
    name: Optional[str] = None
    title: Optional[str] = None
    lang: Optional[str] = None
    content_type: Optional[str] = None


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
    """Refuses lone surrogates, which have no UTF-8."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as why:
        raise Misuse(f"the {what} has a lone surrogate, {text[why.start]!a}, at {why.start}, and is no text") from None


def c_text(text: object, what: str) -> bytes:
    """A text for C. A NUL would cut it, so it is refused."""
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
        return bytes(content)  # no copy of what is bytes already
    raise TypeError(f"the {what} is {type(content).__name__}, and should be bytes or a str")


def _charset(page: Page, content: object, is_text: bool) -> Optional[bytes]:
    if isinstance(content, str):  # what it was before it was decoded is over, whatever its <meta> says
        return b"text/plain; charset=utf-8" if is_text else b"text/html; charset=utf-8"
    return _optional(page.content_type, "content type")


def encoded(page: Page) -> Encoded:
    """TypeError, or Misuse for a value that no page has."""
    if (page.html is None) == (page.text is None):
        raise Misuse("a page has either html or text")
    is_text = page.html is None
    content = page.text if is_text else page.html
    data = _content(content, "text" if is_text else "html")
    return Encoded(
        data,
        len(data),
        _library.AS_TEXT if is_text else _library.AS_HTML,
        _optional(page.url, "URL"),
        _optional(page.name, "name"),
        _optional(page.title, "title"),
        _optional(page.lang, "language"),
        _charset(page, content, is_text),
    )


def page_of(item: object) -> Page:
    """A Page as it is; of a mapping, one with its fields."""
    if isinstance(item, Page):
        return item
    if not isinstance(item, Mapping):
        raise TypeError(f"a page is a firstprint.Page or a dict, and not {type(item).__name__}")
    unknown = [key for key in item if key not in Page.__dataclass_fields__]
    if unknown:
        raise TypeError(f"a page has no field {unknown[0]!r}; it has {', '.join(Page.__dataclass_fields__)}")
    return Page(**item)
