#include "plan.h"

#include <string.h>

#include "base/diag.h"
#include "base/nametable.h"
#include "format/tablereader.h"

/* The value of a cell: a backslash and three octal digits are one byte, a lone backslash is nothing.  NULL: no memory. */
static char *
unescape(struct arena *arena, struct slice cell)
{
	char *text = arena_strndup(arena, cell.text, cell.len), *from, *to;
	size_t i;

	if (text && !strcmp(text, "\\"))
		*text = 0;
	for (from = to = text; text && *from; to++) {
		*to = *from++;
		if (*to != '\\')
			continue;
		for (i = 0; i < 3 && from[i] >= '0' && from[i] <= '7'; i++)
			;
		if (i == 3) {
			*to = (char)((from[0] - '0') << 6 | (from[1] - '0') << 3 | (from[2] - '0'));
			from += 3;
		}
	}
	if (text)
		*to = 0;
	return text;
}

/* With room for the NULL behind it. */
static int
list_add(struct arena *arena, struct plan_list *list, char *text)
{
	size_t n = list->n ? list->n + 1 : 0;

	list->list = arena_extend(arena, list->list, n, sizeof *list->list);
	if (list->list && !n)
		list->list = arena_extend(arena, list->list, ++n, sizeof *list->list);
	if (!list->list)
		return -1;
	list->list[list->n++] = text;
	list->list[list->n] = NULL;
	return 0;
}

/* A field of the node that has one text; NULL: there is no such field. */
static const char **
node_text(struct plan_node *node, const char *field)
{
	const struct {
		const char *name, **text;
	} texts[] = {
		{ "for", &node->target }, { "depfile", &node->depfile }, { "errors", &node->errors },
		{ "failures", &node->failures }, { "stats", &node->stats }, { "remark", &node->remark },
		{ "producer", &node->producer }, { "rows", &node->rows }, { "needs", &node->needs },
		{ "table", &node->table }, { "progress", &node->progress },
	};
	size_t i;

	for (i = 0; i < sizeof texts / sizeof *texts; i++)
		if (!strcmp(field, texts[i].name))
			return texts[i].text;
	return NULL;
}

static struct plan_list *
node_list(struct plan_node *node, const char *field)
{
	return !strcmp(field, "word") ? &node->word : !strcmp(field, "input") ? &node->input :
		!strcmp(field, "output") ? &node->output : !strcmp(field, "tell") ? &node->tell : NULL;
}

static struct plan_list *
plan_list(struct plan *plan, const char *field)
{
	return !strcmp(field, "typed") ? &plan->typed : !strcmp(field, "folder") ? &plan->folder :
		!strcmp(field, "depends") ? &plan->depends : NULL;
}

/* A choice among words: true when it is one of them. */
static bool
set_flag(struct plan_node *node, const char *field, const char *value)
{
	bool *flag = !strcmp(field, "may") && !strcmp(value, "empty") ? &node->may_be_empty :
		!strcmp(field, "may") && !strcmp(value, "miss") ? &node->may_miss :
		!strcmp(field, "again") && !strcmp(value, "always") ? &node->always : NULL;

	if (flag)
		*flag = true;
	return flag;
}

/* Takes in a row.  0, or -1 with *why (NULL: out of memory). */
static int
add_row(struct plan *plan, struct arena *arena, const char *field, char *value, const char **why)
{
	struct plan_node *node = plan->n ? &plan->node[plan->n - 1] : NULL;
	struct plan_list *list = node && strcmp(field, "folder") ? node_list(node, field) : plan_list(plan, field);
	const char **text;

	*why = NULL;
	if (!strcmp(field, "node")) {
		plan->node = arena_extend(arena, plan->node, plan->n, sizeof *plan->node);
		if (!plan->node)
			return -1;
		plan->node[plan->n++] = (struct plan_node){ .name = value };
		return 0;
	}
	if (!strcmp(field, "end")) {
		plan->whole = true;
		return 0;
	}
	if (list)
		return list_add(arena, list, value);
	if (!node && !strcmp(field, "work")) {
		plan->work = value;
		return 0;
	}
	text = node ? node_text(node, field) : NULL;
	if (text)
		*text = value;
	if (text || (node && set_flag(node, field, value)))
		return 0;
	*why = node ? "is not a field of a node" : "is not a field of a plan";
	return -1;
}

/* --- what needs what ------------------------------------------------------- */

static int
need(struct plan_node *node, struct arena *arena, size_t other)
{
	size_t i;

	for (i = 0; i < node->n_before; i++)
		if (node->before[i] == other)
			return 0;
	node->before = arena_extend(arena, node->before, node->n_before, sizeof *node->before);
	if (!node->before)
		return -1;
	node->before[node->n_before++] = other;
	return 0;
}

/* writers: the last node before that writes each file */
static int
need_files(const struct nametable *writers, struct plan_node *node, struct arena *arena, const struct plan_list *files)
{
	uint32_t writer;
	size_t i;

	for (i = 0; i < files->n; i++) {
		writer = nametable_get(writers, files->list[i], strlen(files->list[i]));
		if (writer != NAMETABLE_NONE && need(node, arena, writer))
			return -1;
	}
	return 0;
}

static int
find_needs(struct plan *plan, struct arena *arena)
{
	struct nametable writers = { 0 };
	size_t i, k;

	for (i = 0; i < plan->n; i++) {
		struct plan_node *node = &plan->node[i];

		if (need_files(&writers, node, arena, &node->input) || need_files(&writers, node, arena, &node->output))
			return -1;
		for (k = 0; k < node->output.n; k++)
			if (nametable_set(&writers, arena, node->output.list[k], strlen(node->output.list[k]), (uint32_t)i))
				return -1;
	}
	return 0;
}

size_t
plan_writer(const struct plan *plan, size_t i, const char *path)
{
	const struct plan_node *node;
	size_t k, o;

	for (k = plan->node[i].n_before; k-- > 0; ) {
		node = &plan->node[plan->node[i].before[k]];
		for (o = 0; o < node->output.n; o++)
			if (!strcmp(node->output.list[o], path))
				return plan->node[i].before[k];
	}
	return plan->n;
}

/* Every node can be run. */
static int
check_nodes(const struct plan *plan, const char *path)
{
	size_t i;

	for (i = 0; i < plan->n; i++)
		if (!plan->node[i].word.n || !plan->node[i].output.n) {
			diag_at(&(struct diag_place){ path, 0, 0 }, DIAG_ERROR, "node '%s' has no %s", plan->node[i].name,
				plan->node[i].word.n ? "output" : "command");
			return -1;
		}
	return 0;
}

int
plan_read(struct plan *plan, struct arena *arena, const char *path)
{
	struct tablereader reader;
	const char *why = NULL;
	char *field, *value;
	int more;

	*plan = (struct plan){ .work = "" };
	if (tablereader_open(&reader, arena, path))
		return -1;
	if (reader.ncol != 2 || strcmp(reader.title[0], "Field") || strcmp(reader.title[1], "Value")) {
		diag_at(&(struct diag_place){ reader.path, 1, 0 }, DIAG_ERROR, "not a plan: its titles are not [Field|Value]");
		tablereader_close(&reader);
		return -1;
	}
	while ((more = tablereader_next(&reader)) > 0) {
		field = arena_strndup(arena, reader.cell[0].text, reader.cell[0].len);
		value = unescape(arena, reader.cell[1]);
		if (field && value && !plan->whole && !add_row(plan, arena, field, value, &why))
			continue;
		diag_at(&(struct diag_place){ reader.path, reader.line, 0 }, DIAG_ERROR, "'%s' %s", field ? field : "",
			plan->whole ? "comes after the end" : why ? why : "finds no memory");
		more = -1;
		break;
	}
	tablereader_close(&reader);
	if (more || (plan->whole && check_nodes(plan, reader.path)))
		return -1;
	return find_needs(plan, arena);
}
