#include "crawler/web/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

/* Cloud services: Azure's host is in a public range; 100.100.100.200 is Alibaba's and 192.0.0.192 Oracle's. */
static enum address_kind kind_of_v4(uint32_t a)
{
	static const struct {
		uint32_t net;
		int bits;
		enum address_kind kind;
	} special[] = {
		{0xa9fe0000, 16, ADDRESS_FORBIDDEN}, /* link-local, metadata services */
		{0xa83f8110, 32, ADDRESS_FORBIDDEN}, /* Azure */
		{0x646464c8, 32, ADDRESS_FORBIDDEN}, /* Alibaba */
		{0xc00000c0, 32, ADDRESS_FORBIDDEN}, /* Oracle */
		{0x00000000, 8, ADDRESS_PRIVATE},    /* this network */
		{0x0a000000, 8, ADDRESS_PRIVATE},    /* private */
		{0x64400000, 10, ADDRESS_PRIVATE},   /* carrier-grade NAT */
		{0x7f000000, 8, ADDRESS_PRIVATE},    /* loopback */
		{0xac100000, 12, ADDRESS_PRIVATE},   /* private */
		{0xc0000000, 24, ADDRESS_PRIVATE},   /* IETF */
		{0xc0000200, 24, ADDRESS_PRIVATE},   /* documentation */
		{0xc0586300, 24, ADDRESS_PRIVATE},   /* 6to4 relays */
		{0xc0a80000, 16, ADDRESS_PRIVATE},   /* private */
		{0xc6120000, 15, ADDRESS_PRIVATE},   /* benchmarks */
		{0xc6336400, 24, ADDRESS_PRIVATE},   /* documentation */
		{0xcb007100, 24, ADDRESS_PRIVATE},   /* documentation */
		{0xe0000000, 3, ADDRESS_PRIVATE},    /* multicast, reserved, broadcast */
	};

	for (size_t i = 0; i < sizeof special / sizeof *special; i++)
		if ((a ^ special[i].net) >> (32 - special[i].bits) == 0)
			return special[i].kind;
	return ADDRESS_PUBLIC;
}

/* Returns where the IPv4 address in an IPv6 address is: IPv4-mapped, NAT64, 6to4, and ::/96, with ::1. NULL: there is none. */
static const uint8_t *embedded_v4(const uint8_t a[16])
{
	static const uint8_t zeros[12], nat64[12] = {0, 0x64, 0xff, 0x9b}, mapped[12] = {[10] = 0xff, [11] = 0xff};

	if (a[0] == 0x20 && a[1] == 0x02)
		return a + 2;
	return memcmp(a, zeros, 12) == 0 || memcmp(a, nat64, 12) == 0 || memcmp(a, mapped, 12) == 0 ? a + 12 : NULL;
}

static enum address_kind kind_of_v6(const uint8_t a[16])
{
	static const uint8_t zeros[12];                                                 /* ::/96: not in use */
	static const uint8_t aws[16] = {0xfd, 0, 0x0e, 0xc2, [14] = 0x02, [15] = 0x54}; /* metadata services */
	const uint8_t *v4 = embedded_v4(a);
	enum address_kind kind = v4 ? kind_of_v4((uint32_t)v4[0] << 24 | (uint32_t)v4[1] << 16 | (uint32_t)v4[2] << 8 | v4[3])
				    : ADDRESS_PUBLIC;

	if (v4)
		return kind == ADDRESS_PUBLIC && memcmp(a, zeros, sizeof zeros) == 0 ? ADDRESS_PRIVATE : kind;
	if ((a[0] == 0xfe && (a[1] & 0xc0) == 0x80) || memcmp(a, aws, 16) == 0)
		return ADDRESS_FORBIDDEN;
	if (a[0] == 0x20 && a[1] == 0x01 &&
	    (a[2] < 2 || (a[2] == 0x0d && a[3] == 0xb8))) /* IETF protocols, with Teredo; documentation */
		return ADDRESS_PRIVATE;
	/* only 2000::/3 is allocated; this excludes fc00::/7, ff00::/8 */
	return (a[0] & 0xe0) == 0x20 ? ADDRESS_PUBLIC : ADDRESS_PRIVATE;
}

enum address_kind address_kind_of(const struct sockaddr *address)
{
	if (address->sa_family == AF_INET)
		return kind_of_v4(ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr));
	if (address->sa_family == AF_INET6)
		return kind_of_v6(((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr);
	return ADDRESS_PRIVATE;
}

/* ── names ── */

union any_address {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
};

/* Is it this name, or a name below it? A dot at its end does not count. */
static bool is_in(const char *host, const char *domain)
{
	size_t len = strlen(host), n = strlen(domain);

	len -= len && host[len - 1] == '.';
	return len >= n && strncasecmp(host + len - n, domain, n) == 0 && (len == n || host[len - n - 1] == '.');
}

enum address_kind address_of_name(const char *host)
{
	union any_address v4 = {.v4.sin_family = AF_INET}, v6 = {.v6.sin6_family = AF_INET6};
	char bare[INET6_ADDRSTRLEN] = "";
	size_t len = strlen(host);

	if (host[0] == '[' && len < sizeof bare)
		memcpy(bare, host + 1, strcspn(host + 1, "]%"));
	if (inet_pton(AF_INET, host, &v4.v4.sin_addr) == 1)
		return address_kind_of(&v4.any);
	if (inet_pton(AF_INET6, *bare ? bare : host, &v6.v6.sin6_addr) == 1)
		return address_kind_of(&v6.any);
	if (is_in(host, "metadata.google.internal"))
		return ADDRESS_FORBIDDEN;
	return is_in(host, "localhost") ? ADDRESS_PRIVATE : ADDRESS_PUBLIC;
}
