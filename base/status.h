/* status — the result of a call, and a message for the user when it failed.
 *
 * 0 is success, every error is negative. Outputs change only on OK. Libraries return a status; where the user can do
 * something about it, they fill in a complaint too, which the program prints once. */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

typedef enum status {
	OK = 0,
	ERR_MEMORY = -1,  /* an allocation failed, or a page's arena budget is spent */
	ERR_IO = -2,      /* the system refused a read or write: disk full, no permission, connection gone */
	ERR_FORMAT = -3,  /* bytes have the wrong format: not our store, a signature cut short, not JSON */
	ERR_USAGE = -4,   /* the caller or the user asked for something impossible: an unknown filter, an option out of range */
	ERR_BUSY = -5,    /* another process has it open: a second writer on one store */
	ERR_LIMIT = -6,   /* a limit on bytes, depth, time or count was reached */
	ERR_MISSING = -7, /* the thing does not exist: no such page, no such row */
	ERR_FILTER = -8   /* a filter broke its contract or is full; the sentence names it */
} status;

/* Returns a short English phrase for err, never NULL: "out of memory". */
const char *status_text(status err);

/* One sentence for the user that names the problem. Empty text: no message. */
typedef struct complaint {
	char text[512];
} complaint;

/* Writes the sentence into why and returns err. why may be NULL; a sentence that is too long is cut. */
status complain(complaint *why, status err, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
