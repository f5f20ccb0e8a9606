#include "base/suggestion.h"

#include <criterion/criterion.h>
#include <string.h>

Test(suggestion, is_the_first_of_the_most_similar_words)
{
	static const struct {
		const char *wrong, *words[2], *best;
	} rows[] = {
		{"cokies", {"cookies", "cores"}, "cookies"},
		{"rat", {"cat", "bat"}, "cat"},
		{"dept", {"depth", "delay"}, "depth"},
		{"jbos", {"jobs", "json"}, "jobs"},
		{"jabx", {"jobs", "json"}, NULL},
		{"exclxyzx", {"excluded", "exclude"}, NULL},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		suggestion s = {.wrong = rows[i].wrong};

		suggestion_consider(&s, rows[i].words[0]);
		suggestion_consider(&s, rows[i].words[1]);
		cr_expect(s.best == rows[i].best || (s.best && rows[i].best && strcmp(s.best, rows[i].best) == 0), "%s: %s", rows[i].wrong, s.best);
	}
}
