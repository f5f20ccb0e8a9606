/* filter_try — opens a filter; one in a shared object first in a child process, so that a crash in it is reported and does not end the
 * program. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/filter_inside.h"
#include "plugin/spec.h"

enum { OPEN_SECONDS_MAX = 20, CAME_BACK = 77 }; /* the exit code of a child in which open returned */

/* Is a link of the SPEC a shared object? */
static bool is_foreign(const char *spec)
{
	spec_link links[SPEC_LINKS_MAX];
	char *copy = strdup(spec);
	bool foreign = false;
	size_t n = 0;

	if (copy && spec_parse(copy, links, &n, NULL) == OK)
		for (size_t i = 0; i < n; i++)
			foreign |= !filter_builtin(links[i].name, strlen(links[i].name));
	free(copy);
	return foreign;
}

/* Runs in the child. An error that does not end the child is ignored: the parent finds it when it opens the filter. */
static void open_and_close(const filter_settings *settings)
{
	filter *f = NULL;

	signal(SIGALRM, SIG_DFL);
	alarm(OPEN_SECONDS_MAX);
	filter_open_here(settings, &f, NULL);
	filter_close(f);
	_exit(CAME_BACK);
}

/* ERR_FILTER: the child crashed, exited or took too long, as this process would have. Any other fault is left for filter_open_here to
 * report. */
static status try_in_child(const filter_settings *settings, complaint *why)
{
	int how = 0;
	pid_t child;

	if (!is_foreign(settings->spec))
		return OK;
	child = fork();
	if (child == 0)
		open_and_close(settings);
	if (child < 0 || waitpid(child, &how, 0) != child || (WIFEXITED(how) && WEXITSTATUS(how) == CAME_BACK))
		return OK; /* the child ended well, or there was no child */
	if (WIFSIGNALED(how) && WTERMSIG(how) == SIGALRM)
		return complain(why, ERR_FILTER, "filter %s: opening it takes more than %d seconds", settings->spec,
				OPEN_SECONDS_MAX);
	return complain(why, ERR_FILTER, "filter %s: opening it ends the program%s%s", settings->spec,
			WIFSIGNALED(how) ? ": " : "", WIFSIGNALED(how) ? strsignal(WTERMSIG(how)) : "");
}

status filter_open_with(const filter_settings *settings, filter **out, complaint *why)
{
	status err = try_in_child(settings, why);

	return err ? err : filter_open_here(settings, out, why);
}

status filter_open(const char *spec, const uint8_t key[FILTER_KEY_SIZE], filter **out, complaint *why)
{
	return filter_open_with(&(filter_settings){.spec = spec, .key = key}, out, why);
}
