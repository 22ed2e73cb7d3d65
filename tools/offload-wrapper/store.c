#include "store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/fd.h"
#include "base/hash.h"
#include "compress.h"
#include "sycl-cc/offload-descriptor.h"

enum { PIECE = 64 * 1024, ALIGN = 16 };

/* Stored images, found by the size and a hash of the first piece; then the rest is compared. */
struct stored {
	const struct image *image;
	uint64_t size, hash;	/* of the original */
};

struct store {
	struct object *object;
	int level;
	struct stored *slot;	/* open addressing, a power of two of them */
	size_t nslot;
	uint32_t section;	/* where images go now */
	uint64_t start;		/* of that section in the output */
	uint64_t end;		/* of the output, including unwritten bytes */
	char *wait;		/* bytes of small images, written together */
	size_t nwait;
	char piece[PIECE];	/* the start of the current image */
	size_t npiece;
};

enum { WAIT_ROOM = 4 * PIECE };

static _Noreturn void
cannot(const char *what, const char *path)
{
	die("cannot %s '%s': %s", what, path, strerror(errno));
}

/* As many bytes as there are, at most size. */
static size_t
read_piece(int fd, const char *path, char *data, size_t size)
{
	size_t have = 0;
	ssize_t n = 1;

	while (have < size && n) {
		n = read(fd, data + have, size - have);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			cannot("read", path);
		have += (size_t)n;
	}
	return have;
}

static int
open_image(const char *path, struct stat *status)
{
	int fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;

	if (fd < 0 || fstat(fd, status))
		cannot("read", path);
	if (S_ISDIR(status->st_mode)) {
		errno = EISDIR;
		cannot("read", path);
	}
	return fd;
}

/* --- identical images ------------------------------------------------------- */

/* Compares two files from the end of their first piece on. */
static bool
same_rest(const char *a, const char *b)
{
	static char rest[2][PIECE];
	struct stat status;
	int fd[2] = { open_image(a, &status), open_image(b, &status) };
	size_t n;
	bool same = lseek(fd[0], PIECE, SEEK_SET) == PIECE && lseek(fd[1], PIECE, SEEK_SET) == PIECE;

	do {
		n = read_piece(fd[0], a, rest[0], PIECE);
		same = same && n == read_piece(fd[1], b, rest[1], PIECE) && !memcmp(rest[0], rest[1], n);
	} while (same && n);
	close(fd[0]);
	close(fd[1]);
	return same;
}

/* The file starts with the bytes in s->piece. */
static bool
same_start(const struct store *s, const char *path)
{
	static char start[PIECE];
	struct stat status;
	int fd = open_image(path, &status);
	size_t n = read_piece(fd, path, start, PIECE);

	close(fd);
	return n == s->npiece && !memcmp(start, s->piece, n);
}

/* An earlier image with the same bytes, or NULL; *slot is where this one belongs. */
static const struct image *
find_same(const struct store *s, const struct image *image, uint64_t size, uint64_t hash, struct stored **slot)
{
	size_t i = (size_t)hash & (s->nslot - 1);

	for (; s->slot[i].image; i = (i + 1) & (s->nslot - 1)) {
		const struct stored *old = &s->slot[i];

		if (old->size != size || old->hash != hash || old->image->options.format != image->options.format)
			continue;
		if (same_start(s, old->image->path) && (size <= PIECE || same_rest(old->image->path, image->path)))
			return old->image;
	}
	*slot = &s->slot[i];
	return NULL;
}

/* --- bytes ------------------------------------------------------------------------ */

static void
flush(struct store *s)
{
	if (s->nwait && fd_write(s->object->fd, s->wait, s->nwait))
		cannot("write", s->object->path);
	s->nwait = 0;
}

static void
wait_for(struct store *s, const void *data, size_t size)
{
	if (s->nwait + size > WAIT_ROOM)
		flush(s);
	memcpy(s->wait + s->nwait, data, size);
	s->nwait += size;
	s->end += size;
}

static void
align(struct store *s)
{
	static const char zeros[ALIGN];

	wait_for(s, zeros, (size_t)(-s->end & (ALIGN - 1)));
}

/* The rest of a long image, straight from file to file. */
static void
store_rest(struct store *s, int fd)
{
	int64_t copied;

	flush(s);
	copied = fd_copy_rest(fd, s->object->fd);
	if (copied < 0)
		cannot("write", s->object->path);
	s->end += (uint64_t)copied;
}

static void
store_plain(struct store *s, int fd, struct image *image)
{
	image->blob.offset = s->end - s->start;
	image->blob.format = image->options.format;
	wait_for(s, s->piece, s->npiece);
	if (s->npiece == PIECE)
		store_rest(s, fd);
	image->blob.size = s->end - s->start - image->blob.offset;
}

/* True when the compressed form was stored; it is not when it would be longer. */
static bool
store_compressed(struct store *s, int fd, struct image *image)
{
	uint64_t original;
	int64_t size;

	flush(s);
	if (lseek(fd, 0, SEEK_SET))
		return false;	/* a pipe cannot be read twice */
	size = compress_rest(fd, s->object->fd, s->level, image->options.format, &original);
	if (size < 0)
		cannot("write", s->object->path);
	if ((uint64_t)size >= original) {
		if (ftruncate(s->object->fd, (off_t)s->end) || lseek(s->object->fd, 0, SEEK_END) < 0)
			cannot("write", s->object->path);
		if (lseek(fd, (off_t)s->npiece, SEEK_SET) < 0)
			cannot("read", image->path);
		return false;
	}
	image->blob = (struct blob){ s->section, s->end - s->start, (uint64_t)size, SYCL_OFFLOAD_FORMAT_COMPRESSED };
	s->end += (uint64_t)size;
	return true;
}

static void
store_image(struct store *s, struct image *image)
{
	struct stat status;
	int fd = open_image(image->path, &status);
	struct stored *slot = NULL;
	const struct image *same = NULL;
	uint64_t hash;

	s->npiece = read_piece(fd, image->path, s->piece, PIECE);
	hash = hash_bytes(s->piece, s->npiece);
	if (S_ISREG(status.st_mode))
		same = find_same(s, image, (uint64_t)status.st_size, hash, &slot);
	if (same) {
		image->blob = same->blob;
	} else if (s->npiece) {
		align(s);
		image->blob.section = s->section;
		if (!s->level || !store_compressed(s, fd, image))
			store_plain(s, fd, image);
		if (slot)
			*slot = (struct stored){ image, (uint64_t)status.st_size, hash };
	}
	if (fd != STDIN_FILENO)
		close(fd);
}

/* --- sections ------------------------------------------------------------------------ */

static uint32_t
image_section(struct object *object, const char *target)
{
	const char *name = arena_printf(object->arena, "%s%s%s", SYCL_OFFLOAD_SECTION_IMAGES, *target ? "." : "", target);

	return object_section(object, name, SHT_PROGBITS, SHF_ALLOC | object->machine->large, ALIGN);
}

/* The images of one target, from the first on; marks them as done by their section. */
static void
store_target(struct store *s, struct image_list *list, size_t first, char *done)
{
	const char *target = list->image[first].options.target;
	struct section *section;
	size_t i;

	s->section = image_section(s->object, target);
	s->start = s->end = object_position(s->object, ALIGN);
	for (i = first; i < list->n; i++) {
		struct image *image = &list->image[i];

		if (done[i] || (image->options.target != target && strcmp(image->options.target, target)))
			continue;
		done[i] = 1;
		if (image->path)
			store_image(s, image);
	}
	flush(s);
	section = &s->object->section[s->section];
	section->in_place = true;
	section->header.sh_offset = s->start;
	section->header.sh_size = s->end - s->start;
}

void
store_images(struct object *object, struct image_list *list, int level)
{
	struct store *s = calloc(1, sizeof *s);
	char *done = calloc(list->n + 1, 1);
	size_t i;

	if (s)
		for (s->nslot = 16; s->nslot < 2 * list->n; s->nslot *= 2)
			;
	if (!s || !done || !(s->slot = calloc(s->nslot, sizeof *s->slot)) || !(s->wait = malloc(WAIT_ROOM)))
		die("out of memory");
	s->object = object;
	s->level = level;
	for (i = 0; i < list->n; i++)
		if (!done[i])
			store_target(s, list, i, done);
	free(s->wait);
	free(s->slot);
	free(s);
	free(done);
}
