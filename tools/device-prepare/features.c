#include "features.h"

#include <string.h>

#include "base/args.h"
#include "base/diag.h"
#include "format/aspect.h"
#include "format/irnames.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"

static const char aspects_prefix[] = "sycl-aspects:";
static const char type_text[] = ANNOTATION_TYPE_USES_ASPECTS;

/* --- features of functions ------------------------------------------------- */

/* Adds the annotation's values that the list does not have. */
static void
add_numbers(struct numbers *numbers, struct arena *arena, const int64_t *value, size_t n)
{
	int64_t *all = arena_alloc(arena, (numbers->n + n + 1) * sizeof *all);
	size_t i, k;

	if (numbers->n)
		memcpy(all, numbers->value, numbers->n * sizeof *all);
	numbers->value = all;
	numbers->set = true;
	for (i = 0; i < n; i++) {
		for (k = 0; k < numbers->n && all[k] != value[i]; k++)
			;
		if (k == numbers->n)
			all[numbers->n++] = value[i];
	}
}

/* The attribute's values are from 1 to most positive numbers, the same as an earlier attribute's. */
static void
set_sizes(struct numbers *numbers, const struct annotation *annotation, const char *name, size_t most)
{
	bool good = annotation->n_values >= 1 && annotation->n_values <= most;
	const int64_t limit = most == 1 ? INT32_MAX : UINT32_MAX;
	size_t i;

	for (i = 0; i < annotation->n_values; i++)
		good = good && annotation->value[i] > 0 && annotation->value[i] <= limit;
	if (!good && most == 1) {
		diag_at(&annotation->place, DIAG_ERROR, "'%s' wants one positive number below 2^31", name);
	} else if (!good) {
		diag_at(&annotation->place, DIAG_ERROR, "'%s' wants one to %zu positive numbers below 2^32", name, most);
	} else if (numbers->set && (numbers->n != annotation->n_values ||
				    memcmp(numbers->value, annotation->value, numbers->n * sizeof *numbers->value))) {
		diag_at(&annotation->place, DIAG_ERROR, "'%s' contradicts an earlier one of the same function", name);
	} else {
		numbers->value = annotation->value;
		numbers->n = annotation->n_values;
		numbers->set = true;
	}
}

static void
read_one(struct features *features, struct arena *arena, const struct annotation *annotation)
{
	const char *text = annotation->text;

	if (!strcmp(text, ANNOTATION_DEVICE_HAS))
		add_numbers(&features->declared, arena, annotation->value, annotation->n_values);
	else if (!strcmp(text, ANNOTATION_DEVICE_HAS_PROPERTY))
		add_numbers(&features->property, arena, annotation->value, annotation->n_values);
	else if (!strcmp(text, ANNOTATION_USES_ASPECTS))
		add_numbers(&features->used, arena, annotation->value, annotation->n_values);
	else if (!strcmp(text, ANNOTATION_WORK_GROUP_SIZE))
		set_sizes(&features->work_group_size, annotation, "reqd_work_group_size", 3);
	else if (!strcmp(text, ANNOTATION_WORK_GROUP_SIZE_HINT))
		set_sizes(&features->work_group_size_hint, annotation, "work_group_size_hint", 3);
	else if (!strcmp(text, ANNOTATION_SUB_GROUP_SIZE))
		set_sizes(&features->sub_group_size, annotation, "reqd_sub_group_size", 1);
	else if (!strcmp(text, ANNOTATION_NAMED_SUB_GROUP_SIZE))
		features->sub_group_named = true;
	else if (!strcmp(text, ANNOTATION_EXTERNAL))
		features->external = true;
	else if (!strcmp(text, ANNOTATION_KERNEL_WRAPPER))
		features->wrapper = true;
	else if (!strcmp(text, ANNOTATION_OF_SOME_PROCESSORS))
		features->of_some_processors = true;
}

/* What SYCL_EXT_ONEAPI_FUNCTION_PROPERTY says: the number of an annotation, how many values it has, and these. */
static void
read_property(struct features *features, struct arena *arena, const struct annotation *property)
{
	static const char *const text[] = { NULL, ANNOTATION_WORK_GROUP_SIZE, ANNOTATION_WORK_GROUP_SIZE_HINT,
					    ANNOTATION_SUB_GROUP_SIZE, ANNOTATION_DEVICE_HAS_PROPERTY,
					    NULL, ANNOTATION_NAMED_SUB_GROUP_SIZE };
	const size_t n_texts = sizeof text / sizeof *text;
	struct annotation annotation = *property;

	if (annotation.n_values < 2 || annotation.value[0] <= 0 || (uint64_t)annotation.value[0] >= n_texts || !text[annotation.value[0]] ||
	    annotation.value[1] < 0 || (uint64_t)annotation.value[1] > annotation.n_values - 2)
		return;
	annotation.text = text[annotation.value[0]];
	annotation.n_values = (size_t)annotation.value[1];
	annotation.value += 2;
	annotation.string += 2;
	read_one(features, arena, &annotation);
}

struct features *
features_read(struct arena *arena, const struct annotations *annotations, const struct callgraph *graph)
{
	struct features *features = arena_calloc(arena, graph->nfunction + 1, sizeof *features);
	uint32_t function;
	size_t i;

	for (i = 0; i < annotations->n; i++) {
		function = callgraph_index(graph, annotations->item[i].target);
		if (function == CALLGRAPH_NONE)
			continue;
		if (!strcmp(annotations->item[i].text, ANNOTATION_FUNCTION_PROPERTY))
			read_property(&features[function], arena, &annotations->item[i]);
		else
			read_one(&features[function], arena, &annotations->item[i]);
	}
	/* Thunks of virtual functions have no annotation. */
	for (function = 0; function < graph->nfunction; function++)
		if (irmodule_string_attribute(graph->function[function], ATTRIBUTE_VIRTUAL_NUMBER, NULL))
			features[function].external = true;
	return features;
}

bool
features_any(const struct features *features)
{
	return features->declared.set || features->property.set || features->work_group_size.set ||
	       features->work_group_size_hint.set || features->sub_group_size.set || features->sub_group_named;
}

void
features_merge(struct features *features, const struct features *other)
{
	struct numbers *to[] = { &features->declared, &features->property, &features->work_group_size,
				 &features->work_group_size_hint, &features->sub_group_size };
	const struct numbers *from[] = { &other->declared, &other->property, &other->work_group_size,
					 &other->work_group_size_hint, &other->sub_group_size };
	size_t i;

	for (i = 0; i < sizeof to / sizeof *to; i++)
		if (!to[i]->set)
			*to[i] = *from[i];
	features->sub_group_named |= other->sub_group_named;
}

void
features_set_sub_group_size(struct features *features, const struct callgraph *graph, struct arena *arena, int64_t size)
{
	uint32_t i;

	for (i = 0; i < graph->nfunction; i++)
		if (irmodule_is_kernel(graph->function[i]) && !features[i].sub_group_size.set && !features[i].sub_group_named)
			add_numbers(&features[i].sub_group_size, arena, &size, 1);
}

static void
write_numbers(LLVMValueRef function, const char *kind, const struct numbers *numbers)
{
	if (numbers->set)
		irmeta_set_ints(function, irmeta_kind(kind), numbers->value, numbers->n);
}

/* SYCL's last dimension is the first one of work-item builtins; missing ones are 1. */
static void
write_sizes(LLVMValueRef function, const char *kind, const struct numbers *numbers)
{
	int64_t size[3] = { 1, 1, 1 };
	size_t i;

	if (!numbers->set)
		return;
	for (i = 0; i < numbers->n; i++)
		size[i] = numbers->value[numbers->n - 1 - i];
	irmeta_set_ints(function, irmeta_kind(kind), size, 3);
}

/* The property device_has is text: "5,6". */
static void
write_property(LLVMValueRef function, struct arena *arena, const struct numbers *numbers)
{
	const char *text = "";
	size_t i;

	if (!numbers->set)
		return;
	for (i = 0; i < numbers->n; i++)
		text = arena_printf(arena, "%s%s%lld", text, i ? "," : "", (long long)numbers->value[i]);
	irmodule_set_string_attribute(function, ATTRIBUTE_DEVICE_HAS, text);
}

void
features_write(LLVMValueRef function, struct arena *arena, const struct features *features, bool sizes)
{
	write_numbers(function, METADATA_DECLARED_ASPECTS, &features->declared);
	write_numbers(function, METADATA_USED_ASPECTS, &features->used);
	if (!sizes)
		return;
	write_property(function, arena, &features->property);
	write_sizes(function, METADATA_WORK_GROUP_SIZE, &features->work_group_size);
	write_sizes(function, METADATA_WORK_GROUP_SIZE_HINT, &features->work_group_size_hint);
	write_numbers(function, METADATA_SUB_GROUP_SIZE, &features->sub_group_size);
}

/* --- tables of the module -------------------------------------------------- */

bool
features_is_marker(const struct annotation *annotation)
{
	return !strncmp(annotation->text, aspects_prefix, strlen(aspects_prefix)) ||
	       !strcmp(annotation->text, type_text);
}

/* Adds the node !{"name", i32 value...} to the named metadata of the module. */
static void
add_row(LLVMModuleRef module, struct arena *arena, const char *table, const char *name, const int64_t *value,
	size_t n)
{
	LLVMContextRef context = irmodule_context();
	LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
	LLVMMetadataRef *operand = arena_alloc(arena, (n + 1) * sizeof *operand), node;
	size_t i;

	operand[0] = LLVMMDStringInContext2(context, name, strlen(name));
	for (i = 0; i < n; i++)
		operand[i + 1] = LLVMValueAsMetadata(LLVMConstInt(i32, (unsigned long long)value[i], 1));
	node = LLVMMDNodeInContext2(context, operand, n + 1);
	LLVMAddNamedMetadataOperand(module, table, LLVMMetadataAsValue(context, node));
}

/* An enumerator must have the number that lib/format gives its name, and no other's. */
static void
check_aspect(const struct diag_place *place, const char *name, int64_t value)
{
	int number = aspect_number(name);
	const char *owner = value >= 0 && value <= INT32_MAX ? aspect_name((int32_t)value) : NULL;

	if (number >= 0 && number != value)
		diag_at(place, DIAG_ERROR, "aspect '%s' is %lld in this enum, but its number is %d", name,
			(long long)value, number);
	else if (number < 0 && owner)
		diag_at(place, DIAG_ERROR, "aspect '%s' is %lld in this enum, but that is the number of '%s'", name,
			(long long)value, owner);
}

static void
write_aspects(LLVMModuleRef module, struct arena *arena, const struct annotation *annotation)
{
	size_t n, i;
	char **name = args_split(arena, annotation->text + strlen(aspects_prefix), ',', &n);

	if (n > annotation->n_values)
		n = annotation->n_values;
	for (i = 0; i < n; i++) {
		check_aspect(&annotation->place, name[i], annotation->value[i]);
		add_row(module, arena, METADATA_ASPECTS, name[i], &annotation->value[i], 1);
	}
}

/* Device code may list the number of any aspect, of the enum in table (NULL: none) or known here, and no other (SYCL 2020, 5.8.1). */
static void
check_listed(const struct annotation *listed, const struct annotation *table)
{
	size_t i, k;
	int64_t value;

	for (i = 0; i < listed->n_values; i++) {
		value = listed->value[i];
		for (k = 0; table && k < table->n_values && table->value[k] != value; k++)
			;
		if ((!table || k == table->n_values) && !(value >= 0 && value <= INT32_MAX && aspect_name((int32_t)value)))
			diag_at(&listed->place, DIAG_ERROR, "'device_has' lists %lld, which is no aspect", (long long)value);
	}
}

/* The class that a marker function marks: the source type of the address it computes. */
static LLVMTypeRef
marked_type(LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef instruction;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (instruction = LLVMGetFirstInstruction(block); instruction;
		     instruction = LLVMGetNextInstruction(instruction))
			if (LLVMIsAGetElementPtrInst(instruction))
				return LLVMGetGEPSourceElementType(instruction);
	return NULL;
}

static void
write_type(LLVMModuleRef module, struct arena *arena, const struct annotation *annotation)
{
	LLVMTypeRef type;
	const char *name;

	if (!LLVMIsAFunction(annotation->target) || !annotation->n_values)
		return;
	type = marked_type(annotation->target);
	name = type && LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
	if (name)
		add_row(module, arena, METADATA_TYPES_WITH_ASPECTS, name, annotation->value, annotation->n_values);
}

void
features_write_tables(LLVMModuleRef module, struct arena *arena, const struct annotations *annotations)
{
	const struct annotation *first = NULL;
	size_t i;

	for (i = 0; i < annotations->n; i++) {
		const struct annotation *annotation = &annotations->item[i];

		if (!strcmp(annotation->text, type_text))
			write_type(module, arena, annotation);
		if (strncmp(annotation->text, aspects_prefix, strlen(aspects_prefix)))
			continue;
		if (!first) {
			first = annotation;
			write_aspects(module, arena, annotation);
		} else if (first->target != annotation->target) {
			diag_at(&annotation->place, DIAG_ERROR, "this is a second enum of aspects, the first is at %s:%u",
				first->place.file, first->place.line);
		}
	}
	for (i = 0; i < annotations->n; i++)
		if (!strcmp(annotations->item[i].text, ANNOTATION_DEVICE_HAS))
			check_listed(&annotations->item[i], first);
}
