/*
 * Complex numbers of the type REAL: multiplication, division and the functions
 * of C's <complex.h>, which std::complex calls.  Included by libm.c, once for
 * each type, after real.h.  What infinities, NaNs and signed zeros give is in
 * annex G of the C standard; the inverse functions are Kahan's ("Branch cuts
 * for complex elementary functions").
 */

#define COMPLEX REAL _Complex
#define MAKE(real, imaginary) __builtin_complex((REAL)(real), (REAL)(imaginary))
#define RE(z) (__real__(z))
#define IM(z) (__imag__(z))
#define NOTHING ((REAL)__builtin_nan(""))
#define INFINITE ((REAL)__builtin_inf())
/* exp() of more overflows; of half of it, squared, not always. */
#define EXP_LIMIT ((REAL)(EXPONENT_ONES / 2) * LN2)

/* --- multiplication and division ----------------------------------------------------------- */

/* Of infinities what counts is the direction. */
static inline REAL
F(direction)(REAL a)
{
	return F(copysign)(F(is_infinite)(a) ? 1 : 0, a);
}

static inline REAL
F(zero_if_nan)(REAL a)
{
	return a != a ? F(copysign)(0, a) : a;
}

static COMPLEX
F(multiply)(REAL a, REAL b, REAL c, REAL d)
{
	REAL ac = a * c, bd = b * d, ad = a * d, bc = b * c, x = ac - bd, y = ad + bc;
	int again = 0;

	if (x == x || y == y)
		return MAKE(x, y);
	if (F(is_infinite)(a) || F(is_infinite)(b)) {
		a = F(direction)(a), b = F(direction)(b);
		c = F(zero_if_nan)(c), d = F(zero_if_nan)(d);
		again = 1;
	}
	if (F(is_infinite)(c) || F(is_infinite)(d)) {
		c = F(direction)(c), d = F(direction)(d);
		a = F(zero_if_nan)(a), b = F(zero_if_nan)(b);
		again = 1;
	}
	if (!again && (F(is_infinite)(ac) || F(is_infinite)(bd) || F(is_infinite)(ad) || F(is_infinite)(bc))) {
		a = F(zero_if_nan)(a), b = F(zero_if_nan)(b), c = F(zero_if_nan)(c), d = F(zero_if_nan)(d);
		again = 1;
	}
	return again ? MAKE(INFINITE * (a * c - b * d), INFINITE * (a * d + b * c)) : MAKE(x, y);
}

/* The divisor is scaled to about 1, the dividend only where the sum of two products could leave the range. */
static COMPLEX
F(divide)(REAL a, REAL b, REAL c, REAL d)
{
	REAL largest = F(fmax)(F(fabs)(a), F(fabs)(b)), p = a, q = b, r = c, s = d, size, x, y;
	int n = 0, scale;

	size = F(fmax)(F(fabs)(c), F(fabs)(d));
	if (F(is_finite)(size) && size != 0) {
		n = F(ilogb)(size);
		r = F(ldexp)(c, -n), s = F(ldexp)(d, -n);
	}
	scale = largest > LARGEST / 8 ? -4 : largest < 1 / (LARGEST / ((BITS)1 << FRACTION_BITS)) ? FRACTION_BITS + 2 : 0;
	if (scale)
		p = F(ldexp)(a, scale), q = F(ldexp)(b, scale);
	size = r * r + s * s;
	x = F(ldexp)((p * r + q * s) / size, -n - scale);
	y = F(ldexp)((q * r - p * s) / size, -n - scale);
	if (x == x || y == y)
		return MAKE(x, y);
	if (c == 0 && d == 0 && (a == a || b == b))
		return MAKE(F(copysign)(INFINITE, c) * a, F(copysign)(INFINITE, c) * b);
	if ((F(is_infinite)(a) || F(is_infinite)(b)) && F(is_finite)(c) && F(is_finite)(d)) {
		a = F(direction)(a), b = F(direction)(b);
		return MAKE(INFINITE * (a * c + b * d), INFINITE * (b * c - a * d));
	}
	if ((F(is_infinite)(c) || F(is_infinite)(d)) && F(is_finite)(a) && F(is_finite)(b)) {
		c = F(direction)(c), d = F(direction)(d);
		return MAKE(0 * (a * c + b * d), 0 * (b * c - a * d));
	}
	return MAKE(x, y);
}

/* --- magnitude and angle --------------------------------------------------------------------- */

REAL
F(cabs)(COMPLEX z)
{
	return F(hypot)(RE(z), IM(z));
}

REAL
F(carg)(COMPLEX z)
{
	return F(atan2)(IM(z), RE(z));
}

COMPLEX
F(conj)(COMPLEX z)
{
	return MAKE(RE(z), -IM(z));
}

COMPLEX
F(cproj)(COMPLEX z)
{
	if (F(is_infinite)(RE(z)) || F(is_infinite)(IM(z)))
		return MAKE(INFINITE, F(copysign)(0, IM(z)));
	return z;
}

/* --- exponentials and hyperbolic functions ------------------------------------------------------ */

COMPLEX
F(cexp)(COMPLEX z)
{
	REAL x = RE(z), y = IM(z), e;

	if (y == 0)
		return MAKE(F(exp)(x), y);
	if (!F(is_finite)(y)) {
		if (F(is_infinite)(x))
			return x < 0 ? MAKE(0, F(copysign)(0, y)) : MAKE(x, NOTHING);
		return MAKE(NOTHING, NOTHING);
	}
	if (x > EXP_LIMIT && F(is_finite)(x)) {
		e = F(exp)(x / 2);
		return MAKE(e * F(cos)(y) * e, e * F(sin)(y) * e);
	}
	e = F(exp)(x);
	return MAKE(e * F(cos)(y), e * F(sin)(y));
}

/* sinh(x) cos(y) and cosh(x) sin(y), or the other way round. */
static inline REAL
F(sinh_times)(REAL x, REAL factor)
{
	REAL e;

	if (F(fabs)(x) <= EXP_LIMIT || !F(is_finite)(x))
		return F(sinh)(x) * factor;
	e = F(exp)(F(fabs)(x) / 2);
	return F(copysign)(e / 2, x) * factor * e;
}

static inline REAL
F(cosh_times)(REAL x, REAL factor)
{
	REAL e;

	if (F(fabs)(x) <= EXP_LIMIT || !F(is_finite)(x))
		return F(cosh)(x) * factor;
	e = F(exp)(F(fabs)(x) / 2);
	return e / 2 * factor * e;
}

COMPLEX
F(csinh)(COMPLEX z)
{
	REAL x = RE(z), y = IM(z);

	if (y == 0)
		return MAKE(F(sinh)(x), y);
	if (!F(is_finite)(y))
		return MAKE(x == 0 ? x : F(is_infinite)(x) ? INFINITE : NOTHING, NOTHING);
	return MAKE(F(sinh_times)(x, F(cos)(y)), F(cosh_times)(x, F(sin)(y)));
}

COMPLEX
F(ccosh)(COMPLEX z)
{
	REAL x = RE(z), y = IM(z);

	if (y == 0)
		return MAKE(F(cosh)(x), x != x ? y : y * F(copysign)(1, x));
	if (!F(is_finite)(y))
		return MAKE(F(is_infinite)(x) ? INFINITE : NOTHING, x == 0 ? 0 : NOTHING);
	return MAKE(F(cosh_times)(x, F(cos)(y)), F(sinh_times)(x, F(sin)(y)));
}

COMPLEX
F(ctanh)(COMPLEX z)
{
	REAL x = RE(z), y = IM(z), t, b, s;

	if (y == 0)
		return MAKE(F(tanh)(x), y);
	if (x == 0)	/* the tangent of infinity is no number, 0 stays */
		return MAKE(x, F(tan)(y));
	if (!F(is_finite)(y))
		return F(is_infinite)(x) ? MAKE(F(copysign)(1, x), F(copysign)(0, y)) : MAKE(NOTHING, NOTHING);
	if (F(fabs)(x) > 22)	/* tanh() is 1 */
		return MAKE(F(copysign)(1, x), 4 * F(sin)(y) * F(cos)(y) * F(exp)(-2 * F(fabs)(x)));
	t = F(tan)(y);
	b = 1 + t * t;
	s = F(sinh)(x);
	return MAKE(b * F(sqrt)(1 + s * s) * s / (1 + b * s * s), t / (1 + b * s * s));
}

/* --- roots, logarithms, powers ------------------------------------------------------------------------- */

COMPLEX
F(csqrt)(COMPLEX z)
{
	const REAL much = (REAL)((BITS)1 << FRACTION_BITS);
	REAL x = RE(z), y = IM(z), largest = F(fmax)(F(fabs)(x), F(fabs)(y)), scale = 1, t, u;

	if (F(is_infinite)(y))
		return MAKE(INFINITE, y);
	if (F(is_infinite)(x))
		return x > 0 ? MAKE(x, y != y ? y : F(copysign)(0, y)) : MAKE(y != y ? y : 0, F(copysign)(x, y));
	if (x != x || y != y)
		return MAKE(NOTHING, NOTHING);
	if (largest == 0)
		return MAKE(0, y);
	if (largest > LARGEST / 4)
		x /= 16, y /= 16, scale = 4;
	else if (largest < 1 / (LARGEST / (much * 4)))
		x = x * much * much, y = y * much * much, scale = 1 / much;
	t = F(sqrt)((F(fabs)(x) + F(hypot)(x, y)) / 2);
	u = F(fabs)(y) / (2 * t);
	return x >= 0 ? MAKE(t * scale, F(copysign)(u, y) * scale) : MAKE(u * scale, F(copysign)(t, y) * scale);
}

/* The logarithm of the magnitude.  Near 1 that is made of how far the square is from 1, in twice the precision. */
static REAL
F(log_of_size)(REAL x, REAL y)
{
	const REAL much = (REAL)((BITS)1 << FRACTION_BITS);
	REAL a = F(fmax)(F(fabs)(x), F(fabs)(y)), b = F(fmin)(F(fabs)(x), F(fabs)(y)), aa, bb, sum, lost;

	if (F(is_finite)(a) && a > LARGEST / 2)
		return F(log)(F(hypot)(x / 2, y / 2)) + LN2;
	if (a > 0 && a < 1 / (LARGEST / (much * 4)))
		return F(log)(F(hypot)(x * much, y * much)) - FRACTION_BITS * LN2;
	if (!(x == x && y == y && a > (REAL)0.5 && a * a + b * b > (REAL)0.5 && a * a + b * b < 3))
		return F(log)(F(hypot)(x, y));
	aa = a * a, bb = b * b;
	sum = aa - 1;
	lost = (F(fabs)(sum) > bb ? sum - (sum + bb) + bb : bb - (sum + bb) + sum) +
	       F(fma)(a, a, -aa) + F(fma)(b, b, -bb);
	if (aa < (REAL)0.5 || aa > 2)	/* the difference was rounded */
		lost += aa - (sum + 1);
	return F(log1p)(sum + bb + lost) / 2;
}

COMPLEX
F(clog)(COMPLEX z)
{
	return MAKE(F(log_of_size)(RE(z), IM(z)), F(carg)(z));
}

COMPLEX
F(cpow)(COMPLEX z, COMPLEX exponent)
{
	COMPLEX log = F(clog)(z);

	return F(cexp)(F(multiply)(RE(exponent), IM(exponent), RE(log), IM(log)));
}

/* --- inverse functions ----------------------------------------------------------------------------------- */

/* Numbers next to which 1 is nothing, and those whose magnitude could overflow. */
#define IS_HUGE(x, y) (F(fmax)(F(fabs)(x), F(fabs)(y)) > (REAL)((BITS)1 << FRACTION_BITS) * 8)

/* The logarithm of twice the magnitude. */
static REAL
F(log_of_double)(REAL x, REAL y)
{
	return F(log_of_size)(x / 2, y / 2) + 2 * LN2;
}

COMPLEX
F(casin)(COMPLEX z)
{
	REAL x = RE(z), y = IM(z);
	COMPLEX less, more;

	if (x != x || y != y) {
		if (F(is_infinite)(x) || F(is_infinite)(y))
			return MAKE(NOTHING, F(is_infinite)(y) ? y : INFINITE);
		return MAKE(x == 0 ? x : NOTHING, NOTHING);
	}
	if (IS_HUGE(x, y))
		return MAKE(F(atan2)(x, F(fabs)(y)), F(copysign)(F(log_of_double)(x, y), y));
	less = F(csqrt)(MAKE(1 - x, -y));
	more = F(csqrt)(MAKE(1 + x, y));
	return MAKE(F(atan2)(x, RE(less) * RE(more) - IM(less) * IM(more)),
		    F(asinh)(RE(less) * IM(more) - IM(less) * RE(more)));
}

COMPLEX
F(cacos)(COMPLEX z)
{
	REAL x = RE(z), y = IM(z);
	COMPLEX less, more;

	if (x != x || y != y) {
		if (F(is_infinite)(x) || F(is_infinite)(y))
			return MAKE(NOTHING, F(is_infinite)(y) ? -y : -INFINITE);
		return MAKE(x == 0 ? PI / 2 : NOTHING, NOTHING);
	}
	if (IS_HUGE(x, y))
		return MAKE(F(atan2)(F(fabs)(y), x), F(copysign)(F(log_of_double)(x, y), -y));
	less = F(csqrt)(MAKE(1 - x, -y));
	more = F(csqrt)(MAKE(1 + x, y));
	return MAKE(2 * F(atan2)(RE(less), RE(more)), F(asinh)(RE(more) * IM(less) - IM(more) * RE(less)));
}

COMPLEX
F(catanh)(COMPLEX z)
{
	REAL x = RE(z), y = IM(z), size = F(fabs)(x), h, rest;

	if (F(is_infinite)(x) || F(is_infinite)(y))
		return MAKE(F(copysign)(0, x), y != y ? y : F(copysign)(PI / 2, y));
	if (x != x || y != y)
		return MAKE(x == 0 ? x : NOTHING, NOTHING);
	if (IS_HUGE(x, y)) {
		h = F(hypot)(x / 2, y / 2);
		return MAKE(x / 4 / h / h, F(copysign)(PI / 2, y));
	}
	rest = (1 - size) * (1 + size) - y * y;
	if (rest == 0)
		rest = 0;	/* not -0 */
	if (size == 1 && F(fabs)(y) < 1 / (REAL)((BITS)1 << FRACTION_BITS))
		h = (LN2 - F(log)(F(fabs)(y))) / 2;
	else
		h = F(log1p)(4 * size / ((1 - size) * (1 - size) + y * y)) / 4;
	return MAKE(F(copysign)(h, x), F(atan2)(2 * y, rest) / 2);
}

/* --- circular functions: those above, turned by a right angle --------------------------------------------- */

#define TURNED(NAME, OTHER)                                \
	COMPLEX F(NAME)(COMPLEX z)                         \
	{                                                  \
		COMPLEX w = F(OTHER)(MAKE(-IM(z), RE(z))); \
		return MAKE(IM(w), -RE(w));                \
	}
TURNED(csin, csinh)
TURNED(ctan, ctanh)
TURNED(casinh, casin)
TURNED(catan, catanh)
#undef TURNED

COMPLEX
F(ccos)(COMPLEX z)
{
	return F(ccosh)(MAKE(-IM(z), RE(z)));
}

COMPLEX
F(cacosh)(COMPLEX z)
{
	COMPLEX w = F(cacos)(z);

	return MAKE(F(fabs)(IM(w)), F(copysign)(RE(w), IM(z)));
}

#undef COMPLEX
#undef MAKE
#undef RE
#undef IM
#undef NOTHING
#undef INFINITE
#undef EXP_LIMIT
#undef IS_HUGE
#undef REAL
#undef BITS
#undef FRACTION_BITS
#undef EXPONENT_ONES
#undef LARGEST
#undef F
#undef PI
#undef LN2
#undef GAMMA_LEAST
#undef GAMMA_NEAR
