/* File descriptors: all bytes or an error. */
#ifndef BASE_FD_H
#define BASE_FD_H

#include <stddef.h>
#include <stdint.h>

/* Writes size bytes, in as many pieces as it takes.  -1 with errno. */
int fd_write(int fd, const void *data, size_t size);
/*
 * Appends what is left to read of one file to another, in the kernel where it
 * can.  The number of bytes copied; -1 with errno.
 */
int64_t fd_copy_rest(int from, int to);

#endif
