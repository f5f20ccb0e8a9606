#include "crawler/console/crash.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugin/filter_call.h"

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
enum { CRASHES = sizeof crashes / sizeof *crashes, SENTENCE_MOST = 1000 };

static struct sigaction before[CRASHES];
static atomic_flag is_said = ATOMIC_FLAG_INIT;

/* Appends text without control characters, as far as there is room for it and two bytes more. */
static void append(char sentence[SENTENCE_MOST], size_t *len, const char *text)
{
	for (; *text && *len < SENTENCE_MOST - 2; text++)
		sentence[(*len)++] = (unsigned char)*text < ' ' ? '?' : *text;
}

/* does: "crashes the program". Calls only what is safe in a signal handler. */
static void say(const filter_call *in, const char *does)
{
	char sentence[SENTENCE_MOST];
	size_t len = 0;

	append(sentence, &len, "firstprint: filter ");
	append(sentence, &len, in->file);
	append(sentence, &len, ": its ");
	append(sentence, &len, in->function);
	append(sentence, &len, does);
	sentence[len++] = '\n';
	(void)!write(STDERR_FILENO, sentence, len);
}

/* Did this thread cause the signal, by what it does? */
static bool is_own(const siginfo_t *how)
{
	return how->si_code > 0 || how->si_pid == getpid();
}

/* Many threads may crash at once: the others wait until the first has said so, and ended the process. */
static void on_crash(int number, siginfo_t *how, void *context)
{
	const filter_call in = filter_call_now;

	(void)context;
	while (in.file && atomic_flag_test_and_set(&is_said))
		pause();
	if (in.file && is_own(how))
		say(&in, " crashes the program");
	for (int i = 0; i < CRASHES; i++)
		sigaction(crashes[i], &before[i], NULL);
	if (how->si_code <= 0) /* else it comes again by itself */
		raise(number);
}

/* A filter that calls exit must not look like the end of the work. */
static void on_exit_inside(void)
{
	const filter_call in = filter_call_now;

	if (!in.file)
		return;
	say(&in, " ends the program");
	_exit(EXIT_FAILURE);
}

static void install(void)
{
	struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO};

	atexit(on_exit_inside);
	sigfillset(&action.sa_mask);
	for (int i = 0; i < CRASHES; i++)
		sigaction(crashes[i], &action, &before[i]);
}

static void install_once(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, install);
}

void crash_watch(void)
{
	filter_call_watch(install_once);
}
