-- Upgrades a store of version 2 to version 3. counts.sql and views.sql are run after it.
DROP VIEW IF EXISTS queue;
DROP VIEW IF EXISTS groups;
DROP VIEW IF EXISTS summary;

ALTER TABLE urls RENAME COLUMN late TO refresh_last;
ALTER TABLE drops ADD COLUMN proposed_by TEXT;
ALTER TABLE drops ADD COLUMN word TEXT;
ALTER TABLE supersedes ADD COLUMN proposed_by TEXT;
ALTER TABLE supersedes ADD COLUMN word TEXT;

CREATE TABLE counts (          -- how many there are of everything; triggers update it
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL,
  place INTEGER NOT NULL               -- the order in the view summary
) WITHOUT ROWID;

INSERT INTO meta (name, value) VALUES ('extraction', '1');
