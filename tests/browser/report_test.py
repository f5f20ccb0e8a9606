"""report — the page of `firstprint report`, in a real browser."""

import base64
import json
import os
import sqlite3
import unittest
import zlib
from contextlib import closing

from stores import HOSTILE, BrowserTest, article, make_store, run


class Report(BrowserTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.html = os.path.join(cls.scratch.name, "report.html")
        run("report", "-q", make_store(os.path.join(cls.scratch.name, "store.db")), "-o", cls.html)

    def open(self, html=None, **how):
        page = self.browser.open("file://" + (html or self.html), **how)
        page.wait("document.body?.dataset.ready")
        return page

    def groups(self, page):
        return page.texts("#group-list .title")

    def test_it_says_in_a_sentence_what_was_dropped(self):
        story = self.open().text("#story")
        self.assertTrue(story.startswith("Of 10 articles, 4 were kept and 6 dropped: 5 exact copies, 1 near-duplicate"), story)

    def test_it_needs_nothing_from_elsewhere_and_complains_of_nothing(self):
        page = self.open()
        self.assertEqual(page.requests, ["file://" + self.html])
        self.assertQuiet(page)

    def test_drops_that_differ_in_a_negation_come_first_if_wanted(self):
        bridge = article("bridge")
        lines = [
            {"id": "a", "title": "The market", "text": article("market", 30)},
            {"id": "b", "title": "The market", "text": article("market", 30)},
            {"id": "c", "title": "The bridge", "text": bridge},
            {"id": "d", "title": "The bridge", "text": bridge.replace("The bridge", "Not the bridge", 1)},
            {"id": "e", "title": "The bridge", "text": bridge.replace("The bridge", "All of the bridge", 1)},
        ]
        html = self.file("notable.html")
        run("report", "-q", make_store(self.file("notable.db"), lines), "-o", html)
        page = self.open(html)
        self.assertEqual(self.groups(page)[0], "The market")
        page.put("#sort", "notable")
        self.assertEqual(self.groups(page)[0], "The bridge")
        self.assertIn("notable: Not", page.text("#member-list .row"))
        self.assertQuiet(page)

    def test_groups_come_by_the_bytes_they_waste_with_their_cause(self):
        page = self.open()
        self.assertEqual(self.groups(page)[0], "The lighthouse")
        self.assertEqual(len(self.groups(page)), 4)
        page.put("#sort", "title")
        self.assertEqual(self.groups(page)[-1], "The market")
        page.put("#words", "market")
        page.wait("document.querySelectorAll('#group-list .row').length === 1")
        self.assertIn("folder", page.text("#group-list .row"))

    def test_lists_are_chosen_by_cause_verdict_and_stage(self):
        page = self.open()
        page.put("#cause", "mirror")
        self.assertEqual(page.text("#shown"), "1 group with 1 drop")
        page.put("#cause", "")
        page.put("#verdict", "near-duplicate")
        self.assertEqual(page.text("#shown"), "1 group with 1 drop")
        page.put("#decider", "cascade: text")
        self.assertEqual(page.text("#shown"), "0 groups with 0 drops")
        self.assertEqual(page.text("#drop"), "")
        self.assertQuiet(page)

    def test_a_drop_shows_its_score_against_the_threshold_and_what_differs(self):
        page = self.open()
        page.put("#verdict", "near-duplicate")
        self.assertRegex(page.text("#member-list .row .facts"), r"resemblance 0\.\d+ ≥ 0\.5")
        self.assertEqual(page.text("#drop del").strip(), "The")
        self.assertIn("glorious summer", page.text("#drop ins"))
        self.assertRegex(page.text("#drop"), r"words and marks in both, \d+ only in the original, \d+ only in the drop")

    def test_exact_copies_say_so(self):
        page = self.open()
        page.put("#cause", "print version")
        self.assertIn("exactly the same text", page.text("#member-list .row .facts"))
        self.assertIn("The texts are equal", page.text("#drop"))

    def test_titles_texts_ids_and_urls_of_strangers_run_nothing(self):
        page = self.open()
        for i in range(4):
            page.click(f"#group-list-{i}")
        page.put("#words", "hacked")
        self.assertIn("<img src=x", page.text("#group-list .row"))
        self.assertHarmless(page)
        self.assertQuiet(page)

    def test_it_is_walked_through_by_keys(self):
        page = self.open()
        page.js("document.getElementById('group-list').focus()")
        page.key("ArrowDown")
        self.assertEqual(page.js("document.querySelector('#group-list [aria-selected=true]').id"), "group-list-1")
        page.key("k")
        page.key("ArrowRight")
        self.assertEqual(page.js("document.activeElement.id"), "member-list")
        page.key("j")
        self.assertEqual(page.js("document.getElementById('member-list').getAttribute('aria-activedescendant')"), "member-list-1")
        page.key("l")
        self.assertEqual(page.js("document.activeElement.id"), "drop")
        page.key("/")
        self.assertEqual(page.js("document.activeElement.id"), "words")
        page.js("document.activeElement.blur()")
        page.key("?")
        self.assertTrue(page.js("document.getElementById('keys').open"))
        self.assertReadable(page)
        page.key("Escape")
        self.assertFalse(page.js("document.getElementById('keys').open"))

    def test_everybody_can_read_it_light_and_dark_wide_and_narrow(self):
        for dark in (False, True):
            for width in (1400, 700, 360):
                with self.subTest(dark=dark, width=width):
                    page = self.open(dark=dark, width=width, height=800)
                    page.put("#verdict", "near-duplicate")
                    page.js("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
                    self.assertReadable(page)
                    self.assertQuiet(page)

    def test_long_addresses_fit_on_a_phone(self):
        host = "https://ahostwitharatherlongnameofits.example:20102"
        lines = [{"id": f"{path}{i}", "url": f"{host}/{path}/{i}", "title": "x", "text": article(f"walk{i}")} for i in range(3) for path in ("guide", "anolderfolder")]
        html = self.file("phone.html")
        run("report", "-q", make_store(self.file("phone.db"), lines), "-o", html)
        page = self.open(html, width=390, height=800)
        self.assertIn(f"{host}/anolderfolder/", page.text("#where-charts"))
        self.assertReadable(page)

    def test_wrong_canonicals_and_pages_that_contain_others_are_listed(self):
        def line(name, canonical, *subjects):
            text = "".join(f"<p>{line}</p>" for s in subjects for line in article(s).split("\n"))
            head = f"<head><title>{HOSTILE} {name}</title><link rel=canonical href='{canonical}'></head>"
            return {"id": name, "url": f"https://one.example/{name}", "html": f"<html>{head}<body><article>{text}</article></body></html>"}

        lines = [line("tower", "/tower", "tower"), line("quay", "/tower", "quay"), line("all", "/all", "tower", "quay", "pier")]
        html = self.file("beside.html")
        run("report", "-q", make_store(self.file("beside.db"), lines), "-o", html)
        page = self.open(html, width=390, height=800)
        beside = page.text("#beside")
        self.assertIn("Canonical URLs that are wrong (1)", beside)
        self.assertIn("one.example/quay names https://one.example/tower (another article)", beside)
        self.assertIn("one.example/all contains https://one.example/", beside)
        self.assertReadable(page)
        self.assertQuiet(page)
        self.assertFalse(self.open().js("document.getElementById('beside').checkVisibility()"))

    def test_a_group_is_that_of_the_drops_that_are_shown(self):
        page = self.open()
        self.assertIn("3 copies, mostly", page.text("#group-list .row .facts"))
        size = page.text("#group-list .row .size")
        page.put("#cause", "mirror")
        self.assertIn("1 of 3 copies, mostly mirror", page.text("#group-list .row .facts"))
        self.assertNotEqual(page.text("#group-list .row .size"), size)
        page.put("#cause", "")
        self.assertEqual(page.text("#group-list .row .size"), size)

    def test_the_colours_can_be_chosen(self):
        page = self.open()
        light = page.js("getComputedStyle(document.body).backgroundColor")
        page.put("#theme", "dark")
        self.assertNotEqual(page.js("getComputedStyle(document.body).backgroundColor"), light)

    def test_on_a_phone_one_pane_leads_to_the_next_and_back(self):
        page = self.open(width=360, height=700)
        seen = "['groups', 'members', 'detail'].filter((id) => document.getElementById(id).checkVisibility()).join()"
        self.assertEqual(page.js(seen), "groups")
        page.click("#group-list-0")
        self.assertEqual(page.js(seen), "members")
        page.click("#member-list-0")
        self.assertEqual(page.js(seen), "detail")
        page.click("#detail .back")
        page.click("#members .back")
        self.assertEqual(page.js(seen), "groups")

    def test_charts_have_their_numbers_in_tables(self):
        page = self.open()
        charts = page.texts("#decided-charts figcaption")
        self.assertEqual(charts, ["What each stage proposed and decided", "Score: resemblance", "Score: contained", "Distance: hamming"])
        self.assertIn("resemblance ≥ 0.5", page.js("document.querySelector('#decided-charts svg').textContent"))
        self.assertIn("5", page.js("document.querySelector('#decided-charts table').innerText"))
        self.assertEqual(page.js("document.querySelectorAll('#when-charts svg rect').length") > 0, True)

    def test_a_store_without_drops_has_a_report_too(self):
        html = self.file("empty.html")
        run("report", "-q", make_store(self.file("empty.db"), [{"id": 1, "text": article("only")}]), "-o", html)
        page = self.open(html)
        self.assertEqual(page.text("#story"), "Of 1 article, 1 was kept and 0 dropped.")
        self.assertReadable(page)
        self.assertQuiet(page)

    def test_a_group_of_thousands_is_drawn_as_it_is_scrolled(self):
        lines = [{"id": f"x{i}", "url": f"https://example.com/{i}", "title": f"copy {i}", "text": article("copy")} for i in range(3000)]
        html = self.file("large.html")
        run("report", "-q", make_store(self.file("large.db"), lines), "-o", html)
        page = self.open(html)
        self.assertLess(page.js("document.querySelectorAll('#member-list .row').length"), 400)
        page.js("document.getElementById('member-list').focus()")
        page.key("Enter")
        page.key("End")
        self.assertEqual(page.js("document.querySelector('#member-list [aria-selected=true]').dataset.at"), "2999")
        self.assertLess(page.js("document.querySelectorAll('#member-list .row').length"), 400)
        page.key("Home")
        page.key("j")
        self.assertEqual(page.js("document.querySelector('#member-list [aria-selected=true]').dataset.at"), "1")
        for _ in range(5):  # what stands before the rows that are drawn is drawn when it is nearly seen
            page.key("End")
            page.js("document.getElementById('member-list').scrollTop = 0")
            page.wait("Number(document.querySelector('#member-list .row').dataset.at) < 2900")
        self.assertQuiet(page)

    def test_more_copies_than_a_call_takes_arguments(self):
        html = self.file("larger.html")
        with open(self.html, encoding="utf-8") as source, open(html, "w", encoding="utf-8") as to:
            page = source.read()
            start = page.index('octet-stream">') + len('octet-stream">')
            end = page.index("</script>", start)
            facts = json.loads(zlib.decompress(base64.b64decode(page[start:end])))
            drop = facts["drops"][0]
            facts["drops"] = [[1000 + i, *drop[1:]] for i in range(200000)]
            to.write(page[:start] + base64.b64encode(zlib.compress(json.dumps(facts).encode())).decode() + page[end:])
        page = self.open(html)
        self.assertEqual(page.js("drops.length"), 200000)
        self.assertQuiet(page)

    def test_it_begins_with_the_causes_and_what_to_do(self):
        page = self.open()
        causes = page.texts("#why h3 .word")
        self.assertEqual(causes, ["same text", "edited", "folder", "mirror", "print version"])
        self.assertIn("https://one.example/lighthouse?print=1", page.text("#why"))
        self.assertIn("At https://one.example/*?print=* (1)", page.text("#why"))
        self.assertIn("<link rel=canonical>", page.text("#why strong"))
        page.js("[...document.querySelectorAll('#why h3 button')].find((b) => b.textContent === 'mirror').click()")
        self.assertEqual(page.text("#shown"), "1 group with 1 drop")

    def test_what_cannot_be_clicked_looks_like_no_button(self):
        lines = [{"id": i, "url": f"https://example.com/item?sid={i}", "title": "An item", "text": article("item")} for i in range(2)]
        store, html = make_store(self.file("skipped.db"), lines), self.file("skipped.html")
        with closing(sqlite3.connect(store)) as db, db:
            db.execute("INSERT INTO skips (url, reason, kind) VALUES ('https://example.com/old/x', 'soft 404', 'fetch')")
        run("report", "-q", store, "-o", html)
        page = self.open(html)
        self.assertIn("soft 404 1 URL not stored for it", page.texts("#why h3"))
        self.assertIn("At https://example.com/old/* (1)", page.text("#why"))
        self.assertEqual(page.texts("#why h3 .word"), ["session"])

    def test_many_copies_of_one_pattern_are_a_line_that_opens(self):
        lines = [{"id": i, "url": f"https://example.com/item?sid={i}", "title": "An item", "text": article("item")} for i in range(9)]
        lines.append({"id": "x", "url": "https://example.com/item", "title": "An item", "text": article("item")})
        html = self.file("folded.html")
        run("report", "-q", make_store(self.file("folded.db"), lines), "-o", html)
        page = self.open(html)
        self.assertIn("https://example.com/item\n9 copies, mostly session", page.text("#group-list .row"))
        self.assertIn("To cite: https://example.com/item", page.text("#original"))
        self.assertEqual(page.texts("#member-list .row .title, #member-list .row > .url"), ["▸ https://example.com/*?sid=*"])
        page.js("document.getElementById('member-list').focus()")
        page.key("Enter")
        self.assertEqual(len(page.texts("#member-list .row")), 10)
        page.key("j")
        self.assertIn("https://example.com/item?sid=1", page.text("#drop"))
        page.click("#member-list .fold")
        self.assertEqual(len(page.texts("#member-list .row")), 1)
        self.assertReadable(page)
        self.assertQuiet(page)

    def test_ids_are_shown_as_they_came(self):
        page = self.open()
        for json_text, shown in (('"p7"', "p7"), ("9007199254740995", "9007199254740995"), ('{"a":1}', '{"a":1}'), ("null", "null")):
            self.assertEqual(page.js(f"nameOf({json.dumps(json_text)})"), shown)
        self.assertEqual(page.js("nameOf(null)"), "")
        self.assertEqual(page.js("quoted('-x.db')"), "./-x.db")
        self.assertEqual(page.js("""quoted("a b'c")"""), "'a b'\\''c'")


if __name__ == "__main__":
    unittest.main()
