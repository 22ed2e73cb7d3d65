/*
 * Two threads compile with two contexts, and then with one that both use, for ThreadSanitizer:
 *
 *     mux-threads
 *
 * Prints "right".
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "sycl-cc/mux.h"

enum { ROUNDS = 3 };

static const char code[] = "define spir_kernel void @k(ptr addrspace(1) %p) {\n  store i32 7, ptr addrspace(1) %p\n  ret void\n}\n";

static const struct mux_info *native;

static void
take_info(const struct mux_info *info, void *user)
{
	(void)user;
	if (!native)
		native = info;
}

/* Counts what went right in a module's life. */
static int
use(struct mux_target *target)
{
	struct mux_deferred *kernel;
	struct mux_module *module;
	const uint8_t *bytes;
	size_t size;
	int n = 0;

	if (mux_module_create(target, &module))
		return 0;
	n += mux_module_compile_ir(module, code, strlen(code)) == MUX_SUCCESS;
	n += mux_module_finalize(module, NULL, NULL) == MUX_SUCCESS;
	n += mux_module_create_binary(module, &bytes, &size) == MUX_SUCCESS;
	n += mux_module_get_kernel(module, "k", &kernel) == MUX_SUCCESS;
	n += mux_kernel_precache_local_size(kernel, 8, 1, 1) == MUX_SUCCESS;
	mux_module_free(module);
	return n;
}

struct worker {
	struct mux_context *shared;	/* NULL: one of its own */
	int n;
};

static void *
work(void *user)
{
	struct worker *worker = user;
	struct mux_context *context = worker->shared;
	struct mux_target *target;
	int i;

	if (!context && mux_context_create(NULL, &context))
		return NULL;
	if (mux_target_create(native, context, NULL, NULL, &target) == MUX_SUCCESS) {
		for (i = 0; i < ROUNDS; i++)
			worker->n += use(target);
		mux_target_free(target);
	}
	if (!worker->shared)
		mux_context_free(context);
	return NULL;
}

static int
run(struct mux_context *shared)
{
	struct worker worker[2] = { { shared, 0 }, { shared, 0 } };
	pthread_t thread[2];
	int i;

	for (i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, work, &worker[i]);
	for (i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	return worker[0].n + worker[1].n;
}

int
main(void)
{
	struct mux_context *shared;
	int n;

	mux_compilers_list(take_info, NULL);
	n = run(NULL);
	if (mux_context_create(NULL, &shared))
		return 1;
	n += run(shared);
	mux_context_free(shared);
	if (n == 4 * ROUNDS * 5)
		puts("right");
	return 0;
}
