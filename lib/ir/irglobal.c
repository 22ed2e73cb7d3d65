#include "ir/irglobal.h"

#include "base/arena.h"
#include "ir/irmodule.h"
#include "sycl-cc/device-global.h"

enum { MEMBERS = 7, MOST_PARTS = 8 };

LLVMValueRef
irglobal_head(LLVMValueRef variable)
{
	LLVMValueRef value = LLVMGetInitializer(variable), mark;

	if (!value || !LLVMIsAConstantStruct(value) || LLVMGetNumOperands(value) < 1)
		return NULL;
	value = LLVMGetOperand(value, 0);
	if (!LLVMIsAConstantStruct(value) || LLVMGetNumOperands(value) != MEMBERS)
		return NULL;
	mark = LLVMGetOperand(value, SYCL_DEVICE_GLOBAL_MARK);
	if (!LLVMIsAConstantInt(mark) || LLVMGetIntTypeWidth(LLVMTypeOf(mark)) != 64
	    || LLVMConstIntGetZExtValue(mark) != SYCL_DEVICE_GLOBAL_MAGIC)
		return NULL;
	return value;
}

uint64_t
irglobal_member(LLVMValueRef head, enum sycl_device_global_member member)
{
	LLVMValueRef value = LLVMGetOperand(head, member);

	return LLVMIsAConstantInt(value) ? LLVMConstIntGetZExtValue(value) : 0;
}

/* The struct with another value at that place. */
static LLVMValueRef
with_part(LLVMValueRef value, unsigned place, LLVMValueRef part)
{
	LLVMValueRef parts[MOST_PARTS];
	unsigned n = (unsigned)LLVMGetNumOperands(value), i;

	if (n > MOST_PARTS)
		return value;
	for (i = 0; i < n; i++)
		parts[i] = i == place ? part : LLVMGetOperand(value, i);
	return LLVMConstNamedStruct(LLVMTypeOf(value), parts, n);
}

void
irglobal_set_id(LLVMValueRef variable, uint64_t id)
{
	LLVMValueRef head = irglobal_head(variable), number;

	number = LLVMConstInt(LLVMTypeOf(LLVMGetOperand(head, SYCL_DEVICE_GLOBAL_ID)), id, 0);
	head = with_part(head, SYCL_DEVICE_GLOBAL_ID, number);
	LLVMSetInitializer(variable, with_part(LLVMGetInitializer(variable), 0, head));
}
