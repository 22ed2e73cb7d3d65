#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "ir/irmeta.h"
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

	unit = irmeta_named(uses->arena, uses->module, "llvm.dbg.cu", &n);
	uses->folder = arena_calloc(uses->arena, n + 1, sizeof *uses->folder);
	for (i = 0; i < n; i++) {
		file = LLVMDIScopeGetFile(LLVMValueAsMetadata(unit[i]));
		text = file ? LLVMDIFileGetDirectory(file, &len) : NULL;
		if (text && len)
			uses->folder[uses->nfolder++] = arena_strndup(uses->arena, text, len);
	}
}

/*
 * A file is named as the user named it when it is relative to where the
 * compiler ran.  clang also cuts what the names of other files have in common
 * with that folder: those are put together again.
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
location_of_function(struct uses *uses, LLVMValueRef function)
{
	LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
	struct location at = in_file(uses, subprogram ? LLVMDIScopeGetFile(subprogram) : NULL);

	at.line = at.file ? LLVMDISubprogramGetLine(subprogram) : 0;
	return at;
}
