/* abi1 — filters made for version 1 of the contract: how their tables differ, and how to call them.
 *
 * A table of version 1 ends after `close`, has padding where `size` is now, and its `open` and `check` take other
 * arguments: an abi1_host, and a verdict with fewer fields. */
#ifndef PLUGIN_ABI1_H
#define PLUGIN_ABI1_H

#include "plugin/firstprint.h"

/* Size of a table of version 1 in bytes. */
enum { ABI1_TABLE_SIZE = offsetof(firstprint_filter, version) };

/* The host as version 1 knew it. It must exist as long as the filter does. */
typedef struct abi1_host {
	void *(*alloc)(firstprint_arena *arena, size_t size);
	uint8_t key[16];
} abi1_host;

/* table: that of a filter with abi 1, whose open and check are called. Both return what the filter returns. */
int abi1_open(const firstprint_filter *table, void *state, const abi1_host *host);
/* *out is set only if 0 is returned. A list that is too long for version 1 gets the length SIZE_MAX, so that
 * verdict_fault refuses it. */
int abi1_check(const firstprint_filter *table, void *state, const firstprint_signature *sig, firstprint_verdict *out);

#endif
