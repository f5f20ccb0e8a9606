/* signature_log — a file beside the store, STORE-signatures, with the signatures that the filter remembers. Only for store/.
 *
 * A cache, and nothing more: the store has all of it in its table signatures, and the file may be deleted at any time when nobody
 * writes. What is mapped from it takes no memory that the system could not take back, and is read faster than the table.
 *
 *	┌─────────────┬──────────────────────────────┬──────────────────────────────┬─ ─ ─
 *	│ magic   8   │ id 8 │ len 4 │ kind 4 │ bytes │ id 8 │ len 4 │ kind 4 │ bytes │
 *	└─────────────┴──────────────────────────────┴──────────────────────────────┴─ ─ ─
 *	               a record: kind ADDED has a signature, GONE has none; filled up to 8 bytes
 *
 * Numbers are in the order of the machine's bytes.
 *
 * Every record is hashed, with the hash of those before it as the seed. At the end of a transaction the store notes how long the file
 * is and what the last hash is. So when the store is opened again, the file is used if its first bytes, as many as the store says,
 * have this hash: then it is what the last committed transaction knew, whatever happened to either of them. What comes behind was
 * not committed. A file that is missing, short, of another store, or of another time of this one does not have this hash. */
#ifndef STORE_SIGNATURE_LOG_H
#define STORE_SIGNATURE_LOG_H

#include <stdbool.h>

#include "base/status.h"
#include "plugin/firstprint.h"

typedef struct signature_log signature_log;

/* How far the file goes, as the store keeps it. */
typedef struct log_state {
	uint64_t length, hash;
	uint64_t last_id; /* of the last signature in it; 0: none */
} log_state;

typedef status log_reader(void *ctx, uint64_t id, const firstprint_signature *sig);

/* Opens the file of the store at this path up to this state. writes: it is going to be written to, and what is behind the state is cut
 * off. ERR_FORMAT: it is not the file of this state; ERR_IO, ERR_MEMORY: it cannot be used, either. */
status signature_log_open(const char *store, const log_state *state, bool writes, signature_log **out);
/* A new file, which replaces the one there is. */
status signature_log_create(const char *store, signature_log **out);
/* Calls handle with all signatures in ascending order of ids, until it returns other than OK. The bytes are aligned to 8 and stay where
 * they are until the file is closed. */
status signature_log_read(const signature_log *l, log_reader *handle, void *ctx);

/* Appends a signature; *kept: its bytes, which stay where they are. ERR_FORMAT: an id that is not higher than all so far; ERR_IO,
 * ERR_MEMORY. On an error nothing was appended. */
status signature_log_add(signature_log *l, uint64_t id, const firstprint_signature *sig, firstprint_signature *kept);
status signature_log_remove(signature_log *l, uint64_t id);
log_state signature_log_state(const signature_log *l);
/* What was appended since this state was that of the log is taken back. */
void signature_log_cut(signature_log *l, const log_state *state);

/* Accepts NULL. deletes: the file, too. */
void signature_log_close(signature_log *l, bool deletes);

#endif
