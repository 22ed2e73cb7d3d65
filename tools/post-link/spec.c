#include "spec.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/nametable.h"
#include "base/memstream.h"
#include "base/ptrmap.h"
#include "format/irnames.h"
#include "format/specconst.h"
#include "format/spectype.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"
#include "chain.h"
#include "ir/irtype.h"
#include "leaves.h"
#include "post-link.h"

/* How many casts and loads around a symbolic id are followed, at -O0. */
enum { MAX_STEPS = 32 };

struct constant {
	const char *name;		/* symbolic id */
	LLVMTypeRef type;
	const char *type_name;		/* in C++, or LLVM's when the getter's name does not have it */
	const char *type_text;		/* for the property; set when all is lowered */
	LLVMValueRef initializer;	/* of the default object */
	struct bytes bytes;
	struct leaves leaves;
	struct specconst_part *part;
	size_t npart, room;
	uint32_t id;			/* the first one */
	uint32_t offset;		/* emulation: in the buffer */
};

struct spec_constants {
	LLVMModuleRef module;
	LLVMTargetDataRef layout;
	LLVMBuilderRef builder;
	struct arena *arena;
	enum spec_mode mode;
	struct constant **constant;	/* in order of first use */
	size_t n;
	uint32_t next_id;
	uint32_t end;			/* emulation: of the buffer so far */
	bool spir;
	struct ptrmap seen;		/* functions whose calls are in the list */
	LLVMValueRef *call;		/* in order */
	size_t ncall, room;
	size_t constant_room;
	struct nametable names;		/* places in constant */
};

bool
spec_is_getter(const char *name)
{
	static const char scalar[] = "_Z37__sycl_getScalar2020SpecConstantValue";
	static const char composite[] = "_Z40__sycl_getComposite2020SpecConstantValue";

	return !strncmp(name, scalar, sizeof scalar - 1) || !strncmp(name, composite, sizeof composite - 1);
}

/* An array of n elements with room for one more. */
static void *
grow(struct arena *memory, void *array, size_t size, size_t n, size_t *room)
{
	if (n < *room)
		return array;
	*room = n ? 2 * n : 8;
	return arena_grow(memory, array, n * size, *room * size);
}

/* --- finding calls -------------------------------------------------------------- */

/* The stack of the walk: where it continues in each function after a callee. */
struct walk {
	LLVMValueRef *next;	/* innermost function last */
	size_t depth, room;
};

static LLVMValueRef
first_of_blocks(LLVMBasicBlockRef block)
{
	LLVMValueRef i = NULL;

	for (; block && !(i = LLVMGetFirstInstruction(block)); block = LLVMGetNextBasicBlock(block))
		;
	return i;
}

static LLVMValueRef
next_instruction(LLVMValueRef i)
{
	LLVMValueRef next = LLVMGetNextInstruction(i);

	return next ? next : first_of_blocks(LLVMGetNextBasicBlock(LLVMGetInstructionParent(i)));
}

/* Enters a function that was not visited. */
static void
enter(struct spec_constants *s, struct walk *walk, LLVMValueRef function)
{
	if (ptrmap_get(&s->seen, function) != PTRMAP_NONE)
		return;
	ptrmap_set(&s->seen, function, 1);
	walk->next = grow(s->arena, walk->next, sizeof *walk->next, walk->depth, &walk->room);
	walk->next[walk->depth++] = first_of_blocks(LLVMGetFirstBasicBlock(function));
}

/* The program text from a function on, callees at their first call. */
static void
collect(struct spec_constants *s, LLVMValueRef function)
{
	struct walk walk = { NULL, 0, 0 };
	LLVMValueRef i, callee;

	for (enter(s, &walk, function); walk.depth; ) {
		i = walk.next[walk.depth - 1];
		if (!i) {
			walk.depth--;
			continue;
		}
		walk.next[walk.depth - 1] = next_instruction(i);
		if (!LLVMIsACallInst(i) || !LLVMIsAFunction(callee = LLVMGetCalledValue(i)))
			continue;
		if (!LLVMIsDeclaration(callee)) {
			enter(s, &walk, callee);
		} else if (spec_is_getter(irmodule_name(callee))) {
			s->call = grow(s->arena, s->call, sizeof *s->call, s->ncall, &s->room);
			s->call[s->ncall++] = i;
		}
	}
}

static void
collect_all(struct spec_constants *s, const char *const *entry, size_t nentry)
{
	LLVMValueRef f;
	size_t i;

	for (i = 0; i < nentry; i++)
		if ((f = LLVMGetNamedFunction(s->module, entry[i])))
			collect(s, f);
	/* Functions that are only reached through pointers. */
	for (f = LLVMGetFirstFunction(s->module); f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f))
			collect(s, f);
}

/* --- what a call asks for ----------------------------------------------------------- */

static const char *
caller_of(LLVMValueRef call)
{
	return irmodule_demangle(&arena, irmodule_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))));
}

static bool
is_cast(LLVMValueRef value)
{
	return LLVMIsAAddrSpaceCastInst(value) || LLVMIsABitCastInst(value);
}

static void complain(LLVMValueRef instruction, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* An error, with the source location if known.  instruction may be NULL. */
static void
complain(LLVMValueRef instruction, const char *format, ...)
{
	struct diag_place place = { 0 };
	va_list args;

	if (instruction)
		place = user_place_of(instruction);
	va_start(args, format);
	diag_vat(place.file ? &place : NULL, DIAG_ERROR, format, args);
	va_end(args);
}

/* The one value that is stored to the variable; NULL when there are several or none. */
static LLVMValueRef
stored_to(LLVMValueRef variable, int steps)
{
	LLVMValueRef value = NULL, found, user;
	LLVMUseRef use;

	/* Unreachable code may have casts of their own results. */
	if (!steps)
		return NULL;
	for (use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (is_cast(user))
			found = stored_to(user, steps - 1);
		else
			found = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable ? LLVMGetOperand(user, 0) : NULL;
		if (found && value)
			return NULL;
		value = found ? found : value;
	}
	return value;
}

/* The global variable that a value refers to through casts and, at -O0, loads of local variables. */
static LLVMValueRef
variable_behind(LLVMValueRef value)
{
	bool loaded = false;
	int step;

	for (step = 0; value && step < MAX_STEPS; step++) {
		if (LLVMIsAGlobalVariable(value))
			return loaded ? NULL : value;
		if (LLVMIsAConstantExpr(value) || is_cast(value) || (LLVMIsAGetElementPtrInst(value) && !loaded)) {
			value = LLVMGetOperand(value, 0);
		} else if (LLVMIsALoadInst(value) && !loaded) {
			value = LLVMGetOperand(value, 0);
			loaded = true;
		} else if (LLVMIsAAllocaInst(value) && loaded) {
			value = stored_to(value, MAX_STEPS);
			loaded = false;
		} else {
			return NULL;
		}
	}
	return NULL;
}

/* The constant's variable, for messages. */
static const char *
plain_name(const char *id)
{
	return spec_variable_name(irmodule_demangle(&arena, id), &arena);
}

/* The symbolic id as text; NULL for other values. */
static const char *
id_text(struct spec_constants *s, LLVMValueRef argument)
{
	LLVMValueRef variable = variable_behind(argument), text = variable ? LLVMGetInitializer(variable) : NULL;
	const char *id;
	size_t len;

	if (!text || !LLVMIsAConstantDataSequential(text) || !LLVMIsConstantString(text))
		return NULL;
	id = LLVMGetAsString(text, &len);
	return arena_strndup(s->arena, id, strnlen(id, len));
}

static const char *
symbolic_id(struct spec_constants *s, LLVMValueRef call, LLVMValueRef argument, LLVMValueRef object)
{
	const char *id = id_text(s, argument);
	LLVMValueRef variable;

	if (!id) {
		variable = variable_behind(object);
		if (variable)
			complain(call, "the id of specialization constant '%s' in function '%s' is not a constant string",
			     irmodule_demangle(&arena, irmodule_name(variable)), caller_of(call));
		else
			complain(call, "the id of a specialization constant in function '%s' is not a constant string", caller_of(call));
	} else if (!*id || *id == '[' || strpbrk(id, "=\r\n")) {
		complain(call, "'%s' in function '%s' can be no id of a specialization constant", id, caller_of(call));
		id = NULL;
	}
	return id;
}

/* The type that the call yields, also through a pointer argument. */
static LLVMTypeRef
type_of_call(LLVMValueRef call, bool *by_pointer)
{
	LLVMTypeRef type = LLVMTypeOf(call);
	unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
	LLVMAttributeRef attribute;

	*by_pointer = LLVMGetTypeKind(type) == LLVMVoidTypeKind;
	if (*by_pointer) {
		attribute = LLVMGetCallSiteEnumAttribute(call, 1, sret);
		if (!attribute)
			attribute = LLVMGetEnumAttributeAtIndex(LLVMGetCalledValue(call), 1, sret);
		return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
	}
	/* A bool is a byte in memory. */
	if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1)
		return LLVMInt8TypeInContext(irmodule_context());
	return type;
}

/* The type's name: for plain structs the C++ name, for others LLVM's. */
static const char *
llvm_name(LLVMTypeRef type, struct arena *memory)
{
	static const char *const prefix[] = { "struct.", "class.", "union." };
	const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
	char *text;
	size_t i;

	for (i = 0; name && i < sizeof prefix / sizeof *prefix; i++)
		if (!strncmp(name, prefix[i], strlen(prefix[i])))
			return arena_strdup(memory, name + strlen(prefix[i]));
	text = LLVMPrintTypeToString(type);
	name = arena_strdup(memory, text);
	LLVMDisposeMessage(text);
	return name;
}

/* "int __sycl_getScalar2020SpecConstantValue<int>(char const*, ...)" names the type, if it can be read. */
static const char *
type_name_of(LLVMValueRef call, LLVMTypeRef type, struct arena *memory)
{
	static const char before[] = "2020SpecConstantValue<";
	const char *name = irmodule_demangle(memory, irmodule_name(LLVMGetCalledValue(call)));
	const char *begin = strstr(name, before), *end = NULL, *next;

	if (begin)
		begin += sizeof before - 1;
	for (next = begin ? strstr(begin, ">(") : NULL; next; next = strstr(next + 1, ">("))
		end = next;
	/* Demanglers write "a<b<c> >". */
	while (end && end > begin && end[-1] == ' ')
		end--;
	return end ? arena_strndup(memory, begin, (size_t)(end - begin)) : llvm_name(type, memory);
}

static struct constant *
find_constant(struct spec_constants *s, const char *name)
{
	uint32_t number = nametable_get(&s->names, name, strlen(name));

	return number == NAMETABLE_NONE ? NULL : s->constant[number];
}

static void
describe(struct spec_constants *s, struct constant *c, uint32_t id, uint32_t offset, uint64_t size)
{
	c->part = grow(s->arena, c->part, sizeof *c->part, c->npart, &c->room);
	c->part[c->npart++] = (struct specconst_part){ id, offset, (uint32_t)size };
}

/* Native: each scalar has an id, and so has an undefined member, which gets no descriptor. */
static void
number_leaves(struct spec_constants *s, struct constant *c)
{
	size_t i;

	for (i = 0; i < c->leaves.n; i++) {
		const struct leaf *leaf = &c->leaves.leaf[i];

		if (leaf->kind == LEAF_PADDING)
			describe(s, c, SPECCONST_PADDING, leaf->offset, leaf->size);
		else if (leaf->kind == LEAF_SCALAR)
			describe(s, c, s->next_id++, leaf->offset, leaf->size);
		else
			s->next_id++;
	}
}

/* Emulation: one id; alignment of the next constant is padding of the one before. */
static void
place(struct spec_constants *s, struct constant *c)
{
	uint32_t align = LLVMABIAlignmentOfType(s->layout, c->type), offset = (s->end + align - 1) / align * align;
	struct constant *before = s->n ? s->constant[s->n - 1] : NULL;

	if (before && offset > s->end)
		describe(s, before, SPECCONST_PADDING, (uint32_t)before->bytes.size, offset - s->end);
	c->offset = offset;
	describe(s, c, s->next_id++, 0, c->bytes.size);
	s->end = offset + (uint32_t)c->bytes.size;
}

static struct constant *
add_constant(struct spec_constants *s, LLVMValueRef call, const char *name, LLVMTypeRef type, LLVMValueRef object)
{
	struct constant *c = arena_calloc(s->arena, 1, sizeof *c);
	LLVMValueRef variable = variable_behind(object);
	const char *why;

	c->name = name;
	c->type = type;
	c->type_name = type_name_of(call, type, s->arena);
	c->initializer = variable ? LLVMGetInitializer(variable) : NULL;
	why = leaves_unfit(&arena, type);
	if (why)
		why = arena_printf(&arena, "holds %s", why);
	else if (!c->initializer)
		why = "has no default value";
	else if (!leaves_bytes(&c->bytes, s->arena, s->layout, c->initializer, type))
		why = "has an address as its default value";
	if (why) {
		complain(call, "specialization constant '%s' in function '%s' %s", plain_name(name), caller_of(call), why);
		return NULL;
	}
	leaves_find(&c->leaves, s->arena, s->layout, type, &c->bytes);
	c->id = s->next_id;
	if (s->mode == SPEC_NATIVE)
		number_leaves(s, c);
	else if (s->mode == SPEC_EMULATION)
		place(s, c);
	s->constant = grow(s->arena, s->constant, sizeof(struct constant *), s->n, &s->constant_room);
	nametable_set(&s->names, s->arena, c->name, strlen(c->name), (uint32_t)s->n);
	s->constant[s->n++] = c;
	return c;
}

/* --- SPIR-V's own constants ------------------------------------------------------------ */

/* Letters of a type in the name of a SPIR-V builtin. */
static void
put_letters(FILE *out, LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMHalfTypeKind: fputs("Dh", out); break;
	case LLVMBFloatTypeKind: fputs("DF16b", out); break;
	case LLVMFloatTypeKind: putc('f', out); break;
	case LLVMDoubleTypeKind: putc('d', out); break;
	case LLVMIntegerTypeKind:
		switch (LLVMGetIntTypeWidth(type)) {
		case 1: putc('b', out); break;
		case 8: putc('a', out); break;
		case 16: putc('s', out); break;
		case 32: putc('i', out); break;
		default: putc('x', out); break;
		}
		break;
	case LLVMStructTypeKind:
		fputs(LLVMGetStructName(type) ? LLVMGetStructName(type) : "struct", out);
		break;
	case LLVMArrayTypeKind:
		fprintf(out, "A%llu_", (unsigned long long)LLVMGetArrayLength2(type));
		put_letters(out, LLVMGetElementType(type));
		break;
	default:
		fprintf(out, "Dv%u_", LLVMGetVectorSize(type));
		put_letters(out, LLVMGetElementType(type));
		break;
	}
}

/* A call of the builtin PREFIX + letters of the arguments, with _R and the result's for composites. */
static LLVMValueRef
call_builtin(struct spec_constants *s, const char *prefix, LLVMTypeRef type, LLVMValueRef *argument, unsigned n)
{
	LLVMTypeRef few[64], *types = few, function_type;
	LLVMValueRef function, call;
	struct memstream stream;
	FILE *out = memstream_begin(&stream);
	char *name;
	size_t size;
	unsigned i;

	if (n > sizeof few / sizeof *few)
		types = arena_calloc(s->arena, n, sizeof *types);
	fputs(prefix, out);
	for (i = 0; i < n; i++) {
		types[i] = LLVMTypeOf(argument[i]);
		put_letters(out, types[i]);
	}
	if (!leaves_is_scalar(type)) {
		fputs("_R", out);
		put_letters(out, type);
	}
	name = memstream_end(&stream, &size);
	function_type = LLVMFunctionType(type, types, n, false);
	function = LLVMGetNamedFunction(s->module, name);
	if (!function)
		function = LLVMAddFunction(s->module, name, function_type);
	free(name);
	call = LLVMBuildCall2(s->builder, function_type, function, argument, n, "");
	if (s->spir) {
		LLVMSetFunctionCallConv(function, IR_CC_SPIR_FUNC);
		LLVMSetInstructionCallConv(call, IR_CC_SPIR_FUNC);
	}
	return call;
}

/* The value of a member, depth first; *id is the next number. */
static LLVMValueRef
build_native(struct spec_constants *s, const struct constant *c, LLVMTypeRef type, uint64_t offset, uint32_t *id)
{
	LLVMValueRef *part, scalar[2];
	unsigned i, n;

	if (!leaves_known(&c->bytes, offset, leaves_size(s->layout, type))) {
		++*id;
		return LLVMGetUndef(type);
	}
	if (leaves_is_scalar(type)) {
		scalar[0] = LLVMConstInt(LLVMInt32TypeInContext(irmodule_context()), (*id)++, false);
		scalar[1] = leaves_scalar(&c->bytes, type, offset);
		return call_builtin(s, "_Z20__spirv_SpecConstant", type, scalar, 2);
	}
	n = leaves_count(type);
	part = arena_calloc(s->arena, n + 1, sizeof *part);
	for (i = 0; i < n; i++)
		part[i] = build_native(s, c, irtype_member(type, i), offset + leaves_offset(s->layout, type, i), id);
	return call_builtin(s, "_Z29__spirv_SpecConstantComposite", type, part, n);
}

/* --- the other ways ------------------------------------------------------------------------ */

static LLVMValueRef
build_load(struct spec_constants *s, const struct constant *c, LLVMValueRef buffer)
{
	LLVMContextRef context = irmodule_context();
	LLVMValueRef offset = LLVMConstInt(LLVMInt32TypeInContext(context), c->offset, false);
	LLVMValueRef gep = LLVMBuildGEP2(s->builder, LLVMInt8TypeInContext(context), buffer, &offset, 1, "gep");

	return LLVMBuildLoad2(s->builder, c->type, gep, "load");
}

static LLVMValueRef
build_default(struct spec_constants *s, const struct constant *c, LLVMTypeRef type, uint64_t offset)
{
	LLVMValueRef *part;
	unsigned i, n;

	if (!leaves_known(&c->bytes, offset, leaves_size(s->layout, type)))
		return LLVMGetUndef(type);
	if (leaves_is_scalar(type))
		return leaves_scalar(&c->bytes, type, offset);
	n = leaves_count(type);
	part = arena_calloc(s->arena, n + 1, sizeof *part);
	for (i = 0; i < n; i++)
		part[i] = build_default(s, c, irtype_member(type, i), offset + leaves_offset(s->layout, type, i));
	switch (LLVMGetTypeKind(type)) {
	case LLVMStructTypeKind:
		if (LLVMGetStructName(type))
			return LLVMConstNamedStruct(type, part, n);
		return LLVMConstStructInContext(irmodule_context(), part, n, LLVMIsPackedStruct(type));
	case LLVMArrayTypeKind:
		return LLVMConstArray2(LLVMGetElementType(type), part, n);
	default:
		return LLVMConstVector(part, n);
	}
}

static LLVMValueRef
build_value(struct spec_constants *s, const struct constant *c, LLVMValueRef buffer)
{
	uint32_t id = c->id;

	switch (s->mode) {
	case SPEC_NATIVE:
		return build_native(s, c, c->type, 0, &id);
	case SPEC_EMULATION:
		return build_load(s, c, buffer);
	default:
		return build_default(s, c, c->type, 0);
	}
}

/* At least n arguments, and all of them pointers. */
static bool
has_arguments(LLVMValueRef call, unsigned n)
{
	unsigned i;

	if (LLVMGetNumArgOperands(call) < n)
		return false;
	for (i = 0; i < n; i++)
		if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) != LLVMPointerTypeKind)
			return false;
	return true;
}

/* Reports a malformed call, with the constant's name if an argument is a symbolic id. */
static int
say_malformed(struct spec_constants *s, LLVMValueRef call)
{
	const char *getter = irmodule_demangle(&arena, irmodule_name(LLVMGetCalledValue(call))), *id = NULL;
	unsigned i, n = LLVMGetNumArgOperands(call);

	for (i = 0; i < n && !id; i++)
		id = id_text(s, LLVMGetOperand(call, i));
	if (id)
		complain(call, "malformed call of '%s' for specialization constant '%s' in function '%s'", getter,
		     plain_name(id), caller_of(call));
	else
		complain(call, "malformed call of '%s' in function '%s'", getter, caller_of(call));
	return -1;
}

/* A getter may only be called: its address has no meaning. */
static int
check_getters(struct spec_constants *s)
{
	LLVMValueRef f, user;
	LLVMUseRef use;

	for (f = LLVMGetFirstFunction(s->module); f; f = LLVMGetNextFunction(f)) {
		use = LLVMIsDeclaration(f) && spec_is_getter(irmodule_name(f)) ? LLVMGetFirstUse(f) : NULL;
		if (!use)
			continue;
		user = LLVMGetUser(use);
		complain(LLVMIsAInstruction(user), "%s '%s' uses '%s' otherwise than in a call", LLVMIsAInstruction(user) ? "function" : "constant",
		     LLVMIsAInstruction(user) ? caller_of(user) : irmodule_demangle(&arena, irmodule_name(user)),
		     irmodule_demangle(&arena, irmodule_name(f)));
		return -1;
	}
	return 0;
}

static int
lower_call(struct spec_constants *s, LLVMValueRef call)
{
	LLVMValueRef value;
	struct constant *c;
	LLVMTypeRef type;
	const char *name;
	bool by_pointer;
	unsigned first;

	type = type_of_call(call, &by_pointer);
	first = by_pointer;
	if (!type || !has_arguments(call, first + 3))
		return say_malformed(s, call);
	name = symbolic_id(s, call, LLVMGetOperand(call, first), LLVMGetOperand(call, first + 1));
	if (!name)
		return -1;
	c = find_constant(s, name);
	if (!c && !(c = add_constant(s, call, name, type, LLVMGetOperand(call, first + 1))))
		return -1;
	if (c->type != type) {
		complain(call, "specialization constant '%s' has two types, one of them in function '%s'", plain_name(name),
		     caller_of(call));
		return -1;
	}
	LLVMPositionBuilderBefore(s->builder, call);
	value = build_value(s, c, LLVMGetOperand(call, first + 2));
	if (by_pointer)
		LLVMBuildStore(s->builder, value, LLVMGetOperand(call, 0));
	else if (LLVMTypeOf(call) != type)
		value = LLVMBuildTrunc(s->builder, value, LLVMTypeOf(call), "tobool");
	if (!by_pointer)
		LLVMReplaceAllUsesWith(call, value);
	LLVMInstructionEraseFromParent(call);
	return 0;
}

/* --- what others need to know ------------------------------------------------------------------ */

/*
 * Makes the named nodes even when they are empty.  Default values are copied: their
 * object may be deleted, with its initializer.
 */
static void
put_metadata(struct spec_constants *s)
{
	static const char list[] = METADATA_SPEC_CONSTANTS;
	static const char defaults[] = METADATA_SPEC_DEFAULTS;
	LLVMContextRef context = irmodule_context();
	LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
	size_t i, k, n;

	LLVMGetOrInsertNamedMetadata(s->module, list, sizeof list - 1);
	LLVMGetOrInsertNamedMetadata(s->module, defaults, sizeof defaults - 1);
	for (i = 0; i < s->n; i++) {
		const struct constant *c = s->constant[i];
		LLVMMetadataRef *part = arena_calloc(s->arena, 3 * c->npart + 1, sizeof *part);
		LLVMMetadataRef value = LLVMValueAsMetadata(build_default(s, c, c->type, 0));

		part[0] = LLVMMDStringInContext2(context, c->name, strlen(c->name));
		for (k = 0, n = 1; k < c->npart; k++) {
			part[n++] = LLVMValueAsMetadata(LLVMConstInt(i32, c->part[k].id, false));
			part[n++] = LLVMValueAsMetadata(LLVMConstInt(i32, c->part[k].offset, false));
			part[n++] = LLVMValueAsMetadata(LLVMConstInt(i32, c->part[k].size, false));
		}
		LLVMAddNamedMetadataOperand(s->module, list,
					    LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, part, n)));
		LLVMAddNamedMetadataOperand(s->module, defaults,
					    LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, &value, 1)));
		if (s->mode == SPEC_EMULATION && c->npart > 1) {
			value = LLVMValueAsMetadata(LLVMConstNull(LLVMArrayType2(LLVMInt8TypeInContext(context),
										c->part[1].size)));
			LLVMAddNamedMetadataOperand(s->module, defaults,
						    LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, &value, 1)));
		}
	}
}

static enum spec_kind
kind_of(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind: return SPEC_KIND_INTEGER;
	case LLVMBFloatTypeKind: return SPEC_KIND_BFLOAT;
	default: return SPEC_KIND_FLOAT;
	}
}

static const char *
type_text(const struct constant *c, struct arena *memory)
{
	struct spec_type type = { arena_calloc(memory, c->leaves.n + 1, sizeof *type.number), 0, c->type_name };
	size_t i;

	for (i = 0; i < c->leaves.n; i++) {
		const struct leaf *leaf = &c->leaves.leaf[i];

		if (leaf->kind == LEAF_SCALAR)
			type.number[type.n++] = (struct spec_number){ kind_of(leaf->type), leaf->size, leaf->offset };
	}
	if (leaves_is_scalar(c->type))
		type.number[0].kind = spectype_kind(c->type_name, type.number[0].kind);
	return spectype_text(&type, memory);
}

struct spec_constants *
spec_lower(LLVMModuleRef module, enum spec_mode mode, const char *const *entry, size_t nentry, struct arena *memory)
{
	static const char copy[] = METADATA_SPEC_DEFAULTS_MODULE;
	struct spec_constants *s = arena_calloc(memory, 1, sizeof *s);
	int failed = 0;
	size_t i;

	s->module = module;
	s->mode = mode;
	s->arena = memory;
	s->layout = LLVMGetModuleDataLayout(module);
	s->builder = LLVMCreateBuilderInContext(irmodule_context());
	s->spir = !strncmp(LLVMGetTarget(module), "spir", 4);
	ptrmap_init(&s->seen, memory, 64);
	collect_all(s, entry, nentry);
	for (i = 0; i < s->ncall && !failed; i++)
		failed = lower_call(s, s->call[i]);
	if (!failed)
		failed = check_getters(s);
	LLVMDisposeBuilder(s->builder);
	/* Removes names, default objects and getters without uses. */
	if (!failed && s->ncall)
		failed = irmodule_run_passes(module, "globaldce,strip-dead-prototypes");
	if (!failed && mode != SPEC_DEFAULTS)
		put_metadata(s);
	else if (!failed)
		LLVMGetOrInsertNamedMetadata(module, copy, sizeof copy - 1);
	for (i = 0; i < s->n && !failed; i++)
		s->constant[i]->type_text = type_text(s->constant[i], memory);
	return failed ? NULL : s;
}

static int
by_id(const void *a, const void *b)
{
	const struct constant *x = *(const struct constant *const *)a, *y = *(const struct constant *const *)b;

	return x->id < y->id ? -1 : x->id > y->id;
}

void
spec_put(struct propfile *file, const struct spec_constants *s)
{
	struct specconsts list = { .mode = s && s->mode == SPEC_NATIVE ? SPECCONST_NATIVE : SPECCONST_EMULATION };
	uint8_t *defaults;
	size_t i;

	if (!s || s->mode == SPEC_DEFAULTS || !s->n)
		return;
	qsort(s->constant, s->n, sizeof(struct constant *), by_id);
	list.constant = arena_calloc(file->arena, s->n, sizeof *list.constant);
	for (list.n = 0; list.n < s->n; list.n++) {
		const struct constant *c = s->constant[list.n];
		uint64_t base = s->mode == SPEC_EMULATION ? c->offset : list.size;

		list.constant[list.n] = (struct specconst){ c->name, c->type_text, c->part, c->npart, base, c->bytes.size };
		list.size = base + c->bytes.size;
	}
	list.defaults = defaults = arena_calloc(file->arena, list.size + 1, 1);
	for (i = 0; i < s->n; i++)
		memcpy(defaults + list.constant[i].base, s->constant[i]->bytes.byte, s->constant[i]->bytes.size);
	specconst_write(file, &list);
}
