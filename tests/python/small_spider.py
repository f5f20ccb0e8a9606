"""small_spider — crawls a site in a process of its own, and writes down what became of its pages.

    python3 -c 'import small_spider' SETTINGS FILE SEED [SPIDERS]
"""

import dataclasses
import json
import sys
from typing import Optional

import scrapy
from itemadapter import ItemAdapter
from scrapy import signals
from scrapy.crawler import CrawlerProcess

settings, out, seed, spiders = json.loads(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
log = {"dropped": [], "items": [], "ignored": [], "seen": {}, "stats": []}


class Spider(scrapy.Spider):
    name = "small"
    start_urls = [seed]

    def parse(self, response):
        judged = response.meta.get("firstprint")
        path = response.url[len(seed) - 1 :]
        log["seen"][path] = [response.status, response.flags, judged and [judged.verdict, judged.of_url, judged.url]]
        if not isinstance(response, scrapy.http.HtmlResponse):
            return
        yield {"url": response.url, "html": response.text, "title": response.css("title::text").get()}
        for link in response.css("a::attr(href)").getall():
            late = link in ("/print", "/notes", "/missing")  # so that it is known which comes first
            meta = {"firstprint": judged}  # some spiders hand on all of it
            yield response.follow(link, self.parse, errback=self.failed, priority=-late, meta=meta)

    def failed(self, failure):
        log["ignored"].append([type(failure.value).__name__, getattr(failure.value, "of_url", None), str(failure.value)])


class Spoil:
    """A pipeline that makes items that cannot be judged."""

    def process_item(self, item, spider):
        return {**item, "url": item["url"] + "\0"}


class Empty:
    """A pipeline whose items are empty, or have no article."""

    def process_item(self, item, spider):
        return {**item, "html": "" if item["url"].endswith("t") else "<html></html>"}


@dataclasses.dataclass
class Story:
    url: str
    html: str
    title: Optional[str]


class Fixed:
    """A pipeline that makes items with no other fields than these."""

    def process_item(self, item, spider):
        return Story(**item)


def dropped(item, exception):
    x = exception
    log["dropped"].append([ItemAdapter(item)["url"], type(x).__name__, x.of_url, x.verdict, x.stage, x.score, x.evidence, str(x)])


def scraped(item):
    log["items"].append(dataclasses.asdict(item) if dataclasses.is_dataclass(item) else item)


def add_spider(process):
    crawler = process.create_crawler(Spider)

    def stopped():
        log["stats"].append({name: value for name, value in crawler.stats.get_stats().items() if isinstance(value, (int, str))})

    crawler.signals.connect(dropped, signals.item_dropped)
    crawler.signals.connect(scraped, signals.item_scraped)
    crawler.signals.connect(stopped, signals.engine_stopped, weak=False)
    return process.crawl(crawler)


process = CrawlerProcess(settings)
crawls = [add_spider(process) for _ in range(spiders)]
failed = [crawl.result for crawl in crawls if getattr(crawl, "result", None) is not None]
if failed:
    print(failed[0].value, file=sys.stderr)
else:
    process.start()
with open(out, "w") as file:
    json.dump(log, file)
sys.exit(bool(failed))  # as `scrapy crawl` does
