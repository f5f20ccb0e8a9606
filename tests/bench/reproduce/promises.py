"""Holds docs/papers.md and tests/bench/papers to what they promise.

Every function that the page names stands in the file that it names, every suite of tests exists, every SPEC opens. The bench prints
each numbered table and figure of the papers, measured or with the reason why not, and writes a page that loads nothing.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from reproduce import claims, first_tier, printed, says, sets  # noqa: E402

SOURCE = Path(__file__).resolve().parents[3]
PAGE = (SOURCE / "docs" / "papers.md").read_text(encoding="utf-8")
# The numbered tables and figures of each paper, as the papers number them.
NUMBERED = {
    "kumar": [f"Table {i}" for i in range(1, 6)] + [f"Fig. {i}" for i in range(1, 9)],
    "ejaz": [f"Table {i}" for i in range(1, 6)] + [f"Fig. {i}" for i in range(1, 9)],
    "spotsigs": ["Table 1", "Table 2", "Table 3", "Fig. 1", "Fig. 2", "Fig. 3", "Fig. 4", "Fig. 5a", "Fig. 5b"],
    "guo": ["Table I", "Table II", "Table III", "Table IV"] + [f"Fig. {i}" for i in range(1, 6)],
}
faults: list[str] = []


def check(good: bool, what: str) -> None:
    if not good:
        faults.append(what)


# ── the page ──


def defines(path: Path, function: str) -> bool:
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return re.search(rf"^[a-z][a-z_0-9 *]*[ *]{function}\(", text, re.MULTILINE) is not None


def check_functions() -> None:
    named = re.findall(r"`([a-z_/]+\.c): ([a-z_0-9]+)`", PAGE)
    check(len(named) > 40, f"docs/papers.md: only {len(named)} functions found")
    for path, function in named:
        check(defines(SOURCE / path, function), f"docs/papers.md: {path} has no function {function}")


def check_suites() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in (SOURCE / "tests").glob("plugin/**/*_test.c"))
    named = [paragraph.split("Tests: suite")[1] for paragraph in PAGE.split("\n\n") if "Tests: suite" in paragraph]
    suites = {name for names in named for name in re.findall(r"`([a-z_]+)`", names)}
    check(len(suites) > 6, f"docs/papers.md: only {len(suites)} suites found")
    for suite in suites:
        check(f"Test({suite}," in tests, f"docs/papers.md: there is no suite {suite}")


def check_specs(program: str) -> None:
    systems = [line for line in PAGE.splitlines() if re.match(r"\| S\d+ \|", line)]
    specs = [spec for line in systems for spec in re.findall(r"`([a-z-]+(?::[^`]*)?)`", line.split("|")[3])]
    check(len(specs) > 11, f"docs/papers.md: only {len(specs)} SPECs found")
    for spec in specs:
        spec = spec.replace("=K", "=4").replace("=WORDS", "=200")
        done = subprocess.run([program, "filter", "-q", "-f", spec], input=b"", capture_output=True)
        check(done.returncode == 0, f"docs/papers.md: {spec}: {done.stderr.decode()}")
    papers = subprocess.run([str(SOURCE / "tests/bench/papers"), "--specs"], capture_output=True, text=True).stdout
    for spec in specs:
        if ":" in spec:
            check(spec.split(",clusters")[0] in papers, f"docs/papers.md: {spec} is not what the bench measures: {papers}")


# ── sentences that are made from numbers ──


def check_words() -> None:
    for values, said in (
        ([1, 2, 3], "rises"),
        ([3, 2, 2], "falls in 1 of 2 steps and never rises"),
        ([1, 1, 2], "rises in 1 of 2 steps and never falls"),
        ([3, 2, 1], "falls"),
        ([1, 2, 1], "rises in 1 of 2 steps and falls in 1"),
        ([1, 1], "stays the same"),
    ):
        check(says.course(values) == said, f"says.course({values}) is {says.course(values)}")
    check(says.courses("F1", {"a": [1, 2], "b": [2, 1], "c": [3, 4]}) == "F1 rises on a and c; falls on b.", "says.courses")
    check(says.where({"a": True, "b": False}) == "on a, not on b", "says.where, one of two")
    check(says.where({"a": True}) == "on every set" and says.where({"a": False}) == "on no set", "says.where, all or none")
    check(says.highest({"a": {"x": 1, "y": 2}, "b": {"x": 2, "y": 1}}, "x") == "highest on b only", "says.highest")
    check(says.ratio(9, 26) == "from 26 to 9 (−65 %)", "says.ratio")


def check_printed() -> None:
    for message in (b"", b"abc", bytes(200)):
        check(printed.sha256(message, True) == hashlib.sha256(message).hexdigest(), f"printed.sha256 of {len(message)} bytes")
        check(printed.sha256(message, False) != printed.sha256(message, True), "a rotation and a shift are the same")
    chosen = random.Random(3)
    for _ in range(1000):
        content, noise = ([set(chosen.choices(range(40), k=chosen.randint(0, 30))) for _ in range(2)] for _ in range(2))
        noise = [n - c for n, c in zip(noise, content)]
        low, high = printed.bounds(content, noise)
        whole = [c | n for c, n in zip(content, noise)]
        check(not content[0] | content[1] or low <= printed.jaccard(*whole) <= high, f"Theorem 1: {content}, {noise}")
    pages = [{"id": "a", "text": "One. Two. Three."}, {"id": "b", "text": "One. Two. Four."}, {"id": "c", "text": "Five, six"}]
    check(printed.by_the_letter(pages, 0.2) == {"b"}, "Algorithm 1 to the letter")


# ── sets that are made ──


def check_claims() -> None:
    article = "The lamp of the harbour burned all night, and nobody saw the boat."
    html = f"<html><title>Lamp</title><body><nav>Home &amp; more</nav><div><p>{article}</p></div><br/><p>Imprint</p></body></html>"
    shell = claims.Shell({"html": html, "text": article})
    whole = shell.around("A & B", "One.\n\nTwo.")
    wanted = "<html><title>A &amp; B</title><body><nav>Home &amp; more</nav><div><p><p>One.</p><p>Two.</p></p></div><br/><p>Imprint</p></body></html>"
    check(shell.is_good and whole == wanted, f"claims.Shell: {whole}")
    check(not claims.Shell({"html": "<p>Something else</p>", "text": article}).is_good, "a shell without its article")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        dates = ("1987-03-01T10:00", "1987-03-01T10:50", "1987-03-01T12:00")
        pages = [{"id": f"p{i}", "title": "T", "text": f"A short text {i}.", "date": dates[i % 3]} for i in range(120)]
        of = sets.write(folder, "made", pages, [["p0", "p1", "dup"], ["p1", "p2", "neg"], ["p3", "p5", "ignore"]])
        alone, hour, noisy = claims.singles(folder, of), claims.of_one_hour(folder, of), claims.noisy(folder, of, [shell, shell])
        ids = [page["id"] for page in sets.read_pages(alone.pages)] if alone else []
        check(len(ids) == 116 and not {"p0", "p1", "p3", "p5"} & set(ids), f"claims.singles: {len(ids)} pages")
        check(hour is not None and [page["id"] for page in sets.read_pages(hour.pages)] == ["p0", "p1"], "claims.of_one_hour")
        hosts = [page["url"].split("/")[2] for page in sets.read_pages(noisy.pages)] if noisy else []
        check(hosts == ["shell0.example", "shell1.example"] * 2, f"claims.noisy: {hosts}")


def check_first_tier() -> None:
    words = [(f"w{i}", 1) for i in range(200)]
    near = (first_tier.simhash(words) ^ first_tier.simhash(words[1:])).bit_count()
    far = (first_tier.simhash(words[:100]) ^ first_tier.simhash(words[100:])).bit_count()
    check(near < 10 < far, f"first_tier.simhash: one word of 200 changes {near} bits, all of them {far}")
    pairs = [first_tier.Pair((2, 3, 0, 0, 0), True), first_tier.Pair((5, 3, 0, 0, 0), False), first_tier.Pair((4, 2, 0, 0, 9), True)]
    rule = first_tier.best_rule(pairs)
    check(first_tier.count(rule, pairs) == (2, 0), f"first_tier.best_rule: {rule}")


def check_curve(name: str, out: str) -> None:
    """Does the note beside Kumar's Fig. 5 say of each set what its curve does? Read from what is printed."""
    figure = out.split("\nFig. 5: ", 1)[1].split("\nFig. 6: ", 1)[0]
    note = " ".join(figure.split("Ours:", 1)[1].split())
    recall = note.split("recall ", 1)[1].split(".", 1)[0]
    for block in re.findall(r"^  (\S+)\n  T_S .*\n((?:  [\d.]+ .*\n)+)", figure, re.MULTILINE):
        values = [float(line.split()[2]) for line in block[1].splitlines()]
        part = next((part for part in recall.split("; ") if block[0] in part), "")
        check(part.startswith(says.course(values)), f"{name}: recall on {block[0]} is {values}, and the note says {part!r}")


# ── the bench ──


def made_text(chosen: random.Random) -> list[str]:
    words = ["".join(chosen.choice("abcdefghijklmnoprstuw") for _ in range(chosen.randint(3, 9))) for _ in range(60)]
    return [f"The {' '.join(chosen.choices(words, k=8))} is a {' '.join(chosen.choices(words, k=3))}." for _ in range(chosen.randint(4, 30))]


def make_set(folder: Path, name: str, form: str) -> None:
    """Forty articles, thirty of them with an edited copy."""
    chosen = random.Random(7)
    place = folder / name
    place.mkdir()
    with gzip.open(place / "pages.jsonl.gz", "wt") as pages, open(place / "truth.tsv", "w") as truth:
        for i in range(40):
            text = made_text(chosen)
            copies = [text, text[:1] + text[2:]] if i < 30 else [text]
            for k, sentences in enumerate(copies):
                body = " ".join(sentences)
                html = f"<html><title>{i} {k}</title><body><nav>Home</nav><article><p>{body}</p></article></body></html>"
                page = {"id": f"p{i}-{k}", "lang": "en", "text": body} if form == "text" else {"id": f"p{i}-{k}", "html": html}
                pages.write(json.dumps(page) + "\n")
            if len(copies) > 1:
                truth.write(f"p{i}-0\tp{i}-1\tdup\n")


class Loads(HTMLParser):
    """What a page would load, and the curves that it draws."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.curves = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.curves += tag == "polyline"
        self.loaded += [f"{tag} {key}={value}" for key, value in attrs if key in ("src", "href") and not (value or "").startswith("#")]
        self.loaded += [tag for bad in ("script", "link", "img", "iframe") if tag == bad]


def check_bench(program: str) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        make_set(folder, "text", "text")
        make_set(folder, "html", "html")
        for name, numbered in NUMBERED.items():
            html = folder / f"{name}.html"
            args = [str(SOURCE / "tests/bench/papers"), "--only", name, "--pages", "1000", "--keys", "2", "--html", str(html), scratch, program]
            done = subprocess.run(args, capture_output=True, text=True)
            check(done.returncode == 0, f"tests/bench/papers --only {name}: {done.stderr}")
            if name == "kumar":
                check_curve(name, done.stdout)
            heads = ", ".join(re.findall(r"^(\S.*?): ", done.stdout, re.MULTILINE)).split(", ")
            for item in numbered:
                check(item in heads, f"tests/bench/papers --only {name}: {item} is missing")
            loads = Loads()
            loads.feed(html.read_text(encoding="utf-8") if html.exists() else "")
            check(not loads.loaded, f"{name}.html loads {loads.loaded}")
            check(loads.curves > 0 or name == "ejaz", f"{name}.html has no curve")


def main() -> int:
    program = os.path.abspath("firstprint")
    for needed in (program, os.path.abspath("tests/bench/bench_flat")):
        if not os.access(needed, os.X_OK):
            print(f"papers: {needed} is not built: make firstprint tests/bench/bench_flat")
            return 1
    check_words()
    check_printed()
    check_claims()
    check_first_tier()
    check_functions()
    check_suites()
    check_specs(program)
    check_bench(program)
    print("\n".join(faults) or "papers: all is as promised")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
