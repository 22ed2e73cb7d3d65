#include "workers.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/outfile.h"
#include "base/tokens.h"
#include "output.h"

/* Memory shared by all processes. */
struct shared {
	size_t next;		/* the first image that no process has taken */
	int failed;		/* a process failed */
	uint64_t size[];
};

/* Makes images that no process has taken; -1 when one failed, here or in another process. */
static int
work(const struct graph *graph, const struct images *images, struct shared *shared)
{
	struct closure closure;
	size_t i;

	closure_init(&closure, graph);
	while (!__atomic_load_n(&shared->failed, __ATOMIC_RELAXED)) {
		i = __atomic_fetch_add(&shared->next, 1, __ATOMIC_RELAXED);
		if (i >= images->n)
			return 0;
		if (output_image(graph, &closure, &images->image[i], &shared->size[i])) {
			__atomic_store_n(&shared->failed, 1, __ATOMIC_RELAXED);
			return -1;
		}
	}
	return -1;
}

/* Starts a child that ends with its parent, so that a killed post-link leaves no processes. */
static pid_t
child_start(const struct graph *graph, const struct images *images, struct shared *shared)
{
	pid_t parent = getpid(), pid = fork();

	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(1);
		_exit(work(graph, images, shared) ? 1 : 0);
	}
	if (pid < 0) {
		diag(DIAG_ERROR, "cannot start a process: %s", strerror(errno));
		__atomic_store_n(&shared->failed, 1, __ATOMIC_RELAXED);
	}
	return pid;
}

/* Resident bytes of this process. */
static uint64_t
resident(void)
{
	FILE *stream = fopen("/proc/self/statm", "re");
	unsigned long total, pages = 0;

	if (stream && fscanf(stream, "%lu %lu", &total, &pages) != 2)
		pages = 0;
	if (stream)
		fclose(stream);
	return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Processes that the memory budget allows: each may need a sixteenth of the loaded module in addition. */
static size_t
affordable(size_t jobs)
{
	uint64_t base = resident(), each = base / 16 + (8 << 20), n;

	if (!options.mem_budget)
		return jobs;
	if (options.mem_budget < base + each) {
		diag(DIAG_WARNING, "--mem-budget is below what the loaded module needs (%llu MiB): using one process",
		     (unsigned long long)((base + each) >> 20));
		return 1;
	}
	n = (options.mem_budget - base) / each;
	return n < jobs ? (size_t)n : jobs;
}

/*
 * Creating files in one folder is serialized, and processes wait for each other:
 * one process makes small images faster than two (2,000 of 75 instructions: three
 * times).
 */
static size_t
worthwhile(const struct graph *graph, const struct images *images, size_t jobs)
{
	enum { SAMPLES = 32, LEAST = 500 };	/* instructions of an image */
	size_t step = images->n / SAMPLES + 1, sum = 0, n = 0, i, k;
	struct closure closure;

	if (jobs < 2 || images->n < SAMPLES)
		return jobs;
	closure_init(&closure, graph);
	for (i = 0; i < images->n; i += step, n++) {
		closure_make(&closure, graph, images->image[i].entry, images->image[i].nentry);
		for (k = 0; k < closure.n; k++)
			sum += graph->node[closure.node[k]].size;
	}
	return sum / n < LEAST ? 1 : jobs;
}

/* Under make every process beyond the first takes a token. */
static size_t
granted(size_t jobs)
{
	size_t n = 1;

	if (jobs < 2 || tokens_init() != TOKENS_SERVED)
		return jobs;
	while (n < jobs && tokens_allow(n))
		n++;
	return n;
}

static int
run_children(const struct graph *graph, const struct images *images, struct shared *shared, size_t jobs)
{
	size_t running = 0;
	int status, failed = 0;

	for (; running < jobs && !failed; running++)
		if (child_start(graph, images, shared) < 0) {
			failed = -1;
			break;
		}
	for (; running; running--) {
		while (waitpid(-1, &status, 0) < 0 && errno == EINTR)
			;
		if (WIFSIGNALED(status))
			diag(DIAG_ERROR, "a process that made images was ended by signal %d (%s)", WTERMSIG(status),
			     strsignal(WTERMSIG(status)));
		if (status) {
			__atomic_store_n(&shared->failed, 1, __ATOMIC_RELAXED);
			failed = -1;
		}
	}
	return failed;
}

int
workers_run(const struct graph *graph, const struct images *images, uint64_t *size)
{
	size_t bytes = sizeof(struct shared) + images->n * sizeof(uint64_t);
	size_t jobs = options.jobs < images->n ? options.jobs : images->n;
	struct shared *shared;
	int failed;

	shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		die("out of memory");
	jobs = granted(worthwhile(graph, images, affordable(jobs)));
	/* Processes that make and rename files in one folder wait for each other. */
	outfile_make_new_directly(true);
	if (jobs < 2)
		failed = work(graph, images, shared);
	else
		failed = run_children(graph, images, shared, jobs);
	outfile_make_new_directly(false);
	tokens_keep(0);
	memcpy(size, shared->size, images->n * sizeof *size);
	munmap(shared, bytes);
	return failed;
}
