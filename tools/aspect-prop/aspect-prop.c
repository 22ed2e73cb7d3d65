#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "base/diag.h"
#include "base/outfile.h"
#include "base/suggest.h"
#include "format/aspect.h"
#include "format/irnames.h"
#include "ir/irmodule.h"
#include "prop.h"

enum {
	OPT_EXCLUDE = 256, OPT_TARGETS, OPT_CONFIG, OPT_NO_WARNINGS, OPT_WERROR, OPT_FORMAT, OPT_SAME_CAUSE,
	OPT_NAMED, OPT_EMULATE, OPT_EXPLAIN, OPT_DROP, OPT_TOLD, OPT_TELL,
};

static struct arena arena;

static struct {
	const char *in, *out;
	bool as_text;
	const char *exclude;	/* names, comma separated */
	const char *targets;	/* likewise; NULL: not given */
	const char *config;	/* device configuration */
	const char *explain;	/* KERNEL[:ASPECT] */
	const char *told, *tell;	/* lists of warnings, read and written; NULL: none */
	bool no_warnings, named, emulate_conversions, drop_empty;
	struct report_options report;
} opt = { .report = { .same_cause = 10 } };

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "Write the module to FILE ('-': standard output)", 0 },
	{ "text", 'S', NULL, 0, "Write textual IR instead of bitcode", 0 },
	{ "named", OPT_NAMED, NULL, 0, "Save used aspects as pairs of name and number", 0 },
	{ "drop-empty", OPT_DROP, NULL, 0, "Write an empty file when the module has no entry point", 0 },
	{ "exclude-aspects", OPT_EXCLUDE, "NAMES", 0, "Do not save these aspects where they were not before", 0 },
	{ "fp64-conv-emu", OPT_EMULATE, NULL, 0, "Devices emulate conversions: moving or converting double does not use fp64", 0 },
	{ "fixed-targets", OPT_TARGETS, "NAMES", 0, "The targets that kernels are compiled for, and no others", 1 },
	{ "device-config-file", OPT_CONFIG, "FILE", 0, "Targets of FILE replace those of the same name", 1 },
	{ "no-warnings", OPT_NO_WARNINGS, NULL, 0, "Do not check anything (the run after optimisation)", 2 },
	{ "Werror", OPT_WERROR, NULL, 0, "Warnings are errors: no module is written", 2 },
	{ "diag-format", OPT_FORMAT, "FORMAT", 0, "Print warnings as text, json or sarif", 2 },
	{ "same-cause", OPT_SAME_CAUSE, "N", 0,
	  "Print more than N text warnings with one cause as one and a count (10; 0: print all)", 2 },
	{ "told", OPT_TOLD, "FILE", 0, "Leave out the warnings that FILE lists, which another run printed", 2 },
	{ "list-told", OPT_TELL, "FILE", 0, "List the warnings in FILE, those of '--told' among them", 2 },
	{ "explain", OPT_EXPLAIN, "KERNEL[:ASPECT]", 0, "Print why a kernel needs its aspects; '-o' may be left out", 3 },
	{ 0 },
};

static enum report_format
format_of(const char *text)
{
	static const char *const name[] = { "text", "json", "sarif" };

	return (enum report_format)args_choice("--diag-format", text, name, 3);
}

static error_t
on_option(int key, char *arg, struct argp_state *state)
{
	(void)state;
	switch (key) {
	case 'o': opt.out = arg; break;
	case 'S': opt.as_text = true; break;
	case OPT_NAMED: opt.named = true; break;
	case OPT_DROP: opt.drop_empty = true; break;
	case OPT_EXCLUDE: opt.exclude = arg; break;
	case OPT_EMULATE: opt.emulate_conversions = true; break;
	case OPT_TARGETS: opt.targets = arg; break;
	case OPT_CONFIG: opt.config = arg; break;
	case OPT_NO_WARNINGS: opt.no_warnings = true; break;
	case OPT_WERROR: opt.report.errors = true; break;
	case OPT_FORMAT: opt.report.format = format_of(arg); break;
	case OPT_SAME_CAUSE: opt.report.same_cause = (unsigned)args_number("--same-cause", arg, 0, 1000000); break;
	case OPT_TOLD: opt.told = arg; break;
	case OPT_TELL: opt.tell = arg; break;
	case OPT_EXPLAIN: opt.explain = arg; break;
	case ARGP_KEY_ARG:
		if (opt.in)
			die_usage("one module at a time: '%s' is too many", arg);
		opt.in = arg;
		break;
	case ARGP_KEY_END:
		if (!opt.in)
			die_usage("no input file");
		if (!opt.out && !opt.explain)
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

/* --- options that name things ------------------------------------------------------ */

static bool
is_number(const char *text)
{
	text += *text == '-';
	return *text && text[strspn(text, "0123456789")] == '\0';
}

/* A name that neither the module nor the table of aspects knows is an error. */
static void
check_aspect_name(const char *name)
{
	const char *const *known, *near;
	size_t n;

	if (is_number(name) || aspect_number(name) >= 0)
		return;
	known = aspect_names(&n);
	near = suggest(name, known, n);
	if (near)
		die_usage("option '--exclude-aspects': no aspect '%s', did you mean '%s'?", name, near);
	die_usage("option '--exclude-aspects': no aspect '%s'", name);
}

static struct aspect_list
excluded_aspects(const struct aspects *aspects)
{
	struct aspect_list list = { 0, NULL };
	uint32_t *one;
	char **name;
	size_t n, i;

	name = args_split(&arena, opt.exclude ? opt.exclude : "", ',', &n);
	for (i = 0; i < n; i++) {
		one = arena_alloc(&arena, sizeof *one);
		*one = aspects_find(aspects, name[i]);
		if (*one != ASPECT_NONE)
			list = aspect_list_union(&arena, list, (struct aspect_list){ 1, one });
		else
			check_aspect_name(name[i]);
	}
	return list;
}

/* The targets of '--fixed-targets' under their own names, each once. */
static struct fixed_target *
fixed_targets(size_t *ntarget)
{
	struct fixed_target *target, one;
	struct devconfig config;
	char **name;
	size_t n, i, k;

	*ntarget = 0;
	if (!opt.targets)
		return NULL;
	name = args_split(&arena, opt.targets, ',', &n);
	if (n && devconfig_read(&config, &arena, NULL, opt.config))
		exit(1);
	target = arena_calloc(&arena, n + 1, sizeof *target);
	for (i = 0; i < n; i++) {
		one = (struct fixed_target){ name[i], name[i], NULL };
		if (!aspect_is_device_type(name[i])) {
			one.target = devconfig_get_fixed(&config, name[i]);
			if (!one.target)
				exit(2);
			one.name = one.target->name;
		}
		for (k = 0; k < *ntarget && strcmp(target[k].name, one.name) != 0; k++)
			;
		if (k == *ntarget)
			target[(*ntarget)++] = one;
	}
	return target;
}

/* --- what main() does with a module ------------------------------------------------ */

/* Returns whether the module was changed: then the writer has the new one.  -1: errors, which were reported. */
enum { NOT_SAVED = 2 };		/* its records are malformed */

static int
save_as_records(const struct save *save, struct bitwriter *made)
{
	bitwriter_reset(made);
	return save_write(save, made) ? NOT_SAVED : 1;
}

/* Leaves out the warnings that another run told, and lists them with the others. */
static int
note_told(struct findings *findings)
{
	struct told told = { 0 };

	if (opt.told && told_read(&told, &arena, opt.told))
		return -1;
	told_leave_out(&told, findings, &arena);
	return opt.tell ? told_write(&told, findings, &arena, opt.tell) : 0;
}

/* A module without '!sycl_aspects' gets only its fixed targets. */
static int
process_unnamed(struct program *program, struct bitwriter *made)
{
	const char *name = program->file.name;
	struct save_options how = { 0 };
	struct uses uses;
	struct save save;

	if (opt.targets || opt.explain) {
		diag(DIAG_ERROR, "'%s' has no '!sycl_aspects', which '%s' needs", name,
		     opt.targets ? "--fixed-targets" : "--explain");
		return -1;
	}
	/* JSON and SARIF readers get an empty log. */
	if (!opt.no_warnings && opt.report.format != REPORT_TEXT)
		report_findings(&(struct findings){ 0 }, NULL, &opt.report);
	if (!opt.no_warnings && program_has_named(program, METADATA_TYPES_WITH_ASPECTS))
		diag(DIAG_WARNING, "'%s' has '!sycl_types_that_use_aspects' but no '!sycl_aspects': it is left as it is", name);
	if (!opt.no_warnings && note_told(&(struct findings){ 0 }))
		return -1;
	if (analysis_read_targets(&uses, &arena, program))
		return -1;
	return save_plan(&save, &uses, NULL, &how) ? save_as_records(&save, made) : 0;
}

/* Prints the warnings; -1 when they are errors. */
static int
check(struct analysis *analysis, const struct fixed_target *target, size_t ntarget)
{
	struct findings findings;
	struct chains chains;

	chains_init(&chains, &analysis->uses, &analysis->flow);
	check_module(&findings, &chains, target, ntarget);
	if (note_told(&findings))
		return -1;
	report_findings(&findings, &analysis->uses, &opt.report);
	return findings.n && opt.report.errors ? -1 : 0;
}

static int
process_named(struct program *program, const struct fixed_target *target, size_t ntarget, struct bitwriter *made)
{
	struct analysis_options how = { .emulate_conversions = opt.emulate_conversions };
	struct save_options saving = { .named = opt.named, .set_targets = opt.targets, .ntarget = ntarget };
	const char **name = arena_alloc(&arena, (ntarget + 1) * sizeof *name);
	struct analysis analysis;
	struct save save;
	size_t i;

	if (analysis_read(&analysis, &arena, program, how))
		return -1;
	saving.exclude = excluded_aspects(&analysis.aspects);
	analysis_flow(&analysis);
	if (!opt.no_warnings && !opt.explain && check(&analysis, target, ntarget))
		return -1;
	if (opt.explain && explain(&analysis, opt.explain))
		return -1;
	for (i = 0; i < ntarget; i++)
		name[i] = target[i].name;
	saving.target = name;
	return opt.out && save_plan(&save, &analysis.uses, &analysis.flow, &saving) ? save_as_records(&save, made) : 0;
}

static int
process(struct program *program, const struct fixed_target *target, size_t ntarget, struct bitwriter *made)
{
	int changed;

	for (;;) {
		changed = program_has_named(program, METADATA_ASPECTS) ? process_named(program, target, ntarget, made)
								     : process_unnamed(program, made);
		if (changed != NOT_SAVED)
			return changed;
		if (program_rewrite(program, "damaged bitcode"))
			return -1;
		/* Again with the module as LLVM rewrites it; all messages were printed. */
		opt.no_warnings = true;
		opt.explain = NULL;
	}
}

static bool
has_entry(const struct program *program)
{
	uint32_t i;

	for (i = 0; i < program->nfunction; i++)
		if (program_is_entry(program, i))
			return true;
	return false;
}

static int
write_text(const struct program *program, const void *bytes, size_t len)
{
	LLVMModuleRef module = irmodule_parse(program->file.name, bytes, len);

	return module ? irmodule_write(module, opt.out, true) : -1;
}

/* A module without changes is copied byte by byte, even if LLVM had to rewrite it for reading. */
static int
write_module(struct program *program, const struct bitwriter *made)
{
	const struct irmodule_file *file = &program->file;
	const char *bytes = file->text;
	size_t len = file->len;

	if (opt.drop_empty && !has_entry(program))
		return outfile_write(opt.out, "", 0);
	if (made->n) {
		bytes = (const char *)made->byte;
		len = made->n;
	} else if (irmodule_is_bitcode(file) != !opt.as_text) {
		bytes = program_bytes(program, &len);
	} else {
		return outfile_write(opt.out, bytes, len);
	}
	return opt.as_text ? write_text(program, bytes, len) : outfile_write(opt.out, bytes, len);
}

int
main(int argc, char **argv)
{
	struct bitwriter made = { 0 };
	struct fixed_target *target;
	struct program program;
	size_t ntarget;

	args_parse(&argp, argc, argv, NULL);
	arena_init(&arena);
	irmodule_init();
	target = fixed_targets(&ntarget);
	if (program_read(&program, &arena, opt.in) || process(&program, target, ntarget, &made) < 0)
		return 1;
	return opt.out && write_module(&program, &made) ? 1 : 0;
}
