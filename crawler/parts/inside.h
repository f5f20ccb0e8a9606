/* inside — what parts.c and rounds.c share. */
#ifndef CRAWLER_PARTS_INSIDE_H
#define CRAWLER_PARTS_INSIDE_H

#include "crawler/parts/parts.h"

enum { TURNS_MOST = 1024, PARCELS_MOST = 64, PARCELS_OF_PART_MOST = 8 };

/* Another part. */
typedef struct peer {
	char store[256]; /* its name, the last that it had; "": none yet */
	bool is_there;   /* Redis knows of it */
	bool was_there;  /* in this run it was seen at work, or done */
	enum exchange_state state;
	uint64_t round, settled_round; /* now, and when all parts were first seen to be done */
	int64_t heard_ms;              /* when its round last rose, by clock_ms() */
	int64_t opened;                /* the last number of the links for it when this run began */
	int64_t handed, committed;     /* the same now of the links for it, and of those in the store for good */
	int64_t offered;               /* the last number of what was to be sent in this round */
	bool is_full;                  /* its stream took not all of that */
	int64_t sent, heard;           /* the last number that is in its stream or was, and in its store */
} peer;

struct parts {
	exchange *exchange;
	session *session;
	parts_listener listener;
	int number, of;
	uint64_t run;        /* a random number, by which others tell this run from those before */
	uint64_t commits;    /* of the session, when `committed` was last brought up to date */
	peer *peers;         /* [1] to [of] */
	arena *lasting;      /* as long as this */
	arena *round;        /* what is said in a round */
	arena *arrived_text; /* of `arrived` and `marks` */

	exchange_turn turns[TURNS_MOST], asked[TURNS_MOST]; /* wished for, and those of the round that is under way */
	size_t turns_len, asked_len;

	/* Entries whose links are in the store, or in its open transaction since this commit. */
	const char *arrived[EXCHANGE_READ_MOST];
	exchange_mark marks[EXCHANGE_READ_MOST];
	size_t arrived_len;
	uint64_t arrived_commits;

	bool is_talking, says_arrived, is_idle; /* of the round that is under way */
	exchange_said said;
	int64_t opened_ms, talked_ms; /* when this run began, and when the last round ended */
	int rotation;                 /* which part's links come first */
	bool is_settled, is_over;
};

/* ── parts.c ── */

/* What was committed since the last call is committed now. */
void parts_note_commits(parts *p);

#endif
