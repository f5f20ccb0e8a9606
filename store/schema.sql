-- The store of firstprint. To read it in a store: sqlite3 firstprint.db '.schema'
--
-- Every URL that was seen is in urls, once, and its state names the table that has its outcome. An article is a page, which
-- is kept, or a drop, which is a duplicate of a page. Pages and drops have ids from one sequence, so that an id names one
-- article. Times are UTC, such as 2024-05-31T12:00:00Z.
-- The schema of a store is compared with these files when it is opened (store/genuine.h): whatever changes here besides comments needs
-- an upgrade that makes the same of earlier stores.
-- counts.sql fills the table counts, views.sql has the views. store/open.c upgrades stores of earlier
-- versions.

CREATE TABLE meta (            -- settings of the store
  name  TEXT PRIMARY KEY,      -- filter: the SPEC of the store's filter; filter-files: the paths of the filter's files;
  value                        -- extraction: the versions of the code that extracted the texts; key: secret, for hashes;
                               -- refreshed: when the last refresh began;
                               -- memory: the shared index that judges for this store; owner: the store's name there;
                               -- part, parts: the part of a crawl that the store is: 2 of 4;
                               -- signature-log: the length and hash of the file STORE-signatures, which is a cache;
                               -- triggers remove the row when signatures change, and a writer of the file restores it
) WITHOUT ROWID;

CREATE TABLE counts (          -- counts of everything; triggers update it
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL,
  place INTEGER NOT NULL               -- the order in the view summary
) WITHOUT ROWID;

CREATE TABLE stages (          -- how many articles each stage of the filter proposed and decided; triggers update it
  stage       TEXT NOT NULL,           -- the stage that decided
  proposed_by TEXT NOT NULL,           -- the stage that found the page to compare with; '': none, or the same one
  pages       INTEGER NOT NULL,        -- number of pages
  drops       INTEGER NOT NULL,
  PRIMARY KEY (stage, proposed_by)
) WITHOUT ROWID;

CREATE TABLE hosts (           -- the servers of all URLs, and their robots.txt
  id             INTEGER PRIMARY KEY,
  host           TEXT NOT NULL UNIQUE, -- scheme://name[:port]; one robots.txt applies to all of it
  robots         TEXT,                 -- the text of robots.txt; NULL: never fetched
  robots_status  INTEGER,              -- HTTP status of robots.txt; 0: no answer
  robots_at      TEXT                  -- when robots.txt was fetched
);

CREATE TABLE host_counts (     -- number of URLs of a host in each state, and their bytes; triggers update it
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
  hops     INTEGER NOT NULL DEFAULT 0, -- number of consecutive redirects that led here
  is_seed  INTEGER NOT NULL DEFAULT 0, -- 1: a seed, or the target of a seed's redirect; the scope depends on these
  is_sitemap INTEGER NOT NULL DEFAULT 0, -- 1: a sitemap, not a page
  via_id   INTEGER REFERENCES urls(id),-- the URL on which it was first seen
  state    TEXT NOT NULL DEFAULT 'queued' -- queued: never fetched; else the outcome
           CHECK (state IN ('queued', 'page', 'drop', 'redirect', 'failure', 'skip')),
  tries    INTEGER NOT NULL DEFAULT 0, -- failed tries so far
  next_try INTEGER NOT NULL DEFAULT 0, -- in seconds since 1970: the crawl fetches it no earlier
  due      INTEGER NOT NULL DEFAULT 1, -- 1: in the queue, to be fetched for the first time or refreshed
  refresh_last INTEGER NOT NULL DEFAULT 0, -- 1: fetched after the others of its host: a drop that is refreshed; 2: after
                                       -- these: a drop that became a page in this refresh; 3, 4: a process died once or
                                       -- twice while it was in work: fetched last of all, and alone
  change   TEXT,                       -- what the last refresh found: unchanged | changed | gone | unreached: REASON;
                                       -- new: it had no article before that refresh
  barren   INTEGER NOT NULL DEFAULT 0  -- how many pages in a row, up to the one it was seen on, were no new article; -1: it
                                       -- stands in a sitemap
);
CREATE INDEX urls_due ON urls (host_id, refresh_last, depth, id) WHERE due = 1;
CREATE INDEX urls_depth ON urls (depth) WHERE due = 1;
CREATE INDEX urls_seed ON urls (id) WHERE is_seed = 1;

CREATE TABLE pages (           -- the articles that are kept: first prints
  id           INTEGER PRIMARY KEY,    -- a later article has a higher id
  url          TEXT,                   -- NULL: it came from a file, without one
  name         TEXT,                   -- the "id" of its line in the input of `firstprint filter`, as JSON
  title        TEXT NOT NULL,
  lang         TEXT NOT NULL,          -- a language tag, "en"; "": unknown
  text         TEXT NOT NULL,          -- the article; line feeds separate paragraphs
  sentences    INTEGER NOT NULL,       -- number of sentences
  stage        TEXT,                   -- the stage of the filter that decided; too-short, no-content: no text to judge
  links        INTEGER NOT NULL,       -- number of links
  bytes        INTEGER NOT NULL,       -- size of the body, decompressed
  digest       TEXT NOT NULL,          -- SHA-256 of the body
  charset      TEXT,                   -- the character encoding of the body
  charset_from TEXT,                   -- its source: bom, valid utf-8, http, meta, detected, preset
  degraded     TEXT,                   -- NULL, or the limit it exceeds; its text is then the whole body without tags
  truncated    TEXT,                   -- why the body is incomplete: length
  etag         TEXT,
  last_modified TEXT,
  fetched_at   TEXT NOT NULL,
  checked_at   TEXT,                   -- when it was last fetched or found unchanged: as long as before, so that the row is written in place
  canonical    TEXT,                   -- its canonical URL, if that is another URL of this crawl
  proposed_by  TEXT,                   -- the stage that found the stored page to compare with; NULL: none, or `stage`
  evidence     TEXT,                   -- JSON: the numbers behind the verdict; NULL: unknown
  word         TEXT,                   -- the word or number by which it differs from that page; NULL: none
  filter       TEXT,                   -- the filter that decided, if the SPEC names several; NULL: unknown
  score        REAL,                   -- similarity to that page, 0 to 1; NULL: unknown
  shares       TEXT,                   -- JSON: pages that have some of its text
  is_list      INTEGER,                -- 1: it lists other pages, a category or an archive; 0: it does not; NULL: unknown
  nearest      INTEGER                 -- the id of the page that it was compared with, if that is still there; NULL: none, or unknown
);
CREATE INDEX pages_url ON pages (url);
CREATE INDEX pages_canonical ON pages (canonical) WHERE canonical IS NOT NULL;
CREATE INDEX pages_name ON pages (name, substr(digest, 1, 8)) WHERE name IS NOT NULL;

CREATE TABLE drops (           -- the articles dropped as duplicates (reprints), and why
  id           INTEGER PRIMARY KEY,    -- columns without a comment are as in pages
  url          TEXT,
  name         TEXT,
  of           INTEGER NOT NULL,       -- the page that it duplicates: its original
  of_url       TEXT,
  verdict      TEXT NOT NULL CHECK (verdict IN ('duplicate', 'near-duplicate', 'contained')),
  filter       TEXT NOT NULL,          -- the filter that decided, if the SPEC names several
  stage        TEXT,                   -- the stage of the filter that decided
  score        REAL NOT NULL,          -- similarity to the original, 0 to 1
  evidence     TEXT NOT NULL,          -- JSON: the numbers behind the verdict
  shares       TEXT,                   -- JSON: other pages that have some of its text
  title        TEXT NOT NULL,
  lang         TEXT NOT NULL,
  sentences    INTEGER NOT NULL,
  links        INTEGER NOT NULL,
  bytes        INTEGER NOT NULL,
  text_bytes   INTEGER NOT NULL,       -- size of its text
  text_delta   BLOB NOT NULL,          -- its text, compressed by zstd; the prefix is the original's text, if that is here
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
  elsewhere    INTEGER NOT NULL DEFAULT 0, -- 1: its original is a page of another store of the shared index
  is_list      INTEGER,
  notable      TEXT,                   -- words of its difference that make it worth a look: "not, Bremby"; NULL: none
  cause        TEXT NOT NULL DEFAULT '' -- why there are two: "session", "print version", "edited"; see store/cause.h
);
CREATE INDEX drops_of ON drops (of);
CREATE INDEX drops_url ON drops (url);
CREATE INDEX drops_canonical ON drops (canonical) WHERE canonical IS NOT NULL;
CREATE INDEX drops_name ON drops (name, substr(digest, 1, 8)) WHERE name IS NOT NULL;
CREATE INDEX drops_notable ON drops (id) WHERE notable IS NOT NULL;
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

CREATE TABLE supersedes (      -- a page that contains an older page; both are kept. Columns are as in drops
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

CREATE TABLE signatures (      -- the filter's data of each article; a table of its own makes a restart quick
  id    INTEGER PRIMARY KEY,           -- of the page or drop
  kept  INTEGER NOT NULL,              -- 1: the filter remembers it: a page, or an alias, which is a drop by a person's
                                       -- decision: a duplicate of it is a drop of its original; 0: another drop
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
  tries  INTEGER NOT NULL,             -- number of tries
  at     TEXT NOT NULL                 -- when the crawl gave up
) WITHOUT ROWID;

CREATE TABLE skips (           -- URLs that were seen but not stored, and omitted links
  url    TEXT NOT NULL,
  reason TEXT NOT NULL,
  count  INTEGER NOT NULL DEFAULT 1,
  kind   TEXT NOT NULL                 -- link: not fetched because of the link; another link to it may be followed
         CHECK (kind IN ('link', 'fetch', 'part')), -- fetch: the answer is not an article, or fetching it is forbidden
                                       -- part: `count` links on this URL were omitted; the URL itself has another outcome
  of_url TEXT,                         -- the URL that is stored instead
  PRIMARY KEY (url, reason)
) WITHOUT ROWID;
CREATE INDEX skips_of ON skips (of_url) WHERE of_url IS NOT NULL;

CREATE TABLE handed (          -- URLs of hosts that another part of the crawl owns, queued for that part
  part       INTEGER NOT NULL,         -- the part: 1, 2, …
  number     INTEGER NOT NULL,         -- for each part 1, 2, …: the order of sending
  url        TEXT NOT NULL,            -- columns without a comment are as in urls
  depth      INTEGER NOT NULL,         -- a URL gets another row if it is seen nearer to a seed
  hops       INTEGER NOT NULL,
  is_seed    INTEGER NOT NULL,
  is_sitemap INTEGER NOT NULL,
  via_id     INTEGER REFERENCES urls(id),
  PRIMARY KEY (part, number)
) WITHOUT ROWID;
CREATE INDEX handed_url ON handed (url, part, depth);

CREATE TABLE heard (           -- how far this store has taken over the URLs from other stores
  sender TEXT PRIMARY KEY,             -- the name of the other store in the shared index
  run    INTEGER NOT NULL,             -- of the sender: a random number
  number INTEGER NOT NULL              -- the last number sent in this run
) WITHOUT ROWID;

CREATE TABLE past (            -- former pages and drops, with their texts
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

CREATE TABLE rules (           -- query parameters and path segments that lead to no new pages on a host, learned from its drops
  host_id   INTEGER NOT NULL REFERENCES hosts(id),
  part      TEXT NOT NULL CHECK (part IN ('parameter', 'segment')),
  name      TEXT NOT NULL,             -- "sort" in ?sort=date, "print" in /print/
  state     TEXT NOT NULL DEFAULT 'watched'
            CHECK (state IN ('watched', 'active', 'withdrawn')), -- active: URLs with it are skipped, except for samples
  judged    INTEGER NOT NULL DEFAULT 0, -- articles at URLs with it, since the first duplicate
  repeats   INTEGER NOT NULL DEFAULT 0, -- of these, duplicates of the page at the URL without it or with another value
  sampled   INTEGER NOT NULL DEFAULT 0, -- samples: URLs with it that were fetched although the rule was active
  contrary  INTEGER NOT NULL DEFAULT 0, -- samples that were new pages
  streak    INTEGER NOT NULL DEFAULT 0, -- number of the last samples in a row that were new pages
  skipped   INTEGER NOT NULL DEFAULT 0, -- fetches that the rule has saved
  PRIMARY KEY (host_id, part, name)
) WITHOUT ROWID;

CREATE TABLE decisions (       -- a person's decisions, which override the filter whenever an article is judged
  id      INTEGER PRIMARY KEY,
  what    TEXT NOT NULL                -- keep, drop: this article; prefer, never-drop: all articles whose URL matches pattern
          CHECK (what IN ('keep', 'drop', 'prefer', 'never-drop')),
  url     TEXT,                        -- the article: its URL,
  name    TEXT,                        -- or the id of its line in the input, as JSON, if it has one
  of_url  TEXT,                        -- URL and name of the page that it repeats (drop) or is no copy of (keep)
  of_name TEXT,
  pattern TEXT,                        -- a regular expression (PCRE2)
  at      TEXT NOT NULL
);
CREATE INDEX decisions_url ON decisions (url) WHERE url IS NOT NULL;

CREATE TABLE renamed (         -- drops that became pages under a new id when their original was gone
  id  INTEGER PRIMARY KEY,             -- the old id
  now INTEGER NOT NULL                 -- the new id, which may itself be in this table
);
