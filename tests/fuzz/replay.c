/* replay — runs a fuzz target over the files of its corpus, and over cuts of them: what `make check` does with it. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

enum { CUTS = 16 };

static int run_file(const char *path)
{
	FILE *f = fopen(path, "rb");
	uint8_t *bytes;
	long len;

	if (!f || fseek(f, 0, SEEK_END) != 0 || (len = ftell(f)) < 0)
		return 1;
	rewind(f);
	bytes = malloc((size_t)len + 1);
	if (!bytes || fread(bytes, 1, (size_t)len, f) != (size_t)len)
		return 1;
	fclose(f);
	for (long cut = 0; cut <= CUTS; cut++) { /* a copy of its own, so that a read past the end is seen */
		size_t part = (size_t)(len * cut / CUTS);
		uint8_t *copy = malloc(part ? part : 1);

		memcpy(copy, bytes, part);
		LLVMFuzzerTestOneInput(copy, part);
		free(copy);
	}
	free(bytes);
	return 0;
}

int main(int argc, char **argv)
{
	char folder[4096], path[8192];
	const char *source = getenv("srcdir"), *name = strrchr(argv[0], '/');
	int files = 0, failed = 0;
	struct dirent *e;
	DIR *d;

	name = name ? name + 1 : argv[0]; /* replay_url: tests/fuzz/fuzz_url.in */
	snprintf(folder, sizeof folder, "%s/tests/fuzz/fuzz_%s.in", source ? source : ".", strchr(name, '_') + 1);
	if (argc > 1)
		snprintf(folder, sizeof folder, "%s", argv[1]);
	d = opendir(folder);
	while (d && (e = readdir(d)) != NULL) {
		if (e->d_name[0] == '.')
			continue;
		snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
		failed += run_file(path);
		files++;
	}
	if (d)
		closedir(d);
	printf("%s: %d files replayed\n", folder, files);
	return failed || files == 0;
}
