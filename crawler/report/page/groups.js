// groups — the panes: groups, the drops of one group, and the details of a drop.

let groupList, memberList;

const meaningOf = (cause) => facts.causes.find((c) => c.cause === cause)?.means;
const causeWord = (cause) => el('span', { class: 'word', title: meaningOf(cause) }, cause);

// ── rows ──

function drawGroup(g) {
  return el('div', { class: 'row' },
    el('span', { class: 'title' }, g.title || g.url || g.name || `#${g.id}`), el('span', { class: 'size' }, size(g.bytes)),
    el('span', { class: 'url' }, g.best || g.name),
    el('span', { class: 'facts' }, g.count < g.members.length ? `${count(g.count)} of ` : '', `${plural(g.members.length, 'copy', 'copies')}, mostly `, causeWord(g.cause)));
}

// The number that decided and its threshold: a bar with a mark.
function bar(d) {
  const top = d.numberName === 'hamming' || d.numberName === 'lcs' ? 64 : 1;
  const value = Math.max(0, Math.min(1, (d.number ?? d.score) / top)) * 200;
  return svg('svg', { class: 'bar', viewBox: '0 0 200 14', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect', { class: 'track', x: 0, y: 4, width: 200, height: 6 }), svg('rect', { class: 'value', x: 0, y: 4, width: value, height: 6 }),
    d.line !== null && svg('line', { class: 'mark', x1: d.line / top * 200, x2: d.line / top * 200, y1: 0, y2: 14, 'vector-effect': 'non-scaling-stroke' }));
}

function against(d) {
  if (d.stage === 'no-content') return 'neither has an article';
  if (d.filter === 'decision') return 'decided by a person';
  if (d.filter === 'warc') return 'a revisit of it';
  if (d.verdict === 'duplicate') return 'exactly the same text';
  if (d.line === null || d.number === null) return `score ${short(d.score)}`;
  const holds = { '≤': d.number <= d.line, '≥': d.number >= d.line, '>': d.number > d.line }[d.sign];
  return holds ? `${d.numberName} ${short(d.number)} ${d.sign} ${short(d.line)}` : `${d.numberName} ${short(d.number)}, by more than this number`;
}

const FOLDED = 3; // so many copies of one pattern are one line

// Folds the drops of one cause and pattern, if they are many, behind a line that opens.
function fold(members, opened) {
  const folds = new Map();
  for (const d of members) {
    const key = `${d.cause} ${d.pattern}`;
    if (!folds.has(key)) folds.set(key, { pattern: d.pattern, cause: d.cause, key, members: [] });
    folds.get(key).members.push(d);
  }
  return [...folds.values()].flatMap((f) => (f.members.length < FOLDED || !f.pattern ? f.members : opened.has(f.key) ? [f, ...f.members] : [f]));
}

function drawFold(f) {
  const isOpen = openFolds.has(f.key);
  return el('div', { class: 'row fold' }, el('span', { class: 'title' }, isOpen ? '▾ ' : '▸ ', f.pattern),
    el('span', { class: 'size' }, size(f.members.reduce((n, d) => n + d.bytes, 0))),
    el('span', { class: 'facts' }, causeWord(f.cause), ` ${plural(f.members.length, 'copy', 'copies')}; `, isOpen ? 'Enter folds them' : 'Enter shows each'));
}

function drawMember(d) {
  if (d.members) return drawFold(d);
  const differs = d.title !== d.group.title;
  return el('div', { class: 'row' },
    el('span', { class: differs ? 'title' : 'url' }, differs ? d.title : d.url || d.name || `#${d.id}`), el('span', { class: 'size' }, size(d.bytes)),
    differs && el('span', { class: 'url' }, d.url || d.name),
    d.verdict !== 'duplicate' && bar(d),
    el('span', { class: 'facts' }, causeWord(d.cause), ' ', against(d),
      d.margin !== null && el('strong', {}, ', a close call'), d.notable && el('strong', { title: 'words in which the two differ' }, `, notable: ${d.notable}`), d.label && el('strong', {}, d.label === 'dup' ? ' ✓ one article' : ' ✗ two articles')));
}

// ── choosing ──

const orders = {
  bytes: (a, b) => b.bytes - a.bytes,
  notable: (a, b) => b.notable - a.notable || b.bytes - a.bytes,
  drops: (a, b) => b.count - a.count,
  score: (a, b) => a.score - b.score,
  margin: (a, b) => a.margin - b.margin || a.score - b.score,
  title: (a, b) => (a.title || '~').localeCompare(b.title || '~'),
};

const deciderOf = (d) => `${d.filter}: ${d.stage || '-'}`;

function wanted() {
  const words = $('words').value.toLowerCase().split(/\s+/).filter((w) => w);
  const [cause, verdict, decider] = ['cause', 'verdict', 'decider'].map((id) => $(id).value);
  const has = (x) => { const text = `${x.title} ${x.url} ${x.name} #${x.id}`.toLowerCase(); return words.every((w) => text.includes(w)); };
  return (d) => (!cause || d.cause === cause) && (!verdict || d.verdict === verdict) && (!decider || deciderOf(d) === decider) &&
    (!words.length || has(d) || has(d.group));
}

function choose() {
  const is = wanted();
  let members = 0;
  const chosen = groups.filter((g) => {
    members += showOf(g, g.members.filter(is)).count;
    return g.count;
  }).sort(orders[$('sort').value]);
  const all = facts.counts.drops;
  $('shown').textContent = `${plural(chosen.length, 'group')} with ${plural(members, 'drop')}` +
    (drops.length < all ? `; this page has ${count(drops.length)} of ${count(all)} drops, those of the largest groups` : '');
  groupList.show(chosen);
}

function options(select, values) {
  const many = new Map();
  for (const v of values) many.set(v, (many.get(v) || 0) + 1);
  for (const [v, n] of [...many].sort((a, b) => b[1] - a[1])) select.append(el('option', { value: v }, `${v} (${count(n)})`));
}

// ── the panes ──

const panes = ['groups', 'members', 'detail'];
const isNarrow = () => getComputedStyle($('members').querySelector('.back')).display !== 'none';

function goTo(pane, focuses = true) {
  document.body.dataset.pane = pane;
  if (focuses) (pane === 'groups' ? groupList.box : pane === 'members' ? memberList.box : $('drop')).focus({ preventScroll: !isNarrow() });
  if (isNarrow() && focuses) $(pane).scrollIntoView();
}

let openFolds = new Set(), shownMembers = [];

function showGroup(g) {
  $('original').replaceChildren();
  openFolds = new Set();
  shownMembers = g ? [...g.shown].sort((a, b) => !a.notable - !b.notable || a.score - b.score || b.bytes - a.bytes) : [];
  if (g)
    $('original').append(el('h3', {}, 'Kept: ', g.title || `#${g.id}`), el('div', { class: 'url' }, link(g.url, g.name)),
      ...(g.best && g.best !== g.url ? [el('div', { class: 'url' }, 'To cite: ', link(g.best))] : []));
  memberList.show(fold(shownMembers, openFolds));
}

// Opens or folds the line that is chosen. false: it is a drop.
function toggleFold() {
  const f = memberList.items[memberList.chosen];
  if (!f?.members) return false;
  if (!openFolds.delete(f.key)) openFolds.add(f.key);
  const items = fold(shownMembers, openFolds);
  memberList.show(items, items.findIndex((x) => x.key === f.key));
  memberList.row(memberList.chosen).scrollIntoView({ block: 'nearest' });
  return true;
}

// Of a folded line, shows its first drop.
const showMember = (d) => showDrop(d?.members ? d.members[0] : d);

function browse() {
  groupList = new List($('group-list'), { draw: drawGroup, choose: showGroup });
  memberList = new List($('member-list'), { draw: drawMember, choose: showMember });
  options($('cause'), drops.map((d) => d.cause));
  options($('verdict'), drops.map((d) => d.verdict));
  options($('decider'), drops.map(deciderOf));
  for (const id of ['words', 'cause', 'verdict', 'decider', 'sort']) $(id).addEventListener('input', choose);
  $('choose').addEventListener('submit', (e) => e.preventDefault());
  for (const b of document.querySelectorAll('.back')) b.addEventListener('click', () => goTo(b.dataset.to));
  const lead = (list, pane) => list.box.addEventListener('click', (e) => e.target.closest('.row') && isNarrow() && goTo(pane));
  memberList.box.addEventListener('click', (e) => { if (e.target.closest('.fold')) { toggleFold(); e.stopImmediatePropagation(); } });
  lead(groupList, 'members');
  lead(memberList, 'detail');
  choose();
}

// ── keys ──

function step(by) {
  const pane = document.body.dataset.pane;
  if (pane === 'detail' && !isNarrow()) memberList.move(by);
  else (pane === 'groups' ? groupList : memberList).move(by);
}

function side(by) {
  goTo(panes[Math.max(0, Math.min(2, panes.indexOf(document.body.dataset.pane) + by))]);
}

const keys = {
  j: () => step(1), k: () => step(-1), l: () => side(1), h: () => side(-1), '/': () => $('words').focus(), '?': () => $('keys').showModal(),
};
const inLists = {
  ArrowDown: () => step(1), ArrowUp: () => step(-1), ArrowRight: () => side(1), ArrowLeft: () => side(-1), Enter: () => (document.body.dataset.pane === 'members' && toggleFold()) || side(1),
  PageDown: () => step(10), PageUp: () => step(-10), Home: () => step(-1e9), End: () => step(1e9),
};

function onKey(e) {
  if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest('input, select, textarea, dialog')) return;
  const pane = e.target.closest('.pane');
  if (pane) document.body.dataset.pane = pane.id;
  const does = keys[e.key] || (e.target.closest('.list') && inLists[e.key]);
  if (!does) return;
  e.preventDefault();
  does(e);
}
