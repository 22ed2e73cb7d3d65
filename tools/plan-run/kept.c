#include "kept.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/hash.h"
#include "base/order.h"
#include "base/text.h"
#include "format/filetable.h"
#include "run.h"

/* What decides whether a node must run again. */
struct state {
	uint64_t key[2];	/* its words, the folder, the environment, programs */
	uint64_t in[2];		/* contents of what it read */
	uint64_t out[2];	/* contents of what it wrote */
};

static const struct plan *plan;
static struct arena *arena;
static bool is_open, resume;
static const char *path;	/* of sycl-cc.done */
static struct filetable before;	/* what it says; no row: nothing */
static struct state *now;	/* of each node of the plan */
static bool *noted;
static struct hash surroundings;
static uint64_t not_after;	/* a file that changed later, ns of the epoch, is not what was read */

/* --- contents --------------------------------------------------------------- */

/* The bytes of a regular file; false when there is none, or it is too new. */
static bool
add_bytes(struct hash *hash, const char *name)
{
	static char block[1 << 16];
	struct stat status;
	ssize_t n;
	int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	hash_add_string(hash, name);
	if (fd < 0 || fstat(fd, &status) || !S_ISREG(status.st_mode)) {
		if (fd >= 0)
			close(fd);
		return false;
	}
	if ((uint64_t)status.st_mtim.tv_sec * 1000000000 + (uint64_t)status.st_mtim.tv_nsec > not_after) {
		close(fd);
		return false;
	}
	while ((n = read(fd, block, sizeof block)) > 0)
		hash_add(hash, block, (size_t)n);
	close(fd);
	return n == 0;
}

/* A file, and with a table or a list the files that it names. */
static bool
add_file(struct hash *hash, const char *name)
{
	struct filetable table;
	struct stat status;
	size_t row, column;

	if (!add_bytes(hash, name))
		return false;
	if (!text_ends(name, ".table") && !text_ends(name, ".list"))
		return true;
	if (filetable_read(&table, arena, name))
		return false;
	for (row = 0; row < table.nrow; row++)
		for (column = 0; column < table.ncol; column++) {
			const char *cell = *filetable_cell(&table, row, column);

			if (*cell && !stat(cell, &status) && S_ISREG(status.st_mode) && !add_bytes(hash, cell))
				return false;
		}
	return true;
}

/* What stat(2) says of an installed file: it is replaced as a whole. */
static void
add_status(struct hash *hash, const char *name)
{
	struct stat status;
	uint64_t word[4] = { 0 };

	if (!stat(name, &status)) {
		word[0] = (uint64_t)status.st_ino;
		word[1] = (uint64_t)status.st_size;
		word[2] = (uint64_t)status.st_mtim.tv_sec;
		word[3] = (uint64_t)status.st_mtim.tv_nsec;
	}
	hash_add_string(hash, name);
	hash_add(hash, word, sizeof word);
}

/* The files that a rule of make has on its right side; a blank in a name has a backslash before it. */
static bool
add_headers(struct hash *hash, const char *depfile)
{
	FILE *file = fopen(depfile, "re");
	char *text = NULL, *from, *to, *name;
	size_t room = 0;
	bool whole = file && getdelim(&text, &room, 0, file) > 0 && (from = strstr(text, ": "));

	if (file)
		fclose(file);
	for (from = whole ? from + 2 : NULL; whole && *from; ) {
		from += strspn(from, " \t");
		if (*from == '\n')
			break;	/* the rules behind it have nothing on their right sides */
		if (from[0] == '\\' && from[1] == '\n') {
			from += 2;
			continue;
		}
		for (name = to = from; *from && !strchr(" \t\n", *from); *to++ = *from++)
			if ((from[0] == '\\' && from[1] && strchr(" #\\", from[1])) || (from[0] == '$' && from[1] == '$'))
				from++;
			else if (from[0] == '\\' && from[1] == '\n')
				break;
		if (to > name) {
			char *header = arena_strndup(arena, name, (size_t)(to - name));

			whole = add_bytes(hash, header);
		} else if (!*from)
			break;
	}
	free(text);
	return whole;
}

static bool
is_written(const struct plan_node *node, const char *name)
{
	size_t i;

	for (i = 0; i < node->output.n; i++)
		if (!strcmp(node->output.list[i], name))
			return true;
	return (node->depfile && !strcmp(node->depfile, name)) || (node->errors && !strcmp(node->errors, name)) ||
		(node->failures && !strcmp(node->failures, name)) || (node->stats && !strcmp(node->stats, name)) ||
		(node->progress && !strcmp(node->progress, name));
}

/*
 * Files that a word names, as FILE, @FILE, ...=FILE or ...=@FILE.  False: it
 * names a folder in a way that may mean what is in it.  What is in a cache makes
 * no difference.
 */
static bool
add_word(struct hash *hash, struct hash *key, const struct plan_node *node, const char *word)
{
	const char *value = strchr(word, '=');
	struct stat status;

	value = value ? value + 1 : word;
	value += *value == '@';
	if (!*value || is_written(node, value) || stat(value, &status))
		return true;
	if (S_ISDIR(status.st_mode))
		return value == word || !strncmp(word, "--out-dir=", 10) || !strncmp(word, "--cache=", 8);
	if (!S_ISREG(status.st_mode))
		return true;
	if (status.st_mode & 0111) {
		add_status(key, value);	/* a program */
		return true;
	}
	return add_file(hash, value);
}

/* The state of node i as it is; false: it cannot be told. */
static bool
state_of(struct state *state, size_t i)
{
	const struct plan_node *node = &plan->node[i];
	struct hash key = surroundings, in, out;
	size_t k;

	if (node->always)
		return false;
	hash_init(&in);
	hash_init(&out);
	hash_add_string(&key, node->name);
	add_status(&key, node->word.list[0]);
	for (k = 0; k < node->word.n; k++) {
		hash_add_string(&key, node->word.list[k]);
		if (k && !add_word(&in, &key, node, node->word.list[k]))
			return false;
	}
	for (k = 0; k < node->input.n; k++)
		if (!add_file(&in, node->input.list[k]))
			return false;
	if (node->depfile && !add_headers(&in, node->depfile))
		return false;
	not_after = UINT64_MAX;
	for (k = 0; k < node->output.n; k++)
		if (!add_file(&out, node->output.list[k]))
			return false;
	hash_get(&key, state->key);
	hash_get(&in, state->in);
	hash_get(&out, state->out);
	return true;
}

/* --- surroundings ----------------------------------------------------------- */

/* Variables that change from run to run and that no compiler asks for. */
static bool
is_harmless(const char *variable)
{
	static const char *const name[] = { "_", "SHLVL", "PWD", "OLDPWD", "TERM", "COLUMNS", "LINES", "TMPDIR",
		"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKE_TERMOUT", "MAKE_TERMERR", "CLANG_CRASH_DIAGNOSTICS_DIR" };
	size_t i, len = strcspn(variable, "=");

	for (i = 0; i < sizeof name / sizeof *name; i++)
		if (strlen(name[i]) == len && !strncmp(variable, name[i], len))
			return true;
	return false;
}

static void
add_surroundings(void)
{
	char *here = getcwd(NULL, 0), **variable;
	size_t n, i;

	hash_init(&surroundings);
	hash_add_string(&surroundings, SYCL_CC_VERSION);
	hash_add_string(&surroundings, here ? here : "");
	free(here);
	for (n = 0; environ[n]; n++)
		;
	variable = arena_calloc(arena, n + 1, sizeof *variable);
	for (i = n = 0; environ[i]; i++)
		if (!is_harmless(environ[i]))
			variable[n++] = environ[i];
	qsort(variable, n, sizeof *variable, order_texts);
	for (i = 0; i < n; i++)
		hash_add_string(&surroundings, variable[i]);
	for (i = 0; i < plan->depends.n; i++)
		add_status(&surroundings, plan->depends.list[i]);
}

/* --- the file --------------------------------------------------------------- */

static const char *const title[] = { "Output", "Command", "Read", "Written" };

void
kept_open(const struct options *options, const struct plan *p, struct arena *a)
{
	plan = p;
	arena = a;
	resume = options->resume;
	is_open = !options->remove && *p->work;
	if (!is_open)
		return;
	path = arena_printf(arena, "%s/sycl-cc.done", p->work);
	now = arena_calloc(arena, p->n + 1, sizeof *now);
	noted = arena_calloc(arena, p->n + 1, sizeof *noted);
	add_surroundings();
	if (resume && !access(path, R_OK) && (filetable_read(&before, arena, path) || before.ncol != 4))
		before.nrow = 0;
	/* Who is ended in between has not left what it says. */
	unlink(path);
}

static const char *
hex(const uint64_t word[2])
{
	return arena_printf(arena, "%016" PRIx64 "%016" PRIx64, word[0], word[1]);
}

bool
kept_holds(size_t i)
{
	struct state state;
	size_t row;

	if (!is_open || !resume)
		return false;
	for (row = 0; row < before.nrow; row++) {
		const char **cell = filetable_cell(&before, row, 0);

		if (strcmp(cell[0], plan->node[i].output.list[0]))
			continue;
		not_after = UINT64_MAX;
		if (!state_of(&state, i) || strcmp(cell[1], hex(state.key)) || strcmp(cell[2], hex(state.in)) ||
		    strcmp(cell[3], hex(state.out)))
			return false;
		now[i] = state;
		return noted[i] = true;
	}
	return false;
}

void
kept_add(size_t i)
{
	not_after = task_get(i)->start;
	if (is_open && strcmp(plan->node[i].output.list[0], "-"))
		noted[i] = state_of(&now[i], i);
}

int
kept_close(void)
{
	struct filetable table;
	size_t i;

	if (!is_open)
		return 0;
	filetable_init(&table, (const char **)title, 4);
	for (i = 0; i < plan->n; i++) {
		const char *cell[4] = { plan->node[i].output.list[0], hex(now[i].key), hex(now[i].in), hex(now[i].out) };

		if (noted[i] && !strpbrk(cell[0], "|\n\r"))
			filetable_add_row(&table, arena, cell);
	}
	return filetable_write(&table, path, true);
}
