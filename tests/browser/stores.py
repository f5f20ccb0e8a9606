"""stores — small stores with all that a report may have to show, made by the program itself."""

import json
import os
import random
import subprocess
import tempfile
import unittest

from chromium import PROGRAM, Chromium

FIRSTPRINT = os.environ.get("FIRSTPRINT", "./firstprint")
HOSTILE = "</script><img src=x onerror=hacked=1><script>hacked=1</script>\"'`${hacked=1}"


def run(*words, **more):
    return subprocess.run([FIRSTPRINT, *words], check=True, capture_output=True, text=True, **more).stdout


def article(subject, n=12):
    """Sentences that no other subject has, always the same ones."""
    draw = random.Random(subject)
    word = lambda: "".join(draw.choice("bdfgklmnprstvz") + draw.choice("aeiou") for _ in range(draw.randint(2, 4)))
    line = lambda i: f"The {subject} " + " ".join(word() for _ in range(draw.randint(14, 22))) + "."
    return "\n".join(line(i) for i in range(n))


def pages():
    lighthouse = article("lighthouse")
    lines = [
        ("a", "https://one.example/lighthouse", "The lighthouse", lighthouse),
        ("b", "https://two.example/lighthouse", "The lighthouse", lighthouse),  # a mirror
        ("c", "https://one.example/lighthouse?print=1", "The lighthouse", lighthouse),  # a parameter
        ("d", "https://one.example/news/lighthouse-2", "The lighthouse",
         lighthouse.replace("The lighthouse", "Ever since the glorious summer the lighthouse", 1)),  # edited
        ("e", "https://one.example/market", "The market", article("market", 30)),
        ("f", "https://one.example/v1/market", "The market", article("market", 30)),
        ("g", "https://one.example/hostile", HOSTILE, article("harbour") + "\n" + HOSTILE),
        ("h", "javascript:hacked=1", HOSTILE, article("harbour") + "\n" + HOSTILE),
        ("i", "https://one.example/bridge", "The bridge", article("bridge")),
        (HOSTILE, None, "No URL", article("bridge")),
    ]
    return [{"id": i, "title": t, "text": x} | ({"url": u} if u else {}) for i, u, t, x in lines]


def make_store(file, lines=None):
    run("filter", "-q", "-o", file, input="".join(json.dumps(p) + "\n" for p in lines or pages()))
    return file


@unittest.skipUnless(PROGRAM, "there is no chromium")
class BrowserTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.browser = Chromium()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.scratch.cleanup()

    def file(self, name):
        return os.path.join(self.scratch.name, name)

    def assertReadable(self, page):
        with open(os.path.join(os.path.dirname(__file__), "rules.js"), encoding="utf-8") as rules:
            self.assertEqual(page.js(rules.read()), [])

    def assertQuiet(self, page):
        self.assertEqual(page.errors, [])

    def assertHarmless(self, page):
        self.assertEqual(page.js("typeof hacked"), "undefined")
        self.assertEqual(page.js("document.querySelectorAll('img, iframe, object, [onerror]').length"), 0)
        self.assertEqual(page.js("document.scripts.length"), 2)
        self.assertEqual(page.js("[...document.links].filter((a) => !/^(https?|file):/.test(a.protocol)).length"), 0)
