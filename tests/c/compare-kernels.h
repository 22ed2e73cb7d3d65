/*
 * main() of programs that compare the kernels of a native CPU image with those of
 * the same names in the program: IMAGE COUNT.  The file that includes it has
 * the type kernel_function and
 *
 *     static int compare(const struct mux_kernel *image, kernel_function *oracle);
 *
 * which returns how many launches differ.
 */
int
main(int argc, char **argv)
{
	void *image = argc > 2 ? dlopen(argv[1], RTLD_NOW) : NULL, *self = dlopen(NULL, RTLD_NOW);
	const struct mux_kernel *kernel = image ? dlsym(image, MUX_TABLE_SYMBOL) : NULL;
	int bad = 0, n = 0;

	if (!kernel) {
		fprintf(stderr, "no image\n");
		return 2;
	}
	for (; kernel->name; kernel++, n++)
		bad += compare(kernel, (kernel_function *)(intptr_t)dlsym(self, kernel->name));
	printf("%d kernels, %d wrong launches\n", n, bad);
	if (!launches_of_size)
		puts("none has the size that the image is for");
	return bad || !launches_of_size || n != atoi(argv[2]);
}
