/*
 * Builtins of the ComputeMux compiler specification that a module calls by their
 * names (section "Builtins").  Each declaration __mux_* is looked up:
 * - group operations in work-, sub- and vec-group scope, by operation and type;
 * - functions of share/mux-builtins.cl, which are linked;
 * - builtins that later stages know (lower/builtin.h).
 */
#ifndef MUX_GIVEN_H
#define MUX_GIVEN_H

#include "mux/compilation.h"

/* Reports unknown names and other types than the specification's, with the line of a call; -1. */
int given_take(struct compilation *c);

#endif
