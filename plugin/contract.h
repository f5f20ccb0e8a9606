/* contract — checks a filter's stages, keys, matches and verdicts against the contract: the host trusts no filter.
 *
 * Each returns OK or ERR_FILTER: why says what is wrong, as text to follow "filter NAME: ": "its stage 2 has no name". */
#ifndef PLUGIN_CONTRACT_H
#define PLUGIN_CONTRACT_H

#include "plugin/index/page_index.h"

/* The n stages that api->stages wrote. */
status stages_fault(const firstprint_filter *api, const firstprint_stage *stages, size_t n, complaint *why);
/* A page's keys for one stage. */
status keys_fault(const firstprint_stage *stage, const firstprint_keys *keys, complaint *why);
status match_fault(const firstprint_match *match, complaint *why);
/* known: the stored pages. */
status verdict_fault(const firstprint_verdict *v, const page_table *known, complaint *why);

#endif
