#include "crawler/web/expiry.h"

#include <curl/curl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { DATE_LEN = 100 };

/* Reads the end of a date of ISO 8601: a fraction of a second and a zone, such as "Z" and "+02:00", or neither. */
static bool read_zone(const char *at, int64_t *offset_s)
{
	struct tm zone = {0};

	if (*at == '.')
		at += 1 + strspn(at + 1, "0123456789");
	at += strspn(at, " ");
	at = *at ? strptime(at, "%z", &zone) : at;
	*offset_s = zone.tm_gmtoff;
	return at && !*at;
}

static bool read_iso(const char *text, int64_t *out_s)
{
	static const char *const forms[] = {"%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M:%S",
					    "%Y-%m-%d %H:%M",    "%Y-%m-%d",       "%Y%m%dT%H%M%S"};

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		struct tm t = {0};
		int64_t offset_s;
		const char *rest = strptime(text, forms[i], &t);

		if (!rest || !read_zone(rest, &offset_s))
			continue;
		*out_s = (int64_t)timegm(&t) - offset_s;
		return true;
	}
	return false;
}

static bool read_date(const char *text, int64_t *out_s)
{
	if (read_iso(text, out_s))
		return true;
	*out_s = curl_getdate(text, NULL);
	return *out_s != -1;
}

bool expiry_has_passed(const char *dates, int64_t now_s)
{
	while (dates && *dates) {
		size_t len = strcspn(dates, "\n");
		char date[DATE_LEN];
		int64_t at_s;

		snprintf(date, sizeof date, "%.*s", (int)(len < DATE_LEN ? len : 0), dates);
		if (read_date(date, &at_s) && at_s <= now_s)
			return true;
		dates += len + (dates[len] == '\n');
	}
	return false;
}
