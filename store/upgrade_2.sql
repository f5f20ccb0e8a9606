-- From a store of version 1 to one of version 2; views.sql follows.
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
CREATE TABLE skips (           -- met and left alone
  url    TEXT NOT NULL,
  reason TEXT NOT NULL,
  count  INTEGER NOT NULL DEFAULT 1,
  kind   TEXT NOT NULL                 -- link: the URL was not asked for, but may be when it is met elsewhere
         CHECK (kind IN ('link', 'fetch', 'part')), -- fetch: what came is no article, or it must not be fetched
                                       -- part: count links on this URL, which has an end of its own
  of_url TEXT,                         -- the URL that stands for it
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

CREATE TABLE past (            -- articles that are no more pages or drops, with their text
  id         INTEGER PRIMARY KEY,      -- what it had
  url        TEXT,
  title      TEXT NOT NULL,
  lang       TEXT NOT NULL,
  text       TEXT NOT NULL,
  digest     TEXT NOT NULL,
  fetched_at TEXT NOT NULL,
  why        TEXT NOT NULL,            -- changed; gone; canonical: another URL stands for it; or as in skips
  at         TEXT NOT NULL
);
CREATE INDEX past_url ON past (url);

CREATE TABLE rules (           -- what in a host's URLs makes no other page, learned from its drops
  host_id   INTEGER NOT NULL REFERENCES hosts(id),
  part      TEXT NOT NULL CHECK (part IN ('parameter', 'segment')),
  name      TEXT NOT NULL,             -- "sort" of ?sort=date, "print" of /print/
  state     TEXT NOT NULL DEFAULT 'watched'
            CHECK (state IN ('watched', 'active', 'withdrawn')), -- active: such URLs are skipped, but for samples
  judged    INTEGER NOT NULL DEFAULT 0, -- articles that have it, since it was first seen to repeat
  repeats   INTEGER NOT NULL DEFAULT 0, -- those that repeat the page of the URL without it
  sampled   INTEGER NOT NULL DEFAULT 0, -- while active: fetched all the same
  contrary  INTEGER NOT NULL DEFAULT 0, -- of the samples, those that were new
  streak    INTEGER NOT NULL DEFAULT 0, -- how many of those came last, one behind the other
  skipped   INTEGER NOT NULL DEFAULT 0, -- fetches it saved
  PRIMARY KEY (host_id, part, name)
) WITHOUT ROWID;
