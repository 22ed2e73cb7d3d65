/*
 * image-select DEVICE IMAGE...: prints what image_select() answers.
 *
 * DEVICE is a list of words: target=NAME (accepted, runs), answers=NAME
 * (accepted, does not run), aspect=NAME, sub-group=N, max-group=N, number=N.
 * IMAGE is TARGET and words: aspect=NAME, sub-group=N, group=N, fixed=N,
 * empty, reason=TEXT; a word with blanks has underscores for them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/aspect.h"
#include "format/imageselect.h"

enum { MOST = 16 };

static struct arena arena;

/* The text after NAME= in word, NULL when it is another word. */
static const char *
value_of(const char *word, const char *name)
{
	size_t len = strlen(name);

	return strncmp(word, name, len) == 0 && word[len] == '=' ? word + len + 1 : NULL;
}

static void
add32(uint32_t **list, size_t *n, uint32_t number)
{
	if (!*list)
		*list = arena_calloc(&arena, MOST, sizeof **list);
	if (*n < MOST)
		(*list)[(*n)++] = number;
}

static void
device_word(struct image_device *device, struct target *can, struct image_accept *accept, const char *word)
{
	const char *v;

	if ((v = value_of(word, "target")) || (v = value_of(word, "answers")))
		accept[device->naccept++] = (struct image_accept){ v, word[0] == 't' };
	else if ((v = value_of(word, "aspect")))
		add32(&can->aspect, &can->naspect, (uint32_t)aspect_number(v));
	else if ((v = value_of(word, "sub-group")))
		add32(&can->sub_group_size, &can->nsub_group_size, (uint32_t)atoi(v));
	else if ((v = value_of(word, "max-group")))
		can->max_work_group_size = strtoull(v, NULL, 10);
	else if ((v = value_of(word, "number")))
		can->number = (uint32_t)strtoul(v, NULL, 0);
}

static void
image_word(struct image_info *image, struct requirements *req, char *word)
{
	const char *v;

	if ((v = value_of(word, "aspect"))) {
		add32(&req->aspect, &req->naspect, (uint32_t)aspect_number(v));
	} else if ((v = value_of(word, "sub-group"))) {
		add32(&req->sub_group_size, &req->nsub_group_size, (uint32_t)atoi(v));
	} else if ((v = value_of(word, "group"))) {
		if (!req->work_group_size)
			req->work_group_size = arena_calloc(&arena, MOST, sizeof *req->work_group_size);
		req->work_group_size[req->nwork_group_size++] = strtoull(v, NULL, 10);
	} else if ((v = value_of(word, "fixed"))) {
		req->fixed = true;
		add32(&req->fixed_target, &req->nfixed_target, (uint32_t)strtoul(v, NULL, 0));
	} else if (strcmp(word, "empty") == 0) {
		image->empty = true;
	} else if (value_of(word, "reason")) {
		image->reason = value_of(word, "reason");
		for (char *p = word; *p; p++)
			*p = *p == '_' ? ' ' : *p;
	} else {
		image->target = word;
	}
}

int
main(int argc, char **argv)
{
	struct target can = { .name = "test" };
	struct image_accept accept[MOST] = { { NULL, false } };
	struct image_device device = { .name = "a device", .can = &can, .accept = accept };
	struct image_info image[MOST] = { { NULL, false, NULL, NULL } };
	struct image_choice choice;
	size_t n = 0;

	arena_init(&arena);
	for (char *word = strtok(argv[1], " "); word; word = strtok(NULL, " "))
		device_word(&device, &can, accept, word);
	for (int i = 2; i < argc && n < MOST; i++, n++) {
		struct requirements *req = arena_calloc(&arena, 1, sizeof *req);

		image[n].req = req;
		for (char *word = strtok(argv[i], " "); word; word = strtok(NULL, " "))
			image_word(&image[n], req, word);
	}
	choice = image_select("K", image, n, &device, &arena);
	if (choice.verdict == IMAGE_OK)
		printf("image %zu\n", choice.image);
	else
		printf("errc %d: %s\n", choice.verdict, choice.text);
	arena_free(&arena);
	return 0;
}
