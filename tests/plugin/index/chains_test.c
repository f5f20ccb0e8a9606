#include "plugin/index/chains.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static bool holds(const chains *c, uint32_t key, uint32_t entry)
{
	for (uint32_t e = chains_first(c, key); e != CHAINS_END; e = chains_next(c, e))
		if (e == entry && chains_key(c, e) == key)
			return true;
	return false;
}

static uint32_t key_of(uint32_t entry)
{
	return entry * 2654435761u % 700; /* several entries per key */
}

static void fill(chains *c, uint32_t n)
{
	for (uint32_t e = 0; e < n; e++)
		cr_assert(chains_push(c, key_of(e)));
}

Test(chains, numbers_entries_in_order_and_finds_each_under_its_key)
{
	chains c = {0};

	fill(&c, 5000);
	cr_expect_eq(c.len, 5000u);
	for (uint32_t e = 0; e < 5000; e++)
		cr_assert(holds(&c, key_of(e), e), "entry %u", e);
	chains_free(&c);
}

Test(chains, empty_has_no_entries_and_takes_no_memory)
{
	chains c = {0};

	cr_expect_eq(chains_first(&c, 42), CHAINS_END);
	cr_expect_eq(chains_memory(&c), (size_t)0);
	chains_free(&c);
}

Test(chains, a_bucket_is_the_lowest_bits_of_its_keys)
{
	chains c = {0};

	fill(&c, 1000);
	for (uint32_t bucket = 0; bucket < 1u << c.bits; bucket++)
		for (uint32_t e = chains_first(&c, bucket); e != CHAINS_END; e = chains_next(&c, e))
			cr_assert_eq((chains_key(&c, e) ^ bucket) & ((1u << c.bits) - 1), 0u);
	chains_free(&c);
}

Test(chains, keeps_a_load_of_one_to_two)
{
	chains c = {0};

	for (uint32_t e = 0; e < 10000; e++) {
		cr_assert(chains_push(&c, e));
		cr_assert_leq(c.len, 2u << c.bits, "%u entries in %u buckets", c.len, 1u << c.bits);
	}
	chains_free(&c);
}

Test(chains, a_removed_entry_stays_removed_when_the_table_grows)
{
	chains c = {0};

	fill(&c, 1000);
	for (uint32_t e = 0; e < 1000; e += 3)
		chains_remove(&c, e);
	chains_remove(&c, 0); /* a second time: no effect */
	for (uint32_t e = 1000; e < 4000; e++)
		cr_assert(chains_push(&c, key_of(e)));
	for (uint32_t e = 0; e < 4000; e++)
		cr_assert_eq(holds(&c, key_of(e), e), e >= 1000 || e % 3 != 0, "entry %u", e);
	chains_free(&c);
}

Test(chains, memory_grows_with_the_entries_and_free_gives_it_back)
{
	chains c = {0};

	fill(&c, 4096);
	cr_expect_geq(chains_memory(&c), 4096 * sizeof(struct chain_link));
	cr_expect_leq(chains_memory(&c), (size_t)4096 * 24);
	chains_free(&c);
	cr_expect_eq(chains_memory(&c), (size_t)0);
	cr_expect_eq(c.len, 0u);
}
