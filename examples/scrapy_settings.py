# What goes into a Scrapy project's settings.py: items whose article was met before, in this crawl or an earlier one, are dropped.
ITEM_PIPELINES = {"firstprint.scrapy.FirstprintPipeline": 300}
FIRSTPRINT_STORE = "site.db"
FIRSTPRINT_FIELD = "html"
