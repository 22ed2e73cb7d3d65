#include "serve.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <llvm-c/BitWriter.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/mapfile.h"
#include "base/outfile.h"
#include "format/openclc.h"
#include "ir/irmodule.h"
#include "mux/mux.h"
#include "mux/said.h"
#include "mux/spawn.h"
#include "muxlib/wire.h"

enum { SOCKET = STDIN_FILENO };

/* Exit status of a job that said why it failed; others are 0 and what ends a process. */
enum { STATUS_FAILED = 3, STATUS_NO_MEMORY };

struct blob {
	char *data;	/* a NUL follows */
	size_t size;
};

struct request {
	uint32_t job;
	struct blob *blob;
	size_t n;
	struct wire_settings settings;
};

/* Temporary files of the job that runs: what it leaves when it crashes goes with the folder.  "": none. */
static char folder[4096];

static void
make_folder(void)
{
	static char *variable;
	const char *parent = getenv("TMPDIR");

	if (*folder)
		return;
	if (!variable)
		variable = strdup(parent && *parent ? parent : "/tmp");
	snprintf(folder, sizeof folder, "%s/mux-worker.XXXXXX", variable ? variable : "/tmp");
	if (!mkdtemp(folder)) {
		*folder = '\0';
		return;
	}
	setenv("TMPDIR", folder, 1);
}

static int
remove_entry(const char *path, const struct stat *st, int type, struct FTW *walk)
{
	(void)st;
	(void)type;
	(void)walk;
	return remove(path);
}

static void
remove_folder(void)
{
	if (*folder)
		nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
	*folder = '\0';
}

/* --- jobs, each in a process of its own ------------------------------------ */

static void
send_message(enum diag_severity severity, const char *line, void *user)
{
	(void)user;
	wire_send_frame(SOCKET, WIRE_MESSAGE, (uint32_t)severity, line, strlen(line));
	if (severity == DIAG_ERROR && strstr(line, "error: out of memory"))
		_exit(STATUS_NO_MEMORY);
}

static int
send_output(const void *data, size_t size)
{
	return wire_send_frame(SOCKET, WIRE_BLOB, 0, data, size);
}

static int
send_bitcode(LLVMModuleRef module)
{
	LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(module);

	return send_output(LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
}

static int
send_file(const char *path)
{
	struct mapfile file;

	return mapfile_open(&file, path) ? -1 : send_output(file.data ? (const char *)file.data : "", file.size);
}

static LLVMModuleRef
parse(struct arena *arena, const struct request *request, size_t i)
{
	return mux_parse(arena, "input", request->blob[i].data, request->blob[i].size);
}

static int
finish_front_end(const struct request *request, LLVMModuleRef module)
{
	const char *passes = request->blob[WIRE_PASSES].data;

	if (!module || irmodule_verify(module, "input") || (*passes && irmodule_run_passes(module, passes)))
		return -1;
	return send_bitcode(module);
}

static int
read_input(struct arena *arena, const struct request *request)
{
	return finish_front_end(request, parse(arena, request, WIRE_INPUT));
}

/* Writes headers where -I finds them; their names were checked to stay in there. */
static int
write_headers(struct arena *arena, const struct request *request, const char *top)
{
	size_t i;
	char *path, *slash;

	for (i = WIRE_EXTRA + 1; i + 1 < request->n; i += 2) {
		path = arena_printf(arena, "%s/%s", top, request->blob[i].data);
		for (slash = path + 1; (slash = strchr(slash, '/')); slash++) {
			*slash = '\0';
			mkdir(path, 0700);
			*slash = '/';
		}
		if (outfile_write(path, request->blob[i + 1].data, request->blob[i + 1].size))
			return -1;
	}
	return 0;
}

/* Runs clang, whose messages are the program's. */
static int
run_clang(struct arena *arena, const char *const *argv, const char *top)
{
	char *heard;
	int status = spawn_run_heard(arena, argv, &heard);

	if (heard)
		said_by_clang(heard, spawn_path(arena, ""), arena_printf(arena, "%s/", top));
	free(heard);
	return status;
}

static int
compile_clc(struct arena *arena, const struct request *request)
{
	/* A function that is inline and no more has no other body than this one, for calls that are not inlined. */
	static const char *const fixed[] = { "clang-" LLVM_VERSION, "-x", "cl", "-target", "spirv64-unknown-unknown", "-O1", "-mllvm",
					     "-avail-extern-to-local", "-emit-llvm", "-c", "-fno-color-diagnostics" };
	enum { NFIXED = sizeof fixed / sizeof *fixed };
	const struct blob *options = &request->blob[WIRE_EXTRA];
	const char **argv = arena_calloc(arena, NFIXED + options->size + OPENCLC_NWORDS + 8, sizeof *argv), *p, *source, *output, *top;
	size_t n = NFIXED;

	if (!spawn_folder(arena))
		return -1;
	memcpy(argv, fixed, sizeof fixed);
	source = spawn_path(arena, "program.cl");
	output = spawn_path(arena, "program.bc");
	top = arena_printf(arena, "%s/include", folder);
	argv[n++] = "-cl-std=CL2.0";
	for (p = options->data; p < options->data + options->size; p += strlen(p) + 1)
		argv[n++] = p;
	n = openclc_add_warnings(argv, openclc_add_version(argv, n));
	argv[n++] = "-I";
	argv[n++] = top;
	argv[n++] = "-o";
	argv[n++] = output;
	argv[n++] = source;
	if (write_headers(arena, request, top) ||
	    outfile_write(source, request->blob[WIRE_INPUT].data, request->blob[WIRE_INPUT].size) || run_clang(arena, argv, top))
		return -1;
	return finish_front_end(request, irmodule_read(output));
}

static int
join(struct arena *arena, const struct request *request)
{
	LLVMModuleRef module = parse(arena, request, WIRE_INPUT), other;
	size_t i;

	for (i = WIRE_INPUT + 1; module && i < request->n; i++) {
		other = parse(arena, request, i);
		if (!other || mux_join(module, other))
			return -1;
	}
	return module ? send_bitcode(module) : -1;
}

/* Compiles the input into a file, which is sent. */
static int
compile(struct arena *arena, const struct request *request, enum mux_emit emit)
{
	const char *cpu = request->blob[WIRE_CPU].data, *kernel = request->blob[WIRE_KERNEL].data, *out;
	LLVMModuleRef module = parse(arena, request, WIRE_INPUT), other;
	struct mux_options options = {
		.cpu = *cpu ? cpu : "x86-64", .width = request->settings.width, .emit = emit,
		.no_guards = request->settings.no_guards, .no_masks = request->settings.no_masks,
		.any_size = true, .kernel = *kernel ? kernel : NULL, .late_passes = request->blob[WIRE_PASSES].data,
	};
	size_t size;
	char *kernels;

	memcpy(options.local_size, request->settings.local_size, sizeof options.local_size);
	if (!module || irmodule_verify(module, "input") || !*folder)
		return -1;
	if (request->n > WIRE_EXTRA && (!(other = parse(arena, request, WIRE_EXTRA)) || mux_link(module, other)))
		return -1;
	out = arena_printf(arena, "%s/out", folder);
	if (mux_compile(arena, &options, module, out) || send_file(out))
		return -1;
	if (emit != MUX_EMIT_BITCODE) {
		remove(out);
		return 0;
	}
	module = irmodule_read(out);
	remove(out);
	kernels = module ? mux_describe(arena, module, &size) : NULL;
	return kernels ? send_output(kernels, size) : -1;
}

static int
print(struct arena *arena, const struct request *request)
{
	LLVMModuleRef module = parse(arena, request, WIRE_INPUT);
	char *text = module ? LLVMPrintModuleToString(module) : NULL;

	return text ? send_output(text, strlen(text)) : -1;
}

static int
run_job(struct arena *arena, const struct request *request)
{
	switch (request->job) {
	case WIRE_READ:
		return read_input(arena, request);
	case WIRE_CLC:
		return compile_clc(arena, request);
	case WIRE_LINK:
		return join(arena, request);
	case WIRE_FINALIZE:
		return compile(arena, request, MUX_EMIT_BITCODE);
	case WIRE_BINARY:
		return compile(arena, request, MUX_EMIT_SO);
	default:
		return print(arena, request);
	}
}

static _Noreturn void
job_main(const struct request *request, int messages)
{
	struct arena arena;
	int failed;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(messages, STDERR_FILENO);
	diag_set_tool("mux");
	diag_set_sink(send_message, NULL);
	arena_init(&arena);
	failed = run_job(&arena, request);
	_exit(failed ? STATUS_FAILED : EXIT_SUCCESS);
}

/* --- the worker ------------------------------------------------------------ */

/* The last words of a job that ended in the middle; the result. */
static enum wire_result
tell_end(int messages, int status)
{
	char text[1024], *line, *rest = NULL;
	ssize_t n = pread(messages, text, sizeof text - 1, 0);
	bool no_memory;

	text[n > 0 ? n : 0] = '\0';
	no_memory = strstr(text, "out of memory") != NULL;
	for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		wire_send_frame(SOCKET, WIRE_MESSAGE, DIAG_ERROR, line, strlen(line));
	return no_memory ? WIRE_NO_MEMORY : WIFSIGNALED(status) ? WIRE_CRASHED : WIRE_FAILED;
}

/* How the job ended.  When nobody waits for its result any more, it is ended: LLVM may take for ever. */
static int
wait_for(pid_t job)
{
	struct pollfd watched[] = { { .fd = pidfd_open(job, 0), .events = POLLIN }, { .fd = SOCKET, .events = POLLRDHUP } };
	int status = 0;

	while (watched[0].fd >= 0 && !watched[0].revents && !watched[1].revents)
		if (poll(watched, 2, -1) < 0 && errno != EINTR)
			break;
	if (watched[1].revents)
		kill(job, SIGKILL);
	if (watched[0].fd >= 0)
		close(watched[0].fd);
	while (waitpid(job, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

/* The result comes last, when nothing of the job is left. */
static void
answer(const struct request *request)
{
	int messages = memfd_create("messages", MFD_CLOEXEC), status = 0;
	enum wire_result result;
	pid_t child;

	make_folder();
	child = fork();
	if (child == 0)
		job_main(request, messages);
	if (child > 0)
		status = wait_for(child);
	if (child < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == STATUS_NO_MEMORY))
		result = WIRE_NO_MEMORY;
	else if (!status)
		result = WIRE_DONE;
	else if (WIFEXITED(status) && WEXITSTATUS(status) == STATUS_FAILED)
		result = WIRE_FAILED;
	else
		result = tell_end(messages, status);
	remove_folder();
	close(messages);
	wire_send_frame(SOCKET, WIRE_RESULT, (uint32_t)result, NULL, 0);
}

static int
read_blob(struct blob *blob)
{
	struct wire_frame frame;

	if (wire_receive(SOCKET, &frame, sizeof frame) || frame.kind != WIRE_BLOB || frame.size > WIRE_MAX_SIZE)
		return -1;
	blob->data = malloc(frame.size + 1);
	if (!blob->data)
		return -1;
	blob->size = frame.size;
	blob->data[frame.size] = '\0';
	return wire_receive(SOCKET, blob->data, frame.size);
}

/* The next request; -1 when there is none. */
static int
read_request(struct request *request)
{
	struct wire_frame frame;

	if (wire_receive(SOCKET, &frame, sizeof frame) || frame.kind != WIRE_REQUEST || frame.number >= WIRE_NJOB ||
	    frame.size <= WIRE_INPUT || frame.size > WIRE_MAX_BLOBS || (frame.number == WIRE_CLC && frame.size <= WIRE_EXTRA))
		return -1;
	request->job = frame.number;
	request->n = 0;
	request->blob = calloc(frame.size, sizeof *request->blob);
	while (request->blob && request->n < frame.size)
		if (read_blob(&request->blob[request->n++]))
			return -1;
	if (!request->blob || request->blob[WIRE_SETTINGS].size != sizeof request->settings)
		return -1;
	memcpy(&request->settings, request->blob[WIRE_SETTINGS].data, sizeof request->settings);
	return request->settings.version == WIRE_VERSION ? 0 : -1;
}

static void
free_request(struct request *request)
{
	size_t i;

	for (i = 0; i < request->n; i++)
		free(request->blob[i].data);
	free(request->blob);
	*request = (struct request){ 0 };
}

int
serve(void)
{
	struct request request = { 0 };
	struct stat st;

	if (fstat(SOCKET, &st) || !S_ISSOCK(st.st_mode))
		die_usage("option '--serve' wants a socket on standard input");
	fcntl(SOCKET, F_SETFD, FD_CLOEXEC);
	irmodule_init();
	while (read_request(&request) == 0) {
		answer(&request);
		free_request(&request);
	}
	free_request(&request);
	irmodule_finish();
	return EXIT_SUCCESS;
}
