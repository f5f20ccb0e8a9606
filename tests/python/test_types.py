"""The package is typed, and help() shows it: mypy --strict finds nothing, also in a program that uses it."""

import inspect
import pydoc
import subprocess
import sys
import typing
import unittest

import firstprint
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


class Help(unittest.TestCase):
    def test_help_shows_what_each_field_is(self):
        for name in firstprint.__all__:
            kind = getattr(firstprint, name)
            fields = getattr(kind, "__dataclass_fields__", None) or getattr(kind, "_fields", ())
            for field in fields:
                with self.subTest(f"{name}.{field}"):
                    self.assertRegex(pydoc.getdoc(kind), rf"\b{field}\b")

    def test_the_types_of_all_that_is_public_can_be_read(self):
        public = [getattr(firstprint, name) for name in firstprint.__all__]
        classes = [x for x in public if inspect.isclass(x)]
        members = [getattr(x, "fget", x) for kind in classes for x in vars(kind).values()]
        for x in public + members:  # a reference that a member has resolved is known to all
            if inspect.isclass(x) or inspect.isfunction(x):
                with self.subTest(x):
                    typing.get_type_hints(x)


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
