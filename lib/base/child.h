/*
 * A program that runs beside this one: how it is started as leader of a process
 * group of its own, and signalled.  children.h waits for several.
 */
#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "capture.h"
#include "clock.h"

struct child {
	pid_t pid;		/* 0: none */
	struct timespec start;
	struct capture capture;	/* of what it prints; -1: it prints for itself */
	posix_spawn_file_actions_t actions;	/* more may be added before child_start() */
	struct child *next;	/* of those that children.c waits for */
};

/* First of all: children block the signals of mask; with no_input their standard input is empty. */
void child_init(const sigset_t *mask, bool no_input);
/* How many processors this process may use. */
size_t processors_count(void);

/* Makes a place for children, one after the other. */
void child_prepare(struct child *child, bool capture);
/* The end of that place: nothing runs there. */
void child_release(struct child *child);
/* Starts the program, searched in PATH when it has no slash.  0 or an errno. */
int child_start(struct child *child, const char *program, char **words);
/* Sends a signal to the child and all that it started; nothing when it does not run. */
void child_signal(const struct child *child, int number);
/* The largest memory that it has had so far, in KiB. */
long child_peak(const struct child *child);

#endif
