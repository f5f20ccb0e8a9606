"""The package is typed: mypy --strict finds nothing, also in a program that uses it."""

import subprocess
import sys
import unittest

from support import SOURCE, Scratch, environment

USE = """
import firstprint
from typing import Iterator, List, Optional

def drops(pages: Iterator[firstprint.Page]) -> List[Optional[str]]:
    with firstprint.open("x.db", mode="compare") as store:
        return [x.of_url for x in store.judge_all(pages) if x.is_drop and x.score > 0.5 and x.evidence["resemblance"]]

def sizes(store: firstprint.Store) -> List[int]:
    return [len(group.drops) for group in store.groups() if group.page.is_drop is False][: len(store)]

wrong: int = firstprint.purify(b"").text
"""


def has_mypy():
    return (
        subprocess.run(
            [sys.executable, "-m", "mypy", "--version"], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ).returncode
        == 0
    )


@unittest.skipUnless(has_mypy(), "there is no mypy")
class Types(Scratch):
    def mypy(self, *arguments):
        command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(self.folder / "cache"), *map(str, arguments)]
        return subprocess.run(command, cwd=str(SOURCE / "python"), env=environment(), text=True, stdout=subprocess.PIPE).stdout

    def test_mypy_finds_nothing_in_the_package(self):
        self.assertRegex(self.mypy("firstprint"), r"^Success: no issues found in \d+ source files\n$")

    def test_mypy_finds_what_is_wrong_in_a_program(self):
        (self.folder / "use.py").write_text(USE)
        said = self.mypy(self.folder / "use.py")
        self.assertIn(
            'use.py:12: error: Incompatible types in assignment (expression has type "str", variable has type "int")', said
        )
        self.assertIn("Found 1 error in 1 file", said)


if __name__ == "__main__":
    unittest.main()
