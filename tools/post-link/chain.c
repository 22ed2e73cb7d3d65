#include "chain.h"

#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memstream.h"
#include "ir/irmodule.h"
#include "post-link.h"

struct diag_place
place_of(LLVMValueRef instruction)
{
	struct diag_place place = { 0 };
	const char *name;
	unsigned len;

	if (!instruction || !LLVMGetDebugLocLine(instruction))
		return place;
	name = LLVMGetDebugLocFilename(instruction, &len);
	if (!name || !len)
		return place;
	place.file = arena_strndup(&arena, name, len);
	place.line = LLVMGetDebugLocLine(instruction);
	place.col = LLVMGetDebugLocColumn(instruction);
	return place;
}

static struct diag_place
place_of_location(LLVMMetadataRef location)
{
	LLVMMetadataRef scope = LLVMDILocationGetScope(location), file = scope ? LLVMDIScopeGetFile(scope) : NULL;
	struct diag_place place = { 0 };
	const char *name;
	unsigned len;

	name = file ? LLVMDIFileGetFilename(file, &len) : NULL;
	if (!name || !len)
		return place;
	place.file = arena_strndup(&arena, name, len);
	place.line = LLVMDILocationGetLine(location);
	place.col = LLVMDILocationGetColumn(location);
	return place;
}

static bool
same_folder(const char *a, const char *b)
{
	const char *x = strrchr(a, '/'), *y = strrchr(b, '/');

	return x && y ? x - a == y - b && !memcmp(a, b, (size_t)(x - a)) : !x && !y;
}

struct diag_place
user_place_of(LLVMValueRef instruction)
{
	LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
	struct diag_place innermost = { 0 }, place;

	if (location)
		innermost = place_of_location(location);
	while (innermost.file && (location = LLVMDILocationGetInlinedAt(location))) {
		place = place_of_location(location);
		if (place.file && !same_folder(place.file, innermost.file))
			return place;
	}
	return innermost;
}

void
chain_note(const struct graph *graph, const uint32_t *from, uint32_t node)
{
	struct memstream memory;
	FILE *stream = memstream_begin(&memory);
	size_t n = 0, size, i;
	uint32_t *chain, k;
	char *text;

	for (k = node; from[k] != k; k = from[k])
		n++;
	chain = arena_alloc(&arena, (n + 1) * sizeof *chain);
	for (i = n; i-- > 0; node = from[node])
		chain[i] = node;
	fprintf(stream, "reached from %s '%s'", graph->node[node].kernel ? "kernel" : "function",
		irmodule_demangle(&arena, graph->node[node].name));
	for (i = 0; i < n; i++)
		fprintf(stream, " -> '%s'", irmodule_demangle(&arena, graph->node[chain[i]].name));
	text = memstream_end(&memory, &size);
	diag(DIAG_NOTE, "%s", text);
	free(text);
}
