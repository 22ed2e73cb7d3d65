/*
 * Gathers and scatters in which few lanes take part, or none.  Processors take as long for them as for others, AMD's dozens
 * of clocks; where only the work-items at the edge of a tile load or store something, nearly all are empty.
 */
#ifndef MUX_EMPTY_H
#define MUX_EMPTY_H

#include "mux/compilation.h"

/*
 * In an optimized module, loads and stores one by one where one or two lanes of a known mask are set, and branches around
 * gathers under other masks; on processors with vectors of 512 bits around scatters, too.  Where all lanes of one have one
 * address, the last one alone is stored.
 */
void empty_skip(struct compilation *c);

#endif
