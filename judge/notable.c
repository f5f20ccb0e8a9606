#include "judge/notable.h"

#include <ctype.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "base/mark.h"
#include "base/sorted.h"
#include "base/table.h"
#include "plugin/text/tokens.h"
#include "store/ask.h"

enum { ORIGINAL_MOST = 24 }; /* words that only the original has */
/* A paragraph is new if so many of its words are nowhere in the other text, and at least one in so many; and so many are shown, if they have
 * no more bytes. */
enum { PASSAGE_LEAST = 8, PASSAGE_SHARE = 4, PASSAGE_SHOWN = 5, PASSAGE_BYTES = 80 };
enum { NAME_LEAST = 3, NAME_MOST = 60 };  /* bytes */
static const double CAPITALS_MOST = 0.25; /* of the words inside sentences, if capitals are to tell names */

/* In lower case. Of "isn't" the word is "isn", and "t" follows. */
static const struct {
	const char *tags; /* of the language, without a region */
	const char *words;
} languages[] = {
	{"en",
	 "not no never without cannot isn aren wasn weren don doesn didn won wouldn correction corrected corrects erratum retracted "
	 "retraction retracts withdrawn withdraws cancelled canceled recalled"},
	{"de",
	 "nicht kein keine keinen keiner nie niemals ohne korrektur berichtigung berichtigt korrigiert widerrufen zurückgezogen abgesagt"},
	{"fr", "ne pas non jamais sans correction rectification rectificatif erratum corrigé rétracté annulé"},
	{"es", "no nunca jamás sin corrección corregido rectificación retractado cancelado"},
	{"it", "no non mai senza correzione corretto rettifica ritirato annullato"},
	{"pt", "não nunca jamais sem correção corrigido retratado cancelado"},
	{"ru", "не нет никогда без исправление исправлено опровержение отозван отменен отменён"},
	{"zh ja", "不 未 无 無 没 沒 非 勘 撤"},
};
enum { TELLING = 128 }; /* words of all languages, at most */

typedef struct telling_words {
	uint64_t hashes[TELLING];
	size_t len;
} telling_words;

static void hash_words(const feature_key *key, const char *words, telling_words *out)
{
	for (const char *at = words, *end; *at; at = end + strspn(end, " ")) {
		end = at + strcspn(at, " ");
		out->hashes[out->len++] = feature_hash(key, at, (size_t)(end - at));
	}
}

/* Hashes the words of a language; "": of all of them. */
static void hash_language(const feature_key *key, const char *lang, telling_words *out)
{
	const firstprint_span tag = {lang, strcspn(lang, "-_")};

	out->len = 0;
	for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
		if (!tag.len || mark_is_one(tag, languages[i].tags))
			hash_words(key, languages[i].words, out);
}

static bool is_telling(const telling_words *words, uint64_t hash)
{
	for (size_t i = 0; i < words->len; i++)
		if (words->hashes[i] == hash)
			return true;
	return false;
}

/* ── which words a text has more often ── */

enum more { SAME, MORE, ALONE }; /* of a token: the other text has its word as often; less often; nowhere */

/* The words of a text, each as often as the text has it: their hashes, ascending. */
struct bag {
	const uint64_t *words;
	size_t len;
};

/* A text, and what of it the other one lacks. */
struct side {
	firstprint_span text;
	tokens tokens;
	uint8_t *more;   /* [tokens] enum more */
	size_t more_len; /* words that it has more often, each as often as that */
};

static status bag_of(const tokens *t, arena *a, struct bag *out)
{
	uint64_t *words = arena_alloc(a, t->len * sizeof *words);

	if (!words)
		return ERR_MEMORY;
	for (size_t i = 0; i < t->len; i++)
		words[i] = t->items[i].hash;
	sorted_u64(words, t->len);
	*out = (struct bag){words, t->len};
	return OK;
}

static size_t times_in(const struct bag *b, uint64_t word)
{
	size_t first = sorted_lower_bound_u64(b->words, b->len, word), end = first;

	while (end < b->len && b->words[end] == word)
		end++;
	return end - first;
}

/* Reads the words of the original, unless m has them. */
static status read_original(firstprint_span text, const feature_key *key, notable_memo *m, arena *a, struct bag *out)
{
	uint64_t hash = feature_hash(key, text.at, text.len);
	struct bag read;
	tokens t;
	status err = OK;

	if (!m->a)
		m->a = arena_new();
	if (!m->a)
		return ERR_MEMORY;
	if (m->text != hash) {
		arena_reset(m->a);
		m->text = 0;
		err = tokens_of(text, key, a, &t);
		err = err ? err : bag_of(&t, m->a, &read);
		if (!err)
			*m = (notable_memo){m->a, hash, read.words, read.len};
	}
	*out = (struct bag){m->words, m->len};
	return err;
}

void notable_forget(notable_memo *m)
{
	arena_free(m->a);
	*m = (notable_memo){0};
}

/* Reads a text, and marks a token of each word that it has more often than the other one: the first one too many. */
static status read_side(firstprint_span text, const struct bag *other, const feature_key *key, arena *a, struct side *out)
{
	struct side x = {.text = text};
	table seen = {.memory = a};

	if (tokens_of(text, key, a, &x.tokens))
		return ERR_MEMORY;
	x.more = arena_zeros(a, x.tokens.len + 1, 1);
	for (size_t i = 0; i < x.tokens.len && x.more; i++) {
		const uint64_t *word = &x.tokens.items[i].hash;
		const size_t *known = table_get(&seen, word, sizeof *word);
		size_t *left = table_put(&seen, word, sizeof *word, known ? 0 : times_in(other, *word) + 1);

		if (!left)
			return ERR_MEMORY;
		x.more_len += *left <= 1;
		if (*left && !--*left)
			x.more[i] = known ? MORE : ALONE;
	}
	*out = x;
	return x.more ? OK : ERR_MEMORY;
}

/* ── which of them are notable ── */

/* Is it "Bremby", and not "BREMBY", as in a headline, or "BR"? */
static bool is_capitalised(firstprint_span text, const token *t)
{
	int32_t i = (int32_t)t->from, end = (int32_t)(t->from + t->len);
	UChar32 first, second = 0;

	U8_NEXT((const uint8_t *)text.at, i, end, first);
	if (i < end)
		U8_NEXT((const uint8_t *)text.at, i, end, second);
	return t->kind == TOKEN_WORD && first >= 0 && (u_isupper(first) || u_istitle(first)) && u_islower(second);
}

/* Does a sentence, a line or a quotation begin with the token? */
static bool begins_sentence(firstprint_span text, const token *t)
{
	size_t at = t->from;

	while (at && text.at[at - 1] == ' ')
		at--;
	return t->begins_line || !at || (strchr(".!?:\"(", text.at[at - 1]) && text.at[at - 1]) ||
	       (uint8_t)text.at[at - 1] >= 0x80;
}

/* Do capitals tell names in this text? In German they tell nouns, and in a headline nothing. */
static bool tells_names(const struct side *x)
{
	size_t inside = 0, capitals = 0;

	for (size_t i = 0; i < x->tokens.len; i++) {
		const token *t = &x->tokens.items[i];

		if (t->kind != TOKEN_WORD || begins_sentence(x->text, t))
			continue;
		inside++;
		capitals += is_capitalised(x->text, t);
	}
	return (double)capitals <= (double)inside * CAPITALS_MOST;
}

static bool is_year(firstprint_span text, const token *t)
{
	return t->len == 4 && (memcmp(text.at + t->from, "19", 2) == 0 || memcmp(text.at + t->from, "20", 2) == 0);
}

struct line {
	size_t end;       /* the first token of the next line */
	bool is_sentence; /* other lines are titles, menus and footers, or count readers, answers, days */
	bool has_year;
	size_t alone; /* words that are nowhere in the other text */
};

static struct line line_from(const struct side *x, size_t first)
{
	const token *t = x->tokens.items;
	struct line line = {.end = first};
	size_t last;

	do {
		line.has_year |= t[line.end].kind == TOKEN_NUMBER && is_year(x->text, &t[line.end]);
		line.alone += x->more[line.end] == ALONE && t[line.end].kind != TOKEN_NUMBER;
	} while (++line.end < x->tokens.len && !t[line.end].begins_line);
	last = t[line.end - 1].from + t[line.end - 1].len;
	line.is_sentence = last < x->text.len && (strchr(".!?", x->text.at[last]) || (uint8_t)x->text.at[last] >= 0x80);
	return line;
}

static bool is_name(const struct side *x, const token *t)
{
	return t->len >= NAME_LEAST && t->len <= NAME_MOST && is_capitalised(x->text, t) && !begins_sentence(x->text, t);
}

/* Is a token that the other text lacks a name in a sentence, or a figure in a sentence without a date? */
static bool tells_alone(const struct side *x, const token *t, const struct line *line, bool names)
{
	return line->is_sentence && ((names && is_name(x, t)) || (t->kind == TOKEN_NUMBER && !line->has_year));
}

/* The notable words so far, in a. */
struct found {
	arena *a;
	const telling_words *telling;
	const char *words; /* NULL: none */
	size_t len;
	bool is_more; /* there are more than NOTABLE_WORDS */
};

/* Adds a part of a text between `before` and `behind`. */
static status add(struct found *f, const char *before, firstprint_span part, const char *behind)
{
	f->is_more |= f->len == NOTABLE_WORDS;
	if (f->is_more)
		return OK;
	f->words = arena_printf(f->a, "%s%s%s%.*s%s", f->words ? f->words : "", f->words ? ", " : "", before, (int)part.len,
				part.at, behind);
	f->len++;
	return f->words ? OK : ERR_MEMORY;
}

/* The text of tokens first to last. */
static firstprint_span part_of(const struct side *x, size_t first, size_t last)
{
	const token *from = &x->tokens.items[first], *to = &x->tokens.items[last];

	return (firstprint_span){x->text.at + from->from, to->from + to->len - from->from};
}

/* The text of token i, with the "t" behind its apostrophe: "don't". */
static firstprint_span word_at(const struct side *x, size_t i)
{
	static const char *const ends[] = {"'t", "\u2019t"};
	firstprint_span word = part_of(x, i, i);
	size_t end = x->tokens.items[i].from + x->tokens.items[i].len;

	for (size_t k = 0; k < 2; k++) {
		size_t len = strlen(ends[k]);

		if (word.at[word.len - 1] == 'n' && end + len <= x->text.len && memcmp(x->text.at + end, ends[k], len) == 0 &&
		    (end + len == x->text.len || !isalpha((unsigned char)x->text.at[end + len]))) {
			word.len += len;
			break;
		}
	}
	return word;
}

/* Adds the first words of a paragraph that the other text has not. */
static status add_passage(const struct side *x, size_t first, const struct line *line, struct found *f)
{
	size_t end = first + PASSAGE_SHOWN;
	firstprint_span part;

	if (!line->is_sentence || line->alone < PASSAGE_LEAST || PASSAGE_SHARE * line->alone < line->end - first)
		return OK;
	do
		part = part_of(x, first, --end);
	while (part.len > PASSAGE_BYTES && end > first);
	return part.len > PASSAGE_BYTES ? OK : add(f, "\"", part, " …\"");
}

/* Is it "No." before a number? */
static bool is_numero(const struct side *x, size_t i)
{
	const token *t = &x->tokens.items[i], *next = i + 1 < x->tokens.len ? t + 1 : NULL;
	size_t end = t->from + t->len;

	return next && x->text.at[end] == '.' && isdigit((unsigned char)x->text.at[next->from]) && !next->begins_line;
}

/* Adds the notable words of a side, each behind `sign`. */
static status add_words(const struct side *x, const char *sign, struct found *f)
{
	bool names = tells_names(x);
	struct line line = {0};
	status err = OK;

	for (size_t i = 0; i < x->tokens.len && !f->is_more && !err; i++) {
		const token *t = &x->tokens.items[i];

		if (i == line.end) {
			line = line_from(x, i);
			err = *sign ? OK : add_passage(x, i, &line, f);
		}
		if ((x->more[i] && is_telling(f->telling, t->hash) && !is_numero(x, i)) ||
		    (x->more[i] == ALONE && tells_alone(x, t, &line, names)))
			err = err ? err : add(f, sign, word_at(x, i), "");
	}
	return err;
}

/* Adds the notable words that only the original has, if it has few words of its own. */
static status add_lost(firstprint_span original, size_t own, const tokens *other, const feature_key *key, struct found *f)
{
	struct bag bag;
	struct side y;
	status err;

	if (!own || own > ORIGINAL_MOST)
		return OK;
	err = bag_of(other, f->a, &bag);
	if (!err)
		err = read_side(original, &bag, key, f->a, &y);
	return err ? err : add_words(&y, "−", f);
}

status notable_words(firstprint_span text, firstprint_span original, const char *lang, notable_memo *m, arena *a,
		     const char **words)
{
	static const uint8_t zeros[16];
	struct bag bag;
	struct side x;
	telling_words telling;
	struct found found = {.a = a, .telling = &telling};
	feature_key key;
	status err;

	feature_key_init(&key, zeros);
	hash_language(&key, lang, &telling);
	err = read_original(original, &key, m, a, &bag);
	if (!err)
		err = read_side(text, &bag, &key, a, &x);
	if (!err)
		err = add_words(&x, "", &found);
	if (!err)
		err = add_lost(original, bag.len + x.more_len - x.tokens.len, &x.tokens, &key, &found);
	if (!err && found.is_more)
		found.words = arena_printf(a, "%s, …", found.words);
	*words = found.words;
	return !err && found.is_more && !found.words ? ERR_MEMORY : err;
}

/* ── in a store ── */

static status join(const char *title, firstprint_span text, arena *a, firstprint_span *out)
{
	size_t len = strlen(title);
	char *whole = arena_alloc(a, len + 1 + text.len), *at;

	if (!whole)
		return ERR_MEMORY;
	at = mempcpy(whole, title, len);
	*at++ = '\n';
	memcpy(at, text.at, text.len);
	*out = (firstprint_span){whole, len + 1 + text.len};
	return OK;
}

/* lang: of the article, in a. */
static status read_stored(store *st, uint64_t id, arena *a, firstprint_span *out, const char **lang)
{
	firstprint_span text;
	store_head head;
	status err = store_head_of(st, id, a, &head);

	if (!err)
		err = store_text(st, id, a, &text);
	if (err)
		return err;
	*lang = head.lang;
	return join(head.title, text, a, out);
}

status notable_note(store *st, uint64_t id, const firstprint_page *page, notable_memo *m, arena *a, store_reason *why)
{
	firstprint_span text, original;
	const char *lang;
	status err;

	if (strcmp(why->verdict, "near-duplicate") != 0 && strcmp(why->verdict, "contained") != 0)
		return OK;
	err = read_stored(st, why->of, a, &original, &lang);
	if (err)
		return err == ERR_MISSING ? OK : err;
	if (page)
		lang = page->lang;
	err = page ? join(page->title, page->text, a, &text) : read_stored(st, id, a, &text, &lang);
	return err ? err : notable_words(text, original, lang, m, a, &why->notable);
}
