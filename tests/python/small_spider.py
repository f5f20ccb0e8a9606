"""small_spider — crawls a site in a process of its own, and writes down what became of its pages.

    python3 -c 'import small_spider' SETTINGS FILE SEED [SPIDERS]
"""

import json
import sys

import scrapy
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


def dropped(item, exception):
    x = exception
    log["dropped"].append([item["url"], type(x).__name__, x.of_url, x.verdict, x.stage, x.score, x.evidence, str(x)])


def scraped(item):
    log["items"].append(item)


def add_spider(process):
    crawler = process.create_crawler(Spider)

    def stopped():
        log["stats"].append({name: value for name, value in crawler.stats.get_stats().items() if isinstance(value, (int, str))})

    crawler.signals.connect(dropped, signals.item_dropped)
    crawler.signals.connect(scraped, signals.item_scraped)
    crawler.signals.connect(stopped, signals.engine_stopped, weak=False)
    process.crawl(crawler)


process = CrawlerProcess(settings)
for _ in range(spiders):
    add_spider(process)
process.start()
with open(out, "w") as file:
    json.dump(log, file)
