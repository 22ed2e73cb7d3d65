#include "words.h"

#include <string.h>

#include "memstream.h"

void
words_put(FILE *stream, const char *text, size_t len)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./,:+@%=-";
	bool quote = !len;
	size_t i;

	for (i = 0; i < len && !quote; i++)
		quote = !memchr(plain, text[i], sizeof plain - 1);
	if (!quote) {
		fwrite_unlocked(text, 1, len, stream);
		return;
	}
	putc_unlocked('"', stream);
	for (i = 0; i < len; i++) {
		if (strchr("\"\\$`", text[i]))
			putc_unlocked('\\', stream);
		putc_unlocked(text[i], stream);
	}
	putc_unlocked('"', stream);
}

void
words_put_shell(FILE *out, const char *text, bool first)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./:,@%=";

	/* An unquoted NAME=VALUE in front would be an assignment. */
	if (*text && strspn(text, plain) == strlen(text) && !(first && strchr(text, '='))) {
		fputs(text, out);
		return;
	}
	putc('\'', out);
	for (; *text; text++)
		if (*text == '\'')
			fputs("'\\''", out);
		else
			putc(*text, out);
	putc('\'', out);
}

char *
words_shell_line(char *const *argv)
{
	struct memstream stream;
	FILE *out = memstream_begin(&stream);
	size_t size, i;

	for (i = 0; argv[i]; i++) {
		if (i)
			putc(' ', out);
		words_put_shell(out, argv[i], i == 0);
	}
	return memstream_end(&stream, &size);
}
