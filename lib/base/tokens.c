#include "tokens.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diag.h"

static int take_fd = -1, give_fd = -1;
static char *held;
static size_t nheld, room;

/* The value of the last --jobserver-auth= (before make 4.2: --jobserver-fds=) in MAKEFLAGS, up to the next blank. */
static char *
find_auth(const char *flags)
{
	static const char *const option[] = { "--jobserver-auth=", "--jobserver-fds=" };
	const char *found = NULL, *p;
	size_t i;

	for (i = 0; i < 2 && !found; i++)
		for (p = flags; (p = strstr(p, option[i])); )
			found = p += strlen(option[i]);
	return found ? strndup(found, strcspn(found, " ")) : NULL;
}

/*
 * Opens make's pipe once more: reading must not block (another client may take
 * the byte first), but O_NONBLOCK on the inherited descriptor would also hold for
 * make and every other client.
 */
static int
reopen(int fd)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

static bool
open_pipe(const char *auth)
{
	struct stat in_is, out_is;
	int in, out;
	char rest;

	if (sscanf(auth, "%d,%d%c", &in, &out, &rest) != 2 || in < 0 || out < 0)
		return false;
	/* Make closes the pipe for recipes without '+'; the numbers may be other files by now. */
	if (fstat(in, &in_is) || fstat(out, &out_is) || !S_ISFIFO(in_is.st_mode) || !S_ISFIFO(out_is.st_mode))
		return false;
	take_fd = reopen(in);
	give_fd = out;
	return take_fd >= 0;
}

static bool
open_fifo(const char *path)
{
	take_fd = give_fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	return take_fd >= 0;
}

void
tokens_keep(size_t running)
{
	while (nheld > (running ? running - 1 : 0))
		if (write(give_fd, &held[--nheld], 1) != 1)
			diag(DIAG_WARNING, "cannot give a token back to make");
}

static void
give_all(void)
{
	tokens_keep(0);
}

enum tokens_found
tokens_init(void)
{
	const char *flags = getenv("MAKEFLAGS");
	char *auth = flags ? find_auth(flags) : NULL;
	bool served;

	if (!auth)
		return TOKENS_NONE;
	served = strncmp(auth, "fifo:", 5) ? open_pipe(auth) : open_fifo(auth + 5);
	free(auth);
	if (served)
		atexit(give_all);
	else
		take_fd = -1;
	return served ? TOKENS_SERVED : TOKENS_UNREACHABLE;
}

int
tokens_serve(size_t n)
{
	/* Descriptors that scripts do not use for themselves. */
	enum { FIRST = 64 };
	const char *flags = getenv("MAKEFLAGS");
	int fd[2], in, out, status = -1;
	char *text = NULL;

	if (pipe(fd))
		return -1;
	in = fcntl(fd[0], F_DUPFD, FIRST);
	out = fcntl(fd[1], F_DUPFD, FIRST);
	close(fd[0]);
	close(fd[1]);
	for (; n && write(out, "+", 1) == 1; n--)
		;
	if (in >= 0 && out >= 0 && asprintf(&text, "%s -j --jobserver-auth=%d,%d", flags ? flags : "", in, out) >= 0 &&
	    !setenv("MAKEFLAGS", text, 1) && tokens_init() == TOKENS_SERVED)
		status = 0;
	free(text);
	return status;
}

/* Without waiting; false when none is free. */
static bool
take(void)
{
	char *more;

	if (take_fd < 0)
		return false;
	if (nheld == room) {
		more = realloc(held, 2 * room + 16);
		if (!more)
			return false;
		held = more;
		room = 2 * room + 16;
	}
	if (read(take_fd, held + nheld, 1) != 1)
		return false;
	nheld++;
	return true;
}

bool
tokens_allow(size_t running)
{
	return take_fd < 0 || running < 1 + nheld || take();
}

int
tokens_fd(void)
{
	return take_fd;
}
