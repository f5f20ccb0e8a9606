#include "tests/e2e/web.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <sys/stat.h>

#include "tests/e2e/harness.h"

enum { WORDS = 40 };

static FILE *create(const char *letter, int i)
{
	char name[64];
	FILE *f;

	snprintf(name, sizeof name, "web/%s%d.html", letter, i);
	f = fopen(harness_file(name), "w");
	cr_assert(f, "%s", name);
	return f;
}

/* Words that no other page has; a duplicate has one word of its own. */
static void write_text(FILE *f, int i, const char *first)
{
	fprintf(f, "<html lang=en><title>%d</title><p>%s ", i, first);
	harness_put_words(f, i, 1, WORDS);
	fputs("</p>", f);
}

static void write_page(int i, int pages)
{
	FILE *f = create("p", i);

	write_text(f, i, "original");
	for (int next = 2 * i + 1; next <= 2 * i + 2 && next < pages; next++)
		fprintf(f, "<a href=p%d.html#top>%d</a> ", next, next);
	fprintf(f, "<a href=r%d.html>reprint</a> <a href=/to/p%d>moved</a> ", i, (i * 7 + 3) % pages);
	if (i % 4 == 0)
		fprintf(f, "<a href=gone%d.html>gone</a> <a href=picture%d.png>media</a> <a href=/private/%d>robots</a> ", i, i, i);
	if (i % 4 == 1)
		fprintf(f, "<a rel=nofollow href=no%d.html>no</a> <a href=q%d.html>quiet</a> ", i, i);
	fputs("</html>", f);
	fclose(f);
}

static void write_others(int i)
{
	FILE *f = create("r", i);

	write_text(f, i, "again");
	fprintf(f, "<a href=p%d.html>back</a></html>", i);
	fclose(f);
	if (i % 4 != 1)
		return;
	f = create("q", i);
	fputs("<html><meta name=robots content=noindex><p>Not for any index.</html>", f);
	fclose(f);
}

void web_write(int pages)
{
	FILE *f;

	mkdir(harness_file("web"), 0755);
	for (int i = 0; i < pages; i++) {
		write_page(i, pages);
		write_others(i);
	}
	f = fopen(harness_file("web/robots.txt"), "w");
	cr_assert(f);
	fputs("User-agent: *\nDisallow: /private/\n", f);
	fclose(f);
}

const char *web_seed(void)
{
	return harness_url("/web/p0.html");
}
