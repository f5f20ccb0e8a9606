#include "crawler/inspect/sentences.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/inspect/threshold.h"

enum role {
	PASSED,  /* a check before the one that decided, which let the page through */
	DROPPED, /* the check that decided */
	KEPT,
	OTHERWISE /* what would have changed the verdict; follows DROPPED or KEPT of the same stage */
};

/* What would make a page of its own, and what a text needs to be a part of another one. */
#define OWN_ENOUGH "if more of its text were its own, or if its title and text named another subject, or its figures differed"
#define LONG_ENOUGH \
	"have 64 words, or 128 Chinese characters; and of a page much longer than it, enough must have been sampled to be sure."
#define SITE \
	"{?site-share}Site: {site-share%} of its text stands on other stored pages of its site, too, and does not count in what follows."

/* In the order of the checks. `order` is the number of the check; all PASSED rows of the filter with a lower number are reported
 * before the row that decides. Placeholders: {evidence}, {evidence%} as a percentage, {a+b} the sum of two, {_evidence} and
 * {^evidence} rounded down and up, for an option that a reader may type; {:option} and {:option%} of the filter, {word}, {of} the
 * page that it was compared with; {?a+b} and {?:option} insert nothing, and omit the sentence if the sum is 0 or the option is off or
 * unknown; {!word} if there is a word; {>number:option}, {<number:option} and {=number:option} if the number is less than the option
 * or not, or is another one, where an unknown number is less; an option may be a fixed number, =0.3. A sentence with an unknown placeholder is also omitted. Fixed
 * numbers are the constants in docs/filters.md. */
static const struct row {
	const char *filter; /* NULL: any */
	const char *stage;  /* of PASSED: the row applies only if this stage proposed the page; NULL: always */
	enum role role;
	int order;
	const char *text;
} rows[] = {
	{NULL, NULL, PASSED, 0, "{?:exact}Text: no stored page had exactly this text (SHA-256)."},
	{"cascade", "text", DROPPED, 0,
	 "Text: it is exactly the text of {of}: both have the same SHA-256. (Of a short text, capitals, punctuation and what it "
	 "repeats of its own URL do not count.)"},
	{"cascade", "text", OTHERWISE, 0,
	 "With one word more or less, the stages behind this one would have decided: whether it is too short to be compared, figures, names, and "
	 "how much is in both."},
	{"cascade", "no-content", DROPPED, 0,
	 "No content: neither it nor {of} has an article; pages without one are all alike."},
	{"cascade", "list", DROPPED, 0,
	 "List: it lists other pages, and {of} has all of its {lines} entries among {of-lines}; with at least half of that list "
	 "it says nothing new."},
	{"cascade", "list", OTHERWISE, 0, "With lists=off, it would be compared as a text."},
	{"cascade", "list", KEPT, 6,
	 "List: {contained%} of its text is in a page that lists others, which may change; an article is stored beside the list that has it."},
	{"cascade", "list", OTHERWISE, 6, "With lists=off, it would be a part of that page."},
	{"cascade", "too-short", KEPT, 1,
	 "Too short: {words} words; with fewer than {:least} (option least) a page is compared no further."},
	{"cascade", "too-short", KEPT, 1,
	 "Too short: {keywords} keywords; with fewer than {:least} a page is compared no further."},
	{"cascade", "too-short", OTHERWISE, 1, "With a lower option least, it might be compared."},
	{"cascade", NULL, PASSED, 1, "Length: it has words (option least: {:least}) or figures enough to be compared."},
	{"cascade", "no-candidate", KEPT, 2, SITE},
	{"cascade", "no-candidate", KEPT, 2,
	 "Candidates: there were none. No fingerprint was within {:bits} of 64 bits of its own (with a number of sentences that differs by at "
	 "most {:sentences}), and no page had enough rare runs of three words in common with it."},
	{"cascade", "no-candidate", OTHERWISE, 2, "'inspect STORE near' shows the pages that are most like it all the same."},
	{"cascade", "simhash", PASSED, 2,
	 "Candidates: SimHash proposed a page whose fingerprint differs in at most {:bits} of 64 bits, and whose number of sentences by at most "
	 "{:sentences}."},
	{"cascade", "shingles", PASSED, 2,
	 "Candidates: a page was proposed that has rare runs of three words in common with it."},
	{"cascade", NULL, PASSED, 2, SITE},
	{"cascade", "simhash", DROPPED, 2,
	 "SimHash: the fingerprint of {of} differs in {hamming} bits, and {:bits} may differ; the numbers of sentences differ by "
	 "{sentences}, and {:sentences} may."},
	{"cascade", "simhash", KEPT, 2,
	 "SimHash: no stored fingerprint was within {:bits} of 64 bits of its own, with a number of sentences that differs by at most {:sentences}."},
	{"cascade", "simhash", OTHERWISE, 2, "Other limits: the options bits and sentences."},
	{"cascade", "resemblance", KEPT, 3,
	 "Resemblance: of all runs of three words about {resemblance%} are in both; the same article has {:resemblance%} (option "
	 "resemblance), or 25 % and the same figures. {contained%} of its text is in that page, and {contains%} of that page in "
	 "it; {:containment%} make one a part of the other (option containment)."},
	{"cascade", "resemblance", OTHERWISE, 3,
	 "{>resemblance:=0.3}{?subjects-differ}A lower option resemblance would not drop it: the titles, or the site's names of the pages, name two "
	 "different subjects."},
	{"cascade", "resemblance", OTHERWISE, 3,
	 "{>resemblance:=0.3}{=subjects-differ:=0}{?figures-differ}{?:figures}With --filter cascade:resemblance={_resemblance} it would pass this check; "
	 "but each page has figures that the other lacks ({figures-differ}), and where the texts differ in little else, they are two articles."},
	{"cascade", "resemblance", OTHERWISE, 3,
	 "{>resemblance:=0.3}{=subjects-differ:=0}{=figures-differ:=0}{=novelty:=0}{=lost:=0}With --filter cascade:resemblance={_resemblance} it would "
	 "pass this check, and what each page has of its own, and its name, would be compared next."},
	{"cascade", "resemblance", OTHERWISE, 3,
	 "{>resemblance:=0.3}{=subjects-differ:=0}{=figures-differ:=0}{?novelty+lost}With --filter cascade:resemblance={_resemblance} it would pass this "
	 "check; but {novelty%} of its text is its own, and {lost%} of that page's."},
	{"cascade", "resemblance", OTHERWISE, 3,
	 "{<resemblance:=0.3}{<contained:containment}{<contains:containment}That is less than any limit would take for one article."},
	{"cascade", "resemblance", OTHERWISE, 3,
	 "{>contained:containment}{>novelty:=0.05}But some {novelty%} of its text is its own, and of a part less than 5 % may be."},
	{"cascade", "resemblance", OTHERWISE, 3, "{>contained:containment}{<novelty:=0.05}But a part must " LONG_ENOUGH},
	{"cascade", "resemblance", OTHERWISE, 3,
	 "{<contained:containment}{>contains:containment}But the other page must " LONG_ENOUGH},
	{"cascade", NULL, PASSED, 3,
	 "{>resemblance:resemblance}Likeness: of all runs of three words about {resemblance%} are in both, and {:resemblance%} make the same "
	 "article (option resemblance). {contained%} of its text is in that page, and {contains%} of that page in it."},
	{"cascade", NULL, PASSED, 3,
	 "{<resemblance:resemblance}{>contained:containment}Likeness: {contained%} of its text is in that page, and {:containment%} make it a "
	 "part of one (option containment); {contains%} of that page is in it, and about {resemblance%} of all runs of three words are in both."},
	{"cascade", NULL, PASSED, 3,
	 "{<resemblance:resemblance}{<contained:containment}{>contains:containment}Likeness: {contains%} of that page is in it, and "
	 "{:containment%} make that one a part of it (option containment); {contained%} of its text is in that page."},
	{"cascade", NULL, PASSED, 3,
	 "{<resemblance:resemblance}{<contained:containment}{<contains:containment}Likeness: of all runs of three words about {resemblance%} are in "
	 "both, less than {:resemblance%} (option resemblance); but {figures-shared} telling figures are on both, nearly all that could be, and "
	 "then 25 % make the same story."},
	{"cascade", "subject", KEPT, 4,
	 "Subject: but the titles, or the first lines and the most frequent names of pages without one, name two different subjects, here "
	 "\"{word}\"."},
	{"cascade", "subject", KEPT, 4,
	 "{!word}Subject: but the titles, or the site's names of the pages, name two different subjects."},
	{"cascade", "subject", OTHERWISE, 4,
	 "If the titles named one subject, the figures would be compared next, and then what each page has of its own."},
	{"cascade", NULL, PASSED, 4, "Subject: their titles and URLs do not name two different subjects."},
	{"cascade", "figures", KEPT, 5,
	 "{=figures-differ:=0}Figures: but one page has figures where the other has words, and the texts differ in little else; figures on "
	 "both: {figures-agree}."},
	{"cascade", "figures", KEPT, 5,
	 "{?figures-differ}Figures: but each page has figures that the other lacks ({figures-differ}), such as its \"{word}\", and the texts differ in little "
	 "else; figures on both: {figures-agree}."},
	{"cascade", "figures", KEPT, 5,
	 "{!word}{?figures-differ}Figures: but each page has figures that the other lacks ({figures-differ}), and the texts differ in little else; figures on "
	 "both: {figures-agree}."},
	{"cascade", "figures", OTHERWISE, 5,
	 "If one page had all figures of the other, or with figures=off, what each has of its own would be compared next."},
	{"cascade", NULL, PASSED, 5,
	 "{?figures-differ}Figures: each page has some that the other lacks ({figures-differ}), on both: {figures-agree}; "
	 "that makes no different article."},
	{"cascade", NULL, PASSED, 5,
	 "{?figures-agree}{=figures-differ:=0}Figures: of those that count, at most one of the two has some that the other lacks; on both: {figures-agree}."},
	{"cascade", "reply", KEPT, 6,
	 "A reply: one of the two quotes the other, and says something of its own: {novelty%} of this text is its own, and {lost%} "
	 "of that page's."},
	{"cascade", "reply", OTHERWISE, 6,
	 "With fewer than twelve words of its own, the reply would be judged by all it shares."},
	{"cascade", "own-text", KEPT, 6,
	 "Own text: but {novelty%} of its text is its own, and {lost%} of that page's, in parts of which the other has less than of the rest. "
	 "25 % of its own, sixty words that are 3 %, a quarter more figures, or 10 % on both sides make a "
	 "different article; where less than 60 % is in both, 10 % on one."},
	{"cascade", "own-text", OTHERWISE, 6, "With less of its own it would be dropped."},
	{"cascade", "resemblance", DROPPED, 6,
	 "Own text: all but some {novelty%} of its text, as the samples tell, is in {of}, too, word for word or edited. It takes 25 % of its own to "
	 "be kept; less, if that is sixty words and 3 %, twenty words that were added to a page of its site, or twelve words of a reply to what "
	 "it quotes; or a quarter of its figures. Where each page has 10 % that the other lacks, both are kept."},
	{"cascade", "resemblance", OTHERWISE, 6,
	 "{>resemblance:resemblance}{<figures-shared:=3}It would be kept if less than {:resemblance%} were in both (option resemblance) and not in "
	 "one of them, " OWN_ENOUGH "."},
	{"cascade", "resemblance", OTHERWISE, 6,
	 "{>resemblance:resemblance}{>figures-shared:=3}It would be kept " OWN_ENOUGH "; "
	 "where nearly all telling figures are the same, 25 % in both are enough."},
	{"cascade", "resemblance", OTHERWISE, 6, "{<resemblance:resemblance}It would be kept " OWN_ENOUGH "."},
	{"cascade", "containment", DROPPED, 6,
	 "Containment: {contained%} of its text is in {of}, which has more; from {:containment%} on it counts as part of that page."},
	{"cascade", "containment", KEPT, 6,
	 "{>contains:containment}Containment: {contains%} of an older page is in it, and it has {novelty%} more: it supersedes that page, and "
	 "both are kept."},
	{"cascade", "containment", KEPT, 6,
	 "{<contains:containment}A longer version of the same story, with the same figures: {contains%} of the older page is in it, and it has "
	 "{novelty%} more. Both are kept."},
	{"cascade", "containment", OTHERWISE, 6,
	 "{>resemblance:resemblance}With less text that only one of the two has, it would be a near-duplicate."},
	{"cascade", "containment", OTHERWISE, 6,
	 "{<resemblance:resemblance}{<figures-shared:=3}{>contained:containment}{<contains:containment}{<contained:=0.999}With an option containment above "
	 "{^contained} it would not count as a part of that page."},
	{"cascade", "containment", OTHERWISE, 6,
	 "{<resemblance:resemblance}{<figures-shared:=3}{<contained:containment}{>contains:containment}{<contains:=0.999}With an option containment above "
	 "{^contains} that page would not count as a part of it."},
	{"cascade", "containment", OTHERWISE, 6,
	 "{<resemblance:resemblance}{<figures-shared:=3}{>contained:containment}{>contains:containment}{<contained:=0.999}{<contains:=0.999}With an option "
	 "containment above {^contained} and {^contains} neither would count as a part of the other."},

	{"sentence-hash", "too-short", KEPT, 1,
	 "Too short: {total} sentences; it takes {:least} to compare them (option least)."},
	{"sentence-hash", "common", KEPT, 2,
	 "Common: but for sentences that many pages have, {common} of them, too few are left to compare."},
	{"sentence-hash", "sentences", DROPPED, 2,
	 "Sentences: of its {total} sentences {shared} are in stored pages, {sentence-share%}; more than {:allowed} makes a duplicate (option "
	 "allowed). {of} has {of-shared} of them."},
	{"sentence-hash", "pieces", DROPPED, 2,
	 "Sentences: of its {total} sentences {shared} are in stored pages, {sentence-share%}; more than {:allowed} makes a duplicate (option "
	 "allowed). It was put together from {sources} pages; {of} has most of them, {of-shared}."},
	{"sentence-hash", "sentences", KEPT, 2,
	 "Sentences: of its {total} sentences {shared} are in stored pages, {sentence-share%}; a duplicate has more than {:allowed} (option "
	 "allowed)."},
	{"sentence-hash", "sentences", OTHERWISE, 2, "With another option allowed the line would be elsewhere."},

	{"spotsigs", "too-short", KEPT, 1, "Too short: {spots} features; it takes {:least} to compare them (option least)."},
	{"spotsigs", "spots", DROPPED, 2,
	 "Spots: {shared} of its {spots} spots are in {of}: Jaccard {jaccard%}, and from {:tau%} on it is a near-duplicate (option tau)."},
	{"spotsigs", "features", DROPPED, 2,
	 "Features: {shared} of its {spots} features are in {of}: Jaccard {jaccard%}, and from {:tau%} on it is a near-duplicate (option "
	 "tau)."},
	{"spotsigs", "spots", KEPT, 2,
	 "Spots: no stored page shares enough of its spots: a near-duplicate has a Jaccard of {:tau%} (option tau)."},
	{"spotsigs", "features", KEPT, 2,
	 "Features: no stored page shares enough of its features: a near-duplicate has a Jaccard of {:tau%} (option tau)."},

	{"minhash", "too-short", KEPT, 1, "Too short: it has no shingle."},
	{"minhash", "bands", KEPT, 2, "Bands: no stored page with a band in common has {:tau%} of its minima (option tau)."},
	{"minhash", "resemblance", DROPPED, 2,
	 "Resemblance: {agree} minima agree with those of {of}: an estimated resemblance of {resemblance%}, and from {:tau%} on it is a "
	 "near-duplicate (option tau)."},

	{"feature-code", "no-stop", KEPT, 1,
	 "No stop: no full stop has enough letters on both sides; there is no code to compare."},
	{"feature-code", "feature-code", DROPPED, 2,
	 "Code: its code and that of {of} have {lcs} of {code-length} characters in common, and {:lcs} make a near-duplicate (option lcs); "
	 "the lengths have the ratio {length-ratio}, and {:ratio} is allowed (option ratio)."},
	{"feature-code", "feature-code", DROPPED, 2,
	 "Code: {codes} of {codes-most} codes are also those of {of}; the lengths have the ratio {length-ratio}, and {:ratio} is allowed "
	 "(option ratio)."},
	{"feature-code", "feature-code", KEPT, 2,
	 "Code: no stored page has a code with {:lcs} characters in common with its own (option lcs)."},
	{"feature-code", "length", KEPT, 3,
	 "Length: a stored page has such a code, but the lengths have the ratio {length-ratio}, and {:ratio} is allowed (option ratio)."},

	{"length-variable", "too-short", KEPT, 1,
	 "Too short: its code has {symbols} symbols; it takes {:least} to compare it (option least)."},
	{"length-variable", "feature-code", DROPPED, 2,
	 "Repeatability: {common} of its {symbols} symbols are one run in the code of {of}, {repeatability%}, and {of-repeatability%} of that "
	 "page's; from {:repeatability%} on it is repeated (option repeatability)."},
	{"length-variable", "feature-code", KEPT, 2,
	 "{<of-repeatability:repeatability}Repeatability: no stored page has a run of {:repeatability%} of its code (option repeatability)."},
	{"length-variable", "feature-code", KEPT, 2,
	 "{>of-repeatability:repeatability}Repeatability: {common} of its {symbols} symbols are one run in the code of an older page, "
	 "{of-repeatability%} of that: it supersedes that page, and both are kept."},

	{NULL, "text", DROPPED, 0, "Text: it is exactly the text of {of}: both have the same SHA-256."},
	{"exact", "text", KEPT, 0, "Text: no stored page has exactly this text (SHA-256)."},
	{"exact", "too-short", KEPT, 0, "Too short: there is no text to compare."},
	{"exact-page", "bytes", DROPPED, 0, "Bytes: they are exactly those of {of} (SHA-256)."},
	{"exact-page", "bytes", KEPT, 0, "Bytes: no stored page has exactly these (SHA-256)."},
	{"exact-title", "title", DROPPED, 0, "Title: it is that of {of}."},
	{"exact-title", "title", KEPT, 0, "Title: no stored page has this one."},
	{"decision", "keep", KEPT, 0,
	 "Decision: a person said that it is an article of its own (undo, or \"keep it instead\")."},
	{"decision", "never-drop", KEPT, 0, "Decision: its URL is never dropped (--never-drop); the filter would have."},
	{"decision", "prefer", KEPT, 0, "Decision: of two copies this one is kept, since its URL is preferred (--prefer)."},
	{"decision", "drop", DROPPED, 0, "Decision: a person said that it repeats {of} (firstprint drop)."},
	{"decision", "original-dropped", KEPT, 0,
	 "Decision: the page that contained it was dropped, and the page kept instead does not contain it."},
	{"decision", "prefer", DROPPED, 0, "Decision: {of} is a copy of it, and its URL is preferred (--prefer)."},
	{"decision", "canonical", KEPT, 0,
	 "Canonical: a copy that came before it names it as its canonical URL (rel=canonical)."},
	{"decision", "canonical", DROPPED, 0,
	 "Canonical: {of} is a copy of it, and it names that URL as its canonical one (rel=canonical)."},
	{"warc", "revisit", DROPPED, 0,
	 "Revisit: the WARC record says that the page is that of another record; what that one is, a page or a drop, this one is, too."},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* ── numbers and texts ── */

static const json_t *field(const sentence_facts *f, const char *name)
{
	return json_object_get(f->row, name);
}

const char *sentences_text(const json_t *row, const char *name)
{
	const char *text = json_string_value(json_object_get(row, name));

	return text ? text : "";
}

static const char *text_field(const sentence_facts *f, const char *name)
{
	return sentences_text(f->row, name);
}

static bool evidence(const sentence_facts *f, const char *name, double *out)
{
	const json_t *value = json_object_get(field(f, "evidence"), name);

	*out = json_number_value(value);
	return json_is_number(value);
}

static const char *number(const sentence_facts *f, double value, bool is_share)
{
	return is_share ? arena_printf(f->memory, "%.3g %%", 100 * value) : arena_printf(f->memory, "%.3g", value);
}

static const char *original(const sentence_facts *f)
{
	long long of = json_integer_value(field(f, "of"));

	return of ? arena_printf(f->memory, "#%lld%s%s", of, *text_field(f, "of_url") ? " " : "", text_field(f, "of_url"))
		  : NULL;
}

/* Rounds to three digits behind the point: '_': down, '^': up, another mark: not at all. What stands there as 0.485 stays that. */
static double rounded(char mark, double value)
{
	static const double digits = 1000, noise = 1e-9;

	return mark == '_'   ? floor(value * digits + noise) / digits
	       : mark == '^' ? ceil(value * digits - noise) / digits
			     : value;
}

/* Does a guard hold: ">number:option"? Not if the option is unknown; an unknown number is less than any. */
static bool holds(const sentence_facts *f, char *guard)
{
	char *option = strchr(guard, ':');
	const char *text;
	double value = 0, limit;

	*option++ = '\0';
	text = *option == '=' ? option + 1 : threshold_option(f->spec, text_field(f, "filter"), option, f->memory);
	if (!text || (!evidence(f, guard + 1, &value) && *guard != '<'))
		return false;
	limit = strtod(text, NULL);
	return *guard == '>' ? value >= limit : *guard == '<' ? value < limit : value == limit;
}

/* Returns the value of a placeholder, given without its braces. NULL: unknown. */
static const char *value_of(const sentence_facts *f, char *name)
{
	size_t len = strlen(name);
	bool is_share = len && name[len - 1] == '%', is_guard = *name == '?';
	char *plus = strchr(name, '+');
	const char *text;
	char mark = *name;
	double a, b = 0;

	if (is_share)
		name[len - 1] = '\0';
	name += is_guard || mark == '_' || mark == '^';
	if (strchr("<>=", *name) && strchr(name, ':'))
		return holds(f, name) ? "" : NULL;
	if (strcmp(name, "of") == 0)
		return original(f);
	if (strcmp(name, "!word") == 0)
		return *text_field(f, "word") ? NULL : "";
	if (strcmp(name, "word") == 0)
		return *text_field(f, "word") ? text_field(f, "word") : NULL;
	if (*name == ':') {
		text = threshold_option(f->spec, text_field(f, "filter"), name + 1, f->memory);
		if (is_guard)
			return text && strcmp(text, "off") != 0 ? "" : NULL;
		return text && is_share ? number(f, strtod(text, NULL), true) : text;
	}
	if (plus) {
		*plus = '\0';
		if (!evidence(f, plus + 1, &b))
			return NULL;
	}
	if (!evidence(f, name, &a) || (is_guard && a + b == 0))
		return NULL;
	return is_guard ? "" : number(f, rounded(mark, a + b), is_share);
}

/* Returns the sentence with its placeholders filled in, in the arena `memory`. NULL: a value is unknown, or out of memory. */
static const char *fill(const sentence_facts *f, const char *text)
{
	const char *out = "";

	for (size_t plain, len; *text && out; text += plain + len) {
		const char *value = "";

		plain = strcspn(text, "{");
		len = text[plain] ? strcspn(text + plain, "}") + 1 : 0;
		if (len) {
			char *name = arena_text(f->memory, text + plain + 1, len - 2);

			value = name ? value_of(f, name) : NULL;
		}
		out = value ? arena_printf(f->memory, "%s%.*s%s", out, (int)plain, text, value) : NULL;
	}
	return out;
}

/* ── the sentences ── */

static bool is_of(const sentence_facts *f, const struct row *r)
{
	return !r->filter || strcmp(r->filter, text_field(f, "filter")) == 0;
}

static bool decides(const sentence_facts *f, const struct row *r)
{
	return is_of(f, r) && r->stage && strcmp(r->stage, text_field(f, "stage")) == 0 &&
	       r->role == (f->dropped ? DROPPED : KEPT);
}

static bool was_passed(const sentence_facts *f, const struct row *r, int order)
{
	const char *proposed_by = *text_field(f, "proposed_by") ? text_field(f, "proposed_by") : text_field(f, "stage");

	return is_of(f, r) && r->role == PASSED && r->order < order && (!r->stage || strcmp(r->stage, proposed_by) == 0);
}

static void say_filled(const sentence_facts *f, const struct row *r, sentence_said *say, void *ctx)
{
	const char *sentence = fill(f, r->text);

	if (sentence)
		say(ctx, sentence, r->role == OTHERWISE);
}

/* Reports what is known about a stage without a row. */
static void say_plainly(const sentence_facts *f, sentence_said *say, void *ctx)
{
	const char *sentence = arena_printf(f->memory, "The filter %s, stage %s, decided.", text_field(f, "filter"),
					    *text_field(f, "stage") ? text_field(f, "stage") : "-");

	if (sentence)
		say(ctx, sentence, false);
}

const char *sentences_relation(const char *verdict)
{
	return strcmp(verdict, "contained") == 0   ? "contained in"
	       : strcmp(verdict, "duplicate") == 0 ? "duplicate of"
						   : "near-duplicate of";
}

/* A filter's own row for a check takes the place of the one for any filter. */
static bool says_verdict(const sentence_facts *f, const struct row *r, const struct row *decided)
{
	return decides(f, r) && r->order == decided->order && !r->filter == !decided->filter;
}

status sentences_of(const sentence_facts *f, sentence_said *say, void *ctx)
{
	const struct row *decided = NULL;

	for (size_t i = 0; i < ROWS && !decided; i++)
		if (decides(f, &rows[i]))
			decided = &rows[i];
	for (size_t i = 0; i < ROWS && decided; i++)
		if (was_passed(f, &rows[i], decided->order) || says_verdict(f, &rows[i], decided) ||
		    (is_of(f, &rows[i]) && rows[i].role == OTHERWISE && rows[i].order == decided->order &&
		     strcmp(rows[i].stage, decided->stage) == 0))
			say_filled(f, &rows[i], say, ctx);
	if (!decided)
		say_plainly(f, say, ctx);
	return arena_exhausted(f->memory) ? ERR_MEMORY : OK;
}
