#include "crawler/commands/config_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r", mark[] = "\xef\xbb\xbf"; /* mark: byte order mark */

static char *trimmed(char *text)
{
	char *end;

	text += strspn(text, blanks);
	end = text + strlen(text);
	while (end > text && strchr(blanks, end[-1]))
		end--;
	*end = '\0';
	return text;
}

static status read_all(const char *file, char **text, complaint *why)
{
	FILE *f = fopen(file, "re");
	size_t len;

	if (!f)
		return complain(why, ERR_IO, "--config %s: cannot be read: %s", file, strerror(errno));
	*text = malloc(CONFIG_BYTES_MOST + 1);
	if (!*text) {
		fclose(f);
		return ERR_MEMORY;
	}
	len = fread(*text, 1, CONFIG_BYTES_MOST + 1, f);
	if (ferror(f)) {
		complain(why, ERR_IO, "--config %s: cannot be read: %s", file, strerror(errno));
		fclose(f);
		return ERR_IO;
	}
	fclose(f);
	if (len > CONFIG_BYTES_MOST)
		return complain(why, ERR_LIMIT, "--config %s: longer than %d bytes", file, CONFIG_BYTES_MOST);
	(*text)[len] = '\0';
	return strlen(*text) == len ? OK : complain(why, ERR_FORMAT, "--config %s: contains a NUL byte", file);
}

status config_file_read(const char *file,
			status (*each)(void *ctx, const char *where, const char *name, const char *value, complaint *why),
			void *ctx, char **text, complaint *why)
{
	char where[400];
	unsigned number = 0;
	char *next;
	status err = read_all(file, text, why);

	for (char *line = err ? NULL : strncmp(*text, mark, 3) == 0 ? *text + 3 : *text; line && !err; line = next) {
		char *equals, *name;
		size_t word;

		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		snprintf(where, sizeof where, "%.350s:%u", file, ++number);
		name = trimmed(line);
		if (*name == '\0' || *name == '#')
			continue;
		equals = strchr(name, '=');
		if (equals)
			*equals++ = '\0';
		name = trimmed(name);
		word = strcspn(name, blanks);
		if (!*name)
			err = complain(why, ERR_FORMAT, "%s: expected NAME = VALUE", where);
		else if (!equals && name[word]) /* anything after the first word may be a secret */
			err = complain(why, ERR_FORMAT, "%s: expected NAME = VALUE, but there is no '=' after %.*s", where,
				       (int)word, name);
		else
			err = each(ctx, where, name, equals ? trimmed(equals) : NULL, why);
	}
	return err;
}
