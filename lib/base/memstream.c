#include "memstream.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"

/* Keeps a byte for the NUL. */
static ssize_t
take(void *cookie, const char *data, size_t size)
{
	struct memstream *m = cookie;
	size_t room = m->room ? m->room : 256;
	char *grown;

	if (m->failed || size > SIZE_MAX / 4 - m->size) {
		m->failed = true;
		return 0;
	}
	while (room - m->size <= size)
		room *= 2;
	if (room > m->room) {
		grown = realloc(m->text, room);
		if (!grown) {
			m->failed = true;
			return 0;
		}
		m->text = grown;
		m->room = room;
	}
	memcpy(m->text + m->size, data, size);
	m->size += size;
	return (ssize_t)size;
}

FILE *
memstream_open(struct memstream *m)
{
	cookie_io_functions_t functions = { .write = take };

	memset(m, 0, sizeof *m);
	/* Text that nothing was written to is one, too. */
	m->text = calloc(1, m->room = 256);
	m->stream = m->text ? fopencookie(m, "w", functions) : NULL;
	if (!m->stream)
		free(m->text);
	return m->stream;
}

char *
memstream_close(struct memstream *m, size_t *size)
{
	if (ferror(m->stream))
		m->failed = true;
	if (fclose(m->stream))
		m->failed = true;
	m->stream = NULL;
	if (m->failed) {
		free(m->text);
		return NULL;
	}
	m->text[m->size] = '\0';
	*size = m->size;
	return m->text;
}

FILE *
memstream_begin(struct memstream *m)
{
	if (!memstream_open(m))
		die("out of memory");
	return m->stream;
}

char *
memstream_end(struct memstream *m, size_t *size)
{
	char *text = memstream_close(m, size);

	if (!text)
		die("out of memory");
	return text;
}
