#!/usr/bin/env python3
"""Judges lines of JSON, {"id", "url"?, "title"?, "lang"?, "html" or "text"}, and prints why a page is dropped.

    python3 judge.py STORE <pages.jsonl
"""

import argparse
import json
import sys

import firstprint

FIELDS = ("url", "title", "lang", "html", "text")


def page(line):
    record = json.loads(line)
    return {"name": str(record["id"]), **{field: record[field] for field in FIELDS if field in record}}


options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
options.add_argument("store", metavar="STORE")
with firstprint.open(options.parse_args().store) as store:
    for article in store.judge_all(map(page, sys.stdin)):
        if article.failure:
            print(f"{article.name}: {article.failure}", file=sys.stderr)
        elif article.is_drop:
            evidence = json.dumps(article.evidence)
            print(f"{article.name} repeats {article.of_name}: {article.verdict}, {article.score:.2f}: {evidence}")
