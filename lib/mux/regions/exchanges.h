/*
 * Exchanges of several values between the same work-items of a sub-group, one after the other: of the words of a structure, or
 * of a vector's elements.  Each would be a boundary that all work-items come to, and end a region of code.
 */
#ifndef MUX_EXCHANGES_H
#define MUX_EXCHANGES_H

#include "mux/compilation.h"

/*
 * Makes one exchange, of a vector, of up to sixteen in a block that are of one type and by one id, of which none needs
 * what another gives.  Two or three by ids that are known stay alone: they are permutations of vectors of work-items.
 */
void exchanges_join(struct compilation *c, const struct kernel *kernel);

#endif
