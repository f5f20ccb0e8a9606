-- Upgrades a store of version 6 to version 7. counts.sql and views.sql are run after it.
-- A store may be a part of a crawl, and hand over URLs to the others.
DROP VIEW IF EXISTS queue;
DROP VIEW IF EXISTS groups;
DROP VIEW IF EXISTS summary;

CREATE TABLE handed (
  part       INTEGER NOT NULL,
  number     INTEGER NOT NULL,
  url        TEXT NOT NULL,
  depth      INTEGER NOT NULL,
  hops       INTEGER NOT NULL,
  is_seed    INTEGER NOT NULL,
  is_sitemap INTEGER NOT NULL,
  via_id     INTEGER REFERENCES urls(id),
  PRIMARY KEY (part, number)
) WITHOUT ROWID;
CREATE INDEX handed_url ON handed (url, part, depth);

CREATE TABLE heard (
  sender TEXT PRIMARY KEY,
  run    INTEGER NOT NULL,
  number INTEGER NOT NULL
) WITHOUT ROWID;
