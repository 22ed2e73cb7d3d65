/*
 * Every call of libsycl-cc-mux with every result that it can give:
 *
 *     mux-api SPIRV IR
 *
 * SPIRV has the kernel 'spec' with the specialization constants 7, 8 and 9, IR the kernel 'twice'
 * in LLVM's text.  Prints what is wrong, with its line, or "right".
 */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sycl-cc/mux-image.h"
#include "sycl-cc/mux.h"

static int failures;
static const char *const no_name;
static struct mux_module *const no_module;

#define CHECK(what)                                                            \
	do {                                                                   \
		if (!(what))                                                   \
			printf("line %d: not so: %s\n", __LINE__, #what), failures++; \
	} while (0)
#define GIVES(wanted, call)                                                    \
	do {                                                                   \
		enum mux_result got_ = (call);                                 \
		if (got_ != (wanted))                                          \
			printf("line %d: %s gives %s\n", __LINE__, #call, mux_result_name(got_)), failures++; \
	} while (0)

/* --- memory that runs out -------------------------------------------------- */

static long left = -1;	/* allocations that succeed; -1: all */
static long held;	/* pieces not freed */

static void *
counting_alloc(size_t size, void *user)
{
	(void)user;
	if (left == 0)
		return NULL;
	left -= left > 0;
	held++;
	return malloc(size);
}

static void
counting_free(void *memory, void *user)
{
	(void)user;
	held--;
	free(memory);
}

static const struct mux_context_options counted = {
	.size = sizeof counted, .allocator = { counting_alloc, counting_free, NULL },
};

/* --- inputs ----------------------------------------------------------------- */

static char *ir;
static uint32_t *spirv;
static size_t nir, nspirv;

static char *
read_file(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	char *data = calloc(1, 1 << 20);

	*size = file && data ? fread(data, 1, (1 << 20) - 1, file) : 0;
	if (file)
		fclose(file);
	return data;
}

/* --- context ----------------------------------------------------------------- */

static struct mux_context *context;

static void *
try_lock(void *unused)
{
	bool locked = mux_context_try_lock(context);

	if (locked)
		mux_context_unlock(context);
	return locked ? unused : NULL;
}

static bool
others_can_lock(void)
{
	pthread_t thread;
	void *result;

	pthread_create(&thread, NULL, try_lock, &failures);
	pthread_join(thread, &result);
	return result != NULL;
}

static void
take_constant(const struct mux_spec_constant *constant, void *user)
{
	struct mux_spec_constant *seen = user;

	if (constant->id >= 7 && constant->id <= 9)
		seen[constant->id - 7] = *constant;
}

static void
test_context(void)
{
	struct mux_spec_constant seen[3] = { { 0 } };
	struct mux_context_options half = counted;
	double value;

	GIVES(MUX_INVALID_VALUE, mux_context_create(NULL, NULL));
	half.size = 3;
	GIVES(MUX_INVALID_VALUE, mux_context_create(&half, &context));
	CHECK(!context);
	half = counted;
	half.allocator.free = NULL;
	GIVES(MUX_INVALID_VALUE, mux_context_create(&half, &context));
	left = 0;
	GIVES(MUX_OUT_OF_MEMORY, mux_context_create(&counted, &context));
	half = counted;
	half.worker = "/none/mux-aot";
	left = 1;
	GIVES(MUX_OUT_OF_MEMORY, mux_context_create(&half, &context));
	CHECK(held == 0);
	left = -1;
	GIVES(MUX_SUCCESS, mux_context_create(&counted, &context));
	mux_context_lock(context);
	CHECK(mux_context_try_lock(context));
	CHECK(!others_can_lock());
	mux_context_unlock(context);
	CHECK(!others_can_lock());
	mux_context_unlock(context);
	CHECK(others_can_lock());
	CHECK(mux_context_worker(context) == 0);

	CHECK(mux_context_is_valid_spirv(context, spirv, nspirv));
	CHECK(!mux_context_is_valid_spirv(context, spirv, nspirv - 1));
	CHECK(!mux_context_is_valid_spirv(context, spirv, 4));
	CHECK(!mux_context_is_valid_spirv(context, (const uint32_t *)(const void *)ir, nir / 4));
	CHECK(!mux_context_is_valid_spirv(context, NULL, 9));
	CHECK(!mux_context_is_valid_spirv(NULL, spirv, nspirv));
	GIVES(MUX_SUCCESS, mux_context_spec_constants(context, spirv, nspirv, take_constant, seen));
	memcpy(&value, &seen[2].value, sizeof value);
	CHECK(seen[0].type == MUX_SPEC_INT && seen[0].size == 4 && seen[0].value == 40);
	CHECK(seen[1].type == MUX_SPEC_BOOL && seen[1].size == 1 && seen[1].value == 1);
	CHECK(seen[2].type == MUX_SPEC_FLOAT && seen[2].size == 8 && value == 0.5);
	GIVES(MUX_INVALID_VALUE, mux_context_spec_constants(context, spirv, 6, take_constant, seen));
	GIVES(MUX_INVALID_VALUE, mux_context_spec_constants(context, spirv, nspirv, NULL, seen));
	left = 0;
	GIVES(MUX_OUT_OF_MEMORY, mux_context_spec_constants(context, spirv, nspirv, take_constant, seen));
	left = -1;
}

/* --- info and target ---------------------------------------------------------- */

static const struct mux_info *native, *aarch64;
static int ninfo;

static void
take_info(const struct mux_info *info, void *user)
{
	CHECK(user == &native);
	CHECK(!mux_options_check(info->compilation_options));
	CHECK(info->vectorizable && info->supports_deferred_compilation && !info->dma_optimizable);
	CHECK(mux_info_builtin_capabilities(info) == (MUX_CAPABILITY_FP64 | MUX_CAPABILITY_FP16));
	if (!strcmp(info->cpu, "native"))
		native = info;
	if (!strcmp(info->cpu, "aarch64"))
		aarch64 = info;
	ninfo++;
}

static int nnotes;

static void
count_note(enum mux_severity severity, const char *message, void *user)
{
	CHECK(user == &nnotes && message && severity <= MUX_ERROR);
	nnotes++;
}

static void
test_options(void)
{
	static const char *const wrong[] = {
		"-one,1,help", "--,1,help", "--two words,1,help", "--x,2,help", "--x,10,help", "--x,1", "--x", "--x,1,a\thelp",
		"--good,0,help;x", "--good,0,help;;--good,1,help",
	};
	static const struct mux_device_info small = { .name = "small", .address_bits = 32 };
	struct mux_info info = *native;
	size_t i;

	CHECK(!mux_options_check("--dummy-device-option,1,takes an integer value;"
				 "--dummy-device-flag,0,enables device optimization"));
	CHECK(!mux_options_check(NULL) && !mux_options_check(""));
	for (i = 0; i < sizeof wrong / sizeof *wrong; i++)
		CHECK(mux_options_check(wrong[i]));
	info.device_info = &small;
	CHECK(mux_info_builtin_capabilities(&info) == MUX_CAPABILITY_32BIT);
	CHECK(mux_info_builtin_capabilities(NULL) == 0);
}

static void
test_target(void)
{
	struct mux_target_ops none = { .size = sizeof none };
	struct mux_target *target;
	struct mux_info info;

	mux_compilers_list(take_info, &native);
	CHECK(ninfo == 6 && native && aarch64 && !strcmp(aarch64->device_info->name, "aarch64"));
	test_options();
	info = *native;
	GIVES(MUX_INVALID_VALUE, mux_target_create(native, context, NULL, NULL, NULL));
	GIVES(MUX_INVALID_VALUE, mux_target_create(native, NULL, NULL, NULL, &target));
	GIVES(MUX_INVALID_VALUE, mux_target_create(NULL, context, NULL, NULL, &target));
	info.compilation_options = "wrong";
	GIVES(MUX_INVALID_VALUE, mux_target_create(&info, context, NULL, NULL, &target));
	info = *native;
	info.ops = &none;
	GIVES(MUX_INVALID_VALUE, mux_target_create(&info, context, NULL, NULL, &target));
	left = 0;
	GIVES(MUX_OUT_OF_MEMORY, mux_target_create(native, context, NULL, NULL, &target));
	CHECK(!target);
	left = -1;
	GIVES(MUX_SUCCESS, mux_target_create(native, context, count_note, &nnotes, &target));
	CHECK(mux_target_info(target) == native && !mux_target_info(NULL));
	GIVES(MUX_SUCCESS, mux_target_init_builtins(target, NULL, 0));
	GIVES(MUX_INVALID_VALUE, mux_target_init_builtins(target, NULL, 5));
	GIVES(MUX_INVALID_VALUE, mux_target_init_builtins(NULL, NULL, 0));
	GIVES(MUX_FAILURE, mux_target_init_builtins(target, "damaged", 7));
	CHECK(nnotes == 1);
	left = 0;
	GIVES(MUX_OUT_OF_MEMORY, mux_target_init_builtins(target, ir, nir));
	left = -1;
	mux_target_free(target);
	mux_target_free(NULL);
}

/* --- modules -------------------------------------------------------------------- */

static struct mux_target *target;

static struct mux_module *
empty(void)
{
	struct mux_module *module;

	GIVES(MUX_SUCCESS, mux_module_create(target, &module));
	return module;
}

static struct mux_module *
compiled(const char *code)
{
	struct mux_module *module = empty();

	GIVES(MUX_SUCCESS, mux_module_compile_ir(module, code, strlen(code)));
	return module;
}

/* Runs a kernel of one pointer over n work-items of groups of size. */
static void
run(const uint8_t *bytes, size_t size, const char *name, void *data, uint64_t n, uint64_t group)
{
	int fd = memfd_create("image", 0);
	char path[64], *memory = NULL;
	const struct mux_kernel *kernel;
	struct mux_wg wg = { .local_size = { group, 1, 1 }, .num_groups = { n / group, 1, 1 }, .work_dim = 1 };
	void *image;

	CHECK(write(fd, bytes, size) == (ssize_t)size);
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	image = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	kernel = image ? dlsym(image, MUX_TABLE_SYMBOL) : NULL;
	while (kernel && kernel->name && strcmp(kernel->name, name))
		kernel++;
	CHECK(kernel && kernel->name && kernel->abi == MUX_ABI_VERSION);
	if (kernel && kernel->name) {
		memory = aligned_alloc(64, 64 + mux_scratch_size(kernel, group));
		wg.scratch = memory;
		for (wg.group_id[0] = 0; wg.group_id[0] < n / group; wg.group_id[0]++)
			kernel->entry(&data, &wg);
	}
	free(memory);
	if (image)
		dlclose(image);
	close(fd);
}

static void
test_spirv(void)
{
	struct mux_spirv_device_info device = { .size = sizeof device, .capabilities = spirv, .ncapability = 0 };
	struct mux_spec_value values[] = { { 7, 4, &(int){ 10 } }, { 8, 1, &(char){ 0 } }, { 1000, 3, "?" } };
	struct mux_module *module = empty();
	struct mux_spirv_info info;
	double data[4] = { 0 };
	const uint8_t *bytes;
	size_t size;

	GIVES(MUX_INVALID_VALUE, mux_module_compile_spirv(NULL, spirv, nspirv, NULL, NULL, 0, NULL));
	GIVES(MUX_INVALID_VALUE, mux_module_compile_spirv(module, NULL, nspirv, NULL, NULL, 0, NULL));
	GIVES(MUX_INVALID_VALUE, mux_module_compile_spirv(module, spirv, 0, NULL, NULL, 0, NULL));
	GIVES(MUX_INVALID_VALUE, mux_module_compile_spirv(module, spirv, nspirv, NULL, NULL, 1, NULL));
	GIVES(MUX_COMPILE_PROGRAM_FAILURE, mux_module_compile_spirv(module, spirv, nspirv - 1, NULL, NULL, 0, &info));
	CHECK(strstr(mux_module_log(module), "not a SPIR-V module") && info.version == 0);
	GIVES(MUX_COMPILE_PROGRAM_FAILURE, mux_module_compile_spirv(module, spirv, nspirv, &device, NULL, 0, NULL));
	CHECK(strstr(mux_module_log(module), "the device does not have capability"));
	device.size = 1;
	GIVES(MUX_INVALID_VALUE, mux_module_compile_spirv(module, spirv, nspirv, &device, NULL, 0, NULL));
	values[0].size = 8;
	GIVES(MUX_INVALID_VALUE, mux_module_compile_spirv(module, spirv, nspirv, NULL, values, 3, NULL));
	values[0].size = 4;
	GIVES(MUX_SUCCESS, mux_module_compile_spirv(module, spirv, nspirv, NULL, values, 3, &info));
	CHECK(info.nkernel == 1 && info.address_bits == 64 && info.version >= 0x10000);
	GIVES(MUX_INVALID_VALUE, mux_module_compile_spirv(module, spirv, nspirv, NULL, NULL, 0, NULL));
	GIVES(MUX_SUCCESS, mux_module_finalize(module, NULL, NULL));
	GIVES(MUX_SUCCESS, mux_module_create_binary(module, &bytes, &size));
	run(bytes, size, "spec", data, 4, 2);
	CHECK(data[0] == 10.5 && data[3] == 10.5);
	mux_module_free(module);
}

static void
test_clc(void)
{
	static const char source[] = "#include \"some/where.h\"\n"
				     "#define EIGHT(loop) loop loop loop loop loop loop loop loop\n"
				     "inline int large(int n, int sum) { EIGHT(EIGHT(for (int i = 0; i < n; i++) sum = sum * 3 + i;)) return sum; }\n"
				     "kernel void fill(global int *p) { size_t i = get_global_id(0); p[i] = large(p[i], N + M); }\n";
	struct mux_header header = { "some/where.h", "#define M 7\n" };
	struct mux_module *module = empty();
	const uint8_t *bytes;
	int data[4] = { 0 };
	size_t size;

	GIVES(MUX_INVALID_VALUE, mux_module_compile_clc(no_module, "FULL_PROFILE", source, &header, 1));
	GIVES(MUX_INVALID_VALUE, mux_module_compile_clc(module, "OTHER_PROFILE", source, &header, 1));
	GIVES(MUX_INVALID_VALUE, mux_module_compile_clc(module, "FULL_PROFILE", NULL, &header, 1));
	GIVES(MUX_INVALID_VALUE, mux_module_compile_clc(module, "FULL_PROFILE", source, NULL, 1));
	header.name = "../where.h";
	GIVES(MUX_INVALID_VALUE, mux_module_compile_clc(module, "FULL_PROFILE", source, &header, 1));
	header.name = "some/where.h";
	GIVES(MUX_COMPILE_PROGRAM_FAILURE, mux_module_compile_clc(module, "FULL_PROFILE", source, &header, 1));
	CHECK(strstr(mux_module_log(module), "undeclared identifier 'N'") && mux_module_num_errors(module) > 0);
	GIVES(MUX_SUCCESS, mux_module_set_options(module, MUX_MODE_BUILD, ""));
	GIVES(MUX_BUILD_PROGRAM_FAILURE, mux_module_compile_clc(module, "FULL_PROFILE", source, &header, 1));
	mux_module_clear(module);
	CHECK(!*mux_module_log(module) && !mux_module_num_errors(module) && mux_module_state(module) == MUX_STATE_EMPTY);
	GIVES(MUX_SUCCESS, mux_module_set_options(module, MUX_MODE_COMPILE, " -D N=4  -cl-std=CL3.0 -Werror -cl-denorms-are-zero -cl-no-subgroup-ifp"));
	GIVES(MUX_SUCCESS, mux_module_compile_clc(module, "EMBEDDED_PROFILE", source, &header, 1));
	GIVES(MUX_INVALID_VALUE, mux_module_compile_clc(module, "FULL_PROFILE", source, &header, 1));
	GIVES(MUX_SUCCESS, mux_module_finalize(module, NULL, NULL));
	GIVES(MUX_SUCCESS, mux_module_create_binary(module, &bytes, &size));
	run(bytes, size, "fill", data, 4, 4);
	CHECK(data[0] == 11 && data[3] == 11);
	mux_module_free(module);
}

static void
test_clc_messages(void)
{
	static const char source[] = "#include \"some/where.h\"\n"
				     "kernel void k(global int *p)\n{\n\tuint *u = (int *)p[0];\n\tint *v = u;\n\tp[v[0]] = none;\n}\n";
	const struct mux_header header = { "some/where.h", "#warning from the header\n" };
	struct mux_module *module = empty();
	const char *log;

	GIVES(MUX_COMPILE_PROGRAM_FAILURE, mux_module_compile_clc(module, "FULL_PROFILE", source, &header, 1));
	log = mux_module_log(module);
	CHECK(strstr(log, "some/where.h:1:2: warning: from the header") && strstr(log, "\nprogram.cl:4:8: warning: "));
	CHECK(strstr(log, "\nprogram.cl:5:7: warning: ") && strstr(log, "\nprogram.cl:6:12: error: use of undeclared identifier 'none'\n"));
	CHECK(!strstr(log, "/tmp") && !strstr(log, "mux") && mux_module_num_errors(module) == 1);
	mux_module_clear(module);
	GIVES(MUX_SUCCESS, mux_module_compile_clc(module, "FULL_PROFILE", "kernel void k() {}\n#warning heard\n", NULL, 0));
	CHECK(strstr(mux_module_log(module), "program.cl:2:2: warning: heard") && !mux_module_num_errors(module));
	mux_module_free(module);
}

static void
check_argument(const struct mux_module *module, size_t i, const char *name, const char *type, const char *access, const char *qualifiers, uint32_t space)
{
	struct mux_argument_info info = { 0 };

	GIVES(MUX_SUCCESS, mux_module_argument_info(module, 1, i, &info));
	CHECK(!strcmp(info.name, name) && !strcmp(info.type, type) && !strcmp(info.access, access) && !strcmp(info.qualifiers, qualifiers));
	CHECK(info.address_space == space);
}

static void
test_argument_info(void)
{
	static const char source[] = "kernel void none(void) {}\n"
				     "kernel void k(global const float4 *restrict in, read_only image2d_t picture, sampler_t how, constant int *table,\n"
				     "\tlocal int *row, const uint n, volatile global int *out) { out[n] = table[0] + row[0] + (int)in[0].x +\n"
				     "\t(int)read_imagef(picture, how, (int2)(0, 0)).x; }\n";
	struct mux_module *module = empty(), *again = empty();
	struct mux_argument_info info;
	uint8_t *bytes;
	size_t size;
	int round;

	GIVES(MUX_INVALID_VALUE, mux_module_argument_info(module, 0, 0, &info));
	GIVES(MUX_INVALID_VALUE, mux_module_argument_info(NULL, 0, 0, &info));
	GIVES(MUX_SUCCESS, mux_module_set_options(module, MUX_MODE_BUILD, "-cl-kernel-arg-info"));
	GIVES(MUX_SUCCESS, mux_module_compile_clc(module, "FULL_PROFILE", source, NULL, 0));
	GIVES(MUX_SUCCESS, mux_module_finalize(module, NULL, NULL));
	size = mux_module_size(module);
	bytes = malloc(size);
	CHECK(bytes && mux_module_serialize(module, bytes) == size && mux_module_deserialize(again, bytes, size));
	free(bytes);
	for (round = 0; round < 2; round++) {
		const struct mux_module *which = round ? again : module;

		CHECK(mux_module_program(which).n == 2 && mux_module_program(which).kernels[1].parameters[1].kind == MUX_PARAMETER_IMAGE);
		CHECK(mux_module_program(which).kernels[1].parameters[2].kind == MUX_PARAMETER_SAMPLER);
		check_argument(which, 0, "in", "float4*", "none", "restrict const", 1);
		check_argument(which, 1, "picture", "image2d_t", "read_only", "", 1);
		check_argument(which, 2, "how", "sampler_t", "none", "", 0);
		check_argument(which, 3, "table", "int*", "none", "const", 2);
		check_argument(which, 4, "row", "int*", "none", "", 3);
		check_argument(which, 5, "n", "uint", "none", "", 0);
		check_argument(which, 6, "out", "int*", "none", "volatile", 1);
	}
	GIVES(MUX_INVALID_VALUE, mux_module_argument_info(module, 0, 0, &info));
	GIVES(MUX_INVALID_VALUE, mux_module_argument_info(module, 1, 7, &info));
	GIVES(MUX_INVALID_VALUE, mux_module_argument_info(module, 2, 0, &info));
	GIVES(MUX_INVALID_VALUE, mux_module_argument_info(module, 1, 0, NULL));
	mux_module_free(module);
	mux_module_free(again);
}

static void
test_clc_quotes(void)
{
	static const char source[] = "#include \"where.h\"\n"
				     "kernel void fill(global int *p) { p[0] = SUM; p[1] = sizeof TEXT; p[2] = M; p[3] = REST; }\n";
	struct mux_module *module = empty();
	const uint8_t *bytes;
	char folder[] = "quote 'd.XXXXXX", options[200];
	int data[4] = { 0 };
	size_t size;
	FILE *file;

	CHECK(mkdtemp(folder));
	snprintf(options, sizeof options, "%s/where.h", folder);
	file = fopen(options, "w");
	CHECK(file && fputs("#define M 7\n", file) >= 0 && fclose(file) == 0);
	snprintf(options, sizeof options, "-I \"%s\" '-D SUM=1 + 2'\t-DTEXT=\\\"a\\ b\\\"  -D \"REST=(\\\"\\\\n\\\"[0] == 10)\" ", folder);
	GIVES(MUX_SUCCESS, mux_module_set_options(module, MUX_MODE_BUILD, options));
	GIVES(MUX_SUCCESS, mux_module_compile_clc(module, "FULL_PROFILE", source, NULL, 0));
	GIVES(MUX_SUCCESS, mux_module_finalize(module, NULL, NULL));
	GIVES(MUX_SUCCESS, mux_module_create_binary(module, &bytes, &size));
	run(bytes, size, "fill", data, 4, 1);
	CHECK(data[0] == 3 && data[1] == 4 && data[2] == 7 && data[3] == 1);
	mux_module_free(module);
}

/* C's compilers warn of these conversions. */
static void
test_clc_conversions(void)
{
	static const char source[] = "kernel void k(global float2 *in, global float *out)\n"
				     "{\n\tglobal float4 *p = in;\n\tglobal int *q = 0x1000;\n\tconst n = q == 0;\n\tout[n] = p->w;\n}\n";
	struct mux_module *module = empty();
	const uint8_t *bytes;
	size_t size;

	GIVES(MUX_SUCCESS, mux_module_set_options(module, MUX_MODE_BUILD, "-Werror"));
	GIVES(MUX_BUILD_PROGRAM_FAILURE, mux_module_compile_clc(module, "FULL_PROFILE", source, NULL, 0));
	CHECK(strstr(mux_module_log(module), ":3:"));
	mux_module_clear(module);
	GIVES(MUX_SUCCESS, mux_module_compile_clc(module, "FULL_PROFILE", source, NULL, 0));
	CHECK(strstr(mux_module_log(module), ":3:") && strstr(mux_module_log(module), "warning: incompatible pointer types"));
	CHECK(!mux_module_num_errors(module));
	GIVES(MUX_SUCCESS, mux_module_finalize(module, NULL, NULL));
	GIVES(MUX_SUCCESS, mux_module_create_binary(module, &bytes, &size));
	mux_module_free(module);
}

/* OpenCL's version is 3.0, if the options do not say another one. */
static void
test_clc_version(void)
{
	static const char source[] = "#if __OPENCL_VERSION__ != WANTED\n#error wrong\n#endif\nkernel void k(global int *p) { *p = 1; }\n";
	static const char *const options[] = {
		"-Werror -DWANTED=300", "-Werror -DWANTED=300 -cl-std=CL1.2", "-Werror -DWANTED=120 -D__OPENCL_VERSION__=120",
		"-Werror -DWANTED=120 -D __OPENCL_VERSION__=120", "-Werror -DWANTED=300 -DMINE=__OPENCL_VERSION__",
	};
	struct mux_module *module = empty();
	size_t i;

	for (i = 0; i < sizeof options / sizeof *options; i++) {
		GIVES(MUX_SUCCESS, mux_module_set_options(module, MUX_MODE_BUILD, options[i]));
		GIVES(MUX_SUCCESS, mux_module_compile_clc(module, "FULL_PROFILE", source, NULL, 0));
		mux_module_clear(module);
	}
	mux_module_free(module);
}

static void
test_set_options(void)
{
	struct mux_module *module = empty();

	GIVES(MUX_INVALID_VALUE, mux_module_set_options(NULL, MUX_MODE_BUILD, ""));
	GIVES(MUX_INVALID_VALUE, mux_module_set_options(module, MUX_MODE_BUILD, NULL));
	GIVES(MUX_INVALID_VALUE, mux_module_set_options(module, (enum mux_mode)3, ""));
	GIVES(MUX_INVALID_BUILD_OPTIONS, mux_module_set_options(module, MUX_MODE_BUILD, "--no-such"));
	CHECK(!strcmp(mux_module_log(module), "unknown option '--no-such'\n"));
	GIVES(MUX_INVALID_COMPILER_OPTIONS, mux_module_set_options(module, MUX_MODE_COMPILE, "--width"));
	GIVES(MUX_INVALID_COMPILER_OPTIONS, mux_module_set_options(module, MUX_MODE_COMPILE, "--no-masks=1"));
	GIVES(MUX_INVALID_COMPILER_OPTIONS, mux_module_set_options(module, MUX_MODE_COMPILE, "-create-library"));
	GIVES(MUX_INVALID_LINKER_OPTIONS, mux_module_set_options(module, MUX_MODE_LINK, "-DX"));
	GIVES(MUX_INVALID_LINKER_OPTIONS, mux_module_set_options(module, MUX_MODE_LINK, "--width 12"));
	GIVES(MUX_INVALID_LINKER_OPTIONS, mux_module_set_options(module, MUX_MODE_LINK, "-cl-mad-enable"));
	GIVES(MUX_SUCCESS, mux_module_set_options(module, MUX_MODE_LINK, "-cl-denorms-are-zero -cl-no-signed-zeros -cl-no-signed-zeroes -cl-no-subgroup-ifp "
		"-cl-unsafe-math-optimizations -cl-finite-math-only -cl-fast-relaxed-math -create-library -enable-link-options"));
	GIVES(MUX_SUCCESS, mux_module_set_options(module, MUX_MODE_LINK, "-create-library --width=4 --no-guards"));
	CHECK(!strcmp(mux_module_option(module, "--width"), "4") && !strcmp(mux_module_option(module, "--no-guards"), ""));
	CHECK(!mux_module_option(module, "--cpu") && !mux_module_option(NULL, "--cpu"));
	CHECK(mux_module_target(module) == target && !mux_module_target(NULL));
	GIVES(MUX_SUCCESS, mux_module_add_diagnostic(module, "said"));
	CHECK(mux_module_num_errors(module) == 7);
	GIVES(MUX_SUCCESS, mux_module_add_error(module, "wrong"));
	CHECK(mux_module_num_errors(module) == 8 && strstr(mux_module_log(module), "\nsaid\nwrong\n"));
	GIVES(MUX_INVALID_VALUE, mux_module_add_error(module, NULL));
	GIVES(MUX_INVALID_VALUE, mux_module_add_diagnostic(NULL, "x"));
	mux_module_free(module);
}

static const char library[] = "define spir_func i32 @helper(i32 %n) {\n  %r = mul i32 %n, 3\n  ret i32 %r\n}\n";
static const char user[] = "declare spir_func i32 @helper(i32)\n"
			   "define spir_kernel void @uses(ptr addrspace(1) %p) {\n  %r = call spir_func i32 @helper(i32 14)\n"
			   "  store i32 %r, ptr addrspace(1) %p\n  ret void\n}\n";

static void
test_link(void)
{
	struct mux_module *program = compiled(user), *functions = compiled(library), *all = empty(), *none = empty();
	struct mux_module *inputs[] = { program, functions };
	const uint8_t *bytes;
	int data = 0;
	size_t size;

	GIVES(MUX_INVALID_VALUE, mux_module_link(NULL, inputs, 2));
	GIVES(MUX_INVALID_VALUE, mux_module_link(all, NULL, 2));
	GIVES(MUX_INVALID_VALUE, mux_module_link(all, inputs, 0));
	GIVES(MUX_INVALID_VALUE, mux_module_link(all, &none, 1));
	GIVES(MUX_INVALID_VALUE, mux_module_link(program, inputs, 2));
	GIVES(MUX_FINALIZE_PROGRAM_FAILURE, mux_module_finalize(program, NULL, NULL));
	CHECK(strstr(mux_module_log(program), "undefined function 'helper'"));
	GIVES(MUX_SUCCESS, mux_module_link(all, inputs, 2));
	CHECK(mux_module_state(all) == MUX_STATE_LINKED);
	GIVES(MUX_LINK_PROGRAM_FAILURE, mux_module_link(functions, &all, 1));
	GIVES(MUX_SUCCESS, mux_module_finalize(all, NULL, NULL));
	GIVES(MUX_INVALID_VALUE, mux_module_link(all, inputs, 2));
	GIVES(MUX_SUCCESS, mux_module_create_binary(all, &bytes, &size));
	run(bytes, size, "uses", &data, 1, 1);
	CHECK(data == 42);
	/* Functions alone are a binary of a library only. */
	GIVES(MUX_SUCCESS, mux_module_finalize(functions, NULL, NULL));
	GIVES(MUX_FINALIZE_PROGRAM_FAILURE, mux_module_create_binary(functions, &bytes, &size));
	GIVES(MUX_SUCCESS, mux_module_set_options(functions, MUX_MODE_LINK, "-create-library"));
	GIVES(MUX_SUCCESS, mux_module_create_binary(functions, &bytes, &size));
	/* The same functions as builtins of the target. */
	GIVES(MUX_SUCCESS, mux_target_init_builtins(target, library, strlen(library)));
	GIVES(MUX_SUCCESS, mux_module_finalize(program, NULL, NULL));
	GIVES(MUX_SUCCESS, mux_target_init_builtins(target, NULL, 0));
	mux_module_free(program);
	mux_module_free(functions);
	mux_module_free(all);
	mux_module_free(none);
}

static void
test_finalize(void)
{
	struct mux_printf_info calls = { NULL, 3 };
	struct mux_module *module;
	struct mux_program_info program;
	const uint8_t *bytes, *again;
	const char *text;
	int data[5] = { 1, 2, 3, 4, 5 };
	size_t size;

	GIVES(MUX_INVALID_VALUE, mux_module_create(NULL, &module));
	GIVES(MUX_INVALID_VALUE, mux_module_create(target, NULL));
	module = empty();
	GIVES(MUX_INVALID_VALUE, mux_module_finalize(NULL, &program, NULL));
	GIVES(MUX_INVALID_VALUE, mux_module_finalize(module, &program, NULL));
	GIVES(MUX_FINALIZE_PROGRAM_FAILURE, mux_module_create_binary(module, &bytes, &size));
	GIVES(MUX_INVALID_VALUE, mux_module_create_binary(module, NULL, &size));
	GIVES(MUX_INVALID_VALUE, mux_module_create_binary(NULL, &bytes, &size));
	GIVES(MUX_INVALID_VALUE, mux_module_print(module, &text));
	GIVES(MUX_INVALID_VALUE, mux_module_print(module, NULL));
	GIVES(MUX_INVALID_VALUE, mux_module_compile_ir(module, NULL, 3));
	GIVES(MUX_INVALID_VALUE, mux_module_compile_ir(module, ir, 0));
	GIVES(MUX_INVALID_VALUE, mux_module_compile_ir(NULL, ir, nir));
	GIVES(MUX_COMPILE_PROGRAM_FAILURE, mux_module_compile_ir(module, "BC\xc0\xde????", 8));
	CHECK(mux_module_num_errors(module) == 2);
	GIVES(MUX_SUCCESS, mux_module_compile_ir(module, ir, nir));
	GIVES(MUX_INVALID_VALUE, mux_module_compile_ir(module, ir, nir));
	GIVES(MUX_SUCCESS, mux_module_finalize(module, &program, &calls));
	CHECK(calls.n == 0 && program.n == 1 && !strcmp(program.kernels[0].name, "twice"));
	CHECK(program.kernels[0].nparameter == 1 && program.kernels[0].parameters[0].kind == MUX_PARAMETER_POINTER);
	CHECK(program.kernels[0].parameters[0].size == 8 && program.kernels[0].sub_group_size == 1);
	GIVES(MUX_INVALID_VALUE, mux_module_finalize(module, NULL, NULL));
	GIVES(MUX_SUCCESS, mux_module_print(module, &text));
	CHECK(strstr(text, "\"mux-kernel\"=\"entry-point\"") && strstr(text, "@__mux_get_global_id"));
	GIVES(MUX_SUCCESS, mux_module_create_binary(module, &bytes, &size));
	run(bytes, size, "twice", data, 5, 5);
	CHECK(data[0] == 2 && data[4] == 10);
	GIVES(MUX_SUCCESS, mux_module_create_binary(module, &again, &size));
	run(again, size, "twice", data, 5, 1);
	CHECK(data[4] == 20);
	mux_module_free(module);
	mux_module_free(NULL);
	mux_module_clear(NULL);
	CHECK(!strcmp(mux_module_log(NULL), "") && mux_module_num_errors(NULL) == 0);
}

/* --- modules as bytes -------------------------------------------------------------- */

/* Writes the module, reads it again and damages the bytes. */
static struct mux_module *
copy_of(struct mux_module *module)
{
	size_t size = mux_module_size(module), i;
	uint8_t *bytes = malloc(size);
	struct mux_module *copy = empty(), *other = empty();

	CHECK(mux_module_serialize(module, bytes) == size);
	for (i = 0; i < size; i += size / 40 + 1) {
		bytes[i] ^= 0x10;
		CHECK(!mux_module_deserialize(other, bytes, size));
		bytes[i] ^= 0x10;
		CHECK(!mux_module_deserialize(other, bytes, i));
	}
	CHECK(mux_module_state(other) == MUX_STATE_EMPTY);
	left = 0;
	CHECK(!mux_module_deserialize(other, bytes, size) || mux_module_state(module) == MUX_STATE_EMPTY);
	left = -1;
	CHECK(mux_module_deserialize(copy, bytes, size));
	CHECK(mux_module_state(copy) == mux_module_state(module) && mux_module_size(copy) == size);
	CHECK(mux_module_deserialize(copy, bytes, size) == (mux_module_state(module) == MUX_STATE_EMPTY));
	CHECK(!mux_module_deserialize(NULL, bytes, size) && !mux_module_deserialize(copy, NULL, size));
	free(bytes);
	mux_module_free(other);
	return copy;
}

static void
test_serial(void)
{
	struct mux_module *module = empty(), *copy = copy_of(module), *linked = empty();
	struct mux_deferred *kernel;
	const uint8_t *bytes, *same;
	size_t size, again;

	mux_module_free(copy);
	GIVES(MUX_SUCCESS, mux_module_set_options(module, MUX_MODE_BUILD, "--width=8"));
	GIVES(MUX_SUCCESS, mux_module_compile_ir(module, ir, nir));
	copy = copy_of(module);
	GIVES(MUX_SUCCESS, mux_module_link(linked, &copy, 1));
	mux_module_free(copy);
	copy = copy_of(linked);
	GIVES(MUX_SUCCESS, mux_module_finalize(copy, NULL, NULL));
	mux_module_free(copy);
	GIVES(MUX_SUCCESS, mux_module_finalize(module, NULL, NULL));
	copy = copy_of(module);
	CHECK(!strcmp(mux_module_option(copy, "--width"), "8"));
	GIVES(MUX_SUCCESS, mux_module_create_binary(module, &bytes, &size));
	GIVES(MUX_SUCCESS, mux_module_create_binary(copy, &same, &again));
	CHECK(size == again && !memcmp(bytes, same, size));
	GIVES(MUX_SUCCESS, mux_module_get_kernel(copy, "twice", &kernel));
	CHECK(mux_module_size(NULL) == 0 && mux_module_serialize(module, NULL) == 0);
	mux_module_free(copy);
	mux_module_free(module);
	mux_module_free(linked);
}

/* --- kernels -------------------------------------------------------------------------- */

static struct mux_ndrange_options
ndrange(void)
{
	static const size_t zero[3], size[3] = { 8, 1, 1 };

	return (struct mux_ndrange_options){ .size = sizeof(struct mux_ndrange_options), .local_size = { 4, 1, 1 },
					     .global_offset = zero, .global_size = size, .length = 1 };
}

static void
test_specialized(struct mux_deferred *kernel)
{
	struct mux_descriptor custom = { .type = MUX_DESCRIPTOR_CUSTOM_BUFFER };
	struct mux_ndrange_options options = ndrange();
	int data[8] = { 1, 1, 1, 1, 1, 1, 1, 9 };
	const uint8_t *bytes;
	size_t size, i;

	GIVES(MUX_INVALID_VALUE, mux_kernel_create_specialized(NULL, &options, &bytes, &size));
	GIVES(MUX_INVALID_VALUE, mux_kernel_create_specialized(kernel, NULL, &bytes, &size));
	GIVES(MUX_INVALID_VALUE, mux_kernel_create_specialized(kernel, &options, NULL, &size));
	for (i = 0; i < 3; i++) {
		options.local_size[i] = 0;
		GIVES(MUX_INVALID_VALUE, mux_kernel_create_specialized(kernel, &options, &bytes, &size));
		options = ndrange();
	}
	options.local_size[1] = 20000;
	GIVES(MUX_INVALID_VALUE, mux_kernel_create_specialized(kernel, &options, &bytes, &size));
	options = ndrange();
	options.descriptors = &custom;
	GIVES(MUX_INVALID_VALUE, mux_kernel_create_specialized(kernel, &options, &bytes, &size));
	options.descriptors_length = 1;
	GIVES(MUX_INVALID_VALUE, mux_kernel_create_specialized(kernel, &options, &bytes, &size));
	options.descriptors = NULL;
	GIVES(MUX_INVALID_VALUE, mux_kernel_create_specialized(kernel, &options, &bytes, &size));
	options = ndrange();
	options.global_offset = NULL;
	GIVES(MUX_INVALID_VALUE, mux_kernel_create_specialized(kernel, &options, &bytes, &size));
	options = ndrange();
	options.global_size = NULL;
	GIVES(MUX_INVALID_VALUE, mux_kernel_create_specialized(kernel, &options, &bytes, &size));
	options = ndrange();
	options.length = 0;
	GIVES(MUX_INVALID_VALUE, mux_kernel_create_specialized(kernel, &options, &bytes, &size));
	options.length = 4;
	GIVES(MUX_INVALID_VALUE, mux_kernel_create_specialized(kernel, &options, &bytes, &size));
	options = ndrange();
	options.size = 8;
	GIVES(MUX_INVALID_VALUE, mux_kernel_create_specialized(kernel, &options, &bytes, &size));
	CHECK(!bytes && !size);
	options = ndrange();
	custom.type = MUX_DESCRIPTOR_BUFFER;
	options.descriptors = &custom;
	options.descriptors_length = 1;
	GIVES(MUX_SUCCESS, mux_kernel_create_specialized(kernel, &options, &bytes, &size));
	run(bytes, size, "twice", data, 8, 4);
	CHECK(data[0] == 2 && data[7] == 18);
}

static void
test_sub_groups(struct mux_deferred *kernel, struct mux_deferred *wide)
{
	size_t local[3], n;
	uint32_t size;

	GIVES(MUX_SUCCESS, mux_kernel_sub_group_size(kernel, &size));
	CHECK(size == 1);
	GIVES(MUX_SUCCESS, mux_kernel_sub_group_size(wide, &size));
	CHECK(size == 8);
	GIVES(MUX_INVALID_VALUE, mux_kernel_sub_group_size(NULL, &size));
	GIVES(MUX_INVALID_VALUE, mux_kernel_sub_group_size(wide, NULL));
	GIVES(MUX_SUCCESS, mux_kernel_sub_group_size_for(wide, 3, 2, 1, &size));
	CHECK(size == 6);
	GIVES(MUX_SUCCESS, mux_kernel_sub_group_size_for(wide, 3, 2, 2, &size));
	CHECK(size == 8);
	GIVES(MUX_INVALID_VALUE, mux_kernel_sub_group_size_for(wide, 0, 2, 2, &size));
	GIVES(MUX_INVALID_VALUE, mux_kernel_sub_group_size_for(wide, 3, 0, 2, &size));
	GIVES(MUX_INVALID_VALUE, mux_kernel_sub_group_size_for(wide, 3, 2, 0, &size));
	CHECK(size == 0);
	GIVES(MUX_SUCCESS, mux_kernel_local_size_for(wide, 5, local));
	CHECK(local[0] == 40 && local[1] == 1 && local[2] == 1);
	GIVES(MUX_SUCCESS, mux_kernel_local_size_for(wide, 9000, local));
	CHECK(local[0] == 0 && local[1] == 0 && local[2] == 0);
	GIVES(MUX_SUCCESS, mux_kernel_local_size_for(wide, 0, local));
	CHECK(local[0] == 0);
	GIVES(MUX_INVALID_VALUE, mux_kernel_local_size_for(NULL, 5, local));
	GIVES(MUX_SUCCESS, mux_kernel_max_sub_groups(wide, &n));
	CHECK(n == 65535 / 8);
	GIVES(MUX_INVALID_VALUE, mux_kernel_max_sub_groups(wide, NULL));
}

static const char wide_ir[] = "define spir_kernel void @wide(ptr addrspace(1) %p) !intel_reqd_sub_group_size !0 {\n  ret void\n}\n"
			      "define spir_kernel void @fixed(ptr addrspace(1) %p) !reqd_work_group_size !1 {\n  ret void\n}\n"
			      "!0 = !{i32 8}\n!1 = !{i32 4, i32 2, i32 1}\n";

static void
test_kernels(void)
{
	struct mux_module *module = compiled(ir), *others = compiled(wide_ir);
	struct mux_deferred *kernel, *same, *wide, *fixed;
	struct mux_ndrange_options options = ndrange();
	size_t local[3], memory, size;
	const uint8_t *bytes;
	uint32_t width;

	GIVES(MUX_INVALID_VALUE, mux_module_get_kernel(module, "twice", &kernel));
	GIVES(MUX_SUCCESS, mux_module_finalize(module, NULL, NULL));
	GIVES(MUX_SUCCESS, mux_module_finalize(others, NULL, NULL));
	GIVES(MUX_INVALID_VALUE, mux_module_get_kernel(module, "none", &kernel));
	CHECK(!kernel);
	GIVES(MUX_INVALID_VALUE, mux_module_get_kernel(NULL, "twice", &kernel));
	GIVES(MUX_INVALID_VALUE, mux_module_get_kernel(module, "twice", NULL));
	left = 0;
	GIVES(MUX_OUT_OF_MEMORY, mux_module_get_kernel(module, "twice", &kernel));
	left = -1;
	GIVES(MUX_SUCCESS, mux_module_get_kernel(module, "twice", &kernel));
	GIVES(MUX_SUCCESS, mux_module_get_kernel(module, "twice", &same));
	CHECK(kernel == same && !strcmp(mux_kernel_info(kernel)->name, "twice") && !mux_kernel_info(NULL));
	GIVES(MUX_SUCCESS, mux_module_get_kernel(others, "wide", &wide));
	GIVES(MUX_SUCCESS, mux_module_get_kernel(others, "fixed", &fixed));
	mux_kernel_preferences(kernel, local, &memory);
	CHECK(local[0] == 64 && local[1] == 1 && local[2] == 1 && memory == 0);
	mux_kernel_preferences(fixed, local, NULL);
	CHECK(local[0] == 4 && local[1] == 2 && local[2] == 1);
	GIVES(MUX_INVALID_VALUE, mux_kernel_precache_local_size(kernel, 0, 1, 1));
	GIVES(MUX_INVALID_VALUE, mux_kernel_precache_local_size(kernel, 1, 0, 1));
	GIVES(MUX_INVALID_VALUE, mux_kernel_precache_local_size(kernel, 1, 1, 0));
	GIVES(MUX_INVALID_VALUE, mux_kernel_precache_local_size(NULL, 1, 1, 1));
	GIVES(MUX_INVALID_VALUE, mux_kernel_dynamic_work_width(kernel, 0, 1, 1, &width));
	GIVES(MUX_INVALID_VALUE, mux_kernel_dynamic_work_width(kernel, 1, 0, 1, &width));
	GIVES(MUX_INVALID_VALUE, mux_kernel_dynamic_work_width(kernel, 1, 1, 0, &width));
	CHECK(width == 0);
	GIVES(MUX_SUCCESS, mux_kernel_dynamic_work_width(kernel, 37, 1, 1, &width));
	CHECK(width == 16);
	GIVES(MUX_SUCCESS, mux_kernel_dynamic_work_width(kernel, 15, 4, 1, &width));
	CHECK(width == 1);
	left = 0;
	GIVES(MUX_OUT_OF_MEMORY, mux_kernel_precache_local_size(kernel, 4, 1, 1));
	GIVES(MUX_OUT_OF_MEMORY, mux_kernel_create_specialized(kernel, &options, &bytes, &size));
	left = -1;
	GIVES(MUX_SUCCESS, mux_kernel_precache_local_size(kernel, 4, 1, 1));
	/* It is there already: nothing is compiled, so nothing is allocated. */
	left = 0;
	GIVES(MUX_SUCCESS, mux_kernel_create_specialized(kernel, &options, &bytes, &size));
	left = -1;
	test_specialized(kernel);
	GIVES(MUX_FINALIZE_PROGRAM_FAILURE, mux_kernel_create_specialized(fixed, &options, &bytes, &size));
	CHECK(strstr(mux_module_log(others), "it requires work-groups of 4,2,1, not 4,1,1"));
	GIVES(MUX_FINALIZE_PROGRAM_FAILURE, mux_kernel_precache_local_size(fixed, 1, 1, 1));
	test_sub_groups(kernel, wide);
	mux_module_free(module);
	mux_module_free(others);
}

/* --- a target of its own ---------------------------------------------------------------- */

static int nbinary, npipeline;
static const char *late = "function(instsimplify)";

static const char *
own_late_passes(const struct mux_target *of, const struct mux_pipeline *pipeline)
{
	CHECK(mux_target_info(of)->user == &nbinary && pipeline->width == 4);
	CHECK(!mux_base_late_passes(of, pipeline));
	return late;
}

static void
own_pipeline(const struct mux_module *module, struct mux_pipeline *pipeline)
{
	mux_base_pipeline_finalize(module, pipeline);
	npipeline++;
	pipeline->width = mux_module_option(module, "--four") ? 4 : 8;
}

static enum mux_result
own_binary(struct mux_module *module, const uint8_t **bytes, size_t *size)
{
	nbinary++;
	return mux_base_create_binary(module, bytes, size);
}

static void
test_own_target(void)
{
	static const struct mux_target_ops ops = {
		.size = sizeof ops, .late_passes = own_late_passes, .pipeline_finalize = own_pipeline, .create_binary = own_binary,
	};
	struct mux_device_info device = *native->device_info;
	struct mux_info info = *native;
	struct mux_deferred *kernel;
	struct mux_module *module;
	const uint8_t *bytes;
	size_t size, local[3];
	uint32_t width;

	mux_target_free(target);
	device.max_sub_group_size = 0;
	info.device_info = &device;
	info.ops = &ops;
	info.user = &nbinary;
	info.compilation_options = "--four,0,four work-items run together";
	GIVES(MUX_SUCCESS, mux_target_create(&info, context, NULL, NULL, &target));
	module = empty();
	GIVES(MUX_INVALID_BUILD_OPTIONS, mux_module_set_options(module, MUX_MODE_BUILD, "--width=4"));
	GIVES(MUX_SUCCESS, mux_module_set_options(module, MUX_MODE_BUILD, "--four"));
	GIVES(MUX_SUCCESS, mux_module_compile_ir(module, ir, nir));
	late = "no-such-pass";
	GIVES(MUX_FINALIZE_PROGRAM_FAILURE, mux_module_finalize(module, NULL, NULL));
	CHECK(strstr(mux_module_log(module), "no-such-pass") && mux_module_state(module) == MUX_STATE_COMPILED);
	late = "function(instsimplify)";
	GIVES(MUX_SUCCESS, mux_module_finalize(module, NULL, NULL));
	GIVES(MUX_SUCCESS, mux_module_create_binary(module, &bytes, &size));
	CHECK(nbinary == 1 && npipeline >= 3);
	GIVES(MUX_SUCCESS, mux_module_get_kernel(module, "twice", &kernel));
	GIVES(MUX_SUCCESS, mux_kernel_dynamic_work_width(kernel, 4, 1, 1, &width));
	CHECK(width == 4);
	GIVES(MUX_FEATURE_UNSUPPORTED, mux_kernel_sub_group_size(kernel, &width));
	GIVES(MUX_FEATURE_UNSUPPORTED, mux_kernel_sub_group_size_for(kernel, 4, 1, 1, &width));
	GIVES(MUX_INVALID_VALUE, mux_kernel_sub_group_size_for(kernel, 4, 0, 1, &width));
	GIVES(MUX_FEATURE_UNSUPPORTED, mux_kernel_local_size_for(kernel, 4, local));
	GIVES(MUX_FEATURE_UNSUPPORTED, mux_kernel_max_sub_groups(kernel, &size));
	info.supports_deferred_compilation = false;
	GIVES(MUX_FEATURE_UNSUPPORTED, mux_module_get_kernel(module, "twice", &kernel));
	mux_module_free(module);
	mux_target_free(target);
}

/* --- what fails by itself ------------------------------------------------------------------ */

static void
test_worker(void)
{
	struct mux_context_options nowhere = counted;
	struct mux_module *module;
	struct mux_context *other;
	struct mux_target *of;

	module = compiled(ir);
	CHECK(mux_context_worker(context) > 0 && kill((pid_t)mux_context_worker(context), SIGKILL) == 0);
	GIVES(MUX_FINALIZE_PROGRAM_FAILURE, mux_module_finalize(module, NULL, NULL));
	CHECK(strstr(mux_module_log(module), "the compiler ended before it was done"));
	CHECK(mux_context_worker(context) == 0);
	GIVES(MUX_SUCCESS, mux_module_finalize(module, NULL, NULL));
	mux_module_free(module);
	nowhere.worker = "/none/mux-aot";
	GIVES(MUX_SUCCESS, mux_context_create(&nowhere, &other));
	GIVES(MUX_SUCCESS, mux_target_create(native, other, NULL, NULL, &of));
	GIVES(MUX_SUCCESS, mux_module_create(of, &module));
	GIVES(MUX_FAILURE, mux_module_compile_ir(module, ir, nir));
	CHECK(!strcmp(mux_module_log(module), "cannot run '/none/mux-aot': No such file or directory\n"));
	mux_module_free(module);
	mux_target_free(of);
	mux_context_free(other);
}

/* All calls that allocate, in a row; each must succeed or say that memory ran out. */
static enum mux_result
use_everything(struct mux_module **module, struct mux_module **other)
{
	struct mux_ndrange_options options = ndrange();
	struct mux_deferred *kernel;
	const uint8_t *bytes;
	const char *text;
	size_t size;
	enum mux_result result;

	if ((result = mux_module_create(target, module)) || (result = mux_module_create(target, other)) ||
	    (result = mux_module_add_error(*module, "a message of some length, so that the log grows in the end")) ||
	    (result = mux_module_set_options(*module, MUX_MODE_BUILD, "-DX=1 --width=1")) ||
	    (result = mux_module_compile_ir(*module, ir, nir)) || (result = mux_module_link(*other, module, 1)) ||
	    (result = mux_module_finalize(*module, NULL, NULL)) || (result = mux_module_print(*module, &text)) ||
	    (result = mux_module_create_binary(*module, &bytes, &size)) ||
	    (result = mux_module_get_kernel(*module, "twice", &kernel)))
		return result;
	return mux_kernel_create_specialized(kernel, &options, &bytes, &size);
}

static void
test_memory(void)
{
	struct mux_module *module = NULL, *other = NULL;
	enum mux_result result = MUX_OUT_OF_MEMORY;
	long n;

	for (n = 0; n < 200 && result == MUX_OUT_OF_MEMORY; n++) {
		left = n;
		result = use_everything(&module, &other);
		left = -1;
		mux_module_free(module);
		mux_module_free(other);
		module = other = NULL;
	}
	CHECK(n > 15 && n < 200);
	GIVES(MUX_SUCCESS, result);
}

static void
test_names(void)
{
	enum mux_result i;

	for (i = MUX_SUCCESS; i <= MUX_FEATURE_UNSUPPORTED; i++)
		CHECK(strcmp(mux_result_name(i), "unknown"));
	CHECK(!strcmp(mux_result_name(MUX_INVALID_VALUE), "INVALID_VALUE"));
	CHECK(!strcmp(mux_result_name((enum mux_result)99), "unknown"));
}

static void
mangles(const char *name, const char *const *types, size_t n, const char *wanted, const char *read)
{
	char text[256];

	if (mux_mangle(name, types, n, text, sizeof text) != strlen(wanted) || strcmp(text, wanted))
		printf("%s instead of %s\n", text, wanted), failures++;
	if (mux_demangle(wanted, text, sizeof text) != strlen(read) || strcmp(text, read))
		printf("%s instead of %s\n", text, read), failures++;
	CHECK(mux_mangle(name, types, n, text, strlen(wanted)) == 0);
	CHECK(mux_demangle(wanted, text, strlen(read)) == 0);
}
#define MANGLES(name, wanted, read, ...)                                       \
	mangles(name, (const char *const[]){ __VA_ARGS__ }, sizeof((const char *[]){ __VA_ARGS__ }) / sizeof(char *), wanted, read)

static void
test_mangling(void)
{
	static const char *const wrong[] = { "i33", "<4 x>", "<0 x i32>", "<4 x i32", "i32 addrspace(1)", "i32 x", "", "ptr*x" };
	static const char *const unread[] = { "_Z3foo", "_Z9foov", "foo", "_Z3fooq", "_Z3fooS_", "u6nxv1j", "u5nxv1", "Dv_i", "Dv4i", "PU4AS1i" };
	char text[64];
	size_t i;

	MANGLES(no_name, "Dv2_i", "<2 x i32>", "<2 x i32>");
	MANGLES(no_name, "Dv32_d", "<32 x double>", "<32 x double>");
	MANGLES(no_name, "u5nxv1j", "<vscale x 1 x u32>", "<vscale x 1 x u32>");
	MANGLES(no_name, "u5nxv1i", "<vscale x 1 x i32>", "<vscale x 1 x i32>");
	MANGLES(no_name, "u5nxv2f", "<vscale x 2 x float>", "<vscale x 2 x float>");
	MANGLES(no_name, "u6nxv16d", "<vscale x 16 x double>", "<vscale x 16 x double>");
	MANGLES(no_name, "u11nxv4PU3AS1j", "<vscale x 4 x u32 addrspace(1)*>", "<vscale x 4 x u32 addrspace(1)*>");
	MANGLES(no_name, "Dv16_dPU3AS1d", "<16 x double>, double addrspace(1)*", "<16 x double>", "double addrspace(1)*");
	MANGLES(no_name, "u6nxv16dPU3AS1d", "<vscale x 16 x double>, double addrspace(1)*", "<vscale x 16 x double>",
		"double addrspace(1)*");
	MANGLES("get_global_id", "_Z13get_global_idj", "get_global_id(u32)", "u32");
	MANGLES("clamp", "_Z5clampDv4_fS_S_", "clamp(<4 x float>, <4 x float>, <4 x float>)", "<4 x float>", "<4xfloat>", "< 4 x float >");
	MANGLES("f", "_Z1fPU3AS1Dv4_fS_S1_PS_", "f(<4 x float> addrspace(1)*, <4 x float>, <4 x float> addrspace(1)*, <4 x float>*)",
		"<4 x float> addrspace(1)*", "<4 x float>", "<4 x float> addrspace(1)*", "<4 x float>*");
	MANGLES("g", "_Z1gPU4AS10cbhtmsDhd", "g(i8 addrspace(10)*, i1, u8, u16, u64, i16, half, double)", "ptr addrspace(10)", "i1",
		"u8", "u16", "u64", "i16", "half", "double");
	MANGLES("p", "_Z1pPPU3AS3l", "p(i64 addrspace(3)**)", "i64 addrspace(3)**");
	CHECK(mux_mangle("none", NULL, 0, text, sizeof text) == 8 && !strcmp(text, "_Z4nonev"));
	CHECK(mux_demangle("_Z4nonev", text, sizeof text) == 6 && !strcmp(text, "none()"));
	for (i = 0; i < sizeof wrong / sizeof *wrong; i++)
		CHECK(mux_mangle("f", &wrong[i], 1, text, sizeof text) == 0);
	for (i = 0; i < sizeof unread / sizeof *unread; i++)
		CHECK(mux_demangle(unread[i], text, sizeof text) == 0);
}

/* Code for another processor than this one, or this one. */
static void
test_aarch64(void)
{
	enum { E_MACHINE = 18, EM_AARCH64 = 183 };
	struct mux_target *arm;
	struct mux_module *module;
	const uint8_t *bytes;
	size_t size;

	GIVES(MUX_SUCCESS, mux_target_create(aarch64, context, NULL, NULL, &arm));
	GIVES(MUX_SUCCESS, mux_module_create(arm, &module));
	GIVES(MUX_SUCCESS, mux_module_compile_ir(module, ir, nir));
	GIVES(MUX_SUCCESS, mux_module_finalize(module, NULL, NULL));
	GIVES(MUX_SUCCESS, mux_module_create_binary(module, &bytes, &size));
	CHECK(size > 20 && bytes[E_MACHINE] == EM_AARCH64 && bytes[E_MACHINE + 1] == 0);
	mux_module_free(module);
	mux_target_free(arm);
}

int
main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	spirv = (uint32_t *)(void *)read_file(argv[1], &nspirv);
	nspirv /= sizeof *spirv;
	ir = read_file(argv[2], &nir);
	test_names();
	test_mangling();
	test_context();
	test_target();
	GIVES(MUX_SUCCESS, mux_target_create(native, context, NULL, NULL, &target));
	test_set_options();
	test_spirv();
	test_clc();
	test_clc_messages();
	test_argument_info();
	test_clc_quotes();
	test_clc_conversions();
	test_clc_version();
	test_link();
	test_finalize();
	test_serial();
	test_kernels();
	test_worker();
	test_memory();
	test_own_target();
	test_aarch64();
	mux_context_free(context);
	mux_context_free(NULL);
	CHECK(held == 0);
	free(spirv);
	free(ir);
	if (!failures)
		puts("right");
	return failures != 0;
}
