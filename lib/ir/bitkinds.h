/*
 * The names of the metadata kinds of a bitcode file, without LLVM: whether a
 * kind occurs at all is cheap to see in the file and dear to see in the loaded
 * module, where every instruction must be asked (5 % of reading and writing it).
 */
#ifndef IR_BITKINDS_H
#define IR_BITKINDS_H

#include <stddef.h>

enum bitkind {
	BITKIND_ABSENT,		/* no function and no instruction of the file carries this kind */
	BITKIND_PRESENT,	/* the file names the kind; something may carry it */
	BITKIND_UNKNOWN		/* textual IR, or a form that is not understood: ask LLVM */
};

/*
 * Whether the len bytes of text are bitcode whose first module names the
 * metadata kind.  Reads up to the module's METADATA_KIND block, which LLVM
 * writes before the functions.  Damaged input gives BITKIND_UNKNOWN.
 */
enum bitkind bitkinds_find(const void *text, size_t len, const char *name);

#endif
