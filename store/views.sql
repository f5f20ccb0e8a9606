-- Questions people ask a store. Made anew with each version of it.

CREATE VIEW queue AS
  SELECT u.url, u.depth, u.tries, u.next_try, u.state, v.url AS via
  FROM urls u LEFT JOIN urls v ON v.id = u.via_id
  WHERE u.due = 1;

CREATE VIEW groups AS          -- each page that was reprinted, and how often
  SELECT p.id, p.url, p.title, count(*) AS drops, sum(d.text_bytes) AS text_bytes
  FROM drops d JOIN pages p ON p.id = d.of
  GROUP BY p.id;

CREATE VIEW summary AS
  SELECT 'fetched' AS name, (SELECT count(*) FROM pages) + (SELECT count(*) FROM drops) AS value
  UNION ALL SELECT 'pages', count(*) FROM pages
  UNION ALL SELECT 'drops', count(*) FROM drops
  UNION ALL SELECT 'duplicates', count(*) FROM drops WHERE verdict = 'duplicate'
  UNION ALL SELECT 'near-duplicates', count(*) FROM drops WHERE verdict = 'near-duplicate'
  UNION ALL SELECT 'contained', count(*) FROM drops WHERE verdict = 'contained'
  UNION ALL SELECT 'groups', count(DISTINCT of) FROM drops
  UNION ALL SELECT 'text-bytes', coalesce(sum(length(CAST(text AS BLOB))), 0) FROM pages
  UNION ALL SELECT 'drop-text-bytes', coalesce(sum(text_bytes), 0) FROM drops
  UNION ALL SELECT 'saved-bytes', coalesce(sum(text_bytes - length(text_delta)), 0) FROM drops
  UNION ALL SELECT 'body-bytes', (SELECT coalesce(sum(bytes), 0) FROM pages) + (SELECT coalesce(sum(bytes), 0) FROM drops)
  UNION ALL SELECT 'redirects', count(*) FROM redirects
  UNION ALL SELECT 'failures', count(*) FROM failures
  UNION ALL SELECT 'skips', count(*) FROM urls WHERE state = 'skip'
  UNION ALL SELECT 'queued', count(*) FROM urls WHERE state = 'queued'
  UNION ALL SELECT 'urls', count(*) FROM urls -- those fetched, redirects, failures, skips and queued, all together
  UNION ALL SELECT 'links-cut', coalesce(sum(count), 0) FROM skips WHERE kind = 'part'
  UNION ALL SELECT 'saved-fetches', coalesce(sum(skipped), 0) FROM rules
  UNION ALL SELECT 'to-refresh', count(*) FROM urls WHERE due = 1 AND state <> 'queued'
  UNION ALL SELECT 'unchanged', count(*) FROM urls WHERE change = 'unchanged'
  UNION ALL SELECT 'changed', count(*) FROM urls WHERE change = 'changed'
  UNION ALL SELECT 'gone', count(*) FROM urls WHERE change = 'gone'
  UNION ALL SELECT 'unreached', count(*) FROM urls WHERE change LIKE 'unreached%';
