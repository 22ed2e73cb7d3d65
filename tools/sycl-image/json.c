/* list --json and show --json: all facts, for other programs. */
#include "commands.h"

#include <stdio.h>

#include "base/json.h"
#include "format/aspect.h"
#include "images/value.h"

static void
put_text(struct json *json, const char *key, const char *text)
{
	json_key(json, key);
	json_string(json, text);
}

static void
put_number(struct json *json, const char *key, uint64_t number)
{
	json_key(json, key);
	json_number(json, number);
}

static void
put_hex(struct json *json, const uint8_t *data, size_t size, struct arena *arena)
{
	char *text = arena_alloc(arena, 2 * size + 1);
	size_t i;

	for (i = 0; i < size; i++)
		snprintf(text + 2 * i, 3, "%02x", data[i]);
	text[2 * size] = '\0';
	json_string(json, text);
}

static void
put_requirements(struct json *json, const struct requirements *req, struct arena *arena)
{
	size_t i;

	json_key(json, "requirements");
	json_begin(json, '{');
	json_key(json, "aspects");
	json_begin(json, '[');
	for (i = 0; i < req->naspect; i++)
		json_string(json, aspect_text(req->aspect[i], arena));
	json_end(json, ']');
	json_key(json, "sub_group_sizes");
	json_begin(json, '[');
	for (i = 0; i < req->nsub_group_size; i++)
		json_number(json, req->sub_group_size[i]);
	json_end(json, ']');
	json_key(json, "work_group_size");
	json_begin(json, '[');
	for (i = 0; i < req->nwork_group_size; i++)
		json_number(json, req->work_group_size[i]);
	json_end(json, ']');
	json_key(json, "fixed_targets");
	json_begin(json, '[');
	for (i = 0; i < req->nfixed_target; i++)
		json_string(json, fixed_target_text(req->fixed_target[i], arena));
	json_end(json, ']');
	json_end(json, '}');
}

static void
put_entries(struct json *json, const char *key, const struct image *image, bool exported, struct arena *arena)
{
	size_t i;

	json_key(json, key);
	json_begin(json, '[');
	for (i = 0; i < image->nentry; i++)
		if (image_exports(image, image->entry[i]) == exported) {
			json_begin(json, '{');
			put_text(json, "name", image->entry[i]);
			put_text(json, "demangled", demangled(image->entry[i], arena));
			json_end(json, '}');
		}
	json_end(json, ']');
}

static const char *
kind_name(enum spec_kind kind)
{
	switch (kind) {
	case SPEC_KIND_BOOL: return "bool";
	case SPEC_KIND_SIGNED: return "signed";
	case SPEC_KIND_UNSIGNED: return "unsigned";
	case SPEC_KIND_FLOAT: return "float";
	case SPEC_KIND_BFLOAT: return "bfloat";
	default: return "integer";
	}
}

static void
put_numbers(struct json *json, const struct spec_type *type)
{
	size_t i;

	json_key(json, "numbers");
	json_begin(json, '[');
	for (i = 0; i < type->n; i++) {
		json_begin(json, '{');
		put_text(json, "kind", kind_name(type->number[i].kind));
		put_number(json, "offset", type->number[i].offset);
		put_number(json, "size", type->number[i].size);
		json_end(json, '}');
	}
	json_end(json, ']');
}

static void
put_constant(struct json *json, const struct constant *constant, struct arena *arena)
{
	size_t i;

	json_begin(json, '{');
	put_text(json, "name", constant->name);
	put_text(json, "demangled", demangled(constant->name, arena));
	put_text(json, "variable", constant->variable);
	json_key(json, "frozen");
	json_bool(json, constant->frozen);
	put_text(json, "type", constant->typed ? constant->type.name : NULL);
	json_key(json, "parts");
	json_begin(json, '[');
	for (i = 0; i < constant->spec.npart; i++) {
		json_begin(json, '{');
		json_key(json, "id");
		if (constant->spec.part[i].id == SPECCONST_PADDING)
			json_string(json, NULL);
		else
			json_number(json, constant->spec.part[i].id);
		put_number(json, "offset", constant->spec.part[i].offset);
		put_number(json, "size", constant->spec.part[i].size);
		json_end(json, '}');
	}
	json_end(json, ']');
	if (constant->value) {
		json_key(json, "default");
		put_hex(json, constant->value, constant->size, arena);
	}
	if (constant->typed)
		put_numbers(json, &constant->type);
	if (constant->value && constant->typed)
		put_text(json, "value", value_text(constant, arena));
	json_end(json, '}');
}

static int
put_constants(struct json *json, const struct imagelist *list, const struct image *image)
{
	struct constant *constant;
	size_t n, i;

	if (image_constants(&constant, &n, list, image))
		return -1;
	json_key(json, "specialization_constants");
	json_begin(json, '[');
	for (i = 0; i < n; i++)
		put_constant(json, &constant[i], list->arena);
	json_end(json, ']');
	return 0;
}

/* Numbers as numbers, byte arrays as hexadecimal text. */
static void
put_properties(struct json *json, const struct image *image, struct arena *arena)
{
	const uint8_t *data;
	size_t i, j, size;

	json_key(json, "properties");
	json_begin(json, '{');
	for (i = 0; i < image->properties.nset; i++) {
		const struct propset *set = &image->properties.set[i];

		json_key(json, set->category);
		json_begin(json, '{');
		for (j = 0; j < set->nprop; j++) {
			json_key(json, set->prop[j].name);
			if (set->prop[j].type == PROP_UINT32) {
				json_number(json, set->prop[j].value);
				continue;
			}
			data = prop_bytes(&set->prop[j], &size);
			put_hex(json, data, size, arena);
		}
		json_end(json, '}');
	}
	json_end(json, '}');
}

static void
put_head(struct json *json, const struct image *image, size_t number, struct arena *arena)
{
	static const char *const holder[] = { "descriptor", "object", "table" };
	static const char *const kind[] = { "unknown", "host", "openmp", "hip", "sycl" };

	put_number(json, "image", number);
	put_text(json, "file", image->file);
	put_text(json, "holder", holder[image->origin]);
	if (image->origin == IMAGE_WRAPPED)
		put_number(json, "descriptor", image->descriptor);
	put_text(json, "target", image->target);
	put_text(json, "kind", image->kind < sizeof kind / sizeof *kind ? kind[image->kind] : "unknown");
	put_text(json, "format", format_name(image_plain_format(image)));
	put_number(json, "size", image->size);
	put_number(json, "unpacked_size", image_plain_size(image));
	json_key(json, "compressed");
	json_bool(json, image->format == SYCL_OFFLOAD_FORMAT_COMPRESSED);
	put_number(json, "manifest_size", image->manifest_size);
	put_text(json, "compile_options", image->compile_options);
	put_text(json, "link_options", image->link_options);
	put_text(json, "reason", image_note(image, SYCL_OFFLOAD_PROPERTY_REASON, arena));
}

int
command_json(const struct imagelist *list)
{
	struct json json = { .stream = stdout };
	struct requirements req;
	size_t i;

	json_begin(&json, '[');
	for (i = 0; i < list->n; i++) {
		const struct image *image = &list->image[i];

		if (image_requirements(&req, list, image))
			return 1;
		json_begin(&json, '{');
		put_head(&json, image, i, list->arena);
		put_requirements(&json, &req, list->arena);
		put_entries(&json, "kernels", image, false, list->arena);
		put_entries(&json, "exported_functions", image, true, list->arena);
		if (put_constants(&json, list, image))
			return 1;
		put_properties(&json, image, list->arena);
		json_end(&json, '}');
	}
	json_end(&json, ']');
	return 0;
}
