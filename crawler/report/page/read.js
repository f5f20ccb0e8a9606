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

const named = (columns, row) => Object.fromEntries(columns.map((c, i) => [c, row[i]]));

function readDrop(row) {
  const drop = named(facts['drop-columns'], row);
  const [filter, stage, numberName, line, sign] = facts.deciders[drop.decider];
  drop.name = nameOf(drop.name);
  drop.bytes = drop.text_bytes;
  drop.group = groups[drop.group];
  drop.title ||= drop.group.title;
  drop.group.members.push(drop);
  return Object.assign(drop, { filter, stage, numberName, line, sign });
}

function readFacts(from) {
  facts = from;
  for (const name of ['fetched', 'pages', 'drops', 'duplicates', 'near-duplicates', 'contained', 'drop-text-bytes', 'saved-bytes'])
    facts.counts[name] ??= 0;
  groups = facts.groups.map(([id, url, best, title, name]) => ({ id, url, best: best || url, title, name: nameOf(name), members: [] }));
  drops = facts.drops.map(readDrop);
}

const least = (drops, of) => drops.reduce((low, d) => Math.min(low, of(d)), 1);

// Chooses the drops of a group that are shown, and sums these up.
function showOf(g, shown) {
  return Object.assign(g, { shown, count: shown.length, bytes: shown.reduce((n, d) => n + d.bytes, 0), cause: mostly(shown, 'cause'),
    notable: shown.filter((d) => d.notable).length, score: least(shown, (d) => d.score), margin: least(shown, (d) => d.margin ?? 1) });
}
