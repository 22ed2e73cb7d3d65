// Constants shared by two units and images, and such that only have the same name.
#include "units.hpp"

#include <iostream>

static std::ostream &operator<<(std::ostream &out, const seen &s)
{
	return out << s.shared << ' ' << s.of_each << ' ' << s.same << ' ' << s.nested_same << ' ' << s.own << ' ' << s.member << ' '
		<< s.through_b << '\n';
}

int main()
{
	sycl::queue q;

	std::cout << run_a(q, 0) << run_b(q, 0) << run_a(q, 50) << run_b(q, 70) << run_a(q, 0) << run_b(q, 70);
	return 0;
}
