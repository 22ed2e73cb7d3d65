/* Why an image was emptied: the calls that lead to the use of the aspect that its target lacks. */
#include "report.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST_QUESTIONS = 24, MOST_BYTES = 16 * 1024 };

/* What the program prints; NULL when it fails. */
static char *
ask(struct arena *arena, char *const *word)
{
	posix_spawn_file_actions_t actions;
	FILE *answer = tmpfile();
	char *text = NULL;
	int status = -1;
	size_t n;
	pid_t pid;

	if (!answer)
		return NULL;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, fileno(answer), STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	if (!posix_spawn(&pid, word[0], &actions, NULL, word, environ) && waitpid(pid, &status, 0) == pid && !status) {
		text = arena_alloc(arena, MOST_BYTES + 1);
		rewind(answer);
		n = fread(text, 1, MOST_BYTES, answer);
		text[n] = '\0';
	}
	posix_spawn_file_actions_destroy(&actions);
	fclose(answer);
	return text;
}

/* Modules that still hold all functions, by source: those of device-prepare. */
static const char *
explain(struct report *report, const char *tools, const char *symbol, const char *aspect)
{
	char *word[] = { arena_printf(report->arena, "%s/aspect-prop", tools),
		arena_printf(report->arena, "--explain=%s:%s", symbol, aspect), NULL, NULL };
	const char *text;
	size_t i;

	for (i = 0; i < report->n_step; i++)
		if (!strcmp(report->step[i].name, "device-prepare")) {
			word[2] = (char *)(uintptr_t)report->step[i].output;
			text = ask(report->arena, word);
			if (text && *text)
				return text;
		}
	return NULL;
}

/* The aspect of "target 'T' ... aspect 'A' ..."; NULL when the reason is of another kind. */
static const char *
aspect_of_reason(const char *reason, struct arena *arena)
{
	const char *at = strstr(reason, "aspect '"), *end = at ? strchr(at + 8, '\'') : NULL;

	return end ? arena_strndup(arena, at + 8, (size_t)(end - at - 8)) : NULL;
}

/* Images of one group that were emptied for one aspect have one answer. */
static const char *
known_chain(const struct report *report, size_t number, const char *aspect)
{
	const char *other;
	size_t i;

	for (i = 0; i < number; i++)
		if (report->facts[i].chain && report->facts[i].group == report->facts[number].group &&
			(other = aspect_of_reason(report->facts[i].reason, report->arena)) && !strcmp(other, aspect))
			return report->facts[i].chain;
	return NULL;
}

void
chain_ask(struct report *report, const char *tools)
{
	size_t i, k, asked = 0;

	for (i = 0; i < report->list.n && asked < MOST_QUESTIONS; i++) {
		const struct image *image = &report->list.image[i];
		struct image_facts *facts = &report->facts[i];
		const char *aspect = facts->reason ? aspect_of_reason(facts->reason, report->arena) : NULL;

		if (!aspect || (facts->chain = known_chain(report, i, aspect)))
			continue;
		for (k = 0; k < image->nentry && !facts->chain && asked < MOST_QUESTIONS; k++, asked++)
			facts->chain = explain(report, tools, image->entry[k], aspect);
	}
}
