#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "ir/irmeta.h"
#include "format/irnames.h"
#include "ir/irmodule.h"
#include "prop.h"

static const char *
copy(struct arena *arena, const char *text, unsigned len)
{
	return text && len ? arena_strndup(arena, text, len) : NULL;
}

/* The folders in which the module's translation units were compiled. */
static void
read_folders(struct uses *uses)
{
	LLVMMetadataRef file;
	LLVMValueRef *unit;
	const char *text;
	unsigned len;
	size_t n, i;

	unit = irmeta_named(uses->arena, program_module(uses->program), "llvm.dbg.cu", &n);
	uses->folder = arena_calloc(uses->arena, n + 1, sizeof *uses->folder);
	for (i = 0; i < n; i++) {
		file = LLVMDIScopeGetFile(LLVMValueAsMetadata(unit[i]));
		text = file ? LLVMDIFileGetDirectory(file, &len) : NULL;
		if (text && len)
			uses->folder[uses->nfolder++] = arena_strndup(uses->arena, text, len);
	}
}

/*
 * A file that is relative to the folder in which the compiler ran keeps its name.
 * clang also cuts the common start of other files' names and that folder off:
 * restores those names.
 */
static struct location
in_file(struct uses *uses, LLVMMetadataRef file)
{
	struct location at = { 0 };
	const char *text;
	unsigned len;
	size_t i;

	if (!file)
		return at;
	text = LLVMDIFileGetFilename(file, &len);
	at.file = copy(uses->arena, text, len);
	text = LLVMDIFileGetDirectory(file, &len);
	at.folder = copy(uses->arena, text, len);
	if (!at.file || !at.folder || at.file[0] == '/')
		return at;
	if (!uses->folder)
		read_folders(uses);
	for (i = 0; i < uses->nfolder; i++)
		if (!strcmp(uses->folder[i], at.folder))
			return at;
	at.file = arena_printf(uses->arena, "%s/%s", at.folder, at.file);
	return at;
}

bool
location_any(const struct uses *uses)
{
	return program_has_named(uses->program, "llvm.dbg.cu");
}

bool
location_known(LLVMValueRef instruction)
{
	return LLVMInstructionGetDebugLoc(instruction) && LLVMGetDebugLocLine(instruction);
}

struct location
location_of_place(struct uses *uses, LLVMMetadataRef place)
{
	struct location at;

	at = in_file(uses, place ? LLVMDIScopeGetFile(LLVMDILocationGetScope(place)) : NULL);
	at.line = at.file ? LLVMDILocationGetLine(place) : 0;
	at.col = at.line ? LLVMDILocationGetColumn(place) : 0;
	return at;
}

struct location
location_of_instruction(struct uses *uses, LLVMValueRef instruction)
{
	return location_of_place(uses, instruction ? LLVMInstructionGetDebugLoc(instruction) : NULL);
}

struct location
location_of_call(struct uses *uses, uint32_t caller, uint32_t callee)
{
	LLVMValueRef from = program_value(uses->program, caller), to = program_value(uses->program, callee), instruction;
	LLVMBasicBlockRef block;
	LLVMOpcode opcode;

	for (block = from ? LLVMGetFirstBasicBlock(from) : NULL; block; block = LLVMGetNextBasicBlock(block))
		for (instruction = LLVMGetFirstInstruction(block); instruction;
		     instruction = LLVMGetNextInstruction(instruction)) {
			opcode = LLVMGetInstructionOpcode(instruction);
			if ((opcode == LLVMCall || opcode == LLVMInvoke || opcode == LLVMCallBr) &&
			    callgraph_callee(instruction) == to)
				return location_of_instruction(uses, instruction);
		}
	return (struct location){ 0 };
}

/*
 * The function that a kernel or wrapper of the headers calls: a wrapper if it calls
 * one, else the last callee, since the headers' own calls come before the user's
 * function object.  NULL without calls.
 */
static LLVMValueRef
wrapped(LLVMValueRef function)
{
	LLVMValueRef instruction, callee, last = NULL;
	LLVMBasicBlockRef block;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (instruction = LLVMGetFirstInstruction(block); instruction;
		     instruction = LLVMGetNextInstruction(instruction)) {
			callee = LLVMIsACallInst(instruction) ? callgraph_callee(instruction) : NULL;
			if (!callee || LLVMIsDeclaration(callee))
				continue;
			if (irmodule_string_attribute(callee, ATTRIBUTE_KERNEL_WRAPPER, NULL))
				return callee;
			last = callee;
		}
	return last;
}

/* For a kernel, which has no line from clang, that of the function object's operator that it runs. */
struct location
location_of_function(struct uses *uses, uint32_t function)
{
	LLVMValueRef value = location_any(uses) ? program_value(uses->program, function) : NULL;
	LLVMMetadataRef subprogram;
	struct location at;
	unsigned steps;

	for (steps = 0; steps < 16 && value && (irmodule_is_kernel(value) ||
						irmodule_string_attribute(value, ATTRIBUTE_KERNEL_WRAPPER, NULL)); steps++)
		value = wrapped(value);
	subprogram = value ? LLVMGetSubprogram(value) : NULL;
	at = in_file(uses, subprogram ? LLVMDIScopeGetFile(subprogram) : NULL);
	at.line = at.file ? LLVMDISubprogramGetLine(subprogram) : 0;
	return at;
}
