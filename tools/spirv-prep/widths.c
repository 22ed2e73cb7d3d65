#include "widths.h"

#include <string.h>

#include "base/diag.h"
#include "ir/irmodule.h"
#include "ir/irtype.h"

/* --- types ---------------------------------------------------------------------- */

unsigned
widths_next(unsigned bits)
{
	return bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64;
}

static bool
is_odd(unsigned bits)
{
	return bits > 1 && bits <= 128 && bits != widths_next(bits);
}

bool
widths_is_wide(LLVMTypeRef type)
{
	LLVMTypeRef scalar = irtype_scalar(type);

	return LLVMGetTypeKind(scalar) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(scalar) > 64 && widths_has_odd(scalar);
}

/* Members of a packed structure that would get larger stay, since those behind them would move. */
static bool
may_change(LLVMTypeRef member, bool is_packed)
{
	while (LLVMGetTypeKind(member) == LLVMArrayTypeKind)
		member = LLVMGetElementType(member);
	return !is_packed || (LLVMGetTypeKind(member) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(member) == 128);
}

bool
widths_has_odd(LLVMTypeRef type)
{
	LLVMTypeRef member;
	unsigned i;

	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		return is_odd(LLVMGetIntTypeWidth(type));
	case LLVMVectorTypeKind:
	case LLVMArrayTypeKind:
		return widths_has_odd(LLVMGetElementType(type));
	case LLVMStructTypeKind:
		for (i = 0; i < LLVMCountStructElementTypes(type); i++) {
			member = LLVMStructGetTypeAtIndex(type, i);
			if (may_change(member, LLVMIsPackedStruct(type)) && widths_has_odd(member))
				return true;
		}
		return false;
	default:
		return false;
	}
}

static LLVMTypeRef
struct_type(LLVMTypeRef type)
{
	unsigned n = LLVMCountStructElementTypes(type), i;
	LLVMTypeRef *member = arena_calloc(&arena, n, sizeof *member);

	for (i = 0; i < n; i++) {
		member[i] = LLVMStructGetTypeAtIndex(type, i);
		if (may_change(member[i], LLVMIsPackedStruct(type)))
			member[i] = widths_type(member[i]);
	}
	return LLVMStructTypeInContext(irmodule_context(), member, n, LLVMIsPackedStruct(type));
}

static LLVMTypeRef
halves_type(LLVMTypeRef type)
{
	LLVMTypeRef word = shape_of(type, LLVMInt64TypeInContext(irmodule_context())), both[2] = { word, word };

	return LLVMStructTypeInContext(irmodule_context(), both, 2, 0);
}

LLVMTypeRef
widths_type(LLVMTypeRef type)
{
	if (!widths_has_odd(type))
		return type;
	if (widths_is_wide(type))
		return halves_type(type);
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		return LLVMIntTypeInContext(irmodule_context(), widths_next(LLVMGetIntTypeWidth(type)));
	case LLVMVectorTypeKind:
		return LLVMVectorType(widths_type(LLVMGetElementType(type)), LLVMGetVectorSize(type));
	case LLVMArrayTypeKind:
		return LLVMArrayType2(widths_type(LLVMGetElementType(type)), LLVMGetArrayLength2(type));
	default:
		return struct_type(type);
	}
}

/* The type of a function with wider parameters and result. */
static LLVMTypeRef
function_type(LLVMTypeRef type)
{
	unsigned n = LLVMCountParamTypes(type), i;
	LLVMTypeRef *param = arena_calloc(&arena, n, sizeof *param);

	LLVMGetParamTypes(type, param);
	for (i = 0; i < n; i++)
		param[i] = widths_type(param[i]);
	return LLVMFunctionType(widths_type(LLVMGetReturnType(type)), param, n, LLVMIsFunctionVarArg(type));
}

/* --- values ----------------------------------------------------------------------- */

LLVMValueRef
widths_clear(LLVMBuilderRef b, LLVMValueRef value, unsigned bits)
{
	LLVMTypeRef type = LLVMTypeOf(value);

	if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
		return LLVMBuildInsertValue(b, value, widths_clear(b, LLVMBuildExtractValue(b, value, 1, ""), bits - 64), 1, "");
	return bits < 64 ? LLVMBuildAnd(b, value, constant_of(type, (1ull << bits) - 1), "") : value;
}

LLVMValueRef
widths_sign(LLVMBuilderRef b, LLVMValueRef value, unsigned bits)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMValueRef distance = constant_of(type, LLVMGetIntTypeWidth(irtype_scalar(type)) - bits);

	return LLVMBuildAShr(b, LLVMBuildShl(b, value, distance, ""), distance, "");
}

static LLVMValueRef constant_value(LLVMValueRef value);

static LLVMValueRef
aggregate_value(LLVMValueRef value, LLVMTypeRef type, unsigned n)
{
	LLVMValueRef *element = arena_calloc(&arena, n, sizeof *element);
	unsigned i;

	for (i = 0; i < n; i++) {
		LLVMValueRef one = LLVMGetAggregateElement(value, i);

		element[i] = one;
		if (one && (LLVMGetTypeKind(type) != LLVMStructTypeKind || LLVMStructGetTypeAtIndex(type, i) != LLVMTypeOf(one)))
			element[i] = constant_value(one);
		if (!element[i])
			return NULL;
	}
	switch (LLVMGetTypeKind(type)) {
	case LLVMVectorTypeKind:
		return LLVMConstVector(element, n);
	case LLVMArrayTypeKind:
		return LLVMConstArray2(LLVMGetElementType(type), element, n);
	default:
		return LLVMConstStructInContext(irmodule_context(), element, n, LLVMIsPackedStruct(type));
	}
}

/* NULL for addresses as numbers. */
static LLVMValueRef
constant_value(LLVMValueRef value)
{
	LLVMTypeRef type = widths_type(LLVMTypeOf(value));

	if (type == LLVMTypeOf(value))
		return value;
	if (LLVMIsPoison(value))
		return LLVMGetPoison(type);
	/* An undefined value may be any of that width, so its upper bits are zero too. */
	if (LLVMIsUndef(value) || LLVMIsNull(value))
		return LLVMConstNull(type);
	if (widths_is_wide(LLVMTypeOf(value)))
		return halves_constant(value);
	if (LLVMIsAConstantInt(value) && LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
		return LLVMConstInt(type, LLVMConstIntGetZExtValue(value), 0);
	switch (LLVMGetTypeKind(type)) {
	case LLVMVectorTypeKind: return aggregate_value(value, type, LLVMGetVectorSize(type));
	case LLVMArrayTypeKind: return aggregate_value(value, type, (unsigned)LLVMGetArrayLength2(type));
	case LLVMStructTypeKind: return aggregate_value(value, type, LLVMCountStructElementTypes(type));
	default: return NULL;
	}
}

LLVMValueRef
widths_value(struct widening *w, LLVMValueRef value)
{
	uint32_t place;

	if (LLVMIsAConstant(value) && !LLVMIsAGlobalValue(value))
		return constant_value(value);
	/* Other values are not in the map, but their address may be: that of a deleted instruction. */
	if (!LLVMIsAFunction(value) && !widths_has_odd(LLVMTypeOf(value)))
		return value;
	place = ptrmap_get(&w->map, value);
	return place == PTRMAP_NONE ? value : w->by[place];
}

/* Records the replacement of the value. */
static void
remember(struct widening *w, LLVMValueRef value, LLVMValueRef by)
{
	uint32_t place = ptrmap_get(&w->map, value);

	if (place != PTRMAP_NONE) {
		w->by[place] = by;
		return;
	}
	w->by = arena_extend(&arena, w->by, w->n, sizeof *w->by);
	ptrmap_set(&w->map, value, (uint32_t)w->n);
	w->by[w->n++] = by;
}

/* --- functions --------------------------------------------------------------------- */

/* The instruction has an odd integer as operand or result, or in the type that it allocates or addresses. */
static bool
is_wanted(LLVMValueRef inst)
{
	int i, n = LLVMGetNumOperands(inst);

	if (widths_has_odd(LLVMTypeOf(inst)) || (LLVMIsAAllocaInst(inst) && widths_has_odd(LLVMGetAllocatedType(inst))) ||
	    (LLVMIsAGetElementPtrInst(inst) && widths_has_odd(LLVMGetGEPSourceElementType(inst))))
		return true;
	for (i = 0; i < n; i++)
		if (widths_has_odd(LLVMTypeOf(LLVMGetOperand(inst, (unsigned)i))))
			return true;
	return false;
}

/* Until an instruction is widened, an empty phi represents it: operands may come from later blocks. */
static void
hold_place(struct widening *w, LLVMValueRef inst)
{
	LLVMBuilderRef builder;

	if (!widths_has_odd(LLVMTypeOf(inst)))
		return;
	builder = LLVMCreateBuilderInContext(irmodule_context());
	LLVMPositionBuilderBefore(builder, inst);
	LLVMSetInstDebugLocation(builder, inst);
	remember(w, inst, LLVMBuildPhi(builder, widths_type(LLVMTypeOf(inst)), ""));
	LLVMDisposeBuilder(builder);
}

static void
fill_phi(struct widening *w, LLVMValueRef phi, LLVMValueRef wide)
{
	unsigned n = LLVMCountIncoming(phi), i;

	for (i = 0; i < n; i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		LLVMValueRef value = widths_value(w, LLVMGetIncomingValue(phi, i));

		LLVMAddIncoming(wide, &value, &from, 1);
	}
}

static int
refuse(LLVMValueRef inst)
{
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
	char *text = LLVMPrintValueToString(inst);

	diag(DIAG_ERROR, "function '%s': no form for SPIR-V of '%s'", irmodule_name(function), text + strspn(text, " "));
	LLVMDisposeMessage(text);
	return -1;
}

/* Finds constants that cannot be widened before instructions that use them are built. */
static bool
has_wide_operands(struct widening *w, LLVMValueRef inst)
{
	int i, n = LLVMGetNumOperands(inst);

	for (i = 0; i < n; i++) {
		LLVMValueRef operand = LLVMGetOperand(inst, (unsigned)i);

		if (widths_has_odd(LLVMTypeOf(operand)) && !widths_value(w, operand))
			return false;
	}
	return true;
}

static int
widen(struct widening *w, LLVMValueRef inst)
{
	LLVMValueRef place = widths_has_odd(LLVMTypeOf(inst)) ? widths_value(w, inst) : NULL, by;
	LLVMBuilderRef builder;

	if (!has_wide_operands(w, inst))
		return refuse(inst);
	if (LLVMIsAPHINode(inst)) {
		fill_phi(w, inst, place);
		return 0;
	}
	builder = builder_before(inst);
	by = widen_instruction(w, builder, inst);
	LLVMDisposeBuilder(builder);
	if (!by)
		return refuse(inst);
	if (place) {
		replace_instruction(place, by);
		remember(w, inst, by);
	} else if (by != inst && LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind) {
		LLVMReplaceAllUsesWith(inst, by);
	}
	return 0;
}

static int
widen_function(struct widening *w, LLVMValueRef function)
{
	struct instructions list = instructions_of(function, is_wanted);
	size_t i;
	int failed = 0;

	for (i = 0; i < list.n; i++)
		hold_place(w, list.item[i]);
	for (i = 0; i < list.n && !failed; i++)
		failed = widen(w, list.item[i]);
	for (i = 0; i < list.n && !failed; i++)
		if (LLVMGetTypeKind(LLVMTypeOf(list.item[i])) != LLVMVoidTypeKind)
			LLVMReplaceAllUsesWith(list.item[i], LLVMGetPoison(LLVMTypeOf(list.item[i])));
	for (i = 0; i < list.n && !failed; i++)
		LLVMInstructionEraseFromParent(list.item[i]);
	return failed;
}

/* --- signatures ---------------------------------------------------------------------- */

static bool
has_odd_signature(LLVMTypeRef type)
{
	LLVMTypeRef wider = function_type(type);

	return wider != type;
}

enum { MAX_ATTRIBUTES = 64 };

/* The type of the result or parameter with attributes of that index, NULL for the function or call itself. */
static LLVMTypeRef
type_at(LLVMValueRef value, LLVMAttributeIndex index)
{
	bool is_call = LLVMIsACallInst(value);

	if (index == (LLVMAttributeIndex)LLVMAttributeFunctionIndex)
		return NULL;
	if (index)
		return LLVMTypeOf((is_call ? LLVMGetOperand : LLVMGetParam)(value, index - 1));
	return is_call ? LLVMTypeOf(value) : LLVMGetReturnType(LLVMGlobalGetValueType(value));
}

void
widths_copy_attributes(LLVMValueRef from, LLVMValueRef to)
{
	bool is_call = LLVMIsACallInst(from);
	LLVMAttributeRef attribute[MAX_ATTRIBUTES];
	LLVMAttributeIndex index, last = (is_call ? LLVMGetNumArgOperands : LLVMCountParams)(from) + 1;
	unsigned n, i;

	for (index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex; index != last; index++) {
		LLVMTypeRef type = type_at(from, index);

		n = (is_call ? LLVMGetCallSiteAttributeCount : LLVMGetAttributeCountAtIndex)(from, index);
		if (n > MAX_ATTRIBUTES || (type && widths_has_odd(type)))
			continue;
		(is_call ? LLVMGetCallSiteAttributes : LLVMGetAttributesAtIndex)(from, index, attribute);
		for (i = 0; i < n; i++)
			(is_call ? LLVMAddCallSiteAttribute : LLVMAddAttributeAtIndex)(to, index, attribute[i]);
	}
}

static void
copy_metadata(LLVMValueRef from, LLVMValueRef to)
{
	size_t n, i;
	LLVMValueMetadataEntry *entry = LLVMGlobalCopyAllMetadata(from, &n);

	for (i = 0; i < n; i++)
		LLVMGlobalSetMetadata(to, LLVMValueMetadataEntriesGetKind(entry, (unsigned)i),
				      LLVMValueMetadataEntriesGetMetadata(entry, (unsigned)i));
	LLVMDisposeValueMetadataEntries(entry);
}

static void
take_name(LLVMValueRef from, LLVMValueRef to)
{
	size_t len;
	const char *name = LLVMGetValueName2(from, &len);

	name = arena_strndup(&arena, name, len);
	LLVMSetValueName2(from, "", 0);
	LLVMSetValueName2(to, name, len);
}

/* Moves name, linkage and other properties of a function or variable. */
static void
take_role(LLVMValueRef from, LLVMValueRef to)
{
	take_name(from, to);
	LLVMSetLinkage(to, LLVMGetLinkage(from));
	LLVMSetVisibility(to, LLVMGetVisibility(from));
	LLVMSetUnnamedAddress(to, LLVMGetUnnamedAddress(from));
	copy_metadata(from, to);
}

/* External callers may leave anything in the upper bits: clears them. */
static void
take_parameters(struct widening *w, LLVMValueRef from, LLVMValueRef to)
{
	LLVMBuilderRef builder = builder_before(LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(to)));
	unsigned n = LLVMCountParams(from), i;

	for (i = 0; i < n; i++) {
		LLVMValueRef old = LLVMGetParam(from, i), new = LLVMGetParam(to, i);
		LLVMTypeRef type = LLVMTypeOf(old);

		if (!widths_has_odd(type))
			LLVMReplaceAllUsesWith(old, new);
		else if (LLVMGetTypeKind(irtype_scalar(type)) == LLVMIntegerTypeKind)
			remember(w, old, widths_clear(builder, new, LLVMGetIntTypeWidth(irtype_scalar(type))));
		else
			remember(w, old, new);
		take_name(old, new);
	}
	LLVMDisposeBuilder(builder);
}

static void
widen_signature(struct widening *w, LLVMModuleRef module, LLVMValueRef function)
{
	LLVMValueRef wider = LLVMAddFunction(module, "", function_type(LLVMGlobalGetValueType(function)));
	LLVMBasicBlockRef block;

	take_role(function, wider);
	LLVMSetFunctionCallConv(wider, LLVMGetFunctionCallConv(function));
	widths_copy_attributes(function, wider);
	remember(w, function, wider);
	while ((block = LLVMGetFirstBasicBlock(function))) {
		LLVMRemoveBasicBlockFromParent(block);
		LLVMAppendExistingBasicBlock(wider, block);
	}
	if (LLVMGetFirstBasicBlock(wider))
		take_parameters(w, function, wider);
}

/* --- variables ------------------------------------------------------------------------ */

void
replace_variable(LLVMModuleRef module, LLVMValueRef global, LLVMTypeRef type, LLVMValueRef value)
{
	LLVMValueRef by = LLVMAddGlobalInAddressSpace(module, type, "", LLVMGetPointerAddressSpace(LLVMTypeOf(global)));

	if (value)
		LLVMSetInitializer(by, value);
	take_role(global, by);
	LLVMSetGlobalConstant(by, LLVMIsGlobalConstant(global));
	LLVMSetAlignment(by, LLVMGetAlignment(global));
	LLVMReplaceAllUsesWith(global, by);
	LLVMDeleteGlobal(global);
}

static int
widen_variable(LLVMModuleRef module, LLVMValueRef global)
{
	LLVMTypeRef type = widths_type(LLVMGlobalGetValueType(global));
	LLVMValueRef value = LLVMGetInitializer(global);

	value = value ? constant_value(value) : NULL;
	if (!value && LLVMGetInitializer(global)) {
		diag(DIAG_ERROR, "variable '%s': no form for SPIR-V of its initial value", irmodule_name(global));
		return -1;
	}
	replace_variable(module, global, type, value);
	return 0;
}

/* --- types of what pointers point to --------------------------------------------------- */

/* Parameters of a function or call that are copies of, or places for, an odd type. */
static void
widen_pointees(LLVMValueRef value, bool is_call)
{
	static const char *const kind_name[] = { "byval", "sret" };
	LLVMAttributeIndex i, n = (is_call ? LLVMGetNumArgOperands : LLVMCountParams)(value);
	size_t k;

	for (i = 1; i <= n; i++)
		for (k = 0; k < 2; k++) {
			unsigned kind = LLVMGetEnumAttributeKindForName(kind_name[k], strlen(kind_name[k]));
			LLVMAttributeRef old = (is_call ? LLVMGetCallSiteEnumAttribute : LLVMGetEnumAttributeAtIndex)(value, i, kind);
			LLVMTypeRef type = old ? LLVMGetTypeAttributeValue(old) : NULL;

			if (!type || !widths_has_odd(type))
				continue;
			(is_call ? LLVMRemoveCallSiteEnumAttribute : LLVMRemoveEnumAttributeAtIndex)(value, i, kind);
			(is_call ? LLVMAddCallSiteAttribute : LLVMAddAttributeAtIndex)(
				value, i, LLVMCreateTypeAttribute(irmodule_context(), kind, widths_type(type)));
		}
}

static bool
is_call(LLVMValueRef inst)
{
	return LLVMIsACallInst(inst);
}

static void
widen_call_pointees(LLVMValueRef call)
{
	widen_pointees(call, true);
}

int
prep_widths(LLVMModuleRef module)
{
	LLVMValueRef value, next;
	struct widening w = { .by = NULL };
	int failed = 0;

	wide_call_functions(module);
	ptrmap_init(&w.map, &arena, 64);
	for (value = LLVMGetFirstGlobal(module); value && !failed; value = next) {
		next = LLVMGetNextGlobal(value);
		if (widths_has_odd(LLVMGlobalGetValueType(value)))
			failed = widen_variable(module, value);
	}
	for (value = LLVMGetFirstFunction(module); value && !failed; value = LLVMGetNextFunction(value))
		if (!LLVMGetIntrinsicID(value) && ptrmap_get(&w.map, value) == PTRMAP_NONE &&
		    has_odd_signature(LLVMGlobalGetValueType(value)))
			widen_signature(&w, module, value);
	for (value = LLVMGetFirstFunction(module); value && !failed; value = LLVMGetNextFunction(value)) {
		failed = widen_function(&w, value);
		widen_pointees(value, false);
	}
	instructions_do(module, is_call, widen_call_pointees);
	for (value = LLVMGetFirstFunction(module); value && !failed; value = next) {
		next = LLVMGetNextFunction(value);
		if (LLVMIsDeclaration(value) && !LLVMGetFirstUse(value) && has_odd_signature(LLVMGlobalGetValueType(value)))
			LLVMDeleteFunction(value);
	}
	return failed;
}
