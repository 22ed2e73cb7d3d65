/* The options of foreach, for all its files; constant after the command line was read. */
#ifndef FOREACH_H
#define FOREACH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "command.h"

struct options {
	char **list;			/* --in-file-list */
	size_t nlist;
	struct placeholders holders;
	const char *out_dir, *out_ext, *out_file_list;
	long jobs;			/* 0: not given */
	bool fail_fast, dry_run, progress, want_output;
	const char *progress_file;	/* of --progress=FILE, or NULL */
	const char *stats, *failures;	/* NULL: none */
	const char *launcher;		/* starts jobs elsewhere; NULL: commands run here */
	bool launcher_all, launcher_stats;
	long launcher_tries, batch_size, batch_jobs;	/* 0: not given */
	const char *numbers, *results;	/* of a batch: see records.h; NULL: none */
	uint64_t mem_budget;		/* bytes, 0: no limit */
	const char *cache;		/* folder, NULL: none */
	const char *cache_url;		/* and a server beside it, NULL: none */
	bool cache_read_only;		/* of the server */
	long cache_timeout;		/* seconds, 0: not given */
	char **cache_input, **cache_env;
	size_t ncache_input, ncache_env;
	uint64_t cache_size;
	bool cache_stats, cache_ignore_names;
	char **words;			/* the command */
};

#endif
