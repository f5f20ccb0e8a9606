/* caller — commands for the server that holds a key, repeated until they are answered, and a thread on which they are called: whoever
 * fetches or judges must not wait for a network. Only for the clients of this room: memory.c and exchange.c.
 *
 *	caller_open, caller_call      at first, on the thread of the program
 *	caller_start(c, task, ctx)    the task calls on the caller's thread; then caller_end, when caller_fd is readable
 *
 * Only one thread may call at a time: none between caller_start and caller_end but the task. */
#ifndef CLUSTER_CALLER_H
#define CLUSTER_CALLER_H

#include <stdbool.h>
#include <stdint.h>

#include "cluster/connection.h"

enum { COMMAND_MOST = 128, COMMAND_NUMBER = 24, CALL_ALL_MOST = 64 };

/* One command with its arguments, which are borrowed. */
typedef struct command {
	const char *argv[COMMAND_MOST];
	size_t lens[COMMAND_MOST];
	int argc;
} command; /* all zeros: empty */

/* The command NAME about a key; for one about none, its first argument. */
command command_begin(const char *name, const char *key);
void command_add(command *c, const void *bytes, size_t len);
void command_add_text(command *c, const char *text);
/* The number as text, which stands in `room` as long as the command is used. */
void command_add_number(command *c, uint64_t number, char room[COMMAND_NUMBER]);

typedef struct caller caller;

/* url: see connection.h. ERR_USAGE, ERR_IO, ERR_MEMORY. */
status caller_open(const char *url, caller **out, complaint *why);
void caller_close(caller *c);              /* accepts NULL; waits for no answer */
const char *caller_name(const caller *c);  /* NAME of the URL */
const char *caller_shown(const caller *c); /* the URL without user and password */
/* What cannot be answered now is asked again until it is, or stop_fd is readable; −1: none. */
void caller_insist(caller *c, int stop_fd);

/* What follows is for the server of another key, which this connection is to; NULL: for our own again. */
void caller_aim(caller *c, connection *to);
/* Waits a little, as between two tries. true: waiting is to be stopped. */
bool caller_rest(caller *c, int64_t ms);

/* *reply is yours, for freeReplyObject, and no error. Errors as in memory.h. */
status caller_call(caller *c, const command *x, redisReply **reply, complaint *why);
/* One try, if there is a connection; what is replied does not matter. */
void caller_once(caller *c, const command *x);
/* One command for each of n connections, which may be repeated: all are sent before the first reply is read. replies[i] is yours, or NULL;
 * on an error all are NULL. */
status caller_call_all(caller *c, connection *const *to, const command *all, size_t n, redisReply **replies, complaint *why);
/* The same, whose reply is an integer, or does not matter. */
status caller_number(caller *c, const command *x, int64_t *out, complaint *why);
status caller_nothing(caller *c, const command *x, complaint *why);
/* Takes a key away. No effect if it is not there. */
status caller_delete(caller *c, const char *key, complaint *why);
/* What was replied is not what it should be: ERR_FORMAT. */
status caller_no_answer(const caller *c, complaint *why);

/* Runs the task on the thread. None may be under way. ERR_MEMORY. */
typedef status caller_task(void *ctx, complaint *why);
status caller_start(caller *c, caller_task *task, void *ctx);
int caller_fd(const caller *c); /* readable when the task has ended */
/* *ended: has it? Then what it returned, with its complaint. wait: until it has. */
status caller_end(caller *c, bool wait, bool *ended, complaint *why);
/* Why it takes so long; "": it does not. */
void caller_trouble(caller *c, complaint *out);

#endif
