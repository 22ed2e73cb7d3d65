/*
 * measure RUNS COMMAND-A COMMAND-B: runs the two shell commands in turn, after
 * one run of each that does not count, and prints the median of the ratios of
 * processor time A/B, of wall time A/B, and the greatest peak memory of A in KiB;
 * in a second line the greatest peak memory of B.
 * Ratios of neighbours hold on a machine whose speed drifts; single times do not.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct cost {
	double cpu, wall;
	long peak;
};

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double
seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static struct cost
run(const char *command)
{
	struct cost cost;
	struct rusage use;
	double start = now();
	pid_t child = fork();
	int status;

	if (!child) {
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &use) < 0 || status) {
		fprintf(stderr, "measure: failed: %s\n", command);
		exit(1);
	}
	cost.wall = now() - start;
	cost.cpu = seconds(use.ru_utime) + seconds(use.ru_stime);
	cost.peak = use.ru_maxrss;
	return cost;
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double
median(double *value, size_t n)
{
	qsort(value, n, sizeof *value, compare);
	return (value[n / 2] + value[(n - 1) / 2]) / 2;
}

int
main(int argc, char **argv)
{
	size_t n = argc == 4 ? strtoul(argv[1], NULL, 10) : 0, i;
	double *cpu = calloc(n + 1, sizeof *cpu), *wall = calloc(n + 1, sizeof *wall);
	struct cost a, b;
	long peak = 0, peak_b = 0;

	if (!n || !cpu || !wall) {
		fprintf(stderr, "usage: measure RUNS COMMAND-A COMMAND-B\n");
		return 2;
	}
	for (i = 0; i <= n; i++) {
		a = run(argv[2]);
		b = run(argv[3]);
		if (a.peak > peak)
			peak = a.peak;
		if (b.peak > peak_b)
			peak_b = b.peak;
		if (i) {
			cpu[i - 1] = a.cpu / b.cpu;
			wall[i - 1] = a.wall / b.wall;
		}
	}
	printf("%.3f %.3f %ld\n%ld\n", median(cpu, n), median(wall, n), peak, peak_b);
	return 0;
}
