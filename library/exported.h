/* exported — includes libfirstprint.h for the library's own files, and exports its functions; the library exports nothing else. */
#ifndef LIBRARY_EXPORTED_H
#define LIBRARY_EXPORTED_H

#pragma GCC visibility push(default)
#include "library/libfirstprint.h"
#pragma GCC visibility pop

#endif
