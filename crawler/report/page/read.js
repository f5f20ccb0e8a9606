'use strict';
// read — the facts as objects. facts.h says what the lists have.

const live = document.querySelector('meta[name=firstprint]').content === 'live';
let facts, groups, drops;

// zlib's bytes in base64, so that a hundred thousand drops are few megabytes.
async function unpack(text) {
  const packed = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return JSON.parse(await new Response(stream).text());
}

function segments(url) {
  return url.pathname.split('/').filter((s) => s);
}

// Folders that differ in their numbers: /llvm-14/ and /llvm-15/.
function areVersions(a, b) {
  if (a.length !== b.length) return false;
  const differ = a.map((s, i) => [s, b[i]]).filter(([x, y]) => x !== y);
  return differ.length > 0 && differ.every(([x, y]) => /\d/.test(x) && x.replace(/[\d.]+/g, '') === y.replace(/[\d.]+/g, ''));
}

// Why the same text stands at this URL, too, as far as the two URLs tell.
function causeByUrl(url, original) {
  let a, b;
  try { a = new URL(url); b = new URL(original); } catch { return ''; }
  if (a.host !== b.host) return a.pathname === b.pathname ? 'mirror' : 'other host';
  if (a.protocol !== b.protocol) return 'scheme';
  if (a.pathname === b.pathname) return 'parameter';
  const x = segments(a), y = segments(b);
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

function nameOf(json) {
  try { return json === null ? '' : String(JSON.parse(json)); } catch { return json; }
}

// The value that most bytes of the drops have.
function mostly(drops, name) {
  const bytes = new Map();
  for (const d of drops) bytes.set(d[name], (bytes.get(d[name]) || 0) + d.bytes + 1);
  return [...bytes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

function readDrop([id, group, url, title, name, verdict, decider, score, number, margin, bytes, word]) {
  const [filter, stage, numberName, line, isMost] = facts.deciders[decider];
  const drop = { id, url, name: nameOf(name), verdict, filter, stage, score, number, numberName, line, isMost, margin, bytes, word };
  drop.group = groups[group];
  drop.title = title || drop.group.title;
  drop.cause = causeOf(drop);
  drop.group.members.push(drop);
  return drop;
}

function readFacts(from) {
  facts = from;
  groups = facts.groups.map(([id, url, title, name, count, bytes]) =>
    ({ id, url, title, name: nameOf(name), count, bytes, members: [] }));
  drops = facts.drops.map(readDrop);
  for (const g of groups) {
    g.cause = mostly(g.members, 'cause');
    g.score = Math.min(...g.members.map((d) => d.score));
    g.margin = Math.min(...g.members.map((d) => d.margin ?? 1));
  }
}
