/*
 * Prints what the operations that spirv-prep rewrites give for many operands:
 * the same before and after.  __int128 stands in for OpenCL's mul_hi.
 */
#include <stdint.h>
#include <stdio.h>

int64_t mul_hi_signed(int64_t a, int64_t b) __asm__("_Z6mul_hill");
uint64_t mul_hi_unsigned(uint64_t a, uint64_t b) __asm__("_Z6mul_himm");

__attribute__((used, optnone, noinline)) int64_t
mul_hi_signed(int64_t a, int64_t b)
{
	return (int64_t)((__int128)a * b >> 64);
}

__attribute__((used, optnone, noinline)) uint64_t
mul_hi_unsigned(uint64_t a, uint64_t b)
{
	return (uint64_t)((unsigned __int128)a * b >> 64);
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
			check_bools(a & 1, b & 1, (double)(a & 1));
			note((uint64_t)member(o, (int)(a & 7), (int)(b & 7)));
		}
	printf("%016llx\n", (unsigned long long)sum);
	return 0;
}
