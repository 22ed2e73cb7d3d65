/*
 * spawn-floor COUNT JOBS PROGRAM [ARGUMENT...]: starts a program COUNT times,
 * JOBS at once, with posix_spawn and wait and nothing else: the floor under
 * everything that runs a command for each line of a list.
 */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
	long count, jobs, running = 0, failed = 0;
	int status;
	pid_t pid;

	if (argc < 4 || (count = atol(argv[1])) < 0 || (jobs = atol(argv[2])) < 1) {
		fputs("usage: spawn-floor COUNT JOBS PROGRAM [ARGUMENT...]\n", stderr);
		return 2;
	}
	while (count || running) {
		if (count && running < jobs) {
			if (posix_spawnp(&pid, argv[3], NULL, NULL, argv + 3, environ))
				return 1;
			count--;
			running++;
			continue;
		}
		if (wait(&status) < 0)
			return 1;
		failed += status != 0;
		running--;
	}
	return failed != 0;
}
