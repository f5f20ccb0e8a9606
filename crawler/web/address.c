#include "crawler/web/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

static bool public_v4(uint32_t a)
{
	static const struct {
		uint32_t net;
		int bits;
	} special[] = {
		{0x00000000, 8},  /* this network */
		{0x0a000000, 8},  /* private */
		{0x64400000, 10}, /* carrier-grade NAT */
		{0x7f000000, 8},  /* loopback */
		{0xa9fe0000, 16}, /* link-local, metadata services */
		{0xa83f8110, 32}, /* Azure's host */
		{0xac100000, 12}, /* private */
		{0xc0000000, 24}, /* IETF */
		{0xc0000200, 24}, /* documentation */
		{0xc0586300, 24}, /* 6to4 relays */
		{0xc0a80000, 16}, /* private */
		{0xc6120000, 15}, /* benchmarks */
		{0xc6336400, 24}, /* documentation */
		{0xcb007100, 24}, /* documentation */
		{0xe0000000, 3},  /* multicast, reserved, broadcast */
	};

	for (size_t i = 0; i < sizeof special / sizeof *special; i++)
		if ((a ^ special[i].net) >> (32 - special[i].bits) == 0)
			return false;
	return true;
}

static bool forbidden_v4(uint32_t a)
{
	return a >> 16 == 0xa9fe || a == 0xa83f8110 || a == 0x646464c8 /* Alibaba */ || a == 0xc00000c0 /* Oracle */;
}

static uint32_t v4_at(const uint8_t *at)
{
	return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static bool public_v6(const uint8_t a[16])
{
	static const uint8_t zeros[12], nat64[12] = {0, 0x64, 0xff, 0x9b}, mapped[12] = {[10] = 0xff, [11] = 0xff};

	if (memcmp(a, zeros, 12) == 0 || memcmp(a, mapped, 12) == 0) /* ::/96, with ::1; IPv4-mapped */
		return memcmp(a, mapped, 12) == 0 && public_v4(v4_at(a + 12));
	if (memcmp(a, nat64, 12) == 0)
		return public_v4(v4_at(a + 12));
	if (a[0] == 0x20 && a[1] == 0x02) /* 6to4 */
		return public_v4(v4_at(a + 2));
	if (a[0] == 0x20 && a[1] == 0x01 &&
	    (a[2] < 2 || (a[2] == 0x0d && a[3] == 0xb8))) /* IETF protocols, with Teredo; documentation */
		return false;
	return (a[0] & 0xe0) == 0x20; /* only 2000::/3 is allocated; this excludes fc00::/7, fe80::/10, ff00::/8 */
}

bool address_is_public(const struct sockaddr *address)
{
	if (address->sa_family == AF_INET)
		return public_v4(ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr));
	if (address->sa_family == AF_INET6)
		return public_v6(((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr);
	return false;
}

/* The IPv4 address that is in an IPv6 address. false: there is none. */
static bool embedded_v4(const uint8_t a[16], uint32_t *out)
{
	static const uint8_t zeros[12], nat64[12] = {0, 0x64, 0xff, 0x9b}, mapped[12] = {[10] = 0xff, [11] = 0xff};
	bool sixtofour = a[0] == 0x20 && a[1] == 0x02;

	*out = v4_at(sixtofour ? a + 2 : a + 12);
	return sixtofour || memcmp(a, zeros, 12) == 0 || memcmp(a, nat64, 12) == 0 || memcmp(a, mapped, 12) == 0;
}

static bool forbidden_v6(const uint8_t a[16])
{
	static const uint8_t aws[16] = {0xfd, 0, 0x0e, 0xc2, [14] = 0x02, [15] = 0x54};
	uint32_t v4;

	return (a[0] == 0xfe && (a[1] & 0xc0) == 0x80) || memcmp(a, aws, 16) == 0 || (embedded_v4(a, &v4) && forbidden_v4(v4));
}

bool address_is_forbidden(const struct sockaddr *address)
{
	if (address->sa_family == AF_INET)
		return forbidden_v4(ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr));
	if (address->sa_family == AF_INET6)
		return forbidden_v6(((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr);
	return false;
}

/* ── names ── */

union any_address {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
};

static enum address_kind kind_of(const union any_address *address)
{
	if (address_is_forbidden(&address->any))
		return ADDRESS_FORBIDDEN;
	return address_is_public(&address->any) ? ADDRESS_PUBLIC : ADDRESS_PRIVATE;
}

/* Is it this name, or does it end in it behind a dot? A dot at its end does not count. */
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
		return kind_of(&v4);
	if (inet_pton(AF_INET6, *bare ? bare : host, &v6.v6.sin6_addr) == 1)
		return kind_of(&v6);
	if (is_in(host, "metadata.google.internal"))
		return ADDRESS_FORBIDDEN;
	return is_in(host, "localhost") ? ADDRESS_PRIVATE : ADDRESS_PUBLIC;
}
