// Nineteen shapes of kernel names; on the host each launch prints its name.
#include "mini.hpp"

class global;
template<class T> class templated;
enum class color { red, green };
template<color C> class by_enum;
template<class... T> class pack;
namespace outer { namespace inner { class nested; } inline namespace v1 { class versioned; } }
namespace { class anonymous; }
class holder { public: class member; template<int N> class member_template; void run(); };

#define TWICE launch([] {}), launch([] {})

template<class T> void in_template(T) { launch([] {}); }
inline void in_inline() { launch([] {}); }
static void in_static() { launch([] {}); }
void holder::run() { launch([] {}); }
auto at_namespace_scope = [] { launch([] {}); };

int main()
{
	class local;
	launch<global>([] {});
	launch<templated<int>>([] {});
	launch<templated<templated<unsigned long>>>([] {});
	launch<by_enum<color::green>>([] {});
	launch<pack<int, float *, const char &>>([] {});
	launch<outer::inner::nested>([] {});
	launch<outer::versioned>([] {});
	launch<anonymous>([] {});
	launch<holder::member_template<-3>>([] {});
	launch<local>([] {});
	launch([] {});
	in_template(1);
	in_inline();
	in_static();
	holder().run();
	at_namespace_scope();
	[](auto x) { [x](auto y) { launch([=] { (void)(x + y); }); }(2.0f); }(1);
	TWICE;
}
