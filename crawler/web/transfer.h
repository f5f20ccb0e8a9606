/* transfer — the state of one transfer, shared by the files of fetch: fetch.c starts and reads it, transfer.c classifies the
 * result. */
#ifndef CRAWLER_WEB_TRANSFER_H
#define CRAWLER_WEB_TRANSFER_H

#include <curl/curl.h>

#include "crawler/web/fetch.h"

enum { HEAD_LEN_MOST = 256 * 1024 }; /* of a head that is kept */

typedef struct transfer {
	CURL *easy;
	const fetch_settings *settings;
	struct transfer *next_free;
	size_t *sockets; /* how many are open, over all transfers */
	fetch_request request;
	fetch_result result;
	struct curl_slist *headers; /* of the request, besides libcurl's own */
	buffer request_head, response_head;
	char error[CURL_ERROR_SIZE];
	int64_t started_ms;
	bool refused_address, too_long, unwanted, no_memory;
	bool has_jar;      /* what cookies_attach returned */
	bool headers_done; /* further header lines are trailers */
} transfer;

/* Is it a request for a page, not for robots.txt or a sitemap? */
bool transfer_is_page(const transfer *t);
/* Returns how long its decoded body may be. */
size_t transfer_bytes_most(const transfer *t);
/* Turns libcurl's result of a transfer into ours: t->result. */
void transfer_classify(transfer *t, CURLcode code);

#endif
