#include "soft.h"

#include "uniform.h"

int
soft_find(struct flow *flow, const struct cut *cut, struct compilation *c, struct kernel *kernel)
{
	int i;

	flow_build(flow, c, kernel);
	regions_mark(flow, cut);
	uniform_find(flow);
	for (i = 0; i < flow->nslot; i++)
		flow->slot[i].hard_uniform = flow->slot[i].uniform;
	return 0;
}
