/*
 * Functions of C that OpenCL C lacks or means otherwise, for the type REAL.
 * Included by libm.c, once for each type; complex.h follows.
 */

#define EXPONENT_BIAS (EXPONENT_ONES / 2)
#define SIGN_BIT ((BITS)1 << (sizeof(BITS) * 8 - 1))

static inline BITS
F(bits_of)(REAL a)
{
	BITS bits;

	__builtin_memcpy(&bits, &a, sizeof bits);
	return bits;
}

static inline REAL
F(of_bits)(BITS bits)
{
	REAL a;

	__builtin_memcpy(&a, &bits, sizeof a);
	return a;
}

static inline int
F(is_finite)(REAL a)
{
	return F(fabs)(a) <= LARGEST;
}

static inline int
F(is_infinite)(REAL a)
{
	return F(fabs)(a) > LARGEST;
}

static inline int
F(is_negative)(REAL a)
{
	return (F(bits_of)(a) & SIGN_BIT) != 0;
}

/* The values for 0 and NaN are those of the host's <math.h>. */
int
F(ilogb)(REAL a)
{
	BITS bits = F(bits_of)(a) & ~SIGN_BIT;
	int exponent = (int)(bits >> FRACTION_BITS);

	if (a != a || bits == 0)
		return INT32_MIN;
	if (exponent == EXPONENT_ONES)
		return INT32_MAX;
	if (exponent == 0)
		return 64 - __builtin_clzll(bits) - EXPONENT_BIAS - FRACTION_BITS;
	return exponent - EXPONENT_BIAS;
}

/* In exact steps but for the last one: the powers of 2 between them have no denormal numbers. */
REAL
F(ldexp)(REAL a, int n)
{
	const int most = EXPONENT_BIAS, least = FRACTION_BITS + 1 - EXPONENT_BIAS;
	int i;

	for (i = 0; i < 2 && n > most; i++, n -= most)
		a *= F(of_bits)((BITS)(EXPONENT_ONES - 1) << FRACTION_BITS);
	for (i = 0; i < 2 && n < 1 - most; i++, n -= least)
		a *= F(of_bits)((BITS)(FRACTION_BITS + 1) << FRACTION_BITS);
	n = n > most ? most : n < 1 - EXPONENT_BIAS ? 1 - EXPONENT_BIAS : n;
	return a * F(of_bits)((BITS)(n + EXPONENT_BIAS) << FRACTION_BITS);
}

REAL
F(scalbn)(REAL a, int n)
{
	return F(ldexp)(a, n);
}

REAL
F(scalbln)(REAL a, long n)
{
	return F(ldexp)(a, n < INT32_MIN ? INT32_MIN : n > INT32_MAX ? INT32_MAX : (int)n);
}

REAL
F(frexp)(REAL a, int GENERIC *exponent)
{
	int e;

	if (!F(is_finite)(a) || a == 0) {
		*exponent = 0;
		return a;
	}
	e = F(ilogb)(a) + 1;
	*exponent = e;
	if (e < 2 - EXPONENT_BIAS)	/* a denormal number */
		return F(ldexp)(a, -e);
	return F(of_bits)((F(bits_of)(a) & ~((BITS)EXPONENT_ONES << FRACTION_BITS)) |
			  (BITS)(EXPONENT_BIAS - 1) << FRACTION_BITS);
}

REAL
F(modf)(REAL a, REAL GENERIC *whole)
{
	REAL w = F(trunc)(a);

	*whole = w;
	return F(copysign)(F(is_infinite)(a) ? 0 : a - w, a);
}

/* In libraries of OpenCL C denormal numbers and large quotients go wrong: long division, as many bits as 64 hold. */
REAL
F(fmod)(REAL a, REAL b)
{
	const int step = 63 - FRACTION_BITS;
	BITS bits = F(bits_of)(a) & ~SIGN_BIT, divisor_bits = F(bits_of)(b) & ~SIGN_BIT;
	int e = (int)(bits >> FRACTION_BITS), divisor_e = (int)(divisor_bits >> FRACTION_BITS), shift;
	const BITS one = (BITS)1 << FRACTION_BITS;
	uint64_t x = bits & (one - 1), y = divisor_bits & (one - 1);

	if (a != a || b != b || e == EXPONENT_ONES || divisor_bits == 0)
		return (REAL)__builtin_nan("");
	if (bits < divisor_bits)
		return a;
	x |= e ? one : 0, y |= divisor_e ? one : 0;
	e += !e, divisor_e += !divisor_e;
	for (x %= y, e -= divisor_e; e > 0 && x; e -= shift) {
		shift = e < step ? e : step;
		x = (x << shift) % y;
	}
	/* x counts in units of the divisor's last place. */
	if (x == 0)
		return F(copysign)(0, a);
	shift = __builtin_clzll(x) - (63 - FRACTION_BITS);
	shift = shift < divisor_e - 1 ? shift : divisor_e - 1;
	bits = (BITS)x << shift;
	if (bits & one)
		bits += (BITS)(divisor_e - shift - 1) << FRACTION_BITS;
	return F(of_bits)(bits | (F(bits_of)(a) & SIGN_BIT));
}

/* Remainder and the low bits of the quotient that goes with it, in exact steps. */
REAL
F(remquo)(REAL a, REAL b, int GENERIC *quotient)
{
	REAL x = F(fabs)(a), y = F(fabs)(b);
	int q = 0;

	*quotient = 0;
	if (a != a || b != b || !F(is_finite)(a) || b == 0)
		return F(fmod)(a, b);
	if (!F(is_finite)(b))
		return a;
	if (y <= LARGEST / 8)
		x = F(fmod)(x, 8 * y);
	if (y <= LARGEST / 4 && x >= 4 * y) {
		x -= 4 * y;
		q += 4;
	}
	if (y <= LARGEST / 2 && x >= 2 * y) {
		x -= 2 * y;
		q += 2;
	}
	if (x >= y) {
		x -= y;
		q++;
	}
	/* Halves of denormal numbers are not exact, and twice a large one is none. */
	if (y <= LARGEST / 2 ? x + x > y || (x + x == y && (q & 1)) : x > y / 2 || (x == y / 2 && (q & 1))) {
		x -= y;
		q++;
	}
	q &= 7;
	*quotient = F(is_negative)(a) != F(is_negative)(b) ? -q : q;
	if (x == 0)
		return F(copysign)(0, a);
	return F(is_negative)(a) ? -x : x;
}

REAL
F(remainder)(REAL a, REAL b)
{
	int quotient;

	return F(remquo)(a, b, (int GENERIC *)&quotient);
}

REAL
F(lgamma)(REAL a)
{
	return F(is_infinite)(a) ? F(fabs)(a) : F(ocl_lgamma)(a);
}

/* -1 between -1 and 0, -3 and -2, ..., and at -0, else 1. */
static int
F(gamma_sign)(REAL a)
{
	REAL below = F(floor)(a);

	if (a == 0)
		return F(is_negative)(a) ? -1 : 1;
	return a < 0 && below != a && F(fmod)(below, 2) == -1 ? -1 : 1;
}

REAL
F(nearbyint)(REAL a)
{
	return F(rint)(a);
}

/* Beyond 64 bits the host has the least number. */
static inline long long
F(whole_number)(REAL a)
{
	return a >= (REAL)-0x1p63 && a < (REAL)0x1p63 ? (long long)a : INT64_MIN;
}

long
F(lround)(REAL a)
{
	return (long)F(whole_number)(F(round)(a));
}

long long
F(llround)(REAL a)
{
	return F(whole_number)(F(round)(a));
}

long
F(lrint)(REAL a)
{
	return (long)F(whole_number)(F(rint)(a));
}

long long
F(llrint)(REAL a)
{
	return F(whole_number)(F(rint)(a));
}

void
F(sincos)(REAL a, REAL GENERIC *sine, REAL GENERIC *cosine)
{
	*sine = F(sin)(a);
	*cosine = F(cos)(a);
}

/* The text is a number in the notation of C, for the lower bits, or nothing. */
REAL
F(nan)(const char GENERIC *text)
{
	BITS payload = 0, base = 10, digit;

	if (*text == '0') {
		base = 8;
		if ((*++text | 0x20) == 'x') {
			base = 16;
			text++;
		}
	}
	for (; *text; text++) {
		digit = *text <= '9' ? (BITS)(*text - '0') : (BITS)((*text | 0x20) - 'a' + 10);
		if (digit >= base)
			return (REAL)__builtin_nan("");
		payload = payload * base + digit;
	}
	return F(of_bits)(F(bits_of)((REAL)__builtin_nan("")) | (payload & (((BITS)1 << (FRACTION_BITS - 1)) - 1)));
}

#undef EXPONENT_BIAS
#undef SIGN_BIT
