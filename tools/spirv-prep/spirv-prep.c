/* spirv-prep: rewrites a device module into a form that a producer of SPIR-V accepts; the page is spirv-prep.1. */
#include "base/args.h"
#include "base/diag.h"
#include "ir/irmodule.h"
#include "prep.h"

struct options {
	struct args_files files;
	enum { FOR_NONE, FOR_BACKEND, FOR_LLVM_SPIRV } producer;
	bool as_text, verify;
	unsigned long processor;	/* 0: known when the program runs */
};

enum { KEY_FOR = 256, KEY_VERIFY, KEY_PROCESSOR };

static const struct argp_option option_table[] = {
	{ "for", KEY_FOR, "PRODUCER", 0, "Who translates next: backend or llvm-spirv", 1 },
	{ "processor", KEY_PROCESSOR, "NUMBER", 0, "The processor that device code is told of; by default that is a specialization constant", 1 },
	{ NULL, 'o', "FILE", 0, "Write to FILE; - is standard output, the default", 1 },
	{ NULL, 'S', NULL, 0, "Write textual IR", 1 },
	{ "verify", KEY_VERIFY, NULL, 0, "Check the module that results", 1 },
	{ NULL, 0, NULL, 0, NULL, 0 }
};

/* From FOR_BACKEND on. */
static const char *const producers[] = { "backend", "llvm-spirv" };

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case KEY_FOR: o->producer = FOR_BACKEND + args_choice("--for", arg, producers, 2); return 0;
	case KEY_PROCESSOR: o->processor = (unsigned long)args_number("--processor", arg, 0, UINT32_MAX); return 0;
	case KEY_VERIFY: o->verify = true; return 0;
	case 'S': o->as_text = true; return 0;
	default: return args_files_option(key, arg, &o->files);
	}
}

static const struct argp argp = {
	option_table, parse_option, "MODULE",
	"Brings a device module into a form that a producer of SPIR-V takes.", NULL, NULL, NULL
};

/* The order matters: replaced intrinsics give composites of any width, and splitting these may give i1 arithmetic. */
static int
prepare(const struct options *o, LLVMModuleRef module)
{
	bool older = o->producer == FOR_LLVM_SPIRV;

	if (prep_processor(module, (uint32_t)o->processor) || prep_globals(module))
		return -1;
	prep_intrinsics(module);
	if (prep_widths(module))
		return -1;
	if (older && prep_translator(module))
		return -1;
	if (!older)
		prep_atomic_loads(module);
	prep_initializers(module);
	prep_tables(module);
	prep_functions(module);
	prep_aggregates(module);
	prep_addresses(module);
	if (irmodule_run_passes(module, "function(instsimplify)") || prep_vectors(module))
		return -1;
	prep_booleans(module);
	prep_edges(module);
	if (!older)
		prep_prints(module);
	if (older)
		prep_phis(module);
	return older ? prep_for_older(module) : 0;
}

static int
write_module(const struct options *o, LLVMModuleRef module)
{
	if (o->verify && irmodule_verify(module, o->files.input[0]))
		return -1;
	if (o->producer == FOR_LLVM_SPIRV)
		return prep_write_older(module, o->files.output, o->as_text);
	return irmodule_write(module, o->files.output, o->as_text);
}

int
main(int argc, char **argv)
{
	struct options o = { .files = { .output = "-", .noun = "module" } };
	LLVMModuleRef module;
	int failed;

	args_parse(&argp, argc, argv, &o);
	if (!o.producer)
		die_usage("no producer given: --for=PRODUCER");
	arena_init(&arena);
	irmodule_init();
	module = irmodule_read(o.files.input[0]);
	failed = !module || prepare(&o, module) || write_module(&o, module);
	if (module)
		LLVMDisposeModule(module);
	irmodule_finish();
	arena_free(&arena);
	return failed ? 1 : 0;
}
