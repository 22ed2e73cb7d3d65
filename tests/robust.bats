# Failures around sycl-cc: killed stages, full disks, odd names, many
# files.  The result is right, or one error names the stage; no temporary stays.
load helper
load robust

# killer SIGNAL: a stage that starts the program that it replaces and kills itself before that is done
killer() {
	printf '#!/bin/sh\n"$@" &\nkill -%s $$\nsleep 9\n' "$1" > "kill-$1"
	chmod +x "kill-$1"
}

@test "a stage that is killed is named with its signal; no program and no temporary stays" {
	killer KILL
	killer TERM
	for killed in device-compile:KILL host-compile:TERM translate:TERM host-link:KILL; do
		node=${killed%:*} signal=${killed#*:}
		run -1 sycl-cc --stage "$node=$PWD/kill-$signal" "$program" part.o -o p
		[[ $output == "sycl-cc: error: "*"stage '$node' was ended by SIG$signal"* ]] || { echo "$node: $output"; return 1; }
		[ "$(grep -c 'sycl-cc: error: ' <<< "$output")" -eq 1 ]
	done
	sleep 1
	nothing_left
}

@test "a program that foreach started is killed: target, row, kernel and stage are named" {
	killer KILL
	cat > stage <<-END
		#!/bin/sh
		for word; do
			shift
			set -- "\$@" "\$word"
			[ "\$word" != -- ] || set -- "\$@" "$PWD/kill-KILL"
		done
		exec "\$@"
	END
	chmod +x stage
	run -1 sycl-cc --stage "translate=$PWD/stage" "$program" "$part" -o p
	[[ $output == "sycl-cc: error: target 'spir64', row 1 (kernel "*"), stage 'translate': 'kill-KILL' was ended by SIGKILL"* ]] || { echo "$output"; return 1; }
	[ "$(grep -c 'sycl-cc: error: ' <<< "$output")" -eq 1 ]
	[ ! -e p ]
	nothing_left
}

@test "SIGTERM and SIGHUP end the driver and all that it started at once" {
	nap="sleep 90.$$"	# another run of this test may be on the machine
	printf '#!/bin/sh\n%s & wait\n' "$nap" > slow
	chmod +x slow
	for end in preprocess:TERM:143 host-compile:HUP:129 translate:TERM:143; do
		signal=${end#*:}
		# Who runs the tests may ignore SIGHUP (nohup), which processes inherit.
		env --default-signal=HUP,TERM sycl-cc --stage "${end%%:*}=$PWD/slow" "$program" part.o -o p & pid=$!
		wait_for pgrep -f "$nap" > /dev/null
		kill "-${signal%:*}" "$pid"
		status=0
		wait "$pid" || status=$?
		[ "$status" -eq "${signal#*:}" ]
		run -1 pgrep -f "$nap"
	done
	[ ! -e p ]
	nothing_left
}

@test "where files cannot grow, the stage that wrote, or the plan, is named and nothing stays" {
	for blocks in 0 30 100; do
		run -1 sh -c 'ulimit -f "$1"; exec sycl-cc "$2" part.o -o p' sh "$blocks" "$program"
		[ "$(grep -c -e "sycl-cc: error: stage '.*'" -e 'sycl-cc: error: cannot write the plan' <<< "$output")" -eq 1 ] || { echo "$output"; return 1; }
		[ ! -e p ]
		nothing_left
	done
}

@test "a full disk: the stage, or the plan, is named and nothing stays" {
	cat > inside <<-'END'
		set -e
		mount -t tmpfs -o "size=$1" tmpfs "$PWD/tmp"
		shift
		status=0
		"$@" || status=$?
		find tmp -mindepth 1
		exit "$status"
	END
	unshare -rm true 2> /dev/null || skip 'no name space to mount a small disk in'
	for size in 4k 100k; do
		run -1 unshare -rm sh inside "$size" sycl-cc "$program" part.o -o p
		[ "$(grep -c "sycl-cc: error: " <<< "$output")" -eq 1 ] || { echo "$size: $output"; return 1; }
		[[ $output != *"$PWD/tmp/sycl-cc."*$'\n'tmp/* ]]
		[ ! -e p ]
	done
}

@test "an output that cannot be written is one error of the stage that writes it" {
	sycl-cc -save-temps=t --stop-after=host-compile -c "$part"
	for output_file in /dev/full/p 'no folder/p'; do
		run -1 sycl-cc part.o -o "$output_file"
		[ "$output" = "sycl-cc: error: cannot write '$output_file': there is no folder '${output_file%/p}'" ]
	done
	run -1 sycl-cc part.o -o tmp
	[ "$output" = "sycl-cc: error: cannot write 'tmp': it is a folder" ]
	run -1 sycl-cc part.o -o /proc/p
	[[ $output == *"sycl-cc: error: stage 'host-link' failed with status 1"* ]] || { echo "$output"; return 1; }
	run -1 sycl-cc -save-temps=t --start-at=object-pack -c "$part" -o /proc/p
	[[ $output == *"sycl-cc: error: stage 'object-pack' failed with status 1"* ]] || { echo "$output"; return 1; }
	nothing_left
}

@test "a read-only folder: the stage that writes there is named" {
	unshare -rm true 2> /dev/null || skip 'no name space to mount a read-only folder in'
	mkdir ro
	sycl-cc -save-temps=t --stop-after=host-compile -c "$part"
	cat > inside <<-'END'
		set -e
		mount --bind ro ro
		mount -o remount,ro,bind ro
		cd ro
		exec "$@"
	END
	run -1 unshare -rm sh inside sycl-cc ../part.o -o p
	[[ $output == *"Read-only file system"*"sycl-cc: error: stage 'host-link' failed with status 1"* ]] || { echo "$output"; return 1; }
	run -1 unshare -rm sh inside sycl-cc -save-temps=../t --start-at=object-pack -c "$part"
	[[ $output == "object-pack: error: cannot create 'square.o': Read-only file system
sycl-cc: error: stage 'object-pack' failed with status 1"* ]] || { echo "$output"; return 1; }
	run -1 unshare -rm sh inside sycl-cc -save-temps=t "$part"
	[[ $output == *"sycl-cc: error: cannot make folder 't'" ]]
	nothing_left
}

@test "no folder for temporary files: one error, and nothing is compiled" {
	TMPDIR=/proc/nothing run -1 sycl-cc "$program" -o p
	[ "$output" = "sycl-cc: error: cannot make a work folder in '/proc/nothing'" ]
	TMPDIR=$'two\nlines' run -1 sycl-cc "$program" -o p
	[ "$output" = $'sycl-cc: error: the name of the folder for temporary files must have no line break and no \'|\': \'two\nlines\'' ]
	run -1 sycl-cc -save-temps=/proc/nothing "$program" -o p
	[[ $output == *"sycl-cc: error: cannot make folder '/proc/nothing'" ]]
	run -1 sycl-cc --time-trace=/proc/nothing "$program" -o p
	[ "$output" = "sycl-cc: error: cannot write '/proc/nothing'" ]
}

@test "names with blanks, quotes, line breaks, stars and leading dashes: sources, folders and the program" {
	odd=$'-c "d\'$HOME'
	mkdir 'a  b*' "./$odd"
	cp "$program" $'a  b*/-two\nlines [1].cpp'
	cp "$part" "./$odd/it's # 100% \"so\"; \\.cpp"
	export TMPDIR=$PWD/'a  b*'
	sycl-cc -o '-p q' -- $'a  b*/-two\nlines [1].cpp' "$odd/it's # 100% \"so\"; \\.cpp"
	run -0 './-p q'
	[ "$output" = 49 ]
	cd "./$odd"
	sycl-cc -c ./*.cpp
	[ -s "it's # 100% \"so\"; \\.o" ]
	sycl-cc -save-temps='-t u' $'../a  b*/-two\nlines [1].cpp' ./*.o -o p
	run -0 ./p
	[ -s './-t u/post-link.table' ]
	[ "$(find '../a  b*' -mindepth 1 | wc -l)" -eq 2 ]
}

@test "the ninja and make forms name files with blanks, quotes and dollars; for others they say so" {
	cp "$program" "it's \$a \"#1\".cpp"
	mv part.o 'b "c".o'
	sycl-cc "it's \$a \"#1\".cpp" 'b "c".o' -o direct
	sycl-cc --graph=ninja "it's \$a \"#1\".cpp" 'b "c".o' -o 'a p' > build.ninja
	ninja > log
	cmp 'a p' direct
	sycl-cc --graph=make "it's \$a \"#1\".cpp" 'b "c".o' -o 'p 2' > p.mk
	make -s -f p.mk
	cmp 'p 2' direct
	cp "$program" $'two\nlines.cpp'
	cp "$program" '100%.cpp'
	run -1 sycl-cc --graph=ninja $'two\nlines.cpp'
	[ "$output" = $'sycl-cc: error: --graph=ninja cannot name \'two\nlines.cpp\': it holds a line break or \'|\'' ]
	run -1 sycl-cc --graph=make '100%.cpp'
	[ "$output" = "sycl-cc: error: --graph=make cannot name '100%.cpp': it holds one of %;|=*?[\\" ]
}

@test "a source on standard input: compiled, linked, preprocessed, as with clang++" {
	sycl-cc -x c++ - -x none part.o -o p < "$program"
	run -0 ./p
	[ "$output" = 49 ]
	TMPDIR=$PWD sycl-cc -x c++ - -x none part.o -o q < "$program"
	cmp p q
	echo 'int main() { return nothing; }' > bad
	run -1 sycl-cc -x c++ -c - < bad
	[[ $output == "<stdin>:1:21: error: use of undeclared identifier 'nothing'"* ]] || { echo "$output"; return 1; }
	sycl-cc -fno-sycl -E -dM - < /dev/null | grep -q "#define __clang_major__ $llvm_version"
	run -2 sycl-cc -c - < "$program"
	[ "${lines[0]}" = 'sycl-cc: error: -E or -x required when input is from standard input' ]
	run -1 sycl-cc -E "$program" -include none.h
	[[ $output == *"fatal error: 'none.h' file not found"*"sycl-cc: error: stage 'preprocess' failed with status 1" ]]
	nothing_left
}

@test "a folder may have any name that a file table can hold, the others are refused" {
	odd=$'{a,b=c} %s *?[x] "$HOME" `id` \\ ;& #@!~ \xff \t(d)'
	mkdir "$odd"
	cp "$program" "$odd/source.cpp"
	TMPDIR=$PWD/$odd sycl-cc -O1 -fsycl-targets=spir64,x86_64 "$odd/source.cpp" "$part" -o "$odd/p"
	run -0 "$odd/p"
	[ "$output" = 49 ]
	[ "$(find "$odd" -type f | wc -l)" -eq 2 ]
	sycl-cc -save-temps="$odd/t" -c "$odd/source.cpp" -o "$odd/source.o"
	sycl-cc -save-temps="$odd,t" "$odd/source.o" part.o -o q
	./q
	for folder in $'a\rb' $'a\nb' 'a|b'; do
		run -1 sycl-cc -save-temps="$folder" part.o -o q
		[ "${lines[0]%%:*}" = sycl-cc ]
		[[ $output == *"the name of the folder for -save-temps must have no line break and no '|'"* ]]
		TMPDIR=$folder run -1 sycl-cc part.o -o q
		[[ $output == *"the name of the folder for temporary files must have no line break and no '|'"* ]]
	done
	run -1 sycl-cc -fsycl-link part.o -o "$odd/device.o"
	[[ $output == *"must have no '%', because ld.lld replaces it"* ]]
}

# taken: the link takes device code; without any it links an empty module
taken() {
	[ -s t/device-select.list ] && ! grep -q /empty t/device-select.list
}

@test "members of archives may have any name; archives that the linker alone is told of bring device code" {
	sycl-cc -O1 -c "$program" -o use.o
	for name in $'a\nb.o' 'a|b.o' $'a\rb.o' 'a(b.o' 'a)b.o' 'a%s,"*.o'; do
		rm -f lib.a
		cp part.o "$name"
		ar rc lib.a "$name"
		for linker in bfd lld; do
			sycl-cc -save-temps=t --stop-after=device-select -fuse-ld=$linker use.o lib.a -o p
			taken || { echo "$name with $linker"; return 1; }
		done
	done
	cp lib.a 'lib|(b).a'
	sycl-cc -save-temps=t --stop-after=device-select use.o 'lib|(b).a' -o p
	taken
	for words in -Wl,lib.a '-Wl,--whole-archive,lib.a,--no-whole-archive' '-Xlinker lib.a' '-L. -Wl,-l:lib.a'; do
		# shellcheck disable=SC2086 # words
		sycl-cc -save-temps=t --stop-after=device-select use.o $words -o p
		taken || { echo "$words"; return 1; }
	done
	sycl-cc -Wl,use.o -Wl,lib.a -o p
	run -0 ./p
	[ "$output" = 49 ]
}

@test "a stage that writes nothing and ends well is an error, also where an earlier -save-temps left its file" {
	sycl-cc -save-temps=t "$program" part.o -o p
	rm p
	# Nobody's output is a file that was there.
	for node in aspect-prop-2 device-link post-link translate offload-wrap host-compile; do
		case $node in
		aspect-prop-2 | host-compile) from='' ;;
		*) from=--start-at=$node ;;
		esac
		run -1 sycl-cc -save-temps=t $from --stage "$node=/bin/true" "$program" part.o -o p
		[[ $output == "sycl-cc: error: "*"stage '$node' ended with status 0 and wrote nothing"* ]] || { echo "$node: $output"; return 1; }
		[ ! -e p ]
	done
	run -1 sycl-cc --stage device-link=/bin/true "$program" part.o -o p
	[[ $output == "sycl-cc: error: stage 'device-link' ended with status 0 and wrote nothing"* ]]
	nothing_left
}

@test "a file that may not grow is told by each tool, which leaves nothing" {
	sycl-cc -save-temps=t "$program" part.o -o p
	for command in "aspect-prop -o out t/use-square.device-prepare.bc" "post-link --properties -o out t/device-link.bc" \
		"device-prepare --source=x --module-id-file=t/use-square.module-id -o out t/use-square.device-compile.ll" \
		"attr-rewrite -o out t/use-square.preprocess.ii" "mux-aot -o out t/post-link_0.bc" \
		"offload-wrapper --target=spir64 --kind=sycl --format=spirv -o out t/spir64/post-link_0-1-1.spv" \
		"object-pack --image=spirv64-unknown-unknown,t/use-square.aspect-prop-2.bc --into=t/use-square.host-compile.o -o out"; do
		mkdir d
		run -1 sh -c 'cd d && ulimit -f 0 && ln -s ../t t && exec $1' sh "$command"
		[[ $output == *"${command%% *}: error: cannot "*"File too large"* ]] || { echo "$command: $output"; return 1; }
		[ "$(echo d/*)" = d/t ] || { echo "$command: $(echo d/*)"; return 1; }
		rm -r d
	done
}

@test "what a killed driver leaves, files and programs, goes at the next start; a living one's stays" {
	nap="sleep 91.$$"
	printf '#!/bin/sh\n%s & wait\n' "$nap" > slow
	chmod +x slow
	for _ in killed living; do
		sycl-cc --stage "translate=$PWD/slow" "$program" part.o -o p & pid=$!
		wait_for eval '[ "$(pgrep -f -c "$nap")" -eq "$((${#pids[@]} + 1))" ]'
		pids+=("$pid")
	done
	kill -KILL "${pids[0]}"
	wait "${pids[0]}" || :
	[ "$(find tmp -maxdepth 1 -name 'sycl-cc.*' | wc -l)" -eq 2 ]
	sycl-cc part.o "$BATS_FILE_TMPDIR/main.o" -o q
	[ "$(find tmp -maxdepth 1 -name 'sycl-cc.*' | wc -l)" -eq 1 ]
	[ "$(pgrep -f -c "$nap")" -eq 1 ]
	kill "${pids[1]}"
	wait "${pids[1]}" || :
	nothing_left
}
