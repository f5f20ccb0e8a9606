"""What docs/library.md and examples/ show runs, and prints what stands there."""

import os
import re
import shutil
import subprocess
import sys
import unittest

import firstprint
from support import ARTICLE, PROGRAM, SOURCE, Scratch

MANUAL = (SOURCE / "docs/library.md").read_text("utf-8")


class Examples(Scratch):
    def run_python(self, *arguments, **options):
        done = subprocess.run([sys.executable, *arguments], cwd=str(self.folder), text=True, stdout=subprocess.PIPE, **options)
        self.assertEqual(done.returncode, 0)
        return done.stdout

    def test_the_manual_prints_what_stands_there(self):
        (self.folder / "examples").mkdir()
        shutil.copy(SOURCE / "examples/pages.jsonl", self.folder / "examples")
        blocks = re.findall(r"^```python example\n(.*?)^```\n```text\n(.*?)^```$", MANUAL, flags=re.S | re.M)
        self.assertEqual(len(blocks), 7)
        with firstprint.open(self.folder / "site.db") as store:  # a page that the feed has, and one that it lost
            store.judge(text=ARTICLE, url="https://a.example/light")
            store.judge(text="The market opens at nine.", url="https://a.example/market")
        (self.folder / "items.jsonl").write_text('{"url": "https://a.example/light", "html": "…"}\n{"url": "https://a.exam')
        printed = self.run_python("-c", "".join(code for code, _ in blocks), env={**os.environ, "FIRSTPRINT_PROGRAM": str(PROGRAM)})
        self.assertEqual(printed, "".join(expected for _, expected in blocks))

    def test_the_settings_of_the_manual_are_those_of_the_example_and_four_lines(self):
        [block] = re.findall(r"^```python settings\n(.*?)^```$", MANUAL, flags=re.S | re.M)
        example = (SOURCE / "examples/scrapy_settings.py").read_text("utf-8").splitlines(True)
        self.assertEqual(block, "".join(line for line in example if not line.startswith("#")))
        self.assertEqual(block.count("\n"), 4)

    def test_judge_says_why_a_page_is_dropped(self):
        with (SOURCE / "examples/pages.jsonl").open() as pages:
            said = self.run_python(str(SOURCE / "examples/judge.py"), "store.db", stdin=pages).splitlines()
        self.assertEqual(
            [line.split(", ")[0] for line in said],
            ["lamp-copy repeats lamp: near-duplicate", "lamp-short repeats lamp: contained", "deng-copy repeats deng: near-duplicate"],
        )
        self.assertIn('0.91: {"resemblance": 0.909091', said[0])


if __name__ == "__main__":
    unittest.main()
