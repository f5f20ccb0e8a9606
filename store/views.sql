-- Views for people who read a store. An upgrade of the store drops and creates them again.

CREATE VIEW queue AS           -- the URLs to fetch: new ones (state queued), and ones to refresh
  SELECT u.url, u.depth, u.tries, u.next_try, u.state, v.url AS via
  FROM urls u LEFT JOIN urls v ON v.id = u.via_id
  WHERE u.due = 1;

CREATE VIEW groups AS          -- each page that has duplicates, their number, and the size of their texts
  SELECT p.id, p.url, p.title, count(*) AS drops, sum(d.text_bytes) AS text_bytes
  FROM drops d JOIN pages p ON p.id = d.of
  GROUP BY p.id;

CREATE VIEW reprints AS        -- the drops, with what article and original are called: their URLs, or the ids of their input lines
  SELECT d.id, coalesce(d.url, CASE WHEN json_valid(d.name) THEN json_extract(d.name, '$') ELSE d.name END) AS article, d.verdict, d.of, coalesce(d.of_url,
      CASE WHEN json_valid(p.name) THEN json_extract(p.name, '$') ELSE p.name END) AS original,
    d.cause, d.filter, d.stage, d.score, d.evidence, d.notable, d.text_bytes
  FROM drops d LEFT JOIN pages p ON p.id = d.of;

CREATE VIEW summary AS         -- counts of everything
  SELECT name, value FROM counts ORDER BY place;
