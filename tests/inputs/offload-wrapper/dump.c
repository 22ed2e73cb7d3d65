/* Stands in for the runtime: prints what is registered. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sycl-cc/offload-descriptor.h"

static void
print_bytes(const char *what, const void *begin, const void *end)
{
	const unsigned char *p = begin;

	printf("  %s %s", what, p ? "" : "null");
	for (; p < (const unsigned char *)end && p < (const unsigned char *)begin + 40; p++)
		printf(*p >= ' ' && *p < 127 ? "%c" : "\\%02x", *p);
	printf(" (%zu)\n", (size_t)((const char *)end - (const char *)begin));
}

static void
print_entries(const struct sycl_offload_image *image)
{
	const struct sycl_offload_entry *e = image->entries_begin;
	const struct sycl_offload_entry_new *n = (const void *)image->entries_begin;
	const void *end = image->entries_end;

	if (!e)
		puts("  no entries");
	else if (n->reserved == 0 && n->version == 1 && n->kind == 8 && n->flags == 0)
		for (; (const void *)n < end; n++)
			printf("  new entry %s\n", n->name);
	else
		for (; (const void *)e < end; e++)
			printf("  entry %s\n", e->name);
}

static void
print_properties(const struct sycl_offload_image *image)
{
	const struct sycl_offload_property_set *set;
	const struct sycl_offload_property *p;

	for (set = image->property_sets_begin; set < image->property_sets_end; set++) {
		printf("  [%s]\n", set->name);
		for (p = set->begin; p < set->end; p++) {
			printf("  %s type %" PRIu32, p->name, p->type);
			if (p->value)
				print_bytes("", p->value, (const char *)p->value + p->size);
			else
				printf(" null value, %" PRIu64 "\n", p->size);
		}
	}
}

static void
print_image(const struct sycl_offload_image *image)
{
	printf("image version %u kind %u format %u\n", image->version, image->kind, image->format);
	printf("  target '%s' compile '%s' link '%s'\n", image->target, image->compile_options, image->link_options);
	print_bytes("bytes", image->image_begin, image->image_end);
	print_bytes("manifest", image->manifest_begin, image->manifest_end);
	print_entries(image);
	print_properties(image);
}

void
__sycl_register_lib(struct sycl_offload_desc *desc)
{
	unsigned i;

	printf("register version %u images %u\n", desc->version, desc->num_images);
	for (i = 0; i < desc->num_images && !getenv("BRIEF"); i++)
		print_image(&desc->images[i]);
}

void
__sycl_unregister_lib(struct sycl_offload_desc *desc)
{
	printf("unregister images %u\n", desc->num_images);
}

__attribute__((constructor(102))) static void
early(void)
{
	puts("constructor 102");
}

__attribute__((constructor)) static void
plain(void)
{
	puts("constructor");
}

static void
at_exit(void)
{
	puts("atexit");
}

int
main(int argc, char **argv)
{
	puts("main");
	atexit(at_exit);
	(void)argc;
	(void)argv;
	return 0;
}
