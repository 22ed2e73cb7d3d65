# Reads libclc as text: renames wrong functions to clc_..., and adds right ones under
# the old names.  In double, odd functions lose the sign of 0, and powers of
# more than 2^65 overflow on the way; the power of 2^65 is 0, 1 or infinity too.
BEGIN {
	split("_Z3sind _Z4asind _Z4atand _Z3tand _Z3erfd _Z5expm1d", odd)
	pow = "_Z3powdd"
	all = pow
	for (i in odd)
		all = all "|" odd[i]
	names = "@(" all ")\\("
}
{
	while (match($0, names))
		$0 = substr($0, 1, RSTART) "clc" substr($0, RSTART + 1)
	print
}
END {
	how = "alwaysinline nounwind willreturn memory(none) {"
	for (i in odd) {
		printf "define double @%s(double %%x) %s\n", odd[i], how
		printf "  %%y = call double @clc%s(double %%x)\n", odd[i]
		print "  %is_zero = fcmp oeq double %x, 0.0\n  %z = select i1 %is_zero, double %x, double %y\n  ret double %z\n}"
	}
	printf "define double @%s(double %%x, double %%y) %s\n", pow, how
	print "  %is_large = fcmp ogt double %y, 0x4400000000000000\n  %a = select i1 %is_large, double 0x4400000000000000, double %y"
	print "  %is_small = fcmp olt double %a, 0xC400000000000000\n  %b = select i1 %is_small, double 0xC400000000000000, double %a"
	printf "  %%z = call double @clc%s(double %%x, double %%b)\n  ret double %%z\n}\n", pow
}
