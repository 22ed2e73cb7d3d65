/*
 * Numbers of processors: those of sycl::ext::oneapi::experimental::architecture
 * (device_architecture.hpp).  The family is in the upper 8 bits; below it are for Intel's GPUs
 * the ip-version, one byte for each part, for NVIDIA's 16 times the compute capability, for AMD's
 * the digits of gfxNNN.  Nothing below it: some processor of the family.
 */
#ifndef FORMAT_ARCHITECTURE_H
#define FORMAT_ARCHITECTURE_H

#include <stdint.h>

#include "format/devconfig.h"

/* Device code calls this function without arguments for the number of its processor (unsigned). */
#define ARCHITECTURE_FUNCTION "__sycl_architecture"

enum {
	ARCHITECTURE_UNKNOWN = 0,
	ARCHITECTURE_X86_64 = 0x01000001,
	ARCHITECTURE_INTEL_GPU = 0x02000000,
	/* The SpecId of that number in SPIR-V that is compiled at run time; its default is ARCHITECTURE_UNKNOWN. */
	ARCHITECTURE_SPEC_ID = 0x7ffffffe
};

/* The number of a target of Intel's or of x86_64; ARCHITECTURE_UNKNOWN of others and of those whose device is not known before the program runs. */
uint32_t architecture_of_target(const struct target *target);

#endif
