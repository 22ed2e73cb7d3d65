/*
 * The functions of the C library that device code may call: mathematics,
 * memory and strings, printf and assert.  All others (system, open, exit) are
 * undefined functions in a kernel.
 */
#ifndef MUX_HOSTCALLS_H
#define MUX_HOSTCALLS_H

#include <stdbool.h>

bool hostcalls_allow(const char *name);

#endif
