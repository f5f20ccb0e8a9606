#include "cluster/inside.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* Between two epochs: more than can have been given out and lost. */
enum { EPOCH_GAP = 1 << 20 };

/* ── opening ── */

static char *copy_text(const char *text)
{
	return strlen(text) <= SHARD_SPEC_MAX ? strdup(text) : NULL;
}

static size_t leaves_in(const char *role)
{
	size_t n = 1;

	for (const char *c = role; *c; c++)
		n += *c == ' ';
	return n;
}

/* Keys with one blank between two of them. */
static bool is_role(const char *role)
{
	size_t len = strlen(role);

	return !len || (role[0] != ' ' && role[len - 1] != ' ' && !strstr(role, "  ") && leaves_in(role) <= SHARD_LEAVES_MAX);
}

/* Its filter's pages must be divisible, unless all are here. value.c has removed the files, and refused a path in the SPEC, unless
 * the server's user lets it load them. */
static status open_filter(shard *s, const char *spec, complaint *why)
{
	filter_settings settings = {.spec = spec,
				    .files = strchr(spec, '/') ? NULL : s->files,
				    .trusts_files = true,
				    .key = s->key};
	status err = filter_open_with(&settings, &s->filter, why);

	if (err || !*s->role || filter_is_divisible(s->filter))
		return err;
	return complain(why, ERR_USAGE, "filter %.300s: its pages cannot be divided among several servers", spec);
}

status shard_open(const char *spec, const char *files, const uint8_t *key, const char *role, shard **out, complaint *why)
{
	shard *s;
	status err = ERR_MEMORY;

	if (!is_role(role))
		return complain(why, ERR_USAGE, "a head has keys of at most %d shards, with one blank between two of them",
				SHARD_LEAVES_MAX);
	s = calloc(1, sizeof *s);
	if (s) {
		s->files = copy_text(files);
		s->role = copy_text(role);
		s->checked.arena = arena_new();
		s->next_id = s->next_withdrawn = 1;
		memcpy(s->key, key, sizeof s->key);
		err = s->files && s->role && s->checked.arena ? open_filter(s, spec, why) : ERR_MEMORY;
	}
	if (!err) {
		s->spec = copy_text(filter_spec(s->filter));
		err = s->spec ? OK : ERR_MEMORY;
	}
	if (err) {
		shard_close(s);
		return complain(*why->text ? NULL : why, err, "%s", status_text(err));
	}
	*out = s;
	return OK;
}

void shard_close(shard *s)
{
	if (!s)
		return;
	filter_close(s->filter); /* it reads the signatures until then */
	for (uint32_t place = 1; place <= s->len; place++)
		free(shard_at(s, place)->bytes);
	for (size_t i = 0; i < s->owners_len; i++)
		buffer_free(&s->owners[i].answer);
	segments_free(&s->pages);
	buckets_free(&s->places);
	buffer_free(&s->changes.bytes);
	arena_free(s->checked.arena);
	free(s->owners);
	free(s->withdrawn);
	free(s->spec);
	free(s->files);
	free(s->role);
	free(s);
}

bool shard_is_leaf(const shard *s)
{
	return strcmp(s->role, SHARD_LEAF) == 0;
}

bool shard_is_head(const shard *s)
{
	return *s->role && !shard_is_leaf(s);
}

/* ── places ── */

/* The key under which the place of an id is found, if those with fewer tries are taken by other ids. Ids that meet at one try do not meet
 * at the next one, whoever has chosen them (splitmix64). */
static uint32_t key_of(uint64_t id, unsigned tries)
{
	uint64_t x = id + tries * 0x9e3779b97f4a7c15u;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return (uint32_t)(x >> 32);
}

/* Where the place of an id is or would be kept. A page that was withdrawn keeps its own. */
static uint32_t *find_place(const shard *s, uint64_t id, uint32_t *key)
{
	for (unsigned tries = 0;; tries++) {
		uint32_t *place;

		*key = key_of(id, tries);
		place = buckets_find(&s->places, *key);
		if (!place || shard_at(s, *place)->id == id)
			return place;
	}
}

uint32_t shard_place(const shard *s, uint64_t id)
{
	uint32_t key;
	const uint32_t *place = find_place(s, id, &key);

	return place && shard_at(s, *place)->bytes ? *place : 0;
}

/* ── owners ── */

shard_owner *shard_find_owner(const shard *s, const char *name, size_t len)
{
	for (size_t i = 0; i < s->owners_len && len; i++)
		if (strlen(s->owners[i].name) == len && memcmp(s->owners[i].name, name, len) == 0)
			return &s->owners[i];
	return NULL;
}

/* A free one. */
static status new_owner(shard *s, shard_owner **out)
{
	shard_owner *all = s->owners;

	for (size_t i = 0; i < s->owners_len; i++)
		if (!*all[i].name) {
			*out = &all[i];
			return OK;
		}
	if (s->owners_len == SHARD_OWNERS_MAX)
		return ERR_LIMIT;
	all = grow(all, s->owners_len, &s->owners_room, sizeof *all);
	if (!all)
		return ERR_MEMORY;
	s->owners = all;
	*out = &all[s->owners_len++];
	**out = (shard_owner){0};
	return OK;
}

bool shard_is_name(const char *name, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)name[i] <= ' ' || (unsigned char)name[i] >= 0x7f)
			return false;
	return len > 0 && len <= SHARD_OWNER_MAX;
}

status shard_add_owner(shard *s, const char *name, size_t len, shard_owner **out)
{
	status err = shard_is_name(name, len) ? OK : ERR_FORMAT;

	*out = shard_find_owner(s, name, len);
	if (err || *out)
		return err;
	err = new_owner(s, out);
	if (err)
		return err;
	memcpy((*out)->name, name, len);
	(*out)->name[len] = '\0';
	(*out)->read = s->next_withdrawn - 1;
	return OK;
}

/* Drops what all owners have read of the list of what was withdrawn. */
void shard_drop_read(shard *s)
{
	uint64_t read = UINT64_MAX;
	size_t n = 0;

	for (size_t i = 0; i < s->owners_len && s->withdrawn_len; i++)
		if (*s->owners[i].name && s->owners[i].read < read)
			read = s->owners[i].read;
	while (n < s->withdrawn_len && s->withdrawn[n].number <= read)
		n++;
	s->withdrawn_len -= n;
	if (n && s->withdrawn_len)
		memmove(s->withdrawn, s->withdrawn + n, s->withdrawn_len * sizeof *s->withdrawn);
}

void shard_note_owner(shard *s, const shard_owner *owner)
{
	shard_drop_read(s);
	change_put_owner(&s->changes, s, owner);
}

void shard_remove_owner(shard *s, shard_owner *owner)
{
	buffer_free(&owner->answer);
	*owner = (shard_owner){0};
	shard_note_owner(s, owner);
}

/* ── ids ── */

void shard_note_turn(shard *s)
{
	change_put_id(&s->changes, CHANGE_TURN, s->turn);
}

void shard_note_state(shard *s)
{
	change_put_state(&s->changes, s);
}

static void pass_id(shard *s, uint64_t id)
{
	if (id >= s->next_id)
		s->next_id = id + 1;
}

void shard_pass_id(shard *s, uint64_t id)
{
	pass_id(s, id);
	shard_note_state(s);
}

/* A process may have been asked before, some epochs ago: no owner has compared in this one. The first epoch of a shard is what its file
 * says. */
void shard_set_epoch(shard *s, uint64_t epoch)
{
	for (size_t i = 0; s->epoch && s->epoch != epoch && i < s->owners_len; i++) {
		s->owners[i].epoch = 0;
		s->owners[i].has_joined = false;
	}
	s->epoch = epoch;
}

void shard_begin_epoch(shard *s, uint64_t process)
{
	if (s->epoch) {
		s->next_id += EPOCH_GAP;
		s->next_withdrawn += EPOCH_GAP;
		s->turn += EPOCH_GAP;
	}
	s->turn_owner = 0;
	shard_set_epoch(s, process);
	s->epoch_first = s->next_id;
	shard_note_state(s);
	shard_note_turn(s);
}

void shard_lose_epoch(shard *s)
{
	s->epoch = SHARD_EPOCH_LOST;
}

/* ── pages ── */

/* Puts the page at the next place, and the place under its id. */
static status place_page(shard *s, const shard_page *page)
{
	uint32_t key, *place;

	if (s->len == SHARD_PAGES_MAX)
		return ERR_LIMIT;
	if (!segments_reserve(&s->pages, s->len + 1, sizeof *page))
		return ERR_MEMORY;
	place = find_place(s, page->id, &key);
	if (!place && !buckets_add(&s->places, key, s->len + 1))
		return ERR_MEMORY;
	if (place)
		*place = s->len + 1;
	s->len++;
	*shard_at(s, s->len) = *page;
	return OK;
}

/* The last place is empty again. Its number stays under the id: whoever looks there finds no signature, or another id. */
static void leave_place(shard *s)
{
	free(shard_at(s, s->len)->bytes);
	shard_at(s, s->len)->bytes = NULL;
}

/* Copies the signature, which may lie anywhere. */
status shard_add_page(shard *s, uint32_t owner, uint64_t id, const firstprint_signature *sig)
{
	shard_page page = {.id = id, .bytes = malloc(sig->len ? sig->len : 1), .len = (uint32_t)sig->len, .owner = owner};
	status err = page.bytes ? place_page(s, &page) : ERR_MEMORY;

	if (err) {
		free(page.bytes);
		return err;
	}
	if (sig->len)
		memcpy(page.bytes, sig->bytes, sig->len);
	err = filter_add_in_place(s->filter, s->len, &(firstprint_signature){page.bytes, sig->len});
	if (err) {
		leave_place(s);
		return err;
	}
	pass_id(s, id);
	s->kept++;
	s->signature_bytes += sig->len;
	s->owners[owner].pages++;
	return OK;
}

status shard_remember(shard *s, const shard_owner *owner, uint64_t id, const firstprint_signature *sig)
{
	status err = shard_add_page(s, (uint32_t)(owner - s->owners), id, sig);

	if (err)
		return err;
	change_put_page(&s->changes, shard_at(s, s->len));
	return OK;
}

/* *was: its owner. No effect if it is not remembered. */
status shard_forget(shard *s, uint64_t id, bool *was)
{
	uint32_t place = shard_place(s, id);
	shard_page *page = place ? shard_at(s, place) : NULL;
	status err;

	*was = page != NULL;
	if (!page)
		return OK;
	err = filter_remove(s->filter, place);
	s->kept--;
	s->signature_bytes -= page->len;
	s->owners[page->owner].pages--;
	free(page->bytes);
	page->bytes = NULL;
	return err;
}

status shard_add_withdrawn(shard *s, uint64_t number, uint64_t id)
{
	shard_withdrawn *all = grow(s->withdrawn, s->withdrawn_len, &s->withdrawn_room, sizeof *all);

	if (!all)
		return ERR_MEMORY;
	s->withdrawn = all;
	all[s->withdrawn_len++] = (shard_withdrawn){number, id};
	if (number >= s->next_withdrawn)
		s->next_withdrawn = number + 1;
	return OK;
}

status shard_do_withdraw(shard *s, uint64_t id)
{
	bool was = shard_place(s, id) != 0;
	status err = was ? shard_add_withdrawn(s, s->next_withdrawn, id)
			 : OK; /* first: who is not told would keep a drop of nothing */

	return err ? err : shard_forget(s, id, &was);
}

status shard_withdraw(shard *s, uint64_t id)
{
	status err = shard_do_withdraw(s, id);

	if (!err)
		change_put_id(&s->changes, CHANGE_WITHDRAW, id);
	return err;
}

status shard_announce(shard *s, uint64_t id)
{
	uint64_t number = s->next_withdrawn;
	status err = shard_add_withdrawn(s, number, id);

	if (!err)
		change_put_told(&s->changes, number, id);
	return err;
}

status shard_take_back(shard *s, uint64_t id)
{
	bool was;
	status err = shard_forget(s, id, &was);

	if (was)
		change_put_id(&s->changes, CHANGE_TAKE_BACK, id);
	return err;
}

/* ── leaves ── */

status shard_add_leaf(shard *s, const char *key)
{
	char *role = NULL;

	if (!shard_is_head(s) || !*key || strchr(key, ' '))
		return ERR_FORMAT;
	if (leaves_in(s->role) == SHARD_LEAVES_MAX || strlen(s->role) + 1 + strlen(key) > SHARD_SPEC_MAX)
		return ERR_LIMIT;
	role = malloc(strlen(s->role) + 1 + strlen(key) + 1);
	if (!role)
		return ERR_MEMORY;
	stpcpy(stpcpy(stpcpy(role, s->role), " "), key);
	free(s->role);
	s->role = role;
	return OK;
}

size_t shard_memory(const shard *s)
{
	size_t bytes = sizeof *s + filter_memory(s->filter) + buckets_memory(&s->places);

	bytes += (size_t)s->pages.count * SEGMENT_BYTES + s->signature_bytes + s->kept * 16; /* what malloc adds */
	bytes += arena_bytes(s->checked.arena);
	for (size_t i = 0; i < s->owners_len; i++)
		bytes += s->owners[i].answer.room;
	bytes += s->owners_room * sizeof *s->owners + s->withdrawn_room * sizeof *s->withdrawn;
	return bytes;
}
