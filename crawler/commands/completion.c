/* completion — the command: prints a script with which bash, and zsh through bashcompinit, complete command lines. The tables of
 * commands and options generate it. */
#include <stdio.h>
#include <string.h>

#include "crawler/commands/commands.h"
#include "crawler/commands/options.h"
#include "crawler/inspect/views.h"

/* Prints a case branch of the shell for each option of the command that takes one of some words: after it, complete these. */
static void print_words(const command *c)
{
	for (const option_row *r = options; r->name; r++) {
		if (!r->words || !option_is_of(r, c))
			continue;
		printf("    %s:--%s) words='", c->name, r->name);
		for (const char *words = r->words; *words; words++)
			putchar(*words == '|' ? ' ' : *words);
		printf("' ;;\n");
	}
}

static void print_options(const command *c)
{
	printf("    %s:-*) words='", c->name);
	for (const option_row *r = options; r->name; r++) {
		if (!option_is_of(r, c))
			continue;
		if (r->letter)
			printf("-%c ", r->letter);
		printf("--%s ", r->name);
	}
	printf("' ;;\n");
}

static void print_filters(const char *command_name, const char *options)
{
	if (strchr(options, 'f'))
		printf("    %s:--filter|%s:-f) words=$(firstprint filters 2>/dev/null | sed -n 's/^\\([a-z][a-z-]*\\):.*/\\1/p') ;;\n",
		       command_name, command_name);
}

/* ── the man page ── */

/* Prints text, escaped so that roff shows it unchanged. */
static void put_roff(const char *text)
{
	static const char special[] = "-\\\"'", *const escapes[] = {"\\-", "\\e", "\\(dq", "\\(aq"};

	for (const char *at; *text; text++)
		if ((at = strchr(special, *text)) != NULL)
			fputs(escapes[at - special], stdout);
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

static void put_manual_option(const option_row *r)
{
	char range[OPTION_RANGE];

	printf(".TP\n");
	if (r->letter)
		printf("\\fB\\-%c\\fR, ", r->letter);
	printf("\\fB\\-\\-");
	put_roff(r->name);
	printf("\\fR");
	if (r->value) {
		printf(" \\fI");
		put_roff(r->value);
		printf("\\fR");
	}
	putchar('\n');
	put_roff(r->help);
	put_roff(option_range(r, range));
	putchar('\n');
}

/* Prints the man page's section on options, for man(7): by group, under the commands that take the group. */
static void print_manual(void)
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
				put_manual_option(r);
	}
}

int completion_command(const settings *s, complaint *why)
{
	char lists[VIEWS_NAMES];

	if (s->operands_len == 1 && strcmp(s->operands[0], "man") == 0) {
		print_manual();
		return EXIT_DONE;
	}
	if (s->operands_len)
		return complain(why, ERR_USAGE, "completion takes man or nothing, not '%s'", s->operands[0]);
	views_names(" ", lists);
	printf("# completion of firstprint for bash and zsh; made by 'firstprint completion'\n"
	       "if [ -n \"${ZSH_VERSION-}\" ]; then autoload -U +X compinit bashcompinit && compinit && bashcompinit; fi\n"
	       "_firstprint() {\n"
	       "  local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=\n"
	       "  case ${COMP_WORDS[1]}:$before in\n    *:firstprint) words='");
	for (const command *c = commands; c->name; c++)
		printf("%s ", c->name);
	printf("--help --version' ;;\n");
	for (const command *c = commands; c->name; c++) {
		print_words(c);
		print_filters(c->name, c->options);
	}
	printf("    inspect:*) [ \"$COMP_CWORD\" -eq 3 ] && words='summary show explain diff near search %s' ;;\n  esac\n"
	       "  case ${COMP_WORDS[1]}:$cur in\n",
	       lists);
	for (const command *c = commands; c->name; c++)
		print_options(c);
	printf("  esac\n"
	       "  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
	       "  [ -n \"$words\" ] || COMPREPLY=($(compgen -f -- \"$cur\"))\n"
	       "}\n"
	       "complete -o filenames -F _firstprint firstprint\n");
	return EXIT_DONE;
}
