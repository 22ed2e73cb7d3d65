/*
 * What the writers of random kernels share, in which kernel I of seed S depends on S and I only.  The file that
 * includes it has, besides random.h,
 *
 *     static void kernel(uint64_t seed, int number);
 *
 * which begins with random_begin(seed, number) and prints the kernel.  main() takes SEED COUNT.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void kernel(uint64_t seed, int number);

/* One of the texts. */
#define one_of(...) (((const char *[]){ __VA_ARGS__ })[random_below(sizeof((const char *[]){ __VA_ARGS__ }) / sizeof(char *))])

static void
random_begin(uint64_t seed, int number)
{
	int i;

	random_state = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)number * UINT64_C(0xbf58476d1ce4e5b9);
	for (i = 0; i < 8; i++)
		random_below(2);
}

static void
indent(int depth)
{
	while (depth-- >= 0)
		putchar('\t');
}

int
main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	int count = argc > 2 ? atoi(argv[2]) : 1, i;

	for (i = 0; i < count; i++)
		kernel(seed, i);
	return 0;
}
