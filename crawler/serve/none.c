/* none — replaces serve.c and its dependencies if configured --without-serve. */
#include "crawler/serve/serve.h"

status serve(const serve_settings *settings, int end, serve_ready *ready, const void *ctx, complaint *why)
{
	(void)settings, (void)end, (void)ready, (void)ctx;
	return complain(why, ERR_USAGE,
			"this firstprint was built --without-serve; 'firstprint report' writes the same page into a file");
}
