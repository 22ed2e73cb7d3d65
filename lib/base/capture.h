/*
 * Output of children.  A child of a parallel run writes to two unnamed files of
 * its slot; when it has ended, the text moves to one spool file and stays there
 * until all earlier items have been shown.
 */
#ifndef BASE_CAPTURE_H
#define BASE_CAPTURE_H

#include <stdbool.h>
#include <sys/types.h>

struct capture {
	int fd[2];	/* standard output, standard error */
};

/* The text of one item in the spool: out bytes for standard output, then err bytes for standard error. */
struct printed {
	off_t at, out, err;
};

/* Two empty unnamed files, close-on-exec; reports nothing, -1 with errno. */
int capture_open(struct capture *capture);
/* Moves what was captured to the spool and empties the capture.  A full disk is reported once; see capture_has_lost(). */
void capture_spool(struct capture *capture, struct printed *printed);
/* For text from elsewhere: append it to the file that comes back (-1 with errno: none), then set its sizes. */
int capture_append(struct printed *printed);
/* Keeps the appended bytes that printed counts, and drops the rest. */
void capture_accept(const struct printed *printed);
/* Prints to standard output and error.  -1 (reported once) when that is not possible. */
int capture_show(const struct printed *printed);
/* Reads the text, out bytes and then err bytes, into memory of that size.  -1 (reported) when that is not possible. */
int capture_get(const struct printed *printed, char *text);
/* Some text is lost, the run has failed. */
bool capture_has_lost(void);
/* Empties the spool; call when nothing waits. */
void capture_reset(void);

#endif
