# The Debian packages as Debian's own checker sees them.
load ../helper

@test "lintian finds no error in the Debian packages" {
	command -v lintian > /dev/null || skip 'no lintian'
	make -s -C "$root" BUILD="${BUILD#"$root"/}" deb | sed "s|^|$root/|" > debs
	[ "$(wc -l < debs)" = 3 ]
	# shellcheck disable=SC2046 # a path each, without blanks
	run -0 lintian --allow-root --fail-on error $(cat debs)
}

@test "the Debian packages made twice have the same bytes" {
	for i in 1 2; do
		make -s -C "$root" BUILD="${BUILD#"$root"/}" deb | sed "s|^|$root/|" > debs
		mkdir $i
		# shellcheck disable=SC2046 # a path each, without blanks
		cp $(cat debs) $i
	done
	[ "$(find 1 -type f | wc -l)" = 3 ]
	diff -r 1 2
}
