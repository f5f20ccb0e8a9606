#include "purify/kinds.h"

#include <pthread.h>
#include <string.h>

static const struct {
	enum kind kind;
	const char *names; /* each with a space after it */
} lists[] = {
	{KIND_CUT, "script style iframe noembed noframes "},
	{KIND_RAW, "title textarea xmp "},
	{KIND_CLOSED_BY_ITSELF,
	 "p li dd dt option optgroup td th tr thead tbody tfoot colgroup rp rt html head body a area base br col embed "
	 "hr img input link meta param source track wbr image isindex basefont bgsound frame keygen "},
	{KIND_VOID, "area base basefont bgsound br col embed frame hr img input link meta param source track wbr "},
	{KIND_FORMATTING, "b big code em font i nobr s small strike strong tt u "},
	{KIND_OF_LINES,
	 "span a code b em i strong br tt img small sub sup kbd var samp cite abbr acronym dfn q u s strike big font "
	 "nobr del ins mark wbr time label input bdi bdo data ruby rb rt rp "},
	{KIND_WITH_LINES, "p td th li dd dt pre div h1 h2 h3 h4 h5 h6 "},
	{KIND_WITHOUT_MEANING,
	 "span code em strong b i tt var kbd samp cite small big u s strike font sub sup abbr dfn acronym mark "},
	{KIND_OTHER_RULES, "math svg template select frameset noscript "},
	{KIND_LINK, "a area img "},
	{KIND_OTHER_ATTRIBUTES, "meta link base html body frame iframe input font form template isindex "},
	{KIND_TELLING, "html base meta link a area iframe "},
	{KIND_STRIPPED,
	 "a abbr b bdi bdo big cite code em font i kbd mark q s samp small span strike strong sub sup tt u var wbr img "
	 "nobr "},
	{KIND_SKIPPED, "script style iframe svg math select button canvas textarea audio video object "
		       "rt rp rtc "}, /* pronunciations beside characters */
	{KIND_INLINE,
	 "a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q rb ruby s samp "
	 "small span strike strong sub sup time tt u var wbr "},
	{KIND_HOST, "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span "},
	{KIND_ITEM, "li td th dt dd pre blockquote "},
};

static unsigned kinds[GUMBO_TAG_LAST] = {[GUMBO_TAG_UNKNOWN] = KIND_INLINE};

static void read_lists(void)
{
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		for (const char *name = lists[i].names; *name; name = strchr(name, ' ') + 1) {
			GumboTag tag = gumbo_tagn_enum(name, (unsigned)strcspn(name, " "));

			if (tag != GUMBO_TAG_UNKNOWN)
				kinds[tag] |= lists[i].kind;
		}
}

unsigned kinds_of(GumboTag tag)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, read_lists);
	return kinds[tag];
}
