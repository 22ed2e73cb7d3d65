# For plan-run.bats and plan-print.bats: plans made by hand.

# plan ROW...: the file p; a node "touch" for each row "NODE:OUTPUT:INPUT,...:SHELL TEXT"
plan() {
	printf '[Field|Value]\nwork|%s\nfolder|w\n' "$PWD/w" > p
	for node; do
		IFS=: read -r name output input text <<< "$node"
		printf 'node|%s\noutput|%s\n' "$name" "$output" >> p
		[ -z "$input" ] || printf 'input|%s\n' ${input//,/ } >> p
		printf 'word|%s\n' sh -c "$text" >> p
	done
	echo 'end|' >> p
}
