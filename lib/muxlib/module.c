/* Modules: states, messages, front ends, link, finalize, binary. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "muxlib/private.h"

enum mux_result
mux_module_create(struct mux_target *target, struct mux_module **module)
{
	if (!module)
		return MUX_INVALID_VALUE;
	*module = NULL;
	if (!target)
		return MUX_INVALID_VALUE;
	mux_context_lock(target->context);
	*module = memory_zeroed(target->context, 1, sizeof **module);
	if (*module) {
		(*module)->context = target->context;
		(*module)->target = target;
		(*module)->mode = MUX_MODE_COMPILE;
	}
	mux_context_unlock(target->context);
	return *module ? MUX_SUCCESS : MUX_OUT_OF_MEMORY;
}

void
mux_module_clear(struct mux_module *module)
{
	struct mux_context *context = module ? module->context : NULL;

	if (!module)
		return;
	mux_context_lock(context);
	program_clear(module);
	options_clear(module);
	bytes_free(context, &module->log);
	bytes_free(context, &module->code);
	bytes_free(context, &module->description);
	bytes_free(context, &module->binary);
	bytes_free(context, &module->text);
	module->num_errors = 0;
	module->state = MUX_STATE_EMPTY;
	mux_context_unlock(context);
}

void
mux_module_free(struct mux_module *module)
{
	struct mux_context *context = module ? module->context : NULL;

	if (!module)
		return;
	mux_context_lock(context);
	mux_module_clear(module);
	memory_put(context, module);
	mux_context_unlock(context);
}

const char *
mux_module_log(const struct mux_module *module)
{
	return module && module->log.n ? (const char *)module->log.data : "";
}

uint32_t
mux_module_num_errors(const struct mux_module *module)
{
	return module ? module->num_errors : 0;
}

enum mux_state
mux_module_state(const struct mux_module *module)
{
	return module ? module->state : MUX_STATE_EMPTY;
}

struct mux_target *
mux_module_target(const struct mux_module *module)
{
	return module ? module->target : NULL;
}

void
mux_module_set_user(struct mux_module *module, void *user)
{
	module->user = user;
}

void *
mux_module_user(const struct mux_module *module)
{
	return module->user;
}

int
module_say(struct mux_module *module, enum mux_severity severity, const char *message)
{
	struct bytes *log = &module->log;
	size_t size = strlen(message);

	if (severity == MUX_ERROR)
		module->num_errors++;
	if (module->target->notify)
		module->target->notify(severity, message, module->target->user);
	/* Room for all of it first, so that a failure leaves the log as it was. */
	if (bytes_reserve(module->context, log, size + 2))
		return -1;
	if (log->n)
		log->n--;
	bytes_add(module->context, log, message, size);
	return bytes_add_text(module->context, log, "\n");
}

int
module_error(struct mux_module *module, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return module_say(module, MUX_ERROR, text);
}

static enum mux_result
add_message(struct mux_module *module, enum mux_severity severity, const char *message)
{
	enum mux_result result;

	if (!module || !message)
		return MUX_INVALID_VALUE;
	mux_context_lock(module->context);
	result = module_say(module, severity, message) ? MUX_OUT_OF_MEMORY : MUX_SUCCESS;
	mux_context_unlock(module->context);
	return result;
}

enum mux_result
mux_module_add_diagnostic(struct mux_module *module, const char *message)
{
	return add_message(module, MUX_NOTE, message);
}

enum mux_result
mux_module_add_error(struct mux_module *module, const char *message)
{
	return add_message(module, MUX_ERROR, message);
}

enum mux_result
module_front_end_failure(const struct mux_module *module)
{
	return module->mode == MUX_MODE_BUILD ? MUX_BUILD_PROGRAM_FAILURE : MUX_COMPILE_PROGRAM_FAILURE;
}

enum mux_result
module_take_code(struct mux_module *module, struct request *request)
{
	struct bytes output[MAX_OUTPUTS] = { { 0 } };
	struct mux_pipeline pipeline;
	enum mux_result result;

	mux_module_pipeline(module, &pipeline);
	module->target->ops.pipeline_frontend(module, &pipeline);
	request->pipeline = &pipeline;
	request->passes = pipeline.passes;
	result = worker_call(module, request, output, module_front_end_failure(module));
	if (!result) {
		bytes_move(module->context, &module->code, &output[0]);
		module->state = MUX_STATE_COMPILED;
	}
	outputs_free(module->context, output);
	return result;
}

static enum mux_result
compile_ir(struct mux_module *module, const void *code, size_t size)
{
	struct blob blob = { code, size };
	struct request request = { .job = WIRE_READ, .blob = &blob, .n = 1 };

	return module_take_code(module, &request);
}

enum mux_result
mux_module_compile_ir(struct mux_module *module, const void *code, size_t size)
{
	enum mux_result result = MUX_INVALID_VALUE;

	if (!module || !code || !size)
		return MUX_INVALID_VALUE;
	mux_context_lock(module->context);
	if (module->state == MUX_STATE_EMPTY)
		result = compile_ir(module, code, size);
	mux_context_unlock(module->context);
	return result;
}

/* The words, checked, with the values in them. */
static enum mux_result
compile_words(struct mux_module *module, uint32_t *words, size_t n, const struct mux_spirv_device_info *device,
	      const struct mux_spec_value *values, size_t nvalue, struct mux_spirv_info *info)
{
	enum mux_result result;
	char missing[256];

	if (words_check(words, n))
		return module_error(module, "not a SPIR-V module") ? MUX_OUT_OF_MEMORY : module_front_end_failure(module);
	if (device && words_lack(words, n, device, missing, sizeof missing))
		return module_error(module, "the device does not have %s", missing) ? MUX_OUT_OF_MEMORY :
										      module_front_end_failure(module);
	result = words_specialize(module->context, words, n, values, nvalue);
	if (result)
		return result;
	if (info)
		words_describe(words, n, info);
	return compile_ir(module, words, n * sizeof *words);
}

enum mux_result
mux_module_compile_spirv(struct mux_module *module, const uint32_t *words, size_t n,
			 const struct mux_spirv_device_info *device, const struct mux_spec_value *values, size_t nvalue,
			 struct mux_spirv_info *info)
{
	enum mux_result result = MUX_INVALID_VALUE;
	uint32_t *copy;

	if (info)
		memset(info, 0, sizeof *info);
	if (!module || !words || !n || (device && device->size < sizeof *device) || (!values && nvalue))
		return MUX_INVALID_VALUE;
	mux_context_lock(module->context);
	if (module->state == MUX_STATE_EMPTY) {
		copy = n > WIRE_MAX_SIZE / sizeof *copy ? NULL : memory_get(module->context, n * sizeof *copy);
		result = copy ? MUX_SUCCESS : MUX_OUT_OF_MEMORY;
		if (copy) {
			memcpy(copy, words, n * sizeof *copy);
			result = compile_words(module, copy, n, device, values, nvalue, info);
		}
		memory_put(module->context, copy);
	}
	mux_context_unlock(module->context);
	return result;
}

/* A header is written under its name into a folder: it must stay in there. */
static bool
is_plain_name(const char *name)
{
	const char *p;

	if (!name || !*name || *name == '/')
		return false;
	for (p = name; p; p = strchr(p, '/') ? strchr(p, '/') + 1 : NULL)
		if (*p == '/' || !*p || (p[0] == '.' && p[strspn(p, ".")] == '/') || !strcmp(p, "..") || !strcmp(p, "."))
			return false;
	return true;
}

static enum mux_result
compile_clc(struct mux_module *module, const char *profile, const char *source, const struct mux_header *headers,
	    size_t nheader)
{
	struct blob *blob = memory_zeroed(module->context, 2 + 2 * nheader, sizeof *blob);
	struct request request = { .job = WIRE_CLC, .blob = blob, .n = 2 + 2 * nheader };
	struct bytes options = { 0 };
	enum mux_result result = MUX_OUT_OF_MEMORY;
	size_t i;

	if (blob && bytes_add(module->context, &options, module->clang.data, module->clang.n) == 0 &&
	    (strcmp(profile, "EMBEDDED_PROFILE") || bytes_add_text(module->context, &options, "-D__EMBEDDED_PROFILE__=1") == 0)) {
		blob[0] = (struct blob){ source, strlen(source) };
		blob[1] = (struct blob){ options.data, options.n };
		for (i = 0; i < nheader; i++) {
			blob[2 + 2 * i] = (struct blob){ headers[i].name, strlen(headers[i].name) };
			blob[3 + 2 * i] = (struct blob){ headers[i].source, strlen(headers[i].source) };
		}
		result = module_take_code(module, &request);
	}
	bytes_free(module->context, &options);
	memory_put(module->context, blob);
	return result;
}

enum mux_result
mux_module_compile_clc(struct mux_module *module, const char *profile, const char *source, const struct mux_header *headers,
		       size_t nheader)
{
	enum mux_result result = MUX_INVALID_VALUE;
	size_t i;

	if (!module || !profile || !source || (!headers && nheader) || nheader > WIRE_MAX_BLOBS / 4 ||
	    (strcmp(profile, "FULL_PROFILE") && strcmp(profile, "EMBEDDED_PROFILE")))
		return MUX_INVALID_VALUE;
	for (i = 0; i < nheader; i++)
		if (!is_plain_name(headers[i].name) || !headers[i].source)
			return MUX_INVALID_VALUE;
	mux_context_lock(module->context);
	if (module->state == MUX_STATE_EMPTY)
		result = compile_clc(module, profile, source, headers, nheader);
	mux_context_unlock(module->context);
	return result;
}

static bool
can_link(const struct mux_module *module)
{
	return module->state == MUX_STATE_COMPILED || module->state == MUX_STATE_LINKED;
}

static enum mux_result
link_modules(struct mux_module *module, struct mux_module *const *inputs, size_t n)
{
	struct blob *blob = memory_zeroed(module->context, n + 1, sizeof *blob);
	struct request request = { .job = WIRE_LINK, .blob = blob };
	struct bytes output[MAX_OUTPUTS] = { { 0 } };
	enum mux_result result;
	size_t i;

	if (!blob)
		return MUX_OUT_OF_MEMORY;
	if (can_link(module))
		blob[request.n++] = (struct blob){ module->code.data, module->code.n };
	for (i = 0; i < n; i++)
		blob[request.n++] = (struct blob){ inputs[i]->code.data, inputs[i]->code.n };
	result = worker_call(module, &request, output, MUX_LINK_PROGRAM_FAILURE);
	if (!result) {
		bytes_move(module->context, &module->code, &output[0]);
		module->state = MUX_STATE_LINKED;
	}
	outputs_free(module->context, output);
	memory_put(module->context, blob);
	return result;
}

enum mux_result
mux_module_link(struct mux_module *module, struct mux_module *const *inputs, size_t n)
{
	enum mux_result result;
	size_t i;

	if (!module || !inputs || !n || n > WIRE_MAX_BLOBS / 2)
		return MUX_INVALID_VALUE;
	mux_context_lock(module->context);
	result = module->state == MUX_STATE_FINALIZED ? MUX_INVALID_VALUE : MUX_SUCCESS;
	for (i = 0; i < n && !result; i++)
		if (!inputs[i] || inputs[i] == module || inputs[i]->context != module->context || !can_link(inputs[i]))
			result = MUX_INVALID_VALUE;
	if (!result)
		result = link_modules(module, inputs, n);
	mux_context_unlock(module->context);
	return result;
}

void
mux_module_pipeline(const struct mux_module *module, struct mux_pipeline *pipeline)
{
	const struct mux_info *info = module->target->info;

	*pipeline = (struct mux_pipeline){ .size = sizeof *pipeline, .cpu = info->cpu ? info->cpu : "x86-64",
					   .width = info->device_info->max_work_width };
}

void
mux_base_pipeline_frontend(const struct mux_module *module, struct mux_pipeline *pipeline)
{
	(void)module;
	(void)pipeline;
}

enum mux_result
mux_base_finalize(struct mux_module *module, const struct mux_pipeline *pipeline)
{
	struct bytes output[MAX_OUTPUTS] = { { 0 } };
	struct blob blob[2];
	struct request request = { .job = WIRE_FINALIZE, .blob = blob, .n = 1 };
	enum mux_result result;
	int damaged;

	if (!module || !pipeline || !can_link(module))
		return MUX_INVALID_VALUE;
	blob[0] = (struct blob){ module->code.data, module->code.n };
	blob[1] = (struct blob){ module->target->builtins.data, module->target->builtins.n };
	request.n += blob[1].size > 0;
	request.pipeline = pipeline;
	request.passes = pipeline->late_passes;
	result = worker_call(module, &request, output, MUX_FINALIZE_PROGRAM_FAILURE);
	if (!result) {
		bytes_move(module->context, &module->description, &output[1]);
		damaged = program_read(module);
		result = damaged < 0 ? MUX_FINALIZE_PROGRAM_FAILURE : damaged ? MUX_OUT_OF_MEMORY : MUX_SUCCESS;
	}
	if (!result) {
		bytes_move(module->context, &module->code, &output[0]);
		module->state = MUX_STATE_FINALIZED;
	}
	outputs_free(module->context, output);
	return result;
}

struct mux_program_info
mux_module_program(const struct mux_module *module)
{
	return module ? (struct mux_program_info){ module->kernel, module->nkernel } : (struct mux_program_info){ NULL, 0 };
}

enum mux_result
mux_module_finalize(struct mux_module *module, struct mux_program_info *program, struct mux_printf_info *calls)
{
	const struct mux_target_ops *ops;
	struct mux_pipeline pipeline;
	enum mux_result result = MUX_INVALID_VALUE;

	if (program)
		*program = (struct mux_program_info){ NULL, 0 };
	if (calls)
		*calls = (struct mux_printf_info){ NULL, 0 };
	if (!module)
		return MUX_INVALID_VALUE;
	mux_context_lock(module->context);
	if (can_link(module)) {
		ops = &module->target->ops;
		mux_module_pipeline(module, &pipeline);
		ops->pipeline_finalize(module, &pipeline);
		pipeline.late_passes = ops->late_passes(module->target, &pipeline);
		result = ops->finalize(module, &pipeline);
	}
	if (!result && program)
		*program = mux_module_program(module);
	mux_context_unlock(module->context);
	return result;
}

enum mux_result
mux_base_create_binary(struct mux_module *module, const uint8_t **bytes, size_t *size)
{
	struct blob blob = { module->code.data, module->code.n };
	struct request request = { .job = WIRE_BINARY, .blob = &blob, .n = 1 };
	struct bytes output[MAX_OUTPUTS] = { { 0 } };
	struct mux_pipeline pipeline;
	enum mux_result result;

	if (!module->nkernel && !module->library)
		return module_error(module, "the module has no kernels, and is no library") ? MUX_OUT_OF_MEMORY :
											     MUX_FINALIZE_PROGRAM_FAILURE;
	mux_module_pipeline(module, &pipeline);
	module->target->ops.pipeline_finalize(module, &pipeline);
	request.pipeline = &pipeline;
	result = worker_call(module, &request, output, MUX_FINALIZE_PROGRAM_FAILURE);
	if (!result) {
		bytes_move(module->context, &module->binary, &output[0]);
		*bytes = module->binary.data;
		*size = module->binary.n;
	}
	outputs_free(module->context, output);
	return result;
}

enum mux_result
mux_module_create_binary(struct mux_module *module, const uint8_t **bytes, size_t *size)
{
	enum mux_result result;

	if (!module || !bytes || !size)
		return MUX_INVALID_VALUE;
	*bytes = NULL;
	*size = 0;
	mux_context_lock(module->context);
	if (module->state == MUX_STATE_FINALIZED)
		result = module->target->ops.create_binary(module, bytes, size);
	else
		result = module_error(module, "a binary is made of a finalized module") ? MUX_OUT_OF_MEMORY :
											  MUX_FINALIZE_PROGRAM_FAILURE;
	mux_context_unlock(module->context);
	return result;
}

enum mux_result
mux_module_print(struct mux_module *module, const char **text)
{
	struct bytes output[MAX_OUTPUTS] = { { 0 } };
	enum mux_result result = MUX_INVALID_VALUE;
	struct request request = { .job = WIRE_PRINT, .n = 1 };
	struct blob blob;

	if (!module || !text)
		return MUX_INVALID_VALUE;
	*text = NULL;
	mux_context_lock(module->context);
	if (module->state != MUX_STATE_EMPTY) {
		blob = (struct blob){ module->code.data, module->code.n };
		request.blob = &blob;
		result = worker_call(module, &request, output, MUX_FAILURE);
	}
	if (!result) {
		bytes_move(module->context, &module->text, &output[0]);
		*text = (const char *)module->text.data;
	}
	outputs_free(module->context, output);
	mux_context_unlock(module->context);
	return result;
}
