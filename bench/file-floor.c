/*
 * file-floor FROM TO: writes as many files as the folder FROM holds, of the
 * same names and sizes, into the folder TO: the least that a tool can do which
 * leaves that many bytes in that many files.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char bytes[1 << 20];

static int
put(int to, const char *name, off_t size)
{
	int file = openat(to, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	ssize_t n;

	if (file < 0)
		return -1;
	for (; size > 0; size -= n) {
		n = write(file, bytes, size < (off_t)sizeof bytes ? (size_t)size : sizeof bytes);
		if (n <= 0)
			return -1;
	}
	return close(file);
}

int
main(int argc, char **argv)
{
	DIR *from = argc == 3 ? opendir(argv[1]) : NULL;
	int to = argc == 3 ? open(argv[2], O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	struct dirent *entry;
	struct stat status;
	size_t i;

	if (!from || to < 0) {
		fprintf(stderr, "usage: file-floor FROM TO (folders)\n");
		return 2;
	}
	for (i = 0; i < sizeof bytes; i++)
		bytes[i] = (char)(i * 2654435761u >> 13);
	while ((entry = readdir(from))) {
		if (fstatat(dirfd(from), entry->d_name, &status, 0) || !S_ISREG(status.st_mode))
			continue;
		if (put(to, entry->d_name, status.st_size)) {
			perror(entry->d_name);
			return 1;
		}
	}
	return 0;
}
