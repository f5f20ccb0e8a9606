#include "crawler/web/sitemap.h"

#include <ctype.h>
#include <libxml/parser.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/buffer.h"
#include "crawler/web/unpack.h"
#include "purify/charset.h"
#include "purify/content.h"

enum { HEAD = 65536, PACKED_MOST = 3 };

/* State of the parser: which elements are open, and the text of the URL that is being read. */
typedef struct walk {
	const sitemap_reader *reader;
	status err;
	size_t urls, cut;
	int in_entry;                    /* depth of open <url>, <sitemap>, <item>, <entry> */
	bool is_index;                   /* the entry is a <sitemap>: its URL is a further sitemap */
	char prefix[32];                 /* of the entry's name; a <loc> with another prefix is not of the page: <image:loc> */
	bool in_loc, in_guid, in_source; /* source: the Atom feed from which the entry was copied */
	bool has_link;                   /* of the entry */
	char guid[SITEMAP_LOC_MOST];     /* of an RSS item, which is its URL if it has no other; "": none */
	char loc[SITEMAP_LOC_MOST];
	size_t loc_len;
} walk;

static bool is(const xmlChar *name, const char *wanted)
{
	return strcmp((const char *)name, wanted) == 0;
}

/* Elements that contain one URL: of sitemaps, of RSS (item) and of Atom (entry). */
static bool is_entry(const xmlChar *name)
{
	return is(name, "url") || is(name, "sitemap") || is(name, "item") || is(name, "entry");
}

static bool is_url(const char *line, size_t len)
{
	while (len && strchr(" \t\r", *line) && *line) {
		line++;
		len--;
	}
	return (len > 7 && strncasecmp(line, "http://", 7) == 0) || (len > 8 && strncasecmp(line, "https://", 8) == 0);
}

/* Passes the URL in w->loc to the reader, without the white space around it. */
static void deliver(walk *w)
{
	char *loc = w->loc;
	bool is_cut = w->loc_len == sizeof w->loc - 1;

	while (w->loc_len && strchr(" \t\r\n", loc[w->loc_len - 1]))
		w->loc_len--;
	loc[w->loc_len] = '\0';
	loc += strspn(loc, " \t\r\n");
	if (!*loc || w->err)
		return;
	if (w->urls == SITEMAP_URLS_MOST || is_cut) {
		w->cut++;
		return;
	}
	w->urls++;
	w->has_link = true;
	w->err = w->reader->url(w->reader->ctx, loc, w->is_index);
}

static void add_text(walk *w, const char *text, size_t len)
{
	if (w->loc_len + len >= sizeof w->loc)
		len = sizeof w->loc - 1 - w->loc_len; /* full: deliver leaves this URL out */
	memcpy(w->loc + w->loc_len, text, len);
	w->loc_len += len;
}

/* Returns the value of an attribute; its at is NULL if there is none. libxml2 passes five pointers per attribute; the last two are
 * the start and end of its value. */
static firstprint_span attribute(int n, const xmlChar **attributes, const char *name)
{
	for (int i = 0; i < n; i++, attributes += 5)
		if (is(attributes[0], name))
			return (firstprint_span){(const char *)attributes[3], (size_t)(attributes[4] - attributes[3])};
	return (firstprint_span){0};
}

static bool has_value(firstprint_span attribute, const char *value)
{
	return attribute.at && attribute.len == strlen(value) && memcmp(attribute.at, value, attribute.len) == 0;
}

/* Reads Atom's <link href="…"/>. Links with another rel lead to the feed, a picture or an editor. */
static void read_href(walk *w, int n, const xmlChar **attributes)
{
	firstprint_span href = attribute(n, attributes, "href"), rel = attribute(n, attributes, "rel");

	if (!href.at || (rel.at && !has_value(rel, "alternate")))
		return;
	add_text(w, href.at, href.len);
	deliver(w);
	w->loc_len = 0;
}

/* Stores the prefix of an entry. A prefix that is longer than any real one is truncated, and then matches none. */
static void open_entry(walk *w, const xmlChar *name, const xmlChar *prefix)
{
	w->in_entry++;
	w->has_link = false;
	*w->guid = '\0';
	w->is_index = is(name, "sitemap");
	snprintf(w->prefix, sizeof w->prefix, "%s", prefix ? (const char *)prefix : "");
}

static bool has_prefix(const walk *w, const xmlChar *prefix)
{
	return strcmp(w->prefix, prefix ? (const char *)prefix : "") == 0;
}

static void on_start(void *ctx, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaces,
		     const xmlChar **declared, int attributes, int defaulted, const xmlChar **values)
{
	walk *w = ctx;

	(void)uri, (void)namespaces, (void)declared, (void)defaulted;
	if (is_entry(name))
		open_entry(w, name, prefix);
	w->in_source |= w->in_entry && is(name, "source");
	w->in_guid = w->in_entry && is(name, "guid") && !has_value(attribute(attributes, values, "isPermaLink"), "false");
	w->in_loc = w->in_entry && ((is(name, "loc") && has_prefix(w, prefix)) || is(name, "link") || w->in_guid);
	w->loc_len = 0;
	w->in_loc &= !w->in_source;
	if (w->in_loc && is(name, "link"))
		read_href(w, attributes, values);
}

/* An entry has ended without a link: its guid may be its URL. */
static void deliver_guid(walk *w)
{
	if (!is_url(w->guid, strlen(w->guid)))
		return;
	add_text(w, w->guid, strlen(w->guid));
	deliver(w);
}

static void on_end(void *ctx, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
	walk *w = ctx;

	(void)prefix, (void)uri;
	if (w->in_guid)
		snprintf(w->guid, sizeof w->guid, "%.*s", (int)w->loc_len, w->loc);
	else if (w->in_loc && w->loc_len)
		deliver(w);
	w->in_loc = w->in_guid = false;
	w->loc_len = 0;
	w->in_source &= !is(name, "source");
	if (!w->in_entry || !is_entry(name))
		return;
	w->in_entry--;
	if (!w->has_link)
		deliver_guid(w);
	w->loc_len = 0;
}

static void on_text(void *ctx, const xmlChar *text, int len)
{
	walk *w = ctx;

	if (w->in_loc)
		add_text(w, (const char *)text, (size_t)len);
}

/* Only predefined entities such as &amp; exist. Those that a document declares could expand without limit. */
static xmlEntityPtr on_entity(void *ctx, const xmlChar *name)
{
	(void)ctx;
	return xmlGetPredefinedEntity(name);
}

static void ignore_message(void *ctx, const char *message, ...)
{
	(void)ctx, (void)message;
}

static xmlParserCtxtPtr open_parser(walk *w)
{
	xmlSAXHandler handler = {.initialized = XML_SAX2_MAGIC,
				 .startElementNs = on_start,
				 .endElementNs = on_end,
				 .characters = on_text,
				 .cdataBlock = on_text,
				 .getEntity = on_entity,
				 .warning = ignore_message,
				 .error = ignore_message,
				 .fatalError = ignore_message};
	xmlParserCtxtPtr p = xmlCreatePushParserCtxt(&handler, w, NULL, 0, NULL);

	if (p)
		xmlCtxtUseOptions(p, XML_PARSE_NONET | XML_PARSE_NOENT | XML_PARSE_RECOVER | XML_PARSE_NOERROR |
					     XML_PARSE_NOWARNING);
	return p;
}

/* Reads the next line from *at on, which may also end in a NUL; false: there is none. */
static bool next_line(const char **at, const char *end, const char **line, size_t *len)
{
	const char *stop = *at;

	if (*at >= end)
		return false;
	while (stop < end && *stop && *stop != '\n' && *stop != '\r')
		stop++;
	*line = *at;
	*len = (size_t)(stop - *at);
	*at = stop + 1;
	return true;
}

/* Reads plain text with one URL per line, up to a tab. A line that is not a URL has no effect. */
static void read_lines(walk *w, const char *at, size_t len)
{
	const char *end = at + len, *line, *tab;
	size_t n;

	while (!w->err && next_line(&at, end, &line, &n)) {
		w->loc_len = 0;
		if (!is_url(line, n))
			continue;
		tab = memchr(line + 1, '\t', n - 1);
		add_text(w, line, tab ? (size_t)(tab - line) : n);
		deliver(w);
	}
}

/* Does a reference begin at the ampersand: "&amp;", "&#38;"? */
static bool is_reference(const char *at, const char *end)
{
	const char *name = at + 1;

	name += name < end && *name == '#';
	at = name;
	while (at < end && at - name < 32 && isalnum((unsigned char)*at))
		at++;
	return at > name && at < end && *at == ';';
}

static bool begins(const char *at, const char *end, const char *text)
{
	return (size_t)(end - at) >= strlen(text) && memcmp(at, text, strlen(text)) == 0;
}

/* Gives the file to libxml2, with those ampersands escaped that the site forgot to escape in a URL: libxml2 would lose what follows
 * them. In a CDATA section an ampersand stands for itself. */
static void feed(walk *w, xmlParserCtxtPtr p, const char *bytes, size_t len)
{
	enum { CHUNK = 65536 }; /* fewer bytes at a time would take longer */
	char chunk[CHUNK + sizeof "&amp;"];
	size_t n = 0;
	bool in_cdata = false;

	for (const char *at = bytes, *end = bytes + len; at < end && !w->err; at++) {
		if (begins(at, end, in_cdata ? "]]>" : "<![CDATA["))
			in_cdata = !in_cdata;
		chunk[n++] = *at;
		if (*at == '&' && !in_cdata && !is_reference(at, end))
			n = (size_t)(stpcpy(chunk + n, "amp;") - chunk);
		if (n < CHUNK && at + 1 < end)
			continue;
		xmlParseChunk(p, chunk, (int)n, 0);
		n = 0;
	}
}

static status read_xml(walk *w, const char *bytes, size_t len)
{
	xmlParserCtxtPtr p = open_parser(w);

	if (!p)
		return ERR_MEMORY;
	feed(w, p, bytes, len);
	if (!w->err)
		xmlParseChunk(p, NULL, 0, 1);
	if (!w->err && p->errNo == XML_ERR_NO_MEMORY)
		w->err = ERR_MEMORY;
	xmlFreeDoc(p->myDoc); /* libxml2 keeps the declarations of a doctype in it */
	xmlFreeParserCtxt(p);
	return w->err;
}

/* ── what a file is ── */

/* Returns where the XML begins, after what a server has put before it, such as a warning of PHP; NULL: it is not XML. */
static const char *find_xml(const char *bytes, size_t len)
{
	static const char *const starts[] = {"<?xml", "<urlset", "<sitemapindex", "<rss", "<feed"};
	const char *first = NULL;
	size_t at = 0;

	while (at < len && strchr(" \t\r\n", bytes[at]) && bytes[at])
		at++;
	if (at < len && bytes[at] == '<' && !(at + 1 < len && strchr("bB", bytes[at + 1]))) /* <br /><b>Warning</b> */
		return bytes + at;
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
		const char *found = memmem(bytes, len < HEAD ? len : HEAD, starts[i], strlen(starts[i]));

		first = found && (!first || found < first) ? found : first;
	}
	return first;
}

/* Decodes gzip, twice if a server has packed a packed file. The result is in out, or the bytes are unchanged. *is_cut: some of it
 * is missing. */
static status take_off_gzip(const char **bytes, size_t *len, buffer *out, bool *is_cut)
{
	status err = OK;

	for (int i = 0; i < PACKED_MOST && !err && *len >= 2 && memcmp(*bytes, "\x1f\x8b", 2) == 0; i++) {
		buffer unpacked = {0};
		bool whole;

		err = unpack("", *bytes, *len, SITEMAP_BYTES_MOST, &unpacked, &whole);
		*is_cut |= err == ERR_LIMIT || (!err && !whole);
		err = err == ERR_LIMIT ? OK : err; /* a truncated result is read, too */
		buffer_free(out);
		*out = unpacked;
		*bytes = unpacked.bytes ? unpacked.bytes : "";
		*len = unpacked.len;
	}
	return err;
}

/* Is it UTF-16, by its byte order mark or its first characters? */
static bool is_wide(const char *bytes, size_t len)
{
	if (len < 4)
		return false;
	return memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0 || (!bytes[0] && bytes[1] && !bytes[2]) ||
	       (bytes[0] && !bytes[1] && !bytes[3]);
}

/* Is the first element one of these, whatever its prefix? */
static bool is_root(const char *xml, size_t len)
{
	static const char *const roots[] = {"urlset", "sitemapindex", "rss", "feed", "RDF"};
	const char *name = content_first_element(xml, &len), *end = name, *colon;

	while (len && (size_t)(end - name) < len && !strchr(" \t\r\n/>", *end))
		end++;
	colon = len ? memchr(name, ':', (size_t)(end - name)) : NULL;
	name = colon ? colon + 1 : name + (end > name);
	for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
		if ((size_t)(end - name) == strlen(roots[i]) && memcmp(name, roots[i], strlen(roots[i])) == 0)
			return true;
	return false;
}

bool sitemap_is_xml(const sitemap_text *t)
{
	const char *xml = find_xml(t->bytes, t->len);

	return xml && is_root(xml, t->len - (size_t)(xml - t->bytes));
}

/* Removes an incomplete URL at the end of the text. */
static void drop_cut_end(sitemap_text *t)
{
	const char *end = sitemap_is_xml(t) ? memrchr(t->bytes, '>', t->len) : memrchr(t->bytes, '\n', t->len);

	t->len = end ? (size_t)(end - t->bytes) + 1 : 0;
}

status sitemap_text_of(const char *bytes, size_t len, sitemap_text *out)
{
	charset_result decoded;
	status err;

	*out = (sitemap_text){.bytes = bytes, .len = len, .memory = arena_new()};
	err = out->memory ? take_off_gzip(&out->bytes, &out->len, &out->unpacked, &out->is_cut) : ERR_MEMORY;
	if (!err && is_wide(out->bytes, out->len)) {
		err = charset_decode((firstprint_span){out->bytes, out->len}, NULL, out->memory, &decoded);
		out->bytes = err ? out->bytes : decoded.text.at;
		out->len = err ? out->len : decoded.text.len;
	}
	if (!err && out->len >= 3 && memcmp(out->bytes, "\xef\xbb\xbf", 3) == 0) {
		out->bytes += 3;
		out->len -= 3;
	}
	if (!err && out->is_cut)
		drop_cut_end(out);
	if (err)
		sitemap_text_free(out);
	return err;
}

void sitemap_text_free(sitemap_text *t)
{
	buffer_free(&t->unpacked);
	arena_free(t->memory);
	*t = (sitemap_text){0};
}

static bool is_list(const char *at, size_t len)
{
	const char *end = at + len, *line;
	size_t n, urls = 0;

	while (next_line(&at, end, &line, &n)) {
		if (n && !is_url(line, n))
			return false;
		urls += n > 0;
	}
	return urls > 0;
}

bool sitemap_is(const char *bytes, size_t len)
{
	sitemap_text t;
	bool is;

	if (sitemap_text_of(bytes, len, &t))
		return false;
	is = sitemap_is_xml(&t) || is_list(t.bytes, t.len);
	sitemap_text_free(&t);
	return is;
}

status sitemap_read_text(const sitemap_text *t, const sitemap_reader *reader, size_t *cut)
{
	walk w = {.reader = reader};
	const char *xml = find_xml(t->bytes, t->len);

	if (xml)
		w.err = read_xml(&w, xml, t->len - (size_t)(xml - t->bytes));
	else
		read_lines(&w, t->bytes, t->len);
	if (cut)
		*cut = w.cut + t->is_cut;
	return w.err;
}

status sitemap_read(const char *bytes, size_t len, const sitemap_reader *reader, size_t *cut)
{
	sitemap_text t;
	status err = sitemap_text_of(bytes, len, &t);

	if (err)
		return err;
	err = sitemap_read_text(&t, reader, cut);
	sitemap_text_free(&t);
	return err;
}
