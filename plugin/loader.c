#include "plugin/loader.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "plugin/filters/builtins.h"

static const char symbol[] = "firstprint_plugin";

static const firstprint_filter *builtin(const char *name)
{
	for (size_t i = 0; filter_builtins[i]; i++)
		if (strcmp(filter_builtins[i]->name, name) == 0)
			return filter_builtins[i];
	return NULL;
}

/* What is missing in a table, or NULL. The ABI is read first: in another version nothing else may be where we look. */
static const char *missing(const firstprint_filter *api)
{
	if (!api->name || !*api->name)
		return "name";
	if (!api->sign)
		return "sign";
	if (!api->check)
		return "check";
	if (!api->remember)
		return "remember";
	if (!api->forget)
		return "forget";
	return NULL;
}

static status check_table(const char *path, const firstprint_filter *api, complaint *why)
{
	const char *gap;

	if (api->abi != FIRSTPRINT_ABI)
		return complain(why, ERR_USAGE, "filter %s: made for ABI %u, this program speaks ABI %u", path,
				(unsigned)api->abi, (unsigned)FIRSTPRINT_ABI);
	gap = missing(api);
	if (gap)
		return complain(why, ERR_USAGE, "filter %s: its %s has no %s", path, symbol, gap);
	return OK;
}

static status load_file(const char *path, loaded *out, complaint *why)
{
	loaded l = {0};
	status s;

	l.handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!l.handle) /* dlerror names the path itself */
		return complain(why, ERR_USAGE, "filter %s: cannot be loaded: %s", path, dlerror());
	l.api = dlsym(l.handle, symbol);
	s = l.api ? check_table(path, l.api, why)
		  : complain(why, ERR_USAGE, "filter %s: exports no %s", path, symbol);
	if (s) {
		loader_unload(&l);
		return s;
	}
	*out = l;
	return OK;
}

status loader_load(const char *name, loaded *out, complaint *why)
{
	const firstprint_filter *api = builtin(name);
	char path[4096];
	FILE *there;

	if (api) {
		*out = (loaded){.api = api};
		return OK;
	}
	if (strchr(name, '/'))
		return load_file(name, out, why);
	snprintf(path, sizeof path, "%s/%s.so", FILTERS_FOLDER, name);
	there = fopen(path, "r");
	if (!there)
		return complain(why, ERR_USAGE, "no filter '%s'; see 'firstprint filters' for those there are, "
				"or give the path of a .so with a '/' in it", name);
	fclose(there);
	return load_file(path, out, why);
}

void loader_unload(loaded *l)
{
	if (l->handle)
		dlclose(l->handle);
	*l = (loaded){0};
}
