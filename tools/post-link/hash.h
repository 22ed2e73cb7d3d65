/*
 * Structural hashes of the contents of functions and variables.
 * Metadata, attributes, debug info, the numbers that LLVM appends to type
 * names, and the names of local functions and variables do not count.
 */
#ifndef POST_LINK_HASH_H
#define POST_LINK_HASH_H

#include <stdint.h>

#include "graph.h"

struct hash {
	uint8_t byte[16];
};

struct hasher;
/* A hasher for the graph's module, in the arena. */
struct hasher *hasher_new(const struct graph *graph);
/* The hash of one definition; of local ones that it mentions their contents count. */
struct hash hash_node(struct hasher *hasher, uint32_t node);
/* The hash of everything that the function reaches. */
struct hash hash_closure(struct hasher *hasher, uint32_t node);
/* Prints "HASH NAME" of every definition, sorted. */
int hash_print_all(const struct graph *graph);

#endif
