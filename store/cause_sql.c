#include "store/cause_sql.h"

#include <stdio.h>

#include "base/pattern.h"
#include "store/address.h"
#include "store/advice.h"
#include "store/cause.h"
#include "store/cause_pattern.h"

enum { RESULT_TEXT = ADDRESS_TEXT };

static const char *text_at(sqlite3_value **values, int i)
{
	return (const char *)sqlite3_value_text(values[i]);
}

static const char *tell_cause(sqlite3_value **v, char *buffer)
{
	const caused x = {text_at(v, 0),
			  text_at(v, 1),
			  text_at(v, 2),
			  text_at(v, 3),
			  text_at(v, 4),
			  text_at(v, 5),
			  sqlite3_value_int(v[6]) == 1,
			  sqlite3_value_int64(v[7]),
			  sqlite3_value_int(v[8]) == 1};

	return cause_of(&x, buffer);
}

static const char *tell_meaning(sqlite3_value **v, char *buffer) // NOLINT(readability-non-const-parameter): as the others
{
	(void)buffer;
	return advice_means(text_at(v, 0));
}

static const char *tell_advice(sqlite3_value **v, char *buffer)
{
	return advice_for(text_at(v, 0), sqlite3_value_int64(v[1]), sqlite3_value_int64(v[2]), buffer);
}

static const struct function {
	const char *name;
	int arguments;
	const char *(*one)(const char *text, char *buffer); /* NULL of NULL */
	const char *(*two)(const char *first, const char *second, char *buffer);
	const char *(*three)(const char *first, const char *second, const char *third, char *buffer);
	const char *(*any)(sqlite3_value **arguments, char buffer[RESULT_TEXT]);
} functions[] = {{"cause_of", 9, .any = tell_cause},           {"cause_variant", 2, .two = cause_variant},
		 {"cause_stands", 2, .two = cause_stands},     {"cause_plain", 1, .one = cause_plain},
		 {"cause_of_skip", 1, .one = cause_of_skip},   {"cause_means", 1, .any = tell_meaning},
		 {"cause_advice", 3, .any = tell_advice},      {"cause_without", 2, .two = address_without},
		 {"cause_pattern", 3, .three = cause_pattern}, {"cause_host", 1, .one = address_host}};

static const char *told(const struct function *f, sqlite3_value **v, char buffer[RESULT_TEXT])
{
	if (f->any)
		return f->any(v, buffer);
	if (f->one)
		return text_at(v, 0) ? f->one(text_at(v, 0), buffer) : NULL;
	return f->two ? f->two(text_at(v, 0), text_at(v, 1), buffer)
		      : f->three(text_at(v, 0), text_at(v, 1), text_at(v, 2), buffer);
}

static void run(sqlite3_context *context, int n, sqlite3_value **v)
{
	char buffer[RESULT_TEXT];

	(void)n;
	sqlite3_result_text(context, told(sqlite3_user_data(context), v, buffer), -1, SQLITE_TRANSIENT); /* NULL gives NULL */
}

static void close_pattern(void *p)
{
	pattern_close(p);
}

/* The pattern of this call; SQLite keeps it for the next rows if it is the same there. NULL: there is none, or the error was told. */
static pattern *pattern_here(sqlite3_context *context, sqlite3_value **v)
{
	const char *expression = text_at(v, 0);
	pattern *p = sqlite3_get_auxdata(context, 0);
	complaint why = {""};

	if (p || !expression)
		return p;
	if (pattern_open("REGEXP", expression, &p, &why) == ERR_USAGE) {
		sqlite3_result_error(context, why.text, -1);
		return NULL;
	}
	if (p)
		sqlite3_set_auxdata(context, 0, p, close_pattern);
	p = sqlite3_get_auxdata(context, 0);
	if (!p)
		sqlite3_result_error_nomem(context);
	return p;
}

/* "text REGEXP pattern" calls it with the pattern first. NULL has no matches. */
static void match(sqlite3_context *context, int n, sqlite3_value **v)
{
	pattern *p = pattern_here(context, v);

	(void)n;
	if (p || !text_at(v, 0))
		sqlite3_result_int(context, p && text_at(v, 1) && pattern_matches(p, text_at(v, 1)));
}

int cause_sql_add(sqlite3 *db)
{
	static const int how = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
	int code = sqlite3_create_function_v2(db, "regexp", 2, how, NULL, match, NULL, NULL, NULL);

	for (size_t i = 0; i < sizeof functions / sizeof *functions && code == SQLITE_OK; i++)
		code = sqlite3_create_function_v2(db, functions[i].name, functions[i].arguments, how, (void *)&functions[i],
						  run, NULL, NULL, NULL);
	return code;
}
