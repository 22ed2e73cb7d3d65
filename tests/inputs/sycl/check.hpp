/* What the self-checking programs share: check(condition) notes a failure, done() ends. */
#ifndef CHECK_HPP
#define CHECK_HPP

#include <cstdio>

inline int failures;

#define check(...) \
	do { \
		if (!(__VA_ARGS__)) { \
			std::printf("%s:%d: %s\n", __FILE__, __LINE__, #__VA_ARGS__); \
			failures++; \
		} \
	} while (0)

inline int done()
{
	std::printf(failures ? "%d failures\n" : "right\n", failures);
	return failures != 0;
}

#endif
