/*
 * Fitting a file table to a target: rows whose module the target cannot run
 * are dropped or emptied.  aspect-filter and post-link share it, so that both
 * routes give the same bytes.  (Optional kernel features, "Changes specific to
 * AOT mode"; first edition, "Aspect filter tool".)
 */
#ifndef FORMAT_TARGETFILTER_H
#define FORMAT_TARGETFILTER_H

#include "base/arena.h"
#include "format/devconfig.h"
#include "format/filetable.h"

/* Title of the column that says why a row was emptied; empty in rows that were kept. */
#define TARGETFILTER_REASON "Reason"

enum targetfilter_mode {
	/* Rows that the target cannot run are left out; the others are copied. */
	TARGETFILTER_DROP = 0,
	/* They stay, with a valid empty module in Code and the reason in the column Reason, which is added at the end. */
	TARGETFILTER_EMPTY = 1,
	/* Every kept row gets a property file of its own with "compile_target" added to its requirements. */
	TARGETFILTER_COMPILE_TARGET = 2
};

/*
 * Makes the table for target from in; mode is a combination of the above.  The
 * column Properties is optional, Code is needed to empty rows.  New files are in
 * the folder of the file at out_path ("-": the current one): STEM_TARGET_N.EXT for
 * a property file STEM_N.EXT, and empty.bc.
 * Strings of out live in the arena or in in.  Reports and returns -1 on
 * failure.
 */
int targetfilter_run(struct filetable *out, struct arena *arena, const struct filetable *in, const struct target *target,
		     unsigned mode, const char *out_path);

#endif
