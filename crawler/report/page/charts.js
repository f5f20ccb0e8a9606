// charts — statistics of all articles. Each chart also has its numbers in a table.

function figure(title, picture, head, rows, note) {
  return el('figure', { class: 'chart' }, el('figcaption', {}, title), picture, note && el('p', { class: 'note' }, note),
    head && el('details', {}, el('summary', {}, 'The numbers'), table(head, rows)));
}

// Aligns columns of numbers to the right.
function table(head, rows) {
  const isNumber = head.map((_, i) => rows.length > 0 && rows.every((r) => typeof r[i] === 'number'));
  const cell = (tag) => (v, i) => el(tag, { class: isNumber[i] ? 'n' : null, scope: tag === 'th' ? 'col' : null }, typeof v === 'number' ? count(v) : v);
  return el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': head.join(', ') },
    el('table', {}, el('thead', {}, el('tr', {}, head.map(cell('th')))), el('tbody', {}, rows.map((r) => el('tr', {}, r.map(cell('td')))))));
}

const WIDE = 480, HIGH = 170, LEFT = 36, BOTTOM = 22;

// Stacked bars of two counts. Heights are square roots, so that small bars are visible beside large ones.
function bars(pages, drops, label, under, lines = []) {
  const most = Math.max(1, ...pages.map((p, i) => p + drops[i]));
  const width = (WIDE - LEFT) / pages.length, height = (n) => Math.sqrt(n / most) * (HIGH - BOTTOM - 16);
  const picture = svg('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'img', 'aria-label': label });
  pages.forEach((p, i) => {
    const all = height(p + drops[i]), kept = all * (p / (p + drops[i] || 1)), x = LEFT + i * width, base = HIGH - BOTTOM;
    if (p) picture.append(svg('rect', { class: 'kept', x, y: base - kept, width: Math.max(width - 1, .6), height: kept }));
    if (drops[i]) picture.append(svg('rect', { class: 'dropped', x, y: base - all, width: Math.max(width - 1, .6), height: all - kept }));
  });
  picture.append(svg('line', { class: 'axis', x1: LEFT, x2: WIDE, y1: HIGH - BOTTOM, y2: HIGH - BOTTOM }),
    svg('text', { x: LEFT - 4, y: 24, 'text-anchor': 'end' }, count(most)), svg('text', { x: LEFT - 4, y: HIGH - BOTTOM, 'text-anchor': 'end' }, '0'));
  under.forEach(([at, text]) => picture.append(svg('text', { x: LEFT + at * (WIDE - LEFT), y: HIGH - 6,
    'text-anchor': at < .05 ? 'start' : at > .95 ? 'end' : 'middle' }, text)));
  lines.forEach(([at, text], i) => {
    const x = LEFT + at * (WIDE - LEFT);
    picture.append(svg('line', { class: 'mark', x1: x, x2: x, y1: 4 + 12 * i, y2: HIGH - BOTTOM }),
      svg('text', { class: 'mark-text', x: at > .7 ? x - 4 : x + 4, y: 12 + 12 * i, 'text-anchor': at > .7 ? 'end' : 'start' }, text));
  });
  return picture;
}

const keyOf = () => el('ul', { class: 'legend' }, el('li', {}, el('i', { class: 'kept' }), 'kept'), el('li', {}, el('i', { class: 'near-duplicate' }), 'dropped'));

function histogram(h) {
  const n = h.pages.length, isCount = h.top > 1, name = (i) => (isCount ? `${i}` : `${short(i / n)} to ${short((i + 1) / n)}`);
  const at = (x) => (isCount ? (x + .5) / n : x);
  const picture = bars(h.pages, h.drops, `How many articles have which ${h.number}`,
    (isCount ? [0, 8, 16, 32, 48, 64] : [0, .25, .5, .75, 1]).map((x) => [at(x), `${x}`]),
    h.lines.map((l) => [isCount ? (l.at + (l.sign === '≤' ? 1 : 0)) / n : l.at, `${l.option} ${l.sign} ${short(l.at)}`]));
  const rows = h.pages.map((p, i) => [name(i), p, h.drops[i]]).filter((r) => r[1] + r[2]);
  return figure(isCount ? `Distance: ${h.number}` : `Score: ${h.number}`, el('div', {}, picture, keyOf()), [h.number, 'kept', 'dropped'], rows,
    `Articles that were compared with another one; those with exactly the same text are left out (${count(facts.counts.duplicates || 0)}). ` +
    'On either side of a line other checks may decide otherwise. Heights are square roots.');
}

// ── causes ──

// Where drops with the cause are, or else URLs that were not stored: the most frequent patterns.
function drawPatterns(c) {
  const patterns = c.patterns || [], others = (c.drops || c.not_stored) - patterns.reduce((n, p) => n + p.drops, 0);
  return patterns.length > 0 && el('p', { class: 'note' }, 'At ', patterns.map((p, i) => [i ? ', ' : '', el('code', {}, p.pattern), ` (${count(p.drops)})`]),
    others > 0 && `, and ${count(others)} elsewhere`);
}

function drawCause(c) {
  const show = () => { $('cause').value = c.cause; choose(); $('browse').scrollIntoView(); };
  const called = (url, name) => link(url, nameOf(name));
  return el('article', { class: 'chart' },
    el('h3', {}, c.drops ? el('button', { type: 'button', class: 'word', onclick: show, title: 'show these groups' }, c.cause) : c.cause,
      c.drops ? ` ${plural(c.drops, 'drop')}, ${(100 * c.share).toFixed(1)} % of all articles` : ` ${plural(c.not_stored, 'URL')} not stored for it`),
    el('p', {}, c.means && `${c.means[0].toUpperCase()}${c.means.slice(1)}. `, el('strong', {}, c.advice)),
    c.drops > 0 && c.not_stored > 0 && el('p', { class: 'note' }, `${plural(c.not_stored, 'URL')} more ${c.not_stored === 1 ? 'was' : 'were'} not stored for it.`),
    drawPatterns(c), el('p', { class: 'note' }, 'Such as ', called(c.url, c.name), (c.of_url || c.of_name) && [' beside ', called(c.of_url, c.of_name)],
      c.best_url && c.best_url !== c.of_url && ['; to cite: ', link(c.best_url)]));
}

function drawCauses() {
  const boxes = facts.causes.map(drawCause), most = 6;
  $('why').hidden = !boxes.length;
  $('cause-list').append(...boxes.slice(0, most));
  if (boxes.length > most)
    $('why').append(el('details', {}, el('summary', {}, `${plural(boxes.length - most, 'more cause')}`), el('div', { class: 'charts' }, boxes.slice(most))));
}

// Horizontal bars, each with its name.
function ranking(title, head, rows, note) {
  const most = Math.max(1, ...rows.map((r) => r[1]));
  const lines = rows.slice(0, 15).map(([name, n]) => el('tr', {}, el('td', { class: 'name' }, name), el('td', { class: 'n' }, count(n)),
    el('td', {}, svg('svg', { viewBox: '0 0 100 10', preserveAspectRatio: 'none', width: '100%', height: 10, 'aria-hidden': 'true' },
      svg('rect', { class: 'value', x: 0, y: 1, width: 100 * n / most, height: 8 })))));
  const names = el('tr', {}, el('th', { scope: 'col' }, head[0]), el('th', { class: 'n', scope: 'col' }, head[1]), el('td', {}));
  return el('figure', { class: 'chart' }, el('figcaption', {}, title),
    el('table', {}, el('thead', {}, names), el('tbody', {}, lines)), note && el('p', { class: 'note' }, note),
    rows.length > 15 && el('details', {}, el('summary', {}, `All ${rows.length}`), table(head, rows)));
}

function drawDecided() {
  const rows = facts.stages.map((s) => [s.proposed_by || '-', s.stage || '-', s.pages, s.drops]);
  $('decided-charts').append(
    el('figure', { class: 'chart' }, el('figcaption', {}, 'What each stage proposed and decided'),
      table(['proposed by', 'decided by', 'kept', 'dropped'], rows),
      el('p', { class: 'note' }, `The filter: `, el('code', {}, facts.filter || 'none yet'))),
    ...facts.histograms.map(histogram));
}

function drawWhere() {
  const box = $('where-charts');
  if (facts.hosts.length) box.append(ranking('Drops by host', ['host', 'drops', 'bytes'], facts.hosts.map((h) => [h.host, h.drops, h.drop_bytes])));
  if (facts.paths.length) box.append(ranking('Drops by folder', ['folder', 'drops'], facts.paths.map((p) => [p.folder, p.drops])));
  if (facts.reasons.length)
    box.append(ranking('URLs that were not stored, by reason', ['reason', 'URLs'], facts.reasons.map((r) => [`${r.what}: ${r.reason}`, r.count])));
  $('where').hidden = !box.children.length;
}

// ── no drops, but worth a look ──

const LISTED = 200; // rows, at most

function listing(title, name, note, rows) {
  return el('figure', { class: 'chart' }, el('figcaption', {}, `${title} (${count(rows.length)})`), el('ul', { class: 'scroll', tabindex: 0, 'aria-label': title }, rows.map((r) => el('li', {}, r))),
    el('p', { class: 'note' }, note, rows.length < LISTED ? '' : ` The first ${LISTED}; all of them: `,
      rows.length < LISTED ? '' : el('code', {}, `firstprint inspect ${typed(facts.stores)} ${name}`)));
}

function drawBeside() {
  const box = $('beside-lists');
  if (facts.canonicals.length)
    box.append(listing('Canonical URLs that are wrong', 'canonicals', 'These pages were judged like any other.',
      facts.canonicals.map((c) => [link(c.url), ' names ', link(c.canonical), ` (${c.missing || 'another article'})`])));
  if (facts.supersedes.length)
    box.append(listing('Pages that contain another page', 'supersedes', 'As a list of whole articles does; both were kept.',
      facts.supersedes.map((s) => [link(s.url, nameOf(s.name)), ' contains ', link(s.of_url, nameOf(s.of_name))])));
  $('beside').hidden = !box.children.length;
}

const clock = (t) => new Date(t).toISOString().slice(0, 19).replace('T', ' ');

function drawWhen() {
  const t = facts.time;
  $('when').hidden = !t;
  if (!t) return;
  const from = Date.parse(t.from), time = (i) => clock(from + i * t.seconds * 1000), n = t.pages.length;
  $('when-charts').append(figure('Articles stored, by time (UTC)',
    el('div', {}, bars(t.pages, t.drops, 'How many articles were stored when', [[0, time(0)], [1, time(n)]]), keyOf()),
    ['from', 'kept', 'dropped'], t.pages.map((p, i) => [time(i), p, t.drops[i]]).filter((r) => r[1] + r[2]),
    `One bar is ${plural(t.seconds, 'second')}. Heights are square roots.`));
}
