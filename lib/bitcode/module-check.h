/* The checks of bitmodule_read() after it has read all tables (module-check.c). */
#ifndef BITCODE_MODULE_CHECK_H
#define BITCODE_MODULE_CHECK_H

#include "bitmodule.h"

/*
 * All rows that tables mention exist, and types, global values, constants and
 * metadata fit together as LLVM's reader requires.  In doubt a module is not sound:
 * LLVM may still accept it.
 */
bool bitmodule_is_sound(const struct bitmodule *module);
/* The same for the record with the type of the following constants. */
bool constant_type_is_sound(const struct bitmodule *module, const struct bitrecord *record);
/* The same for a constant of that type; numbers after the module's are a function's own, whose types are unknown. */
bool constant_is_sound(const struct bitmodule *module, uint64_t type, const struct bitrecord *record);
/* The same of a name in a function that has so many basic blocks: [value or block, character...] */
bool name_is_sound(const struct bitrecord *record, uint32_t blocks);
/* The same of a record of metadata in a function. */
bool local_node_is_sound(const struct bitmodule *module, const struct bitrecord *record);
/* The same of a record of a function's attachments: [instruction, ] (kind, node)... */
bool attachments_are_sound(const struct bitmodule *module, const struct bitrecord *record, uint32_t instructions);

#endif
