#include "rewrite.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "format/irnames.h"
#include "lex.h"
#include "place.h"

/* The kind of an attribute's arguments. */
enum form {
	FORM_ASPECTS,	/* constants of an enum */
	FORM_SIZES,	/* constants that convert to a number */
	FORM_TEXT,	/* one string: a type or a word */
	FORM_TYPE,	/* sycl_type(aspect), on an enum only */
};

/*
 * The attributes that are rewritten.  A name may also have two underscores on
 * either side: "sycl_detail" as "__sycl_detail__".
 */
static const struct known {
	const char *space, *name, *annotation;
	enum form form;
} known[] = {
	{ "sycl", "device_has", ANNOTATION_DEVICE_HAS, FORM_ASPECTS },
	{ "sycl", "requires", ANNOTATION_DEVICE_HAS, FORM_ASPECTS },	/* its name in the first edition of the design */
	{ "sycl", "reqd_work_group_size", ANNOTATION_WORK_GROUP_SIZE, FORM_SIZES },
	{ "sycl", "reqd_sub_group_size", ANNOTATION_SUB_GROUP_SIZE, FORM_SIZES },
	{ "sycl", "work_group_size_hint", ANNOTATION_WORK_GROUP_SIZE_HINT, FORM_SIZES },
	{ "sycl", "vec_type_hint", ANNOTATION_VEC_TYPE_HINT, FORM_TEXT },
	{ "intel", "reqd_work_group_size", ANNOTATION_WORK_GROUP_SIZE, FORM_SIZES },
	{ "intel", "reqd_sub_group_size", ANNOTATION_SUB_GROUP_SIZE, FORM_SIZES },
	{ "intel", "sub_group_size", ANNOTATION_SUB_GROUP_SIZE, FORM_SIZES },
	{ "intel", "named_sub_group_size", ANNOTATION_NAMED_SUB_GROUP_SIZE, FORM_TEXT },
	{ "cl", "reqd_work_group_size", ANNOTATION_WORK_GROUP_SIZE, FORM_SIZES },
	{ "cl", METADATA_SUB_GROUP_SIZE, ANNOTATION_SUB_GROUP_SIZE, FORM_SIZES },	/* OpenCL's name, which the metadata has too */
	{ "cl", "work_group_size_hint", ANNOTATION_WORK_GROUP_SIZE_HINT, FORM_SIZES },
	{ "cl", "vec_type_hint", ANNOTATION_VEC_TYPE_HINT, FORM_TEXT },
	{ "sycl_detail", "uses_aspects", ANNOTATION_USES_ASPECTS, FORM_ASPECTS },
	{ "sycl_detail", "sycl_type", ANNOTATION_ASPECTS, FORM_TYPE },
};

/*
 * Marks class T, see class_attribute().  The function's body has T as the
 * source type of an address computation: that is how the IR name of T stays
 * visible.  Only sycl_external functions are sure to be emitted.
 */
static const char class_prelude[] =
	"template<class T, int... A> [[gnu::used, clang::sycl_external, "
	"clang::annotate(\"sycl-type-uses-aspects\", 0, A...)]] inline const void *"
	"__sycl_type__(const T *p) { return p + 1; } "
	"template<class T, int... A> constexpr bool __sycl_uses_aspects__() "
	"{ (void)&__sycl_type__<T, A...>; return true; } ";

/*
 * An argument becomes an argument of a template: there a local constant can be
 * named without a capture, as in the attribute itself.
 */
static const char value_prelude[] =
	"template<long long V> constexpr long long __sycl_size__ = V; "
	"template<auto V> constexpr auto __sycl_value__ = V; "
	"struct __sycl_uncounted__ {}; ";

/* What an attribute list belongs to. */
enum where { WHERE_DECLARATION, WHERE_PARAMETERS, WHERE_CLASS, WHERE_ENUM, WHERE_NOT };

/* One walk over the text. */
struct walk {
	struct lexed lexed;
	struct rewrite *rewrite;
	struct arena *arena;
	struct place place;
	enum rewrite_warnings warnings;
	unsigned n_enums;	/* marked ones so far */
	bool marks_classes, has_values;	/* which parts of the prelude are needed */
};

/* One attribute of a list: tokens [begin, end). */
struct attribute {
	uint32_t begin, end;
	uint32_t args, args_end;	/* between the parentheses; empty when there are none */
	const struct known *known;	/* NULL: not ours */
};

/* An attribute list: tokens first ("[") to last ("]"). */
struct list {
	uint32_t first, last;
	const char *space;		/* of "using SPACE:", or NULL */
	struct attribute *attribute;
	size_t n;
};

/* A string that grows. */
struct buffer {
	char *text;	/* NULL: nothing was added */
	size_t len, room;
};

static void
buffer_add(struct arena *arena, struct buffer *buffer, const char *text)
{
	size_t len = strlen(text);

	if (buffer->room - buffer->len < len + 1) {
		buffer->room = 2 * buffer->room + len + 64;
		buffer->text = arena_grow(arena, buffer->text, buffer->len, buffer->room);
	}
	memcpy(buffer->text + buffer->len, text, len + 1);
	buffer->len += len;
}

static char
punct(const struct walk *walk, uint32_t i)
{
	return walk->lexed.token[i].punct;
}

static bool
is_word(const struct walk *walk, uint32_t i, const char *word)
{
	return lex_is(&walk->lexed, i, word);
}

static bool
is_one_of(const struct walk *walk, uint32_t i, const char *const *word)
{
	for (; *word; word++)
		if (is_word(walk, i, *word))
			return true;
	return false;
}

static const char *
token_text(const struct walk *walk, uint32_t i)
{
	const struct token *token = &walk->lexed.token[i];

	return arena_strndup(walk->arena, walk->lexed.text + token->begin, token->end - token->begin);
}

/*
 * Tokens [begin, end) as text on one line: a blank wherever the source had
 * anything between two of them.
 */
static const char *
tokens_text(const struct walk *walk, uint32_t begin, uint32_t end)
{
	const struct token *token = walk->lexed.token;
	char *out, *to;
	uint32_t i;

	if (begin >= end)
		return "";
	out = to = arena_alloc(walk->arena, (size_t)token[end - 1].end - token[begin].begin + 1);
	for (i = begin; i < end; i++) {
		if (i > begin && token[i].begin > token[i - 1].end)
			*to++ = ' ';
		memcpy(to, walk->lexed.text + token[i].begin, token[i].end - token[i].begin);
		to += token[i].end - token[i].begin;
	}
	*to = '\0';
	return out;
}

static void
add_edit(struct walk *walk, uint32_t begin, uint32_t end, const char *insert)
{
	struct rewrite *rewrite = walk->rewrite;

	rewrite->edit = arena_extend(walk->arena, rewrite->edit, rewrite->n_edits, sizeof *rewrite->edit);
	rewrite->edit[rewrite->n_edits] = (struct edit){ begin, end, (uint32_t)rewrite->n_edits, insert };
	rewrite->n_edits++;
}

static void
add_arguments(struct walk *walk, const struct attribute *attribute)
{
	const struct token *token = walk->lexed.token;
	struct rewrite *rewrite = walk->rewrite;
	enum form form = attribute->known->form;

	if ((form != FORM_SIZES && form != FORM_ASPECTS) || attribute->args == attribute->args_end)
		return;
	rewrite->argument = arena_extend(walk->arena, rewrite->argument, rewrite->n_arguments, sizeof *rewrite->argument);
	rewrite->argument[rewrite->n_arguments++] = (struct arguments){ token[attribute->args].begin, token[attribute->args_end].begin };
}

static void
warn(struct walk *walk, uint32_t i, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void
warn(struct walk *walk, uint32_t i, const char *format, ...)
{
	va_list args;

	if (walk->warnings == REWRITE_QUIET)
		return;
	va_start(args, format);
	diag_vat(place_find(&walk->place, walk->lexed.token[i].begin), walk->warnings == REWRITE_ERRORS ? DIAG_ERROR : DIAG_WARNING,
		 format, args);
	va_end(args);
}

/* --- reading attribute lists --------------------------------------------- */

/* Tokens i and i + 1 open an attribute list that is closed by two brackets in a row. */
static bool
is_list(const struct walk *walk, uint32_t i)
{
	const struct token *token = walk->lexed.token;

	return punct(walk, i) == '[' && punct(walk, i + 1) == '[' && token[i].match && token[i + 1].match &&
	       token[i].match == token[i + 1].match + 1;
}

/* name without the underscores of "__name__". */
static const char *
plain_name(struct arena *arena, const char *name)
{
	size_t len = strlen(name);

	if (len > 4 && !strncmp(name, "__", 2) && !strcmp(name + len - 2, "__"))
		return arena_strndup(arena, name + 2, len - 4);
	return name;
}

static const struct known *
find_known(const char *space, const char *name)
{
	size_t i;

	for (i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(known[i].space, space) && !strcmp(known[i].name, name))
			return &known[i];
	return NULL;
}

/* A name close to a known one is probably misspelt; clang would drop it silently. */
static void
check_spelling(struct walk *walk, uint32_t i, const char *space, const char *name)
{
	static const char *const standard[] = { "device_has", "reqd_work_group_size", "reqd_sub_group_size",
						"work_group_size_hint", "vec_type_hint" };
	/* The first four are rewritten; the others have no effect here. */
	static const char *const intel[] = { "reqd_work_group_size", "reqd_sub_group_size", "named_sub_group_size", "sub_group_size",
					     "max_work_group_size", "max_work_groups_per_cluster",
					     "max_work_groups_per_multiprocessor", "min_work_groups_per_cu",
					     "num_simd_work_items", "max_global_work_dim" };
	const char *near;
	size_t i_near;

	if (!strcmp(space, "sycl")) {
		near = suggest(name, standard, sizeof standard / sizeof *standard);
	} else if (!strcmp(space, "intel")) {
		near = suggest(name, intel, sizeof intel / sizeof *intel);
		for (i_near = 4; i_near < sizeof intel / sizeof *intel; i_near++)
			if (near == intel[i_near]) {
				if (!strcmp(name, near))
					warn(walk, i, "attribute 'intel::%s' is ignored", name);
				near = NULL;
			}
	} else {
		return;
	}
	if (near)
		warn(walk, i, "unknown attribute '%s::%s' is ignored, did you mean '%s'?", space, name, near);
}

/* Fills in the attribute from its tokens. */
static void
read_attribute(struct walk *walk, struct attribute *attribute, const char *space)
{
	uint32_t i = attribute->begin, name = i;

	attribute->known = NULL;
	attribute->args = attribute->args_end = 0;
	if (walk->lexed.token[i].kind != TOKEN_WORD)
		return;
	i++;
	if (i + 2 < attribute->end && punct(walk, i) == ':' && punct(walk, i + 1) == ':') {
		space = token_text(walk, name);
		name = i + 2;
		i += 3;
	}
	if (!space || walk->lexed.token[name].kind != TOKEN_WORD)
		return;
	if (i < attribute->end && punct(walk, i) == '(' && walk->lexed.token[i].match) {
		attribute->args = i + 1;
		attribute->args_end = walk->lexed.token[i].match;
		i = attribute->args_end + 1;
	}
	if (i != attribute->end)
		return;	/* a pack expansion of the whole attribute, or nonsense: left to clang */
	space = plain_name(walk->arena, space);
	attribute->known = find_known(space, plain_name(walk->arena, token_text(walk, name)));
	if (!attribute->known)
		check_spelling(walk, name, space, token_text(walk, name));
}

/* The end of the part that begins at i: a comma outside all brackets, or end. */
static uint32_t
part_end(const struct walk *walk, uint32_t i, uint32_t end)
{
	while (i < end && punct(walk, i) != ',') {
		if (walk->lexed.token[i].match > i)
			i = walk->lexed.token[i].match;
		i++;
	}
	return i < end ? i : end;
}

static void
read_list(struct walk *walk, struct list *list, uint32_t first)
{
	uint32_t i = first + 2, end = walk->lexed.token[first + 1].match, stop;
	size_t room = 0;

	*list = (struct list){ .first = first, .last = end + 1 };
	if (is_word(walk, i, "using") && i + 2 < end && punct(walk, i + 2) == ':') {
		list->space = token_text(walk, i + 1);
		i += 3;
	}
	for (stop = i; stop < end; stop = part_end(walk, stop, end) + 1)
		room++;
	list->attribute = arena_alloc(walk->arena, (room + 1) * sizeof *list->attribute);
	for (; i < end; i = stop + 1) {
		stop = part_end(walk, i, end);
		if (stop == i)
			continue;
		list->attribute[list->n] = (struct attribute){ .begin = i, .end = stop };
		read_attribute(walk, &list->attribute[list->n++], list->space);
	}
}

/* --- what a list belongs to ------------------------------------------------ */

/* Search limits: real declarators and class heads are shorter, and garbage costs a bounded time. */
enum { LOOK_BACK = 64, LOOK_AHEAD = 4096 };

/*
 * The token before the group that ends at i (an attribute list, or parentheses
 * after one of the words), i itself when there is no such group.
 */
static uint32_t
before_group(const struct walk *walk, uint32_t i, const char *const *words)
{
	uint32_t open = walk->lexed.token[i].match;

	if (punct(walk, i) == ']' && open && is_list(walk, open))
		return open - 1;
	if (punct(walk, i) == ')' && open && is_one_of(walk, open - 1, words))
		return open - 2;
	return i;
}

/* The class or enum key before the list at first, 0 when there is none. */
static uint32_t
find_key(const struct walk *walk, uint32_t first)
{
	static const char *const groups[] = { "alignas", "__attribute__", "__attribute", "__declspec", NULL };
	static const char *const keys[] = { "class", "struct", "union", "enum", NULL };
	uint32_t i = first - 1, before;
	unsigned steps;

	for (steps = 0; steps < LOOK_BACK; steps++) {
		before = before_group(walk, i, groups);
		if (before == i)
			break;
		i = before;
	}
	return is_one_of(walk, i, keys) ? i : 0;
}

/* The parentheses that open at open do not hold a function's parameters. */
static bool
is_other_group(const struct walk *walk, uint32_t open)
{
	static const char *const words[] = {
		"if", "for", "while", "switch", "catch", "return", "sizeof", "alignof", "alignas", "decltype",
		"typeof", "__typeof__", "requires", "__attribute__", "__attribute", "__declspec", "static_assert",
		"constexpr", "explicit", "asm", "__asm__", "_Atomic", "extern", NULL,
	};

	return is_one_of(walk, open - 1, words);
}

/* The token before the parentheses can end a declarator's name or a lambda's introducer. */
static bool
ends_name(const struct walk *walk, uint32_t i)
{
	uint32_t open = walk->lexed.token[i].match;
	unsigned steps;

	if (walk->lexed.token[i].kind == TOKEN_WORD || punct(walk, i) == ']' || punct(walk, i) == '>')
		return true;
	if (punct(walk, i) == ')' && open && is_word(walk, open - 1, "operator"))
		return true;
	for (steps = 0; i && steps < 4; steps++, i--)	/* operator+=, operator<=> */
		if (is_word(walk, i, "operator"))
			return true;
	return false;
}

/*
 * The opening parenthesis of the parameters that the list at first follows
 * (with qualifiers, exception specification and other lists between), 0 when
 * it follows none.
 */
static uint32_t
find_parameters(const struct walk *walk, uint32_t first)
{
	static const char *const qualifiers[] = { "const", "volatile", "mutable", "noexcept", "override", "final",
						  "constexpr", "consteval", "static", NULL };
	static const char *const groups[] = { "noexcept", "throw", "__attribute__", "__attribute", NULL };
	uint32_t i = first - 1, before;
	unsigned steps;

	for (steps = 0; i && steps < LOOK_BACK; steps++) {
		before = before_group(walk, i, groups);
		if (before != i)
			i = before;
		else if (is_one_of(walk, i, qualifiers) || punct(walk, i) == '&')
			i--;
		else
			break;
	}
	if (punct(walk, i) != ')' || !walk->lexed.token[i].match)
		return 0;
	/* "operator()" alone is a name: its parameters are still to come. */
	if (walk->lexed.token[i].match == i - 1 && is_word(walk, i - 2, "operator"))
		return 0;
	i = walk->lexed.token[i].match;
	return is_other_group(walk, i) ? 0 : i;
}

/* What the list belongs to; *at is the class key, or the opening parenthesis of the parameters. */
static enum where
find_where(struct walk *walk, uint32_t first, uint32_t *at)
{
	*at = find_key(walk, first);
	if (*at)
		return is_word(walk, *at, "enum") || is_word(walk, *at - 1, "enum") ? WHERE_ENUM : WHERE_CLASS;
	*at = find_parameters(walk, first);
	if (!*at)
		return WHERE_DECLARATION;
	return ends_name(walk, *at - 1) ? WHERE_PARAMETERS : WHERE_NOT;
}

/* --- what becomes of an attribute ------------------------------------------ */

/* The tokens as a string literal. */
static const char *
quoted(const struct walk *walk, uint32_t begin, uint32_t end)
{
	const char *text = tokens_text(walk, begin, end);
	char *out = arena_alloc(walk->arena, 2 * strlen(text) + 3), *to = out;

	*to++ = '"';
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			*to++ = '\\';
		*to++ = *text;
	}
	*to++ = '"';
	*to = '\0';
	return out;
}

/* The end of the argument at i: a comma in brackets or angle brackets does not end it. */
static uint32_t
argument_end(const struct walk *walk, uint32_t i, uint32_t end)
{
	int angles = 0;
	uint32_t stop = i;

	for (;;) {
		for (stop = part_end(walk, stop, end); i < stop; i++)
			angles += (punct(walk, i) == '<') - (punct(walk, i) == '>');
		if (angles <= 0 || stop == end)
			return stop;
		stop++;
	}
}

/* The argument [i, stop) is a pack expansion. */
static bool
is_pack(const struct walk *walk, uint32_t i, uint32_t stop)
{
	return stop > i + 3 && punct(walk, stop - 1) == '.' && punct(walk, stop - 2) == '.' && punct(walk, stop - 3) == '.';
}

/* Token i introduces a lambda: it does not follow anything that could be subscripted. */
static bool
is_lambda(const struct walk *walk, uint32_t i)
{
	uint32_t behind = walk->lexed.token[i].match + 1;
	char before = punct(walk, i - 1);

	if (punct(walk, i) != '[' || behind <= i || is_list(walk, i) || before == ')' || before == ']' || before == '}' ||
	    walk->lexed.token[i - 1].kind == TOKEN_LITERAL)
		return false;
	if (walk->lexed.token[i - 1].kind == TOKEN_WORD && !is_word(walk, i - 1, "return"))
		return false;
	return strchr("({<", punct(walk, behind)) && punct(walk, behind);
}

/*
 * The argument [i, end), which has a lambda.  Clang numbers lambdas by the types
 * of their parameters, and the host pass skips the attribute, so its lambdas
 * have other numbers.  A parameter of a unique type numbers this one apart.
 */
static const char *
lambda_argument(struct walk *walk, uint32_t i, uint32_t end)
{
	static const char parameter[] = "::__sycl_uncounted__ = {}";
	struct buffer out = { 0 };
	uint32_t from = i, open, close, k;

	for (; i < end; i++) {
		if (!is_lambda(walk, i))
			continue;
		open = walk->lexed.token[i].match + 1;
		if (punct(walk, open) == '<')
			while (open < end && punct(walk, open) != '(' && punct(walk, open) != '{')
				open++;
		close = walk->lexed.token[open].match;
		if (punct(walk, open) == '{') {
			buffer_add(walk->arena, &out, tokens_text(walk, from, open));
			buffer_add(walk->arena, &out, arena_printf(walk->arena, "(%s) ", parameter));
			from = open;
		} else if (close && close < end) {
			for (k = open + 1; k < close && punct(walk, k) != '.'; k++)
				;
			if (k < close)
				warn(walk, i, "kernels may not be found behind a lambda with a variable number of parameters "
				     "in an attribute; name a constant instead");
			buffer_add(walk->arena, &out, tokens_text(walk, from, close));
			if (k == close)
				buffer_add(walk->arena, &out,
					   arena_printf(walk->arena, "%s%s", close > open + 1 ? ", " : "", parameter));
			from = close;
		}
		/* Lambdas in its body have numbers of their own: skip it. */
		while (open < end && punct(walk, open) != '{')
			open++;
		i = open < end && walk->lexed.token[open].match > open ? walk->lexed.token[open].match : open;
	}
	buffer_add(walk->arena, &out, tokens_text(walk, from, end));
	return out.text ? out.text : "";
}

/* The tokens are a name with a scope, so not that of a local variable. */
static bool
is_qualified(const struct walk *walk, uint32_t i, uint32_t end)
{
	bool scope = false;

	for (; i < end; i++) {
		if (walk->lexed.token[i].kind != TOKEN_WORD && punct(walk, i) != ':')
			return false;
		scope |= punct(walk, i) == ':';
	}
	return scope;
}

/* The bracket in [begin, i) that opens around token i, 0 when there is none. */
static uint32_t
find_opener(const struct walk *walk, uint32_t begin, uint32_t i)
{
	while (i-- > begin) {
		uint32_t match = walk->lexed.token[i].match;

		if (match > i)
			return i;
		if (match)
			i = match;
	}
	return 0;
}

/* Token i is a name that is an argument of a call in [begin, end). */
static bool
is_named_argument(const struct walk *walk, uint32_t begin, uint32_t i, uint32_t end)
{
	static const char *const constants[] = { "true", "false", "nullptr", "this", NULL };
	static const char *const operators[] = { "sizeof", "alignof", "decltype", "noexcept", "typeid", "alignas", "_Alignof", "__typeof__", NULL };
	uint32_t open, k;
	int angles = 0;

	if (i == begin || i + 1 >= end || walk->lexed.token[i].kind != TOKEN_WORD || is_one_of(walk, i, constants) ||
	    !strchr("(,", punct(walk, i - 1)) || !punct(walk, i - 1) || !strchr("),", punct(walk, i + 1)) || !punct(walk, i + 1))
		return false;
	open = find_opener(walk, begin, i);
	for (k = open; k < i; k++)
		angles += (punct(walk, k) == '<') - (punct(walk, k) == '>');
	return open > begin && angles <= 0 && punct(walk, open) == '(' && !is_one_of(walk, open - 1, operators) &&
	       (walk->lexed.token[open - 1].kind == TOKEN_WORD || punct(walk, open - 1) == '>');
}

/*
 * The tokens as an expression that uses the values of local constants only: a
 * function that takes one by reference, as std::max does, would have it captured.
 */
static const char *
value_text(const struct walk *walk, uint32_t begin, uint32_t end)
{
	struct buffer out = { 0 };
	uint32_t i, from = begin;

	for (i = begin; i < end; i++) {
		if (!is_named_argument(walk, begin, i, end))
			continue;
		buffer_add(walk->arena, &out, tokens_text(walk, from, i));
		buffer_add(walk->arena, &out, arena_printf(walk->arena, "(decltype(%s))(%s)", token_text(walk, i), token_text(walk, i)));
		from = i + 1;
	}
	buffer_add(walk->arena, &out, tokens_text(walk, from, end));
	return out.text;
}

/*
 * The argument [i, stop) as a constant of its own.  Numbers and aspects with
 * their scope stay.  So does a lambda: before C++20 it cannot be a template's
 * argument, and it captures nothing here.
 */
static const char *
constant(struct walk *walk, uint32_t i, uint32_t stop, enum form form)
{
	bool pack = is_pack(walk, i, stop);
	uint32_t end = pack ? stop - 3 : stop, k;

	if ((stop == i + 1 && walk->lexed.token[i].kind == TOKEN_NUMBER) ||
	    (form == FORM_ASPECTS && is_qualified(walk, i, stop)))
		return tokens_text(walk, i, stop);
	walk->has_values = true;
	for (k = i; k < end; k++)
		if (is_lambda(walk, k))
			return arena_printf(walk->arena, "(%s)(%s)%s", form == FORM_SIZES ? "long long" : "int",
					    lambda_argument(walk, i, end), pack ? "..." : "");
	return arena_printf(walk->arena, "::%s<(%s)>%s", form == FORM_SIZES ? "__sycl_size__" : "__sycl_value__",
			    value_text(walk, i, end), pack ? "..." : "");
}

/*
 * The first argument is always 0: for NVPTX clang gives annotations with and
 * without arguments different types, and LLVM cannot read the module.
 */
static const char *
annotation(struct walk *walk, const struct attribute *attribute)
{
	enum form form = attribute->known->form;
	uint32_t i = attribute->args, end = attribute->args_end, stop;
	struct buffer out = { 0 };

	buffer_add(walk->arena, &out, arena_printf(walk->arena, "clang::annotate(\"%s\", 0", attribute->known->annotation));
	if (form == FORM_TEXT && i < end) {
		buffer_add(walk->arena, &out, ", ");
		buffer_add(walk->arena, &out, quoted(walk, i, end));
		i = end;
	}
	for (; i < end; i = stop + 1) {
		stop = argument_end(walk, i, end);
		buffer_add(walk->arena, &out, ", ");
		if (stop > i)
			buffer_add(walk->arena, &out, constant(walk, i, stop, form));
	}
	buffer_add(walk->arena, &out, ")");
	return out.text;
}

/* The token at which the name of the class whose key is at i begins: after attributes of all kinds. */
static uint32_t
skip_class_attributes(const struct walk *walk, uint32_t i)
{
	static const char *const groups[] = { "alignas", "__attribute__", "__attribute", "__declspec", NULL };

	for (;;) {
		if (is_list(walk, i))
			i = walk->lexed.token[i].match + 1;
		else if (is_one_of(walk, i, groups) && punct(walk, i + 1) == '(' && walk->lexed.token[i + 1].match)
			i = walk->lexed.token[i + 1].match + 1;
		else
			return i;
	}
}

/* The token after the template arguments that open at i; angle brackets are counted. */
static uint32_t
skip_angles(const struct walk *walk, uint32_t i)
{
	unsigned depth = 0, steps = 0;
	char c;

	for (; (c = punct(walk, i)) != ';' && c != '{' && i < walk->lexed.n && steps++ < LOOK_AHEAD; i++) {
		if (c == '<')
			depth++;
		if (c == '>' && --depth == 0)
			return i + 1;
		if ((c == '(' || c == '[') && walk->lexed.token[i].match)
			i = walk->lexed.token[i].match;
	}
	return i;
}

/*
 * Reads the head of a class or enum from i on: *name is the last word of its
 * name (0: none).  Returns the token of its body's brace, 0 without a body.
 */
static uint32_t
find_body(const struct walk *walk, uint32_t i, uint32_t *name)
{
	unsigned steps = 0;

	*name = 0;
	while (walk->lexed.token[i].kind == TOKEN_WORD || punct(walk, i) == '<' ||
	       (punct(walk, i) == ':' && (punct(walk, i + 1) == ':' || punct(walk, i - 1) == ':'))) {
		if (punct(walk, i) == '<') {
			i = skip_angles(walk, i);
			continue;
		}
		if (walk->lexed.token[i].kind == TOKEN_WORD && !(*name && is_word(walk, i, "final")))
			*name = i;
		i++;
	}
	if (punct(walk, i) == ':')
		while (i < walk->lexed.n && punct(walk, i) != '{' && punct(walk, i) != ';' && steps++ < LOOK_AHEAD)
			i++;
	return punct(walk, i) == '{' ? i : 0;
}

/* The arguments [i, end) one by one, each cast to int. */
static const char *
int_arguments(const struct walk *walk, uint32_t i, uint32_t end)
{
	struct buffer out = { 0 };
	uint32_t stop;
	bool pack;

	for (; i < end; i = stop + 1) {
		stop = argument_end(walk, i, end);
		pack = is_pack(walk, i, stop);
		buffer_add(walk->arena, &out, ", (int)(");
		buffer_add(walk->arena, &out, tokens_text(walk, i, pack ? stop - 3 : stop));
		buffer_add(walk->arena, &out, pack ? ")..." : ")");
	}
	return out.text ? out.text : "";
}

/*
 * A class annotation leaves no trace in IR (decision 11): the class gets a
 * member instead, an assertion that instantiates an annotated function for
 * it.  This holds for local classes, templates and their specialisations.
 */
static void
class_attribute(struct walk *walk, const struct attribute *attribute, uint32_t key)
{
	uint32_t name, body = find_body(walk, skip_class_attributes(walk, key + 1), &name);

	if (!body) {
		warn(walk, attribute->begin,
		     "the aspects of a class are seen on its definition only, not on this declaration");
	} else if (!name) {
		warn(walk, attribute->begin, "the aspects of a class without a name cannot be recorded");
	} else {
		uint32_t at = walk->lexed.token[body].end;

		walk->marks_classes = true;
		add_edit(walk, at, at,
			 arena_printf(walk->arena, " static_assert(::__sycl_uses_aspects__<%s%s>(), \"\");",
				      token_text(walk, name),
				      int_arguments(walk, attribute->args, attribute->args_end)));
	}
}

/* The enumerators [i, end) of the enum of that name: their names with commas, and as arguments. */
static void
list_enumerators(const struct walk *walk, const char *type, uint32_t i, uint32_t end, struct buffer *names,
		 struct buffer *values)
{
	uint32_t stop;

	for (; i < end; i = stop + 1) {
		stop = part_end(walk, i, end);
		if (stop == i || walk->lexed.token[i].kind != TOKEN_WORD)
			continue;
		if (names->text)
			buffer_add(walk->arena, names, ",");
		buffer_add(walk->arena, names, token_text(walk, i));
		buffer_add(walk->arena, values, ", (int)");
		buffer_add(walk->arena, values, type);
		buffer_add(walk->arena, values, "::");
		buffer_add(walk->arena, values, token_text(walk, i));
	}
}

/* The enum of aspects: an annotated function after it has all names and numbers (decision 10). */
static void
enum_attribute(struct walk *walk, const struct attribute *attribute, uint32_t key)
{
	uint32_t start = key + 1, name, body, end;
	struct buffer names = { 0 }, values = { 0 };

	if (is_word(walk, start, "class") || is_word(walk, start, "struct"))
		start++;
	body = find_body(walk, skip_class_attributes(walk, start), &name);
	end = body ? walk->lexed.token[body].match : 0;
	if (!end)
		return;	/* no definition: nothing to learn */
	if (!name || punct(walk, end + 1) != ';') {
		warn(walk, attribute->begin, "the enum of aspects must have a name and declare nothing else");
		return;
	}
	list_enumerators(walk, token_text(walk, name), body + 1, end, &names, &values);
	add_edit(walk, walk->lexed.token[end + 1].end, walk->lexed.token[end + 1].end,
		 arena_printf(walk->arena,
			      " _Pragma(\"clang diagnostic push\") "
			      "_Pragma(\"clang diagnostic ignored \\\"-Wdeprecated-declarations\\\"\") "
			      "[[gnu::used, clang::sycl_external, clang::annotate(\"sycl-aspects:%s\", 0%s)]] "
			      "inline void __sycl_aspects_%u__() {} _Pragma(\"clang diagnostic pop\")",
			      names.text ? names.text : "", values.text ? values.text : "", walk->n_enums++));
}

/* The attribute has a meaning at its position.  Otherwise it stays as it is, or is reported and dropped. */
static bool
is_ours(const struct walk *walk, const struct attribute *attribute, enum where where)
{
	if (!attribute->known)
		return false;
	if (attribute->known->form == FORM_TYPE)
		return where == WHERE_ENUM && attribute->args + 1 == attribute->args_end &&
		       is_word(walk, attribute->args, "aspect");
	return where != WHERE_ENUM;
}

/* Makes the attribute's changes outside its list; returns the annotation that replaces it, or NULL. */
static const char *
apply(struct walk *walk, const struct attribute *attribute, enum where where, uint32_t at)
{
	switch (where) {
	case WHERE_ENUM:
		enum_attribute(walk, attribute, at);
		return NULL;
	case WHERE_CLASS:
		if (!strcmp(attribute->known->annotation, ANNOTATION_USES_ASPECTS))
			class_attribute(walk, attribute, at);
		else
			warn(walk, attribute->begin, "attribute '%s::%s' does not apply to a class",
			     attribute->known->space, attribute->known->name);
		return NULL;
	case WHERE_NOT:
		warn(walk, attribute->begin,
		     "attribute '%s::%s' is ignored behind these parameters; put it in front of the declaration",
		     attribute->known->space, attribute->known->name);
		return NULL;
	case WHERE_DECLARATION:
	case WHERE_PARAMETERS:
		break;
	}
	return annotation(walk, attribute);
}

/* One more attribute for the list [[a, b]]; close_list() ends it. */
static void
list_add(struct arena *arena, struct buffer *list, const char *space, const char *attribute)
{
	buffer_add(arena, list, list->text ? ", " : "[[");
	if (space) {
		buffer_add(arena, list, space);
		buffer_add(arena, list, "::");
	}
	buffer_add(arena, list, attribute);
}

static const char *
close_list(struct arena *arena, struct buffer *list)
{
	if (!list->text)
		return "";
	buffer_add(arena, list, "]]");
	return list->text;
}

/*
 * Before a declaration or a lambda's parameters the annotation replaces the
 * attribute.  After parameters, where C++ attributes belong to the type, it
 * goes before them: there it belongs to the function or lambda.
 */
static void
rewrite_list(struct walk *walk, const struct list *list, enum where where, uint32_t at)
{
	struct buffer kept = { 0 }, ours = { 0 };
	const struct token *token = walk->lexed.token;
	struct arena *arena = walk->arena;
	const char *one;
	size_t i;

	for (i = 0; i < list->n; i++) {
		const struct attribute *attribute = &list->attribute[i];

		if (is_ours(walk, attribute, where)) {
			add_arguments(walk, attribute);
			one = apply(walk, attribute, where, at);
			if (one)
				list_add(arena, &ours, NULL, one);
		} else {
			list_add(arena, &kept, list->space, tokens_text(walk, attribute->begin, attribute->end));
		}
	}
	one = close_list(arena, &ours);
	if (where == WHERE_PARAMETERS && *one) {
		add_edit(walk, token[at].begin, token[at].begin, one);
		one = "";
	}
	one = arena_printf(arena, "%s%s", close_list(arena, &kept), one);
	add_edit(walk, token[list->first].begin, token[list->last].end, one);
}

/* The list is the expansion of the headers' SYCL_EXTERNAL. */
static bool
is_external(const struct walk *walk, const struct list *list)
{
	uint32_t i = list->first + 2;

	return list->n == 2 && is_word(walk, i, "clang") && is_word(walk, i + 3, "sycl_external") && punct(walk, i + 4) == ',';
}

/* The token before the angle brackets that close at i; i when no opening one is near. */
static uint32_t
before_angles(const struct walk *walk, uint32_t i)
{
	unsigned depth = 0, steps;
	uint32_t at = i, open;

	for (steps = 0; at && steps < LOOK_BACK; steps++, at--) {
		open = walk->lexed.token[at].match;
		depth += punct(walk, at) == '>';
		if (punct(walk, at) == '<' && --depth == 0)
			return at - 1;
		if (punct(walk, at) == ';' || punct(walk, at) == '{')
			return i;
		if (open && open < at)
			at = open;
	}
	return i;
}

/*
 * The start of the declaration whose specifiers contain the list at first.
 * There C++ attributes belong to the function; the common SYCL compiler accepts
 * SYCL_EXTERNAL wherever it accepts "inline".
 */
static uint32_t
find_start(const struct walk *walk, uint32_t first)
{
	static const char *const specifiers[] = { "extern", "inline", "static", "constexpr", "consteval", "virtual",
						  "explicit", "friend", "const", "volatile", "__inline", "__inline__", NULL };
	static const char *const groups[] = { "alignas", "__attribute__", "__attribute", "__declspec", "decltype",
					      "explicit", "typeof", "__typeof__", NULL };
	uint32_t i = first - 1, next, keywords = first;
	bool only_lists = true, only_keywords = true;
	unsigned steps;

	for (steps = 0; i && steps < LOOK_BACK; steps++, i = next) {
		next = before_group(walk, i, groups);
		if (next != i) {
			only_lists &= punct(walk, i) == ']';
			continue;
		}
		next = i - 1;
		if (walk->lexed.token[i].kind == TOKEN_WORD) {
			if (is_word(walk, i, "template"))
				break;
			if (is_word(walk, i, "requires"))	/* the clause ends where the specifiers begin */
				return keywords;
			only_keywords &= is_one_of(walk, i, specifiers);
			keywords = only_keywords ? i : keywords;
		} else if (punct(walk, i) == ':' && punct(walk, i - 1) == ':') {
			next = i - 2;
		} else if (punct(walk, i) == '>') {
			next = before_angles(walk, i);
			if (next == i || is_word(walk, next, "template"))
				break;
		} else if (punct(walk, i) != '*' && punct(walk, i) != '&') {
			break;
		}
		only_lists = false;
	}
	return only_lists ? first : i + 1;
}

/* The declaration goes on with a type device_global<...>: it is that of a variable. */
static bool
declares_device_global(const struct walk *walk, uint32_t i)
{
	for (; walk->lexed.token[i].kind == TOKEN_WORD || punct(walk, i) == ':'; i++)
		if (is_word(walk, i, "device_global"))
			return punct(walk, i + 1) == '<';
	return false;
}

/* The declaration from start on, which contains the list, is that of a friend and no definition. */
static bool
declares_friend(const struct walk *walk, const struct list *list, uint32_t start)
{
	const struct token *token = walk->lexed.token;
	bool found = false;
	uint32_t i;

	for (i = start; i + 1 < walk->lexed.n && punct(walk, i) != ';' && punct(walk, i) != '{'; i++) {
		found |= is_word(walk, i, "friend");
		if (i >= list->first && token[i].match > i)
			i = token[i].match;
	}
	return found && punct(walk, i) == ';';
}

/* The token behind the heads "template <...>" from i on; 0 for an explicit instantiation, which has none. */
static uint32_t
skip_template_heads(const struct walk *walk, uint32_t i)
{
	while (is_word(walk, i, "template")) {
		if (punct(walk, i + 1) != '<')
			return 0;
		i = skip_angles(walk, i + 1);
	}
	return i;
}

/* C++ allows no attribute of a declaration of a friend, nor of an explicit instantiation. */
static bool
forbids_attributes(struct walk *walk, const struct list *list)
{
	uint32_t start = find_start(walk, list->first);

	if (declares_friend(walk, list, start)) {
		walk->rewrite->has_friends = true;
		return true;
	}
	return is_word(walk, start - 1, "template") || !skip_template_heads(walk, list->last + 1);
}

/* The list is the expansion of SYCL_EXT_ONEAPI_FUNCTION_PROPERTY in the headers. */
static bool
is_function_property(const struct walk *walk, const struct list *list)
{
	uint32_t i = list->first + 2, name;

	if (list->n != 3 || !is_word(walk, i, "clang") || !is_word(walk, i + 3, "sycl_external"))
		return false;
	name = list->attribute[2].begin + 5;
	return name < list->last && !strcmp(token_text(walk, name), "\"" ANNOTATION_FUNCTION_PROPERTY "\"");
}

/* The brace that the token is in; 0: none. */
static uint32_t
enclosing_brace(const struct walk *walk, uint32_t i)
{
	for (i--; i && punct(walk, i) != '{'; i--)
		if (punct(walk, i) == '}')
			i = walk->lexed.token[i].match;
	return i;
}

enum scope { SCOPE_NAMED, SCOPE_UNNAMED, SCOPE_OTHER };

/* What the brace is of: a namespace or extern "C", a namespace without a name, a class or another block. */
static enum scope
scope_of(const struct walk *walk, uint32_t brace)
{
	uint32_t i = brace - 1;

	if (is_word(walk, i, "namespace"))
		return SCOPE_UNNAMED;
	if (walk->lexed.token[i].kind == TOKEN_LITERAL && is_word(walk, i - 1, "extern"))
		return SCOPE_NAMED;
	while (i && (walk->lexed.token[i].kind == TOKEN_WORD || punct(walk, i) == ':') && !is_word(walk, i, "namespace"))
		i--;
	return is_word(walk, i, "namespace") ? SCOPE_NAMED : SCOPE_OTHER;
}

/* The brace is of a template, or of what is in one. */
static bool
is_in_template(const struct walk *walk, uint32_t brace)
{
	uint32_t i;

	for (; brace; brace = enclosing_brace(walk, brace)) {
		for (i = brace - 1; i && punct(walk, i) != ';' && punct(walk, i) != '{' && punct(walk, i) != '}'; i--)
			if (is_word(walk, i, "template"))
				return true;
	}
	return false;
}

/* The declaration behind the token defines a function there, or says that it is pure. */
static bool
is_defined_there(const struct walk *walk, uint32_t i)
{
	for (; i < walk->lexed.n && punct(walk, i) != ';' && punct(walk, i) != '}'; i++) {
		if (punct(walk, i) == '{' || punct(walk, i) == '=')
			return true;
		if (walk->lexed.token[i].match > i)
			i = walk->lexed.token[i].match;
	}
	return false;
}

/* The list is in a class, and all translation units that need the function see its definition, and so have it emitted. */
static bool
is_inline_member(const struct walk *walk, const struct list *list)
{
	uint32_t brace = enclosing_brace(walk, list->first);

	return brace && scope_of(walk, brace) == SCOPE_OTHER &&
	       (is_defined_there(walk, list->last + 1) || is_in_template(walk, brace));
}

/* The declaration around the list has no external linkage. */
static bool
declares_local(const struct walk *walk, const struct list *list)
{
	bool is_static = false, in_namespace = true;
	uint32_t i = list->last + 1;

	while (punct(walk, i) == '[' && punct(walk, i + 1) == '[')
		i = walk->lexed.token[i].match + 1;
	for (uint32_t before = find_start(walk, list->first); before < list->first; before++)
		is_static |= is_word(walk, before, "static");
	for (; is_word(walk, i, "static") || is_word(walk, i, "inline") || is_word(walk, i, "constexpr"); i++)
		is_static |= is_word(walk, i, "static");
	for (i = list->first; (i = enclosing_brace(walk, i));) {
		enum scope scope = scope_of(walk, i);

		if (scope == SCOPE_UNNAMED)
			return true;
		in_namespace &= scope == SCOPE_NAMED;
	}
	return is_static && in_namespace;
}

/*
 * Moves SYCL_EXTERNAL and function properties to where clang accepts an attribute of the function. They are removed
 * where they say nothing new (of a device_global) or must not be. Clang refuses sycl_external of local functions, also
 * where a template's argument makes it one: what uses one is in this translation unit, and so has it emitted.
 */
static void
move_external(struct walk *walk, const struct list *list, enum where where, uint32_t at)
{
	const struct token *token = walk->lexed.token;
	uint32_t to = list->first, next = list->last + 1;
	const bool local = is_function_property(walk, list) && (is_inline_member(walk, list) || declares_local(walk, list));

	if (declares_device_global(walk, next) || forbids_attributes(walk, list)) {
		add_edit(walk, token[list->first].begin, token[list->last].end, "");
		return;
	}
	if (where == WHERE_PARAMETERS)
		to = at;
	else if (where == WHERE_DECLARATION && is_word(walk, next, "extern") && token[next + 1].kind == TOKEN_LITERAL)
		to = next + 2;
	else if (where == WHERE_DECLARATION && is_word(walk, next, "template"))
		to = skip_template_heads(walk, next);
	else if (where == WHERE_DECLARATION)
		to = find_start(walk, list->first);
	if (to == list->first) {
		if (local)
			add_edit(walk, token[list->attribute[0].begin].begin, token[list->attribute[1].begin].begin, "");
		return;
	}
	add_edit(walk, token[to].begin, token[to].begin, local
		? arena_printf(walk->arena, "[[%s ", tokens_text(walk, list->attribute[1].begin, list->last + 1))
		: arena_printf(walk->arena, "%s ", tokens_text(walk, list->first, list->last + 1)));
	add_edit(walk, token[list->first].begin, token[list->last].end, "");
}

static bool
has_ours(const struct walk *walk, const struct list *list, enum where where)
{
	size_t i;

	for (i = 0; i < list->n; i++)
		if (is_ours(walk, &list->attribute[i], where))
			return true;
	return false;
}

/* What OpenCL C writes __attribute__((intel_reqd_sub_group_size(16))): the annotation stands where it stood. */
static void
rewrite_gnu(struct walk *walk, uint32_t i)
{
	static const char *const word[] = { "__attribute__", "__attribute", NULL };
	const struct token *token = walk->lexed.token;
	uint32_t end, stop;

	if (!is_one_of(walk, i, word) || punct(walk, i + 1) != '(' || punct(walk, i + 2) != '(' || !token[i + 2].match)
		return;
	end = token[i + 2].match;
	for (i += 3; i < end; i = stop + 1) {
		struct attribute attribute = { .begin = i };

		attribute.end = stop = part_end(walk, i, end);
		read_attribute(walk, &attribute, "cl");
		if (!attribute.known || attribute.known->form != FORM_SIZES)
			continue;
		add_arguments(walk, &attribute);
		add_edit(walk, token[i].begin, token[stop - 1].end, annotation(walk, &attribute) + strlen("clang::"));
	}
}

/* By position; insertions at one position in the order they were found. */
static int
compare_edits(const void *a, const void *b)
{
	const struct edit *x = a, *y = b;

	if (x->begin != y->begin)
		return x->begin < y->begin ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

void
rewrite_find(struct rewrite *rewrite, struct arena *arena, const char *path, const char *text, size_t len,
	     enum rewrite_warnings warnings)
{
	struct walk walk = { .rewrite = rewrite, .arena = arena, .warnings = warnings };
	struct list list;
	enum where where;
	uint32_t i, at;

	*rewrite = (struct rewrite){ .text = text, .len = len };
	lex(&walk.lexed, arena, text, len);
	place_init(&walk.place, arena, path, text, len);
	for (i = 1; i < walk.lexed.n; i++) {
		rewrite_gnu(&walk, i);
		if (!is_list(&walk, i))
			continue;
		read_list(&walk, &list, i);
		where = find_where(&walk, i, &at);
		if (has_ours(&walk, &list, where))
			rewrite_list(&walk, &list, where, at);
		else if (is_external(&walk, &list) || is_function_property(&walk, &list))
			move_external(&walk, &list, where, at);
		i = list.last;
	}
	if (walk.marks_classes || walk.has_values || rewrite->has_friends)
		rewrite->prelude = arena_printf(arena, "%s%s", walk.marks_classes ? class_prelude : "",
						walk.has_values ? value_prelude : "");
	if (rewrite->n_edits)
		qsort(rewrite->edit, rewrite->n_edits, sizeof *rewrite->edit, compare_edits);
}

/* --- writing ------------------------------------------------------------- */

/* What stays of a removed range: its line ends and its directives. */
static void
put_lines(const struct rewrite *rewrite, size_t begin, size_t end, FILE *stream)
{
	const char *text = rewrite->text, *newline;
	size_t next;

	while (begin < end && (newline = memchr(text + begin, '\n', end - begin))) {
		putc('\n', stream);
		begin = (size_t)(newline - text) + 1;
		if (text[begin] != '#')
			continue;
		newline = memchr(text + begin, '\n', end - begin);
		next = newline ? (size_t)(newline - text) : end;
		fwrite(text + begin, 1, next - begin, stream);
		begin = next;
	}
}

/*
 * The prelude goes on a line of its own before the first marker, else on the first line. Where friends have lost
 * SYCL_EXTERNAL, clang must not warn that the first declaration is without.
 */
static void
put_prelude(const struct rewrite *rewrite, FILE *stream)
{
	const char *newline = memchr(rewrite->text, '\n', rewrite->len);
	bool marked = newline && place_is_marker(rewrite->text, (size_t)(newline - rewrite->text));

	if (marked)
		fprintf(stream, "# 1 \"<attr-rewrite>\" 3\n%s%s\n",
			rewrite->has_friends ? "#pragma clang diagnostic ignored \"-Wnonportable-sycl\"\n" : "", rewrite->prelude);
	else
		fputs(rewrite->prelude, stream);
}

void
rewrite_put(const struct rewrite *rewrite, FILE *stream)
{
	size_t at = 0, i;

	if (rewrite->prelude)
		put_prelude(rewrite, stream);
	for (i = 0; i < rewrite->n_edits; i++) {
		const struct edit *edit = &rewrite->edit[i];

		fwrite(rewrite->text + at, 1, edit->begin - at, stream);
		fputs(edit->insert, stream);
		put_lines(rewrite, edit->begin, edit->end, stream);
		at = edit->end;
	}
	fwrite(rewrite->text + at, 1, rewrite->len - at, stream);
}
