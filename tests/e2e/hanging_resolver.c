/* A getaddrinfo that never returns, for stop_test. */
#include <netdb.h>
#include <unistd.h>

__attribute__((visibility("default"))) int getaddrinfo(const char *node, const char *service,
							const struct addrinfo *hints, struct addrinfo **out)
{
	(void)node, (void)service, (void)hints, (void)out;
	for (;;)
		sleep(3600);
}
