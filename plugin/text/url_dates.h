/* url_dates — the date that a URL has, as texts write it: /calendar/2024/03/05 and ?month=3&year=2024 become "March 5, 2024",
 * "March 2024", "2024"; in the language of the page. */
#ifndef PLUGIN_TEXT_URL_DATES_H
#define PLUGIN_TEXT_URL_DATES_H

#include "base/arena.h"
#include "base/status.h"

enum { URL_DATES = 20 };

/* Fills out with texts in a, the longest forms first; "1/2024/3" is read as January and as March. *len: how many; 0: the URL has no
 * year and month. lang: as of a page; "": English.
 * Pure. ERR_MEMORY. */
status url_dates(const char *url, const char *lang, arena *a, const char *out[URL_DATES], size_t *len);

#endif
