"""What _library.py says of libfirstprint.h is so: the header is compiled, and read."""

import ctypes
import os
import re
import shutil
import subprocess
import unittest
from unittest import mock

import firstprint
from firstprint import _errors, _library
from support import SOURCE, Scratch, environment, python

HEADER = SOURCE / "library/libfirstprint.h"
STRUCTURES = {
    "firstprint_options": _library.Options,
    "firstprint_source": _library.Source,
    "firstprint_article": _library.ArticleFields,
    "firstprint_neighbour": _library.NeighbourFields,
    "firstprint_decision": _library.DecisionFields,
    "firstprint_purified": _library.PurifiedFields,
}
KINDS = {  # what a parameter is in C, without const and its name
    "firstprint *": ctypes.c_void_p,
    "firstprint **": ctypes.POINTER(ctypes.c_void_p),
    "char *": ctypes.c_char_p,
    "char **": (ctypes.POINTER(ctypes.c_char_p), ctypes.POINTER(ctypes.c_void_p)),  # a text that may have NULs is no c_char_p
    "size_t": ctypes.c_size_t,
    "size_t *": ctypes.POINTER(ctypes.c_size_t),
    "uint64_t": ctypes.c_uint64,
    "uint64_t *": ctypes.POINTER(ctypes.c_uint64),
    "uint64_t **": ctypes.POINTER(ctypes.POINTER(ctypes.c_uint64)),
    "int": ctypes.c_int,
    "void": None,
    "firstprint_options *": ctypes.POINTER(_library.Options),
    "firstprint_source *": ctypes.POINTER(_library.Source),
    "firstprint_article *": ctypes.POINTER(_library.ArticleFields),
    "firstprint_neighbour *": ctypes.POINTER(_library.NeighbourFields),
    "firstprint_decision *": ctypes.POINTER(_library.DecisionFields),
    "firstprint_purified *": ctypes.POINTER(_library.PurifiedFields),
    "firstprint_purified **": ctypes.POINTER(ctypes.POINTER(_library.PurifiedFields)),
}


def declarations():
    """The functions of the header: name, result, parameters."""
    text = re.sub(r"/\*.*?\*/", "", HEADER.read_text("utf-8"), flags=re.S)
    for result, name, parameters in re.findall(r"^([a-z][\w ]*?[ *]+)(firstprint_\w+)\(([^)]*)\);", text, flags=re.M):
        yield name, kind_of(result), [kind_of(re.sub(r"\w+$", "", p.strip())) for p in parameters.split(",") if p != "void"]


def kind_of(declared):
    words = re.sub(r"\bconst\b", "", declared).split("*")[0].strip()
    stars = "*" * declared.count("*")
    return KINDS[f"{words} {stars}".strip()]


class Header(Scratch):
    @unittest.skipUnless(shutil.which(os.environ.get("CC", "cc").split()[0]), "there is no C compiler")
    def test_structures_have_the_sizes_and_offsets_of_the_header(self):
        rows = []
        for name, structure in STRUCTURES.items():
            rows.append((f"sizeof({name})", ctypes.sizeof(structure)))
            for field, *_ in structure._fields_:
                at = getattr(structure, field)
                rows.append((f"offsetof({name}, {field})", at.offset))
                rows.append((f"sizeof((({name} *)0)->{field})", at.size))
        prints = "".join(f'\tprintf("%zu\\n", {expression});\n' for expression, _ in rows)
        source = self.folder / "sizes.c"
        source.write_text(f'#include <stdio.h>\n#include "libfirstprint.h"\nint main(void)\n{{\n{prints}\treturn 0;\n}}\n')
        cc = os.environ.get("CC", "cc").split()
        subprocess.run(
            [*cc, "-I", str(HEADER.parent), "-o", str(self.folder / "sizes"), str(source)], check=True, env=environment()
        )
        sizes = subprocess.run([str(self.folder / "sizes")], check=True, stdout=subprocess.PIPE, text=True, env=environment())
        self.assertEqual([(e, int(n)) for (e, _), n in zip(rows, sizes.stdout.split())], rows)

    def test_every_function_is_declared_as_in_the_header(self):
        declared = {name: (result, parameters) for name, result, parameters in declarations()}
        ours = {name: (result, parameters) for name, result, parameters in _library.FUNCTIONS}
        self.assertEqual(sorted(ours), sorted(declared))
        self.assertEqual(sorted(ours), sorted((SOURCE / "library/libfirstprint.sym").read_text().split()))
        for name, (result, parameters) in ours.items():
            for here, there in zip([result, *parameters], [declared[name][0], *declared[name][1]]):
                self.assertIn(here, there if isinstance(there, tuple) else (there,), name)
            self.assertEqual(len(parameters), len(declared[name][1]), name)

    def test_constants_are_those_of_the_header(self):
        text = HEADER.read_text("utf-8")
        codes = {int(value) for value in re.findall(r"FIRSTPRINT_\w+ = (-\d+)", text)}
        self.assertEqual(set(_errors._BY_CODE), codes)
        for names, values in ((("WRITE", "COMPARE", "READ"), range(3)), (("AS_HTML", "AS_TEXT"), range(2))):
            first = text.index(f"FIRSTPRINT_{names[0]} = 0")
            places = [text.index(f"FIRSTPRINT_{name}", first) for name in names]
            self.assertEqual(places, sorted(places))  # an enum that begins at 0 counts on
            self.assertEqual([getattr(_library, name) for name in names], list(values))


class Lookup(unittest.TestCase):
    def test_a_missing_library_is_one_sentence_and_an_import_error(self):
        done = python(
            "try:\n import firstprint\nexcept ImportError as why:\n print(type(why).__name__, why)",
            FIRSTPRINT_LIBRARY="/nowhere/x.so",
        )
        self.assertRegex(done.stdout, r"^LibraryMissing /nowhere/x\.so: .*FIRSTPRINT_LIBRARY")

    def test_another_library_is_refused(self):
        done = python("import firstprint", FIRSTPRINT_LIBRARY="libc.so.6")
        self.assertIn("LibraryMissing: libc.so.6 is no libfirstprint", done.stderr)

    def test_an_older_interface_is_refused(self):
        with mock.patch.object(_library, "_VERSION_LEAST", 1000), self.assertRaisesRegex(
            firstprint.LibraryMissing, "1000 is needed"
        ):
            _library.load()

    def test_version_is_that_of_the_library(self):
        self.assertRegex(firstprint.__version__, r"^\d+\.\d+")


if __name__ == "__main__":
    unittest.main()
