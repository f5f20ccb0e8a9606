/* Handles are independent: each thread has its own. */
#include <pthread.h>
#include <signal.h>

#include "tests/library/texts.h"

TestSuite(threads, .init = scratch_make, .fini = scratch_remove);

enum { EACH = 40, THREADS = 3 };

typedef struct part {
	char path[300];
	uint64_t first;
	int wrong;
} part;

/* Judges pages of its own twice, one by one, then all at once. */
static void *work(void *ctx)
{
	static const firstprint_options options = {.filter = "exact", .jobs = 2};
	part *p = ctx;
	firstprint *fp = NULL;
	firstprint_source pages[EACH];
	firstprint_article said[EACH];
	char texts[EACH][TEXT_ROOM];

	p->wrong += firstprint_open(*p->path ? p->path : NULL, &options, &fp) != FIRSTPRINT_DONE;
	for (uint64_t i = 0; i < EACH; i++) {
		text_make(texts[i], p->first + i);
		pages[i] = (firstprint_source){.bytes = texts[i], .len = strlen(texts[i]), .form = FIRSTPRINT_AS_TEXT};
		p->wrong += firstprint_judge(fp, &pages[i], &said[0]) != FIRSTPRINT_DONE || said[0].of != 0;
	}
	p->wrong += firstprint_judge_all(fp, pages, EACH, said) != FIRSTPRINT_DONE;
	for (uint64_t i = 0; i < EACH; i++)
		p->wrong += said[i].of != i + 1;
	firstprint_close(fp);
	return NULL;
}

Test(threads, handles_do_not_know_of_each_other)
{
	static part parts[THREADS];
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++) {
		parts[i].first = (uint64_t)i * 1000;
		if (i < THREADS - 1) /* the last one has no store */
			snprintf(parts[i].path, sizeof parts[i].path, "%s/%d.db", scratch_folder, i);
		cr_assert(pthread_create(&threads[i], NULL, work, &parts[i]) == 0);
	}
	for (int i = 0; i < THREADS; i++) {
		cr_assert(pthread_join(threads[i], NULL) == 0);
		cr_expect(parts[i].wrong == 0, "%d: %d", i, parts[i].wrong);
	}
}

static pthread_t main_thread;
static volatile sig_atomic_t caught, caught_elsewhere;

static void on_signal(int number)
{
	(void)number;
	caught++;
	caught_elsewhere += !pthread_equal(pthread_self(), main_thread);
}

Test(threads, signals_of_the_program_are_for_its_own_threads)
{
	firstprint *fp = text_open(NULL, FIRSTPRINT_WRITE);
	firstprint_source page = text_page(1);
	firstprint_article x;
	sigset_t usr1;

	main_thread = pthread_self();
	signal(SIGUSR1, on_signal);
	cr_assert(firstprint_judge_all(fp, &page, 1, &x) == FIRSTPRINT_DONE);
	sigemptyset(&usr1);
	sigaddset(&usr1, SIGUSR1);
	pthread_sigmask(SIG_BLOCK, &usr1, NULL);
	kill(getpid(), SIGUSR1);
	usleep(50000); /* a worker that took it would have done so at once; no worker does, however long this takes */
	cr_expect(caught == 0, "a worker took the signal that the program waits to take");
	pthread_sigmask(SIG_UNBLOCK, &usr1, NULL);
	cr_expect(caught == 1 && caught_elsewhere == 0);
	firstprint_close(fp);
}
