#include "lex.h"

#include <string.h>

enum { C_SPACE = 1, C_WORD = 2, C_DIGIT = 4 };

/* What each byte can be; bytes above 127 are letters of UTF-8 identifiers. */
static uint8_t class_of[256];

static void
init_classes(void)
{
	int c;

	for (c = 0; c < 256; c++) {
		class_of[c] = 0;
		if (c == ' ' || (c >= '\t' && c <= '\r') || c == 0)
			class_of[c] = C_SPACE;
		else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 128)
			class_of[c] = C_WORD;
		else if (c >= '0' && c <= '9')
			class_of[c] = C_WORD | C_DIGIT;
	}
}

static int
class_at(const struct lexed *lexed, size_t at)
{
	return class_of[(unsigned char)lexed->text[at]];
}

/* The end of the line that contains at; a backslash before the newline continues it. */
static size_t
line_end(const struct lexed *lexed, size_t at)
{
	const char *newline;

	for (;;) {
		newline = memchr(lexed->text + at, '\n', lexed->len - at);
		if (!newline)
			return lexed->len;
		at = (size_t)(newline - lexed->text);
		if (!at || lexed->text[at - 1] != '\\')
			return at;
		at++;
	}
}

static size_t
comment_end(const struct lexed *lexed, size_t at)
{
	const char *end = memmem(lexed->text + at + 2, lexed->len - at - 2, "*/", 2);

	return end ? (size_t)(end - lexed->text) + 2 : lexed->len;
}

/* The first byte of the next token, or len.  *at_start: only blanks since the last newline. */
static size_t
skip_blanks(const struct lexed *lexed, size_t at, bool *at_start)
{
	const char *text = lexed->text;

	while (at < lexed->len) {
		if (text[at] == '\n') {
			*at_start = true;
			at++;
		} else if (class_at(lexed, at) & C_SPACE) {
			at++;
		} else if (text[at] == '#' && *at_start) {
			at = line_end(lexed, at);
		} else if (text[at] == '/' && text[at + 1] == '/') {
			at = line_end(lexed, at);
		} else if (text[at] == '/' && text[at + 1] == '*') {
			at = comment_end(lexed, at);
		} else {
			break;
		}
	}
	return at;
}

/* The end of the literal whose quote is at at; for an unfinished one its newline. */
static size_t
literal_end(const struct lexed *lexed, size_t at)
{
	const char *text = lexed->text;
	char quote = text[at++];

	while (at < lexed->len && text[at] != quote && text[at] != '\n')
		at += text[at] == '\\' && at + 1 < lexed->len ? 2 : 1;
	return at < lexed->len && text[at] == quote ? at + 1 : at;
}

/* The same for a raw string, quote at at; 0 when it is not one. */
static size_t
raw_end(const struct lexed *lexed, size_t at)
{
	const char *text = lexed->text, *mark = text + at + 1, *end;
	size_t n = 0, from;
	char close[20];

	while (n < 17 && at + 1 + n < lexed->len && !strchr("()\\ \t\n\v\f", mark[n]))
		n++;
	if (n > 16 || mark[n] != '(')
		return 0;
	close[0] = ')';
	memcpy(close + 1, mark, n);
	close[n + 1] = '"';
	from = at + n + 2;
	end = memmem(text + from, lexed->len - from, close, n + 2);
	return end ? (size_t)(end - text) + n + 2 : lexed->len;
}

/* The word text[begin, end) can be the prefix of a raw string. */
static bool
is_raw_prefix(const char *text, size_t begin, size_t end)
{
	static const char *const prefix[] = { "R", "LR", "uR", "UR", "u8R" };
	size_t i;

	for (i = 0; i < sizeof prefix / sizeof *prefix; i++)
		if (strlen(prefix[i]) == end - begin && !memcmp(prefix[i], text + begin, end - begin))
			return true;
	return false;
}

/* Numbers as the preprocessor sees them: 1'000, 0x1p-3, 1.5e+3f. */
static size_t
number_end(const struct lexed *lexed, size_t at)
{
	const char *text = lexed->text;

	for (;; at++) {
		if (class_at(lexed, at) & C_WORD || text[at] == '.')
			continue;
		if (text[at] == '\'' && class_at(lexed, at + 1) & C_WORD)
			continue;
		if ((text[at] == '+' || text[at] == '-') && strchr("eEpP", text[at - 1]))
			continue;
		return at;
	}
}

static size_t
word_end(const struct lexed *lexed, size_t begin, struct token *token)
{
	size_t at = begin, raw;

	while (class_at(lexed, at) & C_WORD)
		at++;
	token->kind = TOKEN_WORD;
	if (lexed->text[at] != '"' || !is_raw_prefix(lexed->text, begin, at))
		return at;
	raw = raw_end(lexed, at);
	if (!raw)
		return at;
	token->kind = TOKEN_LITERAL;
	return raw;
}

/* The bracket that the digraph at at means, 0 without one; "<::" is "<" and "::" unless ':' or '>' follows. */
static char
digraph(const char *text, size_t at)
{
	static const char *const spelling[] = { "<:", ":>", "<%", "%>" };
	size_t i;

	if (!strncmp(text + at, "<::", 3) && text[at + 3] != ':' && text[at + 3] != '>')
		return 0;
	for (i = 0; i < sizeof spelling / sizeof *spelling; i++)
		if (!strncmp(text + at, spelling[i], 2))
			return "[]{}"[i];
	return 0;
}

static size_t
read_token(const struct lexed *lexed, size_t at, struct token *token)
{
	const char *text = lexed->text;
	int class = class_at(lexed, at);

	if (class & C_DIGIT || (text[at] == '.' && class_at(lexed, at + 1) & C_DIGIT)) {
		token->kind = TOKEN_NUMBER;
		return number_end(lexed, at + 1);
	}
	if (class & C_WORD)
		return word_end(lexed, at, token);
	if (text[at] == '"' || text[at] == '\'') {
		token->kind = TOKEN_LITERAL;
		return literal_end(lexed, at);
	}
	token->kind = TOKEN_PUNCT;
	token->punct = digraph(text, at);
	if (token->punct)
		return at + 2;
	token->punct = text[at];
	return at + 1;
}

/* Which bracket a character is: 0 ( 1 [ 2 {, with *closes; -1 for none. */
static int
bracket(char c, bool *closes)
{
	const char *all = "([{)]}", *found = c ? strchr(all, c) : NULL;

	if (!found)
		return -1;
	*closes = found - all >= 3;
	return (int)(found - all) % 3;
}

/*
 * Pairs the brackets in one walk.  A closing one without a partner is
 * ignored; one that closes over unfinished others leaves those alone.
 */
static void
match_brackets(struct lexed *lexed, struct arena *arena)
{
	uint32_t *stack = arena_alloc(arena, (lexed->n + 1) * sizeof *stack), top = 0, open[3] = { 0, 0, 0 };
	uint32_t i;
	bool closes, ignored;

	for (i = 1; i < lexed->n; i++) {
		struct token *token = &lexed->token[i];
		int kind = bracket(token->punct, &closes);

		if (kind < 0)
			continue;
		if (!closes) {
			stack[top++] = i;
			open[kind]++;
			continue;
		}
		if (!open[kind])
			continue;
		while (bracket(lexed->token[stack[--top]].punct, &ignored) != kind)
			open[bracket(lexed->token[stack[top]].punct, &ignored)]--;
		open[kind]--;
		token->match = stack[top];
		lexed->token[stack[top]].match = i;
	}
}

void
lex(struct lexed *lexed, struct arena *arena, const char *text, size_t len)
{
	size_t at = 0, room = len / 4 + 64;
	struct token *token = arena_alloc(arena, room * sizeof *token);
	bool at_start = true;
	uint32_t n = 1;

	if (!class_of['a'])
		init_classes();
	lexed->text = text;
	lexed->len = len;
	token[0] = (struct token){ .kind = TOKEN_END };
	while ((at = skip_blanks(lexed, at, &at_start)) < len) {
		if (n + 1 == room) {
			token = arena_grow(arena, token, room * sizeof *token, 2 * room * sizeof *token);
			room *= 2;
		}
		token[n] = (struct token){ .begin = (uint32_t)at };
		at = read_token(lexed, at, &token[n]);
		if (at > len)
			at = len;
		token[n++].end = (uint32_t)at;
		at_start = false;
	}
	token[n] = (struct token){ .begin = (uint32_t)len, .end = (uint32_t)len, .kind = TOKEN_END };
	lexed->token = token;
	lexed->n = n;
	match_brackets(lexed, arena);
}

bool
lex_is(const struct lexed *lexed, uint32_t i, const char *word)
{
	const struct token *token = &lexed->token[i];
	size_t len = strlen(word);

	return token->kind == TOKEN_WORD && token->end - token->begin == len &&
	       !memcmp(lexed->text + token->begin, word, len);
}

bool
lex_is_one_of(const struct lexed *lexed, uint32_t i, const char *const *word)
{
	for (; *word; word++)
		if (lex_is(lexed, i, *word))
			return true;
	return false;
}
