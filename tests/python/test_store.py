"""A store through Python says what the program says of it."""

import json
import os
import pickle
import sqlite3
import unittest

import firstprint
from support import ARTICLE, PROGRAM, SOURCE, Scratch, article, example_pages, program

SAME = ("name", "verdict", "of_name", "filter", "stage", "proposed_by", "evidence")


def said_by_filter(*arguments):
    lines = [json.loads(line) for line in program("filter", "-q", *arguments).splitlines()]
    return [tuple(x.get({"name": "id", "of_name": "of"}.get(f, f)) for f in SAME) for x in lines]


def said_here(articles):
    def rounded(evidence):  # the program prints six digits
        return {name: float(f"{value:.6g}") for name, value in evidence.items()}

    return [tuple(rounded(x.evidence) if f == "evidence" else getattr(x, f) for f in SAME) for x in articles]


def read_key(path):
    return sqlite3.connect(path).execute("SELECT value FROM meta WHERE name = 'key'").fetchall()


class Judging(Scratch):
    def test_verdicts_are_those_of_filter_one_by_one_and_in_batches(self):
        pages = example_pages()
        for batch in (None, 1, 3, 1000):
            one, two = self.twins()
            expected = said_by_filter("-o", one, SOURCE / "examples/pages.jsonl")
            with firstprint.open(two) as store:
                articles = [store.judge(**p) for p in pages] if batch is None else list(store.judge_all(pages, batch))
            self.assertEqual(said_here(articles), expected, f"batch {batch}")
            self.assertEqual({x.verdict for x in articles}, {"unique", "near-duplicate", "contained"})
            for what in ("pages", "drops"):
                listed = [
                    [(x["id"], x["name"], x["url"]) for x in map(json.loads, program("inspect", p, what, "--json").splitlines())]
                    for p in (one, two)
                ]
                self.assertEqual(listed[0], listed[1])
                self.assertTrue(listed[0])

    def test_a_key_makes_stores_alike(self):
        one, two = self.twins()
        expected = said_by_filter("-o", one, "--key", "7", SOURCE / "examples/pages.jsonl")
        with firstprint.open(two, key=7) as store:
            self.assertEqual(said_here(store.judge_all(example_pages())), expected)
        self.assertEqual(read_key(one), read_key(two))
        with self.assertRaisesRegex(firstprint.Misuse, "key: -1, and may be 0 to"):
            firstprint.open(self.path, key=-1)
        with self.assertRaisesRegex(firstprint.Misuse, "a key is for a new store"):
            firstprint.open(two, mode="compare", key=7)

    def test_a_drop_that_comes_again_is_that_drop(self):
        with firstprint.open(self.path) as store:
            store.judge(text=ARTICLE * 3, url="https://a.example/1")
            drop = store.judge(text="Again: " + ARTICLE * 3, url="https://b.example/2", name="b")
            again = [
                store.judge(text="Again: " + ARTICLE * 3, url="https://b.example/2", name="b"),
                store.judge(text="Again: " + ARTICLE * 3, url="https://b.example/2"),
                *store.judge_all([{"text": "Again: " + ARTICLE * 3, "name": "b"}]),
            ]
            other = store.judge(text="Again!: " + ARTICLE * 3, url="https://b.example/2", name="b")
            self.assertEqual([x.id for x in again], [drop.id] * 3)
            self.assertEqual((again[0].stage, again[0].evidence, again[0].cause), (drop.stage, drop.evidence, drop.cause))
            self.assertEqual((other.id, len(store)), (drop.id + 1, 3))
            named = store.judge(text="Again: " + ARTICLE * 3, url="https://b.example/2", name="c")
            self.assertTrue(named.name == "c" and "c" in store and named.id != drop.id, "another name is another page")
        with firstprint.open(self.path, mode="compare") as store:
            seen = store.judge(text="Again: " + ARTICLE * 3, name="b")
            self.assertEqual((seen.id, seen.of, seen.stage), (0, 1, drop.stage))

    def test_a_purified_list_is_judged_as_a_list(self):
        links = "".join(f"<li><a href=/{n}>The {n} of the harbour and its keepers</a>" for n in ("lamp", "fog", "boat", "pier", "crane"))
        html = f"<title>Index</title><ul>{links}</ul>"
        x = firstprint.purify(html)
        self.assertTrue(x.is_list)
        self.assertFalse(firstprint.purify("<title>Lamp</title><p>" + ARTICLE).is_list)
        with firstprint.open(self.path) as store:
            store.judge(html=html, url="https://a.example/i")
            store.judge(text=x.text, title=x.title, is_list=x.is_list, url="https://a.example/j")
            store.judge(text=x.text, title=x.title, url="https://a.example/k")
        rows = sqlite3.connect(self.path).execute("SELECT is_list FROM (SELECT id, is_list FROM pages UNION SELECT id, is_list FROM drops) ORDER BY id")
        self.assertEqual([row[0] for row in rows], [1, 1, 0])
        for page, what in (({"html": html, "is_list": True}, "is_list is of a text"),):
            with self.assertRaisesRegex(firstprint.Misuse, what), firstprint.open(None) as store:
                store.judge(**page)
        with self.assertRaisesRegex(TypeError, "is_list is int"), firstprint.open(None) as store:
            store.judge(text="x", is_list=1)

    def test_verdicts_without_a_store_are_those_of_filter_without_one(self):
        with firstprint.open(None) as store:
            self.assertEqual(said_here(store.judge_all(example_pages())), said_by_filter(SOURCE / "examples/pages.jsonl"))

    def test_an_article_has_all_that_was_said(self):
        with firstprint.open(self.path) as store:
            first = store.judge(text=ARTICLE * 3, url="https://a.example/1", name="first", title="Light", lang="en")
            second = store.judge(text="Again: " + ARTICLE * 3, url="https://b.example/2")
        self.assertEqual((first.kind, first.is_drop, first.of, first.title, first.lang), ("page", False, None, "Light", "en"))
        self.assertRegex(first.fetched_at, r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertIn("north cape", first.text)
        self.assertEqual(
            (second.kind, second.is_drop, second.of, second.of_url, second.of_name), ("drop", True, first.id, first.url, "first")
        )
        self.assertEqual(second.verdict, "near-duplicate")
        self.assertGreater(second.score, 0.8)
        self.assertGreater(second.evidence["resemblance"], 0.8)
        self.assertEqual(second.filter, "cascade")
        self.assertIsNone(second.failure)

    def test_html_may_be_bytes_or_str(self):
        html = f'<meta charset="windows-1251"><title>Маяк</title><p>{"На мысе горит маяк, и море тихо. " * 9}</p>'
        for given in (html, html.encode("cp1251"), bytearray(html.encode("cp1251")), memoryview(html.encode("cp1251"))):
            with firstprint.open(None) as store:  # a str was decoded, whatever its <meta> says
                x = store.judge(html=given, content_type="text/html; charset=windows-1251")
                self.assertIn("горит маяк", x.text)
                self.assertEqual(x.title, "Маяк")

    def test_the_charset_of_the_header_is_for_bytes(self):
        html, header = "<p>It was UTF-16 once.", "text/html; charset=utf-16le"
        with firstprint.open(None) as store:
            for given in (html, html.encode("utf-16le")):
                self.assertEqual(store.judge(html=given, content_type=header).text, "It was UTF-16 once.")

    def test_a_page_that_supersedes_another_one_is_no_drop(self):
        with firstprint.open(None) as store:
            part, whole = (store.judge(text=" ".join(map(article, range(n)))) for n in (2, 3))
            self.assertEqual((whole.verdict, whole.of, whole.is_drop), ("supersedes", part.id, False))

    def test_shares_name_the_pages_that_have_some_of_the_text(self):
        sentences = [article(i).capitalize() for i in range(50)]
        with firstprint.open(self.path, "sentence-hash") as store:
            first, second = (store.judge(text="\n".join(sentences[at : at + 20])) for at in (0, 20))
            x = store.judge(text="\n".join(sentences[:5] + sentences[20:23] + sentences[40:42]))
            self.assertEqual((x.stage, x.of, x.shares), ("pieces", first.id, [{"page": second.id, "share": 0.3}]))
            self.assertEqual(store.get(x.id).shares, x.shares)

    def test_compare_stores_nothing(self):
        with firstprint.open(self.path) as store:
            store.judge(text=ARTICLE)
        with firstprint.open(self.path, mode="compare") as store:
            x = store.judge(text=ARTICLE)
            self.assertEqual((x.verdict, x.id), ("duplicate", 0))
            self.assertEqual(len(list(store)), 1)

    def test_a_filter_is_chosen_and_named(self):
        with firstprint.open(None, "minhash:tau=0.7") as store:
            self.assertRegex(store.filter, r"^minhash@\d+:.*tau=0\.7")
            self.assertEqual(store.judge(text=ARTICLE).filter, "minhash")

    def test_articles_can_be_sent_to_another_process(self):
        with firstprint.open(None) as store:
            good, bad = store.judge_all([{"text": ARTICLE}, {"html": 5}])
        self.assertEqual(pickle.loads(pickle.dumps(good)), good)
        self.assertEqual(str(pickle.loads(pickle.dumps(bad)).failure), str(bad.failure))
        self.assertEqual(len({good, good}), 1)


class Batches(Scratch):
    def test_texts_are_no_pages(self):
        with firstprint.open(None) as store:
            for pages in (["<p>one", "<p>two"], [b"<p>one"]):
                with self.assertRaisesRegex(TypeError, "a page is a firstprint.Page or a dict, and not (str|bytes)"):
                    list(store.judge_all(pages))

    def test_bytes_of_a_short_text_are_read_in_their_charset(self):
        with firstprint.open(self.path) as store:
            for text in ("Die Straße ist gesperrt.", "Ещё одна короткая строка"):
                for charset in ("utf-8", "latin-1" if text.startswith("Die") else "utf-16"):
                    self.assertEqual(store.text(store.judge(text=text.encode(charset))), text, charset)

    def test_pages_that_fail_do_not_lose_the_others(self):
        released = memoryview(b"gone")
        released.release()
        pages = [
            {"text": article(1), "name": "a"},
            {"html": "\ud800", "name": "surrogate"},
            {"text": article(2), "url": "https://x/\0", "name": "nul"},
            {"html": bytes((1 << 30) + 1), "name": "large", "url": "https://x/large"},
            {"name": "empty-handed"},
            {"html": "", "text": "", "name": "both"},
            {"html": released, "name": "released"},
            firstprint.Page(html=5, name="number"),
            firstprint.Page(text=article(3), name="b"),
            {"html": "", "name": "no bytes"},
        ]
        for batch in (1, 4, 100):
            with firstprint.open(None) as store:
                said = list(store.judge_all(pages, batch))
            self.assertEqual([x.name for x in said if not x.failure], ["a", "b", "no bytes"])
            failures = [(x.name, type(x.failure).__name__) for x in said if x.failure]
            self.assertEqual(failures[2], ("large", "TooLarge"))
            self.assertEqual({kind for name, kind in failures if name != "large"}, {"Misuse"})
            self.assertEqual(len(failures), 7)
            self.assertEqual({(x.kind, x.verdict, x.id) for x in said if x.failure}, {("failed", "", 0)})
            self.assertEqual(str(said[3].failure), "a page of more than 1 GiB")
            feed = next(firstprint.open(None).judge_all([{"html": '<?xml version="1.0"?><rss version="2.0"><channel><title>x</title></channel></rss>'}]))
            self.assertEqual((feed.failure, feed.verdict), (None, "unique"))
            self.assertEqual(said[3].url, "https://x/large")

    def test_what_was_read_before_the_source_failed_is_judged(self):
        def source():
            for i in range(5):
                yield {"text": article(i)}
            raise OSError("the tape tore")

        said = []
        with firstprint.open(self.path) as store, self.assertRaisesRegex(OSError, "tape"):
            for x in store.judge_all(source(), 2):
                said.append(x.id)
        self.assertEqual(said, [1, 2, 3, 4, 5])

    def test_pages_are_read_three_batches_ahead_at_most(self):
        drawn = 0

        def endless():
            nonlocal drawn
            while True:
                drawn += 1
                yield {"text": article(drawn)}

        with firstprint.open(self.path) as store:
            articles = store.judge_all(endless(), 10)
            for expected in range(1, 45):
                self.assertEqual(next(articles).id, expected)
                self.assertLessEqual(drawn, expected + 30)
            articles.close()
            self.assertLessEqual(len(list(store)), drawn)

    def test_large_pages_end_a_batch_early(self):
        from firstprint import _ahead

        page = {"html": b" " * (_ahead.BATCH_BYTES // 2)}
        self.assertEqual([len(b) for b in _ahead._batches([page] * 5, 1000)], [2, 2, 1])

    def test_nothing_gives_nothing(self):
        with firstprint.open(None) as store:
            self.assertEqual(list(store.judge_all([])), [])

    def test_a_batch_is_one_transaction(self):
        with firstprint.open(self.path) as store:
            articles = store.judge_all([{"text": article(i)} for i in range(3)] + [{"text": article(9)}] * 3, 3)
            self.assertEqual([x.verdict for x in articles], ["unique"] * 4 + ["duplicate"] * 2)


class Reading(Scratch):
    def setUp(self):
        super().setUp()
        with firstprint.open(self.path) as store:
            self.said = list(store.judge_all(example_pages()))

    def test_every_article_comes_back(self):
        with firstprint.open(self.path, mode="read") as store:
            self.assertIsNone(store.filter)
            self.assertEqual([x.id for x in store], [x.id for x in self.said])
            self.assertEqual([x.name for x in store.pages()], [x.name for x in self.said if not x.is_drop])
            self.assertEqual([x.name for x in store.drops()], [x.name for x in self.said if x.is_drop])
            for x in self.said:
                found = store.get(x.id)
                self.assertEqual(
                    (found.text, found.url, found.verdict, found.of, found.name), (x.text, x.url, x.verdict, x.of, x.name)
                )
                self.assertEqual(found.evidence, x.evidence)
                self.assertEqual(store.text(x.id), x.text)
                self.assertEqual(store.find(x.url).id, x.id)
            self.assertTrue(all(x.text is None for x in store))

    def test_groups_are_those_of_inspect(self):
        expected = {x["id"]: x["drops"] for x in map(json.loads, program("inspect", self.path, "groups", "--json").splitlines())}
        with firstprint.open(self.path, mode="read") as store:
            self.assertEqual(len(store), len(self.said))
            groups = list(store.groups())
            self.assertEqual({x.page.id: len(x.drops) for x in groups}, expected)
            self.assertEqual([x.page.id for x in groups], sorted(expected))
            self.assertEqual(sorted((x for group in groups for x in group.drops), key=lambda x: x.id), list(store.drops()))
            for group in groups:
                for page in (group.page, group.page.url):
                    self.assertEqual(list(store.drops(of=page)), group.drops)
                self.assertEqual(list(store.drops(of=group.drops[0])), group.drops)
            with self.assertRaises(firstprint.NotFound):
                store.drops(of=99)

    def test_an_empty_store_is_true_and_has_no_groups(self):
        with firstprint.open(self.folder / "empty.db") as store, firstprint.open(None) as memory:
            self.assertEqual((len(store), bool(store), bool(memory), list(store.groups())), (0, True, True, []))
            with self.assertRaisesRegex(firstprint.Misuse, "opened without a path"):
                len(memory)

    def test_near_has_what_came_after_the_index(self):
        with firstprint.open(self.path) as store:
            first = store.judge(text=ARTICLE * 3, name="first")
        program("index", "-q", self.path)
        with firstprint.open(self.path) as store:
            later = store.judge(text="It came later, and says so. " + ARTICLE * 3, name="later")
            self.assertIn(later.id, [x.id for x in store.near(first)])
        found = [json.loads(line) for line in program("inspect", self.path, "near", f"#{first.id}", "--json").splitlines()]
        self.assertIn(later.id, [x["id"] for x in found])

    def test_near_is_what_inspect_says(self):
        expected = [json.loads(line) for line in program("inspect", self.path, "near", "1", "--json").splitlines()]
        with firstprint.open(self.path, mode="read") as store:
            near = store.near(1)
            self.assertEqual([x.id for x in near], [x["id"] for x in expected])
            self.assertEqual(len(store.near(1, most=1)), 1)
            self.assertEqual(store.near(1, most=0), [])
            self.assertGreater(near[0].resemblance, 0.8)
            for found in (near[0].resemblance, near[0].contained, near[0].contains):
                self.assertTrue(0 <= found <= 1)


class Looking(Scratch):
    """What a person asks about a store: is it in, why, what differs, take it back."""

    def setUp(self):
        super().setUp()
        os.environ["FIRSTPRINT_PROGRAM"] = str(PROGRAM)
        self.addCleanup(os.environ.pop, "FIRSTPRINT_PROGRAM", None)
        self.store = firstprint.open(self.path)
        self.addCleanup(self.store.close)
        self.page = self.store.judge(text=article(1), url="https://a.example/x", title="A title")
        self.drop = self.store.judge(text=article(1) + " Once more.", url="https://a.example/x?sid=1", title="A title")

    def test_a_url_is_in_the_store(self):
        self.assertIn("https://a.example/x", self.store)
        self.assertNotIn("https://a.example/y", self.store)
        self.assertIn(1, self.store)
        self.assertIn(self.drop, self.store)
        self.assertEqual(self.store["https://a.example/x"].id, 1)
        with self.assertRaises(KeyError):
            self.store["https://a.example/y"]
        self.assertNotIn(3, self.store)
        with self.assertRaises(TypeError):
            None in self.store

    def test_an_article_is_shown_in_a_line_and_as_a_dict(self):
        self.assertRegex(
            repr(self.drop), r"^<Article 2 https://a\.example/x\?sid=1: drop, [a-z-]+ of https://a\.example/x [01]\.\d\d>$"
        )
        self.assertEqual(repr(self.page), "<Article 1 https://a.example/x: page, unique>")
        fields = json.loads(json.dumps(self.drop.to_dict()))
        self.assertEqual((fields["id"], fields["of"], fields["cause"], fields["failure"]), (2, 1, "session", None))
        failed = next(self.store.judge_all([{"html": 5, "name": "<b>"}]))
        self.assertEqual(failed.to_dict()["failure"], "the html is int, and should be bytes or a str")
        self.assertEqual(repr(failed), "<Article 0 <b>: failed: the html is int, and should be bytes or a str>")
        self.assertIn("&lt;b&gt;", failed._repr_html_())
        self.assertNotIn("<b>", failed._repr_html_())

    def test_the_cause_is_the_same_when_it_is_read_again(self):
        self.assertEqual((self.page.cause, self.drop.cause), (None, "session"))
        self.assertEqual(self.store.get(2).cause, "session")

    def test_what_is_notable_of_a_drop_is_told_again(self):
        drop = self.store.judge(text=article(1) + " That is not so.", url="https://a.example/x?sid=2", title="A title")
        self.assertEqual((self.page.notable, drop.notable, self.store.get(3).notable), (None, "not", "not"))

    def test_explain_says_what_the_program_says(self):
        for what in (2, "https://a.example/x?sid=1", self.drop):
            said = self.store.explain(what)
            self.assertEqual(said[-1].about, "cause")
            self.assertIn("So it is a", str(said))
            self.assertIn("<td>", said._repr_html_())
        with self.assertRaisesRegex(firstprint.NotFound, "no such id or URL"):
            self.store.explain("https://nowhere.example/")

    def test_a_str_of_digits_is_a_name(self):
        named = self.store.judge(text=article(9), name="1")
        self.assertIn("page #3", str(self.store.explain("1")))
        self.assertIn("page #1", str(self.store.explain(1)))
        self.assertEqual(self.store.text(named), named.text)
        self.assertEqual(self.store.get("1").id, 3)

    def test_an_article_of_another_store_is_refused_by_every_method(self):
        os.symlink(self.path, self.folder / "link.db")
        with firstprint.open(self.folder / "link.db", mode="read") as same:
            self.assertEqual(same.text(self.drop), self.store.text(2))
        with firstprint.open(self.folder / "other.db") as other, firstprint.open(None) as memory:
            self.assertNotIn(self.page, other)
            for stranger in (other.judge(text=ARTICLE), memory.judge(text=ARTICLE), pickle.loads(pickle.dumps(other.get(1)))):
                self.assertNotIn(stranger, self.store)
                for name in ("get", "text", "near", "undo", "explain", "diff", "drops"):
                    with self.subTest(name), self.assertRaisesRegex(firstprint.NotFound, "is of another store, .*(other.db|without a file), and not of .*store.db"):
                        getattr(self.store, name)(stranger)
                with self.assertRaisesRegex(firstprint.NotFound, "is of another store"):
                    self.store.diff(2, stranger)
        self.assertEqual(self.store.get(2).kind, "drop")

    def test_every_method_finds_the_same_article(self):
        odd = self.store.judge(text=article(1) + " Twice more.", url="2", name="7")
        for name in ("2", "7", odd):
            self.assertEqual((self.store.get(name).id, self.store.diff(name).b["id"]), (odd.id, odd.id))
            self.assertEqual(str(self.store.explain(name)), str(self.store.explain(odd.id)))
        for call in (self.store.get, self.store.text, self.store.near, self.store.undo, self.store.explain, self.store.diff):
            for what in (None, 1.0):
                with self.subTest(call.__name__), self.assertRaisesRegex(TypeError, "an article is an id, a URL, a name or an Article, and not"):
                    call(what)
            with self.subTest(call.__name__), self.assertRaises(firstprint.NotFound):
                call("3")

    def test_a_url_stands_for_its_article(self):
        url = "https://a.example/x?sid=1"
        self.assertEqual(self.store.text(url), self.store.text(2))
        self.assertEqual(self.store.get(url), self.store.get(2))
        self.assertEqual([x.id for x in self.store.near(url)], [1])
        self.store.undo(url)
        self.assertEqual(self.store.get(url).kind, "page")

    def test_diff_has_the_words(self):
        diff = self.store.diff(self.drop)
        self.assertEqual((diff.removed, diff.added, diff.a["id"], diff.b["id"]), (0, 3, 1, 2))
        self.assertEqual(diff.changes[0].added, "Once more.")
        self.assertEqual(self.store.diff(2, 1).removed, 3)
        self.assertIn("Once more.", str(diff))
        with self.assertRaises(firstprint.Error):
            self.store.diff(1)

    def test_without_the_program_it_says_what_to_do(self):
        os.environ["FIRSTPRINT_PROGRAM"] = "/nowhere/firstprint"
        with self.assertRaisesRegex(firstprint.ProgramMissing, "/nowhere/firstprint"):
            self.store.explain(1)
        with firstprint.open(None) as store, self.assertRaisesRegex(firstprint.Misuse, "has no file"):
            store.explain(1)

    def test_a_program_that_fails_is_an_error_with_a_sentence(self):
        for line, kind, sentence in (
            ("kill -9 $$", firstprint.Error, "was ended by signal 9"),
            ("exit 3", firstprint.Misuse, "ended with status 3"),
            ("echo hello", firstprint.ProgramMissing, "does not answer as firstprint does"),
        ):
            program = self.folder / "program"
            program.write_text(f"#!/bin/sh\n{line}\n")
            program.chmod(0o755)
            os.environ["FIRSTPRINT_PROGRAM"] = str(program)
            with self.subTest(line), self.assertRaisesRegex(kind, sentence):
                self.store.explain(1)

    def test_a_url_that_cannot_be_one_is_an_error_with_a_sentence(self):
        for url, kind in (("a\0b", firstprint.Misuse), ("\ud800", firstprint.Misuse), ("x" * 3_000_000, firstprint.NotFound)):
            for call in (self.store.explain, self.store.find):
                with self.subTest(url[:4], call=call), self.assertRaises(kind):
                    call(url)

    def test_undo_is_for_good(self):
        self.assertEqual(self.store.decisions(), [])
        self.store.undo(2)
        self.assertEqual(self.store.get(2).kind, "page")
        decision = self.store.decisions()[0]
        self.assertEqual((decision.what, decision.url), ("keep", "https://a.example/x?sid=1"))
        again = self.store.judge(text=article(1) + " Once more.", url="https://a.example/z")
        self.assertEqual((again.kind, again.of), ("drop", 2))  # the filter knows it as a page
        for _ in range(2):  # it is kept once, however often it comes
            itself = self.store.judge(text=article(1) + " Once more.", url="https://a.example/x?sid=1")
            self.assertEqual((itself.kind, itself.of), ("drop", 2))
        with self.assertRaisesRegex(firstprint.Misuse, "only drops can be taken back"):
            self.store.undo(1)
        with self.assertRaises(firstprint.NotFound):
            self.store.undo(99)
        self.assertEqual(self.store.judge(text=article(5)).kind, "page")  # what failed has changed nothing

    def test_a_drop_by_a_person_is_remembered_and_forgotten(self):
        other = self.store.judge(text=article(5), url="https://b.example/")
        self.store.drop(other, of="https://a.example/x?sid=1")  # a drop of 1
        self.assertEqual((self.store.get(other).kind, self.store.get(other).of), ("drop", 1))
        self.assertEqual(self.store.get(other).verdict, "near-duplicate")
        said = [step.text for step in self.store.explain(other)]
        self.assertIn("So it is a near-duplicate of #1 https://a.example/x, and was dropped.", said)
        self.assertEqual(self.store.judge(text=article(5), url="https://c.example/").of, 1)
        with self.assertRaisesRegex(firstprint.Misuse, "would be a drop of itself"):
            self.store.drop(1, of=1)
        self.store.undo(2)
        self.store.drop(2, of=1)  # takes it back
        self.assertEqual(self.store.get(2).kind, "drop")
        for decision in self.store.decisions():
            self.store.forget(decision)
        self.assertEqual(self.store.decisions(), [])
        with self.assertRaisesRegex(firstprint.NotFound, "no decision 7"):
            self.store.forget(7)
        self.store.undo(2)
        stale = self.store.decisions()[0]
        self.store.drop(2, of=1)  # takes its id
        with self.assertRaisesRegex(firstprint.NotFound, "is forgotten already"):
            self.store.forget(stale)

    def test_equal_texts_that_a_person_drops_are_duplicates(self):
        copy = self.store.judge(text=article(1), url="https://b.example/copy")
        self.store.undo(copy)
        self.store.drop(copy, of=1)
        self.assertEqual(self.store.get(copy).verdict, "duplicate")

    def test_a_url_that_came_twice_is_dropped_as_its_page(self):
        for _ in range(2):
            self.store.judge(text=article(6), url="https://d.example/")
        self.store.drop("https://d.example/", of=1)
        self.assertNotIn("https://d.example/", [page.url for page in self.store.pages()])
        with self.assertRaises(TypeError):
            self.store.forget("7")

    def test_an_equal_copy_that_is_kept_is_stored_once(self):
        copy = self.store.judge(text=article(1), url="https://b.example/copy", title="A title")
        self.assertEqual(copy.verdict, "duplicate")
        self.store.undo(copy)
        for _ in range(2):
            again = self.store.judge(text=article(1), url="https://b.example/copy", title="A title")
            self.assertEqual((again.verdict, again.of), ("duplicate", copy.id))  # not of the page that a person said it does not repeat
        self.assertEqual(sum(1 for x in self.store.pages() if x.url == "https://b.example/copy"), 1)

    def test_a_name_finds_its_article(self):
        named = self.store.judge(text=article(9), name="r16")
        self.assertIn("r16", self.store)
        self.assertEqual(self.store.find("r16").id, named.id)

    def test_an_unknown_field_is_a_mistake_of_the_program(self):
        pages = self.store.judge_all([{"text": article(11)}, {"tex": article(12)}])
        self.assertEqual(next(pages).kind, "page")
        with self.assertRaisesRegex(TypeError, "no field 'tex'"):
            next(pages)

    def test_a_closed_store_is_closed_for_everything(self):
        self.store.close()
        for use in (lambda: self.store.explain(1), lambda: self.store.diff(2), self.store.__enter__):
            with self.assertRaises(firstprint.Closed):
                use()

    def test_undo_needs_a_store_to_write_to(self):
        with firstprint.open(None) as store, self.assertRaises(firstprint.Misuse):
            store.undo(1)
        with firstprint.open(self.path, mode="read") as store, self.assertRaisesRegex(firstprint.Misuse, "open for writing"):
            store.undo(2)


if __name__ == "__main__":
    unittest.main()
