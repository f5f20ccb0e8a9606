-- Upgrades a store of version 3 to version 4. counts.sql and views.sql are run after it.
DROP VIEW IF EXISTS queue;
DROP VIEW IF EXISTS groups;
DROP VIEW IF EXISTS summary;

ALTER TABLE pages ADD COLUMN proposed_by TEXT;
ALTER TABLE pages ADD COLUMN evidence TEXT;
ALTER TABLE pages ADD COLUMN word TEXT;

CREATE TABLE stages (          -- how many articles each stage of the filter proposed and decided; triggers update it
  stage       TEXT NOT NULL,           -- the stage that decided
  proposed_by TEXT NOT NULL,           -- the stage that found the page which it compared; '': none, or the same one
  pages       INTEGER NOT NULL,        -- articles that were kept
  drops       INTEGER NOT NULL,
  PRIMARY KEY (stage, proposed_by)
) WITHOUT ROWID;
