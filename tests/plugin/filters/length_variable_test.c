#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unicode/utf8.h>

#include "tests/plugin/ask.h"

/* ── signatures made by hand: another text for each, and a code with one symbol per character ── */

typedef struct signature {
	uint8_t bytes[16 + 4 * 256];
	firstprint_signature sig;
} signature;

static firstprint_signature *signature_of(signature *p, uint64_t text, const char *code)
{
	int32_t at = 0, len = (int32_t)strlen(code);

	memset(p->bytes, 0, 16);
	memcpy(p->bytes, &text, sizeof text);
	p->sig = (firstprint_signature){p->bytes, 16};
	while (at < len) {
		uint32_t symbol;

		U8_NEXT_UNSAFE((const uint8_t *)code, at, symbol);
		memcpy(p->bytes + p->sig.len, &symbol, sizeof symbol);
		p->sig.len += sizeof symbol;
	}
	return &p->sig;
}

static void remember(filter *f, uint64_t id, const char *code)
{
	signature p;

	cr_assert_eq(filter_add(f, id, signature_of(&p, id, code)), OK);
}

static firstprint_verdict check(filter *f, const char *code)
{
	signature p;
	firstprint_verdict v;

	cr_assert_eq(filter_check(f, signature_of(&p, 1000, code), &v, NULL), OK);
	return v;
}

/* Guo et al. 2013, Table I: the codes as printed. The table rounds 1/20 and 1/19 to 0.05. With a threshold just above that, a
 * single common symbol is enough to be compared. */
Test(length_variable, has_the_repeatabilities_of_table_1)
{
	static const char benchmark[] = "王示一差站高只事就示对题最机给害严府形象";
	static const struct { const char *name, *code; double of_new, of_old; enum firstprint_kind kind; } rows[] = {
		{ "A1'", "王示一差站高只事就示对题最机给害严府形象", 1, 1, FIRSTPRINT_NEAR_DUPLICATE },
		{ "A2'", "在中哈服地统学责水造和海一七最座成架人", 1 / 19.0, 1 / 20.0, FIRSTPRINT_UNIQUE },
		{ "A3'", "王示一差站高只事就示对题最机给害严府形象", 1, 1, FIRSTPRINT_NEAR_DUPLICATE },
	};
	filter *f = open_filter("length-variable:repeatability=0.06");

	remember(f, 1, benchmark);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		firstprint_verdict v = check(f, rows[i].code);

		cr_expect_eq(v.kind, rows[i].kind, "%s", rows[i].name);
		cr_expect_str_eq(v.stage, "feature-code", "%s", rows[i].name);
		cr_expect_float_eq(evidence(&v, "repeatability"), rows[i].of_new, 1e-9, "%s", rows[i].name);
		cr_expect_float_eq(evidence(&v, "of-repeatability"), rows[i].of_old, 1e-9, "%s", rows[i].name);
	}
	filter_close(f);
}

/* Formula (1) is not symmetric, and needs a run without gaps. */
Test(length_variable, the_kind_says_which_code_contains_the_other)
{
	static const struct { const char *name, *met[3], *asked; enum firstprint_kind kind; uint64_t of; double score; } rows[] = {
		{ "equal codes",              { "abcdefgh" },         "abcdefgh",    FIRSTPRINT_NEAR_DUPLICATE, 1, 1 },
		{ "six of eight, both ways",  { "abcdefxy" },         "abcdefgh",    FIRSTPRINT_NEAR_DUPLICATE, 1, 0.75 },
		{ "five of eight",            { "abcdexyz" },         "abcdefgh",    FIRSTPRINT_UNIQUE,         0, 0 },
		{ "a change in the middle",   { "abcdxfgh" },         "abcdefgh",    FIRSTPRINT_UNIQUE,         0, 0 },
		{ "inside a long one",        { "uvwxabcdefghyz" },   "abcdefgh",    FIRSTPRINT_CONTAINED,      1, 1 },
		{ "mostly inside a long one", { "uvwxabcdefyz" },     "abcdefgh",    FIRSTPRINT_CONTAINED,      1, 0.75 },
		{ "around a short one",       { "cdefgh" },           "abcdefghijk", FIRSTPRINT_SUPERSEDES,     1, 1 },
		{ "around most of a short one", { "cdefgx" },         "abcdefghijk", FIRSTPRINT_SUPERSEDES,     1, 5 / 6.0 },
		{ "the larger share wins",    { "abcdefxy", "abcdefgx" }, "abcdefgh", FIRSTPRINT_NEAR_DUPLICATE, 2, 7 / 8.0 },
		{ "of equal ones the lower id", { "uuuuu", "abcdefgx", "abcdefgy" }, "abcdefgh", FIRSTPRINT_NEAR_DUPLICATE, 2, 7 / 8.0 },
		{ "of short ones the larger share", { "abcx", "efgh" }, "abcdefgh",  FIRSTPRINT_SUPERSEDES,     2, 1 },
		{ "to be in one comes before being around one", { "bcde", "abcdefxxxx" }, "abcdefgh", FIRSTPRINT_CONTAINED, 2, 0.75 },
		{ "not two that are in it by halves", { "abcdxxxx", "efghyyyy" }, "abcdefgh", FIRSTPRINT_UNIQUE, 0, 0 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter("length-variable:least=4");
		firstprint_verdict v;

		for (size_t p = 0; p < 3 && rows[i].met[p]; p++)
			remember(f, p + 1, rows[i].met[p]);
		v = check(f, rows[i].asked);
		cr_expect_eq(v.kind, rows[i].kind, "%s: %s", rows[i].name, filter_kind_text(v.kind));
		cr_expect_eq(v.of, rows[i].of, "%s", rows[i].name);
		cr_expect_float_eq(v.score, rows[i].score, 1e-9, "%s: %f", rows[i].name, v.score);
		filter_close(f);
	}
}

Test(length_variable, takes_the_threshold_from_its_option)
{
	static const struct { const char *spec; bool drops; } rows[] = {
		{ "length-variable:least=4,repeatability=1",     false },
		{ "length-variable:least=4,repeatability=0.751", false },
		{ "length-variable:least=4,repeatability=0.75",  true },
		{ "length-variable:least=4,repeatability=0.5",   true },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter(rows[i].spec);

		remember(f, 1, "abcdefxy");
		cr_expect_eq(filter_kind_drops(check(f, "abcdefgh").kind), rows[i].drops, "%s", rows[i].spec);
		filter_close(f);
	}
}

Test(length_variable, forgets_a_page_and_finds_the_next_best)
{
	filter *f = open_filter("length-variable:least=4");

	remember(f, 1, "abcdefgh");
	remember(f, 2, "abcdefgx");
	remember(f, 3, "abcdefgx");
	cr_expect_eq(check(f, "abcdefgh").of, 1u);
	cr_assert_eq(filter_remove(f, 1), OK);
	cr_expect_eq(check(f, "abcdefgh").of, 2u);
	cr_assert_eq(filter_remove(f, 2), OK);
	cr_assert_eq(filter_remove(f, 2), OK);
	cr_expect_eq(check(f, "abcdefgh").of, 3u);
	cr_assert_eq(filter_remove(f, 3), OK);
	cr_expect_eq(check(f, "abcdefgh").kind, FIRSTPRINT_UNIQUE);
	remember(f, 3, "abcdefgh"); /* the page was not stored, and its id is used again */
	cr_expect_eq(check(f, "abcdefgh").of, 3u);
	filter_close(f);
}

Test(length_variable, refuses_bytes_that_are_not_a_signature)
{
	static const uint8_t bytes[16 + 4 * 4096 + 4];
	static const struct { size_t len; status expected; } rows[] = {
		{ 0, ERR_FORMAT }, { 15, ERR_FORMAT }, { 16, OK }, { 17, ERR_FORMAT }, { 18, ERR_FORMAT }, { 19, ERR_FORMAT },
		{ 20, OK }, { 16 + 4 * 4096, OK }, { 16 + 4 * 4096 + 4, ERR_FORMAT },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		filter *f = open_filter("length-variable");
		firstprint_signature sig = {bytes, rows[i].len};
		firstprint_verdict v;

		cr_expect_eq(filter_check(f, &sig, &v, NULL), rows[i].expected, "check, %zu bytes", rows[i].len);
		cr_expect_eq(filter_add(f, 1, &sig), rows[i].expected, "remember, %zu bytes", rows[i].len);
		filter_close(f);
	}
}

Test(length_variable, memory_counts_what_is_kept)
{
	filter *f = open_filter("length-variable:least=4");
	size_t empty = filter_memory(f);

	for (uint64_t id = 1; id <= 500; id++) {
		char code[64];

		snprintf(code, sizeof code, "%lx%lx%lx", (unsigned long)id * 2654435761, (unsigned long)id * 40503, (unsigned long)id);
		remember(f, id, code);
	}
	cr_expect_gt(filter_memory(f), empty + (size_t)500 * 20 * 5);
	cr_expect_lt(filter_memory(f), empty + (size_t)500 * 20 * 25);
	filter_close(f);
}

/* ── pages ── */

enum { PARAGRAPHS_MOST = 16, TEXT_MOST = 16384 };

typedef struct made_page {
	char text[TEXT_MOST];
	firstprint_span paragraphs[PARAGRAPHS_MOST];
	firstprint_page page;
} made_page;

static made_page *page_of(made_page *m, const char *const paragraphs[PARAGRAPHS_MOST])
{
	size_t len = 0;

	m->page = (firstprint_page){.url = "", .title = "", .lang = "", .paragraphs = m->paragraphs};
	for (size_t i = 0; i < PARAGRAPHS_MOST && paragraphs[i]; i++) {
		size_t n = strlen(paragraphs[i]);

		cr_assert_lt(len + n + 1, sizeof m->text);
		memcpy(m->text + len, paragraphs[i], n);
		m->paragraphs[m->page.paragraphs_len++] = (firstprint_span){m->text + len, n};
		m->text[len + n] = '\n';
		len += n + 1;
	}
	m->page.text = (firstprint_span){m->text, len ? len - 1 : 0};
	return m;
}

static firstprint_verdict check_paragraphs(filter *f, const char *const paragraphs[PARAGRAPHS_MOST], uint64_t then_remember_as)
{
	static made_page m;
	firstprint_verdict v = check_page(f, page_of(&m, paragraphs)->page);

	if (then_remember_as)
		remember_page(f, then_remember_as, m.page);
	return v;
}

/* Two long paragraphs, a short one, and links, like the page in §IV.A. */
#define LONG_1 \
	"The river rose through the night, and by morning the lower town stood under water. Boats went from door to door; the " \
	"old were taken first, then the children. Nobody had seen such a flood since the bridge was built, said the mayor. " \
	"Engineers opened the upper gates at noon, which helped a little: the level fell by a hand before evening came. " \
	"Schools stay closed until Monday, perhaps longer, the council decided."
#define LONG_2 \
	"Farmers count their losses now. Wheat stood ready for harvest, said one, but mud lies on all of it. Insurance will pay " \
	"for houses, not for fields; the ministry promised money, though nobody knows when. Cattle were driven to the hills, " \
	"where hay is scarce. Prices went up at once, traders report, and further rain is expected before the week is over. " \
	"Volunteers, some from abroad, fill sandbags in the market square."
#define OTHER \
	"Astronomers found a comet, small and faint, beyond the orbit of Saturn. It will not be seen without a telescope; even " \
	"large ones show a dot. Its path suggests that it comes from far outside, perhaps from another star. Observers in Chile " \
	"will follow it through spring, weather permitting: clouds are common then. Names were proposed, but none was chosen. " \
	"A probe could reach it, engineers think, though no agency has money for one."
#define SHORT "Hundreds had to leave their homes, police said."
#define SHORT_2 "An opinion, in brief: this was known, and nothing was done."
#define LINKS "Related: floods, weather, rivers"

Test(length_variable, finds_pages_with_the_edits_of_the_papers_experiment)
{
	static const struct { const char *name, *paragraphs[PARAGRAPHS_MOST]; enum firstprint_kind kind; double of_new; } rows[] = {
		{ "A1': links at the end deleted", { LONG_1, SHORT, LONG_2 },                 FIRSTPRINT_NEAR_DUPLICATE, 1 },
		{ "a short paragraph inserted",    { SHORT_2, LONG_1, SHORT, LONG_2, LINKS }, FIRSTPRINT_NEAR_DUPLICATE, 1 },
		{ "A3': a short one replaced",     { LONG_1, SHORT_2, LONG_2, LINKS },        FIRSTPRINT_NEAR_DUPLICATE, 1 },
		{ "a long one deleted",            { LONG_1, SHORT, LINKS },                  FIRSTPRINT_CONTAINED, 1 },
		{ "A2': a long one replaced",      { OTHER, SHORT, LONG_2, LINKS },           FIRSTPRINT_UNIQUE, 0.5 },
		{ "a long one inserted after it",  { LONG_1, SHORT, LONG_2, OTHER, LINKS },   FIRSTPRINT_SUPERSEDES, 0.7 },
		{ "another page",                  { OTHER, SHORT_2 },                        FIRSTPRINT_UNIQUE, -1 }, /* it is not even proposed */
		{ "the same",                      { LONG_1, SHORT, LONG_2, LINKS },          FIRSTPRINT_DUPLICATE, -1 },
	};
	static const char *const page[PARAGRAPHS_MOST] = { LONG_1, SHORT, LONG_2, LINKS };
	filter *f = open_filter("length-variable:first=all");

	check_paragraphs(f, page, 7);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		firstprint_verdict v = check_paragraphs(f, rows[i].paragraphs, 0);
		double of_new = evidence(&v, "repeatability");

		cr_expect_eq(v.kind, rows[i].kind, "%s: %s", rows[i].name, filter_kind_text(v.kind));
		cr_expect_eq(v.of, v.kind ? 7u : 0u, "%s", rows[i].name);
		cr_expect(fabs(of_new - rows[i].of_new) < 0.1, "%s: %f", rows[i].name, of_new);
	}
	filter_close(f);
}

Test(length_variable, judges_short_texts_by_their_letters_only)
{
	static const struct { const char *name, *paragraphs[PARAGRAPHS_MOST]; enum firstprint_kind kind; const char *stage; } rows[] = {
		{ "fifteen words",          { "a b c d e f g h i j k l m n o" },   FIRSTPRINT_UNIQUE,         "too-short" },
		{ "sixteen",                { "a b c d e f g h i j k l m n o p" }, FIRSTPRINT_UNIQUE,         "feature-code" },
		{ "nothing",                { NULL },                              FIRSTPRINT_UNIQUE,         "too-short" },
		{ "the short one again",    { "All is quiet." },                   FIRSTPRINT_DUPLICATE,      "text" },
		{ "but for its mark",       { "All is quiet!" },                   FIRSTPRINT_UNIQUE,         "too-short" },
	};
	static const char *const page[PARAGRAPHS_MOST] = { "All is quiet." };
	filter *f = open_filter("length-variable");

	check_paragraphs(f, page, 1);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		firstprint_verdict v = check_paragraphs(f, rows[i].paragraphs, 0);

		cr_expect_eq(v.kind, rows[i].kind, "%s", rows[i].name);
		cr_expect_str_eq(v.stage, rows[i].stage, "%s: %s", rows[i].name, v.stage);
	}
	filter_close(f);
}
