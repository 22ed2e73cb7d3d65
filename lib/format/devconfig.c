#include "devconfig.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <yaml.h>

#include "base/diag.h"
#include "base/order.h"
#include "base/path.h"
#include "base/suggest.h"
#include "format/aspect.h"
#include "format/triple.h"

/*
 * An entry of a layer as written in the file.  resolve() fills in missing keys
 * from the entry that it extends, then from defaults.
 */
struct entry {
	struct target target;
	unsigned given;			/* bit per line of keys[]: the entry has that key */
	const char *extends;
	unsigned extends_line, extends_col;
	uint32_t *more;			/* add-aspects */
	size_t nmore;
	unsigned layer;
	enum { UNRESOLVED, RESOLVING, RESOLVED } state;
};

struct loader {
	struct arena *arena;
	struct entry *entry;
	size_t nentry;
	unsigned layer;
	const char *path;		/* of the layer being read */
	yaml_document_t *document;
};

static int
bad_at(const struct loader *l, const yaml_node_t *node, const char *text)
{
	diag_at(&(struct diag_place){ l->path, (unsigned)node->start_mark.line + 1,
				      (unsigned)node->start_mark.column + 1 },
		DIAG_ERROR, "%s", text ? text : "out of memory");
	return -1;
}

/* bad_at() for "TEXT 'WORD'", with the nearest of n names when there is one. */
static int
bad_word(const struct loader *l, const yaml_node_t *node, const char *text, const char *word, const char *const *name,
	 size_t n)
{
	const char *near = n ? suggest(word, name, n) : NULL;

	if (near)
		return bad_at(l, node, arena_printf(l->arena, "%s '%s', did you mean '%s'?", text, word, near));
	return bad_at(l, node, arena_printf(l->arena, "%s '%s'", text, word));
}

static yaml_node_t *
node_of(const struct loader *l, int index)
{
	return yaml_document_get_node(l->document, index);
}

/* A scalar's text as an arena string; NULL, reported, for other nodes and for text with NUL bytes. */
static const char *
scalar(const struct loader *l, const yaml_node_t *node)
{
	const char *text;

	if (node->type != YAML_SCALAR_NODE) {
		bad_at(l, node, "a plain value is wanted here");
		return NULL;
	}
	text = arena_strndup(l->arena, (const char *)node->data.scalar.value, node->data.scalar.length);
	if (!text || strlen(text) != node->data.scalar.length) {
		bad_at(l, node, text ? "value contains a NUL byte" : NULL);
		return NULL;
	}
	return text;
}

/* --- values -------------------------------------------------------------- */

/* A decimal or 0x number, at most max. */
static int
read_number(const struct loader *l, const yaml_node_t *node, uint64_t max, uint64_t *number)
{
	const char *text = scalar(l, node);
	unsigned long long value;
	char *end;

	if (!text)
		return -1;
	errno = 0;
	value = strtoull(text, &end, !strncmp(text, "0x", 2) ? 16 : 10);
	if (*text < '0' || *text > '9' || *end || errno || value > max)
		return bad_word(l, node, "not a number in range:", text, NULL, 0);
	*number = value;
	return 0;
}

/* Reads the items of a sequence: calls one() for each, which appends it to the array. */
static int
read_items(const struct loader *l, const yaml_node_t *node, void *array, size_t *n, size_t size,
	   int (*one)(const struct loader *l, const yaml_node_t *node, void *item))
{
	const yaml_node_item_t *item;
	char *out;

	if (node->type != YAML_SEQUENCE_NODE)
		return bad_at(l, node, "a list is wanted here: [a, b]");
	out = arena_calloc(l->arena, (size_t)(node->data.sequence.items.top - node->data.sequence.items.start) + 1, size);
	*n = 0;
	if (!out)
		return bad_at(l, node, NULL);
	for (item = node->data.sequence.items.start; item < node->data.sequence.items.top; item++)
		if (one(l, node_of(l, *item), out + (*n)++ * size))
			return -1;
	*(void **)array = out;
	return 0;
}

static int
read_name(const struct loader *l, const yaml_node_t *node, void *item)
{
	const char *text = scalar(l, node);

	if (!text)
		return -1;
	if (!*text)
		return bad_at(l, node, "empty name");
	*(const char **)item = text;
	return 0;
}

static int
read_size(const struct loader *l, const yaml_node_t *node, void *item)
{
	uint64_t number;

	if (read_number(l, node, UINT32_MAX, &number))
		return -1;
	*(uint32_t *)item = (uint32_t)number;
	return 0;
}

/* An aspect by name, or by a number that has a name. */
static int
read_aspect(const struct loader *l, const yaml_node_t *node, void *item)
{
	const char *text = scalar(l, node);
	const char *const *names;
	uint64_t number;
	size_t n;
	int found;

	if (!text)
		return -1;
	found = aspect_number(text);
	if (found < 0 && *text >= '0' && *text <= '9' && !read_number(l, node, INT32_MAX, &number) &&
	    aspect_name((int32_t)number))
		found = (int)number;
	if (found < 0) {
		names = aspect_names(&n);
		return bad_word(l, node, "unknown aspect", text, names, n);
	}
	*(uint32_t *)item = (uint32_t)found;
	return 0;
}

/* Sorts and drops repetitions. */
static void
sort_numbers(uint32_t *number, size_t *n)
{
	size_t i, kept = 0;

	if (*n)
		qsort(number, *n, sizeof *number, order_uint32s);
	for (i = 0; i < *n; i++)
		if (!kept || number[kept - 1] != number[i])
			number[kept++] = number[i];
	*n = kept;
}

static int
read_bool(const struct loader *l, const yaml_node_t *node, bool *value)
{
	const char *text = scalar(l, node);

	if (!text)
		return -1;
	*value = !strcmp(text, "true");
	if (!*value && strcmp(text, "false"))
		return bad_word(l, node, "neither true nor false:", text, NULL, 0);
	return 0;
}

static int
read_string(const struct loader *l, const yaml_node_t *node, const char **value)
{
	*value = scalar(l, node);
	return *value ? 0 : -1;
}

/* --- keys ------------------------------------------------------------------ */

static int
read_target_number(const struct loader *l, const yaml_node_t *node, struct entry *e)
{
	uint64_t number;

	if (read_number(l, node, UINT32_MAX, &number))
		return -1;
	if (number < TARGET_NUMBER_FIRST)
		return bad_at(l, node, "numbers of targets start at 0x10000, smaller ones are aspects");
	e->target.number = (uint32_t)number;
	return 0;
}

static int
read_ip_version(const struct loader *l, const yaml_node_t *node, struct entry *e)
{
	const char *text = scalar(l, node);
	unsigned dots = 0;
	const char *p;

	if (!text)
		return -1;
	for (p = text; *p; p++) {
		bool dot = *p == '.' && p > text && p[-1] != '.' && p[1];

		dots += dot;
		if (!dot && (*p < '0' || *p > '9'))
			break;
	}
	if (*p || dots != 2)
		return bad_word(l, node, "not three numbers with dots:", text, NULL, 0);
	e->target.ip_version = text;
	return 0;
}

static int
read_extends(const struct loader *l, const yaml_node_t *node, struct entry *e)
{
	e->extends_line = (unsigned)node->start_mark.line + 1;
	e->extends_col = (unsigned)node->start_mark.column + 1;
	return read_string(l, node, &e->extends);
}

static int
read_aspects(const struct loader *l, const yaml_node_t *node, struct entry *e)
{
	if (read_items(l, node, &e->target.aspect, &e->target.naspect, sizeof *e->target.aspect, read_aspect))
		return -1;
	sort_numbers(e->target.aspect, &e->target.naspect);
	return 0;
}

static int
read_more_aspects(const struct loader *l, const yaml_node_t *node, struct entry *e)
{
	return read_items(l, node, &e->more, &e->nmore, sizeof *e->more, read_aspect);
}

static int
read_sub_groups(const struct loader *l, const yaml_node_t *node, struct entry *e)
{
	struct target *t = &e->target;

	if (read_items(l, node, &t->sub_group_size, &t->nsub_group_size, sizeof *t->sub_group_size, read_size))
		return -1;
	sort_numbers(t->sub_group_size, &t->nsub_group_size);
	return 0;
}

static int
read_work_group(const struct loader *l, const yaml_node_t *node, struct entry *e)
{
	return read_number(l, node, UINT64_MAX, &e->target.max_work_group_size);
}

static int
read_aliases(const struct loader *l, const yaml_node_t *node, struct entry *e)
{
	return read_items(l, node, &e->target.alias, &e->target.nalias, sizeof *e->target.alias, read_name);
}

static int
read_extensions(const struct loader *l, const yaml_node_t *node, struct entry *e)
{
	return read_items(l, node, &e->target.spirv_extension, &e->target.nspirv_extension,
			  sizeof *e->target.spirv_extension, read_name);
}

static int
read_triple(const struct loader *l, const yaml_node_t *node, struct entry *e)
{
	return read_string(l, node, &e->target.triple);
}

static int
read_others(const struct loader *l, const yaml_node_t *node, struct entry *e)
{
	return read_bool(l, node, &e->target.may_support_other_aspects);
}

static int
read_unverified(const struct loader *l, const yaml_node_t *node, struct entry *e)
{
	return read_bool(l, node, &e->target.unverified);
}

static int
read_program(const struct loader *l, const yaml_node_t *node, struct entry *e)
{
	return read_string(l, node, &e->target.aot_program);
}

static int
read_options(const struct loader *l, const yaml_node_t *node, struct entry *e)
{
	return read_string(l, node, &e->target.aot_options);
}

static int
read_spirv_version(const struct loader *l, const yaml_node_t *node, struct entry *e)
{
	return read_string(l, node, &e->target.spirv_version);
}

/* The members of struct target from first to last. */
#define MEMBERS(first, last) \
	offsetof(struct target, first), offsetof(struct target, last) + sizeof(((struct target *)0)->last) - offsetof(struct target, first)

static const struct key {
	const char *name;
	int (*read)(const struct loader *l, const yaml_node_t *node, struct entry *e);
	size_t offset, size;	/* the inherited members of struct target that the key sets */
} keys[] = {
	{ "target-aspect", read_target_number, 0, 0 },
	{ "extends", read_extends, 0, 0 },
	{ "aliases", read_aliases, 0, 0 },
	{ "ip-version", read_ip_version, 0, 0 },
	{ "triple", read_triple, MEMBERS(triple, triple) },
	{ "aspects", read_aspects, MEMBERS(aspect, naspect) },
	{ "add-aspects", read_more_aspects, 0, 0 },
	{ "sub-group-sizes", read_sub_groups, MEMBERS(sub_group_size, nsub_group_size) },
	{ "max-work-group-size", read_work_group, MEMBERS(max_work_group_size, max_work_group_size) },
	{ "may_support_other_aspects", read_others, MEMBERS(may_support_other_aspects, may_support_other_aspects) },
	{ "unverified", read_unverified, MEMBERS(unverified, unverified) },
	{ "aot-toolchain", read_program, MEMBERS(aot_program, aot_program) },
	{ "aot-toolchain-options", read_options, MEMBERS(aot_options, aot_options) },
	{ "spirv-version", read_spirv_version, MEMBERS(spirv_version, spirv_version) },
	{ "spirv-extensions", read_extensions, MEMBERS(spirv_extension, nspirv_extension) },
};

enum { NKEYS = sizeof keys / sizeof *keys };

/* --- one layer --------------------------------------------------------------- */

static int
read_key(const struct loader *l, const yaml_node_t *key, const yaml_node_t *value, struct entry *e)
{
	const char *name = scalar(l, key), *known[NKEYS];
	unsigned i;

	if (!name)
		return -1;
	for (i = 0; i < NKEYS && strcmp(name, keys[i].name); i++)
		known[i] = keys[i].name;
	if (i == NKEYS)
		return bad_word(l, key, "unknown key", name, known, NKEYS);
	if (e->given & 1u << i)
		return bad_word(l, key, "second key", name, NULL, 0);
	e->given |= 1u << i;
	return keys[i].read(l, value, e);
}

/* The entry of that name in one layer, NULL when there is none. */
static struct entry *
find_in_layer(const struct loader *l, const char *name, unsigned layer)
{
	size_t i;

	for (i = l->nentry; i--;)
		if (l->entry[i].layer == layer && !strcmp(l->entry[i].target.name, name))
			return &l->entry[i];
	return NULL;
}

static int
add_entry(struct loader *l, const struct entry *e)
{
	struct entry *grown = arena_extend(l->arena, l->entry, l->nentry, sizeof *e);

	if (!grown)
		return -1;
	l->entry = grown;
	l->entry[l->nentry++] = *e;
	return 0;
}

static int
read_entry(struct loader *l, const yaml_node_t *key, const yaml_node_t *value)
{
	struct entry e = { .layer = l->layer };
	const struct entry *old;
	const yaml_node_pair_t *pair;

	e.target.file = l->path;
	e.target.line = (unsigned)key->start_mark.line + 1;
	e.target.name = scalar(l, key);
	if (!e.target.name)
		return -1;
	if (!*e.target.name)
		return bad_at(l, key, "target without a name");
	old = find_in_layer(l, e.target.name, l->layer);
	if (old)
		return bad_at(l, key, arena_printf(l->arena, "target '%s' is defined twice, first in line %u",
						   e.target.name, old->target.line));
	if (value->type != YAML_MAPPING_NODE)
		return bad_at(l, value, arena_printf(l->arena, "target '%s' has no keys", e.target.name));
	for (pair = value->data.mapping.pairs.start; pair < value->data.mapping.pairs.top; pair++)
		if (read_key(l, node_of(l, pair->key), node_of(l, pair->value), &e))
			return -1;
	return add_entry(l, &e) ? bad_at(l, key, NULL) : 0;
}

static int
read_document(struct loader *l)
{
	const yaml_node_t *root = yaml_document_get_root_node(l->document);
	const yaml_node_pair_t *pair;

	if (!root)
		return 0;
	if (root->type != YAML_MAPPING_NODE)
		return bad_at(l, root, "a mapping of target names is wanted here");
	for (pair = root->data.mapping.pairs.start; pair < root->data.mapping.pairs.top; pair++)
		if (read_entry(l, node_of(l, pair->key), node_of(l, pair->value)))
			return -1;
	return 0;
}

static int
yaml_failed(const struct loader *l, const yaml_parser_t *parser)
{
	bool at_mark = parser->error != YAML_READER_ERROR && parser->error != YAML_MEMORY_ERROR;

	diag_at(&(struct diag_place){ l->path, at_mark ? (unsigned)parser->problem_mark.line + 1 : 0,
				      at_mark ? (unsigned)parser->problem_mark.column + 1 : 0 },
		DIAG_ERROR, "%s", parser->problem ? parser->problem : "out of memory");
	return -1;
}

static int
read_stream(struct loader *l, FILE *stream)
{
	yaml_parser_t parser;
	yaml_document_t document;
	int failed;

	if (!yaml_parser_initialize(&parser)) {
		diag(DIAG_ERROR, "cannot read '%s': out of memory", l->path);
		return -1;
	}
	yaml_parser_set_input_file(&parser, stream);
	if (!yaml_parser_load(&parser, &document)) {
		failed = yaml_failed(l, &parser);
	} else {
		l->document = &document;
		failed = read_document(l);
		yaml_document_delete(&document);
	}
	yaml_parser_delete(&parser);
	return failed;
}

/* optional: a file that does not exist is an empty layer. */
static int
read_layer(struct loader *l, const char *path, bool optional)
{
	FILE *stream = fopen(path, "re");
	int failed;

	if (!stream && optional && (errno == ENOENT || errno == ENOTDIR))
		return 0;
	l->path = path;
	l->layer++;
	if (!stream || fseek(stream, 0, SEEK_END)) {
		diag(DIAG_ERROR, "cannot read '%s': %s", path, strerror(errno));
		return -1;
	}
	rewind(stream);
	failed = read_stream(l, stream);
	if (!failed && ferror(stream)) {
		diag(DIAG_ERROR, "cannot read '%s': %s", path, strerror(errno));
		failed = -1;
	}
	fclose(stream);
	return failed;
}

/* --- extends ------------------------------------------------------------------- */

/* The entry that "extends: NAME" means: the newest one; for the entry's own name that of an earlier layer. */
static struct entry *
find_extended(const struct loader *l, const struct entry *e)
{
	unsigned layer = strcmp(e->extends, e->target.name) ? l->layer + 1 : e->layer;
	struct entry *found = NULL;

	while (!found && layer-- > 1)
		found = find_in_layer(l, e->extends, layer);
	return found;
}

/* Takes the keys that the entry does not have from its base. */
static void
inherit(struct entry *e, const struct target *base)
{
	unsigned i;

	for (i = 0; i < NKEYS; i++)
		if (!(e->given & 1u << i))
			memcpy((char *)&e->target + keys[i].offset, (const char *)base + keys[i].offset, keys[i].size);
}

static int
add_aspects(const struct loader *l, struct entry *e)
{
	struct target *t = &e->target;
	uint32_t *all;

	if (!e->nmore)
		return 0;
	all = arena_grow(l->arena, t->aspect, t->naspect * sizeof *all, (t->naspect + e->nmore) * sizeof *all);
	if (!all)
		return -1;
	memcpy(all + t->naspect, e->more, e->nmore * sizeof *all);
	t->aspect = all;
	t->naspect += e->nmore;
	sort_numbers(t->aspect, &t->naspect);
	return 0;
}

static int
bad_extends(const struct loader *l, const struct entry *e, const char *text)
{
	diag_at(&(struct diag_place){ e->target.file, e->extends_line, e->extends_col }, DIAG_ERROR, "%s",
		text ? text : "out of memory");
	(void)l;
	return -1;
}

static int
resolve(struct loader *l, struct entry *e)
{
	struct entry *base = NULL;

	if (e->state == RESOLVED)
		return 0;
	if (e->state == RESOLVING)
		return bad_extends(l, e, arena_printf(l->arena, "target '%s' extends itself", e->target.name));
	e->state = RESOLVING;
	if (e->extends) {
		base = find_extended(l, e);
		if (!base)
			return bad_extends(l, e, arena_printf(l->arena, "no target '%s' to extend", e->extends));
		if (resolve(l, base))
			return -1;
		inherit(e, &base->target);
	}
	e->state = RESOLVED;
	return add_aspects(l, e);
}

/* --- the finished list ------------------------------------------------------------ */

static bool
starts_with(const char *text, const char *start)
{
	return !strncmp(text, start, strlen(start));
}

/* "12.60.7" as in intel_gpu_12_60_7. */
static const char *
ip_target(struct arena *arena, const char *version)
{
	char *name = arena_printf(arena, "intel_gpu_%s", version), *p;

	for (p = name; p && *p; p++)
		if (*p == '.')
			*p = '_';
	return name;
}

/* Defaults for keys that neither the entry nor its bases have.  Names like intel_gpu_X mean ocloc and "-device X". */
static int
complete(const struct loader *l, struct target *t)
{
	bool own_ip = !t->number && t->ip_version;

	t->image_target = own_ip ? ip_target(l->arena, t->ip_version) : t->name;
	if (!t->triple)
		t->triple = own_ip ? triple_of_target(t->image_target)->name : triple_of_target(t->name)->name;
	if (!t->image_target)
		return -1;
	if (!t->aot_program)
		t->aot_program = starts_with(t->image_target, "intel_gpu_") ? "ocloc" : "";
	if (!t->aot_options && !strcmp(t->aot_program, "ocloc") && starts_with(t->image_target, "intel_gpu_"))
		t->aot_options = arena_printf(l->arena, "-device %s", own_ip ? t->ip_version : t->name + strlen("intel_gpu_"));
	else if (!t->aot_options)
		t->aot_options = "";
	return t->aot_options ? 0 : -1;
}

/* A target for SPIR-V without version or extensions has those of the portable images. */
static void
complete_spirv(struct target *t, const struct target *portable)
{
	if (!starts_with(t->triple, "spirv") || !strcmp(t->aot_program, "mux-aot"))
		return;
	if (!t->spirv_extension && portable) {
		t->spirv_extension = portable->spirv_extension;
		t->nspirv_extension = portable->nspirv_extension;
	}
	if (!t->spirv_version)
		t->spirv_version = portable && portable->spirv_version ? portable->spirv_version : "1.3";
}

static size_t
find_target(const struct devconfig *config, const char *name)
{
	size_t i;

	for (i = 0; i < config->ntarget; i++)
		if (!strcmp(config->target[i].name, name))
			return i;
	return config->ntarget;
}

/* Later layers replace in place; a replaced entry keeps its number when the new one has none. */
static int
collect(const struct loader *l, struct devconfig *config)
{
	size_t i, at;

	config->ntarget = 0;
	config->target = arena_calloc(l->arena, l->nentry + 1, sizeof *config->target);
	if (!config->target)
		return -1;
	for (i = 0; i < l->nentry; i++) {
		struct target *t = &l->entry[i].target;

		if (*t->name == '.')
			continue;	/* not a target: other entries extend it */
		at = find_target(config, t->name);
		if (at < config->ntarget && !t->number)
			t->number = config->target[at].number;
		if (at < config->ntarget && !t->nalias) {
			t->alias = config->target[at].alias;
			t->nalias = config->target[at].nalias;
		}
		config->target[at] = *t;
		config->ntarget += at == config->ntarget;
	}
	for (i = 0; i < config->ntarget; i++)
		if (complete(l, &config->target[i]))
			return -1;
	at = find_target(config, "spir64");
	for (i = 0; i < config->ntarget; i++)
		complete_spirv(&config->target[i], at < config->ntarget ? &config->target[at] : NULL);
	return 0;
}

static int
check_unique(const struct devconfig *config)
{
	size_t i, j;

	for (i = 0; i < config->ntarget; i++)
		for (j = 0; config->target[i].number && j < i; j++)
			if (config->target[i].number == config->target[j].number) {
				diag_at(&(struct diag_place){ config->target[i].file, config->target[i].line, 0 }, DIAG_ERROR,
					"target '%s' has the number 0x%lx of target '%s'", config->target[i].name,
					(unsigned long)config->target[i].number, config->target[j].name);
				return -1;
			}
	return 0;
}

static bool
has_alias(const struct target *t, const char *name)
{
	size_t i;

	for (i = 0; i < t->nalias; i++)
		if (!strcmp(t->alias[i], name))
			return true;
	return false;
}

/*
 * An alias means one target.  Between layers the later alias wins, and a target
 * wins over an alias of an earlier layer.  An alias that is the name of a target in
 * the same or an earlier layer would never be used: that is an error.
 */
static int
check_aliases(const struct loader *l)
{
	size_t i, j, k;

	for (i = 0; i < l->nentry; i++)
		for (k = 0; k < l->entry[i].target.nalias; k++)
			for (j = 0; j < l->nentry; j++) {
				const struct entry *a = &l->entry[i], *b = &l->entry[j];
				const char *alias = a->target.alias[k];
				bool name = b->layer <= a->layer && !strcmp(b->target.name, alias);

				if (!name && !(j < i && b->layer == a->layer && has_alias(&b->target, alias)))
					continue;
				diag_at(&(struct diag_place){ a->target.file, a->target.line, 0 }, DIAG_ERROR,
					"alias '%s' of target '%s' also means target '%s'%s%s", alias, a->target.name,
					b->target.name, b->layer == a->layer ? "" : " of ",
					b->layer == a->layer ? "" : b->target.file);
				return -1;
			}
	return 0;
}

/* --- files ---------------------------------------------------------------------------- */

const char *
devconfig_base_path(struct arena *arena)
{
	const char *root = secure_getenv("SYCL_CC_ROOT"), *path;
	Dl_info info;

	if (root && *root)
		return arena_printf(arena, "%s/share/device-config.yaml", root);
	path = path_shared(arena, "/proc/self/exe", "device-config.yaml");
	if (!path && dladdr((const void *)keys, &info) && info.dli_fname && strchr(info.dli_fname, '/'))
		path = path_shared(arena, info.dli_fname, "device-config.yaml");
	if (!path)
		diag(DIAG_ERROR, "the device configuration is not installed: no share/sycl-cc/device-config.yaml");
	return path;
}

static const char *
user_path(struct arena *arena)
{
	const char *config = secure_getenv("XDG_CONFIG_HOME"), *home = secure_getenv("HOME");

	if (config && *config == '/')
		return arena_printf(arena, "%s/sycl-cc/device-config.yaml", config);
	return home && *home == '/' ? arena_printf(arena, "%s/.config/sycl-cc/device-config.yaml", home) : NULL;
}

int
devconfig_read(struct devconfig *config, struct arena *arena, const char *base, const char *extra)
{
	struct loader l = { .arena = arena };
	const char *user = user_path(arena);
	size_t i;

	memset(config, 0, sizeof *config);
	if (!base)
		base = devconfig_base_path(arena);
	if (!base || read_layer(&l, base, false) || (user && read_layer(&l, user, true)) ||
	    (extra && read_layer(&l, extra, false)))
		return -1;
	for (i = 0; i < l.nentry; i++)
		if (resolve(&l, &l.entry[i]))
			return -1;
	if (check_aliases(&l))
		return -1;
	if (collect(&l, config)) {
		diag(DIAG_ERROR, "out of memory");
		return -1;
	}
	return check_unique(config);
}

/* --- looking up ----------------------------------------------------------------------- */

const struct target *
devconfig_find(const struct devconfig *config, const char *name)
{
	size_t i = find_target(config, name);

	if (i < config->ntarget)
		return &config->target[i];
	for (i = config->ntarget; i--;)
		if (has_alias(&config->target[i], name))
			return &config->target[i];
	return NULL;
}

const struct target *
devconfig_get(const struct devconfig *config, const char *name)
{
	const struct target *found = devconfig_find(config, name);
	size_t i, j, n = 0;
	const char **known, *near;

	if (found)
		return found;
	for (i = 0; i < config->ntarget; i++)
		n += 1 + config->target[i].nalias;
	known = calloc(n + 1, sizeof *known);
	for (i = n = 0; known && i < config->ntarget; i++)
		known[n++] = config->target[i].name;
	for (i = 0; known && i < config->ntarget; i++)
		for (j = 0; j < config->target[i].nalias; j++)
			known[n++] = config->target[i].alias[j];
	near = known ? suggest(name, known, n) : NULL;
	free(known);
	diag(DIAG_ERROR, near ? "SYCL target is invalid: '%s', did you mean '%s'?" : "SYCL target is invalid: '%s'", name, near);
	return NULL;
}

const struct target *
devconfig_get_fixed(const struct devconfig *config, const char *name)
{
	const struct target *target = devconfig_get(config, name);

	if (!target || target->number)
		return target;
	diag_at(&(struct diag_place){ target->file, target->line, 0 }, DIAG_ERROR,
		"target '%s' needs a target-aspect to be a fixed target", target->name);
	return NULL;
}

const struct target *
devconfig_by_number(const struct devconfig *config, uint32_t number)
{
	size_t i;

	for (i = 0; i < config->ntarget; i++)
		if (number && config->target[i].number == number)
			return &config->target[i];
	return NULL;
}
