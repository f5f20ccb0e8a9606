// detail — one drop: why it was dropped, and its text beside its original's.

let shownDrop = null, shows = 0; // shows: which call is the last one, since a detail may arrive late

function drawParts(parts) {
  const box = el('div', { class: 'diff', lang: '' });
  let behindFold = true;
  for (let [kind, what] of parts) {
    if (behindFold && kind !== '…') what = what.trimStart();
    behindFold = kind === '…';
    if (kind === '=') box.append(what);
    else if (kind === '-') box.append(el('del', {}, what));
    else if (kind === '+') box.append(el('ins', {}, what));
    else box.append(el('span', { class: 'fold' }, `… ${plural(what, 'word or mark', 'words and marks')} in both …`));
  }
  return box;
}

function tally(x, first = 'the original', second = 'the drop') {
  if (!x.removed && !x.added) return `The texts are equal: ${count(x.same)} words and marks.`;
  return `${count(x.same)} words and marks in both, ${count(x.removed)} only in ${first}, ${count(x.added)} only in ${second}.`;
}

// The check that decided comes before the texts; the earlier checks, and what would change the verdict, come after them.
function drawChecks(x) {
  return el('details', {}, el('summary', {}, `${plural(x.why.length, 'check')}, and what would be otherwise`),
    el('ol', {}, ...x.why.map((s) => el('li', {}, s))), x.otherwise.length > 0 && el('p', { class: 'said' }, x.otherwise.join(' ')));
}

const command = (what, d) => el('code', {}, `firstprint inspect ${typed(facts.stores)} ${what} '#${d.id}'`);

function drawDetail(d, x) {
  return [x.why.length > 0 && el('p', {}, x.why.at(-1)), el('p', { class: 'said' }, tally(x)), drawParts(x.parts),
    x.left > 0 && el('p', { class: 'said' }, `${plural(x.left, 'change')} more: `, command('diff', d)), drawChecks(x)];
}

// For drops without texts: in a large store, the page has only some of them.
const drawNone = (d) => [el('p', {}, `Decided by ${d.filter}, stage ${d.stage || '-'}: ${against(d)}.`),
  el('p', { class: 'said' }, 'This page has no room for the text of this one: ', command('explain', d), ', ', command('diff', d))];

function drawHead(d) {
  return [el('h3', {}, d.verdict === 'contained' ? 'Contained in the original' : `A ${d.verdict}`, d.verdict === 'duplicate' ? '' : `, ${against(d)}`),
    el('div', { class: 'url' }, link(d.url, d.name)), live && drawActions(d)];
}

async function showDrop(d) {
  const shown = ++shows;
  shownDrop = d;
  $('drop').replaceChildren();
  if (!d) return;
  let x = facts.details[d.id];
  $('drop').append(...drawHead(d).filter((e) => e));
  if (!x && live) {
    try { x = await ask(`detail?id=${d.id}`); } catch (e) { $('drop').append(el('p', { role: 'alert' }, e.message)); }
    if (shown !== shows) return;
  }
  $('drop').append(...(x ? drawDetail(d, x) : drawNone(d)).filter((e) => e));
  $('drop').scrollTop = 0;
}
