#include "words.h"

#include <stdbool.h>
#include <string.h>

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
