#include "casts.h"

#include <string.h>

#include "base/text.h"

#define MARK "sycl-cc.number"

static const char word[] = " bitcast ", wanted[] = " addrspacecast ", mark[] = ", !" MARK " !{}";

bool
casts_in(const char *text, size_t len)
{
	return memmem(text, len, " bitcast (ptr ", strlen(" bitcast (ptr ")) || memmem(text, len, " = bitcast ptr ", strlen(" = bitcast ptr "));
}

static bool
in_string(const char *text, const char *at)
{
	bool in = false;

	for (; at > text && at[-1] != '\n'; at--)
		in ^= at[-1] == '"';
	return in;
}

/* The next bitcast of a pointer: a valid one would have the type that it casts to, and clang writes none of those. */
static char *
next_cast(const char *text, char *at)
{
	const char *operand;

	for (; (at = strstr(at, word)); at += strlen(word)) {
		operand = at + strlen(word);
		if (text_starts(operand + (*operand == '('), "ptr ") && !in_string(text, at))
			return at;
	}
	return NULL;
}

char *
casts_mend(char *text, struct arena *arena)
{
	char *from = text, *at = text, *mended, *to;
	size_t n = 0;

	for (; (at = next_cast(text, at)); at += strlen(word))
		n++;
	if (!n)
		return text;
	mended = to = arena_alloc(arena, strlen(text) + n * (sizeof wanted - sizeof word + sizeof mark) + 1);
	while ((at = next_cast(text, from))) {
		to = mempcpy(to, from, (size_t)(at - from));
		to = mempcpy(to, wanted, strlen(wanted));
		from = at + strlen(word);
		if (*from == '(')
			continue;
		at = strchrnul(from, '\n');
		to = mempcpy(to, from, (size_t)(at - from));
		to = mempcpy(to, mark, strlen(mark));
		from = at;
	}
	memcpy(to, from, strlen(from) + 1);
	return mended;
}

static void
keep_number(LLVMBuilderRef builder, LLVMValueRef cast)
{
	LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(cast)));
	LLVMValueRef number;

	LLVMPositionBuilderBefore(builder, cast);
	number = LLVMBuildPtrToInt(builder, LLVMGetOperand(cast, 0), i64, "");
	LLVMReplaceAllUsesWith(cast, LLVMBuildIntToPtr(builder, number, LLVMTypeOf(cast), ""));
	LLVMInstructionEraseFromParent(cast);
}

void
casts_keep_numbers(LLVMModuleRef module)
{
	unsigned kind = LLVMGetMDKindIDInContext(LLVMGetModuleContext(module), MARK, strlen(MARK));
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
	LLVMValueRef function, instruction, next;
	LLVMBasicBlockRef block;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			for (instruction = LLVMGetFirstInstruction(block); instruction; instruction = next) {
				next = LLVMGetNextInstruction(instruction);
				if (LLVMGetMetadata(instruction, kind))
					keep_number(builder, instruction);
			}
	LLVMDisposeBuilder(builder);
}
