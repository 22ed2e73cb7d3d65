# file-table-tform: every action, in command-line order, and what it says about bad input.
load helper

# table FILE LINE...: a file with these lines
table() {
	file=$1
	shift
	printf '%s\n' "$@" > "$file"
}

# is FILE LINE...: the file has exactly these lines
is() {
	file=$1
	shift
	diff -u <(printf '%s\n' "$@") "$file"
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	table abc.table '[A|B|C]' '1|2|3' '4|5|6'
	table pq.table '[P|Q]' '7|8' '9|0'
	table xy.list x y
	table t.table '[Code|Reason]' 'a.bc|' 'b.bc|lacks fp64' 'c.bc|'
}

# complains STATUS TEXT ARG...: no output file, and this message
complains() {
	local status_wanted=$1 text=$2
	shift 2
	rm -f got
	run "-$status_wanted" --separate-stderr file-table-tform "$@" -o got
	[ "${stderr_lines[0]}" = "$text" ] || { echo "$stderr"; return 1; }
	[ -z "$output" ]
	[ ! -e got ]
}

# --- reading and writing ---------------------------------------------------

@test "an empty file is a table without columns" {
	: > empty
	file-table-tform empty -o got
	is got '[]'
	file-table-tform -drop_titles empty -o got
	[ ! -s got ]
	printf '\n\n' > blank
	file-table-tform blank -o got
	is got '[]'
}

@test "a title line alone is a table without rows" {
	table t '[Code|Symbols]'
	file-table-tform -extract=Code t -o got
	is got '[Code]'
}

@test "names the physical line of a row with too few or too many cells" {
	table t '[A|B]' '' '1|2' '3'
	complains 1 't:4: error: row has 1 cell, the title row has 2' t
	table t '1|2' '1|2|3|4'
	complains 1 't:2: error: row has 4 cells, the first row has 2' t
}

@test "rejects malformed title lines" {
	table t '[A|B'
	complains 1 "t:1: error: malformed title line: no ']' at its end" t
	table t '[A|A]'
	complains 1 "t:1: error: column 'A' appears twice" t
}

# status: tform-extract
@test "extracts columns in table order" {
	file-table-tform -extract=C,A abc.table -o got
	is got '[A|C]' '1|3' '4|6'
	complains 1 "abc.table: error: no column 'Z'" -extract=Z abc.table
	complains 1 "t.table: error: no column 'Cod', did you mean 'Code'?" -extract=Cod t.table
}

@test "a wrong list of columns is a wrong command line" {
	complains 2 "file-table-tform: error: option '-extract' names column 'A' twice" -extract=A,A abc.table
	complains 2 "file-table-tform: error: option '-extract': 'A,,B' has an empty column name" -extract=A,,B abc.table
	complains 2 "file-table-tform: error: option '-extract' wants column names, not ''" -extract= abc.table
}

@test "CR LF reads like LF and is written as LF" {
	printf '[A|B]\r\n1|2\r\n\r\n3|4\r\n' > t
	file-table-tform t -o got
	is got '[A|B]' '1|2' '3|4'
}

@test "empty cells survive a round trip" {
	table t '[A|B|C]' 'x||z' '||'
	file-table-tform t -o got
	is got '[A|B|C]' 'x||z' '||'
}

@test "a missing last newline is accepted and added" {
	printf '[A]\nx' > t
	file-table-tform t -o got
	is got '[A]' x
}

@test "a line of blanks is a row, blanks are kept, and a later '[' is an ordinary cell" {
	table t '[A]' '  ' '' '[x]' ' a '
	file-table-tform t -o got
	is got '[A]' '  ' '[x]' ' a '
}

@test "an untitled table gets numbers as titles" {
	file-table-tform xy.list -o got
	is got '[0]' x y
	table t 'a|b'
	file-table-tform -extract=1 t -o got
	is got '[1]' b
}

@test "'-' is standard input and standard output" {
	[ "$(file-table-tform -extract=B -drop_titles - -o - < abc.table | tr '\n' ,)" = 2,5, ]
	file-table-tform -replace=B,0 abc.table - -o=got < xy.list
	is got '[A|B|C]' '1|x|3' '4|y|6'
	complains 2 'file-table-tform: error: standard input cannot be read twice' -replace=B,0 - -
}

@test "a pipe may be the input" {
	mkfifo pipe
	cat abc.table > pipe &
	file-table-tform -extract=A pipe -o got
	is got '[A]' 1 4
}

# --- actions ---------------------------------------------------------------

# status: tform-replace
@test "replaces a column by that of a list or table" {
	table t '[Code|Symbols]' 'a|s' 'b|t'
	file-table-tform -replace=Code,Code t xy.list -o got
	is got '[Code|Symbols]' 'x|s' 'y|t'
	file-table-tform -replace=B,Q abc.table pq.table -o got
	is got '[A|B|C]' '1|8|3' '4|0|6'
	file-table-tform -replace=any,Q xy.list pq.table -o got
	is got '[0]' 8 0
}

@test "replace wants the same number of rows on both sides" {
	table one.list x
	complains 1 "abc.table: error: column 'B' has 2 rows to replace, column '0' of 'one.list' has 1" \
		-replace=B,0 abc.table one.list
	table three.list x y z
	complains 1 "abc.table: error: column 'B' has 2 rows to replace, column '0' of 'three.list' has 3" \
		-replace=B,0 abc.table three.list
	: > empty.list
	complains 1 "abc.table: error: column 'B' has 2 rows to replace, column 'Q' of 'empty.list' has 0" \
		-replace=B,Q abc.table empty.list
	complains 1 'empty.list: error: the table has no columns' -replace=A,0 empty.list empty.list
	complains 1 "pq.table: error: no column 'Z'" -replace=B,Z abc.table pq.table
}

# status: tform-side-input
@test "each consuming action takes the next side input" {
	file-table-tform -replace=A,P -replace=B,0 -replace_cell=C,0 abc.table pq.table xy.list t.table -o got
	is got '[A|B|C]' '7|x|t.table' '9|y|6'
	complains 2 "file-table-tform: error: no side input for '-replace'" -replace=A,P -replace=B,0 abc.table pq.table
	complains 2 "file-table-tform: error: no action reads 'xy.list'" -replace=A,P abc.table pq.table xy.list
}

# status: tform-order
@test "actions run in command-line order" {
	file-table-tform -rename=A,X -extract=X abc.table -o got
	is got '[X]' 1 4
	complains 1 "abc.table: error: no column 'X'" -extract=X -rename=A,X abc.table
	file-table-tform -extract=A,B -rename=B,Z abc.table -o got
	is got '[A|Z]' '1|2' '4|5'
}

@test "puts the path of a file in one cell as typed" {
	: > f.bin
	file-table-tform -replace_cell=B,1 abc.table ./f.bin -o got
	is got '[A|B|C]' '1|2|3' '4|./f.bin|6'
	complains 1 "file-table-tform: error: cannot read 'none': No such file or directory" \
		-replace_cell=B,1 abc.table none
	complains 1 'abc.table: error: no row 2 to replace: there are 2, counted from 0' -replace_cell=B,2 abc.table f.bin
}

@test "a row that is no number is a wrong command line" {
	for row in x -1 1x '' 0x1; do
		complains 2 "file-table-tform: error: option '-replace_cell' wants COL,ROW with a row number from 0, not 'B,$row'" \
			"-replace_cell=B,$row" abc.table xy.list || return 1
	done
}

@test "copies the file that a cell names" {
	printf 'a\0b\377' > data
	table t '[A|B]' 'none|' 'data|'
	file-table-tform -copy_single_file=A,1 t -o got
	cmp data got
	complains 2 "file-table-tform: error: option '-copy_single_file' must be the last action, '-extract' follows it" \
		-copy_single_file=A,0 -extract=A t
}

@test "says why there is no single file to copy" {
	table t '[A|B]' 'none|' 'data|'
	complains 1 "t:2: error: cannot read 'none': No such file or directory" -copy_single_file=A,0 t
	complains 1 "t:3: error: no file to copy: the cell of column 'B' is empty" -copy_single_file=B,1 t
	complains 1 't: error: no row 2 to copy: there are 2, counted from 0' -copy_single_file=A,2 t
	mkdir data
	complains 1 "t:3: error: cannot read 'data': Is a directory" -copy_single_file=A,1 t
}

@test "merges tables with equal titles in row order" {
	table m '[N|T]' '0|p' '1|q'
	table p '[K|L]' 'k0|l0'
	table q '[K|L]' 'k1|l1' 'k2|l2'
	file-table-tform -merge=T m -o got
	is got '[K|L]' 'k0|l0' 'k1|l1' 'k2|l2'
	table m '[N|T]'
	file-table-tform -merge=T m -o got
	is got '[]'
}

@test "merge refuses different titles and tells which table it was" {
	table m '[N|T]' '0|p' '1|q'
	table p '[K|L]' 'k0|l0'
	table q '[L|K]' 'k1|l1'
	complains 1 "q: error: column 0 is 'L', in the first merged table it is 'K'" -merge=T m
	[ "${stderr_lines[1]}" = 'm:3: note: the table to merge is named here' ]
	table q '[K]' k1
	complains 1 'q: error: the table has 1 column, the first merged one has 2' -merge=T m
	rm q
	complains 1 "file-table-tform: error: cannot read 'q': No such file or directory" -merge=T m
	[ "${stderr_lines[1]}" = 'm:3: note: the table to merge is named here' ]
	table m '[N|T]' '0|p' '1|'
	complains 1 'm:3: error: no table to merge: the cell is empty' -merge=T m
}

@test "renames a column, but not to a title that exists" {
	file-table-tform -rename=A,AA abc.table -o got
	is got '[AA|B|C]' '1|2|3' '4|5|6'
	file-table-tform -rename=A,B,C abc.table -o got
	is got '[B,C|B|C]' '1|2|3' '4|5|6'
	complains 1 "abc.table: error: column 'B' exists already" -rename=A,B abc.table
	complains 2 "file-table-tform: error: option '-rename' wants OLD,NEW, not 'A'" -rename=A abc.table
}

# status: tform-select
@test "selects rows by the value of a cell" {
	file-table-tform --select=Reason= -extract=Code -drop_titles -o got t.table
	is got a.bc c.bc
	file-table-tform '--select=Reason=lacks fp64' t.table -o got
	is got '[Code|Reason]' 'b.bc|lacks fp64'
	file-table-tform --select=Code=none t.table -o got
	is got '[Code|Reason]'
	complains 2 "file-table-tform: error: option '--select' wants COL=VALUE, not 'Code'" --select=Code t.table
}

# status: tform-where
@test "where limits replacing to the rows that match" {
	file-table-tform --where=Reason= -replace=Code,0 -o got t.table xy.list
	is got '[Code|Reason]' 'x|' 'b.bc|lacks fp64' 'y|'
	table three.list 1 2 3
	complains 1 "t.table: error: column 'Code' has 2 rows to replace, column '0' of 'three.list' has 3" \
		--where=Reason= -replace=Code,0 t.table three.list
}

@test "where with no matching row takes an empty list" {
	: > empty.list
	file-table-tform --where=Reason=none -replace=Code,0 -o got t.table empty.list
	cmp t.table got
}

@test "where limits the other cell actions until it is taken back" {
	file-table-tform --where=Reason= -replace_cell=Code,1 --add-column=Mark=yes -o got t.table xy.list
	is got '[Code|Reason|Mark]' 'a.bc||yes' 'b.bc|lacks fp64|' 'xy.list||yes'
	file-table-tform --where=Reason= --where= --add-column=Mark=yes -o got t.table
	is got '[Code|Reason|Mark]' 'a.bc||yes' 'b.bc|lacks fp64|yes' 'c.bc||yes'
	file-table-tform '--where=Reason=lacks fp64' -extract=Code --sort=Code -o got t.table
	is got '[Code]' a.bc b.bc c.bc
	: > b.bc
	file-table-tform '--where=Reason=lacks fp64' -copy_single_file=Code,0 -o got t.table
	cmp b.bc got
}

@test "adds a column, empty or with a value" {
	file-table-tform --add-column=D --add-column=E=x=y abc.table -o got
	is got '[A|B|C|D|E]' '1|2|3||x=y' '4|5|6||x=y'
	complains 1 "abc.table: error: column 'B' exists already" --add-column=B=1 abc.table
	complains 2 "file-table-tform: error: option '--add-column': 'D=a|b' cannot be in a file table: it contains '|'" \
		'--add-column=D=a|b' abc.table
}

@test "sorts bytewise, equal cells in table order" {
	table t '[A|B]' 'b|1' 'a|2' 'b|3' '|4' 'a|5' 'B|6' 'aa|7'
	file-table-tform --sort=A t -o got
	is got '[A|B]' '|4' 'B|6' 'a|2' 'a|5' 'aa|7' 'b|1' 'b|3'
}

@test "a missing -o or input is a wrong command line" {
	run -2 --separate-stderr file-table-tform abc.table
	[ "${stderr_lines[0]}" = "file-table-tform: error: no output: option '-o' is missing" ]
	complains 2 'file-table-tform: error: no input table'
}

@test "wrong arguments are wrong command lines" {
	complains 2 "file-table-tform: error: option '-replace' wants DST,SRC, not 'A'" -replace=A abc.table xy.list
	complains 2 "file-table-tform: error: option '-replace' wants DST,SRC, not 'A,B,C'" -replace=A,B,C abc.table xy.list
	complains 2 "file-table-tform: error: option '-merge' wants a column name, not ''" -merge= abc.table
	complains 2 "file-table-tform: error: option '--where' wants COL=VALUE, not 'A'" --where=A abc.table
	complains 2 "file-table-tform: error: option '--add-column' wants NAME or NAME=VALUE, not '=x'" --add-column==x abc.table
	complains 2 "file-table-tform: error: option '-rename': 'a|b' cannot be in a file table: it contains '|'" '-rename=A,a|b' abc.table
	complains 2 $'file-table-tform: error: option \'--add-column\': \'x=\\x0dy\' cannot be in a file table: it contains a line break' \
		$'--add-column=x=\ry' abc.table
}

@test "wrong forms and copies are wrong command lines" {
	complains 2 "file-table-tform: error: option '--print' wants tsv, json, pretty or words, not 'xml'" --print=xml abc.table
	complains 2 "file-table-tform: error: option '--print' has nothing to print with '-copy_single_file'" \
		--print=tsv -copy_single_file=A,0 abc.table
	complains 2 "file-table-tform: error: option '-copy_single_file' is given twice" \
		-copy_single_file=A,0 -copy_single_file=A,1 abc.table
	complains 2 "file-table-tform: error: option '-copy_single_file' wants COL,ROW with a row number from 0, not 'A'" \
		-copy_single_file=A abc.table
}

# --- forms -----------------------------------------------------------------

@test "prints tab-separated values" {
	printf '[A|B]\na\tb|c\\d\n' > t
	run -0 file-table-tform --print=tsv t
	[ "$output" = $'A\tB\na\\tb\tc\\\\d' ]
	run -0 file-table-tform --print=tsv -drop_titles -extract=A abc.table
	[ "$output" = $'1\n4' ]
}

@test "prints JSON" {
	printf '[A|B]\nx|\n"\\\1|\377\303\244\n' > t
	file-table-tform --print=json t -o got
	is got '[' '  {"A": "x", "B": ""},' '  {"A": "\"\\\u0001", "B": "\udcffä"}' ']'
	file-table-tform --print=json --select=A=none t -o got
	is got '[' ']'
}

@test "prints aligned columns for a person" {
	printf '[Code|Reason|N]\na.bc||1\nlonger.bc|lacks \303\244|22\nx\1|\n' | sed '$s/|$/||/' > t
	file-table-tform --print=pretty t -o got
	is got 'Code       Reason   N' '---------  -------  --' 'a.bc                1' 'longer.bc  lacks ä  22' 'x\x01'
}

# --- bad input -------------------------------------------------------------

@test "names an input that is missing, a directory or unreadable" {
	complains 1 "file-table-tform: error: cannot read 'none': No such file or directory" none
	mkdir dir
	complains 1 "file-table-tform: error: cannot read 'dir': Is a directory" dir
	complains 1 "file-table-tform: error: cannot read 'dir': Is a directory" -replace=A,0 abc.table dir
	complains 1 "file-table-tform: error: cannot read '/proc/self/mem': Input/output error" /proc/self/mem
}

@test "names the line of a NUL byte" {
	printf '[A]\nx\ny\0z\n' > t
	complains 1 't:3: error: line contains a NUL byte' t
	printf '[A\0]\n' > t
	complains 1 't:1: error: line contains a NUL byte' t
}

@test "names an endless line and holds little of it" {
	{ echo '[A]'; head -c 100000000 /dev/zero | tr '\0' x; } > t
	# address sanitizer reserves terabytes
	( [ "$TEST_SET" = asan ] || ulimit -v 20000; complains 1 't:2: error: line is longer than 1048576 bytes' t )
}

@test "a full disk is an error and a failure keeps the old output" {
	run -1 --separate-stderr file-table-tform abc.table -o /dev/full
	[ "$stderr" = "file-table-tform: error: cannot write '/dev/full': No space left on device" ]
	run -1 --separate-stderr bash -c 'file-table-tform abc.table -o - > /dev/full'
	[ "$stderr" = "file-table-tform: error: cannot write '-': No space left on device" ]
	mkdir dir
	run -1 --separate-stderr file-table-tform abc.table -o dir
	[ "$stderr" = "file-table-tform: error: cannot create 'dir': Is a directory" ]
	echo old > got
	run -1 file-table-tform -extract=Z abc.table -o got
	is got old
	[ "$(find . -name 'got*')" = ./got ]
}

@test "a small table reaches standard output whole or not at all" {
	table t '[A|B]' '1|2' '3'
	run -1 --separate-stderr file-table-tform t -o -
	[ -z "$output" ]
}

@test "refuses to write what would not be read back" {
	table t '[A|B]' '1|' '[x|2'
	complains 1 't:2: error: the only cell is empty: a table of one column cannot hold that row' -extract=B t
	complains 1 "t:3: error: without titles the cell '[x' would be read as a title line" --sort=A --select='A=[x' -drop_titles t
	printf '[A|B]\n1\r|2\n' > t
	complains 1 't:2: error: the last cell ends in a carriage return' -extract=A t
}

@test "output may be the input" {
	file-table-tform -extract=A abc.table -o abc.table
	is abc.table '[A]' 1 4
}

@test "words: a response file, cells quoted where they must be" {
	printf '[Code|Name]\na.bc|plain\na b.bc|it'"'"'s "so" \\ $HOME `id`\n|-x=1,2:3@4%%\n' > t
	run -0 file-table-tform --print=words t
	[ "$output" = 'a.bc plain
"a b.bc" "it'"'"'s \"so\" \\ \$HOME \`id\`"
"" -x=1,2:3@4%' ]
	eval "set -- ${output//$'\n'/ }"
	[ "$4" = "it's \"so\" \\ \$HOME \`id\`" ]
}
