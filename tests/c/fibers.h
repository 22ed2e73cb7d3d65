/*
 * The work-items of a group as fibers: they run one after the other, and change
 * where they wait.  For oracles that call a kernel once for each work-item.
 */
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { FIBERS = 1024, FIBER_STACK = 1 << 16 };

static struct fiber {
	ucontext_t context;
	bool done;
} fiber[FIBERS];
static unsigned fiber_number;	/* of the one that runs */
static ucontext_t fiber_scheduler;
static void (*fiber_function)(void);

/* Lets the others run until all of them wait or are done. */
static void
fiber_wait(void)
{
	swapcontext(&fiber[fiber_number].context, &fiber_scheduler);
}

static void
fiber_begin(void)
{
	fiber_function();
	fiber[fiber_number].done = true;
	for (;;)
		fiber_wait();
}

/* Calls function in n fibers, FIBERS at most; it knows them by fiber_number.  Returns when all are done. */
static void
fibers_run(unsigned n, void (*function)(void))
{
	static char *stack;
	bool running = true;
	unsigned i;

	if (!stack)
		stack = mmap(NULL, (size_t)FIBER_STACK * FIBERS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	fiber_function = function;
	for (i = 0; i < n; i++) {
		getcontext(&fiber[i].context);
		fiber[i].context.uc_stack.ss_sp = stack + (size_t)FIBER_STACK * i;
		fiber[i].context.uc_stack.ss_size = FIBER_STACK;
		fiber[i].done = false;
		makecontext(&fiber[i].context, fiber_begin, 0);
	}
	while (running) {
		running = false;
		for (i = 0; i < n; i++) {
			if (fiber[i].done)
				continue;
			fiber_number = i;
			swapcontext(&fiber_scheduler, &fiber[i].context);
			running |= !fiber[i].done;
		}
	}
}
