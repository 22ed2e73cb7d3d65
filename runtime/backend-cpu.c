/*
 * The native CPU.  It reports its own aspects and sizes or, under
 * SYCL_CC_DEVICE_AS=TARGET, those of that target of the device configuration, so
 * that refusals can be tested without the hardware (decision 42).
 */
#include "backend.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "base/order.h"
#include "format/aspect.h"

enum { ASPECT_HOST_NUMBER, ASPECT_CPU, ASPECT_GPU, ASPECT_ACCELERATOR, ASPECT_CUSTOM };
/* Numbers of share/target-numbers.txt. */
enum { TARGET_SPIR64 = 0x10000, TARGET_SPIR64_X86_64 = 0x10003, TARGET_X86_64 = 0x10005, TARGET_X86_64_AVX512 };
enum { LOCAL_MEMORY = 1024 * 1024, MAX_PARAMETER_SIZE = 64 * 1024 };

/* As the entry x86_64 of share/device-config.yaml; a test compares them. */
static const char *const cpu_aspect_names[] = {
	"cpu", "fp16", "fp64", "image", "online_compiler", "online_linker", "queue_profiling", "usm_device_allocations",
	"usm_host_allocations", "usm_shared_allocations", "usm_system_allocations", "usm_atomic_host_allocations",
	"usm_atomic_shared_allocations", "atomic64", "ext_oneapi_native_assert", "host_debuggable",
	"ext_oneapi_graph", "ext_oneapi_limited_graph", "ext_oneapi_virtual_mem", "ext_oneapi_async_memory_alloc",
	"ext_intel_free_memory", "ext_oneapi_device_wait", "ext_oneapi_ballot_group", "ext_oneapi_fixed_size_group",
	"ext_oneapi_opportunistic_group", "ext_oneapi_tangle_group", "ext_oneapi_fragment", "ext_oneapi_chunk", "ext_oneapi_tangle",
	"ext_oneapi_bfloat16_math_functions", "ext_oneapi_per_event_profiling", "ext_oneapi_queue_profiling_tag",
	"ext_oneapi_clock_sub_group", "ext_oneapi_clock_work_group", "ext_oneapi_clock_device",
	"ext_oneapi_virtual_functions", "ext_oneapi_register_host_memory", "ext_intel_legacy_image", "ext_intel_matrix",
};
enum { N_CPU_ASPECTS = sizeof cpu_aspect_names / sizeof *cpu_aspect_names };

enum {
	RANGE_WORK_GROUP = 256,		/* work-items of a group when the program does not choose the size */
	LONG_ROW = 1024,		/* work-items of a row when the kernel does not know of its groups */
	PARAM_FUNCTOR = 0, PARAM_KARGS = 1, PARAM_LOCAL = 2,
	HUGE_PAGE = 2 << 20, HUGE_SIZE = 4 << 20, FILL_BLOCK = 16 << 10,
	USM_ALIGN = 256,	/* of GPUs' memory: programs that were made for them count on it */
	LOCAL_STEP = 1 << 10	/* as on Intel's GPUs: what is written a little behind a row stays without effect on arguments */
};

static struct sycl_rt_device cpu = { .backend = &rt_backend_cpu };

static bool
has_avx512(void)
{
#if defined(__x86_64__)
	return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd")
		&& __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
	return false;
#endif
}

/* The aspects and sizes of this processor. */
static void
describe_cpu(struct target *can)
{
	static uint32_t aspect[N_CPU_ASPECTS], sub_group_size[] = { 1, 4, 8, 16, 32 };

	for (size_t i = 0; i < N_CPU_ASPECTS; i++)
		aspect[i] = (uint32_t)aspect_number(cpu_aspect_names[i]);
	qsort(aspect, N_CPU_ASPECTS, sizeof *aspect, order_uint32s);
	*can = (struct target){
		.name = "x86_64", .number = TARGET_X86_64, .triple = "spirv64-unknown-unknown",
		.aspect = aspect, .naspect = N_CPU_ASPECTS, .sub_group_size = sub_group_size,
		.nsub_group_size = sizeof sub_group_size / sizeof *sub_group_size,
		.max_work_group_size = RT_MAX_WORK_GROUP, .aot_program = "mux-aot", .aot_options = "",
	};
}

/* The processor's name from /proc/cpuinfo. */
static void
read_cpu_name(char *name, size_t room)
{
	FILE *file = fopen("/proc/cpuinfo", "re");
	char line[256], *text;

	snprintf(name, room, "CPU");
	while (file && fgets(line, sizeof line, file)) {
		text = strchr(line, ':');
		if (strncmp(line, "model name", 10) == 0 && text) {
			text[strcspn(text, "\n")] = '\0';
			snprintf(name, room, "%s", text + 2);
			break;
		}
	}
	if (file)
		fclose(file);
}

/* Who made the processor; programs choose what suits a device by its vendor. Others than these are under our own name. */
static const struct vendor { const char *signature, *name; uint32_t id; } vendors[] = {
	{ "GenuineIntel", "Intel(R) Corporation", 0x8086 },
	{ "AuthenticAMD", "Advanced Micro Devices, Inc.", 0x1022 },
	{ "", "sycl-cc", 0 },
};

static const struct vendor *
find_vendor(void)
{
	const struct vendor *v = vendors;
	char signature[13] = "";

#if defined(__x86_64__)
	unsigned leaf, part[3];

	if (__get_cpuid(0, &leaf, &part[0], &part[2], &part[1]))
		memcpy(signature, part, sizeof part);
#endif
	while (*v->signature && strcmp(v->signature, signature) != 0)
		v++;
	return v;
}

static void
accept_target(const char *name, bool runs)
{
	if (cpu.select.naccept < sizeof cpu.accept / sizeof *cpu.accept)
		cpu.accept[cpu.select.naccept++] = (struct image_accept){ name, runs };
}

/* The targets whose images the device accepts, best first. */
static void
accept_targets(const struct target *as)
{
	if (as && strncmp(as->name, "x86_64", 6) != 0 && strncmp(as->name, "spir", 4) != 0) {
		/* SPIR-V for a target without ahead-of-time compiler can be compiled for this device as well. */
		bool runs = !*as->aot_program && strncmp(as->triple, "spirv64-", 8) == 0;

		accept_target(as->name, runs);
		for (size_t i = 0; i < as->nalias; i++)
			accept_target(as->alias[i], runs);
	}
#if defined(__x86_64__)
	if (has_avx512())
		accept_target("x86_64_avx512", true);
	accept_target("x86_64", true);
#endif
	accept_target("spir64", true);
}

/* The device type among a target's aspects. */
static uint32_t
device_type(const struct target *can)
{
	for (uint32_t type = ASPECT_CPU; type <= ASPECT_CUSTOM; type++)
		if (target_has_aspect(can, type) && !can->may_support_other_aspects)
			return type;
	return ASPECT_CPU;
}

/* The target that SYCL_CC_DEVICE_AS names; NULL, with failure set, when it does not exist. */
static const struct target *
find_target(const char *name)
{
	const struct target *target = devconfig_get(rt_targets(), name);
	char text[1024];

	if (!target) {
		snprintf(text, sizeof text, "SYCL_CC_DEVICE_AS=%s: %s", name, rt_reported());
		rt_device_fail(text);
	}
	return target;
}

static void
find(void)
{
	static uint32_t number[4] = { TARGET_SPIR64, TARGET_SPIR64_X86_64, TARGET_X86_64, TARGET_X86_64_AVX512 };
	const char *as = secure_getenv("SYCL_CC_DEVICE_AS");
	const struct target *target = NULL;

	describe_cpu(&cpu.can);
	read_cpu_name(cpu.name, sizeof cpu.name);
	cpu.vendor = find_vendor()->name;
	cpu.select.number = number;
	if (as && *as) {
		target = find_target(as);
		if (target)
			cpu.can = *target;
		cpu.select.nnumber = 1;
		if (target)
			snprintf(cpu.name, sizeof cpu.name, "%s (on the CPU)", target->name);
	} else {
		cpu.select.nnumber = has_avx512() ? 4 : 3;
	}
	cpu.type = device_type(&cpu.can);
	cpu.select.name = cpu.name;
	cpu.select.can = &cpu.can;
	cpu.select.accept = cpu.accept;
	accept_targets(target);
	rt_device_add(&cpu);
}

static uint64_t
positive(long value)
{
	return value > 0 ? (uint64_t)value : 0;
}

static uint64_t
memory_size(void)
{
	struct sysinfo info;

	return sysinfo(&info) == 0 ? (uint64_t)info.totalram * info.mem_unit : 0;
}

static uint64_t
free_memory_size(void)
{
	struct sysinfo info;

	return sysinfo(&info) == 0 ? (uint64_t)info.freeram * info.mem_unit : 0;
}

static uint64_t
clock_mhz(void)
{
	FILE *file = fopen("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "re");
	unsigned long khz = 0;

	if (file && fscanf(file, "%lu", &khz) != 1)
		khz = 0;
	if (file)
		fclose(file);
	return khz ? khz / 1000 : 1000;
}

static uint64_t
vector_bytes(void)
{
#if defined(__x86_64__)
	return has_avx512() ? 64 : __builtin_cpu_supports("avx2") ? 32 : 16;
#else
	return 16;
#endif
}

static uint64_t
ask_number(const struct sycl_rt_device *device, enum sycl_rt_number which)
{
	switch (which) {
	case SYCL_RT_DEVICE_VENDOR_ID: return find_vendor()->id;
	case SYCL_RT_DEVICE_COMPUTE_UNITS: return rt_cpu_units(device);
	case SYCL_RT_DEVICE_PARTITIONS: return rt_cpu_partitions(device);
	case SYCL_RT_DEVICE_DOMAINS: return rt_cpu_domains(device);
	case SYCL_RT_DEVICE_MAX_WORK_GROUP_SIZE:
		return device->can.max_work_group_size ? device->can.max_work_group_size : RT_MAX_WORK_GROUP;
	case SYCL_RT_DEVICE_GLOBAL_MEM_SIZE: return memory_size();
	case SYCL_RT_DEVICE_FREE_MEM_SIZE: return free_memory_size();
	case SYCL_RT_DEVICE_GLOBAL_CACHE_SIZE: return positive(sysconf(_SC_LEVEL2_CACHE_SIZE));
	case SYCL_RT_DEVICE_CACHE_LINE_SIZE: return positive(sysconf(_SC_LEVEL1_DCACHE_LINESIZE));
	case SYCL_RT_DEVICE_LOCAL_MEM_SIZE: return LOCAL_MEMORY;
	case SYCL_RT_DEVICE_CLOCK_MHZ: return clock_mhz();
	case SYCL_RT_DEVICE_VECTOR_BYTES: return vector_bytes();
	case SYCL_RT_DEVICE_MAX_PARAMETER_SIZE: return MAX_PARAMETER_SIZE;
	default: return 0;
	}
}

static const char *
ask_text(const struct sycl_rt_device *device, enum sycl_rt_text which)
{
	(void)device;
	switch (which) {
	case SYCL_RT_DEVICE_VERSION: return "3.0";
	case SYCL_RT_DEVICE_DRIVER_VERSION:
	case SYCL_RT_PLATFORM_VERSION: return SYCL_CC_VERSION;
	default: return "";
	}
}

/* --- memory --- */

static void *
allocate(const struct sycl_rt_device *device, enum sycl_rt_memory kind, size_t size, size_t align)
{
	void *memory;

	(void)device;
	(void)kind;
	if (align < USM_ALIGN)
		align = USM_ALIGN;
	if (size >= HUGE_SIZE && align < HUGE_PAGE)
		align = HUGE_PAGE;
	if (posix_memalign(&memory, align, size) != 0)
		return NULL;
	/* Kernels that read much memory would wait for page tables; a hint, which may fail. */
	if (size >= HUGE_SIZE)
		madvise(memory, size & ~((size_t)HUGE_PAGE - 1), MADV_HUGEPAGE);
	return memory;
}

static void
release(const struct sycl_rt_device *device, enum sycl_rt_memory kind, void *memory)
{
	(void)device;
	(void)kind;
	free(memory);
}

static int
copy(const struct sycl_rt_device *device, void *to, const void *from, size_t size)
{
	(void)device;
	memmove(to, from, size);
	return SYCL_RT_SUCCESS;
}

/* Copies what is filled already, of which a part stays in the cache: a memcpy() for each small pattern takes 40 times as long. */
static int
fill(const struct sycl_rt_device *device, void *to, const void *pattern, size_t pattern_size, size_t count)
{
	const size_t size = pattern_size * count;
	size_t block = pattern_size;

	(void)device;
	if (pattern_size == 1) {
		memset(to, *(const unsigned char *)pattern, count);
		return SYCL_RT_SUCCESS;
	}
	if (size > 0)
		memcpy(to, pattern, pattern_size);
	for (size_t done = block, n; done < size; done += n) {
		if (block < FILL_BLOCK)
			block = done;
		n = size - done < block ? size - done : block;
		memcpy((char *)to + done, to, n);
	}
	return SYCL_RT_SUCCESS;
}

/* --- kernels --- */

struct job {
	const struct mux_kernel *kernel;
	struct mux_wg wg;
	const char *packed;
	uint64_t local_bytes;		/* of the launch */
	uint64_t work_items;		/* of a work-group */
	bool chosen;			/* the program has chosen the size of work-groups */
	_Atomic bool no_memory;
};

static const struct rt_loaded *
load(const struct sycl_rt_device *device, struct rt_image *image, const char *kernel, const uint8_t *values,
	const struct rt_links *links, int *status)
{
	(void)device;
	return rt_native_kernel(image, kernel, values, links, status);
}

static int
facts(const struct sycl_rt_device *device, const struct rt_loaded *loaded, struct sycl_rt_kernel_facts *facts)
{
	*facts = (struct sycl_rt_kernel_facts){
		.work_group_size = ask_number(device, SYCL_RT_DEVICE_MAX_WORK_GROUP_SIZE),
		.preferred_multiple = loaded->mux->width ? loaded->mux->width : 1,
		.private_bytes = loaded->mux->scratch_per_item,
		.local_bytes = loaded->mux->local_size,
		.sub_group_size = loaded->mux->sub_group_size ? loaded->mux->sub_group_size : 1,
	};
	for (int d = 0; d < 3; d++)
		facts->reqd_work_group_size[d] = loaded->mux->reqd_wg_size[2 - d];
	return SYCL_RT_SUCCESS;
}

static uint64_t
round_up(uint64_t n, uint64_t multiple)
{
	return (n + multiple - 1) / multiple * multiple;
}

static uint64_t
least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* The local size of a range kernel: enough groups for all threads, a multiple of the code's chunk width. */
static void
choose_local(const struct mux_kernel *kernel, const uint64_t global[3], uint64_t local[3])
{
	uint64_t width = kernel->width ? kernel->width : 1, items = global[0] * global[1] * global[2];
	uint64_t share = round_up(items / ((uint64_t)rt_pool_threads() * 4) + 1, width);
	uint64_t group = kernel->flags & MUX_KERNEL_ANY_GROUPS ? LONG_ROW : RANGE_WORK_GROUP;
	uint64_t most = round_up(least(share, group), width);

	if (kernel->reqd_wg_size[0]) {
		for (int d = 0; d < 3; d++)
			local[d] = kernel->reqd_wg_size[d];
		return;
	}
	local[0] = least(round_up(global[0], width), most);
	local[1] = least(global[1], most / local[0] ? most / local[0] : 1);
	local[2] = least(global[2], most / (local[0] * local[1]) ? most / (local[0] * local[1]) : 1);
}

/*
 * Joins groups of a kernel that does not know of them: along a row, until it is long or there would
 * be too few groups for all threads; a group is one row then.
 */
static void
join_groups(const uint64_t global[3], uint64_t local[3])
{
	static const uint64_t factors[] = { 2, 3, 5, 7 };
	uint64_t items = global[0] * global[1] * global[2], share = items / ((uint64_t)rt_pool_threads() * 4);
	uint64_t row = local[0], groups = global[0] / row;

	for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
		while (row * factors[i] <= least(LONG_ROW, share) && groups % factors[i] == 0) {
			row *= factors[i];
			groups /= factors[i];
		}
	if (row == local[0])
		return;
	local[0] = row;
	local[1] = local[2] = 1;
}

/* Fills job->wg except the group's id; returns the number of groups, 0 for an empty range. */
static uint64_t
lay_out(struct job *job, const struct sycl_rt_launch *launch)
{
	uint64_t global[3] = { 1, 1, 1 }, local[3] = { 1, 1, 1 }, total = 1;

	for (unsigned d = 0; d < launch->dims && launch->kind != SYCL_RT_KIND_SINGLE_TASK; d++) {
		global[launch->dims - 1 - d] = launch->global[d];
		if (launch->kind == SYCL_RT_KIND_ND_RANGE)
			local[launch->dims - 1 - d] = launch->local[d];
	}
	if (global[0] == 0 || global[1] == 0 || global[2] == 0)
		return 0;
	if (launch->kind == SYCL_RT_KIND_RANGE)
		choose_local(job->kernel, global, local);
	else if (launch->kind == SYCL_RT_KIND_ND_RANGE && job->kernel->flags & MUX_KERNEL_ANY_GROUPS)
		join_groups(global, local);
	job->chosen = launch->kind == SYCL_RT_KIND_ND_RANGE;
	job->work_items = 1;
	for (int d = 0; d < 3; d++) {
		job->wg.local_size[d] = local[d];
		job->wg.num_groups[d] = (global[d] + local[d] - 1) / local[d];
		job->work_items *= local[d];
		total *= job->wg.num_groups[d];
	}
	job->wg.work_dim = launch->dims;
	return total;
}

/* Notes how long a launch took whose work-groups have a size that the program has chosen. */
static void
note_time(const struct rt_loaded *loaded, const struct job *job, uint64_t nanoseconds)
{
	if (job->chosen)
		rt_fit_note(loaded, job->wg.local_size, nanoseconds);
}

static void
trace_launch(const struct job *job, const struct sycl_rt_launch *launch)
{
	const struct mux_wg *wg = &job->wg;

	rt_trace(RT_TRACE_COMMANDS, "%s: %s: %" PRIu64 "x%" PRIu64 "x%" PRIu64 " work-groups of %" PRIu64 "x%" PRIu64 "x%" PRIu64
		", %" PRIu64 " bytes of local memory", cpu.name, job->kernel->name, (uint64_t)wg->num_groups[2], (uint64_t)wg->num_groups[1],
		(uint64_t)wg->num_groups[0], (uint64_t)wg->local_size[2], (uint64_t)wg->local_size[1], (uint64_t)wg->local_size[0],
		launch->local_bytes);
}

static void
put(char *packed, const struct mux_arg *arg, const void *value, uint64_t size)
{
	memcpy(packed + arg->offset, value, size < arg->size ? size : arg->size);
}

/*
 * A by-value parameter is in the packed block; one that the compiler passes by
 * address points to our copy.
 */
static void
put_by_value(char *packed, const struct mux_arg *arg, const void *value, uint64_t size)
{
	if (arg->kind == MUX_ARG_POINTER)
		memcpy(packed + arg->offset, &value, sizeof value);
	else
		put(packed, arg, value, size);
}

static void
run_groups(void *arg, uint64_t begin, uint64_t end)
{
	struct job *job = arg;
	const struct mux_kernel *kernel = job->kernel;
	uint64_t fixed = round_up(kernel->local_size, MUX_ALIGN), scratch = mux_scratch_size(kernel, job->work_items);
	uint64_t dynamic = round_up(job->local_bytes, LOCAL_STEP);
	const void *block = job->packed;
	struct mux_wg wg = job->wg;
	char *local = rt_pool_memory(RT_LOCAL, fixed + dynamic + kernel->packed_size), *packed;

	wg.local_mem = local;
	wg.scratch = rt_pool_memory(RT_SCRATCH, scratch);
	if (!local || !wg.scratch) {
		job->no_memory = true;
		return;
	}
	if (kernel->nargs > PARAM_LOCAL) {
		/* A copy of the packed block for this thread, after its local memory. */
		packed = memcpy(local + fixed + dynamic, job->packed, kernel->packed_size);
		local += fixed;
		memcpy(packed + kernel->args[PARAM_LOCAL].offset, &local, sizeof local);
		block = packed;
	}
	for (uint64_t i = begin; i < end; i++) {
		wg.group_id[0] = i % wg.num_groups[0];
		wg.group_id[1] = i / wg.num_groups[0] % wg.num_groups[1];
		wg.group_id[2] = i / wg.num_groups[0] / wg.num_groups[1];
		kernel->entry(block, &wg);
	}
}

static int
fail_parameters(void)
{
	return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: no space for the kernel's parameters");
}

static int
job_status(const struct job *job)
{
	if (job->no_memory)
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: no local memory for the kernel's work-groups");
	return SYCL_RT_SUCCESS;
}

/* Runs the launch as that job: on all threads of the device, unless it is quick (device NULL). */
static int
run(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const struct rt_loaded *loaded, const void *buffer,
	struct job *job)
{
	const struct mux_kernel *kernel = rt_fit_code(loaded, launch);
	char *packed = rt_pool_memory(RT_PARAMS, kernel->packed_size);
	struct rt_kargs kargs;
	uint64_t groups;

	*job = (struct job){ .kernel = kernel, .local_bytes = launch->local_bytes };
	groups = lay_out(job, launch);
	if (!packed)
		return fail_parameters();
	if (rt_traces(RT_TRACE_COMMANDS))
		trace_launch(job, launch);
	rt_fill_kargs(&kargs, launch, buffer);
	put_by_value(packed, &kernel->args[PARAM_FUNCTOR], launch->functor, launch->functor_size);
	if (kernel->nargs > PARAM_KARGS)
		put_by_value(packed, &kernel->args[PARAM_KARGS], &kargs, sizeof kargs);
	job->packed = packed;
	if (!device)
		run_groups(job, 0, groups);
	else
		rt_pool_run(run_groups, job, groups, rt_cpu_share(device));
	return job_status(job);
}

static int
check_launch(const struct sycl_rt_launch *launch, const struct rt_loaded *loaded)
{
	const struct mux_kernel *kernel = loaded->mux;

	if (launch->local_bytes > LOCAL_MEMORY)
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "%" PRIu64 " bytes of local memory are asked for, a work-group has %d at most",
			launch->local_bytes, LOCAL_MEMORY);
	if (kernel->nargs < 1 || kernel->nargs > 3)
		return rt_fail(SYCL_RT_BUILD, "kernel %s has %u parameters, 1 to 3 are wanted", launch->kernel, kernel->nargs);
	/* Other kernels of the image may have other sizes: use this kernel's.  For a range we choose the size. */
	if (launch->kind != SYCL_RT_KIND_RANGE && kernel->reqd_wg_size[0])
		return rt_check_required_size(launch, kernel->reqd_wg_size);
	return SYCL_RT_SUCCESS;
}

static int
launch_kernel(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const struct rt_loaded *loaded,
	const void *buffer)
{
	int status = check_launch(launch, loaded);
	struct job job;

	if (status)
		return status;
	if (launch->times)
		launch->times->start = sycl_rt_now();
	status = run(device, launch, loaded, buffer, &job);
	if (launch->times)
		launch->times->end = sycl_rt_now();
	return status;
}

/* --- kernels that run while the program goes on --- */

/*
 * A thread takes some microseconds to wake up.  A launch that takes no longer is
 * better run where it is submitted; one that has been so a few times is expected to
 * be so again.
 */
enum { TICKS = 2, QUICK_NANOSECONDS = 50000, QUICK_TICKS = 125000, QUICK_ENOUGH = 4, TRIES = 4 * QUICK_ENOUGH, WORTH_WAKING = 15000, GREATEST_ALIGN = 4096 };

/* The clock that costs least: about 2 (TICKS) to 4 ticks a nanosecond. */
static uint64_t
ticks(void)
{
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#else
	return sycl_rt_now() * 5 / 2;
#endif
}

static uint64_t
items_of(const struct sycl_rt_launch *launch)
{
	uint64_t items = 1;

	for (unsigned d = 0; d < launch->dims && launch->kind != SYCL_RT_KIND_SINGLE_TASK; d++)
		items *= launch->global[d];
	return items;
}

static bool
expects_quick(const struct rt_pace *pace, uint64_t items)
{
	return atomic_load_explicit(&pace->quick, memory_order_relaxed) >= QUICK_ENOUGH
		&& items <= atomic_load_explicit(&pace->items, memory_order_relaxed);
}

static void
note_quick(struct rt_pace *pace, uint64_t items, bool quick)
{
	const uint32_t before = atomic_load_explicit(&pace->quick, memory_order_relaxed);

	if (!quick)
		/* It may have been the system: after many quick ones a single slow one does not count. */
		atomic_store_explicit(&pace->quick, before > QUICK_ENOUGH ? before - QUICK_ENOUGH : 0, memory_order_relaxed);
	else if (before < 4 * QUICK_ENOUGH)
		atomic_store_explicit(&pace->quick, before + 1, memory_order_relaxed);
	if (quick && items > atomic_load_explicit(&pace->items, memory_order_relaxed))
		atomic_store_explicit(&pace->items, items, memory_order_relaxed);
}

bool
rt_cpu_is_quick(const struct sycl_rt_launch *launch, const struct rt_loaded *loaded)
{
	return expects_quick(loaded->pace, items_of(launch));
}

bool
rt_cpu_is_unknown(const struct rt_loaded *loaded)
{
	struct rt_pace *pace = loaded->pace;

	return atomic_load_explicit(&pace->quick, memory_order_relaxed) < QUICK_ENOUGH
		&& atomic_load_explicit(&pace->tries, memory_order_relaxed) < TRIES
		&& atomic_fetch_add_explicit(&pace->tries, 1, memory_order_relaxed) < TRIES;
}

void
rt_cpu_note_slow(const struct rt_loaded *loaded)
{
	atomic_store_explicit(&loaded->pace->tries, TRIES, memory_order_relaxed);
}

int
rt_cpu_run_quick(const struct sycl_rt_launch *launch, const struct rt_loaded *loaded, const void *buffer)
{
	int status = check_launch(launch, loaded);
	struct job job;
	uint64_t time;

	if (status)
		return status;
	time = ticks();
	status = run(NULL, launch, loaded, buffer, &job);
	time = ticks() - time;
	note_quick(loaded->pace, 0, time <= QUICK_TICKS);
	note_time(loaded, &job, time / TICKS);
	return status;
}

struct rt_cpu_kernel {
	struct job job;
	uint64_t items, groups;
	const struct rt_loaded *loaded;
	void *block;			/* the parameters */
};

/* The alignment of an address, from MUX_ALIGN to that of a page. */
static size_t
alignment_of(const void *p)
{
	size_t align = (size_t)((uintptr_t)p & (0 - (uintptr_t)p));

	return align < MUX_ALIGN ? MUX_ALIGN : align > GREATEST_ALIGN ? GREATEST_ALIGN : align;
}

/* Copies all that the launch points to, and lays its parameters out; false when there is no memory. */
static bool
copy_parameters(struct rt_cpu_kernel *made, const struct sycl_rt_launch *launch, const void *buffer)
{
	const struct mux_kernel *kernel = made->job.kernel;
	const size_t align = kernel->args[PARAM_FUNCTOR].kind == MUX_ARG_POINTER ? alignment_of(launch->functor) : MUX_ALIGN;
	const size_t functor = round_up(kernel->packed_size, align), kargs = round_up(functor + launch->functor_size, MUX_ALIGN);
	const size_t values = kargs + round_up(sizeof(struct rt_kargs), MUX_ALIGN);
	const size_t size = values + (buffer ? made->loaded->image->spec.size : 0);
	char *block = aligned_alloc(align, round_up(size, align));

	if (!block)
		return false;
	made->block = block;
	made->job.packed = block;
	memcpy(block + functor, launch->functor, launch->functor_size);
	if (buffer)
		buffer = memcpy(block + values, buffer, made->loaded->image->spec.size);
	rt_fill_kargs((struct rt_kargs *)(block + kargs), launch, buffer);
	put_by_value(block, &kernel->args[PARAM_FUNCTOR], block + functor, launch->functor_size);
	if (kernel->nargs > PARAM_KARGS)
		put_by_value(block, &kernel->args[PARAM_KARGS], block + kargs, sizeof(struct rt_kargs));
	return true;
}

struct rt_cpu_kernel *
rt_cpu_kernel_make(const struct sycl_rt_launch *launch, const struct rt_loaded *loaded, const void *buffer,
	uint64_t *groups, unsigned *threads, int *status)
{
	struct rt_cpu_kernel *made;
	uint64_t cost = atomic_load_explicit(&loaded->pace->cost, memory_order_relaxed), time;

	*status = check_launch(launch, loaded);
	if (*status)
		return NULL;
	made = calloc(1, sizeof *made);
	if (made) {
		made->job.kernel = rt_fit_code(loaded, launch);
		made->job.local_bytes = launch->local_bytes;
		made->items = items_of(launch);
		made->loaded = loaded;
	}
	if (!made || !copy_parameters(made, launch, buffer)) {
		free(made);
		*status = fail_parameters();
		return NULL;
	}
	*groups = made->groups = lay_out(&made->job, launch);
	if (rt_traces(RT_TRACE_COMMANDS))
		trace_launch(&made->job, launch);
	*threads = rt_pool_threads();
	if (cost && !__builtin_mul_overflow(cost, made->items, &time) && time / 1024 < WORTH_WAKING)
		*threads = 1;
	if (*groups < *threads)
		*threads = *groups ? (unsigned)*groups : 1;
	return made;
}

void
rt_cpu_kernel_run(void *argument, uint64_t begin, uint64_t end)
{
	struct rt_cpu_kernel *kernel = argument;

	if (kernel->groups)
		run_groups(&kernel->job, begin, end);
}

int
rt_cpu_kernel_end(struct rt_cpu_kernel *kernel, uint64_t nanoseconds)
{
	struct rt_pace *pace = kernel->loaded->pace;
	const uint64_t items = kernel->items ? kernel->items : 1;
	int status = job_status(&kernel->job);

	note_quick(pace, kernel->items, nanoseconds <= QUICK_NANOSECONDS);
	note_time(kernel->loaded, &kernel->job, nanoseconds);
	atomic_store_explicit(&pace->cost, nanoseconds > UINT64_MAX / 1024 ? UINT64_MAX : nanoseconds * 1024 / items + 1,
		memory_order_relaxed);
	rt_native_done(kernel->loaded);
	free(kernel->block);
	free(kernel);
	return status;
}

bool
rt_cpu_kernel_is_quick(const struct rt_cpu_kernel *kernel)
{
	return expects_quick(kernel->loaded->pace, kernel->items);
}

const struct rt_backend rt_backend_cpu = {
	.name = "native_cpu", .number = SYCL_RT_BACKEND_CPU, .platform_name = "sycl-cc", .platform_vendor = "sycl-cc",
	.host_memory = true, .find = find, .ask_number = ask_number, .ask_text = ask_text, .alloc = allocate, .free = release,
	.copy = copy, .fill = fill, .load = load, .fit = rt_fit, .unload = rt_native_unload, .facts = facts, .launch = launch_kernel,
};
