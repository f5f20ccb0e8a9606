#!/usr/bin/env python3
"""Judges lines of JSON, {"id", "url"?, "title"?, "lang"?, "html" or "text"}, and prints why a page is dropped.

    python3 judge.py STORE <pages.jsonl
"""

import json
import sys

import firstprint

FIELDS = ("url", "title", "lang", "html", "text")


def page(line):
    record = json.loads(line)
    return {"name": str(record["id"]), **{field: record[field] for field in FIELDS if field in record}}


with firstprint.open(sys.argv[1]) as store:
    for article in store.judge_all(map(page, sys.stdin)):
        if article.failure:
            print(f"{article.name}: {article.failure}", file=sys.stderr)
        elif article.is_drop:
            evidence = json.dumps(article.evidence)
            print(f"{article.name} repeats {article.of_name}: {article.verdict}, {article.score:.2f}: {evidence}")
