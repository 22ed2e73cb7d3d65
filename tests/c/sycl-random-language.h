/* Statements of the random kernels with more of C++ than variables, branches and loops.  Included by sycl-random.c. */

/* What is printed so: %T the type of v, %v it, %w another variable, %e a value of v's type, %i a number from 0 on, %c a condition,
 * %l a number for names. */
static void
filled_in(const char *text)
{
	unsigned label = labels++, v = any_variable(), w = any_variable();

	for (; *text; text++) {
		if (*text != '%') {
			putchar(*text);
			continue;
		}
		switch (*++text) {
		case 'T': fputs(variables.type[v]->name, stdout); break;
		case 'v': printf("v%u", v); break;
		case 'w': printf("v%u", w); break;
		case 'e': value(variables.type[v], 1); break;
		case 'i': index_value(); break;
		case 'c': condition(1); break;
		case 'l': printf("%u", label); break;
		default: putchar('%');
		}
	}
	putchar('\n');
}

static void
pointers(void)
{
	filled_in(one_of(
		"{ %T other = %e, *q = %c ? &%v : &other; *q = %e; %v = to<%T>(sum(%v, other)); }",
		"{ *c.template own<%T>() = %e; %T mine = %e, *q = %c ? c.template own<%T>() : &mine; *q = to<%T>(sum(*q, to<%T>(%w)));"
		" %v = to<%T>(difference(mine, *c.template own<%T>())); }",
		"{ %T a%l[5] = { %e, %e, to<%T>(1), %e, %v }, *q = %c ? a%l : a%l + 2; q[%i % 3] = %e; q++; q[-1] = to<%T>(%w);"
		" %v = to<%T>(sum(a%l[%i % 5], *q)); }",
		"{ %T other = %e; in_order(%v, other); %v = to<%T>(sum(other, %e)); }",
		"{ %T a%l[7] = { %e, %v, %e, to<%T>(2), %e, %v, to<%T>(3) }; *furthest(a%l + %i % 4, a%l + 7) = to<%T>(%w);"
		" %v = *furthest(a%l, a%l + 1 + %i % 6); }",
		"{ %T one = %e, two = %e, *p[2] = { &one, &two }, **q = &p[%i % 2]; **q = %v; %v = to<%T>(product(one, two)); }",
		"{ *c.template own<%T>() = %v; %T mine = %e; in_order(*c.template own<%T>(), mine); %v = to<%T>(sum(%v, mine)); }",
		"{ %T other = %e, &r = %c ? %v : other; r = to<%T>(sum(r, other)); %v = to<%T>(sum(%v, r)); }"));
}

static void
functions(void)
{
	filled_in(one_of(
		"{ auto f = [&](auto x) { %v = %e; return to<%T>(sum(%v, to<%T>(x))); }; %v = repeated(%i % 4, f, %v); }",
		"{ %T many = %e; %v = repeated(%i % 5, [=, &many](%T x) mutable { many = to<%T>(sum(many, x)); return many; }, %v); }",
		"%v = to<%T>(power<5>(%e));",
		"%v = total_of<%T>(%v, %w, %i, %e);",
		"%v = to<%T>(primes[%i % 7] + table<%T>::values[%i % 5]);",
		"%v = to<%T>(table<%T>::wide ^ to<std::uint64_t>(%w));",
		"{ auto pick = [&](bool is) -> %T & { return is ? %v : c.template own<%T>()[0]; }; pick(false) = %e; pick(%c) = %e;"
		" %v = to<%T>(sum(%v, pick(false))); }",
		"{ auto twice = [](auto f, auto x) { return f(f(x)); }; %v = twice([&](%T x) { return to<%T>(sum(x, to<%T>(%w))); }, %v); }"));
}

static void
classes(void)
{
	filled_in(one_of(
		"{ std::array<%T, 5> a = { %e, %e, %v, %v, %e }; for (%T &one : a) one = to<%T>(sum(one, %v)); std::swap(a[%i % 5], a[%i % 5]);"
		" %v = a[%i % 5]; }",
		"{ std::optional<%T> o; if (%c) o = %e; if (%c && o) *o = to<%T>(%w); %v = o.value_or(%e); }",
		"{ std::variant<%T, pack, bytes<3>> a = %e; if (%c) a = pack{ 1, 2.0, { 3, 4, 5 } }; else if (%c) a = bytes<3>{{ 1, 2, 3 }};"
		" if (auto *one = std::get_if<0>(&a)) %v = *one; else if (auto *two = std::get_if<pack>(&a)) %v = to<%T>(two->s[%i % 3]);"
		" else %v = to<%T>(std::get_if<2>(&a)->at[%i % 3]); }",
		"{ auto [one, two] = std::pair(%e, to<std::uint64_t>(%w)); two ^= to<std::uint64_t>(one); %v = to<%T>(sum(to<%T>(two), one)); }",
		"{ auto [one, two, three] = std::make_tuple(%v, %i, %w); std::tie(%v, two) = std::make_tuple(%e, two + 1);"
		" %v = to<%T>(sum(%v, to<%T>(sum(to<std::uint64_t>(three), std::uint64_t(two))))); (void)one; }",
		"{ pack a%l[4] = {}; a%l[%i % 4].s[%i % 3] = to<short>(%w); a%l[%i % 4].d = to<double>(%v); pack b = a%l[%i % 4],"
		" &r = a%l[%i % 4]; r = b; %v = to<%T>(r.s[%i % 3] + to<int>(a%l[%i % 4].d)); }",
		"{ bits f{}; f.a = to<unsigned>(%w); f.b = to<int>(%v) % 64; f.c = to<std::uint64_t>(%v); f.c += %i; f.d = %c; f.e = to<short>(%w) % 256;"
		" f.a ^= 5; bits g = f; g.c >>= 3; %v = to<%T>(f.a + g.c + f.d); %v = to<%T>(sum(%v, to<%T>(f.b * f.e))); }",
		"{ bits f[3] = {}; f[%i % 3].c = to<std::uint64_t>(%w); f[%i % 3].b = -3; %v = to<%T>(f[%i % 3].c + to<std::uint64_t>(f[%i % 3].b)); }",
		"{ big<%T> one = {}, two; for (unsigned i = 0; i < 64; i++) one.at[i * 5 % 64] = to<%T>(i * %i); two = one; two.at[%i % 64] = %e;"
		" const big<%T> &r = %c ? one : two; %v = to<%T>(sum(r.at[%i % 64], two.at[%i % 64])); }"));
}

/* Small ones that work-items read at places of their own. */
static void
private_arrays(void)
{
	filled_in(one_of(
		"{ %T a%l[8] = { %e, %v }; for (int i = 0; i < 8; i++) a%l[i] = to<%T>(sum(a%l[i], to<%T>(i))); %v = a%l[%i & 7]; }",
		"{ %T a%l[3]; for (auto &one : a%l) one = %e; for (unsigned r = 0; r < 5; r++) { %v = to<%T>(sum(%v, a%l[(r + %i % 9) % 3]));"
		" a%l[1] = %e; } }",
		"{ sycl::marray<%T, 4> a%l(%v); a%l[0] = %e; a%l[2] = %e; %v = a%l[%i % 4]; }",
		"{ std::array<%T, 6> a, b; a.fill(%e); a[2] = %e; b = a; b[5] = %v; %v = to<%T>(sum(a[%i % 6], b[5 - %i % 6])); }",
		"{ struct { %T at[4]; char c; } s = { { %e, %v, %e }, 1 }, t = s; t.at[3] = %e; %v = to<%T>(sum(s.at[%i % 4], t.at[%i % 4])); }",
		"{ %T a%l[2][3] = { { %e, %v }, { %e } }; a%l[1][2] = %e; %v = to<%T>(sum(a%l[%i & 1][%i % 3], a%l[0][%i % 3])); }",
		"{ %T a%l[4] = { %v, %e, %e, %e }; for (int r = 3; r > 0; r--) if (a%l[r] < a%l[r - 1]) std::swap(a%l[r], a%l[r - 1]);"
		" const int at = int(%i % 7) - 3; %v = a%l[at < 0 ? -at : at]; }",
		"{ %T a%l[5] = {}; for (unsigned r = 0; r < %i % 6; r++) a%l[r] = to<%T>(%w); auto at = [&](auto i) { return a%l[i]; };"
		" %v = to<%T>(sum(at(%i % 5), at((signed char)(%i % 5)))); }"));
}

static void
jumps(void)
{
	filled_in(one_of(
		"for (unsigned r%l = 0; r%l < 1 + %i % 6; r%l++) { switch (%i % 4) { case 0: %v = %e; continue; case 1: goto done%l;"
		" case 2: %v = to<%T>(%w); [[fallthrough]]; default: break; } %v = to<%T>(sum(%v, to<%T>(r%l))); } done%l:;",
		"{ unsigned n = %i & 1023; do { n = n & 1 ? 3 * n + 1 : n >> 1; %v = to<%T>(sum(%v, to<%T>(n))); } while (n > 4); }",
		"{ std::uint32_t n = %i & 255, m = (%i & 255) | 1; while (n) { std::uint32_t o = m % n; m = n; n = o; } %v = to<%T>(m); }",
		"for (unsigned i%l = 0; i%l < 4; i%l++) for (unsigned j%l = i%l; j%l < 4; j%l++) { if (%i % 5 == j%l) goto out%l; if (%c) break;"
		" %v = to<%T>(sum(%v, to<%T>(i%l * j%l))); } out%l:;",
		"{ unsigned n = 0; again%l: if (n++ < %i % 4) { %v = %e; if (%c) goto again%l; } %v = to<%T>(sum(%v, to<%T>(n))); }"));
}

/* Whole numbers by constants and of other widths. */
static void
numbers(void)
{
	unsigned v = any_variable();
	const char *type = variables.type[v]->name;

	if (variables.type[v]->real || variables.type[v]->truth) {
		filled_in("{ long n = to<long>(%w); %v = to<%T>(n / 1000 + n % 10); }");
		return;
	}
	printf("v%u = to<%s>(%s(v%u, to<%s>(%s)));\n", v, type, one_of("quotient", "rest"), v, type,
	       one_of("7", "10", "255", "641", "1000", "-128", "0x7fffffff", "-10", "3", "100000", "64", "-8",
		      "0x8000000000000000u", "0xfffffffbu"));
}

static void
language(void)
{
	if (has_arrays && random_chance(50)) {
		private_arrays();
		return;
	}
	switch (random_below(6)) {
	case 0: pointers(); break;
	case 1: functions(); break;
	case 2:
	case 3: classes(); break;
	case 4: jumps(); break;
	default:
		if (random_chance(20))
			filled_in("{ std::uint64_t n = turned(to<std::uint64_t>(%v)) ^ turned(to<unsigned short>(%w)); %v = to<%T>(n >> 5); }");
		else
			numbers();
	}
}
