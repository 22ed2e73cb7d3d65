#include "hash.h"

#include <llvm-c/blake3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/memstream.h"
#include "ir/irmodule.h"
#include "ir/irtext.h"
#include "post-link.h"

/* The depth to which the contents of local definitions count. */
enum { DEPTH = 3 };

struct hasher {
	const struct graph *graph;
	struct closure closure;
	struct hash *known[DEPTH];	/* [depth][node] */
	bool *is_known[DEPTH];
};

struct hasher *
hasher_new(const struct graph *graph)
{
	struct hasher *h = arena_calloc(&arena, 1, sizeof *h);
	int depth;

	h->graph = graph;
	closure_init(&h->closure, graph);
	for (depth = 0; depth < DEPTH; depth++) {
		h->known[depth] = arena_calloc(&arena, (size_t)graph->nnode + 1, sizeof **h->known);
		h->is_known[depth] = arena_calloc(&arena, (size_t)graph->nnode + 1, sizeof **h->is_known);
	}
	return h;
}

static struct hash hash_text(struct hasher *h, uint32_t node, int depth);

static LLVMValueRef
find_global(const struct graph *graph, const char *name)
{
	LLVMValueRef value = LLVMGetNamedFunction(graph->module, name);

	if (!value)
		value = LLVMGetNamedGlobal(graph->module, name);
	return value ? value : LLVMGetNamedGlobalAlias(graph->module, name, strlen(name));
}

/* Where a name is met. */
struct level {
	struct hasher *hasher;
	int depth;
};

/* Writes a function or variable into the hashed text: its name, or its contents when it is local. */
static const char *
put_global(void *context, FILE *out, const char *text)
{
	struct hasher *h = ((struct level *)context)->hasher;
	int depth = ((struct level *)context)->depth;
	bool quoted = *text == '"';
	const char *end = irtext_end_of_name(text);
	char *name = strndup(text + quoted, (size_t)(end - text - quoted));
	LLVMValueRef value = name ? find_global(h->graph, name) : NULL;
	uint32_t node = value ? graph_index(h->graph, value) : PTRMAP_NONE;

	if (!value || !irmodule_is_local(value) || node == PTRMAP_NONE) {
		/* Nameless ones are numbered in order: leave the number out. */
		fprintf(out, "@%s", name && name[strspn(name, "0123456789")] ? name : "");
	} else if (depth + 1 < DEPTH) {
		struct hash inner = hash_text(h, node, depth + 1);

		putc('@', out);
		fwrite(inner.byte, 1, sizeof inner.byte, out);
	}
	free(name);
	return *end == '"' ? end + 1 : end;
}

static struct hash
digest(const void *data, size_t size)
{
	llvm_blake3_hasher blake;
	struct hash hash;

	llvm_blake3_hasher_init(&blake);
	llvm_blake3_hasher_update(&blake, data, size);
	llvm_blake3_hasher_finalize(&blake, hash.byte, sizeof hash.byte);
	return hash;
}

/* The name of the definition itself is left out. */
static struct hash
hash_text(struct hasher *h, uint32_t node, int depth)
{
	struct level level = { h, depth };
	char *printed, *text, *self;
	struct memstream stream;
	struct hash hash;
	size_t size;
	FILE *out;

	if (h->is_known[depth][node])
		return h->known[depth][node];
	/* Set first: a definition may mention itself. */
	h->is_known[depth][node] = true;
	out = memstream_begin(&stream);
	printed = LLVMPrintValueToString(h->graph->node[node].value);
	self = strchr(printed, '@');
	if (self) {
		fwrite(printed, 1, (size_t)(self - printed), out);
		self = (char *)irtext_end_of_name(self + 1);
		irtext_normalise(out, *self == '"' ? self + 1 : self, put_global, &level);
	}
	LLVMDisposeMessage(printed);
	text = memstream_end(&stream, &size);
	hash = digest(text, size);
	free(text);
	h->known[depth][node] = hash;
	return hash;
}

struct hash
hash_node(struct hasher *h, uint32_t node)
{
	return hash_text(h, node, 0);
}

static int
by_bytes(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct hash));
}

struct hash
hash_closure(struct hasher *h, uint32_t node)
{
	struct hash *all, hash;
	size_t i, n = 0;

	closure_reach(&h->closure, h->graph, &node, 1);
	all = calloc(h->closure.n, sizeof *all);
	if (!all)
		die("out of memory");
	for (i = 0; i < h->closure.n; i++)
		if (h->graph->node[h->closure.node[i]].defined)
			all[n++] = hash_node(h, h->closure.node[i]);
	qsort(all, n, sizeof *all, by_bytes);
	hash = digest(all, n * sizeof *all);
	free(all);
	return hash;
}

struct line {
	struct hash hash;
	const char *name;
};

static int
by_line(const void *a, const void *b)
{
	const struct line *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : by_bytes(&x->hash, &y->hash);
}

/* Local names do not count: prints "-" for them. */
int
hash_print_all(const struct graph *graph)
{
	struct hasher *h = hasher_new(graph);
	struct line *line = arena_calloc(&arena, (size_t)graph->nnode + 1, sizeof *line);
	size_t n = 0, i, k;
	uint32_t node;

	for (node = 0; node < graph->nnode; node++)
		if (graph->node[node].defined) {
			line[n].name = irmodule_is_local(graph->node[node].value) ? "-" : graph->node[node].name;
			line[n++].hash = hash_node(h, node);
		}
	qsort(line, n, sizeof *line, by_line);
	for (i = 0; i < n; i++) {
		for (k = 0; k < sizeof line[i].hash.byte; k++)
			printf("%02x", line[i].hash.byte[k]);
		printf(" %s\n", line[i].name);
	}
	return fflush(stdout) ? -1 : 0;
}
