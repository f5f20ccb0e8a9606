/* none — replaces serve.c and its dependencies if configured --without-serve. */
#include "crawler/serve/serve.h"

status serve_open(const serve_settings *s, server **out, complaint *why)
{
	(void)s;
	*out = NULL;
	return complain(why, ERR_USAGE,
			"this firstprint was built --without-serve; 'firstprint report' writes the same page into a file");
}

uint16_t serve_port(const server *x)
{
	(void)x;
	return 0;
}

const char *serve_token(const server *x)
{
	(void)x;
	return "";
}

void serve_close(server *x)
{
	(void)x;
}
