/*
 * Results of a batch in a file, from the foreach that runs it as a job to the one
 * that started the job.  Records are appended one by one, each with a checksum: of a
 * job that died at any moment those that are complete can be used.
 */
#ifndef FOREACH_RECORDS_H
#define FOREACH_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hash.h"
#include "report.h"

/* A job has begun, an item of it has been started, an item has ended, all items have ended. */
enum record_kind { RECORD_BEGIN, RECORD_START, RECORD_END, RECORD_DONE };

/* What a printed text or a message is made of: sizes of the bytes behind a record. */
enum { TEXT_OUT, TEXT_ERR, TEXT_FAILURE, NTEXT };

struct record {
	char magic[8];
	uint64_t number;	/* of the item */
	uint64_t output_size;	/* bytes of its output file */
	uint64_t text_size[NTEXT];	/* RECORD_BEGIN: [TEXT_OUT] is the host's name */
	double date;		/* when the item or the job started, seconds since 1970 */
	float wall, user, system;
	uint32_t peak;
	uint16_t kind;
	int16_t status, signal;
	uint16_t zero;
	struct hash check;	/* of the fields before it and the texts */
};

/* --- writing: one file for each process ------------------------------------- */

/* Opens the file, which exists, and says that the job has begun.  Reports and returns -1. */
int records_open(const char *path);
bool records_are_open(void);
/* Whether the file is gone: nobody waits for the results any more. */
bool records_are_unwanted(void);
/* An item was started. */
void records_start(size_t number);
/* An item has ended; its output file has that size. */
void records_set_size(uint64_t size);
void records_add(const struct result *result);
/* All items have ended.  -1 when something could not be written (reported). */
int records_close(void);

/* --- reading ----------------------------------------------------------------- */

/*
 * The record at offset *at of a file, with its texts in one malloc block (*text, one
 * after the other); moves *at behind it.  False: there is no complete one yet.
 */
bool record_read(int fd, int64_t *at, struct record *record, char **text);

#endif
