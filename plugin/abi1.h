/* abi1 — filters made for the first version of the contract: what their tables looked like, and how they are asked.
 *
 * A table of version 1 is one of version 2 without what stands behind `close`, and with other arguments of `open` and
 * `check`; where `size` stands now it had padding. */
#ifndef PLUGIN_ABI1_H
#define PLUGIN_ABI1_H

#include "plugin/firstprint.h"

/* Bytes of a table of version 1. */
enum { ABI1_TABLE_SIZE = offsetof(firstprint_filter, version) };

/* The host as version 1 knew it; must live as long as the filter. */
typedef struct abi1_host {
	void *(*alloc)(firstprint_arena *arena, size_t size);
	uint8_t key[16];
} abi1_host;

int abi1_open(const firstprint_filter *table, void *state, const abi1_host *host);
int abi1_check(const firstprint_filter *table, void *state, const firstprint_signature *sig, firstprint_verdict *out);

#endif
