/* Writes the rows of the last stage in one of several forms. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "stage.h"

enum form { FORM_TABLE, FORM_TSV, FORM_JSON, FORM_PRETTY, FORM_WORDS };

/* Writes all rows of the stage to path.  titles: begin with the title line (JSON always has them).  0, or -1 reported. */
int output_write(struct stage *stage, const char *path, enum form form, bool titles);
/* Writes a copy of the file that the cell names (marked rows counted from 0) to path.  0, or -1 reported. */
int output_copy(struct stage *stage, const char *path, const char *column, size_t row);

#endif
