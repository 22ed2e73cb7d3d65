#include "contents.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memstream.h"
#include "base/nametable.h"
#include "base/text.h"
#include "format/irnames.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"
#include "ir/irtext.h"

struct definition {
	const char *text;		/* behind its name, with a NUL at its end */
	uint64_t hash[2];
	uint32_t *use, nuse;		/* definitions that it mentions */
	uint32_t kernel;		/* the last kernel that reached it */
	bool local, hashed;
};

struct contents {
	struct arena *arena;
	struct nametable names;
	struct definition *definition;
	uint32_t n;
	uint32_t current;		/* the definition that is being hashed */
};

/* The name behind the "@" at text, without quotes, and what is behind it. */
static const char *
split_name(const char *text, const char **name, size_t *size)
{
	bool quoted = *text == '"';
	const char *end = irtext_end_of_name(text);

	*name = text + quoted;
	*size = (size_t)(end - *name);
	return *end == '"' ? end + 1 : end;
}

/* linkage: the text where a local definition has "internal" or "private". */
static void
add_definition(struct contents *c, const char *at, const char *linkage)
{
	struct definition *definition;
	const char *name;
	size_t size;

	c->definition = arena_extend(c->arena, c->definition, c->n, sizeof *c->definition);
	definition = &c->definition[c->n];
	*definition = (struct definition){ .text = split_name(at + 1, &name, &size), .kernel = UINT32_MAX };
	if (!linkage)
		linkage = definition->text + strspn(definition->text, " =");
	definition->local = text_starts(linkage, "internal ") || text_starts(linkage, "private ");
	nametable_set(&c->names, c->arena, name, size, c->n++);
}

/* Functions end with a line "}", variables and aliases with their line. */
static void
find_definitions(struct contents *c, char *text)
{
	static const char define[] = "define ";
	char *line, *end, *at;

	for (line = text; *line; line = end) {
		end = strchrnul(line, '\n');
		at = *line == '@' ? line : NULL;
		if (text_starts(line, define)) {
			at = memchr(line, '@', (size_t)(end - line));
			end = strstr(line, "\n}\n");
			end = end ? end + 2 : strchr(line, '\0');
		}
		if (at)
			add_definition(c, at, *line == '@' ? NULL : line + strlen(define));
		if (*end)
			*end++ = '\0';
	}
}

/* The names of local definitions do not count: their contents do. */
static const char *
put_use(void *context, FILE *out, const char *text)
{
	struct contents *c = context;
	struct definition *user = &c->definition[c->current];
	const char *name, *end;
	uint32_t used;
	size_t size;

	end = split_name(text, &name, &size);
	used = nametable_get(&c->names, name, size);
	putc('@', out);
	if (used == NAMETABLE_NONE || !c->definition[used].local)
		fwrite(name, 1, size, out);
	if (used != NAMETABLE_NONE) {
		user->use = arena_extend(c->arena, user->use, user->nuse, sizeof *user->use);
		user->use[user->nuse++] = used;
	}
	return end;
}

static void
hash_definition(struct contents *c, uint32_t which)
{
	struct definition *definition = &c->definition[which];
	struct memstream stream;
	struct hash hash;
	FILE *out = memstream_begin(&stream);
	size_t size;
	char *text;

	c->current = which;
	definition->hashed = true;
	irtext_normalise(out, definition->text, put_use, c);
	text = memstream_end(&stream, &size);
	hash_init(&hash);
	hash_add(&hash, text, size);
	hash_get(&hash, definition->hash);
	free(text);
}

static int
by_hash(const void *a, const void *b)
{
	return memcmp(a, b, sizeof ((struct definition *)0)->hash);
}

/* The hashes of all that the kernel reaches, ascending: the order of the module does not count. */
static void
hash_kernel(struct contents *c, uint32_t kernel, uint64_t result[2])
{
	uint32_t *reached = NULL, n = 0, i, k;
	uint64_t (*all)[2];
	struct hash hash;

	reached = arena_extend(c->arena, reached, n, sizeof *reached);
	reached[n++] = kernel;
	c->definition[kernel].kernel = kernel;
	for (i = 0; i < n; i++) {
		struct definition *definition = &c->definition[reached[i]];

		if (!definition->hashed)
			hash_definition(c, reached[i]);
		for (k = 0; k < definition->nuse; k++) {
			struct definition *used = &c->definition[definition->use[k]];

			if (used->kernel == kernel)
				continue;
			used->kernel = kernel;
			reached = arena_extend(c->arena, reached, n, sizeof *reached);
			reached[n++] = definition->use[k];
		}
	}
	all = arena_alloc(c->arena, n * sizeof *all);
	for (i = 0; i < n; i++)
		memcpy(all[i], c->definition[reached[i]].hash, sizeof all[i]);
	qsort(all, n, sizeof *all, by_hash);
	hash_init(&hash);
	hash_add(&hash, all, n * sizeof *all);
	hash_get(&hash, result);
}

void
contents_mark(LLVMModuleRef module, struct arena *arena)
{
	struct contents c = { .arena = arena };
	char *text = LLVMPrintModuleToString(module);
	LLVMValueRef function;

	find_definitions(&c, text);
	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
		const char *name = irmodule_name(function);
		uint32_t kernel = nametable_get(&c.names, name, strlen(name));
		uint64_t hash[2];
		int64_t word[4];

		if (LLVMIsDeclaration(function) || !irmodule_is_kernel(function) || kernel == NAMETABLE_NONE)
			continue;
		hash_kernel(&c, kernel, hash);
		for (size_t i = 0; i < 4; i++)
			word[i] = (int32_t)(hash[i / 2] >> i % 2 * 32);
		irmeta_set_ints(function, irmeta_kind(METADATA_CONTENTS), word, 4);
	}
	LLVMDisposeMessage(text);
}
