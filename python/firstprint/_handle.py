"""The library's handle: one thread at a time uses it, and the process that opened it closes it, once."""

from __future__ import annotations

import contextlib
import ctypes
import os
import threading
from typing import Iterator, Optional

from . import _library
from ._errors import Closed, Error, Misuse, OutOfMemory, error_of
from ._library import lib


class Handle:
    """``with handle.use() as pointer:`` keeps other threads out. Copy the outputs of a call inside the block."""

    def __init__(self, path: Optional[bytes], options: _library.Options) -> None:
        self._lock = threading.RLock()
        self._in_use = False
        self._close_after = False
        self._process = os.getpid()
        pointer = ctypes.c_void_p()
        code = lib.firstprint_open(path, ctypes.byref(options), ctypes.byref(pointer))
        self._pointer: Optional[int] = pointer.value
        if code != _library.DONE:
            why = self._error(code)
            self.close()
            raise why

    def _error(self, code: int) -> Error:
        if not self._pointer:
            return OutOfMemory("out of memory")
        return error_of(code, self.sentence())

    def sentence(self) -> str:
        """Returns the library's message about the last call. Call it inside of use()."""
        return (lib.firstprint_error(self._pointer) or b"").decode("utf-8", "replace")

    def check(self, code: int) -> None:
        """Raises the error that a call inside of use() returned, if it is one."""
        if code != _library.DONE:
            raise self._error(code)

    @contextlib.contextmanager
    def use(self) -> Iterator[int]:
        # Threads and SQLite's locks do not survive a fork. A thread that held this lock would be gone, and never release it.
        if self._process != os.getpid():
            raise Closed("the store was opened by the process that this one was forked from: open it again")
        with self._lock:
            if self._in_use:  # by this thread: the lock keeps others out
                raise Misuse("this thread is using the store: a signal handler can close it, and nothing else")
            if not self._pointer:
                raise Closed("the store is closed")
            try:
                self._in_use = True
                yield self._pointer
            finally:
                self._in_use = False
                if self._close_after:
                    self._release()

    def close(self) -> None:
        """Waits for a call of another thread, then closes the handle. Does nothing the second time.

        In a signal handler that has interrupted a call of the same thread, it closes the handle when that call ends.
        """
        if self._process != os.getpid():
            return  # closing it here would wait for threads that do not exist in this process
        with self._lock:
            if self._in_use:
                self._close_after = True
            else:
                self._release()

    def _release(self) -> None:
        pointer, self._pointer = self._pointer, None
        lib.firstprint_close(pointer)  # accepts NULL

    @property
    def is_closed(self) -> bool:
        return not self._pointer
