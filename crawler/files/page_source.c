#include "crawler/files/page_source.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "crawler/files/format.h"
#include "crawler/files/page_reader.h"

struct page_source {
	page_reader reader;
	next_page *next;
	first_lines *first; /* NULL: the input has no lines */
	complaint damage;   /* of its first bytes; "": none that is still to be reported */
};

/* Standard input has no URL. */
static status name_page(const page_reader *r, arena *a, page_record *out)
{
	bool has_path = strcmp(r->name, "-") != 0;
	status err = page_reader_place_id(r->place, 0, a, &out->id);

	out->url = has_path ? utf8_path(r->place, a) : NULL;
	out->raw = arena_printf(a, "%s\n", r->name);
	out->raw_len = strlen(r->name) + 1;
	return !err && out->raw && (out->url || !has_path) ? OK : ERR_MEMORY;
}

/* Reads a file that is one page, of HTML or plain text. Its place is its URL and its id. */
static status read_file(page_reader *r, arena *a, page_record *out, complaint *why)
{
	page_record record = {.form = PAGE_FILE,
			      .is_html = r->is_html,
			      .number = 1,
			      .content_type = format_named(r->name, ".xhtml") ? "application/xhtml+xml" : ""};
	status err = r->number++ ? ERR_MISSING : input_rest(r->in, PAGE_BYTES_MOST, &r->room, why);

	if (!err)
		err = name_page(r, a, &record);
	record.content = err ? NULL : arena_text(a, r->room.bytes, r->room.len);
	record.content_len = r->room.len;
	*out = record;
	return err || record.content ? err : ERR_MEMORY;
}

static next_page *const readers[] = {[FORMAT_LINES] = page_lines_next,
				     [FORMAT_VALUES] = page_values_next,
				     [FORMAT_WARC] = warc_next,
				     [FORMAT_ARC] = warc_next,
				     [FORMAT_HTML] = read_file,
				     [FORMAT_TEXT] = read_file,
				     [FORMAT_OTHER] = NULL};

/* Returns the format of the first sound part of the file. */
static enum format sound_format(page_source *s, const char **what)
{
	complaint damage;
	const char *at;

	input_pass_damage(s->reader.in, true);
	for (;;) {
		enum format is = format_of(s->reader.in, s->reader.name, what);

		bool is_sound = is == FORMAT_LINES ? input_head(s->reader.in, 1, &at) > 0
						   : is == FORMAT_VALUES || is == FORMAT_WARC || is == FORMAT_ARC;

		if (is_sound || !input_skip_damage(s->reader.in, &damage))
			return is;
		s->damage = damage;
	}
}

/* Of a file in a folder: is it likely to be pages of this format? If not, why says what it is, unless it is empty or the user knows. One
 * that is named as JSON Lines and is none is an error. */
static bool is_wanted(page_source *s, enum format is, const char *what, complaint *why)
{
	static const char *const others[] = {[FORMAT_LINES] = "JSON, not named .jsonl, .ndjson or .jl",
					     [FORMAT_VALUES] = "JSON, not named .jsonl, .ndjson or .jl",
					     [FORMAT_HTML] = "markup without <html>, not named .html",
					     [FORMAT_TEXT] = "plain text, not named .txt",
					     [FORMAT_OTHER] = ""};
	bool is_found = format_is_found(s->reader.in, s->reader.name, is);
	const char *at;

	if (is_found || (is == FORMAT_OTHER && format_is_named_lines(s->reader.name)))
		return is != FORMAT_TEXT || !s->reader.settings.fields.skips_text;
	if (input_head(s->reader.in, 1, &at))
		complain(why, ERR_MISSING, "%s", is == FORMAT_OTHER ? what : others[is]);
	return false;
}

static status choose(page_source *s, bool found, complaint *why)
{
	const char *shown = input_shown(s->reader.name), *what;
	enum format is = sound_format(s, &what);
	bool is_json = is == FORMAT_LINES || is == FORMAT_VALUES;

	input_pass_damage(s->reader.in, is == FORMAT_LINES || is == FORMAT_WARC || is == FORMAT_ARC);
	if (found && !is_wanted(s, is, what, why))
		return ERR_MISSING;
	if (is == FORMAT_OTHER || (is == FORMAT_TEXT && !found))
		return complain(why, ERR_IO, "%s: %s", shown, what);
	if (s->reader.settings.is_signed && !is_json)
		return complain(why, ERR_IO, "%s: not lines of 'firstprint sign'", shown);
	s->reader.is_arc = is == FORMAT_ARC;
	s->reader.is_html = is == FORMAT_HTML;
	s->next = readers[is];
	s->first = is_json ? first_lines_new() : NULL;
	return s->first || !is_json ? OK : ERR_MEMORY;
}

status page_source_open(const char *name, const page_source_settings *settings, page_source **out, complaint *why)
{
	page_source *s = calloc(1, sizeof *s);
	status err = s ? input_open(name, &settings->wait, &s->reader.in, why) : ERR_MEMORY;

	if (!err) {
		s->reader.place = page_reader_place(name);
		err = s->reader.place ? OK : ERR_MEMORY;
	}
	if (!err) {
		s->reader.name = name;
		s->reader.line_most = settings->wait.memory ? settings->wait.memory / 4 : PAGE_BYTES_MOST;
		s->reader.settings = *settings;
		err = choose(s, settings->found, why);
	}
	if (err)
		page_source_close(s);
	else
		*out = s;
	return err;
}

const char *page_source_place(const page_source *s)
{
	return s->reader.place;
}

void page_source_close(page_source *s)
{
	if (!s)
		return;
	first_lines_free(s->first);
	input_close(s->reader.in);
	buffer_free(&s->reader.room);
	buffer_free(&s->reader.raw);
	free(s->reader.place);
	free(s);
}

status page_source_next(page_source *s, arena *a, page_record *out, complaint *why)
{
	if (*s->damage.text) {
		*why = s->damage;
		s->damage = (complaint){""};
		*out = (page_record){.form = s->first ? PAGE_LINE : PAGE_WARC};
		return ERR_FORMAT;
	}
	if (s->first)
		return first_lines_next(&s->first, &s->reader, s->next, a, out, why);
	return s->next(&s->reader, a, out, why);
}
