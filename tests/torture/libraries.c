/* libraries — the allocations of those libraries that let us put in our own functions. ICU does too,
 * but reads NULL itself when its preset locale cannot be made. */
#include <curl/curl.h>
#include <jansson.h>
#include <libxml/xmlmemory.h>
#include <malloc.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "tests/torture/seam.h"

/* Not through memory.c, which would count them as ours. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *at, size_t size);
char *__real_strdup(const char *text);

#define FUNCTIONS(name, seam) \
	static void *name##_malloc(size_t size) { return seam_fails(seam) ? NULL : __real_malloc(size); } \
	static void *name##_realloc(void *at, size_t size) { return seam_fails(seam) ? NULL : __real_realloc(at, size); }
#define MORE_FUNCTIONS(name, seam) \
	static void *name##_calloc(size_t n, size_t size) { return seam_fails(seam) ? NULL : __real_calloc(n, size); }
#define TEXT_FUNCTIONS(name, seam) \
	static char *name##_strdup(const char *text) { return seam_fails(seam) ? NULL : __real_strdup(text); }

FUNCTIONS(curl, SEAM_CURL)
MORE_FUNCTIONS(curl, SEAM_CURL)
TEXT_FUNCTIONS(curl, SEAM_CURL)
FUNCTIONS(xml, SEAM_XML)
TEXT_FUNCTIONS(xml, SEAM_XML)

static void *json_malloc(size_t size)
{
	return seam_fails(SEAM_JSON) ? NULL : __real_malloc(size);
}

/* SQLite wants sizes as int, and to know them. */
static void *sqlite_malloc(int size)
{
	return seam_fails(SEAM_SQLITE) ? NULL : __real_malloc((size_t)size);
}

static void *sqlite_realloc(void *at, int size)
{
	return seam_fails(SEAM_SQLITE) ? NULL : __real_realloc(at, (size_t)size);
}

static int sqlite_size(void *at)
{
	return at ? (int)malloc_usable_size(at) : 0;
}

static int sqlite_roundup(int size)
{
	return (size + 7) & ~7;
}

static int sqlite_init(void *ctx)
{
	(void)ctx;
	return SQLITE_OK;
}

static void sqlite_shutdown(void *ctx)
{
	(void)ctx;
}

void seam_libraries_install(void)
{
	static const sqlite3_mem_methods memory = {sqlite_malloc,  free,	sqlite_realloc, sqlite_size,
						   sqlite_roundup, sqlite_init, sqlite_shutdown, NULL};

	sqlite3_config(SQLITE_CONFIG_MALLOC, &memory);
	sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0); /* its slots would hide most allocations */
	curl_global_init_mem(CURL_GLOBAL_DEFAULT, curl_malloc, free, curl_realloc, curl_strdup, curl_calloc);
	json_set_alloc_funcs(json_malloc, free);
	xmlMemSetup(free, xml_malloc, xml_realloc, xml_strdup);
}
