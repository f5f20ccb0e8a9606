/* address — which addresses a crawler may be sent to by a stranger's link, redirect or DNS entry. */
#ifndef CRAWLER_WEB_ADDRESS_H
#define CRAWLER_WEB_ADDRESS_H

#include <stdbool.h>
#include <sys/socket.h>

/* Is it an address of the public Internet? Not: loopback, private, link-local (cloud metadata too), carrier-grade NAT,
 * multicast, reserved and documentation ranges, nor IPv6 forms that carry such an IPv4 address (RFC 6890). */
bool address_is_public(const struct sockaddr *address);

#endif
