#include "mux/regions/order.h"

#include <string.h>

#include "format/irnames.h"
#include "ir/irmodule.h"

int
order_read(struct compilation *c, struct kernel *kernel)
{
	static const char orders[][4] = { "xyz", "xzy", "yxz", "yzx", "zxy", "zyx" };
	size_t n = sizeof orders / sizeof *orders, len = 3, i = 0, k;
	const char *value = irmodule_string_attribute(kernel->function, ATTRIBUTE_MUX_ORDER, &len);

	while (value && i < n && (len != 3 || memcmp(orders[i], value, len)))
		i++;
	if (i == n)
		return kernel_error(c, kernel, NULL, "its attribute '%s' is '%.*s', not xyz, xzy, yxz, yzx, zxy or zyx",
				    ATTRIBUTE_MUX_ORDER, (int)len, value);
	if (i && kernel->sub_group_size > 1)
		return kernel_error(c, kernel, NULL, "its attribute '%s' is '%s', but sub-groups of %u run in the order xyz",
				    ATTRIBUTE_MUX_ORDER, orders[i], kernel->sub_group_size);
	for (k = 0; k < 3; k++)
		kernel->order[k] = (uint8_t)(orders[i][k] - 'x');
	return 0;
}

static LLVMAttributeRef
schedule_of(LLVMValueRef call)
{
	return LLVMGetCallSiteStringAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, ATTRIBUTE_MUX_SCHEDULE,
					      strlen(ATTRIBUTE_MUX_SCHEDULE));
}

void
order_keep_schedule(LLVMValueRef from, LLVMValueRef to)
{
	LLVMAttributeRef attribute = schedule_of(from);

	if (attribute)
		LLVMAddCallSiteAttribute(to, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute);
}

bool
order_is_said(LLVMValueRef barrier)
{
	return schedule_of(barrier) != NULL;
}

int
order_read_schedule(struct compilation *c, const struct kernel *kernel, LLVMValueRef barrier, enum schedule *schedule)
{
	/* Vectors with a scalar tail are one way among any. */
	static const struct { const char *name; enum schedule schedule; } names[] = {
		{ "unordered", SCHEDULE_ANY }, { "scalar-tail", SCHEDULE_ANY }, { "linear", SCHEDULE_LINEAR },
		{ "once", SCHEDULE_ONCE } };
	LLVMAttributeRef attribute = schedule_of(barrier);
	const char *value;
	unsigned len;
	size_t i;

	*schedule = SCHEDULE_ANY;
	if (!attribute)
		return 0;
	value = LLVMGetStringAttributeValue(attribute, &len);
	for (i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i].name) == len && !memcmp(names[i].name, value, len)) {
			*schedule = names[i].schedule;
			return 0;
		}
	return kernel_error(c, kernel, barrier, "the attribute '%s' of a barrier is '%.*s', not unordered, once, scalar-tail or linear",
			    ATTRIBUTE_MUX_SCHEDULE, (int)len, value);
}

/* A slot that the region from start writes, that differs between work-items and is read behind its end. */
static bool
leaves_values(const struct flow *flow, int start)
{
	int n, *order = regions_blocks(flow, start, false, &n), i, k, s, to;
	const struct block *block;

	for (s = 0; s < flow->nslot; s++) {
		if (!slot_is_carried(&flow->slot[s]) || flow->slot[s].hard_uniform)
			continue;
		for (i = 0; i < n && !bit_test(flow->block[order[i]].def, s); i++)
			;
		if (i == n)
			continue;
		for (i = 0; i < n; i++) {
			block = &flow->block[order[i]];
			for (k = 0; k < block->nsucc; k++) {
				to = block->succ[k];
				if (flow->block[to].hard && bit_test(flow->block[to].live_in, s))
					return true;
			}
		}
	}
	return false;
}

int
order_check(const struct flow *flow, const struct cut *cut)
{
	static const char once[] = "one work-item runs the code behind a barrier whose '" ATTRIBUTE_MUX_SCHEDULE "' is 'once', but";
	int i;

	for (i = 0; i < flow->nblock; i++) {
		if (!flow->block[i].hard || cut->schedule[flow->block[i].hard] != SCHEDULE_ONCE)
			continue;
		if (flow->kernel->sub_group_size > 1)
			return kernel_error(flow->c, flow->kernel, NULL, "%s the kernel has sub-groups", once);
		if (flow->leaves_early)
			return kernel_error(flow->c, flow->kernel, NULL, "%s others may return before it", once);
		if (leaves_values(flow, i))
			return kernel_error(flow->c, flow->kernel, NULL, "%s all need a value that is computed there", once);
	}
	return 0;
}
