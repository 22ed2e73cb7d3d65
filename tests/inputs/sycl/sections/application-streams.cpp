/* 4.16: every manipulator and operand of streams: numbers in three bases, vecs, ids, ranges, items, pointers, precision and width. */
#include <sycl/sycl.hpp>

#include <unistd.h>

#include "../check.hpp"

using namespace sycl;

/* What the group prints. */
template <typename Function>
std::string printed(queue &q, const Function &f)
{
	std::FILE *const file = std::tmpfile();
	const int before = dup(1);

	std::fflush(stdout);
	dup2(fileno(file), 1);
	q.submit([&](handler &h) {
		stream out(4096, 512, h);
		h.single_task([=] { f(out); });
	}).wait();
	std::fflush(stdout), std::cout.flush();
	dup2(before, 1);
	close(before);
	std::string text;
	std::rewind(file);
	for (int c; (c = std::fgetc(file)) != EOF;)
		text += char(c);
	std::fclose(file);
	return text;
}
static void same(const std::string &text, const char *wanted)
{
	if (text != wanted)
		std::printf("'%s' is not '%s'\n", text.c_str(), wanted), failures++;
}

int main()
{
	queue q;
	same(printed(q, [](const stream &s) { s << 1 << ' ' << -2L << ' ' << 3ull << ' ' << short(4) << ' ' << (unsigned short)(5) << ' ' << 'c' << ' ' << true << "text" << endl; }), "1 -2 3 4 5 c 1text\n");
	same(printed(q, [](const stream &s) { s << hex << 255 << ' ' << showbase << 255 << oct << ' ' << 8 << noshowbase << ' ' << 8 << dec << ' ' << 8 << endl; }), "ff 0xff 010 10 8\n");
	same(printed(q, [](const stream &s) { s << showpos << 5 << noshowpos << 5 << ' ' << setprecision(3) << 3.14159f << ' ' << fixed << 2.5 << ' ' << scientific << 1500.0 << endl; }), "+55 3.14 2.500 1.500e+03\n");
	same(printed(q, [](const stream &s) { s << setw(5) << 42 << '|' << setw(3) << "a" << '|' << 7 << endl; }), "   42|  a|7\n");
	same(printed(q, [](const stream &s) { s << int2(1, 2) << ' ' << float3(0.5f, 1, 2) << ' ' << vec<char, 2>('a', 'b') << ' ' << id<3>(1, 2, 3) << ' ' << range<2>(4, 5) << endl; }), "1, 2 0.5, 1, 2 a, b {1, 2, 3} {4, 5}\n");
	same(printed(q, [](const stream &s) { s << half(1.5f) << ' ' << static_cast<void *>(nullptr) << flush << stream_manipulator::endl; }), "1.5 0x0\n");
	q.submit([&](handler &h) {
		const stream s(2048, 100, h), t(1024, 64, h, property_list{});
		static_assert(!std::is_default_constructible_v<stream> && is_device_copyable_v<stream>);
		check(s.size() == 2048 && s.get_size() == 2048 && s.get_work_item_buffer_size() == 100 && s.get_max_statement_size() == 100 && s == stream(s) && s != t && noexcept(s.size()));
		h.single_task([=] {});
	}).wait();
	return done();
}
