#include "program.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"

/* --- finding ------------------------------------------------------------- */

static bool
is_program(const char *path)
{
	struct stat status;

	return access(path, X_OK) == 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* The first program of that name in PATH, or NULL. */
static const char *
search_path(struct arena *arena, const char *name)
{
	const char *path = getenv("PATH"), *end;
	char *file;

	if (!path)
		path = "/bin:/usr/bin";
	for (; *name && path; path = *end ? end + 1 : NULL) {
		end = strchrnul(path, ':');
		file = arena_printf(arena, "%.*s%s%s", (int)(end - path), path, end > path ? "/" : "./", name);
		if (is_program(file))
			return file;
	}
	return NULL;
}

const char *
program_find(struct arena *arena, const char *name)
{
	const char *found = name;

	if (!strchr(name, '/'))
		found = search_path(arena, name);
	else if (!is_program(name)) {
		if (access(name, F_OK) == 0) {
			diag(DIAG_ERROR, "command '%s' is not executable", name);
			exit(126);
		}
		found = NULL;
	}
	if (found)
		return found;
	diag(DIAG_ERROR, "command '%s' not found", name);
	exit(127);
}

/* --- what it is made of --------------------------------------------------- */

static void
add_file(struct program_files *files, struct arena *arena, const char *path)
{
	files->path = arena_extend(arena, files->path, files->n, sizeof *files->path);
	files->path[files->n++] = arena_strdup(arena, path);
}

/* A line of the loader's list: "NAME => PATH (ADDRESS)", "PATH (ADDRESS)", or "NAME (ADDRESS)" without a file. */
static void
add_listed(struct program_files *files, struct arena *arena, char *line)
{
	char *path = strstr(line, " => "), *end;

	path = path ? path + 4 : line + strspn(line, " \t");
	end = strstr(path, " (0x");
	if (!end || !memchr(path, '/', (size_t)(end - path)))
		return;
	*end = '\0';
	add_file(files, arena, path);
}

/* Starts "LOADER --list PROGRAM", which maps the libraries and runs nothing; its output, NULL on failure. */
static FILE *
start_list(const char *loader, const char *program, pid_t *pid)
{
	char *argv[] = { (char *)loader, (char *)"--list", (char *)program, NULL };
	posix_spawn_file_actions_t actions;
	int ends[2], error;

	if (pipe2(ends, O_CLOEXEC))
		return NULL;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	error = posix_spawn(pid, loader, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	if (!error)
		return fdopen(ends[0], "r");
	close(ends[0]);
	return NULL;
}

static int
add_libraries(struct program_files *files, struct arena *arena, const char *loader, const char *program)
{
	char *line = NULL, *slashed = NULL;
	size_t room = 0;
	int status = -1;
	pid_t pid;
	FILE *list;

	/* The loader searches a bare name like a library. */
	if (!strchr(program, '/'))
		program = slashed = arena_printf(arena, "./%s", program);
	list = start_list(loader, program, &pid);
	if (!list)
		return -1;
	while (getline(&line, &room, list) >= 0)
		add_listed(files, arena, line);
	free(line);
	fclose(list);
	if (waitpid(pid, &status, 0) != pid || status)
		return -1;
	add_file(files, arena, loader);
	return 0;
}

/* The loader that an ELF program asks for; "" when it is linked statically, NULL when it is not understood. */
static const char *
elf_loader(struct arena *arena, int fd)
{
	Elf64_Ehdr header;
	Elf64_Phdr part;
	char *loader;
	size_t i;

	if (pread(fd, &header, sizeof header, 0) != sizeof header || header.e_ident[EI_CLASS] != ELFCLASS64)
		return NULL;
	for (i = 0; i < header.e_phnum; i++) {
		off_t at = (off_t)(header.e_phoff + i * sizeof part);

		if (pread(fd, &part, sizeof part, at) != sizeof part)
			return NULL;
		if (part.p_type != PT_INTERP)
			continue;
		if (!part.p_filesz || part.p_filesz > 4096)
			return NULL;
		loader = arena_calloc(arena, part.p_filesz + 1, 1);
		if (pread(fd, loader, part.p_filesz, (off_t)part.p_offset) != (ssize_t)part.p_filesz)
			return NULL;
		return loader;
	}
	return "";
}

static int add_parts(struct program_files *files, struct arena *arena, const char *path, int depth);

/* "#!/usr/bin/env [-S] [NAME=VALUE...] PROGRAM": env and the program count. */
static int
add_interpreter(struct program_files *files, struct arena *arena, char *line, int depth)
{
	char *rest, *word = strtok_r(line, " \t\n", &rest);
	const char *found;

	if (!word || add_parts(files, arena, word, depth))
		return -1;
	if (strcmp(basename(word), "env"))
		return 0;
	do
		word = strtok_r(NULL, " \t\n", &rest);
	while (word && (*word == '-' || strchr(word, '=')));
	found = word ? search_path(arena, word) : NULL;
	return found ? add_parts(files, arena, found, depth) : -1;
}

static int
add_parts(struct program_files *files, struct arena *arena, const char *path, int depth)
{
	char start[256] = "";
	const char *loader;
	int fd = open(path, O_RDONLY | O_CLOEXEC), failed = -1;

	if (fd < 0 || depth > 4)
		goto out;
	add_file(files, arena, path);
	if (pread(fd, start, sizeof start - 1, 0) < 4)
		goto out;
	if (!memcmp(start, "#!", 2)) {
		*strchrnul(start, '\n') = '\0';
		failed = add_interpreter(files, arena, start + 2, depth + 1);
	} else if (!memcmp(start, ELFMAG, SELFMAG) && (loader = elf_loader(arena, fd))) {
		failed = *loader ? add_libraries(files, arena, loader, path) : 0;
	}
out:
	if (fd >= 0)
		close(fd);
	return failed;
}

int
program_files_add(struct program_files *files, struct arena *arena, const char *path)
{
	return add_parts(files, arena, path, 0);
}
