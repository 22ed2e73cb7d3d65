# More random programs than make check-programs has time for.
load ../helper
load ../random

@test "100 random kernels compute what threads of the host compute" {
	for seed in 101 102 103 104 105 106 107 108 109 110; do
		right $seed 5 -O1
		right $((seed + 100)) 5 -O2
	done
}

@test "so do they at other levels of optimization" {
	right 301 5 -O0
	right 302 5 -O0 -g
	right 303 5 -O2 -ffp-contract=off
	right 304 5 -O3
}

@test "so do those of small private arrays" {
	for seed in 401 402 403 404; do
		right $seed 5 -O$((seed % 3))
	done
}
