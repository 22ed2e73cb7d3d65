/* The processors that native CPU images can be made for. */
#ifndef MUX_PROCESSOR_H
#define MUX_PROCESSOR_H

#include <stdbool.h>

struct processor {
	const char *name;	/* in options */
	const char *cpu;	/* LLVM's name; NULL: the same */
	const char *triple;
};

/* The processor of that name; NULL: there is none. */
const struct processor *processor_find(const char *name);
/* The name nearest to one that is none; NULL: none is near. */
const char *processor_suggest(const char *name);
/* All names, separated by commas. */
const char *processor_names(void);
/* LLVM's name of it. */
const char *processor_cpu(const struct processor *processor);
/*
 * Features for LLVM that say more than the processor's name, "" if none.  LLVM prefers 256 bits for all processors of
 * Intel, also for those that run vectors of 512 bits at the clock rate of others; and has x86-64-v3 read the elements of
 * a gather one by one, as the first processors of the kind did best.
 */
const char *processor_tuning(const char *cpu);
/* Elements of a vector are stored one by one, or hardly faster: all but Intel's processors with vectors of 512 bits. */
bool processor_scatters_slowly(const char *cpu);
/* Vectors of 256 bits go through memory faster than those of 512, which are two of them for its loads and stores. */
bool processor_streams_in_halves(const char *cpu);
/* Bits of a vector: 512, of which it has 32; 256, of which it has 16 (AVX2); less: 0. */
unsigned processor_vector_bits(const char *cpu);
/* LLVM may make vectors of structures side by side under a mask: with SVE. */
bool processor_masks_structures(const struct processor *processor);
/* This process runs on such a processor, or an older or newer one of its architecture. */
bool processor_is_here(const struct processor *processor);

#endif
