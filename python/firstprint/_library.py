"""libfirstprint.so, with the declarations of library/libfirstprint.h.

The tests compile the header and compare each structure, constant and function here with it.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from ctypes import POINTER, c_char_p, c_double, c_int, c_size_t, c_uint64, c_void_p
from typing import Any, Iterable, Iterator, List, Tuple

from ._errors import LibraryMissing

DONE = 0
WRITE, COMPARE, READ = range(3)
AS_HTML, AS_TEXT, AS_ARTICLE, AS_LIST = range(4)

_NAME = "libfirstprint.so.0"
_VARIABLE = "FIRSTPRINT_LIBRARY"
_VERSION_LEAST = 1


class Options(ctypes.Structure):
    _fields_ = [("filter", c_char_p), ("mode", c_int), ("jobs", c_int), ("key", c_char_p), ("reserved", c_void_p * 4)]


class Source(ctypes.Structure):
    _fields_ = [
        ("bytes", c_char_p),
        ("len", c_size_t),
        ("form", c_int),
        ("url", c_char_p),
        ("name", c_char_p),
        ("title", c_char_p),
        ("lang", c_char_p),
        ("content_type", c_char_p),
        ("reserved", c_void_p * 5),
    ]


class ArticleFields(ctypes.Structure):
    _fields_ = [
        ("id", c_uint64),
        ("kind", c_char_p),
        ("url", c_char_p),
        ("name", c_char_p),
        ("title", c_char_p),
        ("lang", c_char_p),
        ("fetched_at", c_char_p),
        ("text", c_void_p),
        ("text_len", c_size_t),
        ("verdict", c_char_p),
        ("of", c_uint64),
        ("of_url", c_char_p),
        ("of_name", c_char_p),
        ("filter", c_char_p),
        ("stage", c_char_p),
        ("proposed_by", c_char_p),
        ("word", c_char_p),
        ("score", c_double),
        ("evidence", c_char_p),
        ("shares", c_char_p),
        ("cause", c_char_p),
        ("notable", c_char_p),
        ("failure", c_int),
        ("why", c_char_p),
    ]


class NeighbourFields(ctypes.Structure):
    _fields_ = [("id", c_uint64), ("resemblance", c_double), ("contained", c_double), ("contains", c_double)]


class DecisionFields(ctypes.Structure):
    _fields_ = [
        ("id", c_uint64),
        ("what", c_char_p),
        ("url", c_char_p),
        ("name", c_char_p),
        ("of_url", c_char_p),
        ("of_name", c_char_p),
        ("pattern", c_char_p),
        ("at", c_char_p),
    ]


class PurifiedFields(ctypes.Structure):
    _fields_ = [
        ("title", c_char_p),
        ("lang", c_char_p),
        ("text", c_void_p),
        ("text_len", c_size_t),
        ("charset", c_char_p),
        ("canonical", c_char_p),
        ("degraded", c_char_p),
        ("links", POINTER(c_char_p)),
        ("links_len", c_size_t),
        ("noindex", c_int),
        ("nofollow", c_int),
        ("is_list", c_int),
    ]


#: name, result, arguments
FUNCTIONS: List[Tuple[str, Any, List[Any]]] = [
    ("firstprint_version", c_int, [POINTER(c_char_p)]),
    ("firstprint_open", c_int, [c_char_p, POINTER(Options), POINTER(c_void_p)]),
    ("firstprint_close", None, [c_void_p]),
    ("firstprint_error", c_char_p, [c_void_p]),
    ("firstprint_filter_spec", c_char_p, [c_void_p]),
    ("firstprint_judge", c_int, [c_void_p, POINTER(Source), POINTER(ArticleFields)]),
    ("firstprint_judge_all", c_int, [c_void_p, POINTER(Source), c_size_t, POINTER(ArticleFields)]),
    ("firstprint_get", c_int, [c_void_p, c_uint64, POINTER(ArticleFields)]),
    ("firstprint_find", c_int, [c_void_p, c_char_p, POINTER(ArticleFields)]),
    ("firstprint_next", c_int, [c_void_p, c_uint64, POINTER(ArticleFields)]),
    ("firstprint_text", c_int, [c_void_p, c_uint64, POINTER(c_void_p), POINTER(c_size_t)]),
    ("firstprint_count", c_int, [c_void_p, POINTER(c_uint64), POINTER(c_uint64)]),
    ("firstprint_drops_of", c_int, [c_void_p, c_uint64, POINTER(POINTER(c_uint64)), POINTER(c_size_t)]),
    ("firstprint_near", c_int, [c_void_p, c_uint64, POINTER(NeighbourFields), c_size_t, POINTER(c_size_t)]),
    ("firstprint_undo", c_int, [c_void_p, c_uint64]),
    ("firstprint_drop", c_int, [c_void_p, c_uint64, c_uint64]),
    ("firstprint_forget", c_int, [c_void_p, c_uint64]),
    ("firstprint_next_decision", c_int, [c_void_p, c_uint64, POINTER(DecisionFields)]),
    ("firstprint_purify", c_int, [POINTER(Source), POINTER(POINTER(PurifiedFields))]),
    ("firstprint_purify_error", c_char_p, []),
    ("firstprint_purified_free", None, [POINTER(PurifiedFields)]),
]


def _places() -> Iterator[str]:
    """Where the library may be, the first one first: the system's places, beside this package, the environment of Python, where
    pkg-config says."""
    yield _NAME
    beside = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))  # PREFIX/lib/python/firstprint
    for prefix in (beside, os.path.dirname(beside), sys.prefix, sys.base_prefix, "/usr/local"):  # PREFIX/lib/python3.9/site-packages/…
        yield os.path.join(prefix, "lib", _NAME)
    try:
        asked = subprocess.run(["pkg-config", "--variable=libdir", "libfirstprint"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except OSError:
        return
    folder = os.fsdecode(asked.stdout).strip()
    if folder:
        yield os.path.join(folder, _NAME)


def _load_first(places: Iterable[str]) -> Tuple[ctypes.CDLL, str]:
    said = []
    for path in places:
        try:
            return ctypes.CDLL(path), path  # unlike PyDLL it releases the GIL during each call
        except OSError as why:
            said.append(str(why))
    raise LibraryMissing(f"{said[0]}: install libfirstprint, run ldconfig, or set {_VARIABLE} to the path of {_NAME}")


def load() -> Tuple[ctypes.CDLL, str]:
    """Loads the library. Returns it, and its version as text."""
    chosen = os.environ.get(_VARIABLE)
    found, path = _load_first([chosen] if chosen else _places())
    for name, result, arguments in FUNCTIONS:
        try:
            function = getattr(found, name)
        except AttributeError:
            raise LibraryMissing(f"{path} is no libfirstprint, or an older one: it has no {name}") from None
        function.restype = result
        function.argtypes = arguments
    text = c_char_p()
    version = found.firstprint_version(ctypes.byref(text))
    if version < _VERSION_LEAST:
        raise LibraryMissing(f"{path} has version {version} of the interface, and {_VERSION_LEAST} is needed")
    return found, (text.value or b"").decode()


lib, version = load()
