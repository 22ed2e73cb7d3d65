#include "list.h"

#include <inttypes.h>
#include <string.h>

#include "base/args.h"
#include "base/diag.h"
#include "base/json.h"
#include "format/architecture.h"
#include "format/aspect.h"
#include "format/requirements.h"

/* --- text ------------------------------------------------------------------ */

void
list_text(const struct devconfig *config, FILE *stream)
{
	size_t i, j;

	for (i = 0; i < config->ntarget; i++) {
		const struct target *t = &config->target[i];

		fprintf(stream, "%-24s %-24s %-10s", t->name, t->triple, *t->aot_program ? t->aot_program : "-");
		for (j = 0; j < t->nalias; j++)
			fprintf(stream, "%s%s", j ? "," : " ", t->alias[j]);
		fprintf(stream, "%s\n", t->nalias ? "" : " -");
	}
}

/* --- JSON ------------------------------------------------------------------- */

static void
put_string(const char *text, FILE *stream)
{
	json_put_string(stream, text, strlen(text));
}

static void
put_key(const char *key, const char *value, FILE *stream)
{
	fprintf(stream, ", \"%s\": ", key);
	if (value)
		put_string(value, stream);
	else
		fputs("null", stream);
}

static void
put_strings(const char *key, const char *const *text, size_t n, FILE *stream)
{
	size_t i;

	fprintf(stream, ",\n  \"%s\": [", key);
	for (i = 0; i < n; i++) {
		fputs(i ? ", " : "", stream);
		put_string(text[i], stream);
	}
	putc(']', stream);
}

static void
put_aspects(const struct target *t, FILE *stream)
{
	size_t i;

	fputs(",\n  \"aspects\": [", stream);
	for (i = 0; i < t->naspect; i++) {
		fputs(i ? ", " : "", stream);
		put_string(aspect_name((int32_t)t->aspect[i]), stream);
	}
	fputs("],\n  \"sub-group-sizes\": [", stream);
	for (i = 0; i < t->nsub_group_size; i++)
		fprintf(stream, "%s%lu", i ? ", " : "", (unsigned long)t->sub_group_size[i]);
	putc(']', stream);
}

static void
put_target(const struct target *t, FILE *stream)
{
	fputs("{ \"name\": ", stream);
	put_string(t->name, stream);
	put_key("image-target", t->image_target, stream);
	fprintf(stream, ", \"target-aspect\": %lu", (unsigned long)t->number);
	put_key("ip-version", t->ip_version, stream);
	put_key("triple", t->triple, stream);
	put_strings("aliases", t->alias, t->nalias, stream);
	put_aspects(t, stream);
	fprintf(stream, ", \"max-work-group-size\": %llu", (unsigned long long)t->max_work_group_size);
	fprintf(stream, ", \"may_support_other_aspects\": %s", t->may_support_other_aspects ? "true" : "false");
	fprintf(stream, ", \"unverified\": %s", t->unverified ? "true" : "false");
	fputs(",\n  \"aot-toolchain\": ", stream);
	put_string(t->aot_program, stream);
	put_key("aot-toolchain-options", t->aot_options, stream);
	put_key("spirv-version", t->spirv_version, stream);
	put_strings("spirv-extensions", t->spirv_extension, t->nspirv_extension, stream);
	fputs(" }", stream);
}

void
list_json(const struct devconfig *config, FILE *stream)
{
	size_t i;

	fputs("[\n", stream);
	for (i = 0; i < config->ntarget; i++) {
		put_target(&config->target[i], stream);
		fputs(i + 1 < config->ntarget ? ",\n" : "\n", stream);
	}
	fputs("]\n", stream);
}

/* --- one target for the driver ------------------------------------------------- */

static void
describe(const struct target *t, FILE *stream)
{
	size_t i;

	fprintf(stream, "name=%s\nimage-target=%s\ntriple=%s\n", t->name, t->image_target, t->triple);
	fprintf(stream, "aot-toolchain=%s\naot-toolchain-options=%s\n", t->aot_program, t->aot_options);
	fprintf(stream, "processor=%" PRIu32 "\nspirv-version=%s\nspirv-extensions=", architecture_of_target(t),
		t->spirv_version ? t->spirv_version : "");
	for (i = 0; i < t->nspirv_extension; i++)
		fprintf(stream, "%s+%s", i ? "," : "", t->spirv_extension[i]);
	putc('\n', stream);
}

int
list_describe(const struct devconfig *config, struct arena *arena, const char *names, FILE *stream)
{
	size_t n, i;
	char **name = args_split(arena, names, ',', &n);
	const struct target **target = arena_calloc(arena, n + 1, sizeof *target);
	int failed = 0;

	for (i = 0; i < n; i++)
		if (!(target[i] = devconfig_get(config, name[i])))
			failed = -1;
	for (i = 0; !failed && i < n; i++) {
		if (i)
			putc('\n', stream);
		describe(target[i], stream);
	}
	return failed;
}

/* --- traits macros ---------------------------------------------------------------- */

int
list_traits(const struct devconfig *config, struct arena *arena, const char *names, FILE *stream)
{
	size_t n, i, k, naspect;
	char **name = args_split(arena, names, ',', &n);
	const char *const *aspect = aspect_names(&naspect);
	const struct target **target = arena_calloc(arena, n + 1, sizeof *target);
	bool any = false;

	for (i = 0; i < n; i++) {
		target[i] = devconfig_find(config, name[i]);
		any |= !target[i] || target[i]->may_support_other_aspects;
	}
	if (any)
		fputs("-D__SYCL_ANY_DEVICE_HAS_ANY_ASPECT__=1\n", stream);
	for (k = 0; k < naspect; k++) {
		size_t have = 0;

		for (i = 0; i < n; i++)
			have += target[i] && target_has_aspect(target[i], (uint32_t)aspect_number(aspect[k]));
		if (n && have == n)
			fprintf(stream, "-D__SYCL_ALL_DEVICES_HAVE_%s__=1\n", aspect[k]);
		if (have && !any)
			fprintf(stream, "-D__SYCL_ANY_DEVICE_HAS_%s__=1\n", aspect[k]);
	}
	return 0;
}

/* --- fixed targets ------------------------------------------------------------------ */

int
list_check_fixed(const struct devconfig *config, struct arena *arena, const char *names, const char *fixed)
{
	size_t n, i;
	const char *colon = strchrnul(fixed, ':');
	const char *list = arena_strndup(arena, fixed, (size_t)(colon - fixed));
	char **name = args_split(arena, list, ',', &n);
	struct requirements req = { .fixed = true, .fixed_target = arena_calloc(arena, n + 1, sizeof *req.fixed_target) };
	const struct target *target;

	for (i = 0; i < n; i++) {
		target = aspect_is_device_type(name[i]) ? NULL : devconfig_get_fixed(config, name[i]);
		if (!target && !aspect_is_device_type(name[i]))
			return -1;
		req.fixed_target[req.nfixed_target++] = target ? target->number : (uint32_t)aspect_number(name[i]);
	}
	name = args_split(arena, names, ',', &n);
	for (i = 0; i < n; i++) {
		target = devconfig_find(config, name[i]);
		if (target && !requirements_unmet(&req, target, arena))
			return 0;
	}
	diag(DIAG_ERROR, "nothing to compile: no target of '-fsycl-targets=%s' is one of '-fsycl-fixed-targets=%s'%s%s%s", names, list,
	     *colon ? " of '" : "", *colon ? colon + 1 : "", *colon ? "'" : "");
	return -1;
}
