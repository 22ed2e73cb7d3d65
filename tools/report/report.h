/* What a report is about: the nodes of a build and the images of programs; shared by its parts. */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "images/facts.h"

/* An item of foreach: one module on its way to an image. */
struct item {
	uint64_t start, end;		/* microseconds since the run began */
	const char *by;			/* "cache", ... as foreach says it; "" when it ran */
};

/* A node of the plan. */
struct step {
	const char *name, *target;	/* target "" when it is of no target */
	const char *program;		/* its file name without folder */
	const char *command;		/* as a line of a shell */
	const char *output;		/* its first */
	enum step_state { STEP_DONE, STEP_KEPT, STEP_FAILED, STEP_LEFT } state;
	uint64_t start, end;		/* microseconds since the run began; 0 when it did not run */
	unsigned place;			/* from 1 */
	uint64_t peak;			/* bytes of memory */
	uint64_t in, out;		/* bytes that it read and wrote */
	size_t *before, n_before;	/* steps that it needs */
	struct item *item;
	size_t n_item;
	double x, y;			/* centre in the picture, from the top left */
};

/* A kernel, with the images that hold it. */
struct kernel {
	const char *symbol, *name;	/* name: demangled */
	const char *source;		/* "FILE:LINE", "" when not known */
	size_t *image, n_image;
	uint32_t *code;			/* bytes of its function in each image; 0 when the image does not tell */
	uint32_t functor;		/* bytes of its function object; 0 when not recorded */
};

/* Facts about image i of the list, computed once. */
struct image_facts {
	const char *needs;		/* "fp64, sub-group size 16"; "" for none */
	const char *reason;		/* why it was emptied, NULL when it was not */
	const char *chain;		/* the calls that lead to what it was emptied for, lines; NULL when not known */
	const char *shape;		/* work-group and sub-group sizes; "" for none */
	const char *aspects;		/* "" for none */
	struct constant *constant;
	size_t n_constant, n_kernel;
	size_t group;			/* images of the same kernels have the same number */
};

struct report {
	struct arena *arena;
	const char *title;
	struct imagelist list;
	struct image_facts *facts;	/* of each image */
	const char **target;		/* names in order of first appearance */
	size_t n_target, n_group;
	struct kernel *kernel;		/* in order of name, then symbol */
	size_t n_kernel;
	struct step *step;		/* n_step is 0 for finished files */
	size_t n_step;
	double width, height;		/* of the picture of steps */
	bool links;			/* the files of steps stay where they are */
};

/* --- program.c --- */
/* Adds the images of a file; -1, reported. */
int report_add_file(struct report *report, const char *path);
/* After the last file: facts, targets, kernels.  -1, reported. */
int report_settle(struct report *report);

/* --- build.c --- */
/* Reads the steps of a build, and adds the files that it made.  -1, reported. */
int build_read(struct report *report, const char *plan, const char *record);

/* --- source.c --- */
/* Reads which source line each kernel has from the text that device-compile wrote. */
void source_read(struct report *report);

/* --- chain.c --- */
/* Asks aspect-prop, in the folder tools, for the calls behind emptied images. */
void chain_ask(struct report *report, const char *tools);

/* --- layout.c --- */
/* Sets the places of steps: by Graphviz when dot is there and the graph is small, else layer by layer. */
void layout_steps(struct report *report, const char *dot);
enum { BOX_WIDTH = 176, BOX_HEIGHT = 46 };

/* --- against.c --- */
/* What a report says of an older one, from its page or from a program; NULL: reported. */
struct older;
struct older *older_read(struct arena *arena, const char *path);
/* The facts that older_read() finds in a page. */
void facts_put(FILE *out, const struct report *report);
/* The section about what changed. */
void changes_put(FILE *out, const struct report *report, const struct older *older);

/* --- page.c, tables.c, pictures.c --- */
void page_put(FILE *out, const struct report *report, const struct older *older);
void kernels_put(FILE *out, const struct report *report);
void images_put(FILE *out, const struct report *report);
void steps_put(FILE *out, const struct report *report);
void graph_put(FILE *out, const struct report *report);
void times_put(FILE *out, const struct report *report);
void sizes_put(FILE *out, const struct report *report);

/* --- text.c --- */
/* The text, so that nothing in it is markup; what no page may hold becomes U+FFFD. */
void text_put(FILE *out, const char *text);
/* The same for part of an address: a name of a file. */
void address_put(FILE *out, const char *path);
/* "0.31 s" */
const char *seconds_text(uint64_t microseconds, struct arena *arena);
/* "target x86_64" or "no target" */
const char *target_text(const char *target);

#endif
