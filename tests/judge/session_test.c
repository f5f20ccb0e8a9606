#include "judge/session.h"

#include <signal.h>
#include <sys/resource.h>

#include "purify/purify.h"
#include "tests/store/articles.h"
#include "tests/store/scratch.h"

TestSuite(session, .init = scratch_make_arena, .fini = scratch_remove_arena);

static session open_session(void)
{
	complaint why = {""};
	session x = {0};

	cr_assert(session_open("exact", scratch_path("t.db"), NULL, &x, &why) == OK, "%s", why.text);
	return x;
}

static judgement judge_rain(session *x)
{
	store_article article = article_of("http://a/", "rain", "");
	judgement v = {0};

	cr_assert(session_begin(x) == OK && filter_sign(x->filter, article.page, scratch_arena, &article.signature) == OK);
	cr_assert(judge_article(x->judge, &article, &v) == OK);
	return v;
}

/* A limit on the size of files stands for a full disk. */
Test(session, what_could_not_be_committed_is_forgotten)
{
	session x = open_session();
	struct rlimit old;

	signal(SIGXFSZ, SIG_IGN);
	cr_assert(getrlimit(RLIMIT_FSIZE, &old) == 0);
	judge_rain(&x);
	cr_assert(setrlimit(RLIMIT_FSIZE, &(struct rlimit){100, old.rlim_max}) == 0);
	cr_expect(session_commit(&x, true, NULL) == ERR_IO);
	cr_assert(setrlimit(RLIMIT_FSIZE, &old) == 0);
	cr_expect(!judge_rain(&x).dropped, "it repeats nothing");
	cr_expect(judge_rain(&x).dropped);
	session_close(&x);
}

Test(session, a_version_of_the_extraction_is_noted_once)
{
	session x = open_session();
	char versions[20];

	snprintf(versions, sizeof versions, "%d 99999", PURIFY_VERSION);
	cr_assert(store_set_extraction(x.store, versions) == OK);
	session_close(&x);
	x = open_session();
	cr_expect_str_eq(store_extraction(x.store), versions);
	cr_expect_neq(*x.notice.text, '\0', "the user is warned");
	session_close(&x);
}
