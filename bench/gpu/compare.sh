#!/bin/sh
# compare.sh THEIRS OURS: runs both programs in turn, three times, and prints for each
# row the least time of each in microseconds and the ratio of theirs to ours.
set -e
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
for round in 1 2 3; do
	"$1" | sed 's/^/theirs /' >> "$rows"
	"$2" | sed 's/^/ours /' >> "$rows"
done
awk '
{ key = $1 SUBSEP $2 }
!(key in least) || $3 < least[key] { least[key] = $3 }
{ sum[key] = $4 }
$1 == "ours" && !seen[$2]++ { name[++n] = $2 }
END {
	printf "%-14s %10s %10s %7s\n", "row", "theirs", "ours", "ratio"
	for (i = 1; i <= n; i++) {
		a = "theirs" SUBSEP name[i]
		b = "ours" SUBSEP name[i]
		off = sum[a] - sum[b]
		if (off < 0)
			off = -off
		if (off > 1e-4 * (sum[a] < 0 ? -sum[a] : sum[a])) {
			printf "compare.sh: error: %s: the sum of the result is %s, not %s\n", name[i], sum[b], sum[a] > "/dev/stderr"
			wrong = 1
		}
		printf "%-14s %10.2f %10.2f %7.3f\n", name[i], least[a], least[b], least[a] / least[b]
	}
	exit wrong
}' "$rows"
