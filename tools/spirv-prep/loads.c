#include "prep.h"

#include <stdio.h>
#include <string.h>

#include "ir/irmodule.h"

/*
 * LLVM's back end makes plain loads and stores of atomic ones, which loops that wait
 * for a value never see change: they become calls, which it translates to the
 * atomic instructions.
 */

enum { DEVICE_SCOPE = 1, ACQUIRE = 2, RELEASE = 4, SEQUENTIAL = 16, CROSS_WORKGROUP = 512, WORKGROUP = 256 };

static bool
is_atomic(LLVMValueRef inst)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);

	return (opcode == LLVMLoad || opcode == LLVMStore) && LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic
	       && LLVMGetOrdering(inst) != LLVMAtomicOrderingUnordered;
}

static unsigned
semantics_of(LLVMValueRef inst, unsigned space)
{
	unsigned memory = space == 3 ? WORKGROUP : CROSS_WORKGROUP;

	switch (LLVMGetOrdering(inst)) {
	case LLVMAtomicOrderingAcquire: return ACQUIRE | memory;
	case LLVMAtomicOrderingRelease: return RELEASE | memory;
	case LLVMAtomicOrderingSequentiallyConsistent: return SEQUENTIAL | memory;
	default: return memory;
	}
}

/* The letter of a type in mangled names; 0 for a type that atomics do not have. */
static char
letter_of(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMFloatTypeKind: return 'f';
	case LLVMDoubleTypeKind: return 'd';
	case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type) == 32 ? 'j' : LLVMGetIntTypeWidth(type) == 64 ? 'm' : 0;
	default: return 0;
	}
}

static unsigned
scope_of(LLVMContextRef context, LLVMValueRef inst)
{
	static const char *const names[] = { "", "device", "workgroup", "subgroup", "singlethread" };	/* in SPIR-V's order */
	unsigned id = LLVMGetAtomicSyncScopeID(inst), i;

	for (i = 1; i < sizeof names / sizeof *names; i++)
		if (LLVMGetSyncScopeID(context, names[i], strlen(names[i])) == id)
			return i;
	return 0;
}

static LLVMValueRef
declare(LLVMModuleRef module, const char *name, LLVMTypeRef type)
{
	LLVMValueRef function = LLVMGetNamedFunction(module, name);

	if (!function) {
		function = LLVMAddFunction(module, name, type);
		LLVMSetFunctionCallConv(function, LLVMSPIRFUNCCallConv);
	}
	return function;
}

static void
replace(LLVMValueRef inst)
{
	LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst)));
	LLVMContextRef context = LLVMGetModuleContext(module);
	bool stores = LLVMGetInstructionOpcode(inst) == LLVMStore;
	LLVMValueRef pointer = LLVMGetOperand(inst, stores ? 1 : 0), arg[4], call;
	LLVMTypeRef value = LLVMTypeOf(stores ? LLVMGetOperand(inst, 0) : inst), number = LLVMInt32TypeInContext(context);
	LLVMTypeRef param[4] = { LLVMTypeOf(pointer), number, number, value };
	unsigned space = LLVMGetPointerAddressSpace(param[0]), n = stores ? 4 : 3;
	LLVMTypeRef type = LLVMFunctionType(stores ? LLVMVoidTypeInContext(context) : value, param, n, 0);
	char letter = letter_of(value), name[80], qualifier[16] = "";
	LLVMBuilderRef builder;

	if (!letter)
		return;
	if (space)
		snprintf(qualifier, sizeof qualifier, "U3AS%u", space);
	if (stores)
		snprintf(name, sizeof name, "_Z19__spirv_AtomicStoreP%s%cjj%c", qualifier, letter, letter);
	else
		snprintf(name, sizeof name, "_Z18__spirv_AtomicLoadP%s%cjj", qualifier, letter);
	arg[0] = pointer;
	arg[1] = LLVMConstInt(number, scope_of(context, inst), 0);
	arg[2] = LLVMConstInt(number, semantics_of(inst, space), 0);
	arg[3] = LLVMGetOperand(inst, 0);
	builder = builder_before(inst);
	call = LLVMBuildCall2(builder, type, declare(module, name, type), arg, n, "");
	LLVMSetInstructionCallConv(call, LLVMSPIRFUNCCallConv);
	LLVMDisposeBuilder(builder);
	if (stores)
		LLVMInstructionEraseFromParent(inst);
	else
		replace_instruction(inst, call);
}

void
prep_atomic_loads(LLVMModuleRef module)
{
	instructions_do(module, is_atomic, replace);
}
