/*
 * lib/bitcode against LLVM's reader and verifier on damaged modules.
 *
 *	bitcode-differ SEED COUNT SEEN FILE...
 *
 * Each of COUNT mutants of the files (0: the files as they are) is written by lib/bitcode as a patched
 * module and as a part with everything (whose skeleton LLVM reads first, as
 * post-link does), and read by LLVM.
 *
 *   LLVM accepts it    LLVM reads the output of lib/bitcode as the same module;
 *                      a module that lib/bitcode refuses is rewritten by LLVM, and
 *                      then accepted (if LLVM accepts its text too: the reader of
 *                      bitcode makes invalid casts and constants)
 *   LLVM refuses it    lib/bitcode refuses it, or LLVM's message is in the file
 *                      SEEN: errors that only types of values show
 *
 * LLVM's reader crashes on some files: the work is done by a child, which is
 * replaced when it ends early.  Prints counts; status 1 when there are
 * differences, whose mutants (at most 50) are kept as differ-NUMBER.bc.
 */
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bitcode-mutate.h"
#include "bitcode/bitcut.h"
#include "bitcode/bitpatch.h"

enum { MAX_INPUT = 1 << 16, MAX_FILES = 1000, MAX_FAILED = 50 };

static struct seed {
	uint8_t *bytes;
	size_t len;
} seed[MAX_FILES];
static size_t nseed;
static uint64_t base;
static bool as_they_are;
static char *seen;		/* the lines of SEEN */

/* What the child has done, for its parent. */
static struct shared {
	uint64_t i;			/* the mutant */
	enum { IN_LIBRARY, IN_LLVM, IN_LLVM_AGAIN } place;
	uint64_t failed;
	uint64_t taken, as_records, again, llvm_differs, refused, refused_here, unseen, crashed;
} *shared;

static uint8_t input[MAX_INPUT];
static size_t ninput;

/* --- LLVM ------------------------------------------------------------------------------- */

static char message[4096];
static bool warned;	/* LLVM dropped invalid debug information */

static void
note(LLVMDiagnosticInfoRef info, void *user)
{
	char *text;

	(void)user;
	if (LLVMGetDiagInfoSeverity(info) != LLVMDSError) {
		warned = true;
		return;
	}
	text = LLVMGetDiagInfoDescription(info);
	snprintf(message, sizeof message, "%s", text);
	LLVMDisposeMessage(text);
}

/* The module, or NULL with LLVM's error in message. */
static LLVMModuleRef
llvm_read(LLVMContextRef context, const void *bytes, size_t len, bool verify)
{
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, len, "m");
	LLVMModuleRef module = NULL;
	char *text = NULL;

	message[0] = '\0';
	warned = false;
	LLVMContextSetDiagnosticHandler(context, note, NULL);
	if (LLVMParseBitcodeInContext2(context, buffer, &module))
		module = NULL;
	LLVMDisposeMemoryBuffer(buffer);
	if (module && message[0]) {
		LLVMDisposeModule(module);
		return NULL;
	}
	if (module && verify && LLVMVerifyModule(module, LLVMReturnStatusAction, &text)) {
		snprintf(message, sizeof message, "verifier: %s", text);
		LLVMDisposeModule(module);
		module = NULL;
	}
	LLVMDisposeMessage(text);
	return module;
}

/* The text of a module, without the order in which blocks name their predecessors. */
static char *
llvm_text(LLVMModuleRef module)
{
	char *text = LLVMPrintModuleToString(module), *copy = strdup(text), *from = copy, *to = copy, *preds;

	LLVMDisposeMessage(text);
	while ((preds = strstr(from, "; preds = "))) {
		memmove(to, from, (size_t)(preds - from));
		to += preds - from;
		from = preds + strcspn(preds, "\n");
	}
	memmove(to, from, strlen(from) + 1);
	return copy;
}

/* A word within one line. */
static bool
line_has(const char *line, const char *end, const char *word)
{
	return memmem(line, (size_t)(end - line), word, strlen(word));
}

/*
 * Text without the things that a part may leave out: numbers of nodes, nodes,
 * metadata of declarations and variables, comdats of internal symbols.
 */
static char *
without_numbers(const char *text)
{
	char *copy = malloc(strlen(text) + 2), *to = copy;	/* the last line may lack its end */
	const char *line = text, *end, *p;
	bool outside, local;

	for (; *line; line = *end ? end + 1 : end) {
		end = line + strcspn(line, "\n");
		if (*line == '!' || *line == '$' || end == line)
			continue;
		outside = !strncmp(line, "declare", 7) || *line == '@';
		local = outside || (!strncmp(line, "define", 6) && (line_has(line, end, " internal ") || line_has(line, end, " private ")));
		for (p = line; p < end;) {
			if (local && (!strncmp(p, ", comdat", 8) || !strncmp(p, " comdat", 7))) {
				p += strlen(" comdat") + (*p == ',');
				if (*p == '(')
					p += strcspn(p, ")\n") + 1;
			} else if (outside && (!strncmp(p, ", !", 3) || (*line == 'd' && !strncmp(p, " !", 2)))) {
				p += strcspn(p, "!");
				p += strcspn(p, " \n");
				p += *p == ' ' && p[1] == '!' ? 1 + strcspn(p + 1, " ,\n") : 0;
			} else {
				*to++ = *p++;
				if (p[-1] == '!')
					p += strspn(p, "0123456789");
			}
		}
		*to++ = '\n';
	}
	*to = '\0';
	return copy;
}

/* --- the library ---------------------------------------------------------------------------- */

static bool
patched(struct arena *arena, const void *bytes, size_t len, struct bitwriter *writer)
{
	struct bitmodule module;
	struct bitpatch *patch;

	bitwriter_reset(writer);
	if (bitmodule_read(&module, arena, bytes, len))
		return false;
	patch = bitpatch_new(arena, &module);
	return !bitpatch_write(patch, writer);
}

static bool
parted(struct arena *arena, const void *bytes, size_t len, struct bitwriter *writer, struct bitwriter *skeleton)
{
	static const struct bitcut_options how = { NULL, NULL, NULL };
	struct bitcut_global *global;
	struct bitmodule module;
	const char *why = bitmodule_read(&module, arena, bytes, len);
	struct bitcut *cut = why ? NULL : bitcut_new(arena, &module, how, &why);
	size_t i;
	int failed;

	bitwriter_reset(writer);
	bitwriter_reset(skeleton);
	if (!cut || bitcut_write_skeleton(cut, skeleton))
		return false;
	global = arena_calloc(arena, module.nglobal + 1, sizeof *global);
	for (i = 0; i < module.nglobal; i++)
		global[i] = (struct bitcut_global){ .number = (uint32_t)i, .linkage = BITCUT_KEEP };
	failed = bitcut_write(cut, global, module.nglobal, writer);
	bitcut_free(cut);
	return !failed;
}

/* --- one mutant ---------------------------------------------------------------------------------- */

static FILE *report;	/* standard error; the child's own is for LLVM, which prints much about damaged modules */

static void
keep_failed(const char *what, const char *more)
{
	char name[64];
	FILE *file;

	snprintf(name, sizeof name, "differ-%llu.bc", (unsigned long long)shared->i);
	file = fopen(name, "wb");
	if (file) {
		fwrite(input, 1, ninput, file);
		fclose(file);
	}
	fprintf(report, "mutant %llu: %s: %s\n", (unsigned long long)shared->i, what, more);
	fflush(report);
	shared->failed++;
}

/* Ends the child. */
static void
fail(const char *what, const char *more)
{
	keep_failed(what, more);
	shared->i++;
	_exit(0);
}

/* A second of processor time from now on, then the child ends. */
static void
start_clock(void)
{
	const struct itimerval limit = { { 0, 0 }, { 1, 0 } };

	setitimer(ITIMER_PROF, &limit, NULL);
}

/* What freed memory is filled with: LLVM reads freed and uninitialized memory of damaged modules. */
static const int fill[] = { 0xa5, 0x5a, 0, 0xff, 0x33 };

/* LLVM reads the bytes once more and prints the text; NULL: it does not take them now.  anew: then what it writes of them, too. */
static char *
llvm_read_again(const void *bytes, size_t len, bool anew)
{
	LLVMContextRef context = LLVMContextCreate();
	LLVMModuleRef module = llvm_read(context, bytes, len, true);
	char *text = module ? llvm_text(module) : NULL;

	if (module && anew) {
		LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(module);

		free(llvm_read_again(LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer), false));
		LLVMDisposeMemoryBuffer(buffer);
	}
	if (module)
		LLVMDisposeModule(module);
	LLVMContextDispose(context);
	return text;
}

/*
 * LLVM prints the input as the same text whatever is in freed memory.  Not so where the
 * text holds an address, as that of a constant of a wrong type that is printed as a number.
 */
static bool
llvm_repeats(const char *wanted)
{
	bool same = true;
	char *text;
	size_t i;

	/* What LLVM does with the input is no fault of the library's. */
	shared->place = IN_LLVM;
	for (i = 0; i < 3 * sizeof fill / sizeof *fill && same; i++) {
		start_clock();
		mallopt(M_PERTURB, fill[i % (sizeof fill / sizeof *fill)]);
		text = llvm_read_again(input, ninput, false);
		same = text && !strcmp(text, wanted);
		free(text);
	}
	mallopt(M_PERTURB, *fill);
	start_clock();
	shared->place = IN_LLVM_AGAIN;
	return same;
}

/* LLVM reads the library's bytes as the same module; wanted: LLVM's text of the input. */
static void
check_same(const struct bitwriter *writer, const char *wanted, bool part)
{
	LLVMContextRef context = LLVMContextCreate();
	LLVMModuleRef module;
	char *text, *a, *b;
	size_t i;

	shared->place = IN_LLVM_AGAIN;
	module = llvm_read(context, writer->byte, writer->n, true);
	if (!module)
		fail(part ? "a part is not valid" : "a patched module is not valid", message);
	text = llvm_text(module);
	a = part ? without_numbers(wanted) : strdup(wanted);
	b = part ? without_numbers(text) : strdup(text);
	for (i = 0; a[i] && a[i] == b[i]; i++)
		;
	if ((a[i] || b[i]) && !llvm_repeats(wanted)) {
		shared->llvm_differs++;
	} else if (a[i] || b[i]) {
		while (i && a[i - 1] != '\n')
			i--;
		a[i + strcspn(a + i, "\n")] = b[i + strcspn(b + i, "\n")] = '\0';
		snprintf(message, sizeof message, "'%s' is now '%s'", a + i, b + i);
		fail(part ? "a part says something else" : "a patched module says something else", message);
	}
	free(text);
	free(a);
	free(b);
	LLVMDisposeModule(module);
	LLVMContextDispose(context);
	shared->place = IN_LLVM;
}

static bool
llvm_takes_text(const char *text)
{
	LLVMContextRef context = LLVMContextCreate();
	LLVMModuleRef module = NULL;
	char *why = NULL;
	bool taken;

	LLVMContextSetDiagnosticHandler(context, note, NULL);
	taken = !LLVMParseIRInContext(context, LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "m"), &module, &why);
	if (taken)
		LLVMDisposeModule(module);
	LLVMDisposeMessage(why);
	LLVMContextDispose(context);
	return taken;
}

/* For modules that the library refuses, the tools let LLVM rewrite the file. */
static void
check_again(struct arena *arena, LLVMModuleRef module, const char *wanted)
{
	LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(module);
	LLVMContextRef context = LLVMContextCreate();
	struct bitwriter patch = { 0 }, part = { 0 }, skeleton = { 0 };
	const char *bytes = LLVMGetBufferStart(buffer);
	size_t len = LLVMGetBufferSize(buffer);
	LLVMModuleRef same = llvm_read(context, bytes, len, true);
	char *text = same ? llvm_text(same) : NULL;

	/* LLVM cannot read its own output. */
	if (!text || strcmp(text, wanted) != 0 || !llvm_takes_text(text)) {
		shared->llvm_differs++;
	} else {
		if (!patched(arena, bytes, len, &patch) || !parted(arena, bytes, len, &part, &skeleton)) {
			struct bitmodule m;
			const char *why = bitmodule_read(&m, arena, bytes, len);

			if (!why)
				bitcut_new(arena, &m, (struct bitcut_options){ NULL, NULL, NULL }, &why);
			/* With addresses of blocks there is no skeleton: the tool lets LLVM read the whole. */
			if (why || !patch.n || !strstr(wanted, "blockaddress"))
				fail("what LLVM writes is refused", why ? why : "when it is written");
		} else {
			check_same(&patch, wanted, false);
			check_same(&part, wanted, true);
		}
	}
	free(text);
	bitwriter_free(&patch);
	bitwriter_free(&part);
	bitwriter_free(&skeleton);
	if (same)
		LLVMDisposeModule(same);
	LLVMContextDispose(context);
	LLVMDisposeMemoryBuffer(buffer);
}

/* LLVM's message without names and numbers is a line of the file. */
static bool
cannot_be_seen(void)
{
	char words[512], *to = words, *p;

	for (p = message; *p && *p != '\n' && to < words + sizeof words - 1; p++)
		if (*p < '0' || *p > '9')
			*to++ = *p;
	*to = '\0';
	/* Each line of the file is the beginning of a message. */
	for (p = seen; *p; p += strcspn(p, "\n"), p += *p == '\n')
		if (*p != '#' && *p != '\n' && !strncmp(words, p, strcspn(p, "\n")))
			return true;
	snprintf(message, sizeof message, "%s", words);
	return false;
}

static void
try(void)
{
	struct bitwriter patch = { 0 }, part = { 0 }, skeleton = { 0 };
	LLVMContextRef context = LLVMContextCreate();
	bool is_patched, is_parted, dropped;
	LLVMModuleRef module, bones = NULL;
	struct arena arena;
	char *text;

	arena_init(&arena);
	shared->place = IN_LIBRARY;
	is_patched = patched(&arena, input, ninput, &patch);
	is_parted = parted(&arena, input, ninput, &part, &skeleton);
	shared->place = IN_LLVM;
	module = llvm_read(context, input, ninput, true);
	dropped = warned;
	if (module) {
		shared->taken++;
		text = llvm_text(module);
		shared->as_records += is_patched && is_parted;
		if (is_patched)
			check_same(&patch, text, false);
		/* Without the node that LLVM cannot use, a part may keep the rest of its debug information. */
		if (is_parted && !dropped)
			check_same(&part, text, true);
		if (!is_patched || !is_parted) {
			shared->again++;
			check_again(&arena, module, text);
		}
		free(text);
		LLVMDisposeModule(module);
	} else {
		char words[sizeof message];

		memcpy(words, message, sizeof words);
		shared->refused++;
		/* post-link lets LLVM read the part without bodies. */
		if (is_parted) {
			bones = llvm_read(context, skeleton.byte, skeleton.n, false);
			is_parted = bones;
		}
		memcpy(message, words, sizeof words);
		if (!is_patched && !is_parted)
			shared->refused_here++;
		else if (cannot_be_seen())
			shared->unseen++;
		else
			fail(is_patched ? "LLVM refuses it, and bitpatch does not" : "LLVM refuses it, and bitcut does not", message);
		if (bones)
			LLVMDisposeModule(bones);
	}
	bitwriter_free(&patch);
	bitwriter_free(&part);
	bitwriter_free(&skeleton);
	LLVMContextDispose(context);
	arena_free(&arena);
}

static void
mutate(uint64_t i)
{
	uint64_t mixed;
	struct seed *from, *other;

	if (as_they_are) {
		ninput = seed[i].len;
		memcpy(input, seed[i].bytes, ninput);
		return;
	}
	mixed = (base * 1000003 + i + 1) * 0x9e3779b97f4a7c15u;
	from = &seed[(mixed >> 40) % nseed];
	other = &seed[(mixed >> 20 & 0xfffff) % nseed];
	ninput = bitcode_mutate(from->bytes, from->len, other->bytes, other->len, input, sizeof input, 1 + mixed % 3, mixed);
}

static void
work(uint64_t count)
{
	struct rlimit memory = { 4ull << 30, 4ull << 30 };

	/* The contents of that memory are predictable. */
	mallopt(M_PERTURB, *fill);
#ifndef __SANITIZE_ADDRESS__	/* which maps terabytes */
	setrlimit(RLIMIT_AS, &memory);
#endif
	memory = (struct rlimit){ 0, 0 };
	setrlimit(RLIMIT_CORE, &memory);
	for (; shared->i < count; shared->i++) {
		start_clock();
		mutate(shared->i);
		if (ninput)
			try();
	}
}

/* LLVM reads the input, and what it writes of it, in a new process whose freed memory has that byte, also after it has read it before. */
static bool
llvm_survives_with(int freed)
{
	int status = 0, times;
	pid_t pid = fork();

	if (!pid) {
		mallopt(M_PERTURB, freed);
		for (times = 0; times < 8; times++)
			free(llvm_read_again(input, ninput, true));
		_exit(0);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && !status;
}

/* What LLVM does with memory that it has freed depends on what is there. */
static bool
llvm_survives(void)
{
	for (size_t i = 0; i < sizeof fill / sizeof *fill; i++)
		if (!llvm_survives_with(fill[i]))
			return false;
	return true;
}

/*
 * The mutant in a new process, where LLVM finds other contents in memory that it has not set: true when it does not
 * crash now, so that the crash is none of the bytes.
 */
static bool
passes_again(uint64_t mutant)
{
	int status = 1, times;
	pid_t pid;

	for (times = 0; times < 3 && status; times++) {
		shared->i = mutant;
		pid = fork();
		if (!pid) {
			work(mutant + 1);
			_exit(0);
		}
		if (pid < 0 || waitpid(pid, &status, 0) != pid)
			break;
	}
	shared->i = mutant;
	return !status;
}

static void *
slurp(const char *path, size_t *len)
{
	FILE *file = fopen(path, "rb");
	char *text = calloc(1, MAX_INPUT + 1);

	if (!file || !text)
		exit(2);
	*len = fread(text, 1, MAX_INPUT, file);
	fclose(file);
	return text;
}

int
main(int argc, char **argv)
{
	uint64_t count;
	size_t len;
	int status, arg;
	pid_t pid;

	if (argc < 5)
		return 2;
	base = strtoull(argv[1], NULL, 10);
	count = strtoull(argv[2], NULL, 10);
	seen = slurp(argv[3], &len);
	as_they_are = !count;
	for (arg = 4; arg < argc && nseed < MAX_FILES; arg++, nseed++)
		seed[nseed].bytes = slurp(argv[arg], &seed[nseed].len);
	if (as_they_are)
		count = nseed;
	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return 2;
	report = fdopen(dup(STDERR_FILENO), "w");
	if (!report)
		return 2;
	while (shared->i < count && shared->failed < MAX_FAILED) {
		pid = fork();
		if (!pid) {
			if (!freopen("/dev/null", "w", stderr))
				_exit(2);
			work(count);
			_exit(0);
		}
		if (pid < 0 || waitpid(pid, &status, 0) != pid)
			return 2;
		if (!status)
			continue;
		mutate(shared->i);
		if (shared->place == IN_LLVM || (shared->place == IN_LLVM_AGAIN && (!llvm_survives() || passes_again(shared->i)))) {
			shared->crashed++;
		} else {
			snprintf(message, sizeof message, "status %x", (unsigned)status);
			keep_failed(shared->place == IN_LLVM_AGAIN ? "LLVM crashes on what lib/bitcode wrote" : "lib/bitcode crashes", message);
		}
		shared->i++;
	}
	printf("%llu mutants: LLVM takes %llu (%llu as records, %llu written anew, %llu that it does not take or print the same again), "
	       "refuses %llu (%llu refused, %llu not to be seen), crashes on %llu\n", (unsigned long long)count,
	       (unsigned long long)shared->taken, (unsigned long long)shared->as_records, (unsigned long long)shared->again,
	       (unsigned long long)shared->llvm_differs, (unsigned long long)shared->refused,
	       (unsigned long long)shared->refused_here, (unsigned long long)shared->unseen, (unsigned long long)shared->crashed);
	return shared->failed != 0;
}
