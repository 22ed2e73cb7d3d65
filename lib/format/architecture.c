#include "architecture.h"

#include <stdlib.h>

#include "base/text.h"

uint32_t
architecture_of_target(const struct target *target)
{
	const char *text = target->ip_version;
	uint32_t number = 0;
	char *end;
	int i;

	if (text_starts(target->name, "x86_64") || text_starts(target->name, "spir64_x86_64"))
		return ARCHITECTURE_X86_64;
	if (!text && !text_starts(target->name, "intel_gpu"))
		return ARCHITECTURE_UNKNOWN;
	for (i = 0; text && i < 3; i++) {
		number = number << 8 | (strtoul(text, &end, 10) & 0xff);
		text = *end ? end + 1 : end;
	}
	return ARCHITECTURE_INTEL_GPU | number;
}
