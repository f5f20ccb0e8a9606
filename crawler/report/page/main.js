// main — builds the page.

function tellStory() {
  const c = facts.counts;
  const parts = [['duplicate', c.duplicates, 'exact copy', 'exact copies'], ['near-duplicate', c['near-duplicates'], 'near-duplicate', 'near-duplicates'],
    ['contained', c.contained, 'part of a page', 'parts of a page']].filter((p) => p[1]);
  const said = parts.map(([, n, one, many]) => plural(n, one, many));
  $('story').textContent = !c.fetched ? 'This store has no article yet.' : `Of ${plural(c.fetched, 'article')}, ${count(c.pages)} ${c.pages === 1 ? 'was' : 'were'} kept and ${count(c.drops)} dropped` +
    (c.drops ? `: ${said.join(', ')}. The texts of the drops are ${size(c['drop-text-bytes'])}; the store keeps them in ${size(c['drop-text-bytes'] - c['saved-bytes'])}.` : '.');
  const all = [['kept', c.pages, 'kept'], ...parts.map(([v, n, , many]) => [v, n, many])].filter((p) => p[1]);
  const strip = el('div', { class: 'fate', role: 'img', 'aria-label': all.map((p) => `${p[2]} ${count(p[1])}`).join(', ') });
  for (const [name, n] of all) {
    const piece = el('div', { class: name });
    piece.style.flex = `${n} 0 2px`;
    strip.append(piece);
  }
  $('fate').replaceChildren(strip, el('ul', { class: 'legend' }, all.map(([name, n, text]) =>
    el('li', {}, el('i', { class: name }), `${text} ${count(n)} (${(100 * n / c.fetched).toFixed(1)} %)`))));
}

function chooseTheme() {
  const remembered = () => { try { return localStorage.getItem('firstprint-theme') || ''; } catch { return ''; } };
  const set = (theme) => { document.documentElement.dataset.theme = theme; };
  $('theme').value = remembered();
  set($('theme').value);
  $('theme').addEventListener('input', () => {
    set($('theme').value);
    try { localStorage.setItem('firstprint-theme', $('theme').value); } catch { /* not allowed for file: pages */ }
  });
}

async function start() {
  chooseTheme();
  $('help').addEventListener('click', () => $('keys').showModal());
  document.addEventListener('keydown', onKey);
  readFacts(await unpack($('data').textContent));
  $('about').textContent = `${facts.counts.urls ? `${plural(facts.counts.urls, 'URL')} seen; ` : ''}made ${facts.made_at} by firstprint ${facts.version}`;
  tellStory();
  drawCauses();
  browse();
  if (live) startLive();
  if (!groups.length) $('browse').hidden = true;
  if (facts.counts.fetched) drawDecided();
  else $('decided').hidden = true;
  drawWhere();
  drawBeside();
  drawWhen();
  $('foot').append('The same in a terminal: ', el('code', {}, `firstprint inspect ${typed(facts.stores)}`));
  if (facts.stores.length === 1)
    $('foot').append(' · one drop taken back: ', el('code', {}, `firstprint undo ${typed(facts.stores)} ID`),
      ' · another setting tried: ', el('code', {}, `firstprint judge ${typed(facts.stores)} --filter SPEC`));
  document.body.dataset.ready = 'yes';
}

start();
