#include "mux/lower/likely.h"

#include <inttypes.h>
#include <string.h>

#include "format/irnames.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"
#include "mux/lower/builtin.h"
#include "mux/regions/collective.h"

/* Fewer work-items are no work for vectors; more are more than most devices allow. */
enum { LEAST_ITEMS = 16, MOST_ITEMS = 1024 };

/* The dimension that a call asks for, 0 to 2; -1 for other instructions. */
static int
asked_dimension(LLVMValueRef i)
{
	int64_t dimension;

	switch (builtin_called(i)) {
	case BUILTIN_LOCAL_ID:
	case BUILTIN_GLOBAL_ID:
	case BUILTIN_GROUP_ID:
		return is_constant_number(LLVMGetOperand(i, 0), &dimension) && dimension >= 0 && dimension < 3 ? (int)dimension : -1;
	default:
		return -1;
	}
}

static unsigned
count_dimensions(LLVMValueRef function)
{
	int most = 0;
	LLVMBasicBlockRef block;
	LLVMValueRef i;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			if (asked_dimension(i) > most)
				most = asked_dimension(i);
	return (unsigned)most + 1;
}

static bool
has_barriers(LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef i;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			if (builtin_called(i) == BUILTIN_BARRIER || (collective_is_call(i) && !collective_is_of_sub_group(i)))
				return true;
	return false;
}

static bool
is_wanted(const uint32_t size[3])
{
	uint64_t items = 1;
	int i;

	for (i = 0; i < 3; i++) {
		if (!size[i] || size[i] > MOST_ITEMS)
			return false;
		items *= size[i];
	}
	return items >= LEAST_ITEMS && items <= MOST_ITEMS;
}

/* Arrays have room for a border or against conflicts of banks: sizes are powers of two. */
static uint32_t
round_down(uint64_t number)
{
	uint32_t power = 1;

	while (power <= MOST_ITEMS && power <= number / 2)
		power *= 2;
	return power;
}

/* The lengths of an array of arrays, the innermost first, three at most; how many. */
static unsigned
read_lengths(LLVMTypeRef type, uint64_t length[3])
{
	unsigned n = 0, i;

	for (; LLVMGetTypeKind(type) == LLVMArrayTypeKind; type = LLVMGetElementType(type)) {
		for (i = 2; i > 0; i--)
			length[i] = length[i - 1];
		length[0] = LLVMGetArrayLength2(type);
		n++;
	}
	return n < 3 ? n : 3;
}

void
likely_see(struct likely *likely, LLVMTypeRef type)
{
	uint64_t length[3] = { 0 };
	unsigned n = read_lengths(type, length), i;
	uint32_t size[3] = { 1, 1, 1 }, side;

	if (likely->size[0] || !n)
		return;
	if (!likely->dimensions)
		likely->dimensions = count_dimensions(likely->kernel->function);
	for (i = 0; i < likely->dimensions && i < n; i++)
		size[i] = round_down(length[i]);
	if (n == 1 && likely->dimensions == 2) {
		for (side = 1; side * side < size[0]; side *= 2)
			;
		if (side * side != size[0])
			return;
		size[0] = size[1] = side;
	} else if (n < likely->dimensions) {
		return;
	}
	if (is_wanted(size))
		memcpy(likely->size, size, sizeof size);
}

/* The kernel's own hint comes first. */
static void
take_hint(struct likely *likely)
{
	uint32_t size[3] = { 1, 1, 1 };
	int64_t *number;
	size_t n, i;

	if (!irmeta_get_ints(likely->c->arena, likely->kernel->function, irmeta_kind(METADATA_WORK_GROUP_SIZE_HINT), &number, &n) ||
	    !n || n > 3)
		return;
	for (i = 0; i < n; i++)
		size[i] = number[i] > 0 && number[i] <= MOST_ITEMS ? (uint32_t)number[i] : 0;
	if (is_wanted(size))
		memcpy(likely->size, size, sizeof size);
}

void
likely_note(struct likely *likely)
{
	LLVMValueRef function = likely->kernel->function;

	if (irmeta_get(function, irmeta_kind(METADATA_WORK_GROUP_SIZE)))
		return;
	take_hint(likely);
	if (!likely->size[0] || !has_barriers(function))
		return;
	irmodule_set_string_attribute(function, ATTRIBUTE_MUX_LIKELY_SIZE,
				      arena_printf(likely->c->arena, "%" PRIu32 ",%" PRIu32 ",%" PRIu32, likely->size[0],
						   likely->size[1], likely->size[2]));
}
