/* status — how a call ended, and what to tell a person when it did not end well.
 *
 * 0 is success, everything else is negative. Outputs change only on OK. Libraries return a status and, where a
 * person caused it, fill a complaint; the program prints it once. */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

typedef enum status {
	OK = 0,
	ERR_MEMORY = -1, /* an allocation failed, or a page's arena budget is spent */
	ERR_IO = -2,     /* the system refused a read or write: disk full, no permission, connection gone */
	ERR_FORMAT = -3, /* bytes are not what they should be: not our store, a signature cut short, not JSON */
	ERR_USAGE = -4,  /* the caller or user asked for what is not there: unknown filter, option out of range */
	ERR_BUSY = -5,   /* somebody else holds it: a second writer on one store */
	ERR_LIMIT = -6,  /* a bound on bytes, depth, time or count was met */
	ERR_MISSING = -7, /* what was asked for does not exist: no such page, no such row */
	ERR_FILTER = -8  /* a filter broke its contract; the sentence names it */
} status;

/* A short English phrase for s, never NULL: "out of memory". */
const char *status_text(status s);

/* One sentence for the user that names the thing that is wrong. Empty text: nothing to say. */
typedef struct complaint {
	char text[512];
} complaint;

/* Writes the sentence into why (NULL: nobody wants it; a longer text is cut) and returns s. */
status complain(complaint *why, status s, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
