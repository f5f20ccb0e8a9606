-- From a store of version 2 to one of version 3; counts.sql and views.sql follow.
DROP VIEW IF EXISTS queue;
DROP VIEW IF EXISTS groups;
DROP VIEW IF EXISTS summary;

ALTER TABLE urls RENAME COLUMN late TO refresh_last;
ALTER TABLE drops ADD COLUMN proposed_by TEXT;
ALTER TABLE drops ADD COLUMN word TEXT;
ALTER TABLE supersedes ADD COLUMN proposed_by TEXT;
ALTER TABLE supersedes ADD COLUMN word TEXT;

CREATE TABLE counts (          -- how much there is of everything; counts.sql keeps it
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL,
  place INTEGER NOT NULL               -- in the summary
) WITHOUT ROWID;

INSERT INTO meta (name, value) VALUES ('extraction', '1');
