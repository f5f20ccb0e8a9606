/* turn_commands — the commands for a memory that lies on several servers: see request.h. */
#ifndef CLUSTER_TURN_COMMANDS_H
#define CLUSTER_TURN_COMMANDS_H

#include "cluster/redis_api.h"

/* Of a head. FIRSTPRINT.TURN key owner session read ids compares: turn, how many are before, first id, number of what was withdrawn last */
int turn_command(redis_context *c, redis_string **argv, int argc);
/* FIRSTPRINT.DONE key owner session turn */
int done_command(redis_context *c, redis_string **argv, int argc);
/* FIRSTPRINT.ANNOUNCE key owner session turn id…: 8 bytes each */
int announce_command(redis_context *c, redis_string **argv, int argc);
/* FIRSTPRINT.GROW key leaf: one more */
int grow_command(redis_context *c, redis_string **argv, int argc);

/* Of a leaf. FIRSTPRINT.COUNT key owner session asked… */
int count_command(redis_context *c, redis_string **argv, int argc);
/* FIRSTPRINT.CHECK key owner session turn signature… */
int check_command(redis_context *c, redis_string **argv, int argc);
/* FIRSTPRINT.PUT key owner session turn page…: the id, 8 bytes, and the signature */
int put_command(redis_context *c, redis_string **argv, int argc);
/* FIRSTPRINT.KEEP key owner session turn page…: the id, 8 bytes, and its number in the last FIRSTPRINT.CHECK of this turn, 4 bytes */
int keep_command(redis_context *c, redis_string **argv, int argc);
/* FIRSTPRINT.TAKE key owner session turn id…: 8 bytes each */
int take_command(redis_context *c, redis_string **argv, int argc);

#endif
