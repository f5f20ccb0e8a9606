#include "purify/cues.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct { const char *heading; uint8_t mark; } rows[] = {
	{ "", 0 }, { "a", 0 }, { "3", 0 }, { "The flood", 0 }, { "Relatedness of species", 0 }, { "Commentary", 0 }, { "Subscribers", 0 },
	{ "Related articles", MARK_RELATED }, { "RELATED ARTICLES:", MARK_RELATED }, { "  Related Articles (12) ", MARK_RELATED },
	{ "More from The Herald", MARK_RELATED }, { "▸ You may also like…", MARK_RELATED }, { "Don’t miss", MARK_RELATED },
	{ "3 comments", MARK_COMMENTS }, { "Comments (3)", MARK_COMMENTS }, { "Comments:", MARK_COMMENTS }, { "Leave a reply", MARK_COMMENTS },
	{ "Sign up for our newsletter", MARK_CONSENT }, { "We use cookies on this site", MARK_CONSENT },
	{ "Ähnliche Artikel", MARK_RELATED }, { "ÄHNLICHE ARTIKEL", MARK_RELATED }, { "12 Kommentare", MARK_COMMENTS },
	{ "À lire aussi : la crue", MARK_RELATED }, { "Laisser un commentaire", MARK_COMMENTS },
	{ "Últimas noticias", MARK_RELATED }, { "Comentarios", MARK_COMMENTS },
	{ "Leggi anche", MARK_RELATED }, { "Leia também", MARK_RELATED }, { "Lees ook", MARK_RELATED }, { "Читайте также:", MARK_RELATED },
	{ "КОММЕНТАРИИ (4)", MARK_COMMENTS },
	{ "相关阅读", MARK_RELATED }, { "【相关新闻】", MARK_RELATED }, { "网友评论（12）", MARK_COMMENTS }, { "评论", MARK_COMMENTS },
	{ "相關文章：", MARK_RELATED },
	/* longer than a heading is */
	{ "Related articles about the flood, the rain, the old town, the market, the church, and all that fell that night", 0 },
};

Test(cues, say_what_follows)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		firstprint_span heading = {rows[i].heading, strlen(rows[i].heading)};

		cr_expect_eq(cue_of(heading), rows[i].mark, "%s: %d", rows[i].heading, cue_of(heading));
	}
}

/* A phrase with a capital, or with a mark at its end that is left out of headings, would never be found. */
Test(cues, each_phrase_is_found_by_itself)
{
	for (const struct cue_phrases *list = cue_phrases; list->phrases; list++)
		for (const char *phrase = list->phrases; *phrase; phrase = strchr(phrase, '|') + 1) {
			size_t len = strcspn(phrase, "*|");

			cr_expect_eq(cue_of((firstprint_span){phrase, len}), list->mark, "%.*s", (int)len, phrase);
		}
}
