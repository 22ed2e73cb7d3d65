#include "transfer.h"

#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "actionresult.h"
#include "base/diag.h"
#include "base/fd.h"

/* What is on its way.  A get does the first two, a put the last two. */
enum step { GET_RESULT, GET_CONTENTS, PUT_CONTENTS, PUT_RESULT };

struct transfer {
	struct transfer *next;
	enum step step;
	CURL *easy;
	char name[DIGEST_TEXT];
	struct digest digest;
	unsigned char result[ACTIONRESULT_MAX];	/* the body of ac/ */
	size_t result_size, result_read;
	int file;		/* of the contents; -1: none */
	char *temp;		/* its name while it is written */
	struct sha256_ctx hash;
	uint64_t size;		/* of what has come */
	bool damaged;		/* it is not what it should be */
};

enum { QUIET_SECONDS = 30 };	/* how long a server that did not answer is left alone */

static const struct options *options;
static CURLM *multi;
static struct curl_slist *headers;
static struct transfer *waiting, **waiting_end = &waiting;
static size_t nrunning, nwaiting, nhit, nmiss, nstored;
static bool down, cannot_put;	/* the server does not answer; does not take entries */
static char *down_file;

/* The URL without a user's name and password. */
static const char *
shown_url(void)
{
	static char *text;
	const char *host = strstr(options->url, "://"), *at;

	if (!host)
		return options->url;
	host += 3;
	at = memrchr(host, '@', strcspn(host, "/"));
	if (!at)
		return options->url;
	if (!text && asprintf(&text, "%.*s%s", (int)(host - options->url), options->url, at + 1) < 0)
		die("out of memory");
	return text;
}

/* --- a server that does not answer ---------------------------------------------- */

static bool
was_down(void)
{
	struct stat status;
	char text[4096] = "";
	int fd = open(down_file, O_RDONLY | O_CLOEXEC);
	bool same;

	if (fd < 0)
		return false;
	same = fstat(fd, &status) == 0 && time(NULL) - status.st_mtime < QUIET_SECONDS
		&& read(fd, text, sizeof text - 1) > 0 && !strcmp(text, shown_url());
	close(fd);
	return same;
}

/* From now on there is no server, for other processes with this folder neither. */
static void
give_up(const char *why)
{
	int fd;

	if (down)
		return;
	down = true;
	diag(DIAG_WARNING, "going on without remote cache '%s': %s", shown_url(), why);
	fd = open(down_file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd >= 0) {
		fd_write(fd, shown_url(), strlen(shown_url()));
		close(fd);
	}
}

void
transfers_init(const struct options *opt)
{
	const char *token = getenv("SYCL_CC_CACHE_TOKEN");

	options = opt;
	if (curl_global_init(CURL_GLOBAL_DEFAULT) || !(multi = curl_multi_init()))
		die("libcurl cannot start");
	curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)TRANSFERS);
	/* Servers that check types, and those that would first say that they want a body. */
	headers = curl_slist_append(headers, "Content-Type: application/octet-stream");
	headers = curl_slist_append(headers, "Expect:");
	if (token && *token && strpbrk(token, "\r\n"))
		die("SYCL_CC_CACHE_TOKEN has a line break");
	if (asprintf(&down_file, "%s/remote.down", opt->dir) < 0)
		die("out of memory");
	down = was_down();
	cannot_put = opt->read_only;
}

/* --- bodies ------------------------------------------------------------------------ */

static size_t
take_body(char *data, size_t one, size_t size, void *user)
{
	struct transfer *t = user;

	(void)one;
	if (t->step == GET_RESULT) {
		if (size > sizeof t->result - t->result_size) {
			t->damaged = true;
			return CURL_WRITEFUNC_ERROR;
		}
		memcpy(t->result + t->result_size, data, size);
		t->result_size += size;
	} else if (t->step == GET_CONTENTS) {
		t->size += size;
		if (t->size > t->digest.size) {
			t->damaged = true;
			return CURL_WRITEFUNC_ERROR;
		}
		sha256_update(&t->hash, size, (const uint8_t *)data);
		if (t->file >= 0 && fd_write(t->file, data, size))
			return CURL_WRITEFUNC_ERROR;
	}
	return size;
}

static size_t
give_body(char *data, size_t one, size_t size, void *user)
{
	struct transfer *t = user;
	ssize_t n;

	(void)one;
	if (t->step == PUT_CONTENTS) {
		n = read(t->file, data, size);
		return n < 0 ? CURL_READFUNC_ABORT : (size_t)n;
	}
	if (size > t->result_size - t->result_read)
		size = t->result_size - t->result_read;
	memcpy(data, t->result + t->result_read, size);
	t->result_read += size;
	return size;
}

/* A body that has to be sent again, since the server closed the connection. */
static int
rewind_body(void *user, curl_off_t offset, int origin)
{
	struct transfer *t = user;

	if (origin != SEEK_SET)
		return CURL_SEEKFUNC_CANTSEEK;
	t->result_read = (size_t)offset;
	return t->file >= 0 && lseek(t->file, offset, SEEK_SET) < 0 ? CURL_SEEKFUNC_FAIL : CURL_SEEKFUNC_OK;
}

/* --- requests ---------------------------------------------------------------------- */

static void
set_security(CURL *easy)
{
	const char *token = getenv("SYCL_CC_CACHE_TOKEN"), *bundle = getenv("CURL_CA_BUNDLE");

	if (!bundle || !*bundle)
		bundle = getenv("SSL_CERT_FILE");
	if (bundle && *bundle)
		curl_easy_setopt(easy, CURLOPT_CAINFO, bundle);
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_OPTIONAL);
	if (token && *token) {
		curl_easy_setopt(easy, CURLOPT_HTTPAUTH, (long)CURLAUTH_BEARER);
		curl_easy_setopt(easy, CURLOPT_XOAUTH2_BEARER, token);
	}
}

/* Starts the request of the transfer's step. */
static void
start_request(struct transfer *t)
{
	bool result = t->step == GET_RESULT || t->step == PUT_RESULT;
	char *url;

	if (asprintf(&url, "%s/%s/%s", options->url, result ? "ac" : "cas", result ? t->name : t->digest.text) < 0)
		die("out of memory");
	curl_easy_reset(t->easy);
	curl_easy_setopt(t->easy, CURLOPT_URL, url);
	free(url);
	curl_easy_setopt(t->easy, CURLOPT_PRIVATE, t);
	curl_easy_setopt(t->easy, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(t->easy, CURLOPT_CONNECTTIMEOUT, options->timeout);
	curl_easy_setopt(t->easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
	curl_easy_setopt(t->easy, CURLOPT_LOW_SPEED_TIME, options->timeout);
	curl_easy_setopt(t->easy, CURLOPT_HTTPHEADER, headers);
	curl_easy_setopt(t->easy, CURLOPT_USERAGENT, "sycl-cc");
	curl_easy_setopt(t->easy, CURLOPT_FAILONERROR, 1L);
	curl_easy_setopt(t->easy, CURLOPT_WRITEFUNCTION, take_body);
	curl_easy_setopt(t->easy, CURLOPT_WRITEDATA, t);
	set_security(t->easy);
	if (t->step >= PUT_CONTENTS) {
		curl_easy_setopt(t->easy, CURLOPT_UPLOAD, 1L);
		curl_easy_setopt(t->easy, CURLOPT_READFUNCTION, give_body);
		curl_easy_setopt(t->easy, CURLOPT_READDATA, t);
		curl_easy_setopt(t->easy, CURLOPT_SEEKFUNCTION, rewind_body);
		curl_easy_setopt(t->easy, CURLOPT_SEEKDATA, t);
		curl_easy_setopt(t->easy, CURLOPT_INFILESIZE_LARGE,
			(curl_off_t)(t->step == PUT_RESULT ? t->result_size : t->digest.size));
	}
	curl_multi_add_handle(multi, t->easy);
}

static void
transfer_end(struct transfer *t, bool hit)
{
	if (t->file >= 0)
		close(t->file);
	if (t->temp && !hit)
		unlink(t->temp);
	if (t->easy) {
		curl_easy_cleanup(t->easy);
		nrunning--;
	}
	if (t->step <= GET_CONTENTS) {
		*(hit ? &nhit : &nmiss) += 1;
		transfer_answer(t->name, hit);
	}
	free(t->temp);
	free(t);
}

static void
digest_text(struct sha256_ctx *hash, char text[DIGEST_TEXT])
{
	uint8_t byte[SHA256_DIGEST_SIZE];
	size_t i;

	sha256_digest(hash, sizeof byte, byte);
	for (i = 0; i < sizeof byte; i++)
		snprintf(text + 2 * i, 3, "%02x", byte[i]);
}

/* Opens the entry that is to be sent and finds its digest.  False: it is not there any more. */
static bool
open_entry(struct transfer *t)
{
	static uint8_t block[1 << 16];
	char *path;
	ssize_t n;

	if (asprintf(&path, "%s/%s", options->dir, t->name) < 0)
		die("out of memory");
	t->file = open(path, O_RDONLY | O_CLOEXEC);
	free(path);
	if (t->file < 0)
		return false;
	sha256_init(&t->hash);
	while ((n = read(t->file, block, sizeof block)) > 0) {
		sha256_update(&t->hash, (size_t)n, block);
		t->digest.size += (uint64_t)n;
	}
	digest_text(&t->hash, t->digest.text);
	t->result_size = actionresult_write(t->result, &t->digest);
	return !n && lseek(t->file, 0, SEEK_SET) == 0;
}

/* Starts transfers that wait, in their order. */
static void
start_waiting(void)
{
	while (waiting && (nrunning < TRANSFERS || down)) {
		struct transfer *t = waiting;
		bool put = t->step >= PUT_CONTENTS;

		waiting = t->next;
		if (!waiting)
			waiting_end = &waiting;
		nwaiting--;
		if (down || (put && (cannot_put || !open_entry(t)))) {
			transfer_end(t, false);
			continue;
		}
		t->easy = curl_easy_init();
		if (!t->easy)
			die("libcurl cannot make a transfer");
		nrunning++;
		start_request(t);
	}
}

static void
add_transfer(const char *name, enum step step)
{
	struct transfer *t = calloc(1, sizeof *t);

	if (!t)
		die("out of memory");
	snprintf(t->name, sizeof t->name, "%s", name);
	t->step = step;
	t->file = -1;
	*waiting_end = t;
	waiting_end = &t->next;
	nwaiting++;
	start_waiting();
}

void
transfer_get(const char *name)
{
	add_transfer(name, GET_RESULT);
}

void
transfer_put(const char *name)
{
	add_transfer(name, PUT_CONTENTS);
}

/* --- answers ----------------------------------------------------------------------- */

static void
tell_damage(const struct transfer *t)
{
	diag(DIAG_WARNING, "entry '%s' of remote cache '%s' is damaged, running the command", t->name, shown_url());
}

/* The result names contents: fetches them. */
static bool
want_contents(struct transfer *t)
{
	if (actionresult_read(t->result, t->result_size, &t->digest)) {
		tell_damage(t);
		return false;
	}
	if (asprintf(&t->temp, "%s/new.XXXXXX", options->dir) < 0)
		die("out of memory");
	t->file = mkostemp(t->temp, O_CLOEXEC);
	if (t->file < 0)
		return false;
	sha256_init(&t->hash);
	t->step = GET_CONTENTS;
	start_request(t);
	return true;
}

/* The contents have come: the entry is in the folder if they are what they should be. */
static bool
keep_contents(struct transfer *t)
{
	char text[DIGEST_TEXT], *path;
	bool kept;

	digest_text(&t->hash, text);
	if (t->size != t->digest.size || strcmp(text, t->digest.text)) {
		tell_damage(t);
		return false;
	}
	if (asprintf(&path, "%s/%s", options->dir, t->name) < 0)
		die("out of memory");
	kept = fchmod(t->file, 0644) == 0 && rename(t->temp, path) == 0;
	free(path);
	return kept;
}

/* Whether the server itself is at fault, so that it is of no use to ask it again. */
static bool
is_serious(CURLcode error, long status)
{
	if (error == CURLE_HTTP_RETURNED_ERROR)
		return status != 404 && status != 410;
	return error != CURLE_PARTIAL_FILE && error != CURLE_WRITE_ERROR && error != CURLE_READ_ERROR;
}

static void
request_failed(struct transfer *t, CURLcode error)
{
	long status = 0;
	char text[128];

	curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
	if (error == CURLE_HTTP_RETURNED_ERROR)
		snprintf(text, sizeof text, "it answers with status %ld", status);
	else
		snprintf(text, sizeof text, "%s", curl_easy_strerror(error));
	if (t->step >= PUT_CONTENTS && error == CURLE_HTTP_RETURNED_ERROR) {
		if (!cannot_put)
			diag(DIAG_WARNING, "cannot store in remote cache '%s': %s", shown_url(), text);
		cannot_put = true;
	} else if (is_serious(error, status) && !t->damaged) {
		give_up(text);
	} else if (t->damaged || error == CURLE_PARTIAL_FILE) {
		tell_damage(t);
	}
	transfer_end(t, false);
}

static void
request_done(struct transfer *t)
{
	switch (t->step) {
	case GET_RESULT:
		if (!want_contents(t))
			transfer_end(t, false);
		break;
	case GET_CONTENTS:
		transfer_end(t, keep_contents(t));
		break;
	case PUT_CONTENTS:
		t->step = PUT_RESULT;
		start_request(t);
		break;
	case PUT_RESULT:
		nstored++;
		transfer_end(t, false);
		break;
	}
}

static void
take_answers(void)
{
	CURLMsg *message;
	struct transfer *t;
	CURLcode result;
	int left;

	while ((message = curl_multi_info_read(multi, &left))) {
		if (message->msg != CURLMSG_DONE)
			continue;
		result = message->data.result;
		curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &t);
		curl_multi_remove_handle(multi, t->easy);
		if (result)
			request_failed(t, result);
		else
			request_done(t);
	}
}

void
transfers_run(int fd, bool *readable)
{
	struct curl_waitfd wait = { .fd = fd, .events = CURL_WAIT_POLLIN };
	int running;

	*readable = false;
	curl_multi_perform(multi, &running);
	take_answers();
	start_waiting();
	if (fd < 0 && !transfers_count())
		return;
	if (!curl_multi_poll(multi, &wait, fd >= 0, 1000, NULL))
		*readable = fd >= 0 && wait.revents;
}

size_t
transfers_count(void)
{
	return nrunning + nwaiting;
}

void
transfers_close(void)
{
	if (options->stats)
		diag(DIAG_NOTE, "remote cache '%s': %zu hit%s, %zu miss%s, %zu stored", shown_url(), nhit, nhit == 1 ? "" : "s",
			nmiss, nmiss == 1 ? "" : "es", nstored);
	curl_multi_cleanup(multi);
	curl_slist_free_all(headers);
}
