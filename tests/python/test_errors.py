"""Each failure has its class and the library's sentence, and no value from Python ends the interpreter."""

import concurrent.futures
import copy
import errno
import gc
import inspect
import multiprocessing
import os
import pickle
import subprocess
import sys
import unittest

import firstprint
from support import ARTICLE, WRONG_FILTER, Scratch, article, modules, python

ODD: list = [
    None,
    5,
    -1,
    1 << 70,
    1.5,
    float("nan"),
    True,
    "",
    "\0",
    "\ud800",
    "a" * (1 << 20),
    b"",
    b"\0\xff",
    b"\xff" * 4096,
    [],
    {},
    (),
    object(),
    int,
    len,
]
HOLDS = """
import sys, firstprint
store = firstprint.open(sys.argv[1])
print("open", flush=True)
sys.stdin.read()
"""
LEAVES = """
import sys, firstprint
store = firstprint.open(sys.argv[1])
articles = store.judge_all({"text": str(i)} for i in range(9))
print(next(articles).id)
"""


class Classes(Scratch):
    def fails(self, kind, sentence, call, *arguments, **named):
        with self.assertRaisesRegex(kind, sentence) as caught:
            call(*arguments, **named)
        self.assertIs(type(caught.exception), kind)
        self.assertIsInstance(caught.exception, firstprint.Error)
        return caught.exception

    def test_io(self):
        why = self.fails(firstprint.FileMissing, "^/nowhere/x.db: .*No such file", firstprint.open, "/nowhere/x.db")
        self.assertIsInstance(why, FileNotFoundError)
        self.assertEqual((why.errno, why.filename), (errno.ENOENT, "/nowhere/x.db"))
        self.fails(firstprint.FileMissing, "store.db", firstprint.open, self.path, mode="read")
        why = self.fails(firstprint.IOFailed, "a folder", firstprint.open, self.folder)
        self.assertEqual((why.errno, why.filename), (errno.EIO, str(self.folder)))
        why = self.fails(firstprint.IOFailed, "File name too long", firstprint.open, self.folder / ("x" * 300))
        self.assertEqual(why.errno, errno.ENAMETOOLONG)
        self.assertEqual(self.fails(firstprint.IOFailed, "disk is full", firstprint.open, "/dev/full").errno, errno.ENOSPC)
        self.assertFalse(self.path.exists())

    def test_damaged(self):
        self.path.write_text("this is no store " * 1000)
        self.fails(firstprint.Damaged, "store.db: not a SQLite file", firstprint.open, self.path)

    def test_misuse(self):
        why = self.fails(firstprint.Misuse, "no filter 'nope'", firstprint.open, None, "nope")
        self.assertIsInstance(why, ValueError)
        with firstprint.open(self.path, "exact") as store:
            store.judge(text=ARTICLE)
        self.fails(firstprint.Misuse, "exact", firstprint.open, self.path, "minhash")
        self.fails(firstprint.Misuse, "'append' is no mode", firstprint.open, None, mode="append")
        self.fails(firstprint.Misuse, "there must be a store", firstprint.open, None, mode="read")
        self.fails(firstprint.Misuse, "opens no filter: .minhsh.", firstprint.open, self.path, "minhsh", mode="read")
        self.fails(firstprint.Misuse, "is no mode", firstprint.open, None, mode=["read"])
        self.fails(firstprint.Misuse, "give it as mode='read'", firstprint.open, self.path, "read")
        for path in ("", ":memory:"):
            self.fails(firstprint.Misuse, "None opens one without a file", firstprint.open, path)
        for copied in (copy.copy, pickle.dumps):
            with firstprint.open(None) as store, self.assertRaisesRegex(TypeError, "cannot be copied"):
                copied(store)
        for path in (5, b"x.db"):
            with self.assertRaisesRegex(TypeError, "should be a str or a Path"):
                firstprint.open(path)
        for jobs in (-1, 1025, 1 << 32, 1 << 70):
            self.fails(firstprint.Misuse, "1024", firstprint.open, None, jobs=jobs)
        with firstprint.open(self.path, mode="read") as store:
            self.fails(firstprint.Misuse, "opened to be read", store.judge, text="x")
        with firstprint.open(None) as store:
            self.fails(firstprint.Misuse, "opened without a path, so there is no store to read from", list, store)
            self.fails(firstprint.Misuse, "neither html nor text", store.judge)
            self.fails(firstprint.Misuse, "both html and text", store.judge, html="", text="")
            self.fails(firstprint.Misuse, "the URL has a NUL", store.judge, html="", url="a\0b")
            self.fails(firstprint.Misuse, "the title has a lone surrogate", store.judge, text="", title="\udc80")
            self.fails(firstprint.Misuse, "batch: 0,", store.judge_all, [], 0)

    def test_what_is_no_page_no_article_and_no_number_is_named(self):
        with firstprint.open(None) as store:
            for item in (("http://a/", "<p>x"), 1, None, ["x"], "<p>x"):
                with self.assertRaisesRegex(TypeError, f"a page is a firstprint.Page or a dict, and not {type(item).__name__}"):
                    list(store.judge_all([item]))
            for one in ({"html": "<p>x"}, firstprint.Page(text="x"), "<p>x"):
                with self.assertRaisesRegex(TypeError, f"an iterable of pages, and not one {type(one).__name__}: put it in a list"):
                    store.judge_all(one)
            self.fails(firstprint.Misuse, "the bytes are no page: type image/png", store.judge, html=b"\x89PNG\r\n", content_type="image/png")
            self.fails(firstprint.Misuse, "the bytes are no page: content is", store.judge, html=b"%PDF-1.4 ")
            xhtml = b'<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><p>One.</p></html>'
            self.assertEqual(store.judge(html=xhtml).text, "One.")
            for what in (None, 1.0):
                with self.assertRaisesRegex(TypeError, f"an article is an id, a URL, a name or an Article, and not {type(what).__name__}"):
                    store.get(what)
            with self.assertRaisesRegex(TypeError, "jobs: a str, and should be an int"):
                firstprint.open(None, jobs="a")

    def test_a_store_that_is_gone_is_no_misuse(self):
        with firstprint.open(self.path) as store:
            store.judge(text=ARTICLE)
            self.path.unlink()
            why = self.fails(firstprint.FileMissing, "no such file", store.explain, 1)
            self.assertEqual(why.filename, str(self.path))

    def test_busy(self):
        held = subprocess.Popen(
            [sys.executable, "-c", HOLDS, str(self.path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        try:
            self.assertEqual(held.stdout.readline(), "open\n")
            self.fails(firstprint.Busy, "store.db", firstprint.open, self.path)
        finally:
            held.communicate("")

    def test_too_large(self):
        with firstprint.open(None) as store:
            self.fails(firstprint.TooLarge, "^a page of more than 1 GiB$", store.judge, text=bytes((1 << 30) + 1))
            self.assertEqual(store.judge(text=ARTICLE).verdict, "unique")

    def test_not_found(self):
        with firstprint.open(self.path) as store:
            store.judge(text=ARTICLE, url="https://a.example/")
            for call in (store.get, store.text, store.near):
                for id in (0, 2, -1, (1 << 64) - 1, 1 << 63, 1 << 64, (1 << 64) + 1):
                    why = self.fails(firstprint.NotFound, f"^there is no article {id}$", call, id)
                self.fails(firstprint.NotFound, "^no article has the URL or name 'https://b.example/'$", call, "https://b.example/")
            self.assertIsInstance(why, KeyError)
            self.fails(firstprint.NotFound, "no article", store.find, "")

    @unittest.skipUnless(WRONG_FILTER.exists(), "the filter that breaks the contract is not built: make check builds it")
    def test_bad_filter(self):
        with firstprint.open(self.path, f"{WRONG_FILTER}:does=weigh-fails") as store:
            store.judge(text=article(1))
            self.fails(firstprint.BadFilter, "its weigh returned -99", store.judge, text="WRONG")
            self.assertEqual([x.id for x in store], [1])

    @unittest.skipUnless(WRONG_FILTER.exists(), "the filter that breaks the contract is not built: make check builds it")
    def test_a_batch_that_fails_ends_the_iteration(self):
        pages = [{"text": article(i)} for i in range(6)]
        pages[4] = {"text": "WRONG"}
        said = []
        with firstprint.open(self.path, f"{WRONG_FILTER}:does=weigh-fails") as store:
            with self.assertRaises(firstprint.BadFilter):
                for x in store.judge_all(pages + [{"text": article(7)}] * 9, 3):
                    said.append(x.id)
            self.assertEqual(said, [1, 2, 3])
            self.assertEqual([x.id for x in store], [1, 2, 3])  # nothing of its batch, and of no later one

    @unittest.skipUnless(WRONG_FILTER.exists(), "the filter that breaks the contract is not built: make check builds it")
    def test_out_of_memory(self):
        with firstprint.open(None, f"{WRONG_FILTER}:does=weigh-without-memory") as store:
            why = self.fails(firstprint.OutOfMemory, "out of memory", store.judge, text="WRONG")
        self.assertIsInstance(why, MemoryError)


def exceptions():
    found = {x for module in modules() for x in vars(module).values() if isinstance(x, type) and issubclass(x, BaseException)}
    return sorted((x for x in found if x.__module__.startswith("firstprint")), key=str)


class Copies(Scratch):
    def test_every_failure_can_be_copied_and_sent_to_another_process(self):
        with firstprint.open(None) as store:
            store.judge(text=ARTICLE)
            values = {"article": store.judge(text=ARTICLE, url="https://a.example/")}
        self.assertGreater(len(exceptions()), 14)
        for kind in exceptions():
            takes = [x.name for x in inspect.signature(kind.__init__).parameters.values() if x.kind is x.POSITIONAL_OR_KEYWORD][1:]
            why = kind(*(values.get(name, f"a {name}") for name in takes or ["sentence"]))
            for again in (pickle.loads(pickle.dumps(why)), copy.copy(why), copy.deepcopy(why)):
                with self.subTest(kind.__name__):
                    self.assertIs(type(again), kind)
                    self.assertEqual((str(again), again.args, vars(again)), (str(why), why.args, vars(why)))
                    for name in ("errno", "filename", "strerror"):
                        self.assertEqual(getattr(again, name, None), getattr(why, name, None))

    def test_a_missing_store_in_a_worker_is_the_failure_of_its_task(self):
        with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            with self.assertRaises(firstprint.FileMissing) as caught:
                pool.submit(firstprint.open, str(self.path), mode="read").result(60)
            self.assertEqual((caught.exception.errno, caught.exception.filename), (errno.ENOENT, str(self.path)))
            self.assertEqual(pool.submit(abs, -1).result(60), 1)


class Life(Scratch):
    def test_after_close_every_use_is_an_error(self):
        store = firstprint.open(self.path)
        store.judge(text=ARTICLE)
        rest = iter(store)
        store.close()
        store.close()
        uses = [
            lambda: store.judge(text=""),
            lambda: list(store.judge_all([{"text": ""}])),
            lambda: store.get(1),
            lambda: store.find("x"),
            lambda: store.text(1),
            lambda: store.near(1),
            lambda: store.filter,
            lambda: next(rest),
            lambda: list(store.drops()),
        ]
        for use in uses:
            with self.assertRaisesRegex(firstprint.Closed, "^the store is closed$"):
                use()
        self.assertIn("closed", repr(store))

    def test_a_store_that_is_forgotten_is_closed(self):
        store = firstprint.open(self.path)
        store.judge(text=ARTICLE)
        del store
        gc.collect()
        with firstprint.open(self.path) as again:
            self.assertEqual(again.judge(text=ARTICLE).verdict, "duplicate")

    def test_an_exit_with_an_open_store_is_clean(self):
        done = python(LEAVES, self.path)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "1\n", ""))

    def test_a_fork_cannot_use_or_close_it(self):
        with firstprint.open(self.path) as store:
            list(store.judge_all([{"text": ARTICLE}]))  # now it has threads, which the fork has not
            child = os.fork()
            if child == 0:
                code = 1
                try:
                    store.judge(text="x")
                except firstprint.Closed:
                    store.close()
                    code = 0
                finally:
                    os._exit(code)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            self.assertEqual(store.judge(text=ARTICLE).verdict, "duplicate")


class AnyValue(Scratch):
    """Whatever is given, an exception comes out, or an answer."""

    def test_of_a_page(self):
        with firstprint.open(None) as store:
            for field in ("html", "text", "url", "name", "title", "lang", "content_type"):
                for value in ODD:
                    page = {"html": b"<p>x"} if field not in ("html", "text") else {}
                    page[field] = value
                    try:
                        store.judge(**page)
                    except (TypeError, firstprint.Misuse):
                        pass
                    said = list(store.judge_all([page, {"text": "y"}], batch=2))
                    self.assertEqual((len(said), said[1].failure), (2, None))

    def test_of_all_else(self):
        with firstprint.open(self.path) as store:
            store.judge(text=ARTICLE)
            for value in ODD:
                calls = [
                    store.get,
                    store.find,
                    store.text,
                    store.near,
                    lambda x: list(store.judge_all(x[:4096] if isinstance(x, str) else x)),  # a page a character
                    lambda x: store.judge_all([], x),
                ]
                calls += [
                    lambda x: store.near(1, x),
                    firstprint.purify,
                    lambda x: firstprint.purify(b"", url=x),
                    lambda x: list(store.judge_all([x])),
                ]
                calls += [
                    lambda x: firstprint.open(None, x),
                    lambda x: firstprint.open(None, mode=x),
                    lambda x: firstprint.open(None, jobs=x),
                ]
                calls += [lambda x: firstprint.open(self.folder / "a" / x)]
                for call in calls:
                    try:
                        call(value)
                    except (TypeError, firstprint.Error, AttributeError):
                        pass

    def test_bytes_with_nuls_are_read_whole(self):
        with firstprint.open(None) as store:
            self.assertIn("after", store.judge(html=b"<p>before\0 it and after it").text)


if __name__ == "__main__":
    unittest.main()
