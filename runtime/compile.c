/*
 * Kernels from texts that the program brings, by the compilers of the installation: clang
 * makes SPIR-V of OpenCL C, sycl-cc a library of SYCL, which is loaded and registers its images.
 */
#include "rt.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/openclc.h"

static const char *
compiler_of(enum sycl_rt_language language)
{
	return rt_program(language == SYCL_RT_SYCL ? "sycl-cc" : "clang-" LLVM_VERSION);
}

API int
sycl_rt_has_compiler(enum sycl_rt_language language)
{
	return compiler_of(language) != NULL;
}

/* OpenCL's own options, those of its libraries excepted, and clang's about warnings; other words name files or outputs. */
static bool
takes_opencl_option(const char *option)
{
	static const char *const start[] = { "-D", "-I", "-cl-", "-w", "-W", "-g", "-O" };

	for (size_t i = 0; i < sizeof start / sizeof *start; i++)
		if (strncmp(option, start[i], strlen(start[i])) == 0)
			return strncmp(option, "-Wl,", 4) != 0 && strncmp(option, "-Xclang", 7) != 0;
	return false;
}

/* All but words for other outputs, and names of files. */
static bool
takes_sycl_option(const char *option)
{
	static const char *const whole[] = { "-", "-c", "-S", "-E", "-M", "-MM", "-v", "-###", "-fsyntax-only", "-emit-llvm" };

	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
		if (strcmp(option, whole[i]) == 0)
			return false;
	return option[0] == '-' && strncmp(option, "-o", 2) != 0 && strncmp(option, "-x", 2) != 0;
}

/* Relative, and inside the folder. */
static bool
is_plain_name(const char *name)
{
	size_t len;

	if (!*name || *name == '/')
		return false;
	for (; *name; name += len + (name[len] == '/')) {
		len = strcspn(name, "/");
		if (!len || (name[0] == '.' && (len == 1 || (len == 2 && name[1] == '.'))))
			return false;
	}
	return name[-1] != '/';
}

static int
check(enum sycl_rt_language language, const struct sycl_rt_file *text, size_t n, const char *const *option, size_t n_options)
{
	for (size_t i = 0; i < n; i++) {
		if (!is_plain_name(text[i].name))
			return rt_fail(SYCL_RT_INVALID, "an included file cannot be called '%s': names are relative", text[i].name);
		for (size_t k = 0; k < i; k++)
			if (strcmp(text[i].name, text[k].name) == 0)
				return rt_fail(SYCL_RT_INVALID, "two files are called '%s'", text[i].name);
	}
	for (size_t i = 0; i < n_options; i++)
		if (!(language == SYCL_RT_SYCL ? takes_sycl_option : takes_opencl_option)(option[i]))
			return rt_fail(SYCL_RT_INVALID, "kernels are not built with the option '%s'", option[i]);
	return SYCL_RT_SUCCESS;
}

/* The library stays: its kernels may run at any time. */
static int
load(struct sycl_rt_compiled *made)
{
	int fd = rt_memory_file(made->bytes, made->size), kept;
	void *library = fd < 0 ? NULL : rt_image_load(fd, &kept), *symbol = library ? dlsym(library, SYCL_RT_TEXT_KERNELS) : NULL;

	if (!symbol)
		return rt_fail(SYCL_RT_BUILD, "the library of kernels cannot be loaded: %s", fd < 0 ? "out of memory" : dlerror());
	memcpy(&made->kernels, &symbol, sizeof symbol);
	return SYCL_RT_SUCCESS;
}

static int
fail(const char *compiler, int exit_status, char *log)
{
	size_t size = strlen(log);

	while (size && log[size - 1] == '\n')
		log[--size] = '\0';
	/* sycl-cc's word for a wrong command line */
	return rt_fail(exit_status == 2 ? SYCL_RT_INVALID : SYCL_RT_BUILD, "building kernels from text failed: '%s' ended with status %d%s%s",
		compiler, exit_status, *log ? ":\n" : "", log);
}

static const char conversions[] = "sycl-cc-conversions.h";

/* The words of the compiler's command line, for free(). */
static const char **
command_line(enum sycl_rt_language language, const char *compiler, const char *source, const char *const *option, size_t n_options)
{
	/*
	 * LLVM 22's back end masks the integers of 3 bits that its loop strength reduction makes as if they had 8.
	 * A function that is inline and no more has no other body than this one, for calls that are not inlined.
	 */
	static const char *const opencl[] = { "-x", "cl", "-cl-std=CL1.2", "-target", "spirv64-unknown-unknown", "-O2", "-mllvm",
					      "-disable-lsr", "-mllvm", "-avail-extern-to-local", "-include", conversions, "-c" };
	static const char *const sycl[] = { "-std=c++17", "-O2", "-shared", "-fPIC" };
	const char *const *fixed = language == SYCL_RT_SYCL ? sycl : opencl;
	const size_t n_fixed = language == SYCL_RT_SYCL ? sizeof sycl / sizeof *sycl : sizeof opencl / sizeof *opencl;
	const char **argv = calloc(n_fixed + n_options + OPENCLC_NWORDS + 6, sizeof *argv);
	size_t words = 0;

	if (!argv)
		return NULL;
	argv[words++] = compiler;
	memcpy(argv + words, fixed, n_fixed * sizeof *argv);
	words += n_fixed;
	for (size_t i = 0; i < n_options; i++) {
		if (language != SYCL_RT_SYCL && openclc_option_is_hint(option[i], strlen(option[i])))
			continue;
		/* Under -O0 clang leaves the bodies of inline functions out. */
		argv[words++] = language != SYCL_RT_SYCL && strcmp(option[i], "-O0") == 0 ? "-O1" : option[i];
	}
	if (language != SYCL_RT_SYCL)
		words = openclc_add_warnings(argv, openclc_add_version(argv, words));
	argv[words++] = "-I.";
	argv[words++] = "-o";
	argv[words++] = "out";
	argv[words++] = source;
	return argv;
}

/* The texts, and behind them the one of ours that OpenCL C needs, whose text is for free(); NULL: no memory. */
static struct sycl_rt_file *
all_texts(enum sycl_rt_language language, const struct sycl_rt_file *text, size_t *n)
{
	struct sycl_rt_file *all = calloc(*n + 1, sizeof *all), *ours = all + *n;

	if (!all)
		return NULL;
	memcpy(all, text, *n * sizeof *all);
	if (language == SYCL_RT_SYCL)
		return all;
	ours->name = conversions;
	ours->text = rt_opencl_conversions(&ours->size);
	if (!ours->text) {
		free(all);
		return NULL;
	}
	++*n;
	return all;
}

API int
sycl_rt_compile(enum sycl_rt_language language, const struct sycl_rt_file *text, size_t n, const char *const *option,
	size_t n_options, struct sycl_rt_compiled *made)
{
	const char *compiler = compiler_of(language), **argv = command_line(language, compiler, text[0].name, option, n_options);
	int status = check(language, text, n, option, n_options), exit_status;
	size_t n_all = n;
	struct sycl_rt_file *all = all_texts(language, text, &n_all);
	struct rt_bytes bytes = { 0 };

	*made = (struct sycl_rt_compiled){ 0 };
	if (status == SYCL_RT_SUCCESS && !compiler)
		status = rt_fail(SYCL_RT_FEATURE_NOT_SUPPORTED, "kernels are not built from this language: '%s' is not installed",
			language == SYCL_RT_SYCL ? "sycl-cc" : "clang-" LLVM_VERSION);
	if (status == SYCL_RT_SUCCESS && (!argv || !all))
		status = rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: kernels cannot be built from text");
	if (status == SYCL_RT_SUCCESS) {
		exit_status = rt_compile_texts((char *const *)argv, all, n_all, &bytes, &made->log, &status);
		made->bytes = bytes.owned;
		made->size = bytes.size;
		if (exit_status > 0)
			status = fail(compiler, exit_status, made->log ? made->log : (char[]){ "" });
		else if (exit_status == 0)
			status = !bytes.size ? rt_fail(SYCL_RT_BUILD, "'%s' wrote nothing", compiler) : language == SYCL_RT_SYCL ? load(made) : status;
	}
	if (all && n_all > n)
		free((char *)all[n].text);
	free(all);
	free(argv);
	if (status != SYCL_RT_SUCCESS)
		sycl_rt_compiled_free(made);
	return status;
}

API void
sycl_rt_compiled_free(struct sycl_rt_compiled *made)
{
	free(made->bytes);
	free(made->log);
	*made = (struct sycl_rt_compiled){ 0 };
}
