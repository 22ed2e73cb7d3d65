/* A running command, and how one is started, signalled and measured. */
#ifndef FOREACH_CHILD_H
#define FOREACH_CHILD_H

#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "capture.h"
#include "clock.h"
#include "foreach.h"
#include "report.h"

struct child {
	pid_t pid;		/* 0: none */
	struct timespec start;
	struct capture capture;	/* of what it prints; -1: it prints for itself */
	posix_spawn_file_actions_t actions;
};

/* Settings of all children; mask: the signals that they block. */
void child_init(const struct options *options, const sigset_t *mask);
/* Prepares a slot in which children run one after the other. */
void child_prepare(struct child *child, bool capture);
/* Starts the program as leader of a process group of its own.  0 or an errno. */
int child_start(struct child *child, const char *program, char **words);
/* Sends a signal to the child and its own children; nothing when it does not run. */
void child_signal(const struct child *child, int number);
/* The largest memory that it has had so far, in KiB. */
long child_peak(const struct child *child);
/* Its times and memory, when it has ended. */
void child_measure(const struct child *child, const struct rusage *usage, struct result *result);

#endif
