/* fulltext — finds the articles that have given words: an index in its own file beside the store, STORE.index, made with SQLite's
 * FTS5. Anyone may delete it at any time; the next use makes it again from the store.
 *
 *	fulltext_open(path, st, STORE_WRITE, &x, &why)
 *	fulltext_begin(x)
 *	for each article with an id above fulltext_last(x), in ascending order:  fulltext_add(x, …)
 *	fulltext_commit(x)
 *
 * The text of an article never changes, and no id is used twice. So an index only grows, and a result may have become a past
 * article. The caller decides what a word is. It folds the words, which may contain the signs . , ; : ' _, and separates them by
 * spaces. */
#ifndef STORE_FULLTEXT_H
#define STORE_FULLTEXT_H

#include "base/digest.h"
#include "store/store.h"

/* The file's format, for readers that do not use this module. */
enum { FULLTEXT_APPLICATION_ID = 0x66706978 /* "fpix" */, FULLTEXT_VERSION = 4 };
/* The table meta has the name of the store, and as `last` the id of the last article in the index. */
#define FULLTEXT_LAST "SELECT (SELECT value FROM meta WHERE name = 'last') FROM meta WHERE name = 'store' AND value = ?"
/* The statement of fulltext_alike; its parameters are the query and the most ids. */
#define FULLTEXT_ALIKE \
	"SELECT rowid FROM articles WHERE articles MATCH 'runs : (' || ? || ')'" \
	" ORDER BY bm25(articles, 0.0, 0.0, 1.0), rowid DESC LIMIT ?"

typedef struct fulltext fulltext;

/* Writes the name of the store with this key. The name does not reveal the key. */
static inline void fulltext_name(const uint8_t key[STORE_KEY_SIZE], char out[DIGEST_TEXT])
{
	uint8_t digest[DIGEST_SIZE];

	digest_of(key, STORE_KEY_SIZE, digest);
	digest_text(digest, out);
}

/* Opens the index of the store at path, which is open as st. STORE_WRITE makes the file if there is none, or if it is of another
 * version of this program, or of another store that was here before. STORE_READ returns ERR_MISSING in these cases. ERR_FORMAT: the
 * file is something else, and stays unchanged. why names the file. */
status fulltext_open(const char *path, const store *st, enum store_mode mode, fulltext **out, complaint *why);
void fulltext_close(fulltext *x); /* accepts NULL; rolls back an open transaction */

uint64_t fulltext_last(const fulltext *x); /* articles with higher ids are not in it; 0: it is empty */

status fulltext_begin(fulltext *x);
status fulltext_commit(fulltext *x);
/* runs: further words, which only fulltext_alike searches. */
status fulltext_add(fulltext *x, uint64_t id, const char *title, const char *text, const char *runs);

/* Calls handle with the articles that match, best first, at most `most`, until it returns other than OK. query: an expression of
 * FTS5, with each word in quotes. A word in the title counts four times (BM25). */
typedef status fulltext_handler(void *ctx, uint64_t id);
status fulltext_find(fulltext *x, const char *query, int64_t most, fulltext_handler *handle, void *ctx);
/* The same for the articles that share most runs with this query; of equals, the newest first. */
status fulltext_alike(fulltext *x, const char *query, int64_t most, fulltext_handler *handle, void *ctx);

const char *fulltext_error(const fulltext *x); /* as store_error */
/* Puts a sentence about error e of the index of the store at path into why, if it has none. x may be NULL. */
void fulltext_complain(const fulltext *x, const char *path, status e, complaint *why);

#endif
