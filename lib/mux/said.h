/* What clang says of a program's text, as messages of our own. */
#ifndef MUX_SAID_H
#define MUX_SAID_H

/*
 * Reports each message of text, which is overwritten, with its severity, and the lines of source that belong to it.
 * Paths in the folders lose these, which end with '/' and may be NULL: the program's author knows no such files.
 */
void said_by_clang(char *text, const char *folder, const char *other_folder);

#endif
