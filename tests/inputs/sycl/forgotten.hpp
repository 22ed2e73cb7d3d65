/* Names of the standard library in a header of the program's own. */
#ifndef FORGOTTEN_HPP
#define FORGOTTEN_HPP

using registry = std::map<std::string, std::function<int(int)>>;

#endif
