/* address — IP addresses that the crawler may connect to. Links, redirects and DNS records come from strangers and
 * could lead it into a private network. */
#ifndef CRAWLER_WEB_ADDRESS_H
#define CRAWLER_WEB_ADDRESS_H

#include <stdbool.h>
#include <sys/socket.h>

/* Is it an address of the public Internet? false for loopback, private, link-local (where clouds serve metadata),
 * carrier-grade NAT, multicast, reserved and documentation ranges (RFC 6890), for IPv6 addresses that contain such an
 * IPv4 address, and for families other than IPv4 and IPv6. */
bool address_is_public(const struct sockaddr *address);
/* Is it link-local, or where clouds serve metadata and credentials (169.254.169.254, 168.63.129.16, fd00:ec2::254)? Nobody's pages are
 * there, and nothing lifts this guard. */
bool address_is_forbidden(const struct sockaddr *address);

enum address_kind { ADDRESS_PUBLIC, ADDRESS_PRIVATE, ADDRESS_FORBIDDEN };
/* Of the name of a host, as in a URL: what can be said without asking for its address. "10.1.2.3" and "localhost" are private, other
 * names are public. */
enum address_kind address_of_name(const char *host);

#endif
