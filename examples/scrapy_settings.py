# For a Scrapy project's settings.py: drops items whose article was seen before, in this crawl or an earlier one.
ITEM_PIPELINES = {"firstprint.scrapy.FirstprintPipeline": 900}
FIRSTPRINT_STORE = "site.db"
FIRSTPRINT_FIELD = "html"
LOG_FORMATTER = "firstprint.scrapy.FirstprintLogFormatter"
