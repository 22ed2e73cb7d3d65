#include "bodywalk.h"

uint32_t
bodywalk_begin(struct bodywalk *walk, const struct bitmodule *module, uint32_t global, bool check)
{
	const struct bitglobal *function = &module->global[global];
	uint64_t type = function->row.op[GLOBAL_TYPE];

	if (type >= module->ntype || module->types.type[type].code != TYPE_CODE_FUNCTION || module->types.type[type].n < 2)
		return BITMODULE_NONE;
	walk->depth = 0;
	walk->order = (struct bitbody){ .stage = !check };
	walk->block[0] = module->body[function->body];
	bitreader_reenter(&walk->reader, &walk->block[0]);
	return module->types.type[type].n - 2;
}

enum bititem
bodywalk_enter(struct bodywalk *walk)
{
	if (walk->depth || !bitbody_takes_block(&walk->order, walk->inner.id))
		return BITS_BAD;
	if (walk->inner.id == USELIST_BLOCK_ID) {
		bitreader_skip(&walk->reader, &walk->inner);
		return bodywalk_next(walk);
	}
	walk->block[++walk->depth] = walk->inner;
	return BITS_BLOCK;
}

void
bodywalk_skip(struct bodywalk *walk)
{
	bitreader_skip(&walk->reader, &walk->block[walk->depth--]);
}
