# Reads libclc as text: renames wrong functions to clc_..., and adds right ones under
# the old names, for numbers and vectors.
# In double, odd functions lose the sign of 0, and powers of more than 2^65 overflow on
# the way; the power of 2^65 is 0, 1 or infinity too.  In float, exp, exp2, erfc and first
# roots are 0 where they are denormal, and lgamma is infinite next to 0.  Zeros of sinpi, cospi and
# tanpi have the wrong sign.  fmod, ldexp and
# remainder are wrong about denormal numbers and large quotients: the C library's are right,
# for GPUs that of share/device.  On the CPU numbers come to it by lib/mux/lower/lower-math.c.
# tgamma is wrong far from 0: share/device/real.h makes the C library's of it.  Device code
# may have that function: with -v host=1 the host's is called, which has another name.
# remquo of float is wrong about denormal numbers, and takes long to compile: it is made of fmod and remainder.
# mad_sat of long is wrong about products of more than 63 bits.  ldexp of a vector by one number
# is that by a vector.  fract loses the sign of 0 and of infinity.  sign keeps that of NaN.
# Saturating conversions make poison of NaN, which is 0 on some processors only.
function name_of(base, params, width, rest)
{
	if (width == 1) {
		gsub(/S_/, first, rest)
		return "_Z" length(base) base first rest
	}
	if (rest == "i")
		rest = "Dv" width "_i"
	return "_Z" length(base) base "Dv" width "_" first rest
}
function constant(x)
{
	return width == 1 ? x : "splat (" element " " x ")"
}
# The function of that name, type and width goes away; its text is %x, %y to the result %z.
function define(base, rest, text,   name, second)
{
	second = rest == "i" ? (width == 1 ? "i32" : "<" width " x i32>") : type
	name = name_of(base, first, width, rest)
	gone[name] = 1
	gsub(/TYPE/, type, text)
	gsub(/BOOLS/, width == 1 ? "i1" : "<" width " x i1>", text)
	gsub(/NUMBER/, second, text)
	gsub(/OLD/, "@clc" name, text)
	added = added sprintf("define %s @%s(%s %%x%s) alwaysinline nounwind willreturn memory(none) {\n%s  ret %s %%z\n}\n",
		type, name, type, rest ? ", " second " %y" : "", text, type)
}
# Element by element, by the function of that name.
function define_each(base, rest, function_name,   i, number, text, last)
{
	number = rest == "i" ? "i32" : element
	if (width == 1) {
		define(base, rest, sprintf("  %%z = call %s @%s(%s %%x%s)\n", element, function_name, element, rest ? ", " number " %y" : ""))
		return
	}
	last = "poison"
	for (i = 0; i < width; i++) {
		text = text sprintf("  %%x%d = extractelement TYPE %%x, i32 %d\n", i, i)
		if (rest)
			text = text sprintf("  %%y%d = extractelement NUMBER %%y, i32 %d\n", i, i)
		text = text sprintf("  %%e%d = call %s @%s(%s %%x%d%s)\n", i, element, function_name, element, i, rest ? ", " number " %y" i : "")
		text = text sprintf("  %%%s = insertelement TYPE %s, %s %%e%d, i32 %d\n", i == width - 1 ? "z" : "v" i, last, element, i, i)
		last = "%v" i
	}
	define(base, rest, text)
}
# The exponential function at a number so small that the result is denormal: of a larger one, scaled.
function define_exponential(base, small, add, scale)
{
	define(base, "", "  %is_small = fcmp olt TYPE %x, " constant(small) "\n" \
		"  %large = fadd TYPE %x, " constant(add) "\n" \
		"  %a = select BOOLS %is_small, TYPE %large, TYPE %x\n" \
		"  %e = call TYPE OLD(TYPE %a)\n" \
		"  %scale = select BOOLS %is_small, TYPE " constant(scale) ", TYPE " constant("1.0") "\n" \
		"  %z = fmul TYPE %e, %scale\n")
}
function define_odd(base)
{
	define(base, "", "  %y = call TYPE OLD(TYPE %x)\n  %is_zero = fcmp oeq TYPE %x, " constant("0.0") "\n" \
		"  %z = select BOOLS %is_zero, TYPE %x, TYPE %y\n")
}
# A zero of sinpi has the sign of its number, and one of tanpi of odd numbers the other; cospi has no other zero than 0.
function define_turns(   copysign, floor)
{
	copysign = "call TYPE @llvm.copysign." suffix_of(type) "(TYPE "
	floor = "call TYPE @llvm.floor." suffix_of(type) "(TYPE "
	define("sinpi", "", "  %y = call TYPE OLD(TYPE %x)\n  %is_zero = fcmp oeq TYPE %y, " constant("0.0") "\n" \
		"  %zero = " copysign "%y, TYPE %x)\n  %z = select BOOLS %is_zero, TYPE %zero, TYPE %y\n")
	define("cospi", "", "  %y = call TYPE OLD(TYPE %x)\n  %z = fadd TYPE %y, " constant("0.0") "\n")
	define("tanpi", "", "  %y = call TYPE OLD(TYPE %x)\n  %is_zero = fcmp oeq TYPE %y, " constant("0.0") "\n" \
		"  %half = fmul TYPE %x, " constant("0.5") "\n  %whole = " floor "%half)\n  %is_odd = fcmp une TYPE %half, %whole\n" \
		"  %minus = fneg TYPE %x\n  %sign = select BOOLS %is_odd, TYPE %minus, TYPE %x\n" \
		"  %zero = " copysign "%y, TYPE %sign)\n  %z = select BOOLS %is_zero, TYPE %zero, TYPE %y\n")
}
# With the exponent finite, the exponent less itself is 0: powr(1, infinity) is no number, unlike pow's.
function define_power(base,   z)
{
	z = base == "pow" ? "z" : "power"
	define(base, "S_", "  %is_large = fcmp ogt TYPE %y, " constant("0x4400000000000000") "\n" \
		"  %a = select BOOLS %is_large, TYPE " constant("0x4400000000000000") ", TYPE %y\n" \
		"  %is_small = fcmp olt TYPE %a, " constant("0xC400000000000000") "\n" \
		"  %b = select BOOLS %is_small, TYPE " constant("0xC400000000000000") ", TYPE %a\n" \
		"  %" z " = call TYPE OLD(TYPE %x, TYPE %b)\n" \
		(base == "pow" ? "" : "  %is_one = fcmp oeq TYPE %x, " constant("1.0") "\n" \
		"  %no_number = fsub TYPE %y, %y\n" \
		"  %more = select BOOLS %is_one, TYPE %no_number, TYPE zeroinitializer\n" \
		"  %z = fadd TYPE %power, %more\n"))
}
function define_root(   n, one, minus)
{
	n = width == 1 ? "" : "splat (i32 "
	one = width == 1 ? "1" : n "1)"
	minus = width == 1 ? "-1" : n "-1)"
	define("rootn", "i", "  %r = call TYPE OLD(TYPE %x, NUMBER %y)\n  %is_first = icmp eq NUMBER %y, " one "\n" \
		"  %f = select BOOLS %is_first, TYPE %x, TYPE %r\n  %is_inverse = icmp eq NUMBER %y, " minus "\n" \
		"  %i = fdiv TYPE " constant("1.0") ", %x\n  %z = select BOOLS %is_inverse, TYPE %i, TYPE %f\n")
}
# In 128 bits, which are enough for the product and the sum.
function define_mad_sat(   name, long, wide, bits, i, least, largest)
{
	name = width == 1 ? "_Z7mad_satlll" : "_Z7mad_satDv" width "_lS_S_"
	gone[name] = 1
	long = width == 1 ? "i64" : "<" width " x i64>"
	wide = width == 1 ? "i128" : "<" width " x i128>"
	bits = width == 1 ? "i128" : "v" width "i128"
	least = width == 1 ? "-9223372036854775808" : "splat (i128 -9223372036854775808)"
	largest = width == 1 ? "9223372036854775807" : "splat (i128 9223372036854775807)"
	added = added "define " long " @" name "(" long " %x0, " long " %x1, " long " %x2) alwaysinline nounwind willreturn memory(none) {\n"
	for (i = 0; i < 3; i++)
		added = added "  %w" i " = sext " long " %x" i " to " wide "\n"
	added = added "  %product = mul " wide " %w0, %w1\n  %sum = add " wide " %product, %w2\n" \
		"  %low = call " wide " @llvm.smin." bits "(" wide " %sum, " wide " " largest ")\n" \
		"  %high = call " wide " @llvm.smax." bits "(" wide " %low, " wide " " least ")\n" \
		"  %z = trunc " wide " %high to " long "\n  ret " long " %z\n}\n"
}
# ldexp(float4, int)
function define_ldexp_by_one(   name, numbers)
{
	name = "_Z5ldexpDv" width "_" first "i"
	numbers = "<" width " x i32>"
	gone[name] = 1
	added = added "define " type " @" name "(" type " %x, i32 %n) alwaysinline nounwind willreturn memory(none) {\n" \
		"  %one = insertelement " numbers " poison, i32 %n, i32 0\n" \
		"  %all = shufflevector " numbers " %one, " numbers " poison, " numbers " zeroinitializer\n" \
		"  %z = call " type " @_Z5ldexpDv" width "_" first "Dv" width "_i(" type " %x, " numbers " %all)\n  ret " type " %z\n}\n"
}
function define_of_c(suffix)
{
	if (width > 1)
		define_ldexp_by_one()
	define_each("fmod", "S_", "fmod" suffix)
	define_each("ldexp", "i", "ldexp" suffix)
	define_each("remainder", "S_", "remainder" suffix)
}
BEGIN {
	suffix["half"] = "f16"
	suffix["float"] = "f32"
	suffix["double"] = "f64"
	split("1 2 3 4 8 16", widths)
	for (w = 1; w <= 6; w++) {
		width = widths[w]
		element = "float"
		first = "f"
		type = width == 1 ? element : "<" width " x " element ">"
		# -87, and e^-44.25; -125, and 2^-64
		define_exponential("exp", "-87.0", "44.25", "0x3BF1E2C520000000")
		define_exponential("exp2", "-125.0", "64.0", "0x3BF0000000000000")
		define_each("erfc", "", "mux_erfc")
		define_each("lgamma", "", "mux_lgamma")
		if (host) {
			define_mad_sat()
			define_each("tgamma", "", "tgammaf32")
		}
		if (width > 1 || !host)
			define_of_c("f")
		define_root()
		define_turns()
		element = "double"
		first = "d"
		type = width == 1 ? element : "<" width " x " element ">"
		n = split("sin asin asinpi atan atanpi tan erf expm1", odd)
		for (i = 1; i <= n; i++)
			define_odd(odd[i])
		if (host)
			define_each("tgamma", "", "tgammaf64")
		define_power("pow")
		define_power("powr")
		if (width > 1 || !host)
			define_of_c("")
		define_root()
		define_turns()
	}
}
# The text after llvm.fptosi.sat. for a type: i32, v4f32.
function suffix_of(type,   part)
{
	if (split(type, part, /[<> ]+/) < 4)
		return suffix[type] ? suffix[type] : type
	return "v" part[2] (suffix[part[4]] ? suffix[part[4]] : part[4])
}
function saturate(line,   part, from, to, value)
{
	match(line, / = fpto[su]i /)
	value = substr(line, RSTART + RLENGTH)
	match(value, / %[0-9A-Za-z.]+ to /)
	from = substr(value, 1, RSTART - 1)
	to = substr(value, RSTART + RLENGTH)
	value = substr(value, RSTART + 1, RLENGTH - 5)
	split(line, part, " = ")
	return part[1] " = call " to " @llvm." substr(part[2], 1, 6) ".sat." suffix_of(to) "." suffix_of(from) "(" from " " value ")"
}
# The fraction of 0 and of infinity, which are twice themselves, is a 0 of their sign.
function print_fraction(line,   type, value, one)
{
	match(line, / %[0-9]+$/)
	type = substr(line, 7, RSTART - 7)
	value = substr(line, RSTART + 1)
	one = type ~ /^</ ? substr(type, 1, index(type, "x")) " i1>" : "i1"
	print "  %twice = fadd " type " %0, %0"
	print "  %is_twice = fcmp oeq " type " %twice, %0"
	print "  %zero = call " type " @llvm.copysign." suffix_of(type) "(" type " zeroinitializer, " type " %0)"
	print "  %fraction = select " one " %is_twice, " type " %zero, " type " " value
	print "  ret " type " %fraction"
}
# The sign of NaN is 0, whatever NaN's own is.
function print_sign(line,   type, value, one)
{
	match(line, /%[0-9]+$/)
	value = substr(line, RSTART)
	type = one = substr(line, 7, RSTART - 8)
	sub(/float|double/, "i1", one)
	print "  %is_number = fcmp ord " type " %0, zeroinitializer"
	print "  %sign = select " one " %is_number, " type " " value ", " type " zeroinitializer"
	print "  ret " type " %sign"
}
# remquo(x, y, p) for numbers or vectors: @mux_remquo for each element.
function print_remquo(line,   type, element, width, of, i, values, numbers, x, y, n)
{
	match(line, /[^ ]+ @|<[^>]*> @/)
	type = substr(line, RSTART, RLENGTH - 2)
	width = split(type, of, /[<> ]+/) > 1 ? of[2] : 1
	element = width > 1 ? of[4] : type
	x = "%0"
	y = "%1"
	print line
	values = numbers = "poison"
	for (i = 0; i < width; i++) {
		if (width > 1) {
			x = "%x" i
			y = "%y" i
			print "  " x " = extractelement " type " %0, i32 " i "\n  " y " = extractelement " type " %1, i32 " i
		}
		print "  %e" i " = call { " element ", i32 } @mux_remquo_" element "(" element " " x ", " element " " y ")"
		print "  %r" i " = extractvalue { " element ", i32 } %e" i ", 0\n  %q" i " = extractvalue { " element ", i32 } %e" i ", 1"
		if (width > 1) {
			print "  %v" i " = insertelement " type " " values ", " element " %r" i ", i32 " i
			print "  %n" i " = insertelement <" width " x i32> " numbers ", i32 %q" i ", i32 " i
			values = "%v" i
			numbers = "%n" i
		}
	}
	match(line, /ptr( addrspace\([0-9]+\))?/)
	n = substr(line, RSTART, RLENGTH)
	print "  store " (width > 1 ? "<" width " x i32> " numbers : "i32 %q0") ", " n " %2"
	print "  ret " type " " (width > 1 ? values : "%r0") "\n}"
}
# Of numbers without sign and a quotient below 128, from which rounding takes nothing away.
function print_remquo_of(type, suffix,   bits, short)
{
	bits = type == "float" ? "i32" : "i64"
	short = type == "float" ? "f32" : "f64"
	print "define internal { " type ", i32 } @mux_remquo_" type "(" type " %x, " type " %y) alwaysinline nounwind willreturn memory(none) {"
	print "  %a = call " type " @llvm.fabs." short "(" type " %x)\n  %b = call " type " @llvm.fabs." short "(" type " %y)"
	print "  %many = fmul " type " %b, 128.0\n  %m = call " type " @fmod" suffix "(" type " %a, " type " %many)"
	print "  %r = call " type " @remainder" suffix "(" type " %m, " type " %b)"
	print "  %mb = fdiv " type " %m, %b\n  %rb = fdiv " type " %r, %b\n  %near = fsub " type " %mb, %rb"
	print "  %whole = call " type " @llvm.rint." short "(" type " %near)"
	print "  %n = call i32 @llvm.fptosi.sat.i32." short "(" type " %whole)\n  %low = and i32 %n, 127\n  %minus = sub i32 0, %low"
	print "  %xs = bitcast " type " %x to " bits "\n  %ys = bitcast " type " %y to " bits "\n  %signs = xor " bits " %xs, %ys"
	print "  %is_other = icmp slt " bits " %signs, 0\n  %q = select i1 %is_other, i32 %minus, i32 %low"
	print "  %is_negative = icmp slt " bits " %xs, 0\n  %neg = fneg " type " %r\n  %z = select i1 %is_negative, " type " %neg, " type " %r"
	print "  %v = insertvalue { " type ", i32 } poison, " type " %z, 0\n  %both = insertvalue { " type ", i32 } %v, i32 %q, 1"
	print "  ret { " type ", i32 } %both\n}"
}
/^define .*@_Z6remquo(Dv[0-9]+_)?[fd]/, /^}/ {
	if (/^define /)
		print_remquo($0)
	next
}
/^define .*@_Z12__clc_remquo/, /^}/ { next }
/^define .*@_Z5fract/, /^}/ {
	if (/^  ret /) {
		print_fraction($0)
		next
	}
}
/^define .*@_Z4sign(Dv[0-9]+_)?[fd]/, /^}/ {
	if (/^  ret /) {
		print_sign($0)
		next
	}
}
/^define / { saturates = /@_Z[0-9]+convert_[a-z0-9]+_sat/ }
saturates && / = fpto[su]i / { $0 = saturate($0) }
# A name ends where its parameters begin.
{
	rest = $0
	line = ""
	while (match(rest, /@_Z[A-Za-z0-9_]+\(/)) {
		name = substr(rest, RSTART + 1, RLENGTH - 2)
		line = line substr(rest, 1, RSTART) (name in gone ? "clc" : "") name
		rest = substr(rest, RSTART + RLENGTH - 1)
	}
	print line rest
}
END {
	printf "%s", added
	how = "alwaysinline nounwind willreturn memory(none) {"
	print "define internal float @mux_lgamma(float %x) " how
	print "  %y = fpext float %x to double\n  %e = call double @_Z6lgammad(double %y)\n  %z = fptrunc double %e to float\n  ret float %z\n}"
	print "define internal float @mux_erfc(float %x) " how
	print "  %is_large = fcmp ogt float %x, 9.0\n  br i1 %is_large, label %large, label %other"
	print "large:\n  %y = fpext float %x to double\n  %e = call double @_Z4erfcd(double %y)\n  %f = fptrunc double %e to float\n  ret float %f"
	print "other:\n  %z = call float @clc_Z4erfcf(float %x)\n  ret float %z\n}"
	how = " nounwind willreturn memory(none)"
	if (host)
		print "declare double @tgammaf64(double)" how "\ndeclare float @tgammaf32(float)" how
	print "declare double @fmod(double, double)" how "\ndeclare float @fmodf(float, float)" how
	print "declare double @remainder(double, double)" how "\ndeclare float @remainderf(float, float)" how
	print_remquo_of("float", "f")
	print_remquo_of("double", "")
	print "declare double @ldexp(double, i32)" how "\ndeclare float @ldexpf(float, i32)" how
}
