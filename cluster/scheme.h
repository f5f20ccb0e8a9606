/* scheme — which server a URL names, and whether this build can talk to it. */
#ifndef CLUSTER_SCHEME_H
#define CLUSTER_SCHEME_H

#include "base/status.h"

enum scheme { SCHEME_REDIS, SCHEME_POSTGRESQL, SCHEMES };

/* ERR_USAGE: none, or this build cannot; why says so. */
status scheme_of(const char *url, enum scheme *out, complaint *why);

#endif
