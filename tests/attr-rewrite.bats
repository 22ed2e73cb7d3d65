# attr-rewrite: SYCL attributes of preprocessed text become annotations.
load helper

# rewrites TEXT WANTED: the one line becomes the other
rewrites() {
	printf '%s\n' "$1" > in.ii
	attr-rewrite -o got.cpp in.ii
	diff -u <(printf '%s\n' "$2") got.cpp
}

@test "in front of a declaration the annotation takes the attribute's place" {
	rewrites '[[sycl::device_has(A, N::B)]] void f(int);' \
		'[[clang::annotate("sycl-device-has", A, N::B)]] void f(int);'
	rewrites 'auto l = [=] [[intel::reqd_sub_group_size(16)]] (int x) { return x; };' \
		'auto l = [=] [[clang::annotate("sycl-reqd-sub-group-size", 16)]] (int x) { return x; };'
}

@test "behind the parameters it moves in front of them" {
	rewrites 'void f(int) [[sycl::reqd_work_group_size(1, 2)]] {}' \
		'void f[[clang::annotate("sycl-reqd-work-group-size", 1, 2)]](int)  {}'
	rewrites 'void X::operator()(int) const & noexcept(true) [[sycl::device_has()]];' \
		'void X::operator()[[clang::annotate("sycl-device-has")]](int) const & noexcept(true) ;'
	rewrites 'auto f(int) [[sycl::device_has(A)]] -> int { return 1; }' \
		'auto f[[clang::annotate("sycl-device-has", A)]](int)  -> int { return 1; }'
	rewrites 'auto l = [](auto x) mutable noexcept [[sycl::work_group_size_hint(4)]] -> int { return x; };' \
		'auto l = [][[clang::annotate("sycl-work-group-size-hint", 4)]](auto x) mutable noexcept  -> int { return x; };'
	rewrites 'auto l = []<int N>(auto x) [[sycl::reqd_sub_group_size(N)]] {};' \
		'auto l = []<int N>[[clang::annotate("sycl-reqd-sub-group-size", N)]](auto x)  {};'
}
