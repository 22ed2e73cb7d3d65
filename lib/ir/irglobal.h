/* Device globals in modules: the constant that a variable begins with (sycl-cc/device-global.h). */
#ifndef IR_IRGLOBAL_H
#define IR_IRGLOBAL_H

#include <llvm-c/Core.h>
#include <stdint.h>

/* Members of struct sycl_device_global, in its order. */
enum sycl_device_global_member {
	SYCL_DEVICE_GLOBAL_OBJECT, SYCL_DEVICE_GLOBAL_MARK, SYCL_DEVICE_GLOBAL_ID, SYCL_DEVICE_GLOBAL_SIZE,
	SYCL_DEVICE_GLOBAL_OFFSET, SYCL_DEVICE_GLOBAL_SCOPE
};

/* The first member of the variable's initializer when that is a struct sycl_device_global, else NULL. */
LLVMValueRef irglobal_head(LLVMValueRef variable);
/* The value of one of its numbers. */
uint64_t irglobal_member(LLVMValueRef head, enum sycl_device_global_member member);
/* Gives the variable, which has a head, another id. */
void irglobal_set_id(LLVMValueRef variable, uint64_t id);

#endif
