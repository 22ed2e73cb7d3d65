/*
 * The source's variables: LLVM's debug records, which say from which instruction
 * on a variable has a value.  A kernel's body is copied for each region, and a
 * region runs for one work-item after the other, so each copy has records of its
 * own: at its start no variable has a value, lest the debugger show the one of
 * another work-item.  In kernels that are not optimised the value is kept in memory,
 * as registers are used again when the code needs it no more.
 */
#ifndef MUX_VARIABLES_H
#define MUX_VARIABLES_H

#include "base/ptrmap.h"
#include "mux/compilation.h"

/* How the variable is computed from the value. */
struct expression {
	LLVMMetadataRef value;		/* the variable, or the part, is the value, */
	LLVMMetadataRef address;	/* or is in memory at the value, */
	LLVMMetadataRef home;		/* or at the address that is in memory there; both NULL: not known */
	bool part;
	unsigned bits;			/* the value is an integer that is to be as wide first; 0: it is as it is */
	bool is_signed;
	bool unknown;			/* or how is not known here */
};

/* What a record says: the variable, or a part of it, has that value from here on. */
struct record {
	LLVMMetadataRef variable, location;
	const struct expression *expression;
	LLVMValueRef value;	/* NULL: none that is known */
	bool in_memory;		/* value is its address */
};

/* A variable, or a part of it, of the kernel in hand. */
struct piece {
	struct record record;	/* one of its records */
	uint32_t next;		/* another piece of that variable, PTRMAP_NONE: none */
	LLVMValueRef home;	/* variable of the entry function; NULL until it is needed */
};

struct variables {
	LLVMDIBuilderRef builder;
	struct ptrmap expression;	/* LLVM's -> struct expression *; one for all that mean the same */
	struct expression whole;	/* of the variable itself */
	struct ptrmap piece_index;	/* variable -> the piece that was found last */
	struct piece *piece;
	size_t npiece, capacity;
};

/* The kernel's source was compiled with -O0 and with debug information. */
bool variables_are_kept(LLVMValueRef kernel);
/* All kernels of the module are such ones. */
bool variables_are_all_kept(const struct compilation *c);

/* For modules with debug information.  The caller frees it. */
struct variables *variables_new(struct compilation *c);
void variables_free(struct variables *variables);

/* Reads a record; false: it is none of a variable. */
bool record_read(struct compilation *c, LLVMDbgRecordRef from, struct record *record);
/* The piece of the kernel in hand. */
struct piece *record_piece(struct compilation *c, const struct record *record);
/* The value as wide as the expression wants it, computed before that instruction, or at the builder's place if NULL. */
LLVMValueRef record_convert(struct compilation *c, const struct record *record, LLVMValueRef value, LLVMValueRef before);
/* The same record with another value, NULL for none, at the end of the block. */
void record_write(struct compilation *c, const struct record *record, LLVMValueRef value, LLVMBasicBlockRef block);
/* The same where the value is in memory: home is its address. */
void record_write_home(struct compilation *c, const struct record *record, LLVMValueRef home, LLVMBasicBlockRef block);

/* Finds the variables of a kernel. */
void variables_find(struct compilation *c, LLVMValueRef function);
/* From the instruction on none of them has a value. */
void variables_forget(struct compilation *c, LLVMValueRef before);

/* Behind each barrier, as is_boundary tells them, says again which value each variable has there. */
void variables_repeat(struct compilation *c, LLVMValueRef function, bool (*is_boundary)(LLVMValueRef));

/*
 * Moves an instruction to the end of the block, and repeats the records before it there.  The old ones
 * stay, before the next instruction: fallen says how many of those are there from earlier moves, 0 at first.
 */
void variables_move(struct compilation *c, LLVMValueRef instruction, LLVMBasicBlockRef block, size_t *fallen);

#endif
