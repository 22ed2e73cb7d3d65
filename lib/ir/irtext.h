/* Printed IR without what does not count when two definitions are compared. */
#ifndef IR_IRTEXT_H
#define IR_IRTEXT_H

#include <stdio.h>

/* The end of the name at text, which may begin with a quote: its second quote, or the end of the letters of names. */
const char *irtext_end_of_name(const char *text);
/*
 * Writes the text without metadata, attributes, debug information, comments, blanks, and the numbers that LLVM appends
 * to names of types.  put_global writes the function or variable whose name begins at text, behind its "@", and
 * returns what is behind the name.
 */
void irtext_normalise(FILE *out, const char *text, const char *(*put_global)(void *context, FILE *out, const char *text),
		      void *context);

#endif
