/* Kernels that are compiled when they are launched. */
#include <string.h>

#include "muxlib/private.h"

/* A work-group of so many chunks suits most kernels. */
enum { PREFERRED_CHUNKS = 4 };

static const struct mux_device_info *
device_of(const struct mux_deferred *kernel)
{
	return kernel->module->target->info->device_info;
}

enum mux_result
mux_base_create_kernel(struct mux_module *module, const char *name, struct mux_deferred **kernel)
{
	struct mux_deferred *made;
	size_t i;

	for (i = 0; i < module->nkernel; i++)
		if (!strcmp(module->kernel[i].name, name))
			break;
	if (i == module->nkernel)
		return MUX_INVALID_VALUE;
	made = memory_zeroed(module->context, 1, sizeof *made);
	if (!made)
		return MUX_OUT_OF_MEMORY;
	made->module = module;
	made->info = &module->kernel[i];
	*kernel = made;
	return MUX_SUCCESS;
}

static enum mux_result
get_kernel(struct mux_module *module, const char *name, struct mux_deferred **kernel)
{
	enum mux_result result;
	size_t i;

	for (i = 0; i < module->nkernel; i++)
		if (module->deferred[i] && !strcmp(module->kernel[i].name, name)) {
			*kernel = module->deferred[i];
			return MUX_SUCCESS;
		}
	result = module->target->ops.create_kernel(module, name, kernel);
	if (!result)
		module->deferred[(*kernel)->info - module->kernel] = *kernel;
	return result;
}

enum mux_result
mux_module_get_kernel(struct mux_module *module, const char *name, struct mux_deferred **kernel)
{
	enum mux_result result = MUX_INVALID_VALUE;

	if (!kernel)
		return MUX_INVALID_VALUE;
	*kernel = NULL;
	if (!module || !name)
		return MUX_INVALID_VALUE;
	mux_context_lock(module->context);
	if (!module->target->info->supports_deferred_compilation)
		result = MUX_FEATURE_UNSUPPORTED;
	else if (module->state == MUX_STATE_FINALIZED)
		result = get_kernel(module, name, kernel);
	mux_context_unlock(module->context);
	return result;
}

const struct mux_kernel_info *
mux_kernel_info(const struct mux_deferred *kernel)
{
	return kernel ? kernel->info : NULL;
}

static void
finalize_pipeline(const struct mux_deferred *kernel, struct mux_pipeline *pipeline)
{
	mux_module_pipeline(kernel->module, pipeline);
	kernel->module->target->ops.pipeline_finalize(kernel->module, pipeline);
}

void
mux_kernel_preferences(const struct mux_deferred *kernel, size_t local_size[3], size_t *local_memory)
{
	struct mux_pipeline pipeline;
	size_t i;

	if (local_memory)
		*local_memory = kernel->info->local_memory;
	if (!local_size)
		return;
	finalize_pipeline(kernel, &pipeline);
	for (i = 0; i < 3; i++)
		local_size[i] = kernel->info->work_group_size[0] ? kernel->info->work_group_size[i] : 1;
	if (!kernel->info->work_group_size[0])
		local_size[0] = (size_t)PREFERRED_CHUNKS * pipeline.width;
}

/* Work-items of such a group; 0: a size is 0, or more than the device takes. */
static size_t
group_size(const struct mux_deferred *kernel, size_t x, size_t y, size_t z)
{
	const size_t most = device_of(kernel)->max_work_group_size;

	if (!x || !y || !z || x > most || y > most / x || z > most / x / y)
		return 0;
	return x * y * z;
}

static enum mux_result
compile(struct mux_deferred *kernel, const size_t size[3])
{
	struct mux_module *module = kernel->module;
	struct blob blob = { module->code.data, module->code.n };
	struct request request = { .job = WIRE_BINARY, .blob = &blob, .n = 1, .kernel = kernel->info->name };
	struct bytes output[MAX_OUTPUTS] = { { 0 } };
	struct mux_pipeline pipeline;
	enum mux_result result;
	size_t i;

	if (kernel->binary.n && !memcmp(size, kernel->local_size, sizeof kernel->local_size))
		return MUX_SUCCESS;
	for (i = 0; i < 3; i++)
		request.local_size[i] = (uint32_t)size[i];
	finalize_pipeline(kernel, &pipeline);
	request.pipeline = &pipeline;
	result = worker_call(module, &request, output, MUX_FINALIZE_PROGRAM_FAILURE);
	if (!result) {
		bytes_move(module->context, &kernel->binary, &output[0]);
		memcpy(kernel->local_size, size, sizeof kernel->local_size);
	}
	outputs_free(module->context, output);
	return result;
}

enum mux_result
mux_kernel_precache_local_size(struct mux_deferred *kernel, size_t x, size_t y, size_t z)
{
	enum mux_result result;

	if (!kernel || !group_size(kernel, x, y, z))
		return MUX_INVALID_VALUE;
	mux_context_lock(kernel->module->context);
	result = compile(kernel, (const size_t[]){ x, y, z });
	mux_context_unlock(kernel->module->context);
	return result;
}

enum mux_result
mux_kernel_dynamic_work_width(struct mux_deferred *kernel, size_t x, size_t y, size_t z, uint32_t *width)
{
	struct mux_pipeline pipeline;

	if (!width)
		return MUX_INVALID_VALUE;
	*width = 0;
	if (!kernel || !group_size(kernel, x, y, z))
		return MUX_INVALID_VALUE;
	finalize_pipeline(kernel, &pipeline);
	/* Shorter rows run one by one. */
	*width = x < pipeline.width ? 1 : pipeline.width;
	return MUX_SUCCESS;
}

static bool
are_valid(const struct mux_deferred *kernel, const struct mux_ndrange_options *options)
{
	uint64_t i;

	if (!options || options->size < sizeof *options || !options->descriptors != !options->descriptors_length ||
	    !options->global_offset || !options->global_size || options->length < 1 || options->length > 3 ||
	    !group_size(kernel, options->local_size[0], options->local_size[1], options->local_size[2]))
		return false;
	for (i = 0; i < options->descriptors_length; i++)
		if (options->descriptors[i].type == MUX_DESCRIPTOR_CUSTOM_BUFFER &&
		    !device_of(kernel)->custom_buffer_capabilities)
			return false;
	return true;
}

enum mux_result
mux_kernel_create_specialized(struct mux_deferred *kernel, const struct mux_ndrange_options *options, const uint8_t **bytes,
			      size_t *size)
{
	enum mux_result result;

	if (!bytes || !size)
		return MUX_INVALID_VALUE;
	*bytes = NULL;
	*size = 0;
	if (!kernel || !are_valid(kernel, options))
		return MUX_INVALID_VALUE;
	mux_context_lock(kernel->module->context);
	result = compile(kernel, options->local_size);
	if (!result) {
		*bytes = kernel->binary.data;
		*size = kernel->binary.n;
	}
	mux_context_unlock(kernel->module->context);
	return result;
}

enum mux_result
mux_kernel_sub_group_size(struct mux_deferred *kernel, uint32_t *size)
{
	if (!size)
		return MUX_INVALID_VALUE;
	*size = 0;
	if (!kernel)
		return MUX_INVALID_VALUE;
	if (!device_of(kernel)->max_sub_group_size)
		return MUX_FEATURE_UNSUPPORTED;
	*size = kernel->info->sub_group_size;
	return MUX_SUCCESS;
}

enum mux_result
mux_kernel_sub_group_size_for(struct mux_deferred *kernel, size_t x, size_t y, size_t z, uint32_t *size)
{
	enum mux_result result = mux_kernel_sub_group_size(kernel, size);
	size_t items;

	if (result && result != MUX_FEATURE_UNSUPPORTED)
		return result;
	items = group_size(kernel, x, y, z);
	if (!items) {
		*size = 0;
		return MUX_INVALID_VALUE;
	}
	if (*size > items)
		*size = (uint32_t)items;
	return result;
}

enum mux_result
mux_kernel_local_size_for(struct mux_deferred *kernel, size_t sub_groups, size_t local_size[3])
{
	const uint32_t *required;
	enum mux_result result;
	uint32_t size;

	if (!local_size)
		return MUX_INVALID_VALUE;
	memset(local_size, 0, 3 * sizeof *local_size);
	result = mux_kernel_sub_group_size(kernel, &size);
	if (result || !sub_groups || sub_groups > device_of(kernel)->max_work_group_size / size)
		return result;
	/* A required size is the only one that the kernel runs with. */
	required = kernel->info->work_group_size;
	if (required[0] && (required[0] != sub_groups * size || required[1] != 1 || required[2] != 1))
		return MUX_SUCCESS;
	local_size[0] = sub_groups * size;
	local_size[1] = local_size[2] = 1;
	return MUX_SUCCESS;
}

enum mux_result
mux_kernel_max_sub_groups(struct mux_deferred *kernel, size_t *n)
{
	enum mux_result result;
	uint32_t size;

	if (!n)
		return MUX_INVALID_VALUE;
	*n = 0;
	result = mux_kernel_sub_group_size(kernel, &size);
	if (!result)
		*n = device_of(kernel)->max_work_group_size / size;
	return result;
}
