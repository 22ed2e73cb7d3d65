#include "records.h"

#include <string.h>

/*
 * The operands of a record, a letter each:
 *
 *	.  plain	t  type		a  value	p  value + 1	A  attribute list + 1
 *	M  metadata	N  metadata + 1
 *	v  value, relative	V  the same, followed by its type if the value is defined later
 *	s  value, relative with sign	B  value like V, or a marker and metadata
 *	b  basic block	?  the rest may be missing	|  the rest is repeated to the record's end
 */
static const char *const module_spec[] = {
	[MODULE_CODE_VERSION] = ".", [MODULE_CODE_TRIPLE] = "|.", [MODULE_CODE_DATALAYOUT] = "|.",
	[MODULE_CODE_ASM] = "|.", [MODULE_CODE_SECTIONNAME] = "|.", [MODULE_CODE_GLOBALVAR] = "..t.p...?......A|.",
	[MODULE_CODE_FUNCTION] = "..t...A.....p..pp|.", [MODULE_CODE_GCNAME] = "|.", [MODULE_CODE_COMDAT] = "|.",
	[MODULE_CODE_VSTOFFSET] = ".", [MODULE_CODE_ALIAS] = "..t.a|.", [MODULE_CODE_SOURCE_FILENAME] = "|.",
	[MODULE_CODE_HASH] = "|.", [MODULE_CODE_IFUNC] = "..t.a|.",
};

static const char *const type_spec[] = {
	[TYPE_CODE_NUMENTRY] = ".", [TYPE_CODE_VOID] = "", [TYPE_CODE_FLOAT] = "", [TYPE_CODE_DOUBLE] = "",
	[TYPE_CODE_LABEL] = "", [TYPE_CODE_OPAQUE] = "|.", [TYPE_CODE_INTEGER] = ".", [TYPE_CODE_HALF] = "",
	[TYPE_CODE_ARRAY] = ".t", [TYPE_CODE_VECTOR] = ".t|.", [TYPE_CODE_X86_FP80] = "", [TYPE_CODE_FP128] = "",
	[TYPE_CODE_PPC_FP128] = "", [TYPE_CODE_METADATA] = "", [TYPE_CODE_X86_MMX] = "",
	[TYPE_CODE_STRUCT_ANON] = ".|t", [TYPE_CODE_STRUCT_NAME] = "|.", [TYPE_CODE_STRUCT_NAMED] = ".|t",
	[TYPE_CODE_FUNCTION] = ".|t", [TYPE_CODE_TOKEN] = "", [TYPE_CODE_BFLOAT] = "", [TYPE_CODE_X86_AMX] = "",
	[TYPE_CODE_OPAQUE_POINTER] = ".",
};

static const char *const constant_spec[] = {
	[CST_CODE_SETTYPE] = "t", [CST_CODE_NULL] = "", [CST_CODE_UNDEF] = "", [CST_CODE_INTEGER] = ".",
	[CST_CODE_WIDE_INTEGER] = "|.", [CST_CODE_FLOAT] = "|.", [CST_CODE_AGGREGATE] = "|a", [CST_CODE_STRING] = "|.",
	[CST_CODE_CSTRING] = "|.", [CST_CODE_CE_BINOP] = ".aa|.", [CST_CODE_CE_CAST] = ".ta|.",
	[CST_CODE_CE_SELECT] = "aaa", [CST_CODE_CE_EXTRACTELT] = "tata", [CST_CODE_CE_INSERTELT] = "aata",
	[CST_CODE_CE_SHUFFLEVEC] = "aaa", [CST_CODE_CE_CMP] = "taa.", [CST_CODE_CE_SHUFVEC_EX] = "taaa",
	[CST_CODE_BLOCKADDRESS] = "ta.", [CST_CODE_DATA] = "|.", [CST_CODE_CE_UNOP] = ".a|.", [CST_CODE_POISON] = "",
	[CST_CODE_DSO_LOCAL_EQUIVALENT] = "ta", [CST_CODE_NO_CFI_VALUE] = "ta", [CST_CODE_INLINEASM] = "t|.",
	[CST_CODE_CE_GEP_WITH_INRANGE] = "t....|ta", [CST_CODE_CE_GEP] = "t.|ta", [CST_CODE_PTRAUTH] = "aaaa",
	[CST_CODE_PTRAUTH2] = "aaaaa",
};

static const char *const metadata_spec[] = {
	[METADATA_VALUE] = "ta", [METADATA_NODE] = "|N", [METADATA_NAME] = "|.", [METADATA_DISTINCT_NODE] = "|N",
	[METADATA_LOCATION] = "...MN|.", [METADATA_NAMED_NODE] = "|M", [METADATA_GENERIC_DEBUG] = "...|N",
	[METADATA_SUBRANGE] = ".NNNN", [METADATA_ENUMERATOR] = "..N|.", [METADATA_BASIC_TYPE] = "..NN|.",
	[METADATA_FILE] = ".NN.N?N", [METADATA_DERIVED_TYPE] = "..NN.NNN.N.N.N.",
	[METADATA_COMPOSITE_TYPE] = "..NN.NNN.N.N.NNNNNNNNN.N.N", [METADATA_SUBROUTINE_TYPE] = "..N.",
	[METADATA_COMPILE_UNIT] = "..NN.N.N.NN.NN.N....NN|.", [METADATA_SUBPROGRAM] = ".NNNN.N.N...NNNN.NNN|.",
	[METADATA_LEXICAL_BLOCK] = ".NN..", [METADATA_LEXICAL_BLOCK_FILE] = ".NN.", [METADATA_NAMESPACE] = ".NN",
	[METADATA_TEMPLATE_TYPE] = ".NN.", [METADATA_TEMPLATE_VALUE] = "..NN.N",
	[METADATA_GLOBAL_VAR] = ".NNNN.N..NN.N", [METADATA_LOCAL_VAR] = ".NNN.N...N", [METADATA_EXPRESSION] = ".|.",
	[METADATA_OBJC_PROPERTY] = ".NN.NN.N", [METADATA_IMPORTED_ENTITY] = "..NN.NNN",
	[METADATA_MODULE] = ".NNNNNN..", [METADATA_MACRO] = "...NN", [METADATA_MACRO_FILE] = "...NN",
	[METADATA_GLOBAL_VAR_EXPR] = ".NN", [METADATA_LABEL] = ".NNN|.", [METADATA_STRING_TYPE] = "..NNNNN..",
	[METADATA_COMMON_BLOCK] = ".NNNN.", [METADATA_GENERIC_SUBRANGE] = ".NNNN", [METADATA_ARG_LIST] = "|M",
	[METADATA_ASSIGN_ID] = ".", [METADATA_SUBRANGE_TYPE] = ".NN.NN..NNNNN", [METADATA_FIXED_POINT_TYPE] = "..NN|.",
};

static const char *const function_spec[] = {
	[FUNC_CODE_DECLAREBLOCKS] = ".", [FUNC_CODE_INST_BINOP] = "Vv.?.", [FUNC_CODE_INST_CAST] = "Vt.?.",
	[FUNC_CODE_INST_EXTRACTELT] = "VV", [FUNC_CODE_INST_INSERTELT] = "VvV", [FUNC_CODE_INST_SHUFFLEVEC] = "VvV",
	[FUNC_CODE_INST_RET] = "?V", [FUNC_CODE_INST_BR] = "b?bv", [FUNC_CODE_INST_SWITCH] = "tvb|ab",
	[FUNC_CODE_INST_UNREACHABLE] = "", [FUNC_CODE_INST_PHI] = "t|sb", [FUNC_CODE_INST_ALLOCA] = "tta.?.",
	[FUNC_CODE_INST_LOAD] = "Vt..", [FUNC_CODE_INST_VAARG] = "tvt", [FUNC_CODE_INST_EXTRACTVAL] = "V|.",
	[FUNC_CODE_INST_INSERTVAL] = "VV|.", [FUNC_CODE_INST_CMP2] = "Vv.?.", [FUNC_CODE_INST_VSELECT] = "VvV?.",
	[FUNC_CODE_INST_INDIRECTBR] = "tv|b", [FUNC_CODE_DEBUG_LOC_AGAIN] = "", [FUNC_CODE_DEBUG_LOC] = "..NN.?..",
	[FUNC_CODE_INST_FENCE] = "..", [FUNC_CODE_INST_RESUME] = "V", [FUNC_CODE_INST_LOADATOMIC] = "Vt....",
	[FUNC_CODE_INST_GEP] = ".tV|V", [FUNC_CODE_INST_STORE] = "VV..", [FUNC_CODE_INST_STOREATOMIC] = "VV....",
	[FUNC_CODE_INST_CMPXCHG] = "VVv......", [FUNC_CODE_INST_LANDINGPAD] = "t..|.V",
	[FUNC_CODE_INST_CLEANUPRET] = "v?b", [FUNC_CODE_INST_CATCHRET] = "vb", [FUNC_CODE_INST_CATCHPAD] = "v.|V",
	[FUNC_CODE_INST_CLEANUPPAD] = "v.|V", [FUNC_CODE_INST_CATCHSWITCH] = "v.|b",
	[FUNC_CODE_OPERAND_BUNDLE] = ".|B", [FUNC_CODE_INST_UNOP] = "V.?.", [FUNC_CODE_INST_FREEZE] = "V",
	[FUNC_CODE_INST_ATOMICRMW] = "VV.....", [FUNC_CODE_BLOCKADDR_USERS] = "|a",
	[FUNC_CODE_DEBUG_RECORD_VALUE] = "MMMM", [FUNC_CODE_DEBUG_RECORD_DECLARE] = "MMMM",
	[FUNC_CODE_DEBUG_RECORD_ASSIGN] = "MMMMMMM", [FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE] = "MMMV",
	[FUNC_CODE_DEBUG_RECORD_LABEL] = "MM", [FUNC_CODE_DEBUG_RECORD_DECLARE_VALUE] = "MMMM",
};

/* The role of a function's record by its code. */
enum { BESIDE = 1, STEP, END, PLACED, CALLS, BUNDLE };
static const uint8_t role[] = {
	[FUNC_CODE_INST_BINOP] = STEP, [FUNC_CODE_INST_CAST] = STEP, [FUNC_CODE_INST_EXTRACTELT] = STEP,
	[FUNC_CODE_INST_INSERTELT] = STEP, [FUNC_CODE_INST_SHUFFLEVEC] = STEP, [FUNC_CODE_INST_RET] = END,
	[FUNC_CODE_INST_BR] = END, [FUNC_CODE_INST_SWITCH] = END, [FUNC_CODE_INST_INVOKE] = END,
	[FUNC_CODE_INST_UNREACHABLE] = END, [FUNC_CODE_INST_PHI] = STEP, [FUNC_CODE_INST_ALLOCA] = STEP,
	[FUNC_CODE_INST_LOAD] = STEP, [FUNC_CODE_INST_VAARG] = STEP, [FUNC_CODE_INST_EXTRACTVAL] = STEP,
	[FUNC_CODE_INST_INSERTVAL] = STEP, [FUNC_CODE_INST_CMP2] = STEP, [FUNC_CODE_INST_VSELECT] = STEP,
	[FUNC_CODE_INST_INDIRECTBR] = END, [FUNC_CODE_DEBUG_LOC_AGAIN] = PLACED, [FUNC_CODE_INST_CALL] = CALLS,
	[FUNC_CODE_DEBUG_LOC] = PLACED, [FUNC_CODE_INST_FENCE] = STEP, [FUNC_CODE_INST_RESUME] = END,
	[FUNC_CODE_INST_LOADATOMIC] = STEP, [FUNC_CODE_INST_GEP] = STEP, [FUNC_CODE_INST_STORE] = STEP,
	[FUNC_CODE_INST_STOREATOMIC] = STEP, [FUNC_CODE_INST_CMPXCHG] = STEP, [FUNC_CODE_INST_LANDINGPAD] = STEP,
	[FUNC_CODE_INST_CLEANUPRET] = END, [FUNC_CODE_INST_CATCHRET] = END, [FUNC_CODE_INST_CATCHPAD] = STEP,
	[FUNC_CODE_INST_CLEANUPPAD] = STEP, [FUNC_CODE_INST_CATCHSWITCH] = END, [FUNC_CODE_OPERAND_BUNDLE] = BUNDLE,
	[FUNC_CODE_INST_UNOP] = STEP, [FUNC_CODE_INST_CALLBR] = END, [FUNC_CODE_INST_FREEZE] = STEP,
	[FUNC_CODE_INST_ATOMICRMW] = STEP, [FUNC_CODE_BLOCKADDR_USERS] = BESIDE,
	[FUNC_CODE_DEBUG_RECORD_VALUE] = BESIDE, [FUNC_CODE_DEBUG_RECORD_DECLARE] = BESIDE,
	[FUNC_CODE_DEBUG_RECORD_ASSIGN] = BESIDE, [FUNC_CODE_DEBUG_RECORD_VALUE_SIMPLE] = BESIDE,
	[FUNC_CODE_DEBUG_RECORD_LABEL] = BESIDE, [FUNC_CODE_DEBUG_RECORD_DECLARE_VALUE] = BESIDE,
};

/* Records of a function that define a value, whatever their operands. */
static const uint8_t defines_value[] = {
	[FUNC_CODE_INST_BINOP] = 1, [FUNC_CODE_INST_CAST] = 1, [FUNC_CODE_INST_EXTRACTELT] = 1,
	[FUNC_CODE_INST_INSERTELT] = 1, [FUNC_CODE_INST_SHUFFLEVEC] = 1, [FUNC_CODE_INST_PHI] = 1,
	[FUNC_CODE_INST_ALLOCA] = 1, [FUNC_CODE_INST_LOAD] = 1, [FUNC_CODE_INST_VAARG] = 1,
	[FUNC_CODE_INST_EXTRACTVAL] = 1, [FUNC_CODE_INST_INSERTVAL] = 1, [FUNC_CODE_INST_CMP2] = 1,
	[FUNC_CODE_INST_VSELECT] = 1, [FUNC_CODE_INST_LOADATOMIC] = 1, [FUNC_CODE_INST_GEP] = 1,
	[FUNC_CODE_INST_CMPXCHG] = 1, [FUNC_CODE_INST_LANDINGPAD] = 1, [FUNC_CODE_INST_CATCHPAD] = 1,
	[FUNC_CODE_INST_CLEANUPPAD] = 1, [FUNC_CODE_INST_CATCHSWITCH] = 1, [FUNC_CODE_INST_UNOP] = 1,
	[FUNC_CODE_INST_FREEZE] = 1, [FUNC_CODE_INST_ATOMICRMW] = 1,
};

static const uint64_t OB_METADATA = 0x80000000u;	/* LLVM's name; too great for an enumerator of C */
enum { INVOKE_EXPLICIT_TYPE = 13 };

#define SPEC(table, code) ((code) < sizeof(table) / sizeof *(table) ? (table)[code] : NULL)

/* --- the letters -------------------------------------------------------------------- */

/* A record whose operands' kinds are being found. */
struct walk {
	const struct bitrecord *record;
	uint8_t *kind;
	size_t i;		/* the next operand */
	uint32_t next;
};

static inline void
take(struct walk *walk, enum operand_kind kind)
{
	if (walk->i < walk->record->n)
		walk->kind[walk->i++] = (uint8_t)kind;
}

static void
take_typed(struct walk *walk)
{
	bool later = walk->i < walk->record->n &&
		     operand_value(walk->record->op[walk->i], walk->next) >= walk->next;

	take(walk, OPERAND_VALUE);
	if (later)
		take(walk, OPERAND_TYPE);
}

static void
take_bundled(struct walk *walk)
{
	if (bitrecord_get(walk->record, walk->i) != OB_METADATA) {
		take_typed(walk);
		return;
	}
	take(walk, OPERAND_PLAIN);
	take(walk, OPERAND_NODE_VALUE);
}

/* The kind + 1 of letters that describe one operand completely. */
static const uint8_t kind_of[128] = {
	['.'] = OPERAND_PLAIN + 1, ['t'] = OPERAND_TYPE + 1, ['a'] = OPERAND_ABSOLUTE + 1, ['p'] = OPERAND_OPTIONAL + 1,
	['A'] = OPERAND_ATTRIBUTES + 1, ['M'] = OPERAND_NODE + 1, ['N'] = OPERAND_OPTIONAL_NODE + 1, ['v'] = OPERAND_VALUE + 1,
	['s'] = OPERAND_SIGNED + 1, ['b'] = OPERAND_BLOCK + 1,
};

/*
 * More operands than letters, or fewer, are an unknown form.  (Kinds are bytes,
 * which may alias anything: the loop copies what it needs to local variables.)
 */
static bool
take_all(struct walk *walk, const char *spec)
{
	const uint64_t *op = walk->record->op;
	size_t i = walk->i, n = walk->record->n;
	uint8_t *kind = walk->kind;
	uint32_t next = walk->next;
	const char *again = NULL;
	bool enough = false;

	if (!spec)
		return false;
	while (i < n) {
		unsigned letter = (unsigned char)*spec++;

		if (letter == 'V') {
			kind[i] = OPERAND_VALUE;
			if (operand_value(op[i++], next) >= next && i < n)
				kind[i++] = OPERAND_TYPE;
		} else if (kind_of[letter]) {
			kind[i++] = (uint8_t)(kind_of[letter] - 1);
		} else if (letter == '|') {
			again = spec;
		} else if (letter == '?') {
			enough = true;
		} else if (letter == 'B') {
			walk->i = i;
			take_bundled(walk);
			i = walk->i;
		} else if (again) {
			spec = again;
		} else {
			return false;
		}
	}
	walk->i = i;
	return !*spec || enough || *spec == '?' || *spec == '|' || spec == again;
}

/* --- records with a count inside -------------------------------------------------------- */

/* TARGET: [number of types, types..., numbers...], its name before it. */
static bool
take_target(struct walk *walk)
{
	uint64_t n = bitrecord_get(walk->record, 0);

	take(walk, OPERAND_PLAIN);
	for (; n && walk->i < walk->record->n; n--)
		take(walk, OPERAND_TYPE);
	return !n && take_all(walk, "|.");
}

static const struct bittype *
function_type(const struct bittypes *types, uint64_t number)
{
	if (number >= types->n || types->type[number].code != TYPE_CODE_FUNCTION || types->type[number].n < 2)
		return NULL;
	return &types->type[number];
}

/* The function's type, the function, and its arguments by their types. */
static bool
take_callee(struct walk *walk, const struct bittypes *types, bool *defines)
{
	const struct bittype *type = function_type(types, bitrecord_get(walk->record, walk->i));
	uint32_t i, code;

	if (!type || walk->i >= walk->record->n)
		return false;
	take(walk, OPERAND_TYPE);
	take_typed(walk);
	for (i = FUNCTION_PARAMETERS; i < type->n; i++) {
		code = type->op[i] < types->n ? types->type[type->op[i]].code : 0;
		take(walk, code == TYPE_CODE_METADATA ? OPERAND_NODE_VALUE : code == TYPE_CODE_LABEL ? OPERAND_PLAIN : OPERAND_VALUE);
	}
	*defines = type->op[FUNCTION_RESULT] < types->n && types->type[type->op[FUNCTION_RESULT]].code != TYPE_CODE_VOID;
	return take_all(walk, "|V");
}

static bool
take_call(struct walk *walk, const struct bittypes *types, bool *defines)
{
	uint64_t flags = bitrecord_get(walk->record, 1), n;

	take(walk, OPERAND_ATTRIBUTES);
	take(walk, OPERAND_PLAIN);
	switch (walk->record->code) {
	case FUNC_CODE_INST_CALL:
		if (!(flags >> CALL_EXPLICIT_TYPE & 1))
			return false;
		if (flags >> CALL_FMF & 1)
			take(walk, OPERAND_PLAIN);
		break;
	case FUNC_CODE_INST_INVOKE:	/* normal and unwind destination */
		if (!(flags >> INVOKE_EXPLICIT_TYPE & 1))
			return false;
		take(walk, OPERAND_BLOCK);
		take(walk, OPERAND_BLOCK);
		break;
	default:
		take(walk, OPERAND_BLOCK);
		n = bitrecord_get(walk->record, walk->i);
		take(walk, OPERAND_PLAIN);
		for (; n && walk->i < walk->record->n; n--)
			take(walk, OPERAND_BLOCK);
		break;
	}
	return take_callee(walk, types, defines);
}

/* --- the records ------------------------------------------------------------------------- */

bool
record_kinds(unsigned block, const struct bitrecord *record, uint8_t *kind)
{
	struct walk walk = { record, kind, 0, 0 };

	switch (block) {
	case MODULE_BLOCK_ID:
		return take_all(&walk, SPEC(module_spec, record->code));
	case TYPE_BLOCK_ID_NEW:
		return record->code == TYPE_CODE_TARGET_TYPE ? take_target(&walk) : take_all(&walk, SPEC(type_spec, record->code));
	case CONSTANTS_BLOCK_ID:
		return take_all(&walk, SPEC(constant_spec, record->code));
	case METADATA_BLOCK_ID:
		return take_all(&walk, SPEC(metadata_spec, record->code));
	default:
		return false;
	}
}

bool
record_function_kinds(const struct bittypes *types, uint32_t next, const struct bitrecord *record, uint8_t *kind,
		      bool *defines)
{
	struct walk walk = { record, kind, 0, next };
	uint64_t code = record->code;
	struct bitrecord pairs;

	*defines = code < sizeof defines_value && defines_value[code];
	if (code == FUNC_CODE_INST_CALL || code == FUNC_CODE_INST_INVOKE || code == FUNC_CODE_INST_CALLBR)
		return take_call(&walk, types, defines);
	/* Behind the pairs there may be flags. */
	if (code == FUNC_CODE_INST_PHI && record->n % 2 == 0 && record->n) {
		pairs = *record;
		pairs.n--;
		walk.record = &pairs;
		kind[pairs.n] = OPERAND_PLAIN;
	}
	if (!take_all(&walk, SPEC(function_spec, code)))
		return false;
	return true;
}

/* --- a function as a whole ------------------------------------------------------------------ */

enum { STAGE_START, STAGE_BLOCKS, STAGE_CONSTANTS, STAGE_METADATA, STAGE_INSTRUCTIONS, STAGE_NAMES, STAGE_ATTACHMENTS, STAGE_USES };

bool
bitbody_takes_block(struct bitbody *body, unsigned id)
{
	unsigned stage = id == CONSTANTS_BLOCK_ID ? STAGE_CONSTANTS : id == METADATA_BLOCK_ID ? STAGE_METADATA
			 : id == VALUE_SYMTAB_BLOCK_ID ? STAGE_NAMES : id == METADATA_ATTACHMENT_ID ? STAGE_ATTACHMENTS
			 : id == USELIST_BLOCK_ID ? STAGE_USES : STAGE_START;
	bool fits = stage > body->stage && body->stage >= STAGE_BLOCKS;

	body->stage = stage;
	return fits && !body->bundles;
}

bool
bitbody_takes(struct bitbody *body, const struct bitrecord *record)
{
	uint64_t code = record->code;
	unsigned is = code < sizeof role ? role[code] : 0;
	bool bundled = body->bundles;

	if (code == FUNC_CODE_DECLAREBLOCKS) {
		body->declared = (uint32_t)bitrecord_get(record, 0);
		return body->stage++ == STAGE_START && body->declared && body->declared == record->op[0];
	}
	if (body->stage < STAGE_BLOCKS || body->stage > STAGE_INSTRUCTIONS)
		return false;
	body->stage = STAGE_INSTRUCTIONS;
	if (is == BUNDLE)
		return body->bundles = true;
	if (is == BESIDE || is == PLACED)
		return !bundled && (is == BESIDE || body->instructions);
	body->bundles = false;
	body->instructions++;
	body->inside = is != END;
	body->ended += is == END;
	if (bundled && code != FUNC_CODE_INST_CALL && code != FUNC_CODE_INST_INVOKE && code != FUNC_CODE_INST_CALLBR)
		return false;
	return is && body->ended - (is == END) < body->declared;
}

bool
bitbody_is_whole(const struct bitbody *body)
{
	return !body->inside && !body->bundles && body->ended == body->declared && body->declared;
}
