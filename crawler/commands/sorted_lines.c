#include "crawler/commands/sorted_lines.h"

#include <inttypes.h>
#include <xxhash.h>

#include "base/hex.h"

void sorted_add_key(const char *line, key_lines *sum)
{
	*sum = key_lines_both(*sum, (key_lines){1, XXH3_64bits(line, SORTED_KEY)});
}

int sorted_put_key(FILE *to, const filter_key *key, uint64_t id, key_lines *sum)
{
	char line[SORTED_KEY + 2];

	snprintf(line, sizeof line, "%02x%010" PRIx64 "%015" PRIx64 "%c\n", key->stage, key->key & UINT64_C(0xffffffffff), id,
		 !key->asked   ? 'S'
		 : key->stored ? 'B'
			       : 'A');
	sorted_add_key(line, sum);
	return fputs(line, to);
}

int sorted_put_pair(FILE *to, const sorted_pair *pair)
{
	return fprintf(to, "%015" PRIx64 "%015" PRIx64 "%02x\n", pair->later, pair->earlier, pair->stage);
}

int sorted_put_total(FILE *to, const sorted_total *total)
{
	return fprintf(to, "!%015" PRIx64 "%015" PRIx64 "%015" PRIx64 "\n", total->keys.len, total->keys.sum, total->pairs);
}

static bool read_number(const char *at, size_t digits, uint64_t *out)
{
	*out = 0;
	for (size_t i = 0; i < digits; i++) {
		int digit = at[i] <= 'F' && at[i] > '9' ? -1 : hex_value(at[i]); /* capitals are sorted otherwise */

		if (digit < 0)
			return false;
		*out = *out << 4 | (unsigned)digit;
	}
	return true;
}

bool sorted_read_key(const char *line, size_t len, uint64_t *id, char *is)
{
	uint64_t bucket;

	if (len != SORTED_KEY || !read_number(line, SORTED_BUCKET, &bucket) || !read_number(line + SORTED_BUCKET, 15, id))
		return false;
	*is = line[SORTED_KEY - 1];
	return *is == 'S' || *is == 'A' || *is == 'B';
}

bool sorted_read_pair(const char *line, size_t len, sorted_pair *out)
{
	uint64_t stage;

	if (len != SORTED_PAIR || !read_number(line, 15, &out->later) || !read_number(line + 15, 15, &out->earlier) ||
	    !read_number(line + 30, 2, &stage))
		return false;
	out->stage = (uint8_t)stage;
	return out->earlier < out->later;
}

bool sorted_read_total(const char *line, size_t len, sorted_total *out)
{
	return len == SORTED_TOTAL && *line == '!' && read_number(line + 1, 15, &out->keys.len) &&
	       read_number(line + 16, 15, &out->keys.sum) && read_number(line + 31, 15, &out->pairs);
}
