#include "mux/read/extents.h"

#include <llvm-c/Target.h>
#include <stdbool.h>
#include <string.h>

#include "format/spirv.h"
#include "format/spirvwords.h"
#include "ir/irmodule.h"
#include "mux/read/addrspace.h"

/* --- private variables, in SPIR-V -------------------------------------------------- */

struct id {
	uint64_t size, align;	/* of a type, in bytes; 0: not known */
	uint32_t pointee;	/* of a type of pointers */
	uint32_t value;		/* of a constant of 32 bits */
	uint32_t variable;	/* what a pointer is the address of, 0: not known */
	uint32_t type;		/* of a variable */
	uint32_t lives;		/* of a variable: bytes that are said to live */
	uint32_t larger;	/* of a variable: the one that replaces it, 0: none */
	bool packed, aligned;
};

struct extents {
	struct arena *arena;
	struct id *id;
	uint32_t bound, new_id;
	uint32_t byte_type, number_type;	/* integers of 8 and 32 bits; 0: none yet */
	struct spirv_words out;
};

static struct id *
id_of(struct extents *e, uint32_t number)
{
	return &e->id[number < e->bound ? number : 0];
}

static void
note_struct(struct extents *e, uint32_t count, const uint32_t *operand)
{
	struct id *type = id_of(e, operand[0]), *member;
	uint32_t i;

	type->align = 1;
	for (i = 1; i < count; i++) {
		member = id_of(e, operand[i]);
		if (!member->size) {
			type->size = 0;
			return;
		}
		if (!type->packed) {
			type->align = member->align > type->align ? member->align : type->align;
			type->size = (type->size + member->align - 1) / member->align * member->align;
		}
		type->size += member->size;
	}
	type->size = (type->size + type->align - 1) / type->align * type->align;
}

static void
note_type(struct extents *e, uint32_t op, uint32_t count, const uint32_t *operand)
{
	struct id *type = id_of(e, operand[0]), *element = id_of(e, operand[count > 1]);

	if (op == SPIRV_OP_TYPE_STRUCT) {
		note_struct(e, count, operand);
	} else if (op == SPIRV_OP_TYPE_BOOL) {
		type->size = type->align = 1;
	} else if (count >= 3 && op == SPIRV_OP_TYPE_POINTER) {
		type->size = type->align = 8;
		type->pointee = operand[2];
	} else if (count >= 2 && (op == SPIRV_OP_TYPE_INT || op == SPIRV_OP_TYPE_FLOAT)) {
		type->size = type->align = operand[1] / 8;
		if (op == SPIRV_OP_TYPE_INT && operand[1] == 8)
			e->byte_type = operand[0];
		if (op == SPIRV_OP_TYPE_INT && operand[1] == 32)
			e->number_type = operand[0];
	} else if (count >= 3 && op == SPIRV_OP_TYPE_VECTOR) {
		type->size = type->align = element->size * (operand[2] == 3 ? 4 : operand[2]);
	} else if (count >= 3 && op == SPIRV_OP_TYPE_ARRAY) {
		type->size = element->size * id_of(e, operand[2])->value;
		type->align = element->align;
	}
}

/* Notes types, the variables of functions, casts of their addresses, and how much of them lives. */
static void
note(struct extents *e, uint32_t op, uint32_t count, const uint32_t *operand)
{
	struct id *id;

	if (count >= 1 && op >= SPIRV_OP_TYPE_VOID && op <= SPIRV_OP_TYPE_PIPE) {
		note_type(e, op, count, operand);
	} else if (op == SPIRV_OP_CONSTANT && count == 3) {
		id_of(e, operand[1])->value = operand[2];
	} else if (op == SPIRV_OP_DECORATE && count >= 2) {
		id_of(e, operand[0])->packed |= operand[1] == SPIRV_DECORATION_C_PACKED;
		id_of(e, operand[0])->aligned |= operand[1] == SPIRV_DECORATION_ALIGNMENT;
	} else if (op == SPIRV_OP_VARIABLE && count == 3 && operand[2] == SPIRV_STORAGE_FUNCTION && operand[1] < e->bound) {
		id = id_of(e, operand[1]);
		id->type = operand[0];
		id->variable = operand[1];
	} else if (op == SPIRV_OP_BITCAST && count == 3) {
		id_of(e, operand[1])->variable = id_of(e, operand[2])->variable;
	} else if (op == SPIRV_OP_LIFETIME_START && count == 2) {
		id = id_of(e, id_of(e, operand[0])->variable);
		if (id->type && operand[1] > id->lives)
			id->lives = operand[1];
	}
}

/* Each variable that grows needs four ids: the larger one, and its length, type and type of pointer, which follow. */
static size_t
choose(struct extents *e)
{
	size_t n = 0;
	struct id *id;

	for (id = e->id + 1; id < e->id + e->bound; id++) {
		if (!id->type || !id_of(e, id_of(e, id->type)->pointee)->size || id->lives <= id_of(e, id_of(e, id->type)->pointee)->size)
			continue;
		id->larger = e->new_id;
		e->new_id += 4;
		n++;
	}
	return n;
}

static uint32_t
integer(struct extents *e, uint32_t type, uint32_t bits)
{
	if (!type)
		SPIRV_PUT(&e->out, SPIRV_OP_TYPE_INT, type = e->new_id++, bits, 0);
	return type;
}

static void
put_types(struct extents *e)
{
	const struct id *id;

	e->byte_type = integer(e, e->byte_type, 8);
	e->number_type = integer(e, e->number_type, 32);
	for (id = e->id + 1; id < e->id + e->bound; id++) {
		if (!id->larger)
			continue;
		SPIRV_PUT(&e->out, SPIRV_OP_CONSTANT, e->number_type, id->larger + 1, id->lives);
		SPIRV_PUT(&e->out, SPIRV_OP_TYPE_ARRAY, id->larger + 2, e->byte_type, id->larger + 1);
		SPIRV_PUT(&e->out, SPIRV_OP_TYPE_POINTER, id->larger + 3, SPIRV_STORAGE_FUNCTION, id->larger + 2);
	}
}

/* A variable becomes a larger one and, under its own number, the address of that as it was declared. */
static void
put_variable(struct extents *e, const uint32_t *operand)
{
	uint32_t larger = id_of(e, operand[1])->larger;

	SPIRV_PUT(&e->out, SPIRV_OP_VARIABLE, larger + 3, larger, SPIRV_STORAGE_FUNCTION);
	SPIRV_PUT(&e->out, SPIRV_OP_BITCAST, operand[0], operand[1], larger);
}

static void
put_all(struct extents *e, const uint32_t *word, size_t nword)
{
	enum { ALIGN = 16 };
	bool types = false, alignments = false;
	uint32_t op, count, larger;
	const uint32_t *operand;
	const struct id *id;
	size_t i;

	for (i = SPIRV_HEADER_WORDS; i < nword; i += word[i] >> 16) {
		op = word[i] & 0xffff;
		count = (word[i] >> 16) - 1;
		operand = word + i + 1;
		if (op == SPIRV_OP_TYPE_VOID && !alignments) {
			alignments = true;
			for (id = e->id + 1; id < e->id + e->bound; id++)
				if (id->larger && !id->aligned)
					SPIRV_PUT(&e->out, SPIRV_OP_DECORATE, id->larger, SPIRV_DECORATION_ALIGNMENT, ALIGN);
		}
		if (op == SPIRV_OP_FUNCTION && !types) {
			types = true;
			put_types(e);
		}
		larger = count >= 2 ? id_of(e, operand[op == SPIRV_OP_VARIABLE])->larger : 0;
		if (larger && op == SPIRV_OP_VARIABLE)
			put_variable(e, operand);
		else if (larger && op == SPIRV_OP_DECORATE && count == 3 && operand[1] == SPIRV_DECORATION_ALIGNMENT)
			SPIRV_PUT(&e->out, op, larger, operand[1], operand[2]);
		else
			spirv_words_put(&e->out, op, count, operand);
	}
}

uint32_t *
extents_of_private(struct arena *arena, uint32_t *word, size_t *nword)
{
	struct extents e = { .arena = arena, .bound = word[3], .new_id = word[3] };
	size_t i, n;

	if (word[2] >> 16 != SPIRV_GENERATOR_LLVM || !e.bound)
		return word;
	e.id = arena_calloc(arena, e.bound, sizeof *e.id);
	for (i = SPIRV_HEADER_WORDS; i < *nword; i += word[i] >> 16) {
		note(&e, word[i] & 0xffff, (word[i] >> 16) - 1, word + i + 1);
		memset(&e.id[0], 0, sizeof e.id[0]);
	}
	n = choose(&e);
	if (!n)
		return word;
	spirv_words_begin(&e.out, arena, word, *nword);
	put_all(&e, word, *nword);
	e.out.word[3] = e.new_id;
	*nword = e.out.n;
	return e.out.word;
}

/* --- local variables, in LLVM's module ----------------------------------------------- */

/* Functions that call one another are followed no deeper. */
enum { MAX_CALLS = 16 };

static bool is_exceeded(LLVMTargetDataRef layout, LLVMValueRef address, uint64_t size, int calls);

/* An element of what begins at the address: it must be inside. */
static bool
is_element_outside(LLVMTargetDataRef layout, LLVMValueRef gep, uint64_t size, int calls)
{
	LLVMValueRef index = LLVMGetOperand(gep, 1);
	uint64_t step = LLVMABISizeOfType(layout, LLVMGetGEPSourceElementType(gep)), offset;

	if (!LLVMIsAConstantInt(index))
		return true;
	offset = LLVMConstIntGetZExtValue(index) * step;
	if (offset >= size || step > size - offset)
		return true;
	return is_exceeded(layout, gep, LLVMGetNumOperands(gep) == 2 ? size - offset : size, calls);
}

/* What is called uses more, or it is not known how much: of builtins, atomic ones use what is declared. */
static bool
is_call_outside(LLVMTargetDataRef layout, LLVMValueRef call, LLVMValueRef address, uint64_t size, int calls)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const char *name;
	unsigned i, n = (unsigned)LLVMGetNumArgOperands(call);

	if (!LLVMIsAFunction(callee) || calls > MAX_CALLS)
		return true;
	name = irmodule_name(callee);
	if (LLVMIsDeclaration(callee))
		return !strstr(name, "atom") && !strstr(name, "Atomic");
	for (i = 0; i < n; i++)
		if (LLVMGetOperand(call, i) == address && is_exceeded(layout, LLVMGetParam(callee, i), size, calls + 1))
			return true;
	return false;
}

static bool
is_access_outside(LLVMTargetDataRef layout, LLVMTypeRef type, uint64_t size)
{
	return LLVMStoreSizeOfType(layout, type) > size;
}

/* More than size bytes from the address on are used, or may be. */
static bool
is_exceeded(LLVMTargetDataRef layout, LLVMValueRef address, uint64_t size, int calls)
{
	LLVMUseRef use;
	LLVMValueRef user;
	bool outside;

	for (use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (LLVMIsALoadInst(user))
			outside = is_access_outside(layout, LLVMTypeOf(user), size);
		else if (LLVMIsAStoreInst(user))
			outside = LLVMGetOperand(user, 0) == address || is_access_outside(layout, LLVMTypeOf(LLVMGetOperand(user, 0)), size);
		else if (LLVMIsAICmpInst(user))
			outside = false;
		else if (LLVMIsACallInst(user))
			outside = is_call_outside(layout, user, address, size, calls);
		else if (LLVMIsAGetElementPtrInst(user) || (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr))
			outside = is_element_outside(layout, user, size, calls);
		else if (LLVMIsAAddrSpaceCastInst(user) || LLVMIsABitCastInst(user) || LLVMIsAConstantExpr(user))
			outside = is_exceeded(layout, user, size, calls);
		else
			outside = true;
		if (outside)
			return true;
	}
	return false;
}

static void
grow(struct arena *arena, LLVMModuleRef module, LLVMValueRef global)
{
	LLVMTypeRef type = LLVMArrayType2(LLVMInt8TypeInContext(irmodule_context()), EXTENTS_LOCAL);
	LLVMValueRef larger = LLVMAddGlobalInAddressSpace(module, type, "", ADDRSPACE_LOCAL);
	const char *name = arena_strdup(arena, irmodule_name(global));
	unsigned align = LLVMGetAlignment(global);

	LLVMSetInitializer(larger, LLVMGetUndef(type));
	LLVMSetLinkage(larger, LLVMGetLinkage(global));
	LLVMSetAlignment(larger, align > 16 ? align : 16);
	LLVMReplaceAllUsesWith(global, larger);
	LLVMDeleteGlobal(global);
	LLVMSetValueName2(larger, name, strlen(name));
}

/* All but arrays, which are declared as they are. */
static bool
is_candidate(LLVMValueRef global)
{
	return LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == ADDRSPACE_LOCAL && !LLVMIsDeclaration(global) &&
		LLVMGetTypeKind(LLVMGlobalGetValueType(global)) != LLVMArrayTypeKind;
}

void
extents_of_local(struct arena *arena, LLVMModuleRef module)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
	LLVMValueRef global, next;

	for (global = LLVMGetFirstGlobal(module); global; global = next) {
		next = LLVMGetNextGlobal(global);
		if (is_candidate(global) && is_exceeded(layout, global, LLVMABISizeOfType(layout, LLVMGlobalGetValueType(global)), 0))
			grow(arena, module, global);
	}
}
