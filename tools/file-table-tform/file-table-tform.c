/*
 * file-table-tform: transforms file tables.  Reads the options as a list of
 * actions, makes a stage of each (stage.h), and writes the rows of the last one.  (Compiler and runtime design, "SYCL support in the driver".)
 */
#include <string.h>

#include "base/args.h"
#include "base/diag.h"
#include "output.h"
#include "stage.h"

struct arena arena;

enum {
	KEY_EXTRACT = 0x100, KEY_REPLACE, KEY_REPLACE_CELL, KEY_RENAME, KEY_COPY_SINGLE_FILE, KEY_MERGE,
	KEY_SELECT, KEY_WHERE, KEY_ADD_COLUMN, KEY_SORT, KEY_DROP_TITLES, KEY_PRINT
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "Actions, done in the order of the command line:", 1 },
	{ "extract", KEY_EXTRACT, "COL[,COL...]", 0, "Keep only these columns", 1 },
	{ "replace", KEY_REPLACE, "DST,SRC", 0, "Take column DST from column SRC of the next side input", 1 },
	{ "replace-cell", KEY_REPLACE_CELL, "COL,ROW", 0, "Put the name of the next side input in one cell", 1 },
	{ "replace_cell", 0, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 1 },
	{ "rename", KEY_RENAME, "OLD,NEW", 0, "Change a column's title", 1 },
	{ "merge", KEY_MERGE, "COL", 0, "Put the rows of the tables that COL names in place of the table", 1 },
	{ "select", KEY_SELECT, "COL=VALUE", 0, "Keep only rows with VALUE in COL", 1 },
	{ "where", KEY_WHERE, "COL=VALUE", 0, "Let the cell actions that follow see only rows with VALUE in COL", 1 },
	{ "add-column", KEY_ADD_COLUMN, "NAME[=VALUE]", 0, "Add a column on the right", 1 },
	{ "sort", KEY_SORT, "COL", 0, "Sort rows by column COL, bytewise", 1 },
	{ "copy-single-file", KEY_COPY_SINGLE_FILE, "COL,ROW", 0,
		"Write a copy of the file that a cell names instead of a table; the last action", 1 },
	{ "copy_single_file", 0, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 1 },
	{ NULL, 0, NULL, 0, "Output:", 2 },
	{ "output", 'o', "FILE", 0, "Where the result goes, - is standard output", 2 },
	{ "drop-titles", KEY_DROP_TITLES, NULL, 0, "Leave out the title line", 2 },
	{ "drop_titles", 0, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 2 },
	{ "print", KEY_PRINT, "FORM", 0, "Write tsv, json, pretty or words instead of a table, to standard output unless -o is given", 2 },
	{ 0 }
};

struct arguments {
	struct stage *stage;	/* [0] is the input */
	size_t nstage;
	const char **operand;
	size_t noperand;
	const char *copy_arg;	/* of -copy_single_file */
	const char *copy_column;
	size_t copy_row;
	const char *output;
	enum form form;
	bool drop_titles;
};

static const struct action *
action_of_key(int key)
{
	switch (key) {
	case KEY_EXTRACT: return &extract_action;
	case KEY_REPLACE: return &replace_action;
	case KEY_REPLACE_CELL: return &replace_cell_action;
	case KEY_RENAME: return &rename_action;
	case KEY_MERGE: return &merge_action;
	case KEY_SELECT: return &select_action;
	case KEY_WHERE: return &where_action;
	case KEY_ADD_COLUMN: return &add_column_action;
	case KEY_SORT: return &sort_action;
	default: return NULL;
	}
}

static void
add_stage(struct arguments *a, const struct action *action, const char *arg)
{
	struct stage *stage = &a->stage[a->nstage++];

	if (a->copy_arg)
		die_usage("option '-copy_single_file' must be the last action, '%s' follows it", action->option);
	stage->action = action;
	stage->arg = arg;
	stage->in = stage - 1;
	if (action->check)
		action->check(stage);
}

static void
set_copy(struct arguments *a, const char *arg)
{
	static const struct action copy = { .option = "-copy_single_file" };
	const struct stage stage = { .action = &copy, .arg = arg };

	if (a->copy_arg)
		die_usage("option '-copy_single_file' is given twice");
	a->copy_arg = arg;
	check_cell_arg(&stage, &a->copy_column, &a->copy_row);
}

/* From FORM_TSV on. */
static const char *const forms[] = { "tsv", "json", "pretty", "words" };

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case 'o':
		a->output = arg;
		break;
	case KEY_DROP_TITLES:
		a->drop_titles = true;
		break;
	case KEY_PRINT:
		a->form = FORM_TSV + args_choice("--print", arg, forms, sizeof forms / sizeof *forms);
		break;
	case KEY_COPY_SINGLE_FILE:
		set_copy(a, arg);
		break;
	case ARGP_KEY_ARG:
		a->operand[a->noperand++] = arg;
		break;
	default:
		if (!action_of_key(key))
			return ARGP_ERR_UNKNOWN;
		add_stage(a, action_of_key(key), arg);
	}
	return 0;
}

/* Hands the operands to the stages that read files, from left to right. */
static void
assign_inputs(struct arguments *a)
{
	size_t i, used = 0, stdin_uses = 0;

	if (!a->noperand)
		die_usage("no input table");
	for (i = 0; i < a->nstage; i++) {
		if (!a->stage[i].action->takes_file)
			continue;
		if (used == a->noperand)
			die_usage("no side input for '%s'", a->stage[i].action->option);
		a->stage[i].file = a->operand[used++];
		stdin_uses += a->stage[i].action != &replace_cell_action && !strcmp(a->stage[i].file, "-");
	}
	if (used < a->noperand)
		die_usage("no action reads '%s'", a->operand[used]);
	if (stdin_uses > 1)
		die_usage("standard input cannot be read twice");
}

static void
check_output(struct arguments *a)
{
	if (a->copy_arg && a->form)
		die_usage("option '--print' has nothing to print with '-copy_single_file'");
	if (!a->output && !a->form)
		die_usage("no output: option '-o' is missing");
	if (!a->output)
		a->output = "-";
}

static int
open_stages(struct arguments *a)
{
	size_t i;

	for (i = 0; i < a->nstage; i++)
		if (a->stage[i].action->open(&a->stage[i]))
			return -1;
	return 0;
}

static const struct argp argp = {
	options, parse_option, "TABLE [SIDE-INPUT...]",
	"Transforms file tables: picks, replaces, renames and merges columns and rows.", NULL, NULL, NULL
};

int
main(int argc, char **argv)
{
	struct arguments a = { 0 };
	struct stage *last;
	int failed;

	arena_init(&arena);
	a.stage = arena_calloc(&arena, (size_t)argc + 1, sizeof *a.stage);
	a.operand = arena_calloc(&arena, (size_t)argc + 1, sizeof *a.operand);
	a.stage[a.nstage++].action = &input_action;
	args_parse(&argp, argc, argv, &a);
	assign_inputs(&a);
	check_output(&a);
	if (open_stages(&a))
		return 1;
	last = &a.stage[a.nstage - 1];
	failed = a.copy_arg ? output_copy(last, a.output, a.copy_column, a.copy_row)
			    : output_write(last, a.output, a.form, !a.drop_titles);
	return failed ? 1 : 0;
}
