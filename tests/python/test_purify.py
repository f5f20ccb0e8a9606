"""purify gives the article of a page."""

import json
import unittest

import firstprint
from support import SOURCE, Scratch, program

PAGE = """<!doctype html><html lang="en"><title>Light</title><link rel="canonical" href="/light">
<meta name="robots" content="noindex, nofollow"><nav><a href="/home">Home</a></nav>
<article><p>The lighthouse on the north cape will be lit by sun alone from next spring, said the office.</p>
<p>Forty years ago it lost its keeper, and since then a <a href="cable">cable</a> has fed the lamp.</p></article></html>"""


class Purify(Scratch):
    def test_it_has_what_is_on_the_page(self):
        x = firstprint.purify(PAGE.encode(), url="https://a.example/light")
        self.assertEqual((x.title, x.lang, x.canonical, x.charset), ("Light", "en", "/light", "UTF-8"))
        self.assertEqual(x.links, ("/home", "cable"))
        self.assertEqual((x.noindex, x.nofollow, x.degraded), (True, True, None))
        self.assertIn("lost its keeper", x.text)
        self.assertNotIn("Home", x.text)

    def test_it_is_what_the_program_says(self):
        for path in sorted((SOURCE / "examples/site").rglob("*.html")):
            expected = json.loads(program("purify", "--json", path))
            x = firstprint.purify(path.read_bytes())
            self.assertEqual((x.text, x.title), (expected["text"], expected["title"]))

    def test_an_empty_page_has_an_empty_text(self):
        x = firstprint.purify(b"")
        self.assertEqual((x.text, x.links), ("", ()))

    def test_what_is_no_page_is_refused(self):
        with self.assertRaises(firstprint.TooLarge):
            firstprint.purify(bytes((1 << 30) + 1))
        with self.assertRaisesRegex(firstprint.Misuse, "content is png"):
            firstprint.purify(b"\x89PNG\r\n\x1a\n")
        with self.assertRaises(firstprint.Misuse):
            firstprint.purify("\udfff")
        with self.assertRaises(firstprint.Misuse):
            firstprint.purify("", url="\0")
        with self.assertRaises(TypeError):
            firstprint.purify(5)
        with self.assertRaises(TypeError):
            firstprint.purify(None)


if __name__ == "__main__":
    unittest.main()
