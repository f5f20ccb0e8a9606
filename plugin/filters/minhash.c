/* minhash — drops a page whose shingles resemble those of a stored page: MinHash with bands (LSH).
 *
 * Broder: On the Resemblance and Containment of Documents, 1997; Indyk, Motwani, STOC 1998 (bands). It is the method most
 * other tools use, built as it usually is:
 *
 *	h_i(A) = min over shingles s of A of hash_i(s)     P(h_i(A) = h_i(B)) = r(A, B)
 *	a pair is proposed if all rows of at least one band agree, and confirmed if the share of i with equal h_i is ≥ τ
 *
 * With b bands of r rows, a pair of resemblance x is proposed with probability 1 − (1 − x^r)^b. With the defaults, 32 bands
 * of 4 rows, that is 0.23 for x = 0.3, 0.87 for 0.5 and more than 0.999 for 0.7. A shingle is a run of `shingle` words; in
 * texts without spaces, of `shingle` + 1 characters. A separate hash function for each h_i would take |A| · 128 strong
 * hashes; instead, each hash_i multiplies one strong hash by a random number and adds another (Dietzfelbinger et al. 1997):
 * pairwise independent, and cheap.
 *
 * It has no defence against template twins, short pages or quoted text, as the default filter, cascade, has.
 *
 * Signature: text digest 16 bytes, number of shingles 4, then 4 for each minimum. */
#include <stdlib.h>
#include <string.h>

#include "plugin/firstprint.h"
#include "plugin/index/candidates.h"
#include "plugin/index/digests.h"
#include "plugin/index/verdicts.h"
#include "plugin/text/shingles.h"

enum { HASHES_MOST = 16384, BANDS_MOST = 1024, ROWS_MOST = 64 };
enum { COMPARED_MOST = 1024 }; /* pages that are compared with the newcomer: those with most bands in common */

struct minhash {
	int64_t bands, rows, shingle; /* the options */
	double tau;
	const firstprint_host *host;
	feature_key key;
	uint64_t *factors, *terms; /* of each hash_i */
	digest_index texts;
	postings bands_of;
	candidates *proposed;
};

struct mins {
	uint8_t text[TEXT_DIGEST_SIZE];
	uint32_t shingles;
	uint32_t hashes[]; /* the minima: bands · rows of them */
};

static size_t hashes_of(const struct minhash *m)
{
	return (size_t)(m->bands * m->rows);
}

static size_t signature_len(const struct minhash *m)
{
	return sizeof(struct mins) + hashes_of(m) * sizeof(uint32_t);
}

static int open_minhash(void *state, const firstprint_host *host)
{
	struct minhash *m = state;

	if (hashes_of(m) > HASHES_MOST) {
		host->complain(host->context, "bands times rows must be at most 16384");
		return FIRSTPRINT_BAD_OPTION;
	}
	m->host = host;
	feature_key_init(&m->key, host->key);
	m->factors = calloc(hashes_of(m), sizeof *m->factors);
	m->terms = calloc(hashes_of(m), sizeof *m->terms);
	m->proposed = candidates_new(BANDS_MOST, CANDIDATES_READ_MAX);
	if (!m->factors || !m->terms || !m->proposed)
		return FIRSTPRINT_NO_MEMORY;
	for (uint64_t i = 0; i < hashes_of(m); i++) {
		uint64_t seed[2] = {i, 1};

		m->factors[i] = feature_hash(&m->key, seed, sizeof seed) | 1;
		seed[1] = 2;
		m->terms[i] = feature_hash(&m->key, seed, sizeof seed);
	}
	return FIRSTPRINT_OK;
}

static void take_minima(const struct minhash *m, const shingles *s, uint32_t *hashes)
{
	size_t n = hashes_of(m);

	memset(hashes, 0xff, n * sizeof *hashes);
	for (size_t k = 0; k < s->len; k++)
		for (size_t i = 0; i < n; i++) {
			uint32_t hash = (uint32_t)((s->items[k] * m->factors[i] + m->terms[i]) >> 32);

			hashes[i] = hash < hashes[i] ? hash : hashes[i];
		}
}

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	const struct minhash *m = state;
	struct mins *x = m->host->alloc(m->host->context, arena, signature_len(m));
	shingles s;
	tokens t;

	if (!x || tokens_of(page->text, &m->key, arena, &t) ||
	    shingles_of(&t, (size_t)m->shingle + tokens_are_characters(&t), &m->key, arena, &s))
		return FIRSTPRINT_NO_MEMORY;
	text_digest(page, x->text);
	x->shingles = (uint32_t)s.len;
	take_minima(m, &s, x->hashes);
	*out = (firstprint_signature){(const uint8_t *)x, signature_len(m)};
	return FIRSTPRINT_OK;
}

/* The key of band b in the index: a hash of its rows and of b. */
static uint32_t band_key(const struct minhash *m, const uint32_t *hashes, size_t b)
{
	size_t rows = (size_t)m->rows;
	uint32_t band[1 + ROWS_MOST];

	band[0] = (uint32_t)b;
	memcpy(band + 1, hashes + b * rows, rows * sizeof *band);
	return (uint32_t)(feature_hash(&m->key, band, (1 + rows) * sizeof *band) >> 32);
}

/* The keys of all bands. A page without shingles has none: it can only be found by its digest. */
static size_t band_keys(const struct minhash *m, const struct mins *x, uint32_t keys[BANDS_MOST])
{
	size_t n = x->shingles ? (size_t)m->bands : 0;

	for (size_t b = 0; b < n; b++)
		keys[b] = band_key(m, x->hashes, b);
	return n;
}

static int read_mins(const struct minhash *m, const firstprint_signature *sig, const struct mins **out)
{
	*out = (const struct mins *)(const void *)sig->bytes;
	return sig->len == signature_len(m) ? FIRSTPRINT_OK : FIRSTPRINT_BAD_SIGNATURE;
}

/* One call of check: the best stored page so far, and how many of its minima agree. */
struct question {
	const struct minhash *m;
	const struct mins *new;
	uint64_t best;
	size_t agree;
};

static void confirm(struct question *q, uint32_t entry)
{
	const struct page_entry *page = pages_get(&q->m->texts.pages, entry);
	const struct mins *old = page->bytes;
	size_t agree = 0, n = hashes_of(q->m);

	for (size_t i = 0; i < n; i++)
		agree += old->hashes[i] == q->new->hashes[i];
	if ((double)agree < q->m->tau * (double)n)
		return;
	if (agree > q->agree || (agree == q->agree && page->id < q->best)) {
		q->best = page->id;
		q->agree = agree;
	}
}

static void check_bands(const struct minhash *m, const struct mins *x, firstprint_verdict *v)
{
	struct question q = {.m = m, .new = x};
	struct candidate found[COMPARED_MOST];
	uint32_t keys[BANDS_MOST];
	size_t n;

	n = candidates_find(m->proposed, &m->bands_of, keys, band_keys(m, x, keys), 1, COMPARED_MOST, found);
	for (size_t i = 0; i < n; i++)
		confirm(&q, found[i].entry);
	v->stage = q.best ? "resemblance" : "bands";
	if (!q.best)
		return;
	v->kind = FIRSTPRINT_NEAR_DUPLICATE;
	v->of = q.best;
	v->score = (double)q.agree / (double)hashes_of(m);
	firstprint_add_evidence(v, "resemblance", v->score);
	firstprint_add_evidence(v, "agree", (double)q.agree);
}

static int check(const void *state, const firstprint_signature *sig, firstprint_verdict *verdict)
{
	const struct minhash *m = state;
	const struct mins *x;

	if (read_mins(m, sig, &x))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (digests_check(&m->texts, x->text, verdict))
		return FIRSTPRINT_OK;
	if (x->shingles == 0) {
		verdict->stage = "too-short";
	} else {
		check_bands(m, x, verdict);
	}
	return FIRSTPRINT_OK;
}

static int better(const firstprint_verdict *a, const firstprint_verdict *b)
{
	return verdict_better(a, a->score, b, b->score);
}

static int remember(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct minhash *m = state;
	uint32_t keys[BANDS_MOST], entry;
	const struct mins *x;
	int err = read_mins(m, sig, &x);

	if (!err)
		err = digests_add(&m->texts, page_id, sig, &entry);
	if (err)
		return err;
	if (candidates_reserve(m->proposed, entry + 1) && postings_add(&m->bands_of, keys, band_keys(m, x, keys), entry))
		return FIRSTPRINT_OK;
	digests_remove(&m->texts, entry);
	return FIRSTPRINT_NO_MEMORY;
}

static int forget(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct minhash *m = state;
	uint32_t keys[BANDS_MOST], entry = pages_find(&m->texts.pages, page_id);
	const struct mins *x;

	if (read_mins(m, sig, &x))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (entry == PAGES_NONE)
		return FIRSTPRINT_OK;
	postings_remove(&m->bands_of, keys, band_keys(m, x, keys), entry);
	digests_remove(&m->texts, entry);
	return FIRSTPRINT_OK;
}

static size_t memory(const void *state)
{
	const struct minhash *m = state;

	return sizeof *m + 2 * hashes_of(m) * sizeof *m->factors + digests_memory(&m->texts) + postings_memory(&m->bands_of) +
	       candidates_memory(m->proposed);
}

static void close_minhash(void *state)
{
	struct minhash *m = state;

	digests_free(&m->texts);
	postings_free(&m->bands_of);
	candidates_free(m->proposed);
	free(m->factors);
	free(m->terms);
}

static const firstprint_option options[] = {
	{"tau", "share of the hashes that must be equal on both pages", FIRSTPRINT_REAL, offsetof(struct minhash, tau), 0.5, 0,
	 1, NULL},
	{"bands", "bands of hashes; a page is proposed if all hashes of one band are equal", FIRSTPRINT_INTEGER,
	 offsetof(struct minhash, bands), 32, 1, BANDS_MOST, NULL},
	{"rows", "hashes in a band; bands times rows must be at most 16384", FIRSTPRINT_INTEGER, offsetof(struct minhash, rows),
	 4, 1, ROWS_MOST, NULL},
	{"shingle", "words in a shingle; in texts without spaces, characters, and one more", FIRSTPRINT_INTEGER,
	 offsetof(struct minhash, shingle), 3, 1, 15, NULL},
	DIGESTS_OPTION(offsetof(struct minhash, texts)),
	{0},
};

FIRSTPRINT_FILTER(minhash) = {
	FIRSTPRINT_HEAD,
	.name = "minhash",
	.summary = "resemblance of shingles, by MinHash with bands (Broder 1997)",
	.options = options,
	.state_size = sizeof(struct minhash),
	.open = open_minhash,
	.sign = sign,
	.check = check,
	.remember = remember,
	.forget = forget,
	.memory = memory,
	.close = close_minhash,
	.version = 1,
	.better = better,
};
