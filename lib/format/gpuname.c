#include "gpuname.h"

#include <string.h>

static const char digits[] = "0123456789abcdef";

bool
gpuname_needs(const char *name)
{
	for (; *name; name++)
		if ((unsigned char)*name >= 0x80)
			return true;
	return false;
}

void
gpuname_encode(char *to, const char *name)
{
	for (; *name; name++) {
		unsigned char c = (unsigned char)*name;

		if (c < 0x80) {
			*to++ = *name;
			continue;
		}
		*to++ = '$';
		*to++ = '$';
		*to++ = digits[c / 16];
		*to++ = digits[c % 16];
	}
	*to = '\0';
}

/* The value of a digit, 16 for all other characters. */
static unsigned
digit_value(char c)
{
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (unsigned)(at - digits) : 16;
}

void
gpuname_decode(char *to, const char *name)
{
	while (*name) {
		unsigned high = strncmp(name, "$$", 2) ? 16 : digit_value(name[2]), low = high < 16 ? digit_value(name[3]) : 16;

		if (high >= 8 && low < 16) {
			*to++ = (char)(16 * high + low);
			name += 4;
		} else {
			*to++ = *name++;
		}
	}
	*to = '\0';
}
