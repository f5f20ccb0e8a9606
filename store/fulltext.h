/* fulltext — which articles have which words: an index in a file of its own beside the store, STORE.index, made with SQLite's FTS5.
 * It may be deleted at any time, and is made again from the store.
 *
 *	fulltext_open(path, st, STORE_WRITE, &x, &why)
 *	fulltext_begin(x)
 *	for each article with an id above fulltext_last(x), in ascending order:  fulltext_add(x, …)
 *	fulltext_commit(x)
 *
 * The text of an article never changes, and no id is given twice. So an index is only added to: what is found may meanwhile be
 * a past article. What a word is, the caller decides: words are separated by spaces and may have the signs . , ; : ' _ in
 * them, and must have been folded already. */
#ifndef STORE_FULLTEXT_H
#define STORE_FULLTEXT_H

#include "base/digest.h"
#include "store/store.h"

/* What the file is, for who reads it without this module. */
enum { FULLTEXT_APPLICATION_ID = 0x66706978 /* "fpix" */, FULLTEXT_VERSION = 2 };
/* Its table meta has the name of its store, and the id of the last article in it, as `last`. */
#define FULLTEXT_LAST "SELECT (SELECT value FROM meta WHERE name = 'last') FROM meta WHERE name = 'store' AND value = ?"
/* The ids for fulltext_alike: of a query, and how many. */
#define FULLTEXT_ALIKE \
	"SELECT rowid FROM articles WHERE articles MATCH 'runs : (' || ? || ')'" \
	" ORDER BY bm25(articles, 0.0, 0.0, 1.0), rowid DESC LIMIT ?"

typedef struct fulltext fulltext;

/* The name of the store with this key, which does not tell the key. */
static inline void fulltext_name(const uint8_t key[STORE_KEY_SIZE], char out[DIGEST_TEXT])
{
	uint8_t digest[DIGEST_SIZE];

	digest_of(key, STORE_KEY_SIZE, digest);
	digest_text(digest, out);
}

/* The index of the store at path, which is open as st. STORE_WRITE makes the file if there is none, or if it was made by another
 * version of this program, or for another store that was here. STORE_READ: ERR_MISSING if there is none that is of this version
 * and this store. ERR_FORMAT: the file is something else, and is left as it is. why names the file. */
status fulltext_open(const char *path, const store *st, enum store_mode mode, fulltext **out, complaint *why);
void fulltext_close(fulltext *x); /* accepts NULL; undoes what was not committed */

uint64_t fulltext_last(const fulltext *x); /* articles with higher ids are not in it; 0: none is */

status fulltext_begin(fulltext *x);
status fulltext_commit(fulltext *x);
/* runs: further words, which are looked for by fulltext_alike only. */
status fulltext_add(fulltext *x, uint64_t id, const char *title, const char *text, const char *runs);

/* Calls handle with the articles that match, best first, at most `most`, until it returns other than OK. query: an expression of
 * FTS5, with each word in quotes. A word in the title counts four times (BM25). */
typedef status fulltext_handler(void *ctx, uint64_t id);
status fulltext_find(fulltext *x, const char *query, int64_t most, fulltext_handler *handle, void *ctx);
/* Those that have most of the runs of this query in common; the newest of equals first. */
status fulltext_alike(fulltext *x, const char *query, int64_t most, fulltext_handler *handle, void *ctx);

const char *fulltext_error(const fulltext *x); /* as store_error */
/* Puts a sentence about error e of the index of the store at path into why, if it has none. x may be NULL. */
void fulltext_complain(const fulltext *x, const char *path, status e, complaint *why);

#endif
