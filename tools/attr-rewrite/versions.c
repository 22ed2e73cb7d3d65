#include "versions.h"

#include <stdbool.h>
#include <string.h>

#include "lex.h"

static const char never[] = " __attribute__((enable_if(0, \"\")))";

/* One attribute of a version. */
struct version {
	uint32_t first, last;	/* its tokens, with "gnu::" */
	uint32_t begin, end;	/* the tokens of all of __attribute__((...)) or [[...]] */
	uint32_t name;		/* the function's: its token */
	bool is_default;
	bool is_alone;		/* target_version: a version also where no default is written */
};

struct versions {
	struct arena *arena;
	const struct lexed *lexed;
	struct version *version;
	uint32_t n;
};

static bool
has_brackets(const struct lexed *lexed, uint32_t i)
{
	static const char *const word[] = { "__attribute__", "__attribute", "__declspec", "alignas", "decltype", "noexcept",
					    "throw", "explicit", "requires", NULL };

	return lex_is_one_of(lexed, i, word);
}

static bool
same_word(const struct lexed *lexed, uint32_t i, uint32_t j)
{
	const struct token *a = &lexed->token[i], *b = &lexed->token[j];

	return a->end - a->begin == b->end - b->begin && !memcmp(lexed->text + a->begin, lexed->text + b->begin, a->end - a->begin);
}

static bool
is_default(const struct lexed *lexed, uint32_t i)
{
	static const char text[] = "\"default\"";
	const struct token *token = &lexed->token[i];

	return token->end - token->begin == sizeof text - 1 && !memcmp(lexed->text + token->begin, text, sizeof text - 1);
}

/* The function's name when the attribute that begins there is behind the parameters, else 0. */
static uint32_t
name_before(const struct lexed *lexed, uint32_t begin)
{
	const struct token *token = lexed->token;

	for (uint32_t i = begin - 1; i; i--) {
		if (token[i].punct == ')' && token[i].match > 1) {
			i = token[i].match - 1;
			if (!has_brackets(lexed, i))
				return i;
		} else if (token[i].kind != TOKEN_WORD && token[i].punct != '&') {
			return 0;
		}
	}
	return 0;
}

/* Its name when the attribute that ends there is before it, else 0: what the first bracket follows. */
static uint32_t
name_behind(const struct lexed *lexed, uint32_t end)
{
	const struct token *token = lexed->token;

	for (uint32_t i = end + 1; i < lexed->n && !(token[i].punct && strchr(";{}=", token[i].punct)); i++) {
		if (token[i].punct == '[' && token[i].match)
			i = token[i].match;
		else if (token[i].punct == '(' && !has_brackets(lexed, i - 1))
			return i - 1;
		else if (token[i].punct == '(' && token[i].match)
			i = token[i].match;
	}
	return 0;
}

/* The attribute at token i, of the specifier with the tokens from begin to end. */
static void
version_add(struct versions *versions, uint32_t first, uint32_t i, uint32_t begin, uint32_t end)
{
	static const char *const alone[] = { "target_version", "__target_version__", NULL };
	static const char *const with_default[] = { "target", "__target__", NULL };
	const struct lexed *lexed = versions->lexed;
	const struct token *token = lexed->token;
	struct version *version;
	uint32_t name;

	if (!lex_is_one_of(lexed, i, alone) && !lex_is_one_of(lexed, i, with_default))
		return;
	name = name_before(lexed, begin);
	if (!name)
		name = name_behind(lexed, end);
	if (token[i + 1].punct != '(' || !token[i + 1].match || !name)
		return;
	versions->version = arena_extend(versions->arena, versions->version, versions->n, sizeof *version);
	version = &versions->version[versions->n++];
	*version = (struct version){ .first = first, .last = token[i + 1].match, .begin = begin, .end = end, .name = name,
				     .is_default = is_default(lexed, i + 2), .is_alone = lex_is_one_of(lexed, i, alone) };
}

static void
versions_find(struct versions *versions)
{
	static const char *const attribute[] = { "__attribute__", "__attribute", NULL };
	const struct lexed *lexed = versions->lexed;
	const struct token *token = lexed->token;

	for (uint32_t i = 1; i < lexed->n; i++) {
		if (lex_is_one_of(lexed, i, attribute) && token[i + 1].match) {
			for (uint32_t at = i + 2; at < token[i + 1].match; at++)
				version_add(versions, at, at, i, token[i + 1].match);
			i = token[i + 1].match;
		} else if (token[i].punct == '[' && token[i + 1].punct == '[' && token[i].match) {
			for (uint32_t at = i + 2; at + 3 < token[i].match; at++)
				if (token[at].kind == TOKEN_WORD && token[at + 1].punct == ':')
					version_add(versions, at, at + 3, i, token[i].match);
			i = token[i].match;
		}
	}
}

static bool
has_default(const struct versions *versions, const struct version *version)
{
	for (uint32_t i = 0; i < versions->n; i++)
		if (versions->version[i].is_default && same_word(versions->lexed, versions->version[i].name, version->name))
			return true;
	return version->is_alone;
}

static void
blank(const struct lexed *lexed, char *text, const struct version *version)
{
	for (uint32_t at = lexed->token[version->first].begin; at < lexed->token[version->last].end; at++)
		if (text[at] != '\n')
			text[at] = ' ';
}

/* The new text: what is inserted is behind the attributes of its version. */
static const char *
versions_put(const struct versions *versions, size_t *len)
{
	const struct lexed *lexed = versions->lexed;
	char *copy = arena_strndup(versions->arena, lexed->text, lexed->len);
	char *text = arena_alloc(versions->arena, lexed->len + versions->n * sizeof never + 1);
	size_t from = 0, to = 0;

	for (uint32_t i = 0; i < versions->n; i++) {
		const struct version *version = &versions->version[i];
		uint32_t end = lexed->token[version->end].end;

		if (!has_default(versions, version))
			continue;
		blank(lexed, copy, version);
		if (version->is_default)
			continue;
		memcpy(text + to, copy + from, end - from);
		to += end - from;
		memcpy(text + to, never, sizeof never - 1);
		to += sizeof never - 1;
		from = end;
	}
	memcpy(text + to, copy + from, lexed->len - from + 1);
	*len = to + lexed->len - from;
	return text;
}

const char *
versions_leave_default(struct arena *arena, const char *text, size_t *len)
{
	struct versions versions = { .arena = arena };
	struct lexed lexed;

	if (!memmem(text, *len, "\"default\"", 9) && !memmem(text, *len, "target_version", 14))
		return text;
	lex(&lexed, arena, text, *len);
	versions.lexed = &lexed;
	versions_find(&versions);
	return versions.n ? versions_put(&versions, len) : text;
}
