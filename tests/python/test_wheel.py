"""pip installs the package into a virtual environment, where it finds the library."""

import importlib.util
import os
import shutil
import subprocess
import sys
import unittest

import firstprint
from support import SOURCE, Scratch


def has(*modules):
    return all(importlib.util.find_spec(module) for module in modules)


@unittest.skipUnless(has("pip", "setuptools", "wheel", "venv"), "there is no pip, setuptools, wheel or venv")
class Wheel(Scratch):
    def run_in(self, *arguments, **env):
        environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "FIRSTPRINT_LIBRARY", "LD_LIBRARY_PATH")}
        done = subprocess.run(
            [str(self.folder / "venv/bin/python"), *map(str, arguments)],
            env={**environment, **env}, text=True, cwd=str(self.folder), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def setUp(self):
        super().setUp()
        shutil.copytree(SOURCE / "python", self.folder / "source")  # pip builds beside it
        subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", str(self.folder / "venv")], check=True)
        self.run_in("-m", "pip", "-q", "install", "--no-index", "--no-build-isolation", "--no-deps", self.folder / "source")

    def test_the_package_and_the_library_are_found(self):
        library = self.folder / "venv/lib/libfirstprint.so.0"
        shutil.copy(os.environ["FIRSTPRINT_LIBRARY"], library)
        code = "import firstprint, sys; print(firstprint.__version__, sys.modules['firstprint._library'].lib._name, firstprint.__file__)"
        version, loaded, package = self.run_in("-c", code).split()
        self.assertEqual(version, firstprint.__version__)
        self.assertIn(loaded, ("libfirstprint.so.0", str(library)))
        self.assertTrue(package.startswith(str(self.folder / "venv")), package)

    def test_it_has_the_version_of_the_library_and_its_types(self):
        said = self.run_in("-m", "pip", "show", "-f", "firstprint")
        self.assertIn(f"Version: {firstprint.__version__}\n", said)
        for name in ("py.typed", "scrapy.py", "_program.py"):
            self.assertIn(f"firstprint/{name}", said)


if __name__ == "__main__":
    unittest.main()
