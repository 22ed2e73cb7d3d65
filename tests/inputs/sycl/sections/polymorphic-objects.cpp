/* 5.4: kernels have objects of polymorphic classes and of virtual bases, whose virtual functions are the host's. */
#include <sycl/sycl.hpp>

#include <iostream>
#include <string>
#include <vector>

#include "../check.hpp"

struct shape {
	int corners = 0;
	virtual ~shape() = default;
	virtual std::string name() const { return "shape"; }
	virtual void print(std::ostream &to) const { to << name() << ' ' << corners << '\n'; }
	int doubled() const { return 2 * corners; }
};
struct square : shape {
	float side;
	explicit square(float length) : side(length) { corners = 4; }
	~square() override {}
	std::string name() const override { return "square"; }
	float area() const { return side * side; }
};
struct counter {
	int first = 1;
	virtual void grow() { std::vector<int>(10).at(20); }
};
struct left : virtual counter {
	int second = 2;
};
struct right : virtual counter {
	int third = 3;
};
struct both : left, right {
	int fourth = 4;
	void grow() override { throw first; }
	int sum() const { return first + second + third + fourth; }
};
template <typename T>
struct visitor {
	T last = T(7);
	virtual void visit(T) = 0;
};
struct visits final : visitor<int>, visitor<float> {
	void visit(int) override {}
	void visit(float) override {}
};

int main()
{
	sycl::queue q;
	int *const r = sycl::malloc_shared<int>(8, q);

	q.single_task([=] {
		const square s(3.0f);
		const shape &base = s;
		shape copy;
		both b;
		right &part = b;
		visits v;

		copy = s;
		part.first += 10;
		r[0] = s.doubled() + static_cast<int>(s.area());
		r[1] = base.doubled() + copy.corners;
		r[2] = b.sum();
		r[3] = part.first * part.third;
		r[4] = static_cast<visitor<int> &>(v).last + static_cast<int>(static_cast<visitor<float> &>(v).last);
	}).wait();
	check(r[0] == 17 && r[1] == 12 && r[2] == 20 && r[3] == 33 && r[4] == 14);
	const square s(1.0f);
	const shape &base = s;
	check(base.name() == "square");
	sycl::free(r, q);
	return done();
}
