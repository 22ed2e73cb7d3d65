#include "unused.h"

#include <string.h>

#include "base/nametable.h"
#include "lex.h"
#include "place.h"

/* How the source names a word of the attributes' arguments elsewhere. */
struct word {
	uint32_t n;
	bool declared;		/* the last time */
};

struct words {
	struct nametable number;
	struct word *word;
	uint32_t n;
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

/* "TYPE NAME =", "TYPE NAME {": that it has a value tells the declaration of a constant from other ones. */
static bool
is_declared(const struct lexed *lexed, uint32_t i)
{
	const struct token *token = &lexed->token[i];

	return (token[-1].kind == TOKEN_WORD || token[-1].punct == '>') && (token[1].punct == '=' || token[1].punct == '{');
}

/* The words in the attributes' arguments. */
static int
find_words(const struct rewrite *rewrite, const struct lexed *lexed, struct arena *arena, struct words *words)
{
	const struct token *token = lexed->token + 1, *end = lexed->token + lexed->n;
	size_t range;
	uint32_t number;

	words->word = arena_calloc(arena, lexed->n + 1, sizeof *words->word);
	for (range = 0; range < rewrite->n_arguments; range++) {
		while (token < end && token->begin < rewrite->argument[range].begin)
			token++;
		for (; token < end && token->begin < rewrite->argument[range].end; token++) {
			number = words->n;
			if (token->kind != TOKEN_WORD ||
			    nametable_get(&words->number, lexed->text + token->begin, token->end - token->begin) != NAMETABLE_NONE)
				continue;
			if (nametable_set(&words->number, arena, lexed->text + token->begin, token->end - token->begin, number))
				return -1;
			words->n++;
		}
	}
	return 0;
}

/* Takes up a token outside of system headers and of the attributes' arguments. */
static void
count_token(const struct lexed *lexed, uint32_t i, struct words *words)
{
	const struct token *token = &lexed->token[i];
	uint32_t number;

	if (token->kind != TOKEN_WORD)
		return;
	number = nametable_get(&words->number, lexed->text + token->begin, token->end - token->begin);
	if (number == NAMETABLE_NONE)
		return;
	words->word[number].n++;
	words->word[number].declared = is_declared(lexed, i);
}

static void
count_words(const struct rewrite *rewrite, const struct lexed *lexed, struct words *words)
{
	const char *text = rewrite->text, *end = text + rewrite->len, *line, *next;
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
				count_token(lexed, i, words);
		}
	}
}

bool
unused_any(const struct rewrite *rewrite, struct arena *arena)
{
	struct words words = { .n = 0 };
	struct lexed lexed;
	uint32_t i;

	if (!rewrite->n_arguments)
		return false;
	lex(&lexed, arena, rewrite->text, rewrite->len);
	if (find_words(rewrite, &lexed, arena, &words))
		return false;
	count_words(rewrite, &lexed, &words);
	for (i = 0; i < words.n; i++)
		if (words.word[i].n == 1 && words.word[i].declared)
			return true;
	return false;
}
