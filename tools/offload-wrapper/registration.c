#include "registration.h"

#include "sycl-cc/offload-descriptor.h"

/*
 * Code for both machines as bytes.  A function is: make a frame; for each
 * descriptor load its address and call; drop the frame; return.
 */
struct code {
	const unsigned char *open, *call, *close;
	unsigned nopen, ncall, nclose;
};

static const struct code x86_64 = {
	(const unsigned char *)"\xf3\x0f\x1e\xfa\x48\x83\xec\x08",			/* endbr64; sub $8,%rsp */
	(const unsigned char *)"\x48\x8d\x3d\0\0\0\0\xe8\0\0\0\0",			/* lea D(%rip),%rdi; call F */
	(const unsigned char *)"\x48\x83\xc4\x08\xc3\xcc\xcc\xcc", 8, 12, 8		/* add $8,%rsp; ret */
};
static const struct code aarch64 = {
	(const unsigned char *)"\x5f\x24\x03\xd5\xfd\x7b\xbf\xa9", 			/* bti c; stp x29,x30,[sp,#-16]! */
	(const unsigned char *)"\0\0\0\x90\0\0\0\x91\0\0\0\x94",			/* adrp x0,D; add x0,x0,:lo12:D; bl F */
	(const unsigned char *)"\xfd\x7b\xc1\xa8\xc0\x03\x5f\xd6", 8, 12, 8		/* ldp x29,x30,[sp],#16; ret */
};

void
registration_sections(struct registration *r, struct object *o, uint32_t descs)
{
	r->descs = descs;
	r->text = object_section(o, ".text.startup", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 16);
	r->init = object_section(o, ".init_array.1", SHT_INIT_ARRAY, SHF_ALLOC | SHF_WRITE, 8);
	r->fini = object_section(o, ".fini_array.1", SHT_FINI_ARRAY, SHF_ALLOC | SHF_WRITE, 8);
}

/* Relocations of one call: the descriptor's address, then the function. */
static void
relocate_call(struct object *o, uint32_t text, uint64_t at, uint32_t descs, uint64_t offset, uint32_t function)
{
	uint32_t desc = object_section_symbol(o, descs);
	int64_t addend = (int64_t)offset;

	if (o->machine->elf == EM_X86_64) {
		object_reloc(o, text, at + 3, desc, R_X86_64_PC32, addend - 4);
		object_reloc(o, text, at + 8, function, R_X86_64_PLT32, -4);
	} else {
		object_reloc(o, text, at, desc, R_AARCH64_ADR_PREL_PG_HI21, addend);
		object_reloc(o, text, at + 4, desc, R_AARCH64_ADD_ABS_LO12_NC, addend);
		object_reloc(o, text, at + 8, function, R_AARCH64_CALL26, 0);
	}
}

static const struct code *
code_of(const struct object *o)
{
	return o->machine->elf == EM_X86_64 ? &x86_64 : &aarch64;
}

static size_t
desc_count(const struct registration *r, const struct object *o)
{
	return (size_t)(o->section[r->descs].content.size / sizeof(struct sycl_offload_desc));
}

static void
put_function(const struct registration *r, struct object *o, uint32_t array, uint32_t function, bool backwards)
{
	const struct code *code = code_of(o);
	struct spool *out = &o->section[r->text].content;
	size_t n = desc_count(r, o), i;
	static const char zero[8];
	uint64_t start = spool_put(out, code->open, code->nopen), at;

	for (i = 0; i < n; i++) {
		size_t desc = backwards ? n - 1 - i : i;

		at = spool_put(out, code->call, code->ncall);
		relocate_call(o, r->text, at, r->descs, desc * sizeof(struct sycl_offload_desc), function);
	}
	spool_put(out, code->close, code->nclose);
	at = spool_put(&o->section[array].content, zero, sizeof zero);
	object_pointer(o, array, at, r->text, start);
}

/* The size of the code is known before the code: both functions have one call for each descriptor. */
void
registration_symbols(const struct registration *r, struct object *o)
{
	const struct code *code = code_of(o);
	uint64_t size = code->nopen + desc_count(r, o) * code->ncall + code->nclose;

	object_local(o, SYCL_OFFLOAD_SYMBOL_REG, r->text, 0, size, STT_FUNC);
	object_local(o, SYCL_OFFLOAD_SYMBOL_UNREG, r->text, size, size, STT_FUNC);
}

void
registration_add(const struct registration *r, struct object *o)
{
	uint32_t reg = object_global(o, "__sycl_register_lib", 0, 0, 0);
	uint32_t unreg = object_global(o, "__sycl_unregister_lib", 0, 0, 0);

	object_shared(o, SYCL_OFFLOAD_SYMBOL_LINKED, r->descs);
	put_function(r, o, r->init, reg, false);
	put_function(r, o, r->fini, unreg, true);
}
