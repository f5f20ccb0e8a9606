/* wrong — a filter that breaks the contract in the way that its option `does` names, on pages that contain WRONG. Each way
 * ends the program with a sentence, and none may crash it (tests/e2e/wrong_filter_test.c). */
#include <firstprint.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum does {
	NOTHING, CRASHES_IN_OPEN, EXITS_IN_OPEN, OPEN_FAILS, REFUSES, REFUSES_WITHOUT_A_WORD, SIGN_FAILS, SIGN_AT_NO_ADDRESS, SIGN_TOO_LONG,
	SIGN_UNALIGNED, SETTLE_FAILS, CHECK_FAILS, KIND, OF_NOTHING, OF_A_STRANGER, OF_WHEN_UNIQUE, SCORE_WHEN_UNIQUE, SCORE_NAN, SCORE_HIGH, SCORE_LOW,
	EVIDENCE_WITHOUT_END, EVIDENCE_WITHOUT_NAME, EVIDENCE_NAN, SHARES_WITHOUT_END, SHARE_OF_A_STRANGER, SHARE_HIGH,
	NO_STAGE, LONG_STAGE, STAGE_NOT_UTF8, LONG_PROPOSED_BY, WORD_WITHOUT_END, WORD_NOT_UTF8, REMEMBER_FAILS, FORGET_FAILS, SIGN_BLAMES_SIGNATURE, CHECK_BLAMES_SIGNATURE, CHECK_WITHOUT_MEMORY,
	REMEMBER_IS_FULL, REFRESH_FAILS,
};

static const char words[] =
	"nothing|crashes-in-open|exits-in-open|open-fails|refuses|refuses-without-a-word|sign-fails|sign-at-no-address|sign-too-long|"
	"sign-unaligned|settle-fails|check-fails|kind|of-nothing|of-a-stranger|of-when-unique|score-when-unique|score-nan|score-high|score-low|"
	"evidence-without-end|evidence-without-name|evidence-nan|shares-without-end|share-of-a-stranger|share-high|"
	"no-stage|long-stage|stage-not-utf8|long-proposed-by|word-without-end|word-not-utf8|remember-fails|forget-fails|sign-blames-signature|"
	"check-blames-signature|check-without-memory|remember-is-full|refresh-fails";

struct wrong {
	int64_t does;
	const firstprint_host *host;
	uint64_t last;        /* the page remembered last */
	unsigned refreshed; /* how often refresh was called */
};

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
	return now && w->does == SIGN_FAILS ? -77 : FIRSTPRINT_OK;
}

static int settle(const void *state, const firstprint_signature *sig, firstprint_arena *arena, firstprint_signature *out)
{
	const struct wrong *w = state;

	(void)arena;
	*out = *sig;
	return is_wrong(sig) && w->does == SETTLE_FAILS ? 3 : FIRSTPRINT_OK;
}

/* A verdict with one mistake. */
static void spoil(const struct wrong *w, firstprint_verdict *v)
{
	static const char long_name[] = "a-stage-whose-name-is-longer-than-the-sixty-four-bytes-that-are-allowed";

	*v = (firstprint_verdict){.kind = FIRSTPRINT_NEAR_DUPLICATE, .of = w->last, .stage = "stage", .score = 0.5};
	switch ((enum does)w->does) {
	case KIND: v->kind = (enum firstprint_kind)77; break;
	case OF_NOTHING: v->of = 0; break;
	case OF_A_STRANGER: v->of = w->last + 1000; break;
	case OF_WHEN_UNIQUE: v->kind = FIRSTPRINT_UNIQUE; break;
	case SCORE_WHEN_UNIQUE: *v = (firstprint_verdict){.score = 0.4}; break;
	case SCORE_NAN: v->score = NAN; break;
	case SCORE_HIGH: v->score = 1.5; break;
	case SCORE_LOW: v->score = -0.5; break;
	case EVIDENCE_WITHOUT_END: v->evidence_len = 1000000; break;
	case EVIDENCE_WITHOUT_NAME: v->evidence_len = 1; break;
	case EVIDENCE_NAN: firstprint_add_evidence(v, "x", INFINITY); break;
	case SHARES_WITHOUT_END: v->shares_len = 1000000; break;
	case SHARE_OF_A_STRANGER: v->shares[v->shares_len++] = (firstprint_share){w->last + 1000, 0.5}; break;
	case SHARE_HIGH: v->shares[v->shares_len++] = (firstprint_share){w->last, 2}; break;
	case NO_STAGE: v->stage = NULL; break;
	case LONG_STAGE: v->stage = long_name; break;
	case STAGE_NOT_UTF8: v->stage = "\xff\xfe"; break;
	case LONG_PROPOSED_BY: v->proposed_by = long_name; break;
	case WORD_WITHOUT_END: memset(v->word, 'x', sizeof v->word); break;
	case WORD_NOT_UTF8: memcpy(v->word, "\xc3(", 3); break;
	default: *v = (firstprint_verdict){0};
	}
}

static int check(const void *state, const firstprint_signature *sig, firstprint_verdict *verdict)
{
	const struct wrong *w = state;

	if (is_wrong(sig))
		spoil(w, verdict);
	if (is_wrong(sig) && w->does == CHECK_BLAMES_SIGNATURE)
		return FIRSTPRINT_BAD_SIGNATURE;
	if (is_wrong(sig) && w->does == CHECK_WITHOUT_MEMORY)
		return FIRSTPRINT_NO_MEMORY;
	return is_wrong(sig) && w->does == CHECK_FAILS ? -99 : FIRSTPRINT_OK;
}

static int remember(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	struct wrong *w = state;

	w->last = page_id;
	if (is_wrong(sig) && w->does == REMEMBER_IS_FULL)
		return FIRSTPRINT_FULL;
	return is_wrong(sig) && (w->does == REMEMBER_FAILS || w->does == REFRESH_FAILS) ? 1 : FIRSTPRINT_OK;
}

static int forget(void *state, uint64_t page_id, const firstprint_signature *sig)
{
	const struct wrong *w = state;

	(void)page_id, (void)sig;
	return w->does == FORGET_FAILS ? -5 : FIRSTPRINT_OK;
}

static int refresh(void *state)
{
	struct wrong *w = state;

	return ++w->refreshed == 1 && w->does == REFRESH_FAILS ? -99 : FIRSTPRINT_OK;
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
	.sign = sign,
	.check = check,
	.remember = remember,
	.forget = forget,
	.version = 3,
	.settle = settle,
	.refresh = refresh,
};
