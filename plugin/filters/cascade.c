/* cascade — sentence count, then SimHash: each stage asks only about what the one before let through.
 *
 * J. Prasanna Kumar, P. Govindarajulu: Near-Duplicate Web Page Detection: An Efficient Approach Using Clustering,
 * Sentence Feature and Fingerprinting, 2013, §3.
 *
 *	stage "text"       the same text, to the letter (SHA-256): a duplicate
 *	stage "too-short"  fewer than `least` keywords: too little to judge, unique
 *	stage "sentences"  |S_d − S_k| ≤ T_S  (§3.2a)       T_S is the option `sentences`
 *	stage "simhash"    b_f ≤ T_B          (§3.3)        T_B is the option `bits`
 *
 * What we changed, and why. §3.2a writes |S_d − S_k| < T_S, §5a "lower than or equal"; its worked example (Tables 2
 * and 4: counts 6, 5, 4 against 4 with T_S = 1 let W2 and W3 in) needs ≤, so ≤ it is. §4.2 says that a difference of
 * more than T_B makes a near-duplicate; §3.3 and Fig. 1 say less or equal, and only that makes sense. Where the paper
 * compares with every page of the database, an index finds the same pages (plugin/index/hamming.h). Words, stems and
 * weights: plugin/text/keywords.h. The exact stage and the floor under short pages are ours: pages without text
 * would all have the fingerprint 0.
 *
 * Signature, lowest byte first: text digest 16 bytes, fingerprint 8, sentences 4, keywords 4. */
#include <string.h>

#include "plugin/firstprint.h"
#include "plugin/index/digests.h"
#include "plugin/index/hamming.h"
#include "plugin/text/keywords.h"
#include "plugin/text/simhash.h"

struct cascade {
	int64_t sentences, bits, least; /* the options */
	const firstprint_host *host;
	feature_key key;
	digest_index texts;
	hamming_index prints;
};

struct print {
	uint8_t text[TEXT_DIGEST_SIZE];
	uint64_t simhash;
	uint32_t sentences;
	uint32_t keywords;
};

_Static_assert(sizeof(struct print) == 32 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
	       "a signature is this struct as it lies in memory");

static int open_cascade(void *state, const firstprint_host *host)
{
	struct cascade *c = state;

	c->host = host;
	feature_key_init(&c->key, host->key);
	return FIRSTPRINT_OK;
}

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	const struct cascade *c = state;
	struct print *p = c->host->alloc(arena, sizeof *p);
	keywords k;

	if (!p || keywords_of(page, &c->key, arena, &k))
		return FIRSTPRINT_NO_MEMORY;
	digests_of_page(page, p->text);
	p->simhash = simhash(k.items, k.len);
	p->sentences = (uint32_t)page->sentences_len;
	p->keywords = (uint32_t)k.total;
	*out = (firstprint_signature){(const uint8_t *)p, sizeof *p};
	return FIRSTPRINT_OK;
}

static int read_print(const firstprint_signature *sig, struct print *out)
{
	if (sig->len != sizeof *out)
		return FIRSTPRINT_BAD_SIGNATURE;
	memcpy(out, sig->bytes, sizeof *out);
	return FIRSTPRINT_OK;
}

static bool is_short(const struct cascade *c, const struct print *p)
{
	return p->keywords < (uint64_t)c->least;
}

static void add_evidence(firstprint_verdict *v, const char *name, double value)
{
	v->evidence[v->evidence_len++] = (firstprint_evidence){name, value};
}

static void check_simhash(const struct cascade *c, const struct print *p, firstprint_verdict *v)
{
	hamming_match m;

	v->stage = "simhash";
	if (!hamming_nearest(&c->prints, p->simhash, p->sentences, (int)c->bits, (uint32_t)c->sentences, &m))
		return;
	v->kind = FIRSTPRINT_NEAR_DUPLICATE;
	v->of = m.id;
	v->score = 1 - m.distance / 64.0;
	add_evidence(v, "sentences", m.count > p->sentences ? m.count - p->sentences : p->sentences - m.count);
	add_evidence(v, "hamming", m.distance);
}

static int check(void *state, const firstprint_signature *sig, firstprint_verdict *verdict)
{
	const struct cascade *c = state;
	struct print p;

	if (read_print(sig, &p))
		return FIRSTPRINT_BAD_SIGNATURE;
	verdict->of = digests_find(&c->texts, p.text);
	if (verdict->of) {
		verdict->kind = FIRSTPRINT_DUPLICATE;
		verdict->stage = "text";
		verdict->score = 1;
	} else if (is_short(c, &p)) {
		verdict->stage = "too-short";
		add_evidence(verdict, "keywords", p.keywords);
	} else {
		check_simhash(c, &p, verdict);
	}
	return FIRSTPRINT_OK;
}

static int remember(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct cascade *c = state;
	struct print p;

	if (read_print(sig, &p))
		return FIRSTPRINT_BAD_SIGNATURE;
	if (!digests_add(&c->texts, page_id, p.text))
		return FIRSTPRINT_NO_MEMORY;
	if (is_short(c, &p) || hamming_add(&c->prints, page_id, p.simhash, p.sentences))
		return FIRSTPRINT_OK;
	digests_remove(&c->texts, page_id, p.text);
	return FIRSTPRINT_NO_MEMORY;
}

static int forget(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct cascade *c = state;
	struct print p;

	if (read_print(sig, &p))
		return FIRSTPRINT_BAD_SIGNATURE;
	digests_remove(&c->texts, page_id, p.text);
	hamming_remove(&c->prints, page_id, p.simhash);
	return FIRSTPRINT_OK;
}

static size_t memory(const void *state)
{
	const struct cascade *c = state;

	return sizeof *c + digests_memory(&c->texts) + hamming_memory(&c->prints);
}

static void close_cascade(void *state)
{
	struct cascade *c = state;

	digests_free(&c->texts);
	hamming_free(&c->prints);
}

static const firstprint_option options[] = {
	{"sentences", "how many sentences the counts of two pages may differ by (T_S)", FIRSTPRINT_INTEGER,
	 offsetof(struct cascade, sentences), 1, 0, 1000000, NULL},
	{"bits", "how many bits two fingerprints may differ in (T_B)", FIRSTPRINT_INTEGER,
	 offsetof(struct cascade, bits), 3, 0, 64, NULL},
	{"least", "keywords a page must have to be judged by its fingerprint", FIRSTPRINT_INTEGER,
	 offsetof(struct cascade, least), 8, 0, 1000000, NULL},
	{0},
};

FIRSTPRINT_FILTER(cascade) = {
	.abi = FIRSTPRINT_ABI,
	.name = "cascade",
	.summary = "sentence count, then SimHash (Kumar, Govindarajulu 2013)",
	.options = options,
	.state_size = sizeof(struct cascade),
	.open = open_cascade,
	.sign = sign,
	.check = check,
	.remember = remember,
	.forget = forget,
	.memory = memory,
	.close = close_cascade,
};
