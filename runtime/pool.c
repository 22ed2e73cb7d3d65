/*
 * The threads of the CPU device.  Jobs, each a number of pieces, are in a list; a
 * thread takes pieces of the job that has the fewest threads, so that commands
 * that do not depend on each other go on side by side.  At most as many threads
 * work at a time as there are processors: those of the pool, and those of the
 * program that wait for a job and meanwhile help with it.  Idle threads spin for a
 * moment, then sleep on a futex.
 */
#include "rt.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	MAX_THREADS = 1024,
	PIECES = 16,		/* pieces of a job per thread, to even out unequal ones */
	WORTH_WAKING = 15000	/* nanoseconds: for less work no further thread is woken */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* Guarded by lock, but for what is atomic, which is changed with it and may be read without. */
static struct rt_job *jobs, **last_job = &jobs;	/* with pieces left to take */
static unsigned n_threads, n_running, n_spinning, n_sleeping;
static struct rt_share *shares;
static _Atomic unsigned n_waiting_jobs;	/* listed jobs that no thread works on */
static _Atomic uint32_t generation;	/* incremented when threads may find work; sleepers wait for a change */
static _Thread_local bool is_running;	/* this thread works on a job */
static _Thread_local const struct rt_share *pinned_to;	/* the share on whose processors this thread is; NULL: on any */

static void *worker(void *arg);

static void
futex(_Atomic uint32_t *word, int operation, uint32_t value)
{
	syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, NULL, NULL, 0);
}

void
rt_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#endif
}

static pthread_once_t cpus_once = PTHREAD_ONCE_INIT;
static cpu_set_t cpus;		/* that this process could use when it was first asked; empty: not known */

static void
read_cpus(void)
{
	if (sched_getaffinity(0, sizeof cpus, &cpus) != 0)
		CPU_ZERO(&cpus);
}

const cpu_set_t *
rt_pool_cpus(void)
{
	pthread_once(&cpus_once, read_cpus);
	return &cpus;
}

/* The value of SYCL_CC_THREADS, else one for every processor that this process may use. */
static unsigned
wanted_threads(void)
{
	const char *given = secure_getenv("SYCL_CC_THREADS");
	long n = given ? strtol(given, NULL, 10) : 0;

	if (n <= 0)
		n = CPU_COUNT(rt_pool_cpus()) ? CPU_COUNT(rt_pool_cpus()) : sysconf(_SC_NPROCESSORS_ONLN);
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

/* In a forked child the threads do not exist, and their jobs never end there. */
static void
forget_threads(void)
{
	jobs = NULL;
	last_job = &jobs;
	for (struct rt_share *share = shares; share; share = share->other) {
		share->job = share->first = NULL;
		share->last = &share->first;
	}
	n_threads = n_running = n_spinning = n_sleeping = 0;
	n_waiting_jobs = 0;
	is_running = false;
	pthread_mutex_init(&lock, NULL);
}

/* --- with the lock held --- */

/* So many threads look for work: those that spin do, others are woken or made. */
static void
call_threads(unsigned wanted)
{
	pthread_attr_t attr;
	pthread_t thread;
	unsigned woken;
	static bool registered;

	atomic_fetch_add(&generation, 1);
	wanted = wanted > n_spinning ? wanted - n_spinning : 0;
	woken = wanted < n_sleeping ? wanted : n_sleeping;
	if (woken)
		futex(&generation, FUTEX_WAKE, woken);
	if (wanted == woken || n_threads >= rt_pool_threads())
		return;
	if (!registered)
		pthread_atfork(NULL, NULL, forget_threads);
	registered = true;
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	for (wanted -= woken; wanted > 0 && n_threads < rt_pool_threads(); wanted--, n_threads++)
		if (pthread_create(&thread, &attr, worker, NULL) != 0)
			break;
	pthread_attr_destroy(&attr);
}

/* Work is waiting and threads that look for some are not: one does. */
static void
call_another(void)
{
	if (n_waiting_jobs && !n_spinning && (n_sleeping || n_threads < rt_pool_threads()))
		call_threads(1);
}

static bool
is_taken(const struct rt_job *job)
{
	return atomic_load_explicit(&job->next, memory_order_relaxed) >= job->total;
}

/* No more threads may work on it. */
static bool
is_full(const struct rt_job *job)
{
	return job->share && job->runners >= job->share->limit;
}

static void
list_job(struct rt_job *job)
{
	job->link = last_job;
	job->next_job = NULL;
	*last_job = job;
	last_job = &job->next_job;
	job->listed = true;
	n_waiting_jobs++;
	call_threads(job->wanted);
}

/* The next job of the share, whose last one has ended. */
static void
list_next(struct rt_share *share)
{
	struct rt_job *const job = share->first;

	share->job = job;
	if (!job)
		return;
	share->first = job->next_job;
	if (!share->first)
		share->last = &share->first;
	job->in_line = false;
	list_job(job);
}

/* Takes the job out of the list: all of its pieces have been taken. */
static void
unlist(struct rt_job *job)
{
	if (!job->listed)
		return;
	*job->link = job->next_job;
	if (job->next_job)
		job->next_job->link = job->link;
	else
		last_job = job->link;
	job->listed = false;
	if (job->runners == 0)
		n_waiting_jobs--;
}

/* The job with the fewest threads, of these the oldest; NULL: there is none. */
static struct rt_job *
find_job(void)
{
	struct rt_job *found = NULL, *next;

	for (struct rt_job *job = jobs; job; job = next) {
		next = job->next_job;
		if (is_taken(job) && job->runners > 0)
			unlist(job);
		else if (!is_full(job) && (!found || job->runners < found->runners))
			found = job;
		if (found && found->runners == 0)
			break;
	}
	return found;
}

static void
enter_job(struct rt_job *job)
{
	if (job->runners++ == 0 && job->listed)
		n_waiting_jobs--;
	n_running++;
}

/* This thread is done with the job; true when all are, and with it the job. */
static bool
leave_job(struct rt_job *job)
{
	n_running--;
	if (--job->runners == 0 && job->listed)
		n_waiting_jobs++;
	if (!is_taken(job))
		return false;
	unlist(job);
	if (job->runners > 0)
		return false;
	if (job->share)
		list_next(job->share);
	return true;
}

/* --- without --- */

/* Works on pieces until all are taken, or until another job has nobody while this one has several. */
static void
take_pieces(struct rt_job *job)
{
	uint64_t begin;

	do {
		begin = atomic_fetch_add(&job->next, job->piece);
		if (begin >= job->total)
			return;
		job->part(job->argument, begin, job->total - begin < job->piece ? job->total : begin + job->piece);
	} while (atomic_load_explicit(&n_waiting_jobs, memory_order_relaxed) == 0
		 || atomic_load_explicit(&job->runners, memory_order_relaxed) == 1);
}

static void
end_job(struct rt_job *job)
{
	if (job->ended) {
		job->ended(job);
	} else {
		/* Its memory may be gone as soon as this is seen; then nobody sleeps at that address. */
		atomic_store(&job->over, 1);
		futex(&job->over, FUTEX_WAKE, 1);
	}
}

/* This thread goes to the processors of the share, or away from them. */
static void
go_to(const struct rt_share *share)
{
	if (share && !share->pinned)
		share = NULL;
	if (share == pinned_to)
		return;
	/* A hint: the work is right everywhere. */
	sched_setaffinity(0, sizeof(cpu_set_t), share ? &share->cpus : rt_pool_cpus());
	pinned_to = share;
}

static void *
worker(void *arg)
{
	struct rt_job *job;
	uint32_t seen;
	bool over;

	(void)arg;
	pthread_mutex_lock(&lock);
	for (;;) {
		job = n_running < rt_pool_threads() ? find_job() : NULL;
		if (job) {
			enter_job(job);
			call_another();
			pthread_mutex_unlock(&lock);
			is_running = true;
			go_to(job->share);
			take_pieces(job);
			is_running = false;
			pthread_mutex_lock(&lock);
			over = leave_job(job);
			if (over) {
				pthread_mutex_unlock(&lock);
				end_job(job);
				pthread_mutex_lock(&lock);
			}
			continue;
		}
		seen = atomic_load(&generation);
		n_spinning++;
		pthread_mutex_unlock(&lock);
		for (int i = 0; i < RT_SPINS && atomic_load(&generation) == seen; i++)
			rt_pause();
		pthread_mutex_lock(&lock);
		n_spinning--;
		if (atomic_load(&generation) != seen)
			continue;
		n_sleeping++;
		pthread_mutex_unlock(&lock);
		futex(&generation, FUTEX_WAIT, seen);
		pthread_mutex_lock(&lock);
		n_sleeping--;
	}
	return NULL;
}

void
rt_job_start(struct rt_job *job, unsigned threads)
{
	struct rt_share *const share = job->share;

	job->wanted = share && threads > share->limit ? share->limit : threads;
	pthread_mutex_lock(&lock);
	if (share && share->job) {
		job->in_line = true;
		job->next_job = NULL;
		*share->last = job;
		share->last = &job->next_job;
	} else {
		if (share)
			share->job = job;
		list_job(job);
	}
	pthread_mutex_unlock(&lock);
}

struct rt_share *
rt_share_make(unsigned limit, const cpu_set_t *on)
{
	struct rt_share *share = calloc(1, sizeof *share);

	if (!share)
		return NULL;
	share->limit = limit;
	share->pinned = on != NULL;
	if (on)
		share->cpus = *on;
	share->last = &share->first;
	pthread_mutex_lock(&lock);
	share->other = shares;
	shares = share;
	pthread_mutex_unlock(&lock);
	return share;
}

bool
rt_job_help(struct rt_job *job)
{
	const bool nested = is_running;
	bool over;

	pthread_mutex_lock(&lock);
	if (job->in_line)
		job = job->share->job;
	if (!job->listed || is_taken(job) || is_full(job) || (!nested && n_running >= rt_pool_threads())) {
		pthread_mutex_unlock(&lock);
		return false;
	}
	enter_job(job);
	n_running -= nested;	/* this thread is counted already */
	pthread_mutex_unlock(&lock);
	is_running = true;
	take_pieces(job);
	is_running = nested;
	pthread_mutex_lock(&lock);
	n_running += nested;
	over = leave_job(job);
	/* One may have found no room meanwhile, also one that spins still: it would sleep. */
	if (n_waiting_jobs)
		call_threads(1);
	pthread_mutex_unlock(&lock);
	if (over)
		end_job(job);
	return true;
}

bool
rt_pool_has_threads(void)
{
	bool has;

	pthread_mutex_lock(&lock);
	has = n_threads > 0;
	pthread_mutex_unlock(&lock);
	return has;
}

uint64_t
rt_job_piece(uint64_t total)
{
	return rt_pool_threads() < 2 ? total : total / ((uint64_t)rt_pool_threads() * PIECES) + 1;
}

/*
 * Runs the first piece here and measures it: if the rest would take less time
 * than waking the others, runs it here too.
 */
void
rt_pool_run(rt_part *part, void *argument, uint64_t total, struct rt_share *share)
{
	struct rt_job job = { .part = part, .argument = argument, .total = total, .piece = rt_job_piece(total), .share = share };
	uint64_t start;

	if (total <= job.piece) {
		part(argument, 0, total);
		return;
	}
	if (!share) {
		start = sycl_rt_now();
		part(argument, 0, job.piece);
		if ((sycl_rt_now() - start) * (total / job.piece) < WORTH_WAKING) {
			part(argument, job.piece, total);
			return;
		}
		job.next = job.piece;
	}
	rt_job_start(&job, rt_pool_threads() - !share);
	while (!atomic_load(&job.over)) {
		if (rt_job_help(&job))
			continue;
		for (int i = 0; i < RT_SPINS && !atomic_load(&job.over); i++)
			rt_pause();
		if (!atomic_load(&job.over))
			futex(&job.over, FUTEX_WAIT, 0);
	}
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
