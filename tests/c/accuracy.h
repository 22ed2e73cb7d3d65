/*
 * How far the functions of tests/inputs/mux/accuracy.def are from the mathematical
 * results: half and float against C's functions of double, double against those
 * of libquadmath.
 */
#ifndef TESTS_ACCURACY_H
#define TESTS_ACCURACY_H

#ifdef __cplusplus
extern "C" {
#endif

enum accuracy_type { ACCURACY_HALF, ACCURACY_FLOAT, ACCURACY_DOUBLE };
enum { ACCURACY_BATCH = 4096 };

/* Numbers of the type, one after the other, and integers; what a function needs of them. */
struct accuracy_batch {
	char out[ACCURACY_BATCH * 8], x[ACCURACY_BATCH * 8], y[ACCURACY_BATCH * 8];
	int n[ACCURACY_BATCH];
} __attribute__((aligned(64)));

/* Sets out to the function of x, y and n; batch NULL: nothing.  0 when there is none of this type. */
typedef int accuracy_run(void *argument, int type, const char *function, struct accuracy_batch *batch);

/*
 * Asks for count results of each function in float and in double, and for those of all
 * 65,536 halves; only: one function, NULL: all.  Prints a line for each type and
 * function: the largest error in ulp, the largest where an argument or the result is
 * denormal, and the limit (of half: 1 ulp, at most).  Returns 1 when one is above its
 * limit, and its line says for which arguments; else 0.
 */
int accuracy_check(accuracy_run *run, void *argument, long count, const char *only);

#ifdef __cplusplus
}
#endif

#endif
