#include "plugin/loader.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/suggestion.h"
#include "plugin/filters/builtins.h"
#include "plugin/options.h"

static const char symbol[] = "firstprint_plugin";

/* ── checking the table of a shared object ── */

/* Returns what the table lacks; NULL: nothing. */
static const char *missing(const firstprint_filter *api)
{
	if (!api->name || !options_name_is_sound(api->name))
		return "name made of lower-case letters, digits and '-'";
	if (!api->sign)
		return "sign";
	if (!api->version)
		return "version of 1 or more";
	return NULL;
}

/* Copies as many bytes as the table has. */
static status copy_table(const char *path, const firstprint_filter *from, firstprint_filter *to, complaint *why)
{
	if (from->abi != FIRSTPRINT_ABI)
		return complain(why, ERR_USAGE,
				"filter %s: made for version %u of the filter contract; this program has version %u: see "
				"docs/writing-filters.md",
				path, (unsigned)from->abi, (unsigned)FIRSTPRINT_ABI);
	if (from->size < offsetof(firstprint_filter, stages) || from->size > sizeof *to)
		return complain(why, ERR_USAGE, "filter %s: its %s has the size %u; expected sizeof(firstprint_filter)", path,
				symbol, (unsigned)from->size);
	*to = (firstprint_filter){0};
	memcpy(to, from, from->size);
	return OK;
}

static status check_table(const char *path, const firstprint_filter *api, complaint *why)
{
	const char *gap = missing(api);
	complaint fault = {""};

	if (gap)
		return complain(why, ERR_USAGE, "filter %s: its %s has no %s", path, symbol, gap);
	if (filter_builtin(api->name, strlen(api->name)))
		return complain(why, ERR_USAGE, "filter %s: calls itself %s, which is a built-in filter", path, api->name);
	if (options_fault(api, &fault))
		return complain(why, ERR_USAGE, "filter %s: %.300s", path, fault.text);
	return OK;
}

static bool is_source(const char *path)
{
	size_t len = strlen(path);

	return len > 2 && strcmp(path + len - 2, ".c") == 0;
}

static status load_file(const char *path, loaded *out, complaint *why)
{
	const firstprint_filter *table;
	loaded l = {0};
	status err = ERR_MEMORY;

	l.handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!l.handle && is_source(path))
		return complain(why, ERR_USAGE, "filter %s: is C source; build it with cc -shared -fPIC", path);
	if (!l.handle)
		return complain(why, ERR_USAGE, "filter %s: cannot be loaded: %s", path, dlerror());
	table = dlsym(l.handle, symbol);
	l.path = realpath(path, NULL);
	if (!table)
		err = complain(why, ERR_USAGE, "filter %s: exports no %s, which FIRSTPRINT_FILTER(…) defines", path, symbol);
	else if (l.path)
		err = copy_table(path, table, &l.api, why);
	if (!err)
		err = check_table(path, &l.api, why);
	if (err)
		loader_unload(&l);
	else
		*out = l;
	return err;
}

static status no_filter(const char *name, complaint *why)
{
	suggestion s = {.wrong = name};

	for (size_t i = 0; filter_builtins[i]; i++)
		suggestion_consider(&s, filter_builtins[i]->name);
	if (s.best)
		return complain(why, ERR_USAGE, "no filter '%s'; did you mean %s?", name, s.best);
	return complain(why, ERR_USAGE,
			"no filter '%s'; 'firstprint filters' lists all, and the path of a .so file must contain a '/'", name);
}

status loader_load(const char *name, loaded *out, complaint *why)
{
	const firstprint_filter *api = filter_builtin(name, strlen(name));
	char path[4096];

	if (api) {
		*out = (loaded){.api = *api};
		return OK;
	}
	if (strchr(name, '/'))
		return load_file(name, out, why);
	snprintf(path, sizeof path, "%s/%s.so", FILTERS_FOLDER, name);
	if (access(path, F_OK) != 0)
		return no_filter(name, why);
	return load_file(path, out, why);
}

void loader_unload(loaded *l)
{
	if (l->handle)
		dlclose(l->handle);
	free(l->path);
	*l = (loaded){0};
}
