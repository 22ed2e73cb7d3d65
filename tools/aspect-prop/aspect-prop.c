#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "base/diag.h"
#include "base/outfile.h"
#include "ir/irmodule.h"
#include "prop.h"

enum { OPT_EXCLUDE = 256, OPT_TARGETS, OPT_NO_WARNINGS, OPT_NAMED, OPT_EMULATE };

static struct arena arena;

static struct {
	const char *in, *out;
	bool as_text;
	const char *exclude;	/* names, comma separated */
	const char *targets;	/* likewise; NULL: not given */
	bool no_warnings, named, emulate_conversions;
} opt;

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "Write the module to FILE ('-': standard output)", 0 },
	{ "text", 'S', NULL, 0, "Write textual IR instead of bitcode", 0 },
	{ "exclude-aspects", OPT_EXCLUDE, "NAMES", 0, "Do not save these aspects where they were not before", 0 },
	{ "fixed-targets", OPT_TARGETS, "NAMES", 0, "The targets that kernels are compiled for, and no others", 0 },
	{ "named", OPT_NAMED, NULL, 0, "Save used aspects as pairs of name and number", 0 },
	{ "no-warnings", OPT_NO_WARNINGS, NULL, 0, "Do not check anything (the run after optimisation)", 0 },
	{ "fp64-conv-emu", OPT_EMULATE, NULL, 0, "Devices emulate conversions: moving or converting double is no use", 0 },
	{ 0 },
};

static error_t
on_option(int key, char *arg, struct argp_state *state)
{
	(void)state;
	switch (key) {
	case 'o': opt.out = arg; break;
	case 'S': opt.as_text = true; break;
	case OPT_EXCLUDE: opt.exclude = arg; break;
	case OPT_TARGETS: opt.targets = arg; break;
	case OPT_NAMED: opt.named = true; break;
	case OPT_NO_WARNINGS: opt.no_warnings = true; break;
	case OPT_EMULATE: opt.emulate_conversions = true; break;
	case ARGP_KEY_ARG:
		if (opt.in)
			die_usage("one module at a time: '%s' is too many", arg);
		opt.in = arg;
		break;
	case ARGP_KEY_END:
		if (!opt.in)
			die_usage("no input file");
		if (!opt.out)
			die_usage("no output file, give one with '-o'");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp argp = {
	options, on_option, "MODULE",
	"Find the aspects that each kernel uses and save them in the module's metadata.", NULL, NULL, NULL,
};

static struct aspect_list
excluded_aspects(struct aspects *aspects)
{
	struct aspect_list list = { 0, NULL };
	uint32_t *one;
	char **name;
	size_t n, i;

	if (!opt.exclude)
		return list;
	name = args_split(&arena, opt.exclude, ',', &n);
	for (i = 0; i < n; i++) {
		one = arena_alloc(&arena, sizeof *one);
		*one = aspects_find(aspects, name[i]);
		if (*one != ASPECT_NONE)
			list = aspect_list_union(&arena, list, (struct aspect_list){ 1, one });
	}
	return list;
}

/* Adds the module's metadata.  Returns whether anything changed, -1 when something in it is malformed. */
static int
propagate(LLVMModuleRef module, struct aspects *aspects, struct save_options *save)
{
	struct types types;
	struct uses uses;
	struct flow flow;

	if (types_read(&types, aspects, module) ||
	    uses_read(&uses, &arena, module, &types, opt.emulate_conversions))
		return -1;
	virtual_connect(&uses.graph);
	callgraph_finish(&uses.graph);
	save->exclude = excluded_aspects(aspects);
	flow_compute(&flow, &uses);
	return save_aspects(&uses, &flow, save);
}

static int
process(LLVMModuleRef module, const char *name)
{
	struct save_options save = { .named = opt.named };
	struct aspects aspects;
	int changed = 0;

	if (aspects_read(&aspects, &arena, module))
		return -1;
	if (opt.targets) {
		save.target = (const char *const *)args_split(&arena, opt.targets, ',', &save.ntarget);
		save.set_targets = true;
		if (!aspects.named) {
			diag(DIAG_ERROR, "'%s' has no '!sycl_aspects', which '--fixed-targets' needs", name);
			return -1;
		}
	}
	if (aspects.named)
		changed = propagate(module, &aspects, &save);
	if (changed < 0)
		return -1;
	return save_targets(module, &save) | changed;
}

int
main(int argc, char **argv)
{
	struct irmodule_file file;
	LLVMModuleRef module;
	int changed;

	args_parse(&argp, argc, argv, NULL);
	arena_init(&arena);
	irmodule_init();
	if (irmodule_load(&file, opt.in))
		return 1;
	module = irmodule_parse(file.name, file.text, file.len);
	if (!module)
		return 1;
	changed = process(module, file.name);
	if (changed < 0)
		return 1;
	/* What needs no change is not touched, not even by LLVM's own rewriting. */
	if (!changed && irmodule_is_bitcode(&file) == !opt.as_text)
		return outfile_write(opt.out, file.text, file.len) ? 1 : 0;
	return irmodule_write(module, opt.out, opt.as_text) ? 1 : 0;
	/* The module is left to the end of the process: freeing it costs a tenth of the whole run. */
}
