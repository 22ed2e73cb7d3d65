/*
 * load-failures KERNEL...: asks the runtime for each of the kernels, whose images
 * cannot be loaded, twenty times, and prints why; then what that left in this
 * process: open files and mappings more than after the first time.
 */
#include <dirent.h>
#include <stdio.h>

#include "sycl-cc/runtime.h"

static long
count_files(void)
{
	DIR *dir = opendir("/proc/self/fd");
	long n = 0;

	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n;
}

static long
count_mappings(void)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	long n = 0;
	int c;

	while (maps && (c = getc(maps)) != EOF)
		n += c == '\n';
	if (maps)
		fclose(maps);
	return n;
}

int
main(int argc, char **argv)
{
	const struct sycl_rt_device *device;
	struct sycl_rt_kernel_facts facts;
	long files = 0, mappings = 0;
	int i, round;

	if (sycl_rt_device_get(0, &device))
		return 1;
	for (round = 0; round < 20; round++) {
		for (i = 1; i < argc; i++) {
			if (sycl_rt_kernel_ask(device, argv[i], "", &facts) == SYCL_RT_SUCCESS)
				return 1;
			if (!round)
				printf("%s: %s\n", argv[i], sycl_rt_message());
		}
		if (!round) {
			files = count_files();
			mappings = count_mappings();
		}
	}
	printf("files left: %ld, mappings left: %ld\n", count_files() - files, count_mappings() - mappings);
	return 0;
}
