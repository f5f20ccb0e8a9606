/* exported — libfirstprint.h as the library's own files include it: its functions are all that is seen outside. */
#ifndef LIBRARY_EXPORTED_H
#define LIBRARY_EXPORTED_H

#pragma GCC visibility push(default)
#include "library/libfirstprint.h"
#pragma GCC visibility pop

#endif
