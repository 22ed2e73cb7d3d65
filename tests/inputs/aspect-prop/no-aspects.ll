; no !sycl_aspects
define double @helper(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
