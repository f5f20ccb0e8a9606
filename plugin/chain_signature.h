/* chain_signature — the signatures of a chain's links as one: each behind its length as four bytes, lowest first. A lone
 * filter's signature stands as it is. */
#ifndef PLUGIN_CHAIN_SIGNATURE_H
#define PLUGIN_CHAIN_SIGNATURE_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/status.h"
#include "plugin/firstprint.h"

/* In a. ERR_MEMORY. */
status chain_signature_join(const firstprint_signature *parts, size_t n, arena *a, firstprint_signature *out);
enum { CHAIN_LINKS_MAX = 16 };

/* The n parts (at most CHAIN_LINKS_MAX), each aligned to 8 bytes: where they are not, copies in room, which is overwritten. ERR_FORMAT: it is not
 * of n parts; ERR_MEMORY. */
status chain_signature_split(const firstprint_signature *whole, size_t n, firstprint_signature *parts, buffer *room);

#endif
