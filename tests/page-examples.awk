# Takes the examples out of a page.  In pages of tools, literal blocks under EXAMPLES
# are commands behind "$ " and what they print; a comment line excuses one:
#
#	.\" not run: REASON
#
# and so does "..." in it.  In pages of formats a comment line names what the next
# literal block is:
#
#	.\" file NAME		a file of that name
#	.\" property-set NAME	a property file in normal form
#	.\" symbols		a symbol file in normal form
#	.\" run			commands behind "$ ", and what they print
#
# Prints a shell script that makes the files, runs the commands and compares.
function plain(text) {
	gsub(/\\&/, "", text)
	gsub(/\\-/, "-", text)
	gsub(/\\e/, "\\", text)
	return text
}
function finish_command() {
	if (command ~ /\.\.\./)
		;
	else if (command != "" && output == "" && is_tool)
		printf "{ %s\n} > printed\n", command
	else if (command != "" && is_tool)	# sizes change with every header
		printf "sizes() { sed -E 's/ *[0-9.]+ KiB/ KiB/'; }\nsizes <<'END_OF_OUTPUT' | diff -u - <(%s | sizes)\n%sEND_OF_OUTPUT\n", command, output
	else if (command != "")
		printf "diff -u - <(%s) <<'END_OF_OUTPUT'\n%sEND_OF_OUTPUT\n", command, output
	command = output = ""
}
/^\.Dt / { is_tool = $3 == 1 }
/^\.Sh / { examples = $2 == "EXAMPLES" }
/^\.\\" not run: ./ { excused = 1; next }
is_tool && examples && /^\.Bd/ { kind = excused ? "" : "run"; excused = 0 }
/^\.\\" (file|property-set|symbols|run)( |$)/ { kind = $2; name = $3 == "" ? "example" : $3 }
/^\.Bd/ && kind != "" { inside = 1; if (kind != "run") printf "cat > %s <<'END_OF_FILE'\n", name; next }
/^\.Ed/ && inside {
	if (kind == "run")
		finish_command()
	else
		print "END_OF_FILE"
	if (kind == "property-set")
		printf "\"$BUILD/tests/formats\" propset %s | diff -u %s -\n", name, name
	if (kind == "symbols")
		printf "\"$BUILD/tests/formats\" symbols %s | diff -u %s -\n", name, name
	inside = 0
	kind = ""
	next
}
inside && kind == "run" && /^\$ / { finish_command(); command = plain(substr($0, 3)); next }
inside && kind == "run" && command ~ /\\$/ { command = command "\n" plain($0); next }
inside && kind == "run" { output = output plain($0) "\n"; next }
inside { print plain($0) }
