/*
 * Loading a native image from a memory file, so that debuggers and profilers
 * find its symbols and lines: under a path that other processes can open, or
 * as a file in the folder SYCL_CC_IMAGES.
 */
#include "rt.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.h"

/*
 * A path of the open file that no other image has had: dlopen() treats equal
 * names as equal files, and descriptors are reused.  The bits of the image's
 * number become "./" and ".//", which do not change what the path means.
 * Debuggers open it, too: it has the number of the process, as /proc knows it.
 */
static void
unique_path(char path[256], int fd, unsigned number)
{
	char self[24];
	const ssize_t length = readlink("/proc/self", self, sizeof self - 1);
	char *p = path;

	self[length > 0 ? length : 0] = '\0';
	p += sprintf(p, "/proc/%s/fd/", length > 0 ? self : "self");
	for (unsigned bit = 0; bit < 32; bit++)
		p = stpcpy(p, number >> bit & 1 ? ".//" : "./");
	sprintf(p, "%d", fd);
}

/* The bytes of a loaded file; NULL: none. */
static unsigned char *
map_file(int fd, size_t *size)
{
	struct stat st;
	void *bytes = MAP_FAILED;

	if (fstat(fd, &st) == 0 && st.st_size > 0)
		bytes = mmap(NULL, *size = (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	return bytes == MAP_FAILED ? NULL : bytes;
}

/* The ELF file, which dlopen() has taken, has a table of lines. */
static bool
has_lines(const unsigned char *bytes, size_t size)
{
	static const char name[] = ".debug_line";
	const Elf64_Shdr *section, *names;
	Elf64_Ehdr head;

	if (size < sizeof head)
		return false;
	memcpy(&head, bytes, sizeof head);
	if (head.e_shentsize != sizeof *section || head.e_shoff % sizeof head.e_shoff || head.e_shoff > size
	    || (size - head.e_shoff) / sizeof *section < head.e_shnum || head.e_shstrndx >= head.e_shnum)
		return false;
	section = (const Elf64_Shdr *)(const void *)(bytes + head.e_shoff);
	names = &section[head.e_shstrndx];
	for (unsigned i = 0; i < head.e_shnum; i++)
		if (names->sh_offset < size && section[i].sh_name < size - names->sh_offset
		    && size - names->sh_offset - section[i].sh_name >= sizeof name
		    && memcmp(bytes + names->sh_offset + section[i].sh_name, name, sizeof name) == 0)
			return true;
	return false;
}

/*
 * SYCL_CC_IMAGES=DIR: a copy of the file in DIR, for programs that look at a
 * process when it is gone.  False: none is wanted, or it cannot be written, which is told.
 */
static bool
keep_image(char path[PATH_MAX], int fd, unsigned number)
{
	const char *folder = secure_getenv("SYCL_CC_IMAGES");
	unsigned char *bytes;
	size_t size;
	int copy;

	if (!folder || !*folder)
		return false;
	snprintf(path, PATH_MAX, "%s/sycl-cc-image-%ld-%u.so", folder, (long)getpid(), number);
	copy = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0700);
	bytes = copy >= 0 ? map_file(fd, &size) : NULL;
	if (bytes && fd_write(copy, bytes, size) == 0 && close(copy) == 0) {
		munmap(bytes, size);
		return true;
	}
	fprintf(stderr, "sycl-cc: images: cannot write '%s': %s\n", path, strerror(errno));
	if (bytes)
		munmap(bytes, size);
	if (copy >= 0)
		close(copy);
	return false;
}

void *
rt_image_load(int fd, int *kept)
{
	static _Atomic unsigned last;
	const unsigned number = atomic_fetch_add(&last, 1) + 1;
	char path[PATH_MAX];
	unsigned char *bytes;
	size_t size;
	void *handle;

	if (!keep_image(path, fd, number))
		unique_path(path, fd, number);
	handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	bytes = handle ? map_file(fd, &size) : NULL;
	*kept = bytes && has_lines(bytes, size) ? fd : -1;
	if (bytes)
		munmap(bytes, size);
	if (*kept < 0)
		close(fd);
	return handle;
}
