#include "mux/image/processor.h"

#include <stdio.h>
#include <string.h>

#include "base/suggest.h"

static const char x86_64[] = "x86_64-pc-linux-gnu", aarch64[] = "aarch64-unknown-linux-gnu";
#ifdef __aarch64__
#define HERE aarch64
#else
#define HERE x86_64
#endif

#define X86(NAME) { NAME, NULL, x86_64 }
#define ARM(NAME) { NAME, NULL, aarch64 }
static const struct processor processors[] = {
	{ "x86_64", "x86-64-v3", x86_64 }, { "x86_64_avx512", "x86-64-v4", x86_64 },
	X86("x86-64"), X86("x86-64-v2"), X86("x86-64-v3"), X86("x86-64-v4"), X86("core2"), X86("penryn"),
	X86("nehalem"), X86("westmere"),
	X86("sandybridge"), X86("ivybridge"), X86("haswell"), X86("broadwell"), X86("skylake"), X86("skylake-avx512"),
	X86("cascadelake"), X86("cooperlake"), X86("cannonlake"), X86("icelake-client"), X86("icelake-server"),
	X86("tigerlake"), X86("rocketlake"), X86("alderlake"), X86("raptorlake"), X86("meteorlake"), X86("arrowlake"),
	X86("lunarlake"), X86("sapphirerapids"), X86("emeraldrapids"), X86("graniterapids"), X86("sierraforest"),
	X86("silvermont"), X86("goldmont"), X86("goldmont-plus"), X86("tremont"), X86("gracemont"), X86("bdver1"), X86("bdver2"),
	X86("bdver3"), X86("bdver4"), X86("btver2"), X86("znver1"), X86("znver2"), X86("znver3"), X86("znver4"), X86("znver5"),
	{ "aarch64", "generic", aarch64 },
	ARM("cortex-a53"), ARM("cortex-a72"), ARM("cortex-a76"), ARM("a64fx"), ARM("ampere1"), ARM("neoverse-n1"),
	ARM("neoverse-n2"), ARM("neoverse-v1"), ARM("neoverse-v2"),
	{ "native", NULL, HERE },
};
static const size_t nprocessor = sizeof processors / sizeof *processors;

const struct processor *
processor_find(const char *name)
{
	size_t i;

	for (i = 0; i < nprocessor; i++)
		if (!strcmp(name, processors[i].name))
			return &processors[i];
	return NULL;
}

const char *
processor_suggest(const char *name)
{
	const char *names[sizeof processors / sizeof *processors];
	size_t i;

	for (i = 0; i < nprocessor; i++)
		names[i] = processors[i].name;
	return suggest(name, names, nprocessor);
}

const char *
processor_names(void)
{
	static char names[sizeof processors / sizeof *processors * 24];
	size_t i, n = 0;

	for (i = 0; i < nprocessor; i++)
		n += (size_t)snprintf(names + n, sizeof names - n, "%s%s", i ? ", " : "", processors[i].name);
	return names;
}

const char *
processor_cpu(const struct processor *processor)
{
	return processor->cpu ? processor->cpu : processor->name;
}

/* Intel's processors with vectors of 512 bits: those that run them at the clock rate of others, then the older ones. */
static const char *const wide[] = { "icelake-client", "icelake-server", "tigerlake", "rocketlake", "sapphirerapids",
				    "emeraldrapids", "graniterapids", "graniterapids-d", "diamondrapids",
				    "skylake-avx512", "cascadelake", "cooperlake", "cannonlake", "x86-64-v4" };
enum { FASTER = 9 };
static const char *const wide_of_amd[] = { "znver4", "znver5" };
static const char *const avx2[] = { "x86-64-v3", "haswell", "broadwell", "skylake", "alderlake", "raptorlake", "meteorlake",
				    "arrowlake", "arrowlake-s", "lunarlake", "pantherlake", "sierraforest", "grandridge",
				    "clearwaterforest", "gracemont", "bdver4", "znver1", "znver2", "znver3" };
#define COUNT(LIST) (sizeof (LIST) / sizeof *(LIST))

static bool
is_one_of(const char *cpu, const char *const *list, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!strcmp(cpu, list[i]))
			return true;
	return false;
}

unsigned
processor_vector_bits(const char *cpu)
{
	if (is_one_of(cpu, wide, COUNT(wide)) || is_one_of(cpu, wide_of_amd, COUNT(wide_of_amd)))
		return 512;
	return is_one_of(cpu, avx2, COUNT(avx2)) ? 256 : 0;
}

bool
processor_scatters_slowly(const char *cpu)
{
	return !is_one_of(cpu, wide, COUNT(wide));
}

bool
processor_streams_in_halves(const char *cpu)
{
	return !strcmp(cpu, "znver4");
}

bool
processor_masks_structures(const struct processor *processor)
{
	return !strcmp(processor->triple, aarch64);
}

const char *
processor_tuning(const char *cpu)
{
	if (!strcmp(cpu, "x86-64-v3"))
		return "+fast-gather";
	return is_one_of(cpu, wide, FASTER) ? "-prefer-256-bit" : "";
}

bool
processor_is_here(const struct processor *processor)
{
	return !strcmp(processor->triple, HERE);
}
