/*
 * What OpenCL has and C has not, computed with C's functions: REAL is the type, C(NAME) its function.
 * accuracy.c includes it for double and for __float128.
 */
static REAL C(acospi_)(REAL x) { return C(acos)(x) / C(PI); }
static REAL C(asinpi_)(REAL x) { return C(asin)(x) / C(PI); }
static REAL C(atanpi_)(REAL x) { return C(atan)(x) / C(PI); }
static REAL C(atan2pi_)(REAL y, REAL x) { return C(atan2)(y, x) / C(PI); }
static REAL C(divide_)(REAL x, REAL y) { return x / y; }
static REAL C(exp10_)(REAL x) { return C(pow)(10, x); }
static REAL C(rsqrt_)(REAL x) { return 1 / C(sqrt)(x); }
static REAL C(pown_)(REAL x, int n) { return C(pow)(x, n); }

/* |x| modulo 2, exactly. */
static REAL
C(turn_)(REAL x)
{
	x = C(fabs)(x);
	return x - 2 * C(floor)(x / 2);
}

static REAL
C(sinpi_)(REAL x)
{
	REAL r = C(turn_)(x), value = 0;

	if (r > 1)
		value = -C(sin)(C(PI) * (r > (REAL)1.5 ? 2 - r : r - 1));
	else if (r != 0 && r != 1)
		value = C(sin)(C(PI) * (r > (REAL)0.5 ? 1 - r : r));
	return C(copysign)(1, x) < 0 ? -value : value;
}

static REAL
C(cospi_)(REAL x)
{
	REAL r = C(turn_)(x);

	if (r > 1)
		r = 2 - r;
	if (r == (REAL)0.5)
		return 0;
	return r > (REAL)0.5 ? -C(sin)(C(PI) * (r - (REAL)0.5)) : C(sin)(C(PI) * ((REAL)0.5 - r));
}

static REAL C(tanpi_)(REAL x) { return C(sinpi_)(x) / C(cospi_)(x); }

static REAL
C(powr_)(REAL x, REAL y)
{
	if (!(x >= 0) || (x == 0 && y == 0) || (x == 1 && y - y != 0) || (x - x != 0 && y == 0))
		return (REAL)NAN;
	return C(pow)(x == 0 ? 0 : x, y);
}

static REAL
C(rootn_)(REAL x, int n)
{
	REAL zero;

	if (n == 0)
		return (REAL)NAN;
	if (x == 0) {
		zero = n < 0 ? 1 / (REAL)0 : 0;
		return n & 1 ? C(copysign)(zero, x) : zero;
	}
	if (x < 0)
		return n & 1 ? -C(pow)(-x, (REAL)1 / n) : (REAL)NAN;
	return C(pow)(x, (REAL)1 / n);
}
