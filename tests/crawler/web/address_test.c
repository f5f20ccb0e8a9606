#include "crawler/web/address.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/un.h>

static bool is_public(const char *text)
{
	struct sockaddr_in v4 = {.sin_family = AF_INET};
	struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};

	if (inet_pton(AF_INET, text, &v4.sin_addr) == 1)
		return address_kind_of((const struct sockaddr *)(const void *)&v4) == ADDRESS_PUBLIC;
	cr_assert(inet_pton(AF_INET6, text, &v6.sin6_addr) == 1, "%s", text);
	return address_kind_of((const struct sockaddr *)(const void *)&v6) == ADDRESS_PUBLIC;
}

Test(address, public_addresses_are_allowed)
{
	static const char *const rows[] = {
		"1.1.1.1", "8.8.8.8", "93.184.216.34", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
		"126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0",
		"192.0.1.0", "192.0.3.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
		"203.0.112.255", "203.0.114.0", "223.255.255.255", "2606:4700::1111", "2a00:1450:4001::1", "2001:4860::8888",
		"::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1",
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect(is_public(rows[i]), "%s", rows[i]);
}

Test(address, private_and_reserved_addresses_are_not)
{
	static const char *const rows[] = {
		"0.0.0.0", "0.1.2.3", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",
		"127.255.255.255", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.1", "192.0.2.1",
		"192.88.99.1", "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.1",
		"203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "febf::1", "fec0::1",
		"fc00::1", "fdff::1", "ff02::1", "2001:db8::1", "2001::1", "100::1",
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect(!is_public(rows[i]), "%s", rows[i]);
}

Test(address, an_ipv6_address_with_a_private_ipv4_address_in_it_is_private)
{
	static const char *const rows[] = {
		"::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "::8.8.8.8",
		"64:ff9b::127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::808:808", "2002:7f00:1::", "2002:c0a8:101::1",
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect(!is_public(rows[i]), "%s", rows[i]);
}

Test(address, other_families_are_not_public)
{
	struct sockaddr_un local = {.sun_family = AF_UNIX};
	struct sockaddr none = {.sa_family = AF_UNSPEC};

	cr_expect_eq(address_kind_of((const struct sockaddr *)(const void *)&local), ADDRESS_PRIVATE);
	cr_expect_eq(address_kind_of(&none), ADDRESS_PRIVATE);
}

Test(address, names_tell_what_can_be_told_without_asking)
{
	static const struct { const char *name; enum address_kind kind; } rows[] = {
		{"example.com", ADDRESS_PUBLIC}, {"8.8.8.8", ADDRESS_PUBLIC}, {"[2606:4700::1111]", ADDRESS_PUBLIC}, {"notlocalhost", ADDRESS_PUBLIC},
		{"10.1.2.3", ADDRESS_PRIVATE}, {"127.0.0.1", ADDRESS_PRIVATE}, {"[::1]", ADDRESS_PRIVATE}, {"localhost", ADDRESS_PRIVATE},
		{"a.LOCALHOST.", ADDRESS_PRIVATE}, {"[::ffff:10.0.0.1]", ADDRESS_PRIVATE}, {"[fd00::1]", ADDRESS_PRIVATE},
		{"169.254.169.254", ADDRESS_FORBIDDEN}, {"169.254.0.1", ADDRESS_FORBIDDEN}, {"168.63.129.16", ADDRESS_FORBIDDEN},
		{"100.100.100.200", ADDRESS_FORBIDDEN}, {"192.0.0.192", ADDRESS_FORBIDDEN}, {"[fe80::1]", ADDRESS_FORBIDDEN},
		{"[fe80::1%25eth0]", ADDRESS_FORBIDDEN}, {"[fd00:ec2::254]", ADDRESS_FORBIDDEN}, {"[::ffff:169.254.169.254]", ADDRESS_FORBIDDEN},
		{"[64:ff9b::a9fe:a9fe]", ADDRESS_FORBIDDEN}, {"[2002:a9fe:a9fe::1]", ADDRESS_FORBIDDEN}, {"metadata.google.internal", ADDRESS_FORBIDDEN},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		cr_expect_eq(address_of_name(rows[i].name), rows[i].kind, "%s", rows[i].name);
}
