// What C has for texts, characters and numbers in texts, in a kernel as on the host.
#include <sycl/sycl.hpp>

#include <cctype>
#include <climits>
#include <cstdlib>
#include <cstring>

#include "check.hpp"

static const char *const texts[] = { "", "a", "hello, World 42", "aabbaab", "ab", "  \t\n-17x", "+0x7Fg", "0x", "0xg", "077", "-", "zz",
	"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
	"-18446744073709551615", "18446744073709551616", "-18446744073709551616", "99999999999999999999999", "1 2", "caf\xe9" };
constexpr int count = sizeof texts / sizeof *texts, width = 64, bases[] = { 0, 2, 8, 10, 16, 36 };

/* What a pair of texts gives; pointers are places in the text. */
struct answers {
	long of[64];
	char built[4][2 * width];

	bool operator==(const answers &other) const { return !std::memcmp(this, &other, sizeof *this); }
};

static long place(const char *text, const char *found) { return found ? found - text : -1; }

static void ask(const char *a, const char *b, answers &to)
{
	int n = 0;
	char *end;

	std::memset(&to, 0, sizeof to);
	for (char *built : { to.built[0], to.built[1], to.built[2], to.built[3] })
		std::memset(built, '#', 2 * width);
	to.of[n++] = place(to.built[0], std::strcpy(to.built[0], a));
	to.of[n++] = place(to.built[0], std::strcat(to.built[0], b));
	to.of[n++] = place(to.built[1], std::strncpy(to.built[1], a, 6));
	std::strcpy(to.built[2], b);
	to.of[n++] = place(to.built[2], std::strncat(to.built[2], a, 3));
	std::strncpy(to.built[3], b, width);
	to.of[n++] = static_cast<long>(std::strlen(a));
	to.of[n++] = static_cast<long>(strnlen(a, 3));
	to.of[n++] = place(a, std::strchr(a, *b));
	to.of[n++] = place(a, std::strrchr(a, *b));
	to.of[n++] = place(a, std::strrchr(a, 'a'));
	to.of[n++] = place(a, std::strchr(a, 0xe9));
	to.of[n++] = place(a, std::strstr(a, b));
	to.of[n++] = place(a, std::strpbrk(a, b));
	to.of[n++] = static_cast<long>(std::strspn(a, b));
	to.of[n++] = static_cast<long>(std::strcspn(a, b));
	for (int base : bases) {
		to.of[n++] = std::strtol(a, &end, base);
		to.of[n++] = place(a, end);
		to.of[n++] = static_cast<long>(std::strtoul(a, &end, base));
		to.of[n++] = place(a, end);
		to.of[n++] = static_cast<long>(std::strtoll(a, nullptr, base));
		to.of[n++] = static_cast<long>(std::strtoull(a, nullptr, base));
	}
	to.of[n++] = std::strlen(a) < 10 ? std::atoi(a) : 0;
	to.of[n++] = std::atol(a);
	to.of[n++] = std::atoll(a);
}

static unsigned classes(int c)
{
	const int is[] = { std::isalnum(c), std::isalpha(c), std::isblank(c), std::iscntrl(c), std::isdigit(c), std::isgraph(c), std::islower(c),
		std::isprint(c), std::ispunct(c), std::isspace(c), std::isupper(c), std::isxdigit(c) };
	unsigned all = 0;

	for (int one : is)
		all = 2 * all + !!one;
	return all << 16 | unsigned(std::tolower(c) & 0xff) << 8 | unsigned(std::toupper(c) & 0xff);
}

int main()
{
	sycl::queue q;
	char *const all = sycl::malloc_shared<char>(count * width, q);
	answers *const got = sycl::malloc_shared<answers>(count * count, q);
	unsigned *const of = sycl::malloc_shared<unsigned>(257, q);
	answers wanted;

	for (int i = 0; i < count; i++)
		std::strcpy(all + i * width, texts[i]);
	q.parallel_for({ count, count }, [=](sycl::id<2> i) { ask(all + i[0] * width, all + i[1] * width, got[i[0] * count + i[1]]); });
	q.parallel_for(257, [=](sycl::id<1> i) { of[i] = classes(int(i) - 1); });
	q.wait();
	for (int i = 0; i < count; i++)
		for (int j = 0; j < count; j++) {
			ask(texts[i], texts[j], wanted);
			check(got[i * count + j] == wanted);
		}
	for (int c = -1; c < 256; c++)
		check(of[c + 1] == classes(c));
	return done();
}
