'use strict';
// read — the facts as objects. facts.h describes the lists.

const live = document.querySelector('meta[name=firstprint]').content === 'live';
let facts, groups, drops;

// Unpacks zlib data in base64: with it, a hundred thousand drops take only a few megabytes.
async function unpack(text) {
  const packed = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return JSON.parse(await new Response(stream).text());
}

function segments(url) {
  return url.pathname.split('/').filter((s) => s);
}

// Are these the same page in folders that differ only in numbers: /llvm-14/a and /llvm-15/a?
function areVersions(a, b) {
  if (a.length !== b.length || a.at(-1) !== b.at(-1)) return false;
  const differ = a.map((s, i) => [s, b[i]]).filter(([x, y]) => x !== y);
  return differ.length > 0 && differ.every(([x, y]) => /\d/.test(x) && x.replace(/[\d.]+/g, '') === y.replace(/[\d.]+/g, ''));
}

// Guesses from the two URLs why the same text is also at this URL.
function causeByUrl(url, original) {
  let a, b;
  try { a = new URL(url); b = new URL(original); } catch { return ''; }
  if (a.host !== b.host) return a.pathname === b.pathname ? 'mirror' : 'other host';
  const x = segments(a), y = segments(b);
  if (x.join('/') === y.join('/')) {
    if (a.search !== b.search) return 'parameter';
    if (a.protocol !== b.protocol) return 'scheme';
    return a.pathname !== b.pathname ? 'slash' : 'same URL';
  }
  if (areVersions(x, y)) return 'version';
  return x.at(-1) === y.at(-1) ? 'other folder' : '';
}

const byVerdict = { 'duplicate': 'copy', 'near-duplicate': 'edited', 'contained': 'part' };

function causeOf(drop) {
  if (drop.stage === 'no-content') return 'no content';
  if (drop.filter === 'decision') return 'by hand';
  if (drop.filter === 'warc') return 'revisit';
  return causeByUrl(drop.url || '', drop.group.url || '') || byVerdict[drop.verdict] || drop.verdict;
}

// The id of an input line: a string without its quotes; anything else unparsed, because a number may be too large for a browser.
function nameOf(json) {
  try {
    const value = JSON.parse(json);
    return typeof value === 'string' ? value : json || '';
  } catch { return json; }
}

// The value that accounts for most bytes of the drops.
function mostly(drops, name) {
  const bytes = new Map();
  for (const d of drops) bytes.set(d[name], (bytes.get(d[name]) || 0) + d.bytes + 1);
  return [...bytes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

function readDrop([id, group, url, title, name, verdict, decider, score, number, margin, bytes, notable]) {
  const [filter, stage, numberName, line, sign] = facts.deciders[decider];
  const drop = { id, url, name: nameOf(name), verdict, filter, stage, score, number, numberName, line, sign, margin, bytes, notable };
  drop.group = groups[group];
  drop.title = title || drop.group.title;
  drop.cause = causeOf(drop);
  drop.group.members.push(drop);
  return drop;
}

function readFacts(from) {
  facts = from;
  for (const name of ['fetched', 'pages', 'drops', 'duplicates', 'near-duplicates', 'contained', 'drop-text-bytes', 'saved-bytes'])
    facts.counts[name] ??= 0;
  groups = facts.groups.map(([id, url, title, name, count, bytes]) =>
    ({ id, url, title, name: nameOf(name), count, bytes, members: [] }));
  drops = facts.drops.map(readDrop);
  groups.forEach(sumUp);
}

const least = (drops, of) => drops.reduce((low, d) => Math.min(low, of(d)), 1);

function sumUp(g) {
  g.cause = mostly(g.members, 'cause');
  g.notable = g.members.filter((d) => d.notable).length;
  g.score = least(g.members, (d) => d.score);
  g.margin = least(g.members, (d) => d.margin ?? 1);
}
