-- Upgrades a store of version 1 to version 2. views.sql is run after the last upgrade.
DROP VIEW queue;
DROP VIEW groups;
DROP VIEW summary;
DROP INDEX urls_queued;
DROP INDEX urls_depth;

ALTER TABLE urls ADD COLUMN due INTEGER NOT NULL DEFAULT 1;
ALTER TABLE urls ADD COLUMN late INTEGER NOT NULL DEFAULT 0;
ALTER TABLE urls ADD COLUMN change TEXT;
UPDATE urls SET due = state = 'queued';
CREATE INDEX urls_due ON urls (host_id, late, depth, id) WHERE due = 1;
CREATE INDEX urls_depth ON urls (depth) WHERE due = 1;

ALTER TABLE pages ADD COLUMN checked_at TEXT;
ALTER TABLE pages ADD COLUMN canonical TEXT;
CREATE INDEX pages_canonical ON pages (canonical) WHERE canonical IS NOT NULL;
ALTER TABLE drops ADD COLUMN checked_at TEXT;
ALTER TABLE drops ADD COLUMN canonical TEXT;
CREATE INDEX drops_canonical ON drops (canonical) WHERE canonical IS NOT NULL;

CREATE INDEX supersedes_older ON supersedes (older);

ALTER TABLE skips RENAME TO skips_1;
CREATE TABLE skips (           -- URLs that were seen but not stored, and links that were left out
  url    TEXT NOT NULL,
  reason TEXT NOT NULL,
  count  INTEGER NOT NULL DEFAULT 1,
  kind   TEXT NOT NULL                 -- link: not fetched because of the link; another link to it may be followed
         CHECK (kind IN ('link', 'fetch', 'part')), -- fetch: the answer is not an article, or must not be fetched
                                       -- part: count links on this URL were left out; it has another outcome itself
  of_url TEXT,                         -- the URL that is stored instead
  PRIMARY KEY (url, reason)
) WITHOUT ROWID;
INSERT INTO skips (url, reason, count, kind)
  SELECT url, reason, count,
         CASE WHEN reason IN ('unreadable links', 'links past the cap', 'sitemap, cut at its cap') THEN 'part'
              WHEN reason IN ('noindex', 'sitemap', 'robots.txt') OR reason LIKE 'robots.txt: %'
                   OR reason LIKE 'type %' OR reason LIKE 'content is %' THEN 'fetch'
              ELSE 'link' END
  FROM skips_1;
DROP TABLE skips_1;
CREATE INDEX skips_of ON skips (of_url) WHERE of_url IS NOT NULL;

CREATE TABLE past (            -- earlier articles, which are pages or drops no longer, with their texts
  id         INTEGER PRIMARY KEY,      -- the id it had as page or drop
  url        TEXT,
  title      TEXT NOT NULL,
  lang       TEXT NOT NULL,
  text       TEXT NOT NULL,
  digest     TEXT NOT NULL,
  fetched_at TEXT NOT NULL,
  why        TEXT NOT NULL,            -- changed, gone, redirect, canonical (its canonical URL is stored instead), or the
                                       -- reason why its URL was skipped
  at         TEXT NOT NULL             -- when it was moved here
);
CREATE INDEX past_url ON past (url);

CREATE TABLE rules (           -- parameters and path segments that make no new pages on a host, learned from its drops
  host_id   INTEGER NOT NULL REFERENCES hosts(id),
  part      TEXT NOT NULL CHECK (part IN ('parameter', 'segment')),
  name      TEXT NOT NULL,             -- "sort" in ?sort=date, "print" in /print/
  state     TEXT NOT NULL DEFAULT 'watched'
            CHECK (state IN ('watched', 'active', 'withdrawn')), -- active: URLs with it are skipped, except for samples
  judged    INTEGER NOT NULL DEFAULT 0, -- articles at URLs with it, since the first that was a duplicate
  repeats   INTEGER NOT NULL DEFAULT 0, -- of these, duplicates of the page at the URL without it or with another value
  sampled   INTEGER NOT NULL DEFAULT 0, -- samples: URLs with it that were fetched although the rule was active
  contrary  INTEGER NOT NULL DEFAULT 0, -- samples that were new pages
  streak    INTEGER NOT NULL DEFAULT 0, -- how many of the last samples in a row were new pages
  skipped   INTEGER NOT NULL DEFAULT 0, -- fetches that the rule saved
  PRIMARY KEY (host_id, part, name)
) WITHOUT ROWID;
