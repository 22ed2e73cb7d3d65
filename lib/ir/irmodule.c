#include "irmodule.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/outfile.h"
#include "format/gpuname.h"
#include "format/irnames.h"

static LLVMContextRef context, outer;
/* What LLVM is doing, for the message when it crashes. */
static const char *volatile doing_what;
static const char *volatile doing_path;
static const char *volatile writing_path;

/* std::set_new_handler(). */
extern void (*set_new_handler(void (*handler)(void)))(void) __asm__("_ZSt15set_new_handlerPFvvE");

/* The Itanium demangler of libstdc++'s ABI, which libLLVM brings along. */
extern char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

static void
say(const char *text)
{
	if (write(STDERR_FILENO, text, strlen(text)) < 0)
		return;
}

/* Only async-signal-safe calls: LLVM may have crashed anywhere. */
static void
on_crash(int number)
{
	say(diag_tool());
	say(": error: ");
	if (doing_path) {
		say("cannot read '");
		say(doing_path);
		say("': damaged bitcode\n");
	} else {
		say("LLVM crashed");
		if (doing_what) {
			say(" while ");
			say(doing_what);
		}
		say(number == SIGABRT ? " (abort)\n" : " (segmentation fault)\n");
	}
	outfile_remove_temps();
	_exit(1);
}

static void
on_fatal_error(const char *reason)
{
	if (doing_path)
		die("cannot read '%s': damaged bitcode: %s", doing_path, reason);
	if (writing_path)
		die("cannot write '%s': %s", writing_path, reason);
	die("LLVM: %s", reason);
}

static void
on_diagnostic(LLVMDiagnosticInfoRef info, void *user)
{
	LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);
	char *text;

	(void)user;
	if (severity == LLVMDSRemark || severity == LLVMDSNote)
		return;
	text = LLVMGetDiagInfoDescription(info);
	diag(severity == LLVMDSError ? DIAG_ERROR : DIAG_WARNING, "%s", text);
	LLVMDisposeMessage(text);
}

static void
on_no_memory(void)
{
	say(diag_tool());
	say(": error: out of memory\n");
	outfile_remove_temps();
	_exit(1);
}

static void
make_context(void)
{
	context = LLVMContextCreate();
	LLVMContextSetDiagnosticHandler(context, on_diagnostic, NULL);
	LLVMInstallFatalErrorHandler(on_fatal_error);
}

void
irmodule_init(void)
{
	static const int fatal[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGPROF };
	static char stack[64 * 1024];
	stack_t alternate = { .ss_sp = stack, .ss_size = sizeof stack };
	struct sigaction action;
	size_t i;

	if (getenv("SYCL_CC_CRASH")) {	/* for developers: leave crashes to the debugger */
		make_context();
		return;
	}
	set_new_handler(on_no_memory);
	sigaltstack(&alternate, NULL);
	memset(&action, 0, sizeof action);
	action.sa_handler = on_crash;
	action.sa_flags = SA_ONSTACK;
	sigemptyset(&action.sa_mask);
	for (i = 0; i < sizeof fatal / sizeof *fatal; i++)
		sigaction(fatal[i], &action, NULL);
	make_context();
}

void
irmodule_finish(void)
{
	LLVMContextDispose(context);
	context = NULL;
}

void
irmodule_enter(void)
{
	outer = context;
	context = LLVMContextCreate();
	LLVMContextSetDiagnosticHandler(context, on_diagnostic, NULL);
}

void
irmodule_leave(void)
{
	LLVMContextDispose(context);
	context = outer;
}

LLVMContextRef
irmodule_context(void)
{
	return context;
}

/* LLVM's messages end in newlines and may hold several lines: the first one is the message. */
static void
report(const char *name, char *text)
{
	size_t len = text ? strcspn(text, "\n") : 0;

	if (!text) {
		diag(DIAG_ERROR, "cannot read '%s': not LLVM IR", name);
		return;
	}
	text[len] = '\0';
	/* Messages of the parser of textual IR begin with NAME:LINE:COL: error: already, those of the reader of bitcode with NAME: error: */
	if (!strncmp(text, name, strlen(name)) && text[strlen(name)] == ':') {
		unsigned line = 0, col = 0;
		int used = 0;

		text += strlen(name);
		if (sscanf(text, ":%u:%u: error: %n", &line, &col, &used) == 2 && used) {
			diag_at(&(struct diag_place){ name, line, col }, DIAG_ERROR, "%s", text + used);
			return;
		}
		text += strspn(text, ": ");
		text += strncmp(text, "error: ", 7) ? 0 : 7;
	}
	diag(DIAG_ERROR, "cannot read '%s': %s", name, *text ? text : "not LLVM IR");
}

/*
 * On some damaged bitcode LLVM's reader loops forever and allocates memory.  It
 * reads some 20 MB a second: a read that takes 200 times as long is ended.
 * 0: no limit.
 */
static void
limit_time(size_t len)
{
	struct itimerval timer = { { 0, 0 }, { len ? 2 + (time_t)(len / 100000) : 0, 0 } };

	if (!getenv("SYCL_CC_CRASH"))
		setitimer(ITIMER_PROF, &timer, NULL);
}

LLVMModuleRef
irmodule_parse(const char *name, const char *text, size_t len)
{
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(text, len, name, 1);
	LLVMModuleRef module = NULL;
	unsigned errors = diag_errors();
	char *message = NULL;
	int failed;

	doing_path = name;
	limit_time(len ? len : 1);
	failed = LLVMParseIRInContext2(context, buffer, &module, &message);
	limit_time(0);
	doing_path = NULL;
	LLVMDisposeMemoryBuffer(buffer);
	if (failed) {
		if (diag_errors() == errors || (message && *message))
			report(name, message);
		LLVMDisposeMessage(message);
		return NULL;
	}
	return module;
}

int
irmodule_load(struct irmodule_file *file, const char *path)
{
	memset(file, 0, sizeof *file);
	file->name = strcmp(path, "-") ? path : "<stdin>";
	if (mapfile_text(&file->file, path))
		return -1;
	file->text = (const char *)file->file.data;
	file->len = file->file.size;
	return 0;
}

void
irmodule_rest(struct irmodule_file *file)
{
	mapfile_rest(&file->file);
}

void
irmodule_unload(struct irmodule_file *file)
{
	mapfile_close(&file->file);
	file->text = NULL;
}

bool
irmodule_is_bitcode(const struct irmodule_file *file)
{
	return file->len >= 4 && (!memcmp(file->text, "BC\xc0\xde", 4) || !memcmp(file->text, "\xde\xc0\x17\x0b", 4));
}

LLVMModuleRef
irmodule_read(const char *path)
{
	struct irmodule_file file;
	LLVMModuleRef module;

	if (irmodule_load(&file, path))
		return NULL;
	module = irmodule_parse(file.name, file.text, file.len);
	/* The reader is eager here: the module does not refer to the text. */
	irmodule_unload(&file);
	return module;
}

/* The library, whose functions are read when they are linked, for the module's target; NULL after a report. */
static LLVMModuleRef
open_library(LLVMModuleRef module, const struct irmodule_file *file)
{
	LLVMMemoryBufferRef buffer;
	LLVMModuleRef library;

	if (!irmodule_is_bitcode(file)) {
		report(file->name, NULL);
		return NULL;
	}
	buffer = LLVMCreateMemoryBufferWithMemoryRange(file->text, file->len, file->name, 1);
	if (LLVMGetBitcodeModuleInContext2(context, buffer, &library)) {
		LLVMDisposeMemoryBuffer(buffer);	/* on_diagnostic() has reported why */
		return NULL;
	}
	LLVMSetTarget(library, LLVMGetTarget(module));
	LLVMSetDataLayout(library, LLVMGetDataLayoutStr(module));
	return library;
}

int
irmodule_link_used_of(LLVMModuleRef module, const struct irmodule_file *file)
{
	LLVMModuleRef library;
	int failed = -1;

	doing_path = file->name;
	library = open_library(module, file);
	if (library)
		failed = LLVMLinkModules2(module, library) ? -1 : 0;
	doing_path = NULL;
	return failed;
}

int
irmodule_link_used(LLVMModuleRef module, const char *path)
{
	struct irmodule_file file;
	int failed;

	if (irmodule_load(&file, path))
		return -1;
	failed = irmodule_link_used_of(module, &file);
	irmodule_unload(&file);
	return failed;
}

/*
 * Writes directly to the temporary file: a memory buffer would hold the bitcode
 * two or three times.  LLVM reports a full disk as a fatal error.
 */
static int
write_bitcode(LLVMModuleRef module, const char *path)
{
	struct outfile out;
	int failed;

	if (outfile_open(&out, path))
		return -1;
	fflush(out.stream);
	writing_path = path;
	failed = LLVMWriteBitcodeToFD(module, fileno(out.stream), 0, 0);
	writing_path = NULL;
	if (failed) {
		diag(DIAG_ERROR, "cannot write '%s'", path);
		outfile_abandon(&out);
		return -1;
	}
	return outfile_commit(&out);
}

static int
write_text(LLVMModuleRef module, const char *path)
{
	char *text = LLVMPrintModuleToString(module);
	int failed = outfile_write(path, text, strlen(text));

	LLVMDisposeMessage(text);
	return failed;
}

int
irmodule_write(LLVMModuleRef module, const char *path, bool as_text)
{
	int failed;

	doing_what = "writing a module";
	failed = as_text ? write_text(module, path) : write_bitcode(module, path);
	doing_what = NULL;
	return failed;
}

int
irmodule_pass_result(LLVMErrorRef error, const char *pipeline)
{
	char *message;

	if (!error)
		return 0;
	message = LLVMGetErrorMessage(error);
	diag(DIAG_ERROR, "cannot run passes '%s': %s", pipeline, message);
	LLVMDisposeErrorMessage(message);
	return -1;
}

int
irmodule_run_passes(LLVMModuleRef module, const char *pipeline)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error;

	doing_what = "running passes";
	error = LLVMRunPasses(module, pipeline, NULL, options);
	doing_what = NULL;
	LLVMDisposePassBuilderOptions(options);
	return irmodule_pass_result(error, pipeline);
}

int
irmodule_verify(LLVMModuleRef module, const char *name)
{
	char *message = NULL;
	int failed = LLVMVerifyModule(module, LLVMReturnStatusAction, &message);

	if (failed) {
		message[strcspn(message, "\n")] = '\0';
		diag(DIAG_ERROR, "'%s' is not a valid module: %s", name, message);
	}
	LLVMDisposeMessage(message);
	return failed ? -1 : 0;
}

bool
irmodule_is_kernel(LLVMValueRef function)
{
	unsigned cc = LLVMGetFunctionCallConv(function);

	return cc == IR_CC_SPIR_KERNEL || cc == IR_CC_PTX_KERNEL || cc == IR_CC_AMDGPU_KERNEL;
}

bool
irmodule_is_builtin_name(const char *name)
{
	if (!strncmp(name, "__builtin_", 10))
		return true;
	if (strncmp(name, "_Z", 2))
		return false;
	name += 2;
	name += strspn(name, "0123456789");
	return !strncmp(name, "__spirv_", 8) || !strncmp(name, "__sycl_", 7) || !strncmp(name, "__esimd_", 8);
}

bool
irmodule_is_entry(LLVMValueRef function)
{
	if (LLVMIsDeclaration(function))
		return false;
	if (irmodule_is_kernel(function))
		return true;
	return irmodule_string_attribute(function, ATTRIBUTE_MODULE_ID, NULL) &&
	       !irmodule_is_builtin_name(irmodule_name(function));
}

const char *
irmodule_string_attribute(LLVMValueRef function, const char *name, size_t *len)
{
	LLVMAttributeRef attribute;
	unsigned n;
	const char *value;

	attribute = LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name,
						  (unsigned)strlen(name));
	if (!attribute)
		return NULL;
	value = LLVMGetStringAttributeValue(attribute, &n);
	if (len)
		*len = n;
	return value;
}

void
irmodule_set_string_attribute(LLVMValueRef function, const char *name, const char *value)
{
	LLVMAttributeRef attribute = LLVMCreateStringAttribute(context, name, (unsigned)strlen(name), value,
							       (unsigned)strlen(value));

	LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute);
}

bool
irmodule_is_local(LLVMValueRef value)
{
	LLVMLinkage linkage = LLVMGetLinkage(value);

	return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

const char *
irmodule_name(LLVMValueRef value)
{
	size_t len;

	return LLVMGetValueName2(value, &len);
}

const char *
irmodule_demangle(struct arena *arena, const char *name)
{
	static const char kernel[] = "typeinfo name for ";
	char *plain = arena_strndup(arena, name, strcspn(name, "@")), *text;
	const char *copy, *id;
	int status;

	gpuname_decode(plain, plain);
	/* The demangler would read a bare 'f' as the type float. */
	text = strncmp(plain, "_Z", 2) ? NULL : __cxa_demangle(plain, NULL, NULL, &status);

	/* For GPUs a translation unit's id follows a '$' instead of an '@'. */
	id = strrchr(plain, '$');
	if (!text && id && !strncmp(plain, "_Z", 2))
		text = __cxa_demangle(arena_strndup(arena, plain, (size_t)(id - plain)), NULL, NULL, &status);

	if (!text)
		return arena_strdup(arena, name);
	copy = arena_strdup(arena, strncmp(text, kernel, sizeof kernel - 1) ? text : text + sizeof kernel - 1);
	free(text);
	return copy;
}
