-- firstprint's store, version 3. Made to be read: sqlite3 firstprint.db '.schema'
--
-- Every URL met is in urls once, and its state says which other table has its end. An article is a page (kept) or a
-- drop (a reprint of a page); pages and drops take their ids from one sequence, so that an id names one of them.
-- counts.sql keeps the table counts, views.sql has the views; what a store of an earlier version needs to become this one
-- is in upgrade_2.sql and upgrade_3.sql.

CREATE TABLE meta (            -- what is known of the store itself:
  name  TEXT PRIMARY KEY,              -- filter: the SPEC it was made with; filter-files: where its filters' files were;
  value                                -- extraction: which version of the code took the texts out of the pages; key: its
                                       -- secret; archive:PATH: how long that --warc file is
) WITHOUT ROWID;

CREATE TABLE counts (          -- how much there is of everything; counts.sql keeps it
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL,
  place INTEGER NOT NULL               -- in the summary
) WITHOUT ROWID;

CREATE TABLE hosts (
  id             INTEGER PRIMARY KEY,
  host           TEXT NOT NULL UNIQUE, -- scheme://name[:port], what robots.txt is about
  robots         TEXT,                 -- the rules as they came; NULL: never fetched
  robots_status  INTEGER,              -- HTTP status of robots.txt; 0: no answer
  robots_at      TEXT
);

CREATE TABLE urls (            -- every URL ever met: the frontier and the set of what was seen
  id       INTEGER PRIMARY KEY,
  url      TEXT NOT NULL UNIQUE,
  host_id  INTEGER NOT NULL REFERENCES hosts(id),
  depth    INTEGER NOT NULL,           -- links from a seed; a seed is 0
  hops     INTEGER NOT NULL DEFAULT 0, -- redirects behind one another that led here
  is_seed  INTEGER NOT NULL DEFAULT 0, -- 1: a seed, or where a seed redirects to; these make the scope
  is_sitemap INTEGER NOT NULL DEFAULT 0, -- 1: not a page but a list of them
  via_id   INTEGER REFERENCES urls(id),-- where it was first seen
  state    TEXT NOT NULL DEFAULT 'queued'
           CHECK (state IN ('queued', 'page', 'drop', 'redirect', 'failure', 'skip')),
  tries    INTEGER NOT NULL DEFAULT 0,
  next_try INTEGER NOT NULL DEFAULT 0, -- seconds since 1970; not before
  due      INTEGER NOT NULL DEFAULT 1, -- 1: is to be fetched. One that has its end is when it is refreshed
  refresh_last INTEGER NOT NULL DEFAULT 0, -- 1: behind the others of its host, because drops repeat its page
  change   TEXT                        -- of an article, since the last refresh: unchanged, changed, gone, unreached: why
);
CREATE INDEX urls_due ON urls (host_id, refresh_last, depth, id) WHERE due = 1;
CREATE INDEX urls_depth ON urls (depth) WHERE due = 1;
CREATE INDEX urls_seed ON urls (id) WHERE is_seed = 1;

CREATE TABLE pages (           -- the first prints
  id           INTEGER PRIMARY KEY,    -- in the order of storing
  url          TEXT,
  name         TEXT,                   -- the "id" of a line given to `firstprint filter`, as JSON
  title        TEXT NOT NULL,
  lang         TEXT NOT NULL,
  text         TEXT NOT NULL,          -- the article; paragraphs end in a line feed
  sentences    INTEGER NOT NULL,
  stage        TEXT,                   -- the filter's stage that let it in; too-short: not judged
  links        INTEGER NOT NULL,
  bytes        INTEGER NOT NULL,       -- of the body, decoded
  digest       TEXT NOT NULL,          -- SHA-256 of the body
  charset      TEXT,
  charset_from TEXT,
  degraded     TEXT,                   -- why only a tag stripper read it
  truncated    TEXT,                   -- why the body is cut: length
  etag         TEXT,
  last_modified TEXT,
  fetched_at   TEXT NOT NULL,
  checked_at   TEXT,                   -- when it was last found unchanged
  canonical    TEXT                    -- the URL it names as its own, when that is another one of this crawl
);
CREATE INDEX pages_url ON pages (url);
CREATE INDEX pages_canonical ON pages (canonical) WHERE canonical IS NOT NULL;
CREATE INDEX pages_name ON pages (name) WHERE name IS NOT NULL;

CREATE TABLE drops (           -- the reprints, and why they were dropped
  id           INTEGER PRIMARY KEY,
  url          TEXT,
  name         TEXT,
  of           INTEGER NOT NULL REFERENCES pages(id),
  of_url       TEXT,
  verdict      TEXT NOT NULL CHECK (verdict IN ('duplicate', 'near-duplicate', 'contained')),
  filter       TEXT NOT NULL,          -- which filter of the SPEC decided
  stage        TEXT,
  score        REAL NOT NULL,          -- likeness to the page, 0 to 1
  evidence     TEXT NOT NULL,          -- JSON: the named numbers behind the verdict
  shares       TEXT,                   -- JSON: further pages it has text of
  title        TEXT NOT NULL,
  lang         TEXT NOT NULL,
  sentences    INTEGER NOT NULL,
  links        INTEGER NOT NULL,
  bytes        INTEGER NOT NULL,
  text_bytes   INTEGER NOT NULL,       -- length of its text
  text_delta   BLOB NOT NULL,          -- its text, as zstd with the page's text as prefix
  digest       TEXT NOT NULL,
  charset      TEXT,
  charset_from TEXT,
  degraded     TEXT,
  truncated    TEXT,
  etag         TEXT,
  last_modified TEXT,
  fetched_at   TEXT NOT NULL,
  checked_at   TEXT,                   -- when it was last found unchanged
  canonical    TEXT,                   -- the URL it names as its own, when that is another one of this crawl
  proposed_by  TEXT,                   -- the stage that found the page; NULL: the one that decided
  word         TEXT                    -- the word or number that decided, if there is one
);
CREATE INDEX drops_of ON drops (of);
CREATE INDEX drops_url ON drops (url);
CREATE INDEX drops_canonical ON drops (canonical) WHERE canonical IS NOT NULL;

CREATE TABLE supersedes (      -- a page that contains an older one; both are kept
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

CREATE TABLE signatures (      -- what the filter keeps of each article, apart from the text so that a restart is quick
  id    INTEGER PRIMARY KEY,           -- of the page or drop
  kept  INTEGER NOT NULL,              -- 1: a page, which the filter remembers
  bytes BLOB NOT NULL
);

CREATE TABLE redirects (
  url    TEXT PRIMARY KEY,
  to_url TEXT NOT NULL,
  status INTEGER NOT NULL,
  at     TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE failures (
  url    TEXT PRIMARY KEY,
  reason TEXT NOT NULL,
  status INTEGER,                      -- HTTP; NULL: no answer
  tries  INTEGER NOT NULL,
  at     TEXT NOT NULL
) WITHOUT ROWID;

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
