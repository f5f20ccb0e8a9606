// draw — elements. Text from the web only ever becomes a text node.

const $ = (id) => document.getElementById(id);

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

const el = (tag, properties = {}, ...children) => fill(document.createElement(tag), properties, children);
const svg = (tag, properties = {}, ...children) =>
  fill(document.createElementNS('http://www.w3.org/2000/svg', tag), properties, children);

const count = (n) => n.toLocaleString('en');
const plural = (n, one, many = one + 's') => `${count(n)} ${n === 1 ? one : many}`;
const short = (x) => Number(x.toPrecision(3)).toString();

function size(n) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let i = 0;
  for (; n >= 1000 && i < units.length - 1; i++) n /= 1000;
  return `${i && n < 10 ? n.toFixed(1) : Math.round(n)} ${units[i]}`;
}

// Only web addresses become links.
function link(url, otherwise = '') {
  if (!/^https?:\/\//i.test(url || '')) return el('span', {}, url || otherwise);
  return el('a', { href: url, rel: 'noreferrer noopener', target: '_blank' }, url);
}

// Quotes a word for a shell, so that it is not taken for an option.
function quoted(word) {
  const name = word.startsWith('-') ? `./${word}` : word;
  return /^[\w@%+=:,./-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

// Quotes all stores for a shell.
const typed = (stores) => stores.map(quoted).join(' ');

// ── long lists, which draw only the rows in and near the view ──

const CHUNK = 100;

class List {
  // draw(item) returns its row. choose(item) is called when it is chosen; null: the list is empty.
  constructor(box, { draw, choose }) {
    Object.assign(this, { box, draw, choose, items: [], chosen: -1, from: 0, to: 0 });
    this.start = el('div', { role: 'presentation' });
    this.end = el('div', { role: 'presentation' });
    this.seen = new IntersectionObserver((all) => all.filter((s) => s.isIntersecting).forEach((s) => (s.target === this.end ? this.behind() : this.before())),
      { rootMargin: '300px' });
    box.addEventListener('click', (e) => {
      const row = e.target.closest('.row');
      if (row) this.select(Number(row.dataset.at), true);
    });
  }

  show(items, chosen = 0) {
    this.items = items;
    this.chosen = -1;
    this.open(0);
    if (items.length) this.select(Math.min(chosen, items.length - 1), false);
    else this.choose(null);
  }

  // Draws the rows around one, and no others.
  open(at) {
    this.from = this.to = Math.max(0, at - CHUNK / 2);
    this.box.replaceChildren(this.start, this.end);
    this.box.removeAttribute('aria-activedescendant');
    this.box.scrollTop = 0;
    this.behind();
    this.watch(this.start);
  }

  // Makes the observer report again whether this is visible: it reports only changes, and this may stay in view.
  watch(edge) {
    this.seen.unobserve(edge);
    this.seen.observe(edge);
  }

  drawRow(i) {
    return fill(this.draw(this.items[i]), { id: `${this.box.id}-${i}`, role: 'option', 'aria-selected': String(i === this.chosen), 'data-at': i,
      'aria-setsize': this.items.length, 'aria-posinset': i + 1 }, []);
  }

  behind() {
    const rows = [];
    for (const to = Math.min(this.items.length, this.to + CHUNK); this.to < to; this.to++) rows.push(this.drawRow(this.to));
    this.end.before(...rows);
    if (rows.length) this.watch(this.end);
  }

  before() {
    const rows = [], at = this.from, height = this.box.scrollHeight;
    for (this.from = Math.max(0, at - CHUNK); rows.length < at - this.from;) rows.push(this.drawRow(this.from + rows.length));
    this.start.after(...rows);
    this.box.scrollTop += this.box.scrollHeight - height;
    if (rows.length) this.watch(this.start);
  }

  row(i) { return $(`${this.box.id}-${i}`); }

  select(i, byHand) {
    if (i < 0 || i >= this.items.length) return;
    if (i < this.from || i >= this.to) this.open(i);
    this.row(this.chosen)?.setAttribute('aria-selected', 'false');
    this.chosen = i;
    this.row(i).setAttribute('aria-selected', 'true');
    this.box.setAttribute('aria-activedescendant', this.row(i).id);
    if (byHand) this.row(i).scrollIntoView({ block: 'nearest' });
    this.choose(this.items[i]);
  }

  move(by) { this.select(Math.max(0, Math.min(this.items.length - 1, this.chosen + by)), true); }
  redraw() { this.row(this.chosen)?.replaceWith(this.drawRow(this.chosen)); }
}
