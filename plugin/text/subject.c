#include "plugin/text/subject.h"

#include <string.h>

#include "base/sorted.h"
#include "plugin/text/roles.h"
#include "plugin/text/site_lines.h"

enum { NO_WORD = 0xff };

static uint8_t index_of(const title *title, uint32_t word)
{
	for (size_t i = 0; i < title->len && title->words[i].hash <= title_word_hash(word); i++)
		if (title->words[i].hash == title_word_hash(word))
			return word ? (uint8_t)i : NO_WORD;
	return NO_WORD;
}

enum { AROUND_LEAST = 4 }; /* half words around a place */

/* The subject while it is made. */
struct draft {
	const firstprint_page *page; /* a page of a site has a title */
	title title;
	passage marked;        /* the text, with the title's words marked, too */
	const uint32_t *words; /* of the text */
	const uint8_t *index;  /* the index of each in the title, or NO_WORD */
	uint32_t *places, *all;
	size_t places_len, all_len;
	uint32_t in_text, in_page, in_headings, named;
	identity identity;
};

/* Adds the words of the URL. The parts of a name do not name the page if its title has the whole: count_if is not count. Returns which
 * words of the title they are, as bits. */
static uint32_t add_identity(const identity *x, title *title)
{
	uint32_t named = title_add_words(x->words, x->names_len, title);

	for (size_t i = 0; i < title->len; i++)
		if (named >> i & 1 && title->words[i].hash & 1)
			return named;
	return title_add_words(x->words, x->words_len, title);
}

/* Finds the title's words in the text and marks them. */
static status mark_title(const passage *p, arena *a, struct draft *d)
{
	uint32_t *words = title_words_of(p, a);
	uint8_t *index = arena_alloc(a, p->tokens.len + 1), *marks = arena_alloc(a, p->tokens.len + 1);

	if (!words || !index || !marks || title_add_names(p, words, a, &d->title))
		return ERR_MEMORY;
	d->named = add_identity(&d->identity, &d->title);
	memcpy(marks, p->marks, p->tokens.len);
	for (size_t i = 0; i < p->tokens.len; i++) {
		index[i] = index_of(&d->title, words[i]);
		if (index[i] != NO_WORD)
			memset(marks + i, MARK_SUBJECT, title_word_end(p, words, i) - i);
	}
	d->words = words;
	d->index = index;
	d->marked = *p;
	d->marked.marks = marks;
	return OK;
}

/* Does a line only repeat the title? */
static bool is_heading(const struct draft *d, const line *l)
{
	for (size_t i = l->first; i < l->end; i++)
		if (d->marked.marks[i] != MARK_SUBJECT)
			return false;
	return true;
}

static bool is_v(firstprint_span text, const token *x)
{
	return x->len == 1 && (text.at[x->from] == 'v' || text.at[x->from] == 'V');
}

/* Is the word at token i a number or a version: "12", "15.0.0git", "v1.2"? Some text has any number; it must stand in the right
 * place. */
static bool is_number(const struct draft *d, size_t i)
{
	const token *x = &d->marked.tokens.items[i];

	return x->kind == TOKEN_NUMBER ||
	       (d->words[i] & TITLE_WORD_JOINED && is_v(d->marked.text, x) && x[1].kind == TOKEN_NUMBER);
}

/* Returns the words of the title that a line has, as bits. */
static uint32_t words_in(const struct draft *d, const line *l)
{
	uint32_t found = 0;

	for (size_t i = l->first; i < l->end; i++)
		if (d->index[i] != NO_WORD && !is_number(d, i))
			found |= (uint32_t)1 << d->index[i];
	return found;
}

/* Returns the words that are not in the title itself (title_add_words), as bits. */
static uint32_t added_words(const title *title)
{
	uint32_t added = 0;

	for (size_t i = 0; i < title->len; i++)
		added |= (uint32_t)(title->words[i].from == TITLE_ADDED) << i;
	return added;
}

static void add_words(struct draft *d, const line *l)
{
	uint32_t found = words_in(d, l);

	for (size_t i = l->first; i < l->end; i++)
		if (d->words[i])
			d->all[d->all_len++] = d->words[i];
	d->in_page |= found;
	d->in_text |= l->is_margin ? 0 : found;
}

/* Adds the places of the line's words. Words that follow each other share one place. */
static void add_places(struct draft *d, const line *l)
{
	for (size_t i = l->first, end; i < l->end; i = end) {
		uint32_t around;
		uint64_t place;

		for (end = i; end < l->end && d->marked.marks[end] == MARK_SUBJECT;)
			end++;
		if (end == i) {
			end++;
			continue;
		}
		place = place_of(&d->marked, l, i, end, &around);
		for (size_t k = i; k < end && around >= AROUND_LEAST; k++)
			if (d->index[k] != NO_WORD)
				d->places[d->places_len++] = (uint32_t)(place >> 37 << 5) | d->index[k];
	}
}

/* Sorts the places and keeps the lowest of each word. */
static void cut_places(struct draft *d)
{
	size_t n = sorted_distinct_u32(d->places, d->places_len), counts[TITLE_WORDS] = {0};

	d->places_len = 0;
	for (size_t i = 0; i < n; i++)
		if (counts[d->places[i] & 31]++ < SUBJECT_PLACES)
			d->places[d->places_len++] = d->places[i];
}

enum { WITNESS_SHINGLES = 1 << 11 }; /* of the sample: their numbers take 11 bits */

/* Finds the lowest sampled shingles that contain each word of the title. Returns how many. */
static size_t find_witnesses(const struct draft *d, const positions *shingles, uint16_t *out)
{
	const tokens *t = &d->marked.tokens;
	size_t counts[TITLE_WORDS] = {0}, n = 0;

	for (size_t i = 0; i < shingles->len && i < WITNESS_SHINGLES; i++)
		for (size_t first = shingles->at[i], k = first;
		     k < first + shingle_tokens(t, first, SKETCH_WORDS) && k < t->len; k++)
			if (d->index[k] != NO_WORD && counts[d->index[k]]++ < SUBJECT_WITNESSES)
				out[n++] = (uint16_t)(i << 5 | d->index[k]);
	return n;
}

enum { WITNESSES = 0x80 }; /* in the size of the filter: these are witnesses */
enum { BARE = 0x80 };      /* in the number of words: is_bare */
enum { QUOTES = 0x40 };    /* there, too: quotes */
enum { LIST = 0x80 };      /* in the number of places: is_list */
enum { FIELDS = 4 };       /* of 3 bytes with a bit for each word, and of 1 for something else; without a site only the first */
enum { WORD_BITS = 0xffffff };

/* With the folder. */
static size_t bytes_of_numbers(size_t n)
{
	return (2 * (1 + n) + 3) / 4 * 4;
}

static size_t bytes_of(bool has_site, size_t numbers, size_t words, size_t places, size_t filter, size_t title)
{
	return (has_site ? 20 + bytes_of_numbers(numbers) : 8) + 4 * places + filter + (4 * words + title + 3) / 4 * 4;
}

/* Hashes the language in which the page stands at its site, by its URL, or else that of its text, without script or region; 0: unknown. */
static uint8_t hash_language(const firstprint_page *page, const feature_key *key)
{
	firstprint_span named = identity_language(page->url);
	const char *lang = named.len ? named.at : page->lang;
	size_t len = named.len ? 2 : strcspn(lang, "-");

	return len ? (uint8_t)(feature_hash(key, lang, len) >> 56) | 1 : 0;
}

/* Hashes the site; 0: the URL names none. */
static uint8_t hash_site(const char *url, const feature_key *key)
{
	uint64_t site = site_of(url, key);
	uint8_t byte = (uint8_t)(site >> 56);

	return site && !byte ? 1 : byte;
}

enum { QUOTED = 10 };       /* one byte in so many of a letter's text is quoted; a manual may show a command behind a ">" */
enum { BYTES_OF_WORD = 6 }; /* with the space behind it; two CJK characters */

/* Takes the next line off the text, with its line feed. */
static firstprint_span next_line(firstprint_span *rest)
{
	const char *stop = memchr(rest->at, '\n', rest->len);
	firstprint_span line = {rest->at, stop ? (size_t)(stop + 1 - rest->at) : rest->len};

	*rest = (firstprint_span){rest->at + line.len, rest->len - line.len};
	return line;
}

/* With ">>>" a prompt begins, too. */
static bool is_quoted(firstprint_span line)
{
	return *line.at == '>' && !(line.len > 1 && line.at[1] == '>');
}

/* How many bytes of a text are in quoted lines? */
static size_t quoted_bytes(firstprint_span text)
{
	size_t bytes = 0;

	while (text.len) {
		firstprint_span line = next_line(&text);

		bytes += is_quoted(line) ? line.len : 0;
	}
	return bytes;
}

static size_t count_words(firstprint_span line)
{
	size_t words = 0;

	for (size_t i = 0; i < line.len; i++)
		words += line.at[i] != ' ' && (i == 0 || line.at[i - 1] == ' ');
	return words > line.len / BYTES_OF_WORD ? words : line.len / BYTES_OF_WORD;
}

/* How many words of a text are in lines that are not quoted? A line that names the quoted writer, "Ann wrote:", does not count. */
static size_t unquoted_words(firstprint_span text)
{
	size_t words = 0, naming = 0; /* naming: words of the last line, if it ends with a colon */

	while (text.len) {
		firstprint_span line = next_line(&text);
		bool quoted = is_quoted(line);
		size_t len = line.at[line.len - 1] == '\n' ? line.len - 1 : line.len;
		size_t n = quoted ? 0 : count_words((firstprint_span){line.at, len});

		words = quoted ? words - naming : words + n;
		naming = len && line.at[len - 1] == ':' ? n : 0;
	}
	return words;
}

/* Is it a letter that quotes another, "> Has anybody seen this?", and says something itself? In an archive of mails the lines of a letter may
 * be joined; then the words that name its writer stand before the first quoted line. */
static bool quotes(const firstprint_page *page)
{
	static const char *const marks[] = {"wrote: > ",   "schrieb: > ",    "écrit : > ", "escribió: > ",
					    "scritto: > ", "napisał(a): > ", "пишет: > "};
	const firstprint_span *text = &page->text;
	bool found = text->len && quoted_bytes(*text) >= text->len / QUOTED && unquoted_words(*text) >= SUBJECT_REPLY_LEAST;

	for (size_t i = 0; i < sizeof marks / sizeof *marks && !found; i++)
		found = memmem(text->at, text->len, marks[i], strlen(marks[i]));
	return found;
}

/* The folder and the numbers. Returns their end. */
static uint8_t *write_identity(uint8_t *at, const identity *x)
{
	memcpy(at, &x->folder, sizeof x->folder);
	memcpy(at + sizeof x->folder, x->numbers, 2 * x->len);
	return at + bytes_of_numbers(x->len);
}

static status write_bytes(const struct draft *d, const positions *shingles, arena *a, firstprint_span *out)
{
	const firstprint_page *page = d->page;
	const feature_key *key = d->marked.key;
	size_t words = d->title.len, title = words ? strnlen(page->title, TITLE_KEPT) : 0, size;
	uint16_t filter[SUBJECT_FILTER / 2] = {0};
	size_t most = tokens_are_characters(&d->marked.tokens) ? SUBJECT_FILTER_CJK : SUBJECT_FILTER;
	size_t filter_len = words ? title_filter_make(d->all, d->all_len, most, (uint8_t *)filter) : 0;
	bool witnesses = words && !filter_len;
	uint8_t site = hash_site(page->url, key), lang = hash_language(page, key);
	const uint32_t fields[FIELDS] = {d->in_text | (uint32_t)site << 24, d->in_page | (uint32_t)lang << 24,
					 d->in_headings | (uint32_t)d->identity.len << 24,
					 d->named | (uint32_t)d->identity.segment << 24};
	uint8_t *bytes, *at;

	if (witnesses)
		filter_len = (2 * find_witnesses(d, shingles, filter) + 7) / 8 * 8;
	size = bytes_of(site, d->identity.len, words, d->places_len, filter_len, title);
	bytes = at = arena_zeros(a, size, 1);
	if (!bytes)
		return ERR_MEMORY;
	at[0] = (uint8_t)(words | (quotes(page) ? QUOTES : 0));
	at[1] = (uint8_t)(d->places_len | (page->kind != FIRSTPRINT_PAGE ? LIST : 0));
	at[2] = (uint8_t)(filter_len / 8 | (witnesses ? WITNESSES : 0));
	at[3] = (uint8_t)title;
	at = mempcpy(at + 4, fields, (site ? FIELDS : 1) * sizeof *fields);
	if (site)
		at = write_identity(at, &d->identity);
	at = mempcpy(at, d->places, d->places_len * sizeof *d->places);
	at = mempcpy(at, filter, filter_len);
	for (size_t i = 0; i < words; i++)
		at = mempcpy(at, &d->title.words[i].hash, 2);
	for (size_t i = 0; i < words; i++, at += 2) {
		at[0] = d->title.words[i].from;
		at[1] = d->title.words[i].len;
	}
	memcpy(at, page->title, title);
	*out = (firstprint_span){(const char *)bytes, size};
	return OK;
}

enum { HEADLINE_MOST = 100 }; /* bytes */

/* Is a text's first paragraph its headline? A sentence, or what leads to one, ends in a mark. */
static bool has_headline(const firstprint_page *page)
{
	static const char *const marks[] = {".", "!", "?", ":", ";", ",", "。", "！", "？", "：", "；", "，", "…"};
	firstprint_span first = page->paragraphs[0];
	bool ends = false;

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		size_t len = strlen(marks[i]);

		ends |= first.len >= len && memcmp(first.at + first.len - len, marks[i], len) == 0;
	}
	return page->paragraphs_len > 1 && first.len <= HEADLINE_MOST && !ends;
}

/* Has the first line a date or a time? Mostly it says when the text was written, and how often it was read. */
static bool begins_with_stamp(const passage *p)
{
	const number *x = p->numbers.items, *end = x + p->numbers.len;

	for (; p->lines.len && x < end && x->first < p->lines.items[0].end; x++)
		if (role_stamp(p, &p->lines.items[0], x, (size_t)(end - x)))
			return true;
	return false;
}

/* Returns the title. A page that has none has its first line, unless that is a stamp; a text without a URL has that if it is a headline. NULL:
 * out of memory. */
static const char *title_of(const firstprint_page *page, const passage *p, arena *a)
{
	const firstprint_span *first = page->paragraphs;

	if (*page->title || !page->paragraphs_len || !(site_of(page->url, p->key) || has_headline(page)) ||
	    begins_with_stamp(p))
		return page->title;
	return arena_text(a, first->at, first->len < TITLE_KEPT ? first->len : 0);
}

static status make(struct draft *d, const passage *p, const positions *shingles, arena *a, firstprint_span *out)
{
	status err = title_read(d->page, p->key, a, &d->title);

	if (!err && site_of(d->page->url, p->key))
		err = identity_of(d->page, p->key, a, &d->identity);
	if (!err)
		err = mark_title(p, a, d);
	d->places = arena_alloc(a, (p->tokens.len + 1) * sizeof *d->places);
	d->all = arena_alloc(a, (p->tokens.len + 1) * sizeof *d->all);
	if (err || !d->places || !d->all)
		return ERR_MEMORY;
	for (size_t i = 0; i < p->lines.len && d->title.len; i++) {
		const line *l = &p->lines.items[i];

		add_places(d, l);
		d->in_page |= words_in(d, l) & added_words(&d->title);
		if (!is_heading(d, l))
			add_words(d, l);
		else
			d->in_headings |= words_in(d, l);
	}
	cut_places(d);
	return write_bytes(d, shingles, a, out);
}

status subject_make(const firstprint_page *page, const passage *p, const positions *shingles, arena *a, firstprint_span *out)
{
	firstprint_page titled = *page;
	struct draft d = {.page = &titled};

	titled.title = title_of(page, p, a);
	return titled.title ? make(&d, p, shingles, a, out) : ERR_MEMORY;
}

void subject_set_bare(char *bytes)
{
	*bytes = (char)(*bytes | BARE);
}

/* Reads the fields before the arrays. Returns their end. */
static const uint8_t *read_fields(const uint8_t *at, subject *s)
{
	uint32_t fields[FIELDS] = {0};
	size_t size = (s->site ? FIELDS : 1) * sizeof *fields;

	memcpy(fields, at + 4, size);
	s->in_text = fields[0] & WORD_BITS;
	s->in_page = fields[s->site != 0] & WORD_BITS;
	s->lang = (uint8_t)(fields[1] >> 24);
	s->in_headings = fields[2] & WORD_BITS;
	s->named = fields[3] & WORD_BITS;
	s->segment = (uint8_t)(fields[3] >> 24);
	at += 4 + size;
	if (!s->site)
		return at;
	s->numbers = (const uint16_t *)(const void *)at + 1;
	s->folder = s->numbers[-1];
	return at + bytes_of_numbers(s->numbers_len);
}

/* Sets the views of the arrays. */
static void read_arrays(const uint8_t *at, bool has_witnesses, subject *s)
{
	s->places = (const uint32_t *)(const void *)at;
	s->filter = (const uint8_t *)(s->places + s->places_len);
	s->words = (const uint16_t *)(const void *)(s->filter + s->filter_len);
	s->written = (const uint8_t *)(s->words + s->words_len);
	s->title = (const char *)(s->written + 2 * s->words_len);
	if (!has_witnesses)
		return;
	s->witnesses = (const uint16_t *)(const void *)s->filter;
	s->witnesses_len = s->filter_len / 2;
	s->filter_len = 0;
}

size_t subject_read(firstprint_span bytes, subject *out)
{
	const uint8_t *at = (const uint8_t *)bytes.at;
	size_t size, title;
	subject s;

	if (bytes.len < 8)
		return 0;
	title = at[3];
	s = (subject){.words_len = at[0] & ~(BARE | QUOTES),
		      .is_bare = at[0] & BARE,
		      .quotes = at[0] & QUOTES,
		      .places_len = at[1] & ~LIST,
		      .is_list = at[1] & LIST,
		      .filter_len = (at[2] & ~WITNESSES) * 8u,
		      .site = at[7]};
	s.numbers_len = s.site && bytes.len >= 16 ? at[15] : 0;
	size = bytes_of(s.site, s.numbers_len, s.words_len, s.places_len, s.filter_len, title);
	if (s.numbers_len > IDENTITY_NUMBERS || s.words_len > TITLE_WORDS || s.places_len > SUBJECT_PLACES * TITLE_WORDS ||
	    s.filter_len > SUBJECT_FILTER || title > TITLE_KEPT || bytes.len < size)
		return 0;
	read_arrays(read_fields(at, &s), at[2] & WITNESSES, &s);
	for (size_t i = 0; i < s.words_len; i++)
		if (s.written[2 * i + 1] && s.written[2 * i] + s.written[2 * i + 1] > title)
			return 0;
	*out = s;
	return size;
}
