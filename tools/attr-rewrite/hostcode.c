#include "hostcode.h"

#include <stdbool.h>
#include <string.h>

#include "lex.h"

static bool
is_host_attribute(const struct lexed *lexed, uint32_t i)
{
	static const char *const name[] = { "target_clones", "__target_clones__", "ifunc", "__ifunc__", "regparm", "__regparm__", NULL };

	return lex_is_one_of(lexed, i, name) && lexed->token[i + 1].punct == '(' && lexed->token[i + 1].match;
}

/* The tokens from first to last become blanks; line ends stay. */
static void
blank(const struct lexed *lexed, char *text, uint32_t first, uint32_t last)
{
	for (uint32_t at = lexed->token[first].begin; at < lexed->token[last].end; at++)
		if (text[at] != '\n')
			text[at] = ' ';
}

/* "register TYPE NAME asm("REGISTER")": C++ takes no "register" without the rest, so that both go. */
static void
blank_register(const struct lexed *lexed, char *text, uint32_t first)
{
	static const char *const label[] = { "asm", "__asm__", "__asm", NULL };
	const struct token *token = lexed->token;
	uint32_t i = first + 1;

	while (!lex_is_one_of(lexed, i, label) && (token[i].kind == TOKEN_WORD || (token[i].punct && strchr("*&:", token[i].punct))))
		i++;
	if (lex_is_one_of(lexed, i, label) && token[i + 1].punct == '(' && token[i + 1].match) {
		blank(lexed, text, first, first);
		blank(lexed, text, i, token[i + 1].match);
	}
}

/* In __attribute__((...)). */
static void
blank_attributes(const struct lexed *lexed, char *text, uint32_t first)
{
	const struct token *token = lexed->token;

	for (uint32_t i = first + 1; i < token[first + 1].match; i++)
		if (is_host_attribute(lexed, i)) {
			blank(lexed, text, i, token[i + 1].match);
			i = token[i + 1].match;
		}
}

void
hostcode_blank(struct arena *arena, char *text, size_t len)
{
	static const char *const searched[] = { "register ", "target_clones", "ifunc", "regparm", NULL };
	static const char *const attribute[] = { "__attribute__", "__attribute", NULL };
	struct lexed lexed;
	size_t found = 0;

	while (searched[found] && !memmem(text, len, searched[found], strlen(searched[found])))
		found++;
	if (!searched[found])
		return;
	lex(&lexed, arena, text, len);
	for (uint32_t i = 1; i < lexed.n; i++) {
		if (lex_is(&lexed, i, "register"))
			blank_register(&lexed, text, i);
		else if (lex_is_one_of(&lexed, i, attribute))
			blank_attributes(&lexed, text, i);
		else if (lex_is(&lexed, i, "gnu") && lexed.token[i + 1].punct == ':' && i + 3 < lexed.n && is_host_attribute(&lexed, i + 3))
			blank(&lexed, text, i, lexed.token[i + 4].match);
	}
}
