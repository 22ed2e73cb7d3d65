/*
 * Prints what the operations that spirv-prep rewrites give for many operands:
 * the same before and after.  Two functions stand in for OpenCL's mul_hi, of the
 * products of parts because spirv-prep rewrites those of __int128.
 */
#include <stdint.h>
#include <stdio.h>

int64_t mul_hi_signed(int64_t a, int64_t b) __asm__("_Z6mul_hill");
uint64_t mul_hi_unsigned(uint64_t a, uint64_t b) __asm__("_Z6mul_himm");

__attribute__((used, optnone, noinline)) uint64_t
mul_hi_unsigned(uint64_t a, uint64_t b)
{
	uint64_t low = 0xffffffff;
	uint64_t middle = (a >> 32) * (b & low) + (((a & low) * (b & low)) >> 32);
	uint64_t other = (a & low) * (b >> 32) + (middle & low);

	return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
}

__attribute__((used, optnone, noinline)) int64_t
mul_hi_signed(int64_t a, int64_t b)
{
	return (int64_t)(mul_hi_unsigned((uint64_t)a, (uint64_t)b) - (a < 0 ? (uint64_t)b : 0) - (b < 0 ? (uint64_t)a : 0));
}

static uint64_t sum = 1;

static void
note(uint64_t value)
{
	sum = (sum ^ value) * 0x100000001b3u;
	sum ^= sum >> 31;
}

static const int64_t operand[] = {
	0, 1, 2, 3, 7, 100, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 46341, 2147483647, 2147483648, 4294967295,
	4294967296, 3037000499, 3037000500, INT64_MAX, INT64_MIN, INT64_MIN + 1, -1, -2, -3, -128, -129, -32768, -2147483647 - 1,
};

#define CHECK(type) \
	static __attribute__((noinline)) void check_##type(type a, type b) \
	{ \
		type r; \
		int over; \
		over = __builtin_add_overflow(a, b, &r); note((uint64_t)r); note(over); \
		over = __builtin_sub_overflow(a, b, &r); note((uint64_t)r); note(over); \
		over = __builtin_mul_overflow(a, b, &r); note((uint64_t)r); note(over); \
	}
CHECK(int8_t) CHECK(uint8_t) CHECK(int16_t) CHECK(uint16_t) CHECK(int32_t) CHECK(uint32_t) CHECK(int64_t) CHECK(uint64_t)

/* Numbers of more than 64 bits that are in no variable once the compiler optimises. */
static __attribute__((noinline)) void
check_halves(uint64_t a, uint64_t b)
{
	unsigned __int128 x = (unsigned __int128)a * b, y = x * (a | 5) + b - (x << 3);
	__int128 z = (__int128)(int64_t)a * (int64_t)b, narrow = (__int128)(int64_t)a - (int64_t)b;
	unsigned _BitInt(100) odd = (unsigned _BitInt(100))a * b + a;

	note((uint64_t)(x >> 64)); note((uint64_t)(x >> 1)); note((uint64_t)(y >> 63)); note((uint64_t)(y >> 65));
	note((uint64_t)(y >> 127)); note((uint64_t)((x ^ y) << 70 >> 66)); note((uint64_t)(z >> 64)); note((uint64_t)(z >> 3));
	note((uint64_t)(narrow >> 100)); note(x < y); note(z > narrow); note(x == y); note((x | 1) >= y); note(z <= -narrow);
	note((uint64_t)(odd >> 50)); note((uint64_t)(odd >> 90)); note((uint64_t)(((x & y) + 0x123456789abcdef) >> 20));
}

static void
note_wide(unsigned __int128 value)
{
	note((uint64_t)value); note((uint64_t)(value >> 64));
}

static volatile unsigned __int128 accumulator;
static unsigned __int128 table[3] = { 1, (unsigned __int128)1 << 100 | 7, -5 };

/* By value, in memory, in loops, by a number of places that is not known; odd widths too. */
static __attribute__((noinline)) __int128
mixed(__int128 x, unsigned __int128 y, unsigned n)
{
	unsigned _BitInt(100) odd = (unsigned _BitInt(100))y;
	_BitInt(77) less = (_BitInt(77))(x >> (n & 31));
	unsigned i;

	for (i = 0; i < (n & 7); i++) {
		accumulator += y * (unsigned)(i + 1);
		x = x < (__int128)y ? (__int128)((unsigned __int128)x * 3 + i) : (__int128)((unsigned __int128)x - (y >> ((n + i) & 127)));
		odd = (unsigned _BitInt(100))((odd << (i * 7 % 100)) + (odd >> (n % 100)));
		less = (_BitInt(77))((unsigned _BitInt(77))less * 5) >> (i & 15);
	}
	table[n % 3] ^= odd;
	note_wide((unsigned __int128)odd); note_wide((unsigned __int128)(__int128)less); note(less < 0); note(odd > (unsigned _BitInt(100))x);
	return (n & 1 ? (__int128)((unsigned __int128)x << (n & 127)) : x >> (n & 127)) ^ (__int128)table[(n + 1) % 3];
}

static __attribute__((noinline)) void
check_wide(int64_t a, int64_t b)
{
	unsigned __int128 x = (unsigned __int128)(uint64_t)a << 64 | (uint64_t)b, y = ((unsigned __int128)(uint64_t)b << (a & 63)) | 1;
	__int128 s = (__int128)x, t = (__int128)(b >> (a & 31)) | 1, over;
	double d = (double)a * (double)b;

	note_wide((unsigned __int128)mixed(s, y, (unsigned)(a ^ b)));
	note_wide(x / y); note_wide(x % y); note_wide((unsigned __int128)(s / t)); note_wide((unsigned __int128)(s % t));
	note_wide(x / 10); note_wide((unsigned __int128)(s % 1000)); note_wide(y / (x | 1));
	note_wide((unsigned __int128)(unsigned _BitInt(90))x / (((unsigned _BitInt(90))y) | 1));
	note((uint64_t)((double)x * 0x1p-70)); note((uint64_t)(int64_t)((double)s * 0x1p-70)); note((uint64_t)((float)x * 0x1p-70f));
	note((double)x == (double)(x + 1)); note((float)s < (float)t); note((uint64_t)(float)(uint64_t)x);
	note_wide((unsigned __int128)(__int128)d); note_wide((unsigned __int128)(d < 0 ? -d : d));
	note_wide((unsigned __int128)(__int128)((float)a * 1e9f));
	note((uint64_t)__builtin_popcountg(x)); note((uint64_t)__builtin_clzg(x, 128)); note((uint64_t)__builtin_ctzg(x, 128));
	note_wide(s < 0 ? -x : x); note_wide(x < y ? x : y); note_wide(s > t ? x : y);
	note((uint64_t)__builtin_add_overflow(s, t, &over)); note_wide((unsigned __int128)over);
	note((uint64_t)__builtin_sub_overflow(s, t, &over)); note_wide((unsigned __int128)over);
	note_wide(x << (b & 127) | x >> (-b & 127)); note_wide(~x & y);
	note((uint64_t)(x > y) - (uint64_t)(x < y)); note(s >= t); note(!x);
}

static __attribute__((noinline)) void
check_bools(_Bool a, _Bool b, double x)
{
	unsigned _BitInt(2) two = (unsigned _BitInt(2))(a + b);

	note(a < b); note(a <= b); note(a == b); note(a != b); note(a > b); note(a & b); note(a * b); note((uint64_t)two);
	note((_Bool)x);
}

struct outer {
	int a;
	struct { char b; double c[3]; } in[2];
};

static __attribute__((noinline)) double
member(struct outer *o, int i, int j)
{
	return o[i & 1].in[j & 1].c[(i + j) % 3] + o->a + o->in[1].b;
}

int
main(void)
{
	static struct outer o[2] = { { 3, { { 1, { 1, 2, 3 } }, { 2, { 4, 5, 6 } } } }, { 4, { { 5, { 7, 8, 9 } }, { 6, { 10, 11, 12 } } } } };
	size_t i, j, n = sizeof operand / sizeof *operand;

	for (i = 0; i < n; i++)
		for (j = 0; j < n; j++) {
			int64_t a = operand[i], b = operand[j];

			check_int8_t((int8_t)a, (int8_t)b); check_uint8_t((uint8_t)a, (uint8_t)b);
			check_int16_t((int16_t)a, (int16_t)b); check_uint16_t((uint16_t)a, (uint16_t)b);
			check_int32_t((int32_t)a, (int32_t)b); check_uint32_t((uint32_t)a, (uint32_t)b);
			check_int64_t(a, b); check_uint64_t((uint64_t)a, (uint64_t)b);
			check_wide(a, b);
			check_halves((uint64_t)a, (uint64_t)b);
			check_bools(a & 1, b & 1, (double)(a & 1));
			note((uint64_t)member(o, (int)(a & 7), (int)(b & 7)));
		}
	printf("%016llx\n", (unsigned long long)sum);
	return 0;
}
