// live — for the page of `firstprint serve` only: queries and decisions.

// Kept for this tab, because a link within the page removes it from the address.
const remembered = (name) => { try { return sessionStorage.getItem(`firstprint-${name}`) || ''; } catch { return ''; } };
const remember = (name, value) => { try { sessionStorage.setItem(`firstprint-${name}`, value); } catch { /* optional */ } };
const token = new URLSearchParams(location.hash.slice(1)).get('token') || (live ? remembered('token') : '');

async function ask(path, body) {
  const response = await fetch(path, body === undefined ? {} : {
    method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Firstprint-Token': token }, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

let newsSeconds = 20, newsEnds;

function keepNews() {
  clearTimeout(newsEnds);
  newsEnds = setTimeout(() => { if ($('news').matches(':hover, :focus-within')) keepNews(); else $('news').hidden = true; }, newsSeconds * 1000);
}

// Shows a message until there is a click, some seconds have gone or another one replaces it. decisions: their numbers, if it tells of some.
function say(text, decisions) {
  $('news').replaceChildren(text, ...(decisions?.length ? [' ', el('button', { type: 'button', id: 'back', onclick: () => takeBack(decisions) }, 'Take it back')] : []));
  $('news').hidden = !text;
  keepNews();
}

let isBusy = false;

// Sends an action, and shows its result or error. One at a time, so that a double click does not hit the next drop.
async function act(path, body) {
  if (isBusy) return false;
  isBusy = true;
  try {
    const { said, decisions } = await ask(path, body);
    say(decisions ? `Decided: ${said}` : said, decisions);
    return decisions || true;
  } catch (e) {
    say(e.message);
    return false;
  } finally {
    setTimeout(() => { isBusy = false; }, 400);
  }
}

async function readState() {
  const state = await ask('state');
  facts.at = state.at;
  facts.counts = state.counts;
  tellStory();
}

// Removes an article that is no longer a drop from its group.
function removeDrop(d) {
  const g = d.group, at = groupList.chosen;
  g.members = g.members.filter((x) => x !== d);
  drops = drops.filter((x) => x !== d);
  choose();
  groupList.select(Math.min(at, groupList.items.length - 1), false);
  goTo(isNarrow() ? 'groups' : 'members');
}

async function undo(d) {
  if (!await act('undo', { id: d.id })) return;
  await readState();
  removeDrop(d);
  drawDecisions();
  $('news').firstChild.after(' The charts show it when the page is reloaded.');
}

async function prefer(d) {
  const decisions = await act('prefer', { id: d.id });
  if (!decisions) return;
  remember('said', JSON.stringify([$('news').firstChild.data, decisions]));
  location.reload();
}

async function takeBack(decisions) {
  if (await act('forget', { decisions })) drawDecisions();
}

// The decisions of the store, the newest first; none is shown if there is none.
async function drawDecisions() {
  const { decisions } = await ask('decisions'), called = (url, name) => url || (name ?? '').toString();
  const what = (x) => x.pattern ? [el('code', {}, x.pattern)] : [link(called(x.url, x.name)), x.what === 'drop' && [' of ', link(called(x.of_url, x.of_name))]];
  $('decisions').hidden = !decisions.length;
  $('decision-list').replaceChildren(...decisions.map((x) => el('li', {}, el('span', { class: 'word' }, x.what), ' ', what(x), ' ', el('span', { class: 'said' }, x.at), ' ',
    token && el('button', { type: 'button', 'aria-label': `Take it back: decision ${x.id}`, onclick: () => takeBack([x.id]) }, 'Take it back'))));
}

// By its key, an answer goes on to the next drop; a click stays, since the next click may be on another button.
async function label(d, answer, goesOn) {
  if (!await act('label', { id: d.id, label: answer })) return;
  d.label = answer;
  memberList.redraw();
  if (goesOn) memberList.move(1);
}

function drawActions(d) {
  if (!token) return el('p', { class: 'said' }, 'To decide, open the address with the token that firstprint serve printed.');
  return el('div', { class: 'actions' },
    el('button', { type: 'button', id: 'undo', onclick: () => undo(d) }, 'Keep it, too'),
    el('button', { type: 'button', id: 'prefer', onclick: () => prefer(d) }, 'Keep it instead'),
    el('button', { type: 'button', id: 'yes', onclick: () => label(d, 'dup') }, 'y: one article'),
    el('button', { type: 'button', id: 'no', onclick: () => label(d, 'neg') }, 'n: two articles'));
}

Object.assign(keys, {
  u: () => $('back')?.click(),
  y: (e) => token && shownDrop && !e.repeat && label(shownDrop, 'dup', true), n: (e) => token && shownDrop && !e.repeat && label(shownDrop, 'neg', true),
});

// ── any article ──

function drawSteps(x) {
  return el('table', {}, el('tbody', {}, x.steps.map((s) => el('tr', {}, el('th', { scope: 'row' }, s.about), el('td', {}, s.text)))));
}

function drawNeighbours({ near, has_index: hasIndex, id }) {
  return [el('h3', {}, 'The articles most like it'),
    !hasIndex && el('p', {}, 'They are found by the index, which is made by ', el('code', {}, `firstprint index ${typed(facts.stores)}`)),
    hasIndex && near.length === 0 && el('p', {}, 'None has a run of three words in common with it.'),
    near.map((x) => el('p', {}, `${short(x.resemblance)} `, el('span', { class: 'word' }, x.kind), ` #${x.id} `, link(x.url, x.title), ' ',
      token && x.kind === 'page' && el('button', { type: 'button', onclick: () => act('drop', { id, of: x.id }).then((done) => done && (drawDecisions(), showArticle(`#${id}`))) },
        `Drop #${id} as a copy of it`)))];
}

async function showArticle(what) {
  const box = $('answer');
  box.replaceChildren(el('p', {}, 'Asking …'));
  try {
    const x = await ask(`explain?what=${encodeURIComponent(what)}`);
    box.replaceChildren(el('h3', {}, link(x.url)), drawSteps(x), ...(x.id ? drawNeighbours(x).flat() : []).filter((e) => e));
  } catch (e) {
    await showFound(what, e.message, box);
  }
}

async function showFound(words, otherwise, box) {
  try {
    const { found } = await ask(`search?words=${encodeURIComponent(words)}`);
    box.replaceChildren(found.length ? el('h3', {}, plural(found.length, 'article')) : el('p', {}, otherwise),
      ...found.map((x) => el('p', {}, el('button', { type: 'button', onclick: () => showArticle(`#${x.id}`) }, `#${x.id}`), ' ',
        el('strong', {}, x.title || ''), ' ', el('span', { class: 'word' }, x.kind), ' ', link(x.url))));
  } catch (e) {
    box.replaceChildren(el('p', { role: 'alert' }, `${otherwise}; ${e.message}`));
  }
}

// ── another filter ──

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

function drawChange(c) {
  const name = (v) => (!v.of ? v.verdict : v.verdict === 'supersedes' ? `supersedes #${v.of}` : `${v.verdict} ${v.verdict === 'contained' ? 'in' : 'of'} #${v.of}`);
  const box = el('details', { class: 'chart' }, el('summary', {}, `#${c.id} `, c.url || '', ': ', el('strong', {}, `${name(c.was)} → ${name(c.now)}`),
    ` (${c.now.filter}, ${c.now.stage || '-'}, score ${short(c.now.score)})`));
  box.addEventListener('toggle', async () => {
    const of = c.now.of || c.was.of;
    if (!box.open || box.children.length > 1 || !of) return;
    try { const x = await ask(`diff?a=${of}&b=${c.id}`); box.append(el('p', { class: 'said' }, tally(x, `#${of}`, `#${c.id}`)), drawParts(x.parts)); } catch (e) { box.append(el('p', { role: 'alert' }, e.message)); }
  });
  return box;
}

async function tryFilter() {
  const box = $('changes');
  box.replaceChildren(el('p', { role: 'status' }, 'Judging all articles again; nothing is changed …'));
  try {
    await ask('judge', { filter: $('spec').value });
    let x = await ask('judge');
    for (; x.running; x = await ask('judge')) {
      box.firstChild.textContent = `Judging all articles again; nothing is changed: ${count(x.done)} of ${count(x.all)}`;
      await sleep(300);
    }
    if (x.error) throw new Error(x.error);
    box.replaceChildren(el('p', { role: 'status' }, `With ${x.filter}: ${plural(x.total, 'article')} would be judged otherwise` +
      `${x.total > x.changes.length ? `; the first ${count(x.changes.length)}` : ''}. To do it: `,
      el('code', {}, `firstprint judge ${typed(facts.stores)} --filter ${quoted(x.asked)} --apply`)),
      ...x.changes.map(drawChange));
  } catch (e) {
    box.replaceChildren(el('p', { role: 'alert' }, e.message));
  }
}

function drawTools() {
  const form = (id, text, value, button, submit) => el('form', { class: 'actions', onsubmit: (e) => { e.preventDefault(); submit(); } },
    el('label', { class: 'grow' }, el('span', {}, text), el('input', { id, value, required: true, autocomplete: 'off', spellcheck: 'false' })),
    el('button', { class: 'main' }, button));
  $('what-if').append(
    el('div', { class: 'chart' }, el('h3', {}, 'Another filter'), token
      ? form('spec', 'A filter with its options, as --filter takes it', facts.filter.replace(/@\d+/g, ''), 'Show what would change', tryFilter)
      : el('p', { class: 'said' }, 'Open the address with the token that firstprint serve printed.'), el('div', { id: 'changes' })),
    el('div', { class: 'chart' }, el('h3', {}, 'Any article'),
      form('what', 'An id, a URL, or words (with an index)', '', 'Explain', () => showArticle($('what').value)), el('div', { id: 'answer' })));
}

// Tells each news once.
async function watch() {
  let told = '';
  const tell = (text) => { if (text !== told) say(told = text); };
  for (let isThere = true; isThere;) {
    await sleep(5000);
    try {
      const now = await ask('state'), more = now.at - facts.at;
      if (more > 0) tell(`The store has ${plural(more, 'new article')}: reload the page to see them.`);
      else if (now.counts.pages !== facts.counts.pages || now.counts.drops !== facts.counts.drops) tell('The store was judged anew: reload the page to see it.');
    } catch {
      tell('firstprint serve has ended.');
      isThere = false;
    }
  }
}

function startLive() {
  for (const e of document.querySelectorAll('.live')) e.hidden = false;
  remember('token', token);
  say(...JSON.parse(remembered('said') || '[""]'));
  remember('said', '');
  document.addEventListener('click', () => { $('news').hidden = true; });
  drawTools();
  drawDecisions();
  watch();
}
