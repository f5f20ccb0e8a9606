#include "crawler/commands/verdict_line.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crawler/console/terminal.h"

/* Returns an object with the filter and stage that decided and, if the filter reports them, the stage that proposed the page and
 * the word that decided. NULL: out of memory. */
static json_t *words_of(const store_reason *why)
{
	json_t *words = json_pack("{s:s?, s:s?}", "filter", why->filter, "stage", why->stage);

	if (words && why->proposed_by)
		json_object_set_new(words, "proposed_by", json_string(why->proposed_by));
	if (words && why->word)
		json_object_set_new(words, "word", json_string(why->word));
	return words;
}

/* The names of filter and stage may come from a loaded filter, so the JSON library escapes them; evidence and shares are already
 * JSON. */
char *verdict_line_of(const char *id, const char *of, const store_reason *why)
{
	json_t *words = words_of(why);
	char *text = words ? json_dumps(words, JSON_COMPACT) : NULL, score[32] = "null", *line;

	if (!isnan(why->score))
		snprintf(score, sizeof score, "%.6g", why->score);
	if (!text || asprintf(&line, "{\"id\":%s,\"verdict\":\"%s\",\"of\":%s,%.*s,\"score\":%s,\"evidence\":%s%s%s}", id,
			      why->verdict, of, (int)strlen(text) - 2, text + 1, score, why->evidence ? why->evidence : "null",
			      why->shares ? ",\"shares\":" : "", why->shares ? why->shares : "") < 0)
		line = NULL;
	json_decref(words);
	free(text);
	return line;
}

status verdict_line_add(buffer *to, const char *id, const char *of, const store_reason *why)
{
	char *line = verdict_line_of(id, of, why);
	status err = terminal_json(line, to);

	free(line);
	return err;
}

/* The id is put in as it was written: a number may have more digits than the JSON library keeps. */
static char *error_line_of(const char *id, const char *rest)
{
	char *line;

	return rest && asprintf(&line, "{%s%s%s%s", id ? "\"id\":" : "", id ? id : "", id ? "," : "", rest + 1) >= 0 ? line
														     : NULL;
}

status verdict_line_add_error(buffer *to, const line_note *note, bool names_file)
{
	const bool has_id = note->id && note->fields >> PAGE_ID & 1;
	char error[1000], file[1000], *rest, *line; /* error, file: made valid UTF-8 */
	json_t *row;
	status err;

	terminal_clean(note->error, error, sizeof error);
	terminal_clean(note->file, file, sizeof file);
	row = json_pack("{s:o*, s:s, s:s*}", "line", note->number ? json_integer((json_int_t)note->number) : NULL, "error",
			error, "file", names_file ? file : NULL);
	rest = row ? json_dumps(row, JSON_COMPACT) : NULL;
	line = error_line_of(has_id ? note->id : NULL, rest);
	err = terminal_json(line, to);
	free(line);
	free(rest);
	json_decref(row);
	return err;
}
