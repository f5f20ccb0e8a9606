-- Upgrades a store of version 4 to version 5. counts.sql and views.sql are run after it.
DROP VIEW IF EXISTS queue;
DROP VIEW IF EXISTS groups;
DROP VIEW IF EXISTS summary;

ALTER TABLE pages ADD COLUMN filter TEXT;
ALTER TABLE pages ADD COLUMN score REAL;
ALTER TABLE pages ADD COLUMN shares TEXT;

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
CREATE INDEX decisions_url ON decisions (url) WHERE url IS NOT NULL;

CREATE TABLE renamed (
  id  INTEGER PRIMARY KEY,
  now INTEGER NOT NULL
);

DROP INDEX IF EXISTS pages_name;
CREATE INDEX pages_name ON pages (name, substr(digest, 1, 8)) WHERE name IS NOT NULL;
CREATE INDEX drops_name ON drops (name, substr(digest, 1, 8)) WHERE name IS NOT NULL;
