-- Replaces tables of one store when several are read as one. together.c makes the views pages, drops, urls, …, which have the rows
-- of all stores, and the views each_count, each_stage and others_hosts, which this file uses.

CREATE TEMP TABLE hosts (      -- of all stores; stores that are not parts of one crawl may have the same hosts
  id            INTEGER PRIMARY KEY,
  host          TEXT NOT NULL UNIQUE,
  robots_status INTEGER,
  robots_at     TEXT
);

CREATE TEMP TABLE host_ids (   -- the hosts' ids in the stores
  store INTEGER NOT NULL,
  local INTEGER NOT NULL,
  id    INTEGER NOT NULL,
  PRIMARY KEY (store, local)
) WITHOUT ROWID;

CREATE TEMP TABLE host_counts (
  host_id    INTEGER PRIMARY KEY,
  pages      INTEGER NOT NULL,
  drops      INTEGER NOT NULL,
  failures   INTEGER NOT NULL,
  skips      INTEGER NOT NULL,
  queued     INTEGER NOT NULL,
  page_bytes INTEGER NOT NULL,
  drop_bytes INTEGER NOT NULL
);

CREATE TEMP VIEW counts AS     -- the other part counts a URL that was left to it; for stores that are not parts these are sums
  SELECT name, place, sum(value) - CASE WHEN name IN ('skips', 'urls') THEN (SELECT coalesce(sum(urls), 0) FROM others_hosts) ELSE 0 END AS value
  FROM each_count WHERE name <> 'groups' GROUP BY name
  UNION ALL SELECT 'groups', place, (SELECT count(DISTINCT of) FROM drops) FROM each_count WHERE name = 'groups' GROUP BY name;

CREATE TEMP VIEW stages AS
  SELECT stage, proposed_by, sum(pages) AS pages, sum(drops) AS drops FROM each_stage GROUP BY stage, proposed_by;

CREATE TEMP VIEW summary AS
  SELECT name, value FROM counts ORDER BY place;
