/*
 * The threads of the CPU device.  One job at a time runs on all of them,
 * including the thread that starts it.  Between jobs the others spin for a
 * moment, then sleep on a futex.  A job that starts while another runs (from a
 * second thread of the program) runs on its own thread alone.
 */
#include "rt.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	MAX_THREADS = 1024,
	SPINS = 2000,		/* about 50 us: kernels often follow each other closely */
	PIECES = 16,		/* pieces of a job per thread, to even out unequal ones */
	WORTH_WAKING = 15000	/* nanoseconds: for less work no thread is woken */
};

static struct {
	rt_part *part;
	void *job;
	uint64_t total, piece;
	_Atomic uint64_t next;
} work;

static pthread_mutex_t busy = PTHREAD_MUTEX_INITIALIZER;
static unsigned n_threads;	/* 0: not started; guarded by busy */
static _Atomic uint32_t generation;	/* incremented for every job; sleepers wait for a change */
static _Atomic uint32_t sleepers;
static _Atomic uint32_t running;	/* workers that have not finished the job */

static void
futex(_Atomic uint32_t *word, int operation, uint32_t value)
{
	syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, NULL, NULL, 0);
}

static void
pause_cpu(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#endif
}

static void
take_pieces(void)
{
	uint64_t begin;

	while ((begin = atomic_fetch_add(&work.next, work.piece)) < work.total) {
		uint64_t end = work.total - begin < work.piece ? work.total : begin + work.piece;

		work.part(work.job, begin, end);
	}
}

static void
wait_for_change(_Atomic uint32_t *word, uint32_t old)
{
	for (int i = 0; i < SPINS; i++) {
		if (atomic_load(word) != old)
			return;
		pause_cpu();
	}
	while (atomic_load(word) == old) {
		atomic_fetch_add(&sleepers, 1);
		futex(word, FUTEX_WAIT, old);
		atomic_fetch_sub(&sleepers, 1);
	}
}

static void *
worker(void *arg)
{
	uint32_t seen = 0;

	(void)arg;
	for (;;) {
		wait_for_change(&generation, seen);
		seen++;
		take_pieces();
		if (atomic_fetch_sub(&running, 1) == 1)
			futex(&running, FUTEX_WAKE, 1);
	}
	return NULL;
}

/* The value of SYCL_CC_THREADS, else one for every processor that this process may use. */
static unsigned
wanted_threads(void)
{
	const char *given = secure_getenv("SYCL_CC_THREADS");
	long n = given ? strtol(given, NULL, 10) : 0;
	cpu_set_t set;

	if (n <= 0)
		n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : sysconf(_SC_NPROCESSORS_ONLN);
	return n < 1 ? 1 : n > MAX_THREADS ? MAX_THREADS : (unsigned)n;
}

unsigned
rt_pool_threads(void)
{
	static _Atomic unsigned known;

	if (!atomic_load(&known))
		atomic_store(&known, wanted_threads());
	return atomic_load(&known);
}

/* In a forked child the threads do not exist. */
static void
forget_threads(void)
{
	n_threads = 0;
	atomic_store(&sleepers, 0);
	pthread_mutex_init(&busy, NULL);
}

/* Starts the workers; fewer than wanted is not an error. */
static void
start_threads(void)
{
	static bool registered;
	pthread_attr_t attr;
	pthread_t thread;

	if (!registered)
		pthread_atfork(NULL, NULL, forget_threads);
	registered = true;
	atomic_store(&generation, 0);
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	for (n_threads = 1; n_threads < rt_pool_threads(); n_threads++)
		if (pthread_create(&thread, &attr, worker, NULL) != 0)
			break;
	pthread_attr_destroy(&attr);
}

static void
wait_for_workers(void)
{
	uint32_t left;

	for (int i = 0; i < SPINS && atomic_load(&running); i++)
		pause_cpu();
	while ((left = atomic_load(&running)) != 0)
		futex(&running, FUTEX_WAIT, left);
}

static void
run_on_all(rt_part *part, void *job, uint64_t begin, uint64_t total, uint64_t piece)
{
	work.part = part;
	work.job = job;
	work.total = total;
	work.piece = piece;
	atomic_store(&work.next, begin);
	atomic_store(&running, n_threads - 1);
	atomic_fetch_add(&generation, 1);
	if (atomic_load(&sleepers))
		futex(&generation, FUTEX_WAKE, MAX_THREADS);
	take_pieces();
	wait_for_workers();
}

/*
 * Runs the first piece here and measures it: if the rest would take less time
 * than waking the others, runs it here too.
 */
void
rt_pool_run(rt_part *part, void *job, uint64_t total)
{
	uint64_t piece = total / ((uint64_t)rt_pool_threads() * PIECES) + 1, start;

	if (total <= piece || rt_pool_threads() < 2) {
		part(job, 0, total);
		return;
	}
	start = sycl_rt_now();
	part(job, 0, piece);
	if ((sycl_rt_now() - start) * (total / piece) < WORTH_WAKING || pthread_mutex_trylock(&busy) != 0) {
		part(job, piece, total);
		return;
	}
	if (!n_threads)
		start_threads();
	run_on_all(part, job, piece, total, piece);
	pthread_mutex_unlock(&busy);
}

/* --- memory of each thread --- */

struct block {
	void *memory;
	size_t size;
};

static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static _Thread_local struct block *own_blocks;	/* the key's value: to look at, the key is for the thread's end */

static void
free_blocks(void *p)
{
	struct block *block = p;

	own_blocks = NULL;
	for (int i = 0; i < RT_MEMORIES; i++)
		free(block[i].memory);
	free(block);
}

static void
make_key(void)
{
	pthread_key_create(&key, free_blocks);
}

/* The thread's blocks, one for each enum rt_memory. */
static struct block *
thread_blocks(void)
{
	if (own_blocks)
		return own_blocks;
	pthread_once(&key_once, make_key);
	own_blocks = calloc(RT_MEMORIES, sizeof *own_blocks);
	if (own_blocks)
		pthread_setspecific(key, own_blocks);
	return own_blocks;
}

void *
rt_pool_memory(enum rt_memory which, size_t size)
{
	struct block *block = thread_blocks();

	if (!block)
		return NULL;
	block += which;
	if (block->memory && size <= block->size)
		return block->memory;
	free(block->memory);
	block->size = size / 4096 * 4096 + 4096;
	block->memory = aligned_alloc(MUX_ALIGN, block->size);
	if (!block->memory)
		block->size = 0;
	return block->memory;
}
