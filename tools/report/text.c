#include "report.h"

#include <string.h>

/* The bytes of the UTF-8 character at s, 0 when it is none, or none that XML allows. */
static size_t
character_length(const unsigned char *s)
{
	size_t n = *s < 0x80 ? 1 : *s >= 0xc2 && *s < 0xe0 ? 2 : *s >= 0xe0 && *s < 0xf0 ? 3 : *s >= 0xf0 && *s < 0xf5 ? 4 : 0, i;

	if (n == 1)
		return *s >= 0x20 && *s != 0x7f ? 1 : *s == '\n' || *s == '\t';
	for (i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((*s == 0xe0 && s[1] < 0xa0) || (*s == 0xed && s[1] > 0x9f) || (*s == 0xf0 && s[1] < 0x90) || (*s == 0xf4 && s[1] > 0x8f))
		return 0;
	/* U+FFFE and U+FFFF; controls of two bytes; marks that change the direction of what follows. */
	if (*s == 0xef && s[1] == 0xbf && s[2] > 0xbd)
		return 0;
	if (*s == 0xc2 && s[1] < 0xa0)
		return 0;
	if (*s == 0xe2 && ((s[1] == 0x80 && (s[2] >= 0xa8 && s[2] <= 0xae)) || (s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9)))
		return 0;
	return n;
}

void
text_put(FILE *out, const char *text)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t n;

	for (; *s; s += n ? n : 1) {
		n = character_length(s);
		switch (*s) {
		case '&': fputs("&amp;", out); break;
		case '<': fputs("&lt;", out); break;
		case '>': fputs("&gt;", out); break;
		case '"': fputs("&quot;", out); break;
		case '\'': fputs("&#39;", out); break;
		default:
			if (n)
				fwrite(s, 1, n, out);
			else
				fputs("\xef\xbf\xbd", out);
		}
	}
}

void
address_put(FILE *out, const char *path)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-~+";
	const unsigned char *s = (const unsigned char *)path;

	/* Else what is before a colon would be a scheme. */
	fputs(*path == '/' ? "file://" : "./", out);
	for (; *s; s++)
		if (strchr(plain, *s))
			putc(*s, out);
		else
			fprintf(out, "%%%02X", *s);
}

const char *
seconds_text(uint64_t microseconds, struct arena *arena)
{
	return arena_printf(arena, microseconds < 9995 ? "%.1f ms" : "%.2f s",
		microseconds < 9995 ? (double)microseconds / 1e3 : (double)microseconds / 1e6);
}

const char *
target_text(const char *target)
{
	return *target ? target : "no target";
}
