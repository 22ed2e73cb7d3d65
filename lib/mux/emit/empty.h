/*
 * Scatters in which no lane takes part.  Processors take as long for them as for others, AMD's dozens of clocks; where
 * only the work-items at the edge of a tile store something, nearly all are empty.
 */
#ifndef MUX_EMPTY_H
#define MUX_EMPTY_H

#include "mux/compilation.h"

/*
 * In an optimized module for a processor that has scatters, branches around those under a mask.  Where all lanes have one
 * address, the last one alone is stored.
 */
void empty_skip(struct compilation *c);

#endif
