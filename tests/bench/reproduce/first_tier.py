"""Could cheap fingerprints decide near-duplicates alone? Four of them beside the counts of sentences, tried with every threshold."""

from __future__ import annotations

import hashlib
import itertools
import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from .items import Table
from .runs import Bench, Row, share
from .sets import Labelled

WORDS_MOST, ORDER_MOST = 14, 22  # bits, beyond which no rule is tried
FIGURES, TITLES, COUNTS = (0, 4, 8, 64), (0, 8, 16, 64), (0, 1, 3, 1 << 30)
LANES = [sum(1 << (16 * bit) for bit in range(8) if byte >> bit & 1) for byte in range(256)]  # each bit of a byte, 16 bits apart
Rule = tuple[int, int, int, int, int]  # at most so many bits of words, order, figures, title; so many sentences


def simhash(items: Iterable[tuple[str, int]]) -> int:
    """The bits that more than half of the weights have."""
    lanes = weight = 0
    for item, times in items:
        digest = hashlib.blake2b(item.encode(), digest_size=8).digest()
        lanes += times * sum(LANES[byte] << (128 * i) for i, byte in enumerate(digest))
        weight += times
    return sum(1 << bit for bit in range(64) if 2 * (lanes >> (16 * bit) & 0xFFFF) > weight)


@dataclass
class Prints:
    """The fingerprints of a page: of its words, their order, its figures, its title; and its number of sentences."""

    words: int
    order: int
    figures: int
    title: int
    sentences: int


def tokens(text: str) -> list[str]:
    return re.findall(r"\d[\d.,:]*\d|\d|[\u4e00-\u9fff]|[^\W\d_]+", text.lower())


def prints(page: Row) -> Prints:
    said = tokens(page["text"])[:60000]
    of = 5 if sum("\u4e00" <= word[0] <= "\u9fff" for word in said) * 2 > len(said) else 3
    words = Counter(map("".join, zip(said, said[1:])) if of == 5 else (word for word in said if len(word) > 2))
    figures = Counter(word for word in said if word[0].isdigit())
    return Prints(
        simhash(words.items()),
        simhash((run, 1) for run in {" ".join(said[i : i + of]) for i in range(len(said) - of + 1)}),
        simhash(figures.items()),
        simhash((word, 1) for word in set(tokens(page.get("title") or ""))),
        len(re.findall(r"[.!?](?:\s|$)|[。！？\n]", page["text"])),
    )


@dataclass
class Pair:
    """A page and a stored one that is near it; right: it is dropped as a near-duplicate of this one. None: of another one."""

    far: Rule
    right: bool | None


def pairs(bench: Bench, of: Labelled) -> tuple[list[Pair], int]:
    """The near pairs of a set, and how many near-duplicates the default drops there."""
    pages = [json.loads(line) for line in bench.run(bench.program, "purify", "--json", str(of.pages)).splitlines()]
    verdicts = {row["id"]: row for row in bench.verdicts(of.pages, "cascade")}
    stored: list[tuple[str, Prints]] = []
    found, dropped = [], 0
    for page in pages:
        said, own = verdicts[page["id"]], prints(page)
        is_near = said["verdict"] in ("near-duplicate", "contained")
        dropped += is_near
        if said["verdict"] != "duplicate" and said["stage"] != "too-short":
            for name, other in stored:
                words = (own.words ^ other.words).bit_count()
                if words <= WORDS_MOST and (order := (own.order ^ other.order).bit_count()) <= ORDER_MOST:
                    figures, title = (own.figures ^ other.figures).bit_count(), (own.title ^ other.title).bit_count()
                    far = (words, order, figures, title, abs(own.sentences - other.sentences))
                    found.append(Pair(far, (True if said["of"] == name else None) if is_near else False))
        if said["verdict"] in ("unique", "supersedes"):
            stored.append((page["id"], own))
    return found, dropped


def allows(rule: Rule, pair: Pair) -> bool:
    return all(far <= most for far, most in zip(pair.far, rule))


def count(rule: Rule, near: list[Pair]) -> tuple[int, int]:
    """How many right and wrong pairs it allows."""
    met = [pair.right for pair in near if allows(rule, pair)]
    return met.count(True), met.count(False)


def best_rule(near: list[Pair]) -> Rule:
    """Of the rules that meet no wrong pair, the one that decides most."""
    best, most = (0, 0, 0, 0, 0), -1
    for figures, title, sentences in itertools.product(FIGURES, TITLES, COUNTS):
        left = [pair for pair in near if pair.far[2] <= figures and pair.far[3] <= title and pair.far[4] <= sentences]
        wrong = [pair.far for pair in left if pair.right is False]
        for words in range(WORDS_MOST + 1):
            order = min((far[1] for far in wrong if far[0] <= words), default=ORDER_MOST + 1) - 1
            right = sum(pair.right is True and pair.far[0] <= words and pair.far[1] <= order for pair in left)
            if right > most:
                best, most = (words, order, figures, title, sentences), right
    return best


def table(bench: Bench) -> Table:
    known = {of.name: pairs(bench, of) for of in bench.sets if of.truth.name == "truth.tsv"}  # the pages of each once
    rule = best_rule([pair for near, _ in known.values() for pair in near])
    rows = []
    unseen = printed = forbidden = 0
    for name, (near, dropped) in known.items():
        others = best_rule([pair for other, (theirs, _) in known.items() if other != name for pair in theirs])
        right, wrong = count(others, near)
        kumar = count((3, 64, 64, 64, 1), near)
        unseen, printed, forbidden = unseen + wrong, printed + kumar[0], forbidden + kumar[1]
        cells = (share(count(rule, near)[0], dropped), share(right, dropped), str(wrong), share(kumar[0], dropped), str(kumar[1]))
        rows.append([name, str(dropped), *cells])
    decided = sum(count(rule, near)[0] for near, _ in known.values())
    words, order, figures, title, sentences = rule
    return Table(
        "first tier",
        "near-duplicates of the default that fingerprints alone would decide, and pages that they would drop though the default keeps them",
        "SimHash of words, of runs of words (their order), of figures and of the title, with the counts of sentences; the rules are all "
        f"combinations of thresholds. Of those that change no verdict on any set the best (words {words} bits, order {order}, figures {figures}, title "
        f"{title}, sentences {sentences if sentences < 100 else 'any'}) decides {share(decided, sum(n for _, n in known.values()))} of all. Chosen on the "
        f"other sets, a rule is wrong in {unseen} pairs of the sets left out. Three bits of words and one sentence decide {printed}, and drop what the "
        f"default keeps in {forbidden} pairs.",
        ["set", "near-duplicates", "decided", "rule of the other sets", "wrong pairs", "3 bits of words, 1 sentence", "wrong pairs"],
        rows,
    )
