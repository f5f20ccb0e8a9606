-- Views for people who look into a store. They are dropped and created again when a store is upgraded.

CREATE VIEW queue AS           -- the URLs to fetch: new ones (state queued), and those to refresh
  SELECT u.url, u.depth, u.tries, u.next_try, u.state, v.url AS via
  FROM urls u LEFT JOIN urls v ON v.id = u.via_id
  WHERE u.due = 1;

CREATE VIEW groups AS          -- each page that has duplicates: how many, and the size of their texts
  SELECT p.id, p.url, p.title, count(*) AS drops, sum(d.text_bytes) AS text_bytes
  FROM drops d JOIN pages p ON p.id = d.of
  GROUP BY p.id;

CREATE VIEW summary AS         -- how many there are of everything
  SELECT name, value FROM counts ORDER BY place;
