/* plan-print: a plan as lines of a shell, rules of ninja or make, dot, JSON; the page is plan-print.1. */
#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "base/diag.h"
#include "base/json.h"
#include "base/outfile.h"
#include "base/words.h"
#include "format/plan.h"

enum form { FORM_SH, FORM_NINJA, FORM_MAKE, FORM_DOT, FORM_JSON };

static const char *const form_name[] = { "sh", "ninja", "make", "dot", "json" };

struct options {
	struct args_files files;
	enum form form;
	bool temporary;
	const char *name;
};

enum { KEY_FORM = 256, KEY_TEMPORARY, KEY_NAME };

static const struct argp_option option_table[] = {
	{ "form", KEY_FORM, "FORM", 0, "sh (the default), ninja, make, dot or json", 1 },
	{ "temporary", KEY_TEMPORARY, NULL, 0, "sh: the work folder is made by the script and goes away with it", 1 },
	{ "name", KEY_NAME, "NAME", 0, "Whose messages these are", 1 },
	{ NULL, 'o', "FILE", 0, "Write to FILE; - is standard output, the default", 1 },
	{ NULL, 0, NULL, 0, NULL, 0 }
};

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case KEY_FORM:
		o->form = (enum form)args_choice("--form", arg, form_name, sizeof form_name / sizeof *form_name);
		return 0;
	case KEY_TEMPORARY: o->temporary = true; return 0;
	case KEY_NAME: o->name = arg; return 0;
	default: return args_files_option(key, arg, &o->files);
	}
}

static const struct argp argp = {
	option_table, parse_option, "[PLAN]", "Prints the commands of a plan; without PLAN that of standard input.",
	NULL, NULL, NULL
};

/* --- shell ------------------------------------------------------------------ */

/* A word; where it names the folder, not NULL, the shell's variable stands. */
static void
put_word(FILE *out, const char *word, const char *folder, bool first)
{
	const char *at;

	if (!folder || !strstr(word, folder)) {
		words_put_shell(out, word, first);
		return;
	}
	for (; (at = strstr(word, folder)); word = at + strlen(folder)) {
		if (at > word) {
			char *before = strndup(word, (size_t)(at - word));

			if (!before)
				die("out of memory");
			words_put_shell(out, before, false);
			free(before);
		}
		fputs("\"$work\"", out);
	}
	if (*word)
		words_put_shell(out, word, false);
}

static void
put_sh(FILE *out, const struct plan *plan, bool temporary)
{
	const char *folder = temporary ? plan->work : NULL;
	size_t i, k;

	if (temporary)
		fputs("work=$(mktemp -d \"${TMPDIR:-/tmp}/sycl-cc.XXXXXX\") || exit\n"
			"trap 'rm -rf -- \"$work\"' EXIT\n", out);
	fputs("set -e\n", out);
	for (i = 0; i < plan->folder.n; i++) {
		fputs("mkdir -p ", out);
		put_word(out, plan->folder.list[i], folder, false);
		putc('\n', out);
	}
	for (i = 0; i < plan->n; i++)
		for (k = 0; k < plan->node[i].word.n; k++) {
			put_word(out, plan->node[i].word.list[k], folder, k == 0);
			putc(k + 1 < plan->node[i].word.n ? ' ' : '\n', out);
		}
}

/* --- rules ------------------------------------------------------------------ */

/* The text with a character before those in special; "$" becomes "$$". */
static void
put_escaped(FILE *out, const char *text, const char *special, char escape)
{
	for (; *text; text++) {
		if (*text == '$')
			putc('$', out);
		else if (strchr(special, *text))
			putc(escape, out);
		putc(*text, out);
	}
}

/* The command as a line of a shell, with "$" doubled. */
static void
put_command(FILE *out, const struct plan_node *node)
{
	char *line = words_shell_line(node->word.list);

	put_escaped(out, line, "", 0);
	free(line);
}

/* A name that the form cannot write down ends the tool. */
static void
check_names(const struct plan *plan, const char *form, const char *forbidden, const char *what)
{
	const struct plan_node *node;
	size_t i, k;

	for (i = 0; i < plan->n; i++) {
		node = &plan->node[i];
		for (k = 0; k < node->input.n + node->output.n; k++) {
			const char *name = k < node->input.n ? node->input.list[k] : node->output.list[k - node->input.n];

			if (strpbrk(name, forbidden))
				die("--graph=%s cannot name '%s': it holds %s", form, name,
					strchr(name, '\n') ? "a line break or '|'" : what);
		}
	}
}

static void
put_ninja(FILE *out, const struct plan *plan)
{
	const struct plan_node *node;
	size_t i, k;

	check_names(plan, "ninja", "|\n", "a line break or '|'");
	fputs("rule node\n  command = $command\n  description = $name $out\n\n", out);
	for (i = 0; i < plan->n; i++) {
		node = &plan->node[i];
		fputs("build", out);
		for (k = 0; k < node->output.n; k++) {
			fputs(k == 1 ? " | " : " ", out);
			put_escaped(out, node->output.list[k], " :", '$');
		}
		fputs(": node", out);
		for (k = 0; k < node->input.n; k++) {
			putc(' ', out);
			put_escaped(out, node->input.list[k], " :", '$');
		}
		fprintf(out, "\n  name = %s\n  command = ", node->name);
		put_command(out, node);
		putc('\n', out);
		if (node->depfile) {
			fputs("  depfile = ", out);
			put_escaped(out, node->depfile, "", 0);
			putc('\n', out);
		}
	}
}

/* Whether a later node reads what node i writes. */
static bool
is_read(const struct plan *plan, size_t i)
{
	size_t later, k;

	for (later = i + 1; later < plan->n; later++)
		for (k = 0; k < plan->node[later].n_before; k++)
			if (plan->node[later].before[k] == i)
				return true;
	return false;
}

/* A rule of make has one output: who needs another file of a node names that one. */
static void
put_make(FILE *out, const struct plan *plan)
{
	static const char special[] = "#: ";
	const struct plan_node *node;
	size_t i, k, writer;

	check_names(plan, "make", "%;|=*?[\\\n", "one of %;|=*?[\\");
	fputs(".DELETE_ON_ERROR:\nall:", out);
	for (i = 0; i < plan->n; i++)
		if (!is_read(plan, i)) {
			putc(' ', out);
			put_escaped(out, plan->node[i].output.list[0], special, '\\');
		}
	fputs("\n\n", out);
	for (i = 0; i < plan->n; i++) {
		node = &plan->node[i];
		put_escaped(out, node->output.list[0], special, '\\');
		putc(':', out);
		for (k = 0; k < node->input.n; k++) {
			writer = plan_writer(plan, i, node->input.list[k]);
			putc(' ', out);
			put_escaped(out, writer < plan->n ? plan->node[writer].output.list[0] : node->input.list[k], special, '\\');
		}
		fputs("\n\t", out);
		put_command(out, node);
		fputs("\n\n", out);
		if (node->depfile) {
			fputs("-include ", out);
			put_escaped(out, node->depfile, special, '\\');
			fputs("\n\n", out);
		}
	}
}

/* --- for people and programs ------------------------------------------------ */

static void
put_dot_name(FILE *out, const char *name)
{
	putc('"', out);
	for (; *name; name++) {
		if (*name == '"' || *name == '\\')
			putc('\\', out);
		putc(*name, out);
	}
	putc('"', out);
}

static void
put_dot(FILE *out, const struct plan *plan)
{
	const struct plan_node *node;
	size_t i, k;

	fputs("digraph \"sycl-cc\" {\n", out);
	for (i = 0; i < plan->n; i++) {
		node = &plan->node[i];
		fputs("  ", out);
		put_dot_name(out, node->output.list[0]);
		fputs(" [shape=box];\n", out);
		for (k = 0; k < node->input.n; k++) {
			fputs("  ", out);
			put_dot_name(out, node->input.list[k]);
			fputs(" -> ", out);
			put_dot_name(out, node->output.list[0]);
			fprintf(out, " [label=\"%s\"];\n", node->name);
		}
	}
	fputs("}\n", out);
}

static void
put_strings(FILE *out, const struct plan_list *words)
{
	size_t i;

	putc('[', out);
	for (i = 0; i < words->n; i++) {
		if (i)
			fputs(", ", out);
		json_put_string(out, words->list[i], strlen(words->list[i]));
	}
	putc(']', out);
}

/* One node a line. */
static void
put_json(FILE *out, const struct plan *plan)
{
	const struct plan_node *node;
	size_t i;

	fputs("[\n", out);
	for (i = 0; i < plan->n; i++) {
		node = &plan->node[i];
		fprintf(out, "%s  {\"node\": \"%s\", \"output\": ", i ? ",\n" : "", node->name);
		json_put_string(out, node->output.list[0], strlen(node->output.list[0]));
		fputs(", \"inputs\": ", out);
		put_strings(out, &node->input);
		fputs(", \"command\": ", out);
		put_strings(out, &node->word);
		putc('}', out);
	}
	fputs("\n]\n", out);
}

int
main(int argc, char **argv)
{
	struct options o = { .files = { .output = "-", .optional = true, .noun = "plan" } };
	struct outfile out;
	struct arena arena;
	struct plan plan;

	diag_set_tool("plan-print");
	args_parse(&argp, argc, argv, &o);
	if (o.name)
		diag_set_tool(o.name);
	arena_init(&arena);
	if (plan_read(&plan, &arena, o.files.n_inputs ? o.files.input[0] : "-"))
		return 1;
	/* In a pipe, who wrote a plan that breaks off has said why. */
	if (!plan.whole && o.files.n_inputs)
		diag(DIAG_ERROR, "'%s' breaks off: the plan has no row 'end'", o.files.input[0]);
	if (!plan.whole || outfile_open(&out, o.files.output))
		return 1;
	switch (o.form) {
	case FORM_SH: put_sh(out.stream, &plan, o.temporary && *plan.work); break;
	case FORM_NINJA: put_ninja(out.stream, &plan); break;
	case FORM_MAKE: put_make(out.stream, &plan); break;
	case FORM_DOT: put_dot(out.stream, &plan); break;
	case FORM_JSON: put_json(out.stream, &plan); break;
	}
	return outfile_commit(&out) ? 1 : 0;
}
