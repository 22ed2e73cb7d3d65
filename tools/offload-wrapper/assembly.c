#include "assembly.h"

#include <elf.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>

enum { LINE_BYTES = 64 };

/* A label or a relocation of a section. */
struct mark {
	uint64_t at;
	const Elf64_Sym *symbol;	/* the label, else NULL */
	const Elf64_Rela *rela;
};

struct writer {
	FILE *out;
	struct arena *arena;
	const unsigned char *data;
	const Elf64_Ehdr *header;
	const Elf64_Shdr *section;
	const char *section_names, *symbol_names;
	const Elf64_Sym *symbol;
	size_t nsymbol;
	bool as_ir;
};

/* One line; in IR it is a string of the module's assembly. */
__attribute__((format(printf, 2, 3))) static void
line(const struct writer *w, const char *format, ...)
{
	char *text, *c;
	va_list args;

	va_start(args, format);
	text = arena_vprintf(w->arena, format, args);
	va_end(args);
	if (!w->as_ir) {
		fprintf(w->out, "%s\n", text);
		return;
	}
	fputs("module asm \"", w->out);
	for (c = text; *c; c++)
		if (*c == '"' || *c == '\\' || *c == '\t')
			fprintf(w->out, "\\%02X", (unsigned char)*c);
		else
			putc(*c, w->out);
	fputs("\"\n", w->out);
}

static const char *
section_name(const struct writer *w, size_t i)
{
	return w->section_names + w->section[i].sh_name;
}

/* A section has a label of its own: relocations are mostly against sections. */
static const char *
symbol_name(const struct writer *w, const Elf64_Sym *symbol)
{
	if (ELF64_ST_TYPE(symbol->st_info) == STT_SECTION)
		return arena_printf(w->arena, ".Lsection.%u", symbol->st_shndx);
	return arena_printf(w->arena, "\"%s\"", w->symbol_names + symbol->st_name);
}

static int
compare_marks(const void *a, const void *b)
{
	const struct mark *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	if (!x->rela != !y->rela)
		return x->rela ? 1 : -1;
	return x->symbol ? (x->symbol > y->symbol) - (x->symbol < y->symbol) : (x->rela > y->rela) - (x->rela < y->rela);
}

static size_t
add_relocations(const struct writer *w, size_t section, struct mark *mark)
{
	size_t i, k, n = 0;

	for (i = 1; i < w->header->e_shnum; i++) {
		const Elf64_Shdr *table = &w->section[i];
		const Elf64_Rela *rela = (const void *)(w->data + table->sh_offset);

		if (table->sh_type != SHT_RELA || table->sh_info != section)
			continue;
		for (k = 0; k < table->sh_size / sizeof *rela; k++, n++)
			if (mark)
				mark[n] = (struct mark){ rela[k].r_offset, NULL, &rela[k] };
	}
	return n;
}

/* Labels and relocations of a section, sorted by offset. */
static size_t
find_marks(const struct writer *w, size_t section, struct mark **marks)
{
	size_t i, n = add_relocations(w, section, NULL);
	struct mark *mark = arena_alloc(w->arena, (n + w->nsymbol + 1) * sizeof *mark);

	add_relocations(w, section, mark);
	for (i = 1; i < w->nsymbol; i++)
		if (w->symbol[i].st_shndx == section && ELF64_ST_TYPE(w->symbol[i].st_info) != STT_SECTION)
			mark[n++] = (struct mark){ w->symbol[i].st_value, &w->symbol[i], NULL };
	qsort(mark, n, sizeof *mark, compare_marks);
	*marks = mark;
	return n;
}

static void
put_label(const struct writer *w, const Elf64_Sym *symbol)
{
	const char *name = symbol_name(w, symbol);

	if (ELF64_ST_BIND(symbol->st_info) != STB_LOCAL)
		line(w, "\t.%s\t%s", ELF64_ST_BIND(symbol->st_info) == STB_WEAK ? "weak" : "globl", name);
	line(w, "\t.type\t%s, @%s", name, ELF64_ST_TYPE(symbol->st_info) == STT_FUNC ? "function" : "object");
	line(w, "\t.size\t%s, %lu", name, (unsigned long)symbol->st_size);
	line(w, "%s:", name);
}

/* Characters that all assemblers accept unescaped; others in octal. */
static void
put_bytes(const struct writer *w, const unsigned char *data, uint64_t size)
{
	char text[4 * LINE_BYTES + 1], *end;
	uint64_t at, n, i;

	for (at = 0; at < size; at += n) {
		n = size - at < LINE_BYTES ? size - at : LINE_BYTES;
		for (i = 0, end = text; i < n; i++)
			end += data[at + i] >= ' ' && data[at + i] < 127 && data[at + i] != '"' && data[at + i] != '\\'
				       ? sprintf(end, "%c", data[at + i])
				       : sprintf(end, "\\%03o", data[at + i]);
		line(w, "\t.ascii\t\"%s\"", text);
	}
}

/* The names of the relocation types of registration.c. */
static const char *
relocation_name(const struct writer *w, uint64_t type)
{
	if (w->header->e_machine == EM_X86_64)
		return type == R_X86_64_PLT32 ? "R_X86_64_PLT32" : "R_X86_64_PC32";
	switch (type) {
	case R_AARCH64_ADR_PREL_PG_HI21: return "R_AARCH64_ADR_PREL_PG_HI21";
	case R_AARCH64_ADD_ABS_LO12_NC: return "R_AARCH64_ADD_ABS_LO12_NC";
	default: return "R_AARCH64_CALL26";
	}
}

/* Returns how many bytes of the section the line defines. */
static uint64_t
put_relocation(const struct writer *w, size_t section, const Elf64_Rela *rela)
{
	const char *name = symbol_name(w, &w->symbol[ELF64_R_SYM(rela->r_info)]);
	uint64_t type = ELF64_R_TYPE(rela->r_info);

	if (type == (w->header->e_machine == EM_X86_64 ? (uint64_t)R_X86_64_64 : (uint64_t)R_AARCH64_ABS64)) {
		line(w, "\t.quad\t%s+%ld", name, (long)rela->r_addend);
		return 8;
	}
	line(w, "\t.reloc\t.Lsection.%zu+%lu, %s, %s%+ld", section, (unsigned long)rela->r_offset,
	     relocation_name(w, type), name, (long)rela->r_addend);
	return 0;
}

static void
put_content(const struct writer *w, size_t section)
{
	const Elf64_Shdr *header = &w->section[section];
	const unsigned char *data = w->data + header->sh_offset;
	struct mark *mark;
	size_t n = find_marks(w, section, &mark), i;
	uint64_t at = 0;

	for (i = 0; i < n; i++) {
		put_bytes(w, data + at, mark[i].at > at ? mark[i].at - at : 0);
		at = mark[i].at > at ? mark[i].at : at;
		if (mark[i].symbol)
			put_label(w, mark[i].symbol);
		else
			at += put_relocation(w, section, mark[i].rela);
	}
	put_bytes(w, data + at, header->sh_size - at);
}

static void
put_section(const struct writer *w, size_t i)
{
	const Elf64_Shdr *header = &w->section[i];
	static const struct { uint64_t bit; char letter; } flags[] = {
		{ SHF_ALLOC, 'a' }, { SHF_WRITE, 'w' }, { SHF_EXECINSTR, 'x' }, { 1 << 21, 'R' }, { 1 << 28, 'l' },
	};
	const char *type = header->sh_type == SHT_INIT_ARRAY ? "init_array" :
			   header->sh_type == SHT_FINI_ARRAY ? "fini_array" : "progbits";
	char letters[8] = "", *end = letters;
	size_t k;

	for (k = 0; k < sizeof flags / sizeof *flags; k++)
		if (header->sh_flags & flags[k].bit)
			*end++ = flags[k].letter;
	*end = 0;
	line(w, "\t.section\t\"%s\",\"%s\",@%s", section_name(w, i), letters, type);
	line(w, "\t.balign\t%lu", (unsigned long)(header->sh_addralign ? header->sh_addralign : 1));
	line(w, ".Lsection.%zu:", i);
	put_content(w, i);
}

static void
open_object(struct writer *w)
{
	size_t i;

	w->header = (const void *)w->data;
	w->section = (const void *)(w->data + w->header->e_shoff);
	w->section_names = (const char *)w->data + w->section[w->header->e_shstrndx].sh_offset;
	for (i = 1; i < w->header->e_shnum; i++) {
		const Elf64_Shdr *table = &w->section[i];

		if (table->sh_type != SHT_SYMTAB)
			continue;
		w->symbol = (const void *)(w->data + table->sh_offset);
		w->nsymbol = table->sh_size / sizeof *w->symbol;
		w->symbol_names = (const char *)w->data + w->section[table->sh_link].sh_offset;
	}
}

void
assembly_write(FILE *out, struct arena *arena, const unsigned char *data, enum emit form, const char *triple)
{
	struct writer w = { .out = out, .arena = arena, .data = data, .as_ir = form == EMIT_IR };
	size_t i;

	open_object(&w);
	if (w.as_ir)
		fprintf(out, "source_filename = \"offload-wrapper\"\ntarget triple = \"%s\"\n\n", triple);
	for (i = 1; i < w.header->e_shnum; i++)
		if (w.section[i].sh_type == SHT_PROGBITS || w.section[i].sh_type == SHT_INIT_ARRAY ||
		    w.section[i].sh_type == SHT_FINI_ARRAY)
			put_section(&w, i);
}
