/* Compressed images: a readable header and one zstd frame (sycl-cc/offload-descriptor.h). */
#ifndef OFFLOAD_WRAPPER_COMPRESS_H
#define OFFLOAD_WRAPPER_COMPRESS_H

#include <stdint.h>

/*
 * Appends the rest of the file at from to the one at to.  format is that of the
 * original bytes.  Returns the bytes written, header included, -1 with errno on
 * failure; *size gets those that were read.
 */
int64_t compress_rest(int from, int to, int level, uint8_t format, uint64_t *size);

#endif
