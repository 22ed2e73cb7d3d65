#include "greet.h"

int
main()
{
	int unused;

	return greet("world") != 12;
}
