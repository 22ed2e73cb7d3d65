/* What aspect-filter prints about the device configuration instead of filtering. */
#ifndef ASPECT_FILTER_LIST_H
#define ASPECT_FILTER_LIST_H

#include <stdio.h>

#include "base/arena.h"
#include "format/devconfig.h"

/* One target a line: name, triple, ahead-of-time program and aliases. */
void list_text(const struct devconfig *config, FILE *stream);
/* Everything that is known, as a JSON array. */
void list_json(const struct devconfig *config, FILE *stream);
/*
 * KEY=VALUE lines for each target in names (a comma list), in that order, an
 * empty line between targets.  Reports unknown ones and returns -1.
 */
int list_describe(const struct devconfig *config, struct arena *arena, const char *names, FILE *stream);
/*
 * The driver's traits macros for these targets, one -D option a line.
 * Unknown names count as targets that may have any aspect.
 */
int list_traits(const struct devconfig *config, struct arena *arena, const char *names, FILE *stream);
/*
 * fixed is the value of -fsycl-fixed-targets, or that and ":OBJECT", the file that records
 * it.  Reports and returns -1 when none of the targets in names may run such code.
 */
int list_check_fixed(const struct devconfig *config, struct arena *arena, const char *names, const char *fixed);

#endif
