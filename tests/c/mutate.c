/* mutate SEED IN OUT: a copy of IN that is cut short or has some bits flipped, the same for the same seed. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "random.h"

int
main(int argc, char **argv)
{
	FILE *in = argc == 4 ? fopen(argv[2], "r") : NULL, *out = in ? fopen(argv[3], "w") : NULL;
	unsigned char *data = malloc(1 << 24);
	size_t size, times;

	if (!out || !data || !(size = fread(data, 1, 1 << 24, in))) {
		fprintf(stderr, "usage: mutate SEED IN OUT\n");
		return 2;
	}
	random_state = strtoull(argv[1], NULL, 10) * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1d;
	random_number(2);
	if (!random_number(4))
		size = random_number(size);
	else
		for (times = 1 + random_number(16); times--; )
			data[random_number(size)] ^= (unsigned char)(1 << random_number(8));
	fwrite(data, 1, size, out);
	return fclose(out) ? 1 : 0;
}
