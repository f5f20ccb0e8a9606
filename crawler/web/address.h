/* address — IP addresses that the crawler may connect to. Links, redirects and DNS records come from strangers and
 * could lead it into a private network. */
#ifndef CRAWLER_WEB_ADDRESS_H
#define CRAWLER_WEB_ADDRESS_H

#include <sys/socket.h>

/* FORBIDDEN: link-local addresses, and those where clouds serve metadata and credentials (169.254.169.254, 168.63.129.16,
 * fd00:ec2::254). They have no web pages, and no option allows them.
 * PRIVATE: loopback, private, carrier-grade NAT, multicast, reserved and documentation ranges (RFC 6890), and families other than
 * IPv4 and IPv6.
 * An IPv6 address that contains an IPv4 address has the kind of that IPv4 address. */
enum address_kind { ADDRESS_PUBLIC, ADDRESS_PRIVATE, ADDRESS_FORBIDDEN };
enum address_kind address_kind_of(const struct sockaddr *address);
/* Classifies the name of a host, as in a URL, without looking up its address. "10.1.2.3" and "localhost" are private, other names
 * are public. */
enum address_kind address_of_name(const char *host);

#endif
