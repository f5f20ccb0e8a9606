-- A store as version 5 of it was written: three lines of filter.
PRAGMA application_id = 0x66707274; PRAGMA user_version = 5;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE meta (            -- settings of the store
  name  TEXT PRIMARY KEY,      -- filter: the SPEC it was made with; filter-files: the paths of the filter's files;
  value                        -- extraction: the versions of the code that extracted the texts; key: secret, for hashes;
                               -- archive:PATH: the length of that --warc file at the last commit
) WITHOUT ROWID;
INSERT INTO meta VALUES('extraction','3');
INSERT INTO meta VALUES('filter','cascade@2:sentences=1,bits=3,confirm=on,least=32,clusters=0,resemblance=0.5,containment=0.8,site-lines=2,one-site=off,exact=on');
INSERT INTO meta VALUES('filter-files','');
INSERT INTO meta VALUES('key',X'ef0cb14976afaf9e35d876e103a6bcf0');
CREATE TABLE counts (          -- how many there are of everything; triggers update it
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL,
  place INTEGER NOT NULL               -- the order in the view summary
) WITHOUT ROWID;
INSERT INTO counts VALUES('body-bytes',490,11);
INSERT INTO counts VALUES('changed',0,21);
INSERT INTO counts VALUES('contained',0,6);
INSERT INTO counts VALUES('drop-text-bytes',199,9);
INSERT INTO counts VALUES('drops',1,3);
INSERT INTO counts VALUES('duplicates',0,4);
INSERT INTO counts VALUES('failures',0,13);
INSERT INTO counts VALUES('fetched',3,1);
INSERT INTO counts VALUES('gone',0,22);
INSERT INTO counts VALUES('groups',1,7);
INSERT INTO counts VALUES('links-cut',0,17);
INSERT INTO counts VALUES('near-duplicates',1,5);
INSERT INTO counts VALUES('pages',2,2);
INSERT INTO counts VALUES('queued',0,15);
INSERT INTO counts VALUES('redirects',0,12);
INSERT INTO counts VALUES('saved-bytes',173,10);
INSERT INTO counts VALUES('saved-fetches',0,18);
INSERT INTO counts VALUES('skips',0,14);
INSERT INTO counts VALUES('text-bytes',291,8);
INSERT INTO counts VALUES('to-refresh',0,19);
INSERT INTO counts VALUES('unchanged',0,20);
INSERT INTO counts VALUES('unreached',0,23);
INSERT INTO counts VALUES('urls',0,16);
CREATE TABLE stages (          -- how many articles each stage of the filter proposed and decided; triggers update it
  stage       TEXT NOT NULL,           -- the stage that decided
  proposed_by TEXT NOT NULL,           -- the stage that found the page which it compared; '': none, or the same one
  pages       INTEGER NOT NULL,        -- articles that were kept
  drops       INTEGER NOT NULL,
  PRIMARY KEY (stage, proposed_by)
) WITHOUT ROWID;
INSERT INTO stages VALUES('no-candidate','',1,0);
INSERT INTO stages VALUES('resemblance','shingles',0,1);
INSERT INTO stages VALUES('too-short','',1,0);
CREATE TABLE hosts (           -- the servers of all URLs, and their robots.txt
  id             INTEGER PRIMARY KEY,
  host           TEXT NOT NULL UNIQUE, -- scheme://name[:port]; one robots.txt holds for all of it
  robots         TEXT,                 -- the text of robots.txt; NULL: never fetched
  robots_status  INTEGER,              -- HTTP status of robots.txt; 0: no answer
  robots_at      TEXT                  -- when robots.txt was fetched
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
  word         TEXT                    -- the word or number by which it differs from that page; NULL: none
, filter TEXT, score REAL, shares TEXT);
INSERT INTO pages VALUES(1,'http://one.example/a','"a"','','en','The lighthouse on the cape was switched on again after eleven years of darkness and dispute.',1,'too-short',0,92,'75087f7fc342bd6807ce391efacfa22c8cea8b73e12718f71638425b101526f5','UTF-8','http',NULL,NULL,NULL,NULL,'2026-11-22T21:32:22Z',NULL,NULL,NULL,'{"words":16}',NULL,NULL,NULL,NULL);
INSERT INTO pages VALUES(2,'http://one.example/c','"c"','','en',replace('The lighthouse on the cape was switched on again after eleven years of darkness and some dispute.\nNobody on the island had expected the old lamp to turn, since the company that built it is long gone.','\n',char(10)),2,'no-candidate',0,199,'b8b501e6091130fdd37ee0a33ba3657ac81f72027b4672a0f5a3f106e12359ed','UTF-8','http',NULL,NULL,NULL,NULL,'2026-11-22T21:32:22Z',NULL,NULL,NULL,'{}',NULL,NULL,NULL,NULL);
CREATE TABLE drops (           -- the articles that were dropped as duplicates (reprints), and why
  id           INTEGER PRIMARY KEY,    -- columns without a comment are as in pages
  url          TEXT,
  name         TEXT,
  of           INTEGER NOT NULL REFERENCES pages(id), -- the page that it duplicates: its original
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
  text_delta   BLOB NOT NULL,          -- its text, compressed by zstd with the original's text as prefix
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
  word         TEXT                    -- the word or number that decided; NULL: none
);
INSERT INTO drops VALUES(3,'http://two.example/d','"d"',2,'http://one.example/c','near-duplicate','cascade','resemblance',0.84210526315789469009,'{"resemblance":0.842105,"contained":0.914286,"contains":0.914286,"novelty":0.0320274,"lost":0.0320274,"figures-agree":1,"figures-differ":0,"figures-shared":0,"subjects-differ":0}',NULL,'','en',2,0,199,199,X'28b52ffd24c76d0000206d75636802000c520ae56480ecd4f6b5','b5ca78acb93e49b22dd060f3c83e2c7254d1a91c60a65040730c2f87ac6a50cf','UTF-8','http',NULL,NULL,NULL,NULL,'2026-11-22T21:32:22Z',NULL,NULL,'shingles',NULL);
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
CREATE TABLE signatures (      -- what the filter needs of each article; not in pages and drops, so that a restart is quick
  id    INTEGER PRIMARY KEY,           -- of the page or drop
  kept  INTEGER NOT NULL,              -- 1: a page, which the filter remembers; 0: a drop
  bytes BLOB NOT NULL
);
INSERT INTO signatures VALUES(1,1,X'eecb94a0a30b54bd4ac03a4f20c3323c3b6fc38a02c8dc6201000000070000000e00000020000000200000000e000e001ff65c0cdc82d417cae1a220bea9c14fe3d2556675550b91418816b5b21538b6ce13f7baa1585ecfeead14d57ca788dddf62d9e13b6585ef4861a037c0b925000100000093006b8f620100000000000000000051000000ef00000000010000002726b1fc');
INSERT INTO signatures VALUES(2,1,X'b8b501e6091130fdd37ee0a33ba3657a630a44820ac69c260200000012000000230000004a0000004a00000023002300f31cea0a1ff65c0c0f644816dc82d417e30ab71dcae1a2205f221234a216b836e1390238e26655382b61e33c0a88e1432b09484c51a6b44dbea9c14fe3d2556609d5ae77886f988c50135e8e64ae5a8f75550b9188f003926709ab9294756e9571b3d4a3418816b5b21538b673a3e0bace13f7badb81e8c6eead14d57ca788dddf62d9e1f9ccc7e73b6585ef382a0b976a86b702985c54dc3cd16044a20100000100000093006b8f620100000000000000000051000000ef0000000002000000ddd1a870104990ba');
INSERT INTO signatures VALUES(3,0,X'b5ca78acb93e49b22dd060f3c83e2c727b0a45860ac6dc2e0200000013000000230000004a0000004a00000023002300f31cea0a1ff65c0c0f644816dc82d417e30ab71dcae1a2205f221234a216b836e1390238e26655382b61e33c0a88e1432b09484c51a6b44dbea9c14fe3d2556609d5ae77242bff77886f988c50135e8e75550b916709ab9294756e95c0dc6b9a71b3d4a3418816b5b21538b6bc25adb973a3e0bace13f7baeead14d57ca788dddf62d9e1f9ccc7e73b6585ef382a0b976a86b70258c9c46d3c510d44a20100000100000093006b8f620100000000000000000057000000ef00000000020000003ed38b19f8419569');
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
CREATE TABLE host_counts (
  host_id    INTEGER PRIMARY KEY,
  pages      INTEGER NOT NULL,
  drops      INTEGER NOT NULL,
  failures   INTEGER NOT NULL,
  skips      INTEGER NOT NULL,
  queued     INTEGER NOT NULL,
  page_bytes INTEGER NOT NULL DEFAULT 0,
  drop_bytes INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE decisions (
  id      INTEGER PRIMARY KEY,
  what    TEXT NOT NULL
          CHECK (what IN ('keep', 'drop', 'prefer', 'never-drop')),
  url     TEXT,
  name    TEXT,
  of_url  TEXT,
  of_name TEXT,
  pattern TEXT,
  at      TEXT NOT NULL
);
CREATE TABLE renamed (
  id  INTEGER PRIMARY KEY,
  now INTEGER NOT NULL
);
CREATE INDEX urls_due ON urls (host_id, refresh_last, depth, id) WHERE due = 1;
CREATE INDEX urls_depth ON urls (depth) WHERE due = 1;
CREATE INDEX urls_seed ON urls (id) WHERE is_seed = 1;
CREATE INDEX pages_url ON pages (url);
CREATE INDEX pages_canonical ON pages (canonical) WHERE canonical IS NOT NULL;
CREATE INDEX drops_of ON drops (of);
CREATE INDEX drops_url ON drops (url);
CREATE INDEX drops_canonical ON drops (canonical) WHERE canonical IS NOT NULL;
CREATE INDEX supersedes_older ON supersedes (older);
CREATE INDEX skips_of ON skips (of_url) WHERE of_url IS NOT NULL;
CREATE INDEX past_url ON past (url);
CREATE INDEX decisions_url ON decisions (url) WHERE url IS NOT NULL;
CREATE INDEX pages_name ON pages (name, substr(digest, 1, 8)) WHERE name IS NOT NULL;
CREATE INDEX drops_name ON drops (name, substr(digest, 1, 8)) WHERE name IS NOT NULL;
CREATE TRIGGER stage_page AFTER INSERT ON pages BEGIN
  INSERT INTO stages VALUES (coalesce(new.stage, ''), coalesce(new.proposed_by, ''), 1, 0)
    ON CONFLICT DO UPDATE SET pages = pages + 1;
END;
CREATE TRIGGER stage_page_gone AFTER DELETE ON pages BEGIN
  UPDATE stages SET pages = pages - 1 WHERE stage = coalesce(old.stage, '') AND proposed_by = coalesce(old.proposed_by, '');
END;
CREATE TRIGGER stage_page_moved AFTER UPDATE OF stage, proposed_by ON pages
  WHEN old.stage IS NOT new.stage OR old.proposed_by IS NOT new.proposed_by BEGIN
  UPDATE stages SET pages = pages - 1 WHERE stage = coalesce(old.stage, '') AND proposed_by = coalesce(old.proposed_by, '');
  INSERT INTO stages VALUES (coalesce(new.stage, ''), coalesce(new.proposed_by, ''), 1, 0)
    ON CONFLICT DO UPDATE SET pages = pages + 1;
END;
CREATE TRIGGER stage_drop AFTER INSERT ON drops BEGIN
  INSERT INTO stages VALUES (coalesce(new.stage, ''), coalesce(new.proposed_by, ''), 0, 1)
    ON CONFLICT DO UPDATE SET drops = drops + 1;
END;
CREATE TRIGGER stage_drop_gone AFTER DELETE ON drops BEGIN
  UPDATE stages SET drops = drops - 1 WHERE stage = coalesce(old.stage, '') AND proposed_by = coalesce(old.proposed_by, '');
END;
CREATE TRIGGER stage_drop_moved AFTER UPDATE OF stage, proposed_by ON drops
  WHEN old.stage IS NOT new.stage OR old.proposed_by IS NOT new.proposed_by BEGIN
  UPDATE stages SET drops = drops - 1 WHERE stage = coalesce(old.stage, '') AND proposed_by = coalesce(old.proposed_by, '');
  INSERT INTO stages VALUES (coalesce(new.stage, ''), coalesce(new.proposed_by, ''), 0, 1)
    ON CONFLICT DO UPDATE SET drops = drops + 1;
END;
CREATE TRIGGER count_page AFTER INSERT ON pages BEGIN
  UPDATE counts SET value = value + 1 WHERE name IN ('fetched', 'pages');
  UPDATE counts SET value = value + length(CAST(new.text AS BLOB)) WHERE name = 'text-bytes';
  UPDATE counts SET value = value + new.bytes WHERE name = 'body-bytes';
  UPDATE host_counts SET page_bytes = page_bytes + new.bytes WHERE host_id = (SELECT host_id FROM urls WHERE url = new.url);
END;
CREATE TRIGGER count_page_gone AFTER DELETE ON pages BEGIN
  UPDATE counts SET value = value - 1 WHERE name IN ('fetched', 'pages');
  UPDATE counts SET value = value - length(CAST(old.text AS BLOB)) WHERE name = 'text-bytes';
  UPDATE counts SET value = value - old.bytes WHERE name = 'body-bytes';
  UPDATE host_counts SET page_bytes = page_bytes - old.bytes WHERE host_id = (SELECT host_id FROM urls WHERE url = old.url);
END;
CREATE TRIGGER count_drop AFTER INSERT ON drops BEGIN
  UPDATE counts SET value = value + 1 WHERE name IN ('fetched', 'drops');
  UPDATE counts SET value = value + 1
    WHERE name = CASE new.verdict WHEN 'duplicate' THEN 'duplicates' WHEN 'near-duplicate' THEN 'near-duplicates' ELSE 'contained' END;
  UPDATE counts SET value = value + 1
    WHERE name = 'groups' AND NOT EXISTS (SELECT 1 FROM drops WHERE of = new.of AND id <> new.id);
  UPDATE counts SET value = value + new.text_bytes WHERE name = 'drop-text-bytes';
  UPDATE counts SET value = value + new.text_bytes - length(new.text_delta) WHERE name = 'saved-bytes';
  UPDATE counts SET value = value + new.bytes WHERE name = 'body-bytes';
  UPDATE host_counts SET drop_bytes = drop_bytes + new.bytes WHERE host_id = (SELECT host_id FROM urls WHERE url = new.url);
END;
CREATE TRIGGER count_drop_gone AFTER DELETE ON drops BEGIN
  UPDATE counts SET value = value - 1 WHERE name IN ('fetched', 'drops');
  UPDATE counts SET value = value - 1
    WHERE name = CASE old.verdict WHEN 'duplicate' THEN 'duplicates' WHEN 'near-duplicate' THEN 'near-duplicates' ELSE 'contained' END;
  UPDATE counts SET value = value - 1 WHERE name = 'groups' AND NOT EXISTS (SELECT 1 FROM drops WHERE of = old.of);
  UPDATE counts SET value = value - old.text_bytes WHERE name = 'drop-text-bytes';
  UPDATE counts SET value = value - old.text_bytes + length(old.text_delta) WHERE name = 'saved-bytes';
  UPDATE counts SET value = value - old.bytes WHERE name = 'body-bytes';
  UPDATE host_counts SET drop_bytes = drop_bytes - old.bytes WHERE host_id = (SELECT host_id FROM urls WHERE url = old.url);
END;
CREATE TRIGGER count_drop_moved AFTER UPDATE OF of, verdict, text_delta ON drops BEGIN
  UPDATE counts SET value = value - 1
    WHERE name = CASE old.verdict WHEN 'duplicate' THEN 'duplicates' WHEN 'near-duplicate' THEN 'near-duplicates' ELSE 'contained' END;
  UPDATE counts SET value = value + 1
    WHERE name = CASE new.verdict WHEN 'duplicate' THEN 'duplicates' WHEN 'near-duplicate' THEN 'near-duplicates' ELSE 'contained' END;
  UPDATE counts SET value = value - 1
    WHERE name = 'groups' AND old.of <> new.of AND NOT EXISTS (SELECT 1 FROM drops WHERE of = old.of);
  UPDATE counts SET value = value + 1
    WHERE name = 'groups' AND old.of <> new.of AND NOT EXISTS (SELECT 1 FROM drops WHERE of = new.of AND id <> new.id);
  UPDATE counts SET value = value + length(old.text_delta) - length(new.text_delta) WHERE name = 'saved-bytes';
END;
CREATE TRIGGER count_redirect AFTER INSERT ON redirects BEGIN
  UPDATE counts SET value = value + 1 WHERE name = 'redirects';
END;
CREATE TRIGGER count_redirect_gone AFTER DELETE ON redirects BEGIN
  UPDATE counts SET value = value - 1 WHERE name = 'redirects';
END;
CREATE TRIGGER count_failure AFTER INSERT ON failures BEGIN
  UPDATE counts SET value = value + 1 WHERE name = 'failures';
END;
CREATE TRIGGER count_failure_gone AFTER DELETE ON failures BEGIN
  UPDATE counts SET value = value - 1 WHERE name = 'failures';
END;
CREATE TRIGGER count_cut AFTER INSERT ON skips WHEN new.kind = 'part' BEGIN
  UPDATE counts SET value = value + new.count WHERE name = 'links-cut';
END;
CREATE TRIGGER count_more_cut AFTER UPDATE OF count ON skips WHEN new.kind = 'part' BEGIN
  UPDATE counts SET value = value + new.count - old.count WHERE name = 'links-cut';
END;
CREATE TRIGGER count_cut_gone AFTER DELETE ON skips WHEN old.kind = 'part' BEGIN
  UPDATE counts SET value = value - old.count WHERE name = 'links-cut';
END;
CREATE TRIGGER count_saved AFTER INSERT ON rules WHEN new.skipped <> 0 BEGIN
  UPDATE counts SET value = value + new.skipped WHERE name = 'saved-fetches';
END;
CREATE TRIGGER count_more_saved AFTER UPDATE OF skipped ON rules BEGIN
  UPDATE counts SET value = value + new.skipped - old.skipped WHERE name = 'saved-fetches';
END;
CREATE TRIGGER count_saved_gone AFTER DELETE ON rules BEGIN
  UPDATE counts SET value = value - old.skipped WHERE name = 'saved-fetches';
END;
CREATE TRIGGER count_url AFTER INSERT ON urls BEGIN
  INSERT INTO host_counts (host_id, pages, drops, failures, skips, queued)
    VALUES (new.host_id, new.state = 'page', new.state = 'drop', new.state = 'failure', new.state = 'skip', new.state = 'queued')
    ON CONFLICT DO UPDATE SET pages = pages + excluded.pages, drops = drops + excluded.drops,
      failures = failures + excluded.failures, skips = skips + excluded.skips, queued = queued + excluded.queued;
  UPDATE counts SET value = value + 1 WHERE name = 'urls';
  UPDATE counts SET value = value + 1 WHERE name = CASE new.state WHEN 'queued' THEN 'queued' WHEN 'skip' THEN 'skips' END;
END;
CREATE TRIGGER count_url_gone AFTER DELETE ON urls BEGIN
  UPDATE host_counts SET pages = pages - (old.state = 'page'), drops = drops - (old.state = 'drop'),
    failures = failures - (old.state = 'failure'), skips = skips - (old.state = 'skip'), queued = queued - (old.state = 'queued')
    WHERE host_id = old.host_id;
  UPDATE counts SET value = value - 1 WHERE name = 'urls';
  UPDATE counts SET value = value - 1 WHERE name = CASE old.state WHEN 'queued' THEN 'queued' WHEN 'skip' THEN 'skips' END;
  UPDATE counts SET value = value - 1 WHERE name = 'to-refresh' AND old.due = 1 AND old.state <> 'queued';
  UPDATE counts SET value = value - 1
    WHERE name = CASE WHEN old.change LIKE 'unreached%' THEN 'unreached' ELSE old.change END;
END;
CREATE TRIGGER count_state AFTER UPDATE OF state ON urls WHEN old.state <> new.state BEGIN
  UPDATE host_counts SET pages = pages + (new.state = 'page') - (old.state = 'page'),
    drops = drops + (new.state = 'drop') - (old.state = 'drop'),
    failures = failures + (new.state = 'failure') - (old.state = 'failure'),
    skips = skips + (new.state = 'skip') - (old.state = 'skip'),
    queued = queued + (new.state = 'queued') - (old.state = 'queued') WHERE host_id = new.host_id;
  UPDATE counts SET value = value - 1 WHERE name = CASE old.state WHEN 'queued' THEN 'queued' WHEN 'skip' THEN 'skips' END;
  UPDATE counts SET value = value + 1 WHERE name = CASE new.state WHEN 'queued' THEN 'queued' WHEN 'skip' THEN 'skips' END;
END;
CREATE TRIGGER count_due AFTER UPDATE OF state, due ON urls
  WHEN (old.due = 1 AND old.state <> 'queued') <> (new.due = 1 AND new.state <> 'queued') BEGIN
  UPDATE counts SET value = value + CASE WHEN new.due = 1 AND new.state <> 'queued' THEN 1 ELSE -1 END WHERE name = 'to-refresh';
END;
CREATE TRIGGER count_change AFTER UPDATE OF change ON urls WHEN old.change IS NOT new.change BEGIN
  UPDATE counts SET value = value - 1
    WHERE name = CASE WHEN old.change LIKE 'unreached%' THEN 'unreached' ELSE old.change END;
  UPDATE counts SET value = value + 1
    WHERE name = CASE WHEN new.change LIKE 'unreached%' THEN 'unreached' ELSE new.change END;
END;
CREATE VIEW queue AS           -- the URLs to fetch: new ones (state queued), and those to refresh
  SELECT u.url, u.depth, u.tries, u.next_try, u.state, v.url AS via
  FROM urls u LEFT JOIN urls v ON v.id = u.via_id
  WHERE u.due = 1
;
CREATE VIEW groups AS          -- each page that has duplicates: how many, and the size of their texts
  SELECT p.id, p.url, p.title, count(*) AS drops, sum(d.text_bytes) AS text_bytes
  FROM drops d JOIN pages p ON p.id = d.of
  GROUP BY p.id
;
CREATE VIEW summary AS         -- how many there are of everything
  SELECT name, value FROM counts ORDER BY place
;
COMMIT;
