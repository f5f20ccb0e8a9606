#include "plugin/abi1.h"

#include <string.h>

enum { EVIDENCE_MAX_1 = 8, SHARES_MAX_1 = 8 };

typedef struct verdict_1 {
	enum firstprint_kind kind;
	uint64_t of;
	const char *stage;
	double score;
	firstprint_evidence evidence[EVIDENCE_MAX_1];
	size_t evidence_len;
	firstprint_share shares[SHARES_MAX_1];
	size_t shares_len;
} verdict_1;

typedef int open_1(void *state, const abi1_host *host);
typedef int check_1(void *state, const firstprint_signature *sig, verdict_1 *verdict);

int abi1_open(const firstprint_filter *table, void *state, const abi1_host *host)
{
	open_1 *open;

	memcpy(&open, &table->open, sizeof open); /* the table declares the function with other arguments than it has */
	return open(state, host);
}

int abi1_check(const firstprint_filter *table, void *state, const firstprint_signature *sig, firstprint_verdict *out)
{
	verdict_1 v = {0};
	check_1 *check;
	int error;

	memcpy(&check, &table->check, sizeof check);
	error = check(state, sig, &v);
	if (error)
		return error;
	*out = (firstprint_verdict){.kind = v.kind,
				    .of = v.of,
				    .stage = v.stage,
				    .score = v.score,
				    .evidence_len = v.evidence_len > EVIDENCE_MAX_1 ? SIZE_MAX : v.evidence_len,
				    .shares_len = v.shares_len > SHARES_MAX_1 ? SIZE_MAX : v.shares_len};
	memcpy(out->evidence, v.evidence, sizeof v.evidence);
	memcpy(out->shares, v.shares, sizeof v.shares);
	return FIRSTPRINT_OK;
}
