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
	[MODULE_VERSION] = ".", [MODULE_TRIPLE] = "|.", [MODULE_DATALAYOUT] = "|.", [MODULE_ASM] = "|.",
	[MODULE_SECTION] = "|.", [MODULE_VARIABLE] = "..t.p...?.....A|.", [MODULE_FUNCTION] = "..t...A.....p..pp|.",
	[MODULE_GC] = "|.", [MODULE_COMDAT] = "|.", [MODULE_NAMES_OFFSET] = ".", [MODULE_ALIAS] = "..t.a|.",
	[MODULE_SOURCE] = "|.", [MODULE_HASH] = "|.", [MODULE_IFUNC] = "..t.a|.",
};

static const char *const type_spec[] = {
	[TYPES_COUNT] = ".", [2] = "", "", "", "", "|.", ".", NULL, NULL, "", ".t", ".t|.", "", "", "", "", "", ".|t",
	[TYPE_STRUCT_NAME] = "|.", ".|t", ".|t", "", "", "", ".", NULL,
};

static const char *const constant_spec[] = {
	[CONSTANT_SET_TYPE] = "t", "", "", ".", "|.", "|.", "|a", "|.", "|.", ".aa|.", ".ta|.", NULL, "aaa", "tata", "aata", "aaa",
	"taa.", NULL, "taaa", NULL, "ta.", "|.", NULL, NULL, ".a|.", "", "ta", NULL, "ta", "t|.", "t....|ta", "t.|ta",
	"aaaa", "aaaaa",
};

static const char *const metadata_spec[] = {
	[NODE_VALUE] = "ta", [NODE_TUPLE] = "|N", [NODE_NAME] = "|.", [5] = "|N", NULL, "...MN|.", NULL, NULL, "|M", NULL, "...|N",
	".NNNN", "..N|.", "..NN|.", ".NN.N?N", "..NN.NNN.N.N.N.", "..NN.NNN.N.N.NNNNNNNNN.N.N", "..N.",
	[NODE_UNIT] = "..NN.N.N.NN.NN.N....NN|.", ".NNNN.N.N...NNNN.NNN|.", ".NN..", ".NN.", ".NN", ".NN.", "..NN.N",
	".NNNN.N..NN.N", ".NNN.N...N", ".|.", ".NN.NN.N", "..NN.NNN", ".NNNNNN..", "...NN", "...NN", NULL, NULL, ".NN", NULL, NULL,
	".NNN|.", "..NNNNN..", NULL, NULL, ".NNNN.", ".NNNN", "|M", ".", ".NN.NN..NNNNN", "..NN|.",
};

static const char *const function_spec[] = {
	[INSTRUCTION_BLOCKS] = ".", "Vv.?.", "Vt.?.", NULL, NULL, "VV", "VvV", "VvV", NULL, "?V", "b?bv", "tvb|ab",
	[15] = "", "t|sb", NULL, NULL, "tta.?.", "Vt..", [23] = "tvt", [26] = "V|.", "VV|.", "Vv.?.", "VvV?.", NULL, "tv|b",
	[33] = "", [35] = "..NN.?..", "..", [39] = "V", [41] = "Vt....", [43] = ".tV|V", "VV..", "VV....", "VVv......", "t..|.V", "v?b",
	"vb", "v.|V", "v.|V", "v.|b", [55] = ".|B", "V.?.", [58] = "V", "VV.....", "|a", "MMMM", "MMMM", "MMMMMMM", "MMMV", "MM",
	"MMMM",
};

/* The role of a function's record by its code. */
enum { BESIDE = 1, STEP, END, PLACED, CALLS, BUNDLE };
static const uint8_t role[] = {
	[2] = STEP, STEP, [6] = STEP, STEP, STEP, [10] = END, END, END, END, [15] = END, STEP, [19] = STEP, STEP, [23] = STEP,
	[26] = STEP, STEP, STEP, STEP, [31] = END, [33] = PLACED, CALLS, PLACED, STEP, [39] = END, [41] = STEP, [43] = STEP, STEP,
	STEP, STEP, STEP, END, END, STEP, STEP, END, [55] = BUNDLE, STEP, END, STEP, STEP, BESIDE, BESIDE, BESIDE, BESIDE, BESIDE,
	BESIDE, BESIDE,
};

/* Records of a function that define a value, whatever their operands. */
static const uint8_t defines_value[] = {
	[2] = 1, 1, [6] = 1, 1, 1, [16] = 1, [19] = 1, 1, [23] = 1, [26] = 1, 1, 1, 1, [41] = 1, [43] = 1, [46] = 1, 1,
	[50] = 1, 1, 1, [56] = 1, [58] = 1, 1,
};

static const uint64_t BUNDLE_METADATA = 0x80000000u;
enum { CALL_HAS_FAST_MATH = 17, CALL_HAS_TYPE = 15, INVOKE_HAS_TYPE = 13 };

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
	if (bitrecord_get(walk->record, walk->i) != BUNDLE_METADATA) {
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
	if (number >= types->n || types->type[number].code != TYPE_FUNCTION || types->type[number].n < 2)
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
	for (i = 2; i < type->n; i++) {
		code = type->op[i] < types->n ? types->type[type->op[i]].code : 0;
		take(walk, code == TYPE_METADATA ? OPERAND_NODE_VALUE : code == TYPE_LABEL ? OPERAND_PLAIN : OPERAND_VALUE);
	}
	*defines = type->op[1] < types->n && types->type[type->op[1]].code != TYPE_VOID;
	return take_all(walk, "|V");
}

static bool
take_call(struct walk *walk, const struct bittypes *types, bool *defines)
{
	uint64_t flags = bitrecord_get(walk->record, 1), n;

	take(walk, OPERAND_ATTRIBUTES);
	take(walk, OPERAND_PLAIN);
	switch (walk->record->code) {
	case INSTRUCTION_CALL:
		if (!(flags >> CALL_HAS_TYPE & 1))
			return false;
		if (flags >> CALL_HAS_FAST_MATH & 1)
			take(walk, OPERAND_PLAIN);
		break;
	case INSTRUCTION_INVOKE:	/* normal and unwind destination */
		if (!(flags >> INVOKE_HAS_TYPE & 1))
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
	case BLOCK_MODULE:
		return take_all(&walk, SPEC(module_spec, record->code));
	case BLOCK_TYPES:
		return record->code == TYPE_TARGET ? take_target(&walk) : take_all(&walk, SPEC(type_spec, record->code));
	case BLOCK_CONSTANTS:
		return take_all(&walk, SPEC(constant_spec, record->code));
	case BLOCK_METADATA:
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
	if (code == INSTRUCTION_CALL || code == INSTRUCTION_INVOKE || code == INSTRUCTION_CALLBR)
		return take_call(&walk, types, defines);
	/* Behind the pairs there may be flags. */
	if (code == INSTRUCTION_PHI && record->n % 2 == 0 && record->n) {
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
	unsigned stage = id == BLOCK_CONSTANTS ? STAGE_CONSTANTS : id == BLOCK_METADATA ? STAGE_METADATA
			 : id == BLOCK_NAMES ? STAGE_NAMES : id == BLOCK_ATTACHMENTS ? STAGE_ATTACHMENTS
			 : id == BLOCK_USE_LISTS ? STAGE_USES : STAGE_START;
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

	if (code == INSTRUCTION_BLOCKS) {
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
	if (bundled && code != INSTRUCTION_CALL && code != INSTRUCTION_INVOKE && code != INSTRUCTION_CALLBR)
		return false;
	return is && body->ended - (is == END) < body->declared;
}

bool
bitbody_is_whole(const struct bitbody *body)
{
	return !body->inside && !body->bundles && body->ended == body->declared && body->declared;
}
