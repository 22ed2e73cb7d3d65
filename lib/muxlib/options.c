/* Options of a module: those of its info, and OpenCL's. */
#include <stdlib.h>
#include <string.h>

#include "format/openclc.h"
#include "muxlib/private.h"

void
options_clear(struct mux_module *module)
{
	bytes_free(module->context, &module->options);
	bytes_free(module->context, &module->clang);
	module->mode = MUX_MODE_COMPILE;
	module->library = false;
}

const char *
mux_module_option(const struct mux_module *module, const char *name)
{
	const char *p, *end, *value, *found = NULL;

	if (!module || !name || !module->options.n)
		return NULL;
	end = (const char *)module->options.data + module->options.n;
	for (p = (const char *)module->options.data; p < end; p = value + strlen(value) + 1) {
		value = p + strlen(p) + 1;
		if (!strcmp(p, name))
			found = value;
	}
	return found;
}

void
mux_base_pipeline_finalize(const struct mux_module *module, struct mux_pipeline *pipeline)
{
	const char *cpu = mux_module_option(module, "--cpu"), *width = mux_module_option(module, "--width");

	if (cpu)
		pipeline->cpu = cpu;
	if (width)
		pipeline->width = (uint32_t)strtoul(width, NULL, 10);
	pipeline->no_guards = mux_module_option(module, "--no-guards") != NULL;
	pipeline->no_masks = mux_module_option(module, "--no-masks") != NULL;
}

/* The words of the text, with the next one at p.  Each is written over the text, without its quotes. */
struct words {
	char *p;
	const char *word;
	size_t n;
};

static bool
is_escaped(const char *p, char quote)
{
	return *p == '\\' && p[1] && quote != '\'' && (!quote || p[1] == '"' || p[1] == '\\');
}

/* As in a shell: "..." and '...' keep blanks, and so does a backslash.  What is not closed ends with the text. */
static bool
next_word(struct words *words)
{
	char *p = words->p + strspn(words->p, " \t\n"), *out = p, quote = '\0';

	words->word = p;
	words->p = p;
	if (!*p)
		return false;
	for (; *p && (quote || !strchr(" \t\n", *p)); p++) {
		if (is_escaped(p, quote))
			*out++ = *++p;
		else if (quote ? *p == quote : *p == '"' || *p == '\'')
			quote = quote ? '\0' : *p;
		else
			*out++ = *p;
	}
	words->n = (size_t)(out - words->word);
	words->p = p + (*p != '\0');
	*out = '\0';
	return true;
}

/* The info's tuple for the first n bytes of name: '0' or '1', what follows the name; 0: none. */
static char
find_tuple(const char *tuples, const char *name, size_t n)
{
	const char *p = tuples;

	while (p && *p) {
		if (!strncmp(p, name, n) && p[n] == ',')
			return p[n + 1];
		p = strchrnul(p, ';');
		p += *p != '\0';
	}
	return 0;
}

/* OpenCL's options that clang knows under the same name; -D and -I may have their value in the next word. */
static bool
is_for_clang(const char *word, size_t n)
{
	static const char *const words[] = { "-w", "-Werror", "-g" };
	size_t i;

	if (!strncmp(word, "-D", 2) || !strncmp(word, "-I", 2) || !strncmp(word, "-cl-", 4))
		return true;
	for (i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i]) == n && !strncmp(word, words[i], n))
			return true;
	return false;
}

/* OpenCL's options for linking that allow something: what the compilations were allowed is in their code. */
static bool
is_link_hint(const char *word)
{
	static const char *const words[] = {
		"-cl-denorms-are-zero", "-cl-no-signed-zeros", "-cl-no-signed-zeroes", "-cl-unsafe-math-optimizations",
		"-cl-finite-math-only", "-cl-fast-relaxed-math", "-cl-no-subgroup-ifp", "-enable-link-options",
	};
	size_t i;

	for (i = 0; i < sizeof words / sizeof *words; i++)
		if (!strcmp(word, words[i]))
			return true;
	return false;
}

enum outcome { GOOD, WRONG, NO_MEMORY };

static enum outcome
add_word(struct mux_module *module, struct bytes *bytes, const char *word, size_t n)
{
	return bytes_add(module->context, bytes, word, n) || bytes_add(module->context, bytes, "", 1) ? NO_MEMORY : GOOD;
}

static enum outcome
wrong(struct mux_module *module, const char *what, const char *word, size_t n)
{
	return module_error(module, "%s '%.*s'", what, (int)(n > 200 ? 200 : n), word) ? NO_MEMORY : WRONG;
}

/* An option of the info; its value is behind '=' or the next word. */
static enum outcome
take_own(struct mux_module *module, struct words *words, size_t name, char kind)
{
	const char *option = words->word;
	size_t whole = words->n;
	enum outcome outcome;

	if (kind == '0' && whole > name)
		return wrong(module, "no value belongs to option", option, name);
	outcome = add_word(module, &module->options, option, name);
	if (outcome)
		return outcome;
	if (kind == '0')
		return add_word(module, &module->options, "", 0);
	if (whole > name)
		return add_word(module, &module->options, option + name + 1, whole - name - 1);
	if (!next_word(words))
		return wrong(module, "a value is missing behind option", option, name);
	return add_word(module, &module->options, words->word, words->n);
}

static enum outcome
take_clang(struct mux_module *module, struct words *words)
{
	bool with_next = words->n == 2 && (words->word[1] == 'D' || words->word[1] == 'I');
	const char *option = words->word;
	enum outcome outcome = GOOD;

	if (!openclc_option_is_hint(option, words->n))
		outcome = add_word(module, &module->clang, option, words->n);
	if (outcome || !with_next)
		return outcome;
	if (!next_word(words))
		return wrong(module, "a value is missing behind option", option, 2);
	return add_word(module, &module->clang, words->word, words->n);
}

static enum outcome
take_linking(struct mux_module *module, const struct words *words)
{
	if (!strcmp(words->word, "-create-library"))
		module->library = true;
	else if (!is_link_hint(words->word))
		return wrong(module, "unknown option", words->word, words->n);
	return GOOD;
}

static enum outcome
take_options(struct mux_module *module, char *text)
{
	const char *tuples = module->target->info->compilation_options;
	struct words words = { .p = text };
	enum outcome outcome = GOOD;
	const char *equals;
	size_t name;
	char kind;

	while (!outcome && next_word(&words)) {
		equals = memchr(words.word, '=', words.n);
		name = equals ? (size_t)(equals - words.word) : words.n;
		kind = find_tuple(tuples, words.word, name);
		if (kind)
			outcome = take_own(module, &words, name, kind);
		else if (module->mode == MUX_MODE_LINK)
			outcome = take_linking(module, &words);
		else if (is_for_clang(words.word, words.n))
			outcome = take_clang(module, &words);
		else
			outcome = wrong(module, "unknown option", words.word, words.n);
	}
	return outcome;
}

static enum outcome
take_copy(struct mux_module *module, const char *text)
{
	struct bytes copy = { 0 };
	enum outcome outcome = NO_MEMORY;

	if (!bytes_add(module->context, &copy, text, strlen(text) + 1))
		outcome = take_options(module, (char *)copy.data);
	bytes_free(module->context, &copy);
	return outcome;
}

/* Values of this library's own options that make no sense. */
static enum outcome
check_values(struct mux_module *module)
{
	const char *width = mux_module_option(module, "--width");
	unsigned long n;
	char *end;

	if (!width || module->target->info->ops)
		return GOOD;
	n = strtoul(width, &end, 10);
	if (*width < '1' || *width > '9' || *end || n > 64 || (n & (n - 1)))
		return wrong(module, "not a power of two up to 64: --width", width, strlen(width));
	return GOOD;
}

enum mux_result
mux_module_set_options(struct mux_module *module, enum mux_mode mode, const char *options)
{
	static const enum mux_result invalid[] = { MUX_INVALID_BUILD_OPTIONS, MUX_INVALID_COMPILER_OPTIONS,
						   MUX_INVALID_LINKER_OPTIONS };
	enum mux_result result = MUX_SUCCESS;
	enum outcome outcome;

	if (!module || !options || (unsigned)mode > MUX_MODE_LINK)
		return MUX_INVALID_VALUE;
	mux_context_lock(module->context);
	options_clear(module);
	module->mode = mode;
	outcome = take_copy(module, options);
	if (!outcome)
		outcome = check_values(module);
	if (outcome) {
		options_clear(module);
		result = outcome == NO_MEMORY ? MUX_OUT_OF_MEMORY : invalid[mode];
	}
	mux_context_unlock(module->context);
	return result;
}
