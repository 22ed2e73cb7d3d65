/*
 * What a server keeps under ac/: the message ActionResult of the Remote Execution API
 * (build.bazel.remote.execution.v2), in protocol buffers.  One output file is all
 * that is written here, and all that is read: the entry of foreach's cache.
 */
#ifndef REMOTECACHE_ACTIONRESULT_H
#define REMOTECACHE_ACTIONRESULT_H

#include <stddef.h>
#include <stdint.h>

enum { DIGEST_TEXT = 65 };	/* a SHA-256 in hexadecimal digits, and NUL */
enum { ACTIONRESULT_MAX = 256 };

struct digest {
	char text[DIGEST_TEXT];
	uint64_t size;		/* of the contents that it names */
};

/* Writes the message that names these contents; its size. */
size_t actionresult_write(unsigned char out[ACTIONRESULT_MAX], const struct digest *digest);
/* Finds the digest of the first output file.  -1: these bytes are no such message. */
int actionresult_read(const unsigned char *data, size_t size, struct digest *digest);

#endif
