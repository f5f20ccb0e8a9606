/* hostile_answers — what a hostile server may answer. Each uses its route's text as said here. */
#ifndef TESTS_E2E_HOSTILE_ANSWERS_H
#define TESTS_E2E_HOSTILE_ANSWERS_H

#include "tests/e2e/hostile.h"

enum { HOSTILE_BOMB_MIB = 1024 };

/* Honest ones. */
hostile_answer hostile_html;     /* text is the body, after as much of a head as a page needs */
hostile_answer hostile_plain;    /* text is the body, as text/plain: a robots.txt */
hostile_answer hostile_raw;      /* text is all, status line and head and body; then the connection is closed */
hostile_answer hostile_numbered; /* /7: words of its own, after 10 ms; then the connection is closed. /0 has links to as many as text says */
hostile_answer hostile_redirect; /* 302 to text */
hostile_answer hostile_redirect_on; /* /x/7 leads to /x/8, without end */

/* Slow and silent ones. */
hostile_answer hostile_silence;  /* nothing, as long as the other side waits */
hostile_answer hostile_drip;     /* a head, then a byte a second */
hostile_answer hostile_endless;  /* a page that never ends */

/* Broken ones. */
hostile_answer hostile_reset;       /* half a body, then RST */
hostile_answer hostile_close_idle;  /* text as a page; the second request on a connection is not answered but closed */
hostile_answer hostile_nul;         /* a NUL in a header */
hostile_answer hostile_long_header; /* one of as many bytes as text says, before a page */
hostile_answer hostile_many_headers; /* without end */
hostile_answer hostile_hundred;     /* a hundred times 1xx, then text as a page */

/* HOSTILE_BOMB_MIB of a page in about 1 MiB or less; text says how it is packed: "gzip", "br", "zstd", or "gzip, gzip". */
hostile_answer hostile_bomb;

#endif
