/* signature_log — a file beside the store, STORE-signatures, with the signatures in the filter. Only for store/.
 *
 * It is only a cache: the table signatures has everything in it, and anyone may delete the file while nobody writes. The system can
 * reclaim the memory of the mapped file at any time, and reading it is faster than reading the table.
 *
 *	┌─────────────┬──────────────────────────────┬──────────────────────────────┬─ ─ ─
 *	│ magic   8   │ id 8 │ len 4 │ kind 4 │ bytes │ id 8 │ len 4 │ kind 4 │ bytes │
 *	└─────────────┴──────────────────────────────┴──────────────────────────────┴─ ─ ─
 *	               a record: kind ADDED has a signature, GONE has none; padded to 8 bytes
 *
 * Numbers are in the machine's byte order.
 *
 * The hash of each record has the hash of the records before it as its seed. At the end of a transaction the store records the
 * file's length and last hash. A store that is opened again uses the file only if its first bytes, up to that length, have that
 * hash: then they are the state of the last committed transaction, whatever happened to the store or the file. Bytes after them
 * were not committed. A file that is missing, short, of another store, or from another time of this store does not have that
 * hash. */
#ifndef STORE_SIGNATURE_LOG_H
#define STORE_SIGNATURE_LOG_H

#include <stdbool.h>

#include "store/store.h"

typedef struct signature_log signature_log;

/* The committed part of the file, as recorded in the store. */
typedef struct log_state {
	uint64_t length, hash;
	uint64_t last_id; /* of the last signature in it; 0: none */
} log_state;

/* Opens the file of the store at this path up to this state. writes: opens it for writing, and cuts off everything after the state.
 * ERR_FORMAT: the file does not have this state; after ERR_IO and ERR_MEMORY it is unusable, too. */
status signature_log_open(const char *store, const log_state *state, bool writes, signature_log **out);
/* Creates a new file, which replaces an old one. */
status signature_log_create(const char *store, signature_log **out);
/* Calls handle with all signatures in ascending order of ids, until it returns other than OK. The bytes are aligned to 8 and stay where
 * they are until the file is closed. */
status signature_log_read(const signature_log *l, store_remembered_reader *handle, void *ctx);

/* Appends a signature. *kept gets its bytes in the file, which stay where they are. ERR_FORMAT: the id is not higher than all so
 * far; ERR_IO, ERR_MEMORY. On an error it appends nothing. */
status signature_log_add(signature_log *l, uint64_t id, const firstprint_signature *sig, firstprint_signature *kept);
status signature_log_remove(signature_log *l, uint64_t id);
/* To put an earlier state back removes everything that was appended after it. */
log_state *signature_log_state(signature_log *l);

/* Accepts NULL. deletes: deletes the file, too. */
void signature_log_close(signature_log *l, bool deletes);

#endif
