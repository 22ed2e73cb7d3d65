#include "spirv.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "format/spirv.h"
#include "sycl-cc/offload-descriptor.h"

enum { MAX_NAME_WORDS = 64 };

/* Numbers of tools in SPIR-V's registry. */
static const struct {
	const char *name;
	uint32_t generator;
} producers[] = { { "backend", 43 }, { "llvm-spirv", 6 } };

static int
complain(const struct image *image, const char *what, const char *name)
{
	struct diag_place place = { image->path, 0, 0 };

	if (name)
		diag_at(&place, DIAG_ERROR, "target '%s': %s '%s'", image->options.target, what, name);
	else
		diag_at(&place, DIAG_ERROR, "target '%s': %s", image->options.target, what);
	return -1;
}

static int
check_producer(const struct image *image, uint32_t generator)
{
	char text[96];
	size_t i;

	for (i = 0; i < sizeof producers / sizeof *producers; i++)
		if (!strcmp(image->options.producer, producers[i].name) && generator != producers[i].generator) {
			snprintf(text, sizeof text, "generator %" PRIu32 " made the SPIR-V, not", generator);
			return complain(image, text, producers[i].name);
		}
	return 0;
}

static int
check_header(const struct image *image, const uint32_t word[SPIRV_HEADER_WORDS])
{
	unsigned major = 0, minor = 0;
	char text[96];

	if (word[0] != SPIRV_MAGIC)
		return complain(image, "the image is no SPIR-V", NULL);
	sscanf(image->options.spirv_version, "%u.%u", &major, &minor);
	if (word[1] > (major << 16 | minor << 8)) {
		snprintf(text, sizeof text, "SPIR-V of version %" PRIu32 ".%" PRIu32 ", later than", word[1] >> 16, word[1] >> 8 & 255);
		return complain(image, text, image->options.spirv_version);
	}
	return check_producer(image, word[2] >> 16);
}

/* A list "+A,+B" or "A,B". */
static bool
lists(const char *list, const char *name)
{
	size_t len = strlen(name);

	while (*list) {
		list += *list == '+';
		if (!strncmp(list, name, len) && (!list[len] || list[len] == ','))
			return true;
		list += strcspn(list, ",");
		list += *list == ',';
	}
	return false;
}

/* Capabilities and extensions come first. */
static int
check_extensions(const struct image *image, FILE *stream)
{
	uint32_t head, operand[MAX_NAME_WORDS + 1];
	int failed = 0;

	while (fread(&head, sizeof head, 1, stream) == 1) {
		uint32_t op = head & 0xffff, n = (head >> 16) - 1;

		if (op != SPIRV_OP_CAPABILITY && op != SPIRV_OP_EXTENSION)
			return failed;
		if (head >> 16 == 0 || n > MAX_NAME_WORDS || fread(operand, sizeof *operand, n, stream) != n)
			break;
		operand[n] = 0;
		if (op == SPIRV_OP_EXTENSION && !lists(image->options.spirv_extensions, (const char *)operand))
			failed = complain(image, "SPIR-V with extension", (const char *)operand);
	}
	return complain(image, "the image is damaged SPIR-V", NULL);
}

static int
check(const struct image *image)
{
	uint32_t header[SPIRV_HEADER_WORDS];
	FILE *stream = fopen(image->path, "re");
	int failed;

	if (!stream) {
		diag(DIAG_ERROR, "cannot read '%s': %s", image->path, strerror(errno));
		return -1;
	}
	if (fread(header, sizeof header, 1, stream) != 1)
		failed = complain(image, "the image is no SPIR-V", NULL);
	else
		failed = check_header(image, header) || check_extensions(image, stream);
	fclose(stream);
	return failed ? -1 : 0;
}

int
spirv_check_images(const struct image_list *images)
{
	size_t i;
	int failed = 0;

	for (i = 0; i < images->n; i++) {
		const struct image *image = &images->image[i];

		if (image->path && image->options.format == SYCL_OFFLOAD_FORMAT_SPIRV && *image->options.spirv_version)
			failed |= check(image);
	}
	return failed;
}
