-- The store of firstprint, version 7. To read it in a store: sqlite3 firstprint.db '.schema'
--
-- Every URL that was seen is in urls, once, and its state names the table that has its outcome. An article is a page, which
-- is kept, or a drop, which is a duplicate of a page. Pages and drops have ids from one sequence, so that an id names one
-- article. Times are UTC, as 2024-05-31T12:00:00Z.
-- counts.sql fills the table counts, views.sql has the views. A later version has a file upgrade_8.sql, which makes a store of version
-- 7 one of version 8, and so on (store_can_upgrade in store/statement.h).

CREATE TABLE meta (            -- settings of the store
  name  TEXT PRIMARY KEY,      -- filter: the SPEC it was made with; filter-files: the paths of the filter's files;
  value                        -- extraction: the versions of the code that extracted the texts; key: secret, for hashes;
                               -- archived: from which id on all articles are in a --warc file, and its name;
                               -- memory: the shared memory that judges for this store; owner: its name there;
                               -- epoch, withdrawn: of that memory, when it was last asked; shards: its shards, if it
                               -- lies on several servers;
                               -- part, parts: which part of a crawl the store is: 2 of 4;
                               -- signature-log: how far the file STORE-signatures goes, which is a cache; triggers
                               -- remove it when signatures change, and whoever keeps the file puts it back
) WITHOUT ROWID;

CREATE TABLE counts (          -- how many there are of everything; triggers update it
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL,
  place INTEGER NOT NULL               -- the order in the view summary
) WITHOUT ROWID;

CREATE TABLE stages (          -- how many articles each stage of the filter proposed and decided; triggers update it
  stage       TEXT NOT NULL,           -- the stage that decided
  proposed_by TEXT NOT NULL,           -- the stage that found the page which it compared; '': none, or the same one
  pages       INTEGER NOT NULL,        -- articles that were kept
  drops       INTEGER NOT NULL,
  PRIMARY KEY (stage, proposed_by)
) WITHOUT ROWID;

CREATE TABLE hosts (           -- the servers of all URLs, and their robots.txt
  id             INTEGER PRIMARY KEY,
  host           TEXT NOT NULL UNIQUE, -- scheme://name[:port]; one robots.txt holds for all of it
  robots         TEXT,                 -- the text of robots.txt; NULL: never fetched
  robots_status  INTEGER,              -- HTTP status of robots.txt; 0: no answer
  robots_at      TEXT                  -- when robots.txt was fetched
);

CREATE TABLE host_counts (     -- how many URLs of a host have which state, and their bytes; triggers update it
  host_id    INTEGER PRIMARY KEY,
  pages      INTEGER NOT NULL,
  drops      INTEGER NOT NULL,
  failures   INTEGER NOT NULL,
  skips      INTEGER NOT NULL,
  queued     INTEGER NOT NULL,
  page_bytes INTEGER NOT NULL DEFAULT 0, -- of the bodies of its pages
  drop_bytes INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE urls (            -- every URL that was seen: in the queue, or with its outcome
  id       INTEGER PRIMARY KEY,
  url      TEXT NOT NULL UNIQUE,
  host_id  INTEGER NOT NULL REFERENCES hosts(id),
  depth    INTEGER NOT NULL,           -- number of links from a seed; 0: a seed
  hops     INTEGER NOT NULL DEFAULT 0, -- number of redirects in a row that led here
  is_seed  INTEGER NOT NULL DEFAULT 0, -- 1: a seed, or the target of a seed's redirect; the scope depends on these
  is_sitemap INTEGER NOT NULL DEFAULT 0, -- 1: a sitemap, not a page
  via_id   INTEGER REFERENCES urls(id),-- the URL on which it was first seen
  state    TEXT NOT NULL DEFAULT 'queued' -- queued: never fetched; else the outcome
           CHECK (state IN ('queued', 'page', 'drop', 'redirect', 'failure', 'skip')),
  tries    INTEGER NOT NULL DEFAULT 0, -- failed tries so far
  next_try INTEGER NOT NULL DEFAULT 0, -- in seconds since 1970: not to be fetched before
  due      INTEGER NOT NULL DEFAULT 1, -- 1: in the queue: never fetched, or to be refreshed
  refresh_last INTEGER NOT NULL DEFAULT 0, -- 1: to be refreshed after the others of its host, because its page has drops
  change   TEXT                        -- what the last refresh found: unchanged, changed, gone, unreached: REASON
);
CREATE INDEX urls_due ON urls (host_id, refresh_last, depth, id) WHERE due = 1;
CREATE INDEX urls_depth ON urls (depth) WHERE due = 1;
CREATE INDEX urls_seed ON urls (id) WHERE is_seed = 1;

CREATE TABLE pages (           -- the articles that are kept: first prints
  id           INTEGER PRIMARY KEY,    -- an article that is stored later has a higher id
  url          TEXT,                   -- NULL: it came from a file, without one
  name         TEXT,                   -- the "id" of its line in the input of `firstprint filter`, as JSON
  title        TEXT NOT NULL,
  lang         TEXT NOT NULL,          -- a language tag, "en"; "": unknown
  text         TEXT NOT NULL,          -- the article; paragraphs are separated by line feeds
  sentences    INTEGER NOT NULL,       -- how many it has
  stage        TEXT,                   -- the stage of the filter that decided; too-short, no-content: no text to judge
  links        INTEGER NOT NULL,       -- how many it has
  bytes        INTEGER NOT NULL,       -- size of the body, decompressed
  digest       TEXT NOT NULL,          -- SHA-256 of the body
  charset      TEXT,                   -- the character encoding of the body
  charset_from TEXT,                   -- how it was found: bom, valid utf-8, http, meta, detected, preset
  degraded     TEXT,                   -- why its text is only the body without tags: the limit it exceeds
  truncated    TEXT,                   -- why the body is incomplete: length
  etag         TEXT,
  last_modified TEXT,
  fetched_at   TEXT NOT NULL,
  checked_at   TEXT,                   -- when it was last found unchanged
  canonical    TEXT,                   -- its canonical URL, if that is another URL of this crawl
  proposed_by  TEXT,                   -- the stage that found the stored page it was compared with; NULL: none, or `stage`
  evidence     TEXT,                   -- JSON: the numbers that the verdict rests on; NULL: not known
  word         TEXT,                   -- the word or number by which it differs from that page; NULL: none
  filter       TEXT,                   -- the filter that decided, if the SPEC names several; NULL: not known
  score        REAL,                   -- similarity to that page, 0 to 1; NULL: not known
  shares       TEXT                    -- JSON: pages that have some of its text
);
CREATE INDEX pages_url ON pages (url);
CREATE INDEX pages_canonical ON pages (canonical) WHERE canonical IS NOT NULL;
CREATE INDEX pages_name ON pages (name, substr(digest, 1, 8)) WHERE name IS NOT NULL;

CREATE TABLE drops (           -- the articles that were dropped as duplicates (reprints), and why
  id           INTEGER PRIMARY KEY,    -- columns without a comment are as in pages
  url          TEXT,
  name         TEXT,
  of           INTEGER NOT NULL,       -- the page that it duplicates: its original
  of_url       TEXT,
  verdict      TEXT NOT NULL CHECK (verdict IN ('duplicate', 'near-duplicate', 'contained')),
  filter       TEXT NOT NULL,          -- the filter that decided, if the SPEC names several
  stage        TEXT,                   -- the stage of the filter that decided
  score        REAL NOT NULL,          -- similarity to the original, 0 to 1
  evidence     TEXT NOT NULL,          -- JSON: the numbers that the verdict rests on
  shares       TEXT,                   -- JSON: other pages that have some of its text
  title        TEXT NOT NULL,
  lang         TEXT NOT NULL,
  sentences    INTEGER NOT NULL,
  links        INTEGER NOT NULL,
  bytes        INTEGER NOT NULL,
  text_bytes   INTEGER NOT NULL,       -- size of its text
  text_delta   BLOB NOT NULL,          -- its text, compressed by zstd with the original's text as prefix, if that is here
  digest       TEXT NOT NULL,
  charset      TEXT,
  charset_from TEXT,
  degraded     TEXT,
  truncated    TEXT,
  etag         TEXT,
  last_modified TEXT,
  fetched_at   TEXT NOT NULL,
  checked_at   TEXT,
  canonical    TEXT,
  proposed_by  TEXT,                   -- the stage that found the original; NULL: the one that decided
  word         TEXT,                   -- the word or number that decided; NULL: none
  elsewhere    INTEGER NOT NULL DEFAULT 0 -- 1: its original is a page of another store of the same memory
);
CREATE INDEX drops_of ON drops (of);
CREATE INDEX drops_url ON drops (url);
CREATE INDEX drops_canonical ON drops (canonical) WHERE canonical IS NOT NULL;
CREATE INDEX drops_name ON drops (name, substr(digest, 1, 8)) WHERE name IS NOT NULL;
CREATE INDEX drops_elsewhere ON drops (of) WHERE elsewhere = 1;

CREATE TRIGGER drop_of_nothing BEFORE INSERT ON drops
  WHEN NOT new.elsewhere AND NOT EXISTS (SELECT 1 FROM pages WHERE id = new.of) BEGIN
  SELECT RAISE(ABORT, 'a drop needs its original');
END;
CREATE TRIGGER drop_moved_to_nothing BEFORE UPDATE OF of, elsewhere ON drops
  WHEN NOT new.elsewhere AND NOT EXISTS (SELECT 1 FROM pages WHERE id = new.of) BEGIN
  SELECT RAISE(ABORT, 'a drop needs its original');
END;
CREATE TRIGGER page_with_drops BEFORE DELETE ON pages
  WHEN EXISTS (SELECT 1 FROM drops WHERE of = old.id AND NOT elsewhere) BEGIN
  SELECT RAISE(ABORT, 'a page with drops stays');
END;

CREATE TABLE supersedes (      -- a page that contains an older one; both are kept. Columns as in drops
  page     INTEGER NOT NULL REFERENCES pages(id),
  older    INTEGER NOT NULL REFERENCES pages(id),
  filter   TEXT NOT NULL,
  stage    TEXT,
  score    REAL NOT NULL,
  evidence TEXT NOT NULL,
  proposed_by TEXT,
  word     TEXT,
  PRIMARY KEY (page, older)
) WITHOUT ROWID;
CREATE INDEX supersedes_older ON supersedes (older);

CREATE TABLE signatures (      -- what the filter needs of each article; not in pages and drops, so that a restart is quick
  id    INTEGER PRIMARY KEY,           -- of the page or drop
  kept  INTEGER NOT NULL,              -- 1: the filter remembers it: a page; or a drop by a person's decision, an alias:
                                       -- what repeats it repeats its original; 0: a drop
  bytes BLOB NOT NULL
);

CREATE TABLE redirects (       -- URLs that redirect to another one
  url    TEXT PRIMARY KEY,
  to_url TEXT NOT NULL,
  status INTEGER NOT NULL,             -- HTTP status
  at     TEXT NOT NULL                 -- when
) WITHOUT ROWID;

CREATE TABLE failures (        -- URLs that could not be fetched
  url    TEXT PRIMARY KEY,
  reason TEXT NOT NULL,
  status INTEGER,                      -- HTTP status; NULL: no answer
  tries  INTEGER NOT NULL,             -- how many there were
  at     TEXT NOT NULL                 -- when it was given up
) WITHOUT ROWID;

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
CREATE INDEX skips_of ON skips (of_url) WHERE of_url IS NOT NULL;

CREATE TABLE handed (          -- URLs of hosts that another part of the crawl owns, to be told to it
  part       INTEGER NOT NULL,         -- which one: 1, 2, …
  number     INTEGER NOT NULL,         -- for each part 1, 2, …: the order in which they are told
  url        TEXT NOT NULL,            -- columns without a comment are as in urls
  depth      INTEGER NOT NULL,         -- a URL comes again if it is seen nearer to a seed
  hops       INTEGER NOT NULL,
  is_seed    INTEGER NOT NULL,
  is_sitemap INTEGER NOT NULL,
  via_id     INTEGER REFERENCES urls(id),
  PRIMARY KEY (part, number)
) WITHOUT ROWID;
CREATE INDEX handed_url ON handed (url, part, depth);

CREATE TABLE heard (           -- how much of what other stores have handed over is in urls
  sender TEXT PRIMARY KEY,             -- the name of the other store in the memory
  run    INTEGER NOT NULL,             -- of the sender: a random number
  number INTEGER NOT NULL              -- the last number that was told in this run
) WITHOUT ROWID;

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

CREATE TABLE decisions (       -- what a person decided; it goes before what a filter says, whenever something is judged
  id      INTEGER PRIMARY KEY,
  what    TEXT NOT NULL                -- keep, drop: the article; prefer, never-drop: all whose URL matches pattern
          CHECK (what IN ('keep', 'drop', 'prefer', 'never-drop')),
  url     TEXT,                        -- the article: its URL,
  name    TEXT,                        -- or the id of its line in the input, as JSON, if it has one
  of_url  TEXT,                        -- drop: the same of the page that it repeats
  of_name TEXT,
  pattern TEXT,                        -- a regular expression (POSIX, extended)
  at      TEXT NOT NULL
);
CREATE INDEX decisions_url ON decisions (url) WHERE url IS NOT NULL;

CREATE TABLE renamed (         -- drops that became pages under a new id, when their original was gone
  id  INTEGER PRIMARY KEY,             -- the old id
  now INTEGER NOT NULL                 -- the new one, which may be in this table again
);
