#include "tests/e2e/hostile_answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define PAGE_HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"

static bool send_typed(const hostile_call *c, const char *type)
{
	size_t len = strlen(c->text);

	return hostile_print(c->fd, "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %zu\r\n\r\n", type, len) &&
	       hostile_send(c->fd, c->text, len);
}

bool hostile_html(const hostile_call *c)
{
	return send_typed(c, "text/html");
}

bool hostile_plain(const hostile_call *c)
{
	return send_typed(c, "text/plain");
}

bool hostile_numbered(const hostile_call *c)
{
	char page[8192];
	int number = atoi(c->path + 1), links = number ? 0 : atoi(c->text);
	size_t len = (size_t)sprintf(page, "<title>Page %d</title><p>", number);

	for (int i = 0; i < 40; i++)
		len += (size_t)sprintf(page + len, "w%cx%cy%c ", 'a' + number % 26, 'a' + i % 26, 'a' + number / 26);
	for (int i = 1; i <= links; i++)
		len += (size_t)sprintf(page + len, "<a href=/%d>x</a>", i);
	hostile_sleep(10);
	hostile_print(c->fd, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Length: %zu\r\n\r\n", len);
	hostile_send(c->fd, page, len);
	return false;
}

bool hostile_raw(const hostile_call *c)
{
	hostile_send(c->fd, c->text, strlen(c->text));
	return false;
}

bool hostile_redirect(const hostile_call *c)
{
	return hostile_print(c->fd, "HTTP/1.1 302 Found\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n", c->text);
}

bool hostile_redirect_on(const hostile_call *c)
{
	const char *number = strrchr(c->path, '/') + 1;

	return hostile_print(c->fd, "HTTP/1.1 302 Found\r\nLocation: %.*s%ld\r\nContent-Length: 0\r\n\r\n",
			     (int)(number - c->path), c->path, strtol(number, NULL, 10) + 1);
}

bool hostile_silence(const hostile_call *c)
{
	char byte;

	while (recv(c->fd, &byte, 1, 0) > 0) /* until the client gives up */
		;
	return false;
}

bool hostile_drip(const hostile_call *c)
{
	if (!hostile_print(c->fd, PAGE_HEAD "Content-Length: 1000\r\n\r\n"))
		return false;
	while (hostile_send(c->fd, "x", 1))
		hostile_sleep(1000);
	return false;
}

bool hostile_endless(const hostile_call *c)
{
	hostile_print(c->fd, PAGE_HEAD "\r\n<title>Without end</title>");
	for (int i = 0; hostile_print(c->fd, "<p>This is paragraph %d of a page that goes on and on.\n", i); i++)
		;
	return false;
}

/* With a linger time of 0, close discards unsent data and sends an RST. */
bool hostile_reset(const hostile_call *c)
{
	struct linger none = {.l_onoff = 1, .l_linger = 0};

	hostile_print(c->fd, PAGE_HEAD "Content-Length: 1000\r\n\r\n<p>Half a page");
	hostile_sleep(50); /* an RST may discard data that was sent before it */
	setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
	return false;
}

bool hostile_close_idle(const hostile_call *c)
{
	char byte;

	if (!hostile_html(c))
		return false;
	recv(c->fd, &byte, 1, MSG_PEEK);
	return false;
}

bool hostile_nul(const hostile_call *c)
{
	static const char head[] = "HTTP/1.1 200 OK\r\nX-A: a\0b\r\nContent-Length: 4\r\n\r\n<p>a";

	hostile_send(c->fd, head, sizeof head - 1);
	return false;
}

bool hostile_long_header(const hostile_call *c)
{
	size_t len = strtoul(c->text, NULL, 10);
	char *line = malloc(len);

	if (!line)
		return false;
	memset(line, 'x', len);
	if (hostile_print(c->fd, "HTTP/1.1 200 OK\r\nETag: ") && hostile_send(c->fd, line, len))
		hostile_print(c->fd, "\r\nContent-Length: 4\r\n\r\n<p>a");
	free(line);
	return false;
}

bool hostile_many_headers(const hostile_call *c)
{
	hostile_print(c->fd, "HTTP/1.1 200 OK\r\n");
	for (int i = 0; hostile_print(c->fd, "X-Header-%d: %01000d\r\n", i, i); i++)
		;
	return false;
}

bool hostile_hundred(const hostile_call *c)
{
	for (int i = 0; i < 100; i++)
		if (!hostile_print(c->fd, "HTTP/1.1 %s\r\nX-Number: %d\r\n\r\n", i % 2 ? "100 Continue" : "103 Early Hints", i))
			return false;
	return hostile_html(c);
}
