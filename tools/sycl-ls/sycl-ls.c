/*
 * Lists the devices that SYCL programs see: one line each, or with all that the
 * runtime knows of them.  The lines are those of the tool of this name that other
 * toolchains have.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "base/diag.h"
#include "base/json.h"
#include "base/outfile.h"
#include "format/aspect.h"
#include "sycl-cc/runtime.h"

enum { OPTION_VERBOSE = 256, OPTION_JSON, OPTION_CONFIG };
enum form { LINES, VERBOSE, JSON, CONFIG };

static struct arena arena;
static const char **reason;	/* why drivers have no device */
static size_t nreason;

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	enum form *form = state->input;

	switch (key) {
	case OPTION_VERBOSE: *form = VERBOSE; return 0;
	case OPTION_JSON: *form = JSON; return 0;
	case OPTION_CONFIG: *form = CONFIG; return 0;
	case ARGP_KEY_ARG: die_usage("unexpected operand '%s'", arg);
	default: return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{ "verbose", OPTION_VERBOSE, NULL, 0, "print all that is known of each device, and why drivers have none", 0 },
	{ "json", OPTION_JSON, NULL, 0, "the same as JSON", 0 },
	{ "device-config", OPTION_CONFIG, NULL, 0, "print an entry of a device configuration for each device", 0 },
	{ 0 }
};
static const struct argp argp = {
	options, parse_option, NULL, "Lists the devices that SYCL programs see.", NULL, NULL, NULL
};

static void
note_reason(const char *text)
{
	reason = arena_extend(&arena, reason, nreason, sizeof *reason);
	reason[nreason++] = arena_strndup(&arena, text, strlen(text));
}

/* --- what devices say --- */

static const char *
backend_of(const struct sycl_rt_device *device)
{
	static const char *const names[] = { "native_cpu", "opencl", "level_zero", "cuda", "hip" };

	return names[sycl_rt_device_number(device, SYCL_RT_DEVICE_BACKEND)];
}

static const char *
type_of(const struct sycl_rt_device *device)
{
	static const char *const names[] = { "unknown", "cpu", "gpu", "fpga", "custom" };
	uint64_t type = sycl_rt_device_number(device, SYCL_RT_DEVICE_TYPE);

	return names[type < sizeof names / sizeof *names ? type : 0];
}

static size_t
sub_group_sizes(const struct sycl_rt_device *device, uint32_t sizes[16])
{
	size_t n = sycl_rt_device_sub_group_sizes(device, sizes, 16);

	return n < 16 ? n : 16;
}

/* The facts that the listings have besides texts and lists. */
static const struct fact {
	const char *key, *title;
	enum sycl_rt_number number;
} facts[] = {
	{ "computeUnits", "Compute units", SYCL_RT_DEVICE_COMPUTE_UNITS },
	{ "maxWorkGroupSize", "Max work-group", SYCL_RT_DEVICE_MAX_WORK_GROUP_SIZE },
	{ "globalMemory", "Global memory", SYCL_RT_DEVICE_GLOBAL_MEM_SIZE },
	{ "freeMemory", "Free memory", SYCL_RT_DEVICE_FREE_MEM_SIZE },
	{ "localMemory", "Local memory", SYCL_RT_DEVICE_LOCAL_MEM_SIZE },
	{ "clockMHz", "Clock, MHz", SYCL_RT_DEVICE_CLOCK_MHZ },
	{ "vendorId", "Vendor id", SYCL_RT_DEVICE_VENDOR_ID },
};
enum { N_FACTS = sizeof facts / sizeof *facts };

static const struct sycl_rt_device *
device_at(size_t index)
{
	const struct sycl_rt_device *device;

	if (sycl_rt_device_at(index, &device) != SYCL_RT_SUCCESS)
		die("%s", sycl_rt_message());
	return device;
}

/* --- listings --- */

static void
put_line(FILE *out, const struct sycl_rt_device *device)
{
	fprintf(out, "[%s:%s][%s:%" PRIu64 "] %s, %s ", backend_of(device), type_of(device), backend_of(device),
		sycl_rt_device_number(device, SYCL_RT_DEVICE_NUMBER), sycl_rt_device_text(device, SYCL_RT_PLATFORM_NAME),
		sycl_rt_device_text(device, SYCL_RT_DEVICE_NAME));
	/* Texts of one call may share memory. */
	fprintf(out, "%s ", sycl_rt_device_text(device, SYCL_RT_DEVICE_VERSION));
	fprintf(out, "[%s]\n", sycl_rt_device_text(device, SYCL_RT_DEVICE_DRIVER_VERSION));
}

static void
put_aspects(FILE *out, const struct sycl_rt_device *device, const char *separator)
{
	const char *before = "";
	size_t n;
	const char *const *names = aspect_names(&n);

	for (size_t i = 0; i < n; i++)
		if (sycl_rt_device_has(device, (uint32_t)aspect_number(names[i]))) {
			fprintf(out, "%s%s", before, names[i]);
			before = separator;
		}
}

static void
put_sizes(FILE *out, const struct sycl_rt_device *device, const char *separator)
{
	uint32_t size[16];
	size_t n = sub_group_sizes(device, size);

	for (size_t i = 0; i < n; i++)
		fprintf(out, "%s%" PRIu32, i ? separator : "", size[i]);
}

static void
put_device(FILE *out, const struct sycl_rt_device *device)
{
	fprintf(out, "    Device [%s:%" PRIu64 "]:\n", backend_of(device), sycl_rt_device_number(device, SYCL_RT_DEVICE_NUMBER));
	fprintf(out, "        Type              : %s\n", type_of(device));
	fprintf(out, "        Version           : %s\n", sycl_rt_device_text(device, SYCL_RT_DEVICE_VERSION));
	fprintf(out, "        Name              : %s\n", sycl_rt_device_text(device, SYCL_RT_DEVICE_NAME));
	fprintf(out, "        Vendor            : %s\n", sycl_rt_device_text(device, SYCL_RT_DEVICE_VENDOR));
	fprintf(out, "        Driver            : %s\n", sycl_rt_device_text(device, SYCL_RT_DEVICE_DRIVER_VERSION));
	for (size_t i = 0; i < N_FACTS; i++) {
		uint64_t value = sycl_rt_device_number(device, facts[i].number);

		if (value)
			fprintf(out, "        %-18s: %" PRIu64 "\n", facts[i].title, value);
	}
	fputs("        Aspects           : ", out);
	put_aspects(out, device, " ");
	fputs("\n        Sub-group sizes   : ", out);
	put_sizes(out, device, " ");
	fputc('\n', out);
}

static bool
is_new_platform(size_t i)
{
	return i == 0 || strcmp(backend_of(device_at(i)), backend_of(device_at(i - 1))) != 0
		|| strcmp(sycl_rt_device_text(device_at(i), SYCL_RT_PLATFORM_NAME),
			sycl_rt_device_text(device_at(i - 1), SYCL_RT_PLATFORM_NAME)) != 0;
}

static void
put_platforms(FILE *out, size_t n)
{
	size_t platforms = 0;

	for (size_t i = 0; i < n; i++)
		platforms += is_new_platform(i);
	fprintf(out, "\nPlatforms: %zu\n", platforms);
	platforms = 0;
	for (size_t i = 0; i < n; i++) {
		if (is_new_platform(i)) {
			fprintf(out, "Platform [#%zu]:\n", ++platforms);
			fprintf(out, "    Version  : %s\n", sycl_rt_device_text(device_at(i), SYCL_RT_PLATFORM_VERSION));
			fprintf(out, "    Name     : %s\n", sycl_rt_device_text(device_at(i), SYCL_RT_PLATFORM_NAME));
			fprintf(out, "    Vendor   : %s\n", sycl_rt_device_text(device_at(i), SYCL_RT_PLATFORM_VENDOR));
		}
		put_device(out, device_at(i));
	}
	fputs("Without devices:\n", out);
	for (size_t i = 0; i < nreason; i++)
		fprintf(out, "    %s\n", reason[i]);
}

static void
put_json_device(struct json *json, const struct sycl_rt_device *device)
{
	static const struct {
		const char *key;
		enum sycl_rt_text text;
	} texts[] = {
		{ "name", SYCL_RT_DEVICE_NAME }, { "vendor", SYCL_RT_DEVICE_VENDOR }, { "version", SYCL_RT_DEVICE_VERSION },
		{ "driver", SYCL_RT_DEVICE_DRIVER_VERSION }, { "platform", SYCL_RT_PLATFORM_NAME },
	};
	uint32_t size[16];
	size_t n;
	const char *const *names = aspect_names(&n);

	json_begin(json, '{');
	json_key(json, "backend");
	json_string(json, backend_of(device));
	json_key(json, "number");
	json_number(json, sycl_rt_device_number(device, SYCL_RT_DEVICE_NUMBER));
	json_key(json, "type");
	json_string(json, type_of(device));
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		json_key(json, texts[i].key);
		json_string(json, sycl_rt_device_text(device, texts[i].text));
	}
	for (size_t i = 0; i < N_FACTS; i++) {
		json_key(json, facts[i].key);
		json_number(json, sycl_rt_device_number(device, facts[i].number));
	}
	json_key(json, "aspects");
	json_begin(json, '[');
	for (size_t i = 0; i < n; i++)
		if (sycl_rt_device_has(device, (uint32_t)aspect_number(names[i])))
			json_string(json, names[i]);
	json_end(json, ']');
	json_key(json, "subGroupSizes");
	json_begin(json, '[');
	n = sub_group_sizes(device, size);
	for (size_t i = 0; i < n; i++)
		json_number(json, size[i]);
	json_end(json, ']');
	json_end(json, '}');
}

static void
put_json(FILE *out, size_t n)
{
	struct json json = { .stream = out };

	json_begin(&json, '{');
	json_key(&json, "devices");
	json_begin(&json, '[');
	for (size_t i = 0; i < n; i++)
		put_json_device(&json, device_at(i));
	json_end(&json, ']');
	json_key(&json, "withoutDevices");
	json_begin(&json, '[');
	for (size_t i = 0; i < nreason; i++)
		json_string(&json, reason[i]);
	json_end(&json, ']');
	json_end(&json, '}');
	fputc('\n', out);
}

/* Letters, digits and '_' of the name, in lower case. */
static void
put_target_name(FILE *out, const char *name)
{
	bool gap = false;

	for (; *name; name++) {
		bool word = isalnum((unsigned char)*name) != 0;

		if (word && gap)
			fputc('_', out);
		if (word)
			fputc(tolower((unsigned char)*name), out);
		gap = !word;
	}
}

/* The entry's code is SPIR-V but for GPUs of NVIDIA and AMD. */
static void
put_config(FILE *out, const struct sycl_rt_device *device)
{
	static const char *const triple[] = {
		"spirv64-unknown-unknown", "spirv64-unknown-unknown", "spirv64-unknown-unknown", "nvptx64-nvidia-cuda", "amdgcn-amd-amdhsa"
	};

	fprintf(out, "# %s:%" PRIu64 "\nmy_", backend_of(device), sycl_rt_device_number(device, SYCL_RT_DEVICE_NUMBER));
	put_target_name(out, sycl_rt_device_text(device, SYCL_RT_DEVICE_NAME));
	fprintf(out, ":\n  triple: %s\n  aspects: [", triple[sycl_rt_device_number(device, SYCL_RT_DEVICE_BACKEND)]);
	put_aspects(out, device, ", ");
	fputs("]\n  sub-group-sizes: [", out);
	put_sizes(out, device, ", ");
	fprintf(out, "]\n  max-work-group-size: %" PRIu64 "\n", sycl_rt_device_number(device, SYCL_RT_DEVICE_MAX_WORK_GROUP_SIZE));
}

int
main(int argc, char **argv)
{
	const char *selector = getenv("ONEAPI_DEVICE_SELECTOR");
	enum form form = LINES;
	struct outfile out;
	size_t n;

	arena_init(&arena);
	args_parse(&argp, argc, argv, &form);
	if (selector && *selector)
		fprintf(stderr, "sycl-ls: note: ONEAPI_DEVICE_SELECTOR=%s leaves out the other devices\n", selector);
	else
		setenv("ONEAPI_DEVICE_SELECTOR", "*:*", 1);
	sycl_rt_devices_missing(note_reason);
	n = sycl_rt_device_total();
	diag_set_sink(NULL, NULL);	/* the runtime, which is part of this program, keeps diagnostics */
	if (n == 0)
		device_at(0);	/* says why */
	if (outfile_open(&out, "-"))
		return 1;
	for (size_t i = 0; i < n && (form == LINES || form == VERBOSE); i++)
		put_line(out.stream, device_at(i));
	if (form == VERBOSE)
		put_platforms(out.stream, n);
	else if (form == JSON)
		put_json(out.stream, n);
	for (size_t i = 0; i < n && form == CONFIG; i++)
		put_config(out.stream, device_at(i));
	return outfile_commit(&out) ? 1 : 0;
}
