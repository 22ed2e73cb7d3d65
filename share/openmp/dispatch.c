/*
 * What clang calls at the end of loops that are shared out dynamically, from LLVM 20 on.
 * Older libraries of OpenMP do not have the function, and need nothing done there.
 */
void __kmpc_dispatch_deinit(void *where, int thread);

void
__kmpc_dispatch_deinit(void *where, int thread)
{
	(void)where;
	(void)thread;
}
