// draw — elements. Text from the web only ever becomes a text node.

const $ = (id) => document.getElementById(id);

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
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

// A word for a shell.
const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

const verdicts = [['duplicate', 'exact copies'], ['near-duplicate', 'near-duplicates'], ['contained', 'parts of a page']];

// ── lists of many rows: those behind the first are drawn when they are nearly seen ──

const CHUNK = 100;

class List {
  // draw(item): its row. choose(item): it was chosen; null: there is none.
  constructor(box, { draw, choose }) {
    Object.assign(this, { box, draw, choose, items: [], chosen: -1, drawn: 0 });
    this.end = el('div', { role: 'presentation' });
    new IntersectionObserver((seen) => seen.some((s) => s.isIntersecting) && this.more(), { rootMargin: '300px' }).observe(this.end);
    box.addEventListener('click', (e) => {
      const row = e.target.closest('.row');
      if (row) this.select(Number(row.dataset.at), true);
    });
  }

  show(items, chosen = 0) {
    this.items = items;
    this.drawn = 0;
    this.chosen = -1;
    this.box.replaceChildren(this.end);
    this.box.scrollTop = 0;
    this.more();
    if (items.length) this.select(Math.min(chosen, items.length - 1), false);
    else this.choose(null);
  }

  more(least = 0) {
    const to = Math.min(this.items.length, Math.max(this.drawn + CHUNK, least));
    for (; this.drawn < to; this.drawn++) {
      const row = this.draw(this.items[this.drawn]);
      fill(row, { id: `${this.box.id}-${this.drawn}`, role: 'option', 'aria-selected': 'false', 'data-at': this.drawn,
        'aria-setsize': this.items.length, 'aria-posinset': this.drawn + 1 }, []);
      this.end.before(row);
    }
  }

  row(i) { return $(`${this.box.id}-${i}`); }

  select(i, byHand) {
    if (i < 0 || i >= this.items.length) return;
    this.more(i + 2);
    this.row(this.chosen)?.setAttribute('aria-selected', 'false');
    this.chosen = i;
    this.row(i).setAttribute('aria-selected', 'true');
    this.box.setAttribute('aria-activedescendant', this.row(i).id);
    if (byHand) this.row(i).scrollIntoView({ block: 'nearest' });
    this.choose(this.items[i]);
  }

  move(by) { this.select(Math.max(0, Math.min(this.items.length - 1, this.chosen + by)), true); }
  redraw() { this.show(this.items, Math.max(this.chosen, 0)); }
}
