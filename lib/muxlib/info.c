/* The compilers of this library, and targets. */
#include <string.h>

#include "muxlib/private.h"

enum { WIDTH = 16, MAX_WORK_GROUP = 65535, MAX_SUB_GROUP = 64 };

#define OPTIONS                                                                        \
	"--width,1,work-items that run together: a power of two up to 64;"             \
	"--cpu,1,the processor to generate code for: a name of LLVM or native;"        \
	"--no-guards,0,no votes on branches that only some work-items take;"           \
	"--no-masks,0,no loops that work-items leave one by one"

#define DEVICE(NAME)                                                                   \
	{                                                                              \
		.name = NAME, .address_bits = 64, .fp64 = true, .fp16 = true,          \
		.max_work_width = WIDTH, .max_work_group_size = MAX_WORK_GROUP,        \
		.max_sub_group_size = MAX_SUB_GROUP,                                   \
	}

static const struct mux_device_info x86_64 = DEVICE("x86-64"), aarch64 = DEVICE("aarch64");
#ifdef __aarch64__
#define NATIVE aarch64
#else
#define NATIVE x86_64
#endif

#define INFO(processor, device)                                                        \
	{                                                                              \
		.size = sizeof(struct mux_info), .device_info = &(device),             \
		.supports_deferred_compilation = true, .vectorizable = true,           \
		.compilation_options = OPTIONS, .cpu = processor,                      \
	}

static const struct mux_info infos[] = {
	INFO("native", NATIVE), INFO("x86-64", x86_64), INFO("x86-64-v2", x86_64), INFO("x86-64-v3", x86_64), INFO("x86-64-v4", x86_64),
	INFO("aarch64", aarch64),
};

void
mux_compilers_list(void (*add)(const struct mux_info *, void *), void *user)
{
	size_t i;

	for (i = 0; add && i < sizeof infos / sizeof *infos; i++)
		add(&infos[i], user);
}

uint32_t
mux_info_builtin_capabilities(const struct mux_info *info)
{
	const struct mux_device_info *of = info ? info->device_info : NULL;
	uint32_t capabilities = 0;

	if (!of)
		return 0;
	if (of->address_bits == 32)
		capabilities |= MUX_CAPABILITY_32BIT;
	if (of->fp64)
		capabilities |= MUX_CAPABILITY_FP64;
	if (of->fp16)
		capabilities |= MUX_CAPABILITY_FP16;
	return capabilities;
}

/* One tuple from p to end. */
static const char *
check_tuple(const char *p, const char *end)
{
	const char *comma = memchr(p, ',', (size_t)(end - p));
	const char *c;

	if (end - p < 3 || p[0] != '-' || p[1] != '-' || p + 2 == comma)
		return "a name must begin with two hyphens";
	if (!comma)
		return "a tuple is a name, 1 or 0, and help";
	for (c = p; c < comma; c++)
		if (strchr(" \t\n\v\f\r", *c))
			return "a name must not have white space";
	if (end - comma < 3 || (comma[1] != '0' && comma[1] != '1') || comma[2] != ',')
		return "the second field must be 1 or 0";
	for (c = comma + 3; c < end; c++)
		if (strchr("\t\n\v\f\r", *c))
			return "help must not have white space but blanks";
	return NULL;
}

const char *
mux_options_check(const char *options)
{
	const char *p = options, *end, *wrong = NULL;

	while (p && *p && !wrong) {
		end = strchrnul(p, ';');
		wrong = check_tuple(p, end);
		p = *end ? end + 1 : end;
	}
	return wrong;
}

const char *
mux_base_late_passes(const struct mux_target *target, const struct mux_pipeline *pipeline)
{
	(void)target;
	(void)pipeline;
	return NULL;
}

/* The functions of the target: those that info has, others are the library's. */
static int
take_ops(struct mux_target_ops *ops, const struct mux_target_ops *own)
{
	const struct mux_target_ops base = {
		.size = sizeof base,
		.late_passes = mux_base_late_passes,
		.pipeline_frontend = mux_base_pipeline_frontend,
		.pipeline_finalize = mux_base_pipeline_finalize,
		.finalize = mux_base_finalize,
		.create_binary = mux_base_create_binary,
		.create_kernel = mux_base_create_kernel,
	};

	*ops = base;
	if (!own)
		return 0;
	memset(ops, 0, sizeof *ops);
	memcpy(ops, own, own->size < sizeof *ops ? own->size : sizeof *ops);
	if (!ops->late_passes)
		return -1;
	if (!ops->pipeline_frontend)
		ops->pipeline_frontend = base.pipeline_frontend;
	if (!ops->pipeline_finalize)
		ops->pipeline_finalize = base.pipeline_finalize;
	if (!ops->finalize)
		ops->finalize = base.finalize;
	if (!ops->create_binary)
		ops->create_binary = base.create_binary;
	if (!ops->create_kernel)
		ops->create_kernel = base.create_kernel;
	return 0;
}

enum mux_result
mux_target_create(const struct mux_info *info, struct mux_context *context, mux_notify *notify, void *user,
		  struct mux_target **target)
{
	struct mux_target made = { .context = context, .info = info, .notify = notify, .user = user };

	if (!target)
		return MUX_INVALID_VALUE;
	*target = NULL;
	if (!context || !info || info->size < sizeof *info || !info->device_info || mux_options_check(info->compilation_options) ||
	    take_ops(&made.ops, info->ops))
		return MUX_INVALID_VALUE;
	mux_context_lock(context);
	*target = memory_get(context, sizeof made);
	if (*target)
		**target = made;
	mux_context_unlock(context);
	return *target ? MUX_SUCCESS : MUX_OUT_OF_MEMORY;
}

void
mux_target_free(struct mux_target *target)
{
	struct mux_context *context = target ? target->context : NULL;

	if (!target)
		return;
	mux_context_lock(context);
	bytes_free(context, &target->builtins);
	memory_put(context, target);
	mux_context_unlock(context);
}

const struct mux_info *
mux_target_info(const struct mux_target *target)
{
	return target ? target->info : NULL;
}

/* The worker reads them, as it will for each module. */
static enum mux_result
read_builtins(struct mux_target *target, const void *bitcode, size_t size)
{
	struct blob blob = { bitcode, size };
	struct request request = { .job = WIRE_READ, .blob = &blob, .n = 1 };
	struct bytes output[MAX_OUTPUTS] = { { 0 } };
	struct mux_module *module;
	enum mux_result result = mux_module_create(target, &module);

	if (result)
		return result;
	result = worker_call(module, &request, output, MUX_FAILURE);
	if (!result)
		bytes_move(target->context, &target->builtins, &output[0]);
	outputs_free(target->context, output);
	mux_module_free(module);
	return result;
}

enum mux_result
mux_target_init_builtins(struct mux_target *target, const void *bitcode, size_t size)
{
	enum mux_result result = MUX_SUCCESS;

	if (!target || (!bitcode && size))
		return MUX_INVALID_VALUE;
	mux_context_lock(target->context);
	bytes_free(target->context, &target->builtins);
	if (size)
		result = read_builtins(target, bitcode, size);
	mux_context_unlock(target->context);
	return result;
}
