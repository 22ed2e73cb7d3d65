#include "unused.h"

#include <string.h>

#include "lex.h"
#include "place.h"

/* Tokens outside of system headers and of the attributes' arguments. */
struct own {
	uint32_t *token;
	size_t n;
};

/* The flag 3 behind the name in '# 12 "file" 1 3' says that the file is a system header. */
static bool
marks_system(const char *line, size_t len)
{
	const char *end = line + len, *at = end;

	while (at > line && at[-1] != '"')
		at--;
	for (; at < end; at++)
		if (*at == '3')
			return true;
	return false;
}

static struct own
find_own(const struct rewrite *rewrite, const struct lexed *lexed, struct arena *arena)
{
	const char *text = rewrite->text, *end = text + rewrite->len, *line, *next;
	struct own own = { arena_alloc(arena, (lexed->n + 1) * sizeof *own.token), 0 };
	bool system = false;
	size_t range = 0;
	uint32_t i = 1;

	for (line = text; line < end; line = next) {
		next = memchr(line, '\n', (size_t)(end - line));
		next = next ? next + 1 : end;
		if (*line == '#' && place_is_marker(line, (size_t)(next - line)))
			system = marks_system(line, (size_t)(next - line));
		for (; i < lexed->n && text + lexed->token[i].begin < next; i++) {
			while (range < rewrite->n_arguments && rewrite->argument[range].end <= lexed->token[i].begin)
				range++;
			if (!system && (range == rewrite->n_arguments || lexed->token[i].begin < rewrite->argument[range].begin))
				own.token[own.n++] = i;
		}
	}
	return own;
}

static bool
is_same_word(const struct lexed *lexed, uint32_t a, uint32_t b)
{
	const struct token *one = &lexed->token[a], *other = &lexed->token[b];

	return other->kind == TOKEN_WORD && one->end - one->begin == other->end - other->begin &&
	       !memcmp(lexed->text + one->begin, lexed->text + other->begin, one->end - one->begin);
}

/* "TYPE NAME =", "TYPE NAME {": that it has a value tells the declaration of a constant from other ones. */
static bool
is_declared(const struct lexed *lexed, uint32_t i)
{
	const struct token *token = &lexed->token[i];

	return (token[-1].kind == TOKEN_WORD || token[-1].punct == '>') && (token[1].punct == '=' || token[1].punct == '{');
}

/* The only one of those tokens that is the word declares it. */
static bool
is_named_nowhere(const struct lexed *lexed, const struct own *own, uint32_t word)
{
	bool found = false;
	size_t i;

	for (i = 0; i < own->n; i++) {
		if (!is_same_word(lexed, word, own->token[i]))
			continue;
		if (found || !is_declared(lexed, own->token[i]))
			return false;
		found = true;
	}
	return found;
}

bool
unused_any(const struct rewrite *rewrite, struct arena *arena)
{
	struct lexed lexed;
	struct own own;
	size_t range = 0;
	uint32_t i;

	if (!rewrite->n_arguments)
		return false;
	lex(&lexed, arena, rewrite->text, rewrite->len);
	own = find_own(rewrite, &lexed, arena);
	for (i = 1; i < lexed.n; i++) {
		while (range < rewrite->n_arguments && rewrite->argument[range].end <= lexed.token[i].begin)
			range++;
		if (range == rewrite->n_arguments)
			return false;
		if (lexed.token[i].kind == TOKEN_WORD && rewrite->argument[range].begin <= lexed.token[i].begin &&
		    is_named_nowhere(&lexed, &own, i))
			return true;
	}
	return false;
}
