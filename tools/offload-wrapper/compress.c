#include "compress.h"

#include <errno.h>
#include <unistd.h>
#include <zstd.h>

#include "base/diag.h"
#include "base/fd.h"
#include "spool.h"
#include "sycl-cc/offload-descriptor.h"

enum { ROOM = 128 * 1024, MAX_WINDOW_LOG = 21 };

/* One context serves all images; its memory is bounded by the window. */
static ZSTD_CCtx *
context(int level)
{
	static ZSTD_CCtx *made;

	if (!made && (made = ZSTD_createCCtx())) {
		ZSTD_CCtx_setParameter(made, ZSTD_c_compressionLevel, level);
		if (level > 9)
			ZSTD_CCtx_setParameter(made, ZSTD_c_windowLog, MAX_WINDOW_LOG);
	}
	if (!made)
		die("out of memory");
	ZSTD_CCtx_reset(made, ZSTD_reset_session_only);
	return made;
}

/* Feeds one piece through; end closes the frame.  Bytes written, -1 with errno. */
static int64_t
put_piece(ZSTD_CCtx *zstd, int to, const void *data, size_t size, ZSTD_EndDirective end)
{
	static char room[ROOM];
	ZSTD_inBuffer in = { data, size, 0 };
	int64_t total = 0;
	size_t left;

	do {
		ZSTD_outBuffer out = { room, sizeof room, 0 };

		left = ZSTD_compressStream2(zstd, &out, &in, end);
		if (ZSTD_isError(left))
			die("zstd: %s", ZSTD_getErrorName(left));
		if (fd_write(to, room, out.pos))
			return -1;
		total += (int64_t)out.pos;
	} while (end == ZSTD_e_end ? left != 0 : in.pos < in.size);
	return total;
}

static int
put_header(int to, off_t at, uint8_t format, uint64_t size)
{
	struct sycl_offload_compressed header = { .frame_magic = SYCL_OFFLOAD_COMPRESSED_MAGIC,
						  .frame_size = sizeof header - 8, .name = SYCL_OFFLOAD_COMPRESSED_NAME,
						  .version = 1, .format = format, .size = size };

	return pwrite(to, &header, sizeof header, at) == (ssize_t)sizeof header ? 0 : -1;
}

int64_t
compress_rest(int from, int to, int level, uint8_t format, uint64_t *size)
{
	static char piece[ROOM];
	ZSTD_CCtx *zstd = context(level);
	off_t start = lseek(to, 0, SEEK_END);
	int64_t total = (int64_t)sizeof(struct sycl_offload_compressed), put;
	ssize_t n;

	*size = 0;
	if (start < 0 || put_header(to, start, format, 0) || lseek(to, 0, SEEK_END) < 0)
		return -1;
	while ((n = read(from, piece, sizeof piece)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 || (put = put_piece(zstd, to, piece, (size_t)n, ZSTD_e_continue)) < 0)
			return -1;
		*size += (uint64_t)n;
		total += put;
	}
	put = put_piece(zstd, to, NULL, 0, ZSTD_e_end);
	return put < 0 || put_header(to, start, format, *size) ? -1 : total + put;
}
