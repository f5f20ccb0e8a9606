/* Each list is sorted by bytes, with one blank between two words; these are in lower case and in normal form C. The Chinese list is
 * short: it has only what ICU cuts out as a word. */
#include "plugin/text/stopwords.h"

#include <string.h>

static const char english[] =
	"a about above after again against all also am an and any are aren't as at be because been before being below "
	"between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each few "
	"for from further had hadn't has hasn't have haven't having he he'd he'll he's her here here's hers herself him "
	"himself his how how's i i'd i'll i'm i've if in into is isn't it it's its itself just let's may me might more "
	"most must mustn't my myself no nor not of off on once only or other ought our ours ourselves out over own same "
	"shall shan't she she'd she'll she's should shouldn't so some such than that that's the their theirs them "
	"themselves then there there's these they they'd they'll they're they've this those through to too under until up "
	"upon very was wasn't we we'd we'll we're we've were weren't what what's when when's where where's which while "
	"who who's whom why why's will with won't would wouldn't you you'd you'll you're you've your yours yourself "
	"yourselves";

static const char german[] =
	"aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus bei "
	"bin bis bist da damit dann das dass daß dein deine dem den der des dich die dies diese diesem diesen dieser "
	"dieses dir doch dort du durch ein eine einem einen einer eines er es euch euer für gegen hab habe haben hat "
	"hatte hier hin hinter ich ihm ihn ihnen ihr ihre im in ins ist ja jede jedem jeden jeder jedes jene kann kein "
	"keine können man manche mein meine mich mir mit muss nach nicht nichts noch nun nur ob oder ohne sehr sein seine "
	"sich sie sind so solche soll sondern um und uns unser unter viel vom von vor wann war waren warum was weg weil "
	"weiter welche wenn wer werde werden wie wieder will wir wird wirst wo wollen würde zu zum zur zwar zwischen über";

static const char french[] =
	"ai ait alors au aucun aussi autre aux avait avec avoir c car ce cela ces cet cette ceux chez comme comment d "
	"dans de depuis des deux dont du elle elles en encore entre est et eu fait font hors il ils j je jusqu l la le "
	"les leur leurs lors lui m ma mais me mes moi mon même n ne nos notre nous on ont ou où par pas pendant peu peut "
	"plus pour pourquoi qu quand que quel quelle qui s sa sans se sera ses si son sont sous sur t ta te tes toi ton "
	"tous tout très tu un une vers vos votre vous y à été être";

static const char spanish[] =
	"a al algo algunas algunos ante antes aquel como con contra cual cuando de del desde donde durante e el ella "
	"ellas ellos en entre era es esa ese eso esta estaba este esto estos está están fue fueron ha había han hasta hay "
	"la las le les lo los me mi mientras muy más nada ni no nos nosotros o os otra otro para pero poco por porque que "
	"quien se sea según ser si sido sin sobre son su sus sí también tan tanto te tiene todo todos tu un una unas uno "
	"unos y ya yo";

static const char italian[] =
	"a ad ai al alla alle allo anche avere aveva c che chi ci come con contro cui da dal dalla dalle degli dei del "
	"della delle dello di dove e ed era essere fra gli ha hai hanno ho i il in io l la le lei lo loro lui ma mi mio "
	"ne negli nei nel nella nelle noi non nostro o per perché più quale quando quanto quella quelle quello questa "
	"queste questo se sei si sia sono sta su sua sue sugli sul sulla suo tra tu tua tuo tutti tutto un una uno vi voi "
	"è";

static const char portuguese[] =
	"a ao aos aquela aquele as até com como da das de dela dele depois do dos e ela elas ele eles em entre era essa "
	"esse esta este está eu foi foram há isso isto já lhe mais mas me mesmo meu minha muito na nas nem no nos não nós "
	"o os ou para pela pelas pelo pelos por qual quando que quem se sem ser seu seus sua suas só também te tem um uma "
	"você vos é";

static const char dutch[] =
	"aan al alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus een en er ge geen had "
	"heb hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je kan kon kunnen maar me meer men met mij "
	"mijn moet na naar niet niets nog nu of om omdat onder ons ook op over reeds te tegen toch toen tot u uit uw van "
	"veel voor want waren was wat werd wezen wie wil worden wordt zal ze zelf zich zij zijn zo zonder zou";

static const char russian[] =
	"а без более больше будет бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до "
	"его ее если есть еще ещё её же за здесь и из или им их к как ко когда кто ли либо мне может мы на над надо наш "
	"не него нее нет ни них но ну о об однако он она они оно от очень по под при с со так также такой там те тем то "
	"того тоже той только том ты у уже хотя чего чей чем что чтобы чья эта эти это этот я";

static const char chinese[] =
	"一个 一個 上 下 不 与 並 个 中 为 之 也 了 于 从 他 他们 他們 以 会 但 但是 你 你们 你們 使 個 其 则 到 則 又 及 "
	"可 可以 各 同 向 吗 吧 呀 呢 和 哦 啊 嗎 嗯 因为 因為 在 地 她 她们 如果 它 它们 对 将 將 對 就 并 很 得 從 您 "
	"我 我们 我們 或 所以 把 於 是 是否 會 有 某 沒有 没有 為 由 的 着 等 給 给 而 能 與 著 被 裡 要 說 讓 让 说 跟 "
	"还 这 这个 这些 这样 這 這些 這個 這樣 還 那 那个 那些 那個 那样 都 里";

static const struct list {
	const char *lang;
	const char *words;
	size_t len;
} lists[] = {
	{"en", english, sizeof english - 1}, {"de", german, sizeof german - 1},   {"fr", french, sizeof french - 1},
	{"es", spanish, sizeof spanish - 1}, {"it", italian, sizeof italian - 1}, {"pt", portuguese, sizeof portuguese - 1},
	{"nl", dutch, sizeof dutch - 1},     {"ru", russian, sizeof russian - 1}, {"zh", chinese, sizeof chinese - 1},
};

/* Is lang the language of the list, as "en" and "en-gb" are of "en"? */
static bool speaks(const char *lang, const char *list)
{
	size_t len = strlen(list);

	return strncmp(lang, list, len) == 0 && (lang[len] == '\0' || lang[len] == '-');
}

/* A binary search: the word in the middle begins behind the blank before it. */
static bool in_list(const struct list *l, firstprint_span word)
{
	size_t low = 0, high = l->len;

	while (low < high) {
		size_t at = low + (high - low) / 2, i = 0;
		uint8_t c;

		while (at > low && l->words[at - 1] != ' ')
			at--;
		while ((c = (uint8_t)l->words[at + i]) > ' ' && i < word.len && c == (uint8_t)word.at[i])
			i++;
		if (c <= ' ' && i == word.len)
			return true;
		if (c > ' ' && (i == word.len || (uint8_t)word.at[i] < c)) {
			high = at;
			continue;
		}
		for (low = at + i; low < high && l->words[low] != ' ';)
			low++;
		low++;
	}
	return false;
}

bool stopword(firstprint_span word, const char *lang)
{
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		if (speaks(lang, lists[i].lang))
			return in_list(&lists[i], word);
	return in_list(&lists[0], word);
}
