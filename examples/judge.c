/* judge — stores pages from files, each article once: an example of libfirstprint.
 *
 *	cc $(pkg-config --cflags libfirstprint) -o judge judge.c $(pkg-config --libs libfirstprint)
 *	./judge pages.db one.html two.html */
#include <err.h>
#include <libfirstprint.h>
#include <stdio.h>
#include <stdlib.h>

enum { PAGE_MOST = 1 << 20 };

static void judge(firstprint *fp, const char *path, char *bytes)
{
	firstprint_source page = {.bytes = bytes, .name = path};
	firstprint_article said;
	FILE *file = fopen(path, "rb");

	if (!file)
		err(1, "%s", path);
	page.len = fread(bytes, 1, PAGE_MOST, file);
	fclose(file);
	if (firstprint_judge(fp, &page, &said))
		errx(1, "%s", firstprint_error(fp));
	printf("%s: %s", path, said.verdict);
	if (said.of)
		printf(" of %s, likeness %.2f, decided by %s", said.of_name, said.score, said.stage);
	printf("\n");
}

int main(int argc, char **argv)
{
	char *bytes = malloc(PAGE_MOST);
	firstprint *fp;

	if (argc < 2 || !bytes)
		errx(2, "usage: judge STORE FILE...");
	if (firstprint_open(argv[1], NULL, &fp))
		errx(1, "%s", firstprint_error(fp));
	for (int i = 2; i < argc; i++)
		judge(fp, argv[i], bytes);
	firstprint_close(fp);
	free(bytes);
	return 0;
}
