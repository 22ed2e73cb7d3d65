#include "muxlib/wire.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

int
wire_send(int fd, const void *data, size_t size)
{
	const char *p = data;
	ssize_t n;

	while (size > 0) {
		n = send(fd, p, size, MSG_NOSIGNAL);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return -1;
		p += n;
		size -= (size_t)n;
	}
	return 0;
}

int
wire_receive(int fd, void *data, size_t size)
{
	char *p = data;
	ssize_t n;

	while (size > 0) {
		n = read(fd, p, size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return -1;
		p += n;
		size -= (size_t)n;
	}
	return 0;
}

int
wire_send_frame(int fd, enum wire_kind kind, uint32_t number, const void *data, uint64_t size)
{
	struct wire_frame frame = { (uint32_t)kind, number, size };

	return wire_send(fd, &frame, sizeof frame) || (data && wire_send(fd, data, size)) ? -1 : 0;
}
