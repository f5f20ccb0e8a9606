#include "crawler/batch/signature_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/new_file.h"

static const char magic[16] = "firstprint sig 2";

typedef struct header {
	char magic[16];
	uint64_t part, stamp, unused[4];
} header;

typedef struct ending {
	uint64_t mark;
	key_lines keys;
	uint64_t hash; /* of the file before the ending */
} ending;

static const uint64_t mark = UINT64_MAX; /* no length of a signature */

static uint64_t hash_of(const char *stamp)
{
	return XXH3_64bits(stamp, strlen(stamp));
}

static size_t padded(size_t len)
{
	return (len + 7) / 8 * 8;
}

static status new_hash(XXH3_state_t **out, complaint *why)
{
	*out = XXH3_createState();
	if (!*out)
		return complain(why, ERR_MEMORY, "%s", status_text(ERR_MEMORY));
	XXH3_64bits_reset(*out);
	return OK;
}

/* ── writing ── */

static status say_failed(const signature_writer *w, complaint *why)
{
	return complain(why, ERR_IO, "%s: cannot be written: %s", w->path, strerror(errno));
}

static bool put(signature_writer *w, const void *bytes, size_t len)
{
	XXH3_64bits_update(w->hash, bytes, len);
	return !len || fwrite(bytes, len, 1, w->to) == 1;
}

status signature_writer_open(const char *path, uint64_t part, const char *stamp, signature_writer *w, complaint *why)
{
	header h = {.part = part, .stamp = hash_of(stamp)};
	status err;

	memcpy(h.magic, magic, sizeof magic);
	w->path = path;
	err = new_file_open(path, 0, &w->file, why);
	w->to = err ? NULL : fdopen(dup(new_file_fd(w->file)), "w");
	if (!err)
		err = new_hash(&w->hash, why);
	return err || (w->to && put(w, &h, sizeof h)) ? err : say_failed(w, why);
}

static bool put_padded(signature_writer *w, const void *bytes, size_t len)
{
	static const char zeros[8];

	return put(w, bytes, len) && put(w, zeros, padded(len) - len);
}

status signature_write(signature_writer *w, const char *name, const firstprint_signature *sig, key_lines keys, complaint *why)
{
	const uint32_t lens[2] = {(uint32_t)sig->len, (uint32_t)strlen(name)};

	w->keys = key_lines_both(w->keys, keys);
	if (put(w, lens, sizeof lens) && put_padded(w, sig->bytes, sig->len) && put_padded(w, name, lens[1]))
		return OK;
	return say_failed(w, why);
}

status signature_writer_close(signature_writer *w, bool whole, complaint *why)
{
	status err = OK;
	bool written = w->to && w->hash &&
		       fwrite(&(ending){mark, w->keys, XXH3_64bits_digest(w->hash)}, sizeof(ending), 1, w->to) == 1;
	if (w->to && fclose(w->to) != 0)
		written = false;
	if (whole && !written)
		err = say_failed(w, why);
	if (whole && !err)
		err = new_file_end(w->file, why);
	else
		new_file_drop(w->file);
	XXH3_freeState(w->hash);
	return err;
}

/* ── reading ── */

static status map(signature_reader *r, complaint *why)
{
	int fd = open(r->path, O_RDONLY | O_CLOEXEC);
	struct stat is;
	void *bytes = MAP_FAILED;

	if (fd >= 0 && fstat(fd, &is) == 0 && is.st_size >= (off_t)sizeof(header)) {
		r->len = (size_t)is.st_size;
		r->mapped = r->len;
		bytes = mmap(NULL, r->len, PROT_READ, MAP_PRIVATE, fd, 0);
	} else if (fd >= 0) {
		errno = 0;
	}
	if (fd >= 0)
		close(fd);
	if (bytes == MAP_FAILED)
		return complain(why, errno ? ERR_IO : ERR_FORMAT, "%s: %s", r->path,
				errno ? strerror(errno) : "no signatures of 'firstprint keys'");
	r->bytes = bytes;
	return OK;
}

static status read_header(signature_reader *r, const char *stamp, complaint *why)
{
	const header *h = (const header *)r->bytes;

	if (!h || memcmp(h->magic, magic, sizeof magic) != 0 || h->part >= SIGNATURE_PARTS_MOST)
		return complain(why, ERR_FORMAT, "%s: no signatures of 'firstprint keys'", r->path);
	if (h->stamp != hash_of(stamp))
		return complain(why, ERR_USAGE, "%s: signed for another filter or key than %.200s", r->path, stamp);
	r->part = h->part;
	r->at = sizeof *h;
	return OK;
}

static status read_ending(signature_reader *r, complaint *why)
{
	ending end = {0};

	if (r->len - r->at >= sizeof end)
		memcpy(&end, r->bytes + r->len - sizeof end, sizeof end);
	if (end.mark != mark)
		return complain(why, ERR_FORMAT, "%s: is cut short", r->path);
	r->len -= sizeof end;
	r->keys = end.keys;
	r->whole_hash = end.hash;
	XXH3_64bits_update(r->hash, r->bytes, r->at);
	return OK;
}

status signature_reader_open(const char *path, const char *stamp, signature_reader *out, complaint *why)
{
	status err;

	*out = (signature_reader){.path = path};
	err = new_hash(&out->hash, why);
	if (!err)
		err = map(out, why);
	if (!err)
		err = read_header(out, stamp, why);
	return err ? err : read_ending(out, why);
}

void signature_reader_close(signature_reader *r)
{
	if (r->bytes)
		munmap((void *)r->bytes, r->mapped);
	XXH3_freeState(r->hash);
}

status signature_read(signature_reader *r, signature_page *out, complaint *why)
{
	size_t left = r->len - r->at, sig, name;
	uint32_t lens[2];

	if (!left && XXH3_64bits_digest(r->hash) != r->whole_hash)
		return complain(why, ERR_FORMAT, "%s: is damaged: its verdicts are not to be trusted", r->path);
	if (!left)
		return ERR_MISSING;
	r->pages++;
	if (left >= sizeof lens)
		memcpy(lens, r->bytes + r->at, sizeof lens);
	if (left < sizeof lens || lens[0] > FIRSTPRINT_SIGNATURE_MAX || left - sizeof lens < padded(lens[0]) + padded(lens[1]))
		return complain(why, ERR_FORMAT, "%s: page %llu is damaged", r->path, (unsigned long long)r->pages);
	sig = r->at + sizeof lens;
	name = sig + padded(lens[0]);
	XXH3_64bits_update(r->hash, r->bytes + r->at, name + padded(lens[1]) - r->at);
	r->at = name + padded(lens[1]);
	*out = (signature_page){signature_id(r->part, r->pages),
				{r->bytes + name, lens[1]},
				{(const uint8_t *)r->bytes + sig, lens[0]}};
	return OK;
}
