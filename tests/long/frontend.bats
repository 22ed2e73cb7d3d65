# attr-rewrite and device-prepare against damaged input.
load ../helper

in=$inputs/frontend

@test "real headers cut and damaged at 300 places: attr-rewrite ends in time, and copies what has no attribute of ours, but for columns" {
	"$LLVM_BIN/clang++" -fsycl -fsycl-device-only -w "-I$root/include" -D__SYCL_CC__ -E "$in/real.cpp" -o good.ii
	for seed in $(seq 300); do
		perl -e 'my ($seed, $f) = @ARGV; srand $seed; local $/; open my $in, "<:raw", $f; my $t = <$in>;
			my @piece = ("\"", "\x27", "R\"(", "[[", "]]", "(", ")", "{", "}", "<", "/*", "#", "\\", "\0", "[[sycl::device_has(", "class [[sycl_detail::uses_aspects(x)]]");
			substr($t, int rand length $t, int rand 40) = $piece[rand @piece] for 1 .. 1 + int rand 5;
			$t = substr $t, 0, int rand length $t if rand() < 0.3; binmode STDOUT; print $t' "$seed" good.ii > in.ii
		timeout 20 attr-rewrite --module-id-file=got.id -o got.cpp in.ii 2> messages || { echo "seed $seed: $?"; return 1; }
		[ -s got.id ]
	done
	printf 'int f();\n' | cat - good.ii | sed 's/sycl_type/other/g; s/uses_aspects/other/g; s/device_has/other/g; s/reqd_[a-z_]*size/other/g' > in.ii
	attr-rewrite -o got.cpp in.ii
	# Blanks and line markers behind what a macro gave keep the columns of the source.
	for file in in.ii got.cpp; do
		grep -v '^ *# ' "$file" | tr -d ' \n' > "$file.text"
	done
	cmp in.ii.text got.cpp.text
}

@test "1000 damaged texts of a device module are prepared or diagnosed" {
	cp "$in"/* .
	"$LLVM_BIN/clang++" -std=c++20 -fsycl -fsycl-device-only -fno-math-errno -gline-tables-only -w -E types.cpp -o t.ii
	attr-rewrite --source=types.cpp --module-id-file=t.id -o t.rewritten.cpp t.ii
	"$LLVM_BIN/clang++" -std=c++20 -fsycl -fsycl-device-only -fno-math-errno -gline-tables-only -w \
		-Xclang -disable-llvm-passes -emit-llvm -S -x c++ t.rewritten.cpp -o good.ll
	for seed in $(seq 1000); do
		perl -e 'my ($seed, $f) = @ARGV; srand $seed; open my $in, "<", $f; my @l = <$in>;
			for (1 .. 1 + int rand 4) { my $i = int rand @l; my $k = int rand 6;
				if ($k == 0) { splice @l, $i, 1 } elsif ($k == 1) { splice @l, $i, 0, $l[rand @l] }
				elsif ($k == 2) { $l[$i] =~ s/i32 \d+/"i32 " . int rand 99/e } elsif ($k == 3) { $l[$i] =~ s/ptr (?:addrspace\(\d\) )?\@[\w.]+/ptr null/ }
				elsif ($k == 4) { $l[$i] =~ s/\@([\w.]+)/\@_Z3foov/ } else { $l[$i] =~ s/!\d+/"!" . int rand 60/e } }
			print @l' "$seed" good.ll > in.ll
		rm -f out.bc
		status=0
		timeout 20 device-prepare --source=types.cpp --module-id-file=t.id -o out.bc in.ll 2> messages || status=$?
		[ "$status" -le 1 ] || { echo "seed $seed: status $status"; cat messages; return 1; }
		[ "$status" -eq 0 ] || { [ -s messages ] && [ ! -e out.bc ]; } || { echo "seed $seed: silent"; return 1; }
		! grep -q 'LLVM crashed' messages || { echo "seed $seed"; cat messages; return 1; }
	done
}
