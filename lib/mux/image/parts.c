#include "mux/image/parts.h"

#include <errno.h>
#include <llvm-c/BitWriter.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "ir/irmodule.h"
#include "mux/image/table.h"
#include "mux/spawn.h"

/* A part ends with the first kernel that makes it large enough; part: of each kernel, NULL: not wanted.  Gives their number. */
static size_t
divide(const struct compilation *c, size_t *part)
{
	size_t least = (c->nkernel + MAX_PARTS - 1) / MAX_PARTS, kernels = 0, code = 0, n = 0, i;

	if (least < PART_KERNELS)
		least = PART_KERNELS;
	for (i = 0; i < c->nkernel; i++) {
		if (part)
			part[i] = n;
		kernels++;
		code += function_size(c->kernel[i].entry);
		if (c->kernel[i].twin)
			code += function_size(c->kernel[i].code_of_all) + function_size(c->kernel[i].twin->entry);
		if (kernels < least || code < PART_CODE)
			continue;
		n++;
		kernels = code = 0;
	}
	return n + (kernels > 0);
}

size_t
parts_count(const struct compilation *c)
{
	return divide(c, NULL);
}

/* A part may refer to what is in another one: it has a name that no other file sees. */
static void
share(struct compilation *c, LLVMValueRef value, size_t number, LLVMLinkage linkage)
{
	const char *plain = irmodule_name(value);
	char *name, *at;

	if (LLVMIsDeclaration(value) || (LLVMGetLinkage(value) != LLVMInternalLinkage &&
					 LLVMGetLinkage(value) != LLVMPrivateLinkage))
		return;
	name = arena_printf(c->arena, "__mux_part_%zu_%s", number, plain);
	for (at = name; (at = strchr(at, '@'));)
		*at = '_';	/* the linker would take what follows as a version */
	LLVMSetValueName2(value, name, strlen(name));
	LLVMSetLinkage(value, linkage);
	LLVMSetVisibility(value, LLVMHiddenVisibility);
}

/*
 * Entries and variables that are written are one for all parts; constants and helpers are copied.  Entries may be
 * left out (irmodule_link_used()) until the process of their part has taken them.
 */
static void
share_all(struct compilation *c)
{
	LLVMValueRef global;
	size_t n = 0, i;

	for (i = 0; i < c->nkernel; i++)
		share(c, c->kernel[i].entry, n++, LLVMLinkOnceODRLinkage);
	for (global = LLVMGetFirstGlobal(c->module); global; global = LLVMGetNextGlobal(global))
		if (!LLVMIsGlobalConstant(global))
			share(c, global, n++, LLVMExternalLinkage);
}

/* Variables that other files or parts see are in the first part. */
static void
undefine_variables(struct compilation *c)
{
	LLVMValueRef global, next;

	for (global = LLVMGetFirstGlobal(c->module); global; global = next) {
		next = LLVMGetNextGlobal(global);
		if (LLVMIsDeclaration(global) || LLVMGetLinkage(global) != LLVMExternalLinkage)
			continue;
		if (!LLVMGetFirstUse(global))
			LLVMDeleteGlobal(global);
		else
			LLVMSetInitializer(global, NULL);
	}
}

/* What the processes that compile parts share. */
struct job {
	struct compilation *c;
	struct irmodule_file all;	/* bitcode of all kernels */
	const char **entry;		/* the names of their entries */
	LLVMTypeRef type;		/* of each */
	size_t *part_of, n;		/* the part of each kernel; their number */
	const char **object;		/* of each part */
	_Atomic size_t *next;		/* the part that nobody has begun; in memory that all share */
	int (*compile)(struct compilation *c, const char *object);
};

/*
 * The compilation's module becomes a new one, of the part's entries and what they use, read from the bitcode of all:
 * to delete the other ones would write to all memory that a process shares with its parent.
 */
static int
take_part(const struct job *job, size_t part)
{
	struct compilation *c = job->c;
	LLVMModuleRef module = LLVMModuleCreateWithNameInContext("mux-aot", c->context);
	size_t i;

	LLVMSetTarget(module, LLVMGetTarget(c->module));
	LLVMSetModuleDataLayout(module, c->layout);
	c->module = module;
	for (i = 0; i < c->nkernel; i++)
		if (job->part_of[i] == part)
			LLVMAddFunction(module, job->entry[i], job->type);
	if (irmodule_link_used_of(module, &job->all))
		return -1;
	for (i = 0; i < c->nkernel; i++) {
		if (part && job->part_of[i] != part)
			continue;
		c->kernel[i].entry = declare_function(c, job->entry[i], job->type);
		LLVMSetLinkage(c->kernel[i].entry, LLVMExternalLinkage);
		LLVMSetVisibility(c->kernel[i].entry, LLVMHiddenVisibility);
	}
	if (part)
		undefine_variables(c);
	else
		table_emit(c);
	return 0;
}

/* Compiles parts until none is left. */
static int
work(const struct job *job)
{
	LLVMModuleRef whole = job->c->module;
	int failed = 0;
	size_t part;

	while (!failed && (part = (*job->next)++) < job->n) {
		failed = take_part(job, part) || job->compile(job->c, job->object[part]);
		LLVMDisposeModule(job->c->module);
		job->c->module = whole;
	}
	return failed ? -1 : 0;
}

/* Starts a process that works, which ends with this one; -1 after a report. */
static pid_t
start(const struct job *job)
{
	pid_t child;

	fflush(NULL);
	child = fork();
	if (child < 0)
		diag(DIAG_ERROR, "cannot start a process: %s", strerror(errno));
	if (child)
		return child;
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	_exit(work(job) ? EXIT_FAILURE : EXIT_SUCCESS);
}

static int
wait_for_one(void)
{
	int status = 0;

	while (wait(&status) < 0)
		if (errno != EINTR)
			return -1;
	if (WIFSIGNALED(status))
		diag(DIAG_ERROR, "code generation was ended by signal %d", WTERMSIG(status));
	return status ? -1 : 0;
}

static unsigned
processors(void)
{
	cpu_set_t set;
	int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;

	return n > 0 ? (unsigned)n : 1;
}

/* Runs the processes, or the work in this one when there is to be one only. */
static int
run(struct job *job, unsigned jobs)
{
	unsigned running = 0;
	int failed = 0;

	job->next = mmap(NULL, sizeof *job->next, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (job->next == MAP_FAILED) {
		diag(DIAG_ERROR, "cannot map memory: %s", strerror(errno));
		return -1;
	}
	if (!jobs)
		jobs = processors();
	if (jobs == 1)
		failed = work(job);
	for (; jobs > 1 && running < jobs && running < job->n && !failed; running += !failed)
		failed = start(job) < 0 ? -1 : 0;
	for (; running; running--)
		failed |= wait_for_one();
	munmap(job->next, sizeof *job->next);
	return failed;
}

int
parts_compile(struct compilation *c, unsigned jobs, int (*compile)(struct compilation *c, const char *object),
	      const char ***object, size_t *n)
{
	struct job job = { .c = c, .all = { .name = "all parts" }, .compile = compile };
	LLVMMemoryBufferRef bitcode;
	size_t i;
	int failed;

	if (!spawn_folder(c->arena))
		return -1;
	share_all(c);
	job.entry = arena_calloc(c->arena, c->nkernel, sizeof *job.entry);
	for (i = 0; i < c->nkernel; i++)
		job.entry[i] = arena_strdup(c->arena, irmodule_name(c->kernel[i].entry));
	job.type = LLVMGlobalGetValueType(c->kernel[0].entry);
	job.part_of = arena_calloc(c->arena, c->nkernel, sizeof *job.part_of);
	job.n = divide(c, job.part_of);
	job.object = arena_calloc(c->arena, job.n, sizeof *job.object);
	for (i = 0; i < job.n; i++)
		job.object[i] = spawn_path(c->arena, arena_printf(c->arena, "part-%zu.o", i));
	bitcode = LLVMWriteBitcodeToMemoryBuffer(c->module);
	job.all.text = LLVMGetBufferStart(bitcode);
	job.all.len = LLVMGetBufferSize(bitcode);
	failed = run(&job, jobs);
	LLVMDisposeMemoryBuffer(bitcode);
	*object = job.object;
	*n = job.n;
	return failed ? -1 : 0;
}
