#include "throws.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "base/path.h"
#include "base/text.h"
#include "ir/callgraph.h"
#include "ir/irassert.h"
#include "ir/irmodule.h"

static const char glibcxx_assert[] = "_ZSt21__glibcxx_assert_failPKciS0_S0_";

/* The text of the assertion that a function of that mangled name of namespace std fails; NULL for all others. */
static const char *
text_of_throw(struct arena *arena, const char *name)
{
	static const char throws[] = "__throw_", format[] = "_fmt";
	const char *word = text_starts(name, "_ZSt") || text_starts(name, "_ZNSt") ? strstr(name, throws) : NULL, *number = word;
	char *text;
	size_t len;

	while (number && number > name && isdigit((unsigned char)number[-1]))
		number--;
	if (!word || number == word)
		return NULL;
	len = strtoul(number, NULL, 10);
	if (len < sizeof throws || len > strlen(word))
		return NULL;
	word += sizeof throws - 1;
	len -= sizeof throws - 1;
	if (len > sizeof format - 1 && !memcmp(word + len - (sizeof format - 1), format, sizeof format - 1))
		len -= sizeof format - 1;
	text = arena_strndup(arena, word, len);
	return arena_printf(arena, "no std::%s", text);
}

/* The assertion fails instead of the call, which throws, or is of file, line, function and condition. */
static void
replace_throw(LLVMModuleRef module, struct arena *arena, LLVMValueRef call, const char *text, LLVMBuilderRef builder)
{
	LLVMPositionBuilderBefore(builder, call);
	if (text) {
		irassert_put(module, arena, builder, call, text);
	} else {
		LLVMValueRef argument[] = {
			LLVMGetOperand(call, 3), LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), LLVMGetOperand(call, 2)
		};

		irassert_put_words(module, builder, argument, LLVMGetInstructionCallConv(call));
	}
	LLVMInstructionEraseFromParent(call);
}

void
throws_become_asserts(LLVMModuleRef module, struct arena *arena)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
	LLVMValueRef function, call;
	LLVMUseRef use, next;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
		const char *name = irmodule_name(function), *text = text_of_throw(arena, name);

		if (!text && strcmp(name, glibcxx_assert) != 0)
			continue;
		for (use = LLVMGetFirstUse(function); use; use = next) {
			next = LLVMGetNextUse(use);
			call = LLVMGetUser(use);
			if (LLVMIsACallInst(call) && callgraph_callee(call) == function)
				replace_throw(module, arena, call, text, builder);
		}
	}
	LLVMDisposeBuilder(builder);
}
