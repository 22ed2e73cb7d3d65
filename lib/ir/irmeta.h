/*
 * Metadata of functions, instructions and modules: the lists of numbers and
 * strings that hold their features.  (Optional kernel features, "New LLVM IR
 * metadata".)
 */
#ifndef IR_IRMETA_H
#define IR_IRMETA_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* Metadata kinds by name: the number belongs to the process's one context. */
unsigned irmeta_kind(const char *name);

/* The node of that kind on a function or global (NULL when it has none), as a value whose operands can be read. */
LLVMValueRef irmeta_get(LLVMValueRef global, unsigned kind);
/* The same on an instruction. */
LLVMValueRef irmeta_get_instruction(LLVMValueRef instruction, unsigned kind);

/* The operands of a node: arena array of *n values, entries may be NULL. */
LLVMValueRef *irmeta_operands(struct arena *arena, LLVMValueRef node, size_t *n);
/* The operand as a number: an integer constant, or a pair {name, number}.  False when it is neither. */
bool irmeta_number(LLVMValueRef operand, int64_t *number);
/* The operand as an arena string; NULL when it is not a string. */
const char *irmeta_string(struct arena *arena, LLVMValueRef operand);

/* Operand i of the node of that kind on a function or global, as an arena string; "" when there is none. */
const char *irmeta_get_text(struct arena *arena, LLVMValueRef global, unsigned kind, size_t i);

/*
 * The node's operands as numbers ({name, number} pairs give the number), in
 * their order, *n of them.  NULL node: none.  Returns false when an
 * operand is not a number; nothing is reported.
 */
bool irmeta_ints(struct arena *arena, LLVMValueRef node, int64_t **number, size_t *n);
/* irmeta_ints() of the node of that kind on a function; a function without one has none. */
bool irmeta_get_ints(struct arena *arena, LLVMValueRef global, unsigned kind, int64_t **number, size_t *n);

/* Replaces the node of that kind by a list of i32 constants (an empty list is a node without operands). */
void irmeta_set_ints(LLVMValueRef global, unsigned kind, const int64_t *number, size_t n);

/* The operands of a named node of the module, *n of them (none when it does not exist). */
LLVMValueRef *irmeta_named(struct arena *arena, LLVMModuleRef module, const char *name, size_t *n);

#endif
