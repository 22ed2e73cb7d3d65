/*
 * Addresses of gathers and scatters as processors want them: one base and an offset for each lane.
 * LLVM's passes move the lanes' offsets out of loops by making them addresses, to which each round
 * then adds what all lanes have in common.
 */
#ifndef MUX_GATHER_H
#define MUX_GATHER_H

#include "mux/compilation.h"

/* Gives the gathers and scatters of an optimized module such addresses where they can have them. */
void gather_split_addresses(struct compilation *c);

/* Extends the lanes' offsets, where they are narrower than addresses, just before they are used. */
void gather_extend_offsets(struct compilation *c);

#endif
