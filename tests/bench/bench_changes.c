/* bench_changes — are pages with harmless changes met, and are twins kept? Makes pairs of pages, the same ones in every run,
 * asks a filter about each pair alone, in both orders, and prints for each class how many it judges rightly.
 *
 *	tests/bench/changes [-f SPEC] [-n PAIRS] [-c CLASS] [-v] [FILE...]
 *
 * The texts are made ones in four languages, and those of FILEs (JSON Lines). The labels are made by rule, that is by the
 * way in which a pair is made. -v prints each pair that is judged wrongly. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugin/filter.h"
#include "purify/purify.h"
#include "tests/bench/pairs/pairs.h"

/* ── judging ── */

static firstprint_signature sign(filter *f, const page *p, arena *a)
{
	purify_input in = {.bytes = p->html, .len = strlen(p->html), .url = p->url, .content_type = "text/html; charset=utf-8"};
	firstprint_signature sig, final;
	purified x;

	if (purify(&in, a, a, &x) || filter_sign(f, &x.page, a, &sig) || filter_finalize(f, &sig, a, &final))
		exit((fprintf(stderr, "a page cannot be signed\n"), 1));
	return final;
}

/* What the filter says to `second` when it has `first`. */
static firstprint_verdict verdict_of(filter *f, const page *first, const page *second, arena *a)
{
	firstprint_signature x = sign(f, first, a), y;
	firstprint_verdict v = {0};

	if (filter_add(f, 1, &x))
		exit((fprintf(stderr, "%s\n", filter_error(f)), 1));
	y = sign(f, second, a);
	if (filter_check(f, &y, &v, NULL) || filter_remove(f, 1))
		exit((fprintf(stderr, "%s\n", filter_error(f)), 1));
	return v;
}

static bool is_right(enum wanted wanted, enum firstprint_kind kind, bool longer)
{
	if (wanted == MET)
		return kind != FIRSTPRINT_UNIQUE;
	if (wanted == KEPT)
		return !filter_kind_drops(kind);
	return !longer || !filter_kind_drops(kind);
}

typedef struct tally {
	size_t right, asked;
} tally;

static void explain(const page pages[2], int turn, const firstprint_verdict *v)
{
	printf("  %d: %s by %s", turn, filter_kind_text(v->kind), v->stage ? v->stage : "-");
	for (size_t k = 0; k < v->evidence_len; k++)
		printf(" %s=%.2f", v->evidence[k].name, v->evidence[k].value);
	printf(" %s\n", v->word);
	if (turn == 0)
		printf("%s\n%s\n", pages[0].html, pages[1].html);
}

static void ask(filter *f, const class *class, maker *m, tally *t, bool verbose)
{
	page pages[2];

	class->make(m, pages);
	for (int turn = 0; turn < 2; turn++) {
		firstprint_verdict v = verdict_of(f, &pages[turn], &pages[!turn], m->a);
		bool right = is_right(class->wanted, v.kind, turn == 0);

		t->asked++;
		t->right += right;
		if (verbose && !right)
			explain(pages, turn, &v);
	}
}

/* ── streams: pages in a row, as a crawl meets them ── */

enum { STREAM = 60 };

/* Lines that a site has on every page: about so many sentences, in lines of one to three. */
static const char *shell(maker *m, int sentences)
{
	const char *out = "";

	for (int i = 0; i < sentences;) {
		const char *text = "";
		int n = 1 + (int)chance_below(m->c, 3);

		for (int k = 0; k < n; k++)
			text = arena_printf(m->a, "%s%s%s", text, k ? m->l->space : "", fill(m, m->l->sentences));
		out = arena_printf(m->a, "%s<p>%s</p>\n", out, text);
		i += n;
	}
	return out;
}

static page shelled(maker *m, const char *host, int number, const article *x, const char *above, const char *below)
{
	const char *body = "";

	for (size_t i = 0; i < x->len; i++)
		body = arena_printf(m->a, "%s<p>%s</p>\n", body, x->paragraphs[i]);
	return (page){host ? arena_printf(m->a, "http://%s.test/%d", host, number) : "",
		      arena_printf(m->a, "<html lang=%s><head><title>%s</title></head><body>%s%s%s</body></html>", m->l->code, x->title, above,
				   body, below)};
}

static enum firstprint_kind judge(filter *f, uint64_t id, const page *p, arena *a)
{
	firstprint_signature sig = sign(f, p, a);
	firstprint_verdict v = {0};

	if (filter_check(f, &sig, &v, NULL) || (!filter_kind_drops(v.kind) && filter_add(f, id, &sig)))
		exit((fprintf(stderr, "%s\n", filter_error(f)), 1));
	return v.kind;
}

static void forget_all(filter *f, uint64_t last)
{
	while (last)
		if (filter_remove(f, last--))
			exit((fprintf(stderr, "%s\n", filter_error(f)), 1));
}

/* Articles on one site's page, then their reprints on another site's. */
static void shells(filter *f, maker *m, tally *kept, tally *met)
{
	const char *parts[4] = {shell(m, 4), shell(m, 8), shell(m, 5), shell(m, 6)};
	article x[STREAM];

	for (int i = 0; i < STREAM; i++) {
		x[i] = article_made(m->l, 3 + chance_below(m->c, 4), 1, m->c, m->a);
		page p = shelled(m, "one", i, &x[i], parts[0], parts[1]);

		kept->asked++;
		kept->right += judge(f, (uint64_t)i + 1, &p, m->a) == FIRSTPRINT_UNIQUE;
	}
	for (int i = 0; i < STREAM; i++) {
		page p = shelled(m, "other", i, &x[i], parts[2], parts[3]);

		met->asked++;
		met->right += judge(f, STREAM + (uint64_t)i + 1, &p, m->a) != FIRSTPRINT_UNIQUE;
	}
	forget_all(f, 2 * STREAM);
}

/* Pages of 200 shared and 90 or 130 words of their own; on one host, or without a URL; all of one title. */
static void notices(filter *f, maker *m, bool hosted, tally *kept)
{
	const char *notice = shell(m, 14);

	for (int i = 0; i < 300; i++) {
		article x = article_made(m->l, i % 2 ? 2 : 3, 1, m->c, m->a);
		page p;

		x.title = "";
		p = shelled(m, hosted ? "one" : NULL, i, &x, "", notice);
		kept->asked++;
		kept->right += judge(f, (uint64_t)i + 1, &p, m->a) == FIRSTPRINT_UNIQUE;
	}
	forget_all(f, 300);
}

/* Percent in each language, and whether all reach the floor. */
static bool print_row(const char *name, const tally *t, size_t n, double floor)
{
	bool reached = true;

	printf("%-32s", name);
	for (size_t l = 0; l < n; l++) {
		double percent = 100.0 * (double)t[l].right / (double)t[l].asked;

		printf(" %6.1f", percent);
		reached &= percent >= floor;
	}
	printf(reached ? "\n" : "  below its floor of %.0f\n", floor);
	return reached;
}

static bool measure_streams(filter *f)
{
	static const struct { const char *name; double floor; } rows[] = {{"articles on one site's page", 99}, {"reprints on another's page", 90},
									  {"notices, one host", 99}, {"notices, no URL", 95}};
	tally t[4][LANGUAGES] = {0};
	arena *a = arena_new();
	bool reached = true;

	for (size_t l = 0; l < LANGUAGES; l++)
		for (unsigned i = 0; i < 3; i++) {
			chance c = {i + l * 104729};
			maker m = {.c = &c, .a = a, .number = i, .l = &languages[l]};

			shells(f, &m, &t[0][l], &t[1][l]);
			if (i == 0) {
				notices(f, &m, true, &t[2][l]);
				notices(f, &m, false, &t[3][l]);
			}
			arena_reset(a);
		}
	for (int i = 0; i < 4; i++)
		reached &= print_row(rows[i].name, t[i], LANGUAGES, rows[i].floor);
	arena_free(a);
	return reached;
}

typedef struct options {
	const char *spec, *only;
	unsigned pairs;
	bool verbose;
	const article *read; /* of a file; of none, 0 */
	size_t read_len;
} options;

/* A class in one language; l is LANGUAGES: the articles of the file. */
static tally measure_language(filter *f, const class *c, const options *o, size_t l, arena *a)
{
	tally t = {0, 0};

	for (unsigned i = 0; i < o->pairs; i++) {
		uint64_t seed = i * 7919 + l * 104729;
		chance random = {0};
		maker m = {.c = &random, .a = a, .number = i};

		for (const char *at = c->name; *at; at++)
			seed = seed * 31 + (unsigned char)*at;
		random.state = seed;
		m.text = l < LANGUAGES ? article_made(&languages[l], 4 + i % 5, c->figures, &random, a) : o->read[i * 31 % o->read_len];
		m.l = m.text.language;
		ask(f, c, &m, &t, o->verbose);
		arena_reset(a);
	}
	return t;
}

static bool measure_classes(filter *f, const class *c, const options *o)
{
	size_t n = LANGUAGES + (o->read_len > 0);
	arena *a = arena_new();
	bool reached = true;

	for (; c->name; c++) {
		tally t[LANGUAGES + 1];

		if (o->only && !strstr(c->name, o->only))
			continue;
		for (size_t l = 0; l < n; l++)
			t[l] = measure_language(f, c, o, l, a);
		reached &= print_row(c->name, t, n, c->floor);
		fflush(stdout);
	}
	arena_free(a);
	return reached;
}

static bool read_options(int argc, char **argv, options *o)
{
	for (int c; (c = getopt(argc, argv, "f:n:c:v")) != -1;) {
		if (c == 'f')
			o->spec = optarg;
		else if (c == 'n')
			o->pairs = (unsigned)atoi(optarg);
		else if (c == 'c')
			o->only = optarg;
		else if (c == 'v')
			o->verbose = true;
		else
			return false;
	}
	return o->pairs > 0;
}

int main(int argc, char **argv)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	options o = {.spec = "cascade", .pairs = 40};
	arena *texts = arena_new();
	complaint why = {""};
	bool reached;
	filter *f;

	if (!read_options(argc, argv, &o))
		return 2;
	if (filter_open(o.spec, zeros, &f, &why))
		return fprintf(stderr, "%s\n", why.text), 2;
	if (optind < argc)
		o.read_len = articles_read(argv[optind], &o.read, texts);
	printf("%-32s     en     zh     de     ru%s\n", o.spec, o.read_len ? "   file" : "");
	reached = measure_classes(f, harmless_classes, &o);
	reached &= measure_classes(f, part_classes, &o);
	reached &= measure_classes(f, twin_classes, &o);
	if (!o.only)
		reached &= measure_streams(f);
	filter_close(f);
	arena_free(texts);
	return reached ? 0 : 1;
}
