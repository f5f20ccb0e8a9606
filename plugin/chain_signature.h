/* chain_signature — joins the signatures of a chain's links into one and splits it again.
 *
 * The length of each part precedes it, as 4 bytes, lowest first. The signature of a single filter stays unchanged. */
#ifndef PLUGIN_CHAIN_SIGNATURE_H
#define PLUGIN_CHAIN_SIGNATURE_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/status.h"
#include "plugin/firstprint.h"
#include "plugin/spec.h"

/* Joins n parts. The result is in a; if n is 1, it is parts[0] itself. ERR_MEMORY. */
status chain_signature_join(const firstprint_signature *parts, size_t n, arena *a, firstprint_signature *out);

/* Splits whole into n parts, at most SPEC_LINKS_MAX. They are aligned to 8 bytes: slices of whole where that is aligned,
 * else copies in room, which is overwritten. ERR_FORMAT: whole does not have n parts; ERR_MEMORY. */
status chain_signature_split(const firstprint_signature *whole, size_t n, firstprint_signature *parts, buffer *room);

#endif
