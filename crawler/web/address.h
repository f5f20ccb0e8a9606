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

#endif
