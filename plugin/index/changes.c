#include "plugin/index/changes.h"

#include "plugin/index/hamming.h"

uint16_t changes_slot(unsigned stage, uint64_t key)
{
	return (uint16_t)((((uint64_t)stage << 32 | (uint32_t)key) * UINT64_C(0x9e3779b97f4a7c15)) >> 48);
}

void changes_note_keys(changes *x, unsigned stage, const uint64_t *keys, size_t n)
{
	for (size_t i = 0; i < n; i++)
		x->slots[changes_slot(stage, keys[i])] = x->now;
}

void changes_note_point(changes *x, unsigned stage, uint64_t fingerprint, uint32_t number)
{
	x->ring[x->points++ % CHANGES_RING] = (struct changed_point){x->now, fingerprint, number, stage};
}

void changes_note_removal(changes *x)
{
	x->removed = ++x->now;
}

static bool is_near(const struct changed_point *p, const point_query *q)
{
	return p->stage == q->stage && __builtin_popcountll(p->fingerprint ^ q->fingerprint) <= q->bits &&
	       hamming_gap(hamming_count(p->number), hamming_count(q->number)) <= q->window;
}

bool changes_has_near(const changes *x, const point_query *q, uint64_t after)
{
	uint64_t kept = x->points < CHANGES_RING ? x->points : CHANGES_RING;

	for (uint64_t i = 1; i <= kept; i++) {
		const struct changed_point *p = &x->ring[(x->points - i) % CHANGES_RING];

		if (p->change <= after)
			return false;
		if (is_near(p, q))
			return true;
	}
	return kept == CHANGES_RING;
}
