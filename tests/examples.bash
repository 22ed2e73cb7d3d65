# The page of examples/ as a test.  Loaded by examples.bats here and in long/.

# run_page PATTERN: runs the commands of the page that match it, and compares what they print
run_page() {
	local i number
	cp -r "$root/examples" e
	awk -v pattern="$1" '
		/^    \$ / { inside = $0 ~ pattern }
		/^    \$ / && inside { n++; print substr($0, 7) > (n ".sh"); printf "" > (n ".out"); next }
		/^    / && inside { print substr($0, 5) > (n ".out"); next }
		{ inside = 0 }
		END { print n + 0 }' e/README.md > number
	cd e || return 1
	# Precompiled headers take half the time.
	export SYCL_CC_CACHE=$BATS_TEST_TMPDIR/cache
	number=$(cat ../number)
	[ "$number" -gt 0 ] || return 1
	for i in $(seq "$number"); do
		sed -i "s|=/usr/local|=$BUILD|" "../$i.sh"
		(sh -eu "../$i.sh") > ../printed || { cat "../$i.sh" ../printed; return 1; }
		# The page's * is any text.
		# shellcheck disable=SC2053
		[[ $(cat ../printed) == $(cat "../$i.out") ]] || { cat "../$i.sh"; diff "../$i.out" ../printed; return 1; }
	done
}
