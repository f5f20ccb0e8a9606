#include "crawler/commands/manual.h"

#include <stdio.h>
#include <string.h>

#include "crawler/commands/options.h"

/* Prints text, escaped so that roff shows it unchanged. */
static void put(const char *text)
{
	for (; *text; text++)
		if (*text == '-')
			printf("\\-");
		else if (*text == '\\')
			printf("\\e");
		else if (*text == '"')
			printf("\\(dq");
		else if (*text == '\'')
			printf("\\(aq");
		else
			putchar(*text);
}

/* Prints the commands that take the option: "crawl, filter and judge". */
static void put_commands(const option_row *r)
{
	const command *last = NULL;
	int n = 0;

	for (const command *c = commands; c->name; c++)
		if (option_is_of(r, c))
			last = c;
	printf(".SS ");
	for (const command *c = commands; c->name; c++)
		if (option_is_of(r, c)) {
			printf("%s%s", n == 0 ? "" : c == last ? " and " : ", ", c->name);
			n++;
		}
	putchar('\n');
}

static void put_option(const option_row *r)
{
	char range[OPTION_RANGE];

	printf(".TP\n");
	if (r->letter)
		printf("\\fB\\-%c\\fR, ", r->letter);
	printf("\\fB\\-\\-");
	put(r->name);
	printf("\\fR");
	if (r->value) {
		printf(" \\fI");
		put(r->value);
		printf("\\fR");
	}
	putchar('\n');
	put(r->help);
	put(option_range(r, range));
	putchar('\n');
}

/* Prints the options by group, under the commands that take the group. */
void manual_print(void)
{
	for (const option_row *first = options; first->name; first++) {
		const option_row *before = options;

		while (before->group != first->group)
			before++;
		if (before != first || first->group == 'h')
			continue;
		put_commands(first);
		for (const option_row *r = first; r->name; r++)
			if (r->group == first->group)
				put_option(r);
	}
}
