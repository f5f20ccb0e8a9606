-- Counts of everything. Triggers update the table counts in the same transaction as the rows that they count, so that a
-- summary need not read a million pages. Creating or upgrading a store fills the table and creates the triggers again.

DELETE FROM counts;
INSERT INTO counts (place, name, value)
  SELECT 1, 'fetched', (SELECT count(*) FROM pages) + (SELECT count(*) FROM drops)
  UNION ALL SELECT 2, 'pages', count(*) FROM pages
  UNION ALL SELECT 3, 'drops', count(*) FROM drops
  UNION ALL SELECT 4, 'duplicates', count(*) FROM drops WHERE verdict = 'duplicate'
  UNION ALL SELECT 5, 'near-duplicates', count(*) FROM drops WHERE verdict = 'near-duplicate'
  UNION ALL SELECT 6, 'contained', count(*) FROM drops WHERE verdict = 'contained'
  UNION ALL SELECT 7, 'groups', count(DISTINCT of) FROM drops
  UNION ALL SELECT 8, 'text-bytes', coalesce(sum(length(CAST(text AS BLOB))), 0) FROM pages
  UNION ALL SELECT 9, 'drop-text-bytes', coalesce(sum(text_bytes), 0) FROM drops
  UNION ALL SELECT 10, 'saved-bytes', coalesce(sum(text_bytes - length(text_delta)), 0) FROM drops
  UNION ALL SELECT 11, 'body-bytes', (SELECT coalesce(sum(bytes), 0) FROM pages) + (SELECT coalesce(sum(bytes), 0) FROM drops)
  UNION ALL SELECT 12, 'redirects', count(*) FROM redirects
  UNION ALL SELECT 13, 'failures', count(*) FROM failures
  UNION ALL SELECT 14, 'skips', count(*) FROM urls WHERE state = 'skip'
  UNION ALL SELECT 15, 'queued', count(*) FROM urls WHERE state = 'queued'
  UNION ALL SELECT 16, 'urls', count(*) FROM urls -- the sum of fetched, redirects, failures, skips and queued
  UNION ALL SELECT 17, 'links-cut', coalesce(sum(count), 0) FROM skips WHERE kind = 'part'
  UNION ALL SELECT 18, 'saved-fetches', coalesce(sum(skipped), 0) FROM rules
  UNION ALL SELECT 19, 'to-refresh', count(*) FROM urls WHERE due = 1 AND state <> 'queued'
  UNION ALL SELECT 20, 'unchanged', count(*) FROM urls WHERE change = 'unchanged'
  UNION ALL SELECT 21, 'changed', count(*) FROM urls WHERE change = 'changed'
  UNION ALL SELECT 22, 'gone', count(*) FROM urls WHERE change = 'gone'
  UNION ALL SELECT 23, 'unreached', count(*) FROM urls WHERE change LIKE 'unreached%'
  UNION ALL SELECT 24, 'notable', count(*) FROM drops WHERE notable IS NOT NULL
  UNION ALL SELECT 25, 'new', count(*) FROM urls WHERE change = 'new';

DELETE FROM stages;
INSERT INTO stages (stage, proposed_by, pages, drops)
  SELECT stage, proposed_by, sum(page), sum(1 - page)
  FROM (SELECT coalesce(stage, '') AS stage, coalesce(proposed_by, '') AS proposed_by, 1 AS page FROM pages
        UNION ALL SELECT coalesce(stage, ''), coalesce(proposed_by, ''), 0 FROM drops)
  GROUP BY stage, proposed_by;

DELETE FROM host_counts;
INSERT INTO host_counts
  SELECT u.host_id, sum(u.state = 'page'), sum(u.state = 'drop'), sum(u.state = 'failure'), sum(u.state = 'skip'),
    sum(u.state = 'queued'), coalesce(sum(p.bytes), 0), coalesce(sum(d.bytes), 0)
  FROM urls u
    LEFT JOIN (SELECT url, sum(bytes) AS bytes FROM pages GROUP BY url) p ON p.url = u.url
    LEFT JOIN (SELECT url, sum(bytes) AS bytes FROM drops GROUP BY url) d ON d.url = u.url
  GROUP BY u.host_id;

DROP TRIGGER IF EXISTS stage_page;
CREATE TRIGGER stage_page AFTER INSERT ON pages BEGIN
  INSERT INTO stages VALUES (coalesce(new.stage, ''), coalesce(new.proposed_by, ''), 1, 0)
    ON CONFLICT DO UPDATE SET pages = pages + 1;
END;
DROP TRIGGER IF EXISTS stage_page_gone;
CREATE TRIGGER stage_page_gone AFTER DELETE ON pages BEGIN
  UPDATE stages SET pages = pages - 1 WHERE stage = coalesce(old.stage, '') AND proposed_by = coalesce(old.proposed_by, '');
END;
DROP TRIGGER IF EXISTS stage_page_moved;
CREATE TRIGGER stage_page_moved AFTER UPDATE OF stage, proposed_by ON pages
  WHEN old.stage IS NOT new.stage OR old.proposed_by IS NOT new.proposed_by BEGIN
  UPDATE stages SET pages = pages - 1 WHERE stage = coalesce(old.stage, '') AND proposed_by = coalesce(old.proposed_by, '');
  INSERT INTO stages VALUES (coalesce(new.stage, ''), coalesce(new.proposed_by, ''), 1, 0)
    ON CONFLICT DO UPDATE SET pages = pages + 1;
END;

DROP TRIGGER IF EXISTS stage_drop;
CREATE TRIGGER stage_drop AFTER INSERT ON drops BEGIN
  INSERT INTO stages VALUES (coalesce(new.stage, ''), coalesce(new.proposed_by, ''), 0, 1)
    ON CONFLICT DO UPDATE SET drops = drops + 1;
END;
DROP TRIGGER IF EXISTS stage_drop_gone;
CREATE TRIGGER stage_drop_gone AFTER DELETE ON drops BEGIN
  UPDATE stages SET drops = drops - 1 WHERE stage = coalesce(old.stage, '') AND proposed_by = coalesce(old.proposed_by, '');
END;
DROP TRIGGER IF EXISTS stage_drop_moved;
CREATE TRIGGER stage_drop_moved AFTER UPDATE OF stage, proposed_by ON drops
  WHEN old.stage IS NOT new.stage OR old.proposed_by IS NOT new.proposed_by BEGIN
  UPDATE stages SET drops = drops - 1 WHERE stage = coalesce(old.stage, '') AND proposed_by = coalesce(old.proposed_by, '');
  INSERT INTO stages VALUES (coalesce(new.stage, ''), coalesce(new.proposed_by, ''), 0, 1)
    ON CONFLICT DO UPDATE SET drops = drops + 1;
END;

DROP TRIGGER IF EXISTS count_page;
CREATE TRIGGER count_page AFTER INSERT ON pages BEGIN
  UPDATE counts SET value = value + 1 WHERE name IN ('fetched', 'pages');
  UPDATE counts SET value = value + length(CAST(new.text AS BLOB)) WHERE name = 'text-bytes';
  UPDATE counts SET value = value + new.bytes WHERE name = 'body-bytes';
  UPDATE host_counts SET page_bytes = page_bytes + new.bytes WHERE host_id = (SELECT host_id FROM urls WHERE url = new.url);
END;
DROP TRIGGER IF EXISTS count_page_gone;
CREATE TRIGGER count_page_gone AFTER DELETE ON pages BEGIN
  UPDATE counts SET value = value - 1 WHERE name IN ('fetched', 'pages');
  UPDATE counts SET value = value - length(CAST(old.text AS BLOB)) WHERE name = 'text-bytes';
  UPDATE counts SET value = value - old.bytes WHERE name = 'body-bytes';
  UPDATE host_counts SET page_bytes = page_bytes - old.bytes WHERE host_id = (SELECT host_id FROM urls WHERE url = old.url);
END;

DROP TRIGGER IF EXISTS count_drop;
CREATE TRIGGER count_drop AFTER INSERT ON drops BEGIN
  UPDATE counts SET value = value + 1 WHERE name IN ('fetched', 'drops');
  UPDATE counts SET value = value + 1
    WHERE name = CASE new.verdict WHEN 'duplicate' THEN 'duplicates' WHEN 'near-duplicate' THEN 'near-duplicates' ELSE 'contained' END;
  UPDATE counts SET value = value + 1 WHERE name = 'notable' AND new.notable IS NOT NULL;
  UPDATE counts SET value = value + 1
    WHERE name = 'groups' AND NOT EXISTS (SELECT 1 FROM drops WHERE of = new.of AND id <> new.id);
  UPDATE counts SET value = value + new.text_bytes WHERE name = 'drop-text-bytes';
  UPDATE counts SET value = value + new.text_bytes - length(new.text_delta) WHERE name = 'saved-bytes';
  UPDATE counts SET value = value + new.bytes WHERE name = 'body-bytes';
  UPDATE host_counts SET drop_bytes = drop_bytes + new.bytes WHERE host_id = (SELECT host_id FROM urls WHERE url = new.url);
END;
DROP TRIGGER IF EXISTS count_drop_gone;
CREATE TRIGGER count_drop_gone AFTER DELETE ON drops BEGIN
  UPDATE counts SET value = value - 1 WHERE name IN ('fetched', 'drops');
  UPDATE counts SET value = value - 1
    WHERE name = CASE old.verdict WHEN 'duplicate' THEN 'duplicates' WHEN 'near-duplicate' THEN 'near-duplicates' ELSE 'contained' END;
  UPDATE counts SET value = value - 1 WHERE name = 'notable' AND old.notable IS NOT NULL;
  UPDATE counts SET value = value - 1 WHERE name = 'groups' AND NOT EXISTS (SELECT 1 FROM drops WHERE of = old.of);
  UPDATE counts SET value = value - old.text_bytes WHERE name = 'drop-text-bytes';
  UPDATE counts SET value = value - old.text_bytes + length(old.text_delta) WHERE name = 'saved-bytes';
  UPDATE counts SET value = value - old.bytes WHERE name = 'body-bytes';
  UPDATE host_counts SET drop_bytes = drop_bytes - old.bytes WHERE host_id = (SELECT host_id FROM urls WHERE url = old.url);
END;
DROP TRIGGER IF EXISTS count_drop_moved;
CREATE TRIGGER count_drop_moved AFTER UPDATE OF of, verdict, text_delta, notable ON drops BEGIN
  UPDATE counts SET value = value + (new.notable IS NOT NULL) - (old.notable IS NOT NULL) WHERE name = 'notable';
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

DROP TRIGGER IF EXISTS count_redirect;
CREATE TRIGGER count_redirect AFTER INSERT ON redirects BEGIN
  UPDATE counts SET value = value + 1 WHERE name = 'redirects';
END;
DROP TRIGGER IF EXISTS count_redirect_gone;
CREATE TRIGGER count_redirect_gone AFTER DELETE ON redirects BEGIN
  UPDATE counts SET value = value - 1 WHERE name = 'redirects';
END;

DROP TRIGGER IF EXISTS count_failure;
CREATE TRIGGER count_failure AFTER INSERT ON failures BEGIN
  UPDATE counts SET value = value + 1 WHERE name = 'failures';
END;
DROP TRIGGER IF EXISTS count_failure_gone;
CREATE TRIGGER count_failure_gone AFTER DELETE ON failures BEGIN
  UPDATE counts SET value = value - 1 WHERE name = 'failures';
END;

DROP TRIGGER IF EXISTS count_cut;
CREATE TRIGGER count_cut AFTER INSERT ON skips WHEN new.kind = 'part' BEGIN
  UPDATE counts SET value = value + new.count WHERE name = 'links-cut';
END;
DROP TRIGGER IF EXISTS count_more_cut;
CREATE TRIGGER count_more_cut AFTER UPDATE OF count ON skips WHEN new.kind = 'part' BEGIN
  UPDATE counts SET value = value + new.count - old.count WHERE name = 'links-cut';
END;
DROP TRIGGER IF EXISTS count_cut_gone;
CREATE TRIGGER count_cut_gone AFTER DELETE ON skips WHEN old.kind = 'part' BEGIN
  UPDATE counts SET value = value - old.count WHERE name = 'links-cut';
END;

DROP TRIGGER IF EXISTS count_saved;
CREATE TRIGGER count_saved AFTER INSERT ON rules WHEN new.skipped <> 0 BEGIN
  UPDATE counts SET value = value + new.skipped WHERE name = 'saved-fetches';
END;
DROP TRIGGER IF EXISTS count_more_saved;
CREATE TRIGGER count_more_saved AFTER UPDATE OF skipped ON rules BEGIN
  UPDATE counts SET value = value + new.skipped - old.skipped WHERE name = 'saved-fetches';
END;
DROP TRIGGER IF EXISTS count_saved_gone;
CREATE TRIGGER count_saved_gone AFTER DELETE ON rules BEGIN
  UPDATE counts SET value = value - old.skipped WHERE name = 'saved-fetches';
END;

DROP TRIGGER IF EXISTS count_url;
CREATE TRIGGER count_url AFTER INSERT ON urls BEGIN
  INSERT INTO host_counts (host_id, pages, drops, failures, skips, queued)
    VALUES (new.host_id, new.state = 'page', new.state = 'drop', new.state = 'failure', new.state = 'skip', new.state = 'queued')
    ON CONFLICT DO UPDATE SET pages = pages + excluded.pages, drops = drops + excluded.drops,
      failures = failures + excluded.failures, skips = skips + excluded.skips, queued = queued + excluded.queued;
  UPDATE counts SET value = value + 1 WHERE name = 'urls';
  UPDATE counts SET value = value + 1 WHERE name = CASE new.state WHEN 'queued' THEN 'queued' WHEN 'skip' THEN 'skips' END;
END;
DROP TRIGGER IF EXISTS count_url_gone;
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
DROP TRIGGER IF EXISTS count_state;
CREATE TRIGGER count_state AFTER UPDATE OF state ON urls WHEN old.state <> new.state BEGIN
  UPDATE host_counts SET pages = pages + (new.state = 'page') - (old.state = 'page'),
    drops = drops + (new.state = 'drop') - (old.state = 'drop'),
    failures = failures + (new.state = 'failure') - (old.state = 'failure'),
    skips = skips + (new.state = 'skip') - (old.state = 'skip'),
    queued = queued + (new.state = 'queued') - (old.state = 'queued') WHERE host_id = new.host_id;
  UPDATE counts SET value = value - 1 WHERE name = CASE old.state WHEN 'queued' THEN 'queued' WHEN 'skip' THEN 'skips' END;
  UPDATE counts SET value = value + 1 WHERE name = CASE new.state WHEN 'queued' THEN 'queued' WHEN 'skip' THEN 'skips' END;
END;
DROP TRIGGER IF EXISTS count_due;
CREATE TRIGGER count_due AFTER UPDATE OF state, due ON urls
  WHEN (old.due = 1 AND old.state <> 'queued') <> (new.due = 1 AND new.state <> 'queued') BEGIN
  UPDATE counts SET value = value + CASE WHEN new.due = 1 AND new.state <> 'queued' THEN 1 ELSE -1 END WHERE name = 'to-refresh';
END;
DROP TRIGGER IF EXISTS count_change;
CREATE TRIGGER count_change AFTER UPDATE OF change ON urls WHEN old.change IS NOT new.change BEGIN
  UPDATE counts SET value = value - 1
    WHERE name = CASE WHEN old.change LIKE 'unreached%' THEN 'unreached' ELSE old.change END;
  UPDATE counts SET value = value + 1
    WHERE name = CASE WHEN new.change LIKE 'unreached%' THEN 'unreached' ELSE new.change END;
END;
