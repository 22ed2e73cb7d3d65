/*
 * Parts of the CPU device (SYCL 2020, 4.6.4: create_sub_devices).  A compute unit is a thread of
 * the pool, and belongs to a processor: unit number u to that number u of the processors that the
 * process may use, counted round when there are more units.  A part's kernels have as many threads
 * as it has units; those of a part along a domain run on its processors.
 */
#include "backend.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NODES = 256, MAX_CACHES = 16, DOMAINS = SYCL_RT_DOMAIN_L1 + 1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct made {
	struct sycl_rt_device device;
	struct rt_part_of_cpu part;
	struct made *next;
} *made;

/* --- which processors share what --- */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int domain_of[DOMAINS][CPU_SETSIZE];	/* the first processor that shares it, plus 1; 0: not known */

/* Opens a file about processors: of the kernel's folder, or of another one for tests. */
static FILE * __attribute__((format(printf, 1, 2)))
open_fact(const char *format, ...)
{
	const char *root = secure_getenv("SYCL_CC_CPU_FACTS");
	char rest[128], path[4096];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(rest, sizeof rest, format, arguments);
	va_end(arguments);
	snprintf(path, sizeof path, "%s/%s", root && *root ? root : "/sys/devices/system", rest);
	return fopen(path, "re");
}

/* The processors of a list as 0-3,8,10-11 share that domain. */
static void
read_sharers(FILE *list, enum sycl_rt_domain domain)
{
	int first, last, least = -1;

	while (fscanf(list, "%d", &first) == 1) {
		last = first;
		if (fscanf(list, "-%d", &last) != 1)
			last = first;
		if (least < 0)
			least = first;
		for (int cpu = first; cpu <= last && cpu >= 0 && cpu < CPU_SETSIZE; cpu++)
			domain_of[domain][cpu] = least + 1;
		if (fscanf(list, "%*[,]") == EOF)
			break;
	}
	fclose(list);
}

/* A word of a file; "" when it cannot be read. */
static void
read_word(char word[16], int cpu, int index, const char *name)
{
	FILE *file = open_fact("cpu/cpu%d/cache/index%d/%s", cpu, index, name);

	word[0] = '\0';
	if (file && fscanf(file, "%15s", word) != 1)
		word[0] = '\0';
	if (file)
		fclose(file);
}

static void
read_caches(int cpu)
{
	static const enum sycl_rt_domain domain[] = { SYCL_RT_DOMAIN_NONE, SYCL_RT_DOMAIN_L1, SYCL_RT_DOMAIN_L2, SYCL_RT_DOMAIN_L3,
		SYCL_RT_DOMAIN_L4 };
	char level[16], type[16];
	FILE *list;

	for (int index = 0; index < MAX_CACHES; index++) {
		read_word(level, cpu, index, "level");
		read_word(type, cpu, index, "type");
		if (!*level)
			return;
		if (level[1] || *level < '1' || *level > '4' || strcmp(type, "Instruction") == 0)
			continue;
		list = open_fact("cpu/cpu%d/cache/index%d/shared_cpu_list", cpu, index);
		if (list)
			read_sharers(list, domain[*level - '0']);
	}
}

static void
read_domains(void)
{
	FILE *list;

	for (int node = 0; node < MAX_NODES; node++) {
		list = open_fact("node/node%d/cpulist", node);
		if (list)
			read_sharers(list, SYCL_RT_DOMAIN_NUMA);
	}
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, rt_pool_cpus()))
			read_caches(cpu);
}

/* --- compute units --- */

static int
cpu_of(unsigned unit)
{
	const cpu_set_t *cpus = rt_pool_cpus();
	unsigned n = (unsigned)CPU_COUNT(cpus), skip = n ? unit % n : 0;
	int cpu = 0;

	for (; n && cpu < CPU_SETSIZE && (!CPU_ISSET(cpu, cpus) || skip > 0); cpu++)
		skip -= CPU_ISSET(cpu, cpus) != 0;
	return cpu;
}

static bool
has_unit(const struct sycl_rt_device *device, unsigned unit)
{
	return device->part ? CPU_ISSET(unit, &device->part->units) : unit < rt_pool_threads();
}

unsigned
rt_cpu_units(const struct sycl_rt_device *device)
{
	return device->part ? (unsigned)CPU_COUNT(&device->part->units) : rt_pool_threads();
}

struct rt_share *
rt_cpu_share(const struct sycl_rt_device *device)
{
	return device->part ? device->part->share : NULL;
}

/* The sets of the device's units that share the domain; returns how many there are, 0: it is not known of all. */
static size_t
split_along(const struct sycl_rt_device *device, enum sycl_rt_domain domain, cpu_set_t *set)
{
	int key[CPU_SETSIZE], of;
	size_t n = 0, at;

	pthread_once(&once, read_domains);
	for (unsigned unit = 0; unit < CPU_SETSIZE; unit++) {
		if (!has_unit(device, unit))
			continue;
		of = domain_of[domain][cpu_of(unit)];
		if (of == 0)
			return 0;
		for (at = 0; at < n && key[at] != of; at++)
			;
		if (at == n) {
			key[n] = of;
			if (set)
				CPU_ZERO(&set[n]);
			n++;
		}
		if (set)
			CPU_SET(unit, &set[at]);
	}
	return n;
}

uint64_t
rt_cpu_domains(const struct sycl_rt_device *device)
{
	uint64_t domains = 0;

	for (unsigned domain = SYCL_RT_DOMAIN_NUMA; domain < DOMAINS; domain++)
		if (split_along(device, domain, NULL) > 1)
			domains |= UINT64_C(1) << domain | UINT64_C(1) << SYCL_RT_DOMAIN_NEXT;
	return domains;
}

uint64_t
rt_cpu_partitions(const struct sycl_rt_device *device)
{
	uint64_t partitions = 0;

	if (rt_cpu_units(device) > 1)
		partitions |= 1 << SYCL_RT_PARTITION_EQUALLY | 1 << SYCL_RT_PARTITION_BY_COUNTS;
	if (rt_cpu_domains(device))
		partitions |= 1 << SYCL_RT_PARTITION_BY_DOMAIN;
	return partitions;
}

/* --- parts --- */

static struct rt_share *
make_share(const struct rt_part_of_cpu *part)
{
	const struct rt_share *const of_parent = rt_cpu_share(part->parent);
	cpu_set_t cpus;

	if (part->partition != SYCL_RT_PARTITION_BY_DOMAIN)
		return rt_share_make((unsigned)CPU_COUNT(&part->units), of_parent && of_parent->pinned ? &of_parent->cpus : NULL);
	CPU_ZERO(&cpus);
	for (unsigned unit = 0; unit < CPU_SETSIZE; unit++)
		if (CPU_ISSET(unit, &part->units))
			CPU_SET(cpu_of(unit), &cpus);
	return rt_share_make((unsigned)CPU_COUNT(&part->units), &cpus);
}

/* The part, which may be there already; NULL when out of memory. */
static const struct sycl_rt_device *
find_part(const struct rt_part_of_cpu *wanted)
{
	struct made *at;

	for (at = made; at; at = at->next)
		if (at->part.parent == wanted->parent && at->part.partition == wanted->partition && at->part.domain == wanted->domain
		    && CPU_EQUAL(&at->part.units, &wanted->units))
			return &at->device;
	at = calloc(1, sizeof *at);
	if (!at)
		return NULL;
	at->device = *wanted->parent;
	at->part = *wanted;
	at->device.part = &at->part;
	at->part.share = make_share(&at->part);
	if (!at->part.share) {
		free(at);
		return NULL;
	}
	at->next = made;
	made = at;
	return &at->device;
}

/* What is being made of a device. */
struct split {
	struct rt_part_of_cpu like;
	const struct sycl_rt_device **part;
	size_t room, n;
};

static int
add_part(struct split *split, const cpu_set_t *units)
{
	const struct sycl_rt_device *device;

	split->like.units = *units;
	pthread_mutex_lock(&lock);
	device = find_part(&split->like);
	pthread_mutex_unlock(&lock);
	if (!device)
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: no part of the device can be made");
	if (split->n < split->room)
		split->part[split->n] = device;
	split->n++;
	return SYCL_RT_SUCCESS;
}

/* Parts of so many units, one after the other: times times the count numbers. */
static int
split_by_counts(struct split *split, const size_t *count, size_t ncount, size_t times)
{
	const struct sycl_rt_device *const device = split->like.parent;
	unsigned unit = 0;
	int status = SYCL_RT_SUCCESS;
	cpu_set_t units;

	for (size_t i = 0; i < ncount * times && status == SYCL_RT_SUCCESS; i++) {
		CPU_ZERO(&units);
		for (size_t left = count[i % ncount]; left > 0; unit++)
			if (has_unit(device, unit)) {
				CPU_SET(unit, &units);
				left--;
			}
		if (count[i % ncount])
			status = add_part(split, &units);
	}
	return status;
}

static int
split_by_domain(struct split *split, enum sycl_rt_domain domain)
{
	const struct sycl_rt_device *const device = split->like.parent;
	const uint64_t domains = rt_cpu_domains(device);
	cpu_set_t *set;
	size_t n;
	int status = SYCL_RT_SUCCESS;

	if (domain > SYCL_RT_DOMAIN_NEXT || !(domains >> domain & 1))
		return rt_fail(SYCL_RT_FEATURE_NOT_SUPPORTED, "device '%s' has no two parts along that affinity domain", device->name);
	if (domain == SYCL_RT_DOMAIN_NEXT)
		for (domain = SYCL_RT_DOMAIN_NUMA; !(domains >> domain & 1); domain++)
			;
	set = calloc(CPU_SETSIZE, sizeof *set);
	if (!set)
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: no part of the device can be made");
	n = split_along(device, domain, set);
	split->like.domain = domain;
	for (size_t i = 0; i < n && status == SYCL_RT_SUCCESS; i++)
		status = add_part(split, &set[i]);
	free(set);
	return status;
}

/* The counts ask for no more units and parts than the device has; a status. */
static int
check_counts(const struct sycl_rt_device *device, const size_t *count, size_t ncount)
{
	const size_t units = rt_cpu_units(device);
	size_t sum = 0;

	for (size_t i = 0; i < ncount; i++)
		if (__builtin_add_overflow(sum, count[i], &sum) || sum > units)
			return rt_fail(SYCL_RT_INVALID, "device '%s' has %zu compute units, fewer than the parts ask for", device->name,
				units);
	return SYCL_RT_SUCCESS;
}

API int
sycl_rt_device_split(const struct sycl_rt_device *device, enum sycl_rt_partition how, const size_t *count, size_t ncount,
	enum sycl_rt_domain domain, const struct sycl_rt_device **part, size_t room, size_t *n)
{
	struct split split = { .like = { .parent = device, .partition = how }, .part = part, .room = room };
	int status;

	*n = 0;
	if (how > SYCL_RT_PARTITION_BY_DOMAIN || !(sycl_rt_device_number(device, SYCL_RT_DEVICE_PARTITIONS) >> how & 1))
		return rt_fail(SYCL_RT_FEATURE_NOT_SUPPORTED, "device '%s' cannot be partitioned in this way", device->name);
	if (how == SYCL_RT_PARTITION_BY_DOMAIN)
		status = split_by_domain(&split, domain);
	else
		status = check_counts(device, count, ncount);
	if (status == SYCL_RT_SUCCESS && how == SYCL_RT_PARTITION_BY_COUNTS)
		status = split_by_counts(&split, count, ncount, 1);
	if (status == SYCL_RT_SUCCESS && how == SYCL_RT_PARTITION_EQUALLY)
		status = count[0] ? split_by_counts(&split, count, 1, rt_cpu_units(device) / count[0])
			: rt_fail(SYCL_RT_INVALID, "a part of device '%s' has one compute unit at least", device->name);
	*n = split.n;
	return status;
}

API const struct sycl_rt_device *
sycl_rt_device_parent(const struct sycl_rt_device *device)
{
	return device->part ? device->part->parent : NULL;
}
