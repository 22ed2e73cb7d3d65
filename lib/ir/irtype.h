/* What an LLVM type is made of. */
#ifndef IR_IRTYPE_H
#define IR_IRTYPE_H

#include <llvm-c/Core.h>

/* The type of a vector's elements; any other type itself. */
static inline LLVMTypeRef
irtype_scalar(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

/* The type of member i of a structure, array or vector. */
static inline LLVMTypeRef
irtype_member(LLVMTypeRef type, unsigned i)
{
	return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, i) : LLVMGetElementType(type);
}

#endif
