# plan-print on small plans: every form does what plan-run does.
load helper
load plan

@test "a plan is run and printed in every form, and each form makes the same files" {
	printf 'source' > s
	plan 'one:w/a:s:cat s > w/a' 'two:w/b:s:tr a-z A-Z < s > w/b' 'three:c:w/a,w/b:cat w/a w/b > c'
	for form in run sh ninja make; do
		rm -rf w c
		case $form in
		run) plan-run p ;;
		sh) plan-print p | sh ;;
		*) mkdir -p w; plan-print --form=$form < p > rules; $form -f rules > log ;;
		esac
		[ "$(cat c)" = sourceSOURCE ] || { echo $form; return 1; }
	done
	plan-print --form=json p | jq -e '[.[].node] == ["one", "two", "three"] and .[2].inputs == ["w/a", "w/b"] and .[0].command[0] == "sh"'
	[ "$(plan-print --form=dot p | grep -c -- '->')" -eq 4 ]
}

@test "values hold any byte: blanks, bars, backslashes, quotes, line breaks" {
	plan 'odd:w/a::x'
	sed -i '/^word/d; /^end/d' p
	printf 'word|printf\nword|%%s,\nword|a b\nword|\\174\nword|\\134\nword|it'"'"'s "\nword|x\\012y\nword|\nend|\n' >> p
	sed -i 's|^output.*|output\|-|' p
	run -0 plan-run p
	[ "$output" = $'a b,|,\\,it\'s ",x\ny,,' ] || { echo "$output"; return 1; }
	plan-print p | grep -v '^mkdir' > lines
	run -0 sh lines
	[ "$output" = $'a b,|,\\,it\'s ",x\ny,,' ]
}

@test "what is no plan, and a plan that breaks off, print nothing" {
	plan 'one:w/a::echo never > w/a'
	sed -i '$d' p
	run -1 plan-print p
	[ "$output" = "plan-print: error: 'p' breaks off: the plan has no row 'end'" ]
	run -1 plan-print < p
	[ -z "$output" ]
	printf '[Field|Value]\nnode|one\noutput|x\nend|\n' > q
	run -1 plan-print -o rules q
	[ "$output" = "plan-print: error: node 'one' has no command" ]
	[ ! -e rules ]
	printf 'node\0one' > q
	run -1 plan-print q
	[ "$output" = "q:1: error: line contains a NUL byte" ]
	run -2 plan-print --form=jsn p
	[[ ${lines[0]} == "plan-print: error: "*"'jsn'"* ]]
	run -2 plan-print p q
}
