#include "globals.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "format/irnames.h"
#include "image.h"
#include "ir/irglobal.h"
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

static void
append(struct device_global global)
{
	ptrmap_set(&index_of, global.variable, (uint32_t)ndevice_global);
	device_global[ndevice_global++] = global;
}

/* A variable that includes struct sycl_device_global as its first member. */
static void
add_own(LLVMValueRef variable)
{
	LLVMValueRef head = irglobal_head(variable);

	if (head)
		append((struct device_global){
			variable, arena_printf(&arena, "%016" PRIx64, irglobal_member(head, SYCL_DEVICE_GLOBAL_ID)),
			(uint32_t)irglobal_member(head, SYCL_DEVICE_GLOBAL_SIZE),
			irglobal_member(head, SYCL_DEVICE_GLOBAL_SCOPE) != 0, true
		});
}

static int
add_device_global(LLVMValueRef variable, uint64_t list)
{
	const struct bitmodule *program = image_program();
	const char *size = bitmodule_attribute(program, &arena, list, ATTRIBUTE_DEVICE_GLOBAL_SIZE);
	const char *id = bitmodule_attribute(program, &arena, list, ATTRIBUTE_UNIQUE_ID);
	const char *scope = bitmodule_attribute(program, &arena, list, ATTRIBUTE_DEVICE_IMAGE_SCOPE);
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
	append((struct device_global){ variable, id, (uint32_t)value, scope && strcmp(scope, "false") != 0, false });
	return 0;
}

/* LLVM's C interface has no access to the attributes of variables; the records have them. */
int
globals_read(LLVMModuleRef module)
{
	const struct bitmodule *program = image_program();
	int failed = 0;
	LLVMValueRef v;
	uint64_t list;
	size_t n = 0;

	for (v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
		n++;
	device_global = arena_calloc(&arena, n + 1, sizeof *device_global);
	ptrmap_init(&index_of, &arena, 16);
	for (v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
		add_own(v);
	for (v = image_cutter() ? LLVMGetFirstGlobal(module) : NULL, n = 0; v; v = LLVMGetNextGlobal(v), n++) {
		const struct bitrow *row = &program->global[n].row;

		list = row->n > VARIABLE_ATTRIBUTES ? row->op[VARIABLE_ATTRIBUTES] : 0;
		if (list)
			failed |= add_device_global(v, list);
	}
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
