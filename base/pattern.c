#define PCRE2_CODE_UNIT_WIDTH 8
#include "base/pattern.h"

#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>

enum { STEPS_MOST = 100000 };

struct pattern {
	pcre2_code *code;
	pcre2_match_data *found;
	pcre2_match_context *limits;
	char *shown;
	bool is_used;
};

static status refuse(const char *option, const char *text, int error, size_t at, complaint *why)
{
	PCRE2_UCHAR cause[200];

	pcre2_get_error_message(error, cause, sizeof cause);
	return complain(why, ERR_USAGE, "%s '%s': %s, at character %zu", option, text, (const char *)cause, at + 1);
}

status pattern_open(const char *option, const char *text, pattern **out, complaint *why)
{
	pattern *p = calloc(1, sizeof *p);
	PCRE2_SIZE at = 0;
	int error = 0;

	if (!p)
		return ERR_MEMORY;
	if (asprintf(&p->shown, "%s '%s'", option, text) < 0)
		p->shown = NULL;
	p->code = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, 0, &error, &at, NULL);
	p->found = p->code ? pcre2_match_data_create_from_pattern(p->code, NULL) : NULL;
	p->limits = pcre2_match_context_create(NULL);
	if (p->shown && p->found && p->limits) {
		pcre2_set_match_limit(p->limits, STEPS_MOST);
		*out = p;
		return OK;
	}
	pattern_close(p);
	return error == PCRE2_ERROR_HEAP_FAILED || error == 0 || error == 100 ? ERR_MEMORY
									      : refuse(option, text, error, at, why);
}

void pattern_close(pattern *p)
{
	if (!p)
		return;
	pcre2_code_free(p->code);
	pcre2_match_data_free(p->found);
	pcre2_match_context_free(p->limits);
	free(p->shown);
	free(p);
}

static int match(pattern *p, const char *text)
{
	int code = pcre2_match(p->code, (PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, 0, 0, p->found, p->limits);

	p->is_used |= code >= 0;
	return code;
}

bool pattern_matches(pattern *p, const char *text)
{
	return match(p, text) >= 0;
}

bool pattern_may_match(pattern *p, const char *text)
{
	return match(p, text) != PCRE2_ERROR_NOMATCH;
}

bool pattern_is_used(const pattern *p)
{
	return p->is_used;
}

const char *pattern_shown(const pattern *p)
{
	return p->shown;
}
