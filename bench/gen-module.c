/*
 * gen-module: writes a device module of the size that real programs link, as
 * IR text on standard output; the same bytes for the same arguments.
 *
 *	gen-module [-n KERNELS] [-u UNITS] [-g] [-s SEED] [-x] | llvm-as -o big.bc
 *
 * Per translation unit there are kernels (functor and kargs by value, as
 * doc/graph.md has them), each with two internal helpers, and two
 * SYCL_EXTERNAL functions that other units call now and then.  All share
 * layers of linkonce_odr helpers, what headers leave behind: a helper calls
 * only helpers of the layer below, half of them from a window that the unit
 * sees, so that what a kernel reaches does not grow with the module.  Aspects
 * are those of the whole closure, as aspect-prop leaves them.
 *
 * -g: debug info, one compile unit each with types, variables and imports of
 * its own, most of which no single kernel needs.  -x: features that back ends
 * refuse or that need extensions are left out.
 */
#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LAYERS = 4, PRIVATE = 2, EXTERNAL = 2, RECENT = 6, MAX_CALLS = 8 };
enum { FP16 = 5, FP64 = 6, ATOMIC64 = 28 };
/* Numbered metadata with a fixed meaning; MD_FREE and above are handed out. */
enum { MD_ASPECTS = 0, MD_WORK_GROUP = 8, MD_SUB_GROUP = 12, MD_FUNCTOR = 16, MD_TBAA = 20, MD_EXPRESSION = 30,
       MD_FLOAT, MD_SIGNATURE, MD_SIGNATURE_TYPES, MD_FLAG0, MD_FLAG1, MD_UNIT = 64 };
/* Debug info of a unit takes this many numbers: the unit, its file, three lists, then their entries. */
enum { UNIT_MD = 128, UNIT_ENTRIES = 40 };

static long nkernel = 1000, nunit, nshared;
static uint64_t seed = 1;
static bool debug, plain;
static uint8_t *aspects;	/* [function]: bit set of what its closure uses */

/* --- randomness: a stream for each function and purpose ---------------------- */

static uint64_t state;

static void
start(uint64_t what, uint64_t purpose)
{
	state = (seed << 40) ^ (what * 0xd1342543de82ef95u) ^ (purpose << 56);
}

static uint64_t
next(void)
{
	uint64_t z = state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 32) * 0xd6e8feb86659fd93u;
	z = (z ^ z >> 32) * 0xd6e8feb86659fd93u;
	return z ^ z >> 32;
}

static long
below(long n)
{
	return (long)(next() % (uint64_t)n);
}

static bool
percent(long p)
{
	return below(100) < p;
}

/* --- who is who: shared helpers, externals, then each kernel behind its helpers -- */

enum kind { SHARED, OUTSIDE, HELPER, KERNEL };

static long
first_external(void)
{
	return nshared;
}

static long
first_kernel(void)
{
	return nshared + nunit * EXTERNAL;
}

static long
nfunction(void)
{
	return first_kernel() + nkernel * (PRIVATE + 1);
}

static enum kind
kind_of(long f)
{
	if (f < first_external())
		return SHARED;
	if (f < first_kernel())
		return OUTSIDE;
	return (f - first_kernel()) % (PRIVATE + 1) == PRIVATE ? KERNEL : HELPER;
}

static long
kernel_of(long f)
{
	return (f - first_kernel()) / (PRIVATE + 1);
}

static long
unit_of(long f)
{
	switch (kind_of(f)) {
	case SHARED:
		return f % (nshared / LAYERS) * nunit / (nshared / LAYERS);
	case OUTSIDE:
		return (f - first_external()) / EXTERNAL;
	default:
		return kernel_of(f) * nunit / nkernel;
	}
}

static void
put_name(long f)
{
	switch (kind_of(f)) {
	case SHARED:
		printf("@_ZN4sycl6detail9in_headerILi%ldEEEfPU3AS1fmf", f);
		break;
	case OUTSIDE:
		printf("@_ZN3lib7outsideILi%ldEEEfPU3AS1fmf", f - first_external());
		break;
	case HELPER:
		printf("@_ZN3appL7privateILi%ldELi%ldEEEfPU3AS1fmf", kernel_of(f),
		       (f - first_kernel()) % (PRIVATE + 1));
		break;
	case KERNEL:
		printf("@_ZTSN3app6kernelILi%ldEEE", kernel_of(f));
		break;
	}
}

/* A shared helper of the layer: a hot one that everybody calls, or one of the unit's window. */
static long
shared_helper(long unit, long layer)
{
	long n = nshared / LAYERS, hot = n < 4 ? n : 4, window = n < 6 ? n : 6;
	long i = percent(50) ? below(hot) : (unit * n / nunit + below(window)) % n;

	return layer * n + i;
}

static int
callees(long f, long out[MAX_CALLS])
{
	long unit = unit_of(f), layer, i;
	int n = 0;

	start((uint64_t)f, 1);
	switch (kind_of(f)) {
	case SHARED:
		layer = f / (nshared / LAYERS);
		for (i = layer ? 1 + below(2) : 0; i > 0; i--)
			out[n++] = shared_helper(unit, layer - 1);
		break;
	case OUTSIDE:
		out[n++] = shared_helper(unit, LAYERS - 1);
		out[n++] = shared_helper(unit, LAYERS - 2);
		break;
	case HELPER:
		for (i = 1 + below(2); i > 0; i--)
			out[n++] = shared_helper(unit, below(LAYERS));
		break;
	case KERNEL:
		for (i = 1; i <= PRIVATE; i++)
			out[n++] = f - i;
		out[n++] = shared_helper(unit, LAYERS - 1);
		out[n++] = shared_helper(unit, LAYERS - 1);
		if (percent(5))
			out[n++] = first_external() + below(nunit * EXTERNAL);
		break;
	}
	return n;
}

/* Aspects bubble up from callees, which all have smaller numbers. */
static void
find_aspects(void)
{
	long f, out[MAX_CALLS];
	int i, n;

	for (f = 0; f < nfunction(); f++) {
		start((uint64_t)f, 2);
		/* Hot helpers use none, or every kernel would use all. */
		if (!plain && kind_of(f) != SHARED && percent(4))
			aspects[f] = (uint8_t)(1 << below(3));
		n = callees(f, out);
		for (i = 0; i < n; i++)
			aspects[f] |= aspects[out[i]];
	}
}

/* --- bodies ---------------------------------------------------------------------- */

static long value;			/* next number of a value or block */
static long real[RECENT], whole[RECENT];	/* recent floats and i64s */
static long md = MD_UNIT, subprogram, line;

/* Ends an instruction. */
static void
end(void)
{
	if (!debug) {
		putchar('\n');
		return;
	}
	line += percent(60);
	printf(", !dbg !DILocation(line: %ld, column: %ld, scope: !%ld)\n", line, 1 + below(60), subprogram);
}

static long
some(const long recent[RECENT])
{
	return recent[below(RECENT)];
}

static void
keep(long recent[RECENT])
{
	recent[below(RECENT)] = value++;
}

static void
arithmetic(void)
{
	static const char *const f[] = { "fadd", "fmul", "fsub", "fadd contract" };
	static const char *const i[] = { "add", "mul", "xor", "and", "sub" };
	long a = some(real), b = some(real), x = some(whole), y = some(whole);

	switch (below(6)) {
	case 0:
		printf("  %%%ld = call float @llvm.fmuladd.f32(float %%%ld, float %%%ld, float %%%ld)", value, a, b, some(real));
		keep(real);
		break;
	case 1:
		printf("  %%%ld = uitofp i64 %%%ld to float", value, x);
		keep(real);
		break;
	case 2:
		printf("  %%%ld = %s i64 %%%ld, %ld", value, i[below(5)], x, 1 + below(31));
		keep(whole);
		break;
	case 3:
		printf("  %%%ld = %s i64 %%%ld, %%%ld", value, i[below(5)], x, y);
		keep(whole);
		break;
	default:
		printf("  %%%ld = %s float %%%ld, %%%ld", value, f[below(4)], a, b);
		keep(real);
		break;
	}
	end();
}

static void
memory(void)
{
	printf("  %%%ld = getelementptr inbounds float, ptr addrspace(1) %%0, i64 %%%ld", value, some(whole));
	end();
	value++;
	if (percent(70)) {
		printf("  %%%ld = load float, ptr addrspace(1) %%%ld, align 4, !tbaa !%d", value, value - 1, MD_TBAA);
		keep(real);
	} else {
		printf("  store float %%%ld, ptr addrspace(1) %%%ld, align 4, !tbaa !%d", some(real), value - 1, MD_TBAA);
	}
	end();
}

static void
look_up(long f)
{
	printf("  %%%ld = load float, ptr addrspace(1) getelementptr inbounds ([32 x float], ptr addrspace(1) "
	       "@table.%ld, i64 0, i64 %ld), align 4", value, f % (nshared / 4), below(32));
	keep(real);
	end();
}

/* if (a < b) one value, else another; then both meet. */
static void
branch(void)
{
	long condition = value, then = value + 1, other = value + 3, join = value + 5;

	printf("  %%%ld = fcmp olt float %%%ld, %%%ld", condition, some(real), some(real));
	end();
	printf("  br i1 %%%ld, label %%%ld, label %%%ld", condition, then, other);
	end();
	printf("%ld:\n  %%%ld = fmul float %%%ld, %%%ld", then, then + 1, some(real), some(real));
	end();
	printf("  br label %%%ld", join);
	end();
	printf("%ld:\n  %%%ld = fsub float %%%ld, %%%ld", other, other + 1, some(real), some(real));
	end();
	printf("  br label %%%ld", join);
	end();
	printf("%ld:\n  %%%ld = phi float [ %%%ld, %%%ld ], [ %%%ld, %%%ld ]", join, join + 1, then + 1, then, other + 1,
	       other);
	value = join + 1;
	keep(real);
	end();
}

/* A counted loop that sums elements, in a block of its own. */
static void
loop(void)
{
	long before = value, head = value + 1, i = value + 2, sum = value + 3, done = value + 9;

	printf("  br label %%%ld", before);
	end();
	printf("%ld:\n  br label %%%ld", before, head);
	end();
	printf("%ld:\n  %%%ld = phi i64 [ 0, %%%ld ], [ %%%ld, %%%ld ]", head, i, before, i + 5, head);
	end();
	printf("  %%%ld = phi float [ %%%ld, %%%ld ], [ %%%ld, %%%ld ]", sum, some(real), before, sum + 3, head);
	end();
	printf("  %%%ld = getelementptr inbounds float, ptr addrspace(1) %%0, i64 %%%ld", sum + 1, i);
	end();
	printf("  %%%ld = load float, ptr addrspace(1) %%%ld, align 4, !tbaa !%d", sum + 2, sum + 1, MD_TBAA);
	end();
	printf("  %%%ld = fadd float %%%ld, %%%ld", sum + 3, sum, sum + 2);
	end();
	printf("  %%%ld = add nuw nsw i64 %%%ld, 1", i + 5, i);
	end();
	printf("  %%%ld = icmp eq i64 %%%ld, %ld", i + 6, i + 5, 4 + below(60));
	end();
	printf("  br i1 %%%ld, label %%%ld, label %%%ld", i + 6, done, head);
	end();
	printf("%ld:\n", done);
	real[below(RECENT)] = sum + 3;
	value = done + 1;
}

static void
use_aspect(long aspect)
{
	const char *type = aspect == 1 ? "double" : "half";

	if (aspect == 2) {
		printf("  %%%ld = atomicrmw add ptr addrspace(1) %%0, i64 %%%ld monotonic", value, some(whole));
		keep(whole);
		end();
		return;
	}
	printf("  %%%ld = %s float %%%ld to %s", value, aspect == 1 ? "fpext" : "fptrunc", some(real), type);
	end();
	printf("  %%%ld = fmul %s %%%ld, %%%ld", value + 1, type, value, value);
	end();
	printf("  %%%ld = %s %s %%%ld to float", value + 2, aspect == 1 ? "fptrunc" : "fpext", type, value + 1);
	value += 2;
	keep(real);
	end();
}

static void
call(long f)
{
	printf("  %%%ld = call spir_func float ", value);
	put_name(f);
	printf("(ptr addrspace(1) %%0, i64 %%%ld, float %%%ld)", some(whole), some(real));
	keep(real);
	end();
	if (debug)
		printf("    #dbg_value(float %%%ld, !%ld, !%d, !DILocation(line: %ld, scope: !%ld))\n", value - 1,
		       subprogram + 1, MD_EXPRESSION, line, subprogram);
}

static void
put_body(long f)
{
	long out[MAX_CALLS], want, i;
	int n = callees(f, out), done = 0;

	start((uint64_t)f, 3);
	want = 20 + below(60);
	for (i = 0; i < 3; i++)
		if (aspects[f] & 1 << i)
			use_aspect(i);
	for (i = 0; i < want; i++) {
		if (done < n && i * n >= want * done) {
			call(out[done++]);
			continue;
		}
		switch (below(12)) {
		case 0: branch(); break;
		case 1: loop(); break;
		case 2: case 3: case 4: memory(); break;
		case 5: look_up(f); break;
		default: arithmetic(); break;
		}
	}
	while (done < n)
		call(out[done++]);
}

/* --- debug info ------------------------------------------------------------------- */

static long
unit_md(long unit)
{
	return MD_UNIT + unit * UNIT_MD;
}

/* The unit's lists name what it declared, whether an image needs it or not. */
static void
put_unit(long unit)
{
	long first = unit_md(unit), i;

	printf("!%ld = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_17, file: !%ld, producer: \"gen-module\", "
	       "isOptimized: true, emissionKind: FullDebug, retainedTypes: !%ld, globals: !%ld, imports: !%ld)\n", first,
	       first + 1, first + 2, first + 3, first + 4);
	printf("!%ld = !DIFile(filename: \"unit%04ld.cpp\", directory: \".\")\n", first + 1, unit);
	for (i = 0; i < 3; i++) {
		long k, at = first + 5 + i * UNIT_ENTRIES;

		printf("!%ld = !{", first + 2 + i);
		for (k = 0; k < UNIT_ENTRIES; k++)
			printf("%s!%ld", k ? ", " : "", at + k);
		printf("}\n");
	}
	for (i = 0; i < UNIT_ENTRIES; i++) {
		long type = first + 5 + i, variable = type + UNIT_ENTRIES, import = variable + UNIT_ENTRIES;

		printf("!%ld = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"record_%ld_%ld\", file: !%ld, "
		       "line: %ld, size: 32, identifier: \"_ZTS%ldrecord_%ld\")\n", type, unit, i, first + 1, i, unit, i);
		printf("!%ld = !DIGlobalVariableExpression(var: !DIGlobalVariable(name: \"limit_%ld_%ld\", scope: !%ld, "
		       "file: !%ld, line: %ld, type: !%d, isLocal: true, isDefinition: true), expr: "
		       "!DIExpression(DW_OP_constu, %ld, DW_OP_stack_value))\n", variable, unit, i, first, first + 1, i, MD_FLOAT, i);
		printf("!%ld = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !%ld, entity: !%ld, file: !%ld, line: %ld)\n",
		       import, first, type, first + 1, i);
	}
}

static void
put_subprogram(long f)
{
	long unit = unit_md(unit_of(f));

	printf("!%ld = distinct !DISubprogram(name: \"f%ld\", linkageName: \"", subprogram, f);
	printf("fn%ld\", scope: !%ld, file: !%ld, line: %ld, type: !%d, spFlags: DISPFlagDefinition | DISPFlagOptimized, "
	       "unit: !%ld)\n", f, unit + 1, unit + 1, line, MD_SIGNATURE, unit);
	printf("!%ld = !DILocalVariable(name: \"acc\", scope: !%ld, file: !%ld, line: %ld, type: !%d)\n", subprogram + 1,
	       subprogram, unit + 1, line, MD_FLOAT);
}

/* --- functions ---------------------------------------------------------------------- */

static void
put_attachments(long f)
{
	start((uint64_t)f, 4);
	if (debug)
		printf(" !dbg !%ld", subprogram);
	if (aspects[f])
		printf(" !sycl_used_aspects !%d", MD_ASPECTS + aspects[f]);
	if (kind_of(f) != KERNEL)
		return;
	printf(" !sycl_functor_size !%ld", MD_FUNCTOR + below(4));
	if (percent(15))
		printf(" !reqd_work_group_size !%ld", MD_WORK_GROUP + below(4));
	if (percent(10))
		printf(" !intel_reqd_sub_group_size !%ld", MD_SUB_GROUP + below(3));
}

static void
put_head(long f)
{
	static const char *const linkage[] = { "linkonce_odr", "dso_local", "internal", "weak_odr dso_local" };
	enum kind kind = kind_of(f);

	printf("define %s %s ", linkage[kind], kind == KERNEL ? "spir_kernel void" : "spir_func float");
	put_name(f);
	if (kind == KERNEL)
		printf("(ptr addrspace(1) align 4 %%0, ptr byval(%%functor) align 8 %%1, ptr byval(%%kargs) align 8 %%2)");
	else
		printf("(ptr addrspace(1) %%0, i64 %%1, float %%2)");
	printf(" #%ld", kind == KERNEL || kind == OUTSIDE ? 8 + unit_of(f) : 0L);
	if (kind == SHARED)
		printf(" comdat");
	put_attachments(f);
	printf(" {\n");
}

static void
put_kernel_start(void)
{
	printf("  %%4 = load <3 x i64>, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId, align 32");
	end();
	printf("  %%5 = extractelement <3 x i64> %%4, i64 0");
	end();
	printf("  %%6 = load float, ptr %%1, align 8");
	end();
	value = 7;
	for (int i = 0; i < RECENT; i++) {
		whole[i] = 5;
		real[i] = 6;
	}
}

static void
put_function(long f)
{
	bool kernel = kind_of(f) == KERNEL;
	int i;

	subprogram = md;
	md += debug ? 2 : 0;
	put_head(f);
	value = 4;
	for (i = 0; i < RECENT; i++) {
		whole[i] = 1;
		real[i] = 2;
	}
	if (kernel)
		put_kernel_start();
	put_body(f);
	if (kernel) {
		printf("  store float %%%ld, ptr addrspace(1) %%0, align 4, !tbaa !%d", real[0], MD_TBAA);
		end();
	}
	printf(kernel ? "  ret void" : "  ret float %%%ld", real[0]);
	end();
	printf("}\n\n");
	if (debug)
		put_subprogram(f);
	line += 3;
}

/* --- the module ----------------------------------------------------------------------- */

static void
put_globals(void)
{
	long i;
	int k;

	printf("target triple = \"spirv64-unknown-unknown\"\n\n%%functor = type { float, [3 x i32] }\n"
	       "%%kargs = type { [3 x i64], [3 x i64], ptr }\n\n"
	       "@__spirv_BuiltInGlobalInvocationId = external addrspace(1) constant <3 x i64>, align 32\n");
	for (i = 0; i < nshared / 4; i++) {
		printf("@table.%ld = internal unnamed_addr addrspace(1) constant [32 x float] [", i);
		for (k = 0; k < 32; k++)
			printf("%sfloat %ld.0", k ? ", " : "", (i * 5 + k * 3) % 251);
		printf("], align 4\n");
	}
	for (i = 0; i < nshared; i++) {
		printf("$_ZN4sycl6detail9in_headerILi%ldEEEfPU3AS1fmf = comdat any\n", i);
	}
	putchar('\n');
}

static void
put_metadata(void)
{
	static const int aspect[] = { FP16, FP64, ATOMIC64 };
	long i;
	int set, bit;

	printf("declare float @llvm.fmuladd.f32(float, float, float)\n\nattributes #0 = { convergent nounwind }\n");
	for (i = 0; i < nunit; i++)
		printf("attributes #%ld = { convergent mustprogress norecurse nounwind \"sycl-module-id\"=\"unit%04ld.cpp\" "
		       "\"sycl-optlevel\"=\"2\" \"uniform-work-group-size\"=\"true\" }\n", 8 + i, i);
	for (set = 1; set < 8; set++) {
		printf("!%d = !{", MD_ASPECTS + set);
		for (bit = 0; bit < 3; bit++)
			if (set & 1 << bit)
				printf("%si32 %d", set & ((1 << bit) - 1) ? ", " : "", aspect[bit]);
		printf("}\n");
	}
	printf("!%d = !{i32 16, i32 1, i32 1}\n!%d = !{i32 32, i32 8, i32 1}\n!%d = !{i32 256, i32 1, i32 1}\n"
	       "!%d = !{i32 8, i32 8, i32 4}\n", MD_WORK_GROUP, MD_WORK_GROUP + 1, MD_WORK_GROUP + 2, MD_WORK_GROUP + 3);
	printf("!%d = !{i32 8}\n!%d = !{i32 16}\n!%d = !{i32 32}\n", MD_SUB_GROUP, MD_SUB_GROUP + 1, MD_SUB_GROUP + 2);
	for (i = 0; i < 4; i++)
		printf("!%ld = !{i32 %d}\n", MD_FUNCTOR + i, 8 << i);
	printf("!%d = !{!%d, !%d, i64 0}\n!%d = !{!\"float\", !%d, i64 0}\n!%d = !{!\"C++ TBAA\"}\n", MD_TBAA, MD_TBAA + 1,
	       MD_TBAA + 1, MD_TBAA + 1, MD_TBAA + 2, MD_TBAA + 2);
	if (!debug)
		return;
	printf("!llvm.dbg.cu = !{");
	for (i = 0; i < nunit; i++)
		printf("%s!%ld", i ? ", " : "", unit_md(i));
	printf("}\n!llvm.module.flags = !{!%d, !%d}\n!%d = !{i32 2, !\"Debug Info Version\", i32 3}\n"
	       "!%d = !{i32 7, !\"Dwarf Version\", i32 4}\n", MD_FLAG0, MD_FLAG1, MD_FLAG0, MD_FLAG1);
	printf("!%d = !DIExpression()\n!%d = !DIBasicType(name: \"float\", size: 32, encoding: DW_ATE_float)\n"
	       "!%d = !DISubroutineType(types: !%d)\n!%d = !{null}\n", MD_EXPRESSION, MD_FLOAT, MD_SIGNATURE,
	       MD_SIGNATURE_TYPES, MD_SIGNATURE_TYPES);
	for (i = 0; i < nunit; i++)
		put_unit(i);
}

static void
usage(void)
{
	fputs("usage: gen-module [-n kernels] [-u units] [-s seed] [-g] [-x]\n", stderr);
	exit(2);
}

int
main(int argc, char **argv)
{
	static char buffer[1 << 20];
	int option;
	long f;

	while ((option = getopt(argc, argv, "n:u:s:gx")) != -1)
		switch (option) {
		case 'n': nkernel = atol(optarg); break;
		case 'u': nunit = atol(optarg); break;
		case 's': seed = (uint64_t)atol(optarg); break;
		case 'g': debug = true; break;
		case 'x': plain = true; break;
		default: usage();
		}
	if (!nunit)
		nunit = nkernel < 100 ? 1 : nkernel / 100;
	if (nkernel < 1 || nunit < 1 || nunit > nkernel || optind < argc)
		usage();
	nshared = nkernel / 10 < 40 ? 40 : nkernel / 10 / LAYERS * LAYERS;
	aspects = calloc((size_t)nfunction(), 1);
	if (!aspects)
		return 1;
	find_aspects();
	md = MD_UNIT + (debug ? nunit * UNIT_MD : 0);
	setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
	put_globals();
	for (f = 0; f < nfunction(); f++)
		put_function(f);
	put_metadata();
	free(aspects);
	return fflush(stdout) || ferror(stdout) ? 1 : 0;
}
