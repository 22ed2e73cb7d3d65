/* remote-cache: entries of foreach's cache to and from a server.  See remote-cache.1. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/args.h"
#include "base/diag.h"
#include "base/fd.h"
#include "transfer.h"

enum { OPT_URL = 0x100, OPT_DIR, OPT_READ_ONLY, OPT_TIMEOUT, OPT_STATS };

static const struct argp_option option_table[] = {
	{ "url", OPT_URL, "URL", 0, "the server: http://HOST[:PORT][/PATH], or https", 0 },
	{ "dir", OPT_DIR, "DIR", 0, "the folder of the local cache", 0 },
	{ "read-only", OPT_READ_ONLY, NULL, 0, "store nothing on the server", 0 },
	{ "timeout", OPT_TIMEOUT, "SECONDS", 0, "how long the server may take to answer (default: 3)", 0 },
	{ "stats", OPT_STATS, NULL, 0, "print hits, misses and stored entries at the end", 0 },
	{ 0 },
};

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case OPT_URL: options->url = arg; break;
	case OPT_DIR: options->dir = arg; break;
	case OPT_READ_ONLY: options->read_only = true; break;
	case OPT_TIMEOUT: options->timeout = args_number("--timeout", arg, 1, 3600); break;
	case OPT_STATS: options->stats = true; break;
	case ARGP_KEY_ARG: die_usage("unexpected operand '%s'", arg);
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.doc = "Fetches and stores entries of foreach's cache: lines 'get NAME' and 'put NAME' come from standard input, "
		"'hit NAME' or 'miss NAME' answers each get.",
};

void
transfer_answer(const char *name, bool hit)
{
	char line[128];
	int n = snprintf(line, sizeof line, "%s %s\n", hit ? "hit" : "miss", name);

	/* Nobody may want it any more. */
	if (fd_write(STDOUT_FILENO, line, (size_t)n))
		exit(1);
}

static void
obey(const char *line)
{
	if (strlen(line) != 68 || strspn(line + 4, "0123456789abcdef") != 64
		|| (strncmp(line, "get ", 4) && strncmp(line, "put ", 4)))
		die("a line is neither 'get NAME' nor 'put NAME': '%s'", line);
	(*line == 'g' ? transfer_get : transfer_put)(line + 4);
}

/* Reads what there is; obeys whole lines.  False at the end. */
static bool
read_commands(void)
{
	static char text[1 << 16];
	static size_t n;
	ssize_t got = read(STDIN_FILENO, text + n, sizeof text - 1 - n);
	char *line = text, *end;

	if (got <= 0)
		return got < 0 && errno == EINTR;
	n += (size_t)got;
	text[n] = '\0';
	for (; (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		obey(line);
	}
	n -= (size_t)(line - text);
	memmove(text, line, n);
	if (n == sizeof text - 1)
		die("a line is neither 'get NAME' nor 'put NAME'");
	return true;
}

int
main(int argc, char **argv)
{
	struct options options = { .timeout = 3 };
	bool open = true, readable;
	char *url;

	args_parse(&argp, argc, argv, &options);
	if (!options.url || !options.dir)
		die_usage("options '--url' and '--dir' are both needed");
	if (strncmp(options.url, "http://", 7) && strncmp(options.url, "https://", 8))
		die_usage("option '--url' wants http:// or https://, not '%s'", options.url);
	url = strdup(options.url);
	while (url && url[strlen(url) - 1] == '/')
		url[strlen(url) - 1] = '\0';
	options.url = url;
	signal(SIGPIPE, SIG_IGN);
	transfers_init(&options);
	while (open || transfers_count()) {
		transfers_run(open ? STDIN_FILENO : -1, &readable);
		if (readable)
			open = read_commands();
	}
	transfers_close();
	return 0;
}
