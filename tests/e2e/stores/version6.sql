-- A store as version 6 of it was written: three lines of filter.
PRAGMA application_id = 0x66707274; PRAGMA user_version = 6;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE meta (            -- settings of the store
  name  TEXT PRIMARY KEY,      -- filter: the SPEC it was made with; filter-files: the paths of the filter's files;
  value                        -- extraction: the versions of the code that extracted the texts; key: secret, for hashes;
                               -- archive:PATH: the length of that --warc file at the last commit; archived: from
                               -- which id on all articles are in a --warc file, and its name;
                               -- memory: the shared memory that judges for this store; owner: its name there;
                               -- epoch, withdrawn: of that memory, when it was last asked;
                               -- signature-log: how far the file STORE-signatures goes, which is a cache; triggers
                               -- remove it when signatures change, and whoever keeps the file puts it back
) WITHOUT ROWID;
INSERT INTO meta VALUES('extraction','3');
INSERT INTO meta VALUES('filter','cascade@2:sentences=1,bits=3,confirm=on,least=32,clusters=0,resemblance=0.5,containment=0.8,site-lines=2,one-site=off,exact=on');
INSERT INTO meta VALUES('filter-files','');
INSERT INTO meta VALUES('key',X'ef4bbaf1e3317451bb2bfc1f80410cf7');
CREATE TABLE counts (          -- how many there are of everything; triggers update it
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL,
  place INTEGER NOT NULL               -- the order in the view summary
) WITHOUT ROWID;
INSERT INTO counts VALUES('body-bytes',954,11);
INSERT INTO counts VALUES('changed',0,21);
INSERT INTO counts VALUES('contained',0,6);
INSERT INTO counts VALUES('drop-text-bytes',317,9);
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
INSERT INTO counts VALUES('saved-bytes',288,10);
INSERT INTO counts VALUES('saved-fetches',0,18);
INSERT INTO counts VALUES('skips',0,14);
INSERT INTO counts VALUES('text-bytes',636,8);
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
INSERT INTO stages VALUES('no-candidate','',2,0);
INSERT INTO stages VALUES('resemblance','shingles',0,1);
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
INSERT INTO pages VALUES(1,'http://one.example/a','"a"','','en','The harbour master of the small northern town closed the old pier on Monday morning after two divers had found long cracks in its oldest pillars. Fishing boats have to land their catch at the ferry quay until the autumn. The council will hear three offers for the repair next week, and it expects to pay four million crowns.',3,'no-candidate',0,324,'a358ee319196ecbf5b750c11d8f8ae06b0a1fa6079941350d8de2180612ca5da','UTF-8','http',NULL,NULL,NULL,NULL,'2026-11-23T23:29:28Z',NULL,NULL,NULL,'{}',NULL,'cascade',0.0,NULL);
INSERT INTO pages VALUES(2,'http://one.example/c','"c"','','en','A library in the valley lends out garden tools, since many of its readers have no shed of their own. Spades and shears may be kept for three weeks, a cherry picker for one. Nobody has yet brought anything back broken, says the librarian, who mends small things herself on Friday afternoons with a soldering iron.',3,'no-candidate',0,312,'0feb09994a8d8434b19507e72eb4c61627ce1f9e40a91ff528f75f211f95914d','UTF-8','http',NULL,NULL,NULL,NULL,'2026-11-23T23:29:28Z',NULL,NULL,NULL,'{}',NULL,'cascade',0.0,NULL);
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
INSERT INTO drops VALUES(3,'http://two.example/d','"d"',2,'http://one.example/c','near-duplicate','cascade','resemblance',0.91228070175438591427,'{"resemblance":0.912281,"contained":0.945455,"contains":0.962963,"novelty":0.0195545,"lost":0.0128195,"figures-agree":0,"figures-differ":0,"figures-shared":0,"subjects-differ":0,"hamming":5,"sentences":0}',NULL,'','en',3,0,318,317,X'28b52ffd643d007d0000206c6f6e67020029a0a548b1432d20e679fda4','99407a7dff07ea24ed424270345f99ede771b4d4ce361e596385aa5ccd214aba','UTF-8','http',NULL,NULL,NULL,NULL,'2026-11-23T23:29:28Z',NULL,NULL,'shingles',NULL,0);
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
  kept  INTEGER NOT NULL,              -- 1: the filter remembers it: a page; or a drop by a person's decision, an alias:
                                       -- what repeats it repeats its original; 0: a drop
  bytes BLOB NOT NULL
);
INSERT INTO signatures VALUES(1,1,X'a358ee319196ecbf5b750c11d8f8ae064e7c8f90b1c5ae11030000002400000039000000760000007600000039003900ead05e03d6542704d7cf9f06760f92085bf92c09784e3309ec5d640ad2ce480b513bb9163cb6182dd28da8308c35a7326b611d3ea3583847bba2214e3774ca5d596d8561967008632aa28c646bcb74660f357566851c4269448cf769722759713666ee73815d0478e01ea57c8f1cfe800e1cee82e822fd894032b98a034e0a90860caf903efb02931d9dc595fc146199944042a7ab7f82b0677284b0bc3192b7c5e270b9e3dfb1bb193d5ebe6e052abf631141c41fd65ec92365f2cecd7413d15cb94fd4ba829ed4d24438d509cb6ed68b149de56a36f3ef3ae8fff431ffd0f52c2beafabbd6749d92c466c3383e1a6a07c57da1b51425d20850029b1c8a34780900000003000000f4dad52a3dead1965c51c6e3620000000320a1074200000000000000000000a90000003d0000000001000000456d39b0');
INSERT INTO signatures VALUES(2,1,X'0feb09994a8d8434b19507e72eb4c616cc99e704c9d04a06030000002000000036000000700000007000000036003600a9b706078d416c0e017acc14e3e3941934591e1b4694e61bd06301222673b52fe5cf2f31d3cf963224654833fad9bf34b51d453908fd8944980c254d96eafb4ee28d3054ab875959a0ae595a685d9661a8266464d1c18d64cfa97c680dbdba70b7ad3972679f8f79e892d0861b1c63888fa45d8b8183ba8cec628a947fecdba0cf0de8a24a6f8fa6607e71ac10be09aef02836b0b4d44fb18d781ebd11d0c7c9666719cf2c5e4bdc4418a1df1bec04e5170cfce502d6bfee4507eaeeac463ef0110ed1f2bfa04af7bc7a0ef9778860fcda09e9fc6e4939fd1605e6242721bc79669325c9c5a1435da38c7bb844a880d001a9dd0001000000fde862dd6200000000000000000000a90000003d00000000010000007a461eac');
INSERT INTO signatures VALUES(3,0,X'fe2527378ea6efeff1f03b3baed11238dcb9e724e9d04e06030000002100000037000000720000007200000037003700a9b706078d416c0e017acc14e3e3941934591e1b4694e61bd06301222673b52fe5cf2f31d3cf963224654833fad9bf34b51d453908fd8944980c254d96eafb4ee28d3054a0ae595a685d9661a8266464d1c18d64cfa97c680dbdba70b7ad3972679f8f79e892d0861b1c63888fa45d8b8183ba8cec628a947fecdba0cf0de8a24a6f8fa6607e71ac10be09aef02836b08d781ebddc43b7c311d0c7c9666719cf2c5e4bdc4418a1df1bec04e5170cfce502d6bfee4507eaeeac463ef0110ed1f210cb17f6991b0cf7bfa04af7bc7a0ef9778860fcda09e9fc6e4939fd1605e6242721bc793659a25c1c3ad435cbb8784b830a081d7690da0d01000000194724906200000000000000000000a30000003d00000000010000005cec786f');
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
CREATE TABLE renamed (         -- drops that became pages under a new id, when their original was gone
  id  INTEGER PRIMARY KEY,             -- the old id
  now INTEGER NOT NULL                 -- the new one, which may be in this table again
);
CREATE INDEX urls_due ON urls (host_id, refresh_last, depth, id) WHERE due = 1;
CREATE INDEX urls_depth ON urls (depth) WHERE due = 1;
CREATE INDEX urls_seed ON urls (id) WHERE is_seed = 1;
CREATE INDEX pages_url ON pages (url);
CREATE INDEX pages_canonical ON pages (canonical) WHERE canonical IS NOT NULL;
CREATE INDEX pages_name ON pages (name, substr(digest, 1, 8)) WHERE name IS NOT NULL;
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
CREATE INDEX supersedes_older ON supersedes (older);
CREATE INDEX skips_of ON skips (of_url) WHERE of_url IS NOT NULL;
CREATE INDEX past_url ON past (url);
CREATE INDEX decisions_url ON decisions (url) WHERE url IS NOT NULL;
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
