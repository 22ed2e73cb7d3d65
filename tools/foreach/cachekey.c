#include "cachekey.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "program.h"

/* A file that was read. */
struct read {
	const char *path;
	struct key content;
	struct filestate state;
};

/* A walk over everything that a run depends on: for its hash, or only for the state of the files. */
struct walk {
	struct sha256_ctx *hash;	/* NULL: state only */
	uint64_t state;
	bool failed;
	unsigned depth;		/* of response files */
	struct read last;	/* the last file read */
	struct read *read;	/* those that are list lines */
	size_t nread;
};

enum { MAX_DEPTH = 16 };

static const struct options *options;
static struct key common;		/* of everything that is the same in all runs */
static struct program_files fixed;	/* the files in it */
static uint64_t fixed_state;
static char **line_marker;		/* replace list lines where names do not count */
static struct arena arena;		/* of this file, for good */

/* Length first, so that different sequences of pieces give different bytes. */
static void
put(struct sha256_ctx *hash, char tag, const void *data, size_t size)
{
	uint64_t length = size;

	if (!hash)
		return;
	sha256_update(hash, 1, (const uint8_t *)&tag);
	sha256_update(hash, sizeof length, (const uint8_t *)&length);
	sha256_update(hash, size, data);
}

static void
put_text(struct sha256_ctx *hash, char tag, const char *text)
{
	put(hash, tag, text, strlen(text));
}

static uint64_t
mix(uint64_t state, struct filestate more)
{
	uint64_t both[2] = { state, more.value };

	return XXH3_64bits(both, sizeof both);
}

/* --- what is the same in all runs ---------------------------------------- */

static uint64_t
state_of_fixed(void)
{
	struct stat status;
	uint64_t state = 0;
	size_t i;

	for (i = 0; i < fixed.n; i++)
		if (stat(fixed.path[i], &status) == 0)
			state = mix(state, filestate_of(&status));
	return state;
}

static int
put_fixed(struct sha256_ctx *hash, int dir)
{
	struct filestate state;
	struct key content;
	size_t i;

	for (i = 0; i < fixed.n; i++) {
		if (filehash_remembered(dir, fixed.path[i], &content, &state)) {
			diag(DIAG_ERROR, "cannot read '%s': %s", fixed.path[i],
				errno == EINVAL ? "not a regular file" : strerror(errno));
			return -1;
		}
		put(hash, 'F', content.byte, sizeof content.byte);
		fixed_state = mix(fixed_state, state);
	}
	return 0;
}

static void
put_environment(struct sha256_ctx *hash)
{
	size_t i;

	for (i = 0; i < options->ncache_env; i++) {
		const char *value = getenv(options->cache_env[i]);

		put_text(hash, 'N', options->cache_env[i]);
		put_text(hash, value ? 'V' : 'U', value ? value : "");
	}
}

int
cachekey_init(const struct options *opt, const char *program, int dir)
{
	struct sha256_ctx context, *hash = &context;
	size_t i;

	options = opt;
	arena_init(&arena);
	if (program_files_add(&fixed, &arena, program)) {
		diag(DIAG_ERROR, "cannot find out what '%s' is made of, so it cannot be cached", program);
		return -1;
	}
	for (i = 0; i < opt->ncache_input; i++) {
		fixed.path = arena_extend(&arena, fixed.path, fixed.n, sizeof *fixed.path);
		fixed.path[fixed.n++] = opt->cache_input[i];
	}
	sha256_init(hash);
	put_text(hash, 'T', "foreach cache 2");
	put_text(hash, 'P', basename(opt->words[0]));
	put_text(hash, 'X', opt->holders.out ? opt->out_ext : "");
	put_environment(hash);
	if (put_fixed(hash, dir))
		return -1;
	common = key_digest(hash);
	return 0;
}

/* --- one run -------------------------------------------------------------- */

/* The hash of a file; a line of a list is read once even when several words name it. */
static int
hash_file(struct walk *walk, const char *path, struct key *content, struct filestate *state)
{
	size_t i;

	for (i = 0; i < walk->nread; i++)
		if (!strcmp(path, walk->read[i].path)) {
			*content = walk->read[i].content;
			*state = walk->read[i].state;
			return 0;
		}
	return filehash(path, content, state);
}

/* A file that a word or a line names: its contents count.  Folders and devices have no contents. */
static bool
walk_file(struct walk *walk, const char *path)
{
	struct filestate state;
	struct key content;
	struct stat status;

	if (!*path || stat(path, &status) || !S_ISREG(status.st_mode))
		return false;
	state = filestate_of(&status);
	if (walk->hash) {
		if (hash_file(walk, path, &content, &state))
			walk->failed = true;
		else
			put(walk->hash, 'C', content.byte, sizeof content.byte);
		walk->last = (struct read){ path, content, state };
	}
	walk->state = mix(walk->state, state);
	return true;
}

static void walk_response(struct walk *walk, const char *path);

/*
 * The file that a word names: "FILE", "@FILE", "--option=FILE" or
 * "--option=@FILE".  NULL: none.  Its contents are walked, those of a
 * response file with the files named in it.
 */
static const char *
walk_word(struct walk *walk, const char *word)
{
	const char *equal = strchr(word, '='), *name = word;

	if (walk_file(walk, name))
		return name;
	if (*name != '@' && equal) {
		name = equal + 1;
		if (walk_file(walk, name))
			return name;
	}
	if (*name != '@' || !walk_file(walk, ++name))
		return NULL;
	walk_response(walk, name);
	return name;
}

/* Files named in a response file count as well; words are separated by blanks and may be quoted. */
static void
walk_response(struct walk *walk, const char *path)
{
	static const char between[] = " \t\r\n\"'";
	char *line = NULL, *word, *rest;
	size_t room = 0;
	FILE *file;

	if (walk->depth == MAX_DEPTH || !(file = fopen(path, "re")))
		return;
	walk->depth++;
	while (getline(&line, &room, file) >= 0)
		for (word = strtok_r(line, between, &rest); word; word = strtok_r(NULL, between, &rest))
			walk_word(walk, word);
	walk->depth--;
	free(line);
	fclose(file);
}

/*
 * The contents of files in the lines count even where a line is part of a longer
 * word.  Where names do not count, marked gets a marker in place of each line
 * that names a file.
 */
static void
walk_lines(struct walk *walk, const struct values *values, char **marked)
{
	size_t i;

	walk->nread = 0;
	for (i = 0; i < options->nlist; i++) {
		bool is_file = walk_file(walk, values->in[i]);

		marked[i] = values->in[i];
		if (!is_file)
			continue;
		if (walk->hash && !walk->failed)
			walk->read[walk->nread++] = walk->last;
		if (options->cache_ignore_names)
			marked[i] = line_marker[i];
	}
}

/* The contents of files that words name.  named[i]: where in word i the name starts, counted from 1; 0 for none. */
static void
walk_named(struct walk *walk, struct command *command, const struct values *values, size_t *named)
{
	char *const *word = command_expand(command, values) + 1;
	size_t i;

	for (i = 0; i < command->nword; i++) {
		const char *name = command_word_is_output(command, i) ? NULL : walk_word(walk, word[i]);

		named[i] = name ? (size_t)(name - word[i]) + 1 : 0;
	}
}

/* The words themselves; where names of files do not count, only the text before the name. */
static void
walk_text(struct walk *walk, struct command *command, const struct values *values, const size_t *named)
{
	char *const *word = command_expand(command, values) + 1;
	size_t i;

	for (i = 0; i < command->nword; i++)
		if (named[i] && options->cache_ignore_names)
			put(walk->hash, 'A', word[i], named[i] - 1);
		else
			put_text(walk->hash, 'W', word[i]);
}

static void
walk_run(struct walk *walk, struct command *command, const struct values *values)
{
	static struct read *read;
	static char **marked;
	static size_t *named;
	size_t i;

	if (!read) {
		read = arena_calloc(&arena, options->nlist, sizeof *read);
		marked = arena_calloc(&arena, options->nlist, sizeof *marked);
		named = arena_calloc(&arena, command->nword + 1, sizeof *named);
		line_marker = arena_calloc(&arena, options->nlist, sizeof *line_marker);
		for (i = 0; i < options->nlist; i++)
			line_marker[i] = arena_printf(&arena, "\001%zu", i);
	}
	walk->read = read;
	walk_lines(walk, values, marked);
	walk_named(walk, command, &(struct values){ values->number, values->in, NULL }, named);
	walk_text(walk, command, &(struct values){ values->number, marked, NULL }, named);
}

bool
cachekey_get(struct cachekey *key, struct command *command, const struct values *values)
{
	struct sha256_ctx context;
	struct walk walk = { .hash = &context, .state = fixed_state };

	sha256_init(&context);
	put(walk.hash, 'B', common.byte, sizeof common.byte);
	walk_run(&walk, command, values);
	key->hash = key_digest(walk.hash);
	key->state = walk.state;
	key->asked = false;
	return !walk.failed;
}

bool
cachekey_still_true(const struct cachekey *key, struct command *command, const struct values *values)
{
	struct walk walk = { .state = state_of_fixed() };

	walk_run(&walk, command, values);
	return walk.state == key->state;
}
