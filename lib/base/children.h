/*
 * The children that a tool runs beside each other, and the signals that concern
 * them: SIGINT, SIGTERM and SIGHUP end all, SIGTSTP stops all.
 */
#ifndef BASE_CHILDREN_H
#define BASE_CHILDREN_H

#include <sys/resource.h>

#include "child.h"

/* How long children may take to end after a signal, before SIGKILL. */
enum { CHILD_GRACE_MS = 3000 };

enum children_mode {
	CHILDREN_INPUT,		/* children have our standard input */
	CHILDREN_NO_INPUT,	/* theirs is empty */
	/*
	 * That too; they start programs elsewhere: any signal that ends all is SIGTERM for them
	 * (srun asks back on SIGINT), and none stops them.
	 */
	CHILDREN_REMOTE,
};

/*
 * From now on SIGCHLD, SIGINT, SIGTERM, SIGHUP and SIGTSTP (but those that our
 * caller ignores) arrive in children_wait().  Children block what was blocked
 * before.  before_stop (may be NULL) is called when SIGTSTP has arrived, before this
 * process stops.  Dies when signals cannot be watched.
 */
void children_init(enum children_mode mode, void (*before_stop)(void));

/* As child_start(); until it is reaped, the child, which must not move in memory, is one of ours. */
int children_start(struct child *child, const char *program, char **words);
/* How many run. */
size_t children_running(void);

/*
 * Waits for a signal: limit milliseconds at most (-1: as long as it takes) and until
 * fd (-1: none) is readable.  Passes the signal on; kills children that do not end in
 * CHILD_GRACE_MS.
 */
void children_wait(int limit, int fd);
/*
 * A child that has ended, NULL when none has; status and usage are wait4()'s.  If all
 * end, what it left behind is killed, its children in groups of their own too.  The caller sets its pid to 0.
 */
struct child *children_reap(int *status, struct rusage *usage);

/* Ends all as the signal number does; the second call kills them. */
void children_stop(int number);
/* The signal that ends all; 0: none has come. */
int children_stopped(void);
/* When this process dies: kills those that run and waits for them.  Their pids stay as they are. */
void children_kill(void);

#endif
