/* Telling the user where something in the device code comes from. */
#ifndef POST_LINK_CHAIN_H
#define POST_LINK_CHAIN_H

#include "base/diag.h"
#include "graph.h"

/* The instruction's source location; file NULL without debug info or instruction.  Points into the arena. */
struct diag_place place_of(LLVMValueRef instruction);
/*
 * The same; for an instruction inlined from a header, the location in the first
 * file of another folder that it was inlined into, which is the user's.
 */
struct diag_place user_place_of(LLVMValueRef instruction);
/* A note with the chain from the entry point to the node: "kernel 'k' -> 'f' -> 'g'", by graph_chains(). */
void chain_note(const struct graph *graph, const uint32_t *from, uint32_t node);

#endif
