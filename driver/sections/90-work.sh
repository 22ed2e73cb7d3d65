# 90-work.sh: the work folder, and the end of a run
#
# Nodes write their files into $work: the folder of -save-temps, or a temporary one
# that plan-run removes.
#
# Offers: must_lack open_work
# Uses: die escape fatbinary $carriage_return $escaped

# open_work: makes $work and sets the traps that remove it
open_work() {
	case $plan in
	run | script) ;;
	*) save_temps=${save_temps:-${output:-a.out}.sycl-cc} ;;
	esac
	trap cleanup EXIT
	trap 'exit 129' HUP
	trap 'exit 130' INT
	trap 'exit 143' TERM
	# Without the signal, a write beyond the limit fails and the program reports it.
	trap '' XFSZ
	for open_file in ${time_trace:+"$time_trace"} ${report:+"$report"}; do
		[ "$plan" != run ] || { printf '' >> "$open_file"; } 2>/dev/null || {
			plan=none
			die "cannot write '$open_file'"
		}
	done
	if [ -n "$save_temps" ]; then
		keep_work
	elif [ "$plan" = script ]; then
		work=$work_mark
	elif [ -n "$crash_bundle" ]; then
		make_folder "$crash_bundle"
		make_work "$crash_bundle"
	else
		sweep "${TMPDIR:-/tmp}"
		make_work "${TMPDIR:-/tmp}"
	fi
	case ${cuda_path:+cuda} in
	cuda) must_lack , "$work" 'fatbinary splits at it' ;;
	*) ;;
	esac
	in_work "$link_words"
	link_words=$replaced
	in_work "$link_inputs"
	link_inputs=$replaced
	in_work "$source_words"
	source_words=$replaced
}

# keep_work: the work folder is that of -save-temps
keep_work() {
	tables_can_name "$save_temps" || die "the name of the folder for -save-temps must have no line break and no '|': '$save_temps'"
	# post-link takes what is before a comma for the name of a target, unless a folder is there.
	case $save_temps in
	/*) work=$save_temps ;;
	-* | *,*) work=./$save_temps ;;
	*) work=$save_temps ;;
	esac
	[ "$plan" = script ] || make_folder "$work"
	if [ "$plan" = run ]; then
		# Files are named after nodes: of two runs in one folder the second waits.
		exec 9< "$work"
		flock 9
		locked=yes
	fi
}

# tables_can_name PATH: files in it can be in a cell of a file table
tables_can_name() {
	case $1 in
	*'|'* | *"
"* | *"$carriage_return"*) return 1 ;;
	*) ;;
	esac
}

# must_lack CHARACTER PATH WHY: refuses a path that some program would misread
must_lack() {
	case $2 in
	*"$1"*) die "the name of the folder must have no '$1', because $3: '$2'" ;;
	*) ;;
	esac
}

# make_work PARENT: makes a private work folder and sets TMPDIR to it, so that it also
# holds what programs leave there, except clang's reports of its own crashes.
make_work() {
	tables_can_name "$1" || die "the name of the folder for temporary files must have no line break and no '|': '$1'"
	work=$(mktemp -d -- "$1/sycl-cc.XXXXXX" 2>/dev/null) || die "cannot make a work folder in '$1'"
	# The driver, then plan-run, holds this lock; programs that they start do not inherit it.
	exec 9< "$work"
	locked=yes
	if flock -n 9 2>/dev/null; then
		{ echo "$$" > "$work/.owner" || :; } 2>/dev/null
	fi
	CLANG_CRASH_DIAGNOSTICS_DIR=${CLANG_CRASH_DIAGNOSTICS_DIR:-${TMPDIR:-/tmp}} TMPDIR=$work
	export CLANG_CRASH_DIAGNOSTICS_DIR TMPDIR
}

# sweep PARENT: removes this user's work folders whose driver was killed, and ends the
# programs that it left running.  A driver is alive if its process exists or its lock
# is held: it may be in another name space of processes.
sweep() {
	for folder in "$1"/sycl-cc.??????; do
		owner=''
		if [ -O "$folder" ] && [ ! -L "$folder" ] && [ -f "$folder/.owner" ]; then
			read -r owner < "$folder/.owner" 2>/dev/null || :
		fi
		case $owner in
		'' | *[!0-9]*) continue ;;
		*) ;;
		esac
		# Both must say so: a driver that becomes plan-run in between keeps its lock.
		! is_driver "$owner" || continue
		! flock -n "$folder" sh -c ':' 2>/dev/null || sweep_folder "$folder"
	done
}

# is_driver PID: that process may be a run of sycl-cc, or plan-run, which it becomes
is_driver() {
	process_name='' self_name=sycl-cc
	[ ! -r "/proc/$1/comm" ] || read -r process_name < "/proc/$1/comm" || :
	[ ! -r "/proc/$$/comm" ] || read -r self_name < "/proc/$$/comm" || :
	[ "$process_name" = "$self_name" ] || [ "$process_name" = plan-run ]
}

# sweep_folder FOLDER: the programs that run there have it as TMPDIR
sweep_folder() {
	grep -l -s -a -z -x -F -e "TMPDIR=$1" /proc/[0-9]*/environ | while IFS= read -r process; do
		process=${process#/proc/}
		kill -s KILL "${process%/environ}" 2>/dev/null || :
	done
	rm -rf -- "$1"
}

# make_folder DIR
make_folder() {
	mkdir -p -- "$1" || die "cannot make folder '$1'"
}

# in_work LIST: sets $replaced to the list with the work folder in place of $work_mark
in_work() {
	rest=$1 replaced=
	escape "$work"
	while [ "$work" != "$work_mark" ]; do
		case $rest in
		*"$work_mark"*)
			replaced=$replaced${rest%%"$work_mark"*}$escaped
			rest=${rest#*"$work_mark"}
			;;
		*) break ;;
		esac
	done
	replaced=$replaced$rest
}

# cleanup: the run ends before plan-run, which else removes the folder
cleanup() {
	[ -z "$work" ] || [ "$plan" != run ] || [ -n "$save_temps" ] || rm -rf -- "$work"
	[ -z "$crash_bundle" ] || [ "$plan" != run ] || rmdir -- "$crash_bundle" 2>/dev/null || :
}
