/* serve — the command: serves the live report of a store on loopback, until a signal ends it. */
#include "crawler/serve/serve.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "crawler/commands/commands.h"
#include "crawler/console/signals.h"
#include "store/store.h"

static void say_address(const settings *s, const server *x)
{
	unsigned port = serve_port(x);

	if (s->json)
		printf("{\"url\":\"http://127.0.0.1:%u/\",\"token\":\"%s\"}\n", port, serve_token(x));
	else
		printf("open http://127.0.0.1:%u/#token=%s\n"
		       "     http://127.0.0.1:%u/ is the same, to be read only; Ctrl-C ends it\n",
		       port, serve_token(x), port);
	fflush(stdout);
}

static status run(const settings *s, const char *labels, int signals, complaint *why)
{
	const serve_settings x = {.store = s->operands[0],
				  .labels = labels,
				  .jobs = (int)s->jobs,
				  .memory = (size_t)s->memory,
				  .port = (uint16_t)s->port};
	struct pollfd end = {.fd = signals, .events = POLLIN};
	server *serving = NULL;
	status err = serve_open(&x, &serving, why);

	if (!err)
		say_address(s, serving);
	while (!err && !signals_received(signals))
		poll(&end, 1, -1);
	serve_close(serving);
	return err;
}

int serve_command(const settings *s, complaint *why)
{
	char *labels = NULL;
	int signals;
	status err;

	if (s->operands_len == 1 && asprintf(&labels, "%s.truth", s->operands[0]) < 0)
		labels = NULL;
	signals = signals_open();
	err = labels || s->operands_len == 2 ? run(s, labels ? labels : s->operands[1], signals, why) : ERR_MEMORY;
	if (err)
		store_complain(NULL, s->operands[0], err, why);
	signals_close(signals);
	free(labels);
	return err;
}
