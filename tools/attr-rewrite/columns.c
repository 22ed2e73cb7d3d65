#include "columns.h"

#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

#include "lex.h"
#include "place.h"

/* How far apart the same tokens may be on two lines: longer expansions are not searched. */
enum { MAX_SKIP = 160, MAX_LINES = 1 << 20 };

/* A file of the source, its tokens by line. */
struct source {
	const char *name;
	struct lexed lexed;
	uint32_t *first;	/* token[first[i]] is the first that begins on line i + 1 or later */
	uint32_t *start;	/* where line i + 1 begins */
	unsigned n_lines;	/* 0: it cannot be read */
	struct source *next;
};

struct writer {
	struct arena *arena;
	FILE *stream;
	struct source *sources, *source;	/* all, and that of the current lines or NULL */
	const char *quoted;			/* its name as in the line marker */
	size_t quoted_len;
	unsigned line;
};

static void
index_lines(struct source *source, struct arena *arena)
{
	const struct lexed *lexed = &source->lexed;
	const char *newline, *at = lexed->text, *end = lexed->text + lexed->len;
	uint32_t token = 1;
	unsigned n = 1;

	for (newline = at; (newline = memchr(newline, '\n', (size_t)(end - newline))) && n < MAX_LINES; newline++)
		n++;
	source->first = arena_alloc(arena, (n + 1) * sizeof *source->first);
	source->start = arena_alloc(arena, (n + 1) * sizeof *source->start);
	for (source->n_lines = 0; source->n_lines < n; source->n_lines++) {
		while (token < lexed->n && lexed->token[token].begin < (uint32_t)(at - lexed->text))
			token++;
		source->first[source->n_lines] = token;
		source->start[source->n_lines] = (uint32_t)(at - lexed->text);
		newline = memchr(at, '\n', (size_t)(end - at));
		at = newline ? newline + 1 : end;
	}
	source->first[n] = lexed->n;
	source->start[n] = (uint32_t)(lexed->len + 1);
}

/* A missing file, or one that is not regular, has no columns; that is not an error. */
static char *
read_quietly(struct arena *arena, const char *name, size_t *len)
{
	struct stat status;
	FILE *stream;
	char *text;

	if (stat(name, &status) || !S_ISREG(status.st_mode) || status.st_size > INT32_MAX || !(stream = fopen(name, "re")))
		return NULL;
	text = arena_alloc(arena, (size_t)status.st_size + 1);
	*len = fread(text, 1, (size_t)status.st_size, stream);
	text[*len] = '\0';
	fclose(stream);
	return text;
}

static struct source *
find_source(struct writer *writer, const char *name)
{
	struct source *source;
	size_t len;
	char *text;

	for (source = writer->sources; source; source = source->next)
		if (!strcmp(source->name, name))
			return source;
	source = arena_calloc(writer->arena, 1, sizeof *source);
	*source = (struct source){ .name = name, .next = writer->sources };
	writer->sources = source;
	text = read_quietly(writer->arena, name, &len);
	if (text) {
		lex(&source->lexed, writer->arena, text, len);
		index_lines(source, writer->arena);
	}
	return source;
}

/* The marker at line[0, len): the text after it comes from that file and line. */
static void
read_marker(struct writer *writer, const char *line, size_t len)
{
	const char *end = line + len, *open = memchr(line, '"', len), *close = open, *c;
	struct place place;
	const struct diag_place *here;
	bool system = false;
	char *copy;

	writer->source = NULL;
	while (close && ++close < end && *close != '"')
		close += *close == '\\';
	if (!open || close >= end)
		return;
	for (c = close; c < end; c++)
		system |= *c == '3';
	if (system)
		return;
	/* A marker gives the place of the next line. */
	copy = arena_alloc(writer->arena, len + 2);
	memcpy(copy, line, len);	/* it may hold a NUL */
	memcpy(copy + len, "\n", 2);
	place_init(&place, writer->arena, "", copy, len + 1);
	here = place_find(&place, len + 1);
	writer->line = here->line;
	writer->quoted = open;
	writer->quoted_len = (size_t)(close - open) + 1;
	writer->source = find_source(writer, here->file);
	if (!writer->source->n_lines)
		writer->source = NULL;
}

static bool
same_token(const struct lexed *a, uint32_t i, const struct lexed *b, uint32_t k)
{
	const struct token *x = &a->token[i], *y = &b->token[k];

	return x->end - x->begin == y->end - y->begin &&
	       !memcmp(a->text + x->begin, b->text + y->begin, x->end - x->begin);
}

/*
 * From token i of ours and k of theirs on, the lines have the same tokens: two
 * with a word among them, three, or all to the end of both.
 */
static bool
same_run(const struct lexed *ours, uint32_t i, uint32_t end, const struct lexed *theirs, uint32_t k, uint32_t their_end)
{
	bool word = false;
	unsigned n;

	for (n = 0; n < 3 && !(n == 2 && word); n++) {
		if (i + n == end || k + n == their_end)
			return n && i + n == end && k + n == their_end;
		if (!same_token(ours, i + n, theirs, k + n))
			return false;
		word |= ours->token[i + n].kind != TOKEN_PUNCT;
	}
	return true;
}

/* Advances both to the nearest position from which they have the same tokens. */
static bool
resume(const struct lexed *ours, uint32_t *i, uint32_t end, const struct lexed *theirs, uint32_t *k, uint32_t their_end)
{
	uint32_t sum, skip;

	for (sum = 1; sum < MAX_SKIP; sum++)
		for (skip = 0; skip <= sum; skip++)
			if (*i + sum - skip < end && *k + skip < their_end &&
			    same_run(ours, *i + sum - skip, end, theirs, *k + skip, their_end)) {
				*i += sum - skip;
				*k += skip;
				return true;
			}
	return false;
}

/* Blanks or a line's end may be inserted before token i. */
static bool
can_move(const struct lexed *lexed, uint32_t i)
{
	static const char *const directives[] = { "import", "module", "export" };
	const struct token *token = &lexed->token[i], *before = token - 1;
	size_t k;

	if (token->punct == '#' || token->punct == '%' || before->kind == TOKEN_END)
		return false;
	for (k = 0; k < sizeof directives / sizeof *directives; k++)
		if (lex_is(lexed, i, directives[k]))
			return false;
	return token->begin > before->end || (token->kind == TOKEN_PUNCT) != (before->kind == TOKEN_PUNCT);
}

/* Token i is next to be written, in *column: inserts what brings it to the wanted column. */
static void
move_to(struct writer *writer, unsigned *column, unsigned wanted)
{
	if (*column > wanted) {
		fprintf(writer->stream, "\n# %u %.*s\n", writer->line, (int)writer->quoted_len, writer->quoted);
		*column = 1;
	}
	fprintf(writer->stream, "%*s", (int)(wanted - *column), "");
	*column = wanted;
}

/* The line [begin, end) of ours, whose tokens are [i, last). */
static void
put_line(struct writer *writer, const struct lexed *ours, size_t begin, size_t end, uint32_t i, uint32_t last)
{
	const struct source *source = writer->source;
	const struct lexed *theirs = &source->lexed;
	uint32_t start = source->start[writer->line - 1], k = source->first[writer->line - 1];
	uint32_t their_last = source->first[writer->line];
	size_t written = begin;
	unsigned column = 1, wanted;

	if (source->start[writer->line] - start == end - begin + 1 && !memcmp(theirs->text + start, ours->text + begin, end - begin))
		i = last;
	while (i < last && k < their_last) {
		if (!same_token(ours, i, theirs, k) && !resume(ours, &i, last, theirs, &k, their_last))
			break;
		fwrite(ours->text + written, 1, ours->token[i].begin - written, writer->stream);
		column += (unsigned)(ours->token[i].begin - written);
		written = ours->token[i].begin;
		wanted = theirs->token[k].begin - start + 1;
		if (column != wanted && can_move(ours, i))
			move_to(writer, &column, wanted);
		i++;
		k++;
	}
	fwrite(ours->text + written, 1, end - written, writer->stream);
}

/* The lines after one marker. */
static void
put_region(struct writer *writer, const char *text, size_t len)
{
	struct lexed ours;
	const char *newline;
	size_t at = 0, end;
	uint32_t token = 1, last;

	lex(&ours, writer->arena, arena_strndup(writer->arena, text, len), len);
	for (; at < len; at = end + 1, writer->line++, token = last) {
		newline = memchr(ours.text + at, '\n', len - at);
		end = newline ? (size_t)(newline - ours.text) : len;
		for (last = token; last < ours.n && ours.token[last].begin < end; last++)
			;
		if (writer->line && writer->line <= writer->source->n_lines)
			put_line(writer, &ours, at, end, token, last);
		else
			fwrite(ours.text + at, 1, end - at, writer->stream);
		if (end < len)
			putc('\n', writer->stream);
	}
}

void
columns_put(const char *text, size_t len, struct arena *arena, FILE *stream)
{
	struct writer writer = { .arena = arena, .stream = stream };
	size_t at = 0, end, region = 0;
	const char *newline;

	/* A region ends at the next marker. */
	for (; at < len; at = end) {
		newline = memchr(text + at, '\n', len - at);
		end = newline ? (size_t)(newline - text) + 1 : len;
		if (!place_is_marker(text + at, end - at - (newline != NULL)))
			continue;
		if (writer.source)
			put_region(&writer, text + region, at - region);
		else
			fwrite(text + region, 1, at - region, stream);
		fwrite(text + at, 1, end - at, stream);
		read_marker(&writer, text + at, end - at - (newline != NULL));
		region = end;
	}
	if (writer.source)
		put_region(&writer, text + region, len - region);
	else
		fwrite(text + region, 1, len - region, stream);
}
