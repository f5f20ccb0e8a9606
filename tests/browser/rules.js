// rules — what a page must keep for everybody to be able to read it; each breach is a sentence. After WCAG 2.1: 1.1.1, 1.3.1, 1.4.3,
// 2.1.1, 2.4.6, 4.1.1, 4.1.2.
(() => {
  const breaches = [];
  const name = (e) => `${e.tagName.toLowerCase()}${e.id ? `#${e.id}` : ''}${e.className && e.className.baseVal === undefined ? `.${e.className}` : ''}`;
  const isSeen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const all = [...document.body.querySelectorAll('*')].filter(isSeen);

  // ── contrast ──
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (c) => c.slice(0, 3).map((v) => v / 255).map((v) => (v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const ratio = (a, b) => (Math.max(light(a), light(b)) + .05) / (Math.min(light(a), light(b)) + .05);
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const c = rgba(getComputedStyle(e).backgroundColor);
      if (c[3] === 255) return c;
    }
    return [255, 255, 255, 255];
  };
  for (const e of all) {
    const hasText = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!hasText || e.closest('option, noscript, script, style')) continue;
    const style = getComputedStyle(e), color = e.closest('svg') ? style.fill : style.color;
    const is = ratio(rgba(color), ground(e)), least = parseFloat(style.fontSize) >= 24 ? 3 : 4.5;
    if (is < least) breaches.push(`${name(e)}: contrast ${is.toFixed(2)} below ${least}: ${e.textContent.trim().slice(0, 30)}`);
  }

  // ── names ──
  const labelled = (e) => e.getAttribute('aria-label') || e.getAttribute('title') ||
    (e.getAttribute('aria-labelledby') || '').split(' ').map((id) => document.getElementById(id)?.textContent || '').join('').trim();
  for (const e of all) {
    if (e.matches('input, select, textarea') && !e.labels?.length && !labelled(e)) breaches.push(`${name(e)}: a field without a label`);
    if (e.matches('button, a[href], summary') && !e.textContent.trim() && !labelled(e)) breaches.push(`${name(e)}: cannot be named`);
    if (e.matches('svg, img, canvas') && !labelled(e) && e.getAttribute('aria-hidden') !== 'true') breaches.push(`${name(e)}: a picture without words`);
    if (e.matches('[role=listbox], [role=dialog], dialog, [role=region], nav, section') && !labelled(e) && !e.querySelector('h2')) breaches.push(`${name(e)}: a part without a name`);
    if (e.matches('[role=option]') && !e.closest('[role=listbox]')) breaches.push(`${name(e)}: an option outside of a list`);
    if (e.matches('th') && !e.getAttribute('scope')) breaches.push(`${name(e)}: a head of what? scope is missing`);
    if (e.matches('[onclick], [onload], [onerror]')) breaches.push(`${name(e)}: a script in an attribute`);
    const reached = e.tabIndex >= 0;
    if (e.scrollHeight > e.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(e).overflowY) && !reached &&
        !e.querySelector('a, button, input, [tabindex="0"]')) breaches.push(`${name(e)}: cannot be scrolled by keys`);
  }
  const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
  for (const id of ids.filter((x, i) => ids.indexOf(x) !== i)) breaches.push(`#${id}: an id twice`);
  for (const e of document.querySelectorAll('[aria-labelledby], [aria-activedescendant], [for]'))
    for (const a of ['aria-labelledby', 'aria-activedescendant', 'for'])
      for (const id of (e.getAttribute(a) || '').split(' ').filter((x) => x))
        if (!document.getElementById(id)) breaches.push(`${name(e)}: ${a} leads to no #${id}`);

  // ── the page ──
  if (!document.documentElement.lang) breaches.push('the page has no language');
  if (!document.title) breaches.push('the page has no title');
  if (document.querySelectorAll('h1').length !== 1) breaches.push('the page must have one h1');
  const levels = all.filter((e) => /^H[1-6]$/.test(e.tagName)).map((e) => Number(e.tagName[1]));
  levels.forEach((l, i) => { if (i && l > levels[i - 1] + 1) breaches.push(`a heading of level ${l} behind one of level ${levels[i - 1]}`); });
  if (document.documentElement.scrollWidth > innerWidth) breaches.push(`wider than the window: ${document.documentElement.scrollWidth} of ${innerWidth}`);
  return breaches;
})()
