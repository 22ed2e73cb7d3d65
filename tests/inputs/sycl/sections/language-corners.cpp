/* 5.4: unions, bit fields, packed and aligned types, placement new, goto and member pointers in kernels. */
#include <sycl/sycl.hpp>
#include <cstddef>
#include <new>
#include <type_traits>
#include "../check.hpp"
#pragma pack(push, 1)
struct packed {
	char c;
	int i;
	short s;
	double d;
};
#pragma pack(pop)
struct alignas(64) wide {
	float f[4];
};
struct fields {
	unsigned a : 3, b : 7, : 2, c : 20;
	int d : 5;
	bool e : 1;
	enum class en : unsigned char { x, y, z } f : 3;
};
union any {
	int i;
	float f;
	unsigned char b[8];
	struct {
		short lo, hi;
	} h;
	double d;
};
struct anon {
	int tag;
	union {
		int i;
		float f;
	};
	struct {
		int u, v;
	};
};
template <typename D>
struct crtp {
	int twice() const { return 2 * static_cast<const D *>(this)->value(); }
};
struct one : crtp<one> {
	int v;
	constexpr explicit one(int x) : v(x) {}
	int value() const { return v; }
};
struct many_base1 {
	int a = 1;
};
struct many_base2 {
	int b = 2;
	int sum() const { return b * 10; }
};
struct many : many_base1, many_base2, one {
	int c = 3;
	many() : one(4) {}
};
struct counter {
	int *p;
	explicit counter(int *q) : p(q) { ++*p; }
	counter(const counter &) = delete;
	~counter() { *p += 10; }
};
inline constexpr int table[] = { 3, 1, 4, 1, 5, 9, 2, 6 };
struct statics {
	static constexpr double pi = 3.25;
	static const int n = 7;
	static constexpr int sq(int x) { return x * x; }
	static constexpr const char *name = "abc";
};
template <int... I>
constexpr int dot(std::integer_sequence<int, I...>)
{
	return ((table[I] * I) + ...);
}
constexpr long operator""_km(unsigned long long v)
{
	return long(v) * 1000;
}
static int collatz(unsigned n)
{
	int steps = 0;
again:
	if (n == 1)
		goto done_;
	n = n & 1 ? 3 * n + 1 : n / 2;
	steps++;
	goto again;
done_:
	return steps;
}
static int duff(int n, int *out)
{
	int k = 0, m = (n + 3) / 4;
	switch (n % 4) {
	case 0:
		do {
			out[k++] = k;
			[[fallthrough]];
		case 3:
			out[k++] = 3;
			[[fallthrough]];
		case 2:
			out[k++] = 2;
			[[fallthrough]];
		case 1:
			out[k++] = 1;
		} while (--m > 0);
	}
	return k;
}
template <typename T, std::size_t N>
struct small_vector {
	alignas(T) unsigned char raw[N * sizeof(T)];
	std::size_t n = 0;
	template <typename... A>
	T &emplace_back(A &&...a)
	{
		return *new (raw + sizeof(T) * n++) T{ std::forward<A>(a)... };
	}
	T &operator[](std::size_t i) { return *std::launder(reinterpret_cast<T *>(raw + sizeof(T) * i)); }
	~small_vector()
	{
		for (std::size_t i = 0; i < n; i++)
			(*this)[i].~T();
	}
};
struct matrix {
	float m[3][3];
	float (&operator[](int i))[3] { return m[i]; }
	const float *operator[](int i) const { return m[i]; }
	friend matrix operator*(const matrix &a, const matrix &b)
	{
		matrix r{};
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++)
				for (int k = 0; k < 3; k++)
					r[i][j] += a[i][k] * b[k][j];
		return r;
	}
};
int main()
{
	sycl::queue q;
	long *o = sycl::malloc_shared<long>(64, q);
	packed *pk = sycl::malloc_shared<packed>(2, q);
	wide *wd = sycl::malloc_shared<wide>(2, q);
	int host_k = 6;
	const char *text = "unused";
	(void)text;
	q.single_task([=] {
		 int k = 0;
		 auto put = [&](long v) { o[k++] = v; };
		 pk[1] = { 'x', 123456, -7, 2.5 };
		 put(long(sizeof(packed)));
		 put(pk[1].i + pk[1].s);
		 put(long(offsetof(packed, d)));
		 wd[1].f[3] = 4;
		 put(reinterpret_cast<std::size_t>(&wd[1]) % 64);
		 wide lw{ { 1, 2, 3, 4 } };
		 put(reinterpret_cast<std::size_t>(&lw) % 64 + long(lw.f[2]));
		 fields f{};
		 f.a = 9 & 7;
		 f.b = 100;
		 f.c = 0xfffff;
		 f.d = -5;
		 f.e = true;
		 f.f = fields::en::z;
		 f.b++;
		 put(f.a);
		 put(f.b);
		 put(f.c);
		 put(f.d);
		 put(f.e + int(f.f) * 10);
		 any u;
		 u.f = 1.0f;
		 put(u.i == 0x3f800000);
		 u.h.hi = 1;
		 put(u.i >> 16);
		 u.d = -0.0;
		 put(u.b[7]);
		 anon an;
		 an.f = 2;
		 an.u = 3;
		 put(an.i == 0x40000000 && an.u == 3);
		 many m;
		 put(m.twice());
		 put(m.a + m.sum() + m.c);
		 many_base2 *bp = &m;
		 put(bp->b);
		 put(static_cast<many *>(bp)->c);
		 int many::*mp = &many::c;
		 put(m.*mp);
		 put(m.value());
		 {
			 int cnt = 0;
			 {
				 counter c1(&cnt);
				 counter c2(&cnt);
				 put(cnt);
			 }
			 put(cnt);
		 }
		 put(dot(std::make_integer_sequence<int, 8>()));
		 put(long(statics::pi * 4));
		 put(statics::n + statics::sq(3));
		 put(statics::name[1]);
		 put(5_km);
		 put(collatz(27));
		 int out[12] = {};
		 put(duff(11, out));
		 put(out[0] * 100 + out[10]);
		 small_vector<std::pair<int, float>, 4> sv;
		 sv.emplace_back(1, 2.f);
		 sv.emplace_back(3, 4.f);
		 put(sv[0].first + long(sv[1].second));
		 matrix a{ { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } } }, b = a * a;
		 put(long(b[2][1]));
		 volatile int vi = 3;
		 vi = vi + 1;
		 put(vi);
		 put(u8'a' + u'b' + U'c' + L'd');
		 put(R"(raw)"[2]);
		 put(sizeof("abc"));
		 put('\x41');
		 put(0b1010'1010);
		 put(host_k + 1);
		 int arr[3]{ 1, 2, 3 };
		 auto &[x, y, z] = arr;
		 x = 9;
		 put(arr[0] + y + z);
		 put([](auto... v) { return sizeof...(v); }(1, 2, 3));
		 put(static_cast<unsigned char>(300));
		 put(-7 / 2 * 10 + -7 % 2);
		 put((1u << 31) >> 31);
		 put(long(static_cast<signed char>(200)));
		 put(long(5.9f));
		 put(5);
	 }).wait();
	const long w[] = { 15,
			   123449,
			   7,
			   0,
			   3,
			   1,
			   101,
			   0xfffff,
			   -5,
			   21,
			   1,
			   1,
			   0x80,
			   1,
			   8,
			   24,
			   2,
			   3,
			   3,
			   4,
			   2,
			   22,
			   3 * 0 + 1 + 8 + 3 + 20 + 45 + 12 + 42,
			   13,
			   16,
			   'b',
			   5000,
			   111,
			   11,
			   301,
			   5,
			   126,
			   4,
			   'a' + 'b' + 'c' + 'd',
			   'w',
			   4,
			   65,
			   170,
			   7,
			   14,
			   3,
			   44,
			   -31,
			   1,
			   -56,
			   5,
			   5 };
	for (size_t i = 0; i < sizeof w / sizeof *w; i++)
		if (o[i] != w[i]) {
			std::printf("%zu: %ld, not %ld\n", i, o[i], w[i]);
			failures++;
		}
	return done();
}
