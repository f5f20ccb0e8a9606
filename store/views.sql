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
  SELECT name, value FROM counts ORDER BY place;
