/* keys, pairs and decide-pairs: a corpus judged by a sort; and filter --decided, which gives its lines back. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/e2e/harness.h"
#include "tests/e2e/shared_lines.h"

static void make(void)
{
	harness_open();
	lines_write("all.jsonl", 0, LINES);
	lines_write("0.jsonl", 0, LINES / 3);
	lines_write("1.jsonl", LINES / 3, LINES / 2);
	lines_write("2.jsonl", LINES / 2, LINES);
}

TestSuite(sort, .init = make, .fini = harness_stop);

static void in_folder(const char *command)
{
	char all[4000];

	snprintf(all, sizeof all, "here=$PWD; cd '%s'; firstprint=$here/firstprint; { %s; }", harness_file("."), command);
	harness_shell("%s", all);
}

/* Which page is named as the nearest one of a kept page may differ. */
#define VERDICTS " | cut -d, -f 1-3 | cmp - cut; "

/* Parts are judged in the order of their numbers, in whatever order their files come. */
#define JUDGE_PARTS                                                                                                            \
	"for i in 2 0 1; do \"$firstprint\" keys --part $i --signatures $i.sig $i.jsonl >$i.keys; done;"                     \
	" LC_ALL=C sort ?.keys | \"$firstprint\" pairs | LC_ALL=C sort | \"$firstprint\" decide-pairs 1.sig 2.sig 0.sig >verdicts; cut -d, -f 1-3 verdicts >cut"
/* The same, and the sorted keys and pairs stay in files. */
#define KEEP_PAIRS JUDGE_PARTS "; LC_ALL=C sort ?.keys >keys; \"$firstprint\" pairs <keys | LC_ALL=C sort >pairs"

Test(sort, parts_get_the_verdicts_of_one_filter)
{
	in_folder(JUDGE_PARTS "; \"$firstprint\" filter -q all.jsonl" VERDICTS "grep -c duplicate verdicts");
	cr_expect_gt(atoi(harness_output()), LINES / 10, "%s", harness_output());
}

/* Of the pages of a key only the newest are met, and of many copies these are dropped: what they repeat is compared. */
Test(sort, any_number_of_copies_is_dropped)
{
	in_folder("head -n 1 1.jsonl | jq -c '. as $x | range(1; 101) | . as $i | $x | .id = $i | if $i % 3 == 1 then .text += \" A copy of it.\" else . end' >copies.jsonl;"
		  " \"$firstprint\" keys --part 0 --signatures c.sig copies.jsonl >c.keys; LC_ALL=C sort c.keys | \"$firstprint\" pairs | LC_ALL=C sort |"
		  " \"$firstprint\" decide-pairs c.sig | cut -d, -f 1-3 >cut; \"$firstprint\" filter -q copies.jsonl" VERDICTS "grep -c duplicate cut");
	cr_expect_eq(atoi(harness_output()), 99, "%s", harness_output());
}

Test(sort, so_does_a_chain_of_filters_with_the_key_of_a_store)
{
	in_folder("\"$firstprint\" filter -q -f exact+minhash -o key.db - </dev/null; for i in 0 1 2; do \"$firstprint\" keys -o key.db --part $i --signatures"
		  " $i.sig $i.jsonl >$i.keys; done; LC_ALL=C sort ?.keys | \"$firstprint\" pairs | LC_ALL=C sort | \"$firstprint\" decide-pairs -o key.db ?.sig"
		  " >verdicts; cut -d, -f 1-3 verdicts >cut; \"$firstprint\" filter -q -o key.db all.jsonl" VERDICTS "grep -c minhash verdicts");
	cr_expect_gt(atoi(harness_output()), 10, "%s", harness_output());
}

static void expect_refused(const char *command, int code, const char *why)
{
	char all[2000];

	snprintf(all, sizeof all, "code=0; %s || code=$?; echo \"code $code\"", command);
	in_folder(all);
	snprintf(all, sizeof all, "code %d", code);
	cr_expect(strstr(harness_output(), all) && strstr(harness_output(), why), "%s: %s", command, harness_output());
}

/* Without a key or a pair a duplicate would be kept: no verdict is printed before it is clear that no key is missing. */
Test(sort, what_is_cut_between_the_steps_is_an_error)
{
	in_folder(KEEP_PAIRS);
	expect_refused("\"$firstprint\" decide-pairs ?.sig </dev/null", 1, "it does not begin with a total");
	expect_refused("sed 1d pairs | \"$firstprint\" decide-pairs ?.sig", 1, "it does not begin with a total");
	expect_refused("{ head -c 20 pairs; echo; } | \"$firstprint\" decide-pairs ?.sig", 1, "is damaged");
	expect_refused("sed '$d' pairs | \"$firstprint\" decide-pairs ?.sig >/dev/null", 1, "pairs that 'firstprint pairs' has printed");
	expect_refused("sed 9d keys | \"$firstprint\" pairs | LC_ALL=C sort | \"$firstprint\" decide-pairs ?.sig >verdicts", 2, "give it all of them, once");
	expect_refused("LC_ALL=C sort 0.keys 0.keys 1.keys 2.keys | \"$firstprint\" pairs | LC_ALL=C sort | \"$firstprint\" decide-pairs ?.sig >verdicts", 2,
		       "give it all of them, once");
	expect_refused("\"$firstprint\" keys --part 0 --signatures 0.sig 1.jsonl >/dev/null; \"$firstprint\" keys --part 1 --signatures 1.sig 0.jsonl >/dev/null;"
		       " \"$firstprint\" decide-pairs ?.sig <pairs >verdicts", 2, "are not those of these parts");
	in_folder("wc -c <verdicts");
	cr_expect_eq(atoi(harness_output()), 0, "%s", harness_output());
}

/* One bit of a signature is another. The page is judged all the same, and in the end its verdict is not to be trusted. */
Test(sort, damaged_signatures_are_told)
{
	in_folder(KEEP_PAIRS);
	expect_refused("printf '\\001' | dd of=1.sig bs=1 seek=900 conv=notrunc status=none; \"$firstprint\" decide-pairs ?.sig <pairs >verdicts", 1, "1.sig: is damaged");
}

/* What was read is signed, and the exit code says that something is missing. Of a part without a page there is no file. */
Test(sort, a_part_that_is_cut_gives_what_was_read)
{
	expect_refused("gzip -kn 0.jsonl; head -c -30 0.jsonl.gz >cut.jsonl.gz; \"$firstprint\" keys --part 0 --signatures 0.sig cut.jsonl.gz >0.keys", 1, "unexpected end of file");
	in_folder("LC_ALL=C sort 0.keys | \"$firstprint\" pairs | LC_ALL=C sort | \"$firstprint\" decide-pairs 0.sig | wc -l");
	cr_expect(atoi(harness_output()) > 0, "%s", harness_output());
	expect_refused("\"$firstprint\" keys --part 0 --signatures no.sig nosuch >/dev/null", 1, "nosuch: cannot be read: No such file");
	expect_refused("\"$firstprint\" keys --part 0 --signatures full.sig 0.jsonl >/dev/full", 1, "firstprint: standard output: cannot be written: No space left on device\ncode");
	in_folder("ls no.sig full.sig 2>&1 | grep -c 'No such file'");
	cr_expect_eq(atoi(harness_output()), 2, "%s", harness_output());
}

/* Buckets may be divided among processes: their totals are added. */
Test(sort, several_processes_may_find_the_pairs)
{
	in_folder(JUDGE_PARTS "; LC_ALL=C sort ?.keys | awk '{print >\"bucket\" (substr($0, 1, 12) > \"0080\")}'; for i in bucket0 bucket1; do"
			      " \"$firstprint\" pairs <$i; done | LC_ALL=C sort | \"$firstprint\" decide-pairs ?.sig | cmp - verdicts; ls bucket? | wc -l");
	cr_expect_str_eq(harness_output(), "2\n");
}

/* The lines come out as they were, kept ones and drops apart; on each machine those of its part. */
Test(sort, lines_come_back_with_all_their_fields)
{
	in_folder(JUDGE_PARTS "; head -n $(wc -l <0.jsonl) verdicts >0.verdicts; \"$firstprint\" filter -q --decided 0.verdicts --keep 0.kept --drops 0.dropped"
			      " 0.jsonl | cmp - 0.verdicts; cat 0.kept 0.dropped | sort >back; sort 0.jsonl | cmp - back; \"$firstprint\" filter -q --keep 0.kept2"
			      " 0.jsonl >/dev/null; cmp 0.kept 0.kept2; wc -l <0.dropped");
	cr_expect_gt(atoi(harness_output()), 5, "%s", harness_output());
}

Test(sort, what_does_not_fit_is_refused_and_said)
{
	in_folder(KEEP_PAIRS);
	expect_refused("LC_ALL=C sort -r keys | \"$firstprint\" pairs >/dev/null", 1, "its lines are not sorted");
	expect_refused("{ head -n 1 pairs; sed 1d pairs | LC_ALL=C sort -r; } | \"$firstprint\" decide-pairs ?.sig >/dev/null", 1, "its lines are not sorted");
	expect_refused("\"$firstprint\" decide-pairs 0.sig 1.sig <pairs", 2, "give it all of them, once");
	expect_refused("\"$firstprint\" decide-pairs 0.sig 0.sig <pairs >/dev/null", 2, "two files are part 0");
	expect_refused("\"$firstprint\" decide-pairs -f minhash 0.sig <pairs >/dev/null", 2, "signed for another filter or key");
	expect_refused("\"$firstprint\" decide-pairs 0.jsonl <pairs >/dev/null", 1, "0.jsonl: no signatures of 'firstprint keys'");
	expect_refused("head -c 300 0.sig >cut.sig; \"$firstprint\" decide-pairs cut.sig 1.sig 2.sig <pairs >/dev/null", 1, "cut.sig: is cut short");
	expect_refused("echo nonsense | \"$firstprint\" pairs", 1, "'nonsense' is no line of 'firstprint keys'");
	expect_refused("{ head -n 1 pairs; echo nonsense; } | \"$firstprint\" decide-pairs ?.sig", 1, "'nonsense' is no line of 'firstprint pairs'");
	expect_refused("\"$firstprint\" keys 0.jsonl", 2, "keys needs --signatures FILE");
	expect_refused("\"$firstprint\" keys --signatures 0.jsonl 0.jsonl", 2, "--signatures 0.jsonl: that is an input");
	expect_refused("\"$firstprint\" filter -q -o key.db 0.jsonl >/dev/null; \"$firstprint\" keys -o key.db --signatures key.db 0.jsonl", 2, "--signatures key.db: that is the store");
	expect_refused("\"$firstprint\" keys -f sentence-hash --signatures x.sig 0.jsonl", 2, "which no sort can");
	cr_expect_neq(access(harness_file("x.sig"), F_OK), 0, "no file is left");
	expect_refused("\"$firstprint\" filter -q --decided verdicts 0.jsonl >/dev/null", 2, "is about a page that was not read");
	expect_refused("\"$firstprint\" filter -q --decided verdicts 1.jsonl >/dev/null", 2, "verdicts: line 1 is not about page \"l");
	expect_refused("sed 's/unique/Unique/' verdicts >words; \"$firstprint\" filter -q --decided words 0.jsonl >/dev/null", 2, "words: line 1: no verdict of filter");
	expect_refused("\"$firstprint\" keys --part 5 --signatures 5.sig 2.jsonl >5.keys; LC_ALL=C sort 0.keys 1.keys 5.keys | \"$firstprint\" pairs |"
		       " LC_ALL=C sort | \"$firstprint\" decide-pairs 0.sig 1.sig 5.sig >/dev/null", 0, "between parts 1 and 5 none is given");
	expect_refused("echo old >kept; head -n 1 0.jsonl >one.jsonl; head -n 2 verdicts >two; \"$firstprint\" filter -q --decided two --keep kept one.jsonl >/dev/null;"
		       " s=$?; grep -qx old kept && (exit $s)", 2, "is about a page that was not read");
	expect_refused("\"$firstprint\" filter -q --key 0 --never-drop x -o decided.db 0.jsonl >/dev/null; \"$firstprint\" decide-pairs -o decided.db 0.sig 1.sig 2.sig <pairs >/dev/null",
		       0, "decided.db: what was decided there");
	expect_refused("head -n 5 verdicts >few; \"$firstprint\" filter -q --decided few 0.jsonl >/dev/null", 2, "few: it has no verdict about page");
	expect_refused("\"$firstprint\" filter -q --decided verdicts -o s.db 0.jsonl", 2, "--decided takes verdicts as they are, and no --store");
}
