-- Upgrades a store of version 5 to version 6. counts.sql and views.sql are run after it.
-- The original of a drop may be a page of another store: triggers take the place of the reference. SQLite's documentation names this way
-- for the removal of a constraint, which changes nothing of what is stored.
DROP VIEW IF EXISTS queue;
DROP VIEW IF EXISTS groups;
DROP VIEW IF EXISTS summary;

PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, ' REFERENCES pages(id)', '') WHERE type = 'table' AND name = 'drops';
PRAGMA writable_schema = RESET;

ALTER TABLE drops ADD COLUMN elsewhere INTEGER NOT NULL DEFAULT 0;
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
