#include "greet.h"

#include <iostream>
#include <string>

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

int
greet(const char *name)
{
	const std::string text = std::string("hello, ") + name;

	std::cout << text << '\n';
	return static_cast<int>(text.size());
}
