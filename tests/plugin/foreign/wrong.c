/* wrong — a filter that breaks the contract in the way that its option `does` names, on pages that contain WRONG. Each way
 * ends the program with a sentence, and none may crash it but those that are called so (tests/e2e/wrong_filter_test.c). */
#include <firstprint.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum does {
	NOTHING, CRASHES_IN_OPEN, EXITS_IN_OPEN, OPEN_FAILS, REFUSES, REFUSES_WITHOUT_A_WORD, TOO_MANY_STAGES,
	STAGE_WITHOUT_A_NAME, STAGE_OF_NO_KIND, STAGE_OUT_OF_RANGE, TWO_COUNTING_STAGES, SIGN_FAILS,
	SIGN_AT_NO_ADDRESS, SIGN_TOO_LONG, SIGN_UNALIGNED, SIGN_BLAMES_SIGNATURE, FINALIZE_FAILS,
	FINALIZE_AT_NO_ADDRESS, KEYS_FAIL, KEYS_BLAME_SIGNATURE, KEYS_AT_NO_ADDRESS, TOO_MANY_KEYS, TOO_MANY_HITS,
	TWO_FINGERPRINTS, COMPARE_FAILS, COMPARE_KIND, COMPARE_NAN, EXPLAIN_FAILS, EXPLAIN_CHANGES_KIND,
	EXPLAIN_CHANGES_PAGE, EXPLAIN_SCORE, WEIGH_FAILS, WEIGH_BLAMES_SIGNATURE, WEIGH_WITHOUT_MEMORY, KIND,
	OF_NOTHING, OF_A_STRANGER, OF_WHEN_UNIQUE, SCORE_WHEN_UNIQUE, SCORE_NAN, SCORE_HIGH, SCORE_LOW,
	EVIDENCE_WITHOUT_END, EVIDENCE_WITHOUT_NAME, EVIDENCE_NAN, SHARES_WITHOUT_END, SHARE_OF_A_STRANGER,
	SHARE_HIGH, NO_STAGE, LONG_STAGE, STAGE_NOT_UTF8, LONG_PROPOSED_BY, WORD_WITHOUT_END, WORD_NOT_UTF8, SIGN_HANGS,
	SIGN_CRASHES, COMPARE_CRASHES, SIGN_EXITS,
};

static const char words[] =
	"nothing|crashes-in-open|exits-in-open|open-fails|refuses|refuses-without-a-word|too-many-stages|"
	"stage-without-a-name|stage-of-no-kind|stage-out-of-range|two-counting-stages|sign-fails|sign-at-no-address|"
	"sign-too-long|sign-unaligned|sign-blames-signature|finalize-fails|finalize-at-no-address|keys-fail|"
	"keys-blame-signature|keys-at-no-address|too-many-keys|too-many-hits|two-fingerprints|compare-fails|"
	"compare-kind|compare-nan|explain-fails|explain-changes-kind|explain-changes-page|explain-score|weigh-fails|"
	"weigh-blames-signature|weigh-without-memory|kind|of-nothing|of-a-stranger|of-when-unique|score-when-unique|"
	"score-nan|score-high|score-low|evidence-without-end|evidence-without-name|evidence-nan|shares-without-end|"
	"share-of-a-stranger|share-high|no-stage|long-stage|stage-not-utf8|long-proposed-by|word-without-end|"
	"word-not-utf8|sign-hangs|sign-crashes|compare-crashes|sign-exits";

struct wrong {
	int64_t does;
	const firstprint_host *host;
};

enum { COMPARED, NEAREST, COUNTED, WEIGHED };

static int open_wrong(void *state, const firstprint_host *host)
{
	struct wrong *w = state;

	w->host = host;
	if (w->does == CRASHES_IN_OPEN)
		abort();
	if (w->does == EXITS_IN_OPEN)
		_exit(0);
	if (w->does == OPEN_FAILS)
		return -99;
	if (w->does == REFUSES)
		host->complain(host->context, "does not like this at all");
	return w->does == REFUSES || w->does == REFUSES_WITHOUT_A_WORD ? FIRSTPRINT_BAD_OPTION : FIRSTPRINT_OK;
}

static int is_wrong(const firstprint_signature *sig)
{
	return sig->bytes[0] == 'W';
}

static int sign(const void *state, const firstprint_page *page, firstprint_arena *arena, firstprint_signature *out)
{
	const struct wrong *w = state;
	int now = memmem(page->text.at, page->text.len, "WRONG", 5) != NULL;
	uint8_t *bytes = w->host->alloc(w->host->context, arena, 16);

	if (!bytes)
		return FIRSTPRINT_NO_MEMORY;
	bytes[0] = bytes[1] = now ? 'W' : '-';
	*out = (firstprint_signature){bytes, 1};
	if (w->does == SIGN_UNALIGNED)
		out->bytes++;
	if (now && w->does == SIGN_AT_NO_ADDRESS)
		out->bytes = NULL;
	if (now && w->does == SIGN_TOO_LONG)
		out->len = (size_t)FIRSTPRINT_SIGNATURE_MAX + 1;
	if (now && w->does == SIGN_BLAMES_SIGNATURE)
		return FIRSTPRINT_BAD_SIGNATURE;
	if (now && w->does == SIGN_CRASHES)
		raise(SIGSEGV); /* a sanitizer would tell of the store itself */
	if (now && w->does == SIGN_EXITS)
		exit(0);
	if (now && w->does == SIGN_HANGS) {
		fputs("it hangs\n", stderr);
		for (;;)
			pause();
	}
	return now && w->does == SIGN_FAILS ? -77 : FIRSTPRINT_OK;
}

static size_t stages(const void *state, firstprint_stage *stages)
{
	const struct wrong *w = state;

	stages[COMPARED].name = "compared";
	stages[COMPARED].enough = 1;
	stages[NEAREST].name = w->does == STAGE_WITHOUT_A_NAME ? "" : "nearest";
	stages[NEAREST].how = w->does == STAGE_OF_NO_KIND ? (enum firstprint_how)77 : FIRSTPRINT_NEAR;
	stages[NEAREST].bits = w->does == STAGE_OUT_OF_RANGE ? 65 : 3;
	stages[COUNTED].name = "counted";
	stages[COUNTED].how = FIRSTPRINT_COUNTED;
	stages[WEIGHED].name = "weighed";
	stages[WEIGHED].how = w->does == TWO_COUNTING_STAGES ? FIRSTPRINT_COUNTED : FIRSTPRINT_WEIGHED;
	return w->does == TOO_MANY_STAGES ? 1000000 : 4;
}

static int finalize(const void *state, const firstprint_signature *sig, const uint32_t *counts, size_t n, firstprint_arena *arena,
		    firstprint_signature *out)
{
	const struct wrong *w = state;

	(void)counts, (void)n, (void)arena;
	if (is_wrong(sig) && w->does == FINALIZE_AT_NO_ADDRESS)
		out->bytes = NULL;
	return is_wrong(sig) && w->does == FINALIZE_FAILS ? 3 : FIRSTPRINT_OK;
}

/* All pages have the same keys. */
static int keys(const void *state, const firstprint_signature *sig, enum firstprint_use use, firstprint_arena *arena,
		firstprint_keys *keys)
{
	static const uint64_t one[2] = {1, 2};
	const struct wrong *w = state;

	(void)use, (void)arena;
	keys[COMPARED] = keys[WEIGHED] = (firstprint_keys){.items = one, .stored = 1, .asked = 1};
	if (!is_wrong(sig))
		return FIRSTPRINT_OK;
	if (w->does == KEYS_AT_NO_ADDRESS)
		keys[COMPARED].items = NULL;
	if (w->does == TOO_MANY_KEYS)
		keys[COMPARED].asked = 1000000;
	if (w->does == TOO_MANY_HITS)
		keys[COMPARED].hits = 256;
	if (w->does == TWO_FINGERPRINTS)
		keys[NEAREST] = (firstprint_keys){.items = one, .stored = 2, .asked = 2};
	if (w->does == KEYS_BLAME_SIGNATURE)
		return FIRSTPRINT_BAD_SIGNATURE;
	return w->does == KEYS_FAIL ? -99 : FIRSTPRINT_OK;
}

static int compare(const void *state, const firstprint_signature *sig, const firstprint_signature *stored, firstprint_match *match)
{
	const struct wrong *w = state;

	(void)stored;
	if (!is_wrong(sig))
		return FIRSTPRINT_OK;
	if (w->does == COMPARE_CRASHES)
		abort();
	if (w->does == COMPARE_KIND)
		match->kind = (enum firstprint_kind)77;
	if (w->does == COMPARE_NAN)
		match->likeness = NAN;
	if (w->does >= EXPLAIN_FAILS && w->does <= EXPLAIN_SCORE)
		*match = (firstprint_match){FIRSTPRINT_NEAR_DUPLICATE, 2};
	return w->does == COMPARE_FAILS ? -99 : FIRSTPRINT_OK;
}

static int explain(const void *state, const firstprint_signature *sig, const firstprint_signature *stored, firstprint_verdict *v)
{
	const struct wrong *w = state;

	(void)stored;
	if (!is_wrong(sig))
		return FIRSTPRINT_OK;
	if (w->does == EXPLAIN_CHANGES_KIND)
		v->kind = FIRSTPRINT_CONTAINED;
	if (w->does == EXPLAIN_CHANGES_PAGE)
		v->of++;
	if (w->does == EXPLAIN_SCORE)
		v->score = 1.25;
	return w->does == EXPLAIN_FAILS ? -99 : FIRSTPRINT_OK;
}

/* A verdict with one mistake. */
static void spoil(const struct wrong *w, uint64_t page, firstprint_verdict *v)
{
	static const char long_name[] = "a-stage-whose-name-is-longer-than-the-sixty-four-bytes-that-are-allowed";

	*v = (firstprint_verdict){.kind = FIRSTPRINT_NEAR_DUPLICATE, .of = page, .stage = "stage", .score = 0.5};
	switch ((enum does)w->does) {
	case KIND: v->kind = (enum firstprint_kind)77; break;
	case OF_NOTHING: v->of = 0; break;
	case OF_A_STRANGER: v->of = page + 1000; break;
	case OF_WHEN_UNIQUE: v->kind = FIRSTPRINT_UNIQUE; break;
	case SCORE_WHEN_UNIQUE: *v = (firstprint_verdict){.score = 0.4}; break;
	case SCORE_NAN: v->score = NAN; break;
	case SCORE_HIGH: v->score = 1.5; break;
	case SCORE_LOW: v->score = -0.5; break;
	case EVIDENCE_WITHOUT_END: v->evidence_len = 1000000; break;
	case EVIDENCE_WITHOUT_NAME: v->evidence_len = 1; break;
	case EVIDENCE_NAN: firstprint_add_evidence(v, "x", INFINITY); break;
	case SHARES_WITHOUT_END: v->shares_len = 1000000; break;
	case SHARE_OF_A_STRANGER: v->shares[v->shares_len++] = (firstprint_share){page + 1000, 0.5}; break;
	case SHARE_HIGH: v->shares[v->shares_len++] = (firstprint_share){page, 2}; break;
	case NO_STAGE: v->stage = NULL; break;
	case LONG_STAGE: v->stage = long_name; break;
	case STAGE_NOT_UTF8: v->stage = "\xff\xfe"; break;
	case LONG_PROPOSED_BY: v->proposed_by = long_name; break;
	case WORD_WITHOUT_END: memset(v->word, 'x', sizeof v->word); break;
	case WORD_NOT_UTF8: memcpy(v->word, "\xc3(", 3); break;
	default: *v = (firstprint_verdict){0};
	}
}

static int weigh(const void *state, const firstprint_signature *sig, const firstprint_view *view, firstprint_arena *arena,
		 firstprint_verdict *v)
{
	static const uint64_t one = 1;
	const struct wrong *w = state;
	firstprint_holder oldest;

	(void)arena;
	if (!is_wrong(sig) || view->holder(view, &one, 1, 1000, &oldest))
		return FIRSTPRINT_OK;
	if (w->does == WEIGH_BLAMES_SIGNATURE)
		return FIRSTPRINT_BAD_SIGNATURE;
	if (w->does == WEIGH_WITHOUT_MEMORY)
		return FIRSTPRINT_NO_MEMORY;
	spoil(w, oldest.page, v);
	return w->does == WEIGH_FAILS ? -99 : FIRSTPRINT_OK;
}

static const firstprint_option options[] = {
	{"does", "how it breaks the contract", FIRSTPRINT_CHOICE, offsetof(struct wrong, does), NOTHING, 0, 0, words},
	{0},
};

FIRSTPRINT_FILTER(wrong) = {
	FIRSTPRINT_HEAD,
	.name = "wrong",
	.summary = "breaks the contract",
	.options = options,
	.state_size = sizeof(struct wrong),
	.open = open_wrong,
	.version = 3,
	.sign = sign,
	.stages = stages,
	.keys = keys,
	.compare = compare,
	.explain = explain,
	.weigh = weigh,
	.finalize = finalize,
};
