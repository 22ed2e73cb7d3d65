#include "mux/analysis/natural.h"

bool
natural_find(const struct flow *flow, struct natural *loop, int head)
{
	size_t n = (size_t)flow->nblock;
	int *stack = NULL, depth = 0, k, i;
	const struct block *block = &flow->block[head];

	*loop = (struct natural){ head, NULL };
	for (k = 0; k < block->npred; k++) {
		if (!flow_dominates(flow, head, block->pred[k]))
			continue;
		if (!loop->body) {
			loop->body = arena_calloc(flow->c->arena, n, sizeof *loop->body);
			stack = arena_calloc(flow->c->arena, n, sizeof *stack);
			loop->body[head] = true;
		}
		if (!loop->body[block->pred[k]]) {
			loop->body[block->pred[k]] = true;
			stack[depth++] = block->pred[k];
		}
	}
	while (depth) {
		block = &flow->block[stack[--depth]];
		for (k = 0; k < block->npred; k++) {
			i = block->pred[k];
			if (loop->body[i])
				continue;
			loop->body[i] = true;
			stack[depth++] = i;
		}
	}
	return loop->body != NULL;
}

int
natural_code_size(const struct flow *flow, const struct natural *loop)
{
	LLVMValueRef k;
	int i, n = 0;

	for (i = 0; i < flow->nblock; i++)
		for (k = loop->body[i] ? LLVMGetFirstInstruction(flow->block[i].block) : NULL; k; k = LLVMGetNextInstruction(k))
			n++;
	return n;
}
