/*
 * The gamma function of C for the type REAL, whose error is some units in the last
 * place: libclc's grows with the argument.  Included by libm.c, once for each type.
 *
 * Next to 2.5 it is a polynomial, by interpolation at Chebyshev's points; other arguments
 * up to 12 are moved there.  Above is Stirling's formula (NIST's handbook, 5.11.1), and
 * below -12 the reflection of it (5.5.3).
 */

/* Of 2.5 + t, t from -0.5 to 0.5. */
static REAL
F(gamma_near)(REAL t)
{
	static const REAL coefficient[] = { GAMMA_NEAR };
	int i = sizeof coefficient / sizeof *coefficient - 1;
	REAL value = coefficient[i];

	while (i-- > 0)
		value = value * t + coefficient[i];
	return value;
}

/* From -12 to 12, but for whole numbers up to 0. */
static REAL
F(gamma_moved)(REAL a)
{
	REAL over = 1, under = 1;

	for (; a > 3; over *= a)
		a -= 1;
	for (; a < 2; a += 1)
		under *= a;
	return F(gamma_near)(a - (REAL)2.5) * over / under;
}

/* From 12 on, as the product of two numbers: it may be larger than any. */
static void
F(gamma_large)(REAL a, REAL part[2])
{
	const REAL b = 1 / (a * a);
	const REAL series = (REAL)1 / 12 - b * ((REAL)1 / 360 - b * ((REAL)1 / 1260 - b * ((REAL)1 / 1680
		- b * ((REAL)1 / 1188 - b * ((REAL)691 / 360360 - b / 156)))));

	part[0] = F(ocl_pow)(a, (a - (REAL)0.5) / 2);
	part[1] = part[0] * F(ocl_exp)(-a) * (REAL)2.50662827463100050242 * F(ocl_exp)(series / a);
}

/* Below -12, no whole number: its sign changes at each of them. */
static REAL
F(gamma_reflected)(REAL a)
{
	const REAL whole = F(rint)(a), sine = F(ocl_sin)(PI * (a - whole));
	REAL part[2], value;

	if (a < GAMMA_LEAST)
		return F(fmod)(F(floor)(a), 2) == 0 ? (REAL)0 : (REAL)-0.0;
	F(gamma_large)(-a, part);
	value = PI / (-a * sine) / part[0] / part[1];
	return F(fmod)(whole, 2) == 0 ? value : -value;
}

REAL
F(tgamma)(REAL a)
{
	REAL part[2];

	if (F(fabs)(a) < 1 / (REAL)((BITS)1 << FRACTION_BITS) / 64)
		return 1 / a;
	if (a != a || (a < 0 && F(trunc)(a) == a))
		return (REAL)__builtin_nan("");
	if (a > -12 && a < 12)
		return F(gamma_moved)(a);
	if (a < 0)
		return F(gamma_reflected)(a);
	if (a > -GAMMA_LEAST)
		return (REAL)__builtin_inf();
	F(gamma_large)(a, part);
	return part[0] * part[1];
}
