# attr-rewrite: SYCL attributes of preprocessed text become annotations.
load helper

# rewrites TEXT WANTED: the one line becomes the other
rewrites() {
	printf '%s\n' "$1" > in.ii
	attr-rewrite -o got.cpp in.ii
	sed -i '1s/^template<long long V>.*struct __sycl_uncounted__ {}; //' got.cpp
	diff -u <(printf '%s\n' "$2") got.cpp
}

@test "in front of a declaration the annotation takes the attribute's place" {
	rewrites '[[sycl::device_has(A, N::B)]] void f(int);' \
		'[[clang::annotate("sycl-device-has", 0, ::__sycl_value__<(A)>, N::B)]] void f(int);'
	rewrites 'auto l = [=] [[intel::reqd_sub_group_size(16)]] (int x) { return x; };' \
		'auto l = [=] [[clang::annotate("sycl-reqd-sub-group-size", 0, 16)]] (int x) { return x; };'
}

@test "behind the parameters it moves in front of them" {
	rewrites 'void f(int) [[sycl::reqd_work_group_size(1, 2)]] {}' \
		'void f[[clang::annotate("sycl-reqd-work-group-size", 0, 1, 2)]](int)  {}'
	rewrites 'void X::operator()(int) const & noexcept(true) [[sycl::device_has()]];' \
		'void X::operator()[[clang::annotate("sycl-device-has", 0)]](int) const & noexcept(true) ;'
	rewrites 'auto f(int) [[sycl::device_has(A)]] -> int { return 1; }' \
		'auto f[[clang::annotate("sycl-device-has", 0, ::__sycl_value__<(A)>)]](int)  -> int { return 1; }'
	rewrites 'auto l = [](auto x) mutable noexcept [[sycl::work_group_size_hint(4)]] -> int { return x; };' \
		'auto l = [][[clang::annotate("sycl-work-group-size-hint", 0, 4)]](auto x) mutable noexcept  -> int { return x; };'
	rewrites 'auto l = []<int N>(auto x) [[sycl::reqd_sub_group_size(N)]] {};' \
		'auto l = []<int N>[[clang::annotate("sycl-reqd-sub-group-size", 0, ::__sycl_size__<(N)>)]](auto x)  {};'
}

@test "in front of the parameters of operator() it stays" {
	rewrites 'void operator() [[sycl::reqd_work_group_size(4)]] (item) const {}' \
		'void operator() [[clang::annotate("sycl-reqd-work-group-size", 0, 4)]] (item) const {}'
	rewrites 'void S::operator()[[sycl::device_has(N::A)]](int) const & [[sycl::reqd_sub_group_size(8)]];' \
		'void S::operator()[[clang::annotate("sycl-device-has", 0, N::A)]][[clang::annotate("sycl-reqd-sub-group-size", 0, 8)]](int) const & ;'
}

@test "OpenCL C's spelling of sizes becomes an annotation where it stands" {
	rewrites 'auto l = [=](int x) __attribute__((always_inline, intel_reqd_sub_group_size(16))) { return x; };' \
		'auto l = [=](int x) __attribute__((always_inline, annotate("sycl-reqd-sub-group-size", 0, 16))) { return x; };'
	rewrites '__attribute__((__reqd_work_group_size__(N, 1, 1))) __attribute((work_group_size_hint(2))) void f(int);' \
		'__attribute__((annotate("sycl-reqd-work-group-size", 0, ::__sycl_size__<(N)>, 1, 1))) __attribute((annotate("sycl-work-group-size-hint", 0, 2))) void f(int);'
	rewrites '__attribute__(()) __attribute__((,)) __attribute__((vec_type_hint(int), reqd_sub_group_size(8))) void f(int);' \
		'__attribute__(()) __attribute__((,)) __attribute__((vec_type_hint(int), reqd_sub_group_size(8))) void f(int);'
}

@test "a lambda in an attribute gets a parameter of its own, so that it is not counted with others" {
	rewrites '[[sycl::reqd_work_group_size([] { return 8; }())]] void f();' \
		'[[clang::annotate("sycl-reqd-work-group-size", 0, (long long)([](::__sycl_uncounted__ = {}) { return 8; }()))]] void f();'
	rewrites '[[sycl::reqd_work_group_size(x[0], [](int a) { return [=] { return a; }(); }(8))]] void f();' \
		'[[clang::annotate("sycl-reqd-work-group-size", 0, ::__sycl_size__<(x[0])>, (long long)([](int a, ::__sycl_uncounted__ = {}) { return [=] { return a; }(); }(8)))]] void f();'
	echo '[[sycl::reqd_work_group_size([](auto... a) { return sizeof...(a); }(8))]] void f();' > in.ii
	run -0 --separate-stderr attr-rewrite in.ii -o got.cpp
	[ "$stderr" = 'in.ii:1:30: warning: kernels may not be found behind a lambda with a variable number of parameters in an attribute; name a constant instead' ]
}

@test "SYCL_EXTERNAL goes where clang takes an attribute of a function" {
	external='[[clang::sycl_external, clang::annotate("sycl-external", 0)]]'
	while IFS='|' read -r from to; do
		rewrites "${from//@/$external}" "${to//@/$external}" || return 1
	done <<-'END'
		@ int f();|@ int f();
		@ extern "C" int f();| extern "C" @ int f();
		extern "C" @ int f();|extern "C" @ int f();
		extern @ int f();|@ extern  int f();
		public: static inline @ int f();|public: @ static inline  int f();
		template <class T> a<b<T>>::c<(1 > 2)> @ f();|template <class T> @ a<b<T>>::c<(1 > 2)>  f();
		[[x]] const int *@ f();|@ [[x]] const int * f();
		[[x]] @ int f();|[[x]] @ int f();
		template <class T> requires C<T> inline @ int f();|template <class T> requires C<T> @ inline  int f();
		int f() @;|int f@ () ;
		int f(int) const @ { }|int f@ (int) const  { }
		extern decltype(x) @ f();|@ extern decltype(x)  f();
		friend @ a<b> f(c = {}) { }|@ friend  a<b> f(c = {}) { }
		friend @ int f(c = {});|friend  int f(c = {});
		@ friend int f();| friend int f();
		template @ int f<int>();|template  int f<int>();
		extern template @ int f<int>();|extern template  int f<int>();
		template <> @ int f<int>();|template <> @ int f<int>();
		@ template <> int f<int>();| template <> @ int f<int>();
		@ template <class T> template <class U = a<b<int>>> inline int c<T>::f(U);| template <class T> template <class U = a<b<int>>> @ inline int c<T>::f(U);
		@ template int f<int>();| template int f<int>();
		int x; @ template <class T, int n = (1 > 2)> int f() { }|int x;  template <class T, int n = (1 > 2)> @ int f() { }
	END
}

# status: attribute-names
@test "all names of all namespaces are known, with and without underscores" {
	rewrites '[[sycl::vec_type_hint(sycl::vec<float, 4>)]] void f();' \
		'[[clang::annotate("sycl-vec-type-hint", 0, "sycl::vec<float, 4>")]] void f();'
	for name in intel::sub_group_size cl::intel_reqd_sub_group_size; do
		rewrites "[[$name(8)]] void f();" '[[clang::annotate("sycl-reqd-sub-group-size", 0, 8)]] void f();'
	done
	rewrites '[[intel::named_sub_group_size(automatic)]] void f();' \
		'[[clang::annotate("sycl-named-sub-group-size", 0, "automatic")]] void f();'
	rewrites '[[sycl::requires(A)]] void f();' '[[clang::annotate("sycl-device-has", 0, ::__sycl_value__<(A)>)]] void f();'
	rewrites '[[cl::reqd_work_group_size(1, 2, 3)]] void f();' \
		'[[clang::annotate("sycl-reqd-work-group-size", 0, 1, 2, 3)]] void f();'
	rewrites '[[__sycl_detail__::__uses_aspects__(aspect::fp64)]] void f();' \
		'[[clang::annotate("sycl-uses-aspects", 0, aspect::fp64)]] void f();'
	rewrites '[[__sycl__::__device_has__(aspect::fp64)]] void f();' \
		'[[clang::annotate("sycl-device-has", 0, aspect::fp64)]] void f();'
	rewrites '[ [ sycl :: device_has ( A ) ] ] void f();' \
		'[[clang::annotate("sycl-device-has", 0, ::__sycl_value__<(A)>)]] void f();'
}

@test "lists with 'using' are taken apart, attributes of others stay" {
	rewrites '[[using sycl: device_has(A), reqd_sub_group_size(16), other(1)]] void f();' \
		'[[sycl::other(1)]][[clang::annotate("sycl-device-has", 0, ::__sycl_value__<(A)>), clang::annotate("sycl-reqd-sub-group-size", 0, 16)]] void f();'
	rewrites '[[nodiscard, sycl::device_has(A)]] int f();' \
		'[[nodiscard]][[clang::annotate("sycl-device-has", 0, ::__sycl_value__<(A)>)]] int f();'
	rewrites 'int f() [[sycl::device_has(A), gnu::cold]] [[x::y]];' \
		'int f[[clang::annotate("sycl-device-has", 0, ::__sycl_value__<(A)>)]]() [[gnu::cold]] [[x::y]];'
	rewrites 'void f() [[x::y]] [[sycl::device_has(A)]];' \
		'void f[[clang::annotate("sycl-device-has", 0, ::__sycl_value__<(A)>)]]() [[x::y]] ;'
	rewrites '[[sycl::device_has(f<1, 2>(), g({1, 2}))]] void f();' \
		'[[clang::annotate("sycl-device-has", 0, ::__sycl_value__<(f<1, 2>())>, ::__sycl_value__<(g({1, 2}))>)]] void f();'
	rewrites 'template<int... N> [[sycl::reqd_work_group_size(N...)]] void f();' \
		'template<int... N> [[clang::annotate("sycl-reqd-work-group-size", 0, ::__sycl_size__<(N)>...)]] void f();'
}

@test "constructors, operators, conversions, requires clauses and statements" {
	rewrites 'struct S { S(int x) [[sycl::device_has(A)]] : q(x) {} int q; };' \
		'struct S { S[[clang::annotate("sycl-device-has", 0, ::__sycl_value__<(A)>)]](int x)  : q(x) {} int q; };'
	rewrites 'bool operator+=(S) [[sycl::device_has(A)]];' \
		'bool operator+=[[clang::annotate("sycl-device-has", 0, ::__sycl_value__<(A)>)]](S) ;'
	rewrites 'template<class T> requires (sizeof(T) > 1) [[sycl::device_has(A)]] void f(T);' \
		'template<class T> requires (sizeof(T) > 1) [[clang::annotate("sycl-device-has", 0, ::__sycl_value__<(A)>)]] void f(T);'
	rewrites 'void f(int) __attribute__((noinline)) [[sycl::device_has(A)]];' \
		'void f[[clang::annotate("sycl-device-has", 0, ::__sycl_value__<(A)>)]](int) __attribute__((noinline)) ;'
	rewrites 'alignas(8) [[sycl::device_has(A)]] void f();' \
		'alignas(8) [[clang::annotate("sycl-device-has", 0, ::__sycl_value__<(A)>)]] void f();'
	rewrites 'void f<int>(int) [[sycl::device_has(A)]];' \
		'void f<int>[[clang::annotate("sycl-device-has", 0, ::__sycl_value__<(A)>)]](int) ;'
}

@test "a text without such attributes is copied byte for byte" {
	printf '[[nodiscard]] int f(); a[b[1]]; [[sycl::other]] x; [[sycl::device_has(A)\n\r\n\0 end' > in.ii
	attr-rewrite in.ii -o got.cpp
	cmp in.ii got.cpp
	attr-rewrite - < in.ii > got.cpp
	cmp in.ii got.cpp
	: > in.ii
	attr-rewrite in.ii -o got.cpp
	cmp in.ii got.cpp
}

@test "strings, comments, characters and numbers are passed over" {
	cat > in.ii <<-'END'
		const char *a = "[[sycl::device_has(A)]] void f();\" [[sycl::device_has(A)]]";
		const char *b = R"([[sycl::device_has(A)]])", *c = u8R"x([[sycl::device_has(A)]])" )x";
		// [[sycl::device_has(A)]] \
		   [[sycl::device_has(A)]]
		/* [[sycl::device_has(A)]]
		   [[sycl::device_has(A)]] */ int d = 1'000'000 + '"' + '\'' + 0x1p-3;
		#pragma x [[sycl::device_has(A)]]
		# 9 "[[sycl::device_has(A)]].h"
	END
	attr-rewrite in.ii -o got.cpp
	cmp in.ii got.cpp
	rewrites 'int d = 1'\''000; [[sycl::device_has('\''"'\'')]] void f(); // "' \
		'int d = 1'\''000; [[clang::annotate("sycl-device-has", 0, ::__sycl_value__<('\''"'\'')>)]] void f(); // "'
}

@test "registers and versions of the host's processor become blanks, calls of such names stay" {
	cat > in.ii <<-'END'
		long f() { register long r asm("rax") = 39; register const char *volatile s __asm__("rsi"); return r; }
		register unsigned long top asm("rsp");
		__attribute__((hot, target_clones("avx2", "default"), cold)) int g(int);
		[[gnu::target_clones("avx2", "default"), gnu::hot]] int h(int);
		int i(int) __attribute__((ifunc("resolve"))); int j(int ifunc) { return i(regparm(3), ifunc); }
		register int plain; int asm_name(int) asm("name");
	END
	cat > want.txt <<-'END'
		long f() { long r = 39; const char *volatile s ; return r; }
		unsigned long top ;
		__attribute__((hot, , cold)) int g(int);
		[[ , gnu::hot]] int h(int);
		int i(int) __attribute__(( )); int j(int ifunc) { return i(regparm(3), ifunc); }
		register int plain; int asm_name(int) asm("name");
	END
	attr-rewrite in.ii | tr -s ' ' | sed 's/^ //' > got.txt
	diff -u want.txt got.txt
}

@test "of versions of a function the default one is left, the others are never called" {
	cat > in.ii <<-'END'
		__attribute__((target("default"))) int f(int);
		__attribute__((target("avx2"), hot)) int f(int);
		static inline int *g(int (*p)(int)) noexcept(true) __attribute__((__target__("arch=skylake")));
		static inline int *g(int (*p)(int)) noexcept(true) __attribute__((__target__("default")));
		struct S { [[gnu::target("avx2"), gnu::hot]] int m() const { return 1; } [[gnu::target("default")]] int m() const { return 1; } };
		__attribute__((target("avx2"))) int alone(int f) { return f; }
		[[gnu::target_version("sve")]] int v();
	END
	cat > want.txt <<-'END'
		__attribute__(( )) int f(int);
		__attribute__(( , hot)) __attribute__((enable_if(0, ""))) int f(int);
		static inline int *g(int (*p)(int)) noexcept(true) __attribute__(( )) __attribute__((enable_if(0, "")));
		static inline int *g(int (*p)(int)) noexcept(true) __attribute__(( ));
		struct S { [[ , gnu::hot]] __attribute__((enable_if(0, ""))) int m() const { return 1; } [[ ]] int m() const { return 1; } };
		__attribute__((target("avx2"))) int alone(int f) { return f; }
		[[ ]] __attribute__((enable_if(0, ""))) int v();
	END
	attr-rewrite in.ii | tr -s ' ' | sed 's/^ //' > got.txt
	diff -u want.txt got.txt
}

@test "no line changes its number, line markers within attributes stay" {
	cat > in.ii <<-'END'
		# 1 "x.cpp"
		[[sycl::device_has(A,
		   B,
		# 10 "m.h" 1
		   C
		# 4 "x.cpp" 2
		)]] void f();
		int g() [[sycl::reqd_work_group_size(1,
		2)]] ;
	END
	attr-rewrite in.ii -o got.cpp
	diff -u - <(tail -n +3 got.cpp) <<-'END'
		# 1 "x.cpp"
		[[clang::annotate("sycl-device-has", 0, ::__sycl_value__<(A)>, ::__sycl_value__<(B)>, ::__sycl_value__<(C)>)]]

		# 10 "m.h" 1

		# 4 "x.cpp" 2
		 void f();
		int g[[clang::annotate("sycl-reqd-work-group-size", 0, 1, 2)]]() 
		 ;
	END
}

@test "tokens behind macros, blanks and rewritten attributes keep the columns of their source" {
	cat > x.cpp <<-'END'
		#define SIZE(n) [[sycl::reqd_work_group_size(n)]]
		#define TWICE(x) ((x) + (x))
		int   a  =  1; /* two */ int b = 2;
		/* same */ int c;	enum  {	z };
		auto l = [](int x) SIZE(4) { return TWICE(x) + x; }; const char *s = R"(a   b
		   c  d)" "e";   int last = 1;
	END
	"$LLVM_BIN/clang++" -E x.cpp -o x.ii
	attr-rewrite x.ii -o got.cpp
	# where clang sees each token: the same place as in the source
	for file in x.cpp got.cpp; do
		"$LLVM_BIN/clang++" -fsyntax-only -Xclang -dump-tokens "$file" 2>&1 |
			sed -nE "s/^[^']*'(b|return|const|last|\{|;)'.*Loc=<([^ >]*).*/\1 \2/p" | sort -u > "$file.tokens"
	done
	grep -q '^const x.cpp:5:54$' x.cpp.tokens
	[ -z "$(comm -13 x.cpp.tokens got.cpp.tokens)" ] || { comm -13 x.cpp.tokens got.cpp.tokens; return 1; }
	# what is a string stays one
	"$LLVM_BIN/clang++" -Wno-unknown-attributes -fsyntax-only got.cpp
	grep -qF 's = R"(a   b' got.cpp
	# a file that is not there, or is none, changes nothing
	printf '# 1 "no.cpp"\nint  f( );\n# 1 "/dev/null"\nint  g( );\n# 1 "<built-in>"\nint  h( );\n' > in.ii
	attr-rewrite in.ii -o got.cpp
	cmp in.ii got.cpp
}

# status: class-assertion
@test "aspects of a class become an assertion in it that marks its type" {
	cat > in.ii <<-'END'
		# 1 "x.cpp"
		class [[__sycl_detail__::__uses_aspects__(aspect::fp16)]] half { short v; };
		template<class T, aspect... A> struct [[sycl_detail::uses_aspects(A...)]] all : base<T> {};
		template<class T> struct alignas(8) [[sycl_detail::uses_aspects(sizeof(T) > 4 ? A : B, f<1, 2>::v)]] all<T *> final {};
		struct [[x::y, sycl_detail::uses_aspects(A)]] outer::inner { };
	END
	attr-rewrite in.ii -o got.cpp
	head -n 3 got.cpp | cut -c -60 > head.txt
	diff -u - head.txt <<-'END'
		# 1 "<attr-rewrite>" 3
		template<class T, int... A> [[gnu::used, clang::sycl_externa
		# 1 "x.cpp"
	END
	tail -n +4 got.cpp > tail.txt
	diff -u - tail.txt <<-'END'
		class  half { static_assert(::__sycl_uses_aspects__<half, (int)(aspect::fp16)>(), ""); short v; };
		template<class T, aspect... A> struct  all : base<T> { static_assert(::__sycl_uses_aspects__<all, (int)(A)...>(), "");};
		template<class T> struct alignas(8)  all<T *> final { static_assert(::__sycl_uses_aspects__<all, (int)(sizeof(T) > 4 ? A : B), (int)(f<1, 2>::v)>(), "");};
		struct [[x::y]] outer::inner { static_assert(::__sycl_uses_aspects__<inner, (int)(A)>(), ""); };
	END
}

# status: aspect-enum-text
@test "the enum of aspects is followed by its names and numbers" {
	echo 'enum class [[__sycl_detail__::__sycl_type__(aspect)]] aspect : int { host, fp16 [[deprecated]] = 5, fp64 = f(1, 2), };' > in.ii
	attr-rewrite in.ii -o got.cpp
	grep -o '\[\[.*{}' got.cpp > got.txt
	diff -u - got.txt <<-'END'
		[[deprecated]] = 5, fp64 = f(1, 2), }; _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wdeprecated-declarations\"") [[gnu::used, clang::sycl_external, clang::annotate("sycl-aspects:host,fp16,fp64", 0, (int)aspect::host, (int)aspect::fp16, (int)aspect::fp64)]] inline void __sycl_aspects_0__() {}
	END
	printf '%s\n' 'enum class [[sycl_detail::sycl_type(other)]] e { a };' 'enum class [[sycl_detail::sycl_type(aspect)]] e;' > in.ii
	attr-rewrite in.ii -o got.cpp
	diff -u - got.cpp <<-'END'
		enum class [[sycl_detail::sycl_type(other)]] e { a };
		enum class  e;
	END
}

@test "what cannot be expressed is named, with file and line of the source" {
	cat > in.ii <<-'END'
		# 1 "x.cpp"
		# 7 "a \"b\".h" 1
		struct [[sycl_detail::uses_aspects(A)]] forward;

		struct [[sycl_detail::uses_aspects(A)]] { int q; } unnamed;
		# 3 "x.cpp" 2
		[[sycl::devcie_has(A)]] void f();
		  void (*pointer)(int) [[sycl::device_has(A)]];
		struct [[sycl::reqd_sub_group_size(8)]] s {};
		enum [[sycl_detail::sycl_type(aspect)]] { a };
		[[intel::reqd_sub_group_siz(32), intel::max_work_group_size(1, 1, 1), intel::ivdep, inte::reqd_sub_group_siz(1)]] void g();
	END
	run -0 --separate-stderr attr-rewrite in.ii -o got.cpp
	diff -u - <(echo "$stderr") <<-'END'
		a "b".h:7:10: warning: the aspects of a class are seen on its definition only, not on this declaration
		a "b".h:9:10: warning: the aspects of a class without a name cannot be recorded
		x.cpp:3:9: warning: unknown attribute 'sycl::devcie_has' is ignored, did you mean 'device_has'?
		x.cpp:4:26: warning: attribute 'sycl::device_has' is ignored behind these parameters; put it in front of the declaration
		x.cpp:5:10: warning: attribute 'sycl::reqd_sub_group_size' does not apply to a class
		x.cpp:6:8: warning: the enum of aspects must have a name and declare nothing else
		x.cpp:7:10: warning: unknown attribute 'intel::reqd_sub_group_siz' is ignored, did you mean 'reqd_sub_group_size'?
		x.cpp:7:41: warning: attribute 'intel::max_work_group_size' is ignored
	END
	run -0 --separate-stderr attr-rewrite --no-warnings in.ii -o got.cpp
	[ -z "$stderr" ]
	rm got.cpp
	run -1 --separate-stderr attr-rewrite --Werror --module-id-file=id in.ii -o got.cpp
	[[ "$stderr" == *"x.cpp:7:41: error: attribute 'intel::max_work_group_size' is ignored" ]]
	[ ! -e got.cpp ] && [ ! -e id ]
}

@test "the module id is made of the name and the text, not of folders" {
	printf '# 1 "/a/x.cpp"\nint f();\n#pragma y\n' > a.ii
	printf '# 1 "/somewhere/else/x.cpp"\n#line 1 "z"\nint f();\n#pragma y\n' > b.ii
	printf '# 1 "/a/x.cpp"\nint f();\n#pragma z\n' > c.ii
	for file in a b c; do
		attr-rewrite "$file.ii" --source="/src/$file/my file+.cpp" --module-id-file="$file.id" -o /dev/null || return 1
	done
	cmp a.id b.id
	[[ $(cat a.id) =~ ^-D__SYCL_TU_ID__=\\\"my_file_\.cpp\.[0-9a-f]{16}\\\"$ ]]
	run -1 cmp -s a.id c.id
	attr-rewrite a.ii --module-id-file=d.id -o /dev/null
	[[ $(cat d.id) == *'"a.ii.'* ]]
}

@test "clang reads the module id file as an option" {
	echo 'int f();' > a.ii
	attr-rewrite a.ii --source=a.cpp --module-id-file=a.id -o /dev/null
	echo 'const char *id = __SYCL_TU_ID__;' > use.cpp
	"$LLVM_BIN/clang++" @a.id -E -P use.cpp > got.txt
	[[ $(cat got.txt) =~ ^'const char *id = "a.cpp.'[0-9a-f]{16}'";'$ ]]
}

# id_of TEXT: whether the module id file of that source turns warnings of unused variables off
id_of() {
	printf '# 1 "x.cpp"\n# 1 "a.hpp" 1 3\nint W = 1; int other = W;\n# 2 "x.cpp" 2\n%s\n' "$1" > in.ii
	attr-rewrite in.ii --module-id-file=in.id -o /dev/null
	[[ $(head -n 1 in.id) == -D__SYCL_TU_ID__=* ]]
	sed 1d in.id
}

@test "constants that only attributes name are not told as unused to the compiler of host code, other ones are" {
	while IFS='|' read -r text wanted; do
		[ "$(id_of "$text")" = "$wanted" ] || { echo "$text: $(cat in.id)"; return 1; }
	done <<-'END'
		constexpr int W = 8; [[sycl::reqd_work_group_size(W)]] void f();|-Wno-unused-variable
		constexpr int W{8}; [[sycl::reqd_work_group_size(4, 2 * W)]] void f();|-Wno-unused-variable
		constexpr sycl::aspect W = sycl::aspect::fp64; [[sycl::device_has(sycl::aspect::cpu, W)]] void f();|-Wno-unused-variable
		constexpr int V = 8, W = V; [[sycl::reqd_work_group_size(V)]] void f();|
		constexpr int W = 8; [[sycl::reqd_work_group_size(W)]] void f(); int g = W;|
		constexpr int W = 8; [[sycl::reqd_work_group_size(8)]] void f();|
		constexpr int W = 8; [[other::reqd_work_group_size(W)]] void f();|
		template <int W> struct s { [[sycl::reqd_work_group_size(W)]] void f(); };|
		[[sycl::device_has(sycl::aspect::fp64)]] void f(); bool sycl = true;|
		[[sycl::reqd_work_group_size(W)]] void f();|
	END
	cat > used.cpp <<-'END'
		#include <sycl/sycl.hpp>
		namespace { constexpr std::size_t size = 16; }
		int main()
		{
			constexpr int lanes = 8;
			sycl::queue q;
			int *p = sycl::malloc_shared<int>(16, q);
			q.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> i) [[sycl::reqd_work_group_size(size)]] [[sycl::reqd_sub_group_size(lanes)]] {
				p[i.get_global_id(0)] = 1;
			}).wait();
		}
	END
	for compiler in clang++ g++; do
		options=()
		[ $compiler = clang++ ] || options=(-fsycl-host-compiler=g++)
		sycl-cc -Wall -Wextra -Werror "${options[@]}" used.cpp -o used
		./used
	done
	cat > more.cpp <<-'END'
		#include <sycl/sycl.hpp>
		int main() { int never; }
	END
	run -1 sycl-cc -Wall -Werror -c more.cpp
	[[ $output == *"unused variable 'never'"* ]]
}

@test "files that cannot be read or written are said, nothing is left" {
	run -1 attr-rewrite nowhere.ii -o got.cpp
	[ "$output" = "attr-rewrite: error: cannot read 'nowhere.ii': No such file or directory" ]
	run -1 attr-rewrite . -o got.cpp
	[ "$output" = "attr-rewrite: error: cannot read '.': Is a directory" ]
	echo 'int f();' > in.ii
	run -1 attr-rewrite in.ii -o no/got.cpp
	[ "$output" = "attr-rewrite: error: cannot create 'no/got.cpp': No such file or directory" ]
	run -2 attr-rewrite in.ii other.ii
	[ "${lines[0]}" = "attr-rewrite: error: more than one input: 'in.ii' and 'other.ii'" ]
	[ "$(ls)" = in.ii ]
}

@test "any garbage of brackets, attributes and quotes comes to an end" {
	perl -e 'srand 5;
		@word = ("[[", "]]", "[", "]", "(", ")", "{", "}", "<", ">", "::", ":", ";", ",", "=", "\"", "\x27", "R\"x(", ")x\"", "\n", "#", "\\",
			"/*", "*/", "//", "sycl", "sycl::device_has", "sycl_detail::uses_aspects(A)", "sycl_detail::sycl_type(aspect)", "using sycl:",
			"class", "struct", "enum", "X", "operator", "const", "noexcept", "1\x27", "...", "\0", "\xff", "[[sycl::device_has(A)]]",
			"class [[sycl_detail::uses_aspects(A)]]", "# 1 \"x");
		for $i (1 .. 300) {
			open O, ">", "in-$i"; binmode O;
			print O $word[rand @word], rand() < 0.3 ? " " : "" for 1 .. 1 + int rand 400; close O;
		}'
	for in in in-*; do
		timeout 5 attr-rewrite "$in" -o got.cpp --module-id-file=got.id 2> errors || { echo "$in: $?"; return 1; }
	done
}

@test "long texts of nothing but openers take no more than linear time" {
	for piece in '[[' '[[sycl::device_has(' 'class [[sycl_detail::uses_aspects(A)]] X : ' 'class [[sycl_detail::uses_aspects(A)]] X<' \
		'f() [[sycl::device_has(A)]] ' '([{' ')]}' '[[sycl::device_has(A)]] (' 'f(x) const & '; do
		PIECE=$piece perl -e 'print $ENV{PIECE} x int(400_000 / length $ENV{PIECE})' > in.ii
		timeout 10 attr-rewrite in.ii -o got.cpp 2> /dev/null || { echo "$piece: $?"; return 1; }
	done
}
