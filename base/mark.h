/* mark — the names of parameters that mark a visit, not a page, and how a word is looked up in a list of patterns: a part of a URL, a
 * role, a charset, a content type. */
#ifndef BASE_MARK_H
#define BASE_MARK_H

#include <stdbool.h>

#include "plugin/firstprint.h"

/* The names that platforms have for the ids of their sessions. */
#define MARK_SESSIONS "phpsessid jsessionid aspsessionid* cfid cftoken zenid oscsid"
/* Where a visitor comes from. */
#define MARK_TRACKING \
	"utm_* mtm_* fbclid gclid gbraid wbraid dclid msclkid ttclid twclid yclid igshid mc_cid mc_eid _ga _gl _hsenc _hsmi hsctatracking " \
	"wt_mc wt.mc_id pk_campaign pk_kwd"

/* Does the word match one of the patterns, which are separated by spaces? A pattern is "x", or "x*", which the word begins with, "*x",
 * which it ends with, "*x*", which is anywhere in it, or "<x*", with which a part of it begins: "view-print" has "<print*",
 * "fingerprint" does not. Case does not matter. */
bool mark_is_one(firstprint_span word, const char *patterns);

#endif
