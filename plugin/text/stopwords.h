/* stopwords — the words of a language that carry little meaning: "the", "of", 的, 了.
 *
 * Kumar, Govindarajulu 2013, §3.1c. Lists for English, German, French, Spanish, Italian, Portuguese, Dutch, Russian
 * and Chinese. */
#ifndef PLUGIN_TEXT_STOPWORDS_H
#define PLUGIN_TEXT_STOPWORDS_H

#include <stdbool.h>

#include "plugin/firstprint.h"

/* Is word, in lower case, a stop word of lang ("en", "zh-hant")? For "" and for languages without a list, the English
 * list is used, since English words turn up in most of them. */
bool stopword(firstprint_span word, const char *lang);

#endif
