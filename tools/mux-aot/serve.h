/* mux-aot --serve: the worker of libsycl-cc-mux (lib/muxlib/wire.h). */
#ifndef SERVE_H
#define SERVE_H

/*
 * Answers requests that come through the socket that is standard input, until it
 * ends.  Each is done by a process of its own, which may end in any way.  Returns the exit status.
 */
int serve(void);

#endif
