/* Values of specialization constants: as text, and as bytes of images. */
#ifndef IMAGES_VALUE_H
#define IMAGES_VALUE_H

#include <stdint.h>

#include "facts.h"

/*
 * The bytes of the constant with the values of text: its numbers in order,
 * separated by commas; braces and blanks do not count.  In the arena, as long
 * as the default value, from which the padding is taken.  Reports a wrong value and
 * returns NULL.
 */
uint8_t *value_bytes(const struct constant *constant, const char *text, struct arena *arena);
/* The default value as text: "42", "{1, 3, 4}". */
const char *value_text(const struct constant *constant, struct arena *arena);

#endif
