/* address — a URL and its parts, as far as they tell whether two URLs are of one page. All point into the URL. */
#ifndef STORE_ADDRESS_H
#define STORE_ADDRESS_H

#include "store/word.h"

enum { ADDRESS_PARTS_MOST = 24 }; /* of a path or query; longer ones are only compared as a whole */

typedef struct address {
	firstprint_span scheme, host, path, query; /* host: without "www.", "m.", "amp." */
	firstprint_span all;                       /* without the fragment */
	bool has_www;
	enum word_kind form; /* WORD_MOBILE or WORD_AMP, if the host is for that; 0: it is not */
	int hidden; /* how little the host is for readers: 0, +1 for a port, +1 for staging., test. and the like, or +2 for an IP address */
} address;

typedef struct address_parts {
	firstprint_span items[ADDRESS_PARTS_MOST];
	size_t len;
	bool is_whole; /* there are no more */
} address_parts;

/* Two paths without the segments that they begin and end with alike. */
typedef struct address_middle {
	firstprint_span *a, *b;
	size_t a_len, b_len;
	firstprint_span before; /* the last common segment before */
	bool has_end;           /* they end with the same segment */
} address_middle;

/* false: it is no URL with a host. */
bool address_read(const char *url, address *out);

/* Writes the URL without the parameter, and without a fragment. Returns out; NULL: it is no URL, or does not fit. */
enum { ADDRESS_TEXT = 8192 };
const char *address_without(const char *url, const char *parameter, char out[ADDRESS_TEXT]);
/* Writes "http://example.com:8080", as the table hosts has it. Returns out; NULL: it is no URL. */
const char *address_host(const char *url, char out[ADDRESS_TEXT]);

/* Returns "page" of "page=2". */
firstprint_span address_name(firstprint_span parameter);
/* Splits a text at each `at`; empty parts do not count. */
void address_split(firstprint_span text, char at, address_parts *out);
bool address_has(const address_parts *all, firstprint_span part);
/* Splits a path, without an index file or an extension at its end. */
void address_split_path(firstprint_span path, address_parts *out);
/* Are the paths equal, apart from a '/', an index file or an extension at the end? */
bool address_same_folder(firstprint_span a, firstprint_span b, bool (*equal)(firstprint_span, firstprint_span));
address_middle address_middle_of(address_parts *a, address_parts *b);
/* Counts the words of this kind. */
size_t address_count(const firstprint_span *items, size_t n, enum word_kind k);

#endif
