"""serve — `firstprint serve`: its page in a real browser, and what it refuses to others."""

import json
import os
import socket
import subprocess
import unittest

from stores import FIRSTPRINT, BrowserTest, HOSTILE, article, make_store, pages, run


class Serve(BrowserTest):
    def setUp(self):
        self.store = make_store(self.file(f"{self.id()}.db"))
        self.server = subprocess.Popen([FIRSTPRINT, "serve", self.store, "--json"], stdout=subprocess.PIPE, text=True)
        at = json.loads(self.server.stdout.readline())
        self.url, self.token = at["url"], at["token"]
        self.port = int(self.url.split(":")[2].strip("/"))

    def tearDown(self):
        self.server.terminate()
        self.assertEqual(self.server.wait(30), 0)
        self.server.stdout.close()

    def open(self, token=True, **how):
        page = self.browser.open(self.url + (f"#token={self.token}" if token else ""), **how)
        page.wait("document.body?.dataset.ready")
        return page

    def http(self, text):
        """The status and the body of a raw request."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=600) as s:
            s.sendall(text.replace("\n", "\r\n").encode())
            answer = b""
            while some := s.recv(1 << 16):
                answer += some
        head, _, body = answer.partition(b"\r\n\r\n")
        return int(head.split()[1]), body.decode()

    def get(self, path, host=None, more=""):
        return self.http(f"GET {path} HTTP/1.1\nHost: {host or f'127.0.0.1:{self.port}'}\nConnection: close\n{more}\n")

    def post(self, path, body, more="", token=None, kind="application/json"):
        return self.http(f"POST {path} HTTP/1.1\nHost: 127.0.0.1:{self.port}\nConnection: close\nContent-Type: {kind}\n"
                         f"X-Firstprint-Token: {token or self.token}\n{more}Content-Length: {len(body)}\n\n{body}")

    def verdicts(self):
        return {d["id"]: d for d in map(json.loads, run("inspect", self.store, "drops", "--json").splitlines())}

    def drop_of(self, url):
        return next(d for d in self.verdicts().values() if d["url"] == url)

    # ── the page ──

    def test_it_is_the_report_and_complains_of_nothing(self):
        page = self.open()
        self.assertIn("Of 10 articles, 4 were kept", page.text("#story"))
        self.assertReadable(page)
        self.assertQuiet(page)
        self.assertHarmless(page)
        self.assertTrue(all(r.startswith(self.url) for r in page.requests), page.requests)

    def test_answers_that_come_late_are_not_drawn_beside_the_last_one(self):
        page = self.open()
        page.js("facts.details = {}; Promise.all([0, 1, 0].map((i) => showDrop(drops[i]))).then(() => { window.drawn = 1; }); 0")
        page.wait("window.drawn")
        self.assertEqual(page.js("document.querySelectorAll('#drop .diff').length"), 1)
        self.assertEqual(page.text("#drop .url"), page.js("drops[0].url"))

    def test_a_drop_is_taken_back(self):
        page = self.open()
        page.put("#cause", "mirror")
        page.click("#undo")
        page.wait("document.getElementById('story').textContent.includes('5 were kept')")
        self.assertIn("is a page again", page.text("#news"))
        self.assertEqual(page.text("#shown"), "0 groups with 0 drops")
        self.assertNotIn("https://two.example/lighthouse", [d["url"] for d in self.verdicts().values()])
        page.put("#cause", "")
        page.put("#words", "lighthouse")
        self.assertIn("2 copies", page.text("#group-list .row"))
        self.assertQuiet(page)

    def decisions(self):
        return [(d["what"], d["url"]) for d in map(json.loads, run("inspect", self.store, "decisions", "--json").splitlines())]

    def test_a_decision_is_listed_and_taken_back(self):
        page = self.open()
        page.wait("document.getElementById('decisions').hidden")
        page.js("newsSeconds = 36000")
        page.put("#cause", "mirror")
        page.click("#undo")
        page.wait("document.querySelector('#decision-list button')")
        self.assertTrue(page.text("#news").startswith("Decided: "), page.text("#news"))
        self.assertIn("https://two.example/lighthouse", page.text("#decision-list"))
        self.assertReadable(page)
        page.wait("!isBusy")
        page.click("#back")
        page.wait("document.getElementById('decisions').hidden")
        self.assertIn("--apply", page.text("#news"))
        self.assertEqual(self.decisions(), [])
        run("judge", self.store, "--apply")
        self.assertEqual(len(self.verdicts()), 6)
        self.assertQuiet(page)

    def test_a_message_goes_away_by_itself_or_at_a_click(self):
        page = self.open()
        page.js("newsSeconds = 36000; say('one'); 0")
        self.assertFalse(page.js("$('news').hidden"))
        page.js("$('story').click()")
        self.assertTrue(page.js("$('news').hidden"))
        page.js("newsSeconds = .01; say('two'); 0")
        page.wait("$('news').hidden")
        self.assertEqual(page.text("#news"), "two")

    def test_what_changed_places_is_taken_back_by_a_key_after_the_page_is_loaded_again(self):
        page = self.open()
        page.put("#cause", "mirror")
        page.js("globalThis.old = true")
        page.click("#prefer")
        page.wait("!globalThis.old && document.body?.dataset.ready && document.querySelector('#decision-list button')")
        self.assertEqual(len(self.decisions()), 2)
        self.assertReadable(page)
        page.key("u")
        page.wait("document.getElementById('decisions').hidden")
        self.assertEqual(self.decisions(), [])
        run("judge", self.store, "--apply")
        self.assertEqual(self.drop_of("https://two.example/lighthouse")["of_url"], "https://one.example/lighthouse")

    def test_one_of_several_decisions_is_taken_back_by_its_button(self):
        run("undo", "-q", self.store, "https://two.example/lighthouse")
        run("judge", "-q", self.store, "--never-drop", "/v1/", "--apply")
        page = self.open(width=390, height=800)
        page.wait("document.querySelectorAll('#decision-list li').length === 2")
        self.assertReadable(page)
        self.assertIn("/v1/", page.text("#decision-list li"))
        page.js("document.querySelector('#decision-list li:last-child button').focus()")
        page.key(" ")
        page.wait("document.querySelectorAll('#decision-list li').length === 1")
        self.assertEqual(self.decisions(), [("never-drop", None)])
        page = self.open(token=False)
        page.wait("document.querySelectorAll('#decision-list li').length === 1")
        self.assertEqual(page.js("document.querySelectorAll('#decision-list button').length"), 0)

    def test_a_double_click_takes_back_one_drop(self):
        page = self.open()
        page.put("#words", "lighthouse")
        page.js("document.querySelector('#undo').click(); document.querySelector('#undo').click()")
        page.wait("document.getElementById('story').textContent.includes('5 were kept')")
        page.js("document.querySelector('#undo').click()")
        self.assertEqual(len(self.verdicts()), 5)
        self.assertIn("is a page again", page.text("#news"))

    def test_the_token_stays_when_a_part_of_the_page_is_gone_to(self):
        page = self.open()
        page.click("nav a[href='#decided']")
        page.js("location.reload()")
        page.wait("document.body?.dataset.ready && !location.hash.includes('token')")
        page.wait("document.querySelector('#undo')")

    def test_a_drop_takes_the_place_of_its_original(self):
        page = self.open()
        page.put("#cause", "mirror")
        page.js("globalThis.old = true")
        page.click("#prefer")
        page.wait("!globalThis.old && document.body?.dataset.ready")
        d = self.drop_of("https://one.example/lighthouse")
        self.assertEqual(d["of_url"], "https://two.example/lighthouse")
        self.assertIn("is the page now", page.text("#news"))

    def test_keys_write_labels_that_eval_reads(self):
        page = self.open()
        page.put("#words", "market")
        page.js("document.getElementById('member-list').focus()")
        page.key("n")
        page.wait("document.getElementById('news').textContent.includes('two articles')")
        self.assertIn("two articles", page.text("#member-list .row"))
        with open(self.store + ".truth", encoding="utf-8") as truth:
            self.assertEqual(truth.read(), "e\tf\tneg\n")
        lines = self.file("lines.jsonl")
        with open(lines, "w", encoding="utf-8") as to:
            to.writelines(json.dumps(p) + "\n" for p in pages())
        self.assertIn('"neg_dropped":1', run("eval", lines, self.store + ".truth", "--json").replace(" ", "").replace("neg-dropped", "neg_dropped"))

    def test_a_click_on_an_answer_stays_and_its_key_goes_on(self):
        page = self.open()
        page.put("#words", "lighthouse")
        first = page.text("#drop .url")
        page.click("#yes")
        page.wait("document.getElementById('news').textContent.includes('one article')")
        self.assertEqual(page.text("#drop .url"), first)
        page.wait("!isBusy")
        page.js("document.getElementById('member-list').focus()")
        page.key("ArrowDown")
        second = page.text("#drop .url")
        page.key("y")
        page.wait(f"document.querySelector('#drop .url').textContent !== {json.dumps(second)}")

    def test_without_the_token_it_is_only_read(self):
        page = self.open(token=False)
        self.assertEqual(page.js("document.querySelectorAll('#undo, #prefer, #yes, #spec').length"), 0)
        page.put("#verdict", "near-duplicate")
        page.wait("document.querySelector('#drop ins')")
        self.assertReadable(page)

    def test_another_filter_shows_what_would_change_pair_by_pair(self):
        page = self.open()
        page.put("#spec", "exact")
        page.click("#what-if form:first-of-type button")
        page.wait("document.querySelector('#changes details')")
        self.assertIn("1 article would be judged otherwise", page.text("#changes"))
        page.click("#changes summary")
        page.wait("document.querySelector('#changes ins')")
        self.assertIn("glorious summer", page.text("#changes ins"))
        page.put("#spec", "no-such-filter")
        page.click("#what-if form:first-of-type button")
        page.wait("document.querySelector('#changes [role=alert]')")
        self.assertIn("not a built-in filter", page.text("#changes"))
        self.assertEqual(len(self.verdicts()), 6)

    def test_the_command_that_is_told_is_of_the_filter_that_was_tried(self):
        page = self.open()
        page.put("#spec", "exact")
        page.js("document.getElementById('spec').form.requestSubmit()")
        page.put("#spec", "none")
        page.wait("document.querySelector('#changes details')")
        self.assertIn("--filter exact --apply", page.text("#changes"))

    def test_words_without_an_end_fit_on_a_phone(self):
        page = self.open(width=320, height=700)
        page.put("#what", "x" * 3000)
        page.js("document.querySelector('#what').form.requestSubmit()")
        page.wait("document.querySelector('#answer [role=alert]')")
        page.js("document.querySelector('#answer').append('y'.repeat(3000))")
        self.assertReadable(page)

    def test_any_article_is_explained_and_found_by_its_words(self):
        run("index", "-q", self.store)
        page = self.open()
        page.put("#what", "https://one.example/bridge")
        page.js("document.querySelector('#what').form.requestSubmit()")
        page.wait("document.querySelector('#answer table')")
        self.assertIn("So it was kept.", page.text("#answer"))
        self.assertIn("The articles most like it", page.text("#answer"))
        page.put("#what", "market")
        page.js("document.querySelector('#what').form.requestSubmit()")
        page.wait("document.querySelector('#answer button')")
        self.assertIn("The market", page.text("#answer"))
        page.put("#what", HOSTILE)
        page.js("document.querySelector('#what').form.requestSubmit()")
        page.wait("document.querySelector('#answer').innerText.length > 20")
        self.assertHarmless(page)
        self.assertReadable(page)

    def test_it_tells_when_the_store_grows_and_when_the_store_is_busy(self):
        page = self.open()
        writer = subprocess.Popen([FIRSTPRINT, "filter", "-q", "-o", self.store], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        writer.stdin.write(json.dumps({"id": "new", "url": "https://one.example/new", "text": article("windmill")}) + "\n")
        writer.stdin.flush()
        writer.stdout.readline()  # its verdict: it has the store open
        page.put("#cause", "mirror")
        page.click("#undo")
        page.wait("document.getElementById('news').textContent.includes('another')")
        self.assertEqual(len(self.verdicts()), 6)
        writer.stdin.close()
        self.assertEqual(writer.wait(30), 0)
        writer.stdout.close()
        page.wait("document.getElementById('news').textContent.includes('1 new article')")

    # ── what it refuses ──

    def test_names_that_lead_here_from_elsewhere_are_refused(self):
        for host in ("evil.example", f"evil.example:{self.port}", "127.0.0.1", f"127.0.0.1:{self.port + 1}", ""):
            self.assertEqual(self.get("/state", host=host or " ")[0] in (400, 403), True, host)
        self.assertEqual(self.get("/state", host=f"localhost:{self.port}")[0], 200)
        self.assertEqual(self.get("/state", more="Origin: https://evil.example\n")[0], 403)
        self.assertEqual(self.get("/state", more=f"Origin: {self.url.rstrip('/')}\n")[0], 200)
        self.assertEqual(self.get("/", more="Sec-Fetch-Site: cross-site\n")[0], 403)
        self.assertEqual(self.get("/state", more="Sec-Fetch-Site: none\n")[0], 200)

    def test_it_listens_on_loopback_only(self):
        with open("/proc/net/tcp", encoding="ascii") as table:
            here = [line.split()[1] for line in table if line.split()[1].endswith(f":{self.port:04X}") and line.split()[3] == "0A"]
        self.assertEqual(here, [f"0100007F:{self.port:04X}"])

    def test_nothing_is_decided_without_the_token(self):
        d = self.drop_of("https://two.example/lighthouse")
        body = json.dumps({"id": d["id"]})
        for token in ("wrong", self.token[:-1], self.token + "0", self.token.upper() + " "):
            self.assertEqual(self.post("/undo", body, token=token)[0], 403)
        for path in ("/drop", "/prefer", "/label", "/judge", "/forget"):
            self.assertEqual(self.post(path, body, token="wrong")[0], 403)
        self.assertEqual(self.get("/undo?id=%d" % d["id"])[0], 404)
        self.assertEqual(self.post("/undo", body, more="Origin: https://evil.example\n")[0], 403)
        self.assertEqual(self.post("/undo", body, kind="text/plain")[0], 415)
        self.assertEqual(len(self.verdicts()), 6)

    def test_a_store_that_was_replaced_is_not_decided_about(self):
        d = self.drop_of("https://two.example/lighthouse")
        other = make_store(self.file("other.db"))
        os.replace(other, self.store)
        for path, body in (("/undo", {"id": d["id"]}), ("/prefer", {"id": d["id"]}), ("/judge", {"filter": "exact"})):
            code, why = self.post(path, json.dumps(body))
            self.assertEqual(code, 409)
            self.assertIn("start firstprint serve again", why)
        self.assertEqual(len(self.verdicts()), 6)

    def test_labels_go_into_the_file_that_is_there(self):
        drops = sorted(self.verdicts())
        self.assertEqual(self.post("/label", json.dumps({"id": drops[0], "label": "dup"}))[0], 200)
        with open(self.file("edited"), "w", encoding="utf-8") as to:
            to.write("# nothing yet\n")
        os.replace(self.file("edited"), self.store + ".truth")
        self.assertEqual(self.post("/label", json.dumps({"id": drops[0], "label": "neg"}))[0], 200)
        self.assertEqual(self.post("/label", json.dumps({"id": drops[0], "label": "neg"}))[0], 400)
        with open(self.store + ".truth", encoding="utf-8") as truth:
            self.assertEqual(truth.read(), "# nothing yet\na\tb\tneg\n")

    def test_nonsense_gets_a_sentence(self):
        for path, code in (("/detail?id=999", 404), ("/detail?id=-1", 400), ("/detail?id=1e9", 400), ("/detail", 400), ("/diff?a=1", 400),
                           ("/diff?a=1&b=18446744073709551615", 400), ("/explain?what=", 400), ("/explain?what=nothing", 404),
                           ("/search?words=%00%ff", 404), ("/nothing", 404), ("/%2e%2e/etc/passwd", 404), ("/judge?x=" + "y" * 3000, 200)):
            status, body = self.get(path)
            self.assertEqual(status, code, path)
            self.assertTrue(json.loads(body).get("error") or status == 200, path)
        for body in ("", "[]", "{", '{"id": "1"}', '{"id": -1}', '{"id": 1e400}', "[" * 60000, '{"id": 99999}'):
            self.assertIn(self.post("/undo", body)[0], (400, 404), body[:20])
        for body, why in (({"id": 2, "of": 99}, "#99 is no page"), ({"id": 99, "of": 1}, "no article #99"), ({"id": 2}, "of must be")):
            self.assertIn(why, self.post("/drop", json.dumps(body))[1])
        for body, code in (({}, 400), ({"decisions": []}, 400), ({"decisions": 1}, 400), ({"decisions": ["x"]}, 404), ({"decisions": [7]}, 404)):
            self.assertEqual(self.post("/forget", json.dumps(body))[0], code, body)
        self.assertEqual(self.post("/undo", "x" * 100000)[0], 413)
        self.assertEqual(self.post("/label", json.dumps({"id": 2, "label": "maybe"}))[0], 400)
        self.assertEqual(self.http(f"DELETE / HTTP/1.1\nHost: 127.0.0.1:{self.port}\nConnection: close\n\n")[0], 405)
        self.assertEqual(self.get("/state")[0], 200)

    def test_connections_that_say_nothing_do_not_stop_it(self):
        idle = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(40)]
        self.assertEqual(self.get("/state")[0], 200)
        for s in idle:
            s.close()


class Start(unittest.TestCase):
    def refused(self, *words):
        answer = subprocess.run([FIRSTPRINT, "serve", *words], capture_output=True, text=True, timeout=600)
        return answer.returncode, answer.stderr

    def test_a_store_that_is_not_there_and_a_port_that_is_taken_are_named(self):
        code, why = self.refused("/nowhere/store.db")
        self.assertEqual(code, 1)
        self.assertIn("/nowhere/store.db", why)
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            store = make_store(os.path.join(os.environ.get("TMPDIR", "/tmp"), f"firstprint-port-{os.getpid()}.db"), pages()[:1])
            code, why = self.refused(store, "--port", str(taken.getsockname()[1]))
            os.remove(store)
        self.assertEqual(code, 1)
        self.assertIn("Address already in use", why)


if __name__ == "__main__":
    unittest.main()
