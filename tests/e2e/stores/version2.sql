-- A store as version 2 of it was written: a crawl of tests/site and a line of filter.
PRAGMA application_id = 0x66707274; PRAGMA user_version = 2;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE meta (            -- the filter SPEC the store was made with, its version and secrets
  name  TEXT PRIMARY KEY,
  value
) WITHOUT ROWID;
INSERT INTO meta VALUES('filter','cascade:sentences=1,bits=3,confirm=on,least=32,clusters=0');
INSERT INTO meta VALUES('key',X'04c4b5349823df2fd4c706e3d8155ca6');
CREATE TABLE hosts (
  id             INTEGER PRIMARY KEY,
  host           TEXT NOT NULL UNIQUE, -- scheme://name[:port], what robots.txt is about
  robots         TEXT,                 -- the rules as they came; NULL: never fetched
  robots_status  INTEGER,              -- HTTP status of robots.txt; 0: no answer
  robots_at      TEXT
);
INSERT INTO hosts VALUES(1,'http://127.0.0.1:18777',replace('User-agent: *\nDisallow: /private/\n','\n',char(10)),200,'2026-11-21T23:18:16Z');
INSERT INTO hosts VALUES(2,'http://elsewhere.invalid',NULL,NULL,NULL);
CREATE TABLE urls (            -- every URL ever met: the frontier and the set of what was seen
  id       INTEGER PRIMARY KEY,
  url      TEXT NOT NULL UNIQUE,
  host_id  INTEGER NOT NULL REFERENCES hosts(id),
  depth    INTEGER NOT NULL,           -- links from a seed; a seed is 0
  hops     INTEGER NOT NULL DEFAULT 0, -- redirects behind one another that led here
  is_seed  INTEGER NOT NULL DEFAULT 0, -- 1: a seed, or where a seed redirects to; these make the scope
  is_sitemap INTEGER NOT NULL DEFAULT 0, -- 1: not a page but a list of them
  via_id   INTEGER REFERENCES urls(id),-- where it was first seen
  state    TEXT NOT NULL DEFAULT 'queued'
           CHECK (state IN ('queued', 'page', 'drop', 'redirect', 'failure', 'skip')),
  tries    INTEGER NOT NULL DEFAULT 0,
  next_try INTEGER NOT NULL DEFAULT 0, -- seconds since 1970; not before
  due      INTEGER NOT NULL DEFAULT 1, -- 1: is to be fetched. One that has its end is when it is refreshed
  late     INTEGER NOT NULL DEFAULT 0, -- 1: behind the others of its host, because drops repeat its page
  change   TEXT                        -- of an article, since the last refresh: unchanged, changed, gone, unreached: why
);
INSERT INTO urls VALUES(1,'http://127.0.0.1:18777/',1,0,0,1,0,NULL,'page',0,0,0,0,NULL);
INSERT INTO urls VALUES(2,'http://127.0.0.1:18777/moved',1,0,0,1,0,NULL,'redirect',0,0,0,0,NULL);
INSERT INTO urls VALUES(3,'http://127.0.0.1:18777/none',1,0,0,1,0,NULL,'failure',0,0,0,0,NULL);
INSERT INTO urls VALUES(4,'http://127.0.0.1:18777/lighthouse.html',1,1,0,0,0,1,'page',0,0,0,0,NULL);
INSERT INTO urls VALUES(5,'http://127.0.0.1:18777/books.html',1,0,0,1,0,1,'page',0,0,0,0,NULL);
INSERT INTO urls VALUES(6,'http://127.0.0.1:18777/old-tunnel.html',1,1,0,0,0,1,'failure',0,0,0,0,NULL);
INSERT INTO urls VALUES(7,'http://127.0.0.1:18777/lighthouse-mirror.html',1,1,0,0,0,1,'drop',0,0,0,0,NULL);
INSERT INTO urls VALUES(8,'http://127.0.0.1:18777/lighthouse-reprint.html',1,1,0,0,0,1,'drop',0,0,0,0,NULL);
INSERT INTO urls VALUES(9,'http://127.0.0.1:18777/private/secret.html',1,1,0,0,0,1,'skip',0,0,0,0,NULL);
INSERT INTO urls VALUES(10,'http://127.0.0.1:18777/gone.html',1,1,0,0,0,1,'failure',0,0,0,0,NULL);
INSERT INTO urls VALUES(11,'http://127.0.0.1:18777/loop-a',1,1,0,0,0,1,'failure',0,0,0,0,NULL);
INSERT INTO urls VALUES(12,'http://127.0.0.1:18777/paper.pdf',1,1,0,0,0,1,'skip',0,0,0,0,NULL);
INSERT INTO urls VALUES(13,'http://127.0.0.1:18777/liar.html',1,1,0,0,0,1,'skip',0,0,0,0,NULL);
INSERT INTO urls VALUES(14,'http://127.0.0.1:18777/notes.txt',1,1,0,0,0,1,'skip',0,0,0,0,NULL);
INSERT INTO urls VALUES(15,'http://127.0.0.1:18777/sub/page.html',1,1,0,0,0,1,'page',0,0,0,0,NULL);
INSERT INTO urls VALUES(16,'http://127.0.0.1:18777/~user/caf%C3%A9.html',1,1,0,0,0,1,'page',0,0,0,0,NULL);
INSERT INTO urls VALUES(17,'http://elsewhere.invalid/',2,1,0,0,0,1,'skip',0,0,0,0,NULL);
INSERT INTO urls VALUES(18,'http://127.0.0.1:18777/news/',1,1,0,0,0,1,'page',0,0,0,0,NULL);
INSERT INTO urls VALUES(19,'http://127.0.0.1:18777/impressum.html',1,1,0,0,0,5,'page',0,0,0,0,NULL);
INSERT INTO urls VALUES(20,'http://127.0.0.1:18777/deep/one.html',1,2,0,0,0,15,'page',0,0,0,0,NULL);
INSERT INTO urls VALUES(21,'http://127.0.0.1:18777/deep/two.html',1,3,0,0,0,20,'page',0,0,0,0,NULL);
CREATE TABLE pages (           -- the first prints
  id           INTEGER PRIMARY KEY,    -- in the order of storing
  url          TEXT,
  name         TEXT,                   -- the "id" of a line given to `firstprint filter`, as JSON
  title        TEXT NOT NULL,
  lang         TEXT NOT NULL,
  text         TEXT NOT NULL,          -- the article; paragraphs end in a line feed
  sentences    INTEGER NOT NULL,
  stage        TEXT,                   -- the filter's stage that let it in; too-short: not judged
  links        INTEGER NOT NULL,
  bytes        INTEGER NOT NULL,       -- of the body, decoded
  digest       TEXT NOT NULL,          -- SHA-256 of the body
  charset      TEXT,
  charset_from TEXT,
  degraded     TEXT,                   -- why only a tag stripper read it
  truncated    TEXT,                   -- why the body is cut: length
  etag         TEXT,
  last_modified TEXT,
  fetched_at   TEXT NOT NULL,
  checked_at   TEXT,                   -- when it was last found unchanged
  canonical    TEXT                    -- the URL it names as its own, when that is another one of this crawl
);
INSERT INTO pages VALUES(1,'http://127.0.0.1:18777/',NULL,'The island paper','en',replace('The island paper\nEverything that happens on the island and around it, from the bay to the glacier, written down by the people who live here all the year.\nThe lighthouse shines again\nThe same, written otherwise\nForty thousand books are missing\nWithout the fragment\nA tunnel under the ice\nA mirror\nA reprint\nNot for robots\nGone\nA loop\nAs PDF\nA PDF that says it is HTML\nNotes\nWith a base\nEscapes\nElsewhere\nWrite\nClick\nNews\nBroken','\n',char(10)),22,'simhash',20,1277,'820409bc4390657772a28ba7f0fa813379824aa28e87db7cec3a174b6b3a883a','UTF-8','meta',NULL,NULL,'"6b021543-4fd"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z',NULL,NULL);
INSERT INTO pages VALUES(2,'http://127.0.0.1:18777/books.html',NULL,'Forty thousand books are missing','en',replace('Forty thousand books are missing\nA committee of nine librarians has counted every book in the city for the first time since the great flood, and found that some forty thousand volumes are missing.\nMost of the missing books are novels, followed by atlases and cookbooks. Nobody knows whether the water took them or whether they stand on private shelves today.\nReaders who bring back a lost volume before the summer pay no fee, the mayor promised, and receive a small printed map of the old reading rooms.','\n',char(10)),5,'simhash',3,818,'324fcb56149444312f387c5ee4291ad46cece8b25f8d456793ee10873e515d44','UTF-8','meta',NULL,NULL,'"6b021543-332"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z',NULL,NULL);
INSERT INTO pages VALUES(3,'http://127.0.0.1:18777/lighthouse.html',NULL,'The lighthouse shines again','en',replace('The lighthouse shines again\nThe old lighthouse on the northern cape was switched on again last night, after eleven years of darkness and a long dispute about its electricity bill.\nFishermen from the three villages around the bay had collected the money for a new lamp, while the county council paid for painting the tower and repairing the spiral stairs.\nThe keeper, who is seventy-two and had never left the island, said that he slept badly in the dark. He will now climb the tower every evening to look after the machinery.','\n',char(10)),5,'simhash',3,835,'69326fe56654af4bb9e9cfbc48a60f2b8f14b8a7bb263317e951570e5726249f','UTF-8','meta',NULL,NULL,'"6b021543-343"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z',NULL,NULL);
INSERT INTO pages VALUES(6,'http://127.0.0.1:18777/sub/page.html',NULL,'With a base','en',replace('This page names a base, so that its links lead from another folder than the one it is in itself; whoever overlooks that meets nothing but pages that are not there.\nOne level deeper','\n',char(10)),2,'simhash',1,322,'3fc227ea8c5879c2e0cb4c6b987dff8a2f805ad2476b0496fb02da5396ac0b65','UTF-8','valid utf-8',NULL,NULL,'"6b021543-142"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z',NULL,NULL);
INSERT INTO pages VALUES(7,'http://127.0.0.1:18777/~user/caf%C3%A9.html',NULL,'Un café sur le port','fr','Le café du port ouvre chaque matin à six heures, quand les bateaux rentrent, et ferme quand le dernier pêcheur a fini de raconter sa nuit à tous ceux qui veulent bien l''écouter.',1,'simhash',0,312,'00e8e5f44db9468f2929af5ffee5a23a941a477bda0d4cf7b106bc3966a6b078','UTF-8','valid utf-8',NULL,NULL,'"6b021543-138"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z',NULL,NULL);
INSERT INTO pages VALUES(8,'http://127.0.0.1:18777/news/',NULL,'灯塔重新亮起','zh',replace('昨天夜里，北角的老灯塔在熄灭十一年之后重新亮起。三个村庄的渔民凑钱买了新灯，县里出钱粉刷塔身并修好了旋转楼梯。\n七十二岁的守塔人从来没有离开过这座岛，他说黑暗里总是睡不好。从今以后，他每天傍晚都要爬上塔顶照看机器。','\n',char(10)),4,'simhash',0,387,'24d23f18121d4c0e20fa3769e1337187fa254108660aaaf2e8247bb4b763fdf9','GBK','meta',NULL,NULL,'"6b021543-183"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z',NULL,NULL);
INSERT INTO pages VALUES(9,'http://127.0.0.1:18777/impressum.html',NULL,'Imprint','en','Published by the people of the island, printed nowhere, responsible for everything that is written here until somebody complains.',1,'too-short',0,197,'76bd6362e1708410179509ca1a7566ceffc08cfac12e2a2e97c1c337c89c5e7b','UTF-8','valid utf-8',NULL,NULL,'"6b021543-c5"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z',NULL,NULL);
INSERT INTO pages VALUES(10,'http://127.0.0.1:18777/deep/one.html',NULL,'One level deeper','en',replace('You only come here by way of a base. From here a link leads on to a second page, which is two links away from the front page by one way and three by another.\nTwo','\n',char(10)),3,'simhash',1,288,'21e12bdaa27a296355beb1a4f9b84e55f4ae6d019cb402b26318249ed0c617b3','UTF-8','valid utf-8',NULL,NULL,'"6b021543-120"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z',NULL,NULL);
INSERT INTO pages VALUES(11,'http://127.0.0.1:18777/deep/two.html',NULL,'Two levels deeper','en','This is the bottom of the site; nothing is linked from here, and a crawl with a limit of two links from its seed must not have come this far down the stairs.',1,'simhash',0,262,'481c5602c27596b1f1ce534b6cc19d6a9a1cdd7916f1c9ca76e2bb4d93b4a481','UTF-8','valid utf-8',NULL,NULL,'"6b021543-106"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z',NULL,NULL);
INSERT INTO pages VALUES(12,NULL,'"a"','','en','The lighthouse on the cape was switched on again after eleven years of darkness and dispute.',1,'too-short',0,92,'75087f7fc342bd6807ce391efacfa22c8cea8b73e12718f71638425b101526f5','UTF-8','http',NULL,NULL,NULL,NULL,'2026-11-21T23:18:16Z',NULL,NULL);
CREATE TABLE drops (           -- the reprints, and why they were dropped
  id           INTEGER PRIMARY KEY,
  url          TEXT,
  name         TEXT,
  of           INTEGER NOT NULL REFERENCES pages(id),
  of_url       TEXT,
  verdict      TEXT NOT NULL CHECK (verdict IN ('duplicate', 'near-duplicate', 'contained')),
  filter       TEXT NOT NULL,          -- which filter of the SPEC decided
  stage        TEXT,
  score        REAL NOT NULL,          -- likeness to the page, 0 to 1
  evidence     TEXT NOT NULL,          -- JSON: the named numbers behind the verdict
  shares       TEXT,                   -- JSON: further pages it has text of
  title        TEXT NOT NULL,
  lang         TEXT NOT NULL,
  sentences    INTEGER NOT NULL,
  links        INTEGER NOT NULL,
  bytes        INTEGER NOT NULL,
  text_bytes   INTEGER NOT NULL,       -- length of its text
  text_delta   BLOB NOT NULL,          -- its text, as zstd with the page's text as prefix
  digest       TEXT NOT NULL,
  charset      TEXT,
  charset_from TEXT,
  degraded     TEXT,
  truncated    TEXT,
  etag         TEXT,
  last_modified TEXT,
  fetched_at   TEXT NOT NULL,
  checked_at   TEXT,                   -- when it was last found unchanged
  canonical    TEXT                    -- the URL it names as its own, when that is another one of this crawl
);
INSERT INTO drops VALUES(4,'http://127.0.0.1:18777/lighthouse-mirror.html',NULL,3,'http://127.0.0.1:18777/lighthouse.html','duplicate','cascade','text',1.0,'{}',NULL,'The lighthouse shines again','en',5,3,849,525,X'28b52ffd640d014500000001000a20540208fcc2486c','c8ec878390c29e74d416d91f53e5cecbd9549b13783c5ad344b2dd6131b7a133','UTF-8','meta',NULL,NULL,'"6b021543-351"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z',NULL,NULL);
INSERT INTO drops VALUES(5,'http://127.0.0.1:18777/lighthouse-reprint.html',NULL,3,'http://127.0.0.1:18777/lighthouse.html','near-duplicate','cascade','resemblance',0.91578947368421048658,'{"resemblance":0.915789,"contained":0.956044,"contains":0.956044,"numbers-agree":0,"numbers-differ":0,"names-agree":0,"names-differ":0,"titles-differ":0}',NULL,'Lighthouse shines again','en',5,3,827,526,X'28b52ffd640e01ad0000504c6f6e204d6f6e6461790200ac11847ac2601257e034d265','e5085cf25d704ec6da2a275cc7fee8806526ebcadbd53767f10e722e6c51748e','UTF-8','meta',NULL,NULL,'"6b021543-33b"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z',NULL,NULL);
CREATE TABLE supersedes (      -- a page that contains an older one; both are kept
  page     INTEGER NOT NULL REFERENCES pages(id),
  older    INTEGER NOT NULL REFERENCES pages(id),
  filter   TEXT NOT NULL,
  stage    TEXT,
  score    REAL NOT NULL,
  evidence TEXT NOT NULL,
  PRIMARY KEY (page, older)
) WITHOUT ROWID;
CREATE TABLE signatures (      -- what the filter keeps of each article, apart from the text so that a restart is quick
  id    INTEGER PRIMARY KEY,           -- of the page or drop
  kept  INTEGER NOT NULL,              -- 1: a page, which the filter remembers
  bytes BLOB NOT NULL
);
INSERT INTO signatures VALUES(1,1,X'bcff2f0d46a9fa365f66735379089ccbd0f5a59d7eb285821600000029000000584ca88703000000b5a272d060db0000000000000000000000000000000000000000000000000000000000000000000000000000000000004d0000009e0000004d00000374be170278a86f04ee12fc0799911a081c2c090b1310640cd146910eed599014c12b1a161e1e0e171b57f8175d794919ca444b1a334ba31e90d5dd260bae692a49f7a32c3077602eb986ac2f690a1332d69b56353c803436582ec0376a65c3425f7d38450ff7a84c2e48b44d912b924e9112b04e0dd5ec4e77b1914f3114f651cdb70c5c10401262294fe26388e2286983b1336d62bb926f86d47a7653e02e78aa57497987a4c37975cc097c1048057fc05c2581c6150d8242e1d483e302778877e4b58b7c7b158f2e640c91933e8d97b33de29a767b6f9cf90e239d091e2ca2e2d86fa5905820ac0f3739b003a445b7fdbc8cbcbd82a2bd565d52c32b73efc8a3f187ca23f41acc63e074ce0ee0bdd3480bf7d3a484badbffb973ddd44c17e148c0bde8e0d22cea748b43ec8eac92f830fdd0fb23947eb4b69259bdb6844bed');
INSERT INTO signatures VALUES(2,1,X'90dc4058f7188d7dee93df0181ff22c1d290134f1e8500b60500000036000000584ca88705000000952eec70147a569bb5d8000000000000000000000000000000000000000000000000000000000000000000000000000056000000b000000056000000b3a0de0046dcfd01f532ca020a3284061eea7c075510b608de192809c11afe0a4875310c0978e00d2587de0e3643c00f131fd51617cdd717bdb2511f03a22c214fc94c2803f41e2b7df4352f04fae735fbd542360ef7f73d0caddd3ed5aad54334781245e93bc94786c9ec4c5411e74e001d5458cea5e858510074593917fb5a6bf3c46079f6ba61ef432365d1aff8665808676a5919f06ccae5d86e7c529a744456707760469c7891d7527b1048057f9bb6558230a1d585503d86920a8c1e93d4663197933e8d97db130398e682999c5c790da1091e2ca2761807a31870b4a5de7779a991999aa97ca70baaf5c0aaada86af5ae04ff7ab28a6403b39aab2cb54c3af8bb37ad37c09ab140c35a8c2ac5834541c908004ecc41325bd60fe4cad863b904da4acdc6dadb51c4dd81d241e59a7165e508ea96e717a56ae9233fe6eb1ed378ece453c9f0cc53f4f1b07459fe49a18dfe3182a1ff');
INSERT INTO signatures VALUES(3,1,X'59b6d03a7718bfb6fc77a439c5ae4f30921120cc87e4988f0500000032000000584ca88704000000a24ac99d72d0e7f6000000000000000000000000000000000000000000000000000000000000000000000000000000005b000000ba0000005b000000bf1e1201d7f3110320bbb7054f02fb05ecdd6b08bb3db60804e15b09d8606c0be9808d0ec1b6500f5544e70f6b98b114cf04571f060c4c21c949922172729f259d11f329509ca62c18b952335dfeed33fac8f836847c0037eefba43707981d3ab34b693ae0fa7a4433146247e876d9478ccafd492a52004a846c544a98dbfc4b1ff1674c6541464e4579a04f8fedaa543693fd57cea77b58f8d81459b304065b7249275c127f685ee968cc62d1728b63e7510c659f79a7683d22d57399c9827ad5b341824e500f836f6d138422592389e72dc98b839fed8b00962b8c97486f8d6e1e969265c536959c91ae95ea5c46983bad99992210809a321c0ba599922ea5560179af1fb55ab05963c2b6c2fc64bae6a9f7bcbc77fdbe1f888ec35eb522c4ccd97dc42b73efc8222821ca01d899cd00a43fceb7983fd1469034d30ee0bdd3c8ca94d7f78877da34a2dede9f8056dff52b20e1b858fae186254fe4f2baf1eaef470fec8eac92f898bd2cff');
INSERT INTO signatures VALUES(4,0,X'59b6d03a7718bfb6fc77a439c5ae4f30921120cc87e4988f0500000032000000584ca88704000000a24ac99d72d0e7f6000000000000000000000000000000000000000000000000000000000000000000000000000000005b000000ba0000005b000000bf1e1201d7f3110320bbb7054f02fb05ecdd6b08bb3db60804e15b09d8606c0be9808d0ec1b6500f5544e70f6b98b114cf04571f060c4c21c949922172729f259d11f329509ca62c18b952335dfeed33fac8f836847c0037eefba43707981d3ab34b693ae0fa7a4433146247e876d9478ccafd492a52004a846c544a98dbfc4b1ff1674c6541464e4579a04f8fedaa543693fd57cea77b58f8d81459b304065b7249275c127f685ee968cc62d1728b63e7510c659f79a7683d22d57399c9827ad5b341824e500f836f6d138422592389e72dc98b839fed8b00962b8c97486f8d6e1e969265c536959c91ae95ea5c46983bad99992210809a321c0ba599922ea5560179af1fb55ab05963c2b6c2fc64bae6a9f7bcbc77fdbe1f888ec35eb522c4ccd97dc42b73efc8222821ca01d899cd00a43fceb7983fd1469034d30ee0bdd3c8ca94d7f78877da34a2dede9f8056dff52b20e1b858fae186254fe4f2baf1eaef470fec8eac92f898bd2cff');
INSERT INTO signatures VALUES(5,0,X'c07306771d99aea38481fedf018dd06e921120cc87a49c0f0500000032000000584ca88703000000a24ac99de7f60000000000000000000000000000000000000000000000000000000000000000000000000000000000005b000000ba0000005b000001bf1e1201d7f3110320bbb7054f02fb05bb3db60804e15b09d8606c0be9808d0ec1b6500f5544e70f6b98b1142034c819cf04571f060c4c21c949922172729f259d11f329509ca62c18b952335dfeed33fac8f836847c0037eefba43707981d3ab34b693a3851693ae0fa7a4433146247e876d9478ccafd492a52004a846c544a98dbfc4b1ff1674c6541464e4579a04f8fedaa543693fd57cea77b58f8d81459b304065b7249275c127f685ee968cc62d1728b63e7510c659f79a7683d22d57399c9827ad5b341824e500f836f6d138422592389e72dc98b839fed8b00962b8c97486f8d6e1e9692addc199565c536959c91ae95ea5c46983bad99992210809ac0bb30a1321c0ba5560179af1fb55ab05963c2b6c2fc64bae6a9f7bcbc77fdbe5eb522c4ccd97dc42b73efc8222821ca01d899cd00a43fceb7983fd1469034d3c8ca94d7f78877da34a2dede9f8056dff52b20e1b858fae186254fe4f2baf1eaef470fec8eac92f898bd2cff0eebc50f');
INSERT INTO signatures VALUES(6,1,X'e1573e004300f8c7c6949da4340bc6181110d03424f086060200000010000000584ca88703000000676875e54df60000000000000000000000000000000000000000000000000000000000000000000000000000000000002000000044000000200000002ef4fd0038a72907c5c3b4479cc89a5263b44f59d8849d644e1e156ba6fb6d6fef555b7395998c76672e8e85dbe9b1853f38b78b1a41fd8ce061e8988ae4cd9e0434c2a4bc167da6445431afb799d6b9f21848bbc389b6bcf08b36c50d0b25c8452f08c97034d9cd796e97d4589a50d5e206bcd82e8ddadded866be355e1f9e6');
INSERT INTO signatures VALUES(7,1,X'80ec3e6616b7bfc5e0a83af0f9c82ecfd9e18658a2be0d470100000013000000584ca88705000000980966ad96d58bd62aff0000000000000000000000000000000000000000000000000000000000000000000000000000200000004400000020000000e091241dd6a6062a5abeff2a8567702c46dfab31f02f8833e3f775383414c93c6f616842dda5ad430ec57f4b9c1bd350d8c8e459366bdb6a499eb56e3d8dd773c41ad9830c7d2f8e2f7e85934e008d9d0f8f0ebdc34fd2ca0a4f12d04710add29c2877d4312ecad46c783dd809003dd98a7bdfdf987111f04f3cb0fb79b3bcff');
INSERT INTO signatures VALUES(8,1,X'cba17f43f2463e0aa7d4ffd68e623835797a76a470bc095f0400000032000000584ca88706000000cd530b572e97c4c1c1d45cfc0000000000000000000000000000000000000000000000000000000000000000000000005f000000620000005f000000ad549501a0547b02e681d604126e7906af825b070e599907487d3b086e80130969f79f09f2abb20a3cf6130b2b9dd90c49f10b0d7851a3131cb2da13c83b6814541df415deca161a5a39691a8b71df1c52a3531d566fb721ecf46722ca86eb273002e72acf70612bfe66402cff0e332ea4181b3067b74433c2c44a36679e6e3f4865a14176ffcc41a227b047ce0da54dd134c9524810c2533e966354cc14f55987d3975a5f86835cc8f8115fef7a265f5a32ec618ec1ad6243fb70654a997165c5f9b867b123bb6b86071c6c80de686d3e8abf6ee48161761db9bf77e367317826b8ab788ae29e7a34e5e380cc6eb582188d9389deb3648b75617f8b3e3dfc946e417b96ba5d97966bfb4a9ff0a50fa42b4f39a89bf18faba88526aec4d4cdae5cecc6b9cdc4a1ba67e003c0055081c1043df0c4f1db9cc6f4b8cac7030a37cb375dabd5fdb4b1d5688e13db0fef6be42636d8e8e55db2eab66515edc45cb1ed23dcbaee02d509f10a54fcf3ce125bf76eb1c4f914c194fb0bbe23ff');
INSERT INTO signatures VALUES(9,1,X'05110d005462a489e307276d52419db388c109ab2731ad40010000000a000000584ca88701000000fc4e00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000110000002600000011000000e5666312f0171c14848ba2149d4d71223d9e8f375d25d553890f15547e9fe4681bb5817b56a1ef7b75cc097c898e3dae147f98bfb276f7d0fb2894d395c1c0dde0ee1cde');
INSERT INTO signatures VALUES(10,1,X'279318d27d7de5f8c522fdb0666100a21726c09604e646a20300000011000000584ca887030000005234a47787c4000000000000000000000000000000000000000000000000000000000000000000000000000000000000220000004800000022000000ef15c40618bb20073643ef12e5183c2a21acd62a50a80c2b2ecc1b31b6df1a3603db723ca669d3440d0e2a4dcad86c5cc1435c62d43d52679227ba6a04a42d78fe2ffa7e3262d282c2a0a88d2680b68fb3e95699812cd29ca4a8ceaf0effd3c1cf6f7bcad831cad4daaa9cdb5450a4dc281b30e3236e47ebde4007efa8609cf75523d7f9b00201fd');
INSERT INTO signatures VALUES(11,1,X'63913802c5a584fb73c16649513cf5f10d86c0c044c65702010000000c000000584ca88703000000b96ba4775fb80000000000000000000000000000000000000000000000000000000000000000000000000000000000001f000000420000001f000000b0883b13e09db117794afe19795a482070a43329f7b155399cedba3a364e44513392895163cae45a4e82886036bad76e4964b87028bafb771814e078023f4b80692c1186e1ac4089a98e428aeba065a25f3583a5ad7ddab3e2547bb9a35ccccd4b1660d17e1ac0d592e844edd0dea6ef092286f76d47e9f7a80120f9');
INSERT INTO signatures VALUES(12,1,X'75087f7fc342bd6807ce391efacfa22cb2db1e8cb7649e5b010000000700000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000e000000200000000e0000004d7e5a1b5dfeed33846c544a4579a04fc730f9544b10435a127f685ee968cc6223ad5e657ce8a8b8e76f72cef52b20e1f2baf1eaef470fec');
CREATE TABLE redirects (
  url    TEXT PRIMARY KEY,
  to_url TEXT NOT NULL,
  status INTEGER NOT NULL,
  at     TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO redirects VALUES('http://127.0.0.1:18777/moved','http://127.0.0.1:18777/books.html',301,'2026-11-21T23:18:16Z');
CREATE TABLE failures (
  url    TEXT PRIMARY KEY,
  reason TEXT NOT NULL,
  status INTEGER,                      -- HTTP; NULL: no answer
  tries  INTEGER NOT NULL,
  at     TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO failures VALUES('http://127.0.0.1:18777/gone.html','http 404',404,1,'2026-11-21T23:18:16Z');
INSERT INTO failures VALUES('http://127.0.0.1:18777/loop-a','http 404',404,1,'2026-11-21T23:18:16Z');
INSERT INTO failures VALUES('http://127.0.0.1:18777/none','http 404',404,1,'2026-11-21T23:18:16Z');
INSERT INTO failures VALUES('http://127.0.0.1:18777/old-tunnel.html','http 404',404,1,'2026-11-21T23:18:16Z');
CREATE TABLE skips (           -- met and left alone
  url    TEXT NOT NULL,
  reason TEXT NOT NULL,
  count  INTEGER NOT NULL DEFAULT 1,
  kind   TEXT NOT NULL                 -- link: the URL was not asked for, but may be when it is met elsewhere
         CHECK (kind IN ('link', 'fetch', 'part')), -- fetch: what came is no article, or it must not be fetched
                                       -- part: count links on this URL, which has an end of its own
  of_url TEXT,                         -- the URL that stands for it
  PRIMARY KEY (url, reason)
) WITHOUT ROWID;
INSERT INTO skips VALUES('http://127.0.0.1:18777/','unreadable links',1,'part',NULL);
INSERT INTO skips VALUES('http://127.0.0.1:18777/liar.html','content is pdf',1,'fetch',NULL);
INSERT INTO skips VALUES('http://127.0.0.1:18777/notes.txt','type text/plain',1,'fetch',NULL);
INSERT INTO skips VALUES('http://127.0.0.1:18777/paper.pdf','media',1,'link',NULL);
INSERT INTO skips VALUES('http://127.0.0.1:18777/private/secret.html','robots.txt',1,'fetch',NULL);
INSERT INTO skips VALUES('http://elsewhere.invalid/','out of scope',1,'link',NULL);
CREATE TABLE past (            -- articles that are no more pages or drops, with their text
  id         INTEGER PRIMARY KEY,      -- what it had
  url        TEXT,
  title      TEXT NOT NULL,
  lang       TEXT NOT NULL,
  text       TEXT NOT NULL,
  digest     TEXT NOT NULL,
  fetched_at TEXT NOT NULL,
  why        TEXT NOT NULL,            -- changed; gone; canonical: another URL stands for it; or as in skips
  at         TEXT NOT NULL
);
CREATE TABLE rules (           -- what in a host's URLs makes no other page, learned from its drops
  host_id   INTEGER NOT NULL REFERENCES hosts(id),
  part      TEXT NOT NULL CHECK (part IN ('parameter', 'segment')),
  name      TEXT NOT NULL,             -- "sort" of ?sort=date, "print" of /print/
  state     TEXT NOT NULL DEFAULT 'watched'
            CHECK (state IN ('watched', 'active', 'withdrawn')), -- active: such URLs are skipped, but for samples
  judged    INTEGER NOT NULL DEFAULT 0, -- articles that have it, since it was first seen to repeat
  repeats   INTEGER NOT NULL DEFAULT 0, -- those that repeat the page of the URL without it
  sampled   INTEGER NOT NULL DEFAULT 0, -- while active: fetched all the same
  contrary  INTEGER NOT NULL DEFAULT 0, -- of the samples, those that were new
  streak    INTEGER NOT NULL DEFAULT 0, -- how many of those came last, one behind the other
  skipped   INTEGER NOT NULL DEFAULT 0, -- fetches it saved
  PRIMARY KEY (host_id, part, name)
) WITHOUT ROWID;
CREATE INDEX urls_due ON urls (host_id, late, depth, id) WHERE due = 1;
CREATE INDEX urls_depth ON urls (depth) WHERE due = 1;
CREATE INDEX urls_seed ON urls (id) WHERE is_seed = 1;
CREATE INDEX pages_url ON pages (url);
CREATE INDEX pages_canonical ON pages (canonical) WHERE canonical IS NOT NULL;
CREATE INDEX pages_name ON pages (name) WHERE name IS NOT NULL;
CREATE INDEX drops_of ON drops (of);
CREATE INDEX drops_url ON drops (url);
CREATE INDEX drops_canonical ON drops (canonical) WHERE canonical IS NOT NULL;
CREATE INDEX supersedes_older ON supersedes (older);
CREATE INDEX skips_of ON skips (of_url) WHERE of_url IS NOT NULL;
CREATE INDEX past_url ON past (url);
CREATE VIEW queue AS
  SELECT u.url, u.depth, u.tries, u.next_try, u.state, v.url AS via
  FROM urls u LEFT JOIN urls v ON v.id = u.via_id
  WHERE u.due = 1;
CREATE VIEW groups AS          -- each page that was reprinted, and how often
  SELECT p.id, p.url, p.title, count(*) AS drops, sum(d.text_bytes) AS text_bytes
  FROM drops d JOIN pages p ON p.id = d.of
  GROUP BY p.id
;
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
  UNION ALL SELECT 'unreached', count(*) FROM urls WHERE change LIKE 'unreached%'
;
COMMIT;
