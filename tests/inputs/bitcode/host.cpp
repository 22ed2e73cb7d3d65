// Debug information of many kinds, exceptions, virtual functions, bit fields, lambdas.
namespace outer {
template <class T, int N, auto P> struct table {
	T value[N];
	enum kind { first = 1, second } which;
	static const int limit = 3;
	unsigned bits : 3;
	virtual ~table() {}
	int sum(int x)
	{
		struct pair { int a; float b; };
		auto [a, b] = [&] { return pair{ x, 1.5f }; }();
		return a + (int)b + value[0];
	}
};
inline namespace inner { using number = long; }
}
using outer::number;
extern "C" int shared;
int shared = 4;
static thread_local int own;

int walk(int *p, int n)
{
	outer::table<double, 4, &shared> t{};
	try {
		for (int i = 0; i < n; i++) {
			switch (i) {
			case 1: p[i] += t.sum(n); break;
			case 7: throw n;
			default:
			again: p[i] = i * own;
			}
			if (p[i] > 100) goto again;
		}
	} catch (int e) {
		return e;
	} catch (...) {
		throw;
	}
	return (int)(number)shared;
}
