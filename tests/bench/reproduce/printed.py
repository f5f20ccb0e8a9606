"""What the papers print, computed as it is printed: hashes, an algorithm, a theorem."""

from __future__ import annotations

import hashlib
import html.parser
import re
from collections.abc import Iterable
from math import sqrt
from statistics import median

from .runs import Bench
from .sets import Labelled, read_pages, read_pairs, label

# ── Kumar: SimHash of the keywords in Table 1 and 4 ──

KEYWORDS = {
    "WP1": "adapt learn base architecture knowledge reusable intelligent system present paper",
    "WP2": "power paper learn system adapt education knowledge crossroad emerge field",
    "WP3": "learn track user content real time fine grain environ order",
    "new": "queri expans method summer problem feedback system unique monument show",
}
FUNCTIONS = 2000


def simhash(words: Iterable[str], key: int) -> int:
    """Of keywords of equal weight, with one of many hash functions."""
    sums = [0] * 64
    for word in words:
        value = int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8, key=key.to_bytes(4, "big")).digest(), "big")
        for bit in range(64):
            sums[bit] += 1 if value >> bit & 1 else -1
    return sum(1 << bit for bit in range(64) if sums[bit] > 0)


def distances(one: str, other: str) -> list[int]:
    """Of two pages' keywords, with each hash function."""
    return [(simhash(KEYWORDS[one].split(), k) ^ simhash(KEYWORDS[other].split(), k)).bit_count() for k in range(FUNCTIONS)]


def distance_row(other: str, paper: str) -> list[str]:
    found = distances("new", other)
    return [other, paper, str(int(median(found))), str(min(found)), str(max(found))]


# ── Ejaz: equations 3 to 6, and Algorithm 1 ──

SENTENCES = ("The COUNT's palace.", "Enter BERTRAM, the COUNTESS of Rousillon, HELENA, and LAFEU, all in black.")
PRINTED = (
    "2fb023b0f5ef2a109cd70e65e18e988d981e29d243f560f2851912b5d6efb8fe",
    "8cd9bdf98131921bcfc1c8dbce840325a743a6502fb8ffe4f08c4ea4ee2cf4af",
)
MASK = 0xFFFFFFFF


def primes(n: int) -> list[int]:
    found: list[int] = []
    candidate = 2
    while len(found) < n:
        if all(candidate % prime for prime in found):
            found.append(candidate)
        candidate += 1
    return found


def root_bits(value: int, root: int) -> int:
    """The first 32 bits behind the point of a square or cube root, exactly."""
    low, high = 0, 1 << 40
    scaled = value << (32 * root)
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**root <= scaled else (low, middle)
    return low & MASK


def sha256(message: bytes, shifts: bool) -> str:
    """FIPS 180-4. shifts=False: with a rotation in equations 5 and 6, as the paper prints them, where the standard shifts."""

    def rotated(x: int, n: int) -> int:
        return (x >> n | x << (32 - n)) & MASK

    def third(x: int, n: int) -> int:
        return x >> n if shifts else rotated(x, n)

    constants = [root_bits(prime, 3) for prime in primes(64)]
    state = [root_bits(prime, 2) for prime in primes(8)]
    padded = message + b"\x80" + bytes(-(len(message) + 9) % 64) + (8 * len(message)).to_bytes(8, "big")
    for at in range(0, len(padded), 64):
        w = [int.from_bytes(padded[at + 4 * i : at + 4 * i + 4], "big") for i in range(16)]
        for i in range(16, 64):
            s0 = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ third(w[i - 15], 3)
            s1 = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ third(w[i - 2], 10)
            w.append((w[i - 16] + s0 + w[i - 7] + s1) & MASK)
        a, b, c, d, e, f, g, h = state
        for i in range(64):
            s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
            t1 = (h + s1 + (e & f ^ ~e & MASK & g) + constants[i] + w[i]) & MASK
            t2 = (s0 + (a & b ^ a & c ^ b & c)) & MASK
            a, b, c, d, e, f, g, h = (t1 + t2) & MASK, a, b, c, (d + t1) & MASK, e, f, g
        state = [(x + y) & MASK for x, y in zip(state, (a, b, c, d, e, f, g, h))]
    return b"".join(x.to_bytes(4, "big") for x in state).hex()


def by_the_letter(pages: list[dict[str, str]], allowed: float) -> set[str]:
    """The pages that Algorithm 1 does not allow: file.split('.'), findIndex(hash) ≠ 0, matches / total > allowed."""
    index: dict[bytes, int] = {}
    dropped = set()
    for page in pages:
        hashes = [hashlib.sha256(line.encode()).digest() for line in page["text"].split(".")]
        matches = sum(index.get(value, 0) != 0 for value in hashes)
        if matches / len(hashes) > allowed:
            dropped.add(page["id"])
            continue
        for value in hashes:
            index.setdefault(value, len(index))
    return dropped


# ── SizeSpotSigs: Theorem 1 ──

PAIRS = 250


class Text(html.parser.HTMLParser):
    """All text of a page, with its menus."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden += tag in ("script", "style")

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in ("script", "style") and self.hidden > 0

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.parts.append(data)


def runs(text: str, n: int = 3) -> set[str]:
    """Runs of words: a feature of any kind will do."""
    words = re.findall(r"\w+", text.lower())
    return {" ".join(words[i : i + n]) for i in range(len(words) - n + 1)}


def jaccard(one: set[str], other: set[str]) -> float:
    return len(one & other) / max(1, len(one | other))


def bounds(content: list[set[str]], noise: list[set[str]]) -> tuple[float, float]:
    """Theorem 1, derived again. A = |P1c ∩ P2c|, B = |P1c ∪ P2c|, n = max |Pin|: what the noise adds is in both sets at most 2 n times, and
    in one of them as often. So A / (B + 2n) ≤ sim(P1, P2) ≤ (A + 2n) / B."""
    a, b, n = len(content[0] & content[1]), len(content[0] | content[1]), max(map(len, noise))
    return a / max(1, b + 2 * n), (a + 2 * n) / max(1, b)


def theorem_1(bench: Bench, of: Labelled) -> list[str]:
    """The set, pairs, pairs inside the bound, the mean of noise / content, and how far the similarities are from each other."""
    raw = {page["id"]: page["html"] for page in read_pages(of.pages)}
    pairs = [pair[:2] for pair in read_pairs(of.truth) if label(pair) == "dup" and pair[0] in raw and pair[1] in raw][:PAIRS]
    articles = bench.articles(of.pages, {page for pair in pairs for page in pair})
    inside, ratios, gaps = 0, [], []
    for pair in pairs:
        page, content = [], []
        for name in pair:
            parser = Text()
            parser.feed(raw[name])
            page.append(runs(" ".join(parser.parts)))
            content.append(runs(articles[name]) & page[-1])
        noise = [whole - article for whole, article in zip(page, content)]
        low, high = bounds(content, noise)
        inside += low <= jaccard(*page) <= high
        ratios += [len(n) / max(1, len(c)) for n, c in zip(noise, content)]
        gaps.append(abs(jaccard(*page) - jaccard(*content)))
    mean = sum(ratios) / max(1, len(ratios))
    deviation = sqrt(sum(gap * gap for gap in gaps) / max(1, len(gaps)))
    return [of.name, str(len(pairs)), str(inside), f"{mean:.2f}", f"{deviation:.3f}"]
