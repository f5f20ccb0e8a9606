#include "store/delta.h"

#include <stdlib.h>
#include <zstd.h>

enum { LEVEL = 3 }; /* level 9 takes four times as long and saves 3 % */

struct delta {
	ZSTD_CCtx *encoder;
	ZSTD_DCtx *decoder;
};

delta *delta_new(void)
{
	delta *d = calloc(1, sizeof *d);

	if (!d)
		return NULL;
	d->encoder = ZSTD_createCCtx();
	d->decoder = ZSTD_createDCtx();
	if (d->encoder && d->decoder)
		return d;
	delta_free(d);
	return NULL;
}

void delta_free(delta *d)
{
	if (!d)
		return;
	ZSTD_freeCCtx(d->encoder);
	ZSTD_freeDCtx(d->decoder);
	free(d);
}

/* Returns the base-2 logarithm of a window that covers len bytes: a window that does not reach the prefix cannot use it. */
static int window_log(size_t len)
{
	ZSTD_bounds bounds = ZSTD_cParam_getBounds(ZSTD_c_windowLog);
	int log = bounds.lowerBound;

	while (log < 27 && ((size_t)1 << log) < len)
		log++;
	return log;
}

status delta_encode(delta *d, firstprint_span prefix, firstprint_span text, arena *a, firstprint_span *out)
{
	size_t room = ZSTD_compressBound(text.len), len;
	char *bytes = arena_alloc(a, room);

	if (!bytes)
		return ERR_MEMORY;
	ZSTD_CCtx_reset(d->encoder, ZSTD_reset_session_and_parameters);
	ZSTD_CCtx_setParameter(d->encoder, ZSTD_c_compressionLevel, LEVEL);
	ZSTD_CCtx_setParameter(d->encoder, ZSTD_c_checksumFlag, 1);
	ZSTD_CCtx_setParameter(d->encoder, ZSTD_c_windowLog, window_log(prefix.len + text.len));
	ZSTD_CCtx_refPrefix(d->encoder, prefix.at, prefix.len);
	len = ZSTD_compress2(d->encoder, bytes, room, text.at, text.len);
	if (ZSTD_isError(len))
		return ERR_MEMORY;
	*out = (firstprint_span){bytes, len};
	return OK;
}

status delta_decode(delta *d, firstprint_span prefix, firstprint_span bytes, size_t text_len, arena *a, firstprint_span *out)
{
	char *text;
	size_t len;

	/* the length and the bytes may come from a stranger, so neither gets memory that the other does not confirm */
	if (text_len > DELTA_TEXT_MOST || ZSTD_getFrameContentSize(bytes.at, bytes.len) != text_len)
		return ERR_FORMAT;
	text = arena_alloc(a, text_len + 1);
	if (!text)
		return ERR_MEMORY;
	ZSTD_DCtx_reset(d->decoder, ZSTD_reset_session_and_parameters);
	ZSTD_DCtx_refPrefix(d->decoder, prefix.at, prefix.len);
	len = ZSTD_decompressDCtx(d->decoder, text, text_len, bytes.at, bytes.len);
	if (ZSTD_isError(len) || len != text_len)
		return ERR_FORMAT;
	text[len] = '\0';
	*out = (firstprint_span){text, len};
	return OK;
}
