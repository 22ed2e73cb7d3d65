#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/json.h"
#include "base/outfile.h"
#include "base/words.h"

/* Rows are gathered to pieces of this size; a table that is smaller reaches standard output whole or not at all. */
enum { PIECE = 64 * 1024 };

struct sink {
	struct outfile out;
	size_t used;
	char piece[PIECE];
};

static int
sink_flush(struct sink *sink)
{
	size_t size = sink->used;

	sink->used = 0;
	return fwrite(sink->piece, 1, size, sink->out.stream) == size ? 0 : -1;
}

static int
sink_put(struct sink *sink, const char *text, size_t len)
{
	if (PIECE - sink->used < len && sink_flush(sink))
		return -1;
	if (len > PIECE)
		return fwrite(text, 1, len, sink->out.stream) == len ? 0 : -1;
	memcpy(sink->piece + sink->used, text, len);
	sink->used += len;
	return 0;
}

static int
sink_putc(struct sink *sink, char c)
{
	return sink_put(sink, &c, 1);
}

/* --- tables ---------------------------------------------------------------- */

/* Refuses rows that would be read back differently. */
static int
check_row(const struct stage *stage, const struct row *row, bool begins_file)
{
	const struct slice *first = row->cell, *last = row->cell + stage->ncol - 1;

	if (stage->ncol == 1 && !first->len)
		return bad_row(row, "the only cell is empty: a table of one column cannot hold that row");
	if (begins_file && first->len && *first->text == '[')
		return bad_row(row, "without titles the cell '%.*s' would be read as a title line", (int)first->len,
			first->text);
	if (last->len && last->text[last->len - 1] == '\r')
		return bad_row(row, "the last cell ends in a carriage return");
	return 0;
}

/* Cells that are adjacent in the input too are written in one piece. */
static int
put_row(struct sink *sink, const struct slice *cell, size_t n)
{
	struct slice run;
	size_t i;

	for (i = 0; i < n; i++) {
		run = cell[i];
		while (i + 1 < n && cell[i + 1].text == run.text + run.len + 1 && run.text[run.len] == '|')
			run.len += 1 + cell[++i].len;
		if (sink_put(sink, run.text, run.len) || sink_putc(sink, i + 1 < n ? '|' : '\n'))
			return -1;
	}
	return 0;
}

static int
put_titles(struct sink *sink, const struct stage *stage)
{
	size_t i;

	if (sink_putc(sink, '['))
		return -1;
	for (i = 0; i < stage->ncol; i++)
		if ((i && sink_putc(sink, '|')) || sink_put(sink, stage->title[i], strlen(stage->title[i])))
			return -1;
	return sink_put(sink, "]\n", 2);
}

/* Returns 1 for a write error, which outfile_commit() reports. */
static int
put_table(struct sink *sink, struct stage *stage, bool titles)
{
	bool begins_file = !titles;
	struct row row;
	int more;

	if (titles && put_titles(sink, stage))
		return 1;
	while ((more = stage_next(stage, &row)) > 0) {
		if (check_row(stage, &row, begins_file))
			return -1;
		if (put_row(sink, row.cell, stage->ncol))
			return 1;
		begins_file = false;
	}
	return more;
}

/* --- other forms ------------------------------------------------------------- */

/* A tab, line break or backslash of a cell as \t, \n, \r, \\, so that cut and awk see whole cells. */
static void
put_tsv_cell(FILE *stream, const char *text, size_t len)
{
	static const char plain[] = "\t\n\r\\", name[] = "tnr\\";
	const char *found;

	for (; len--; text++) {
		found = *text ? strchr(plain, *text) : NULL;
		if (found) {
			putc_unlocked('\\', stream);
			putc_unlocked(name[found - plain], stream);
		} else {
			putc_unlocked(*text, stream);
		}
	}
}

static int
put_tsv(FILE *stream, struct stage *stage, bool titles)
{
	struct row row;
	size_t i;
	int more;

	for (i = 0; titles && i < stage->ncol; i++) {
		put_tsv_cell(stream, stage->title[i], strlen(stage->title[i]));
		putc_unlocked(i + 1 < stage->ncol ? '\t' : '\n', stream);
	}
	while ((more = stage_next(stage, &row)) > 0)
		for (i = 0; i < stage->ncol; i++) {
			put_tsv_cell(stream, row.cell[i].text, row.cell[i].len);
			putc_unlocked(i + 1 < stage->ncol ? '\t' : '\n', stream);
		}
	return more;
}

/* An array of one object a row, a line each. */
static int
put_json(FILE *stream, struct stage *stage)
{
	const char *before = "\n";
	struct row row;
	size_t i;
	int more;

	putc_unlocked('[', stream);
	for (; (more = stage_next(stage, &row)) > 0; before = ",\n") {
		fputs_unlocked(before, stream);
		for (i = 0; i < stage->ncol; i++) {
			fputs_unlocked(i ? ", " : "  {", stream);
			json_put_string(stream, stage->title[i], strlen(stage->title[i]));
			fputs_unlocked(": ", stream);
			json_put_string(stream, row.cell[i].text, row.cell[i].len);
		}
		putc_unlocked('}', stream);
	}
	fputs_unlocked("\n]\n", stream);
	return more;
}

/* Cells as words of a response file or shell script. */
static int
put_words(FILE *stream, struct stage *stage)
{
	struct row row;
	size_t i;
	int more;

	while ((more = stage_next(stage, &row)) > 0)
		for (i = 0; i < stage->ncol; i++) {
			words_put(stream, row.cell[i].text, row.cell[i].len);
			putc_unlocked(i + 1 < stage->ncol ? ' ' : '\n', stream);
		}
	return more;
}

/* Terminal columns of the text: one for each character of UTF-8, four for a control character. */
static size_t
text_width(const char *text, size_t len)
{
	size_t width = 0;

	for (; len--; text++) {
		unsigned char c = (unsigned char)*text;

		if (c < 0x20 || c == 0x7f)
			width += 4;
		else if ((c & 0xc0) != 0x80)
			width++;
	}
	return width;
}

static void
put_padded(FILE *stream, const char *text, size_t len, size_t width)
{
	size_t used = text_width(text, len);

	for (; len--; text++) {
		unsigned char c = (unsigned char)*text;

		if (c < 0x20 || c == 0x7f)
			fprintf(stream, "\\x%02x", c);
		else
			putc_unlocked(c, stream);
	}
	for (; used < width; used++)
		putc_unlocked(' ', stream);
}

/* The last column is not padded: no blanks at the end of a line. */
static void
put_pretty_line(FILE *stream, const struct slice *cell, const size_t *width, size_t n)
{
	size_t i, last = n;

	while (last && !cell[last - 1].len)
		last--;
	for (i = 0; i < last; i++) {
		put_padded(stream, cell[i].text, cell[i].len, i + 1 < last ? width[i] : 0);
		if (i + 1 < last)
			fputs_unlocked("  ", stream);
	}
	putc_unlocked('\n', stream);
}

static void
widen(size_t *width, const struct slice *cell, size_t n)
{
	size_t i, used;

	for (i = 0; i < n; i++) {
		used = text_width(cell[i].text, cell[i].len);
		if (used > width[i])
			width[i] = used;
	}
}

static void
put_pretty_titles(FILE *stream, const struct slice *title, const size_t *width, size_t n)
{
	size_t i, j;

	put_pretty_line(stream, title, width, n);
	for (i = 0; i < n; i++) {
		for (j = 0; j < width[i]; j++)
			putc_unlocked('-', stream);
		fputs_unlocked(i + 1 < n ? "  " : "\n", stream);
	}
}

static int
put_pretty(FILE *stream, struct stage *stage, bool titles)
{
	struct slice *title = arena_calloc(&arena, stage->ncol, sizeof *title);
	size_t *width = arena_calloc(&arena, stage->ncol, sizeof *width), i;
	struct rowlist list;

	if (rowlist_read(&list, stage))
		return -1;
	for (i = 0; i < stage->ncol; i++)
		title[i] = (struct slice){ stage->title[i], strlen(stage->title[i]) };
	if (titles)
		widen(width, title, stage->ncol);
	for (i = 0; i < list.n; i++)
		widen(width, list.row[i].cell, stage->ncol);
	if (titles && stage->ncol)
		put_pretty_titles(stream, title, width, stage->ncol);
	for (i = 0; i < list.n; i++)
		put_pretty_line(stream, list.row[i].cell, width, stage->ncol);
	return 0;
}

static int
put_form(struct sink *sink, struct stage *stage, enum form form, bool titles)
{
	switch (form) {
	case FORM_TSV:
		return put_tsv(sink->out.stream, stage, titles);
	case FORM_JSON:
		return put_json(sink->out.stream, stage);
	case FORM_PRETTY:
		return put_pretty(sink->out.stream, stage, titles);
	case FORM_WORDS:
		return put_words(sink->out.stream, stage);
	default:
		return put_table(sink, stage, titles);
	}
}

int
output_write(struct stage *stage, const char *path, enum form form, bool titles)
{
	static struct sink sink;
	bool failed;

	if (outfile_open(&sink.out, path))
		return -1;
	failed = put_form(&sink, stage, form, titles) < 0;
	if (!failed)
		sink_flush(&sink);
	return outfile_end(&sink.out, failed);
}

/* --- copies -------------------------------------------------------------------- */

static int
copy_bytes(int from, FILE *to)
{
	static char piece[PIECE];
	ssize_t got;

	while ((got = read(from, piece, sizeof piece)) > 0)
		if (fwrite(piece, 1, (size_t)got, to) != (size_t)got)
			return 0;	/* outfile_commit() reports it */
	return got < 0 ? -1 : 0;
}

static int
copy_file(const struct row *named, const char *from, const char *path)
{
	int input = open(from, O_RDONLY | O_CLOEXEC), failed;
	struct outfile out;

	if (input < 0)
		return bad_row(named, "cannot read '%s': %s", from, strerror(errno));
	if (outfile_open(&out, path)) {
		close(input);
		return -1;
	}
	failed = copy_bytes(input, out.stream);
	if (failed)
		bad_row(named, "cannot read '%s': %s", from, strerror(errno));
	close(input);
	return outfile_end(&out, failed);
}

int
output_copy(struct stage *stage, const char *path, const char *name, size_t wanted)
{
	size_t rows = 0, column;
	struct row row;
	int more;

	if (stage_column(stage, name, &column))
		return -1;
	while ((more = stage_next(stage, &row)) > 0) {
		if (!row.marked || rows++ < wanted)
			continue;
		if (!row.cell[column].len)
			return bad_row(&row, "no file to copy: the cell of column '%s' is empty", name);
		return copy_file(&row, arena_strndup(&arena, row.cell[column].text, row.cell[column].len), path);
	}
	if (!more)
		diag_at(&(struct diag_place){ stage->path, 0, 0 }, DIAG_ERROR,
			"no row %zu to copy: there %s %zu, counted from 0", wanted, rows == 1 ? "is" : "are", rows);
	return -1;
}
