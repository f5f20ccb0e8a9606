/* filter_try — opens a shared object in a child process first, so that a crash in it is reported and does not end the program. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/filter.h"
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
static void open_and_close(const char *spec, const char *files)
{
	static const uint8_t zeros[FILTER_KEY_SIZE];
	filter_settings settings = {.spec = spec, .files = files, .key = zeros};
	filter *f = NULL;

	signal(SIGALRM, SIG_DFL);
	alarm(OPEN_SECONDS_MAX);
	filter_open_with(&settings, &f, NULL);
	filter_close(f);
	_exit(CAME_BACK);
}

status filter_try(const char *spec, const char *files, complaint *why)
{
	int how = 0;
	pid_t child;

	if (!is_foreign(spec))
		return OK;
	child = fork();
	if (child == 0)
		open_and_close(spec, files);
	if (child < 0 || waitpid(child, &how, 0) != child || (WIFEXITED(how) && WEXITSTATUS(how) == CAME_BACK))
		return OK; /* the child ended well, or there was no child */
	if (WIFSIGNALED(how) && WTERMSIG(how) == SIGALRM)
		return complain(why, ERR_FILTER, "filter %s: opening it takes more than %d seconds", spec, OPEN_SECONDS_MAX);
	return complain(why, ERR_FILTER, "filter %s: opening it ends the program%s%s", spec, WIFSIGNALED(how) ? ": " : "",
			WIFSIGNALED(how) ? strsignal(WTERMSIG(how)) : "");
}
