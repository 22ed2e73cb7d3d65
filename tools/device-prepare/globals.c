#include "globals.h"

#include <inttypes.h>
#include <string.h>

#include "base/symbol.h"
#include "format/irnames.h"
#include "ir/irglobal.h"
#include "ir/irmodule.h"
#include "sycl-cc/device-global.h"

static void
set_name(LLVMValueRef variable, const char *name)
{
	LLVMSetValueName2(variable, name, strlen(name));
}

static void
prepare(LLVMValueRef variable, LLVMValueRef head, struct arena *arena, const char *unit)
{
	LLVMLinkage linkage = LLVMGetLinkage(variable);
	bool is_local = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
	uint64_t id = irglobal_member(head, SYCL_DEVICE_GLOBAL_ID);

	LLVMSetVisibility(variable, LLVMDefaultVisibility);
	if (is_local || linkage == LLVMExternalLinkage) {
		id = sycl_device_global_id(id, unit);
		irglobal_set_id(variable, id);
	}
	if (is_local) {
		set_name(variable, arena_printf(arena, DEVICE_GLOBAL_PREFIX "%016" PRIx64, id));
		LLVMSetLinkage(variable, LLVMExternalLinkage);
	} else {
		set_name(variable, arena_printf(arena, DEVICE_GLOBAL_PREFIX "%s", irmodule_name(variable)));
	}
}

bool
globals_is_of(LLVMValueRef variable, const char *class)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(variable);
	const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;

	return name && text_starts(name, "class.") && text_starts(symbol_class(name + 6), class);
}

/* The variable is declared here and defined in another unit. */
static bool
is_declared(LLVMValueRef variable)
{
	return LLVMIsDeclaration(variable) && globals_is_of(variable, "sycl::ext::oneapi::experimental::device_global");
}

void
globals_prepare(LLVMModuleRef module, struct arena *arena, const char *unit)
{
	LLVMValueRef variable, head;

	for (variable = LLVMGetFirstGlobal(module); variable; variable = LLVMGetNextGlobal(variable)) {
		head = irglobal_head(variable);
		if (head)
			prepare(variable, head, arena, unit);
		else if (is_declared(variable))
			set_name(variable, arena_printf(arena, DEVICE_GLOBAL_PREFIX "%s", irmodule_name(variable)));
	}
}
