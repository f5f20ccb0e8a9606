#include "plugin/index/suffixes.h"

#include <stdlib.h>

#include "plugin/index/grow32.h"

#define NONE UINT32_MAX
enum { ROOT = 0 };

/* ── states and edges ── */

/* A new state without link and edges, which the caller adds. NONE: out of memory. */
static uint32_t new_state(suffix_automaton *m, uint32_t len, uint32_t page)
{
	struct suffix_state *states = grow32(m->states, m->len, &m->room, sizeof *states);

	if (!states)
		return NONE;
	m->states = states;
	m->states[m->len] = (struct suffix_state){len, NONE, CHAINS_END, page, page, NONE};
	return m->len++;
}

/* All bits are mixed, since the lowest ones choose the bucket: the last steps of MurmurHash3. */
static uint32_t edge_key(uint32_t from, uint32_t symbol)
{
	uint64_t h = (uint64_t)from << 32 | symbol;

	h = (h ^ h >> 33) * UINT64_C(0xff51afd7ed558ccd);
	h = (h ^ h >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
	return (uint32_t)(h >> 32);
}

static uint32_t find_edge(const suffix_automaton *m, uint32_t from, uint32_t symbol)
{
	uint32_t e = chains_first(&m->lookup, edge_key(from, symbol));

	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): each entry of lookup has its edge */
	while (e != CHAINS_END && (m->edges[e].from != from || m->edges[e].symbol != symbol))
		e = chains_next(&m->lookup, e);
	return e;
}

static bool add_edge(suffix_automaton *m, uint32_t from, uint32_t symbol, uint32_t to)
{
	uint32_t e = m->lookup.len;
	struct suffix_edge *edges = grow32(m->edges, e, &m->edges_room, sizeof *edges);

	if (!edges)
		return false;
	m->edges = edges;
	if (!chains_push(&m->lookup, edge_key(from, symbol)))
		return false;
	m->edges[e] = (struct suffix_edge){from, symbol, to, m->states[from].edges};
	m->states[from].edges = e;
	return true;
}

/* ── adding a code to the automaton ── */

/* Splits state `whole`, to which symbol leads from state `from`. The page that is being added has only the shorter of its
 * substrings: those at most one symbol longer than the longest of `from` move to a new state, which is returned. NONE: out
 * of memory. */
static uint32_t part(suffix_automaton *m, uint32_t from, uint32_t symbol, uint32_t whole)
{
	uint32_t p = new_state(m, m->states[from].len + 1, NONE);

	if (p == NONE)
		return NONE;
	m->states[p].first = m->states[whole].first;
	m->states[p].shortest = m->states[whole].shortest;
	m->states[p].link = m->states[whole].link;
	for (uint32_t e = m->states[whole].edges; e != CHAINS_END; e = m->edges[e].next)
		if (!add_edge(m, p, m->edges[e].symbol, m->edges[e].to))
			return NONE;
	m->states[whole].link = p;
	for (; from != NONE; from = m->states[from].link) {
		uint32_t e = find_edge(m, from, symbol);

		if (e == CHAINS_END || m->edges[e].to != whole)
			break;
		m->edges[e].to = p;
	}
	return p;
}

/* The state whose longest substring is that of `from` and then symbol; split off if there is none. The edge exists. */
static uint32_t step(suffix_automaton *m, uint32_t from, uint32_t symbol)
{
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): each entry of lookup has its edge */
	uint32_t to = m->edges[find_edge(m, from, symbol)].to;

	return m->states[to].len == m->states[from].len + 1 ? to : part(m, from, symbol, to);
}

/* The state one symbol after `last`. NONE: out of memory; the automaton must be built again. */
static uint32_t extend(suffix_automaton *m, uint32_t last, uint32_t symbol, uint32_t page)
{
	uint32_t from = last, end;

	if (find_edge(m, last, symbol) != CHAINS_END)
		return step(m, last, symbol);
	end = new_state(m, m->states[last].len + 1, page);
	if (end == NONE)
		return NONE;
	for (; from != NONE && find_edge(m, from, symbol) == CHAINS_END; from = m->states[from].link)
		if (!add_edge(m, from, symbol, end))
			return NONE;
	if (from == NONE) {
		m->states[end].link = ROOT;
		return end;
	}
	last = step(m, from, symbol);
	m->states[end].link = last;
	return last == NONE ? NONE : end;
}

/* Records the page in every state of its substrings: those of its prefixes, and all that their links lead to. */
static void mark(suffix_index *x, uint32_t page)
{
	struct suffix_state *states = x->automaton.states;
	const struct page_entry *p = pages_get(&x->pages, page);
	const uint32_t *code = p->bytes;
	uint32_t at = ROOT;

	for (size_t i = 0; i < p->len / sizeof *code; i++) {
		at = x->automaton.edges[find_edge(&x->automaton, at, code[i])].to;
		for (uint32_t s = at; s != ROOT && states[s].marked != page; s = states[s].link) {
			states[s].marked = page;
			if (p->len < pages_get(&x->pages, states[s].shortest)->len)
				states[s].shortest = page;
		}
	}
}

static bool learn(suffix_index *x, uint32_t page)
{
	const uint32_t *code = pages_get(&x->pages, page)->bytes;
	size_t n = pages_get(&x->pages, page)->len / sizeof *code;
	uint32_t last = ROOT;

	if (x->automaton.len == 0 && new_state(&x->automaton, 0, NONE) == NONE)
		return false;
	for (size_t i = 0; i < n && last != NONE; i++)
		last = extend(&x->automaton, last, code[i], page);
	if (last != NONE)
		mark(x, page);
	return last != NONE;
}

/* ── adding and removing pages ── */

static void automaton_free(suffix_automaton *m)
{
	free(m->states);
	free(m->edges);
	chains_free(&m->lookup);
	*m = (suffix_automaton){0};
}

/* Builds the automaton again from the pages that are left. */
static bool relearn(suffix_index *x)
{
	automaton_free(&x->automaton);
	x->is_stale = true;
	for (uint32_t page = 0; page < x->pages.len; page++)
		if (pages_get(&x->pages, page)->bytes && !learn(x, page))
			return false;
	x->is_stale = false;
	return true;
}

bool suffixes_add(suffix_index *x, uint64_t id, const uint32_t *code, size_t n)
{
	uint32_t entry;

	if (pages_add(&x->pages, id, &(firstprint_signature){(const uint8_t *)code, n * sizeof *code}, &entry))
		return false;
	if (x->is_stale ? relearn(x) : learn(x, x->pages.len - 1))
		return true;
	pages_remove(&x->pages, entry);
	x->is_stale = true;
	return false;
}

void suffixes_remove(suffix_index *x, uint64_t id)
{
	uint32_t entry = pages_find(&x->pages, id);

	if (entry == PAGES_NONE)
		return;
	pages_remove(&x->pages, entry);
	x->is_stale = true; /* built again when the next page is added */
}

/* ── queries ── */

/* The best pages so far. */
typedef struct walk {
	const suffix_index *index;
	suffix_match holder, held;
} walk;

static suffix_match match_of(const struct page_entry *p, uint32_t common)
{
	return (suffix_match){p->id, common, p->len / (uint32_t)sizeof(uint32_t)};
}

static void consider_holder(walk *w, uint32_t page, uint32_t common)
{
	const struct page_entry *p = pages_get(&w->index->pages, page);
	const suffix_match *best = &w->holder;

	if (common > best->common || (common == best->common && p->id < best->id))
		w->holder = match_of(p, common);
}

static void consider_held(walk *w, uint32_t page, uint32_t common)
{
	suffix_match new = match_of(pages_get(&w->index->pages, page), common);
	const suffix_match *best = &w->held;
	uint64_t share = (uint64_t)common * best->len, best_share = (uint64_t)best->common * new.len;

	if (!best->id || share > best_share || (share == best_share && new.id < best->id))
		w->held = new;
}

/* Considers the longest common substring that ends at the current symbol, of length common and in state at, and all its
 * suffixes. */
static void consider(walk *w, uint32_t at, uint32_t common)
{
	const struct suffix_state *states = w->index->automaton.states;

	if (at == ROOT)
		return;
	consider_holder(w, states[at].first, common);
	consider_held(w, states[at].shortest, common);
	for (at = states[at].link; at != ROOT; at = states[at].link)
		consider_held(w, states[at].shortest, states[at].len);
}

static walk ask(const suffix_index *x, const uint32_t *code, size_t n)
{
	const suffix_automaton *m = &x->automaton;
	walk w = {.index = x};
	uint32_t at = ROOT, common = 0;

	for (size_t i = 0; i < n && m->len; i++) {
		uint32_t e = find_edge(m, at, code[i]);

		while (e == CHAINS_END && at != ROOT) {
			at = m->states[at].link;
			common = m->states[at].len;
			e = find_edge(m, at, code[i]);
		}
		if (e == CHAINS_END)
			continue;
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): each entry of lookup has its edge */
		at = m->edges[e].to;
		consider(&w, at, ++common);
	}
	return w;
}

/* The query while the automaton is stale: each page is compared with an automaton of the newcomer. Slower, with the same
 * answers. */
static bool scan(const suffix_index *x, const uint32_t *code, size_t n, walk *out)
{
	suffix_index newcomer = {0};
	walk w = {.index = x};
	bool done = suffixes_add(&newcomer, 1, code, n);

	for (uint32_t page = 0; done && page < x->pages.len; page++) {
		const struct page_entry *p = pages_get(&x->pages, page);
		uint32_t common = p->bytes ? ask(&newcomer, p->bytes, p->len / sizeof *code).holder.common : 0;

		if (!common)
			continue;
		consider_holder(&w, page, common);
		consider_held(&w, page, common);
	}
	suffixes_free(&newcomer);
	*out = w;
	return done;
}

bool suffixes_find(const suffix_index *x, const uint32_t *code, size_t n, suffix_match *holder, suffix_match *held)
{
	walk w;

	if (!x->is_stale)
		w = ask(x, code, n);
	else if (!scan(x, code, n, &w))
		return false;
	*holder = w.holder;
	*held = w.held;
	return true;
}

size_t suffixes_memory(const suffix_index *x)
{
	return pages_memory(&x->pages) + x->automaton.room * sizeof *x->automaton.states +
	       x->automaton.edges_room * sizeof *x->automaton.edges + chains_memory(&x->automaton.lookup);
}

void suffixes_free(suffix_index *x)
{
	pages_free(&x->pages);
	automaton_free(&x->automaton);
	x->is_stale = false;
}
