/* Dominators by iteration over the reverse post-order (Cooper, Harvey and Kennedy 2001). */
#include "mux/analysis/flow.h"

struct walk {
	const struct edges *e;
	int *order, *number;	/* nodes in post-order; their numbers, -1: not reached */
	int norder;
	int *idom;		/* e->n is the common root */
};

/* Post-order from one root, with an explicit stack: kernels may be long. */
static void
number_from(struct walk *w, struct arena *arena, int root)
{
	int *stack = arena_calloc(arena, (size_t)w->e->n + 1, sizeof *stack);
	int *next = arena_calloc(arena, (size_t)w->e->n + 1, sizeof *next);
	int depth = 0, node, to;

	if (w->number[root] != -1)
		return;
	stack[0] = root;
	w->number[root] = -2;
	while (depth >= 0) {
		node = stack[depth];
		if (next[node] < w->e->nsucc[node]) {
			to = w->e->succ[node][next[node]++];
			if (w->number[to] == -1) {
				w->number[to] = -2;
				stack[++depth] = to;
			}
		} else {
			w->number[node] = w->norder;
			w->order[w->norder++] = node;
			depth--;
		}
	}
}

static int
height(const struct walk *w, int node)
{
	return node == w->e->n ? w->norder : w->number[node];
}

/* The nearest node above both. */
static int
intersect(const struct walk *w, int a, int b)
{
	while (a != b) {
		while (height(w, a) < height(w, b))
			a = w->idom[a];
		while (height(w, b) < height(w, a))
			b = w->idom[b];
	}
	return a;
}

static int
new_dominator(const struct walk *w, int node)
{
	int best = w->e->root[node] ? w->e->n : -1, i, pred;

	for (i = 0; i < w->e->npred[node]; i++) {
		pred = w->e->pred[node][i];
		if (w->number[pred] < 0 || w->idom[pred] == -1)
			continue;
		best = best == -1 ? pred : intersect(w, best, pred);
	}
	return best;
}

int *
immediate_dominators(struct arena *arena, const struct edges *edges)
{
	size_t n = (size_t)edges->n;
	struct walk w = { .e = edges };
	bool changed = true;
	int i, dominator;

	w.order = arena_calloc(arena, n, sizeof *w.order);
	w.number = arena_calloc(arena, n, sizeof *w.number);
	w.idom = arena_calloc(arena, n, sizeof *w.idom);
	for (i = 0; i < edges->n; i++)
		w.number[i] = w.idom[i] = -1;
	for (i = 0; i < edges->n; i++)
		if (edges->root[i])
			number_from(&w, arena, i);
	while (changed) {
		changed = false;
		for (i = w.norder - 1; i >= 0; i--) {
			dominator = new_dominator(&w, w.order[i]);
			if (w.idom[w.order[i]] != dominator) {
				w.idom[w.order[i]] = dominator;
				changed = true;
			}
		}
	}
	for (i = 0; i < edges->n; i++)
		if (w.idom[i] == edges->n)
			w.idom[i] = -1;
	return w.idom;
}
