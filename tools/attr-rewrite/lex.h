/*
 * Preprocessed C++ as an array of tokens: enough of the language's lexical
 * rules to find attributes; any other input is accepted too.  Blanks,
 * comments and directives (line markers too) give no tokens.
 */
#ifndef ATTR_REWRITE_LEX_H
#define ATTR_REWRITE_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum token_kind { TOKEN_END, TOKEN_WORD, TOKEN_NUMBER, TOKEN_LITERAL, TOKEN_PUNCT };

struct token {
	uint32_t begin, end;	/* bytes of the text */
	uint32_t match;		/* brackets: the token that closes or opens; 0 when there is none */
	uint8_t kind;		/* enum token_kind */
	char punct;		/* TOKEN_PUNCT: the character (one each, "::" is two; the bracket of a digraph), else 0 */
};

struct lexed {
	const char *text;	/* text[len] is NUL */
	size_t len;
	struct token *token;	/* token[0] and token[n] are TOKEN_END, those between are the text's */
	uint32_t n;
};

/* Tokens of text (kept by reference), with their brackets matched.  len must be below 2^32. */
void lex(struct lexed *lexed, struct arena *arena, const char *text, size_t len);

/* The token is that word. */
bool lex_is(const struct lexed *lexed, uint32_t i, const char *word);
/* The token is one of those words; NULL ends them. */
bool lex_is_one_of(const struct lexed *lexed, uint32_t i, const char *const *word);

#endif
