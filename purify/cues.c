#include "purify/cues.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

const struct cue_phrases cue_phrases[] = {
	{MARK_RELATED, /* English */
	 "about the author*|also read|around the web|customers also*|don't miss|don’t miss|editor's picks|editors' picks|"
	 "editors’ picks|editor’s picks|explore further|explore more|follow us|follow us on*|from around the web|"
	 "from the web|in case you missed it|latest articles|latest headlines|latest news|latest posts|latest stories|"
	 "more articles|more from*|more like this|more news|more on this*|more posts|more stories|most popular|most read|"
	 "most shared|most viewed|next up|others also read|people also read|popular articles|popular news|popular now|"
	 "popular posts|popular stories|promoted stories|read also|read next|read this next|recent articles|recent news|"
	 "recent posts|recent stories|recommended articles|recommended for you|recommended posts|recommended reading|"
	 "recommended stories|recommended videos|related|related article*|related content|related coverage|related item*|"
	 "related link*|related news|related post*|related product*|related reading|related stor*|related topic*|"
	 "related video*|related:*|see also:|share this|share this article*|share this story*|share this post*|"
	 "share this page*|similar articles|similar news|similar posts|similar products|similar stories|sponsored content|"
	 "sponsored links|top stories|trending|trending news|trending now|trending stories|up next|what to read next|"
	 "you may also*|you may be interested*|you may like*|you might also*|you might be interested*|you might like*|"},
	{MARK_RELATED, /* German */
	 "aktuelle artikel|aktuelle beiträge|aktuelle nachrichten|artikel teilen|auch interessant|auch interessant:*|"
	 "beitrag teilen|beliebte artikel|beliebteste artikel|das könnte dich auch*|das könnte dir auch*|"
	 "das könnte ihnen auch*|das könnte sie auch*|empfohlene artikel|empfohlene beiträge|lesen sie auch*|"
	 "lesen sie mehr*|letzte beiträge|lies auch*|mehr artikel|mehr aus*|mehr news|mehr von*|meist gelesen|"
	 "meistgelesen|meistgelesene*|neueste artikel|neueste beiträge|thema im forum|unsere empfehlungen|"
	 "verwandte artikel|verwandte beiträge|verwandte links|verwandte themen|weitere artikel*|weitere beiträge*|"
	 "weitere meldungen|weitere nachrichten|weitere news|weitere themen|zum thema|ähnliche artikel|ähnliche beiträge|"
	 "ähnliche nachrichten|ähnliche themen|über den autor|über die autorin|"},
	{MARK_RELATED, /* French */
	 "articles associés|articles connexes|articles liés|articles recommandés|articles récents|articles similaires|"
	 "ces articles*|dans la même rubrique*|les articles les plus lus|les plus lus|les plus populaires|lire aussi*|"
	 "partager|partager cet article*|plus d'articles*|plus d’articles*|pour aller plus loin|sur le même sujet*|"
	 "voir aussi :*|vous aimerez aussi*|vous pourriez aussi*|à lire aussi*|à propos de l'auteur*|"
	 "à propos de l’auteur*|à voir aussi*|"},
	{MARK_RELATED, /* Spanish */
	 "artículos recientes|artículos relacionados|compartir|compartir en*|contenido relacionado|entradas recientes|"
	 "entradas relacionadas|lea también*|lee también*|lo más leído|lo más popular|lo más visto|más información sobre*|"
	 "más leídas|más leídos|más noticias*|noticias relacionadas|quizás te interese*|relacionadas|relacionados|"
	 "sobre el autor|también le puede*|también te puede*|te puede interesar*|te recomendamos*|temas relacionados|"
	 "últimas noticias|"},
	{MARK_RELATED, /* Italian */
	 "altre notizie*|altri articoli*|articoli correlati|articoli recenti|condividi|condividi su*|condividi questo*|"
	 "contenuti correlati|correlati|i più letti|le più lette|leggi anche*|notizie correlate|più lette|più letti|"
	 "potrebbe interessarti*|potrebbero interessarti*|sull'autore|sull’autore|ti potrebbe interessare*|"
	 "ti potrebbero interessare*|ultime notizie|"},
	{MARK_RELATED, /* Portuguese */
	 "artigos recentes|artigos relacionados|as mais lidas|compartilhar|compartilhe*|conteúdo relacionado|leia mais*|"
	 "leia também*|mais lidas|mais lidos|mais notícias*|matérias relacionadas|notícias relacionadas|posts recentes|"
	 "posts relacionados|recomendados*|sobre o autor|talvez você goste*|veja mais*|veja também*|você pode gostar*|"
	 "você também pode*|últimas notícias|"},
	{MARK_RELATED, /* Dutch */
	 "aanbevolen*|deel dit*|gerelateerd|gerelateerde*|laatste nieuws|lees ook*|lees verder*|meer artikelen|"
	 "meer nieuws|meer over*|meest gelezen|misschien vind je*|ook interessant*|over de auteur|recente artikelen|"
	 "recente berichten|"},
	{MARK_RELATED, /* Russian */
	 "вам может понравиться*|вам также*|вас может заинтересовать*|другие новости*|другие статьи*|еще по теме*|"
	 "ещё по теме*|материалы по теме*|новости по теме*|об авторе|по теме|по теме:*|поделиться*|популярное|"
	 "популярные материалы|популярные новости|популярные статьи|последние новости|похожие записи|похожие материалы|"
	 "похожие новости|похожие публикации|похожие статьи|похожие темы|рекомендуем*|самое читаемое|свежие записи|"
	 "смотрите также|смотрите также:*|статьи по теме*|читайте далее*|читайте также*|читать также*|"},
	{MARK_RELATED, /* Chinese */
	 "上一篇*|下一篇*|为你推荐*|为您推荐*|你可能喜欢*|你可能感兴趣*|分享到*|大家都在看*|延伸閱讀*|延伸阅读*|"
	 "您可能感兴趣*|排行榜|推荐阅读*|推薦閱讀*|新闻排行*|更多文章*|更多新聞*|更多新闻*|更多精彩*|最新文章*|最新新闻*|"
	 "最新资讯*|点击排行*|热点推荐*|热点新闻*|热门排行*|热门推荐*|热门文章*|热门新闻*|热门资讯*|熱門文章*|熱門新聞*|"
	 "猜你喜欢*|猜你喜歡*|相关专题*|相关主题*|相关内容*|相关帖子*|相关报道*|相关推荐*|相关文章*|相关新闻*|相关资讯*|"
	 "相关链接*|相关阅读*|相關文章*|相關新聞*|相關閱讀*|精彩推荐*|编辑推荐*|阅读排行*|"},
	{MARK_COMMENTS, /* English */
	 "add a comment*|add comment*|be the first to comment*|cancel reply|comment|all comments|comments|"
	 "readers’ comments|readers' comments|top comments|user comments|your comments|discussion about this post|"
	 "join the conversation*|join the discussion*|leave a comment*|leave a reply*|leave comment*|leave your comment*|"
	 "no comments|no comments yet|one comment|post a comment*|post comment*|read comments*|reader comments*|replies|"
	 "show comments*|trackbacks*|view comments*|write a comment*|"},
	{MARK_COMMENTS, /* German */
	 "hinterlasse eine antwort*|hinterlasse einen kommentar*|ihre meinung*|keine kommentare|kommentar|"
	 "kommentar schreiben*|kommentar verfassen*|alle kommentare|kommentare|kommentare zu*|leserkommentare|"
	 "schreibe einen kommentar*|schreiben sie einen kommentar*|"},
	{MARK_COMMENTS, /* French */
	 "ajouter un commentaire*|aucun commentaire|commentaire|commentaires|laisser un commentaire*|"
	 "poster un commentaire*|publier un commentaire*|réagir*|"},
	{MARK_COMMENTS, /* Spanish */
	 "añadir comentario*|comentario|comentarios|deja un comentario*|deja una respuesta*|dejar un comentario*|"
	 "escribe un comentario*|sin comentarios|ver comentarios|"},
	{MARK_COMMENTS, /* Italian */
	 "commenti|commento|lascia un commento*|lascia una risposta*|nessun commento|scrivi un commento*|"},
	{MARK_COMMENTS, /* Portuguese */
	 "comentário|comentários|deixe seu comentário*|deixe um comentário*|deixe uma resposta*|faça um comentário*|"
	 "nenhum comentário|"},
	{MARK_COMMENTS, /* Dutch */
	 "geef een reactie*|geen reacties|laat een reactie*|plaats een reactie*|reactie|reacties|reageer*|"},
	{MARK_COMMENTS, /* Russian */
	 "ваш комментарий*|добавить комментарий*|комментариев|все комментарии|комментарии|комментарии к*|комментарий|"
	 "комментария|написать комментарий*|нет комментариев|оставить комментарий*|оставьте комментарий*|"},
	{MARK_COMMENTS, /* Chinese */
	 "全部评论*|发表回复*|发表评论*|我来说两句*|我要评论*|最新评论*|查看评论*|热门评论*|用户评论*|留言|發表評論*|"
	 "發表迴響*|精彩评论*|網友評論*|网友评论*|网友跟贴*|評論|评论|评论区*|评论列表|跟帖*|"},
	{MARK_CONSENT, /* English */
	 "cookie consent|cookie preferences|cookie settings|get our newsletter*|get the latest news*|get the newsletter*|"
	 "join our mailing list*|join our newsletter*|join the newsletter*|manage consent*|manage cookies*|"
	 "manage your privacy*|newsletters|our newsletter|privacy preference*|sign up for our*|"
	 "sign up for the newsletter*|sign up to our*|stay in the loop*|stay up to date*|stay up-to-date*|subscribe now*|"
	 "subscribe to our*|subscribe to the newsletter*|this site uses cookies*|this website uses cookies*|"
	 "we use cookies*|we value your privacy|your privacy|your privacy choices|your privacy matters|"},
	{MARK_CONSENT, /* German */
	 "cookie-einstellungen|datenschutzeinstellungen|diese webseite verwendet cookies*|"
	 "diese website verwendet cookies*|ihre privatsphäre*|jetzt newsletter*|newsletter abonnieren|newsletter anmelden|"
	 "newsletter bestellen|wir verwenden cookies*|zum newsletter*|"},
	{MARK_CONSENT, /* French */
	 "abonnez-vous*|ce site utilise des cookies*|gestion des cookies*|gérer les cookies*|inscrivez-vous*|"
	 "le respect de votre vie privée*|nous utilisons des cookies*|recevez notre*|recevoir la newsletter*|"},
	{MARK_CONSENT, /* Spanish */
	 "boletín|configuración de cookies*|este sitio web utiliza cookies*|recibe nuestro*|suscribirse*|suscríbete*|"
	 "usamos cookies*|utilizamos cookies*|"},
	{MARK_CONSENT, /* Italian */
	 "iscriviti*|la tua privacy*|questo sito usa*|questo sito utilizza*|utilizziamo i cookie*|"},
	{MARK_CONSENT, /* Portuguese */
	 "assine a newsletter*|assine nossa*|este site usa*|este site utiliza*|inscreva-se*|receba as*|receba nossa*|"},
	{MARK_CONSENT, /* Dutch */
	 "abonneer*|cookie-instellingen|deze site gebruikt cookies*|deze website gebruikt cookies*|meld je aan*|"
	 "nieuwsbrief*|schrijf je in*|wij gebruiken cookies*|"},
	{MARK_CONSENT, /* Russian */
	 "мы используем cookie*|наш сайт использует*|подписаться*|подпишитесь*|этот сайт использует*|"},
	{MARK_CONSENT, /* Chinese */
	 "关注公众号*|关注我们*|我们使用cookie*|扫一扫*|扫码关注*|訂閱*|订阅我们*|订阅本*|"},
	{0, NULL},
};

enum {
	LONGEST = 80,       /* bytes; a longer heading is not a cue */
	PHRASES_MOST = 1024 /* in all lists together */
};

/* Is c not part of the words? Colons and marks that belong to phrases are part of them. */
static bool is_edge(UChar32 c)
{
	if (c < 0x80)
		return !(u_isalpha(c) || c == ':' || c == '\'' || c == '?');
	return c != 0x2019 && !u_isalpha(c);
}

/* Writes c at to + len, if it has room there; returns the new length, or 0. */
static size_t put(char *to, size_t len, UChar32 c)
{
	if (len + U8_LENGTH(c) > LONGEST)
		return 0;
	U8_APPEND_UNSAFE((uint8_t *)to, len, c);
	return len;
}

/* Writes the heading in lower case, NUL-terminated, without characters around its words ("3", "▸", "(12)"). Returns its length; 0:
 * it is too long. */
static size_t fold(firstprint_span s, char to[LONGEST + 1])
{
	size_t len = 0, end = 0;
	int32_t i = 0;

	while (i < (int32_t)s.len) {
		UChar32 c;

		U8_NEXT_UNSAFE((const uint8_t *)s.at, i, c);
		if (len == 0 && is_edge(c))
			continue;
		c = u_tolower(u_isUWhiteSpace(c) ? ' ' : c);
		len = put(to, len, c);
		if (!len)
			return 0;
		if (!is_edge(c))
			end = len;
	}
	to[end] = '\0';
	return end;
}

static struct phrase {
	const char *at;
	size_t len;
	bool any_rest;
	uint8_t mark;
} phrases[PHRASES_MOST];
static size_t phrases_len;

static void divide_lists(void)
{
	for (const struct cue_phrases *list = cue_phrases; list->phrases; list++)
		for (const char *at = list->phrases; *at && phrases_len < PHRASES_MOST; at = strchr(at, '|') + 1) {
			size_t len = strcspn(at, "*|");

			phrases[phrases_len++] = (struct phrase){at, len, at[len] == '*', list->mark};
		}
}

static bool fits(const char *text, size_t len, const struct phrase *p)
{
	if (!p->any_rest)
		len -= text[len - 1] == ':' && p->at[p->len - 1] != ':';
	return (p->any_rest ? len >= p->len : len == p->len) && memcmp(text, p->at, p->len) == 0;
}

uint8_t cue_of(firstprint_span heading)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	char text[LONGEST + 1];
	size_t len = heading.len <= LONGEST ? fold(heading, text) : 0;

	pthread_once(&once, divide_lists);
	for (const struct phrase *p = phrases; len > 1 && p < phrases + phrases_len; p++)
		if (p->at[0] == text[0] && p->at[1] == text[1] && fits(text, len, p))
			return p->mark;
	return 0;
}
