# aspect-prop against a model, against faults put into it, and against damaged input.
load ../helper

tools=$root/tests/aspect-prop

@test "500 random modules: the same sets as a brute-force model that shares no code" {
	"$tools/compare" 1 500
}

@test "seeded faults in aspect-prop are all caught by the model" {
	run "$tools/faults" 100
	[ -z "$output" ] || { echo "$output"; return 1; }
	[ "$status" = 0 ]
	[ "$(grep -vc '^#' "$tools/faults.txt")" -ge 20 ]
}

@test "2000 damaged texts are read or diagnosed" {
	perl "$tools/generate.pl" 11 > random.ll
	"$tools/fuzz" 1 60 "$inputs"/aspect-prop/*.ll "$PWD/random.ll"
}

@test "400 bit flips in bitcode are read or diagnosed" {
	perl "$tools/generate.pl" 12 | "$LLVM_BIN/llvm-as" -o good.bc
	for seed in $(seq 400); do
		perl -e 'my ($seed, $f) = @ARGV; local $/; open my $in, "<:raw", $f; my $b = <$in>;
			my $x = $seed * 2654435761 % 4294967296; my $bit = $x % (8 * length $b);
			substr($b, $bit >> 3, 1) ^= chr(1 << ($bit & 7)); binmode STDOUT; print $b' "$seed" good.bc > in.bc
		rm -f out.bc
		status=0
		timeout 20 aspect-prop -o out.bc in.bc 2> message.txt || status=$?
		[ "$status" -le 1 ] || { echo "seed $seed: status $status"; return 1; }
		[ "$status" = 0 ] || grep -q 'error: ' message.txt || { echo "seed $seed: no message"; return 1; }
		[ "$status" = 0 ] || [ ! -e out.bc ] || { echo "seed $seed: half an output"; return 1; }
	done
}
