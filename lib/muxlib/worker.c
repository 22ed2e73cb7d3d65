/* The worker of a context, and what is asked of it. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "muxlib/private.h"

extern char **environ;

/* The program in the installation that dir/.. (a library's or program's folder) belongs to. */
static bool
find_from(const char *dir, char *path, size_t room)
{
	static const char *const place[] = { "../libexec/sycl-cc", "../bin", "../../libexec/sycl-cc", "libexec/sycl-cc",
					     "build/bin", "bin" };
	size_t i;

	for (i = 0; i < sizeof place / sizeof *place; i++)
		if (snprintf(path, room, "%s/%s/mux-aot", dir, place[i]) < (int)room && access(path, X_OK) == 0)
			return true;
	return false;
}

static void
find_program(const struct mux_context *context, char *path, size_t room)
{
	const char *root = secure_getenv("SYCL_CC_ROOT");
	char real[PATH_MAX], *slash;
	Dl_info self;

	if (context->program) {
		snprintf(path, room, "%s", context->program);
		return;
	}
	if (root && *root && find_from(root, path, room))
		return;
	if (dladdr((void *)(uintptr_t)mux_context_create, &self) && self.dli_fname && realpath(self.dli_fname, real) &&
	    (slash = strrchr(real, '/'))) {
		*slash = '\0';
		if (find_from(real, path, room))
			return;
	}
	snprintf(path, room, "mux-aot");
}

/* Starts it with the socket as its standard input. */
static int
start(struct mux_context *context, char *path, size_t room)
{
	char *argv[] = { path, (char[]){ "--serve" }, NULL };
	posix_spawn_file_actions_t actions;
	int pair[2], error;

	find_program(context, path, room);
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		return errno;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, pair[1], STDIN_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	error = posix_spawnp(&context->worker, path, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(pair[1]);
	if (error) {
		close(pair[0]);
		context->worker = 0;
		return error;
	}
	context->fd = pair[0];
	return 0;
}

/* It ends by itself when its input does. */
void
worker_end(struct mux_context *context)
{
	if (!context->worker)
		return;
	close(context->fd);
	while (waitpid(context->worker, NULL, 0) < 0 && errno == EINTR)
		;
	context->worker = 0;
	context->fd = -1;
}

static int
send_blob(int fd, const void *data, size_t size)
{
	return wire_send_frame(fd, WIRE_BLOB, 0, data, data ? size : 0);
}

static int
send_text(int fd, const char *text)
{
	return send_blob(fd, text, text ? strlen(text) : 0);
}

static int
send_request(int fd, const struct request *request)
{
	const struct mux_pipeline *pipeline = request->pipeline;
	struct wire_settings settings = { .version = WIRE_VERSION, .width = pipeline ? pipeline->width : 0 };
	size_t i;

	settings.no_guards = pipeline && pipeline->no_guards;
	settings.no_masks = pipeline && pipeline->no_masks;
	memcpy(settings.local_size, request->local_size, sizeof settings.local_size);
	if (wire_send_frame(fd, WIRE_REQUEST, (uint32_t)request->job, NULL, WIRE_INPUT + request->n) ||
	    send_blob(fd, &settings, sizeof settings) || send_text(fd, pipeline ? pipeline->cpu : NULL) ||
	    send_text(fd, request->passes) || send_text(fd, request->kernel))
		return -1;
	for (i = 0; i < request->n; i++)
		if (send_blob(fd, request->blob[i].data, request->blob[i].size))
			return -1;
	return 0;
}

enum { ENDED = -1, NO_MEMORY = -2 };

/* The size bytes that follow, and a NUL behind them. */
static int
receive_bytes(struct mux_context *context, struct bytes *bytes, uint64_t size)
{
	bytes_free(context, bytes);
	if (size > WIRE_MAX_SIZE)
		return ENDED;
	bytes->data = memory_get(context, size + 1);
	if (!bytes->data)
		return NO_MEMORY;
	bytes->room = size + 1;
	bytes->n = size;
	if (wire_receive(context->fd, bytes->data, size))
		return ENDED;
	bytes->data[size] = '\0';
	return 0;
}

static int
receive_message(struct mux_module *module, const struct wire_frame *frame)
{
	struct bytes text = { 0 };
	int failed = receive_bytes(module->context, &text, frame->size);

	if (!failed && module_say(module, frame->number > MUX_ERROR ? MUX_ERROR : (enum mux_severity)frame->number,
				  (const char *)text.data))
		failed = NO_MEMORY;
	bytes_free(module->context, &text);
	return failed;
}

/* Its enum wire_result, ENDED or NO_MEMORY. */
static int
receive_answer(struct mux_module *module, struct bytes output[MAX_OUTPUTS])
{
	struct mux_context *context = module->context;
	struct wire_frame frame;
	int n = 0, failed = 0;

	while (!failed) {
		if (wire_receive(context->fd, &frame, sizeof frame))
			return ENDED;
		if (frame.kind == WIRE_RESULT)
			return (int)frame.number;
		if (frame.kind == WIRE_MESSAGE)
			failed = receive_message(module, &frame);
		else if (frame.kind == WIRE_BLOB && n < MAX_OUTPUTS)
			failed = receive_bytes(context, &output[n++], frame.size);
		else
			return ENDED;
	}
	return failed;
}

enum mux_result
worker_call(struct mux_module *module, const struct request *request, struct bytes output[MAX_OUTPUTS],
	    enum mux_result failure)
{
	struct mux_context *context = module->context;
	char path[PATH_MAX + 64];
	int result, error;

	if (!context->worker && (error = start(context, path, sizeof path))) {
		module_error(module, "cannot run '%s': %s", path, strerror(error));
		return error == ENOMEM ? MUX_OUT_OF_MEMORY : MUX_FAILURE;
	}
	result = send_request(context->fd, request) ? ENDED : receive_answer(module, output);
	/* After half an answer it cannot be asked again: the next call starts another one. */
	if (result < 0)
		worker_end(context);
	switch (result) {
	case WIRE_DONE:
		return MUX_SUCCESS;
	case WIRE_NO_MEMORY:
	case NO_MEMORY:
		return MUX_OUT_OF_MEMORY;
	case WIRE_FAILED:
		return failure;
	default:
		return module_error(module, "the compiler ended before it was done") ? MUX_OUT_OF_MEMORY : failure;
	}
}

void
outputs_free(struct mux_context *context, struct bytes output[MAX_OUTPUTS])
{
	size_t i;

	for (i = 0; i < MAX_OUTPUTS; i++)
		bytes_free(context, &output[i]);
}
