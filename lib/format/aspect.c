#include "aspect.h"

#include <inttypes.h>
#include <string.h>

static const struct {
	int number;
	const char *name;
} table[] = {
#define SYCL_CC_ASPECT(number, name) { number, #name },
#include "sycl-cc/aspects.def"
};

enum { N_ASPECTS = sizeof table / sizeof *table };

int
aspect_number(const char *name)
{
	size_t i;

	for (i = 0; i < N_ASPECTS; i++)
		if (!strcmp(table[i].name, name))
			return table[i].number;
	if (!strcmp(name, "usm_system_allocator"))
		return ASPECT_usm_system_allocations;	/* its name before SYCL 2020 */
	return -1;
}

const char *
aspect_name(int32_t number)
{
	size_t low = 0, high = N_ASPECTS;

	while (low < high) {
		size_t mid = (low + high) / 2;

		if (table[mid].number == number)
			return table[mid].name;
		if (table[mid].number < number)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

const char *
aspect_text(int64_t number, struct arena *arena)
{
	const char *name = aspect_name((int32_t)number);

	return name ? name : arena_printf(arena, "%" PRId64, number);
}

const char *const *
aspect_names(size_t *n)
{
	static const char *names[N_ASPECTS];
	size_t i;

	for (i = 0; i < N_ASPECTS; i++)
		names[i] = table[i].name;
	*n = N_ASPECTS;
	return names;
}

bool
aspect_is_device_type(const char *name)
{
	switch (aspect_number(name)) {
	case ASPECT_host: case ASPECT_cpu: case ASPECT_gpu: case ASPECT_accelerator: return true;
	default: return false;
	}
}
