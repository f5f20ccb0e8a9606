"""Scrapy on a small site with reprints: what is dropped, what is said of it, and what the store has afterwards."""

import gzip
import json
import re
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import firstprint
from support import ARTICLE, SOURCE, Scratch, article, program, python

try:
    import scrapy  # noqa: F401
except ImportError:
    raise unittest.SkipTest("Scrapy is not installed") from None

LIGHT = f"<title>Light</title><h1>Light</h1><p>{ARTICLE}<p>{article(1)}"
MARKET = f"<title>Market</title><h1>Market</h1><p>{article(2)}<p>{article(3)}"
SITE = {
    "/": "<title>All</title>"
    + "".join(f'<p><a href="/{x}">{x}</a>' for x in ("light", "market", "print", "data", "missing", "notes")),
    "/light": LIGHT + '<p><a href="/print">print</a>',
    "/print": LIGHT + '<p>Printed on Monday. <a href="/only-from-print">more</a>',
    "/market": MARKET,
    "/only-from-print": f"<title>More</title><p>{article(4)}<p>{article(5)}",
    "/notes": LIGHT,
    "/robots.txt": f"<title>No robots</title><p>{article(6)}",
}


class Site(BaseHTTPRequestHandler):
    def do_GET(self):
        page = SITE.get(self.path)
        kind = "text/html; charset=utf-8"
        if self.path == "/data":
            page, kind = json.dumps({"text": LIGHT}), "application/json"
        self.send_response(200 if page else 404)
        self.send_header("Content-Type", kind)
        body = (page or LIGHT).encode()
        if self.headers["Accept-Encoding"] == "gzip":
            self.send_header("Content-Encoding", "gzip")
            body = gzip.compress(body)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Crawl(Scratch):
    @classmethod
    def setUpClass(cls):
        cls.server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
        cls.url = f"http://127.0.0.1:{cls.server.server_port}/"
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()

    @classmethod
    def tearDownClass(cls):
        cls.server.shutdown()
        cls.server.server_close()

    def crawl(self, spiders=1, code=0, **settings):
        out = self.folder / "log.json"
        base = {
            "LOG_LEVEL": "WARNING",
            "TELNETCONSOLE_ENABLED": False,
            "HTTPERROR_ALLOW_ALL": True,
            "CONCURRENT_REQUESTS": 1,
            "FIRSTPRINT_STORE": str(self.path),
            "ROBOTSTXT_OBEY": True,
            "REQUEST_FINGERPRINTER_IMPLEMENTATION": "2.7",
        }
        done = python("import small_spider", json.dumps({**base, **settings}), out, self.url, spiders)
        self.assertEqual(done.returncode, code, done.stderr)
        self.log = done.stderr
        return json.loads(out.read_text())

    def path_of(self, url):
        return url[len(self.url) - 1 :]

    def stats(self, said):
        return {k: v for x in said["stats"] for k, v in x.items() if k.startswith("firstprint/")}

    def inspected(self, what):
        """What the program says of the store."""
        found = [json.loads(line) for line in program("inspect", self.path, what, "--json").splitlines()]
        return sorted(self.path_of(x["url"]) for x in found)

    def pipeline(self):
        settings: dict = {}
        exec((SOURCE / "examples/scrapy_settings.py").read_text("utf-8"), {}, settings)
        settings.pop("FIRSTPRINT_STORE")
        return settings

    def middleware(self, **settings):
        return {"DOWNLOADER_MIDDLEWARES": {"firstprint.scrapy.FirstprintMiddleware": 545}, **settings}


class Pipeline(Crawl):
    def test_reprints_among_items_are_dropped_with_their_evidence(self):
        said = self.crawl(**self.pipeline())
        self.assertEqual(self.log.count("] WARNING: "), self.log.count("] WARNING: Dropped: "))
        self.assertNotIn("ERROR", self.log)
        self.assertNotIn(ARTICLE[:40], self.log)
        [shown] = re.findall("^Dropped: .*", (SOURCE / "docs/library.md").read_text("utf-8"), re.M)
        [printed] = re.findall("Dropped: .*/print.*", self.log)
        numbers = re.compile(r"\d[\d.]*")
        self.assertEqual(numbers.sub("N", printed.replace(self.url, "https://a.example/")), numbers.sub("N", shown))
        dropped = {self.path_of(x[0]): x[1:] for x in said["dropped"]}
        self.assertEqual(set(dropped), {"/print", "/notes", "/missing"})  # the page of status 404 is an item, too
        kind, of_url, verdict, stage, score, evidence, sentence = dropped["/print"]
        self.assertEqual((kind, verdict, stage), ("ReprintItem", "near-duplicate", "resemblance"))
        self.assertEqual(of_url, self.url + "light")
        self.assertGreater(score, 0.8)
        self.assertGreater(evidence["resemblance"], 0.8)
        for part in ("near-duplicate of", of_url, f'"resemblance": {json.dumps(evidence["resemblance"])}', f"{score:.3f}"):
            self.assertIn(part, sentence)
        kept = self.stats(said).pop("firstprint/kept")
        self.assertEqual(kept, len(said["items"]))
        self.assertEqual(sum(v for k, v in self.stats(said).items() if k.startswith("firstprint/dropped/")), 3)
        self.assertEqual(len(self.inspected("pages")), kept)
        self.assertEqual(self.inspected("drops"), sorted(dropped))

    def test_the_next_crawl_goes_on_with_the_store(self):
        first = self.crawl(**self.pipeline())
        second = self.crawl(**self.pipeline())
        self.assertTrue(first["items"])
        self.assertEqual(second["items"], [])

    def test_kept_items_get_their_id_if_asked(self):
        said = self.crawl(**self.pipeline(), FIRSTPRINT_ID_FIELD="number")
        with firstprint.open(self.path, mode="read") as store:
            self.assertTrue(said["items"])
            for item in said["items"]:
                self.assertEqual(store.get(item["number"]).url, item["url"])

    def test_two_spiders_of_a_process_share_the_store(self):
        said = self.crawl(2, **self.pipeline())
        self.assertEqual(len(said["stats"]), 2)
        self.assertEqual(len(said["items"]), len(self.inspected("pages")))
        self.assertEqual({self.path_of(x[0]) for x in said["dropped"]}, set(self.inspected("drops")))

    def test_a_shared_store_is_open_until_its_last_spider_closes(self):
        from firstprint.scrapy import _Stores

        stores, key = _Stores(), (str(self.path), None)
        first, second = stores.open(key), stores.open(key)
        stores.close(key)
        self.assertIs(first, second)
        self.assertEqual(second.judge(text=ARTICLE).verdict, "unique")
        stores.close(key)
        self.assertRaises(firstprint.Closed, second.judge, text=ARTICLE)

    def test_a_text_field_is_judged_as_it_is_and_no_field_is_no_fault(self):
        said = self.crawl(
            **{**self.pipeline(), "FIRSTPRINT_FIELD": ["absent", "title"]}, FIRSTPRINT_FORM="text", FIRSTPRINT_FILTER="exact"
        )
        self.assertEqual(
            sorted((self.path_of(x[0]), x[3]) for x in said["dropped"]),
            [(x, "duplicate") for x in ("/missing", "/notes", "/print")],
        )
        with firstprint.open(self.path, mode="read") as store:
            self.assertIn("Market", [store.text(x.id) for x in store.pages()])
        self.path.unlink()
        said = self.crawl(**{**self.pipeline(), "FIRSTPRINT_FIELD": "absent"})
        self.assertEqual(self.stats(said), {"firstprint/skipped": len(said["items"])})

    def test_items_without_content_are_kept(self):
        pipelines = {"small_spider.Empty": 1, **self.pipeline()["ITEM_PIPELINES"]}
        said = self.crawl(**{**self.pipeline(), "ITEM_PIPELINES": pipelines})
        self.assertEqual((len(said["items"]), said["dropped"]), (7, []))
        stats = self.stats(said)
        self.assertEqual(stats["firstprint/skipped"] + stats["firstprint/no-content"] + stats["firstprint/kept"], 7)
        self.assertGreater(stats["firstprint/no-content"], 1)
        self.assertEqual(self.log.count("the field html of an item is empty"), 1)

    def test_an_item_without_the_field_for_its_id_is_kept(self):
        pipelines = {"small_spider.Fixed": 1, **self.pipeline()["ITEM_PIPELINES"]}
        said = self.crawl(**{**self.pipeline(), "ITEM_PIPELINES": pipelines, "FIRSTPRINT_FIELD": "absent, html"}, FIRSTPRINT_ID_FIELD="nofield")
        self.assertEqual(len(said["items"]), len(self.inspected("pages")))
        self.assertEqual(self.log.count("an item has no field nofield (FIRSTPRINT_ID_FIELD)"), 1)

    def test_a_field_without_a_url_is_named_once(self):
        self.crawl(**self.pipeline(), FIRSTPRINT_URL_FIELD="link")
        self.assertEqual(self.log.count("an item has no URL in its field link (FIRSTPRINT_URL_FIELD)"), 1)

    def test_a_field_may_hold_its_text_in_a_list_or_as_bytes(self):
        from firstprint.scrapy import _text

        self.assertEqual([_text(x) for x in ("a", ["a"], [b"a"], [], ["a", "b"], 5, None)], ["a", "a", "a", None, None, None, None])

    def test_of_several_fields_the_first_with_something_in_it_is_judged(self):
        from itemadapter import ItemAdapter
        from scrapy.settings import Settings

        from firstprint.scrapy import FirstprintPipeline

        pipeline = FirstprintPipeline(None, Settings({"FIRSTPRINT_FIELD": "html, text"}))  # type: ignore[arg-type]
        for item, page in (
            ({"html": "", "text": "a"}, {"text": "a"}),
            ({"html": None, "text": ["a", "b"]}, {"text": "a\nb"}),
            ({"html": "<p>a", "text": "b"}, {"html": "<p>a"}),
            ({"html": " ", "text": ""}, None),
            ({"html": None}, None),
        ):
            self.assertEqual(pipeline._page(ItemAdapter(item)), page)

    def test_what_cannot_be_judged_is_kept(self):
        pipelines = {"small_spider.Spoil": 1, **self.pipeline()["ITEM_PIPELINES"]}
        said = self.crawl(**{**self.pipeline(), "ITEM_PIPELINES": pipelines})
        self.assertEqual(self.stats(said), {"firstprint/failed": len(said["items"])})
        self.assertEqual(len(said["items"]), 7)
        self.assertIn("it is kept, and was not judged: the URL has a NUL", self.log)


class Middleware(Crawl):
    def check_marks(self, said):
        seen = said["seen"]
        status, flags, judged = seen["/light"]
        self.assertEqual((status, flags, judged[0]), (200, ["firstprint:unique"], "unique"))
        for path in ("/print", "/notes"):
            status, flags, judged = seen[path]
            self.assertEqual((judged[1], judged[2]), (self.url + "light", self.url + path[1:]))
            self.assertEqual(flags, [f"firstprint:{judged[0]}"])
        for path in ("/data", "/missing"):  # no HTML, or another status; and the page with the link handed its verdict on
            self.assertEqual(seen[path][1:], [[], None])

    def test_pages_are_marked_as_they_arrive(self):
        said = self.crawl(**self.middleware())
        self.assertEqual(self.log, "")
        self.check_marks(said)
        self.assertIn("/only-from-print", said["seen"])
        self.assertEqual(self.inspected("pages"), ["/", "/light", "/market", "/only-from-print"])
        self.assertEqual(self.inspected("drops"), ["/notes", "/print"])
        self.assertEqual(self.stats(said)["firstprint/kept"], 4)

    def test_what_would_have_no_effect_is_told(self):
        name = "firstprint.scrapy.FirstprintMiddleware"
        for settings in ({"ITEM_PIPELINES": {name: 900}}, {"SPIDER_MIDDLEWARES": {name: 500}}):
            self.crawl(code=1, **settings)
            self.assertIn("FirstprintMiddleware belongs into DOWNLOADER_MIDDLEWARES, and is not there", self.log)
        self.crawl(**self.middleware(), FIRSTPRINT_FILED="html")
        self.assertEqual(self.log.count("there is no setting FIRSTPRINT_FILED; there are FIRSTPRINT_STORE, "), 1)
        said = self.crawl(DOWNLOADER_MIDDLEWARES={name: 900}, DEFAULT_REQUEST_HEADERS={"Accept-Encoding": "gzip"}, FIRSTPRINT_SKIP=True)
        self.assertEqual(self.log.count("the body is compressed, and not judged: give FirstprintMiddleware a number below 590"), 1)
        self.assertTrue(said["items"])

    def test_it_works_with_the_other_reactor(self):
        for reactor in ("twisted.internet.asyncioreactor.AsyncioSelectorReactor", "twisted.internet.epollreactor.EPollReactor"):
            self.path.unlink(missing_ok=True)
            said = self.crawl(**self.middleware(), TWISTED_REACTOR=reactor, CONCURRENT_REQUESTS=8)
            self.assertEqual(len(self.inspected("pages")), 4, reactor)
            self.path.unlink()
            said = self.crawl(**self.pipeline(), TWISTED_REACTOR=reactor)
            self.assertEqual(len(said["dropped"]), 3, reactor)

    def test_reprints_do_not_reach_the_spider_if_they_are_to_be_skipped(self):
        said = self.crawl(**self.middleware(FIRSTPRINT_SKIP=True))
        self.assertEqual(self.log, "")
        self.assertEqual(sorted(said["seen"]), ["/", "/data", "/light", "/market", "/missing"])
        self.assertEqual({tuple(x[:2]) for x in said["ignored"]}, {("ReprintResponse", self.url + "light")})
        self.assertEqual(len(said["ignored"]), 2)
        self.assertEqual(self.inspected("drops"), ["/notes", "/print"])  # they are stored all the same

    def test_with_the_pipeline_no_page_is_judged_twice(self):
        said = self.crawl(**self.middleware(), **self.pipeline())
        self.check_marks(said)
        judged = {x: v for x, v in said["seen"].items() if v[2]}
        self.assertEqual({self.path_of(x[0]) for x in said["dropped"]} - {"/missing"}, {"/print", "/notes"})
        for url, _, of_url, verdict, *_ in said["dropped"]:
            if not url.endswith("/missing"):  # the middleware does not judge it, the pipeline does
                self.assertEqual([verdict, of_url], judged[self.path_of(url)][2][:2])
        self.assertEqual(len(self.inspected("pages")) + len(self.inspected("drops")), len(judged) + 1)
        self.assertEqual(sum(self.stats(said).values()), len(judged) + 1)


class Settings(Crawl):
    def test_without_a_store_the_crawl_ends(self):
        for settings in (self.pipeline(), self.middleware()):
            said = self.crawl(code=1, **{**settings, "FIRSTPRINT_STORE": None})
            self.assertIn("FIRSTPRINT_STORE is not set", self.log)
            self.assertEqual((said["items"], said["stats"]), ([], []))

    def test_a_store_that_cannot_be_opened_ends_the_crawl(self):
        self.path.write_text("this is no store " * 1000)
        for settings in (self.pipeline(), self.middleware()):
            said = self.crawl(code=1, **settings)
            self.assertIn("not a SQLite file", self.log)
            self.assertEqual((said["items"], said["stats"]), ([], []))
        said = self.crawl(code=1, **{**self.pipeline(), "FIRSTPRINT_STORE": ""})
        self.assertIn("FIRSTPRINT_STORE is '', and should be a file", self.log)

    def test_a_second_spider_with_another_filter_is_told_which_the_first_has(self):
        from firstprint.scrapy import _Stores

        stores = _Stores()
        first = stores.open((str(self.path), "exact"))
        self.assertIs(stores.open((str(self.path), None)), first)
        with self.assertRaisesRegex(firstprint.Misuse, "open with FIRSTPRINT_FILTER 'exact', and this one asks for 'minhash'"):
            stores.open((str(self.path), "minhash"))
        stores.close((str(self.path), None))
        stores.close((str(self.path), "exact"))

    def test_a_setting_of_the_wrong_type_is_named_at_the_start(self):
        from firstprint import scrapy as ours
        from scrapy.utils.test import get_crawler

        bad = {"STORE": (5, b"z.db", "", ["z.db"]), "FILTER": (3, ""), "FIELD": (3, ["html", 3], ""), "FORM": ("pdf", ["html"], 3)}
        bad.update(URL_FIELD=(["url"], 3, b"url", ""), ID_FIELD=(3, ""), SKIP=("maybe", 7, ["True"]))
        self.assertEqual(set(bad), set(ours._SETTINGS))
        fine = {"FIELD": "html, body", "FORM": "text", "SKIP": "1", "STORE": self.path, "URL_FIELD": None}
        for kind, place in ((ours.FirstprintPipeline, "ITEM_PIPELINES"), (ours.FirstprintMiddleware, "DOWNLOADER_MIDDLEWARES")):
            places = {"DOWNLOADER_MIDDLEWARES": {ours.FirstprintMiddleware: 545}, place: {kind: 545}}
            settings = {**places, **{f"FIRSTPRINT_{name}": value for name, value in fine.items()}}
            kind.from_crawler(crawler := get_crawler(settings_dict=settings))
            ours._Judge.of(crawler)._close()
            for name, value in ((name, value) for name, values in bad.items() for value in values):
                with self.subTest(name, value=value, kind=kind.__name__):
                    with self.assertRaisesRegex(ValueError, f"^FIRSTPRINT_{name} is {re.escape(repr(value))}, and should be "):
                        kind.from_crawler(get_crawler(settings_dict={**settings, f"FIRSTPRINT_{name}": value}))

    def test_the_field_with_the_page_is_no_other_one(self):
        for key in ("URL_FIELD", "ID_FIELD"):
            self.crawl(code=1, **self.pipeline(), **{f"FIRSTPRINT_{key}": "html"})
            self.assertIn(f"FIRSTPRINT_{key} is 'html', the field with the page (FIRSTPRINT_FIELD)", self.log)

    def test_what_only_the_middleware_does_needs_it(self):
        self.crawl(code=1, **self.pipeline(), FIRSTPRINT_SKIP=True)
        self.assertIn("FIRSTPRINT_SKIP needs FirstprintMiddleware in DOWNLOADER_MIDDLEWARES", self.log)


if __name__ == "__main__":
    unittest.main()
