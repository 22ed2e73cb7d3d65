#include "prop.h"

#include <string.h>

#include "ir/irmodule.h"

/* The start of the parameter list at the end of a demangled name, before qualifiers; NULL without one. */
static const char *
parameters_of(const char *name)
{
	static const char *const qualifier[] = { " const", " volatile", " &&", " &" };
	const char *end = strstr(name, " [clone "), *at;
	size_t i, depth = 0, len;

	if (!end)
		end = name + strlen(name);
	for (i = 0; i < sizeof qualifier / sizeof *qualifier; i++) {
		len = strlen(qualifier[i]);
		if ((size_t)(end - name) > len && !strncmp(end - len, qualifier[i], len)) {
			end -= len;
			i = (size_t)-1;	/* there may be another */
		}
	}
	if (end == name || end[-1] != ')')
		return NULL;
	for (at = end - 1; at > name; at--) {
		depth += *at == ')';
		depth -= *at == '(';
		if (!depth)
			return at;
	}
	return NULL;
}

/* Templates are demangled with their return type: the name begins after the last blank outside of brackets. */
static const char *
skip_return_type(const char *name, const char *end)
{
	const char *at, *operator = strstr(name, "operator"), *start = name;
	int depth = 0;

	if (operator && operator < end && strncmp(operator, "operator()", 10))
		return name;	/* 'operator<' has unmatched brackets */
	for (at = name; at < end; at++) {
		depth += strchr("<({[", *at) != NULL;
		depth -= strchr(">)}]", *at) != NULL;
		if (*at == ' ' && !depth)
			start = at + 1;
	}
	return start;
}

const char *
name_short(struct arena *arena, const char *symbol)
{
	const char *name = irmodule_demangle(arena, symbol);
	const char *end = parameters_of(name), *start;

	if (!end || end == name)
		return name;
	start = skip_return_type(name, end);
	return arena_strndup(arena, start, (size_t)(end - start));
}

/* Longer parameter lists, of library templates, are left out. */
enum { LONGEST_PARAMETERS = 60 };

const char *
name_full(struct arena *arena, const char *symbol)
{
	const char *name = irmodule_demangle(arena, symbol);
	const char *end = parameters_of(name), *start;

	if (!end)
		return arena_printf(arena, "%s()", name);
	start = skip_return_type(name, end);
	if (strlen(end) <= LONGEST_PARAMETERS)
		return start;
	return arena_printf(arena, "%.*s(...)", (int)(end - start), start);
}
