/* diff: what changed from one file to another, as a gate for new requirements and growth. */
#include "commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One entry point of one target. */
struct member {
	const char *target, *name;
	const struct image *image;
	const char **need;
	size_t nneed;
};

struct side {
	const struct imagelist *list;
	struct member *member;	/* sorted by target, then name */
	size_t n;
};

static int
compare_members(const void *a, const void *b)
{
	const struct member *x = a, *y = b;
	int order = strcmp(x->target, y->target);

	return order ? order : strcmp(x->name, y->name);
}

static int
side_init(struct side *side, const struct imagelist *list)
{
	const char **need;
	size_t n = 0, i, j;

	memset(side, 0, sizeof *side);
	side->list = list;
	for (i = 0; i < list->n; i++)
		n += list->image[i].nentry;
	side->member = arena_calloc(list->arena, n, sizeof *side->member);
	for (i = 0; i < list->n; i++) {
		const struct image *image = &list->image[i];

		if (image_needs(&need, &n, list, image))
			return -1;
		for (j = 0; j < image->nentry; j++)
			side->member[side->n++] = (struct member){ image->target, image->entry[j], image, need, n };
	}
	if (side->n)
		qsort(side->member, side->n, sizeof *side->member, compare_members);
	return 0;
}

static bool
has_need(const struct member *member, const char *need)
{
	size_t i;

	for (i = 0; i < member->nneed; i++)
		if (!strcmp(member->need[i], need))
			return true;
	return false;
}

/* Some entry point of that target needs it. */
static bool
target_has_need(const struct side *side, const char *target, const char *need)
{
	size_t i;

	for (i = 0; i < side->n; i++)
		if (!strcmp(side->member[i].target, target) && has_need(&side->member[i], need))
			return true;
	return false;
}

static const char *
target_text(const char *target)
{
	return *target ? target : "-";
}

static void
print_member(const char *mark, const struct member *member, struct arena *arena)
{
	printf("%s %s: %s %s", mark, target_text(member->target),
		image_exports(member->image, member->name) ? "function" : "kernel", shown_name(member->name, arena));
}

/* A kernel that is new: its needs count as new if nothing of that target had them. */
static bool
report_new(const struct side *a, const struct member *member, struct arena *arena)
{
	bool worse = false, first = true;
	size_t i;

	print_member("+", member, arena);
	for (i = 0; i < member->nneed; i++)
		if (!target_has_need(a, member->target, member->need[i])) {
			printf("%s %s", first ? ", first to need" : ",", member->need[i]);
			worse = true;
			first = false;
		}
	putchar('\n');
	return worse;
}

static bool
report_changed(const struct member *a, const struct member *b, struct arena *arena)
{
	bool worse = false;
	size_t i;

	for (i = 0; i < b->nneed; i++)
		if (!has_need(a, b->need[i])) {
			print_member("!", b, arena);
			printf(" now needs %s\n", b->need[i]);
			worse = true;
		}
	for (i = 0; i < a->nneed; i++)
		if (!has_need(b, a->need[i])) {
			print_member(" ", b, arena);
			printf(" no longer needs %s\n", a->need[i]);
		}
	if (!a->image->size != !b->image->size) {
		print_member(b->image->size ? " " : "!", b, arena);
		printf(b->image->size ? " is no longer emptied\n" : " is emptied now\n");
		worse |= !b->image->size;
	}
	return worse;
}

static bool
diff_members(const struct side *a, const struct side *b)
{
	struct arena *arena = a->list->arena;
	size_t i = 0, j = 0;
	bool worse = false;
	int order;

	while (i < a->n || j < b->n) {
		order = i == a->n ? 1 : j == b->n ? -1 : compare_members(&a->member[i], &b->member[j]);
		if (order > 0) {
			worse |= report_new(a, &b->member[j++], arena);
		} else if (order < 0) {
			print_member("-", &a->member[i++], arena);
			putchar('\n');
		} else {
			worse |= report_changed(&a->member[i++], &b->member[j++], arena);
		}
	}
	return worse;
}

/* Bytes of all images, or of those of one target. */
static uint64_t
bytes_of(const struct imagelist *list, const char *target)
{
	uint64_t size = 0;
	size_t i;

	for (i = 0; i < list->n; i++)
		if (!target || !strcmp(list->image[i].target, target))
			size += list->image[i].size;
	return size;
}

/* True when it grew beyond what is allowed. */
static bool
diff_size(const char *name, uint64_t a, uint64_t b, double growth)
{
	if (a == b)
		return false;
	printf("%c %s: %" PRIu64 " -> %" PRIu64 " bytes", b > a ? '!' : ' ', name, a, b);
	if (a)
		printf(", %+.1f %%", 100 * ((double)b - (double)a) / (double)a);
	putchar('\n');
	return (double)b > (double)a * (1 + growth / 100);
}

/* One line for each target of either side, in order of first appearance in the first. */
static bool
diff_sizes(const struct imagelist *a, const struct imagelist *b, double growth)
{
	const struct imagelist *const side[] = { a, b };
	bool worse = false;
	size_t s, i, j;

	for (s = 0; s < 2; s++)
		for (i = 0; i < side[s]->n; i++) {
			const char *target = side[s]->image[i].target;

			for (j = 0; j < i && strcmp(side[s]->image[j].target, target); j++)
				;
			if (j < i || (s && bytes_of(a, target)))
				continue;
			worse |= diff_size(target_text(target), bytes_of(a, target), bytes_of(b, target), growth);
		}
	worse |= diff_size("all images", bytes_of(a, NULL), bytes_of(b, NULL), growth);
	return worse;
}

int
command_diff(const struct imagelist *a, const struct imagelist *b, int status, double growth)
{
	struct side left, right;
	bool worse;

	if (side_init(&left, a) || side_init(&right, b))
		return 1;
	worse = diff_members(&left, &right);
	worse |= diff_sizes(a, b, growth);
	return worse ? status : 0;
}
