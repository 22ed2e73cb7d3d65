/* The kernels of a finalized module, as the worker describes them. */
#include <stddef.h>
#include <string.h>

#include "muxlib/private.h"

/* Numbers of 64 bits before the name of a kernel and before each parameter: those of mux_describe() in lib/mux/mux.h. */
enum { LOCAL_MEMORY, SUB_GROUP, SIZE_X, SIZE_Y, SIZE_Z, PARAMETERS, NAME_LENGTH, KERNEL_FIELDS };
enum { OFFSET, SIZE, ALIGN, KIND, PARAMETER_FIELDS };

void
program_clear(struct mux_module *module)
{
	size_t i;

	for (i = 0; i < module->nkernel && module->deferred; i++)
		if (module->deferred[i]) {
			bytes_free(module->context, &module->deferred[i]->binary);
			memory_put(module->context, module->deferred[i]);
		}
	memory_put(module->context, module->deferred);
	memory_put(module->context, module->kernel);
	memory_put(module->context, module->parameter);
	memory_put(module->context, module->argument);
	module->argument = NULL;
	module->deferred = NULL;
	module->kernel = NULL;
	module->parameter = NULL;
	module->nkernel = 0;
}

/* A place in the description. */
struct cursor {
	const uint8_t *p, *end;
};

static bool
take(struct cursor *cursor, uint64_t *number, size_t n)
{
	if ((size_t)(cursor->end - cursor->p) / sizeof *number < n)
		return false;
	memcpy(number, cursor->p, n * sizeof *number);
	cursor->p += n * sizeof *number;
	return true;
}

/* The text at the cursor, of which p is the next byte then; NULL when it does not end. */
static const char *
take_text(struct cursor *cursor)
{
	const char *text = (const char *)cursor->p;
	const uint8_t *end = memchr(cursor->p, '\0', (size_t)(cursor->end - cursor->p));

	if (!end)
		return NULL;
	cursor->p = end + 1;
	return text;
}

/* What the source says of n parameters; into module, from index at on, when it has room. */
static bool
read_source(struct mux_module *module, struct cursor *cursor, size_t at, size_t n)
{
	struct mux_argument_info info;
	uint64_t space;
	size_t i;

	for (i = at; i < at + n; i++) {
		if (!take(cursor, &space, 1) || !(info.name = take_text(cursor)) || !(info.type = take_text(cursor)) ||
		    !(info.access = take_text(cursor)) || !(info.qualifiers = take_text(cursor)))
			return false;
		info.address_space = (uint32_t)space;
		if (module->argument)
			module->argument[i] = info;
	}
	return true;
}

/* One kernel; into module when it has room for what was counted. */
static bool
read_kernel(struct mux_module *module, struct cursor *cursor, size_t *nparameter)
{
	struct mux_kernel_info info = { 0 };
	uint64_t field[KERNEL_FIELDS], number[PARAMETER_FIELDS];
	size_t i;

	if (!take(cursor, field, KERNEL_FIELDS) || field[PARAMETERS] > (size_t)(cursor->end - cursor->p) / sizeof number)
		return false;
	info.local_memory = field[LOCAL_MEMORY];
	info.sub_group_size = (uint32_t)field[SUB_GROUP];
	for (i = 0; i < 3; i++)
		info.work_group_size[i] = (uint32_t)field[SIZE_X + i];
	info.nparameter = field[PARAMETERS];
	info.parameters = module->parameter ? module->parameter + *nparameter : NULL;
	for (i = 0; i < info.nparameter; i++) {
		if (!take(cursor, number, PARAMETER_FIELDS) || number[KIND] > MUX_PARAMETER_SAMPLER)
			return false;
		if (module->parameter)
			module->parameter[*nparameter] =
				(struct mux_parameter){ (enum mux_parameter_kind)number[KIND], (uint32_t)number[OFFSET],
							(uint32_t)number[SIZE], (uint32_t)number[ALIGN] };
		++*nparameter;
	}
	info.name = (const char *)cursor->p;
	if (field[NAME_LENGTH] >= (size_t)(cursor->end - cursor->p) || cursor->p[field[NAME_LENGTH]] ||
	    strlen(info.name) != field[NAME_LENGTH] || info.sub_group_size == 0)
		return false;
	cursor->p += field[NAME_LENGTH] + 1;
	if (!read_source(module, cursor, *nparameter - info.nparameter, info.nparameter))
		return false;
	if (module->kernel)
		module->kernel[module->nkernel] = info;
	module->nkernel++;
	return true;
}

static bool
read_kernels(struct mux_module *module, size_t *nparameter)
{
	struct cursor cursor = { module->description.data, module->description.data + module->description.n };

	*nparameter = 0;
	module->nkernel = 0;
	while (cursor.p < cursor.end)
		if (!read_kernel(module, &cursor, nparameter))
			return false;
	return true;
}

int
program_read(struct mux_module *module)
{
	size_t nparameter;

	program_clear(module);
	if (!read_kernels(module, &nparameter)) {
		module->nkernel = 0;
		return -1;
	}
	module->deferred = memory_zeroed(module->context, module->nkernel, sizeof(struct mux_deferred *));
	module->kernel = memory_zeroed(module->context, module->nkernel, sizeof *module->kernel);
	module->parameter = memory_zeroed(module->context, nparameter, sizeof *module->parameter);
	module->argument = memory_zeroed(module->context, nparameter, sizeof *module->argument);
	if (!module->deferred || !module->kernel || !module->parameter || !module->argument) {
		program_clear(module);
		return 1;
	}
	return read_kernels(module, &nparameter) ? 0 : -1;
}

enum mux_result
mux_module_argument_info(const struct mux_module *module, size_t kernel, size_t parameter, struct mux_argument_info *info)
{
	const struct mux_kernel_info *of;

	if (!module || !info || kernel >= module->nkernel || parameter >= module->kernel[kernel].nparameter)
		return MUX_INVALID_VALUE;
	of = &module->kernel[kernel];
	*info = module->argument[of->parameters - module->parameter + (ptrdiff_t)parameter];
	return MUX_SUCCESS;
}
