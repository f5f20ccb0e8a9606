-- Upgrades a store of version 4 to version 5. counts.sql and views.sql are run after it.
DROP VIEW IF EXISTS queue;
DROP VIEW IF EXISTS groups;
DROP VIEW IF EXISTS summary;

ALTER TABLE pages ADD COLUMN filter TEXT;
ALTER TABLE pages ADD COLUMN score REAL;
ALTER TABLE pages ADD COLUMN shares TEXT;

DROP INDEX IF EXISTS pages_name;
CREATE INDEX pages_name ON pages (name, substr(digest, 1, 8)) WHERE name IS NOT NULL;
CREATE INDEX drops_name ON drops (name, substr(digest, 1, 8)) WHERE name IS NOT NULL;
