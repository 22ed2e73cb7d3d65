/*
 * The CPU device.  It reports its own aspects and sizes or, under
 * SYCL_CC_DEVICE_AS=TARGET, those of that target of the device configuration, so
 * that refusals can be tested without the hardware (decision 42).
 */
#include "rt.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "format/aspect.h"

enum { ASPECT_HOST_NUMBER, ASPECT_CPU, ASPECT_GPU, ASPECT_ACCELERATOR, ASPECT_CUSTOM };
/* Numbers of share/target-numbers.txt. */
enum { TARGET_SPIR64 = 0x10000, TARGET_SPIR64_X86_64 = 0x10003, TARGET_X86_64 = 0x10005, TARGET_X86_64_AVX512 };
enum { LOCAL_MEMORY = 1024 * 1024, MAX_WORK_GROUP = 4096, MAX_PARAMETER_SIZE = 64 * 1024 };

/* As the entry x86_64 of share/device-config.yaml; a test compares them. */
static const char *const cpu_aspect_names[] = {
	"cpu", "fp16", "fp64", "online_compiler", "online_linker", "queue_profiling", "usm_device_allocations",
	"usm_host_allocations", "usm_shared_allocations", "usm_system_allocations", "usm_atomic_host_allocations",
	"usm_atomic_shared_allocations", "atomic64", "ext_oneapi_native_assert", "host_debuggable",
};
enum { N_CPU_ASPECTS = sizeof cpu_aspect_names / sizeof *cpu_aspect_names };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct arena arena;
static struct devconfig config;
static struct sycl_rt_device cpu;
static char failure[1024];	/* why the device cannot be used, "" when it can */

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

static int
compare_numbers(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* The aspects and sizes of this processor. */
static void
describe_cpu(struct target *can)
{
	static uint32_t aspect[N_CPU_ASPECTS], sub_group_size[] = { 1 };

	for (size_t i = 0; i < N_CPU_ASPECTS; i++)
		aspect[i] = (uint32_t)aspect_number(cpu_aspect_names[i]);
	qsort(aspect, N_CPU_ASPECTS, sizeof *aspect, compare_numbers);
	*can = (struct target){
		.name = "x86_64", .number = TARGET_X86_64, .triple = "spirv64-unknown-unknown",
		.aspect = aspect, .naspect = N_CPU_ASPECTS, .sub_group_size = sub_group_size, .nsub_group_size = 1,
		.max_work_group_size = MAX_WORK_GROUP, .aot_program = "mux-aot", .aot_options = "",
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

static void
read_targets(void)
{
	const char *extra = secure_getenv("SYCL_CC_DEVICE_CONFIG");

	rt_keep_reports();
	if (devconfig_read(&config, &arena, rt_device_config(), extra && *extra ? extra : NULL) != 0)
		config = (struct devconfig){ .ntarget = 0 };
}

const struct devconfig *
rt_targets(void)
{
	static pthread_once_t read_once = PTHREAD_ONCE_INIT;

	pthread_once(&read_once, read_targets);
	return &config;
}

/* The target that SYCL_CC_DEVICE_AS names; NULL, with failure set, when it does not exist. */
static const struct target *
find_target(const char *name)
{
	const struct target *target = devconfig_get(rt_targets(), name);

	if (!target)
		snprintf(failure, sizeof failure, "SYCL_CC_DEVICE_AS=%s: %s", name, rt_reported());
	return target;
}

static void
describe(void)
{
	static uint32_t number[4] = { TARGET_SPIR64, TARGET_SPIR64_X86_64, TARGET_X86_64, TARGET_X86_64_AVX512 };
	const char *as = secure_getenv("SYCL_CC_DEVICE_AS");
	const struct target *target = NULL;

	arena_init_quiet(&arena);
	describe_cpu(&cpu.can);
	read_cpu_name(cpu.name, sizeof cpu.name);
	cpu.vendor = "sycl-cc";
	cpu.select.number = number;
	if (as && *as) {
		target = find_target(as);
		if (!target)
			return;
		cpu.can = *target;
		cpu.select.nnumber = 1;
		snprintf(cpu.name, sizeof cpu.name, "%s (on the CPU)", target->name);
	} else {
		cpu.select.nnumber = has_avx512() ? 4 : 3;
	}
	cpu.type = device_type(&cpu.can);
	cpu.select.name = cpu.name;
	cpu.select.can = &cpu.can;
	cpu.select.accept = cpu.accept;
	accept_targets(target);
}

API size_t
sycl_rt_device_count(void)
{
	return 1;
}

API int
sycl_rt_device_get(size_t index, const struct sycl_rt_device **device)
{
	pthread_once(&once, describe);
	*device = NULL;
	if (index > 0)
		return rt_fail(SYCL_RT_INVALID, "there is no device number %zu", index);
	if (failure[0])
		return rt_fail(SYCL_RT_RUNTIME, "%s", failure);
	*device = &cpu;
	return SYCL_RT_SUCCESS;
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

API uint64_t
sycl_rt_device_number(const struct sycl_rt_device *device, enum sycl_rt_number which)
{
	switch (which) {
	case SYCL_RT_DEVICE_TYPE: return device->type;
	case SYCL_RT_DEVICE_COMPUTE_UNITS: return rt_pool_threads();
	case SYCL_RT_DEVICE_MAX_WORK_GROUP_SIZE:
		return device->can.max_work_group_size ? device->can.max_work_group_size : MAX_WORK_GROUP;
	case SYCL_RT_DEVICE_GLOBAL_MEM_SIZE: return memory_size();
	case SYCL_RT_DEVICE_GLOBAL_CACHE_SIZE: return positive(sysconf(_SC_LEVEL2_CACHE_SIZE));
	case SYCL_RT_DEVICE_CACHE_LINE_SIZE: return positive(sysconf(_SC_LEVEL1_DCACHE_LINESIZE));
	case SYCL_RT_DEVICE_LOCAL_MEM_SIZE: return LOCAL_MEMORY;
	case SYCL_RT_DEVICE_CLOCK_MHZ: return clock_mhz();
	case SYCL_RT_DEVICE_VECTOR_BYTES: return vector_bytes();
	case SYCL_RT_DEVICE_MAX_PARAMETER_SIZE: return MAX_PARAMETER_SIZE;
	case SYCL_RT_DEVICE_VENDOR_ID: return 0;
	default: return 0;
	}
}

API const char *
sycl_rt_device_text(const struct sycl_rt_device *device, enum sycl_rt_text which)
{
	switch (which) {
	case SYCL_RT_DEVICE_NAME: return device->name;
	case SYCL_RT_DEVICE_VENDOR: return device->vendor;
	case SYCL_RT_DEVICE_VERSION: return "3.0";
	case SYCL_RT_DEVICE_DRIVER_VERSION: return SYCL_CC_VERSION;
	default: return "";
	}
}

API int
sycl_rt_device_has(const struct sycl_rt_device *device, uint32_t aspect)
{
	return target_has_aspect(&device->can, aspect);
}

API size_t
sycl_rt_device_sub_group_sizes(const struct sycl_rt_device *device, uint32_t *sizes, size_t room)
{
	for (size_t i = 0; i < device->can.nsub_group_size && i < room; i++)
		sizes[i] = device->can.sub_group_size[i];
	return device->can.nsub_group_size;
}
