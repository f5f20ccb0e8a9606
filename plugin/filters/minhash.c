/* minhash — drops a page whose shingles resemble those of a stored page: MinHash with bands (LSH).
 *
 * Broder: On the Resemblance and Containment of Documents, 1997; Indyk, Motwani, STOC 1998 (bands). Most other tools use it:
 *
 *	h_i(A) = min over shingles s of A of hash_i(s)     P(h_i(A) = h_i(B)) = r(A, B)
 *	a pair is proposed if all rows of at least one band agree, and confirmed if the share of i with equal h_i is ≥ τ
 *
 * With b bands of r rows, a pair of resemblance x is proposed with probability 1 − (1 − x^r)^b. With the defaults, 32 bands of
 * 4 rows, that is 0.23 for x = 0.3, 0.87 for 0.5 and more than 0.999 for 0.7. A separate hash function for each h_i would take
 * |A| · 128 strong hashes; instead, each hash_i multiplies one strong hash by a random number and adds another (Dietzfelbinger et
 * al. 1997): pairwise independent, and cheap.
 *
 * It has no defence against template twins, short pages or quoted text, as the default filter, cascade, has. */
#include <stdlib.h>
#include <string.h>

#include "plugin/firstprint.h"
#include "plugin/filters/text_digest.h"
#include "plugin/text/shingles.h"

enum { HASHES_MOST = 16384, BANDS_MOST = 1024, ROWS_MOST = 64 };
enum { TEXT, BANDS }; /* the stages */

struct minhash {
	text_filter base;
	int64_t bands, rows, shingle; /* the options */
	double tau;
	size_t hashes;             /* bands · rows */
	uint64_t *factors, *terms; /* of each hash_i, in one block */
};

struct mins { /* the signature */
	uint8_t text[TEXT_DIGEST_SIZE];
	uint32_t shingles;
	uint32_t hashes[]; /* the minima: bands · rows of them */
};

static const struct mins *mins_in(const firstprint_signature *sig)
{
	return (const struct mins *)(const void *)sig->bytes;
}

static size_t signature_len(const struct minhash *m)
{
	return sizeof(struct mins) + m->hashes * sizeof(uint32_t);
}

static int open_minhash(void *state, const firstprint_host *host)
{
	struct minhash *m = state;
	size_t n = m->hashes = (size_t)(m->bands * m->rows);

	if (n > HASHES_MOST) {
		host->complain(host->context, "bands times rows must be at most 16384");
		return FIRSTPRINT_BAD_OPTION;
	}
	text_filter_open(state, host);
	m->factors = calloc(2 * n, sizeof *m->factors);
	if (!m->factors)
		return FIRSTPRINT_NO_MEMORY;
	m->terms = m->factors + n;
	for (uint64_t i = 0; i < 2 * n; i++) {
		uint64_t seed[2] = {i < n ? i : i - n, i < n ? 1 : 2};

		m->factors[i] = feature_hash(&m->base.key, seed, sizeof seed) | (i < n);
	}
	return FIRSTPRINT_OK;
}

static void take_minima(const struct minhash *m, const shingles *s, uint32_t *hashes)
{
	memset(hashes, 0xff, m->hashes * sizeof *hashes);
	for (size_t k = 0; k < s->len; k++)
		for (size_t i = 0; i < m->hashes; i++) {
			uint32_t hash = (uint32_t)((s->items[k] * m->factors[i] + m->terms[i]) >> 32);

			hashes[i] = hash < hashes[i] ? hash : hashes[i];
		}
}

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	const struct minhash *m = state;
	struct mins *x = m->base.host->alloc(m->base.host->context, arena, signature_len(m));
	shingles s;
	tokens t;

	if (!x || tokens_of(page->text, &m->base.key, arena, &t) ||
	    shingles_of(&t, (size_t)m->shingle, &m->base.key, arena, &s))
		return FIRSTPRINT_NO_MEMORY;
	text_digest(page, x->text);
	x->shingles = (uint32_t)s.len;
	take_minima(m, &s, x->hashes);
	*out = (firstprint_signature){(const uint8_t *)x, signature_len(m)};
	return FIRSTPRINT_OK;
}

static size_t stages(const void *state, firstprint_stage *stages)
{
	(void)state;
	stages[TEXT] = TEXT_STAGE;
	stages[BANDS] = (firstprint_stage){.name = "bands"};
	return 2;
}

/* The key of band b: a hash of its rows and of b. */
static uint64_t band_key(const struct minhash *m, const struct mins *x, size_t b)
{
	size_t rows = (size_t)m->rows;
	uint32_t band[1 + ROWS_MOST];

	band[0] = (uint32_t)b;
	memcpy(band + 1, x->hashes + b * rows, rows * sizeof *band);
	return feature_hash(&m->base.key, band, (1 + rows) * sizeof *band);
}

/* A page without shingles has no bands: it can only be found by its digest. */
static int keys(const void *state, const firstprint_signature *sig, enum firstprint_use use, firstprint_arena *arena,
		firstprint_keys *keys)
{
	const struct minhash *m = state;
	const struct mins *x = mins_in(sig);
	uint64_t *bands = m->base.host->alloc(m->base.host->context, arena, (size_t)m->bands * sizeof *bands);
	uint32_t n = 0;

	(void)use;
	if (sig->len != signature_len(m))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (m->base.exact)
		keys[TEXT] = text_digest_keys(sig);
	if (!bands)
		return FIRSTPRINT_NO_MEMORY;
	for (; x->shingles && n < m->bands; n++)
		bands[n] = band_key(m, x, n);
	keys[BANDS] = (firstprint_keys){.items = bands, .stored = n, .asked = n};
	return FIRSTPRINT_OK;
}

/* How many of the minima agree. */
static size_t agreement(const struct minhash *m, const struct mins *new, const struct mins *old)
{
	size_t agree = 0;

	for (size_t i = 0; i < m->hashes; i++)
		agree += old->hashes[i] == new->hashes[i];
	return agree;
}

static int compare(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_match *match)
{
	const struct minhash *m = state;
	double n = (double)m->hashes, agree;

	if (m->base.exact && text_digest_matches(sig, stored, match))
		return FIRSTPRINT_OK;
	agree = (double)agreement(m, mins_in(sig), mins_in(stored));
	match->kind = agree >= m->tau * n ? FIRSTPRINT_NEAR_DUPLICATE : FIRSTPRINT_UNIQUE;
	match->likeness = agree / n;
	return FIRSTPRINT_OK;
}

static int explain(const void *state, const firstprint_signature *sig, const firstprint_signature *stored,
		   firstprint_verdict *v)
{
	const struct minhash *m = state;

	if (text_digest_explains(v))
		return FIRSTPRINT_OK;
	v->stage = mins_in(sig)->shingles ? "bands" : "too-short";
	if (v->kind == FIRSTPRINT_UNIQUE)
		return FIRSTPRINT_OK;
	v->stage = "resemblance";
	firstprint_add_evidence(v, "resemblance", v->score);
	firstprint_add_evidence(v, "agree", (double)agreement(m, mins_in(sig), mins_in(stored)));
	return FIRSTPRINT_OK;
}

static void close_minhash(void *state)
{
	free(((struct minhash *)state)->factors);
}

static const firstprint_option options[] = {
	{"tau", "share of the hashes that must be equal on both pages", FIRSTPRINT_REAL, offsetof(struct minhash, tau), 0.5, 0,
	 1, NULL},
	{"bands", "bands of hashes; a page is proposed if all hashes of one band are equal", FIRSTPRINT_INTEGER,
	 offsetof(struct minhash, bands), 32, 1, BANDS_MOST, NULL},
	{"rows", "hashes in a band; bands times rows must be at most 16384", FIRSTPRINT_INTEGER, offsetof(struct minhash, rows),
	 4, 1, ROWS_MOST, NULL},
	{"shingle", "words in a shingle; one more if it begins with a Chinese or Japanese character", FIRSTPRINT_INTEGER,
	 offsetof(struct minhash, shingle), 3, 1, 15, NULL},
	EXACT_OPTION,
	{0},
};

FIRSTPRINT_FILTER(minhash) = {
	FIRSTPRINT_HEAD,
	.name = "minhash",
	.summary = "resemblance of shingles, by MinHash with bands (Broder 1997)",
	.options = options,
	.state_size = sizeof(struct minhash),
	.open = open_minhash,
	.close = close_minhash,
	.version = 3,
	.sign = sign,
	.stages = stages,
	.keys = keys,
	.compare = compare,
	.explain = explain,
};
