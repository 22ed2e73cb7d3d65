/* Specialization constants inside a SPIR-V module. */
#ifndef SPIRV_H
#define SPIRV_H

#include <stddef.h>
#include <stdint.h>

struct spirv_value {
	uint32_t id;		/* SpecId */
	uint32_t size;		/* in bytes, at most 8 */
	uint64_t bits;
};

/*
 * Gives the constants of the module other default values (value: n of them,
 * sorted by id; ids that the module lacks are passed over).  Returns NULL, or
 * what is wrong with the module.
 */
const char *spirv_set_constants(unsigned char *data, size_t size, const struct spirv_value *value, size_t n);

#endif
