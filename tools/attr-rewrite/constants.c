#include "constants.h"

#include <string.h>

enum scope_kind { SCOPE_NAMESPACE, SCOPE_UNNAMED, SCOPE_CLASS };

/* A namespace or class, or the whole text (up is NULL). */
struct scope {
	const struct scope *up;
	enum scope_kind kind;
	const char *name;
	bool hidden;		/* a class whose first members are private */
};

struct variable {
	const struct scope *scope;
	const char *name, *type;	/* the type as it is written */
	const char *path;		/* "::a::b", without unnamed namespaces */
	unsigned unnamed;		/* how many of these it is in */
};

struct finder {
	const struct lexed *lexed;
	struct arena *arena;
	struct variable *variable;
	size_t n;
	const char **alias;		/* other names for a type specialization_id<T> */
	size_t nalias;
};

/* Constants are variables of this class template. */
static const char type_name[] = "specialization_id";

static void find_in_scope(struct finder *finder, const struct scope *scope, uint32_t i, uint32_t end);

static bool
is(const struct finder *finder, uint32_t i, const char *word)
{
	return lex_is(finder->lexed, i, word);
}

static bool
is_word(const struct finder *finder, uint32_t i)
{
	return finder->lexed->token[i].kind == TOKEN_WORD;
}

static char
punct(const struct finder *finder, uint32_t i)
{
	return finder->lexed->token[i].punct;
}

static const char *
text_of(const struct finder *finder, uint32_t begin, uint32_t end)
{
	const struct token *token = finder->lexed->token;
	char *text = arena_strndup(finder->arena, finder->lexed->text + token[begin].begin, token[end - 1].end - token[begin].begin);

	for (char *c = text; *c; c++)
		if (*c == '\n')
			*c = ' ';
	return text;
}

/* The token after the bracket that opens at i, or after i. */
static uint32_t
skip_group(const struct finder *finder, uint32_t i)
{
	uint32_t match = finder->lexed->token[i].match;

	return match > i ? match + 1 : i + 1;
}

/* The token after the template arguments or parameters that open at i. */
static uint32_t
skip_angles(const struct finder *finder, uint32_t i, uint32_t end)
{
	int depth = 0;

	while (i < end && punct(finder, i) != ';') {
		depth += (punct(finder, i) == '<') - (punct(finder, i) == '>');
		i = punct(finder, i) == '(' || punct(finder, i) == '[' || punct(finder, i) == '{' ? skip_group(finder, i) : i + 1;
		if (depth == 0)
			return i;
	}
	return i;
}

/* --- variables ------------------------------------------------------------------ */

static const char *
path_of(const struct finder *finder, const struct scope *scope, const char *name)
{
	const char *path = arena_printf(finder->arena, "::%s", name);

	for (; scope; scope = scope->up)
		if (scope->kind != SCOPE_UNNAMED && scope->up)
			path = arena_printf(finder->arena, "::%s%s", scope->name, path);
	return path;
}

static void
add_variable(struct finder *finder, const struct scope *scope, const char *name, const char *type)
{
	struct variable *v;

	finder->variable = arena_extend(finder->arena, finder->variable, finder->n, sizeof *v);
	v = &finder->variable[finder->n++];
	*v = (struct variable){ scope, name, type, path_of(finder, scope, name), 0 };
	for (; scope; scope = scope->up)
		v->unnamed += scope->kind == SCOPE_UNNAMED;
}

/* The token after the type when it is a constant's; 0 for other types. */
static uint32_t
skip_type(const struct finder *finder, uint32_t i, uint32_t end)
{
	size_t k;

	while (i + 1 < end && ((is_word(finder, i) && punct(finder, i + 1) == ':') || punct(finder, i) == ':'))
		i++;
	if (is(finder, i, type_name) && punct(finder, i + 1) == '<')
		return skip_angles(finder, i + 1, end);
	for (k = 0; k < finder->nalias; k++)
		if (is(finder, i, finder->alias[k]))
			return i + 1;
	return 0;
}

static bool
is_specifier(const struct finder *finder, uint32_t i)
{
	static const char *const words[] = { "constexpr", "const", "inline", "static", "constinit", NULL };
	size_t k;

	for (k = 0; words[k]; k++)
		if (is(finder, i, words[k]))
			return true;
	return false;
}

/* The declarators from i on, up to the end of the declaration. */
static void
read_declarators(struct finder *finder, const struct scope *scope, const char *type, uint32_t i, uint32_t end)
{
	while (i < end && punct(finder, i) != ';') {
		char next = i + 1 < end ? punct(finder, i + 1) : 0;

		if (!is_word(finder, i) || !(next == '(' || next == '{' || next == '=' || next == ';' || next == ','))
			return;
		add_variable(finder, scope, text_of(finder, i, i + 1), type);
		for (i++; i < end && punct(finder, i) != ',' && punct(finder, i) != ';';)
			i = skip_group(finder, i);
		i += punct(finder, i) == ',';
	}
}

static void
read_variables(struct finder *finder, const struct scope *scope, uint32_t i, uint32_t end)
{
	uint32_t type, behind;

	while (i < end && (is_specifier(finder, i) || punct(finder, i) == '['))
		i = skip_group(finder, i);
	type = i;
	behind = skip_type(finder, i, end);
	if (!behind)
		return;
	for (i = behind; i < end && is_specifier(finder, i);)
		i++;
	read_declarators(finder, scope, text_of(finder, type, behind), i, end);
}

/* using NAME = specialization_id<T>; */
static void
read_alias(struct finder *finder, uint32_t i, uint32_t end)
{
	if (!is_word(finder, i + 1) || punct(finder, i + 2) != '=' || !skip_type(finder, i + 3, end))
		return;
	finder->alias = arena_extend(finder->arena, finder->alias, finder->nalias, sizeof *finder->alias);
	finder->alias[finder->nalias++] = text_of(finder, i + 1, i + 2);
}

/* --- scopes ------------------------------------------------------------------------ */

static const struct scope *
add_scope(struct finder *finder, const struct scope *up, enum scope_kind kind, const char *name, bool hidden)
{
	struct scope *scope = arena_alloc(finder->arena, sizeof *scope);

	*scope = (struct scope){ up, kind, name, hidden };
	return scope;
}

/* Namespaces of compilers and libraries, where no program declares constants. */
static bool
is_foreign(const struct finder *finder, uint32_t i)
{
	return is(finder, i, "std") || is(finder, i, "sycl") ||
	       (is_word(finder, i) && !strncmp(finder->lexed->text + finder->lexed->token[i].begin, "__", 2));
}

/* namespace A::B { ... }: returns the token after it. */
static uint32_t
read_namespace(struct finder *finder, const struct scope *scope, uint32_t i, uint32_t end)
{
	bool foreign = false, named = false;
	uint32_t behind;

	for (i++; i < end && punct(finder, i) != '{' && punct(finder, i) != ';' && punct(finder, i) != '=';) {
		foreign |= is_foreign(finder, i);
		if (is_word(finder, i) && !is(finder, i, "inline") && punct(finder, i + 1) != '(') {
			scope = add_scope(finder, scope, SCOPE_NAMESPACE, text_of(finder, i, i + 1), false);
			named = true;
		}
		i = skip_group(finder, i);
	}
	if (i >= end || punct(finder, i) != '{')
		return i;
	behind = skip_group(finder, i);
	if (!named)
		scope = add_scope(finder, scope, SCOPE_UNNAMED, "", false);
	if (!foreign)
		find_in_scope(finder, scope, i + 1, behind - 1);
	return behind;
}

/* Attributes between a class key and the name: the token after the one at i, or i. */
static uint32_t
skip_attribute(const struct finder *finder, uint32_t i)
{
	if (punct(finder, i) == '[')
		return skip_group(finder, i);
	if (is(finder, i, "alignas") || is(finder, i, "__attribute__") || is(finder, i, "__declspec"))
		return skip_group(finder, i + 1);
	return i;
}

/* The opening brace of the class whose name is at i; 0 without a body, or for a specialization. */
static uint32_t
find_class_body(const struct finder *finder, uint32_t i, uint32_t end)
{
	i += 1 + is(finder, i + 1, "final");
	if (punct(finder, i) == ':' && punct(finder, i + 1) != ':')
		while (i < end && punct(finder, i) != '{' && punct(finder, i) != ';')
			i++;
	return i < end && punct(finder, i) == '{' ? i : 0;
}

/* class A : B { ... } c;: the token after the body, or i without one. */
static uint32_t
read_class(struct finder *finder, const struct scope *scope, uint32_t i, uint32_t end)
{
	uint32_t name = i + 1, body;

	while (name < end && skip_attribute(finder, name) != name)
		name = skip_attribute(finder, name);
	if (!is_word(finder, name) || !(body = find_class_body(finder, name, end)))
		return i;
	find_in_scope(finder, add_scope(finder, scope, SCOPE_CLASS, text_of(finder, name, name + 1), is(finder, i, "class")),
		      body + 1, skip_group(finder, body) - 1);
	return skip_group(finder, body);
}

/* The token after the declaration at i: after its semicolon, or a function's body. */
static uint32_t
skip_declaration(const struct finder *finder, uint32_t i, uint32_t end)
{
	while (i < end && punct(finder, i) != ';') {
		bool body = punct(finder, i) == '{';

		i = skip_group(finder, i);
		if (body && (i >= end || (punct(finder, i) != ';' && punct(finder, i) != ',')))
			return i;
	}
	return i < end ? i + 1 : end;
}

/* "public:" and the like. */
static bool
is_access(const struct finder *finder, uint32_t i)
{
	return (is(finder, i, "public") || is(finder, i, "private") || is(finder, i, "protected")) && punct(finder, i + 1) == ':';
}

/* Any other declaration: returns the token after it. */
static uint32_t
read_declaration(struct finder *finder, const struct scope *scope, uint32_t i, uint32_t end)
{
	if (is(finder, i, "template") && punct(finder, i + 1) == '<')
		i = skip_angles(finder, i + 1, end);
	else if (is(finder, i, "using"))
		read_alias(finder, i, end);
	else if (is(finder, i, "class") || is(finder, i, "struct") || is(finder, i, "union"))
		i = read_class(finder, scope, i, end);
	else
		read_variables(finder, scope, i, end);
	return skip_declaration(finder, i, end);
}

static void
find_in_scope(struct finder *finder, const struct scope *scope, uint32_t i, uint32_t end)
{
	bool hidden = scope->hidden;
	uint32_t begin;

	while (i < end) {
		begin = i;
		if (is(finder, i, "inline") && is(finder, i + 1, "namespace"))
			i++;
		if (is_access(finder, i)) {
			hidden = !is(finder, i, "public");
			i += 2;
		} else if (is(finder, i, "namespace")) {
			i = read_namespace(finder, scope, i, end);
		} else if (is(finder, i, "extern") && punct(finder, i + 2) == '{') {
			find_in_scope(finder, scope, i + 3, skip_group(finder, i + 2) - 1);
			i = skip_group(finder, i + 2);
		} else {
			i = hidden ? skip_declaration(finder, i, end) : read_declaration(finder, scope, i, end);
		}
		i += i == begin;
	}
}

/* --- names for the appended text -------------------------------------------------------- */

/*
 * A path means the variable with the fewest unnamed namespaces around it; true
 * when v is not that one.
 */
static bool
is_ambiguous(const struct finder *finder, const struct variable *v)
{
	for (size_t i = 0; i < finder->n; i++)
		if (finder->variable[i].unnamed < v->unnamed && !strcmp(finder->variable[i].path, v->path))
			return true;
	return false;
}

/* "namespace a { namespace { ": text that reopens the scope. */
static const char *
reopened(const struct finder *finder, const struct scope *scope)
{
	const char *text = "";

	for (; scope && scope->up; scope = scope->up)
		text = arena_printf(finder->arena, "namespace %s%s{ %s", scope->name, *scope->name ? " " : "", text);
	return text;
}

static const char *
closed(const struct finder *finder, const struct scope *scope)
{
	const char *text = "";

	for (; scope && scope->up; scope = scope->up)
		text = arena_printf(finder->arena, "%s }", text);
	return text;
}

/*
 * A function in the variable's own namespace.  The declaration in its block
 * means that namespace's variable even where an unnamed namespace within has
 * another one of the name.
 */
static const char *
shim(const struct finder *finder, const struct variable *v, size_t number)
{
	return arena_printf(finder->arena,
			    "%sconstexpr const %s &__sycl_shim_%zu() { extern const %s %s; return %s; }%s",
			    reopened(finder, v->scope), v->type, number, v->type, v->name, v->name, closed(finder, v->scope));
}

static void
put_quoted(const char *text, FILE *stream)
{
	putc('"', stream);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			putc('\\', stream);
		putc(*text, stream);
	}
	putc('"', stream);
}

static void
put_variable(const struct finder *finder, size_t number, FILE *stream)
{
	const struct variable *v = &finder->variable[number];
	const char *path = v->path, *leads = "";

	if (is_ambiguous(finder, v)) {
		if (v->scope->kind != SCOPE_UNNAMED)
			return;	/* its class or namespace is ambiguous, too */
		leads = shim(finder, v, number);
		path = path_of(finder, v->scope, arena_printf(finder->arena, "__sycl_shim_%zu()", number));
	}
	fprintf(stream, "%s%s[[gnu::used, clang::sycl_external, clang::annotate(\"sycl-spec-id\", 0, ", leads, *leads ? "\n" : "");
	put_quoted(path, stream);
	fputs(", ", stream);
	put_quoted(leads, stream);
	fprintf(stream, ")]] inline const char *__sycl_spec_id_%zu__() "
		"{ return __builtin_sycl_unique_stable_name(sycl::detail::spec_tag<%s>); }\n", number, path);
}

void
constants_put(const struct lexed *lexed, struct arena *arena, FILE *stream)
{
	struct finder finder = { .lexed = lexed, .arena = arena };
	static const struct scope whole = { NULL, SCOPE_NAMESPACE, "", false };

	find_in_scope(&finder, &whole, 1, lexed->n);
	if (!finder.n)
		return;
	fputs("\n# 1 \"<attr-rewrite>\" 3\n", stream);
	for (size_t i = 0; i < finder.n; i++)
		put_variable(&finder, i, stream);
}
