#include "triple.h"

#include <stddef.h>
#include <string.h>

#include "base/text.h"

/* __sycl_cc_local_block: the headers' array of local memory, whose size the launch sets. */
static const char *const spirv_builtin[] = {
	"__spirv_*", "__translate_sampler_initializer*", "__sycl_*", "__esimd_*", NULL
};
static const char *const nvptx_builtin[] = {
	"__sycl_cc_local_block", "__nv_*", "vprintf", "malloc", "free", "__assertfail", "__nvvm_reflect", NULL
};
static const char *const amdgcn_builtin[] = { "__sycl_cc_local_block", "__sycl_architecture", "__ockl_*", "__ocml_*", "__oclc_*", NULL };

static const struct triple triples[] = {
	{ "nvptx", "nvidia_gpu_", "nvptx64-nvidia-cuda", true, true, false, nvptx_builtin },
	{ "amdgcn", "amd_gpu_", "amdgcn-amd-amdhsa", true, false, false, amdgcn_builtin },
	{ "spir", "", "spirv64-unknown-unknown", false, false, true, spirv_builtin },
};

enum { N_TRIPLES = sizeof triples / sizeof *triples };

const struct triple *
triple_find(const char *name)
{
	size_t i;

	for (i = 0; i < N_TRIPLES; i++)
		if (text_starts(name, triples[i].start))
			return &triples[i];
	return NULL;
}

const struct triple *
triple_of_target(const char *target)
{
	const struct triple *triple = triples;

	while (!text_starts(target, triple->target_start))
		triple++;
	return triple;
}

bool
triple_has_builtin(const struct triple *triple, const char *name)
{
	const char *const *known;

	for (known = triple->builtin; *known; known++) {
		size_t len = strlen(*known) - 1;

		if ((*known)[len] == '*' ? !strncmp(name, *known, len) : !strcmp(name, *known))
			return true;
	}
	return false;
}
