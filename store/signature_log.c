#include "store/signature_log.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/table.h"

static const uint64_t MAGIC = UINT64_C(0x315349535f5046ff); /* no text begins with these bytes */
enum record_kind { ADDED = 1, GONE = 2 };
enum { MAPS_MOST = 24 };
static const uint64_t MAP_LEAST = UINT64_C(1) << 26;

struct record {
	uint64_t id;
	uint32_t len, kind;
};

/* The mapping reaches beyond the end of the file, so that the file can grow. A file that outgrows it gets a second mapping, twice
 * as large. The old mapping stays, so that signatures keep their addresses. */
struct signature_log {
	int fd;
	char *path;
	log_state state;
	struct map {
		uint8_t *at;
		uint64_t size;
	} maps[MAPS_MOST]; /* the last one is the largest */
	size_t maps_len;
	bool has_gone; /* there may be records of kind GONE */
};

/* ── the mapping ── */

/* Makes sure that the file's first `length` bytes are mapped. */
static bool map_to(signature_log *l, uint64_t length)
{
	uint64_t size = l->maps_len ? l->maps[l->maps_len - 1].size : 0;
	void *at;

	if (length <= size)
		return true;
	if (l->maps_len == MAPS_MOST || length > UINT64_MAX / 4)
		return false;
	size = length < MAP_LEAST ? MAP_LEAST : 2 * length;
	at = mmap(NULL, size, PROT_READ, MAP_SHARED, l->fd, 0);
	if (at == MAP_FAILED)
		return false;
	madvise(at, size, MADV_RANDOM); /* signatures are read in any order */
	l->maps[l->maps_len++] = (struct map){at, size};
	return true;
}

static const uint8_t *bytes_at(const signature_log *l, uint64_t at)
{
	return l->maps[l->maps_len - 1].at + at;
}

/* ── records ── */

static uint64_t padded(uint64_t len)
{
	return (len + 7) / 8 * 8;
}

static uint64_t hash_of(const struct record *r, const void *bytes, uint64_t before)
{
	return XXH3_64bits_withSeed(bytes, r->len, XXH3_64bits_withSeed(r, sizeof *r, before));
}

/* An iterator over the records up to the log's state. */
typedef struct walk {
	const signature_log *log;
	uint64_t at;
	struct record record;
	const uint8_t *bytes;
} walk;

/* Reads the next record. false: there is none. w->at is then the end, unless the bytes there are not a record. */
static bool next_record(walk *w)
{
	uint64_t left = w->log->state.length - w->at;

	if (left < sizeof w->record)
		return false;
	memcpy(&w->record, bytes_at(w->log, w->at), sizeof w->record);
	if (padded(w->record.len) > left - sizeof w->record)
		return false;
	w->bytes = bytes_at(w->log, w->at + sizeof w->record);
	w->at += sizeof w->record + padded(w->record.len);
	return true;
}

/* ── removed signatures ── */

/* Their ids; the keys are in the file. */
static status find_gone(const signature_log *l, table *out)
{
	walk w = {.log = l, .at = sizeof MAGIC};

	while (l->has_gone && next_record(&w))
		if (w.record.kind == GONE &&
		    !table_put(out, w.bytes - sizeof w.record + offsetof(struct record, id), sizeof w.record.id, 0))
			return ERR_MEMORY;
	return OK;
}

status signature_log_read(const signature_log *l, store_remembered_reader *handle, void *ctx)
{
	walk w = {.log = l, .at = sizeof MAGIC};
	table gone = {.memory = arena_new()};
	status err = gone.memory ? find_gone(l, &gone) : ERR_MEMORY;

	while (!err && next_record(&w))
		if (w.record.kind == ADDED && !table_get(&gone, &w.record.id, sizeof w.record.id))
			err = handle(ctx, w.record.id, &(firstprint_signature){w.bytes, w.record.len}, true);
	arena_free(gone.memory);
	return err;
}

/* ── opening ── */

static signature_log *new_log(const char *store)
{
	signature_log *l = calloc(1, sizeof *l);

	if (l) {
		l->fd = -1;
		l->path = sqlite3_mprintf("%s-signatures", store);
	}
	if (!l || l->path)
		return l;
	free(l);
	return NULL;
}

/* Do the file's first bytes have the hash of the state? */
static bool is_of_state(signature_log *l)
{
	walk w = {.log = l, .at = sizeof MAGIC};
	uint64_t hash = 0, last_id = 0, magic;
	struct stat is;

	if (fstat(l->fd, &is) != 0 || !S_ISREG(is.st_mode) || (uint64_t)is.st_size < l->state.length ||
	    l->state.length < sizeof magic || !map_to(l, l->state.length))
		return false;
	madvise(l->maps[0].at, l->state.length, MADV_SEQUENTIAL);
	memcpy(&magic, bytes_at(l, 0), sizeof magic);
	while (magic == MAGIC && next_record(&w)) {
		hash = hash_of(&w.record, w.bytes, hash);
		last_id = w.record.kind == ADDED ? w.record.id : last_id;
		l->has_gone |= w.record.kind == GONE;
	}
	madvise(l->maps[0].at, l->state.length, MADV_RANDOM);
	return w.at == l->state.length && hash == l->state.hash && last_id == l->state.last_id;
}

status signature_log_open(const char *store, const log_state *state, bool writes, signature_log **out)
{
	signature_log *l = new_log(store);
	status err = ERR_IO;

	if (!l)
		return ERR_MEMORY;
	l->state = *state;
	l->fd = open(l->path, (writes ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NOFOLLOW);
	if (l->fd >= 0)
		err = is_of_state(l) ? OK : ERR_FORMAT;
	if (!err && writes && ftruncate(l->fd, (off_t)state->length) != 0)
		err = ERR_IO;
	if (err)
		signature_log_close(l, false);
	else
		*out = l;
	return err;
}

status signature_log_create(const char *store, signature_log **out)
{
	signature_log *l = new_log(store);
	status err = l ? ERR_IO : ERR_MEMORY;

	if (l && (unlink(l->path) == 0 || access(l->path, F_OK) != 0)) /* another process may still read the old one */
		l->fd = open(l->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	if (l && l->fd >= 0 && pwrite(l->fd, &MAGIC, sizeof MAGIC, 0) == sizeof MAGIC && map_to(l, sizeof MAGIC))
		err = OK;
	if (err) {
		signature_log_close(l, l && l->fd >= 0);
		return err;
	}
	l->state.length = sizeof MAGIC;
	*out = l;
	return OK;
}

void signature_log_close(signature_log *l, bool deletes)
{
	if (!l)
		return;
	for (size_t i = 0; i < l->maps_len; i++)
		munmap(l->maps[i].at, l->maps[i].size);
	if (deletes)
		unlink(l->path);
	if (l->fd >= 0)
		close(l->fd);
	sqlite3_free(l->path);
	free(l);
}

/* ── writing ── */

static status append(signature_log *l, const struct record *r, const uint8_t *bytes)
{
	static const uint8_t zeros[8];
	const struct iovec parts[] = {{(void *)r, sizeof *r},
				      {(void *)bytes, r->len},
				      {(void *)zeros, padded(r->len) - r->len}};
	uint64_t size = sizeof *r + padded(r->len);

	if (!map_to(l, l->state.length + size))
		return ERR_MEMORY;
	if (pwritev(l->fd, parts, 3, (off_t)l->state.length) != (ssize_t)size)
		return ERR_IO; /* its bytes are after the end, and the next record overwrites them */
	l->state.hash = hash_of(r, bytes, l->state.hash);
	l->state.length += size;
	return OK;
}

status signature_log_add(signature_log *l, uint64_t id, const firstprint_signature *sig, firstprint_signature *kept)
{
	const struct record r = {id, (uint32_t)sig->len, ADDED};
	uint64_t at = l->state.length + sizeof r;
	status err = id > l->state.last_id && sig->len <= UINT32_MAX ? append(l, &r, sig->bytes) : ERR_FORMAT;

	if (err)
		return err;
	l->state.last_id = id;
	*kept = (firstprint_signature){bytes_at(l, at), sig->len};
	return OK;
}

status signature_log_remove(signature_log *l, uint64_t id)
{
	const struct record r = {id, 0, GONE};

	l->has_gone = true;
	return append(l, &r, (const uint8_t *)"");
}

log_state *signature_log_state(signature_log *l)
{
	return &l->state;
}
