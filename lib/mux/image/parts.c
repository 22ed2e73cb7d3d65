#include "mux/image/parts.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "ir/irmodule.h"
#include "mux/spawn.h"

static size_t
code_size(LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef inst;
	size_t n = 0;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (inst = LLVMGetFirstInstruction(block); inst; inst = LLVMGetNextInstruction(inst))
			n++;
	return n;
}

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
		code += code_size(c->kernel[i].entry);
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

/* Other parts refer to it: it has a name that no other file sees. */
static void
share(struct compilation *c, LLVMValueRef value, size_t number)
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
	LLVMSetLinkage(value, LLVMExternalLinkage);
	LLVMSetVisibility(value, LLVMHiddenVisibility);
}

/* Entries and variables that are written are one for all parts; constants and helpers are copied. */
static void
share_all(struct compilation *c)
{
	LLVMValueRef global;
	size_t n = 0, i;

	for (i = 0; i < c->nkernel; i++)
		share(c, c->kernel[i].entry, n++);
	for (global = LLVMGetFirstGlobal(c->module); global; global = LLVMGetNextGlobal(global))
		if (!LLVMIsGlobalConstant(global))
			share(c, global, n++);
}

/* Another part defines the function. */
static void
undefine_function(struct compilation *c, LLVMValueRef function)
{
	const char *name = arena_strdup(c->arena, irmodule_name(function));
	LLVMValueRef declaration = LLVMAddFunction(c->module, "", LLVMGlobalGetValueType(function));

	LLVMReplaceAllUsesWith(function, declaration);
	LLVMDeleteFunction(function);
	LLVMSetValueName2(declaration, name, strlen(name));
	LLVMSetVisibility(declaration, LLVMHiddenVisibility);
}

/* The first part has the table, and all variables that other files or parts see. */
static void
reduce_to(struct compilation *c, const size_t *part_of, size_t part)
{
	LLVMValueRef global, next;
	size_t i;

	for (i = 0; i < c->nkernel; i++)
		if (part_of[i] != part)
			undefine_function(c, c->kernel[i].entry);
	for (global = LLVMGetFirstGlobal(c->module); global && part; global = next) {
		next = LLVMGetNextGlobal(global);
		if (LLVMIsDeclaration(global) || LLVMGetLinkage(global) != LLVMExternalLinkage)
			continue;
		if (!LLVMGetFirstUse(global))
			LLVMDeleteGlobal(global);
		else
			LLVMSetInitializer(global, NULL);
	}
}

/* Starts the process of a part, which ends with this one; -1 after a report. */
static pid_t
start(struct compilation *c, const size_t *part_of, size_t part, int (*compile)(struct compilation *c, const char *object),
      const char *object)
{
	pid_t child;

	fflush(NULL);
	child = fork();
	if (child < 0)
		diag(DIAG_ERROR, "cannot start a process: %s", strerror(errno));
	if (child)
		return child;
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	reduce_to(c, part_of, part);
	_exit(compile(c, object) ? EXIT_FAILURE : EXIT_SUCCESS);
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

int
parts_compile(struct compilation *c, unsigned jobs, int (*compile)(struct compilation *c, const char *object),
	      const char ***object, size_t *n)
{
	size_t *part_of = arena_calloc(c->arena, c->nkernel, sizeof *part_of), part, running = 0;
	int failed = 0;

	if (!spawn_folder(c->arena))
		return -1;
	share_all(c);
	*n = divide(c, part_of);
	*object = arena_calloc(c->arena, *n, sizeof **object);
	if (!jobs)
		jobs = processors();
	for (part = 0; part < *n && !failed; part++) {
		if (running == jobs) {
			failed |= wait_for_one();
			running--;
		}
		(*object)[part] = spawn_path(c->arena, arena_printf(c->arena, "part-%zu.o", part));
		if (!failed && start(c, part_of, part, compile, (*object)[part]) < 0)
			failed = -1;
		else if (!failed)
			running++;
	}
	for (; running; running--)
		failed |= wait_for_one();
	return failed ? -1 : 0;
}
