/* serve — the command: serves the live report of a store on loopback, until a signal ends it. */
#include "crawler/serve/serve.h"

#include <stdio.h>
#include <stdlib.h>

#include "crawler/commands/commands.h"
#include "crawler/console/signals.h"
#include "crawler/inspect/labels.h"
#include "store/store.h"

static void say_address(const void *ctx, unsigned port, const char *token)
{
	const settings *s = ctx;

	if (s->json)
		printf("{\"url\":\"http://127.0.0.1:%u/\",\"token\":\"%s\"}\n", port, token);
	else
		printf("open http://127.0.0.1:%u/#token=%s\n"
		       "     http://127.0.0.1:%u/ is the same, to be read only; Ctrl-C ends it\n",
		       port, token, port);
	fflush(stdout);
}

/* Can labels be added to the file? It is refused before a person has given some. */
static status check_labels(const char *file, complaint *why)
{
	labels *l;
	status err = labels_open(file, &l, why);

	labels_close(l);
	return err;
}

int serve_command(const settings *s, complaint *why)
{
	serve_settings x = {.store = s->operands[0],
			    .jobs = (int)s->jobs,
			    .memory = (size_t)s->memory,
			    .port = (uint16_t)s->port};
	char *usual = NULL;
	int signals = signals_open();
	status err = s->operands_len == 2 || asprintf(&usual, "%s.truth", x.store) >= 0 ? OK : ERR_MEMORY;

	x.labels = s->operands_len == 2 ? s->operands[1] : usual;
	if (!err && s->operands_len == 2)
		err = check_labels(x.labels, why);
	if (!err)
		err = serve(&x, signals, say_address, s, why);
	if (err)
		store_complain(NULL, x.store, err, why);
	signals_close(signals);
	free(usual);
	return err;
}
