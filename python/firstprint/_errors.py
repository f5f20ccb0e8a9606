"""The failures: one class for each, with the library's own message."""

from __future__ import annotations

import errno
import os
from typing import Any, Dict, Optional, Tuple, Type

# What a sentence ends in when the system refused: its own words, or SQLite's for a full disk.
_NUMBERS = {**{os.strerror(number): number for number in errno.errorcode}, "database or disk is full": errno.ENOSPC}


class Error(Exception):
    """The base of all failures. ``str(error)`` is one sentence, which names the file, the option or the filter.

    ``args`` is what ``__init__`` takes, so that a failure can be copied, and sent to another process.
    """

    code = 0  #: the value of enum firstprint_failure in libfirstprint.h; 0: the failure comes from this module

    def __str__(self) -> str:  # KeyError would put quotes around it
        return str(self.args[0]) if self.args else ""


class OutOfMemory(Error, MemoryError):
    """There was no memory."""

    code = -1


class IOFailed(Error, OSError):
    """The system refused to read or write: no such file, disk full. ``filename`` is the store if that cannot be opened, else None; ``errno`` is EIO if nothing else is known."""

    code = -2

    def __init__(self, sentence: str = "", path: Optional[str] = None) -> None:
        super().__init__(sentence, path)
        self.errno = _NUMBERS.get(sentence.rpartition(": ")[2], errno.EIO)
        self.strerror, self.filename = sentence, path

    def __reduce__(self) -> Tuple[Any, ...]:  # OSError would repeat the path
        return type(self), self.args, vars(self)


class FileMissing(IOFailed, FileNotFoundError):
    """There is no such file, or no folder to make it in. ``filename`` is its path."""

    def __init__(self, sentence: str = "", path: Optional[str] = None) -> None:
        super().__init__(sentence, path)
        self.errno = errno.ENOENT


class Damaged(Error):
    """The file is no store, a damaged one, or one that another version of firstprint has made, as the sentence says."""

    code = -3


class Misuse(Error, ValueError):
    """An invalid request: no such filter, another filter than the store's, a NUL in a URL."""

    code = -4


class Busy(Error):
    """Another process or another Store is writing to the store."""

    code = -5


class TooLarge(Error, ValueError):
    """A page of more than 1 GiB."""

    code = -6


class NotFound(Error, KeyError):
    """There is no such article."""

    code = -7


class BadFilter(Error):
    """The filter broke its contract. Articles stored before are safe."""

    code = -8


class Closed(Misuse):
    """The store was closed before, or it belongs to the process that this one was forked from."""


class LibraryMissing(Error, ImportError):
    """There is no libfirstprint, or the file that was found is not one."""


class ProgramMissing(Error):
    """There is no program firstprint, which explain and diff need."""


_KINDS: Tuple[Type[Error], ...] = (OutOfMemory, IOFailed, Damaged, Misuse, Busy, TooLarge, NotFound, BadFilter)
_BY_CODE: Dict[int, Type[Error]] = {kind.code: kind for kind in _KINDS}
# For failures without a sentence of their own.
_SENTENCES = {
    OutOfMemory.code: "out of memory",
    TooLarge.code: "a page of more than 1 GiB",
}


def error_of(code: int, sentence: str = "") -> Error:
    """Returns the error for a code. Without a sentence it gets a general one."""
    kind = _BY_CODE.get(code, Error)
    return kind(sentence or _SENTENCES.get(code) or f"the library failed with code {code}")
