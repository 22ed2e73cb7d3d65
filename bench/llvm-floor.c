/*
 * llvm-floor [-n] IN OUT: reads a bitcode module, looks at every instruction
 * and its operands (-n: at none), and writes the module: the least that a tool
 * on LLVM's C interface can do.  llvm-floor -r IN only reads.  Frees nothing.
 */
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <stdio.h>
#include <string.h>

static unsigned long
look_at(LLVMValueRef instruction, LLVMTypeRef float64)
{
	unsigned long found = LLVMTypeOf(instruction) == float64;
	int i, n = LLVMGetNumOperands(instruction);

	for (i = 0; i < n; i++)
		found += LLVMTypeOf(LLVMGetOperand(instruction, (unsigned)i)) == float64;
	if (LLVMGetInstructionOpcode(instruction) == LLVMCall)
		found += LLVMIsAFunction(LLVMGetCalledValue(instruction)) != NULL;
	return found;
}

static unsigned long
walk(LLVMModuleRef module)
{
	LLVMTypeRef float64 = LLVMDoubleTypeInContext(LLVMGetModuleContext(module));
	LLVMValueRef function, instruction;
	LLVMBasicBlockRef block;
	unsigned long found = 0;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			for (instruction = LLVMGetFirstInstruction(block); instruction;
			     instruction = LLVMGetNextInstruction(instruction))
				found += look_at(instruction, float64);
	return found;
}

int
main(int argc, char **argv)
{
	int only_read = argc == 3 && !strcmp(argv[1], "-r");
	int no_walk = argc == 4 && !strcmp(argv[1], "-n");
	const char *in = argv[argc > 2 ? argc - 2 + only_read : 0];
	LLVMContextRef context = LLVMContextCreate();
	LLVMMemoryBufferRef buffer;
	LLVMModuleRef module;
	char *message;

	if (argc != 3 + no_walk) {
		fprintf(stderr, "usage: llvm-floor [-n] IN OUT\n");
		return 2;
	}
	if (LLVMCreateMemoryBufferWithContentsOfFile(in, &buffer, &message) ||
	    LLVMParseBitcodeInContext2(context, buffer, &module)) {
		fprintf(stderr, "llvm-floor: cannot read '%s'\n", in);
		return 1;
	}
	if (only_read)
		return 0;
	if (!no_walk && walk(module) == 0)
		fprintf(stderr, "llvm-floor: nothing found\n");
	return LLVMWriteBitcodeToFile(module, argv[argc - 1]) ? 1 : 0;
}
