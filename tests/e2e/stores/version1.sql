-- A store as version 1 of it was written: a crawl of tests/site and a line of filter.
PRAGMA application_id = 0x66707274; PRAGMA user_version = 1;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE meta (            -- the filter SPEC the store was made with, its version and secrets
  name  TEXT PRIMARY KEY,
  value
) WITHOUT ROWID;
INSERT INTO meta VALUES('filter','cascade:sentences=1,bits=3,confirm=on,least=32,clusters=0');
INSERT INTO meta VALUES('key',X'9b2b932ce6357c091316ec0021f68e75');
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
  next_try INTEGER NOT NULL DEFAULT 0  -- seconds since 1970; not before
);
INSERT INTO urls VALUES(1,'http://127.0.0.1:18777/',1,0,0,1,0,NULL,'page',0,0);
INSERT INTO urls VALUES(2,'http://127.0.0.1:18777/moved',1,0,0,1,0,NULL,'redirect',0,0);
INSERT INTO urls VALUES(3,'http://127.0.0.1:18777/none',1,0,0,1,0,NULL,'failure',0,0);
INSERT INTO urls VALUES(4,'http://127.0.0.1:18777/books.html',1,0,1,1,0,2,'page',0,0);
INSERT INTO urls VALUES(5,'http://127.0.0.1:18777/lighthouse.html',1,1,0,0,0,1,'page',0,0);
INSERT INTO urls VALUES(6,'http://127.0.0.1:18777/old-tunnel.html',1,1,0,0,0,1,'failure',0,0);
INSERT INTO urls VALUES(7,'http://127.0.0.1:18777/lighthouse-mirror.html',1,1,0,0,0,1,'drop',0,0);
INSERT INTO urls VALUES(8,'http://127.0.0.1:18777/lighthouse-reprint.html',1,1,0,0,0,1,'drop',0,0);
INSERT INTO urls VALUES(9,'http://127.0.0.1:18777/private/secret.html',1,1,0,0,0,1,'skip',0,0);
INSERT INTO urls VALUES(10,'http://127.0.0.1:18777/gone.html',1,1,0,0,0,1,'failure',0,0);
INSERT INTO urls VALUES(11,'http://127.0.0.1:18777/loop-a',1,1,0,0,0,1,'failure',0,0);
INSERT INTO urls VALUES(12,'http://127.0.0.1:18777/paper.pdf',1,1,0,0,0,1,'skip',0,0);
INSERT INTO urls VALUES(13,'http://127.0.0.1:18777/liar.html',1,1,0,0,0,1,'skip',0,0);
INSERT INTO urls VALUES(14,'http://127.0.0.1:18777/notes.txt',1,1,0,0,0,1,'skip',0,0);
INSERT INTO urls VALUES(15,'http://127.0.0.1:18777/sub/page.html',1,1,0,0,0,1,'page',0,0);
INSERT INTO urls VALUES(16,'http://127.0.0.1:18777/~user/caf%C3%A9.html',1,1,0,0,0,1,'page',0,0);
INSERT INTO urls VALUES(17,'http://elsewhere.invalid/',2,1,0,0,0,1,'skip',0,0);
INSERT INTO urls VALUES(18,'http://127.0.0.1:18777/news/',1,1,0,0,0,1,'page',0,0);
INSERT INTO urls VALUES(19,'http://127.0.0.1:18777/impressum.html',1,1,0,0,0,4,'page',0,0);
INSERT INTO urls VALUES(20,'http://127.0.0.1:18777/deep/one.html',1,2,0,0,0,15,'page',0,0);
INSERT INTO urls VALUES(21,'http://127.0.0.1:18777/deep/two.html',1,3,0,0,0,20,'page',0,0);
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
  fetched_at   TEXT NOT NULL
);
INSERT INTO pages VALUES(1,'http://127.0.0.1:18777/',NULL,'The island paper','en',replace('The island paper\nEverything that happens on the island and around it, from the bay to the glacier, written down by the people who live here all the year.\nThe lighthouse shines again\nThe same, written otherwise\nForty thousand books are missing\nWithout the fragment\nA tunnel under the ice\nA mirror\nA reprint\nNot for robots\nGone\nA loop\nAs PDF\nA PDF that says it is HTML\nNotes\nWith a base\nEscapes\nElsewhere\nWrite\nClick\nNews\nBroken','\n',char(10)),22,'simhash',20,1277,'820409bc4390657772a28ba7f0fa813379824aa28e87db7cec3a174b6b3a883a','UTF-8','meta',NULL,NULL,'"6b021543-4fd"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z');
INSERT INTO pages VALUES(2,'http://127.0.0.1:18777/books.html',NULL,'Forty thousand books are missing','en',replace('Forty thousand books are missing\nA committee of nine librarians has counted every book in the city for the first time since the great flood, and found that some forty thousand volumes are missing.\nMost of the missing books are novels, followed by atlases and cookbooks. Nobody knows whether the water took them or whether they stand on private shelves today.\nReaders who bring back a lost volume before the summer pay no fee, the mayor promised, and receive a small printed map of the old reading rooms.','\n',char(10)),5,'simhash',3,818,'324fcb56149444312f387c5ee4291ad46cece8b25f8d456793ee10873e515d44','UTF-8','meta',NULL,NULL,'"6b021543-332"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z');
INSERT INTO pages VALUES(3,'http://127.0.0.1:18777/lighthouse.html',NULL,'The lighthouse shines again','en',replace('The lighthouse shines again\nThe old lighthouse on the northern cape was switched on again last night, after eleven years of darkness and a long dispute about its electricity bill.\nFishermen from the three villages around the bay had collected the money for a new lamp, while the county council paid for painting the tower and repairing the spiral stairs.\nThe keeper, who is seventy-two and had never left the island, said that he slept badly in the dark. He will now climb the tower every evening to look after the machinery.','\n',char(10)),5,'simhash',3,835,'69326fe56654af4bb9e9cfbc48a60f2b8f14b8a7bb263317e951570e5726249f','UTF-8','meta',NULL,NULL,'"6b021543-343"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z');
INSERT INTO pages VALUES(6,'http://127.0.0.1:18777/sub/page.html',NULL,'With a base','en',replace('This page names a base, so that its links lead from another folder than the one it is in itself; whoever overlooks that meets nothing but pages that are not there.\nOne level deeper','\n',char(10)),2,'simhash',1,322,'3fc227ea8c5879c2e0cb4c6b987dff8a2f805ad2476b0496fb02da5396ac0b65','UTF-8','valid utf-8',NULL,NULL,'"6b021543-142"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z');
INSERT INTO pages VALUES(7,'http://127.0.0.1:18777/~user/caf%C3%A9.html',NULL,'Un café sur le port','fr','Le café du port ouvre chaque matin à six heures, quand les bateaux rentrent, et ferme quand le dernier pêcheur a fini de raconter sa nuit à tous ceux qui veulent bien l''écouter.',1,'simhash',0,312,'00e8e5f44db9468f2929af5ffee5a23a941a477bda0d4cf7b106bc3966a6b078','UTF-8','valid utf-8',NULL,NULL,'"6b021543-138"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z');
INSERT INTO pages VALUES(8,'http://127.0.0.1:18777/news/',NULL,'灯塔重新亮起','zh',replace('昨天夜里，北角的老灯塔在熄灭十一年之后重新亮起。三个村庄的渔民凑钱买了新灯，县里出钱粉刷塔身并修好了旋转楼梯。\n七十二岁的守塔人从来没有离开过这座岛，他说黑暗里总是睡不好。从今以后，他每天傍晚都要爬上塔顶照看机器。','\n',char(10)),4,'simhash',0,387,'24d23f18121d4c0e20fa3769e1337187fa254108660aaaf2e8247bb4b763fdf9','GBK','meta',NULL,NULL,'"6b021543-183"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z');
INSERT INTO pages VALUES(9,'http://127.0.0.1:18777/impressum.html',NULL,'Imprint','en','Published by the people of the island, printed nowhere, responsible for everything that is written here until somebody complains.',1,'too-short',0,197,'76bd6362e1708410179509ca1a7566ceffc08cfac12e2a2e97c1c337c89c5e7b','UTF-8','valid utf-8',NULL,NULL,'"6b021543-c5"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z');
INSERT INTO pages VALUES(10,'http://127.0.0.1:18777/deep/one.html',NULL,'One level deeper','en',replace('You only come here by way of a base. From here a link leads on to a second page, which is two links away from the front page by one way and three by another.\nTwo','\n',char(10)),3,'simhash',1,288,'21e12bdaa27a296355beb1a4f9b84e55f4ae6d019cb402b26318249ed0c617b3','UTF-8','valid utf-8',NULL,NULL,'"6b021543-120"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z');
INSERT INTO pages VALUES(11,'http://127.0.0.1:18777/deep/two.html',NULL,'Two levels deeper','en','This is the bottom of the site; nothing is linked from here, and a crawl with a limit of two links from its seed must not have come this far down the stairs.',1,'simhash',0,262,'481c5602c27596b1f1ce534b6cc19d6a9a1cdd7916f1c9ca76e2bb4d93b4a481','UTF-8','valid utf-8',NULL,NULL,'"6b021543-106"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z');
INSERT INTO pages VALUES(12,NULL,'"a"','','en','The lighthouse on the cape was switched on again after eleven years of darkness and dispute.',1,'too-short',0,92,'75087f7fc342bd6807ce391efacfa22c8cea8b73e12718f71638425b101526f5','UTF-8','http',NULL,NULL,NULL,NULL,'2026-11-21T23:18:16Z');
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
  fetched_at   TEXT NOT NULL
);
INSERT INTO drops VALUES(4,'http://127.0.0.1:18777/lighthouse-mirror.html',NULL,3,'http://127.0.0.1:18777/lighthouse.html','duplicate','cascade','text',1.0,'{}',NULL,'The lighthouse shines again','en',5,3,849,525,X'28b52ffd640d014500000001000a20540208fcc2486c','c8ec878390c29e74d416d91f53e5cecbd9549b13783c5ad344b2dd6131b7a133','UTF-8','meta',NULL,NULL,'"6b021543-351"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z');
INSERT INTO drops VALUES(5,'http://127.0.0.1:18777/lighthouse-reprint.html',NULL,3,'http://127.0.0.1:18777/lighthouse.html','near-duplicate','cascade','resemblance',0.91578947368421048658,'{"resemblance":0.915789,"contained":0.956044,"contains":0.956044,"numbers-agree":0,"numbers-differ":0,"names-agree":0,"names-differ":0,"titles-differ":0}',NULL,'Lighthouse shines again','en',5,3,827,526,X'28b52ffd640e01ad0000504c6f6e204d6f6e6461790200ac11847ac2601257e034d265','e5085cf25d704ec6da2a275cc7fee8806526ebcadbd53767f10e722e6c51748e','UTF-8','meta',NULL,NULL,'"6b021543-33b"','Sat, 21 Nov 2026 22:03:47 GMT','2026-11-21T23:18:16Z');
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
INSERT INTO signatures VALUES(1,1,X'bcff2f0d46a9fa365f66735379089ccb37b36bb236ee20d6160000002900000034cf84af03000000fb822aecf0f30000000000000000000000000000000000000000000000000000000000000000000000000000000000004d0000009e0000004d00000311426b0320e21c0cf90db40fbf5636121ed1be123bb0fc175a40d7187672ca197941141c2bd4141c11f8101d2162052ff1cba92f162f5a3f25d0943f40659b47c38f11491507054e6bfc6c50f65f0c515d7b1e52ec83d3544cbdc85777777259fbd9f25a9272145b2620f05c3281cd5d38779560a7d0eb689966e369ffd73b6c50e5a16dadb9d272ee522576eb4006779d1ec880d451568122f6be848a03b185613e2486c43d92861559288a33a10c91aa23a691f080b097dea73b9f828474a3a4f28aa4a1f13ba5561fffa60de407ad9177c4aeb0cbefb633c743ba253adbba783872c0539133c1db80dfc1bd81e1c6beb642cd6aa132ced5186ace4b90ffce9a4d11d0fcd5f1d2fb5005d9879042d987409cdcb9e88ce7d53bf7e7d53345f0467836f2d124b1f23b1307fda43174fda88afcfe14e61b011418d41a30913b43');
INSERT INTO signatures VALUES(2,1,X'90dc4058f7188d7dee93df0181ff22c12fc1db993e46628a050000003600000034cf84af050000004e18f8580a638d697de9000000000000000000000000000000000000000000000000000000000000000000000000000056000000b000000056000000525df6037b46f607f97ad90afa5a590d2127891479c22616b79f42162634b816ad1d151765bfc2174ac14d1a2c42b21a1d6a291ef8534e200ef31a218487c82293f3912358fdd325b726f6250401772898c3c32a9704512c96d9f7301d47d832439d0d3726ad3337f1e5b13928f8b03cc059df3f9ed759493b934d4bb41e02506bfc6c5074decf5326b5a656c75af55dd114ba6495eb5465b54c9266169866671ad1db70c68a1774902e19749b6024773304ad79b865108078f6d18fe11947914ed2b8984aba389a5a13839d8231d69f2ef68ca3cb5ae9a423e7b3a8f14f69ae5a2667af7ca21eb09a8e13b74f6d64b7a86eddbaf9547bbcd53d80bdc12bdfbd5de522bece389ac04640dac0ade110c1ca5ee0c2691e14c3f2a2bac67eb1b5cd77e9fbd2b40fe7d4939e29da63be00de40a5d8e235ed74e3160dd7e6b9e88ce72ae222e9ee2763e939d01aeb6066baeda3164af93b1307fd');
INSERT INTO signatures VALUES(3,1,X'59b6d03a7718bfb6fc77a439c5ae4f3022cb7189b6d64934050000003200000034cf84af04000000070d8856fb824de3000000000000000000000000000000000000000000000000000000000000000000000000000000005b000000ba0000005b000000418b3d059ad5a60762c68409ad249b0932f3750a564bae0f44be91119f23271283266412eeebdc126a5f90172f01bb187672ca19519a33233345aa292cb0ba2980f2412f88a8583386cca8380128473d7c08e63f767ae241d26727428304554dc1acbd4d35ba8f5067051d523ebe26554cbdc857ab3ba359c0e1a65b1db3595c75073f5ecb9272615b6b4c663cff8c688514cb6bc6d2046cae45366e0b0cc56e4367b2722bc45e7327a28b77365a9e7dc205147ebcacdb7ee8d8be7fbbe3798196a4ab81015f338525480d8823dbe389580d3b8c88a2718d48e1fc8eaa23a6919457fd97b372529965d5849a282a5ca1c0223fa58928f2ad7babecae3efbf4ae3c4f28b00857d9b16316ceb5c66989ba3895a0ba895f9dc0c14a91c4801042c8106527cc7374f4cced3b29cfb05adbcfc53bcfd5696672d7142310d8e8d494dfbb17c8e095dba2e583e718e7b104b1e8db4214ec156627ee72e2c5f1ca9847f2e4e326f6ddfcb2f61c6e28f8');
INSERT INTO signatures VALUES(4,0,X'59b6d03a7718bfb6fc77a439c5ae4f3022cb7189b6d64934050000003200000034cf84af04000000070d8856fb824de3000000000000000000000000000000000000000000000000000000000000000000000000000000005b000000ba0000005b000000418b3d059ad5a60762c68409ad249b0932f3750a564bae0f44be91119f23271283266412eeebdc126a5f90172f01bb187672ca19519a33233345aa292cb0ba2980f2412f88a8583386cca8380128473d7c08e63f767ae241d26727428304554dc1acbd4d35ba8f5067051d523ebe26554cbdc857ab3ba359c0e1a65b1db3595c75073f5ecb9272615b6b4c663cff8c688514cb6bc6d2046cae45366e0b0cc56e4367b2722bc45e7327a28b77365a9e7dc205147ebcacdb7ee8d8be7fbbe3798196a4ab81015f338525480d8823dbe389580d3b8c88a2718d48e1fc8eaa23a6919457fd97b372529965d5849a282a5ca1c0223fa58928f2ad7babecae3efbf4ae3c4f28b00857d9b16316ceb5c66989ba3895a0ba895f9dc0c14a91c4801042c8106527cc7374f4cced3b29cfb05adbcfc53bcfd5696672d7142310d8e8d494dfbb17c8e095dba2e583e718e7b104b1e8db4214ec156627ee72e2c5f1ca9847f2e4e326f6ddfcb2f61c6e28f8');
INSERT INTO signatures VALUES(5,0,X'c07306771d99aea38481fedf018dd06e224b7189b6d66932050000003200000034cf84af03000000070d88564de30000000000000000000000000000000000000000000000000000000000000000000000000000000000005b000000ba0000005b0000019ad5a60762c68409ad249b0932f3750a564bae0f44be911183266412eeebdc126a5f90172f01bb18519a33233345aa292cb0ba296de97f2e80f2412f41aec43288a8583386cca8380128473d7c08e63f767ae241d26727428304554dc1acbd4d35ba8f503ebe26554cbdc857ab3ba359c0e1a65b1db3595c75073f5ecb927261270842655b6b4c663cff8c688514cb6bc6d2046cae45366e0b0cc56e4367b2722bc45e7327a28b77365a9e7dc205147ebcacdb7ee8d8be7fbbe3798196a4ab81555acd84015f338525480d8823dbe389580d3b8c88a2718d48e1fc8eaa23a6919457fd97b372529965d5849a282a5ca1c0223fa58928f2ad7babecae3efbf4ae3c4f28b00857d9b16316ceb5c66989ba3895a0ba895f9dc0c14a91c4801042c8106527cc7374f4cced3b29cfb05adbcfc53bcfd5696672d7142310d8e8d494dfbb17c8e095dba2e583e718e7b104b1e8db4214ec156627ee72e2c5f1ca9847f2e4e326f6ddfcb2f61c6e28f863fe34da');
INSERT INTO signatures VALUES(6,1,X'e1573e004300f8c7c6949da4340bc618c010192205b50771020000001000000034cf84af03000000f3395e8ab78a000000000000000000000000000000000000000000000000000000000000000000000000000000000000200000004400000020000000d9288f04f325cb104f71f719b683171ee9275424903fe52e88fa5c34da37d03508549e4bb8edfc53e7261c5b5597135d115bda65be4df36d94493a7f92cbbd8585712a883c4d009d85c63fa60d3e13a7f664f3b1544ec5bd72b485cc94bd38cd129c9bdba3a797e3086cf9eb075b4aef7f4cb2f34a66c3f84d5461f9e259d6fd');
INSERT INTO signatures VALUES(7,1,X'80ec3e6616b7bfc5e0a83af0f9c82ecf6f0e32eed3d1c8d9010000001300000034cf84af050000003e00d484fbd157eb80fa0000000000000000000000000000000000000000000000000000000000000000000000000000200000004400000020000000b1fca514bfbc0d151443a224791eb02708eb0d37f10226380a8afb3a9cb0f54382cc06450795874e2de42a6332dfec64a2eb9d655baeda683b0f346b9e25ad6bcaa5da80866467832fe6a9844ecba28b0fcddc9188bac99ce371c09e2d8e51a09f5809bb9af296d5a2d92bdc64e52adf776254eae514ececd450b7efae013ef7');
INSERT INTO signatures VALUES(8,1,X'cba17f43f2463e0aa7d4ffd68e6238353e2f881032a0f481040000003200000034cf84af06000000a01d331e6646c94dc4a74bea0000000000000000000000000000000000000000000000000000000000000000000000005f000000620000005f000000ba483b0303fb4b04cb5947054ea4dc0a940a0111a2285312a46b5414c3792817b6fe5117cb365f1fa3369d1f51f71c26ba2a9a262dce9b317be531329704c33cf222ef3c4e3adf4009111342b7364d430b917b442bef9547a8be4b48c246cb4ac8d3e84c2609354ff30c38514a77e956f96cc5593b16fb5a19eb995c30f86f5e18d39a5f153f88602293b460b93f00619c131761d787df61a8237d633965ca6465542567058d666b0281846b5ebf7d6d08eeb06d4e97ce7491251076af1144763482cf79a468527b58b8197cafcda17cb9bc277d0db65080a5cd658222833483ace565853bffd7875e9a1b8d98de5d91ebaab39611da7997228ac79b7a8b2d9caf7a4da22de76fa2215124a46cfe39aa1a4fd6ad49f1a5ae7f93c0b002dfa0b33bee6cb9913ad4c1a7c6c8ca2151f3d1adde36d35d3621d6f7464cd7a74dacd8f53fe2db2f003eddc7a07edeac7bc6e1be56c5e6cbcc6de72d2faee7a5fc9aeb3859eeefab70c2f4ee095af8592dfcf8b666fcfbac9a32fd59ff71ff');
INSERT INTO signatures VALUES(9,1,X'05110d005462a489e307276d52419db3b696686b353ef0ee010000000a00000034cf84af01000000b4ae000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001100000026000000110000002162052f565a535a3749c664df8c5071bf85007520ab827ef4e745874d3547995961049c53429aafb82e14b900ec36c8640082c8a939c9ca389e21cf163a7ad832d8bdf1');
INSERT INTO signatures VALUES(10,1,X'279318d27d7de5f8c522fdb0666100a2c45d99a1dfa53534030000001100000034cf84af030000005754e3705d81000000000000000000000000000000000000000000000000000000000000000000000000000000000000220000004800000022000000d24a1f04c80c17067bb61009f71ba80a4a7ccd227c088328b337f32cb565db32ba00813406b2b43425721737e7b74b3871edc9469f78b84945f1a056ee67645c6fdcd56f53a95d73a9373c881a90e28a2128c190fd367c95494301a5ead960bdefd054c4c45e3fcbea70aecfebe4e4cfde1440df9440a0e57e45d4e6bd23dff1e6f12ff9f496e2fe');
INSERT INTO signatures VALUES(11,1,X'63913802c5a584fb73c16649513cf5f168ffb720c7a52120010000000c00000034cf84af030000006e385754c4710000000000000000000000000000000000000000000000000000000000000000000000000000000000001f000000420000001f000000e3a02601f7d2f1039bf0820b7c95d60ebd639511a57cf6137433e318b5a1551dcd9edb2ffbc31d31c5bcff3217510b40b24f2b4c1044f94e6be79150059fdd6905c55b7895ceb07987a17b7ee179f1846ab3c28d3965ac969b63739d6951ba9d6fff86ab4ea720b4cbc86cc961074cd8bd57a8e6fd5310e9f1cd13f6');
INSERT INTO signatures VALUES(12,1,X'75087f7fc342bd6807ce391efacfa22c3e67b56f8ff9a372010000000700000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000e000000200000000e000000404ce90b02c20a106214911477f007418304554dcb927261352b2c7211156d80580d3b8c48e1fc8e8928f2ad3efbf4ae3c4f28b07374f4cc');
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
  url    TEXT PRIMARY KEY,             -- for links past a cap: the page they are on
  reason TEXT NOT NULL,
  count  INTEGER NOT NULL DEFAULT 1
) WITHOUT ROWID;
INSERT INTO skips VALUES('http://127.0.0.1:18777/','unreadable links',1);
INSERT INTO skips VALUES('http://127.0.0.1:18777/liar.html','content is pdf',1);
INSERT INTO skips VALUES('http://127.0.0.1:18777/notes.txt','type text/plain',1);
INSERT INTO skips VALUES('http://127.0.0.1:18777/paper.pdf','media',1);
INSERT INTO skips VALUES('http://127.0.0.1:18777/private/secret.html','robots.txt',1);
INSERT INTO skips VALUES('http://elsewhere.invalid/','out of scope',1);
CREATE INDEX urls_queued ON urls (host_id, depth, id) WHERE state = 'queued';
CREATE INDEX urls_depth ON urls (depth) WHERE state = 'queued';
CREATE INDEX urls_seed ON urls (id) WHERE is_seed = 1;
CREATE INDEX pages_url ON pages (url);
CREATE INDEX pages_name ON pages (name) WHERE name IS NOT NULL;
CREATE INDEX drops_of ON drops (of);
CREATE INDEX drops_url ON drops (url);
CREATE VIEW queue AS
  SELECT u.url, u.depth, u.tries, u.next_try, v.url AS via
  FROM urls u LEFT JOIN urls v ON v.id = u.via_id
  WHERE u.state = 'queued';
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
  UNION ALL SELECT 'skips', coalesce(sum(count), 0) FROM skips
  UNION ALL SELECT 'queued', count(*) FROM urls WHERE state = 'queued';
COMMIT;
