/* Two texts that differ in one number: does it count? */
#include "tests/cpu_limit.h"
#include "tests/plugin/text_profile.h"

#define ON " of the manual, where the lamp of the old lighthouse on the cape and its long history are described in all detail by its last keeper."
#define BODY " The council of the town has agreed to rebuild the old swimming hall on the bank of the river after a long debate in the evening."

static const struct { const char *name, *lang, *one, *other; int differ; } rows[] = {
	{"a section", "en", "Those who want more may read Section 5.4.4" ON, "Those who want more may read Section 5.4.6" ON, 0},
	{"a note", "en", "Those who want more[17] may read on" ON, "Those who want more[29] may read on" ON, 0},
	{"two numbers in brackets", "en", "Those who want [17, 18] may read on" ON, "Those who want [29, 18] may read on" ON, 1},
	{"a German page", "de", "Wer mehr wissen will, lese Seite 17" ON, "Wer mehr wissen will, lese Seite 29" ON, 0},
	{"a Chinese chapter", "zh", "想知道更多的人可以讀這本書的第 4 章，那裡有燈塔的故事。", "想知道更多的人可以讀這本書的第 7 章，那裡有燈塔的故事。", 0},
	{"a number of things", "en", "Those who want more may read volumes 17" ON, "Those who want more may read volumes 29" ON, 1},
	{"a date in front", "en", "3.2.2021 08:15" BODY, "17.11.2024 21:40" BODY, 0},
	{"a written date", "en", "March 3, 2021 08:15" BODY, "March 17, 2021 21:40" BODY, 0},
	{"day first", "en", "3 March 2021" BODY, "17 March 2021" BODY, 0},
	{"a Chinese date", "zh", "2013年4月2日 09:10 镇议会昨晚决定重建河边的旧游泳馆，讨论一直持续到深夜才结束。", "2022年11月25日 17:45 镇议会昨晚决定重建河边的旧游泳馆，讨论一直持续到深夜才结束。", 0},
	{"a score in front", "en", "12 people were there." BODY, "17 people were there." BODY, 1},
	{"a date within", "en", "The town opens its hall on 3.2.2021 at noon." BODY, "The town opens its hall on 17.11.2024 at noon." BODY, 0},
	{"a written date within", "es", "El ayuntamiento abre la piscina el 3 de marzo de 2021." BODY, "El ayuntamiento abre la piscina el 17 de marzo de 2021." BODY, 0},
	{"a date of slashes", "en", "On 7/4/87 the hall was opened." BODY, "On 8/14/86 the hall was opened." BODY, 0},
	{"a version", "en", "Program 14.0.6 was used." BODY, "Program 15.0.2 was used." BODY, 1},
	{"an address of numbers", "en", "It listens on 10.1.2.3 by default." BODY, "It listens on 10.1.2.4 by default." BODY, 1},
	{"a day without a year", "en", "It is April 7 at last." BODY, "It is April 8 at last." BODY, 1},
	{"a time", "en", "Prices at 10:31 were low." BODY, "Prices at 12:31 were low." BODY, 0},
	{"a time in words", "en", "Prices at 10 a.m. were low." BODY, "Prices at 11 a.m. were low." BODY, 0},
	{"a time in capitals", "en", "Prices at 10 AM were low." BODY, "Prices at 11 AM were low." BODY, 0},
	{"a time without a blank", "en", "Prices at 10am were low." BODY, "Prices at 11am were low." BODY, 0},
	{"a German preposition", "de", "Er verlor 10 am Abend." BODY, "Er verlor 11 am Abend." BODY, 1},
	{"two digits each", "de", "Am 03.02.21 wurde das Bad neu eröffnet." BODY, "Am 17.11.24 wurde das Bad neu eröffnet." BODY, 0},
	{"hours", "en", "Prices at 0940 hrs were low." BODY, "Prices at 1110 hrs were low." BODY, 0},
	{"a result", "de", "Das Spiel endete 2:1 am Abend." BODY, "Das Spiel endete 3:1 am Abend." BODY, 1},
	{"a Chinese time", "zh", "镇议会昨晚10时30分决定重建河边的旧游泳馆，讨论一直持续到深夜才结束。", "镇议会昨晚11时15分决定重建河边的旧游泳馆，讨论一直持续到深夜才结束。", 0},
	{"a part of an address", "en", "Retrieved from /index.php?id=19325 by a reader." BODY, "Retrieved from /index.php?id=19239 by a reader." BODY, 0},
	{"a code that was drawn", "en", "Request ID: 3f2a1b4c-4670-4e21-9c03-77a1b2c3d4e5" BODY, "Request ID: 91b4e7aa-1283-4f0c-8d77-02f6e1c9b8a7" BODY, 0},
	{"an order of a shop", "en", "Order AX-4670-2021 was sent." BODY, "Order AX-1283-2021 was sent." BODY, 1},
	{"numbers of chapters", "en", "3.1 The hall\n" BODY "\n3.2 Its doors", "4.1 The hall\n" BODY "\n4.2 Its doors", 0},
	{"a chapter and its part", "en", "3.7. The hall\n" BODY "\n3.7.1. Its doors\n" BODY, "3.8. The hall\n" BODY "\n3.8.1. Its doors\n" BODY, 0},
	{"a price", "en", BODY "\n913.30 BYN each\n" BODY, BODY "\n728.20 BYN each\n" BODY, 1},
	{"the number of a part of one", "pt", BODY "\n8.3.1. Última parte do livro\n" BODY, BODY "\n7.3.1. Última parte do livro\n" BODY, 0},
	{"a path of files", "en", "It is in /opt/rt4/bin of each host." BODY, "It is in /opt/rt5/bin of each host." BODY, 0},
	{"a path without a root", "en", "It is in lib/python3/site of each host." BODY, "It is in lib/python4/site of each host." BODY, 0},
	{"a fraction of one", "en", "It took 3/4/5 or 2 hours/day in all." BODY, "It took 3/4/5 or 7 hours/day in all." BODY, 1},
	{"a share in front", "en", "2.5 % of all were there." BODY, "3.5 % of all were there." BODY, 1},
	{"a measure in front", "en", "2.5 cups of tea were drunk." BODY, "3.5 cups of tea were drunk." BODY, 1},
	{"items in the order of their numbers", "en", "39 all types" BODY "\n40 the types" BODY, "45 all types" BODY "\n46 the types" BODY, 0},
	{"chapters in it", "en", "7.9 alias" BODY "\n7.10 profile" BODY, "8.9 alias" BODY "\n8.10 profile" BODY, 0},
	{"numbers in no order", "en", "39 all types" BODY "\n41 the types" BODY, "45 all types" BODY "\n47 the types" BODY, 2},
	{"items in one line and in two", "en", "1 all types" BODY " 2 the types" BODY, "1 all types" BODY "\n2 the types" BODY, 0},
	{"a copyright", "en", "All that is said here is © 2019 of the town itself." BODY, "All that is said here is © 2024 of the town itself." BODY, 0},
};

Test(roles, references_numbering_dates_and_times_do_not_count)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		arena *a = arena_new();
		profile x = text_profile("", rows[i].lang, "", rows[i].one, a), y = text_profile("", rows[i].lang, "", rows[i].other, a);

		cr_expect_eq(figures_compare(&x.figures, &y.figures).differ, rows[i].differ, "%s", rows[i].name);
		arena_free(a);
	}
}

/* A word may be as long as the text, and each character a number. */
Test(roles, one_long_word_takes_no_long_time)
{
	enum { PAIRS = 200000 };
	char *text = malloc(2 * PAIRS + 1);
	arena *a = arena_new();

	for (size_t i = 0; i < PAIRS; i++)
		memcpy(text + 2 * i, "a1", 2);
	text[2 * PAIRS] = '\0';
	cpu_limit_s(10);
	text_profile("", "en", "", text, a);
	arena_free(a);
	free(text);
}
