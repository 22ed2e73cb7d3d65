/*
 * Texts, characters of the locale "C" and numbers in texts, under the names of C:
 * part of libm.c.  errno is not set: device code has none.
 */

/* --- texts -------------------------------------------------------------------------------- */

size_t
strnlen(const char GENERIC *text, size_t most)
{
	size_t len = 0;

	while (len < most && text[len])
		len++;
	return len;
}

char GENERIC *
strcpy(char GENERIC *to, const char GENERIC *from)
{
	size_t i = 0;

	do
		to[i] = from[i];
	while (from[i++]);
	return to;
}

char GENERIC *
strncpy(char GENERIC *to, const char GENERIC *from, size_t size)
{
	size_t i;

	for (i = 0; i < size && from[i]; i++)
		to[i] = from[i];
	for (; i < size; i++)
		to[i] = '\0';
	return to;
}

char GENERIC *
strcat(char GENERIC *to, const char GENERIC *from)
{
	strcpy(to + strlen(to), from);
	return to;
}

char GENERIC *
strncat(char GENERIC *to, const char GENERIC *from, size_t most)
{
	char GENERIC *end = to + strlen(to);
	size_t len = strnlen(from, most), i;

	for (i = 0; i < len; i++)
		end[i] = from[i];
	end[len] = '\0';
	return to;
}

char GENERIC *
strchr(const char GENERIC *text, int wanted)
{
	for (; *text != (char)wanted; text++)
		if (!*text)
			return NULL;
	return (char GENERIC *)text;
}

char GENERIC *
strrchr(const char GENERIC *text, int wanted)
{
	size_t behind = 0, i = 0;

	do
		if (text[i] == (char)wanted)
			behind = i + 1;
	while (text[i++]);
	return behind ? (char GENERIC *)text + (behind - 1) : NULL;
}

/* The length of what the text begins with: characters that are in the set, or are not. */
static size_t
span(const char GENERIC *text, const char GENERIC *set, int in)
{
	size_t len = 0;

	while (text[len] && (strchr(set, text[len]) != NULL) == in)
		len++;
	return len;
}

size_t
strspn(const char GENERIC *text, const char GENERIC *set)
{
	return span(text, set, 1);
}

size_t
strcspn(const char GENERIC *text, const char GENERIC *set)
{
	return span(text, set, 0);
}

char GENERIC *
strpbrk(const char GENERIC *text, const char GENERIC *set)
{
	text += span(text, set, 0);
	return *text ? (char GENERIC *)text : NULL;
}

char GENERIC *
strstr(const char GENERIC *text, const char GENERIC *wanted)
{
	size_t len = strlen(wanted);

	for (; strncmp(text, wanted, len); text++)
		if (!*text)
			return NULL;
	return (char GENERIC *)text;
}

/* --- characters --------------------------------------------------------------------------- */

static int
is_between(int c, int first, int last)
{
	return c >= first && c <= last;
}

int isdigit(int c) { return is_between(c, '0', '9'); }
int islower(int c) { return is_between(c, 'a', 'z'); }
int isupper(int c) { return is_between(c, 'A', 'Z'); }
int isalpha(int c) { return islower(c) || isupper(c); }
int isalnum(int c) { return isalpha(c) || isdigit(c); }
int isxdigit(int c) { return isdigit(c) || is_between(c, 'a', 'f') || is_between(c, 'A', 'F'); }
int isblank(int c) { return c == ' ' || c == '\t'; }
int isspace(int c) { return c == ' ' || is_between(c, '\t', '\r'); }
int isprint(int c) { return is_between(c, ' ', '~'); }
int isgraph(int c) { return is_between(c, '!', '~'); }
int ispunct(int c) { return isgraph(c) && !isalnum(c); }
int iscntrl(int c) { return is_between(c, 0, ' ' - 1) || c == '~' + 1; }
int tolower(int c) { return isupper(c) ? c - 'A' + 'a' : c; }
int toupper(int c) { return islower(c) ? c - 'a' + 'A' : c; }

/* --- numbers in texts --------------------------------------------------------------------- */

/* The value of a digit; 36, which no base has, for other characters. */
static int
digit_value(char c)
{
	if (isdigit(c))
		return c - '0';
	return isalpha(c) ? tolower(c) - 'a' + 10 : 36;
}

/*
 * What all of C's functions read: blanks, a sign, the base, digits.  A value above the
 * greatest is that one; numbers with a sign have one more below zero.  *end is behind the
 * digits, or the text if there are none.
 */
static unsigned long long
read_number(const char GENERIC *text, char GENERIC *GENERIC *end, int base, unsigned long long most, int is_signed)
{
	unsigned long long value = 0;
	size_t i = 0, digits;
	unsigned digit;
	int is_negative, is_above = 0;

	while (isspace(text[i]))
		i++;
	is_negative = text[i] == '-';
	if (text[i] == '-' || text[i] == '+')
		i++;
	if ((base == 0 || base == 16) && text[i] == '0' && tolower(text[i + 1]) == 'x' && digit_value(text[i + 2]) < 16) {
		i += 2;
		base = 16;
	}
	if (base == 0)
		base = text[i] == '0' ? 8 : 10;
	if (is_signed && is_negative)
		most++;
	for (digits = i; digit_value(text[i]) < base; i++) {
		digit = (unsigned)digit_value(text[i]);
		is_above |= value > (most - digit) / (unsigned)base;
		value = value * (unsigned)base + digit;
	}
	if (end)
		*end = (char GENERIC *)text + (i > digits ? i : 0);
	if (is_above)
		value = most;
	return is_negative && (is_signed || !is_above) ? 0 - value : value;
}

#define READ(NAME, TYPE, MOST, IS_SIGNED)                                           \
	TYPE NAME(const char GENERIC *text, char GENERIC *GENERIC *end, int base)    \
	{                                                                            \
		return (TYPE)read_number(text, end, base, MOST, IS_SIGNED);          \
	}
READ(strtol, long, LONG_MAX, 1)
READ(strtoll, long long, LLONG_MAX, 1)
READ(strtoul, unsigned long, ULONG_MAX, 0)
READ(strtoull, unsigned long long, ULLONG_MAX, 0)

int atoi(const char GENERIC *text) { return (int)strtol(text, NULL, 10); }
long atol(const char GENERIC *text) { return strtol(text, NULL, 10); }
long long atoll(const char GENERIC *text) { return strtoll(text, NULL, 10); }

/* --- the end ------------------------------------------------------------------------------ */

#ifdef __SPIRV__
#define TEXT(NAME, WORDS) static const __attribute__((address_space(1))) char NAME[] = WORDS
#else
#define TEXT(NAME, WORDS) static const char NAME[] = WORDS
#endif

_Noreturn void __assert_fail(const char GENERIC *text, const char GENERIC *file, unsigned line, const char GENERIC *function);

/* As a failed assertion, which every device has in a way of its own. */
_Noreturn void
abort(void)
{
	TEXT(call, "abort()");
	TEXT(place, "kernel");

	__assert_fail((const char GENERIC *)call, (const char GENERIC *)place, 0, (const char GENERIC *)call);
}
