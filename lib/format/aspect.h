/* SYCL aspects: names and permanent numbers (doc/formats/aspects.7). */
#ifndef FORMAT_ASPECT_H
#define FORMAT_ASPECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* ASPECT_fp64 and so on, with their numbers. */
enum aspect {
#define SYCL_CC_ASPECT(number, name) ASPECT_##name = number,
#include "sycl-cc/aspects.def"
};

/* The number of the aspect with that name, -1 when there is none. */
int aspect_number(const char *name);
/* The name of that number, NULL when it has none.  Deprecated aliases are never returned. */
const char *aspect_name(int32_t number);
/* The name of that number, else the number in the arena. */
const char *aspect_text(int64_t number, struct arena *arena);
/* All names in ascending order of number, *n of them: for listings and "did you mean". */
const char *const *aspect_names(size_t *n);
/* cpu, gpu, accelerator and host: aspects that are a type of device, and so may be fixed targets. */
bool aspect_is_device_type(const char *name);

#endif
