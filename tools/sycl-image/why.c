/* why: which image runs a kernel on a target, by the rules of the runtime. */
#include "commands.h"

#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/suggest.h"
#include "format/imageselect.h"

/* --- the kernel ------------------------------------------------------------------- */

/* The name without the id of its translation unit. */
static bool
is_local_form(const char *entry, const char *name)
{
	size_t len = strlen(name);

	return !strncmp(entry, name, len) && entry[len] == '@';
}

static bool
names_kernel(const char *entry, const char *name, struct arena *arena)
{
	return is_local_form(entry, name) || !strcmp(demangled(entry, arena), name) ||
		is_local_form(demangled(entry, arena), name);
}

static void
suggest_kernel(const struct imagelist *list, const char *name)
{
	const char **known = NULL, *near;
	size_t n = 0, i, j;

	for (i = 0; i < list->n; i++)
		n += 2 * list->image[i].nentry;
	known = arena_calloc(list->arena, n, sizeof *known);
	for (n = i = 0; i < list->n; i++)
		for (j = 0; j < list->image[i].nentry; j++) {
			known[n++] = list->image[i].entry[j];
			known[n++] = demangled(list->image[i].entry[j], list->arena);
		}
	near = suggest(name, known, n);
	if (near)
		diag(DIAG_NOTE, "did you mean '%s'?", near);
}

/* The entry point that name means; name itself without a match; reports several matches and returns NULL. */
static const char *
find_kernel(const struct imagelist *list, const char *name)
{
	const char *found = NULL;
	size_t i, j;

	for (i = 0; i < list->n; i++)
		for (j = 0; j < list->image[i].nentry; j++)
			if (!strcmp(list->image[i].entry[j], name))
				return name;
	for (i = 0; i < list->n; i++)
		for (j = 0; j < list->image[i].nentry; j++) {
			const char *entry = list->image[i].entry[j];

			if (!names_kernel(entry, name, list->arena) || (found && !strcmp(found, entry)))
				continue;
			if (found) {
				diag(DIAG_ERROR, "kernel '%s' is ambiguous: '%s' and '%s'", name, found, entry);
				return NULL;
			}
			found = entry;
		}
	return found ? found : name;
}

static bool
defines(const struct image *image, const char *kernel)
{
	size_t i;

	for (i = 0; i < image->nentry; i++)
		if (!strcmp(image->entry[i], kernel))
			return !image_exports(image, kernel);
	return false;
}

/* --- the device ---------------------------------------------------------------------- */

/* A device with the target's features: accepts its images, and portable ones where it can. */
static void
device_init(struct image_device *device, const struct target *target, const struct devconfig *config, struct arena *arena)
{
	struct image_accept *accept = arena_calloc(arena, target->nalias + 3, sizeof *accept);
	const struct target *portable = target->spirv_version ? devconfig_find(config, "spir64") : NULL;
	uint32_t *number = arena_calloc(arena, 1, sizeof *number);
	size_t n = 0, i;

	memset(device, 0, sizeof *device);
	accept[n++] = (struct image_accept){ target->name, true };
	if (target->image_target && strcmp(target->image_target, target->name))
		accept[n++] = (struct image_accept){ target->image_target, true };
	for (i = 0; i < target->nalias; i++)
		accept[n++] = (struct image_accept){ target->alias[i], true };
	if (portable && portable != target) {
		accept[n++] = (struct image_accept){ portable->name, true };
		*number = portable->number;
		device->number = number;
		device->nnumber = 1;
	}
	device->name = target->name;
	device->can = target;
	device->accept = accept;
	device->naccept = n;
	device->config = config;
}

static bool
takes(const struct image_device *device, const char *target)
{
	size_t i;

	for (i = 0; i < device->naccept; i++)
		if (!strcmp(device->accept[i].target, target))
			return true;
	return false;
}

/* --- the answer ------------------------------------------------------------------------ */

struct candidates {
	struct image_info *info;
	size_t *number;		/* in the list of images */
	size_t n;
};

/* A portable target (spir64) is not a device: requirements can only be checked when the program runs. */
static int
find_candidates(struct candidates *c, const struct imagelist *list, const char *kernel, const struct target *target)
{
	struct requirements *req;
	size_t i;

	c->n = 0;
	c->info = arena_calloc(list->arena, list->n, sizeof *c->info);
	c->number = arena_calloc(list->arena, list->n, sizeof *c->number);
	for (i = 0; i < list->n; i++) {
		const struct image *image = &list->image[i];

		if (!defines(image, kernel))
			continue;
		req = arena_calloc(list->arena, 1, sizeof *req);
		if (!target_is_generic(target) && image_requirements(req, list, image))
			return -1;
		c->info[c->n] = (struct image_info){ .target = image->target, .empty = !image->size, .req = req,
			.reason = image_note(image, SYCL_OFFLOAD_PROPERTY_REASON, list->arena) };
		c->number[c->n++] = i;
	}
	return 0;
}

static void
print_candidate(const struct image_info *info, size_t number, bool chosen, const struct image_device *device,
	struct arena *arena)
{
	const char *unmet = image_requirements_unmet(info->req, device, arena);

	printf("  image %zu, %s: ", number, *info->target ? info->target : "-");
	if (chosen)
		puts("chosen");
	else if (!takes(device, info->target))
		puts("not for this device");
	else if (unmet)
		puts(unmet);
	else if (info->empty)
		printf("emptied when it was built: %s\n", info->reason ? info->reason : "no reason given");
	else
		puts("fits, but another one comes first");
}

int
command_why(const struct imagelist *list, const char *name, const char *target_name)
{
	const struct devconfig *config = facts_devconfig(list->arena);
	const struct target *target = config ? devconfig_get(config, target_name) : NULL;
	const char *kernel = target ? find_kernel(list, name) : NULL;
	struct image_device device;
	struct image_choice choice;
	struct candidates c;
	size_t i;

	if (!kernel || find_candidates(&c, list, kernel, target))
		return 1;
	device_init(&device, target, config, list->arena);
	choice = image_select(kernel, c.info, c.n, &device, list->arena);
	if (choice.verdict == IMAGE_OK)
		printf("image %zu runs %s on %s\n", c.number[choice.image], shown_name(kernel, list->arena), target->name);
	else
		puts(choice.text);
	for (i = 0; i < c.n; i++)
		print_candidate(&c.info[i], c.number[i], choice.verdict == IMAGE_OK && choice.image == i, &device, list->arena);
	if (!c.n)
		suggest_kernel(list, name);
	return choice.verdict == IMAGE_OK ? 0 : 1;
}
