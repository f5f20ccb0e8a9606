/* drop — a person makes a page a drop of another one. */
#ifndef JUDGE_DROP_H
#define JUDGE_DROP_H

#include "store/decide.h"

/* As store_drop. Its drops become those of the other page, too; but what repeats a part of article `id` that the other page does not have becomes
 * a page again: *freed, if it is not NULL, becomes their number. If `of` is a drop of article `id`, the two change places. ERR_USAGE also
 * if the store's filter cannot be opened: it is asked what the other page contains. Needs an open transaction. */
status judge_drop(store *st, uint64_t id, uint64_t of, size_t *freed, complaint *why);

#endif
