#include "globals.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "ir/irmodule.h"

static struct device_global *device_global;
static size_t ndevice_global;
static struct ptrmap index_of;

const struct device_global *
device_global_of(LLVMValueRef variable)
{
	uint32_t i = ndevice_global ? ptrmap_get(&index_of, variable) : PTRMAP_NONE;

	return i == PTRMAP_NONE ? NULL : &device_global[i];
}

/* The number of the variable's attribute group, -1 when it has no attributes: "... #N" at the end of its text. */
static long
attribute_group(LLVMValueRef variable)
{
	char *text = LLVMPrintValueToString(variable), *hash = strrchr(text, '#'), *end;
	long group = -1;

	if (hash && hash > text && hash[-1] == ' ' && hash[1]) {
		group = strtol(hash + 1, &end, 10);
		if (*end)
			group = -1;
	}
	LLVMDisposeMessage(text);
	return group;
}

/* In a child: everything but variables goes, so that the text is short; then the text goes to the parent. */
static void
print_groups(LLVMModuleRef module, int fd)
{
	LLVMValueRef f;
	char *text, *line;

	for (f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f)) {
			while (LLVMGetFirstBasicBlock(f)) {
				LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f);
				LLVMValueRef i;

				while ((i = LLVMGetFirstInstruction(block))) {
					if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind)
						LLVMReplaceAllUsesWith(i, LLVMGetPoison(LLVMTypeOf(i)));
					LLVMInstructionEraseFromParent(i);
				}
				LLVMRemoveBasicBlockFromParent(block);
			}
		}
	text = LLVMPrintModuleToString(module);
	for (line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		if (!strncmp(line, "attributes #", 12))
			dprintf(fd, "%s\n", line + 11);
	_exit(0);
}

/* The attribute groups of the module as text: "#N = { ... }" a line. */
static char *
read_groups(LLVMModuleRef module)
{
	char *text = NULL, buffer[4096];
	size_t size;
	FILE *stream = open_memstream(&text, &size);
	int fd[2], status;
	ssize_t n;
	pid_t pid;

	if (!stream || pipe(fd))
		die("cannot make a pipe: %s", strerror(errno));
	pid = fork();
	if (pid < 0)
		die("cannot start a process: %s", strerror(errno));
	if (!pid)
		print_groups(module, fd[1]);
	close(fd[1]);
	while ((n = read(fd[0], buffer, sizeof buffer)) > 0)
		fwrite(buffer, 1, (size_t)n, stream);
	close(fd[0]);
	fclose(stream);
	if (waitpid(pid, &status, 0) < 0 || status)
		die("cannot read the attributes of variables");
	return text;
}

/* The value of a string attribute in group number `group`: "" when it has none, NULL when it is not there. */
static const char *
find_attribute(const char *groups, long group, const char *name)
{
	const char *start = arena_printf(&arena, "#%ld = {", group), *line, *end, *found, *quote;
	const char *key = arena_printf(&arena, "\"%s\"", name);

	for (line = groups; line && *line; line = *end ? end + 1 : end) {
		end = strchrnul(line, '\n');
		if (strncmp(line, start, strlen(start)) != 0)
			continue;
		found = strstr(line, key);
		if (!found || found >= end)
			return NULL;
		found += strlen(key);
		if (strncmp(found, "=\"", 2) != 0)
			return "";
		quote = strchrnul(found + 2, '"');
		return arena_strndup(&arena, found + 2, (size_t)(quote - found - 2));
	}
	return NULL;
}

static int
add_device_global(LLVMValueRef variable, long group, const char *groups)
{
	const char *size = find_attribute(groups, group, "sycl-device-global-size");
	const char *id = find_attribute(groups, group, "sycl-unique-id");
	const char *scope = find_attribute(groups, group, "sycl-device-image-scope");
	unsigned long value;
	char *end;

	if (!size)
		return 0;
	errno = 0;
	value = strtoul(size, &end, 10);
	if (errno || end == size || *end || value > UINT32_MAX) {
		diag(DIAG_ERROR, "device global '%s' has the malformed size '%s'", irmodule_name(variable), size);
		return -1;
	}
	if (!id || !*id) {
		diag(DIAG_ERROR, "device global '%s' has no 'sycl-unique-id'", irmodule_name(variable));
		return -1;
	}
	ptrmap_set(&index_of, variable, (uint32_t)ndevice_global);
	device_global[ndevice_global++] = (struct device_global){
		variable, id, (uint32_t)value, scope && strcmp(scope, "false") != 0
	};
	return 0;
}

/* A device global is an object in global memory: constant tables and local memory, of which there may be thousands, are none. */
static bool
may_be_device_global(LLVMValueRef variable)
{
	bool is_table = LLVMIsGlobalConstant(variable) &&
			LLVMGetTypeKind(LLVMGlobalGetValueType(variable)) == LLVMArrayTypeKind;

	return !is_table && LLVMGetPointerAddressSpace(LLVMTypeOf(variable)) <= 1;
}

int
globals_read(LLVMModuleRef module)
{
	char *groups = NULL;
	int failed = 0;
	LLVMValueRef v;
	size_t n = 1;
	long group;

	for (v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
		n++;
	device_global = arena_calloc(&arena, n, sizeof *device_global);
	ptrmap_init(&index_of, &arena, 16);
	for (v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v)) {
		/* LLVM numbers the whole module to print one variable. */
		group = may_be_device_global(v) ? attribute_group(v) : -1;
		if (group < 0)
			continue;
		if (!groups)
			groups = read_groups(module);
		failed |= add_device_global(v, group, groups);
	}
	free(groups);
	return failed ? -1 : 0;
}

/* --- image scope -------------------------------------------------------------- */

static int
report_spread(const struct device_global *global, const struct graph *graph, const struct image *first,
	      const struct image *second)
{
	diag(DIAG_ERROR, "device_global variable '%s' with property 'device_image_scope' is used in more than one device "
	     "image: by '%s' and by '%s'", irmodule_demangle(&arena, irmodule_name(global->variable)),
	     irmodule_demangle(&arena, graph->node[first->entry[0]].name),
	     irmodule_demangle(&arena, graph->node[second->entry[0]].name));
	return -1;
}

int
globals_check(const struct graph *graph, const struct images *images)
{
	const struct image **user = arena_calloc(&arena, ndevice_global + 1, sizeof *user);
	bool *reported = arena_calloc(&arena, ndevice_global + 1, sizeof *reported);
	struct closure closure;
	size_t i, k;
	int failed = 0;

	if (images->n < 2 || !ndevice_global)
		return 0;
	closure_init(&closure, graph);
	for (i = 0; i < images->n; i++) {
		closure_reach(&closure, graph, images->image[i].entry, images->image[i].nentry);
		for (k = 0; k < ndevice_global; k++) {
			const struct device_global *global = &device_global[k];
			uint32_t node = graph_index(graph, global->variable);

			if (!global->image_scope || reported[k] || !closure_has(&closure, node))
				continue;
			if (user[k]) {
				failed |= report_spread(global, graph, user[k], &images->image[i]);
				reported[k] = true;
			}
			user[k] = &images->image[i];
		}
	}
	return failed ? -1 : 0;
}
