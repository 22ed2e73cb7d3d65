/* header-cache: compiles with a precompiled header from a cache; the page is header-cache.1. */
#include "header-cache.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/args.h"
#include "base/diag.h"
#include "base/fd.h"
#include "base/json.h"
#include "base/mapfile.h"

extern char **environ;

enum { KEY_CACHE = 0x100, KEY_HEADER, KEY_TEXT, KEY_UNIT, KEY_AUTOMATIC };

static const struct argp_option option_table[] = {
	{ "cache", KEY_CACHE, "DIR", 0, "Keep precompiled headers in DIR/headers", 0 },
	{ "automatic", KEY_AUTOMATIC, NULL, 0, "Make a header when it is wanted for the second time; DIR must be this user's own", 0 },
	{ "header", KEY_HEADER, "FILE", 0, "The input is a source, which includes FILE; without it, a text with all headers", 0 },
	{ "text", KEY_TEXT, "FILE", 0, "With --header: the text of the device pass", 0 },
	{ "unit", KEY_UNIT, "FILE", 0, "With --header: include FILE behind the precompiled header", 0 },
	{ NULL, 0, NULL, 0, NULL, 0 }
};

struct arguments {
	struct job job;
	char **word;		/* of the command */
	size_t n_word;
};

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case KEY_CACHE: a->job.cache = arg; return 0;
	case KEY_AUTOMATIC: a->job.automatic = true; return 0;
	case KEY_HEADER: a->job.header = arg; return 0;
	case KEY_TEXT: a->job.text = arg; return 0;
	case KEY_UNIT: a->job.unit = arg; return 0;
	case ARGP_KEY_ARG: a->word[a->n_word++] = arg; return 0;
	case ARGP_KEY_END:
		if (!a->job.cache)
			die_usage("no cache: option '--cache' is missing");
		return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	option_table, parse_option, "-- COMPILER [WORD...] ++ [WORD...] INPUT",
	"Compiles INPUT, with a precompiled header in place of sycl/sycl.hpp if INPUT begins with it.", NULL, NULL, NULL
};

/* COMPILER WORD... ++ WORD... INPUT in their parts. */
static void
split_command(struct arguments *a)
{
	struct job *job = &a->job;
	size_t i;

	for (i = 0; i < a->n_word && strcmp(a->word[i], "++"); i++)
		;
	if (!i || i + 1 >= a->n_word)
		die_usage("the command wants a compiler, '++' and an input");
	job->common = a->word;
	job->n_common = i;
	a->word[i] = NULL;
	job->rest = a->word + i + 1;
	job->n_rest = a->n_word - i - 2;
	job->input = a->word[a->n_word - 1];
	a->word[a->n_word - 1] = NULL;
	job->is_text = !job->header;
}

/* --- commands ------------------------------------------------------------------------- */

/* A command in the making. */
struct command {
	struct arena *arena;
	char **word;
	size_t n;
};

static void
add(struct command *c, const char *word)
{
	c->word = arena_extend(c->arena, c->word, c->n, sizeof *c->word);
	c->word[c->n++] = (char *)(uintptr_t)word;
}

static void
add_all(struct command *c, char *const *word, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		add(c, word[i]);
}

static char **
plain_command(const struct job *job)
{
	struct command c = { .arena = job->arena };

	add_all(&c, job->common, job->n_common);
	add_all(&c, job->rest, job->n_rest);
	add(&c, job->input);
	add(&c, NULL);
	return c.word;
}

/* Options for warnings, of which system headers give none: a precompiled header does not depend on them. */
static bool
is_warning(const char *word)
{
	return !strcmp(word, "-w") || !strcmp(word, "-pedantic") ||
		(!strncmp(word, "-W", 2) && word[2] && strcmp(word, "-Wsystem-headers") && !(word[3] == ',' && strchr("alp", word[2])));
}

static char **
header_command(const struct job *job, const char *header, const char *const *before, size_t n_before)
{
	struct command c = { .arena = job->arena };
	size_t i;

	for (i = 0; i < job->n_common; i++)
		if (!is_warning(job->common[i]))
			add(&c, job->common[i]);
	if (job->unit)
		add(&c, "-D__SYCL_CC_PCH__");
	for (i = 0; i < n_before; i++) {
		add(&c, "-include");
		add(&c, before[i]);
	}
	add(&c, "-Xclang");
	add(&c, "-emit-pch");
	add(&c, "-c");
	add(&c, "-o");
	add(&c, cache_output);
	add(&c, "-x");
	add(&c, "c++");
	add(&c, header);
	add(&c, NULL);
	return c.word;
}

/* overlay: of clang's file system, NULL for none. */
static char **
short_command(const struct job *job, const char *pch, const char *overlay)
{
	struct command c = { .arena = job->arena };

	add_all(&c, job->common, job->n_common);
	add(&c, "-Xclang");
	add(&c, "-include-pch");
	add(&c, "-Xclang");
	add(&c, pch);
	if (job->unit) {
		add(&c, "-include");
		add(&c, job->unit);
	}
	if (overlay) {
		add(&c, "-ivfsoverlay");
		add(&c, overlay);
	}
	add_all(&c, job->rest, job->n_rest);
	add(&c, job->input);
	add(&c, NULL);
	return c.word;
}

/* --- the key -------------------------------------------------------------------------- */

/* Words that change what the compiler has read before the input: a header precompiled without them is another. */
static bool
reads_before(const struct job *job)
{
	static const char *const word[] = { "-include", "-imacros", "-include-pch", "-fmodules", "-P" };
	size_t i, k;

	for (i = 0; i < job->n_common; i++)
		for (k = 0; k < sizeof word / sizeof *word; k++)
			if (!strncmp(job->common[i], word[k], strlen(word[k])))
				return true;
	return false;
}

static void
add_file(struct hash *key, const char *path)
{
	struct stat status = { 0 };

	hash_add_string(key, path);
	if (!stat(path, &status)) {
		hash_add(key, &status.st_size, sizeof status.st_size);
		hash_add(key, &status.st_mtim.tv_sec, sizeof status.st_mtim.tv_sec);
	}
}

/* A list of folders, of which one is not absolute: an empty one is the current folder. */
static bool
has_relative(const char *list)
{
	for (; list; list = strchr(list, ':') ? strchr(list, ':') + 1 : NULL)
		if (*list != '/')
			return true;
	return false;
}

/*
 * The words may name a place from the current folder: one without a slash at its beginning
 * belongs to an option for headers, or follows one.
 */
static bool
depends_on_folder(const struct job *job)
{
	static const char *const option[] = { "-isystem", "-iquote", "-idirafter", "-isysroot", "-iprefix", "-iwithprefix",
		"-cxx-isystem", "-stdlib++-isystem", "--sysroot=", "--gcc-toolchain=", "--gcc-install-dir=", "-resource-dir=", "-B", "-I" };
	const char *word, *rest;
	size_t i, k, n;

	for (i = 1; i < job->n_common; i++) {
		word = job->common[i];
		rest = NULL;
		for (k = 0; k < sizeof option / sizeof *option && !rest; k++) {
			n = strlen(option[k]);
			if (!strncmp(word, option[k], n))
				rest = word[n] ? word + n : i + 1 < job->n_common ? job->common[i + 1] : "";
		}
		/* Others that begin so, and what else reads files. */
		if (rest ? *rest != '/' : !strncmp(word, "-i", 2) || !strncmp(word, "-working-directory", 18) ||
			!strncmp(word, "-fmodule", 8) || *word == '@' || !strncmp(word, "--config", 8))
			return true;
	}
	return false;
}

static void
key_of_words(const struct job *job, struct hash *key)
{
	static const char *const variable[] = { "CPATH", "CPLUS_INCLUDE_PATH", "SOURCE_DATE_EPOCH", "CCC_OVERRIDE_OPTIONS" };
	bool local = depends_on_folder(job) || has_relative(getenv("CPATH")) || has_relative(getenv("CPLUS_INCLUDE_PATH"));
	char *folder = local ? getcwd(NULL, 0) : NULL;
	size_t i;

	hash_init(key);
	hash_add_string(key, SYCL_CC_VERSION);
	hash_add_string(key, folder ? folder : "");
	free(folder);
	add_file(key, job->common[0]);
	for (i = 0; i < job->n_common; i++)
		if (!is_warning(job->common[i]))
			hash_add_string(key, job->common[i]);
	for (i = 0; i < sizeof variable / sizeof *variable; i++)
		hash_add_string(key, getenv(variable[i]) ? getenv(variable[i]) : "");
}

static void
add_prefix(struct hash *key, const struct prefix *prefix)
{
	size_t i;

	for (i = 0; i < prefix->n; i++)
		hash_add(key, prefix->piece[i], prefix->size[i]);
}

/* --- both kinds of input ----------------------------------------------------------------- */

/* A file in memory, which the compiler inherits, and its name there. */
static FILE *
memory_file(struct arena *arena, const char **name)
{
	int fd = memfd_create("header-cache", 0);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "w");

	if (fd >= 0 && !file)
		close(fd);
	*name = arena_printf(arena, "/proc/self/fd/%d", fd);
	return file;
}

/*
 * The text behind the headers, as an overlay of clang's file system in which it
 * has the name of the input: names and lines of the output are those of a full
 * compilation.  The files stay open for the compiler.
 */
static const char *
overlay_of_rest(const struct job *job, const char *rest)
{
	const char *overlay, *contents, *end = strchr(rest, '\n');
	char *name = realpath(job->input, NULL);
	FILE *text = memory_file(job->arena, &contents), *list = memory_file(job->arena, &overlay);
	struct json json = { .stream = list };

	if (!name || !text || !list)
		return NULL;
	/* The marker without its flag: the text returns to no file. */
	fwrite(rest, 1, (size_t)(end - rest) - 2, text);
	fputs(end, text);
	json_begin(&json, '{');
	json_key(&json, "version");
	json_number(&json, 0);
	json_key(&json, "use-external-names");
	json_bool(&json, false);
	json_key(&json, "roots");
	json_begin(&json, '[');
	json_begin(&json, '{');
	json_key(&json, "name");
	json_string(&json, name);
	json_key(&json, "type");
	json_string(&json, "file");
	json_key(&json, "external-contents");
	json_string(&json, contents);
	json_end(&json, '}');
	json_end(&json, ']');
	json_end(&json, '}');
	free(name);
	return fflush(text) || fflush(list) ? NULL : overlay;
}

/* A text: what it has of headers is the key, and what the precompiled header is made of. */
static char **
command_for_text(const struct job *job, const char *text, const char **used)
{
	struct prefix prefix;
	struct hash key;
	const char *header, *pch, *overlay;

	if (!prefix_find(&prefix, text))
		return NULL;
	key_of_words(job, &key);
	add_prefix(&key, &prefix);
	if (!cache_wants(job, &key))
		return NULL;
	header = cache_text(job, &key, prefix.piece, prefix.size, prefix.n);
	pch = header ? cache_get(job, &key, header_command(job, header, NULL, 0)) : NULL;
	*used = pch;
	overlay = pch ? overlay_of_rest(job, prefix.rest) : NULL;
	return overlay ? short_command(job, pch, overlay) : NULL;
}

/* The path of a header that is a neighbour of sycl/sycl.hpp; NULL: that has another name. */
static const char *
neighbour_path(const struct job *job, const char *name)
{
	static const char usual[] = "sycl/sycl.hpp";
	size_t n = strlen(job->header);

	if (!strcmp(name, usual))
		return job->header;
	if (n < sizeof usual - 1 || strcmp(job->header + n - (sizeof usual - 1), usual))
		return NULL;
	return arena_printf(job->arena, "%.*s%s", (int)(n - (sizeof usual - 1)), job->header, name);
}

static char **
command_for_source(const struct job *job, const char *source, const char **used)
{
	struct prefix prefix;
	struct hash key;
	const char *pch, *header, *before[MOST_HEADERS];
	size_t size, n_before, i;
	char *text;
	bool good;

	header = source_header(source, job->arena, before, &n_before);
	if (!header || reads_before(job) || !(header = neighbour_path(job, header)))
		return NULL;
	key_of_words(job, &key);
	add_file(&key, header);
	for (i = 0; i < n_before; i++) {
		/* -include would find a file here before the header. */
		if (!access(before[i], F_OK))
			return NULL;
		hash_add_string(&key, before[i]);
	}
	if (job->text) {
		if (!(text = mapfile_read(job->text, &size)))
			return NULL;
		good = prefix_find(&prefix, text) && prefix.n_path == strlen(header) && !memcmp(prefix.path, header, prefix.n_path);
		if (good)
			add_prefix(&key, &prefix);
		free(text);
		if (!good)
			return NULL;
	}
	if (!cache_wants(job, &key))
		return NULL;
	pch = cache_get(job, &key, header_command(job, header, before, n_before));
	*used = pch;
	return pch ? short_command(job, pch, NULL) : NULL;
}

/* --- running ----------------------------------------------------------------------------- */

static int
run(char **word, int errors)
{
	posix_spawn_file_actions_t actions;
	int error, status = 0;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
	error = posix_spawnp(&pid, word[0], &actions, NULL, word, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (error) {
		errno = error;
		return -1;
	}
	return waitpid(pid, &status, 0) == pid ? status : -1;
}

/*
 * The short command.  When it fails nothing of it is shown: the plain one says what is
 * wrong, or goes well, if the precompiled header was to blame.
 */
static bool
run_short(char **word)
{
	FILE *errors = tmpfile();
	bool good;

	if (!errors)
		return false;
	good = run(word, fileno(errors)) == 0;
	if (good && !fseek(errors, 0, SEEK_SET))
		fd_copy_rest(fileno(errors), STDERR_FILENO);
	fclose(errors);
	return good;
}

int
main(int argc, char **argv)
{
	struct arguments a = { 0 };
	struct arena arena;
	const char *pch = NULL;
	char **word, *text;
	size_t size;
	int status;

	arena_init(&arena);
	a.job.arena = &arena;
	a.word = arena_calloc(&arena, (size_t)argc, sizeof *a.word);
	diag_set_tool("header-cache");
	args_parse(&argp, argc, argv, &a);
	split_command(&a);
	text = mapfile_read(a.job.input, &size);
	if (!text)
		return 1;
	if (cache_open(&a.job))
		word = NULL;
	else
		word = a.job.is_text ? command_for_text(&a.job, text, &pch) : command_for_source(&a.job, text, &pch);
	if (word && run_short(word) && !depend_mend(&a.job))
		return 0;
	word = plain_command(&a.job);
	status = run(word, STDERR_FILENO);
	/* What it was made of has another date now. */
	if (!status && pch)
		unlink(pch);
	if (status < 0) {
		diag(DIAG_ERROR, "cannot start '%s': %s", word[0], strerror(errno));
		return 127;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
